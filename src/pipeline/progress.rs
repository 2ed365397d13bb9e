//! What a run has done so far, for whoever wants to show it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::RunError;

/// Counters that the stages advance, a block at a time, and a display reads.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    bytes_passed: AtomicU64,
    puzzles: AtomicU64,
    rejects: AtomicU64,
    units: AtomicU64,
    open: AtomicU64,
    earlier: AtomicU64,
    solver_ns: Vec<AtomicU64>,
    news: Mutex<News>,
    failure: Mutex<Option<RunError>>,
}

/// What went wrong and did not end the run.
#[derive(Debug, Default)]
struct News {
    untold: Vec<String>,
    told: usize,
    dropped: usize,
}

/// Pieces of news that are kept; more are counted.
const NEWS_KEPT: usize = 1_000;

/// The counters at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// Raw bytes whose lines are dealt with.
    pub bytes: u64,
    /// Those of them that were only passed over, for their units were done before.
    pub bytes_passed: u64,
    /// Puzzles examined.
    pub puzzles: u64,
    /// Lines rejected.
    pub rejects: u64,
    /// Units that are done.
    pub units: u64,
    /// Those of them whose units are not done yet.
    pub open: u64,
    /// Puzzles of units that were done before.
    pub earlier: u64,
    /// CPU time spent in each solver of the run, repeats included, in ns.
    pub solver_ns: Vec<u64>,
}

impl Progress {
    /// Counters for a run with this many solvers.
    pub fn new(solvers: usize) -> Progress {
        Progress { solver_ns: (0..solvers).map(|_| AtomicU64::new(0)).collect(), ..Self::default() }
    }

    pub(super) fn add_bytes(&self, bytes: u64, passed: bool) {
        self.bytes.fetch_add(bytes, Relaxed);
        if passed {
            self.bytes_passed.fetch_add(bytes, Relaxed);
        }
    }

    /// Adds what was counted of a block, and nothing else done with.
    pub(super) fn add_counted(&self, puzzles: u64, rejects: u64) {
        self.puzzles.fetch_add(puzzles, Relaxed);
        self.rejects.fetch_add(rejects, Relaxed);
    }

    pub(super) fn add_examined(&self, puzzles: u64, rejects: u64) {
        self.open.fetch_add(puzzles, Relaxed);
        self.add_counted(puzzles, rejects);
    }

    pub(super) fn add_unit(&self, puzzles: u64, earlier: bool) {
        self.units.fetch_add(1, Relaxed);
        match earlier {
            true => self.earlier.fetch_add(puzzles, Relaxed),
            false => self.open.fetch_sub(puzzles, Relaxed),
        };
    }

    pub(super) fn add_solver_ns(&self, solver: usize, ns: u64) {
        self.solver_ns[solver].fetch_add(ns, Relaxed);
    }

    /// Notes what went wrong and did not end the run.
    pub(super) fn tell(&self, news: String) {
        let mut all = self.news.lock().expect("no holder panics");
        match all.told + all.untold.len() < NEWS_KEPT {
            true => all.untold.push(news),
            false => all.dropped += 1,
        }
    }

    /// Notes what ends the run; the first of several.
    pub(super) fn fail(&self, error: RunError) {
        self.failure.lock().expect("no holder panics").get_or_insert(error);
    }

    /// What ended the run.
    pub(super) fn take_failure(&self) -> Option<RunError> {
        self.failure.lock().expect("no holder panics").take()
    }

    /// What went wrong since this was asked last.
    pub fn take_news(&self) -> Vec<String> {
        let mut news = self.news.lock().expect("no holder panics");
        news.told += news.untold.len();
        std::mem::take(&mut news.untold)
    }

    /// How much more went wrong than is told.
    pub fn dropped_news(&self) -> usize {
        self.news.lock().expect("no holder panics").dropped
    }

    /// The counters now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            bytes: self.bytes.load(Relaxed),
            bytes_passed: self.bytes_passed.load(Relaxed),
            puzzles: self.puzzles.load(Relaxed),
            rejects: self.rejects.load(Relaxed),
            units: self.units.load(Relaxed),
            open: self.open.load(Relaxed),
            earlier: self.earlier.load(Relaxed),
            solver_ns: self.solver_ns.iter().map(|ns| ns.load(Relaxed)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_that_are_not_kept_are_counted() {
        let progress = Progress::new(0);
        (0..NEWS_KEPT).for_each(|number| progress.tell(number.to_string()));
        assert_eq!((progress.take_news().len(), progress.dropped_news()), (NEWS_KEPT, 0));
        (0..3).for_each(|_| progress.tell(String::new()));
        assert_eq!((progress.take_news().len(), progress.dropped_news()), (0, 3));
    }
}
