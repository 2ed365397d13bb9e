//! What a strategy is: a row of the table.

use std::ops::ControlFlow;

use super::{Step, Steps, Studied};
use crate::grid::Layout;

/// Searches the grid for every step of one strategy, in a fixed order. Breaks when the
/// receiver of the steps does, or when the search is [stopped](Studied::stopped).
pub type Find = fn(&Studied<'_>, &mut Steps<'_>) -> ControlFlow<()>;

/// Says in a sentence or two why a step holds on the grid it was found on.
pub type Explain = fn(&Step, &Studied<'_>) -> String;

/// One human strategy: a row of [`STRATEGIES`](super::STRATEGIES).
pub struct Strategy {
    /// The name on the command line; the Parquet column is `n_` and this name
    /// with underscores.
    pub name: &'static str,
    /// The name in a sentence.
    pub title: &'static str,
    /// Who named or described it in the source documents, if anyone.
    pub source: &'static str,
    /// HoDoKu's level.
    pub level: Level,
    /// HoDoKu's score for one step.
    pub score: u16,
    /// Whether the strategy is sound only for puzzles with exactly one solution.
    pub uniqueness: bool,
    /// HoDoKu's regression codes of the cases this strategy answers, with the
    /// variant (`0402-1`) where another strategy answers the rest, separated by spaces.
    pub codes: &'static str,
    /// The sizes it searches; it finds nothing on the others.
    pub sizes: SizesSearched,
    /// Whether the order of all strategies leaves it out: it is tried only by name.
    pub on_request: bool,
    /// Finds the steps.
    pub find: Find,
    /// Explains a step.
    pub explain: Explain,
}

/// A row for grids up to 9×9 that holds whatever the number of solutions; `codes` are
/// separated by spaces.
pub(super) const fn row(
    name: &'static str,
    title: &'static str,
    level: Level,
    score: u16,
    codes: &'static str,
) -> Strategy {
    Strategy {
        name,
        title,
        source: "",
        level,
        score,
        uniqueness: false,
        codes,
        sizes: SizesSearched::UpToNine,
        on_request: false,
        find: |_, _| ControlFlow::Continue(()),
        explain: |_, _| String::new(),
    }
}

/// A row for grids of any size.
pub(super) const fn any_size(
    name: &'static str,
    title: &'static str,
    level: Level,
    score: u16,
    codes: &'static str,
) -> Strategy {
    Strategy { sizes: SizesSearched::All, ..row(name, title, level, score, codes) }
}

/// A row for a strategy that HoDoKu's documentation describes.
pub(super) const fn hodoku(
    name: &'static str,
    title: &'static str,
    level: Level,
    score: u16,
    codes: &'static str,
) -> Strategy {
    row(name, title, level, score, codes).source("HoDoKu")
}

impl Strategy {
    pub(super) const fn by(self, find: Find, explain: Explain) -> Strategy {
        Strategy { find, explain, ..self }
    }

    pub(super) const fn source(self, source: &'static str) -> Strategy {
        Strategy { source, ..self }
    }

    pub(super) const fn nine_only(self) -> Strategy {
        Strategy { sizes: SizesSearched::Nine, ..self }
    }

    pub(super) const fn uniqueness(self) -> Strategy {
        Strategy { uniqueness: true, ..self }
    }

    pub(super) const fn on_request(self) -> Strategy {
        Strategy { on_request: true, ..self }
    }
}

/// The sizes a strategy searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizesSearched {
    /// Every size.
    All,
    /// Up to 9×9: it reasons with [cell sets](crate::grid::CellSet).
    UpToNine,
    /// 9×9: it works on the [lanes](crate::lanes).
    Nine,
}

impl SizesSearched {
    /// The sizes in words.
    pub fn name(self) -> &'static str {
        match self {
            SizesSearched::All => "all sizes",
            SizesSearched::UpToNine => "up to 9×9",
            SizesSearched::Nine => "9×9",
        }
    }

    /// Whether a grid of this size is among them.
    pub fn contains(self, layout: &Layout) -> bool {
        match self {
            SizesSearched::All => true,
            SizesSearched::UpToNine => layout.has_cell_sets(),
            SizesSearched::Nine => layout == Layout::nine(),
        }
    }
}

/// HoDoKu's difficulty levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Quads, basic fish, single-digit patterns, wings, uniqueness.
    Hard,
    /// Chains, almost locked sets, finned fish.
    Unfair,
    /// Forcing chains and nets, refutation.
    Extreme,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 5] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level of this name.
    pub fn find(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}
