//! Sudoku Explainer's rating, exactly.
//!
//! [`PRODUCERS`] are asked in a fixed order; the first hint of the first that has one is applied,
//! and the search starts again at the top. The hardest hint of a puzzle is its rating (ER), the
//! hardest up to the first digit placed its pearl rating (EP), the first its diamond rating (ED).
//! What each producer finds first, and how it counts the length of a chain, decides the numbers;
//! `docs/SER.md` says it in full, and what it was compared with. Source: Sudoku Explainer 1.2.1.
//!
//! 9×9 only. Nothing here knows strategies: the catalogue of [`strategy`](crate::strategy) finds
//! other steps in another order, and counts them otherwise.

mod aligned;
mod board;
mod bug;
mod chain;
mod course;
mod fish;
mod hint;
mod literal;
mod locking;
mod loops;
mod producers;
mod proof;
mod removals;
mod sets;
mod singles;
mod tables;
mod wings;

pub use chain::{Limit, Memory};
pub use course::{HIGHEST, Ratings, course, course_of};
pub use hint::Hint;
pub use literal::{CELL, Cause, Literal, NONE};
pub use producers::{PRODUCERS, Producer, producers_up_to};
pub use proof::{Chain, Link, Proof};
pub use removals::Removals;
