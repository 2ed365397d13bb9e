//! How far a run is, told now and then while it works, and noted in its folder.

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use indicatif::{HumanBytes, HumanCount, HumanDuration};
use serde::{Deserialize, Serialize};

use crate::pipeline::{AnySolver, Config, Progress, RunError, Snapshot};
use crate::readable::counted;
use crate::source::Place;
use crate::store::Folder;

/// Time between two pieces of news.
const NEWS_EVERY: Duration = Duration::from_millis(200);
/// Time between two notes in the folder.
const NOTE_EVERY: Duration = Duration::from_secs(1);

/// Where a process alone at work notes its progress, for [`status`](super::status()).
pub(super) const PROGRESS: &str = "_state/progress.json";
/// Where one of several does, in its own folder under `_tmp`.
pub(super) const SHARE: &str = "progress.json";

/// What there is to tell while a run works.
pub struct News {
    /// How far it is.
    pub report: Report,
    /// What went wrong since the last news and does not end the run.
    pub problems: Vec<String>,
    /// Whether the work is over.
    pub is_last: bool,
}

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
    /// Puzzles examined of units that are not done yet.
    pub open_puzzles: u64,
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

impl Extent {
    /// What the inputs hold: their size, if all are files, and no more puzzles than are wanted.
    pub fn of(config: &Config) -> Extent {
        let size = |place: &Place| match place {
            Place::File(path) => path.metadata().ok().filter(|f| f.is_file()).map(|f| f.len()),
            Place::Stdin => None,
        };
        let bytes = config.inputs.iter().map(|input| size(&input.place)).sum();
        Extent { bytes, puzzles: config.limit }
    }
}

impl Report {
    fn new(now: &Snapshot, solvers: &[AnySolver], extent: Extent, elapsed: Duration) -> Report {
        let all: u64 = now.solver_ns.iter().sum();
        let mut shares: Vec<(String, f64)> = solvers
            .iter()
            .zip(&now.solver_ns)
            .filter(|&(_, &ns)| ns > 0)
            .map(|(solver, &ns)| (solver.name().to_owned(), ns as f64 / all as f64))
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
            open_puzzles: now.open,
            total_puzzles: extent.puzzles,
            rejects: now.rejects,
            rate: now.puzzles as f64 / elapsed.max(1e-9),
            left: by_bytes.into_iter().chain(by_puzzles).reduce(f64::min),
            shares,
        }
    }

    /// Time since this was so.
    pub fn age(&self) -> Duration {
        let at = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(self.at));
        at.and_then(|at| SystemTime::now().duration_since(at).ok()).unwrap_or_default()
    }

    /// Whether the process that noted it is still at work, as far as can be told.
    pub fn is_fresh(&self) -> bool {
        self.age() < 10 * NOTE_EVERY
    }

    /// The part that is done, from 0 to 1, if that is known.
    pub fn fraction(&self) -> Option<f64> {
        let part = |all: Option<u64>, reached: u64| all.map(|all| reached as f64 / all as f64);
        let parts = [part(self.total_bytes, self.bytes), part(self.total_puzzles, self.puzzles)];
        parts.into_iter().flatten().reduce(f64::max)
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
            text += &format!(
                ", {} left",
                HumanDuration(Duration::try_from_secs_f64(left).unwrap_or_default())
            );
        }
        for (solver, share) in &self.shares {
            text += &format!(" · {solver} {:.0}%", 100.0 * share);
        }
        text
    }
}

/// Things per second; a slow solver's first decimal counts.
pub(super) fn rate_in_words(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { HumanCount(rate as u64).to_string() }
}

/// Does some work while another thread tells the news, and notes them in a file of the folder.
pub(super) fn observed<T>(
    config: &Config,
    (folder, note): (&Folder, &str),
    extent: Extent,
    news: &(dyn Fn(News) + Sync),
    work: impl FnOnce(&Progress) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let progress = Progress::new(config.solvers.len());
    let (done, until) = channel::<()>();
    thread::scope(|scope| {
        let progress = &progress;
        let teller = scope.spawn(move || {
            let (start, mut noted) = (Instant::now(), Duration::ZERO);
            loop {
                let is_last = until.recv_timeout(NEWS_EVERY) != Err(RecvTimeoutError::Timeout);
                let elapsed = start.elapsed();
                let snapshot = progress.snapshot();
                let report = Report::new(&snapshot, &config.solvers, extent, elapsed);
                let is_time = is_last || elapsed - noted >= NOTE_EVERY;
                if is_time {
                    let text = serde_json::to_vec(&report).expect("a report is plain data");
                    folder.note(note, &text);
                    noted = elapsed;
                }
                let mut problems = progress.take_news();
                if let dropped @ 1.. = progress.dropped_news()
                    && is_last
                {
                    let more = counted(dropped as u64, "more message");
                    problems.push(format!("{more} like these; the tables hold all"));
                }
                news(News { report, problems, is_last });
                if is_last {
                    break;
                }
            }
        });
        // Dropped when the work panics, too.
        let done = done;
        let result = work(progress);
        drop(done);
        teller.join().unwrap_or_else(|panic| resume_unwind(panic));
        result
    })
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
