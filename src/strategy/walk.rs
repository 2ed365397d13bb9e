//! The walk of a solver that only deduces: strategies are tried in order, the first step
//! found is applied, and it starts again at the first strategy.

use super::table::find_first_at;
use super::{Memory, Step, Studied};
use crate::grid::CandidateGrid;

/// How a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every cell is filled.
    Solved,
    /// None of the strategies finds anything more.
    Stalled,
    /// A cell or a digit has nowhere left to go: the puzzle has no solution.
    Contradiction,
}

impl Ending {
    /// The ending of a grid that needs no more steps.
    pub fn of(grid: &CandidateGrid) -> Option<Ending> {
        match grid.is_contradictory() {
            true => Some(Ending::Contradiction),
            false => grid.is_solved().then_some(Ending::Solved),
        }
    }
}

/// The first step that any of these strategies finds, tried in order, with its strategy;
/// both are named by their places in [`STRATEGIES`](super::STRATEGIES).
pub fn first_step(
    strategies: impl IntoIterator<Item = usize>,
    grid: &Studied<'_>,
) -> Option<(usize, Step)> {
    let find = |strategy: usize| Some((strategy, find_first_at(strategy, grid)?));
    strategies.into_iter().find_map(find)
}

/// Applies the first step that any strategy finds until none finds one, and shows each step
/// before it is applied, with its strategy and the grid it was found on.
///
/// None when `stop`, asked before each step and now and then in a search, said that it
/// should end before that.
pub fn walk(
    grid: &mut CandidateGrid,
    strategies: &[usize],
    stop: &dyn Fn() -> bool,
    visit: &mut dyn FnMut(usize, &Step, &Studied<'_>),
) -> Option<Ending> {
    let memory = Memory::default();
    loop {
        if let Some(ending) = Ending::of(grid) {
            return Some(ending);
        }
        if stop() {
            return None;
        }
        let studied = Studied::new(grid, stop).remembering(&memory);
        let Some((strategy, step)) = first_step(strategies.iter().copied(), &studied) else {
            return (!studied.stopped()).then_some(Ending::Stalled);
        };
        visit(strategy, &step, &studied);
        if studied.stopped() {
            return None;
        }
        step.apply(grid);
    }
}
