//! One thread of `annotate`: rows in, the columns that are added out.

use super::config::{Annotate, Bounds};
use crate::grid::{Grid, Puzzle, is_solution};
use crate::interrupt::Interrupt;
use crate::keys::Keyer;
use crate::pipeline::measure::cpu_time_is_up;
use crate::pipeline::record::{SolutionCount, Status};
use crate::rate::{Depths, ExactRater, Graded, HodokuRater};
use crate::solver::{Limit, ReferenceSolver, Solver, Verdict, counting_checks, find_solver};
use crate::source::Block;
use crate::store::WriteError;
use crate::table::RowGroup;
use crate::table::annotation::{Annotation, push};
use crate::table::beside;

/// Of a row that a reader of lines would pass over.
const NO_PUZZLE: &str = "length: the row holds no puzzle";

/// Finds what is known of puzzles; one per thread.
pub(super) struct Annotator<'a> {
    config: &'a Annotate<'a>,
    interrupt: &'a Interrupt,
    reference: ReferenceSolver,
    keyer: Keyer,
    ser: ExactRater,
    hodoku: HodokuRater,
    depths: Depths,
    logic: Box<dyn Solver>,
}

impl<'a> Annotator<'a> {
    pub(super) fn new(config: &'a Annotate<'a>, interrupt: &'a Interrupt) -> Annotator<'a> {
        let logic = find_solver("logic").expect("it is in the table");
        Annotator {
            config,
            interrupt,
            reference: ReferenceSolver::default(),
            keyer: Keyer::default(),
            ser: ExactRater::default(),
            hodoku: HodokuRater::default(),
            depths: Depths::default(),
            logic: (logic.build)(),
        }
    }

    /// The columns of the rows of a block, in pieces that each belong to one row group; when
    /// interrupted, whatever there is.
    pub(super) fn block(
        &mut self,
        block: &Block,
        layout: &beside::Layout,
        bounds: &Bounds,
    ) -> Result<Vec<RowGroup>, WriteError> {
        let mut found = block.puzzles().peekable();
        let (mut puzzles, mut rejects) = (Vec::new(), Vec::new());
        for (number, _) in block.lines() {
            match found.next_if(|line| line.number == number).map(|line| line.puzzle) {
                Some(Ok(puzzle)) => {
                    puzzles.push(puzzle);
                    rejects.push(None);
                }
                Some(Err(kind)) => rejects.push(Some(format!("{}: {kind}", kind.reason()))),
                None => rejects.push(Some(NO_PUZZLE.into())),
            }
        }
        let mut annotations = self.annotations(&puzzles).into_iter();
        let (mut pieces, mut rows) = (Vec::new(), layout.rows());
        for (number, reject) in (block.first_line()..).zip(rejects) {
            let annotation = match reject {
                Some(reject) => Annotation { reject, ..Annotation::default() },
                None => annotations.next().unwrap_or_default(),
            };
            push(&mut rows, self.config.added, bounds.rows_before + number, &annotation);
            if bounds.ends.binary_search(&number).is_ok() {
                pieces.push(layout.encode(std::mem::replace(&mut rows, layout.rows()))?);
            }
        }
        if rows.rows() > 0 {
            pieces.push(layout.encode(rows)?);
        }
        Ok(pieces)
    }

    fn annotations(&mut self, puzzles: &[Puzzle]) -> Vec<Annotation> {
        let mut all = Vec::with_capacity(puzzles.len());
        for same_size in puzzles.chunk_by(|a, b| a.layout() == b.layout()) {
            let counted = self.count(same_size);
            let keys = self.config.added.keys.then(|| {
                let solutions = counted.iter().map(|(_, solution)| solution.as_ref());
                self.keyer.keys(same_size, solutions)
            });
            for (place, (puzzle, (count, solution))) in same_size.iter().zip(counted).enumerate() {
                if self.interrupt.is_set() {
                    return all;
                }
                let keys = keys.as_ref().map(|keys| keys[place]);
                let known = Annotation { count: Some(count), keys, ..Annotation::default() };
                all.push(self.rate(puzzle, Annotation { solution, ..known }));
            }
        }
        all
    }

    /// The numbers of solutions, and the solutions that are the only ones.
    fn count(&mut self, puzzles: &[Puzzle]) -> Vec<(SolutionCount, Option<Grid>)> {
        let stop = || self.interrupt.is_set();
        let checks = counting_checks(puzzles[0].layout());
        let limit = Limit { checks, stop: &stop, ..Limit::solutions(2) };
        let answers = self.reference.decide(puzzles, &limit);
        let counted = answers.into_iter().zip(puzzles).map(|(answer, puzzle)| {
            let right = |grid: &Grid| {
                assert!(is_solution(grid, puzzle), "the reference solver gives no solution");
                true
            };
            match answer.verdict {
                Verdict::None => (SolutionCount::Exactly(0), None),
                Verdict::Unique => (SolutionCount::Exactly(1), answer.solution.filter(right)),
                Verdict::Multiple => (SolutionCount::Several, None),
                _ => (SolutionCount::Unknown, None),
            }
        });
        counted.collect()
    }

    /// Adds what ratings and strategies say of a puzzle.
    fn rate(&mut self, puzzle: &Puzzle, mut known: Annotation) -> Annotation {
        let &Annotate { added, max_checks, time_limit, .. } = self.config;
        let checks = max_checks.unwrap_or(u64::MAX);
        let interrupt = self.interrupt;
        // Each has the limit to itself.
        let in_time = || {
            let is_late = cpu_time_is_up(time_limit);
            move || interrupt.is_set() || is_late()
        };
        let is_unique = known.count == Some(SolutionCount::Exactly(1));
        if added.ser && is_unique && puzzle.is_ordinary_nine() {
            known.ser = Some(self.ser.rate_unique(puzzle, checks, &in_time()).ratings);
        }
        if added.hodoku && is_unique {
            known.hodoku = match self.hodoku.rate(puzzle, checks, &in_time()) {
                Graded::Exact(grade, _) => grade.whole.then_some((grade.level, grade.score)),
                Graded::Near(rating) => rating.solved.then_some((rating.level, rating.score)),
            };
        }
        if added.te_depth && is_unique {
            known.te_depth = self.depths.of(puzzle, &in_time());
        }
        if added.strategies {
            let stop = in_time();
            let limit = Limit { checks, stop: &stop, ..Limit::solutions(2) };
            let answer = self.logic.solve(puzzle, &limit);
            known.logic = Some((Status::Verdict(answer.verdict), answer.usage));
        }
        known
    }
}
