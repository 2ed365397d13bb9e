//! `experiment`: a study repeated, its table beside the published one.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context as _;
use clap::{Args, Parser};
use serde::{Deserialize, Serialize};

use super::exit::{DONE, Usage};
use super::threads::Threads;
use super::{generate, run};
use crate::experiment::{EXPERIMENTS, Experiment, Recipe, evaluate, to_csv, to_markdown};
use crate::store::FolderError;
use crate::store::cpu_model;
use crate::table::statistics::{Statistics, Wanted};
use crate::version;

/// Repeat a published experiment: generate its puzzles, run its solvers, and set the figures
/// beside the published ones, claim by claim
#[derive(Args)]
pub struct Arguments {
    /// hr12-9x9, hr12-strategies, hr12-16x16, aw15, php16 or b09; or a TOML file like theirs
    name: String,
    /// The folder to make: inputs, the run, README.md with the report, table.csv
    #[arg(long)]
    out: PathBuf,
    /// The share of the puzzles to make, for a trial; each set keeps at least one
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f64,
    /// Go on with the unfinished experiment in the folder, or judge a finished one anew
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    threads: Threads,
    /// Show no progress and no summary of the run
    #[arg(long)]
    quiet: bool,
}

/// What the folder was made for.
const BEGUN: &str = "experiment.json";

fn scale(text: &str) -> Result<f64, Usage> {
    let scale = text.parse().ok().filter(|scale| *scale > 0.0 && *scale <= 1.0);
    scale.ok_or_else(|| Usage(format!("`{text}` is not a share, above 0 up to 1")))
}

/// Options of another command, as they would be typed.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Typed<A: Args> {
    #[command(flatten)]
    arguments: A,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (experiment, text) = find(&arguments.name)?;
    let (inputs, run_folder) = (arguments.out.join("inputs"), arguments.out.join("run"));
    create(arguments, &inputs, &Begun { scale: arguments.scale, experiment: text })?;
    for input in &experiment.inputs {
        for set in &input.sets {
            let file = inputs.join(format!("{set}.txt"));
            if !file.exists() {
                // Under another name until it is whole.
                let part = arguments.out.join(format!("{set}.part"));
                make(arguments, set, &input.recipe, &part)?;
                fs::rename(&part, &file).with_context(|| file.display().to_string())?;
            }
        }
    }
    let mut options: Vec<OsString> = vec![inputs.into(), "--out".into(), (&run_folder).into()];
    options.extend(experiment.run.split_whitespace().map(OsString::from));
    options.extend(arguments.threads.option());
    options.extend(arguments.quiet.then(|| "--quiet".into()));
    options.extend(arguments.resume.then(|| "--resume".into()));
    let code = run::execute(&typed(options)?)?;
    if code != DONE {
        return Ok(code);
    }
    let wanted = Wanted { pairs: true, ..Wanted::default() };
    let statistics = Statistics::of_run(&run_folder, wanted)?;
    let (table, judgements) = evaluate(&experiment, &statistics);
    let facts = facts(arguments, &experiment);
    let report = to_markdown(&arguments.name, &experiment, &facts, &table, &judgements);
    write(&arguments.out.join("table.csv"), &to_csv(&experiment, &table))?;
    write(&arguments.out.join("README.md"), &report)?;
    io::stdout().write_all(report.as_bytes())?;
    Ok(DONE)
}

/// What an experiment's folder was made for.
#[derive(PartialEq, Serialize, Deserialize)]
struct Begun {
    scale: f64,
    /// The text of its definition.
    experiment: String,
}

/// The experiment of this name, and its text.
fn find(name: &str) -> anyhow::Result<(Experiment, String)> {
    let text = match EXPERIMENTS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => (*text).to_owned(),
        None if name.ends_with(".toml") => {
            fs::read_to_string(name).map_err(|error| Usage(format!("{name}: {error}")))?
        }
        None => {
            let names: Vec<&str> = EXPERIMENTS.iter().map(|&(name, _)| name).collect();
            let names = names.join(", ");
            return Err(Usage(format!("no experiment `{name}`: there are {names}")).into());
        }
    };
    let experiment = Experiment::parse(&text);
    Ok((experiment.map_err(|error| Usage(format!("{name}: {error}")))?, text))
}

/// Makes the folder, or takes one that was begun for the same.
fn create(arguments: &Arguments, inputs: &Path, begins: &Begun) -> anyhow::Result<()> {
    let out = &arguments.out;
    let name = || out.display().to_string();
    let is_used = |folder: &Path| folder.read_dir().is_ok_and(|mut all| all.next().is_some());
    if is_used(out) && !arguments.resume {
        return Err(FolderError::NotEmpty(name()).into());
    }
    fs::create_dir_all(inputs).map_err(|error| FolderError::Unwritable(name(), error))?;
    let place = out.join(BEGUN);
    // What was killed before it had made anything is begun anew.
    if !is_used(inputs) {
        return write(&place, &serde_json::to_string_pretty(begins)?);
    }
    let begun: Option<Begun> =
        fs::read(&place).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let difference = match begun {
        None => "no experiment".to_owned(),
        Some(begun) if begun.experiment != begins.experiment => "another experiment".to_owned(),
        Some(begun) if begun.scale != begins.scale => {
            format!("the experiment at --scale {}", begun.scale)
        }
        Some(_) => return Ok(()),
    };
    Err(Usage(format!("{} holds {difference}", name())).into())
}

/// Makes the puzzles of a set.
fn make(arguments: &Arguments, set: &str, recipe: &Recipe, file: &Path) -> anyhow::Result<()> {
    let options = match recipe {
        Recipe::Puzzles { puzzles } => return write(file, &(puzzles.join("\n") + "\n")),
        Recipe::Generate { generate, count } => {
            let count = scaled(*count, arguments.scale);
            format!("{} --count {count}", generate.replace("{set}", set))
        }
    };
    let mut options: Vec<OsString> = options.split_whitespace().map(OsString::from).collect();
    options.extend(["--out".into(), file.into()]);
    options.extend(arguments.threads.option());
    generate::execute(&typed(options)?).with_context(|| format!("the set {set}"))?;
    Ok(())
}

fn scaled(count: u64, scale: f64) -> u64 {
    (count as f64 * scale).round().max(1.0) as u64
}

/// What made the figures, and how to make them again.
fn facts(arguments: &Arguments, experiment: &Experiment) -> Vec<String> {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let date = now.split('T').next().unwrap_or_default();
    let mut facts = vec![format!("sudoku-lab {}, {}, {date}", version::LONG, cpu_model())];
    if arguments.scale < 1.0 {
        facts.push(format!(
            "**A trial at scale {}, whose rulings are no findings**",
            arguments.scale
        ));
    }
    for input in &experiment.inputs {
        if let Recipe::Generate { generate, count } = &input.recipe {
            let count = scaled(*count, arguments.scale);
            let options = format!("{generate} --count {count} --out inputs/{{set}}.txt");
            facts.push(format!("`sudoku-lab generate {options}` for each set"));
        }
    }
    facts.push(format!("`sudoku-lab run inputs --out run {}`", experiment.run));
    facts
}

fn typed<A: Args>(options: Vec<OsString>) -> Result<A, Usage> {
    match Typed::try_parse_from(options) {
        Ok(Typed { arguments }) => Ok(arguments),
        Err(error) => Err(Usage(error.to_string())),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}
