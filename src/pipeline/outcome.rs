//! What came of a run.

use std::collections::{BTreeMap, HashMap};
use std::{fmt, io};

use thiserror::Error;

use crate::external::ExternalError;
use crate::interrupt::Stop;
use crate::readable::counted;
use crate::store::{InputFacts, PartFacts, UnitRecord, WriteError};

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Puzzles recorded.
    pub puzzles: u64,
    /// Rejects: lines, or the rest of an input.
    pub rejects: u64,
    /// Rejects that are the rest of an input.
    pub unreadable: u64,
    /// What solvers contradicted each other, or the rules, on: the first
    /// [`DISAGREEMENTS_KEPT`] of them.
    pub disagreements: Vec<String>,
    /// How many such contradictions there were.
    pub disagreement_count: u64,
    /// What was read of each input.
    pub inputs: Vec<InputFacts>,
    /// The units, those done before included.
    pub units: BTreeMap<u64, UnitRecord>,
    /// What ended the run early, if anything did.
    pub stopped: Option<Stop>,
}

impl Outcome {
    /// Adds what became of one unit.
    pub fn add(&mut self, record: UnitRecord) {
        let facts = &record.facts;
        self.puzzles += facts.puzzles;
        self.rejects += facts.rejects;
        self.unreadable += facts.unreadable;
        self.disagreement_count += facts.disagreement_count;
        let kept = DISAGREEMENTS_KEPT - self.disagreements.len();
        self.disagreements.extend(facts.disagreements.iter().take(kept).cloned());
        self.units.insert(facts.unit, record);
    }

    /// The sets that were read and hold the same bytes as an earlier one: the name of the first of
    /// these, and its own.
    pub fn of_same_content(&self) -> Vec<(&str, &str)> {
        let mut firsts = HashMap::new();
        let read = self.inputs.iter().filter(|input| input.lines > 0);
        read.filter_map(|input| {
            let first = *firsts.entry(input.sha256.as_str()).or_insert(input.name.as_str());
            (first != input.name).then_some((first, input.name.as_str()))
        })
        .collect()
    }

    /// Lines read of all inputs.
    pub fn lines(&self) -> u64 {
        self.inputs.iter().map(|input| input.lines).sum()
    }

    /// Lines that are neither puzzles nor rejected: blank ones, comments, headings, and the
    /// rows of puzzles drawn over several lines but one.
    pub fn other_lines(&self) -> u64 {
        self.lines().saturating_sub(self.puzzles + self.rejects - self.unreadable)
    }

    /// Whether there are lines, and none of them holds a puzzle.
    pub fn is_all_bad(&self) -> bool {
        self.puzzles == 0 && self.rejects > 0
    }

    /// The inputs that could not be read to their end; what a limit to the puzzles leaves unread
    /// is not missed.
    pub fn unread(&self, limit: Option<u64>) -> impl Iterator<Item = &InputFacts> {
        let is_wanted = limit.is_none_or(|limit| self.puzzles < limit);
        self.inputs.iter().filter(move |input| !input.complete && is_wanted)
    }

    /// What is wrong, each with the name of its kind of event.
    pub fn problems(&self, limit: Option<u64>) -> Vec<(&'static str, String)> {
        let unread = |input: &InputFacts| format!("{} could not be read to its end", input.name);
        let mut all: Vec<_> = self.unread(limit).map(|input| ("input", unread(input))).collect();
        if self.is_all_bad() {
            let hint = "the table `rejects` says why, `list formats` what is read";
            all.push(("no_puzzles", format!("no line holds a puzzle: {hint}")));
        }
        all.extend(self.contradictions());
        all
    }

    /// The contradictions and how many there were, each with the name of its kind of event.
    pub fn contradictions(&self) -> impl Iterator<Item = (&'static str, String)> {
        let each = self.disagreements.iter().map(|one| format!("DISAGREEMENT: {one}"));
        let each = each.map(|message| ("disagreement", message));
        let count = Some(self.disagreement_count).filter(|&count| count > 0);
        each.chain(count.map(|count| ("disagreements", counted(count, "disagreement"))))
    }

    /// The files of the run, unit by unit.
    pub fn parts(&self) -> impl Iterator<Item = &PartFacts> {
        self.units.values().flat_map(|record| &record.parts)
    }
}

impl fmt::Display for Outcome {
    /// What was read, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lines, puzzles) = (counted(self.lines(), "line"), counted(self.puzzles, "puzzle"));
        let (rejects, others) = (self.rejects, self.other_lines());
        write!(f, "{lines}: {puzzles}, {rejects} rejected, {others} others")?;
        match self.unreadable {
            0 => Ok(()),
            rests => write!(f, "; {rests} of the rejected are the unread rest of an input"),
        }
    }
}

/// Contradictions that are kept with their puzzles; more are only counted.
pub const DISAGREEMENTS_KEPT: usize = 100;

/// A run that cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The threads cannot be started.
    #[error("cannot start {0} threads: {1}")]
    Threads(usize, rayon::ThreadPoolBuildError),
    /// The results cannot be written.
    #[error(transparent)]
    Sink(#[from] WriteError),
    /// The machine fails to read.
    #[error("{0}; what is done is kept")]
    Reading(String),
    /// An input that was there when the run was begun is gone.
    #[error("{0}; what is done is kept")]
    Gone(String),
    /// An input is not what it was when the run was begun or planned.
    #[error("{0}")]
    Changed(String),
    /// An external solver cannot be started again, or is another one now.
    #[error("{0}; what is done is kept")]
    External(ExternalError),
}

impl RunError {
    /// That an input must not be read, which might be when the run was begun.
    pub fn refused(name: &str, error: &io::Error) -> RunError {
        RunError::Reading(format!(
            "{name}: cannot read: {error}; the run can go on once it can be read, as before"
        ))
    }
}
