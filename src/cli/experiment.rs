//! `experiment`: a study repeated, its table beside the published one.

use std::path::PathBuf;

use clap::Args;

use super::exit::{self, DONE};
use super::finalize::show_summary;
use super::log::{LogArguments, show};
use super::progress::display;
use super::threads::Threads;
use crate::interrupt::Interrupt;
use crate::readable::in_shell;
use crate::study::{Experiment, Study};
use crate::table::Summary;

/// Repeat a published experiment: generate its puzzles, run its solvers, and set the figures
/// beside the published ones, claim by claim
#[derive(Args)]
#[command(after_help = crate::solver::SOURCES)]
pub struct Arguments {
    /// hr12-9x9, hr12-strategies, hr12-16x16, aw15, php16, php16-first, b09 or attribution; or a TOML file like theirs
    name: String,
    /// The folder to make: inputs, the run, README.md with the report, table.csv
    #[arg(long)]
    out: PathBuf,
    /// The share of the puzzles to make, above 0 up to 1, for a trial; each set keeps at
    /// least one
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Go on with the unfinished experiment in the folder, or recompute the verdicts of a
    /// finished one; the file may have changed
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { name, out, scale, resume, threads, log } = arguments;
    let begin = if *resume { Study::resume } else { Study::begin };
    let study = begin(Experiment::find(name)?, out, *scale, threads.number())?;
    let interrupt = Interrupt::catch_signals()?;
    let Some(findings) = study.complete(&display(log), &interrupt)? else {
        let [name, dir] = [name.as_ref(), out.as_path()].map(in_shell);
        let command = format!("sudoku-lab experiment {name} --out {dir} --scale {scale} --resume");
        log.warn("stopped", &format!("stopped by a signal: go on with `{command}`"));
        return Ok(exit::of_interrupt(&interrupt));
    };
    for damage in &findings.damaged {
        log.warn("damage", &format!("{damage}; it was done again"));
    }
    let folder = study.run_folder();
    show_summary(log, &Summary::of_run(&folder)?, &folder, &findings.outcome);
    show(&findings.report)?;
    Ok(DONE)
}
