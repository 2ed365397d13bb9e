//! Studies: published experiments repeated, their tables beside the published ones, and
//! their claims judged.
//!
//! An experiment is a TOML file: sets of puzzles (how to generate them, or the puzzles
//! themselves), the solvers that run on them, the columns of a table with the figures that
//! were published, and the claims that were made of them. Each claim is a comparison of
//! estimates and comes out as confirmed, refuted, undecided or without data; see [`judge`].
//! It is judged three times: on the published figures, on solvers that do what the source's
//! program did, and on ours; see [`verdict`].
//!
//! ```text
//! Experiment::find ──▶ Study::begin or resume ──▶ complete: inputs/, run/
//!                                                     └──▶ README.md, table.csv, claims.csv
//! ```
//!
//! ```no_run
//! use sudoku_lab::interrupt::Interrupt;
//! use sudoku_lab::study::{Experiment, Study};
//!
//! let study = Study::begin(Experiment::find("php16")?, "php16".as_ref(), 1.0, 2)?;
//! let findings = study.complete(&|_| (), &Interrupt::default())?.expect("nothing stops it");
//! println!("{}", findings.report);
//! # Ok::<(), sudoku_lab::study::Error>(())
//! ```
//!
//! The files are in `experiments/` and built into the program. What a run did is judged by
//! its [statistics](crate::table::statistics); nothing here solves or measures.

mod check;
pub mod claim;
mod error;
mod experiment;
mod folder;
pub mod judge;
mod measure;
mod published;
mod read;
mod recipe;
mod report;
pub mod verdict;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::interrupt::Interrupt;
use crate::pipeline::{Config, Outcome};
use crate::readable::{batched, datable};
use crate::run::{self, News, Run};
use crate::source::{Input, Place};
use crate::store::{WriteError, cpu_model};
use crate::table::statistics::Wanted;
use crate::text::push_line;
use crate::version;
use crate::whole_file::WholeFile;
use folder::{RUN, write};
use recipe::{input_name, set_file};
use report::{claims_to_csv, to_csv, to_markdown};

pub use claim::Claim;
pub use error::Error;
pub use experiment::{Column, Experiment, Solving};
pub use judge::{Judgement, Ruling};
pub use measure::{Figures, Measure};
pub use published::Published;
pub use read::EXPERIMENTS;
pub use recipe::{Generate, Inputs};
pub use report::Table;
pub use verdict::Verdict;

/// An experiment repeated in a folder.
pub struct Study {
    experiment: Experiment,
    folder: PathBuf,
    scale: f64,
    threads: usize,
}

/// What came of a study.
pub struct Findings {
    /// What was measured.
    pub table: Table,
    /// What became of each claim.
    pub verdicts: Vec<Verdict>,
    /// Both as Markdown.
    pub report: String,
    /// What the run did.
    pub outcome: Outcome,
    /// Units of the run that were damaged and done again, with the reasons.
    pub damaged: Vec<String>,
}

impl Study {
    /// Begins an experiment in a folder in which nothing was made yet. `scale` is the share of
    /// the puzzles to make, above 0 up to 1; each set keeps at least one.
    ///
    /// # Errors
    /// When there is something in the folder, or it cannot be written to.
    pub fn begin(
        experiment: Experiment,
        folder: &Path,
        scale: f64,
        threads: usize,
    ) -> Result<Study, Error> {
        folder::expect_new(folder)?;
        Study::resume(experiment, folder, scale, threads)
    }

    /// Takes up the experiment in a folder, finished or not, or begins it if there is none.
    /// The file may have changed: what it still makes as before stays.
    ///
    /// # Errors
    /// When the folder holds something else, or cannot be written to.
    pub fn resume(
        experiment: Experiment,
        folder: &Path,
        scale: f64,
        threads: usize,
    ) -> Result<Study, Error> {
        if !(scale > 0.0 && scale <= 1.0) {
            return Err(Error::Scale(scale));
        }
        folder::take(folder, &experiment, scale)?;
        Ok(Study { experiment, folder: folder.into(), scale, threads })
    }

    /// The folder of its run.
    pub fn run_folder(&self) -> PathBuf {
        self.folder.join(RUN)
    }

    /// Does what is left of it: makes its puzzles, runs its solvers, judges its claims, and
    /// writes the report and the table. Nothing if it is stopped before. `news` is told now
    /// and then how far the run is, on a thread of its own.
    ///
    /// # Errors
    /// When there are no such puzzles, solvers contradict each other, or something cannot be
    /// written.
    pub fn complete(
        &self,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        for inputs in &self.experiment.inputs {
            for set in &inputs.sets {
                self.make(inputs, set, interrupt)
                    .map_err(|error| Error::Set(set.clone(), Box::new(error)))?;
                if interrupt.is_set() {
                    return Ok(None);
                }
            }
        }
        let run = Run::resume(self.config(), &self.run_folder())?;
        let outcome = run.complete(news, interrupt)?;
        if outcome.stopped.is_some() {
            return Ok(None);
        }
        if outcome.disagreement_count > 0 {
            let which = outcome.disagreements.join("; ");
            return Err(Error::Disagreements(outcome.disagreement_count, which));
        }
        self.judge(outcome, run.damaged().to_vec()).map(Some)
    }

    /// Makes the puzzles of a set, unless they are there. An interrupt leaves none of them.
    fn make(&self, inputs: &Inputs, set: &str, interrupt: &Interrupt) -> Result<(), Error> {
        let path = self.folder.join(set_file(set));
        if path.exists() {
            return Ok(());
        }
        let Some(generate) = &inputs.generate else {
            return Ok(write(&path, &(inputs.puzzles.join("\n") + "\n"))?);
        };
        let series = generate.series(set, self.scale, self.threads).expect("it was checked");
        let failed = |error: io::Error| WriteError::new(path.display(), error);
        let mut file = WholeFile::create(&path).map_err(failed)?;
        series.make(interrupt, |puzzles| {
            let mut text = Vec::new();
            for puzzle in puzzles {
                push_line(&mut text, puzzle.grid());
                text.push(b'\n');
            }
            file.write_all(&text).map_err(failed).map_err(Error::from)
        })?;
        match interrupt.is_set() {
            true => Ok(()),
            false => Ok(file.finish().map_err(failed)?),
        }
    }

    /// What its run does: reads its sets by name, as the command `run` reads a folder.
    fn config(&self) -> Config {
        let input = |set: &str| {
            let path = self.folder.join(set_file(set));
            Input { name: input_name(set), place: Place::File(path) }
        };
        let mut inputs: Vec<Input> = self.experiment.sets().map(input).collect();
        inputs.sort_by(|one, other| one.name.cmp(&other.name));
        self.experiment.run.config(inputs, self.threads)
    }

    /// Judges what its run did, and writes the report and the table.
    fn judge(&self, outcome: Outcome, damaged: Vec<String>) -> Result<Findings, Error> {
        let wanted = Wanted { pairs: true, ..Wanted::default() };
        let statistics = run::statistics(&self.run_folder(), wanted, false)?;
        let experiment = &self.experiment;
        let sets: Vec<&str> = experiment.sets().collect();
        let column = |column: &Column| {
            let Column { solver, over, measure, .. } = column;
            let estimate = |set: &&str| match over.is_empty() {
                true => statistics.estimate(set, solver, *measure),
                false => Some(statistics.ratio(set, [solver, over], *measure)?.0),
            };
            sets.iter().map(estimate).collect()
        };
        let table: Table = experiment.columns.iter().map(column).collect();
        let verdict = |claim| Verdict::of(claim, experiment, &statistics);
        let verdicts: Vec<Verdict> = experiment.claims.iter().map(verdict).collect();
        let mut facts = self.facts();
        facts.extend(statistics.batches().map(|(name, batch)| batched(name, batch)));
        let report = to_markdown(experiment, &facts, &table, &verdicts);
        write(&self.folder.join("table.csv"), &to_csv(experiment, &table))?;
        write(&self.folder.join("claims.csv"), &claims_to_csv(experiment, &verdicts))?;
        write(&self.folder.join("README.md"), &report)?;
        Ok(Findings { table, verdicts, report, outcome, damaged })
    }

    /// What made the figures, and how to make them again.
    fn facts(&self) -> Vec<String> {
        let now = humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string();
        let date = now.split('T').next().unwrap_or_default();
        let mut facts = vec![format!("sudoku-lab {}, {}, {date}", version::LONG, cpu_model())];
        let scale = self.scale;
        if scale < 1.0 {
            facts.push(format!("**A trial at scale {scale}, whose rulings are no findings**"));
        }
        for generate in self.experiment.inputs.iter().filter_map(|all| all.generate.as_ref()) {
            let options = generate.options(scale);
            facts.push(format!(
                "`sudoku-lab generate {options} --out inputs/{{set}}.txt` for each set"
            ));
        }
        let options = self.experiment.run.options();
        facts.push(format!("`sudoku-lab run inputs --out run {options}`"));
        facts
    }
}
