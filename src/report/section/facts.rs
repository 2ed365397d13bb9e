//! The head of the page: what was run, in a few figures.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::readable::count;
use crate::report::manifest::Manifest;
use crate::report::page::foreign;
use crate::table::statistics::Statistics;

/// The facts of a run; `finished` is whether it wrote its mark of success.
pub fn facts(statistics: &Statistics, manifest: &Manifest, finished: bool) -> Markup {
    let puzzles = statistics.sets.values().map(|set| set.puzzles()).sum();
    let attempts = statistics.solvers.values().map(|solver| solver.statuses.puzzles()).sum();
    let sets = statistics.sets.keys().map(String::as_str);
    let inputs: BTreeSet<&str> = sets.chain(manifest.inputs()).collect();
    let rejects = statistics.rejects.by_reason.values().sum();
    let known = |value: String| if value.is_empty() { "not recorded".to_owned() } else { value };
    let facts = [
        ("Puzzles", count(puzzles)),
        ("Solvers", count(statistics.solvers.len() as u64)),
        ("Attempts", count(attempts)),
        ("Inputs", count(inputs.len() as u64)),
        ("Rejected lines", count(rejects)),
        ("Contradictions between solvers", known(manifest.fact("disagreements"))),
    ];
    let threads = match manifest.config_fact("threads").as_str() {
        "" | "null" | "none" => String::new(),
        "1" => ", 1 thread".to_owned(),
        threads => format!(", {threads} threads"),
    };
    let machine = format!(
        "sudoku-lab {} on {}{threads}, {}",
        known(manifest.fact("version")),
        known(manifest.fact("cpu")),
        known(manifest.fact("started")),
    );
    html! {
        p.note { (foreign(&machine)) }
        dl.facts {
            @for (name, value) in facts {
                div { dt { (name) } dd { (value) } }
            }
        }
        @if !finished {
            p.warning role="alert" {
                "This run is not finished: the page shows the parts written so far."
            }
        }
    }
}
