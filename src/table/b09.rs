//! B09's statistics of a file of puzzles: how many were solved and unsolved, and on
//! how many each strategy was used, with percentages (its chapters 6 and 7).

use std::fmt::Write as _;
use std::path::Path;

use super::sets::{SetDigest, SolverInSet, by_set};
use super::{SummaryError, schema};
use crate::strategy::STRATEGIES;

/// The statistics of every set of a run and, if there are several, of all together.
///
/// # Errors
/// When the run's tables are missing or cannot be read.
pub fn b09_text(run: &Path) -> Result<String, SummaryError> {
    let sets = by_set(run)?;
    let mut text = String::new();
    for (name, set) in &sets {
        push(&mut text, name, set.puzzles, &solvers(set));
    }
    if sets.len() > 1 {
        let mut all = SetDigest::default();
        sets.values().for_each(|set| all.merge(set));
        push(&mut text, "all sets", all.puzzles, &solvers(&all));
    }
    Ok(text)
}

/// The solvers of a set in the order of the table.
fn solvers(set: &SetDigest) -> Vec<(&'static str, &SolverInSet)> {
    let known = |name| set.solvers.get(name).map(|solver| (name, solver));
    schema::solvers().into_iter().filter_map(known).collect()
}

fn push(text: &mut String, name: &str, puzzles: u64, solvers: &[(&str, &SolverInSet)]) {
    let mut line = |words: String| writeln!(text, "{words}").expect("a string takes any text");
    line(format!("{name}: {puzzles} puzzles"));
    for (solver, digest) in solvers {
        let share = |part: u64| {
            let percent = 100.0 * part as f64 / digest.puzzles.max(1) as f64;
            format!("{part} ({percent:.2} %)")
        };
        let (solved, unsolved) = (digest.solved, digest.puzzles - digest.solved);
        line(format!("  {solver}: {} solved, {} unsolved", share(solved), share(unsolved)));
        let used = STRATEGIES.iter().zip(&digest.used_on).filter(|&(_, &count)| count > 0);
        let width =
            used.clone().map(|(strategy, _)| strategy.title.len()).max().unwrap_or(0).max(28);
        for (strategy, &count) in used {
            line(format!("    {:<width$} {}", strategy.title, share(count)));
        }
    }
    line(String::new());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::table::sets::Sums;

    #[test]
    fn shares_are_of_the_puzzles_of_the_set() {
        let sums = Sums::default();
        let solver = SolverInSet {
            puzzles: 8,
            solved: 6,
            limited: 0,
            cpu_ns: sums,
            checks: sums,
            guesses: sums,
            used_on: vec![0, 8, 1],
        };
        let solvers = BTreeMap::from([("logic-b09", solver)]);
        let mut set = SetDigest { puzzles: 8, solvers, ..SetDigest::default() };
        let same = set.clone();
        set.merge(&same);
        let mut text = String::new();
        push(&mut text, "easy.txt", set.puzzles, &super::solvers(&set));
        let expected = format!(
            "easy.txt: 16 puzzles\n  logic-b09: 12 (75.00 %) solved, 4 (25.00 %) unsolved\n    \
             {:<28} 16 (100.00 %)\n    {:<28} 2 (12.50 %)\n\n",
            STRATEGIES[1].title, STRATEGIES[2].title
        );
        assert_eq!(text, expected);
    }
}
