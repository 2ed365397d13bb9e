//! Which dialect a file speaks, from its first lines.
//!
//! A header with a known name, a drawn row and a puzzle in a line tell at once. Else the first
//! line may be a header whose names are not known, a title or a count, and the column is found
//! that holds a puzzle: of several in a line, the first with an empty cell, since a solution may
//! stand before its puzzle.

use super::dialect::is_known_name;
use super::record::{Quotes, fields, only_field};
use super::{Dialect, MAX_LINE, Rows, parse_line};

/// Lines with content that may pass without one that tells.
const LINES: usize = 32;

/// The cells of the smallest puzzle that is found among words: a word may have fewer by chance.
const FEWEST: usize = 36;

/// What stands between columns, in the order in which it is looked for.
const DELIMITERS: [u8; 3] = *b",\t;";

/// What the lines of a file have told so far.
#[derive(Debug)]
pub struct Detector {
    column: Option<String>,
    first: Option<Vec<u8>>,
    lines: usize,
    /// A record whose end is still to come.
    open: (Quotes, Vec<u8>),
}

/// What a line tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detected {
    /// Nothing yet.
    Nothing,
    /// The dialect of the lines from the first on.
    Dialect(Dialect),
    /// The same, and that the first line is a header, a title or a count.
    Headed(Dialect),
    /// There is no column of the name asked for: what there is, in a sentence.
    NoColumn(String),
}

impl Detector {
    /// Before the first line. With a name, puzzles are read from the column that the first line
    /// calls so, or the one of this number, from 1.
    pub fn new(column: Option<&str>) -> Detector {
        let open = (Quotes::default(), Vec::new());
        Detector { column: column.map(str::to_owned), first: None, lines: 0, open }
    }

    /// Takes the next line with content: no blank one, and no comment.
    pub fn take(&mut self, line: &[u8]) -> Detected {
        let content = line.trim_ascii();
        let Some(first) = &self.first else {
            let detected = self.of_first(content);
            self.first = Some(content.to_owned());
            return detected;
        };
        self.lines += 1;
        let is_last = self.lines >= LINES;
        let delimiter = DELIMITERS.into_iter().find(|mark| first.contains(mark));
        if let Some(delimiter) = delimiter {
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
        let record = std::mem::take(&mut self.open.1);
        match of_data(&record) {
            Some(dialect) if is_head(first, dialect, self.lines == 1) => Detected::Headed(dialect),
            Some(dialect) => Detected::Dialect(dialect),
            None if is_last => Detected::Dialect(Dialect::Plain),
            None => Detected::Nothing,
        }
    }

    fn of_first(&self, line: &[u8]) -> Detected {
        if let Some(name) = &self.column {
            return named(line, name);
        }
        match (Dialect::of_first_line(line), of_data(line)) {
            (Dialect::Plain, None) => Detected::Nothing,
            (Dialect::Plain, Some(dialect)) | (dialect, _) => Detected::Dialect(dialect),
        }
    }
}

/// The column that a header calls so.
fn named(header: &[u8], name: &str) -> Detected {
    let is_name = |field: &[u8]| field.eq_ignore_ascii_case(name.as_bytes());
    for delimiter in DELIMITERS {
        if let Some(index) = fields(header, delimiter).position(is_name) {
            let dialect = Dialect::Column { index, delimiter };
            return match is_known_name(name.as_bytes()) {
                true => Detected::Dialect(dialect),
                false => Detected::Headed(dialect),
            };
        }
    }
    let delimiter = DELIMITERS.into_iter().find(|mark| header.contains(mark)).unwrap_or(b' ');
    let names: Vec<_> = fields(header, delimiter).map(String::from_utf8_lossy).collect();
    match name.parse() {
        Ok(number @ 1..) if number <= names.len() => {
            Detected::Dialect(Dialect::Column { index: number - 1, delimiter })
        }
        _ => {
            let names = names.join(", ");
            Detected::NoColumn(format!("no column is named `{name}`: its columns are {names}"))
        }
    }
}

/// The dialect of a line that holds a puzzle.
fn of_data(line: &[u8]) -> Option<Dialect> {
    if Rows::begin_with(line) {
        return Some(Dialect::Rows);
    }
    let mut found = None;
    let marks = DELIMITERS.into_iter().filter(|mark| line.contains(mark)).chain([b' ']);
    let columns = marks.flat_map(|delimiter| {
        let fields = fields(line, delimiter).enumerate();
        let fields = fields.filter(move |(_, field)| delimiter != b' ' || field.len() >= FEWEST);
        fields.map(move |(index, _)| Dialect::Column { index, delimiter })
    });
    for dialect in [Dialect::Plain].into_iter().chain(columns) {
        let parsed = match dialect {
            // Of a long record, the other columns do not count.
            Dialect::Column { index, delimiter } if line.len() > MAX_LINE => {
                parse_line(&only_field(line, index, delimiter), dialect)
            }
            _ => parse_line(line, dialect),
        };
        let Ok(Some(puzzle)) = parsed else { continue };
        if puzzle.clues() < puzzle.layout().cells().len() {
            return Some(dialect);
        }
        found.get_or_insert(dialect);
    }
    found
}

/// Whether the first line is what such lines have above them: a header with a name for the
/// column, or, just before a puzzle, a count or a title of several words.
fn is_head(first: &[u8], dialect: Dialect, is_next: bool) -> bool {
    let is_name = |field: &[u8]| {
        field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && field.len() <= 64
            && !field.contains(&b'.')
    };
    let is_count = first.len() <= 12 && first.iter().all(u8::is_ascii_digit);
    let is_title = || {
        let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_alphabetic);
        fields(first, b' ').filter(is_word).count() >= 2
            && fields(first, b' ').all(|word| word.len() < 16)
    };
    match dialect {
        Dialect::Column { index, delimiter } => {
            fields(first, delimiter).nth(index).is_some_and(is_name)
        }
        _ => {
            let delimiter = DELIMITERS.into_iter().find(|mark| first.contains(mark));
            let mut columns = delimiter.into_iter().flat_map(|delimiter| fields(first, delimiter));
            columns.next().is_some_and(is_name) || is_next && (is_count || is_title())
        }
    }
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
            ("id,Puzzle\n".into(), Detected::Dialect(column(1, b','))),
            (format!("id,grid,x\n1,{PUZZLE},2"), Detected::Headed(column(1, b','))),
            (format!("grid,x\n{PUZZLE},2"), Detected::Headed(Dialect::Plain)),
            (format!("a;b;c\n\"x;\"\"y\";{SOLUTION};{PUZZLE}"), Detected::Headed(column(2, b';'))),
            (format!("a,b\nx,\nx,{PUZZLE}"), Detected::Headed(column(1, b','))),
            (format!("a,b\n\"x\ny,z\",{PUZZLE}"), Detected::Headed(column(1, b','))),
            (format!("1,{SOLUTION},{PUZZLE}"), Detected::Dialect(column(2, b','))),
            (format!("{PUZZLE},{SOLUTION}"), Detected::Dialect(Dialect::Plain)),
            (format!("bad\n{PUZZLE}"), Detected::Dialect(Dialect::Plain)),
            (format!("1465\n{PUZZLE}"), Detected::Headed(Dialect::Plain)),
            (format!("Top 1465 puzzles by rating\n{PUZZLE}"), Detected::Headed(Dialect::Plain)),
            (format!("{}x,7\n{PUZZLE},8", &PUZZLE[1..]), Detected::Dialect(Dialect::Plain)),
            ("a,b\n1,2".into(), Detected::Nothing),
            ("a,b\n".repeat(40), Detected::Dialect(Dialect::Plain)),
            (format!("k1  {}  7.1", ".".repeat(81)), Detected::Dialect(column(1, b' '))),
            ("1 0 0 0\n".into(), Detected::Dialect(Dialect::Rows)),
        ] {
            assert_eq!(detect_any(&text), expected, "{text}");
        }
    }

    #[test]
    fn a_column_that_is_asked_for_is_there_or_those_that_are_are_named() {
        let text = format!("id,puzzle,Other grid\n1,{PUZZLE},{PUZZLE}");
        assert_eq!(detect(&text, Some("other grid")), Detected::Headed(column(2, b',')));
        assert_eq!(detect(&text, Some("2")), Detected::Dialect(column(1, b',')));
        for name in ["grid", "4", "0"] {
            let why =
                format!("no column is named `{name}`: its columns are id, puzzle, Other grid");
            assert_eq!(detect(&text, Some(name)), Detected::NoColumn(why));
        }
    }
}
