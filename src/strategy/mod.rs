//! Human strategies: pure functions that find deductions on a candidate grid.
//!
//! A *strategy* recognises a *pattern* of candidates and concludes from it that
//! some cell holds a digit (a *placement*) or that some candidates are impossible
//! (*eliminations*). One such conclusion is a [`Step`]. A strategy never changes
//! the grid; the caller applies the step. It never guesses.
//!
//! [`STRATEGIES`] is the only list of them: the command line, the Parquet columns,
//! the documentation and the tests iterate it. To add a strategy, write its file,
//! one `mod` line and one row. A family that differs only in size or direction is
//! one file with a row for each.
//!
//! [`find_first`] and [`find_all`] run a strategy on a [`Studied`] grid, and [`walk`] solves
//! a puzzle with several. What a strategy saw is a [`Pattern`] for its explanation and for
//! whoever draws it. Every search that can take long asks the grid now and then whether it
//! should stop.
//!
//! Strategies use `grid` and, where an assumption is tried, `lanes`, and nothing else: no
//! clock, no randomness, no printing.

mod aligned_pair;
mod almost_locked;
mod als;
mod avoidable_rectangle;
mod bug;
mod chain;
mod colors;
mod conclusion;
mod course;
mod cover;
mod death_blossom;
mod empty_rectangle;
mod fish;
mod forcing_net;
mod general_x_wing;
mod hidden_rectangle;
mod hidden_subset;
mod kraken;
mod locked;
mod locked_subset;
mod multi_colors;
mod multivalue_x_wing;
mod naked_subset;
mod nishio;
mod order;
mod rectangle;
mod refute;
mod seen;
mod singles;
mod step;
mod steps;
mod stop;
mod studied;
mod sue_de_coq;
mod template;
mod turbot;
mod unique_rectangle;
mod w_wing;
mod walk;
mod words;
mod xy_wing;
mod xyz_wing;
mod y_wing_chain;

use std::ops::ControlFlow;

use crate::grid::Layout;

pub use order::{
    B09, FULL, HODOKU, LADDER, Measure, ORDERS, Order, SE, find_order, places, select,
};
pub use step::{Deduction, Mark, Pattern, Role, Step};
pub use steps::Steps;
pub use studied::Studied;
pub use walk::{Ending, first_step, walk};

/// Searches the grid for every step of one strategy, in a fixed order. Breaks when the
/// receiver of the steps does, or when the search is [stopped](Studied::stopped).
pub type Find = fn(&Studied<'_>, &mut Steps<'_>) -> ControlFlow<()>;

/// Says in a sentence or two why a step holds on the grid it was found on.
pub type Explain = fn(&Step, &Studied<'_>) -> String;

/// One human strategy: a row of [`STRATEGIES`].
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
    /// variant (`0402-1`) where another strategy answers the rest.
    pub codes: &'static [&'static str],
    /// The sizes it searches; it finds nothing on the others.
    pub sizes: SizesSearched,
    /// Whether the order of all strategies leaves it out: it is tried only by name.
    pub on_request: bool,
    /// Finds the steps.
    pub find: Find,
    /// Explains a step.
    pub explain: Explain,
}

impl Strategy {
    /// A strategy for grids up to 9×9 that holds whatever the number of solutions.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        level: Level,
        score: u16,
        find: Find,
        explain: Explain,
    ) -> Strategy {
        Strategy {
            name,
            title,
            source: "",
            level,
            score,
            uniqueness: false,
            codes: &[],
            sizes: SizesSearched::UpToNine,
            on_request: false,
            find,
            explain,
        }
    }

    const fn source(self, source: &'static str) -> Strategy {
        Strategy { source, ..self }
    }

    const fn codes(self, codes: &'static [&'static str]) -> Strategy {
        Strategy { codes, ..self }
    }

    const fn uniqueness(self) -> Strategy {
        Strategy { uniqueness: true, ..self }
    }

    const fn all_sizes(self) -> Strategy {
        Strategy { sizes: SizesSearched::All, ..self }
    }

    const fn up_to_nine(self) -> Strategy {
        Strategy { sizes: SizesSearched::UpToNine, ..self }
    }

    const fn nine_only(self) -> Strategy {
        Strategy { sizes: SizesSearched::Nine, ..self }
    }

    const fn on_request(self) -> Strategy {
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

/// Every strategy, easiest first: the ladder of a logic solver that starts again
/// at the top after every success.
pub const STRATEGIES: &[Strategy] = &[
    singles::FULL_HOUSE,
    singles::HIDDEN_SINGLE,
    singles::NAKED_SINGLE,
    locked_subset::LOCKED_PAIR,
    locked_subset::LOCKED_TRIPLE,
    locked::POINTING,
    locked::CLAIMING,
    naked_subset::NAKED_PAIR,
    hidden_subset::HIDDEN_PAIR,
    naked_subset::NAKED_TRIPLE,
    hidden_subset::HIDDEN_TRIPLE,
    naked_subset::NAKED_QUAD,
    hidden_subset::HIDDEN_QUAD,
    fish::X_WING,
    fish::SWORDFISH,
    fish::JELLYFISH,
    turbot::SKYSCRAPER,
    turbot::TWO_STRING_KITE,
    turbot::TURBOT_FISH,
    empty_rectangle::EMPTY_RECTANGLE,
    colors::SIMPLE_COLORS,
    multi_colors::MULTI_COLORS,
    xy_wing::XY_WING,
    xyz_wing::XYZ_WING,
    w_wing::W_WING,
    chain::REMOTE_PAIR,
    y_wing_chain::Y_WING_CHAIN,
    multivalue_x_wing::MULTIVALUE_X_WING,
    unique_rectangle::TYPE_1,
    unique_rectangle::TYPE_2,
    unique_rectangle::TYPE_3,
    unique_rectangle::TYPE_4,
    unique_rectangle::TYPE_5,
    unique_rectangle::TYPE_6,
    hidden_rectangle::HIDDEN_RECTANGLE,
    avoidable_rectangle::TYPE_1,
    avoidable_rectangle::TYPE_2,
    bug::BUG_PLUS_ONE,
    fish::FINNED_X_WING,
    fish::SASHIMI_X_WING,
    fish::FINNED_SWORDFISH,
    fish::SASHIMI_SWORDFISH,
    fish::FINNED_JELLYFISH,
    fish::SASHIMI_JELLYFISH,
    sue_de_coq::SUE_DE_COQ,
    chain::X_CHAIN,
    chain::XY_CHAIN,
    chain::NICE_LOOP,
    chain::DISCONTINUOUS,
    chain::AIC,
    chain::GROUPED_LOOP,
    chain::GROUPED_DISCONTINUOUS,
    chain::GROUPED_AIC,
    als::ALS_XZ,
    als::ALS_XY_WING,
    als::ALS_XY_CHAIN,
    death_blossom::DEATH_BLOSSOM,
    chain::ALS_LOOP,
    chain::ALS_DISCONTINUOUS,
    chain::ALS_AIC,
    fish::LARGER_FISH,
    fish::LARGER_FINNED_FISH,
    fish::LARGER_SASHIMI_FISH,
    general_x_wing::GENERAL_X_WING,
    fish::FRANKEN_X_WING,
    fish::FRANKEN_SWORDFISH,
    fish::FRANKEN_JELLYFISH,
    fish::FINNED_FRANKEN_X_WING,
    fish::FINNED_FRANKEN_SWORDFISH,
    fish::FINNED_FRANKEN_JELLYFISH,
    fish::MUTANT_X_WING,
    fish::MUTANT_SWORDFISH,
    fish::MUTANT_JELLYFISH,
    fish::FINNED_MUTANT_X_WING,
    fish::FINNED_MUTANT_SWORDFISH,
    fish::FINNED_MUTANT_JELLYFISH,
    fish::LARGER_FRANKEN_FISH,
    fish::LARGER_FINNED_FRANKEN_FISH,
    fish::LARGER_MUTANT_FISH,
    fish::LARGER_FINNED_MUTANT_FISH,
    kraken::TYPE_1,
    kraken::TYPE_2,
    nishio::NISHIO,
    chain::CELL_VERITY,
    chain::HOUSE_VERITY,
    chain::CONTRADICTION,
    refute::REFUTE_1,
    forcing_net::CELL_FORCING_NET,
    forcing_net::HOUSE_FORCING_NET,
    refute::REFUTE_2,
    refute::REFUTE_3,
    template::TEMPLATE_SET,
    template::TEMPLATE_DELETE,
    aligned_pair::ALIGNED_PAIR_EXCLUSION,
];

/// Visits every step of a strategy on a grid until the visitor breaks or the search is
/// [stopped](Studied::stopped).
pub fn visit_steps(
    strategy: &Strategy,
    grid: &Studied<'_>,
    visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !strategy.sizes.contains(grid.layout()) {
        return ControlFlow::Continue(());
    }
    (strategy.find)(grid, &mut Steps::new(grid, visit))
}

/// The first step of a strategy on a grid. None if there is none or the search was
/// [stopped](Studied::stopped).
pub fn find_first(strategy: &Strategy, grid: &Studied<'_>) -> Option<Step> {
    let mut first = None;
    let _ = visit_steps(strategy, grid, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Every step of a strategy on a grid, or those found before the search was
/// [stopped](Studied::stopped).
pub fn find_all(strategy: &Strategy, grid: &Studied<'_>) -> Vec<Step> {
    let mut all = Vec::new();
    let _ = visit_steps(strategy, grid, &mut |step| {
        all.push(step);
        ControlFlow::Continue(())
    });
    all
}
