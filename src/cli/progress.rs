//! The progress of a run: a bar on a terminal, lines elsewhere, a note in its folder.

use std::io::IsTerminal as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::log::LogArguments;
use crate::pipeline::{Progress, Snapshot};
use crate::solver::SolverRow;
use crate::store::Folder;

const BAR_EVERY: Duration = Duration::from_millis(200);
/// Of which a full bar is made.
const BAR_STEPS: u64 = 10_000;
const NOTE_EVERY: Duration = Duration::from_secs(1);
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Where the last state of the progress is noted, for `status`.
pub const PROGRESS: &str = "_state/progress.json";

/// How far a run is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Seconds since the epoch at which this was so.
    pub at: u64,
    /// Seconds since this process began.
    pub elapsed: f64,
    /// Raw bytes whose lines are dealt with.
    pub bytes: u64,
    /// Raw bytes there are, if that is known.
    pub total_bytes: Option<u64>,
    /// Units done.
    pub units: u64,
    /// Puzzles of the run, those of earlier processes included.
    pub puzzles: u64,
    /// Puzzles there are at most, if that is known.
    pub total_puzzles: Option<u64>,
    /// Lines rejected by this process.
    pub rejects: u64,
    /// Puzzles per second of this process.
    pub rate: f64,
    /// Seconds left, if that can be told.
    pub left: Option<f64>,
    /// Each solver's share of the solving time.
    pub shares: Vec<(String, f64)>,
}

/// How much there is to do, as far as that is known.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    /// Raw bytes of the inputs.
    pub bytes: Option<u64>,
    /// Puzzles, at most.
    pub puzzles: Option<u64>,
}

impl Report {
    fn new(
        now: &Snapshot,
        solvers: &[&'static SolverRow],
        extent: Extent,
        elapsed: Duration,
    ) -> Report {
        let all: u64 = now.solver_ns.iter().sum();
        let mut shares: Vec<(String, f64)> = solvers
            .iter()
            .zip(&now.solver_ns)
            .filter(|&(_, &ns)| ns > 0)
            .map(|(solver, &ns)| (solver.name.to_owned(), ns as f64 / all as f64))
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        let elapsed = elapsed.as_secs_f64();
        let puzzles = now.puzzles + now.earlier;
        // What was passed over in no time says nothing about the rest.
        let left = |all: Option<u64>, reached: u64, passed: u64| {
            let rest = all?.checked_sub(reached)?;
            (reached > passed).then(|| elapsed * rest as f64 / (reached - passed) as f64)
        };
        let by_bytes = left(extent.bytes, now.bytes, now.bytes_passed);
        let by_puzzles = left(extent.puzzles, puzzles, now.earlier);
        let at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Report {
            at: at.as_secs(),
            elapsed,
            bytes: now.bytes,
            total_bytes: extent.bytes,
            units: now.units,
            puzzles,
            total_puzzles: extent.puzzles,
            rejects: now.rejects,
            rate: now.puzzles as f64 / elapsed.max(1e-9),
            left: by_bytes.into_iter().chain(by_puzzles).reduce(f64::min),
            shares,
        }
    }

    /// The report as a sentence.
    pub fn sentence(&self) -> String {
        let of = |all: Option<String>| all.map_or(String::new(), |all| format!(" of {all}"));
        let mut text = format!(
            "{}{} puzzles, {}/s, {}{} read, {} rejects, {} units",
            HumanCount(self.puzzles),
            of(self.total_puzzles.map(|all| HumanCount(all).to_string())),
            rate_in_words(self.rate),
            HumanBytes(self.bytes),
            of(self.total_bytes.map(|all| HumanBytes(all).to_string())),
            HumanCount(self.rejects),
            HumanCount(self.units),
        );
        if let Some(left) = self.left.filter(|&left| left > 0.0) {
            text += &format!(", {} left", HumanDuration(Duration::from_secs_f64(left)));
        }
        for (solver, share) in &self.shares {
            text += &format!(" · {solver} {:.0}%", 100.0 * share);
        }
        text
    }

    /// The part that is done, if that is known.
    fn fraction(&self) -> Option<f64> {
        let part = |all: Option<u64>, reached: u64| all.map(|all| reached as f64 / all as f64);
        let parts = [part(self.total_bytes, self.bytes), part(self.total_puzzles, self.puzzles)];
        parts.into_iter().flatten().reduce(f64::max)
    }
}

/// Things per second; a slow solver's first decimal counts.
pub fn rate_in_words(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { HumanCount(rate as u64).to_string() }
}

/// Shows the progress, and what goes wrong, until `done` closes; notes it in the
/// folder if there is one to note it in.
pub fn show(
    progress: &Progress,
    solvers: &[&'static SolverRow],
    extent: Extent,
    log: &LogArguments,
    folder: Option<&Folder>,
    done: &Receiver<()>,
) {
    let start = Instant::now();
    let bar = (log.takes_bar() && std::io::stderr().is_terminal()).then(bar);
    let every = if bar.is_some() { BAR_EVERY } else { NOTE_EVERY };
    let (mut noted, mut told) = (Duration::ZERO, Duration::ZERO);
    loop {
        let over = done.recv_timeout(every) != Err(RecvTimeoutError::Timeout);
        let elapsed = start.elapsed();
        let report = Report::new(&progress.snapshot(), solvers, extent, elapsed);
        for news in progress.take_news() {
            match &bar {
                Some(bar) => bar.suspend(|| log.warn("problem", &news)),
                None => log.warn("problem", &news),
            }
        }
        if let Some(folder) = folder.filter(|_| over || elapsed - noted >= NOTE_EVERY) {
            folder.note(PROGRESS, &serde_json::to_vec(&report).unwrap_or_default());
            noted = elapsed;
        }
        if let Some(bar) = &bar {
            bar.set_position((report.fraction().unwrap_or(0.0) * BAR_STEPS as f64) as u64);
            bar.set_message(report.sentence());
        } else if elapsed - told >= LINE_EVERY {
            let figures = serde_json::to_value(&report).unwrap_or_default();
            log.tell("progress", &report.sentence(), figures);
            told = elapsed;
        }
        if over {
            break;
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn bar() -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {percent}%\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(BAR_STEPS).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(now: &Snapshot, bytes: Option<u64>, puzzles: Option<u64>) -> Option<f64> {
        Report::new(now, &[], Extent { bytes, puzzles }, Duration::from_secs(10)).left
    }

    #[test]
    fn what_was_passed_over_says_nothing_about_the_rest() {
        let resumed = Snapshot { bytes: 600, bytes_passed: 500, ..Snapshot::default() };
        assert_eq!(left(&resumed, Some(1000), None), Some(40.0));
        let nothing_yet = Snapshot { bytes: 500, bytes_passed: 500, ..Snapshot::default() };
        assert_eq!(left(&nothing_yet, Some(1000), None), None);
    }

    #[test]
    fn the_nearer_end_counts() {
        let now = Snapshot { bytes: 100, puzzles: 10, earlier: 20, ..Snapshot::default() };
        assert_eq!(left(&now, Some(1000), Some(50)), Some(20.0));
        assert_eq!(left(&now, Some(110), Some(50)), Some(1.0));
        assert_eq!(left(&now, None, None), None);
    }
}
