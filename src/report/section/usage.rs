//! Which strategies the solvers used, and on how many puzzles (B09's statistics).

use maud::{Markup, html};

use crate::readable::{BEYOND_COUNT, BOUND, bounded, bounded_share, count};
use crate::report::axes;
use crate::report::chart::{Chart, Size};
use crate::report::names;
use crate::report::page::{Section, details, gallery, note};
use crate::report::sheet::{self, Sheet};
use crate::strategy::STRATEGIES;
use crate::table::statistics::Statistics;

/// The section; none if no solver uses strategies.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let used = used(statistics);
    if used.is_empty() {
        return None;
    }
    let content = html! {
        (note(
            "Share of a solver's puzzles on which it used a strategy at least once. A solver takes \
             the first strategy of its order that finds something, so a later one is used only \
             where the earlier ones had nothing left."
        ))
        (gallery(counting(statistics).map(|solver| chart(statistics, solver, &used))))
        (details("Puzzles and applications as numbers", &numbers(statistics)))
        @if statistics.solvers.values().any(|solver| solver.strategies.limited > 0) {
            (note(BOUND))
        }
        @if statistics.solvers.values().any(|solver| solver.strategies.is_beyond_count()) {
            (note(BEYOND_COUNT))
        }
    };
    Some(Section { id: "strategies", title: "Strategies used", content })
}

/// The strategies that any solver used, by place.
fn used(statistics: &Statistics) -> Vec<usize> {
    let anyone = |&place: &usize| {
        statistics.solvers.values().any(|solver| solver.strategies.by_strategy[place].count > 0)
    };
    (0..STRATEGIES.len()).filter(anyone).collect()
}

/// The solvers that count strategies, by place.
fn counting(statistics: &Statistics) -> impl Iterator<Item = usize> {
    let solvers = statistics.solvers.iter();
    solvers.filter(|(_, solver)| solver.strategies.puzzles > 0).map(|(&place, _)| place)
}

fn chart(statistics: &Statistics, solver: usize, used: &[usize]) -> Markup {
    let usage = &statistics.solvers[&solver].strategies;
    let rows = used.len() as f64;
    let y = axes::rows(used.iter().map(|&place| names::strategy(place).to_owned()));
    // About 6 pixels a letter.
    let longest = used.iter().map(|&place| names::strategy(place).chars().count()).max();
    let left = 6.0 * longest.unwrap_or(0) as f64 + 8.0;
    let size = Size { width: left + 190.0, height: 17.0 * rows + 52.0, left };
    let mut chart = Chart::new(size, &axes::shares("puzzles"), &y);
    for (row, &strategy) in used.iter().rev().enumerate() {
        let share = usage.by_strategy[strategy].count as f64 / usage.puzzles.max(1) as f64;
        if share > 0.0 {
            chart.line("box", &[(0.0, row as f64), (share, row as f64)]);
        }
        if usage.open(strategy) > 0 {
            chart.open_right("arrow", (share, row as f64));
        }
    }
    let name = names::solver(solver);
    chart.figure(name, "", &format!("{name}: share of puzzles by strategy used"))
}

fn numbers(statistics: &Statistics) -> Markup {
    let columns = ["solver", "strategy", "#puzzles", "#share", "#applications"];
    let mut sheet = Sheet::new(columns);
    for solver in counting(statistics) {
        let usage = &statistics.solvers[&solver].strategies;
        for (strategy, puzzles, applications) in usage.used() {
            let is_open = usage.open(strategy) > 0;
            sheet.row([
                sheet::name(names::solver(solver)),
                sheet::words(names::strategy(strategy)),
                sheet::figure(&bounded(&count(puzzles), is_open)),
                sheet::figure(&bounded_share(puzzles, usage.puzzles, is_open)),
                sheet::figure(&bounded(&count(applications), usage.is_applied_more(strategy))),
            ]);
        }
    }
    sheet.finish("Strategies used")
}
