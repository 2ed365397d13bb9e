//! A run: the pipeline, its folder and its tables put together.
//!
//! ```text
//! begin or resume ──▶ complete ──▶ finished: summary, manifest, data card, _SUCCESS
//!                        └───────▶ stopped: resume goes on where it stopped
//! begin ──▶ plan; join ──▶ work, by any number of processes; open ──▶ finalize
//! ```
//!
//! ```no_run
//! use sudoku_lab::{interrupt::Interrupt, pipeline::Config, run::Run, solver, source};
//!
//! let solvers = vec![solver::find_solver("fast").unwrap()];
//! let config = Config::new(source::expand(&["sets"], &[])?.inputs, solvers);
//! let run = Run::begin(config, "night".as_ref())?;
//! let outcome = run.complete(&|_| (), &Interrupt::default())?;
//! println!("{} puzzles, finished: {}", outcome.puzzles, outcome.stopped.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contents;
mod error;
mod find;
mod finish;
mod merge;
mod observe;
mod parts;
mod sources;
mod status;
mod unchanged;

use std::cell::RefCell;
use std::path::Path;
use std::time::SystemTime;

use crate::interrupt::Interrupt;
use crate::pipeline::{self, Config, Destination, Outcome};
use crate::readable::datable;
use crate::source::{Input, InputError, Place};
use crate::store::{
    Folder, Plan, RunFile, Session, StoreError, UnitRecord, is_finished, read_plan,
};
use crate::table::schema::SCHEMA_VERSION;
use crate::table::{Extra, ParquetEncoder, Summary};
use crate::version;
use contents::{Damage, all_damage_of, damage_of};
pub use contents::{cautions, damage, have_same_inputs, parts_of, statistics, statistics_of};
pub use error::Error;
pub use find::{holds_links, runs_under};
use finish::{card_kept, finish, is_card_changed, read_manifest};
pub use merge::merge;
pub use observe::{Extent, News, Report};
use observe::{PROGRESS, SHARE, observed};
use parts::Parts;
pub use sources::sources;
pub use status::{INPUT_AGAIN, State, Status, status};
use unchanged::{same_inputs, start_externals, unchanged};

/// A run that this process has a share in. Its own scratch space is removed with it.
pub struct Run {
    config: Config,
    session: Session,
    /// What its tables say, if this process has finished it.
    summary: RefCell<Option<Summary>>,
}

impl Run {
    /// Begins a run in an empty folder, or one that is not there yet.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written to.
    pub fn begin(config: Config, root: &Path) -> Result<Run, Error> {
        // A folder that is in the way is told first: programs may take long to start.
        if !Folder::holds_run(root) {
            start_externals(&config)?;
        }
        let session = Session::begin(root, run_file(&config))?;
        Ok(Run::new(config, session))
    }

    /// Takes up the run in a folder, or begins it if there is none.
    ///
    /// # Errors
    /// When another run is in the folder, or another process is at work on it.
    pub fn resume(config: Config, root: &Path) -> Result<Run, Error> {
        Run::resume_as(run_file(&config), config, root)
    }

    /// The same, and what another version of the program finished stays.
    ///
    /// # Errors
    /// As [`Run::resume`].
    pub fn resume_or_keep(config: Config, root: &Path) -> Result<Run, Error> {
        let mut file = run_file(&config);
        if is_finished(root) && damage_of(root, false, false)?.is_empty() {
            file.identity.version = RunFile::read(root)?.identity.version;
        }
        Run::resume_as(file, config, root)
    }

    fn resume_as(file: RunFile, config: Config, root: &Path) -> Result<Run, Error> {
        let is_new = !Folder::holds_run(root);
        // What cannot be begun leaves nothing behind.
        if is_new {
            start_externals(&config)?;
        }
        let run = Run::new(config, Session::resume(root, file)?).checked()?;
        same_inputs(&run.config, root)?;
        if is_new { Ok(run) } else { run.with_externals() }
    }

    /// Takes up the run in a folder, whatever it is.
    ///
    /// # Errors
    /// When there is none, another version began it, an input is missing or has changed, or
    /// another process is at work on it.
    pub fn open(root: &Path, threads: usize) -> Result<Run, Error> {
        // Nothing is taken apart that cannot be made whole.
        let changed = config_of(root, threads).and_then(|(file, config)| unchanged(&config, &file));
        if changed.is_err() && !(is_finished(root) && damage(root, true)?.is_empty()) {
            changed?;
        }
        let run = Run::of_session(Session::take_up(root)?, threads)?.checked()?;
        if run.is_finished() { Ok(run) } else { run.unchanged()?.with_externals() }
    }

    /// Takes up a planned run to finish it.
    ///
    /// # Errors
    /// When there is none, another version planned it, units are not those of the plan, or
    /// another process is at work on it.
    pub fn open_planned(root: &Path, threads: usize) -> Result<Run, Error> {
        config_of(root, threads)?;
        Run::of_session(Session::finalize(root)?, threads)?.checked()
    }

    /// The run, not finished if it does not hold what its manifest says. Its mark stays until
    /// something is written.
    fn checked(mut self) -> Result<Run, Error> {
        if self.is_finished() {
            let Damage { problems, .. } = all_damage_of(self.root(), false, false)?;
            let problems = problems.iter().map(|problem| format!("{problem}; to be done again"));
            self.session.damaged.extend(problems);
            self.session.damaged.extend(is_card_changed(self.root()).then(card_kept));
        }
        let strays = self.session.strays.iter().map(|stray| format!("{stray}; to be removed"));
        self.session.damaged.extend(strays);
        Ok(self)
    }

    /// The run, whose inputs are there and have the sizes they had, and the checksums if it was finished.
    fn unchanged(self) -> Result<Run, Error> {
        unchanged(&self.config, &self.session.file)?;
        same_inputs(&self.config, self.root())?;
        Ok(self)
    }

    /// Takes part in a planned run: in the units from the first to the last.
    ///
    /// # Errors
    /// When there is no plan or no such unit, an input is missing or has changed, or a process
    /// is at work on the run alone.
    pub fn join(root: &Path, first: u64, last: u64, threads: usize) -> Result<Run, Error> {
        let (file, config) = config_of(root, threads)?;
        unchanged(&config, &file)?;
        Run::of_session(Session::join(root, first, last)?, threads)?.with_externals()
    }

    /// The run, whose external solvers answer, if there is something left to do for them.
    fn with_externals(self) -> Result<Run, Error> {
        if !self.is_finished() {
            start_externals(&self.config)?;
        }
        Ok(self)
    }

    fn of_session(session: Session, threads: usize) -> Result<Run, Error> {
        let config = config_of_file(&session.file, session.folder.root(), threads)?;
        Ok(Run::new(config, session))
    }

    /// A share in the run of a session, which has this configuration.
    fn new(config: Config, session: Session) -> Run {
        Run { config, session, summary: RefCell::default() }
    }

    /// Its folder.
    fn root(&self) -> &Path {
        self.session.folder.root()
    }

    /// What it does.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What is damaged or does not belong to the run, each with the reason and what becomes of it.
    pub fn damaged(&self) -> &[String] {
        &self.session.damaged
    }

    /// Units that were done before.
    pub fn units_done(&self) -> u64 {
        self.session.known.done.len() as u64
    }

    /// What its tables say, if this process has finished it; once.
    pub fn take_summary(&self) -> Option<Summary> {
        self.summary.take()
    }

    /// Whether the run is finished and whole.
    pub fn is_finished(&self) -> bool {
        is_finished(self.root()) && self.session.damaged.is_empty()
    }

    /// Does what is left of the run and finishes it, unless it is stopped before. `news` is
    /// told now and then how far it is, on a thread of its own.
    ///
    /// # Errors
    /// When the inputs have changed, or the results cannot be written.
    pub fn complete(
        &self,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        if self.is_finished() {
            let inputs = read_manifest(self.root()).map_or(Vec::new(), |manifest| manifest.inputs);
            return Ok(outcome_of(self.session.known.done.values(), inputs));
        }
        let (config, known) = (&self.config, &self.session.known);
        let mut parts = Parts::new(&self.session, Extra::of(config));
        let mut outcome = observed(
            config,
            (&self.session.folder, PROGRESS),
            Extent::of(config),
            news,
            |progress| {
                let destination = Destination {
                    encoder: &ParquetEncoder { extra: Extra::of(config) },
                    sink: &mut parts,
                };
                pipeline::run(config, known, destination, progress, interrupt)
            },
        )?;
        if outcome.stopped.is_none() {
            self.check_stdin(&outcome)?;
            let summary = finish(&self.session, config, Some(config.threads), &mut outcome)?;
            self.summary.replace(Some(summary));
        }
        Ok(outcome)
    }

    /// Whether standard input or a pipe is one of its inputs.
    pub fn reads_stdin(&self) -> bool {
        self.config.inputs.iter().any(|input| input.place.comes_once())
    }

    /// Whether that has to come again, as the run is taken up.
    pub fn needs_input_again(&self) -> bool {
        self.reads_stdin() && self.session.is_taken_up && !self.is_finished()
    }

    /// Nothing where something is to come again is no input without lines.
    fn check_stdin(&self, outcome: &Outcome) -> Result<(), Error> {
        let read = self.config.inputs.iter().zip(&outcome.inputs);
        let mut empty = read.filter(|(input, facts)| input.place.comes_once() && facts.lines == 0);
        match self.needs_input_again() && empty.next().is_some() {
            true => Err(InputError::NotAgain.into()),
            false => Ok(()),
        }
    }

    /// Cuts the run into units and notes the plan; nothing if it is stopped before.
    ///
    /// # Errors
    /// When an input is no file, or the plan cannot be written.
    pub fn plan(
        &self,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Option<Plan>, Error> {
        plannable(&self.config)?;
        let (config, folder) = (&self.config, &self.session.folder);
        let plan = observed(config, (folder, PROGRESS), Extent::of(config), news, |progress| {
            pipeline::plan(config, &self.session.known, progress, interrupt)
        })?;
        if let Some(plan) = &plan {
            self.session.write_plan(plan)?;
        }
        Ok(plan)
    }

    /// Whether there is nothing left to do of the units it takes part in.
    pub fn is_done(&self) -> bool {
        self.session.known.is_done()
    }

    /// Does the units it takes part in.
    ///
    /// # Errors
    /// When the inputs have changed, or the results cannot be written.
    pub fn work(
        &self,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let (config, known) = (&self.config, &self.session.known);
        let mut parts = Parts::new(&self.session, Extra::of(config));
        let puzzles = known.planned.values().map(|unit| unit.facts.puzzles).sum();
        let extent = Extent { bytes: None, puzzles: Some(puzzles) };
        let folder = &self.session.folder;
        let note = folder.share(SHARE);
        Ok(observed(config, (folder, &note), extent, news, |progress| {
            let destination = Destination {
                encoder: &ParquetEncoder { extra: Extra::of(config) },
                sink: &mut parts,
            };
            pipeline::work(config, known, destination, progress, interrupt)
        })?)
    }

    /// Finishes a planned run whose units are all done. Returns the units that are not, if
    /// there are any.
    ///
    /// # Errors
    /// When there is no plan, or the results cannot be written.
    pub fn finalize(&self) -> Result<Result<Outcome, Vec<u64>>, Error> {
        let Some(plan) = read_plan(self.root())? else {
            return Err(StoreError::NoPlan(self.root().to_owned()).into());
        };
        let known = &self.session.known;
        let missing: Vec<u64> = known.missing().collect();
        if !missing.is_empty() {
            return Ok(Err(missing));
        }
        let mut outcome = outcome_of(known.done.values(), plan.inputs);
        if !self.is_finished() {
            let summary = finish(&self.session, &self.config, None, &mut outcome)?;
            self.summary.replace(Some(summary));
        }
        Ok(Ok(outcome))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.session.folder.clean_up();
    }
}

/// What the run in a folder is, and does.
fn config_of(root: &Path, threads: usize) -> Result<(RunFile, Config), Error> {
    let file = RunFile::read(root)?;
    let config = config_of_file(&file, root, threads)?;
    Ok((file, config))
}

fn config_of_file(file: &RunFile, root: &Path, threads: usize) -> Result<Config, Error> {
    let (then, now) = (&file.identity.version, version::LONG);
    let refused = |why: String| Err(Error::Usage(format!("{}: {why}", root.display())));
    if !file.identity.merged.is_empty() {
        return refused("these are merged runs: `merge` them again".into());
    }
    match Config::of_file(file, threads) {
        Some(config) if then == now => Ok(config),
        _ => refused(format!("version {then} began the run, this is {now}")),
    }
}

/// Whether several processes can read the inputs: all must be files.
///
/// # Errors
/// When one is not.
pub fn plannable(config: &Config) -> Result<(), Error> {
    if config.in_turns {
        return Err(Error::Usage("inputs that take turns cannot be planned".into()));
    }
    let is_file = |input: &&Input| match &input.place {
        Place::Stdin => false,
        Place::File(path) => path.metadata().map_or(true, |facts| facts.is_file()),
    };
    match config.inputs.iter().find(|input| !is_file(input)) {
        Some(Input { place: Place::Stdin, .. }) => {
            Err(Error::Usage("standard input cannot be read by several processes".into()))
        }
        Some(input) => {
            let message = format!("{} is no file: several processes cannot read it", input.name);
            Err(Error::Usage(message))
        }
        None => Ok(()),
    }
}

/// What a run of this configuration is, if it begins now.
fn run_file(config: &Config) -> RunFile {
    let started = humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string();
    config.run_file(config.identity(version::LONG, SCHEMA_VERSION), started)
}

/// What came of a run, from the records of its units.
fn outcome_of<'a>(
    records: impl Iterator<Item = &'a UnitRecord>,
    inputs: Vec<crate::store::InputFacts>,
) -> Outcome {
    let mut outcome = Outcome { inputs, ..Outcome::default() };
    records.for_each(|record| outcome.add(record.clone()));
    outcome
}
