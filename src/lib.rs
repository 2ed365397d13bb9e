//! A laboratory for Sudoku solvers.
//!
//! Puzzle files stream in, every solver runs on every puzzle on all cores, and
//! timings, search effort and strategy usage go to Parquet:
//!
//! ```text
//! source ──▶ text ──▶ solver (strategy, lanes) ──▶ pipeline ──▶ table ──▶ store
//!  read      parse     solve                        measure      encode    commit
//! ```
//!
//! [`run::Run`] puts these together; [`stream`] answers lines one by one, [`generate`] makes
//! puzzles, [`study`] repeats published experiments.
//!
//! ```
//! use sudoku_lab::{solver, text};
//!
//! let line = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
//! let puzzle = text::parse_cells(line.as_bytes()).unwrap();
//! let mut brute_force = (solver::find_solver("brute-force").unwrap().build)();
//! let answer = brute_force.solve(&puzzle, &solver::Limit::solutions(2));
//! assert_eq!(answer.verdict, solver::Verdict::Unique);
//! assert_eq!(answer.effort.checks, 1_021);
//! ```

// `print!` and `eprint!` panic when nobody reads; writing to `stdout` says so, and what is
// told on `stderr` goes through one function that does not mind.
#![warn(clippy::print_stdout, clippy::print_stderr, clippy::undocumented_unsafe_blocks)]

pub mod annotate;
pub mod catalogue;
pub mod cli;
pub mod cnf;
pub mod conform;
pub mod convert;
pub mod explain;
pub mod external;
pub mod fault;
pub mod generate;
pub mod grid;
pub mod hodoku;
pub mod interrupt;
pub mod keys;
pub mod lanes;
mod page_policy;
pub mod parquet;
pub mod pipeline;
pub mod rate;
pub mod readable;
pub mod report;
pub mod run;
pub mod ser;
pub mod serve;
pub mod sets;
pub mod solver;
pub mod source;
pub mod store;
pub mod strategy;
pub mod stream;
pub mod study;
pub mod table;
pub mod targets;
pub mod text;
mod toml_file;
pub mod version;
pub mod whole_file;
