//! B09's statistics of a file of puzzles: how many were solved and unsolved, and on
//! how many each strategy was used, with percentages (its chapters 6 and 7).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::solver_names;
use super::statistics::{Statistics, StatusCounts, StrategyCounts};
use super::summary::NO_PUZZLES;
use crate::pipeline::record::Status;
use crate::readable::{BOUND, bounded, counted};
use crate::strategy::STRATEGIES;

/// What one solver did, by [its number](solver_names).
type Solvers<'a> = BTreeMap<usize, (&'a StatusCounts, &'a StrategyCounts)>;

/// The statistics of every set of a run and, if there are several, of all together.
pub fn b09_text(statistics: &Statistics) -> String {
    if statistics.sets.is_empty() {
        return NO_PUZZLES.into();
    }
    let mut text = String::new();
    for (name, set) in &statistics.sets {
        let solvers = set.solvers.iter().map(|(&place, s)| (place, (&s.statuses, &s.strategies)));
        push(&mut text, name, set.puzzles(), &solvers.collect());
    }
    if statistics.sets.len() > 1 {
        let puzzles = statistics.sets.values().map(|set| set.puzzles()).sum();
        let all = statistics.solvers.iter();
        let all = all.map(|(&place, solver)| (place, (&solver.statuses, &solver.strategies)));
        push(&mut text, "all sets", puzzles, &all.collect());
    }
    if text.contains('≥') {
        text += BOUND;
        text += "\n";
    }
    text
}

fn push(text: &mut String, name: &str, puzzles: u64, solvers: &Solvers) {
    let mut line = |words: String| writeln!(text, "{words}").expect("a string takes any text");
    line(format!("{name}: {puzzles} puzzles"));
    for (&place, (statuses, strategies)) in solvers {
        let share = |part: u64, is_rounded_down: bool| {
            let hundredths = 1e4 * part as f64 / statuses.attempted().max(1) as f64;
            let hundredths = if is_rounded_down { hundredths.floor() } else { hundredths };
            format!("{part} ({:.2} %)", hundredths / 100.0)
        };
        let (solver, solved) = (solver_names::name(place), statuses.solved());
        let unsolved = share(statuses.attempted() - solved, false);
        let limited = match statuses.limited() {
            0 => String::new(),
            limited => format!(", {limited} of them at the limit"),
        };
        let refuted = match statuses.refuted() {
            0 => String::new(),
            refuted => {
                format!(
                    ", {refuted} of them with another number of solutions claimed than there are"
                )
            }
        };
        let left_out = match statuses.of(Status::Unsupported) {
            0 => String::new(),
            n => {
                let puzzles = counted(n, "puzzle");
                format!("; {puzzles} of sizes that it does not take are left out")
            }
        };
        line(format!(
            "  {solver}: {} solved, {unsolved} unsolved{limited}{refuted}{left_out}",
            share(solved, false)
        ));
        let titles = strategies.used().map(|(place, ..)| STRATEGIES[place].title.len());
        let width = titles.max().unwrap_or(0).max(28);
        for (place, puzzles, _) in strategies.used() {
            let is_bound = strategies.open(place) > 0;
            let puzzles = bounded(&share(puzzles, is_bound), is_bound);
            line(format!("    {:<width$} {puzzles}", STRATEGIES[place].title));
        }
    }
    line(String::new());
}
