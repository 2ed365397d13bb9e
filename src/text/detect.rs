//! Which dialect a file speaks, from its first lines.
//!
//! A header with a known name, a drawn row and a puzzle in a line tell at once. Else the first
//! line may be a header whose names are not known, a title or a count, and the column is found
//! that holds a puzzle: of several in a line, the first with an empty cell, since a solution may
//! stand before its puzzle. Titles above lines of columns are left out, and the first line of
//! columns is what the first line of a text is else.

use std::mem;

use super::columns::is_list;
use super::dialect::{is_known_name, without_blanks};
use super::head::{
    DELIMITERS, delimiter_of, filled, has_columns, is_head, is_lone, is_title, is_title_row,
    numbers,
};
use super::heading::{is_heading, is_solution_name};
use super::record::{MOST_COLUMNS, Quotes, fields, in_one_line, is_quoted, only_field};
use super::row::{cells, has_each_digit, is_of_signs};
use super::separated::{self, row};
use super::{Dialect, MAX_LINE, ParseErrorKind, Rows, parse_line};

/// Lines with content that may pass without one that tells.
const LINES: usize = 32;

/// Rows that are counted to tell whether the first is the numbers of their columns.
const MOST_ROWS: usize = 120;

/// The cells of the smallest puzzle that is found among words: a word may have fewer by chance.
const FEWEST: usize = 36;

/// Bytes of a field that may be a puzzle that cannot be read.
const SHORTEST: usize = 12;

/// What the lines of a file have told so far.
#[derive(Debug)]
pub struct Detector {
    column: Option<String>,
    first: Option<Vec<u8>>,
    /// Those after the first.
    lines: usize,
    /// The lines from the first on that are titles, as long as all are.
    titles: usize,
    /// Those of them that stand above columns; and the lines up to the last title that is not empty, or the
    /// first line if that is not: those below may be rows.
    above: usize,
    filled: usize,
    /// A record whose end is still to come.
    open: (Quotes, Vec<u8>),
    /// Where a full grid was found, which may be a solution, while no puzzle is.
    full: Option<Dialect>,
    /// The cells of a first row that may be the numbers of columns.
    numbers: Option<usize>,
    /// Why there is no column of puzzles, where a column of solutions was found alone.
    solutions: Option<String>,
}

/// What a line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detected {
    /// Nothing yet.
    Nothing,
    /// The dialect of the lines with content, after so many: titles, a header, a count.
    Dialect(Dialect, usize),
    /// There is no column of the name asked for: what there is, in a sentence.
    NoColumn(String),
}

impl Detector {
    /// Before the first line. With a name, puzzles are read from the column that the first line
    /// calls so, or the one of this number, from 1.
    pub fn new(column: Option<&str>) -> Detector {
        let open = (Quotes::default(), Vec::new());
        let column = column.map(str::to_owned);
        Detector {
            column,
            first: None,
            lines: 0,
            titles: 0,
            above: 0,
            filled: 0,
            open,
            full: None,
            numbers: None,
            solutions: None,
        }
    }

    /// Takes the next line with content: no blank one, and no comment.
    pub fn take(&mut self, line: &[u8]) -> Detected {
        let content = without_blanks(line);
        if self.first.is_none() {
            self.titles = (is_title_row(content) || is_lone(content)).into();
            self.filled = usize::from(!filled(content).is_empty());
            return self.begin(content);
        }
        self.lines += 1;
        if let Some(detected) = self.take_title(content) {
            return detected;
        }
        let first = self.first.as_deref().unwrap_or_default();
        if let Some(order) = self.numbers {
            let is_row = separated::empty(line) == Some(order) || row(line, Some(order)).is_some();
            return match is_row && self.lines < MOST_ROWS {
                true => Detected::Nothing,
                false => self.found(Dialect::Rows, 0),
            };
        }
        if self.column.is_none() && is_lone(first) {
            let is_drawn = matches!(of_data(line, true), Some((Dialect::Rows, _)));
            let header = Dialect::of_first_line(first);
            // A name above what may be a row or a 4×4 puzzle is neither.
            let above = is_drawn && is_known_name(first);
            return self.found(if is_drawn { Dialect::Rows } else { header }, above.into());
        }
        let is_last = self.lines >= LINES;
        if let Some(delimiter) = delimiter_of(first) {
            let (quotes, record) = &mut self.open;
            record.extend(content);
            if quotes.take_line(content, delimiter) && !is_last {
                record.push(b'|');
                return Detected::Nothing;
            }
            *quotes = Quotes::default();
        } else {
            self.open.1.extend(content);
        }
        let record = mem::take(&mut self.open.1);
        // Between columns a tab is no indentation: the first column is empty.
        let is_indented = delimiter_of(first) != Some(b'\t') || record.first() != Some(&b'\t');
        match of_data(&record, is_indented) {
            Some((dialect, _)) if is_list(&record, dialect) && !is_header(first, dialect) => {
                return self.detected(Dialect::Plain);
            }
            // A number of each digit that a row below may have is no count.
            Some((Dialect::Rows, _)) if is_full_row(first, &record) => {
                return self.found(Dialect::Rows, 0);
            }
            Some((dialect, true)) => return self.detected(headed(first, &record, dialect)),
            Some((dialect, false)) => {
                match unless_solutions(first, &record, headed(first, &record, dialect)) {
                    Ok(dialect) => _ = self.full.get_or_insert(dialect),
                    Err(why) => _ = self.solutions.get_or_insert(why),
                }
            }
            None => {}
        }
        match (is_last, self.last()) {
            (false, _) => Detected::Nothing,
            (true, last) => last.unwrap_or(self.found(Dialect::Plain, 0)),
        }
    }

    /// What can be told if there are no more lines: full grids are puzzles, too.
    pub fn last(&self) -> Option<Detected> {
        if let (Some(first), Some(name), 1..) = (&self.first, &self.column, self.titles) {
            return Some(named(first, name));
        }
        if let Some(order) = self.numbers {
            // With it the rows would make no puzzles.
            let is_head = self.lines > 0 && self.lines.is_multiple_of(order);
            return Some(self.found(Dialect::Rows, is_head.into()));
        }
        if let Some(first) = self.first.as_ref().filter(|first| is_lone(first)) {
            return Some(self.found(Dialect::of_first_line(first), 0));
        }
        let full = self.full.map(|dialect| self.detected(dialect));
        full.or_else(|| self.solutions.clone().map(Detected::NoColumn))
    }

    fn detected(&self, dialect: Dialect) -> Detected {
        let first = self.first.as_deref().unwrap_or_default();
        self.found(dialect, is_head(first, dialect, self.lines == 1).into())
    }

    /// The dialect of the lines below the titles and so many more; empty ones may be rows.
    fn found(&self, dialect: Dialect, more: usize) -> Detected {
        let may_be_rows = dialect == Dialect::Rows && (self.filled == 0 || more == 0);
        let above = if may_be_rows { self.above.min(self.filled) } else { self.above + more };
        Detected::Dialect(dialect, above)
    }

    /// Takes the first line, or the first of columns.
    fn begin(&mut self, line: &[u8]) -> Detected {
        self.first = Some(line.to_owned());
        match self.of_first(line) {
            Detected::Dialect(dialect, more) => self.found(dialect, more),
            detected => detected,
        }
    }

    /// Takes a line below titles, if all above it are; nothing if it is to be taken as any other.
    fn take_title(&mut self, line: &[u8]) -> Option<Detected> {
        if self.titles < self.lines {
            return None;
        }
        // A name above a puzzle is no title: it is a header of one column, as it stands.
        let is_header = self.first.as_deref().is_some_and(is_lone) && of_data(line, true).is_some();
        if has_columns(line) && !is_header {
            (self.above, self.titles, self.lines) = (mem::take(&mut self.titles), 0, 0);
            return Some(self.begin(line));
        }
        let detected = self.last().filter(|_| self.column.is_some());
        if self.lines < LINES && (is_title(line) || filled(line).is_empty()) {
            self.titles += 1;
            self.filled = if filled(line).is_empty() { self.filled } else { self.titles };
            return detected.map(|_| Detected::Nothing);
        }
        self.titles = 0;
        detected
    }

    fn of_first(&mut self, line: &[u8]) -> Detected {
        if let Some(name) = &self.column {
            return match self.titles {
                0 => named(line, name),
                _ => Detected::Nothing,
            };
        }
        self.numbers = numbers(line);
        if self.numbers.is_some() {
            return Detected::Nothing;
        }
        match (Dialect::of_first_line(line), of_data(line, true)) {
            (Dialect::Plain, None) => Detected::Nothing,
            (Dialect::Plain, Some((dialect, _))) if is_list(line, dialect) => {
                Detected::Dialect(Dialect::Plain, 0)
            }
            (Dialect::Plain, Some((dialect, false))) => {
                self.full = Some(dialect);
                Detected::Nothing
            }
            (Dialect::Plain, Some((dialect, true))) => Detected::Dialect(dialect, 0),
            // A title of what is drawn below, or the header of one column.
            (Dialect::Column { .. }, _) if is_lone(line) => Detected::Nothing,
            (dialect, _) => Detected::Dialect(dialect, 0),
        }
    }
}

/// Whether a line has each digit once, of which a row has as many.
fn is_full_row(line: &[u8], row_below: &[u8]) -> bool {
    let order = line.len();
    has_each_digit(line)
        && (cells(row_below).count() == order || row(row_below, Some(order)).is_some())
}

/// Whether a line is the header of these columns; of words, blanks between them, it may be a title.
fn is_header(line: &[u8], dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::Column { delimiter: b' ', .. }) && is_head(line, dialect, false)
}

/// Under a header with columns, what stands first in a record is its first column.
fn headed(first: &[u8], record: &[u8], dialect: Dialect) -> Dialect {
    // One of a puzzle, `Puzzle 1, hard`, is no header.
    let Some(delimiter) = delimiter_of(first).filter(|_| !is_heading(first)) else {
        return dialect;
    };
    let column = Dialect::Column { index: 0, delimiter };
    let fits = || matches!(parse_line(&only_field(record, 0, delimiter), column), Ok(Some(_)));
    let is_first = dialect == Dialect::Plain && is_head(first, column, false);
    if is_first && fits() { column } else { dialect }
}

/// Where the puzzles should be if the column that has full grids is one of solutions: in the one
/// with the longest field.
///
/// # Errors
/// When no other field may be a puzzle: what columns there are.
fn unless_solutions(header: &[u8], record: &[u8], dialect: Dialect) -> Result<Dialect, String> {
    let Dialect::Column { index, delimiter } = dialect else { return Ok(dialect) };
    let Some(name) = fields(header, delimiter).nth(index).filter(|name| is_solution_name(name))
    else {
        return Ok(dialect);
    };
    let others = fields(record, delimiter).enumerate().filter(|&(place, _)| place != index);
    let longest = others.max_by_key(|(_, field)| field.len());
    // With an exponent, as a spreadsheet has it.
    let may_be = |field: &[u8]| field.len() >= SHORTEST || field.windows(2).any(|two| two == b"E+");
    match longest.filter(|(_, field)| may_be(field)) {
        Some((index, _)) => Ok(Dialect::Column { index, delimiter }),
        None => {
            let name = String::from_utf8_lossy(name);
            Err(format!(
                "no column holds puzzles: its columns are {}; `--column {name}` reads the full \
                 grids",
                names(header, delimiter)
            ))
        }
    }
}

/// The names of the columns of a header.
fn names(header: &[u8], delimiter: u8) -> String {
    let names = fields(header, delimiter).take(MOST_COLUMNS).map(String::from_utf8_lossy);
    names.collect::<Vec<_>>().join(", ")
}

/// The column that a header calls so.
fn named(header: &[u8], name: &str) -> Detected {
    let is_name = |field: &[u8]| field.eq_ignore_ascii_case(name.as_bytes());
    for delimiter in DELIMITERS {
        if let Some(index) = fields(header, delimiter).take(MOST_COLUMNS).position(is_name) {
            let dialect = Dialect::Column { index, delimiter };
            return Detected::Dialect(dialect, (!is_known_name(name.as_bytes())).into());
        }
    }
    let delimiter = delimiter_of(header).unwrap_or(b' ');
    let count = fields(header, delimiter).take(MOST_COLUMNS).count();
    match name.parse() {
        Ok(number @ 1..) if number <= count => {
            let dialect = Dialect::Column { index: number - 1, delimiter };
            let is_head = is_head(header, dialect, false) && of_data(header, true).is_none();
            Detected::Dialect(dialect, is_head.into())
        }
        _ => {
            let names = names(header, delimiter);
            Detected::NoColumn(format!("no column is named `{name}`: its columns are {names}"))
        }
    }
}

/// The dialect of a line that holds a puzzle, and whether that is sure: a full grid in one of
/// several columns may be the solution of a puzzle that cannot be read. `plain` says whether the
/// puzzle may stand first after a tab.
fn of_data(line: &[u8], plain: bool) -> Option<(Dialect, bool)> {
    // A ruler: what it is indented by stands between no columns.
    let content = line.trim_ascii();
    let line = if is_of_signs(content, content.len()) { content } else { line };
    if Rows::begin_with(line) {
        return Some((Dialect::Rows, true));
    }
    let mut found = None;
    let marks = DELIMITERS.into_iter().filter(|mark| line.contains(mark));
    let marks = marks.chain(delimiter_of(line).filter(|mark| !line.contains(mark))).chain([b' ']);
    let columns = marks.flat_map(|delimiter| {
        let fields = fields(line, delimiter).enumerate().take(MOST_COLUMNS);
        let fields = fields.filter(move |(_, field)| delimiter != b' ' || field.len() >= FEWEST);
        fields.map(move |(index, field)| (Dialect::Column { index, delimiter }, field))
    });
    // What is in quotes alone may be a field.
    let plain = (plain && !is_quoted(line)).then_some((Dialect::Plain, line));
    for (dialect, field) in plain.into_iter().chain(columns) {
        let parsed = match dialect {
            // Of a long record, the other columns do not count.
            Dialect::Column { .. } if line.len() > MAX_LINE => {
                parse_line(&in_one_line(field.trim_ascii()), Dialect::Cell)
            }
            _ => parse_line(line, dialect),
        };
        let puzzle = match parsed {
            Ok(Some(puzzle)) => puzzle,
            // Words of a text are no columns.
            Err(ParseErrorKind::Several { .. }) if delimiter_of(line).is_none() => {
                return Some((dialect, true));
            }
            _ => continue,
        };
        if !puzzle.is_full() {
            return Some((dialect, true));
        }
        found.get_or_insert(dialect);
    }
    found.map(|dialect| (dialect, dialect == Dialect::Plain && delimiter_of(line).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "12..34..........";
    const SOLUTION: &str = "1234341221434321";

    fn detect(text: &str, column: Option<&str>) -> Detected {
        let mut detector = Detector::new(column);
        let mut all = text.lines().map(|line| detector.take(line.as_bytes()));
        all.find(|detected| *detected != Detected::Nothing).unwrap_or(Detected::Nothing)
    }

    fn column(index: usize, delimiter: u8) -> Dialect {
        Dialect::Column { index, delimiter }
    }

    #[test]
    fn a_column_is_found_by_name_or_by_what_it_holds() {
        let detect_any = |text: &str| detect(text, None);
        for (text, expected) in [
            ("id,Puzzle\n".into(), Detected::Dialect(column(1, b','), 0)),
            (format!("id,grid,x\n1,{PUZZLE},2"), Detected::Dialect(column(1, b','), 1)),
            (format!("grid,x\n{PUZZLE},2"), Detected::Dialect(column(0, b','), 1)),
            (
                format!("\tpuzzle\tsolution\n0\t{PUZZLE}\t{SOLUTION}"),
                Detected::Dialect(column(1, b'\t'), 0),
            ),
            (
                format!("givens,x\n12,{SOLUTION}\n{PUZZLE},{SOLUTION}"),
                Detected::Dialect(column(0, b','), 1),
            ),
            (format!("a\tb\n\t{PUZZLE}"), Detected::Dialect(column(1, b'\t'), 1)),
            (format!("12,{SOLUTION}\n{PUZZLE},{SOLUTION}"), Detected::Dialect(Dialect::Plain, 0)),
            (
                format!("a;b;c\n\"x;\"\"y\";{SOLUTION};{PUZZLE}"),
                Detected::Dialect(column(2, b';'), 1),
            ),
            (format!("\"puzzle\"\n\"{PUZZLE}\""), Detected::Dialect(column(0, b','), 0)),
            (format!("\"grid\"\n\"{PUZZLE}\""), Detected::Dialect(column(0, b','), 1)),
            (format!("\"{PUZZLE}\""), Detected::Dialect(column(0, b','), 0)),
            (format!("'{PUZZLE}'"), Detected::Dialect(column(0, b','), 0)),
            (format!("a,b\nx,\nx,{PUZZLE}"), Detected::Dialect(column(1, b','), 1)),
            (format!("a,b\n\"x\ny,z\",{PUZZLE}"), Detected::Dialect(column(1, b','), 1)),
            (format!("1,{SOLUTION},{PUZZLE}"), Detected::Dialect(column(2, b','), 0)),
            (format!("{PUZZLE},{SOLUTION}"), Detected::Dialect(Dialect::Plain, 0)),
            (format!("bad\n{PUZZLE}"), Detected::Dialect(Dialect::Rows, 0)),
            (format!("puzzle\n{PUZZLE}"), Detected::Dialect(Dialect::Rows, 1)),
            (format!("1465\n{PUZZLE}"), Detected::Dialect(Dialect::Rows, 1)),
            (format!("Top 1465 puzzles by rating\n{PUZZLE}"), Detected::Dialect(Dialect::Rows, 1)),
            (format!("{}x,7\n{PUZZLE},8", &PUZZLE[1..]), Detected::Dialect(Dialect::Plain, 0)),
            ("a,b\n1,2".into(), Detected::Nothing),
            ("a,b\n".repeat(40), Detected::Dialect(Dialect::Plain, 0)),
            (format!("k1  {}  7.1", ".".repeat(81)), Detected::Dialect(column(1, b' '), 0)),
            ("1 0 0 0\n".into(), Detected::Dialect(Dialect::Rows, 0)),
        ] {
            assert_eq!(detect_any(&text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_columns_are_no_row() {
        let last = |header: &str, rows: usize| {
            let mut detector = Detector::new(None);
            let lines = [header].into_iter().chain(vec!["3,,,4"; rows]);
            let mut all = lines.map(|line| detector.take(line.as_bytes()));
            assert!(all.all(|detected| detected == Detected::Nothing), "{header} {rows}");
            detector.last()
        };
        for header in ["0,1,2,3", "1,2,3,4", "\"0\",\"1\",\"2\",\"3\""] {
            assert_eq!(last(header, 4), Some(Detected::Dialect(Dialect::Rows, 1)));
            assert_eq!(last(header, 8), Some(Detected::Dialect(Dialect::Rows, 1)));
            for rows in [0, 3, 7] {
                assert_eq!(last(header, rows), Some(Detected::Dialect(Dialect::Rows, 0)));
            }
        }
        assert_eq!(detect("1,2,3,4\n3,,,4\nPuzzle 2", None), Detected::Dialect(Dialect::Rows, 0));
        assert_eq!([numbers(b"2,3,4,5"), numbers(b"0,1,2"), numbers(b"1,2,4,3")], [None; 3]);
    }

    #[test]
    fn solutions_are_read_only_if_nothing_else_may_be_puzzles() {
        let last = |text: &str| {
            let mut detector = Detector::new(None);
            let mut all = text.lines().map(|line| detector.take(line.as_bytes()));
            assert!(all.all(|detected| detected == Detected::Nothing), "{text}");
            detector.last()
        };
        let broken =
            |header: &str| last(&format!("{header}\n3.4E+15,{SOLUTION}\n1.2E+12,{SOLUTION}"));
        assert_eq!(broken("givens,answer"), Some(Detected::Dialect(column(0, b','), 1)));
        assert_eq!(broken("id,grid"), Some(Detected::Dialect(column(1, b','), 1)));
        let first = last(&format!("solution,givens\n{SOLUTION},{}", &PUZZLE[1..]));
        let short = last(&format!("id,level,solution\n7,easy,{SOLUTION}"));
        let why = "no column holds puzzles: its columns are id, level, solution; `--column solution` \
                   reads the full grids";
        assert_eq!(short, Some(Detected::NoColumn(why.into())));
        assert_eq!(first, Some(Detected::Dialect(column(1, b','), 1)));
        assert_eq!(last("a,b\n1,2"), None);
    }

    #[test]
    fn a_column_that_is_asked_for_is_there_or_those_that_are_are_named() {
        let text = format!("id,puzzle,Other grid\n1,{PUZZLE},{PUZZLE}");
        assert_eq!(detect(&text, Some("other grid")), Detected::Dialect(column(2, b','), 1));
        assert_eq!(detect(&text, Some("2")), Detected::Dialect(column(1, b','), 1));
        assert_eq!(
            detect(&format!("1,{PUZZLE}"), Some("2")),
            Detected::Dialect(column(1, b','), 0)
        );
        let quoted = format!("\"{PUZZLE}\"");
        assert_eq!(detect(&quoted, Some("1")), Detected::Dialect(column(0, b','), 0));
        for name in ["grid", "4", "0"] {
            let why =
                format!("no column is named `{name}`: its columns are id, puzzle, Other grid");
            assert_eq!(detect(&text, Some(name)), Detected::NoColumn(why));
        }
    }
}
