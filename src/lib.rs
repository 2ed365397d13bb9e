//! A laboratory for Sudoku solvers.
//!
//! ```text
//! read → parse → solve → record → write
//! ```
pub mod generate;
pub mod grid;
pub mod solver;
pub mod strategy;
