//! The number of solutions of every puzzle, from the reference solver, outside all timed spans.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Progress;
use super::record::SolutionCount;
use super::timed_solver::panic_in_words;
use crate::grid::{Grid, Puzzle};
use crate::interrupt::Interrupt;
use crate::solver::{Answer, Limit, ReferenceSolver, Verdict, counting_checks};
use crate::text::puzzle_line;

/// How many solutions a puzzle has, and the first that was found.
type Counted = (SolutionCount, Option<Grid>);

/// The reference solvers of a thread.
#[derive(Default)]
pub struct Reference(ReferenceSolver);

impl Reference {
    /// Counts the solutions of puzzles of one size, up to two. Where a reference solver panics,
    /// that is told, and the number stays unknown.
    pub fn count(
        &mut self,
        puzzles: &[Puzzle],
        interrupt: &Interrupt,
        progress: &Progress,
    ) -> Vec<Counted> {
        let stop = || interrupt.is_set();
        let checks = puzzles.first().map_or(0, |puzzle| counting_checks(puzzle.layout()));
        let limit = Limit { checks, stop: &stop, ..Limit::solutions(2) };
        let mut decide = |puzzles: &[Puzzle]| self.0.decide(puzzles, &limit);
        let mut tell = |puzzle: &Puzzle, panic: String| {
            let cells = puzzle_line(puzzle);
            progress.tell(format!("the reference solver panicked on {cells}: {panic}"));
        };
        let answers = guarded(puzzles, &mut decide, &mut tell);
        answers
            .into_iter()
            .map(|answer| answer.map_or((SolutionCount::Unknown, None), counted))
            .collect()
    }
}

/// The answers to some puzzles. If the solver panics, each is tried alone, and the one that
/// caused it has no answer.
fn guarded(
    puzzles: &[Puzzle],
    decide: &mut dyn FnMut(&[Puzzle]) -> Vec<Answer>,
    tell: &mut dyn FnMut(&Puzzle, String),
) -> Vec<Option<Answer>> {
    match (catch_unwind(AssertUnwindSafe(|| decide(puzzles))), puzzles) {
        (Ok(answers), _) => answers.into_iter().map(Some).collect(),
        (Err(panic), [puzzle]) => {
            tell(puzzle, panic_in_words(panic.as_ref()));
            vec![None]
        }
        (Err(_), _) => puzzles.chunks(1).flat_map(|one| guarded(one, decide, tell)).collect(),
    }
}

fn counted(answer: Answer) -> Counted {
    match answer.verdict {
        Verdict::None => (SolutionCount::Exactly(0), None),
        Verdict::Unique => (SolutionCount::Exactly(1), answer.solution),
        Verdict::Multiple => (SolutionCount::Several, answer.solution),
        Verdict::First | Verdict::Stalled | Verdict::Limit => (SolutionCount::Unknown, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Effort, Usage};
    use crate::text::parse_cells;

    #[test]
    fn a_panic_costs_no_more_than_its_puzzle() {
        let cells: [&[u8]; 3] = [b"1234............", b"2134............", b"3124............"];
        let puzzles = cells.map(|cells| parse_cells(cells).unwrap());
        let mut decide = |puzzles: &[Puzzle]| {
            let answer = |puzzle: &Puzzle| {
                assert!(puzzle.grid().values()[0] != 2, "a two");
                let (verdict, effort, usage) = (Verdict::Multiple, Effort::default(), Usage::NONE);
                Answer { verdict, solutions: 2, solution: None, effort, usage }
            };
            puzzles.iter().map(answer).collect()
        };
        let mut told = Vec::new();
        let mut tell = |puzzle: &Puzzle, panic| told.push((puzzle_line(puzzle), panic));
        let answers = guarded(&puzzles, &mut decide, &mut tell);
        assert!(answers[0].is_some() && answers[1].is_none() && answers[2].is_some());
        assert_eq!(told, [("2134............".to_owned(), "a two".to_owned())]);
    }
}
