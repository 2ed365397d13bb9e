//! The columns that `annotate` adds to a table, one row for each of its rows.

use super::beside::Layout;
use super::extra;
use super::row_buffer::RowBuffer;
use super::rows::{push_keys, push_ratings};
use super::schema::{self, Column, Kind, column};
use crate::grid::Grid;
use crate::keys::Keys;
use crate::pipeline::record::{SolutionCount, Status};
use crate::ser::Ratings;
use crate::solver::Usage;
use crate::strategy::Level;
use crate::text::push_line;

/// Which columns are added.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Added {
    /// The row's number.
    pub row: bool,
    /// The three keys, and the number of automorphisms.
    pub keys: bool,
    /// The number of solutions.
    pub solutions: bool,
    /// The solution, if it is the only one.
    pub solution: bool,
    /// Sudoku Explainer's ratings.
    pub ser: bool,
    /// HoDoKu's level and score.
    pub hodoku: bool,
    /// The T&E depth.
    pub te_depth: bool,
    /// What became of `logic`, and how often it applied each strategy.
    pub strategies: bool,
}

/// What is known of a row.
#[derive(Default)]
pub struct Annotation {
    /// The number of solutions.
    pub count: Option<SolutionCount>,
    /// The solution, if it is the only one.
    pub solution: Option<Grid>,
    /// Its keys.
    pub keys: Option<Keys>,
    /// Sudoku Explainer's ratings.
    pub ser: Option<Ratings>,
    /// HoDoKu's level and score.
    pub hodoku: Option<(Level, u32)>,
    /// The T&E depth.
    pub te_depth: Option<u8>,
    /// What became of `logic`, and what it applied.
    pub logic: Option<(Status, Usage)>,
    /// Why it holds no puzzle; empty if it does.
    pub reject: String,
}

/// The columns, whose names begin with the prefix.
pub fn layout(added: Added, prefix: &str) -> Layout {
    Layout::new("a row of the table", columns(added, prefix))
}

/// The same as a list.
pub fn columns(added: Added, prefix: &str) -> Vec<Column> {
    let known = |name: &str| {
        let mut all = schema::puzzles().columns.iter();
        all.find(|column| column.name == name).expect("a column of `puzzles`").clone()
    };
    let text = |name: &str, meaning: &str| column(name, Kind::Text, "", meaning);
    let mut all = Vec::new();
    if added.row {
        all.push(column("row", Kind::U64, "", "place among the rows of the inputs, from 1"));
    }
    if added.solutions {
        all.push(known("n_solutions"));
    }
    if added.solution {
        all.push(known("solution"));
    }
    if added.keys {
        all.extend(extra::keys());
    }
    if added.ser {
        all.extend(extra::ratings("ser", ""));
    }
    if added.hodoku {
        all.push(text("hodoku_level", "HoDoKu's level; empty if it is not rated"));
        all.push(column("hodoku_score", Kind::U32, "", "HoDoKu's score; 0 if it is not rated"));
    }
    if added.te_depth {
        let meaning = "nesting of trial and error that singles need, 0 to 3; 255 if it is not \
                       known, as beyond 9×9 or without exactly one solution";
        all.push(column("te_depth", Kind::U8, "", meaning));
    }
    if added.strategies {
        all.push(text("logic", "what became of the solver `logic`: unique, none, stalled, limit"));
        let usages = &schema::usages().columns;
        all.extend(usages.iter().filter(|column| column.name.starts_with("n_")).cloned());
    }
    all.push(text(
        "reject",
        "why the row holds no puzzle: a word, a colon, a sentence; else empty",
    ));
    for column in &mut all {
        column.name.insert_str(0, prefix);
    }
    all
}

/// Appends what is known of a row.
pub fn push(rows: &mut RowBuffer, added: Added, number: u64, of: &Annotation) {
    let mut row = rows.row();
    if added.row {
        row = row.u64(number);
    }
    if added.solutions {
        row = row.u8(of.count.unwrap_or(SolutionCount::Unknown).code());
    }
    if added.solution {
        row = row.push_text(|text| of.solution.iter().for_each(|grid| push_line(text, grid)));
    }
    if added.keys {
        let none = Keys { puzzle: None, core: None, grid: None, automorphisms: 0 };
        row = push_keys(row, &of.keys.unwrap_or(none));
    }
    if added.ser {
        row = push_ratings(row, of.ser);
    }
    if added.hodoku {
        let (level, score) = of.hodoku.map_or(("", 0), |(level, score)| (level.name(), score));
        row = row.text(level).u32(score);
    }
    if added.te_depth {
        row = row.u8(of.te_depth.unwrap_or(u8::MAX));
    }
    if added.strategies {
        let none = Usage::NONE;
        let (status, usage) = match &of.logic {
            Some((status, usage)) => (status.name(), usage),
            None => ("", &none),
        };
        row = usage.counts().iter().fold(row.text(status), |row, &count| row.u16(count));
    }
    row.text(&of.reject);
}
