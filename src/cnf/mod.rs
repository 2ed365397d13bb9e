//! Sudoku as a formula in conjunctive normal form.
//!
//! A *literal* is a variable or its negation, a *clause* says that one of its
//! literals holds, and a *formula* that all of its clauses do. The variable of row
//! x, column y and digit z, all from 1, says that the cell holds the digit; its
//! number is n²(x − 1) + n(y − 1) + z (HR12, formula 1). An encoding may have more
//! variables, with larger numbers, which follow from these. A *model* is a choice of
//! true and false for all variables that satisfies the formula: a solution of
//! the puzzle, if the formula says what it should.
//!
//! [`ENCODINGS`] lists the formulas a puzzle can become; [`dimacs`] writes them to
//! files that any SAT solver reads, and reads the models it finds. Nothing is
//! solved here: that is [`solver::sat`](crate::solver::sat).

pub mod dimacs;
mod encoding;
mod literal;
mod sequential;

pub use encoding::{ENCODINGS, Encoding, complete, find_encoding};
pub use literal::{Clauses, Literal, variable};
