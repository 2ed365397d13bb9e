//! What a finished run has beside its tables: summaries, manifest, data card, `_SUCCESS`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Error;
use super::parts::Parts;
use crate::pipeline::{Config, Outcome, Sink as _};
use crate::readable::datable;
use crate::store::{
    InputFacts, PLAN, PartFacts, RunFile, Session, UnitFacts, UnitRecord, WriteError, read_file,
};
use crate::table::{Extra, Summary, data_card, is_data_card, literal};
use crate::version;

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const CARD: &str = "README.md";
/// The names of cards that were changed, up to their numbers.
const CARD_KEPT: &str = "README.md.kept-";
/// What the files beside the tables are, with their checksums.
const FILES: &str = "_state/files.json";

/// What the manifest says made it.
const TOOL: &str = "sudoku-lab";

/// Inputs that the data card names.
const INPUTS_NAMED: usize = 20;

/// Writes all that a finished run has beside its tables, and tables without rows if it has no
/// unit. `threads` is nothing where the processes that did the units may have had different
/// numbers. Returns the summary.
pub(super) fn finish(
    session: &Session,
    config: &Config,
    threads: Option<usize>,
    outcome: &mut Outcome,
) -> Result<Summary, Error> {
    let (folder, root) = (&session.folder, session.folder.root());
    if let Some(name) = foreign(root) {
        let name = root.join(name);
        let why = "it is none of the run's files, to be removed first";
        return Err(WriteError::new(name.display(), why).into());
    }
    keep_card(root)?;
    // Without locks the mark may be that of a process that has finished the same meanwhile: it stays true.
    if folder.is_alone() {
        folder.reopen()?;
    }
    if outcome.units.is_empty() {
        outcome.add(Parts::new(session, Extra::of(config)).commit(UnitFacts::default())?);
    }
    session.settle(&outcome.units)?;
    let summary = Summary::of_run(root)?;
    summary.write(folder)?;
    let manifest = manifest(&session.file, threads, outcome);
    let manifest = serde_json::to_vec_pretty(&manifest).expect("a manifest is plain data");
    folder.write(MANIFEST, &manifest)?;
    folder.write(CARD, card(root, config, outcome).as_bytes())?;
    let planned = folder.path(PLAN).exists().then_some(PLAN);
    let facts = |path: &str| {
        let facts = PartFacts::of_file(root, path.into());
        facts.map_err(|error| WriteError::new(path, error))
    };
    let files = beside_tables().chain(planned).map(facts).collect::<Result<Vec<_>, _>>()?;
    let files = serde_json::to_vec_pretty(&files).expect("facts are plain data");
    folder.write(FILES, &files)?;
    folder.finish()?;
    Ok(summary)
}

/// The files that every finished run has beside its tables.
fn beside_tables() -> impl Iterator<Item = &'static str> {
    Summary::FILES.into_iter().chain([MANIFEST, CARD])
}

/// The file in the place of one that a run has once it is finished, if that is another's. A run that
/// was finished before has its own.
fn foreign(root: &Path) -> Option<&'static str> {
    if root.join(FILES).exists() {
        return None;
    }
    let is_card = |text: &[u8]| str::from_utf8(text).is_ok_and(is_data_card);
    let is_manifest = |text: &[u8]| {
        serde_json::from_slice::<Value>(text).is_ok_and(|manifest| manifest["tool"] == TOOL)
    };
    let is_other = |name: &str, is_own: &dyn Fn(&[u8]) -> bool| {
        read_file(&root.join(name)).is_ok_and(|text| !is_own(&text))
    };
    if is_other(CARD, &is_card) {
        return Some(CARD);
    }
    is_other(MANIFEST, &is_manifest).then_some(MANIFEST)
}

/// Whether the card of a finished run is not as it was written: a user may have written into it.
pub(super) fn is_card_changed(root: &Path) -> bool {
    let facts = facts_beside(root).unwrap_or_default().into_iter().find(|file| file.path == CARD);
    let is_whole = |facts: PartFacts| matches!(facts.damage(root), Ok(None));
    !facts.is_none_or(is_whole) && root.join(CARD).is_file()
}

/// What becomes of it.
pub(super) fn card_kept() -> String {
    format!("{CARD} was changed; to be kept as {CARD_KEPT}N")
}

/// Keeps such a card beside the one that is written again.
fn keep_card(root: &Path) -> Result<(), WriteError> {
    if !is_card_changed(root) {
        return Ok(());
    }
    let names = (1..).map(|number| format!("{CARD_KEPT}{number}"));
    let mut free = names.map(|name| root.join(name)).filter(|path| !path.exists());
    let kept = free.next().expect("there are more numbers than files");
    fs::rename(root.join(CARD), &kept).map_err(|error| WriteError::new(kept.display(), error))
}

/// What a finished run has beside its tables.
fn facts_beside(root: &Path) -> Option<Vec<PartFacts>> {
    serde_json::from_slice(&read_file(&root.join(FILES)).ok()?).ok()
}

/// What is wrong with what a finished run has beside its tables, a sentence for each file.
pub(super) fn damage_beside(root: &Path) -> Vec<String> {
    let files = facts_beside(root);
    let is_whole = |files: &Vec<PartFacts>| {
        let has = |path| files.iter().any(|file| file.path == path);
        let are_own = files
            .iter()
            .all(|file| file.path == PLAN || beside_tables().any(|path| path == file.path));
        are_own && beside_tables().all(has)
    };
    let Some(files) = files.filter(is_whole) else {
        return vec![format!("{FILES}: it is gone or damaged")];
    };
    let damage = files.into_iter().filter_map(|file| {
        let damage = file.damage(root).unwrap_or_else(|error| Some(error.to_string()))?;
        Some(format!("{}: {damage}", file.path))
    });
    damage.collect()
}

fn manifest(file: &RunFile, threads: Option<usize>, outcome: &Outcome) -> Value {
    let mut settings = json!(file.identity.config);
    settings["threads"] = json!(threads);
    json!({
        "tool": TOOL,
        "version": version::VERSION,
        "commit": version::COMMIT,
        "schema_version": file.identity.schema_version,
        "cpu": machines(outcome, |record| &record.cpu),
        "simd": machines(outcome, |record| &record.simd),
        "started": file.started,
        "finished": humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string(),
        "config": settings,
        "lines": outcome.lines(),
        "puzzles": outcome.puzzles,
        "rejects": outcome.rejects,
        "unreadable": outcome.unreadable,
        "other_lines": outcome.other_lines(),
        "disagreements": outcome.disagreement_count,
        "inputs": outcome.inputs,
        "left_out": file.left_out,
        "parts": outcome.parts().collect::<Vec<_>>(),
    })
}

fn card(root: &Path, config: &Config, outcome: &Outcome) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let solvers: Vec<&str> = config.solvers.iter().map(|one| one.name()).collect();
    let inputs = outcome.inputs.iter().take(INPUTS_NAMED).map(|input| literal(&input.name));
    let inputs: Vec<String> = inputs.collect();
    let facts = [
        ("puzzles", outcome.puzzles.to_string()),
        ("lines", outcome.lines().to_string()),
        ("rejected", outcome.rejects.to_string()),
        (
            "other lines (blank, comments, headings, rows of grids)",
            outcome.other_lines().to_string(),
        ),
        ("of the rejected, unread rests of inputs", outcome.unreadable.to_string()),
        ("inputs", format!("{} ({})", outcome.inputs.len(), inputs.join(", "))),
        ("solvers", solvers.join(", ")),
        ("solutions looked for", config.count.to_string()),
        ("version", version::LONG.to_owned()),
        ("CPU", literal(&machines(outcome, |record| &record.cpu))),
    ];
    data_card(&literal(&name), &facts, Extra::of(config))
}

/// What the manifest of a finished run says of its inputs and parts; nothing if it is damaged.
pub(super) fn read_manifest(root: &Path) -> Option<Finished> {
    let finished: Finished = serde_json::from_slice(&read_file(&root.join(MANIFEST)).ok()?).ok()?;
    // No other file is believed to be the run's.
    finished.parts.iter().all(|part| part.unit().is_some()).then_some(finished)
}

/// What a finished run consists of.
#[derive(Deserialize)]
pub(super) struct Finished {
    /// The inputs, as they were read.
    pub(super) inputs: Vec<InputFacts>,
    /// Puzzles recorded.
    pub(super) puzzles: u64,
    /// Rejects that are the unread rest of an input.
    #[serde(default)]
    pub(super) unreadable: u64,
    /// The files of the tables.
    pub(super) parts: Vec<PartFacts>,
}

/// What the machines of a run's units were, each once.
fn machines(outcome: &Outcome, of: fn(&UnitRecord) -> &str) -> String {
    let all: BTreeSet<&str> = outcome.units.values().map(of).collect();
    all.into_iter().collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::super::{Run, outcome_of, run_file};
    use super::finish;
    use crate::interrupt::Interrupt;
    use crate::pipeline::Config;
    use crate::solver::find_solver;
    use crate::source::expand;
    use crate::store::{Session, is_finished};

    #[test]
    fn what_another_version_finished_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (input, root) = (folder.path().join("set.txt"), folder.path().join("run"));
        std::fs::write(&input, "1...............\n").unwrap();
        let config = || {
            let inputs = expand(&[&input], &[]).unwrap().inputs;
            Config::new(inputs, vec![find_solver("dlx").unwrap()])
        };
        let mut file = run_file(&config());
        file.identity.version = "of yesterday".into();
        let session = Session::begin(&root, file).unwrap();
        let run = Run::new(config(), session);
        let complete = |run: &Run| run.complete(&|_| (), &Interrupt::default()).unwrap();
        assert!(Run::resume_or_keep(config(), &root).is_err());
        assert_eq!(complete(&run).puzzles, 1);
        drop(run);
        assert!(Run::resume(config(), &root).is_err());
        let kept = Run::resume_or_keep(config(), &root).unwrap();
        assert!(kept.is_finished() && complete(&kept).puzzles == 1);
        drop(kept);
        // What has to be done again is done by the version that began it.
        std::fs::remove_file(root.join("_SUCCESS")).unwrap();
        assert!(Run::resume_or_keep(config(), &root).is_err());
    }

    /// A process that is not alone, as where there are no locks, may end in the middle when another has finished the run.
    #[test]
    fn the_mark_of_another_process_stays() {
        let place = tempfile::tempdir().unwrap();
        let (input, root) = (place.path().join("set.txt"), place.path().join("run"));
        std::fs::write(&input, "1...............\n").unwrap();
        let inputs = expand(&[&input], &[]).unwrap().inputs;
        let config = Config::new(inputs, vec![find_solver("dlx").unwrap()]);
        let run = Run::begin(config, &root).unwrap();
        run.plan(&|_| (), &Interrupt::default()).unwrap();
        drop(run);
        let join = || Run::join(&root, 0, 0, 1).unwrap();
        join().work(&|_| (), &Interrupt::default()).unwrap();
        Run::open_planned(&root, 1).unwrap().finalize().unwrap().unwrap();
        let late = join();
        std::fs::remove_file(root.join(super::CARD)).unwrap();
        std::fs::create_dir(root.join(super::CARD)).unwrap();
        let mut outcome = outcome_of(late.session.known.done.values(), Vec::new());
        assert!(finish(&late.session, &late.config, None, &mut outcome).is_err());
        assert!(is_finished(&root));
    }
}
