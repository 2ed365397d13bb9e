//! `audit`: what sets of puzzles share up to symmetry.

use std::ffi::OsString;

use clap::Args;

use super::exit::{self, Usage};
use super::log::{show, warn};
use super::sets::SetsArguments;
use super::stuck;
use crate::sets::{Audit, AuditFormat, AuditSet, Level};

/// Count what sets of puzzles share: the same givens, puzzles that a symmetry takes to one another, puzzles
/// of one core, puzzles of one solution grid; within each set and between each two
#[derive(Args)]
pub struct Arguments {
    /// The sets, up to 256: each a file, a folder or a glob in quotes, or `-` for standard input
    #[arg(required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    sets: SetsArguments,
    /// What puzzles must have in common: exact, puzzle, core, grid; several with commas
    /// [default: all]
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = super::sets::level)]
    by: Vec<Level>,
    /// How to print it: table, csv, json
    #[arg(long, default_value = "table", value_parser = format)]
    format: AuditFormat,
    /// Of each count, name so many pairs of lines: the first
    #[arg(long, default_value_t = 3)]
    examples: usize,
    /// Exit with 65 if two sets have a key in common
    #[arg(long)]
    strict: bool,
}

fn format(name: &str) -> Result<AuditFormat, Usage> {
    AuditFormat::find(name).ok_or_else(|| Usage(format!("no format `{name}`: table, csv or json")))
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let set = |argument: &OsString| {
        let found = arguments.sets.selection.expand(std::slice::from_ref(argument), &warn)?;
        anyhow::Ok(AuditSet::new(argument, found.inputs))
    };
    let sets = arguments.inputs.iter().map(set).collect::<Result<Vec<_>, _>>()?;
    if sets.len() > AuditSet::MOST {
        return Err(
            Usage(format!("at most {} sets: name a folder for each", AuditSet::MOST)).into()
        );
    }
    let levels = if arguments.by.is_empty() { &Level::ALL[..] } else { &arguments.by };
    let workspace = arguments.sets.workspace(None);
    let audit = Audit { sets: &sets, levels, examples: arguments.examples, workspace: &workspace };
    let interrupt = stuck::catch_signals()?;
    let (audited, contents) = audit.run(&interrupt, &warn)?;
    let Some(audited) = audited else { return Ok(exit::of_interrupt(&interrupt)) };
    show(&audited.to_text(arguments.format))?;
    Ok(match exit::of_contents(&contents, &interrupt) {
        exit::DONE if arguments.strict && audited.is_overlapping() => exit::DATA,
        code => code,
    })
}
