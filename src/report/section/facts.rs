//! The head of the page: what was run, in a few figures.

use crate::html::{Element, element};
use crate::report::manifest::Manifest;
use crate::table::statistics::Statistics;
use crate::words::count;

/// The facts of a run; `finished` is whether it wrote its mark of success.
pub fn facts(statistics: &Statistics, manifest: &Manifest, finished: bool) -> Vec<Element> {
    let puzzles: u64 = statistics.sets.values().map(|set| set.puzzles()).sum();
    let attempts: u64 = statistics.solvers.values().map(|solver| solver.statuses.puzzles()).sum();
    let rejects: u64 = statistics.rejects.by_reason.values().sum();
    let disagreements = manifest.fact("disagreements");
    let known = |value: String| if value.is_empty() { "not recorded".to_owned() } else { value };
    let facts = [
        ("Puzzles", count(puzzles)),
        ("Solvers", count(statistics.solvers.len() as u64)),
        ("Attempts", count(attempts)),
        ("Inputs", count(statistics.sets.len() as u64)),
        ("Rejected lines", count(rejects)),
        ("Contradictions between solvers", known(disagreements)),
    ];
    let fact = |(name, value): (&str, String)| {
        element("div").child(element("dt").text(name)).child(element("dd").text(value))
    };
    let threads = match manifest.config_fact("threads").as_str() {
        "" | "null" => String::new(),
        "1" => ", 1 thread".to_owned(),
        threads => format!(", {threads} threads"),
    };
    let machine = format!(
        "sudoku-lab {} on {}{threads}, {}",
        known(manifest.fact("version")),
        known(manifest.fact("cpu")),
        known(manifest.fact("started")),
    );
    let mut head = vec![
        element("p").class("note").foreign(&machine),
        element("dl").class("facts").children(facts.map(fact)),
    ];
    if !finished {
        let warning = "This run is not finished: the page shows the parts written so far.";
        head.push(element("p").class("warning").attribute("role", "alert").text(warning));
    }
    head
}
