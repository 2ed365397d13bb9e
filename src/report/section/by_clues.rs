//! Time and effort by the number of clues.

use std::collections::BTreeSet;

use crate::html::{Element, element};
use crate::report::axes::{self, time_range};
use crate::report::chart::{Axis, Chart, Size, figure};
use crate::report::names;
use crate::report::page::{Section, details, gallery, note};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Bound, Class, Cost, Distribution, SolverStatistics, Statistics};
use crate::words::{count, duration};

/// A band is drawn where there are this many puzzles: fewer have no quantiles to
/// speak of.
const ENOUGH: u64 = 10;

const SIZE: Size = Size { width: 330.0, height: 200.0, left: 58.0 };

/// The section; none if all puzzles have as many clues.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let orders: BTreeSet<u8> = classes(statistics).map(|class| class.order).collect();
    let mut content = Vec::new();
    for order in orders {
        let clues: BTreeSet<u16> = classes(statistics)
            .filter(|class| class.order == order)
            .map(|class| class.clues)
            .collect();
        if let (Some(&least), Some(&most)) = (clues.first(), clues.last())
            && least < most
        {
            content.push(element("h3").text(format!("{order}×{order}")));
            content.extend(of_size(statistics, order, (least, most)));
        }
    }
    if content.is_empty() {
        return None;
    }
    let text = "Line: median. Band: from the 10th to the 90th percentile, where there are ten \
                puzzles or more. Hollow dots and arrows: at least this, since a limit hides the \
                rest. Time is until the solver ended, whether it answered or stalled.";
    content.insert(0, note(text));
    Some(Section { id: "clues", title: "Time and effort by clues", content })
}

fn classes(statistics: &Statistics) -> impl Iterator<Item = Class> {
    statistics.solvers.values().flat_map(|solver| solver.by_class.keys().copied())
}

fn of_size(statistics: &Statistics, order: u8, (least, most): (u16, u16)) -> Vec<Element> {
    let clues = Scale::linear(f64::from(least), f64::from(most));
    let x = Axis::new("clues", clues, 6, |clues| format!("{clues:.0}"));
    let (low, high) = time_range(statistics);
    let times = axes::time("CPU time", Scale::log(low, high));
    let solvers = || statistics.solvers.iter().filter(|(_, solver)| takes(solver, order));
    let time = |(&place, solver): (&usize, &SolverStatistics)| {
        let chart = by_clues(solver, order, &x, &times, |cost| &cost.time);
        captioned(place, "CPU time", chart)
    };
    let effort = |(&place, solver): (&usize, &SolverStatistics)| {
        let (low, high) = axes::checks_range(&solver.all);
        let checks = axes::checks("checks", Scale::log(low, high));
        let chart = by_clues(solver, order, &x, &checks, |cost| &cost.checks);
        captioned(place, "checks", chart)
    };
    vec![
        gallery(solvers().map(time).collect()),
        gallery(solvers().map(effort).collect()),
        details("Medians of time and checks as numbers", numbers(statistics, order)),
    ]
}

fn takes(solver: &SolverStatistics, order: u8) -> bool {
    solver.by_class.keys().any(|class| class.order == order)
}

fn captioned(place: usize, what: &str, chart: Chart) -> Element {
    let name = names::solver(place).name;
    let caption = element("span").child(element("b").text(name)).text(format!(": {what}"));
    figure(caption, chart.finish(&format!("{name}: {what} by number of clues")))
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
    let value = |quantile: Bound| quantile.value() as f64;
    let stretch = |&(clues, distribution): &(f64, &Distribution)| {
        let (low, high) = distribution.quantile(0.1).zip(distribution.quantile(0.9))?;
        (distribution.total() >= ENOUGH).then_some((clues, low, high))
    };
    let bands: Vec<_> = distributions.iter().filter_map(stretch).collect();
    let drawn: Vec<_> = bands.iter().map(|&(x, low, high)| (x, value(low), value(high))).collect();
    chart.band("band", &drawn);
    for &(clues, _, high) in &bands {
        if matches!(high, Bound::AtLeast(_)) {
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
            Bound::Exactly(at) => chart.dot("dot", (clues, at as f64), 2.0),
            Bound::AtLeast(at) => chart.dot("dot open", (clues, at as f64), 3.0),
        }
    }
    chart
}

fn numbers(statistics: &Statistics, order: u8) -> Element {
    let solvers: Vec<_> = statistics.solvers.iter().filter(|(_, s)| takes(s, order)).collect();
    let heads: Vec<_> =
        solvers.iter().map(|&(&place, _)| format!("#{}", names::solver(place).name)).collect();
    let columns = ["#clues", "#puzzles"].into_iter().chain(heads.iter().map(String::as_str));
    let mut sheet = Sheet::new(columns);
    let all: BTreeSet<Class> = classes(statistics).filter(|class| class.order == order).collect();
    for class in all {
        let costs: Vec<_> = solvers.iter().map(|(_, s)| s.by_class.get(&class)).collect();
        let puzzles = costs.iter().flatten().map(|cost| cost.time.total()).max().unwrap_or(0);
        let median = |cost: &Option<&Cost>| {
            let time = cost.and_then(|cost| cost.time.quantile(0.5));
            let checks = cost.and_then(|cost| cost.checks.quantile(0.5));
            let checks = format!("{} checks", sheet::known(checks, count));
            let time = sheet::figure(&sheet::known(time, duration));
            time.child(element("small").text(checks))
        };
        let head = [sheet::figure(&class.clues.to_string()), sheet::figure(&count(puzzles))];
        sheet.row(head.into_iter().chain(costs.iter().map(median)));
    }
    sheet.finish("Medians by clues")
}
