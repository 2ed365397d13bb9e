//! Time and effort by the number of clues.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::readable::count;
use crate::report::axes::{self, time_range};
use crate::report::chart::{Axis, Chart, Size};
use crate::report::names;
use crate::report::page::{Section, details, gallery, note};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Bounded, Class, Cost, Distribution, SolverStatistics, Statistics};

/// A band is drawn where there are this many puzzles: fewer have no quantiles to
/// speak of.
const ENOUGH: u64 = 10;

const SIZE: Size = Size { width: 330.0, height: 200.0, left: 58.0 };

/// The section; none if all puzzles have as many clues.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let orders: BTreeSet<u8> = classes(statistics).map(|class| class.order).collect();
    let stretch = |order: u8| {
        let clues = || classes(statistics).filter(|class| class.order == order).map(|c| c.clues);
        let (least, most) = (clues().min()?, clues().max()?);
        Some((order, least, most))
    };
    let stretches: Vec<_> = orders.into_iter().filter_map(stretch).collect();
    let content = html! {
        (note(
            "Line: median. Band: from the 10th to the 90th percentile, where there are ten puzzles \
             or more. Hollow dots and arrows: at least this, since a limit hides the rest. Time is \
             until the solver ended, whether it answered or stalled. Means of batches (*) are of \
             puzzles of all clues."
        ))
        @for &(order, least, most) in &stretches {
            h3 { (order) "×" (order) }
            (of_size(statistics, order, (least, most)))
        }
    };
    let title = "Time and effort by clues";
    stretches.iter().any(|(_, least, most)| least < most).then_some(Section {
        id: "clues",
        title,
        content,
    })
}

fn classes(statistics: &Statistics) -> impl Iterator<Item = Class> {
    statistics.solvers.values().flat_map(|solver| solver.by_class.keys().copied())
}

fn of_size(statistics: &Statistics, order: u8, (least, most): (u16, u16)) -> Markup {
    let clues = Scale::linear(f64::from(least), f64::from(most));
    let x = Axis::new("clues", clues, 6, |clues| format!("{clues:.0}"));
    let (low, high) = time_range(statistics);
    let times = axes::time("CPU time", Scale::log(low, high));
    let solvers = || statistics.solvers.iter().filter(|(_, solver)| takes(solver, order));
    let time = |(&place, solver): (&usize, &SolverStatistics)| {
        let chart = by_clues(solver, order, &x, &times, |cost| &cost.time);
        captioned(place, &names::time(solver), chart)
    };
    let effort = |(&place, solver): (&usize, &SolverStatistics)| {
        let (low, high) = axes::checks_range(&solver.all);
        let checks = axes::checks("checks", Scale::log(low, high));
        let chart = by_clues(solver, order, &x, &checks, |cost| &cost.checks);
        captioned(place, "checks", chart)
    };
    html! {
        (gallery(solvers().map(time)))
        (gallery(solvers().map(effort)))
        (details("Medians of time and checks as numbers", &numbers(statistics, order)))
    }
}

fn takes(solver: &SolverStatistics, order: u8) -> bool {
    solver.by_class.keys().any(|class| class.order == order)
}

fn captioned(place: usize, what: &str, chart: Chart) -> Markup {
    let name = names::solver(place);
    chart.figure(name, &format!(": {what}"), &format!("{name}: {what} by number of clues"))
}

fn by_clues(
    solver: &SolverStatistics,
    order: u8,
    x: &Axis,
    y: &Axis,
    quantity: impl Fn(&Cost) -> &Distribution,
) -> Chart {
    let mut chart = Chart::new(SIZE, x, y);
    let classes = solver.by_class.iter().filter(|(class, _)| class.order == order);
    let distributions = classes.map(|(class, cost)| (f64::from(class.clues), quantity(cost)));
    let distributions: Vec<_> = distributions.collect();
    let value = |quantile: Bounded| quantile.value() as f64;
    let stretch = |&(clues, distribution): &(f64, &Distribution)| {
        let (low, high) = distribution.quantile(0.1).zip(distribution.quantile(0.9))?;
        (distribution.total() >= ENOUGH).then_some((clues, low, high))
    };
    let bands: Vec<_> = distributions.iter().filter_map(stretch).collect();
    let drawn: Vec<_> = bands.iter().map(|&(x, low, high)| (x, value(low), value(high))).collect();
    chart.band("band", &drawn);
    for &(clues, _, high) in &bands {
        if high.is_lower() {
            chart.open_above("arrow", (clues, value(high)));
        }
    }
    let median =
        |&(clues, distribution): &(f64, &Distribution)| Some((clues, distribution.quantile(0.5)?));
    let medians: Vec<_> = distributions.iter().filter_map(median).collect();
    let line: Vec<_> = medians.iter().map(|&(clues, median)| (clues, value(median))).collect();
    chart.line("curve", &line);
    for (clues, median) in medians {
        match median {
            Bounded::Exactly(at) => chart.dot("dot", (clues, at as f64), 2.0),
            Bounded::AtLeast(at) => chart.dot("dot open", (clues, at as f64), 3.0),
        }
    }
    chart
}

fn numbers(statistics: &Statistics, order: u8) -> Markup {
    let solvers: Vec<_> = statistics.solvers.iter().filter(|(_, s)| takes(s, order)).collect();
    let heads = solvers.iter().map(|&(&place, of)| format!("#{}", names::starred(place, of)));
    let mut sheet = Sheet::new(["#clues", "#puzzles"].map(String::from).into_iter().chain(heads));
    let all: BTreeSet<Class> = classes(statistics).filter(|class| class.order == order).collect();
    for class in all {
        let costs: Vec<_> = solvers.iter().map(|(_, s)| s.by_class.get(&class)).collect();
        let puzzles = costs.iter().flatten().map(|cost| cost.time.total()).max().unwrap_or(0);
        let median = |cost: &Option<&Cost>| {
            let time = cost.and_then(|cost| cost.time.quantile(0.5));
            let checks = cost.and_then(|cost| cost.checks.quantile(0.5));
            let checks = format!("{} checks", sheet::known(checks, count));
            sheet::figures(&sheet::known_time(time), &checks)
        };
        let head = [sheet::figure(&class.clues.to_string()), sheet::figure(&count(puzzles))];
        sheet.row(head.into_iter().chain(costs.iter().map(median)));
    }
    sheet.finish("Medians by clues")
}
