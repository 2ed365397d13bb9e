//! `status`: how far a run is, while processes are at work on it and after.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;
use indicatif::HumanDuration;
use serde_json::{Value, json};

use super::exit::DONE;
use super::progress::{PROGRESS, Report, rate_in_words};
use crate::store::Folder;
use crate::store::{RunFile, StoreError, is_finished, read_plan};
use crate::store::{UnitFacts, UnitRecord};
use crate::store::{records, unit_times};

/// Units from whose times the rate of several processes is told.
const RECENT_UNITS: usize = 50;

/// Show how far a run is: units, puzzles, rate, time left, what is missing
#[derive(Args)]
pub struct Arguments {
    /// The run's folder
    dir: PathBuf,
    /// Print nothing but the planned units that are not done, one a line
    #[arg(long)]
    missing: bool,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn execute(arguments: &Arguments) -> anyhow::Result<u8> {
    let dir = &arguments.dir;
    let file = RunFile::read(dir)?;
    let (plan, records) = (read_plan(dir)?, records(dir));
    if arguments.missing && plan.is_none() && !is_finished(dir) {
        return Err(StoreError::NoPlan(dir.display().to_string()).into());
    }
    let planned = plan.as_ref().map(|plan| plan.units.as_slice());
    let missing = planned.unwrap_or_default().iter().map(|unit| unit.facts.unit);
    let missing: Vec<u64> = missing.filter(|unit| !records.contains_key(unit)).collect();
    if arguments.missing {
        let lines: String = missing.iter().map(|unit| format!("{unit}\n")).collect();
        io::stdout().write_all(lines.as_bytes())?;
        return Ok(DONE);
    }
    let state = match (is_finished(dir), Folder::is_busy(dir)) {
        (true, _) => "finished",
        (_, true) => "running",
        _ if planned.is_some() && missing.is_empty() => "to be finalised",
        _ if planned.is_some() && records.is_empty() => "planned",
        _ => "stopped",
    };
    let puzzles: u64 = records.values().map(|record| record.facts.puzzles).sum();
    let rejects: u64 = records.values().map(|record| record.facts.rejects).sum();
    let lines: u64 = records.values().map(|record| record.facts.lines).sum();
    let planned_puzzles = planned.map(|units| units.iter().map(|u| u.facts.puzzles).sum::<u64>());
    let report = report(dir);
    // A single process notes its rate; of several, the times of their units tell it.
    let rate = match (&report, planned_puzzles) {
        (Some(report), None) => Some(report.rate),
        _ => rate(dir, puzzles),
    };
    let left = match (planned_puzzles, rate) {
        _ if state == "finished" || (planned.is_some() && missing.is_empty()) => None,
        (Some(all), Some(rate)) if rate > 0.0 => Some((all - puzzles.min(all)) as f64 / rate),
        (Some(_), _) => None,
        // What a stopped process had begun is to be done again.
        (None, _) if state != "running" => None,
        (None, _) => report.as_ref().and_then(|report| report.left),
    };
    // Of a plan it is the planner's, who read all and solved nothing.
    let alone = report.as_ref().filter(|_| planned.is_none());
    let facts = json!({
        "state": state,
        "started": file.started,
        "inputs": file.identity.inputs.len(),
        "units_done": records.len(),
        "units_planned": planned.map(<[_]>::len),
        "missing": planned.map(|_| ranges(&missing)),
        "puzzles": puzzles,
        "puzzles_planned": planned_puzzles,
        "rejects": rejects,
        "lines": lines,
        "puzzles_per_second": rate.map(|rate| (10.0 * rate).round() / 10.0),
        "seconds_left": left.map(f64::round),
        "bytes_read": alone.map(|report| report.bytes),
        "bytes": alone.and_then(|report| report.total_bytes),
    });
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&facts)? + "\n",
        false => in_words(&facts, left, report.as_ref(), records.values().next_back()),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(DONE)
}

fn in_words(
    facts: &Value,
    left: Option<f64>,
    report: Option<&Report>,
    last: Option<&UnitRecord>,
) -> String {
    let of = |name: &str| facts[name].as_u64().map_or(String::new(), |all| format!(" of {all}"));
    let mut text = format!(
        "{}, begun {}\nunits     {}{}\npuzzles   {}{}\nrejects   {}\n",
        facts["state"].as_str().unwrap_or_default(),
        facts["started"].as_str().unwrap_or_default(),
        facts["units_done"],
        of("units_planned"),
        facts["puzzles"],
        of("puzzles_planned"),
        facts["rejects"],
    );
    if let Some(rate) = facts["puzzles_per_second"].as_f64() {
        text += &format!("rate      {} puzzles/s\n", rate_in_words(rate));
    }
    if let Some(left) = left {
        text += &format!("left      {}\n", HumanDuration(Duration::from_secs_f64(left)));
    }
    match facts["missing"].as_str().unwrap_or_default() {
        "" => {}
        missing => text += &format!("missing   units {missing}\n"),
    }
    if !facts["units_planned"].is_null() {
        return text;
    }
    if let Some(report) = report.filter(|_| facts["state"] == "running") {
        let ago = SystemTime::UNIX_EPOCH + Duration::from_secs(report.at);
        let ago = SystemTime::now().duration_since(ago).unwrap_or_default();
        text += &format!("{} ago: {}\n", HumanDuration(ago), report.sentence());
    }
    if facts["state"] == "stopped" {
        let rest = last.map_or("all".to_owned(), |record| {
            let UnitFacts { unit, place, lines, .. } = &record.facts;
            format!("all after unit {unit}, whose {lines} lines begin at {place}")
        });
        text += &format!("missing   {rest}; go on with `run --resume`\n");
    }
    text
}

/// What the last process that ran alone noted.
fn report(dir: &Path) -> Option<Report> {
    serde_json::from_slice(&fs::read(dir.join(PROGRESS)).ok()?).ok()
}

/// Puzzles per second over the last units: the run may have rested before them.
fn rate(dir: &Path, puzzles: u64) -> Option<f64> {
    let mut times = unit_times(dir);
    times.sort();
    let puzzles_per_unit = puzzles as f64 / times.len() as f64;
    let recent = &times[times.len().saturating_sub(RECENT_UNITS)..];
    let seconds = recent.last()?.duration_since(*recent.first()?).ok()?.as_secs_f64();
    (seconds > 0.0).then(|| puzzles_per_unit * (recent.len() - 1) as f64 / seconds)
}

/// Numbers in rising order as ranges: `0-3, 7`.
pub fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u64::to_string).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_short() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[0, 1, 2, 5, 8, 9]), "0-2, 5, 8-9");
    }
}
