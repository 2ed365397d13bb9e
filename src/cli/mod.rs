//! The command line: arguments → configurations, results → text, errors → exit codes.
//!
//! One file per command. The only user of clap and anyhow; nothing else in the
//! library knows that there is a command line.

mod annotate;
mod audit;
mod augment;
mod check;
mod config;
mod conform;
mod convert;
mod dedup;
mod ending;
mod exit;
mod experiment;
mod explain;
mod finalize;
mod generate;
mod list;
mod log;
mod merge;
mod plan;
mod process;
mod progress;
mod rate;
mod report;
mod resume;
mod run;
mod serve;
mod sets;
mod solve;
mod split;
mod status;
mod stream;
mod stuck;
mod summarize;
mod target;
mod threads;
mod work;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::lanes::Backend;
use crate::pipeline::panic_in_words;
use crate::version;
use log::LogArguments;

/// A laboratory for Sudoku solvers.
#[derive(Parser)]
#[command(name = "sudoku-lab", version = version::LONG, about, max_term_width = 100)]
#[command(after_help = crate::solver::SOURCES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The commands by their modules; `log` marks those that say how they tell what goes on.
macro_rules! commands {
    ($($command:ident $module:ident $($log:ident)?,)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($command($module::Arguments),)*
        }

        impl Command {
            fn execute(&self) -> anyhow::Result<u8> {
                match self {
                    $(Command::$command(arguments) => $module::execute(arguments),)*
                }
            }

            /// How it tells what goes on, if there is a choice.
            fn log(&self) -> Option<&LogArguments> {
                match self {
                    $($(Command::$command(arguments) => Some(&arguments.$log),)?)*
                    _ => None,
                }
            }
        }
    };
}

commands! {
    Run run log,
    Resume resume log,
    Plan plan log,
    Work work log,
    Status status,
    Finalize finalize log,
    Merge merge log,
    Solve solve,
    Check check,
    Conform conform,
    Explain explain,
    Rate rate,
    Convert convert,
    Augment augment,
    Annotate annotate,
    Audit audit,
    Dedup dedup,
    Split split,
    Generate generate,
    Summarize summarize,
    Experiment experiment log,
    Report report,
    Serve serve,
    List list,
}

/// The commands and their options, as clap has them.
pub fn commands() -> clap::Command {
    Arguments::command()
}

/// Parses the program's arguments, runs the command, reports an error, and says
/// how it ended.
pub fn main() -> ExitCode {
    process::keep_freed();
    process::outlive_the_largest_size();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors, and go to stdout.
            if !error.use_stderr() {
                return match error.print() {
                    Err(why) if why.kind() != io::ErrorKind::BrokenPipe => {
                        ExitCode::from(exit::CANNOT_WRITE)
                    }
                    _ => ExitCode::SUCCESS,
                };
            }
            error.render().to_string().trim_end().split('\n').for_each(log::tell);
            return ExitCode::from(exit::USAGE);
        }
    };
    let command = arguments.command;
    if let Some(word) = Backend::unknown() {
        let names = Backend::ALL.map(Backend::name).join(", ");
        let message = format!("{} is `{word}`, none of {names}: ignored", Backend::VARIABLE);
        match command.log() {
            Some(log) => log.warn("environment", &message),
            None => log::warn(&message),
        }
    }
    // A panic is told as the command's error, and a solver's with its puzzle.
    std::panic::set_hook(Box::new(|_| ()));
    let result = catch_unwind(AssertUnwindSafe(|| command.execute())).unwrap_or_else(|panic| {
        Err(anyhow::anyhow!("internal error: {}", panic_in_words(panic.as_ref())))
    });
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
