//! Sudoku Explainer's rating.

mod aligned;
mod board;
mod bug;
pub mod chain;
mod fish;
mod hint;
mod locking;
mod loops;
mod producers;
mod sets;
mod singles;
mod tables;
mod wings;

pub use producers::*;
