//! `check`: validity and number of solutions, line by line.

use std::io::Write as _;

use clap::Args;

use super::stream::{self, StreamArguments};
use crate::grid::Layout;
use crate::run::record::Status;
use crate::solver::{Limit, Solver, reference};
use crate::source::{Block, Input};
use crate::text::parse_line;

/// Check puzzles: `line<TAB>verdict` for each, the verdict being `unique`, `multiple`,
/// `none` or `invalid: reason`
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    stream: StreamArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    stream::for_each_block(&arguments.stream, || {
        let mut solvers: Vec<(&'static Layout, Box<dyn Solver>)> = Vec::new();
        move |_: &Input, block| check_block(&mut solvers, &block)
    })
}

fn check_block(solvers: &mut Vec<(&'static Layout, Box<dyn Solver>)>, block: &Block) -> Vec<u8> {
    let lines: Vec<_> = block
        .lines()
        .filter_map(|(number, line)| {
            parse_line(line, block.dialect()).transpose().map(|puzzle| (number, puzzle))
        })
        .collect();
    let valid: Vec<_> = lines.iter().filter_map(|(_, puzzle)| puzzle.clone().ok()).collect();
    let mut verdicts = Vec::with_capacity(valid.len());
    for same_size in valid.chunk_by(|a, b| a.layout() == b.layout()) {
        let layout = same_size[0].layout();
        let known = solvers.iter().position(|(known, _)| *known == layout).unwrap_or_else(|| {
            solvers.push((layout, (reference(layout).build)()));
            solvers.len() - 1
        });
        let answers = solvers[known].1.solve_batch(same_size, &Limit::solutions(2));
        verdicts.extend(answers.into_iter().map(|answer| Status::Answered(answer.verdict).name()));
    }
    let mut verdicts = verdicts.into_iter();
    let mut text = Vec::new();
    for (number, puzzle) in lines {
        match puzzle {
            Ok(_) => writeln!(text, "{number}\t{}", verdicts.next().expect("one per puzzle")),
            Err(kind) => writeln!(text, "{number}\tinvalid: {kind}"),
        }
        .expect("a vector takes any text");
    }
    text
}
