//! Which strategies the solvers used, and on how many puzzles (B09's statistics).

use crate::html::{Element, element};
use crate::report::chart::{Axis, Chart, Size, figure};
use crate::report::names;
use crate::report::number::{count, share};
use crate::report::page::{Section, details, gallery, note};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::table::survey::Survey;

/// The section; none if no solver uses strategies.
pub fn section(survey: &Survey) -> Option<Section> {
    let used = used(survey);
    if used.is_empty() {
        return None;
    }
    let charts = survey.usages.keys().map(|&solver| chart(survey, solver, &used)).collect();
    let text = "Share of a solver's puzzles on which it used a strategy at least once. A solver \
                takes the first strategy of its order that finds something, so a later one is \
                used only where the earlier ones had nothing left.";
    let numbers = details("Puzzles and applications as numbers", numbers(survey, &used));
    let content = vec![note(text), gallery(charts), numbers];
    Some(Section { id: "strategies", title: "Strategies used", content })
}

/// The strategies that any solver used, by place.
fn used(survey: &Survey) -> Vec<usize> {
    let places = 0..survey.usages.values().map(|u| u.by_strategy.len()).max().unwrap_or(0);
    let anyone = |&place: &usize| survey.usages.values().any(|u| u.by_strategy[place].0 > 0);
    places.filter(anyone).collect()
}

fn chart(survey: &Survey, solver: usize, used: &[usize]) -> Element {
    let usage = &survey.usages[&solver];
    let rows = used.len() as f64;
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let x = Axis::new("puzzles", Scale::linear(0.0, 1.0), 4, percent);
    let places = used.iter().rev().enumerate();
    let named = places.map(|(row, &place)| (row as f64, names::strategy(place).to_owned()));
    let y = Axis {
        scale: Scale::linear(-0.7, rows - 0.3),
        title: String::new(),
        ticks: named.collect(),
    };
    // About 6 pixels a letter.
    let longest = used.iter().map(|&place| names::strategy(place).chars().count()).max();
    let left = 6.0 * longest.unwrap_or(0) as f64 + 8.0;
    let size = Size { width: left + 190.0, height: 17.0 * rows + 52.0, left };
    let mut chart = Chart::new(size, &x, &y);
    for (row, &strategy) in used.iter().rev().enumerate() {
        let share = usage.by_strategy[strategy].0 as f64 / usage.puzzles.max(1) as f64;
        if share > 0.0 {
            chart.line("box", &[(0.0, row as f64), (share, row as f64)]);
        }
    }
    let name = names::solver(solver).name;
    let caption = element("b").text(name);
    figure(caption, chart.finish(&format!("{name}: share of puzzles by strategy used")))
}

fn numbers(survey: &Survey, used: &[usize]) -> Element {
    let columns = ["solver", "strategy", "#puzzles", "#share", "#applications"];
    let mut sheet = Sheet::new(columns);
    for (&solver, usage) in &survey.usages {
        for &strategy in used.iter().filter(|&&strategy| usage.by_strategy[strategy].0 > 0) {
            let (puzzles, applications) = usage.by_strategy[strategy];
            sheet.row([
                sheet::name(names::solver(solver).name),
                sheet::words(names::strategy(strategy)),
                sheet::figure(&count(puzzles)),
                sheet::figure(&share(puzzles, usage.puzzles)),
                sheet::figure(&count(applications)),
            ]);
        }
    }
    sheet.finish("Strategies used")
}
