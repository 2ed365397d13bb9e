//! The progress of a run: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use crate::run::{Progress, Snapshot};
use crate::solver::SolverRow;

const BAR_EVERY: Duration = Duration::from_millis(200);
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows the progress on stderr until `done` closes.
pub fn show(
    progress: &Progress,
    solvers: &[&'static SolverRow],
    total_bytes: Option<u64>,
    done: &Receiver<()>,
) {
    let start = Instant::now();
    let bar = std::io::stderr().is_terminal().then(|| bar(total_bytes));
    let every = if bar.is_some() { BAR_EVERY } else { LINE_EVERY };
    while done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
        let now = progress.snapshot();
        let text = sentence(&now, solvers, total_bytes, start.elapsed());
        match &bar {
            Some(bar) => {
                bar.set_position(now.bytes);
                bar.set_message(text);
            }
            None => eprintln!("{text}"),
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

fn sentence(
    now: &Snapshot,
    solvers: &[&'static SolverRow],
    total_bytes: Option<u64>,
    elapsed: Duration,
) -> String {
    let rate = now.puzzles as f64 / elapsed.as_secs_f64();
    let total = total_bytes.map_or(String::new(), |total| format!(" of {}", HumanBytes(total)));
    let mut text = format!(
        "{} puzzles, {}/s, {}{total} read, {} rejects",
        HumanCount(now.puzzles),
        HumanCount(rate as u64),
        HumanBytes(now.bytes),
        HumanCount(now.rejects),
    );
    if let Some(total) = total_bytes.filter(|&total| now.bytes > 0 && now.bytes < total) {
        let left = elapsed.mul_f64((total - now.bytes) as f64 / now.bytes as f64);
        text += &format!(", {} left", HumanDuration(left));
    }
    let all: u64 = now.solver_ns.iter().sum();
    let mut shares: Vec<_> =
        solvers.iter().zip(&now.solver_ns).filter(|&(_, &ns)| ns > 0).collect();
    shares.sort_by_key(|&(_, &ns)| std::cmp::Reverse(ns));
    for (solver, &ns) in shares {
        text += &format!(" · {} {:.0}%", solver.name, 100.0 * ns as f64 / all as f64);
    }
    text
}
