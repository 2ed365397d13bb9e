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
//! Rows of a 9×9 grid may also have nothing between their cells. The first row says how
//! many there are. A blank line ends a puzzle, unless it stands between two bands of one
//! drawn without borders, as PHP16's program draws them. [`Rows`] joins the rows to the
//! one line that [`parse_line`](super::parse_line) reads; a puzzle that ends early is
//! joined as far as it goes, and will be rejected for its length.

use super::MAX_LINE;
use crate::grid::Layout;

/// The rows of a puzzle, as far as they were read.
#[derive(Clone, Default, Debug)]
pub struct Rows {
    cells: Vec<u8>,
    rows: usize,
    /// Cells of the first row, and so rows of the puzzle.
    order: usize,
    bordered: bool,
}

impl Rows {
    /// Whether a file whose first line with content is this one draws its puzzles
    /// row by row.
    pub fn begin_with(line: &[u8]) -> bool {
        let content = line.trim_ascii();
        if is_border(content) {
            return true;
        }
        if is_bare_row(content) {
            return true;
        }
        let cells = cells(content).count();
        let groups = || content.split(|&byte| is_gap(byte)).filter(|group| !group.is_empty());
        let width = groups().next().map_or(0, <[u8]>::len);
        Layout::of_order(cells).is_some_and(|layout| {
            (width == 1 || width == layout.box_columns())
                && groups().all(|group| group.len() == width)
        }) && width < cells
    }

    /// Takes the next line. Returns the puzzle that it completes or cuts short, as
    /// one line.
    pub fn take(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let content = line.trim_ascii();
        if content.starts_with(b"#") {
            return None;
        }
        if content.is_empty() {
            return if self.is_between_bands() { None } else { self.finish() };
        }
        self.bordered |= content.contains(&b'|') || is_border(content);
        if is_border(content) {
            return None;
        }
        let before = self.cells.len();
        self.cells.extend(cells(content));
        self.rows += 1;
        if self.rows == 1 {
            self.order = self.cells.len() - before;
        }
        let is_complete = self.rows == self.order || self.cells.len() > MAX_LINE;
        if is_complete { self.finish() } else { None }
    }

    /// Ends the input. Returns the puzzle that it cuts short, as one line.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        let Rows { cells, .. } = std::mem::take(self);
        (!cells.is_empty()).then_some(cells)
    }

    fn is_between_bands(&self) -> bool {
        let height = Layout::of_order(self.order).map(Layout::box_rows);
        !self.bordered && height.is_some_and(|height| self.rows.is_multiple_of(height))
    }
}

fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'|')
}

/// A row of a 9×9 grid with nothing between its cells. It has to have an empty one, or it
/// might be a number; of other sizes such a row might be a puzzle or a word.
fn is_bare_row(content: &[u8]) -> bool {
    let is_empty = |&byte: &u8| matches!(byte, b'.' | b'0' | b'_' | b'*');
    content.len() == 9
        && content.iter().all(|byte| byte.is_ascii_digit() || is_empty(byte))
        && content.iter().any(is_empty)
}

/// A line between bands, its corners drawn with `+`, or with `.`, `:` and `'` as HoDoKu
/// draws them.
fn is_border(content: &[u8]) -> bool {
    let is_line = |&byte: &u8| matches!(byte, b'-' | b'=');
    let (plain, corners) = (b"+".as_slice(), b"+.:'".as_slice());
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

    /// Every line of a text, as the reader would replace it.
    fn joined(text: &str) -> Vec<String> {
        let mut rows = Rows::default();
        let mut lines: Vec<_> = text.lines().map(|line| rows.take(line.as_bytes())).collect();
        lines.push(rows.finish());
        lines.into_iter().flatten().map(|line| String::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn drawn_rows_are_known_by_the_first() {
        for line in
            [". . | 1 2", "12|34", "12 34", "+-----+", "--+--", "| 1 . . | . 2 3 |", "123 456"]
                .into_iter()
                .chain([".-----.-----.", ":---:---:", "12.45.78.", "|1.6|.49|52.|"])
        {
            assert!(Rows::begin_with(line.as_bytes()), "{line}");
        }
        let puzzle = ".".repeat(81);
        for line in [
            &puzzle,
            &format!("{puzzle} | hard"),
            &format!("{puzzle} 7.1"),
            "1234341221434321",
            "1234",
            "123456789",
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
        let cells = "12..34...1...4..";
        for text in [
            "1 2 | . .\n3 4 | . .\n----+----\n. 1 | . .\n. 4 | . .\n",
            "+----+----+\n|12|..|\n|34|..|\n+====+====+\n|.1|..|\n|.4|..|\n+----+----+",
            "12 ..\n34 ..\n\n.1 ..\n.4 ..",
            "1 2 . .\n# halfway\n3 4 . .\n. 1 . .\n. 4 . .\n\n\n",
        ] {
            assert_eq!(joined(text), [cells], "{text}");
            assert_eq!(joined(&format!("{text}\n\n{text}")), [cells, cells], "{text}");
        }
    }

    #[test]
    fn a_puzzle_cut_short_is_handed_on_as_it_is() {
        assert_eq!(joined("1 2 | . .\n3 4 | . .\n\n. 1 | . .\n"), ["12..34..", ".1.."]);
        assert_eq!(joined("12 ..\n\n34 ..\n"), ["12..", "34.."]);
        assert_eq!(joined("12 ..\n34 .\n.1 ..\n.4 .."), ["12..34..1...4.."]);
    }
}
