//! What a puzzle is, in the terms of a target.

use super::Target;
use crate::grid::{Layout, Puzzle};
use crate::rate::{Depths, Exact, ExactRater, Graded, HodokuRater, Rater};
use crate::solver::{Limit, Logic, Solver, Verdict};
use crate::strategy::{LADDER, Level, STRATEGIES};

impl Target {
    /// What a puzzle with one solution has of what is wanted, each rated by itself and in full:
    /// `rating 8.4, level extreme`.
    pub fn describe(&self, puzzle: &Puzzle) -> String {
        let mut parts = Vec::new();
        let solves = |strategies: &[usize]| {
            let mut logic = Logic::with(strategies.iter().copied());
            logic.solve(puzzle, &Limit::solutions(1)).verdict == Verdict::Unique
        };
        if let Some(rung) = self.needs.or(self.most) {
            let name = STRATEGIES[LADDER.strategies[rung]].name;
            let (with, without) = (&LADDER.strategies[..=rung], &LADDER.strategies[..rung]);
            parts.push(match () {
                _ if !solves(with) => format!("not solved with the ladder up to {name}"),
                _ if !solves(without) => format!("needs {name}"),
                _ => format!("solved without {name}"),
            });
        }
        if self.te_depth.is_some() {
            let depth = Depths::default().of(puzzle, &|| false);
            parts.push(
                depth.map_or("T&E depth above 3".into(), |depth| format!("T&E depth {depth}")),
            );
        }
        if self.rating.is_some()
            && let Exact::Rated(rated) = ExactRater::default().rate(puzzle, u64::MAX, &|| false)
        {
            let ser = rated.ratings.ser;
            parts.push(format!("rating {}.{}", ser / 10, ser % 10));
        }
        if self.asks_path() {
            let (level, steps, score) = path(puzzle);
            parts.push(format!("level {}, {steps} steps, score {score}", level.name()));
        }
        parts.join(", ")
    }
}

/// Level, steps and score of a puzzle.
fn path(puzzle: &Puzzle) -> (Level, u32, u32) {
    if puzzle.layout() == Layout::nine()
        && let Graded::Exact(grade, _) = HodokuRater::default().rate(puzzle, u64::MAX, &|| false)
    {
        return (grade.level, grade.steps.iter().sum(), grade.score);
    }
    let rating = Rater::default().rate(puzzle, u64::MAX, &|| false);
    (rating.level, rating.steps.iter().sum(), rating.score)
}
