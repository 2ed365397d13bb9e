//! The options of all commands: the same name means the same.

use std::collections::BTreeMap;

use sudoku_lab::cli;

/// Options whose meaning depends on the command, as docs/COMMANDS.md says.
const OF_THE_COMMAND: [&str; 9] =
    ["count", "format", "out", "quiet", "rate", "resume", "seed", "steps", "strict"];

/// By option: each command that has it, and what its help says before the details.
fn options() -> BTreeMap<String, Vec<(String, String)>> {
    let mut options: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let arguments = cli::commands();
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
