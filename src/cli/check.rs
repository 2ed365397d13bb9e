//! `check`: validity and number of solutions, line by line.

use std::io::Write as _;

use clap::Args;

use super::stream::{self, StreamArguments};
use crate::pipeline::record::Status;
use crate::solver::{Limit, Referee};
use crate::source::{Block, Input};
use crate::text::ParseErrorKind;

/// Check puzzles: `line<TAB>verdict` for each, the verdict being `unique`, `multiple`,
/// `none` or `invalid: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    stream::for_each_block(&arguments.stream, stream::BATCH, || {
        let mut referee = Referee::default();
        move |_: &Input, block| check_block(&mut referee, &block)
    })
}

fn check_block(referee: &mut Referee, block: &Block) -> Vec<u8> {
    let mut valid = Vec::with_capacity(block.len());
    let lines: Vec<(u64, Option<ParseErrorKind>)> = block
        .puzzles()
        .map(|line| (line.number, line.puzzle.map(|puzzle| valid.push(puzzle)).err()))
        .collect();
    let mut answers = referee.decide(&valid, &Limit::solutions(2)).into_iter();
    let mut text = Vec::new();
    for (number, wrong) in lines {
        match wrong {
            None => {
                let answer = answers.next().expect("one per puzzle");
                writeln!(text, "{number}\t{}", Status::Verdict(answer.verdict).name())
            }
            Some(kind) => writeln!(text, "{number}\tinvalid: {kind}"),
        }
        .expect("a vector takes any text");
    }
    text
}
