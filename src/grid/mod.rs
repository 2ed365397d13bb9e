//! The nouns: cells, digits, houses, puzzles and candidate grids of every size.
//!
//! A *grid* of order *n* has n × n *cells*, filled with the *digits* 1 to n. Its
//! *houses* are n *rows*, n *columns* and n *boxes* of r rows and c columns with
//! r · c = n. Two cells are *peers* when they share a house. A *puzzle* is a grid
//! with some cells filled, its *givens* (or clues); a *solution* fills every cell
//! so that each house holds each digit once. A *candidate* is a digit an empty
//! cell may still take. A *pencilmark puzzle* gives candidates in place of digits: its *marks*,
//! the digits that each cell may take; a cell with one of them is a given.
//!
//! Everything here works for any order up to 25, but sets of cells only up to 9. The
//! module uses only the standard library and knows nothing of text, solvers or files.

mod bit_set;
mod candidates;
mod canonical;
mod cell;
mod cell_set;
mod check;
mod digits;
mod layout;
mod puzzle;
mod repeats;
mod symmetry;
mod values;
pub(crate) mod words;

pub use candidates::CandidateGrid;
pub use canonical::{CanonicalForm, canonical, canonical_form};
pub use cell::{Cell, House, HouseKind};
pub use cell_set::CellSet;
pub use check::is_solution;
pub use digits::{Digit, DigitSet};
pub use layout::{Layout, MAX_CELLS, MAX_ORDER};
pub use puzzle::{Conflict, Contradiction, Grid, Puzzle};
pub use symmetry::{NoSymmetry, Symmetry};
