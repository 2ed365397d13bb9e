//! The command line: arguments → configurations, results → text, errors → exit codes.
//!
//! One file per command. The only user of clap and anyhow; nothing else in the
//! library knows that there is a command line.

mod check;
mod config;
mod conform;
mod convert;
mod exit;
mod experiment;
mod explain;
mod finalize;
mod generate;
mod list;
mod log;
mod plan;
mod progress;
mod rate;
mod report;
mod run;
mod solve;
mod status;
mod stream;
mod summarize;
mod threads;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::version;
use log::LogArguments;

/// A laboratory for Sudoku solvers.
#[derive(Parser)]
#[command(name = "sudoku-lab", version = version::LONG, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Plan(plan::Arguments),
    Work(work::Arguments),
    Status(status::Arguments),
    Finalize(finalize::Arguments),
    Solve(solve::Arguments),
    Check(check::Arguments),
    Conform(conform::Arguments),
    Explain(explain::Arguments),
    Rate(rate::Arguments),
    Convert(convert::Arguments),
    Generate(generate::Arguments),
    Summarize(summarize::Arguments),
    Experiment(experiment::Arguments),
    Report(report::Arguments),
    List(list::Arguments),
}

impl Command {
    /// How it tells what goes on, if there is a choice.
    fn log(&self) -> Option<&LogArguments> {
        match self {
            Command::Run(arguments) => Some(&arguments.log),
            Command::Plan(arguments) => Some(&arguments.log),
            Command::Work(arguments) => Some(&arguments.log),
            Command::Finalize(arguments) => Some(&arguments.log),
            _ => None,
        }
    }
}

/// Parses the program's arguments, runs the command, reports an error, and says
/// how it ended.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors, and go to stdout.
            let code = if error.use_stderr() { exit::USAGE } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let command = arguments.command;
    let result = match &command {
        Command::Run(arguments) => run::execute(arguments),
        Command::Plan(arguments) => plan::execute(arguments),
        Command::Work(arguments) => work::execute(arguments),
        Command::Status(arguments) => status::execute(arguments),
        Command::Finalize(arguments) => finalize::execute(arguments),
        Command::Solve(arguments) => solve::execute(arguments),
        Command::Check(arguments) => check::execute(arguments),
        Command::Conform(arguments) => conform::execute(arguments),
        Command::Explain(arguments) => explain::execute(arguments),
        Command::Rate(arguments) => rate::execute(arguments),
        Command::Convert(arguments) => convert::execute(arguments),
        Command::Generate(arguments) => generate::execute(arguments),
        Command::Summarize(arguments) => summarize::execute(arguments),
        Command::Experiment(arguments) => experiment::execute(arguments),
        Command::Report(arguments) => report::execute(arguments),
        Command::List(arguments) => list::execute(arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let code = exit::code_of(&error);
            // Whoever reads our output has had enough; that is no failure to report.
            if !exit::is_broken_pipe(&error) {
                match command.log() {
                    Some(log) => log.fail(&format!("{error:#}")),
                    None => log::warn(&format!("{error:#}")),
                }
            }
            ExitCode::from(code)
        }
    }
}
