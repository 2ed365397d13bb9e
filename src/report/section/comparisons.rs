//! Solver against solver, puzzle by puzzle.

use maud::{Markup, html};

use crate::readable::{rounded_down, share};
use crate::report::names;
use crate::report::page::{Section, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Comparison, Statistics};

const TERMS: &str = "Share of the puzzles on which the solver of the row answered in less CPU time \
    than the solver of the column; below it the median of how many times longer the column took, \
    over all puzzles but those that neither ever answers (– if there are none), rounded down to three \
    digits. A solver that stalls, fails, answers wrongly or does not take the puzzle never answers \
    (∞ if that is so on half of these). Where a limit \
    hides who is faster, the puzzle counts for neither, and the median is a lower bound, or left \
    out. *: a solver that takes many puzzles together is compared by the \
    mean of their batch, not by a puzzle's own time.";

/// The section; none if there is only one solver.
pub fn section(statistics: &Statistics) -> Option<Section> {
    if statistics.comparisons.is_empty() {
        return None;
    }
    let places = || statistics.solvers.keys().copied();
    let heads = places().map(|place| format!("#{}", names::solver(place)));
    let mut sheet = Sheet::new(["faster is ↓ than →".to_owned()].into_iter().chain(heads));
    for first in places() {
        let cells = places().map(|second| cell(statistics.comparisons.get(&(first, second))));
        sheet.row([sheet::name(names::solver(first))].into_iter().chain(cells));
    }
    let title = "Solver against solver";
    let content = html! { (note(TERMS)) (sheet.finish(title)) };
    Some(Section { id: "comparisons", title, content })
}

fn cell(comparison: Option<&Comparison>) -> Markup {
    let Some(pair) = comparison else { return sheet::figure("") };
    // Five shades: enough to see who wins, pale enough to read.
    let shade = (5 * pair.won).div_ceil(pair.puzzles().max(1));
    let times = |millionths| format!("{}×", rounded_down(millionths as f64 / 1e6, 3));
    let ratio = if pair.never() { "∞".into() } else { sheet::known(pair.median_ratio(), times) };
    html! {
        td class={ "number shade-" (shade) }
            title={ (share(pair.hidden, pair.puzzles())) " hidden by limits" } {
            (share(pair.won, pair.puzzles()))
            @if pair.of_spans { "*" }
            small { (ratio) }
        }
    }
}
