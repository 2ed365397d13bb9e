//! Seeded generation of puzzles of every size.
//!
//! A random full grid is emptied orbit by orbit in random order, down to a wanted
//! number of clues: without looking (HR12's method, section 5: the puzzle may have
//! many solutions), keeping exactly one solution, or as long as anything can go.
//!
//! ```text
//! FullGrids ──▶ Draft ◀── question, answer ──▶ lane_drafts: 9×9, a draft per SIMD lane
//!                                              single: the others, dlx and MiniSat
//! ```
//!
//! Puzzles with fewer clues than that leads to are found by [`LowClues`]. Pencilmark puzzles begin
//! with a full grid, too, and get candidates back (`marks`).
//!
//! Puzzle *i* of a seed draws from stream *i* of ChaCha8, so it is the same whatever
//! was made before it, beside it in the lanes, and on whichever thread. Nothing here
//! rates a puzzle. [`Series`] makes many on all threads, none of them twice.

mod census;
mod census_search;
mod draft;
mod full;
mod lane_drafts;
mod low_clues;
mod marks;
mod neighbours;
mod nine;
mod recipe;
mod removals;
mod row_major;
mod seen;
mod series;
mod single;
mod symmetry;

use std::ops::Range;

use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::lanes;
use crate::solver::{Dlx, ReferenceSolver};
use draft::Plan;
use lane_drafts::LaneDrafts;

pub use full::{Fill, FullGrids};
pub use low_clues::LowClues;
pub use neighbours::Neighbours;
pub use recipe::{GenerateError, Recipe, Requirement, clue_range, is_minimal};
pub use seen::{Equivalence, SeenPuzzles};
pub use series::{Series, SeriesError, Written};
pub use symmetry::ClueSymmetry;

/// Makes puzzles by a recipe, with scratch memory for one thread.
pub struct Generator {
    plan: Plan,
    grids: FullGrids,
    dlx: Box<Dlx>,
    /// Where they answer: 9×9 puzzles with one solution.
    lanes: Option<Box<lanes::Solver>>,
    /// Answers of pencilmark puzzles.
    reference: ReferenceSolver,
}

impl Generator {
    /// A generator with its own solver to prove uniqueness.
    ///
    /// # Errors
    /// When there are no such puzzles.
    pub fn new(recipe: Recipe) -> Result<Generator, GenerateError> {
        recipe.check()?;
        let asks_lanes = matches!(recipe.requirement, Requirement::Unique | Requirement::Minimal);
        let on_lanes = asks_lanes && recipe.layout.order() == 9;
        let lanes = on_lanes.then(Box::default);
        let grids = FullGrids::new(recipe.layout, recipe.fill);
        let (plan, dlx, reference) =
            (Plan::new(recipe), Box::default(), ReferenceSolver::default());
        Ok(Generator { plan, grids, dlx, lanes, reference })
    }

    /// The same, up to an interrupt: the puzzles that are not made by then are
    /// [`GenerateError::Stopped`].
    pub fn until(mut self, interrupt: &Interrupt) -> Generator {
        self.plan.interrupt = interrupt.clone();
        self
    }

    /// The puzzles of these indices, in order. Many at once are made faster.
    ///
    /// # Errors
    /// For each index by itself, when such puzzles are too rare to be met.
    pub fn puzzles(&mut self, indices: Range<u64>) -> Vec<Result<Puzzle, GenerateError>> {
        let Generator { plan, grids, dlx, lanes, reference } = self;
        if plan.recipe.requirement == Requirement::MinimalMarks {
            return indices.map(|index| marks::make(plan, grids, reference, index)).collect();
        }
        let Some(lanes) = lanes else {
            return indices.map(|index| single::make(plan, grids, dlx, index)).collect();
        };
        let mut lane_drafts = LaneDrafts::new(plan, grids, indices);
        lanes.serve(&mut lane_drafts, None);
        lane_drafts.made
    }
}
