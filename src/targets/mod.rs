//! Puzzles made to order: with a wanted rating, level, strategy, or number of steps.
//!
//! ```text
//! Generator ──▶ start ──▶ Search: a given more, less, or elsewhere ──▶ puzzle
//!                            ▲ too easy, too hard, or met
//!                          Judge
//! ```
//!
//! A [`Target`] is what is wanted. A [`Judge`] says of a puzzle whether it meets that, or is too
//! easy or too hard, and stops as soon as it knows. A search starts from one generated puzzle,
//! keeps its solution and changes its givens. It depends on seed, index, recipe and target alone.
//! A hunt keeps a pool of puzzles and looks about them. [`Wanted`] makes many on all threads, no
//! two equivalent; an [`Order`] reads and writes the files. `docs/GENERATE.md` says it in full.

mod describe;
mod error;
mod growing;
mod hunt;
mod journal;
mod judge;
mod moves;
mod order;
mod pattern;
mod search;
mod target;
mod unlike;
mod wanted;

pub use error::OrderError;
pub use judge::{Fit, Judge};
pub use order::{Order, Told};
pub use pattern::Pattern;
pub use target::{Target, number_range, rating_range, rung};
pub use wanted::{Made, Sink, State, Tally, Wanted};
