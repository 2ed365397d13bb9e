//! What an external solver answers, and what goes wrong with it.

use crate::grid::Puzzle;
use crate::pipeline::{Measured as _, TimedAnswer, TimedExternal};

/// The answers of a program to puzzles of one size; what goes wrong is told.
pub(super) fn asked(
    timed: &mut TimedExternal<'_>,
    puzzles: &[Puzzle],
    tell: &dyn Fn(&str),
) -> Vec<TimedAnswer> {
    let name = timed.name();
    let answers = timed.measure(puzzles);
    for trouble in answers.iter().filter_map(|timed| timed.trouble.as_ref()) {
        tell(&format!("{name} {trouble}"));
    }
    answers
}
