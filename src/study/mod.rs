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
//! use sudoku_lab::study::{Experiment, Sample, Study};
//!
//! let study = Study::begin(Experiment::find("php16")?, "php16".as_ref(), Sample::of(1.0), 2)?;
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
mod facts;
mod folder;
mod found;
pub mod judge;
mod measure;
mod measured;
mod over_sets;
mod part;
mod published;
mod read;
mod recipe;
mod report;
mod ruling;
mod sample;
mod until;
pub mod verdict;

use std::fs;
use std::path::{Path, PathBuf};

use crate::generate::SeriesError;
use crate::interrupt::Interrupt;
use crate::pipeline::{Config, Outcome};
use crate::readable::{batched, count, printable};
use crate::run::{self, News, Run};
use crate::source::{Input, Place};
use crate::store::WriteError;
use crate::table::statistics::{Statistics, Wanted};
use folder::{create, write};
use part::{Divided, Making, Part, RUN};
use recipe::{input_name, set_file};
use report::{claims_to_csv, to_csv, to_markdown};

pub use claim::Claim;
pub use error::Error;
pub use experiment::{Column, Experiment, Solving, Until};
pub use judge::Judgement;
pub use measure::{Figures, Measure};
pub use measured::Measured;
pub use published::Published;
pub use read::{EXPERIMENTS, experiment_names};
pub use recipe::{Generate, Inputs};
pub use report::Table;
pub use ruling::Ruling;
pub use sample::Sample;
pub use verdict::Verdict;

/// What all runs say, and those of which all solvers have the same puzzles if that is less.
type Said = (Statistics, Option<Statistics>);

/// An experiment repeated in a folder.
pub struct Study {
    experiment: Experiment,
    folder: PathBuf,
    sample: Sample,
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
    /// What the first run did.
    pub outcome: Outcome,
    /// Units of the runs that were damaged and done again, with the reasons.
    pub damaged: Vec<String>,
}

impl Study {
    /// Begins an experiment in a folder in which nothing was made yet. `sample` says how many
    /// puzzles are made.
    ///
    /// # Errors
    /// When there is something in the folder, or it cannot be written to.
    pub fn begin(
        experiment: Experiment,
        folder: &Path,
        sample: Sample,
        threads: usize,
    ) -> Result<Study, Error> {
        folder::expect_new(folder)?;
        Study::resume(experiment, folder, sample, threads)
    }

    /// Takes up the experiment in a folder, finished or not, or begins it if there is none.
    /// The file may have changed: what it still makes as before stays.
    ///
    /// # Errors
    /// When the folder holds something else, or cannot be written to.
    pub fn resume(
        experiment: Experiment,
        folder: &Path,
        sample: Sample,
        threads: usize,
    ) -> Result<Study, Error> {
        sample.check(&experiment)?;
        folder::take(folder, &experiment, &sample)?;
        Ok(Study { experiment, folder: folder.into(), sample, threads })
    }

    /// The folder of its first run.
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
        let Some((outcome, damaged)) = self.complete_round(1, news, interrupt)? else {
            return Ok(None);
        };
        let mut damaged = damaged;
        let mut round = 1;
        let (statistics, rounds) = loop {
            let statistics = self.statistics(round)?;
            let Some(until) = &self.experiment.until else { break (statistics, None) };
            let widest = self.widest(until, &statistics);
            let is_enough = widest.error <= until.relative_error || round == until.at_most;
            if is_enough || widest.is_bound {
                break (statistics, Some(widest.rounds(until, round)));
            }
            round += 1;
            let Some((_, more)) = self.complete_round(round, news, interrupt)? else {
                return Ok(None);
            };
            damaged.extend(more);
        };
        self.judge(&statistics, rounds, outcome, damaged).map(Some)
    }

    /// Makes the puzzles of a round and runs the solvers on them. Returns what the first of its
    /// runs did, and what was damaged and done again; nothing if it is stopped before.
    fn complete_round(
        &self,
        round: u64,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Option<(Outcome, Vec<String>)>, Error> {
        for (inputs, set) in self.sets(Part { round, is_shared: true }) {
            self.make(inputs, set, round, interrupt)
                .map_err(|error| Error::Set(set.into(), Box::new(error)))?;
            if interrupt.is_set() {
                return Ok(None);
            }
        }
        let (mut did, mut damaged) = (None, Vec::new());
        for part in self.parts(round) {
            let run = Run::resume_or_keep(self.config(part), &self.at(part).join(RUN))?;
            let outcome = run.complete(news, interrupt)?;
            if outcome.stopped.is_some() {
                return Ok(None);
            }
            if outcome.disagreement_count > 0 {
                let which = outcome.disagreements.join("; ");
                return Err(Error::Disagreements(outcome.disagreement_count, which));
            }
            damaged.extend_from_slice(run.damaged());
            did.get_or_insert(outcome);
        }
        Ok(did.map(|did| (did, damaged)))
    }

    /// Where a part's inputs and run are.
    fn at(&self, part: Part) -> PathBuf {
        self.folder.join(part.folder())
    }

    /// The file of a set's puzzles in a part, from the experiment's folder.
    fn name(&self, part: Part, set: &str) -> String {
        let folder = Some(part.folder()).filter(|folder| !folder.is_empty());
        folder.into_iter().chain([set_file(set)]).collect::<Vec<_>>().join("/")
    }

    /// The parts of a round: a second if there are puzzles on which some solvers do not run.
    fn parts(&self, round: u64) -> Vec<Part> {
        let parts = [true, false].map(|is_shared| Part { round, is_shared });
        parts.into_iter().filter(|&part| self.sets(part).next().is_some()).collect()
    }

    /// The sets of a part: after the first round, those of which there are fresh puzzles; of those
    /// beyond what all solvers have, the sets that have more.
    fn sets(&self, part: Part) -> impl Iterator<Item = (&Inputs, &str)> {
        let inputs = self.experiment.inputs.iter();
        let sets = inputs.flat_map(|inputs| inputs.sets.iter().map(move |set| (inputs, &**set)));
        sets.filter(move |(inputs, set)| match &inputs.generate {
            Some(generate) => part.is_shared || self.sample.has_more(set, generate),
            None => part.is_shared && part.round == 1,
        })
    }

    /// The solvers that run on the puzzles of a part.
    fn solvers(&self, part: Part) -> Vec<&str> {
        let (solving, beyond) = (&self.experiment.run, &self.sample.beyond);
        match (part.is_shared, beyond.is_empty()) {
            (true, _) => solving.all(),
            (false, true) => solving.solvers.iter().map(String::as_str).collect(),
            (false, false) => beyond.iter().map(String::as_str).collect(),
        }
    }

    /// Makes the puzzles of a set in a round, unless they are there as they were made. An
    /// interrupt leaves none of them.
    fn make(
        &self,
        inputs: &Inputs,
        set: &str,
        round: u64,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let name = |is_shared| self.name(Part { round, is_shared }, set);
        let Some(generate) = &inputs.generate else {
            let path = self.folder.join(name(true));
            let text = inputs.puzzles.join("\n") + "\n";
            let is_as_made =
                || path.is_file() && fs::read(&path).is_ok_and(|now| now == text.as_bytes());
            return match path.exists() {
                false => Ok(write(&path, &text)?),
                true if is_as_made() => Ok(()),
                true => Err(Error::Altered(path.display().to_string())),
            };
        };
        let file = |is_shared| {
            let name = name(is_shared);
            let path = self.folder.join(&name);
            if path.exists() {
                return folder::expect_as_made(&self.folder, &name).map(|()| None);
            }
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            made.map_err(|error| WriteError::new(path.display(), error))?;
            Ok::<_, Error>(Some(Making::new(create(&path)?, name)))
        };
        let has_more = self.sample.has_more(set, generate);
        let mut files = Divided {
            first: file(true)?,
            left: self.sample.shared(set, generate),
            beyond: if has_more { file(false)? } else { None },
        };
        if files.first.is_none() && files.beyond.is_none() {
            return Ok(());
        }
        let failed = |error| WriteError::new(self.folder.join(name(true)).display(), error);
        let count = self.sample.count(set, generate);
        let series = generate.series(set, count, round, self.threads).expect("it was checked");
        let written = series.write(interrupt, &mut files).map_err(|error| match error {
            SeriesError::Generate(why) => Error::from(why),
            SeriesError::Threads(why) => why.into(),
            SeriesError::Output(why) => failed(why).into(),
        })?;
        if let Some(why) = written.short {
            return Err(why.into());
        }
        match interrupt.is_set() {
            true => Ok(()),
            false => Ok(files.finish(|sums| folder::keep_checksums(&self.folder, sums))?),
        }
    }

    /// What the run of a part does: reads its sets by name, as the command `run` reads a
    /// folder.
    fn config(&self, part: Part) -> Config {
        let input = |(_, set): (&Inputs, &str)| {
            let path = self.folder.join(self.name(part, set));
            Input { name: input_name(set), place: Place::File(path), column: None }
        };
        let mut inputs: Vec<Input> = self.sets(part).map(input).collect();
        inputs.sort_by(|one, other| one.name.cmp(&other.name));
        self.experiment.run.config(inputs, &self.solvers(part), self.threads)
    }

    /// What the runs of the first rounds say, and, if some solvers have more puzzles than others,
    /// those that all solvers share.
    fn statistics(&self, rounds: u64) -> Result<Said, Error> {
        let parts: Vec<Part> = (1..=rounds).flat_map(|round| self.parts(round)).collect();
        let of = |parts: &[Part]| {
            let folders: Vec<PathBuf> = parts.iter().map(|&part| self.at(part).join(RUN)).collect();
            let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
            run::statistics_of(&folders, Wanted { pairs: true, ..Wanted::default() })
        };
        let shared: Vec<Part> = parts.iter().copied().filter(|part| part.is_shared).collect();
        let some_have_more = shared.len() < parts.len();
        Ok((of(&parts)?, some_have_more.then(|| of(&shared)).transpose()?))
    }

    /// What was measured, by these statistics.
    fn measured<'a>(&'a self, (all, shared): &'a Said) -> Measured<'a> {
        Measured { experiment: &self.experiment, all, shared: shared.as_ref().unwrap_or(all) }
    }

    /// Judges what its runs did, and writes the report and the tables.
    fn judge(
        &self,
        statistics: &Said,
        rounds: Option<String>,
        outcome: Outcome,
        damaged: Vec<String>,
    ) -> Result<Findings, Error> {
        let experiment = &self.experiment;
        let measured = self.measured(statistics);
        let column = |column: &Column| {
            experiment.sets().map(|set| column.estimate(set, &measured)).collect()
        };
        let table: Table = experiment.columns.iter().map(column).collect();
        let verdict = |claim| Verdict::of(claim, experiment, &measured);
        let verdicts: Vec<Verdict> = experiment.claims.iter().map(verdict).collect();
        let mut facts = self.facts();
        facts.extend(rounds);
        facts.extend(statistics.0.batches().map(|(name, batch)| batched(name, batch)));
        facts.extend(statistics.0.stalled().map(|(name, stalled, all)| {
            format!(
                "`{name}` stalled on {} of {} puzzles: it found no step more, and no solution; its \
                 times and effort are up to there",
                count(stalled),
                count(all)
            )
        }));
        let report = to_markdown(experiment, &facts, &table, &verdicts);
        write(&self.folder.join("table.csv"), &to_csv(experiment, &table))?;
        write(&self.folder.join("claims.csv"), &claims_to_csv(experiment, &verdicts))?;
        write(&self.folder.join("README.md"), &printable(&report, &['\n']))?;
        Ok(Findings { table, verdicts, report, outcome, damaged })
    }
}
