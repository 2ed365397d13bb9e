//! `--threads`: how many threads work.

use clap::Args;

/// The number of worker threads.
#[derive(Args, Clone, Copy, Default)]
pub struct Threads {
    /// Worker threads, up to 1024 [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number asked for, or one per core.
    pub fn number(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
