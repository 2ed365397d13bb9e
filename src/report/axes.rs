//! Axes that several charts share, so that they can be compared.

use super::chart::Axis;
use super::scale::Scale;
use crate::readable::{short_count, short_duration};
use crate::table::statistics::{Cost, Distribution, Statistics};

/// An axis of CPU time.
pub fn time(title: &str, scale: Scale) -> Axis {
    Axis::new(title, scale, 5, short_duration)
}

/// An axis of counted work.
pub fn checks(title: &str, scale: Scale) -> Axis {
    Axis::new(title, scale, 5, short_count)
}

/// An axis of shares of puzzles.
pub fn shares(title: &str) -> Axis {
    Axis::new(title, Scale::linear(0.0, 1.0), 4, |share| format!("{:.0} %", 100.0 * share))
}

/// An axis of named rows, the first at the top; a row's place is its number from below.
pub fn rows(names: impl DoubleEndedIterator<Item = String>) -> Axis {
    let ticks: Vec<_> = (0_u16..).map(f64::from).zip(names.rev()).collect();
    let scale = Scale::linear(-0.6, ticks.len() as f64 - 0.4);
    Axis { scale, title: String::new(), ticks }
}

/// The range of the times of all solvers, in ns, without the outermost thousandth
/// on either side.
pub fn time_range(statistics: &Statistics) -> (f64, f64) {
    range(statistics.solvers.values().map(|solver| &solver.all.time), 0.001, 0.999)
}

/// The range of one solver's effort, in checks.
pub fn checks_range(cost: &Cost) -> (f64, f64) {
    range([&cost.checks].into_iter(), 0.001, 1.0)
}

fn range<'a>(
    distributions: impl Iterator<Item = &'a Distribution>,
    low: f64,
    high: f64,
) -> (f64, f64) {
    let mut range = (f64::INFINITY, 1.0_f64);
    for distribution in distributions {
        if let (Some(least), Some(most)) = (distribution.quantile(low), distribution.quantile(high))
        {
            range = (range.0.min(least.value() as f64), range.1.max(most.value() as f64));
        }
    }
    (range.0.min(range.1), range.1)
}
