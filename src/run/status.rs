//! How far the run in a folder is, while processes are at work on it and after.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::HumanDuration;
use serde::Serialize;

use super::Error;
use super::contents::all_damage_of;
use super::observe::{PROGRESS, Report, SHARE, rate_in_words};
use crate::readable::{in_shell, to_ranges};
use crate::store::{
    Folder, RunFile, UNPLANNED, UnitFacts, UnitRecord, is_finished, read_file, read_plan,
};

/// What advice to go on with a run adds where an input comes once.
pub const INPUT_AGAIN: &str = ", with all of standard input again (or of the pipe)";

/// Units from whose times the rate of several processes is told.
const RECENT_UNITS: usize = 50;

/// Between two units nobody was at work if it took so many times as long as usual.
const PAUSE: u64 = 10;

/// What becomes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum State {
    /// All is there.
    #[serde(rename = "finished")]
    Finished,
    /// It was finished, and is not any more what it was.
    #[serde(rename = "damaged")]
    Damaged,
    /// A process is at work.
    #[serde(rename = "running")]
    Running,
    /// All units are done, and `finalize` is to follow.
    #[serde(rename = "to be finalised")]
    ToBeFinalised,
    /// No unit of the plan is done.
    #[serde(rename = "planned")]
    Planned,
    /// Nobody is at work, and not all is done.
    #[serde(rename = "stopped")]
    Stopped,
}

/// How far a run is. Prints as some lines for a person.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// What becomes of it.
    pub state: State,
    /// When it was begun.
    pub started: String,
    /// Inputs it reads.
    pub inputs: usize,
    /// Units that are done.
    pub units_done: usize,
    /// Units of the plan, if there is one.
    pub units_planned: Option<usize>,
    /// Planned units that are not done, as ranges.
    pub missing: Option<String>,
    /// Puzzles of the units that are done.
    pub puzzles: u64,
    /// Puzzles of the plan, if there is one.
    pub puzzles_planned: Option<u64>,
    /// Lines rejected.
    pub rejects: u64,
    /// Rejects that are the unread rest of an input.
    pub unreadable: u64,
    /// Answers in these units that contradict each other, or the rules.
    pub disagreements: u64,
    /// Lines of the units that are done.
    pub lines: u64,
    /// Puzzles per second of a run that is not finished, if that can be told.
    pub puzzles_per_second: Option<f64>,
    /// Seconds left, if that can be told.
    pub seconds_left: Option<f64>,
    /// Bytes of the inputs that a process alone at work has read.
    pub bytes_read: Option<u64>,
    /// Bytes of the inputs, if that is known.
    pub bytes: Option<u64>,
    /// Runs that were merged into it; 0 of a run of its own.
    pub merged: usize,
    /// What is not as the run wrote it, each in a sentence.
    pub problems: Vec<String>,
    /// Puzzles that processes at work have examined of units that are not done.
    pub puzzles_in_work: u64,
    /// The planned units that are not done.
    #[serde(skip)]
    pub missing_units: Vec<u64>,
    /// Whether it reads standard input or a pipe, which has to come again.
    #[serde(skip)]
    reads_stdin: bool,
    /// Whether it was begun to be planned, and is not.
    #[serde(skip)]
    is_unplanned: bool,
    /// Files and folders in the way of the tables, which the program does not remove.
    #[serde(skip)]
    in_the_way: Vec<PathBuf>,
    /// What the last process that was alone at work noted, and the last unit that is done.
    #[serde(skip)]
    last: (Option<Report>, Option<UnitFacts>),
}

/// How far the run in a folder is, and whether its files are there; with `verify` their
/// checksums are compared, too.
///
/// # Errors
/// When there is none that can be read.
pub fn status(root: &Path, verify: bool) -> Result<Status, Error> {
    let file = RunFile::read(root)?;
    let is_busy = Folder::is_busy(root);
    let damage = all_damage_of(root, verify, is_busy)?;
    let problems = [damage.problems, damage.strays].concat();
    let (plan, mut records) = (read_plan(root)?, damage.records);
    // They are done again.
    records.retain(|unit, _| !damage.units.contains(unit));
    let planned = plan.as_ref().map(|plan| plan.units.as_slice());
    let missing = planned.unwrap_or_default().iter().map(|unit| unit.facts.unit);
    let missing: Vec<u64> = missing.filter(|unit| !records.contains_key(unit)).collect();
    let is_over = is_finished(root);
    let state = match (is_over, is_busy) {
        (true, _) if problems.is_empty() => State::Finished,
        (true, _) => State::Damaged,
        (_, true) => State::Running,
        _ if planned.is_some() && missing.is_empty() => State::ToBeFinalised,
        _ if planned.is_some() && records.is_empty() => State::Planned,
        _ => State::Stopped,
    };
    let sum = |of: fn(&UnitFacts) -> u64| records.values().map(|record| of(&record.facts)).sum();
    let puzzles: u64 = sum(|facts| facts.puzzles);
    let puzzles_planned =
        planned.map(|units| units.iter().map(|unit| unit.facts.puzzles).sum::<u64>());
    let report = read_report(&root.join(PROGRESS));
    let shares = Folder::shares(root, SHARE).into_iter();
    let reports = shares.filter_map(|path| read_report(&path)).chain(report.clone());
    let at_work = reports.filter(|report| state == State::Running && report.is_fresh());
    let puzzles_in_work = at_work.map(|report| report.open_puzzles).sum();
    // A single process notes its rate; of several, the times of their units tell it. Neither
    // is kept as carefully as the rows, so that a finished run tells none.
    let rate = match (&report, puzzles_planned) {
        _ if is_over => None,
        _ if state != State::Running && records.is_empty() => None,
        (Some(report), None) => Some(report.rate),
        _ => rate_of_units(records.values()),
    };
    let left = match (puzzles_planned, rate) {
        _ if state == State::Finished || (planned.is_some() && missing.is_empty()) => None,
        (Some(all), Some(rate)) if rate > 0.0 => Some((all - puzzles.min(all)) as f64 / rate),
        (Some(_), _) => None,
        // What a stopped process had begun is to be done again.
        (None, _) if state != State::Running => None,
        (None, _) => report.as_ref().and_then(|report| report.left),
    };
    // Of a plan it is the planner's, who read all and solved nothing.
    let alone = report.as_ref().filter(|_| planned.is_none() && !is_over);
    Ok(Status {
        state,
        started: file.started,
        inputs: file.identity.inputs.len(),
        units_done: records.len(),
        units_planned: planned.map(<[_]>::len),
        missing: planned.map(|_| to_ranges(&missing)),
        puzzles,
        puzzles_planned,
        rejects: sum(|facts| facts.rejects),
        unreadable: sum(|facts| facts.unreadable),
        disagreements: sum(|facts| facts.disagreement_count),
        lines: sum(|facts| facts.lines),
        puzzles_per_second: rate
            .map(|rate| (10.0 * rate).round() / 10.0)
            .filter(|rate| *rate > 0.0),
        seconds_left: left.map(f64::round),
        bytes_read: alone.map(|report| report.bytes),
        bytes: alone.and_then(|report| report.total_bytes),
        merged: file.identity.merged.len(),
        problems,
        puzzles_in_work,
        is_unplanned: file.for_plan && planned.is_none() && records.is_empty(),
        missing_units: missing,
        reads_stdin: file.paths.iter().any(Option::is_none),
        in_the_way: damage.in_the_way,
        last: (report, records.into_values().next_back().map(|record| record.facts)),
    })
}

impl Status {
    /// What to do next about the run in this folder, if there is anything to do.
    pub fn advice(&self, root: &Path) -> Option<String> {
        let root = in_shell(root);
        match self.state {
            _ if !self.in_the_way.is_empty() => {
                let paths = self.in_the_way.iter().map(|path| in_shell(path));
                let paths: Vec<String> = paths.collect();
                Some(format!(
                    "first move away or remove what is not the run's: {}",
                    paths.join(" ")
                ))
            }
            State::Stopped | State::Damaged if self.merged > 0 => {
                Some(format!("merge the same runs into {root} again"))
            }
            State::ToBeFinalised => {
                Some(format!("all units are done; `sudoku-lab finalize {root}` comes next"))
            }
            State::Stopped if self.is_unplanned => Some(format!(
                "{UNPLANNED}; `sudoku-lab resume {root}` does the run here, without a plan"
            )),
            State::Stopped if self.units_planned.is_none() => {
                let input = if self.reads_stdin { INPUT_AGAIN } else { "" };
                Some(format!("go on with `sudoku-lab resume {root}`{input}"))
            }
            State::Damaged => {
                Some(format!("`sudoku-lab resume {root}` makes it whole, if its inputs are there"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::ToBeFinalised => "all units done: run `finalize`".into(),
            state => serde_json::to_value(state).map_err(|_| fmt::Error)?,
        };
        let of = |all: Option<u64>| all.map_or(String::new(), |all| format!(" of {all}"));
        writeln!(f, "{}, begun {}", state.as_str().unwrap_or_default(), self.started)?;
        let units_planned = self.units_planned.map(|units| units as u64);
        writeln!(f, "units     {}{}", self.units_done, of(units_planned))?;
        writeln!(f, "puzzles   {}{}", self.puzzles, of(self.puzzles_planned))?;
        if self.puzzles_in_work > 0 {
            writeln!(f, "          and {} of units in work", self.puzzles_in_work)?;
        }
        let unread = match self.unreadable {
            0 => String::new(),
            rests => format!(", of which {rests} the unread rest of an input"),
        };
        writeln!(f, "rejects   {}{unread}", self.rejects)?;
        if self.disagreements > 0 {
            writeln!(f, "disagreements {}", self.disagreements)?;
        }
        if let Some(rate) = self.puzzles_per_second {
            writeln!(f, "rate      {} puzzles/s", rate_in_words(rate))?;
        }
        if let Some(left) = self.seconds_left {
            writeln!(
                f,
                "left      {}",
                HumanDuration(Duration::try_from_secs_f64(left).unwrap_or_default())
            )?;
        }
        if let Some(missing) = self.missing.as_ref().filter(|missing| !missing.is_empty()) {
            writeln!(f, "missing   unit numbers {missing}")?;
        }
        self.problems.iter().try_for_each(|problem| writeln!(f, "damaged   {problem}"))?;
        match (self.state, &self.last) {
            _ if self.units_planned.is_some() => Ok(()),
            (State::Running, (Some(report), _)) => {
                writeln!(f, "{} ago: {}", HumanDuration(report.age()), report.sentence())
            }
            (State::Stopped, (_, Some(UnitFacts { unit, place, lines, .. }))) => {
                writeln!(f, "last      unit {unit}, whose {lines} lines begin at {place}")
            }
            _ => Ok(()),
        }
    }
}

fn read_report(path: &Path) -> Option<Report> {
    serde_json::from_slice(&read_file(path).ok()?).ok()
}

/// Puzzles per second over the last units, without the times in which nobody was at work: the run may
/// have rested before them and between them.
fn rate_of_units<'a>(records: impl Iterator<Item = &'a UnitRecord>) -> Option<f64> {
    let done = records.map(|record| Some((record.done_at?, record.facts.puzzles)));
    rate_of(done.collect::<Option<Vec<(u64, u64)>>>()?)
}

/// The same of the times at which units were done, in ms, and their puzzles.
fn rate_of(mut done: Vec<(u64, u64)>) -> Option<f64> {
    done.sort();
    let recent = &done[done.len().saturating_sub(RECENT_UNITS)..];
    let gap = |pair: &[(u64, u64)]| pair[1].0 - pair[0].0;
    let mut gaps: Vec<u64> = recent.windows(2).map(gap).collect();
    gaps.sort();
    let usual = *gaps.get(gaps.len().saturating_sub(1) / 2)?;
    let at_work = recent.windows(2).filter(|pair| gap(pair) <= PAUSE * usual.max(1));
    let (ms, puzzles) =
        at_work.fold((0, 0), |(ms, puzzles), pair| (ms + gap(pair), puzzles + pair[1].1));
    (ms > 0).then(|| puzzles as f64 * 1e3 / ms as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_no_part_of_the_rate() {
        assert_eq!(
            (rate_of(vec![]), rate_of(vec![(5, 9)]), rate_of(vec![(5, 9), (5, 9)])),
            (None, None, None)
        );
        let units = [(0, 100), (1_000, 100), (2_000, 100), (90_000, 100), (91_000, 100)];
        assert_eq!(rate_of(units.to_vec()), Some(100.0));
        assert_eq!(rate_of(units[2..].to_vec()), Some(100.0));
    }
}
