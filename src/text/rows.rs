//! Puzzles drawn over several lines, one row of the grid per line.
//!
//! Rows may have borders between boxes, blanks between cells, and lines of `-`,
//! `=` and `+` between bands:
//!
//! ```text
//! . . 1 | 2 . .        000 000 000
//! . 3 . | . 4 .        640 017 000
//! ------+------        000 020 361
//! . . 5 | . . .
//! . 1 . | . . 3        506 040 000
//! ```
//!
//! Rows may also have nothing between their cells, if one of them is empty, so that it is no
//! number or word. A blank line ends a puzzle, unless it stands alone between two bands of one
//! drawn without borders, as PHP16's program draws them. So does a line that is no row of it, as
//! a puzzle in one line or a title, and the frame of the next one.
//!
//! [`Rows`] joins the rows of a puzzle to one line, each with `|` after it, which
//! [`parse_line`](super::parse_line) reads. A puzzle that ends early is joined as far as it
//! goes, and rejected for its shape.

use super::symbol::{first_word, value_of};
use crate::grid::Layout;

/// Lines that a puzzle takes at most, with borders and comments.
const MOST_LINES: usize = 128;
/// Cells of the longest row.
const LONGEST: usize = 25;

/// The rows of a puzzle, as far as they were read.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    joined: Vec<u8>,
    rows: usize,
    /// Cells of the first row, and so rows of the puzzle; before it, of the last puzzle.
    order: usize,
    /// Lines since the first row.
    lines: usize,
    bordered: bool,
    /// Whether there are borders between all rows.
    ruled: bool,
    /// Whether the line before was a border, or a blank one between bands.
    after_border: bool,
    after_blank: bool,
}

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A row of a puzzle.
    Row,
    /// The last row of the puzzle that is joined here.
    Last(Vec<u8>),
    /// A border, a comment, or a blank line.
    Other,
    /// Something else: a puzzle in one line, or nothing that is known.
    Itself,
}

impl Rows {
    /// Whether a file that has this line draws puzzles row by row from here on.
    pub fn begin_with(line: &[u8]) -> bool {
        let content = line.trim_ascii();
        // Nearly all lines hold a puzzle each, and go by here.
        if content.len() > LONGEST && !content[..LONGEST + 1].iter().any(|&byte| is_gap(byte)) {
            return is_border(content);
        }
        is_border(content) || is_plainly_row(content)
    }

    /// Whether a line is what rows were joined to.
    pub fn is_joined(line: &[u8]) -> bool {
        line.ends_with(b"|") && first_word(line).len() <= LONGEST
    }

    /// Takes the next line. Returns the puzzle, joined, that the line before has ended too
    /// early, and what this one is.
    pub fn take(&mut self, line: &[u8]) -> (Option<Vec<u8>>, Line) {
        let cut = (self.lines == MOST_LINES).then(|| self.finish()).flatten();
        self.lines += usize::from(self.is_open());
        let content = line.trim_ascii();
        if content.starts_with(b"#") {
            return (cut, Line::Other);
        }
        let (after_border, after_blank) = (self.after_border, self.after_blank);
        (self.after_border, self.after_blank) = (is_border(content), content.is_empty());
        if content.is_empty() {
            let ended = if self.is_between_bands() && !after_blank { cut } else { self.finish() };
            return (ended, Line::Other);
        }
        if self.after_border {
            // Where one frame ends, another begins; and no border stands within a band.
            self.ruled |= self.rows == 1;
            let ended = match after_border || !self.ruled && !self.is_at_band() {
                true => self.finish(),
                false => cut,
            };
            (self.bordered, self.after_border) = (true, true);
            return (ended, Line::Other);
        }
        if !self.goes_on_with(content) {
            return (self.finish().or(cut), Line::Itself);
        }
        let count = cells(content).count();
        self.bordered |= content.contains(&b'|');
        if self.rows == 0 && (Layout::of_order(count).is_some() || self.order == 0) {
            self.order = count;
        }
        self.joined.extend(cells(content));
        self.joined.push(b'|');
        self.rows += 1;
        let whole = if self.rows == self.order { self.finish() } else { None };
        (cut, whole.map_or(Line::Row, Line::Last))
    }

    /// Ends the input. Returns the puzzle that it cuts short, joined.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        let Rows { joined, order, .. } = std::mem::take(self);
        self.order = order;
        (!joined.is_empty()).then_some(joined)
    }

    /// Whether there are rows of a puzzle that is not whole.
    pub fn is_open(&self) -> bool {
        self.rows > 0
    }

    fn is_between_bands(&self) -> bool {
        self.is_open() && !self.bordered && self.is_at_band()
    }

    /// Whether a band ends with the last row.
    fn is_at_band(&self) -> bool {
        let height = Layout::of_order(self.order).map(Layout::box_rows);
        height.is_some_and(|height| self.rows.is_multiple_of(height))
    }

    /// Whether a line is the next row, perhaps with a mistake.
    fn goes_on_with(&self, content: &[u8]) -> bool {
        let (count, word) = (cells(content).count(), first_word(content).len());
        let is_plain = || cells(content).all(|byte| value_of(byte).is_some());
        if count == 0 || word > LONGEST {
            return false;
        }
        match self.is_open() {
            _ if count == self.order => true,
            // Of 16 cells it is a puzzle.
            true => word != 16 && count <= LONGEST && is_plain(),
            false => {
                let is_near = || self.order > 4 && count.abs_diff(self.order) == 1;
                is_plainly_row(content) || is_near() && is_plain()
            }
        }
    }
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'|')
}

/// Whether a line can be nothing but a row.
fn is_plainly_row(content: &[u8]) -> bool {
    if is_bare_row(content) {
        return true;
    }
    let cells = cells(content).count();
    let groups = || content.split(|&byte| is_gap(byte)).filter(|group| !group.is_empty());
    let width = groups().next().map_or(0, <[u8]>::len);
    Layout::of_order(cells).is_some_and(|layout| {
        (width == 1 || width == layout.box_columns()) && groups().all(|group| group.len() == width)
    }) && width < cells
}

/// A row with nothing between its cells. It has to have an empty one, if it is short no 0, or
/// it might be a number or a word; and of 16 cells a digit above 4, or it might be a 4×4 puzzle.
fn is_bare_row(content: &[u8]) -> bool {
    let order = content.len();
    let values = || content.iter().map(|&byte| value_of(byte).map_or(usize::MAX, usize::from));
    Layout::of_order(order).is_some()
        && values().all(|value| value <= order)
        && values().zip(content).any(|(value, &byte)| value == 0 && (order > 6 || byte != b'0'))
        && (Layout::of_cells(order).is_none() || values().any(|value| value * value > order))
}

/// A line between bands, its corners drawn with `+`, or with `.`, `:` and `'` as HoDoKu
/// draws them, or with `*` as Simple Sudoku does.
fn is_border(content: &[u8]) -> bool {
    let is_line = |&byte: &u8| matches!(byte, b'-' | b'=');
    let (plain, corners) = (b"+".as_slice(), b"+.:'*".as_slice());
    let only = |corners: &[u8]| {
        content.iter().all(|byte| is_gap(*byte) || is_line(byte) || corners.contains(byte))
    };
    let is_long = || content.windows(3).any(|three| three.iter().all(is_line));
    only(plain) && content.iter().any(is_line) || only(corners) && is_long()
}

fn cells(content: &[u8]) -> impl Iterator<Item = u8> + '_ {
    content.iter().copied().filter(|&byte| !is_gap(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzles and other lines of a text, without their last `|`.
    fn joined(text: &str) -> Vec<String> {
        let mut rows = Rows::default();
        let mut all = Vec::new();
        for line in text.lines() {
            let (cut, line) = match rows.take(line.as_bytes()) {
                (cut, Line::Last(joined)) => (cut, Some(joined)),
                (cut, Line::Itself) => (cut, Some(line.into())),
                (cut, _) => (cut, None),
            };
            all.extend(cut.into_iter().chain(line));
        }
        all.extend(rows.finish());
        let text = |line: Vec<u8>| String::from_utf8(line).unwrap();
        all.into_iter().map(|line| text(line).trim_end_matches('|').to_owned()).collect()
    }

    #[test]
    fn drawn_rows_are_known_by_the_first() {
        for line in
            [". . | 1 2", "12|34", "12 34", "+-----+", "--+--", "| 1 . . | . 2 3 |", "123 456"]
                .into_iter()
                .chain([".-----.-----.", ":---:---:", "12.45.78.", "|1.6|.49|52.|"])
                .chain(["*-----------*", "12.4", "..3.5.", "1.7.5...........", "1a.........."])
        {
            assert!(Rows::begin_with(line.as_bytes()), "{line}");
        }
        let puzzle = ".".repeat(81);
        for line in [
            &puzzle,
            &format!("{puzzle} | hard"),
            &format!("{puzzle} 7.1"),
            "1234341221434321",
            "1.34.412.143432.",
            "1234",
            "123456789",
            "..7.5.",
            "1020",
            "102030",
            ".......-.......-",
            "easy puzzles",
            "12 345",
            "5 puzzles",
            "puzzle,clues",
        ] {
            assert!(!Rows::begin_with(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn any_drawing_is_joined() {
        let cells = "12..|34..|.1..|.4..";
        for text in [
            "1 2 | . .\n3 4 | . .\n----+----\n. 1 | . .\n. 4 | . .\n",
            "+----+----+\n|12|..|\n|34|..|\n+====+====+\n|.1|..|\n|.4|..|\n+----+----+",
            " *-----*\n |12|..|\n |34|..|\n |--+--|\n |.1|..|\n |.4|..|\n *-----*",
            "12 ..\n34 ..\n\n.1 ..\n.4 ..",
            "12..\n34..\n.1..\n.4..",
            "1 2 . .\n# halfway\n3 4 . .\n. 1 . .\n. 4 . .\n\n\n",
        ] {
            assert_eq!(joined(text), [cells], "{text}");
            assert_eq!(joined(&format!("{text}\n\n{text}")), [cells, cells], "{text}");
            let titled = format!("{text}\n\nPuzzle 2\n{text}\n2\n{text}");
            assert_eq!(joined(&titled), [cells, "Puzzle 2", cells, "2", cells], "{text}");
        }
    }

    #[test]
    fn a_puzzle_cut_short_is_handed_on_as_it_is() {
        assert_eq!(joined("1 2 | . .\n3 4 | . .\n\n. 1 | . .\n"), ["12..|34..", ".1.."]);
        assert_eq!(joined("12 ..\n\n34 ..\n"), ["12..", "34.."]);
        assert_eq!(joined("12 ..\n34 ..\n\n\n34 ..\n"), ["12..|34..", "34.."]);
        assert_eq!(joined("12 ..\n34 .\n.1 ..\n.4 .."), ["12..|34.|.1..|.4.."]);
        let nine = format!("+---+\n{}", "|..3|...|...|\n".repeat(3)).repeat(3);
        let seven = nine.lines().take(10).map(|line| format!("{line}\n")).collect::<String>();
        let whole = joined(&nine);
        assert_eq!(joined(&(seven + &nine)), [&whole[0][..69], &whole[0][..]]);
        let framed = "+--+--+\n|12|..|\n|34|..|\n+--+--+\n|.1|..|\n+--+--+\n";
        assert_eq!(joined(&framed.repeat(2)), ["12..|34..|.1.."; 2]);
        let endless = format!("12 ..\n{}34 ..\n", "# no end\n".repeat(1_000));
        assert_eq!(joined(&endless), ["12..", "34.."]);
    }

    #[test]
    fn what_is_no_row_stands_for_itself() {
        let (line, small) = (".".repeat(81), "1.34.412.143432.");
        let grid = "12..|34..|.1..|.4..";
        let drawn = "12 ..\n34 ..\n.1 ..\n.4 ..\n";
        for other in [&line, &format!("{line} 7.1 # hard"), small, "12..-34..-!.1..-.4..-!"] {
            assert_eq!(joined(&format!("-----\n{other}\n{other}")), [other, other]);
            assert_eq!(joined(&format!("{drawn}{other}\n{drawn}")), [grid, other, grid]);
            assert_eq!(joined(&format!("12 ..\n{other}\n{drawn}")), ["12..", other, grid]);
        }
        // A row with a mistake is a row, the first one, too.
        let nine = [".........\n"; 9].concat();
        let wrong = nine.replacen('.', "", 1);
        let whole = [".........|"; 9].concat();
        let (whole, cut) = (&whole[..89], &whole[1..89]);
        assert_eq!(joined(&format!("{nine}{wrong}{nine}")), [whole, cut, whole]);
    }
}
