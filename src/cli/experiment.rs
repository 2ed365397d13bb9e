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
use crate::study::{Experiment, Sample, Study, experiment_names};
use crate::table::Summary;

/// Repeat a published experiment: generate its puzzles, run its solvers, and set the figures
/// beside the published ones, claim by claim
#[derive(Args)]
#[command(after_help = crate::solver::SOURCES)]
pub struct Arguments {
    #[arg(help = format!("{}; or a TOML file like theirs", experiment_names()))]
    name: String,
    /// The folder to make: inputs, run, README.md with the report, table.csv, claims.csv
    #[arg(long)]
    out: PathBuf,
    /// What the numbers of puzzles are multiplied by; each set keeps at least one
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// The number of puzzles of one set, whatever the scale; repeatable
    #[arg(long, value_name = "SET=N")]
    count: Vec<String>,
    /// On how many puzzles of one set all solvers run, on all without it; repeatable
    #[arg(long, value_name = "SET=N")]
    shared: Vec<String>,
    /// The solvers that run on the puzzles beyond these: all but the controls without it
    #[arg(long, value_name = "SOLVERS", value_delimiter = ',')]
    beyond: Vec<String>,
    /// Go on with what is in the folder, or judge it anew; the file may have changed
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { name, out, scale, count, shared, beyond, resume, threads, log } = arguments;
    let sample = Sample::of(*scale).with(count)?.sharing(shared, beyond)?;
    let begin = if *resume { Study::resume } else { Study::begin };
    let study = begin(Experiment::find(name)?, out, sample.clone(), threads.number())?;
    let interrupt = Interrupt::catch_signals()?;
    let Some(findings) = study.complete(&display(log), &interrupt)? else {
        let [name, dir] = [name.as_ref(), out.as_path()].map(in_shell);
        let command = format!("`sudoku-lab experiment {name} --out {dir} {sample} --resume`");
        log.warn("stopped", &format!("stopped by a signal: go on with {command}"));
        return Ok(exit::of_interrupt(&interrupt));
    };
    findings.damaged.iter().for_each(|damage| log.warn("damage", damage));
    let folder = study.run_folder();
    show_summary(log, &Summary::of_run(&folder)?, &folder, &findings.outcome)?;
    show(&findings.report)?;
    Ok(DONE)
}
