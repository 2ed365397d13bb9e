//! The table of formats: the one place where a format is registered.
//!
//! What is read is recognised by itself, except a SAT solver's reply, which has to
//! be named. What is written goes into one stream, puzzle after puzzle, except
//! formulas: a SAT solver takes one per file.
//!
//! - *line*: the n² cells in row-major order.
//! - *block*: a row per line, for people; under it, as PHP16's program prints it,
//!   the share of the cells that are set, unless all are.
//! - *ericson*: one line, `-` after each row and `!` after each row of boxes, as the
//!   generator writes that AW15 took its puzzles from (section 4.4).
//! - *csv*: a header and a line for each puzzle.
//! - *marks*: n characters a cell, of an ordinary puzzle a given alone, and all digits in an
//!   empty cell, so that it is read back as what it was.
//! - *canonical*: the line of the [canonical form](fn@crate::grid::canonical).
//! - *keys*: a line of keys for each puzzle, made from it by [`convert`](crate::convert).

use std::io::Write as _;

use thiserror::Error;

use super::{MAX_LINE, push_line, push_marks};
use crate::cnf::Encoding;
use crate::cnf::dimacs::push_formula;
use crate::grid::{Conflict, Digit, Grid, Puzzle, canonical};

/// One format: a row of [`FORMATS`].
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// What it looks like; for long ones, the beginning.
    pub example: &'static str,
    /// How it is read, if it is.
    pub reader: Option<Reader>,
    /// How it is written, if it is.
    pub writer: Option<Writer>,
}

/// How a format is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// As puzzles, recognised from the text.
    Puzzles,
    /// As the reply of a SAT solver, one per file.
    Reply,
}

/// How a format is written.
#[derive(Clone, Copy)]
pub enum Writer {
    /// Grid after grid, in one stream.
    Stream {
        /// What the stream begins with.
        heading: &'static str,
        /// Whether it is a table, with columns for the grid's set, line and status.
        is_table: bool,
        /// Appends a grid, with the end of its last line.
        push: fn(&mut Vec<u8>, &Grid) -> Result<(), FormatError>,
    },
    /// Puzzle after puzzle, in one stream, with marks or without.
    Puzzles(fn(&mut Vec<u8>, &Puzzle)),
    /// A formula for each puzzle, with comments; every one a file of its own.
    Formula(fn(&mut Vec<u8>, &Puzzle, &Encoding, &[&str])),
    /// The keys of puzzle after puzzle, in one stream.
    Keys,
}

/// A grid that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// Only a puzzle has this form.
    #[error("{0}")]
    Conflict(#[from] Conflict),
    /// The format has one character for a cell.
    #[error("a pencilmark puzzle, which this format cannot hold; --to marks can")]
    Marks,
    /// Its line would be longer than one may be.
    #[error("a line of more than {MAX_LINE} bytes, which could not be read")]
    TooLong,
    /// The search for the canonical form was given up.
    #[error("no canonical form: too many symmetries tie")]
    TooManyTies,
}

/// Every format, in the order of lists.
pub const FORMATS: &[Format] = &[
    Format {
        name: "line",
        title: "one puzzle per line: . 0 _ * empty, digits, then letters; text after it is ignored",
        example: "12..34..2...4...",
        reader: Some(Reader::Puzzles),
        writer: Some(Writer::Stream { heading: "", is_table: false, push: push_plain }),
    },
    Format {
        name: "block",
        title: "a row per line, with or without blanks and borders",
        example: "1 2 | . .\n3 4 | . .\n----+----\n2 . | . .\n4 . | . .",
        reader: Some(Reader::Puzzles),
        writer: Some(Writer::Stream { heading: "", is_table: false, push: push_block }),
    },
    Format {
        name: "ericson",
        title: "one puzzle per line, - after each row and ! after each row of boxes",
        example: "12..-34..-!2...-4...-!",
        reader: Some(Reader::Puzzles),
        writer: Some(Writer::Stream { heading: "", is_table: false, push: push_ericson }),
    },
    Format {
        name: "csv",
        title: "CSV or TSV; the column is named puzzle, quizzes or question, or found by what it holds",
        example: "id,puzzle,level\n1,12..34..2...4...,\"easy, small\"",
        reader: Some(Reader::Puzzles),
        writer: Some(Writer::Stream {
            heading: "puzzle,size,clues,set,line,status",
            is_table: true,
            push: push_csv,
        }),
    },
    Format {
        name: "exchange",
        title: "sudoku-exchange records: a hash, the cells, a rating",
        example: "0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "separated",
        title: "cells with blanks, tabs or commas between them, in a line or a row per line; above 9 decimal; \
                - or nothing between commas empty",
        example: "1,2,,\n3,4,,\n2,,,\n4,,,",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "list",
        title: "rows of a list in a program's notation",
        example: "{1,2,0,0},\n{3,4,0,0},\n{2,0,0,0},\n{4,0,0,0}",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "dashes",
        title: "one puzzle per line or a row per line, - empty",
        example: "12--34--2---4---",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "grid-blocks",
        title: "a row per line under a numbered heading, as Project Euler's",
        example: "Grid 01\n003020600\n900305001\n001806400",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "sdk",
        title: "a row per line under # lines and [Puzzle]; the [State] of a game is passed over",
        example: "#D an example\n[Puzzle]\n12..\n34..\n2...\n4...",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "marks",
        title: "pencilmark puzzles (Sukaku) in a line, n characters a cell: the digits it may take in \
                their places, . or 0 in the others; up to 16×16; of 9×9 also read as a table, a row per line",
        example: "12..1234123412341234123412341234123412341234123412341234123412.4",
        reader: Some(Reader::Puzzles),
        writer: Some(Writer::Puzzles(push_marks_line)),
    },
    Format {
        name: "sdm",
        title: "one puzzle per line under a count or a title of several words",
        example: "2\n12..34..2...4...\n1234........4321",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "keyed",
        title: "a key, blanks, the puzzle, and what follows it, as a rating; from 36 cells on",
        example: "p-17  12..3.................4...6..1......  7.1",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "json",
        title: "an object per line, or a list of objects or puzzles; the field as in CSV",
        example: "{\"id\": 1, \"puzzle\": \"12..34..2...4...\"}",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "parquet",
        title: "a column of text, found as in CSV",
        example: "pandas.DataFrame({\"puzzle\": [\"12..34..2...4...\"]}).to_parquet(\"set.parquet\")",
        reader: Some(Reader::Puzzles),
        writer: None,
    },
    Format {
        name: "canonical",
        title: "the smallest line of all equivalent puzzles: minlex over all symmetries",
        example: "..........12..34",
        reader: None,
        writer: Some(Writer::Stream { heading: "", is_table: false, push: push_canonical }),
    },
    Format {
        name: "keys",
        title: "puzzle_key, core_key, grid_key and automorphisms, tab-separated, - for none",
        example: "1de511253a29acd460f0859b0d8851a0\t1de511253a29acd460f0859b0d8851a0\t-\t4",
        reader: None,
        writer: Some(Writer::Keys),
    },
    Format {
        name: "dimacs",
        title: "a formula per puzzle for SAT solvers, in one of several encodings",
        example: "p cnf 64 452\n1 0\n-1 -2 0",
        reader: None,
        writer: Some(Writer::Formula(push_formula)),
    },
    Format {
        name: "dimacs-model",
        title: "the reply of a SAT solver to such a formula, one per file",
        example: "s SATISFIABLE\nv 1 -2 -3 -4 -5 6 0",
        reader: Some(Reader::Reply),
        writer: None,
    },
];

/// The format of this name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

fn push_plain(text: &mut Vec<u8>, grid: &Grid) -> Result<(), FormatError> {
    push_line(text, grid);
    text.push(b'\n');
    Ok(())
}

fn push_block(text: &mut Vec<u8>, grid: &Grid) -> Result<(), FormatError> {
    let layout = grid.layout();
    let (order, width) = (layout.order(), layout.box_columns());
    for (number, row) in layout.cells().chunks(order).enumerate() {
        if number > 0 && number.is_multiple_of(layout.box_rows()) {
            for column in 0..order {
                let corner = column > 0 && column.is_multiple_of(width);
                text.extend(if corner { &b"+---"[..] } else { b"--" });
            }
            // No blank stands before the first column nor after the last.
            text.pop();
            text.push(b'\n');
        }
        for (column, &cell) in row.iter().enumerate() {
            if column > 0 {
                let border = column.is_multiple_of(width);
                text.extend(if border { &b" | "[..] } else { b" " });
            }
            text.push(symbol(grid.digit(cell)));
        }
        text.push(b'\n');
    }
    let (set, cells) = (grid.filled(), layout.cells().len());
    if set < cells {
        let share = 100.0 * set as f64 / cells as f64;
        writeln!(text, "# {set} of {cells} cells set ({share:.1}%)")
            .expect("a vector takes any text");
    }
    text.push(b'\n');
    Ok(())
}

fn push_ericson(text: &mut Vec<u8>, grid: &Grid) -> Result<(), FormatError> {
    let layout = grid.layout();
    for (number, row) in layout.cells().chunks(layout.order()).enumerate() {
        text.extend(row.iter().map(|&cell| symbol(grid.digit(cell))));
        text.push(b'-');
        if (number + 1).is_multiple_of(layout.box_rows()) {
            text.push(b'!');
        }
    }
    text.push(b'\n');
    Ok(())
}

fn push_marks_line(text: &mut Vec<u8>, puzzle: &Puzzle) {
    push_marks(text, puzzle);
    text.push(b'\n');
}

fn push_csv(text: &mut Vec<u8>, grid: &Grid) -> Result<(), FormatError> {
    push_line(text, grid);
    writeln!(text, ",{},{}", grid.layout().order(), grid.filled())
        .expect("a vector takes any text");
    Ok(())
}

fn push_canonical(text: &mut Vec<u8>, grid: &Grid) -> Result<(), FormatError> {
    let puzzle = Puzzle::new(grid.clone())?;
    let form = canonical(&puzzle).ok_or(FormatError::TooManyTies)?;
    push_plain(text, form.grid())
}

fn symbol(digit: Option<Digit>) -> u8 {
    digit.map_or(b'.', |digit| digit.symbol() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;
    use crate::text::parse_cells;

    fn written(name: &str, puzzle: &str) -> String {
        let Some(Writer::Stream { push, .. }) = find_format(name).unwrap().writer else {
            panic!("{name} is no stream")
        };
        let mut text = Vec::new();
        push(&mut text, parse_cells(puzzle.as_bytes()).unwrap().grid()).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn blocks_have_borders_and_the_share_of_cells_set() {
        let puzzle = "12..3.................4...6..1......";
        let expected = "\
1 2 . | . 3 .
. . . | . . .
------+------
. . . | . . .
. . . | . 4 .
------+------
. . 6 | . . 1
. . . | . . .
# 6 of 36 cells set (16.7%)

";
        assert_eq!(written("block", puzzle), expected);
        let full = written("block", "1234341221434321");
        assert!(!full.contains('#') && full.starts_with("1 2 | 3 4\n"));
    }

    #[test]
    fn borders_meet_columns_at_every_size() {
        for layout in Layout::all() {
            let text = written("block", &".".repeat(layout.cells().len()));
            let lines: Vec<&str> = text.lines().take(layout.box_rows() + 1).collect();
            let at = |line: &str, mark| -> Vec<usize> {
                line.char_indices().filter(|&(_, c)| c == mark).map(|(at, _)| at).collect()
            };
            let border = lines[layout.box_rows()];
            assert_eq!(at(border, '+'), at(lines[0], '|'), "{text}");
            assert_eq!(border.len(), lines[0].len(), "{text}");
        }
    }

    #[test]
    fn the_other_formats_are_lines() {
        let puzzle = "12..34..........";
        assert_eq!(written("line", puzzle), "12..34..........\n");
        assert_eq!(written("ericson", puzzle), "12..-34..-!....-....-!\n");
        assert_eq!(written("csv", puzzle), "12..34..........,4,4\n");
        assert_eq!(written("canonical", puzzle), "..........12..34\n");
    }

    #[test]
    fn names_are_distinct() {
        for (place, format) in FORMATS.iter().enumerate() {
            assert!(FORMATS[..place].iter().all(|other| other.name != format.name));
        }
    }
}
