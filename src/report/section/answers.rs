//! How soon answers come: the share of puzzles answered within a time, and the
//! share that needs more than an effort.
//!
//! An attempt that met its limit counts as not answered at any time, and so does
//! one that stalled: the curves never flatter.

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
             A curve that ends below 100 % says how many puzzles stayed without an answer, \
             stalled or at a limit."
        ))
        (gallery(times))
        (note(
            "Share of the puzzles that took more than so many checks and were not answered by \
             then, both axes logarithmic. A straight fall is a heavy tail; the open end is the \
             share without an answer."
        ))
        (gallery(efforts))
    };
    Some(Section { id: "answers", title: "Time and effort to an answer", content })
}

/// Points of the curve of answers: value, and share answered by then.
fn answered(distribution: &Distribution) -> Vec<(f64, f64)> {
    let total = distribution.total().max(1) as f64;
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
        chart.steps("other", &answered(&other.1.all.time));
    }
    chart.steps("curve", &answered(&solver.all.time));
    let distribution = &solver.all.time;
    let all = share(distribution.ended(AttemptEnd::Answered), distribution.total());
    let name = names::solver(place).name;
    let caption = format!(": {all} answered");
    chart.figure(name, &caption, &format!("{name}: share of puzzles answered within a CPU time"))
}

fn in_effort(place: usize, solver: &SolverStatistics) -> Markup {
    let distribution = &solver.all.checks;
    let (low, high) = checks_range(&solver.all);
    let x = axes::checks("checks", Scale::log(low, high));
    let least = 1.0 / distribution.total().max(10) as f64;
    let percent = |share: f64| match share {
        0.01.. => format!("{:.0} %", 100.0 * share),
        _ => format!("{} %", (1e9 * share).round() / 1e7),
    };
    let y = Axis::new("need more", Scale::log_share(least), 4, percent);
    let mut chart = Chart::new(SIZE, &x, &y);
    let left = answered(distribution).into_iter().map(|(value, share)| (value, 1.0 - share));
    chart.steps("curve", &left.filter(|&(_, share)| share > 0.0).collect::<Vec<_>>());
    let name = names::solver(place).name;
    let caption = format!(": one check is {}", names::solver(place).check);
    chart.figure(name, &caption, &format!("{name}: share of puzzles that need more checks"))
}
