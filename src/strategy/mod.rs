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
//! [`find_first`] and [`find_all`] run a strategy on a [`Studied`] grid. What it saw is a
//! [`Pattern`] for its explanation and for whoever draws it.
//!
//! Strategies use `grid` and, where an assumption is tried, `lanes`, and nothing else: no
//! clock, no randomness, no printing.

mod almost_locked;
mod als;
mod avoidable_rectangle;
mod bug;
mod chain;
mod colors;
mod complex_fish;
mod conclusion;
mod course;
mod cover;
mod death_blossom;
mod empty_rectangle;
mod finned_fish;
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
mod singles;
mod step;
mod studied;
mod sue_de_coq;
mod template;
mod turbot;
mod unique_rectangle;
mod w_wing;
mod words;
mod xy_wing;
mod xyz_wing;
mod y_wing_chain;

use std::ops::ControlFlow;

use crate::grid::{CandidateGrid, Layout};

pub use order::{
    B09, FULL, HODOKU, LADDER, Measure, ORDERS, Order, SE, find_order, places, select,
};
pub use step::{Deduction, Mark, Pattern, Role, Step};
pub use studied::Studied;

/// Receives each step a strategy finds; breaks to end the search.
pub type Found<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// Searches the grid for every step of one strategy, in a fixed order, each with
/// at least one deduction that changes the grid.
pub type Find = fn(&Studied<'_>, Found<'_>) -> ControlFlow<()>;

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
    pub sizes: Sizes,
    /// Finds the steps.
    pub find: Find,
    /// Says in a sentence or two why a step of this strategy holds on the grid it was
    /// found on.
    pub explain: fn(&Step, &CandidateGrid) -> String,
}

/// The sizes a strategy searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// Every size.
    All,
    /// Up to 9×9: it thinks in [cell sets](crate::grid::CellSet).
    UpToNine,
    /// 9×9: it works on the [lanes](crate::lanes).
    Nine,
}

impl Sizes {
    /// Whether a grid of this size is among them.
    pub fn contains(self, layout: &Layout) -> bool {
        match self {
            Sizes::All => true,
            Sizes::UpToNine => layout.has_cell_sets(),
            Sizes::Nine => layout == Layout::nine(),
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
    finned_fish::FINNED_X_WING,
    finned_fish::SASHIMI_X_WING,
    finned_fish::FINNED_SWORDFISH,
    finned_fish::SASHIMI_SWORDFISH,
    finned_fish::FINNED_JELLYFISH,
    finned_fish::SASHIMI_JELLYFISH,
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
    finned_fish::LARGER_FINNED_FISH,
    finned_fish::LARGER_SASHIMI_FISH,
    general_x_wing::GENERAL_X_WING,
    complex_fish::FRANKEN_X_WING,
    complex_fish::FRANKEN_SWORDFISH,
    complex_fish::FRANKEN_JELLYFISH,
    complex_fish::FINNED_FRANKEN_X_WING,
    complex_fish::FINNED_FRANKEN_SWORDFISH,
    complex_fish::FINNED_FRANKEN_JELLYFISH,
    complex_fish::MUTANT_X_WING,
    complex_fish::MUTANT_SWORDFISH,
    complex_fish::MUTANT_JELLYFISH,
    complex_fish::FINNED_MUTANT_X_WING,
    complex_fish::FINNED_MUTANT_SWORDFISH,
    complex_fish::FINNED_MUTANT_JELLYFISH,
    complex_fish::LARGER_FRANKEN_FISH,
    complex_fish::LARGER_FINNED_FRANKEN_FISH,
    complex_fish::LARGER_MUTANT_FISH,
    complex_fish::LARGER_FINNED_MUTANT_FISH,
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
];

/// Visits every step of a strategy on a grid until the visitor breaks.
pub fn visit_steps(strategy: &Strategy, grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    if !strategy.sizes.contains(grid.layout()) {
        return ControlFlow::Continue(());
    }
    (strategy.find)(grid, found)
}

/// The first step of a strategy on a grid.
pub fn find_first(strategy: &Strategy, grid: &Studied<'_>) -> Option<Step> {
    let mut first = None;
    let _ = visit_steps(strategy, grid, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Every step of a strategy on a grid.
pub fn find_all(strategy: &Strategy, grid: &Studied<'_>) -> Vec<Step> {
    let mut all = Vec::new();
    let _ = visit_steps(strategy, grid, &mut |step| {
        all.push(step);
        ControlFlow::Continue(())
    });
    all
}
