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
//! - [`page`]: for a browser, one self-contained page for one puzzle or many.
//!
//! [`course`] explains a puzzle as Sudoku Explainer solves it, with its own hints and chains,
//! [`path`] as HoDoKu solves it.
//!
//! They write into memory; nothing here opens files or knows a terminal.

mod answered;
pub mod course;
mod drawing;
pub mod json;
pub mod page;
pub mod path;
pub mod text;

use std::cell::Cell;

use crate::grid::{CandidateGrid, Grid, Puzzle};
use crate::solver::{Limit, ReferenceSolver, Verdict};
use crate::strategy::{STRATEGIES, Step, Strategy, walk};

pub use crate::strategy::Ending;
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
    /// Strategies asked for and not tried: they do not search grids of this size.
    pub of_other_sizes: Vec<usize>,
    /// The position from which it starts.
    pub start: CandidateGrid,
    /// What was applied, in order.
    pub steps: Vec<Application>,
    /// How it ended; nothing where it was stopped before that.
    pub ending: Option<Ending>,
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
        let mut grid = self.start.clone();
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
    /// only when the reference solver has found that there is one, and not of pencilmark puzzles. None if `stop`, asked
    /// now and then, said before the end that it should end; it must go on saying so.
    pub fn explain(&mut self, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Option<Explanation> {
        let start = CandidateGrid::new(puzzle);
        let explanation = self.explain_from(puzzle, start, usize::MAX, stop);
        // Stopped before that, the number of solutions is unknown for want of time.
        let short = explanation.solutions.is_none() && stop();
        (explanation.ending.is_some() && !short).then_some(explanation)
    }

    /// Explains a puzzle from this position on, up to `most` steps. What was found until `stop`
    /// said that it should end stays; then, and where `most` cut it short, it has no ending.
    pub fn explain_from(
        &mut self,
        puzzle: &Puzzle,
        start: CandidateGrid,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Explanation {
        let limit = Limit { checks: REFEREE_CHECKS, stop, ..Limit::solutions(2) };
        let answer = self.reference.decide(std::slice::from_ref(puzzle), &limit).remove(0);
        let solutions = match answer.verdict {
            Verdict::Limit => None,
            _ => Some(answer.solutions),
        };
        let unique = solutions == Some(1);
        // Marks may exclude the exchange of digits that they argue with.
        let presumes = unique && !puzzle.has_marks();
        let (strategies, withheld): (Vec<usize>, Vec<usize>) =
            self.strategies.iter().partition(|&&place| presumes || !STRATEGIES[place].uniqueness);
        let searches = |&place: &usize| STRATEGIES[place].sizes.contains(puzzle.layout());
        let (strategies, of_other_sizes): (Vec<usize>, Vec<usize>) =
            strategies.into_iter().partition(searches);
        let (mut steps, mut grid, found) = (Vec::new(), start.clone(), Cell::new(0));
        let enough = || found.get() >= most || stop();
        let ending = walk(&mut grid, &strategies, &enough, &mut |strategy, step, grid| {
            let reason = (STRATEGIES[strategy].explain)(step, grid);
            steps.push(Application { strategy, step: step.clone(), reason });
            found.set(found.get() + 1);
        });
        Explanation {
            puzzle: puzzle.clone(),
            solutions,
            solution: answer.solution.filter(|_| unique),
            strategies,
            withheld,
            of_other_sizes,
            start,
            steps,
            ending,
        }
    }
}
