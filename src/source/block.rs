//! Blocks: runs of whole lines, the unit of work of the pipeline.

use crate::grid::Puzzle;
use crate::text::{
    Dialect, Guess, KEPT_DIGITS, ParseErrorKind, among_words, fault_of, fields, has_second,
    is_known_name, is_rounded, other_column, parse_line,
};

/// The cells of the smallest puzzle.
const FEWEST: usize = 16;

/// Some whole lines of one input.
#[derive(Debug, Default)]
pub struct Block {
    pub(super) first_line: u64,
    pub(super) offset: u64,
    pub(super) dialect: Dialect,
    pub(super) lines: usize,
    pub(super) bytes: Vec<u8>,
    /// What is to be told of the table that the lines are of.
    pub(super) note: Option<String>,
    /// Whether lines above tell what its first ones are.
    pub(super) is_told_above: bool,
    /// The fields of the first record of the input, if its lines are records.
    pub(super) columns: Option<usize>,
    /// Whether the column that is read was asked for.
    pub(super) is_asked: bool,
    /// Whether a solution stands beside the first puzzle, in a line of words.
    pub(super) has_solutions: bool,
}

/// Puzzles among which another column is looked for.
const LOOKED_AT: usize = 8;

impl Block {
    /// A block of one line.
    pub fn of_line(line: &[u8]) -> Block {
        Block { first_line: 1, lines: 1, bytes: [line, b"\n"].concat(), ..Block::default() }
    }

    /// How the input's lines are laid out.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether who begins to read here has to read what stands above: puzzles are drawn row by row,
    /// or full grids are solutions, as a line above says.
    pub fn needs_above(&self) -> bool {
        self.dialect == Dialect::Rows || self.is_told_above
    }

    /// The number of the first line, from 1.
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// Where the block begins in the text, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The lines as they are read, which is all that puzzles are made of: without a
    /// byte order mark, and with every line cut that is too long for a puzzle.
    pub fn text(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.lines
    }

    /// Whether the block holds no line.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Drops the lines after the one of this number.
    pub fn cut_after(&mut self, number: u64) {
        let lines = (number + 1).saturating_sub(self.first_line) as usize;
        if lines < self.lines {
            let mut ends = memchr::memchr_iter(b'\n', &self.bytes);
            let end = lines.checked_sub(1).and_then(|last| ends.nth(last)).map_or(0, |end| end + 1);
            self.bytes.truncate(end);
            self.lines = lines;
        }
    }

    /// Drops the lines after so many puzzles. Returns how many puzzles are left.
    pub fn cut_after_puzzles(&mut self, most: u64) -> u64 {
        let good = self.puzzles().filter(|line| line.puzzle.is_ok());
        let good = good.map(|line| line.number).take(usize::try_from(most).unwrap_or(usize::MAX));
        let numbers: Vec<u64> = good.collect();
        let count = numbers.len() as u64;
        if count == most {
            self.cut_after(numbers.last().copied().unwrap_or(0));
        }
        count
    }

    /// The lines without their ends, numbered from 1 in the input.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut rest = &self.bytes[..];
        (self.first_line..self.first_line + self.lines as u64).map(move |number| {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            (number, line.strip_suffix(b"\r").unwrap_or(line))
        })
    }

    /// The part of a line of this block that should be the puzzle, as it stands there.
    pub fn field<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let content = line.trim_ascii();
        let field = self.dialect.puzzle_field(content).unwrap_or(content);
        // Cells that are separated are no one word.
        match self.dialect {
            Dialect::Plain | Dialect::Rows
                if field.len() < FEWEST
                    && matches!(parse_line(line, self.dialect), Ok(Some(_))) =>
            {
                content
            }
            _ => field,
        }
    }

    /// What is to be told of the whole input, if the block is its first: another column holds
    /// puzzles, too, or the one that is read may be one of solutions, or a full grid among puzzles.
    pub fn note(&self) -> Option<String> {
        if self.note.is_some() || self.first_line > 1 {
            return self.note.clone();
        }
        let (index, delimiter) = match self.dialect {
            Dialect::Column { index, delimiter } => (index, delimiter),
            Dialect::Plain | Dialect::Rows | Dialect::Cell => return self.full_among_others(),
        };
        let good = || self.puzzles().filter(|line| line.puzzle.is_ok()).take(LOOKED_AT);
        let read = (index + 1).to_string();
        if let Some(other) = good().find_map(|line| other_column(line.text, self.dialect)) {
            return Some(two_columns(&read, &(other + 1).to_string()));
        }
        let first = good().next()?;
        let is_named = |text: &[u8]| fields(text, delimiter).nth(index).is_some_and(is_known_name);
        let mut above = self.lines().take_while(|(number, _)| *number < first.number);
        let is_table = delimiter != b' ' && fields(first.text, delimiter).count() > 1;
        if above.any(|(_, text)| is_named(text)) {
            return self.full_among_others();
        }
        let is_full = |line: PuzzleLine<'_>| line.puzzle.is_ok_and(|puzzle| puzzle.is_full());
        match good().all(is_full) {
            true => is_table.then(|| full_grids(&read)),
            false => self.full_among_others(),
        }
    }

    /// That a full grid is read as a puzzle among puzzles with empty cells, if one is.
    fn full_among_others(&self) -> Option<String> {
        let mut full = None;
        let mut is_any_open = false;
        for line in self.puzzles() {
            let Ok(puzzle) = line.puzzle else { continue };
            match puzzle.is_full() {
                true => _ = full.get_or_insert(line.number),
                false => is_any_open = true,
            }
            if let Some(number) = full.filter(|_| is_any_open) {
                let why = match self.dialect {
                    Dialect::Plain | Dialect::Rows => {
                        "; solutions are left out where a line `Solutions` stands above them"
                    }
                    Dialect::Column { .. } | Dialect::Cell => "",
                };
                return Some(format!(
                    "line {number} is read as a puzzle, and has no empty cell{why}"
                ));
            }
        }
        None
    }

    /// What its lines may be, unless one holds a puzzle.
    pub fn guess(&self) -> Option<Guess> {
        if self.puzzles().any(|line| line.puzzle.is_ok()) {
            return None;
        }
        let mut guess = Guess::default();
        for line in self.puzzles() {
            let text = match self.dialect {
                Dialect::Column { .. } => self.field(line.text),
                _ => line.text,
            };
            line.puzzle.err().inspect(|why| guess.add(line.number, text, why));
        }
        Some(guess)
    }

    /// What its other fields, or their number, tell against a record or line with a puzzle.
    fn fault_of(&self, record: &[u8], puzzle: &Puzzle) -> Option<ParseErrorKind> {
        if puzzle.clues() <= KEPT_DIGITS && is_rounded(self.field(record)) {
            return Some(ParseErrorKind::Rounded);
        }
        let is_in_words = match self.dialect {
            Dialect::Column { delimiter, .. } => delimiter == b' ',
            Dialect::Plain | Dialect::Rows => true,
            Dialect::Cell => false,
        };
        let fault = match puzzle.is_full() {
            _ if self.is_asked => None,
            true if self.has_solutions && is_in_words && among_words(record).count() == 1 => {
                Some(ParseErrorKind::Fields { found: 1, columns: 2 })
            }
            true => other_column(record, self.dialect)
                .map(|other| ParseErrorKind::Full { column: other + 1 }),
            false if is_in_words && has_second(record, self.dialect, puzzle) => {
                Some(ParseErrorKind::Several { cells: puzzle.layout().cells().len() })
            }
            false => None,
        };
        fault.or_else(|| fault_of(record, self.dialect, self.columns?, puzzle))
    }

    /// The lines that should hold puzzles: all but blank ones, comments, headings and headers.
    pub fn puzzles(&self) -> impl Iterator<Item = PuzzleLine<'_>> {
        self.lines().filter_map(|(number, text)| match parse_line(text, self.dialect) {
            // Spelled out, so that a puzzle is moved but once.
            Ok(None) => None,
            Ok(Some(puzzle)) => {
                let puzzle = match self.fault_of(text, &puzzle) {
                    None => Ok(puzzle),
                    Some(fault) => Err(fault),
                };
                Some(PuzzleLine { number, text, puzzle })
            }
            Err(kind) => Some(PuzzleLine { number, text, puzzle: Err(kind) }),
        })
    }
}

/// That one column is read, and another holds puzzles, too.
pub(super) fn two_columns(read: &str, other: &str) -> String {
    format!(
        "puzzles are read from column {read}; column {other} holds puzzles, too, which \
         --column {other} reads"
    )
}

/// That the column that is read may be one of solutions.
pub(super) fn full_grids(read: &str) -> String {
    format!(
        "puzzles are read from column {read}, and the first have no empty cell: if they are \
         solutions, name the column of the puzzles by --column"
    )
}

/// A line of a block that should hold a puzzle, and whether it does.
pub struct PuzzleLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its text, without the end.
    pub text: &'a [u8],
    /// The puzzle, or why there is none.
    pub puzzle: Result<Puzzle, ParseErrorKind>,
}
