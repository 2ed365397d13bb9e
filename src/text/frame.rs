//! Rows of a grid as they are printed: in frames of box-drawing characters, and with blanks for
//! empty cells.
//!
//! ```text
//! ┌───────┬───────┬───────┐     +---+---+---+---+-     5 3   |   7   |
//! │ 5 3   │   7   │       │     | 5 | 3 |   |   |      6     | 1 9 5 |
//! ```
//!
//! Frames become `|`, `-` and `+`, and no-break spaces blanks; colons that align the columns of a Markdown
//! table, `|:-:|`, become dashes. Between bars as far apart as a box or a cell is wide, an empty
//! cell is known by where it would stand, and becomes `.`. A row of nothing but blanks is one below such
//! a row, or if a bar stands between any two cells; else it may be anything.

use super::blanks::Blanks;
use super::symbol::value_of;
use crate::grid::Layout;

/// Bytes of a line at most.
const LONGEST: usize = 1 << 10;

/// The fewest cells of a row with a bar between any two: fewer are a row of a table. In a frame, and
/// without one.
const FEWEST: [usize; 2] = [6, 9];

/// Where the cells of a row stand between its bars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spacing {
    order: usize,
    /// Parts between bars.
    parts: usize,
    /// Cells of a part.
    columns: usize,
    /// Where the first one stands, and how far the next one is from it.
    first: usize,
    step: usize,
    /// Characters of a cell.
    width: usize,
}

/// What the frames of a text are like.
#[derive(Clone, Default, Debug)]
pub struct Frame {
    spacing: Option<Spacing>,
    /// Whether rows without a frame have blanks where they begin, and where they end, for empty cells: then no
    /// editor has taken any away.
    are_kept: [bool; 2],
    /// How wide cells are between bars of their own.
    blanks: Blanks,
}

impl Frame {
    /// A line of a frame or a row with `|`, `-` and `+`, and `.` for each empty cell; nothing where
    /// it is that already, or is no such line.
    pub fn plain(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        // How wide a tab is, nobody knows.
        if line.len() > LONGEST || line.contains(&b'\t') {
            return None;
        }
        if line.contains(&b':') {
            return delimiter(line)
                .map(|columns| [b"|---".repeat(columns), b"|".to_vec()].concat());
        }
        let drawn = ascii(line);
        let filled = self.filled(drawn.as_deref().unwrap_or(line));
        filled.or(drawn)
    }

    /// A row whose empty cells are blanks.
    fn filled(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let inner = line.trim_ascii().strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|"));
        let framed = inner.and_then(|inner| self.row(inner, true));
        // What looks like an indented frame may be bars beside outmost cells that are empty.
        let may_be_bare = inner.is_none() || line.starts_with(b" ");
        framed.or_else(|| may_be_bare.then(|| self.row(line, false)).flatten())
    }

    fn row(&mut self, line: &[u8], is_framed: bool) -> Option<Vec<u8>> {
        let parts: Vec<&[u8]> = line.split(|&byte| byte == b'|').collect();
        let is_blank = parts.iter().all(|part| part.trim_ascii().is_empty());
        let found = Layout::all().iter().filter_map(|layout| {
            let spacing = Spacing::of(layout, &parts, is_framed)?;
            let is_known = self.spacing == Some(spacing);
            // With a bar between any two cells an empty row is seen.
            let is_row = is_known || !is_blank || spacing.step == 0;
            Some((!is_known, spacing, spacing.row(&parts).filter(|_| is_row)?))
        });
        // As the rows before are, or else the smallest: few cells may be those of two sizes.
        let (_, spacing, row) = found.min_by_key(|&(is_new, ..)| is_new)?;
        // Among rows with a bar between any two cells, three cells are no three boxes.
        if self.spacing.is_some_and(|last| last.may_be_part(spacing) || spacing.may_be_part(last)) {
            self.spacing = None;
            return None;
        }
        if spacing.step == 0 {
            let outer = usize::from(!is_framed);
            self.blanks = self.blanks.and(Blanks::of(&parts[outer..parts.len() - outer]));
            if self.blanks.are_uneven() {
                self.blanks = Blanks::default();
                return None;
            }
        }
        if !is_framed && spacing.step > 0 {
            let [first, .., last] = parts[..] else { return None };
            let are_short = [first, last].map(|part| part.len() + spacing.first < spacing.width());
            let are_blank = [line.starts_with(b" "), line.ends_with(b" ")];
            // A blank is missing within the part.
            if (0..2).any(|side| are_short[side] && self.are_kept[side])
                || are_short[0] && are_blank[1]
            {
                return None;
            }
            for side in (0..2).filter(|&side| !are_short[side]) {
                self.are_kept[side] |= are_blank[side];
            }
        }
        self.spacing = Some(spacing);
        Some(row)
    }
}

impl Spacing {
    /// How cells stand if these are the parts of a row of this size. Without bars around it, what is
    /// outmost may lack its blanks.
    fn of(layout: &Layout, parts: &[&[u8]], is_framed: bool) -> Option<Spacing> {
        let (order, columns) = (layout.order(), layout.box_columns());
        let wide = |columns, first, step, width| Spacing {
            order,
            parts: parts.len(),
            columns,
            first,
            step,
            width,
        };
        let with = |columns, first, step| wide(columns, first, step, 1);
        if parts.len() == order && order >= FEWEST[usize::from(!is_framed)] {
            // What begins with a bar may be a row of a frame that is cut.
            let is_cut = !is_framed && parts[0].is_empty();
            return (!is_cut).then(|| with(1, 0, 0));
        }
        if parts.len() < 2 || parts.len() * columns != order {
            return None;
        }
        let [first, .., last] = parts else { return None };
        let inner = if is_framed { parts } else { &parts[1..parts.len() - 1] };
        let width = inner.first()?.len();
        let is_even = inner.iter().all(|part| part.len() == width);
        if !is_even || first.len().max(last.len()) > width {
            return None;
        }
        // Narrower parts may be those of another size.
        let is_nine = order == 9;
        match width {
            width if width == 2 * columns + 1 => Some(with(columns, 1, 2)),
            width if width + 1 == 2 * columns && is_nine => Some(with(columns, 0, 2)),
            width if width == columns && is_nine => Some(with(columns, 0, 1)),
            width if width == 3 * columns && is_nine => Some(with(columns, 1, 3)),
            // Numbers of two digits.
            width if width == 3 * columns + 1 && order > 9 => Some(wide(columns, 1, 3, 2)),
            width if width + 1 == 3 * columns && order > 9 => Some(wide(columns, 0, 3, 2)),
            _ => None,
        }
    }

    /// Whether a row of the other kind may be one of this kind, with a bar between any two cells, that is cut.
    fn may_be_part(self, other: Spacing) -> bool {
        self.order == other.order && self.step == 0 && other.step == 1
    }

    /// Characters of a part.
    fn width(self) -> usize {
        self.first + (self.columns - 1) * self.step + self.width + self.first
    }

    /// The row, if nothing stands but where cells do, and some are blanks.
    fn row(self, parts: &[&[u8]]) -> Option<Vec<u8>> {
        let width = self.width();
        let (mut row, mut blanks) = (b"|".to_vec(), 0);
        for (place, part) in parts.iter().enumerate() {
            // The first part may lack blanks before, the last one behind it.
            let shift =
                if place == 0 && self.step > 0 { width.checked_sub(part.len())? } else { 0 };
            let mut told = 0;
            for column in 0..self.columns {
                let at = self.first + column * self.step;
                let cell: Vec<u8> = match self.step {
                    0 => part.trim_ascii().into(),
                    _ => {
                        let places = (at..at + self.width).filter_map(|at| at.checked_sub(shift));
                        let bytes: Vec<u8> =
                            places.filter_map(|at| part.get(at)).copied().collect();
                        bytes.trim_ascii().into()
                    }
                };
                told += cell.len();
                let cell = match cell[..] {
                    [] => b'.',
                    [b'.'] => return None,
                    [cell] | [b'0', cell] => cell,
                    [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => {
                        b'a' + 10 * (tens - b'0') + (ones - b'0') - 10
                    }
                    _ => return None,
                };
                let value = value_of(cell).map(usize::from);
                if cell != b'.' && !value.is_some_and(|value| (1..=self.order).contains(&value)) {
                    return None;
                }
                blanks += usize::from(cell == b'.');
                row.extend([cell, b' ']);
            }
            // Nothing stands elsewhere.
            if told != part.iter().filter(|byte| !byte.is_ascii_whitespace()).count() {
                return None;
            }
            row.push(b'|');
        }
        (blanks > 0).then_some(row)
    }
}

/// How many columns a Markdown table has if this line stands below its header, as `|---|:-:|`. One of single
/// dashes may be a row of empty cells.
pub(super) fn delimiter(line: &[u8]) -> Option<usize> {
    let inner = line.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")?;
    let is_ruled = |field: &[u8]| {
        let field = field.trim_ascii();
        field.contains(&b'-')
            && field.iter().enumerate().all(|(place, &byte)| {
                byte == b'-' || byte == b':' && (place == 0 || place + 1 == field.len())
            })
    };
    let fields = inner.split(|&byte| byte == b'|');
    fields.clone().all(is_ruled).then(|| fields.count())
}

/// A line with `|`, `-` and `+` for box-drawing characters and blanks for no-break spaces, if it has any.
fn ascii(line: &[u8]) -> Option<Vec<u8>> {
    memchr::memchr2(0xc2, 0xe2, line)?;
    let (mut ascii, mut rest) = (Vec::with_capacity(line.len()), line);
    while let [first, others @ ..] = rest {
        let (byte, after) = match rest {
            [0xe2, block @ (0x94 | 0x95), place, after @ ..] => {
                (drawing(64 * (block - 0x94) as usize + (place & 0x3f) as usize), after)
            }
            [0xc2, 0xa0, after @ ..] => (b' ', after),
            _ => (*first, others),
        };
        ascii.push(byte);
        rest = after;
    }
    (ascii.len() < line.len()).then_some(ascii)
}

/// What a character of the block Box Drawing looks like, by its place in it.
fn drawing(place: usize) -> u8 {
    match place {
        0x00 | 0x01 | 0x04 | 0x05 | 0x08 | 0x09 | 0x4c | 0x4d | 0x50 => b'-',
        0x02 | 0x03 | 0x06 | 0x07 | 0x0a | 0x0b | 0x4e | 0x4f | 0x51 => b'|',
        0x74 | 0x76 | 0x78 | 0x7a | 0x7c | 0x7e => b'-',
        0x75 | 0x77 | 0x79 | 0x7b | 0x7d | 0x7f => b'|',
        _ => b'+',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[&str]) -> Vec<Option<String>> {
        let mut frame = Frame::default();
        let text = |line: Vec<u8>| String::from_utf8(line).unwrap().replace(' ', "");
        lines.iter().map(|line| frame.plain(line.as_bytes()).map(text)).collect()
    }

    #[test]
    fn frames_become_ascii() {
        let lines = ["┌───┬━━━┐", "╔══╦╝", "│12.│║4", "| 1 |", "12.4"];
        let told = ["+---+---+", "+--++", "|12.||4"].map(|line| Some(line.to_owned()));
        assert_eq!(plain(&lines), [&told[..], &[None, None]].concat());
    }

    #[test]
    fn blanks_between_bars_are_empty_cells() {
        let row = Some("|53.|.7.|...|".to_owned());
        for line in [
            "| 5 3   |   7   |       |",
            "│ 5 3   │   7   │       │",
            "|5 3  |  7  |     |",
            "|53 | 7 |   |",
            "5 3   |   7   |",
            "5 3   |   7   |      \r",
            "  | 5 3   |   7   |       |  ",
            "| 5 3\u{a0}  |   7   |\u{a0}      |\u{a0}",
        ] {
            assert_eq!(plain(&[line]), std::slice::from_ref(&row), "{line}");
        }
        let single = plain(&["| 5 | 3 |   |   | 7 |   |   |   |   |", "|5|3| | |7| | | | |"]);
        let bars =
            plain(&[" 5 | 3 |   |   | 7 |   |   |   |   ", "   |   | 3 |   | 7 |   |   | 4 |  "]);
        assert_eq!(bars[1].as_deref(), Some("|.|.|3|.|7|.|.|4|.|"));
        assert_eq!(bars[0], single[0]);
        assert_eq!(single, vec![Some("|5|3|.|.|7|.|.|.|.|".to_owned()); 2]);
        let large = plain(&["| 5 | 12 |   |   | 7 |   | 10 |   |   | 1 |   |   |"]);
        assert_eq!(large, [Some("|5|c|.|.|7|.|a|.|.|1|.|.|".to_owned())]);
        let four = plain(&["| 1   | 3   |", "|     |     |"]);
        assert_eq!(four, [Some("|1.|3.|".to_owned()), Some("|..|..|".to_owned())]);
        let large = plain(&["| 1 c   | 9   | 2 a   b |", "| 1   c 2 | 9       | 2 a   b |"]);
        assert_eq!(large, [None, Some("|1.c2|9...|2a.b|".to_owned())]);
        let wide = plain(&["|       8 |         | 5     1 |", "|    7  6 |       4 |         |"]);
        assert_eq!(wide, ["|..8|...|5.1|", "|.76|..4|...|"].map(|row| Some(row.to_owned())));
        for twelve in [
            "| 02 12 09 06 |       05 10 |    04    11 |",
            "| 2  12 9   6 |        5 10 |     4    11 |",
        ] {
            let inner = twelve.replace("| ", "|").replace(" |", "|");
            let row = Some("|2c96|..5a|.4.b|".to_owned());
            assert_eq!(plain(&[twelve, &inner]), [row.clone(), row], "{twelve}");
        }
    }

    #[test]
    fn delimiter_rows_have_no_colons() {
        let told =
            plain(&["|:-:|---|", "| :--- | --: |", "|:|---|", "|:-:|1|", ":-:", "|---|---|"]);
        let border = Some("|---|---|".to_owned());
        assert_eq!(told, [border.clone(), border, None, None, None, None]);
        let columns = ["|---|--|", "|:-:|", "|-|-|", "|---", "---"];
        assert_eq!(
            columns.map(|line| delimiter(line.as_bytes())),
            [Some(2), Some(1), Some(2), None, None]
        );
    }

    #[test]
    fn a_blank_that_is_missing_in_a_box_moves_no_digit() {
        let [whole, cut] = ["3  |  1|5  ", " 35| 8 |  1"];
        let kept = plain(&[whole, "71|  4|   ", cut, "71|  4|  2", "1  | 6|  1"]);
        let told = ["|3..|..1|5..|", "|.35|.8.|..1|"].map(|row| Some(row.to_owned()));
        assert_eq!(kept, [told[0].clone(), None, told[1].clone(), None, None]);
        assert_eq!(plain(&[cut, "1  | 6 | 1"])[1].as_deref(), Some("|1..|.6.|.1.|"));
        assert_eq!(plain(&[whole, "1  | 6 | 1"])[1], None);
        // Where blanks are taken away at both ends.
        let taken = plain(&["3  |  1|5", "5| 8 |  1"]);
        assert_eq!(taken[1].as_deref(), Some("|..5|.8.|..1|"));
    }

    #[test]
    fn what_is_no_such_row_stays() {
        for line in [
            "|       |       |       |",
            "| 5 3 . | . 7 . | . . . |",
            "| 5 3   | . 7 . | . . . |",
            "| 5 3   |   7   |      |",
            "| 53    |   7   |       |",
            "| 5 x   |   7   |       |",
            "| 1 |   | 3 |   |",
            "|   |   |   |   |   | 7 |   | 6",
            "| a | b | c |",
            "|  1  24  | 3  5  | 6  |",
            "|4| ||5|2| | | | |",
            "|   | 4 |  | 5 | 2 |   |   | 7 |   |",
            "12|  |",
            "1 | 2",
            "",
            "|",
        ] {
            assert_eq!(plain(&[line]), [None], "{line}");
        }
        // Below such a row.
        let rows = plain(&["| 5 3   |   7   |       |", "|       |       |       |", "|  |  |"]);
        assert_eq!(rows[1].as_deref(), Some("|...|...|...|"));
        assert_eq!(rows[2], None);
    }
}
