//! What a strategy is: a row of the table.

use std::ops::ControlFlow;

use super::part::{Scope, crossings};
use super::{Step, Steps, Studied};
use crate::grid::{Digit, House, Layout};

/// Searches the grid for every step of one strategy, in a fixed order. Breaks when the
/// receiver of the steps does, or when the search is [stopped](Studied::stopped).
pub type Find = fn(&Studied<'_>, &mut Steps<'_>) -> ControlFlow<()>;

/// The same of one part of the grid.
pub type FindIn<Part> = fn(&Studied<'_>, Part, &mut Steps<'_>) -> ControlFlow<()>;

/// How the grid is searched: at once, or part by part in the table's order of parts. Where
/// nothing was found, nothing is until the candidates change that the search depends on.
#[derive(Clone, Copy)]
pub enum Search {
    /// At once.
    Whole(Find),
    /// Digit by digit; it depends on the places of that digit only.
    Digits(FindIn<Digit>),
    /// House by house; it depends on the candidates of its cells only.
    Houses(FindIn<House>),
    /// House by house; it depends on the candidates of its cells, and of the boxes that cross
    /// it if it is a line, of the lines that do if it is a box.
    Surroundings(FindIn<House>),
    /// By line and box that cross; it depends on the candidates of their cells only.
    Crossings(FindIn<[House; 2]>),
}

impl Search {
    /// Searches a grid.
    pub(super) fn find(self, grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
        let layout = grid.layout();
        let houses = layout.houses().iter().copied();
        let digits = Digit::all(grid.order());
        match self {
            Search::Whole(find) => find(grid, steps),
            Search::Digits(find) => by_part(grid, Scope::Digit, digits, find, steps),
            Search::Houses(find) => by_part(grid, Scope::House, houses, find, steps),
            Search::Surroundings(find) => by_part(grid, Scope::Surroundings, houses, find, steps),
            Search::Crossings(find) => {
                by_part(grid, Scope::Crossing, crossings(layout), find, steps)
            }
        }
    }
}

fn by_part<Part>(
    grid: &Studied<'_>,
    scope: Scope,
    parts: impl Iterator<Item = Part>,
    find: FindIn<Part>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut quiet = steps.quiet();
    for (number, part) in parts.enumerate() {
        let is_quiet = quiet & 1 == 1;
        quiet >>= 1;
        if !is_quiet {
            let before = steps.count();
            find(grid, part, steps)?;
            if steps.count() == before && !grid.stopped() {
                steps.set_quiet(scope, number);
            }
        }
    }
    ControlFlow::Continue(())
}

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
    pub search: Search,
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
        search: Search::Whole(|_, _| ControlFlow::Continue(())),
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
        self.searching(Search::Whole(find), explain)
    }

    pub(super) const fn searching(self, search: Search, explain: Explain) -> Strategy {
        Strategy { search, explain, ..self }
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
