//! Studies: published experiments repeated, their tables beside the published ones, and
//! their claims judged.
//!
//! An experiment is a TOML file: sets of puzzles (how to generate them, or the puzzles
//! themselves), the solvers that run on them, the columns of a table with the figures that
//! were published, and the claims that were made of them. Each claim is a comparison of
//! estimates and comes out as confirmed, refuted, undecided or without data; see [`claim`].
//!
//! ```text
//! Experiment::find ──▶ Study::begin or resume ──▶ complete: inputs/, run/
//!                                                     └──▶ README.md, table.csv
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
mod measure;
mod read;
mod recipe;
mod report;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::interrupt::Interrupt;
use crate::pipeline::{Config, Outcome};
use crate::readable::datable;
use crate::run::{self, News, Run};
use crate::source::{Input, Place};
use crate::store::{FolderError, WriteError, cpu_model};
use crate::table::statistics::Wanted;
use crate::text::push_line;
use crate::version;
use crate::whole_file::WholeFile;
use report::{to_csv, to_markdown};

pub use claim::{Claim, Judgement, Ruling};
pub use error::Error;
pub use experiment::{Column, Experiment, Solving};
pub use measure::{Figures, Measure};
pub use read::EXPERIMENTS;
pub use recipe::{Generate, Inputs};
pub use report::Table;

/// What a folder was made for.
const BEGUN: &str = "experiment.json";

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
    pub judgements: Vec<Judgement>,
    /// Both as Markdown.
    pub report: String,
    /// What the run did.
    pub outcome: Outcome,
    /// Units of the run that were damaged and done again, with the reasons.
    pub damaged: Vec<String>,
}

/// What a folder was made for.
#[derive(Serialize, Deserialize)]
struct Begun {
    scale: f64,
    /// The text of its definition.
    experiment: String,
}

impl Study {
    /// Begins an experiment in an empty folder, or one that is not there yet. `scale` is
    /// the share of the puzzles to make, above 0 up to 1; each set keeps at least one.
    ///
    /// # Errors
    /// When the folder is not empty, or cannot be written to.
    pub fn begin(
        experiment: Experiment,
        folder: &Path,
        scale: f64,
        threads: usize,
    ) -> Result<Study, Error> {
        if is_used(folder) {
            return Err(FolderError::NotEmpty(folder.display().to_string()).into());
        }
        Study::resume(experiment, folder, scale, threads)
    }

    /// Takes up the experiment in a folder, finished or not, or begins it if there is none.
    ///
    /// # Errors
    /// When the folder holds something else, or cannot be written to.
    pub fn resume(
        experiment: Experiment,
        folder: &Path,
        scale: f64,
        threads: usize,
    ) -> Result<Study, Error> {
        let study = Study { experiment, folder: folder.into(), scale, threads };
        let name = || folder.display().to_string();
        let (inputs, place) = (study.inputs(), folder.join(BEGUN));
        fs::create_dir_all(&inputs).map_err(|error| FolderError::Unwritable(name(), error))?;
        // What was killed before it had made anything is begun anew.
        if !is_used(&inputs) {
            let begun = Begun { scale, experiment: study.experiment.text.clone() };
            let text = serde_json::to_string_pretty(&begun).expect("text and a number");
            write(&place, &text)?;
            return Ok(study);
        }
        let begun = fs::read(&place).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let difference = match begun {
            None => "no experiment".to_owned(),
            Some(Begun { experiment, .. }) if experiment != study.experiment.text => {
                "another experiment".to_owned()
            }
            Some(begun) if begun.scale != scale => {
                format!("the experiment at --scale {}", begun.scale)
            }
            Some(_) => return Ok(study),
        };
        Err(Error::Different(name(), difference))
    }

    fn inputs(&self) -> PathBuf {
        self.folder.join("inputs")
    }

    /// The folder of its run.
    pub fn run_folder(&self) -> PathBuf {
        self.folder.join("run")
    }

    /// The file of a set's puzzles.
    fn file(&self, set: &str) -> PathBuf {
        self.inputs().join(format!("{set}.txt"))
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
        let path = self.file(set);
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
            let path = self.file(set);
            Input { name: format!("{set}.txt"), place: Place::File(path) }
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
            let estimate = |set: &&str| statistics.estimate(set, &column.solver, column.measure);
            sets.iter().map(estimate).collect()
        };
        let table: Table = experiment.columns.iter().map(column).collect();
        let judgements = experiment.claims.iter().map(|claim| claim.judge(&sets, &statistics));
        let judgements: Vec<Judgement> = judgements.collect();
        let report = to_markdown(experiment, &self.facts(), &table, &judgements);
        write(&self.folder.join("table.csv"), &to_csv(experiment, &table))?;
        write(&self.folder.join("README.md"), &report)?;
        Ok(Findings { table, judgements, report, outcome, damaged })
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

fn is_used(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut all| all.next().is_some())
}

fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    let failed = |error| WriteError::new(path.display(), error);
    let mut file = WholeFile::create(path).map_err(failed)?;
    file.write_all(text.as_bytes()).and_then(|()| file.finish()).map_err(failed)
}
