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
mod folder;
pub mod judge;
mod measure;
mod measured;
mod over_sets;
mod published;
mod read;
mod recipe;
mod report;
mod ruling;
mod sample;
pub mod verdict;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::generate::SeriesError;
use crate::interrupt::Interrupt;
use crate::pipeline::{Config, Outcome};
use crate::readable::{batched, datable, printable};
use crate::run::{self, News, Run};
use crate::source::{Input, Place};
use crate::store::{RunFile, WriteError, cpu_model};
use crate::table::statistics::{Bound, Statistics, Wanted};
use crate::version;
use folder::{RUN, create, round_folder, write};
use recipe::{SEEDS_PER_ROUND, input_name, set_file};
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
                break (statistics, Some(rounds(until, round, &widest)));
            }
            round += 1;
            let Some((_, more)) = self.complete_round(round, news, interrupt)? else {
                return Ok(None);
            };
            damaged.extend(more);
        };
        self.judge(&statistics, rounds, outcome, damaged).map(Some)
    }

    /// Makes the puzzles of a round and runs the solvers on them. Returns what the run did,
    /// and what of it was damaged and done again; nothing if it is stopped before.
    fn complete_round(
        &self,
        round: u64,
        news: &(dyn Fn(News) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Option<(Outcome, Vec<String>)>, Error> {
        for (inputs, set) in self.sets(round) {
            self.make(inputs, set, round, interrupt)
                .map_err(|error| Error::Set(set.into(), Box::new(error)))?;
            if interrupt.is_set() {
                return Ok(None);
            }
        }
        let run = Run::resume_or_keep(self.config(round), &self.round(round).join(RUN))?;
        let outcome = run.complete(news, interrupt)?;
        if outcome.stopped.is_some() {
            return Ok(None);
        }
        if outcome.disagreement_count > 0 {
            let which = outcome.disagreements.join("; ");
            return Err(Error::Disagreements(outcome.disagreement_count, which));
        }
        Ok(Some((outcome, run.damaged().to_vec())))
    }

    /// Where a round's inputs and run are.
    fn round(&self, round: u64) -> PathBuf {
        self.folder.join(round_folder(round))
    }

    /// The sets of a round: after the first, those of which there are fresh puzzles.
    fn sets(&self, round: u64) -> impl Iterator<Item = (&Inputs, &str)> {
        let inputs = self.experiment.inputs.iter();
        let inputs = inputs.filter(move |inputs| round == 1 || inputs.generate.is_some());
        inputs.flat_map(|inputs| inputs.sets.iter().map(move |set| (inputs, set.as_str())))
    }

    /// Makes the puzzles of a set, unless they are there. An interrupt leaves none of them.
    fn make(
        &self,
        inputs: &Inputs,
        set: &str,
        round: u64,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let path = self.round(round).join(set_file(set));
        if path.exists() {
            return Ok(());
        }
        let failed = |error: io::Error| WriteError::new(path.display(), error);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let Some(generate) = &inputs.generate else {
            return Ok(write(&path, &(inputs.puzzles.join("\n") + "\n"))?);
        };
        let count = self.sample.count(set, generate);
        let series = generate.series(set, count, round, self.threads).expect("it was checked");
        let mut file = create(&path)?;
        let written = series.write(interrupt, &mut file).map_err(|error| match error {
            SeriesError::Generate(why) => Error::from(why),
            SeriesError::Threads(why) => why.into(),
            SeriesError::Output(why) => failed(why).into(),
        })?;
        if let Some(why) = written.short {
            return Err(why.into());
        }
        match interrupt.is_set() {
            true => Ok(()),
            false => Ok(file.finish().map_err(failed)?),
        }
    }

    /// What the run of a round does: reads its sets by name, as the command `run` reads a
    /// folder.
    fn config(&self, round: u64) -> Config {
        let input = |(_, set): (&Inputs, &str)| {
            let path = self.round(round).join(set_file(set));
            Input { name: input_name(set), place: Place::File(path), column: None }
        };
        let mut inputs: Vec<Input> = self.sets(round).map(input).collect();
        inputs.sort_by(|one, other| one.name.cmp(&other.name));
        self.experiment.run.config(inputs, self.threads)
    }

    /// What the runs of the first rounds say.
    fn statistics(&self, rounds: u64) -> Result<Statistics, Error> {
        let folders: Vec<PathBuf> = (1..=rounds).map(|n| self.round(n).join(RUN)).collect();
        let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
        let wanted = Wanted { pairs: true, ..Wanted::default() };
        Ok(run::statistics_of(&folders, wanted)?)
    }

    /// The largest error of a column's figures, as a share of the figure; of sets that more
    /// rounds make larger.
    fn widest(&self, until: &Until, statistics: &Statistics) -> Widest {
        let column = self.experiment.columns.iter().find(|column| column.title == until.column);
        let column = column.expect("it was checked");
        let measured = Measured(&self.experiment, statistics);
        let of = |(_, set): (&Inputs, &str)| {
            let figure = column.estimate(set, &measured);
            let is_bound = figure.is_some_and(|figure| figure.bound() != Bound::Exact);
            let error = match figure {
                Some(figure) if !is_bound => figure.error / figure.value.abs(),
                _ => f64::INFINITY,
            };
            let why = match figure {
                _ if error.is_finite() => "",
                None => "there is no figure",
                Some(_) if is_bound => "attempts met a limit, so that the figure is a bound",
                Some(_) => "too few puzzles differ",
            };
            Widest { error, is_bound, set: set.to_owned(), why }
        };
        let order =
            |a: &Widest, b: &Widest| a.is_bound.cmp(&b.is_bound).then(a.error.total_cmp(&b.error));
        self.sets(2).map(of).max_by(order).unwrap_or_default()
    }

    /// Judges what its runs did, and writes the report and the tables.
    fn judge(
        &self,
        statistics: &Statistics,
        rounds: Option<String>,
        outcome: Outcome,
        damaged: Vec<String>,
    ) -> Result<Findings, Error> {
        let experiment = &self.experiment;
        let measured = Measured(experiment, statistics);
        let column = |column: &Column| {
            experiment.sets().map(|set| column.estimate(set, &measured)).collect()
        };
        let table: Table = experiment.columns.iter().map(column).collect();
        let verdict = |claim| Verdict::of(claim, experiment, &measured);
        let verdicts: Vec<Verdict> = experiment.claims.iter().map(verdict).collect();
        let mut facts = self.facts();
        facts.extend(rounds);
        facts.extend(statistics.batches().map(|(name, batch)| batched(name, batch)));
        let report = to_markdown(experiment, &facts, &table, &verdicts);
        write(&self.folder.join("table.csv"), &to_csv(experiment, &table))?;
        write(&self.folder.join("claims.csv"), &claims_to_csv(experiment, &verdicts))?;
        write(&self.folder.join("README.md"), &printable(&report, &['\n']))?;
        Ok(Findings { table, verdicts, report, outcome, damaged })
    }

    /// What made the figures, and how to make them again.
    fn facts(&self) -> Vec<String> {
        let now = humantime::format_rfc3339_seconds(datable(SystemTime::now())).to_string();
        let date = now.split('T').next().unwrap_or_default();
        let mut facts = vec![format!("sudoku-lab {}, {}, {date}", version::LONG, cpu_model())];
        let made = RunFile::read(&self.run_folder()).map(|file| file.identity.version);
        if let Some(made) = made.ok().filter(|made| made != version::LONG) {
            facts.push(format!("Judged anew; the run was made by sudoku-lab {made}"));
        }
        let sample = &self.sample;
        if sample.is_smaller(&self.experiment) {
            facts.push(format!("**A trial, {sample}, whose rulings are no findings**"));
        } else if *sample != Sample::of(1.0) {
            facts.push(format!("Made with {sample}"));
        }
        for inputs in &self.experiment.inputs {
            let Some(generate) = &inputs.generate else { continue };
            let of = |set: &str| generate.options(sample.count(set, generate));
            let (mut own, mut others): (Vec<&String>, Vec<&String>) =
                inputs.sets.iter().partition(|&set| sample.counts.contains_key(set));
            if others.len() == 1 {
                own.append(&mut others);
            }
            let command = |options, set| format!("`sudoku-lab generate {options} --out {set}");
            if let Some(first) = others.first() {
                let command = command(of(first), set_file("{set}"));
                let others = others.iter().map(|set| set.as_str()).collect::<Vec<_>>().join(", ");
                facts.push(format!("{command}`, where `{{set}}` is each of {others}"));
            }
            for set in own {
                let command = command(of(set).replace("{set}", set), set_file(set));
                facts.push(format!("{command}`"));
            }
        }
        let options = self.experiment.run.options();
        facts.push(format!("`sudoku-lab run inputs --out run {options}`, but the sets in turns"));
        facts
    }
}

/// The figure of a column with the largest error, as a share of the figure.
#[derive(Default)]
struct Widest {
    error: f64,
    /// Whether limits made it a bound, which more rounds do not change.
    is_bound: bool,
    set: String,
    /// Why its error is not known, if it is not.
    why: &'static str,
}

/// How many rounds there were, and why no more.
fn rounds(until: &Until, round: u64, widest: &Widest) -> String {
    let Until { column, relative_error, at_most } = until;
    let why = match widest {
        Widest { is_bound: true, .. } => "as more would not help",
        Widest { error, .. } if error <= relative_error => "narrow enough",
        _ => "the most",
    };
    let [error, wanted] =
        [widest.error, *relative_error].map(|share| format!("{:.1} %", 100.0 * share));
    let error = match widest.why {
        "" => error,
        why => format!("not known (set {}: {why})", widest.set),
    };
    format!(
        "Rounds of fresh puzzles: {round} of at most {at_most}, {why}: the widest standard error of \
         \"{column}\" is {error}, wanted {wanted}. Seeds rise by {SEEDS_PER_ROUND} a round"
    )
}
