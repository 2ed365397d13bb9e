//! `check`: validity and number of solutions, and what external solvers say of them.

use std::io::Write as _;

use super::asked::asked;
use super::push_origin;
use crate::external::{External, ExternalError};
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::pipeline::record::{SolutionCount, Status};
use crate::pipeline::{CrossCheck, Terms, TimedAnswer, TimedExternal, probe};
use crate::solver::{Answer, Limit, ReferenceSolver, Verdict};
use crate::source::Block;
use crate::text::ParseErrorKind;

/// What is asked of external solvers: whether the solution is the only one.
const TERMS: Terms = Terms { count: 2, max_checks: None, time_limit: None };

/// What is said of puzzles.
pub struct CheckConfig {
    /// Programs that are asked, too.
    pub externals: Vec<&'static External>,
    /// Whether [its origin](push_origin) is appended to each answer.
    pub keep_input: bool,
}

/// The solvers of one thread.
pub struct Worker<'a> {
    reference: ReferenceSolver,
    externals: Vec<TimedExternal<'a>>,
}

impl CheckConfig {
    /// Starts each program once, to see that it answers.
    ///
    /// # Errors
    /// When one does not.
    pub fn probe(&self, interrupt: &Interrupt) -> Result<(), ExternalError> {
        probe(self.externals.iter().copied(), TERMS, interrupt)
    }

    /// The solvers of one thread, each set up when it is first needed.
    pub fn worker<'a>(&self, interrupt: &'a Interrupt) -> Worker<'a> {
        let timed = |&external| TimedExternal::new(external, TERMS, interrupt);
        let externals = self.externals.iter().map(timed).collect();
        Worker { reference: ReferenceSolver::default(), externals }
    }

    /// A line `number<TAB>verdict` for each puzzle of a block, the verdict being `unique`,
    /// `multiple`, `none` or `invalid: reason`, then `name=status` for each program. When
    /// interrupted, only the first of them. `tell` is told what goes wrong with a program, and
    /// `contradict` what it says that is not so.
    pub fn check_block(
        &self,
        worker: &mut Worker<'_>,
        set: &str,
        block: &Block,
        interrupt: &Interrupt,
        tell: &dyn Fn(&str),
        contradict: &dyn Fn(&str),
    ) -> Vec<u8> {
        let mut valid = Vec::with_capacity(block.len());
        let lines: Vec<(u64, &[u8], Option<ParseErrorKind>)> = block
            .puzzles()
            .map(|line| {
                (line.number, line.text, line.puzzle.map(|puzzle| valid.push(puzzle)).err())
            })
            .collect();
        let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
        let answers = worker.reference.decide(&valid, &limit);
        let externals = worker.externals.iter_mut();
        let others: Vec<(&'static str, Vec<TimedAnswer>)> = externals
            .map(|timed| {
                let of_one_kind = valid.chunk_by(|a, b| a.is_of_kind(b));
                (timed.name(), of_one_kind.flat_map(|some| asked(timed, some, tell)).collect())
            })
            .collect();
        let mut text = Vec::with_capacity(16 * lines.len());
        let mut place = 0..;
        for (number, line, wrong) in lines {
            match wrong {
                None => {
                    let place = place.next().expect("it has no end");
                    let said = others.iter().map(|(name, answers)| (*name, &answers[place]));
                    let is_cut = |(_, timed): (_, &TimedAnswer)| timed.status.is_limit();
                    let answer = &answers[place];
                    if answer.verdict == Verdict::Limit
                        || interrupt.is_set() && said.clone().any(is_cut)
                    {
                        break;
                    }
                    let status = Status::Verdict(answer.verdict).name();
                    write!(text, "{number}\t{status}").expect("a vector takes any text");
                    for (name, timed) in said.clone() {
                        write!(text, "\t{name}={}", timed.status.name())
                            .expect("a vector takes any text");
                    }
                    let of = (set, number);
                    if !others.is_empty()
                        && let Some(what) = contradictions(&valid[place], answer, said, of)
                    {
                        contradict(&what);
                    }
                }
                Some(kind) => {
                    write!(text, "{number}\tinvalid: {kind}").expect("a vector takes any text");
                }
            }
            if self.keep_input {
                push_origin(&mut text, set, number, line);
            }
            text.push(b'\n');
        }
        text
    }
}

/// What programs say that is not so.
fn contradictions<'a>(
    puzzle: &Puzzle,
    answer: &Answer,
    said: impl Iterator<Item = (&'static str, &'a TimedAnswer)>,
    (set, number): (&str, u64),
) -> Option<String> {
    let solution = answer.solution.as_ref();
    let mut check = CrossCheck::new(puzzle, SolutionCount::of(answer.verdict), solution);
    for (name, timed) in said {
        check.add(name, timed.answer.as_ref());
    }
    check.contradictions(&format_args!("{set}:{number}"))
}
