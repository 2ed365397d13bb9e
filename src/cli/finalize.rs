//! `finalize`: the last step of a run, and what `run` ends with: summaries, manifest,
//! data card, `_SUCCESS`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use serde_json::{Value, json};

use super::exit;
use super::log::{LogArguments, counted};
use super::status::ranges;
use super::threads::Threads;
use crate::pipeline::{Config, Outcome};
use crate::store::{InputFacts, RunFile, Session, StoreError, UnitRecord, is_finished, read_plan};
use crate::table::{Summary, data_card};
use crate::version;

const MANIFEST: &str = "manifest.json";

/// Finish a planned run whose units are all done
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// Exit with 65 if any line was rejected
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(super) log: LogArguments,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let (log, dir) = (&arguments.log, &arguments.dir);
    let session = Session::take_up(dir)?;
    let result = complete(arguments, &session);
    session.folder.clean_up();
    let outcome = match result? {
        Ok(outcome) => outcome,
        Err(missing) => {
            let missing = ranges(&missing);
            log.warn(
                "missing",
                &format!("{} has units that are not done: {missing}", dir.display()),
            );
            return Ok(exit::UNFINISHED);
        }
    };
    let limit = session.file.identity.config.get("limit").and_then(Value::as_u64);
    Ok(verdict(log, arguments.strict, limit, &outcome))
}

/// What came of the run, or the units that are missing.
fn complete(arguments: &Arguments, session: &Session) -> anyhow::Result<Result<Outcome, Vec<u64>>> {
    let (known, file) = (&session.known, &session.file);
    for damage in &session.damaged {
        arguments.log.warn("damage", damage);
    }
    let Some(plan) = read_plan(&arguments.dir)? else {
        return Err(StoreError::NoPlan(arguments.dir.display().to_string()).into());
    };
    let missing: Vec<u64> = known.missing().collect();
    if !missing.is_empty() {
        return Ok(Err(missing));
    }
    let outcome = outcome_of_records(known.done.values(), plan.inputs);
    if !is_finished(&arguments.dir) {
        let config = Config::of_identity(&file.identity, &file.paths, Threads::default().number());
        let config =
            config.ok_or_else(|| exit::Usage("the run's configuration is unknown".into()))?;
        finish(&arguments.log, session, &arguments.dir, &config, None, &outcome)?;
    }
    Ok(Ok(outcome))
}

/// What came of a run, from the records of its units.
pub fn outcome_of_records<'a>(
    records: impl Iterator<Item = &'a UnitRecord>,
    inputs: Vec<InputFacts>,
) -> Outcome {
    let mut outcome = Outcome { inputs, ..Outcome::default() };
    records.for_each(|record| outcome.add(record.clone()));
    outcome
}

/// The inputs as the manifest of a finished run names them.
pub fn inputs_of_manifest(out: &Path) -> Vec<InputFacts> {
    let manifest: Option<Value> =
        fs::read(out.join(MANIFEST)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let inputs = manifest.map(|mut manifest| manifest["inputs"].take());
    inputs.and_then(|inputs| serde_json::from_value(inputs).ok()).unwrap_or_default()
}

/// Writes all that a finished run has beside its tables, and shows the summary. `threads`
/// is nothing where the processes that did the units may have had different numbers.
pub fn finish(
    log: &LogArguments,
    session: &Session,
    out: &Path,
    config: &Config,
    threads: Option<usize>,
    outcome: &Outcome,
) -> anyhow::Result<()> {
    let folder = &session.folder;
    let summary = Summary::of_run(out)?;
    summary.write(folder)?;
    let manifest = manifest(&session.file, threads, outcome);
    folder.write(MANIFEST, &serde_json::to_vec_pretty(&manifest)?)?;
    folder.write("README.md", card(out, config, outcome).as_bytes())?;
    folder.finish()?;
    if !log.is_quiet() {
        // The tables are the result, and they are there, whoever reads this.
        let _ = writeln!(
            io::stdout(),
            "{}{} and {} from {} in {}",
            summary.to_text(),
            counted(outcome.puzzles as usize, "puzzle"),
            counted(outcome.rejects as usize, "reject"),
            counted(outcome.lines as usize, "line"),
            out.display()
        );
    }
    log.tell("finished", "the run is finished", json!({ "puzzles": outcome.puzzles }));
    Ok(())
}

/// Tells what is wrong with the outcome of a run. Returns the exit code.
pub fn verdict(log: &LogArguments, strict: bool, limit: Option<u64>, outcome: &Outcome) -> u8 {
    // What `--limit` leaves unread is not missed.
    let is_wanted = limit.is_none_or(|limit| outcome.puzzles < limit);
    let broken: Vec<_> =
        outcome.inputs.iter().filter(|input| !input.complete && is_wanted).collect();
    for input in &broken {
        log.warn("input", &format!("{} could not be read to its end", input.name));
    }
    if outcome.puzzles == 0 && outcome.rejects > 0 {
        let hint = "the table `rejects` says why, `list formats` what is read";
        log.warn("no_puzzles", &format!("no line holds a puzzle: {hint}"));
    }
    if outcome.disagreement_count > 0 {
        for disagreement in &outcome.disagreements {
            log.warn("disagreement", &format!("DISAGREEMENT: {disagreement}"));
        }
        log.warn("disagreements", &format!("{} disagreements", outcome.disagreement_count));
        return exit::INTERNAL;
    }
    if broken.iter().any(|input| input.lines == 0) {
        return exit::DATA;
    }
    if strict && outcome.rejects > 0 {
        let rejects = counted(outcome.rejects as usize, "line");
        log.warn("rejects", &format!("{rejects} rejected, see the table `rejects`"));
        return exit::DATA;
    }
    exit::DONE
}

fn manifest(file: &RunFile, threads: Option<usize>, outcome: &Outcome) -> Value {
    let mut settings = json!(file.identity.config);
    settings["threads"] = json!(threads);
    json!({
        "tool": "sudoku-lab",
        "version": version::VERSION,
        "commit": version::COMMIT,
        "schema_version": file.identity.schema_version,
        "cpu": machines(outcome, |record| &record.cpu),
        "simd": machines(outcome, |record| &record.simd),
        "started": file.started,
        "finished": humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        "config": settings,
        "lines": outcome.lines,
        "puzzles": outcome.puzzles,
        "rejects": outcome.rejects,
        "disagreements": outcome.disagreement_count,
        "inputs": outcome.inputs,
        "parts": outcome.parts().collect::<Vec<_>>(),
    })
}

/// What the machines of a run's units were, each once.
fn machines(outcome: &Outcome, of: fn(&UnitRecord) -> &str) -> String {
    let all: BTreeSet<&str> = outcome.units.values().map(of).collect();
    all.into_iter().collect::<Vec<_>>().join("; ")
}

fn card(out: &Path, config: &Config, outcome: &Outcome) -> String {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let solvers: Vec<&str> = config.solvers.iter().map(|row| row.name).collect();
    let inputs: Vec<&str> = outcome.inputs.iter().take(20).map(|i| i.name.as_str()).collect();
    let facts = [
        ("puzzles", outcome.puzzles.to_string()),
        ("rejected lines", outcome.rejects.to_string()),
        ("inputs", format!("{} ({})", outcome.inputs.len(), inputs.join(", "))),
        ("solvers", solvers.join(", ")),
        ("solutions looked for", config.count.to_string()),
        ("version", version::LONG.to_owned()),
        ("CPU", machines(outcome, |record| &record.cpu)),
    ];
    data_card(&name, &facts)
}
