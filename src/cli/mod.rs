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
mod merge;
mod plan;
mod progress;
mod rate;
mod report;
mod resume;
mod run;
mod solve;
mod status;
mod stream;
mod summarize;
mod threads;
mod work;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Generate generate,
    Summarize summarize,
    Experiment experiment log,
    Report report,
    List list,
}

/// Parses the program's arguments, runs the command, reports an error, and says
/// how it ended.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors, and go to stdout.
            if !error.use_stderr() {
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            error.render().to_string().trim_end().split('\n').for_each(log::tell);
            return ExitCode::from(exit::USAGE);
        }
    };
    let command = arguments.command;
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::CommandFactory as _;

    use super::*;

    /// Options whose meaning depends on the command, as docs/COMMANDS.md says.
    const OF_THE_COMMAND: [&str; 7] =
        ["count", "format", "out", "quiet", "resume", "seed", "strict"];

    /// By option: each command that has it, and what its help says before the details.
    fn options() -> BTreeMap<String, Vec<(String, String)>> {
        let mut options: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        let arguments = Arguments::command();
        for command in arguments.get_subcommands() {
            for option in command.get_arguments() {
                let Some(name) = option.get_long() else { continue };
                let help = option.get_help().expect("every option has a help").to_string();
                let gist = help.split([';', '[']).next().unwrap_or_default().trim().to_owned();
                let values = option.get_value_names().unwrap_or_default().join(" ");
                let gist = if values.is_empty() { gist } else { format!("<{values}> {gist}") };
                options.entry(name.into()).or_default().push((command.get_name().into(), gist));
            }
        }
        options
    }

    #[test]
    fn an_option_means_the_same_wherever_it_is() {
        for (name, commands) in options() {
            let (first, meaning) = &commands[0];
            for (command, other) in &commands {
                let same = OF_THE_COMMAND.contains(&name.as_str()) || other == meaning;
                assert!(same, "--{name} of {first}: {meaning}; of {command}: {other}");
            }
        }
        for name in OF_THE_COMMAND {
            assert!(options()[name].len() > 1, "--{name} is of one command only");
        }
    }

    #[test]
    fn commands_that_take_long_have_threads_and_those_that_read_puzzles_a_limit() {
        let options = options();
        let of = |name: &str| options[name].iter().map(|(command, _)| command.as_str());
        for command in ["solve", "check", "explain", "rate", "convert", "run", "plan"] {
            assert!(of("threads").any(|name| name == command), "{command}");
            assert!(of("limit").any(|name| name == command), "{command}");
        }
    }

    /// The table of options in the manual.
    #[test]
    fn the_manual_lists_every_option() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/COMMANDS.md");
        let manual = std::fs::read_to_string(path).unwrap();
        let row = |(name, commands): (String, Vec<(String, String)>)| {
            let names: Vec<&str> = commands.iter().map(|(name, _)| name.as_str()).collect();
            format!("| `--{name}` | {} |", names.join(", "))
        };
        let rows: Vec<String> = options().into_iter().map(row).collect();
        for row in &rows {
            assert!(manual.contains(row), "docs/COMMANDS.md lacks a row of\n{}", rows.join("\n"));
        }
    }
}
