//! What a run has done so far, for whoever wants to show it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counters that the stages advance, a block at a time, and a display reads.
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    puzzles: AtomicU64,
    rejects: AtomicU64,
    solver_ns: Vec<AtomicU64>,
}

/// The counters at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    /// Raw bytes read.
    pub bytes: u64,
    /// Puzzles examined.
    pub puzzles: u64,
    /// Lines rejected.
    pub rejects: u64,
    /// CPU time spent in each solver of the run, repeats included, in ns.
    pub solver_ns: Vec<u64>,
}

impl Progress {
    /// Counters for a run with this many solvers.
    pub fn new(solvers: usize) -> Progress {
        Progress { solver_ns: (0..solvers).map(|_| AtomicU64::new(0)).collect(), ..Self::default() }
    }

    pub(super) fn set_bytes(&self, bytes: u64) {
        self.bytes.store(bytes, Relaxed);
    }

    pub(super) fn add_block(&self, puzzles: u64, rejects: u64) {
        self.puzzles.fetch_add(puzzles, Relaxed);
        self.rejects.fetch_add(rejects, Relaxed);
    }

    pub(super) fn add_solver_ns(&self, solver: usize, ns: u64) {
        self.solver_ns[solver].fetch_add(ns, Relaxed);
    }

    /// The counters now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            bytes: self.bytes.load(Relaxed),
            puzzles: self.puzzles.load(Relaxed),
            rejects: self.rejects.load(Relaxed),
            solver_ns: self.solver_ns.iter().map(|ns| ns.load(Relaxed)).collect(),
        }
    }
}
