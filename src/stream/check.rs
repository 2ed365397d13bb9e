//! `check`: validity and number of solutions.

use std::io::Write as _;

use super::push_origin;
use crate::interrupt::Interrupt;
use crate::pipeline::record::Status;
use crate::solver::{Limit, ReferenceSolver, Verdict};
use crate::source::Block;
use crate::text::ParseErrorKind;

/// A line `number<TAB>verdict` for each puzzle of a block, the verdict being `unique`,
/// `multiple`, `none` or `invalid: reason`. When interrupted, only the first of them. With
/// the name of a set, each with [its origin](push_origin).
pub fn check_block(
    reference: &mut ReferenceSolver,
    block: &Block,
    origin: Option<&str>,
    interrupt: &Interrupt,
) -> Vec<u8> {
    let mut valid = Vec::with_capacity(block.len());
    let lines: Vec<(u64, &[u8], Option<ParseErrorKind>)> = block
        .puzzles()
        .map(|line| (line.number, line.text, line.puzzle.map(|puzzle| valid.push(puzzle)).err()))
        .collect();
    let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
    let mut answers = reference.decide(&valid, &limit).into_iter();
    let mut text = Vec::with_capacity(16 * lines.len());
    for (number, line, wrong) in lines {
        match wrong {
            None => match answers.next().expect("one per puzzle").verdict {
                Verdict::Limit => break,
                verdict => write!(text, "{number}\t{}", Status::Verdict(verdict).name()),
            },
            Some(kind) => write!(text, "{number}\tinvalid: {kind}"),
        }
        .expect("a vector takes any text");
        origin.inspect(|set| push_origin(&mut text, set, number, line));
        text.push(b'\n');
    }
    text
}
