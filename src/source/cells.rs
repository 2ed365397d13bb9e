//! The cells of one column of a table.
//!
//! The column is the one asked for, or has a name that puzzles have, whatever it holds, or holds
//! puzzles: that with empty cells rather than that with solutions.

use std::io;

use super::block::{full_grids, two_columns};
use crate::grid::Puzzle;
use crate::text::{Dialect, MAX_LINE, ParseErrorKind, is_known_name, is_solution_name, parse_line};

/// Rows that are looked at to find the column.
pub(super) const SAMPLE: usize = 64;

/// What has a column of cells.
pub(super) trait Cells {
    /// Appends the next cell as [a line](push_cell) without its end; false if there is none.
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool>;
}

/// Appends a cell as a line: what stands in lines of its own is separated by `|`, and no more
/// is kept than it takes to see that it is too long.
pub(super) fn push_cell(line: &mut Vec<u8>, cell: &[u8]) {
    let cell = cell.trim_ascii();
    let bytes = cell.iter().take(MAX_LINE + 1);
    line.extend(bytes.map(|&byte| match byte {
        b'\n' => b'|',
        b'\r' => b' ',
        byte => byte,
    }));
}

/// The puzzle of a cell of a table, read as the commands read that of a Parquet file. A value that
/// is missing is a puzzle of 0 cells.
///
/// # Errors
/// When it is no puzzle.
pub fn puzzle_of_cell(cell: Option<&[u8]>) -> Result<Puzzle, ParseErrorKind> {
    let cell = cell.unwrap_or_default();
    let puzzle = match memchr::memchr2(b'\n', b'\r', cell) {
        None => parse_line(cell.trim_ascii(), Dialect::Cell),
        Some(_) => {
            let mut line = Vec::new();
            push_cell(&mut line, cell);
            parse_line(&line, Dialect::Cell)
        }
    }?;
    puzzle.ok_or(ParseErrorKind::Length { cells: 0 })
}

/// A column, and what a sample of it holds.
pub(super) struct Candidate {
    pub(super) name: String,
    /// What its values are, where the table says so.
    pub(super) kind: &'static str,
    pub(super) is_number: bool,
    /// The puzzles among the sample, and those of them with empty cells.
    pub(super) puzzles: usize,
    pub(super) unsolved: usize,
}

impl Candidate {
    /// A column without a sample.
    pub(super) fn new(name: &str, kind: &'static str, is_number: bool) -> Candidate {
        Candidate { name: name.into(), kind, is_number, puzzles: 0, unsolved: 0 }
    }

    /// Looks at a cell.
    pub(super) fn add(&mut self, cell: &[u8]) {
        let mut line = Vec::new();
        push_cell(&mut line, cell);
        if let Ok(Some(puzzle)) = parse_line(&line, Dialect::Cell) {
            self.puzzles += 1;
            self.unsolved += usize::from(!puzzle.is_full());
        }
    }
}

/// The place of the column that puzzles are read from.
///
/// # Errors
/// When there is none: what there is.
pub(super) fn choose(all: &[Candidate], asked: Option<&str>, what: &str) -> io::Result<usize> {
    let no_column = |why: String| {
        let name = |one: &Candidate| match one.kind {
            "" => one.name.clone(),
            kind => format!("{} ({kind})", one.name),
        };
        let names: Vec<String> = all.iter().map(name).collect();
        let message = format!("this is {what}, and {why}: its columns are {}", names.join(", "));
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    let known = || all.iter().position(|one| is_known_name(one.name.as_bytes()));
    let chosen = match asked {
        Some(name) => {
            let is_it = |one: &Candidate| one.name.eq_ignore_ascii_case(name);
            let exact = all.iter().position(|one| one.name == name);
            let found = exact.or_else(|| all.iter().position(is_it));
            found.ok_or_else(|| no_column(format!("no column is named `{name}`")))?
        }
        None => {
            let best =
                |&place: &usize| (all[place].unsolved, all[place].puzzles, all.len() - place);
            // Full grids under such a name are the solutions of puzzles that cannot be read.
            let may_be = |&place: &usize| {
                let Candidate { name, unsolved, puzzles, .. } = &all[place];
                *unsolved > 0 || *puzzles > 0 && !is_solution_name(name.as_bytes())
            };
            let found = || (0..all.len()).filter(may_be).max_by_key(best);
            known()
                .or_else(found)
                .ok_or_else(|| no_column("no column of text holds puzzles".into()))?
        }
    };
    if all[chosen].is_number {
        let why = "holds numbers, which have no leading zeros; it has to be kept as text";
        return Err(no_column(format!("the column `{}` {why}", all[chosen].name)));
    }
    Ok(chosen)
}

/// What is to be told where none was asked for and another column than the chosen one holds
/// puzzles with empty cells, or that one holds none and is not called one of puzzles.
pub(super) fn note(all: &[Candidate], chosen: usize, asked: Option<&str>) -> Option<String> {
    if asked.is_some() {
        return None;
    }
    let Candidate { name, puzzles, unsolved, .. } = &all[chosen];
    let read = format!("`{name}`");
    let mut others = all.iter().enumerate().filter(|(place, _)| *place != chosen);
    match others.find(|(_, one)| one.unsolved > 0) {
        Some((_, other)) => Some(two_columns(&read, &other.name)),
        None => {
            let may_be_solutions = all.len() > 1 && *puzzles > 0 && *unsolved == 0;
            (may_be_solutions && !is_known_name(name.as_bytes())).then(|| full_grids(&read))
        }
    }
}
