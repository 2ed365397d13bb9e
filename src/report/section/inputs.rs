//! The inputs: how many puzzles each gave, and of what kind.

use std::collections::BTreeMap;

use maud::html;

use crate::readable::count;
use crate::report::manifest::Manifest;
use crate::report::page::{Section, note};
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{SetStatistics, Statistics};

/// Inputs shown; the rest is added up.
const SHOWN: usize = 50;

/// The section, with the manifest's inputs that gave no puzzle; none if there are no inputs.
pub fn section(statistics: &Statistics, manifest: &Manifest) -> Option<Section> {
    let empty = SetStatistics::default();
    let mut sets: BTreeMap<&str, _> = manifest.inputs().map(|name| (name, &empty)).collect();
    sets.extend(statistics.sets.iter().map(|(name, set)| (name.as_str(), set)));
    if sets.is_empty() {
        return None;
    }
    let columns =
        ["input", "#puzzles", "size", "clues", "#one solution", "#several", "#none", "#undecided"];
    let mut sheet = Sheet::new(columns);
    for (name, set) in sets.iter().take(SHOWN) {
        let solutions =
            |code| sheet::figure(&count(set.by_solutions.get(&code).copied().unwrap_or(0)));
        sheet.row([
            sheet::foreign_words(name),
            sheet::figure(&count(set.puzzles())),
            sheet::words(&sizes(set)),
            sheet::words(&clues(set)),
            solutions(1),
            solutions(2),
            solutions(0),
            solutions(255),
        ]);
    }
    let rest = || sets.values().skip(SHOWN);
    let more = rest().count();
    let puzzles = rest().map(|set| set.puzzles()).sum();
    let content = html! {
        (sheet.finish("Inputs"))
        @if more > 0 { (note(&format!("and {more} more, with {} puzzles", count(puzzles)))) }
    };
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
