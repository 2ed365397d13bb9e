//! Text ↔ grid: the formats puzzles are written in.
//!
//! A puzzle is one line of n² cells in row-major order: `.` `0` `_` `*` for an
//! empty cell, digits, then letters in either case (10 is `a`, 25 is `p`). The
//! size follows from the number of cells. What stands after the cells and a blank
//! or comma is ignored; blank lines and lines that begin with `#` are skipped.
//! Also recognised: a column of a CSV or TSV file with a header, sudoku-exchange
//! records, pencilmark puzzles (Sukaku) in lines of n³ characters and in tables, Ericson's lines with `-` after each row and `!` after each box, and
//! grids drawn row by row. [`FORMATS`] lists all that is read and written.
//!
//! Test cases for strategies have a line format of their own, HoDoKu's.
//!
//! The module reads and writes bytes in memory; files are [`source`](crate::source).

mod ahead;
mod blanks;
mod cells;
mod columns;
mod counting;
mod detect;
mod dialect;
mod doubt;
mod edge;
mod error;
mod fault;
mod first_row;
mod format;
mod frame;
mod guess;
mod head;
mod heading;
mod line;
mod marks;
mod mistakes;
mod number;
mod opening;
mod puzzle_line;
mod record;
mod regression;
mod row;
mod rows;
mod rulers;
mod separated;
mod several;
mod sheet;
mod solutions;
mod solvable;
mod spacing;
mod symbol;
mod unmarked;
mod whole;

pub use ahead::{Ahead, is_empty_row};
pub use cells::{parse_cells, push_line, to_line};
pub use columns::{fault_of, has_second, other_column};
pub use counting::Counting;
pub use detect::{Detected, Detector};
pub use dialect::{Dialect, NO_ROW, is_known_name};
pub use doubt::{Doubt, Seen, is_broken_row};
pub use error::{MAX_LINE, ParseErrorKind, escape};
pub use format::{FORMATS, Format, FormatError, Reader, Writer, find_format};
pub use frame::Frame;
pub use guess::{Guess, Guesses};
pub use head::{columns_of_cells, is_title_row};
pub use heading::{is_list_mark, is_solution_name};
pub use line::{KEPT_DIGITS, is_comment_of_records, is_rounded, parse_line};
pub use puzzle_line::{push_marks, push_puzzle_line, puzzle_line};
pub use record::{
    MOST_COLUMNS, Record, fields, in_one_line, is_separator_line, only_field, whole_fields,
};
pub use regression::{RegressionError, StrategyCase, parse_case};
pub use rows::{Cut, Line, Rows};
pub use several::among_words;
pub use solutions::Solutions;
pub use spacing::After;
pub use symbol::{first_word, is_comment};
