//! Sudoku as a formula in conjunctive normal form.
//!
//! A *literal* is a variable or its negation, a *clause* says that one of its
//! literals holds, and a *formula* that all of its clauses do. The variable of row
//! x, column y and digit z, all from 1, says that the cell holds the digit; its
//! number is n²(x − 1) + n(y − 1) + z (HR12, formula 1). A *model* is a choice of
//! true and false for all n³ variables that satisfies the formula: a solution of
//! the puzzle, if the formula says what it should.
//!
//! [`ENCODINGS`] lists the formulas a puzzle can become; [`dimacs`] writes them to
//! files that any SAT solver reads, and reads the models it finds. Nothing is
//! solved here: that is [`solver::sat`](crate::solver::sat).

pub mod dimacs;
mod encoding;
mod literal;

pub use encoding::{
    Clauses, ENCODINGS, Encoding, complete, find_encoding, hr12, hr12_listing, variable, whole,
};
pub use literal::Literal;
