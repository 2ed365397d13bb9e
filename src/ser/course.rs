//! The course of a puzzle: hint after hint, and the ratings they come to.

use super::board::Board;
use super::chain::{Ask as _, Engine, Limit, Memory};
use super::hint::Hint;
use super::literal::tenths;
use super::producers::{PRODUCERS, Producer};
use crate::grid::Puzzle;

/// The highest rating, in tenths: of a puzzle that no producer of hints gets on with.
pub const HIGHEST: u16 = 200;

/// The ratings of a puzzle in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings {
    /// The hardest hint: ER.
    pub ser: u16,
    /// The hardest hint up to the first that places a digit: EP.
    pub pearl: u16,
    /// The first hint: ED.
    pub diamond: u16,
    /// How many hints were applied.
    pub steps: u32,
    /// The place in [`PRODUCERS`] of the first hint with the highest rating.
    pub hardest: Option<usize>,
    /// Whether the course was not cut short: if it was, the ratings are lower bounds.
    pub whole: bool,
    /// Producers asked and closures made.
    pub checks: u64,
}

/// Rates a 9×9 puzzle with exactly one solution. `visit` is told each hint, before it is applied,
/// with its producer's place in [`PRODUCERS`].
pub fn course(
    puzzle: &Puzzle,
    memory: &mut Memory,
    limit: Limit<'_>,
    visit: impl FnMut(usize, &Hint),
) -> Ratings {
    course_of(PRODUCERS, puzzle, memory, limit, visit)
}

/// The same with the first producers only: where they get no further, the rating is 20.0.
pub fn course_of(
    producers: &[Producer],
    puzzle: &Puzzle,
    memory: &mut Memory,
    limit: Limit<'_>,
    mut visit: impl FnMut(usize, &Hint),
) -> Ratings {
    let mut board = Board::new(puzzle.values());
    let mut engine = Engine::new(memory, limit);
    let (mut highest, mut pearl, mut diamond) = (0.0, None, None);
    let (mut steps, mut hardest) = (0, None);
    while board.empty != 0 {
        let ask = |(place, producer): (usize, &Producer)| match engine.ends() {
            true => None,
            false => (producer.find)(&board, &mut engine).map(|hint| (place, hint)),
        };
        let found = producers.iter().enumerate().find_map(ask);
        if engine.ended() {
            break;
        }
        let Some((place, hint)) = found else {
            highest = f64::from(HIGHEST) / 10.0;
            break;
        };
        visit(place, &hint);
        steps += 1;
        if hint.rating > highest {
            (highest, hardest) = (hint.rating, Some(place));
        }
        diamond = diamond.or(Some(hint.rating));
        if hint.placement.is_some() {
            pearl = pearl.or(Some(highest));
        }
        hint.apply(&mut board);
    }
    let whole = !engine.ended();
    let [ser, pearl, diamond] =
        [highest, pearl.unwrap_or(highest), diamond.unwrap_or(highest)].map(tenths);
    Ratings { ser, pearl, diamond, steps, hardest, whole, checks: engine.checks() }
}
