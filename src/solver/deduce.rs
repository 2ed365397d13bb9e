//! The loop the deducing solvers share: try strategies in order, apply the first
//! step found, start again at the top.

use super::backtracking::Found;
use super::{Answer, Effort, Limit, Meter, Usage, Verdict};
use crate::grid::{CandidateGrid, Grid};
use crate::strategy::{Memory, Studied, first_step};

/// What became of an attempt to go on.
pub(super) enum Round {
    /// The grid changed.
    Progress,
    /// Nothing more can be done.
    Stuck,
    /// The limit forbids another check.
    Limit,
}

/// The work done on one puzzle, and the solutions it gave.
pub(super) struct Work<'a> {
    pub(super) meter: Meter<'a>,
    pub(super) effort: Effort,
    /// Whether a strategy asked is a check.
    pub(super) searches_are_checks: bool,
    pub(super) usage: Usage,
    keeps_steps: bool,
    pub(super) solutions: u64,
    solution: Option<Grid>,
}

impl<'a> Work<'a> {
    /// Work within a limit that asks whether to stop after every `poll` checks.
    pub(super) fn new(poll: u64, limit: &Limit<'a>) -> Work<'a> {
        Work {
            meter: Meter::new(poll, limit),
            effort: Effort::default(),
            searches_are_checks: true,
            usage: Usage::NONE,
            keeps_steps: limit.steps,
            solutions: 0,
            solution: None,
        }
    }

    /// Applies one step of the first strategy that finds one; `strategies` are
    /// places in [`STRATEGIES`](crate::strategy::STRATEGIES). Each strategy asked is one
    /// check, unless [searches are none](Work::searches_are_checks), and asks the limit itself
    /// whether to stop.
    pub(super) fn deduce(&mut self, grid: &mut CandidateGrid, strategies: &[usize]) -> Round {
        self.deduce_with(grid, strategies, None)
    }

    /// The same, with a memory of the grids before, if one is kept.
    pub(super) fn deduce_with(
        &mut self,
        grid: &mut CandidateGrid,
        strategies: &[usize],
        memory: Option<&Memory>,
    ) -> Round {
        let studied = Studied::new(grid, self.meter.stop());
        let studied = match memory {
            Some(memory) => studied.remembering(memory),
            None => studied,
        };
        let allowed = strategies
            .iter()
            .copied()
            .take_while(|_| !self.searches_are_checks || self.meter.check());
        match first_step(allowed, &studied) {
            Some((strategy, step)) => {
                step.apply(grid);
                self.effort.placements += step.placements() as u64;
                self.effort.eliminations += step.eliminations() as u64;
                self.usage.count(strategies, strategy);
                if self.keeps_steps {
                    self.usage.keep(strategy, step.deductions);
                }
                Round::Progress
            }
            None if self.meter.exhausted() || studied.stopped() => Round::Limit,
            None => Round::Stuck,
        }
    }

    /// Notes a solution. Returns how many there are now.
    pub(super) fn solved(&mut self, solution: &Grid) -> u64 {
        self.solution.get_or_insert_with(|| solution.clone());
        self.solutions += 1;
        self.solutions
    }

    /// The answer of a search without deductions that ends it; `nothing_left` when nothing
    /// is left to search though it did not go on to see that.
    pub(super) fn searched_by(mut self, found: Found, nothing_left: bool) -> Answer {
        self.effort.guesses += found.guesses;
        self.effort.backtracks += found.backtracks;
        self.solutions += found.solutions;
        self.solution = self.solution.take().or(found.first);
        // A limit of no checks is exhausted from the start, though there may be none to make.
        match self.meter.exhausted() && !found.exhausted {
            true => self.answer(Verdict::Limit),
            false => self.searched(found.exhausted || nothing_left),
        }
    }

    /// The answer of a search that ended: `exhausted` when nothing was left to search. If
    /// something was and fewer solutions than wanted were found, the limit ended it.
    pub(super) fn ended(self, exhausted: bool, wanted: u64) -> Answer {
        match exhausted || self.solutions == wanted {
            true => self.searched(exhausted),
            false => self.answer(Verdict::Limit),
        }
    }

    /// The answer of a search that ran to its end, or to the last solution asked
    /// for: `exhausted` when nothing was left to search.
    pub(super) fn searched(self, exhausted: bool) -> Answer {
        let verdict = Verdict::of_search(self.solutions, exhausted);
        self.answer(verdict)
    }

    /// The answer with this verdict.
    pub(super) fn answer(mut self, verdict: Verdict) -> Answer {
        self.effort.checks = self.meter.checks();
        Answer {
            verdict,
            solutions: self.solutions,
            solution: self.solution,
            effort: self.effort,
            usage: self.usage,
        }
    }
}
