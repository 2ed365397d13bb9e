//! The head of the page: what was run, in a few figures.

use crate::html::{Element, element};
use crate::report::manifest::Manifest;
use crate::report::number::count;
use crate::table::survey::Survey;

/// The facts of a run; `finished` is whether it wrote its mark of success.
pub fn facts(survey: &Survey, manifest: &Manifest, finished: bool) -> Vec<Element> {
    let puzzles: u64 = survey.sets.values().map(|set| set.puzzles).sum();
    let attempts: u64 = survey.solvers.values().map(|solver| solver.puzzles()).sum();
    let rejects: u64 = survey.rejects.by_reason.values().sum();
    let disagreements = manifest.fact("disagreements");
    let known = |value: String| if value.is_empty() { "not recorded".to_owned() } else { value };
    let facts = [
        ("Puzzles", count(puzzles)),
        ("Solvers", count(survey.solvers.len() as u64)),
        ("Attempts", count(attempts)),
        ("Inputs", count(survey.sets.len() as u64)),
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
