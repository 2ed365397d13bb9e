//! How soon answers come: the share of puzzles answered within a time, and the
//! share that needs more than an effort.
//!
//! An attempt that met its limit counts as not answered at any time, and so do one that
//! stalled and a puzzle of a size that the solver does not take: the curves never flatter.

use maud::{Markup, html};

use crate::readable::share;
use crate::report::axes::{self, checks_range, time_range};
use crate::report::chart::{Axis, Chart, Size};
use crate::report::names;
use crate::report::page::{Section, gallery, note};
use crate::report::scale::Scale;
use crate::table::statistics::{AttemptEnd, Distribution, SolverStatistics, Statistics};

/// Points a curve is drawn through at most.
const POINTS: usize = 150;

const SIZE: Size = Size { width: 330.0, height: 200.0, left: 58.0 };

/// The section; none if no solver ran.
pub fn section(statistics: &Statistics) -> Option<Section> {
    if statistics.solvers.is_empty() {
        return None;
    }
    let times =
        statistics.solvers.iter().map(|(&place, solver)| in_time(statistics, place, solver));
    let efforts = statistics.solvers.iter().map(|(&place, solver)| in_effort(place, solver));
    let content = html! {
        (note(
            "Share of all puzzles that were answered within a CPU time. Grey: the other solvers. \
             A curve that ends below 100 % says how many puzzles stayed without an answer: \
             stalled, at a limit, or of a size that the solver does not take."
        ))
        (gallery(times))
        (note(
            "Share of all puzzles that took more than so many checks and were not answered by \
             then, both axes logarithmic. A straight fall is a heavy tail; the open end is the \
             share without an answer."
        ))
        (gallery(efforts))
    };
    Some(Section { id: "answers", title: "Time and effort to an answer", content })
}

/// Points of the curve of answers: value, and share of so many puzzles answered by then.
pub fn answered(distribution: &Distribution, puzzles: u64) -> Vec<(f64, f64)> {
    let total = puzzles.max(1) as f64;
    let shares =
        distribution.answered_by().map(|(value, count)| (value as f64, count as f64 / total));
    let all: Vec<_> = shares.collect();
    let every = all.len().div_ceil(POINTS).max(1);
    // The last point of each stretch, so that no curve is ahead of the truth, and the very last.
    let kept = all.iter().enumerate().filter(|(place, _)| (all.len() - 1 - place) % every == 0);
    kept.map(|(_, &point)| point).collect()
}

fn in_time(statistics: &Statistics, place: usize, solver: &SolverStatistics) -> Markup {
    let (low, high) = time_range(statistics);
    let x = axes::time(&names::time(solver), Scale::log(low, high));
    let mut chart = Chart::new(SIZE, &x, &axes::shares("puzzles answered"));
    for other in statistics.solvers.iter().filter(|(other, _)| **other != place) {
        chart.steps("other", &answered(&other.1.all.time, other.1.statuses.puzzles()));
    }
    let (distribution, puzzles) = (&solver.all.time, solver.statuses.puzzles());
    chart.steps("curve", &answered(distribution, puzzles));
    let all = share(distribution.ended(AttemptEnd::Answered), puzzles);
    let name = names::solver(place);
    let caption = format!(": {all} answered");
    chart.figure(name, &caption, &format!("{name}: share of puzzles answered within a CPU time"))
}

fn in_effort(place: usize, solver: &SolverStatistics) -> Markup {
    let (distribution, puzzles) = (&solver.all.checks, solver.statuses.puzzles());
    let (low, high) = checks_range(&solver.all);
    let x = axes::checks("checks", Scale::log(low, high));
    let least = 1.0 / puzzles.max(10) as f64;
    let percent = |share: f64| match share {
        0.01.. => format!("{:.0} %", 100.0 * share),
        _ => format!("{} %", (1e9 * share).round() / 1e7),
    };
    let y = Axis::new("need more", Scale::log_share(least), 4, percent);
    let mut chart = Chart::new(SIZE, &x, &y);
    let left =
        answered(distribution, puzzles).into_iter().map(|(value, share)| (value, 1.0 - share));
    chart.steps("curve", &left.filter(|&(_, share)| share > 0.0).collect::<Vec<_>>());
    let name = names::solver(place);
    let caption = format!(": one check is {}", names::check(place));
    chart.figure(name, &caption, &format!("{name}: share of puzzles that need more checks"))
}
