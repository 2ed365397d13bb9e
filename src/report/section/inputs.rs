//! The inputs: how many puzzles each gave, and of what kind.

use crate::report::page::{Section, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{SetStatistics, Statistics};
use crate::words::count;

/// Inputs shown; the rest is added up.
const SHOWN: usize = 50;

/// The section; none if there are no puzzles.
pub fn section(statistics: &Statistics) -> Option<Section> {
    if statistics.sets.is_empty() {
        return None;
    }
    let columns =
        ["input", "#puzzles", "size", "clues", "#one solution", "#several", "#none", "#undecided"];
    let mut sheet = Sheet::new(columns);
    for (name, set) in statistics.sets.iter().take(SHOWN) {
        let solutions =
            |code| sheet::figure(&count(set.by_solutions.get(&code).copied().unwrap_or(0)));
        sheet.row([
            sheet::foreign(name),
            sheet::figure(&count(set.puzzles())),
            sheet::words(&sizes(set)),
            sheet::words(&clues(set)),
            solutions(1),
            solutions(2),
            solutions(0),
            solutions(255),
        ]);
    }
    let mut content = vec![sheet.finish("Inputs")];
    let rest: Vec<_> = statistics.sets.values().skip(SHOWN).collect();
    if !rest.is_empty() {
        let puzzles = rest.iter().map(|set| set.puzzles()).sum();
        content.push(note(&format!("and {} more, with {} puzzles", rest.len(), count(puzzles))));
    }
    Some(Section { id: "inputs", title: "Inputs", content })
}

fn sizes(set: &SetStatistics) -> String {
    let mut orders: Vec<u8> = set.by_class.keys().map(|class| class.order).collect();
    orders.dedup();
    orders.iter().map(|order| format!("{order}×{order}")).collect::<Vec<_>>().join(", ")
}

fn clues(set: &SetStatistics) -> String {
    let clues = || set.by_class.keys().map(|class| class.clues);
    match (clues().min(), clues().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (Some(only), _) => only.to_string(),
        _ => String::new(),
    }
}
