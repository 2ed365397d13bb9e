//! The course of a puzzle: step after step, and the level and score they come to.

use super::board::Board;
use super::rungs::{GUESS, Memory, RUNGS, Rung};
use super::step::Step;
use super::tables::bits;
use crate::grid::Puzzle;
use crate::strategy::Level;

/// The score up to which a puzzle may stay at a level.
pub const MAXIMA: [(Level, u32); 5] = [
    (Level::Easy, 800),
    (Level::Medium, 1_000),
    (Level::Hard, 1_600),
    (Level::Unfair, 1_800),
    (Level::Extreme, u32::MAX),
];

/// When to stop before the end.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// Searches asked at most.
    pub checks: u64,
    /// Whether to end; asked before each search.
    pub stop: &'a dyn Fn() -> bool,
}

/// The rating of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// That of the hardest step, or higher if the score is.
    pub level: Level,
    /// The sum of the steps' scores.
    pub score: u32,
    /// How many steps were taken at each level.
    pub steps: [u32; 5],
    /// The kind of the first step of the highest level, then score.
    pub hardest: Option<&'static str>,
    /// The kind of the last step of the search that comes last in the order of those that gave one.
    pub last: Option<&'static str>,
    /// Whether a step presumed that there is one solution.
    pub uniqueness: bool,
    /// Whether the course was not cut short: if it was, level and score are lower bounds.
    pub whole: bool,
    /// Searches asked.
    pub checks: u64,
}

/// Rates a 9×9 puzzle with exactly this one solution. `visit` is told each step, before it is
/// taken, with its search.
pub fn course(
    puzzle: &Puzzle,
    solution: &[u8],
    memory: &mut Memory,
    limit: Limit<'_>,
    visit: impl FnMut(&'static Rung, &Step),
) -> Grade {
    course_of(RUNGS, puzzle, solution, memory, limit, visit)
}

/// The same with the first rungs only: where they get no further, a cell is placed as a guess.
pub fn course_of(
    rungs: &'static [Rung],
    puzzle: &Puzzle,
    solution: &[u8],
    memory: &mut Memory,
    limit: Limit<'_>,
    mut visit: impl FnMut(&'static Rung, &Step),
) -> Grade {
    let mut board = Board::new(puzzle.values());
    let mut grade = Grade {
        level: Level::Easy,
        score: 0,
        steps: [0; 5],
        hardest: None,
        last: None,
        uniqueness: false,
        whole: true,
        checks: 0,
    };
    let (mut hardest, mut last) = (None, 0);
    while board.empty != 0 {
        let mut found = None;
        for (place, rung) in rungs.iter().enumerate() {
            if grade.checks >= limit.checks || (limit.stop)() {
                grade.whole = false;
                break;
            }
            grade.checks += 1;
            if let Some(step) = (rung.find)(&mut board, memory) {
                found = Some((place, rung, step));
                break;
            }
        }
        if !grade.whole {
            break;
        }
        let (place, rung, step) = found.unwrap_or_else(|| {
            let middle = board.empty.count_ones() as usize / 2;
            let cell = bits(board.empty).nth(middle).expect("a cell is empty");
            let step = Step::place(GUESS.name, cell, usize::from(solution[cell]) - 1);
            (RUNGS.len(), &GUESS, step)
        });
        visit(rung, &step);
        grade.score += rung.score;
        grade.steps[rung.level as usize] += 1;
        grade.level = grade.level.max(rung.level);
        grade.uniqueness |= rung.presumes();
        if hardest.is_none_or(|hardest| (rung.level, rung.score) > hardest) {
            hardest = Some((rung.level, rung.score));
            grade.hardest = Some(step.kind);
        }
        if place >= last {
            (last, grade.last) = (place, Some(step.kind));
        }
        step.apply(&mut board);
    }
    let fits = |&&(level, most): &&(Level, u32)| level >= grade.level && grade.score <= most;
    grade.level = MAXIMA.iter().find(fits).map_or(Level::Extreme, |&(level, _)| level);
    grade
}
