//! A laboratory for Sudoku solvers.
//!
//! ```text
//! read → parse → solve → record → write
//! ```
pub mod grid;
pub mod run;
pub mod solver;
pub mod source;
pub mod strategy;
pub mod text;
