//! Explanations: a puzzle solved step by step, with the reason for each step.
//!
//! An [`Explanation`] is what a logic solver did, written down: the strategies it
//! was allowed, every [`Application`] in order, and how it [ended](Ending). It knows
//! no strategy by name. The sentence comes from the strategy's row; what to
//! highlight comes from the step's pattern, as a [`Drawing`]. So a strategy that is
//! added to the table explains itself here.
//!
//! Three renderers, one file each:
//!
//! - [`text`]: for a terminal or a file, with the grid and its candidates;
//! - [`json`]: for programs, in a documented schema;
//! - [`page`]: for a browser, one self-contained page for one puzzle or many, with
//!   what else the strategies find when some are switched off ([`Branches`]).
//!
//! They write into memory; nothing here opens files or knows a terminal.

mod branches;
mod drawing;
pub mod json;
pub mod page;
pub mod text;

use crate::grid::{CandidateGrid, Grid, Puzzle};
use crate::solver::{Limit, ReferenceSolver, Verdict};
use crate::strategy::{STRATEGIES, Step, Strategy, Studied, find_first};

pub use branches::{Branches, Budget};
pub use drawing::{Drawing, Link, Paint, Part};

/// Checks of the reference solver before the number of solutions stays unknown.
const REFEREE_CHECKS: u64 = 200_000;

/// A strategy applied once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    /// Its place in [`STRATEGIES`].
    pub strategy: usize,
    /// What it saw and concluded.
    pub step: Step,
    /// Why the step holds, in a sentence or two.
    pub reason: String,
}

impl Application {
    /// The strategy's row.
    pub fn row(&self) -> &'static Strategy {
        &STRATEGIES[self.strategy]
    }

    /// A strategy's step on the grid it was found on.
    fn new(strategy: usize, step: Step, grid: &CandidateGrid) -> Application {
        let reason = (STRATEGIES[strategy].explain)(&step, grid);
        Application { strategy, step, reason }
    }
}

/// How an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every cell is filled.
    Solved,
    /// None of the strategies finds anything more.
    Stalled,
    /// A cell or a digit has nowhere left to go: the puzzle has no solution.
    Contradiction,
}

/// A puzzle solved, or not, step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions it has: 0, 1, or 2 for two or more; nothing if that took
    /// too long to find out.
    pub solutions: Option<u64>,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
    /// The strategies tried, as places in [`STRATEGIES`], first tried first.
    pub strategies: Vec<usize>,
    /// Strategies asked for and not tried: they presume exactly one solution.
    pub withheld: Vec<usize>,
    /// What was applied, in order.
    pub steps: Vec<Application>,
    /// How it ended.
    pub ending: Ending,
}

impl Explanation {
    /// How often each strategy was applied, in the order in which they were tried,
    /// those never applied left out.
    pub fn usage(&self) -> Vec<(&'static Strategy, usize)> {
        let count = |&strategy: &usize| {
            let steps = self.steps.iter().filter(|step| step.strategy == strategy).count();
            (&STRATEGIES[strategy], steps)
        };
        self.strategies.iter().map(count).filter(|&(_, steps)| steps > 0).collect()
    }

    /// The grid after the last step.
    pub fn last_grid(&self) -> CandidateGrid {
        let mut grid = CandidateGrid::new(&self.puzzle);
        self.steps.iter().for_each(|application| application.step.apply(&mut grid));
        grid
    }
}

/// Explains puzzles with strategies in a given order.
pub struct Explainer {
    strategies: Vec<usize>,
    reference: ReferenceSolver,
}

impl Explainer {
    /// An explainer that tries these strategies, places in [`STRATEGIES`], in this
    /// order, and starts again at the first after every success.
    pub fn new(strategies: Vec<usize>) -> Explainer {
        Explainer { strategies, reference: ReferenceSolver::default() }
    }

    /// Explains a puzzle. Strategies that presume exactly one solution are tried
    /// only when the reference solver has found that there is one.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Explanation {
        let limit = Limit { checks: REFEREE_CHECKS, ..Limit::solutions(2) };
        let answer = self.reference.decide(std::slice::from_ref(puzzle), &limit).remove(0);
        let solutions = match answer.verdict {
            Verdict::Limit => None,
            _ => Some(answer.solutions),
        };
        let unique = solutions == Some(1);
        let (strategies, withheld): (Vec<usize>, Vec<usize>) =
            self.strategies.iter().partition(|&&place| unique || !STRATEGIES[place].uniqueness);
        let (steps, ending) = walk(&strategies, puzzle);
        let solution = answer.solution.filter(|_| unique);
        let puzzle = puzzle.clone();
        Explanation { puzzle, solutions, solution, strategies, withheld, steps, ending }
    }
}

/// Applies the first step that any strategy finds until none does: what the
/// [logic solvers](crate::solver) do, with the steps kept.
fn walk(strategies: &[usize], puzzle: &Puzzle) -> (Vec<Application>, Ending) {
    let mut grid = CandidateGrid::new(puzzle);
    let mut steps = Vec::new();
    let first_of = |grid: &CandidateGrid| {
        let grid = Studied::new(grid);
        let find = |&strategy: &usize| Some((strategy, find_first(&STRATEGIES[strategy], &grid)?));
        strategies.iter().find_map(find)
    };
    loop {
        if let Some(ending) = ending_of(&grid) {
            return (steps, ending);
        }
        let Some((strategy, step)) = first_of(&grid) else { return (steps, Ending::Stalled) };
        let application = Application::new(strategy, step, &grid);
        application.step.apply(&mut grid);
        steps.push(application);
    }
}

/// The ending of a walk that needs no more steps.
fn ending_of(grid: &CandidateGrid) -> Option<Ending> {
    if grid.is_contradictory() {
        return Some(Ending::Contradiction);
    }
    grid.is_solved().then_some(Ending::Solved)
}
