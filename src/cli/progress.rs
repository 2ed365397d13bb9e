//! The progress of a run: a bar on a terminal, lines elsewhere, a note in its folder.

use std::io::IsTerminal as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::log::LogArguments;
use crate::run::folder::Folder;
use crate::run::{Progress, Snapshot};
use crate::solver::SolverRow;

const BAR_EVERY: Duration = Duration::from_millis(200);
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
    /// Raw bytes read.
    pub bytes: u64,
    /// Raw bytes there are, if that is known.
    pub total_bytes: Option<u64>,
    /// Units done.
    pub units: u64,
    /// Puzzles of the run, those of earlier processes included.
    pub puzzles: u64,
    /// Lines rejected by this process.
    pub rejects: u64,
    /// Puzzles per second of this process.
    pub rate: f64,
    /// Seconds left, if that can be told.
    pub left: Option<f64>,
    /// Each solver's share of the solving time.
    pub shares: Vec<(String, f64)>,
}

impl Report {
    fn new(
        now: &Snapshot,
        solvers: &[&'static SolverRow],
        total_bytes: Option<u64>,
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
        let left = total_bytes.filter(|&total| now.bytes > 0 && now.bytes <= total);
        let at = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Report {
            at: at.as_secs(),
            elapsed,
            bytes: now.bytes,
            total_bytes,
            units: now.units,
            puzzles: now.puzzles + now.earlier,
            rejects: now.rejects,
            rate: now.puzzles as f64 / elapsed.max(1e-9),
            left: left.map(|total| elapsed * (total - now.bytes) as f64 / now.bytes as f64),
            shares,
        }
    }

    /// The report as a sentence.
    pub fn sentence(&self) -> String {
        let total =
            self.total_bytes.map_or(String::new(), |total| format!(" of {}", HumanBytes(total)));
        let mut text = format!(
            "{} puzzles, {}/s, {}{total} read, {} rejects, {} units",
            HumanCount(self.puzzles),
            HumanCount(self.rate as u64),
            HumanBytes(self.bytes),
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
}

/// Shows the progress, and what goes wrong, until `done` closes; notes it in the
/// folder if there is one to note it in.
pub fn show(
    progress: &Progress,
    solvers: &[&'static SolverRow],
    total_bytes: Option<u64>,
    log: &LogArguments,
    folder: Option<&Folder>,
    done: &Receiver<()>,
) {
    let start = Instant::now();
    let bar = (log.takes_bar() && std::io::stderr().is_terminal()).then(|| bar(total_bytes));
    let every = if bar.is_some() { BAR_EVERY } else { NOTE_EVERY };
    let (mut noted, mut told) = (Duration::ZERO, Duration::ZERO);
    loop {
        let over = done.recv_timeout(every) != Err(RecvTimeoutError::Timeout);
        let elapsed = start.elapsed();
        let report = Report::new(&progress.snapshot(), solvers, total_bytes, elapsed);
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
            bar.set_position(report.bytes);
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

fn bar(total_bytes: Option<u64>) -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {percent}%\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::new(total_bytes.unwrap_or(0)).with_style(style)
}
