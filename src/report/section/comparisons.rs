//! Solver against solver, puzzle by puzzle.

use crate::html::{Element, element};
use crate::report::names;
use crate::report::page::{Section, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Comparison, Statistics};
use crate::words::share;

/// The section; none if there is only one solver.
pub fn section(statistics: &Statistics) -> Option<Section> {
    if statistics.comparisons.is_empty() {
        return None;
    }
    let places: Vec<usize> = statistics.solvers.keys().copied().collect();
    let heads: Vec<_> = places.iter().map(|&p| format!("#{}", names::solver(p).name)).collect();
    let columns = ["faster is ↓ than →"].into_iter().chain(heads.iter().map(String::as_str));
    let mut sheet = Sheet::new(columns);
    for &first in &places {
        let cells = places.iter().map(|&second| cell(statistics.comparisons.get(&(first, second))));
        sheet.row([sheet::name(names::solver(first).name)].into_iter().chain(cells));
    }
    let text = "Share of the puzzles on which the solver of the row answered in less CPU time than \
                the solver of the column; below it the median over the same puzzles of how many \
                times longer the column took. A solver that stalls never answers (∞ if that is so \
                on half the puzzles). Where a limit hides who is faster, the puzzle counts for \
                neither, and the median is a lower bound, or left out.";
    let content = vec![note(text), sheet.finish("Solver against solver")];
    Some(Section { id: "duels", title: "Solver against solver", content })
}

fn cell(duel: Option<&Comparison>) -> Element {
    let Some(duel) = duel else { return sheet::figure("") };
    let won = share(duel.won, duel.puzzles());
    // Five shades: enough to see who wins, pale enough to read.
    let shade = (5 * duel.won).div_ceil(duel.puzzles().max(1));
    let times = |thousandths| format!("{}×", factor(thousandths));
    let ratio = if duel.never() { "∞".into() } else { sheet::known(duel.median_ratio(), times) };
    let hidden = format!("{} hidden by limits", share(duel.hidden, duel.puzzles()));
    element("td")
        .class(&format!("number shade-{shade}"))
        .attribute("title", hidden)
        .text(won)
        .child(element("small").text(ratio))
}

/// Thousandths as a factor of two digits.
fn factor(thousandths: u64) -> String {
    let factor = thousandths as f64 / 1000.0;
    match factor {
        ..0.095 => format!("{factor:.3}"),
        ..0.95 => format!("{factor:.2}"),
        ..9.5 => format!("{factor:.1}"),
        _ => format!("{factor:.0}"),
    }
}
