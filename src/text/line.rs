//! One puzzle per line.

use super::cells::{each, has_both_blanks, moved, parse_cells};
use super::heading::{is_heading, is_list_mark, is_solution};
use super::marks::line_length;
use super::opening::{list_of, only_string};
use super::record::fields;
use super::several::{after_number, alone, below_solution, has_glued, in_comment, several};
use super::symbol::{ends_word, is_comment, numbered};
use super::{Dialect, MAX_LINE, NO_ROW, ParseErrorKind, Rows, separated};
use crate::grid::{Grid, Puzzle};

const NO_BREAK_SPACE: [u8; 2] = *b"\xc2\xa0";

/// Reads one line, without its end. `Ok(None)` when it holds no puzzle by right:
/// blank, a comment, a heading, or a header.
///
/// # Errors
/// When the line should hold a puzzle and does not.
pub fn parse_line(line: &[u8], dialect: Dialect) -> Result<Option<Puzzle>, ParseErrorKind> {
    let is_first = !matches!(dialect, Dialect::Column { .. });
    if matches!(line.trim_ascii_start().first(), Some(b'_' | b'*'))
        && dialect.is_text()
        && is_rule(line)
    {
        return Ok(None);
    }
    if let Some(values) = nine_by_nine(line).filter(|_| is_first) {
        let puzzle = Puzzle::new(Grid::from(values)).map_err(ParseErrorKind::Conflict)?;
        return alone(puzzle, &line[81..], 81).map(Some);
    }
    let is_none = match dialect {
        Dialect::Cell => line == NO_ROW,
        // In a column, a field may begin so.
        Dialect::Column { index, delimiter } => {
            let content = dialect.content(line);
            let is_none =
                content.trim_ascii().is_empty() || is_comment_of_records(content, index, delimiter);
            if is_none && numbered(line).is_some() {
                return parse_line(line, Dialect::Plain);
            }
            is_none
        }
        // What a longer one holds after its blanks is not known.
        _ => line.len() <= MAX_LINE && line.trim_ascii().is_empty() || is_comment(line),
    };
    if is_none {
        return match in_comment(line).filter(|_| dialect != Dialect::Cell) {
            Some(cells) => Err(ParseErrorKind::Comment { cells }),
            None => Ok(None),
        };
    }
    if line.len() > MAX_LINE {
        return Err(ParseErrorKind::TooLong);
    }
    let content = dialect.content(line);
    let content = numbered(content).filter(|_| dialect.is_text()).unwrap_or(content);
    let Some(cells) = dialect.puzzle_field(content) else { return Ok(None) };
    let has_words = dialect.is_text() || matches!(dialect, Dialect::Column { delimiter: b' ', .. });
    if has_words && is_solution(content) {
        return below_solution(content)
            .map_or(Ok(None), |cells| Err(ParseErrorKind::Several { cells }));
    }
    let is_record = matches!(dialect, Dialect::Column { .. });
    let is_joined = dialect == Dialect::Rows && Rows::is_joined(cells);
    if is_joined {
        check_shape(cells)?;
    }
    match parse_cells(cells) {
        Ok(puzzle) if dialect.is_text() && !is_joined => {
            let size = line_length(&puzzle);
            let end = cells.as_ptr().addr() - content.as_ptr().addr() + cells.len();
            let rest = &content[end..];
            let puzzle = match after_number(cells, rest) {
                Some(larger) => larger,
                None => alone(puzzle, rest, size)?,
            };
            // After a tab the first column is empty: what is full is the second one's solution.
            match line[0] == b'\t' && puzzle.clues() == size {
                true => Err(ParseErrorKind::Length { cells: 0 }),
                false => Ok(Some(puzzle)),
            }
        }
        Ok(puzzle) => Ok(Some(puzzle)),
        Err(kind @ (ParseErrorKind::Length { .. } | ParseErrorKind::Symbol { .. }))
            if !is_joined =>
        {
            look_again(line, content, cells, dialect, kind)
        }
        Err(kind) => Err(kind),
    }
    .and_then(|puzzle| match puzzle.as_ref().map(line_length) {
        Some(cells) if is_record && has_glued(content, cells) => {
            Err(ParseErrorKind::Several { cells })
        }
        _ => Ok(puzzle),
    })
    .map_err(|kind| match is_joined {
        true => at_row_of(kind, cells),
        false => at_column_of(kind, cells, line),
    })
}

/// Whether a line is drawn with `_` or `*`: it stands between puzzles, and is no empty one.
fn is_rule(line: &[u8]) -> bool {
    let signs = line.trim_ascii();
    signs.iter().all(|sign| *sign == signs[0])
}

/// Whether a line in which a record may begin is a comment: it begins with `#`, and has no puzzle in the column.
pub fn is_comment_of_records(line: &[u8], index: usize, delimiter: u8) -> bool {
    let is_puzzle = |field| parse_cells(field).is_ok();
    line.trim_ascii_start().starts_with(b"#")
        && !fields(line, delimiter).nth(index).is_some_and(is_puzzle)
}

/// What a line holds where no puzzle stands as it should.
#[cold]
fn look_again(
    line: &[u8],
    content: &[u8],
    field: &[u8],
    dialect: Dialect,
    kind: ParseErrorKind,
) -> Result<Option<Puzzle>, ParseErrorKind> {
    let is_text = dialect.is_text();
    // As web pages have it; in as many bytes, for the columns.
    if let Some(first) = content.windows(2).position(|two| *two == NO_BREAK_SPACE) {
        let mut plain = content.to_vec();
        for at in first + 1..content.len() {
            if content[at - 1..=at] == NO_BREAK_SPACE {
                plain[at - 1..=at].fill(b' ');
            }
        }
        return parse_line(&plain, dialect);
    }
    // Between tabs an outermost cell may be empty.
    let text = match is_text {
        true if numbered(line).is_some() => content,
        true => line,
        false => field,
    };
    if is_text && separated::empty(line).is_some() {
        // As a spreadsheet writes a blank line.
        return Ok(None);
    }
    if separated::may_be_shifted(text) || separated::are_partly_signed(text) {
        return Err(ParseErrorKind::Columns);
    }
    let list = list_of(text).filter(|_| is_text);
    if let Some(cells) = separated::puzzle(list.unwrap_or(text)) {
        return parse_cells(&cells).map(Some);
    }
    let string = only_string(text).filter(|_| is_text).map(parse_cells);
    if let Some(Ok(puzzle)) = string {
        return Ok(Some(puzzle));
    }
    let is_record = matches!(dialect, Dialect::Column { .. });
    if let Some(cells) = several(content).filter(|_| is_text) {
        return Err(ParseErrorKind::Several { cells });
    }
    if is_text && is_heading(content) || is_record && is_list_mark(content) {
        return Ok(None);
    }
    Err(lost_digits(field).unwrap_or(kind))
}

/// Whether a word is a puzzle that was taken for a number, and so lost digits.
fn lost_digits(word: &[u8]) -> Option<ParseErrorKind> {
    let is_whole = word.iter().all(u8::is_ascii_digit) && word.first() != Some(&b'0');
    if is_whole && (65..81).contains(&word.len()) {
        return Some(ParseErrorKind::Number { digits: Some(word.len()) });
    }
    let is_written = |byte: &u8| byte.is_ascii_digit() || b".eE+".contains(byte);
    let has_exponent = word.iter().any(|byte| byte.eq_ignore_ascii_case(&b'e'));
    let is_number = has_exponent && word.iter().all(is_written);
    let value: f64 = str::from_utf8(word).ok().filter(|_| is_number)?.parse().ok()?;
    (value >= 1e11).then_some(ParseErrorKind::Number { digits: None })
}

/// The digits that a number keeps in a spreadsheet.
pub const KEPT_DIGITS: usize = 15;

/// Whether a word has the cells of a puzzle, and is a number as a spreadsheet rounds it: with zeros after its 15th digit.
/// A first row alone may be a puzzle.
pub fn is_rounded(word: &[u8]) -> bool {
    const ROW: usize = 9;
    let last = word.iter().rposition(|&byte| byte != b'0').unwrap_or(0);
    word.len() > 2 * KEPT_DIGITS
        && (ROW..KEPT_DIGITS).contains(&last)
        && word[0] != b'0'
        && word.iter().all(u8::is_ascii_digit)
}

/// The values of a line that starts with the cells of a 9×9 grid as its first word:
/// what nearly all lines are, read with a few vector instructions. Any other line
/// is for the rest of this file.
fn nine_by_nine(line: &[u8]) -> Option<[u8; 81]> {
    let (cells, tail) = line.split_first_chunk::<81>()?;
    if line.len() > MAX_LINE || tail.first().is_some_and(|&next| !ends_word(next)) {
        return None;
    }
    let value = |byte: u8| match byte {
        b'.' | b'_' | b'*' => 0,
        _ => byte.wrapping_sub(b'0'),
    };
    let values = each(cells, value);
    let highest = values.iter().fold(0, |highest, &value| highest.max(value));
    (highest <= 9 && !(highest < 9 && has_both_blanks(cells))).then_some(values)
}

/// Whether rows that [`Rows`] has joined make a square.
fn check_shape(joined: &[u8]) -> Result<(), ParseErrorKind> {
    if Rows::is_unclear(joined) {
        return Err(ParseErrorKind::Columns);
    }
    if Rows::is_doubted(joined) {
        return Err(ParseErrorKind::Beside);
    }
    let rows = &joined[..joined.len() - 1];
    let widths = || rows.split(|&byte| byte == b'|').map(<[u8]>::len);
    let rows = widths().count();
    let (least, most) = (widths().min().unwrap_or(0), widths().max().unwrap_or(0));
    let is_square = (least, most) == (rows, rows);
    is_square.then_some(()).ok_or(ParseErrorKind::Shape { rows, least, most })
}

/// The row of a joined puzzle in which a column is.
fn at_row_of(kind: ParseErrorKind, joined: &[u8]) -> ParseErrorKind {
    let ParseErrorKind::Symbol { symbol, column, order } = kind else { return kind };
    let before = &joined[..column.min(joined.len()) - 1];
    let row = 1 + before.iter().filter(|&&byte| byte == b'|').count();
    let begin = before.iter().rposition(|&byte| byte == b'|').map_or(0, |bar| bar + 1);
    ParseErrorKind::Drawn { symbol, row, cell: column - begin, order }
}

/// Columns count from the line's first byte, not from the field's.
fn at_column_of(kind: ParseErrorKind, field: &[u8], line: &[u8]) -> ParseErrorKind {
    moved(kind, field.as_ptr().addr().saturating_sub(line.as_ptr().addr()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Layout};
    use crate::text::symbol::VALUES;
    use crate::text::{push_line, to_line};

    fn reason(line: &[u8]) -> &'static str {
        parse_line(line, Dialect::Plain).unwrap_err().reason()
    }

    #[test]
    fn what_follows_the_cells_is_ignored() {
        for tail in ["", " 7.3", ",rating", "\t# hard", ";x", "   ", "#note"] {
            let line = format!("  {}{tail}", ".".repeat(81));
            assert!(matches!(parse_line(line.as_bytes(), Dialect::Plain), Ok(Some(_))), "{line}");
        }
        for line in ["", "   ", "# comment", "  # comment"] {
            assert_eq!(parse_line(line.as_bytes(), Dialect::Plain), Ok(None));
        }
    }

    #[test]
    fn a_line_drawn_between_puzzles_is_none() {
        for (sign, cells) in
            ["_", "*"].into_iter().flat_map(|sign| [3, 16, 20, 36, 81].map(|n| (sign, n)))
        {
            let line = format!(" {}\r", sign.repeat(cells));
            assert_eq!(parse_line(line.as_bytes(), Dialect::Plain), Ok(None));
            assert_eq!(
                parse_line(line.as_bytes(), Dialect::Cell).is_ok(),
                cells != 3 && cells != 20
            );
        }
        let filled = format!("1{}", "_".repeat(80));
        assert!(matches!(parse_line(filled.as_bytes(), Dialect::Plain), Ok(Some(_))));
    }

    #[test]
    fn a_number_before_a_puzzle_is_no_puzzle() {
        let puzzle = format!("12{}", ".".repeat(79));
        for key in ["0000000000000012", &"0".repeat(36), "0000000000004321"] {
            for mark in [" ", ",", ";", "\t"] {
                let read = |line: String| parse_line(line.as_bytes(), Dialect::Plain);
                let found = read(format!("{key}{mark}{puzzle}{mark}7.1")).unwrap().unwrap();
                assert_eq!(to_line(found.grid()), puzzle, "{key}{mark}");
                let two = read(format!("{key}{mark}{puzzle}{mark}{puzzle}"));
                assert_eq!(two.unwrap().unwrap().layout().order().pow(2), key.len());
                assert!(read(format!("{key}{mark}7.1")).unwrap().is_some());
            }
        }
    }

    #[test]
    fn the_quick_way_reads_what_the_general_one_does() {
        let mut line = b"53__7*...6..195....".repeat(9);
        line.truncate(81);
        for (at, byte) in (0..81).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut line = line.clone();
            line[at] = byte;
            if let Some(values) = nine_by_nine(&line) {
                let generally = parse_cells(&line);
                let quickly = Puzzle::new(Grid::new(Layout::nine(), &values));
                assert_eq!(generally, quickly.map_err(ParseErrorKind::Conflict));
            } else {
                assert!(VALUES[usize::from(byte)] > 9, "{byte}");
            }
        }
        line.push(b'1');
        assert_eq!(nine_by_nine(&line), None);
    }

    #[test]
    fn every_kind_of_bad_line_has_its_reason() {
        let cells = |n| ".".repeat(n).into_bytes();
        assert_eq!(reason(&cells(79)), "length");
        assert_eq!(reason(&cells(82)), "length");
        assert_eq!(reason(b"hello"), "length");
        assert_eq!(reason(&[b"a", &cells(80)[..]].concat()), "symbol");
        assert_eq!(reason(&[b"?", &cells(80)[..]].concat()), "symbol");
        assert_eq!(reason(&["é".as_bytes(), &cells(80)[..]].concat()), "symbol");
        assert_eq!(reason(&["é".as_bytes(), &cells(79)[..]].concat()), "length");
        assert_eq!(reason(&[b"\xff", &cells(80)[..]].concat()), "encoding");
        assert_eq!(reason(b"\xff\xfe"), "encoding");
        assert_eq!(reason(&[b"55", &cells(79)[..]].concat()), "conflict");
        assert_eq!(reason(&cells(MAX_LINE + 1)), "too_long");
    }

    #[test]
    fn a_zero_that_may_be_a_digit_is_no_empty_cell() {
        let blanks = |n: usize| ".".repeat(n);
        for (text, fits) in [
            (format!("0F{}", blanks(254)), false),
            (format!("0G{}", blanks(254)), true),
            (format!("08{}", blanks(79)), false),
            (format!("09{}", blanks(79)), true),
            (format!("_8{}", blanks(79)), true),
            (format!("03{}", blanks(14)), false),
            (format!("04{}", blanks(14)), true),
            (format!("08{}", "_".repeat(79)), false),
            (format!("08{}", "*".repeat(79)), false),
        ] {
            let parsed = parse_line(text.as_bytes(), Dialect::Plain);
            assert_eq!(parsed.is_ok(), fits, "{text}: {parsed:?}");
        }
        // Whatever stands between the cells, and whatever is written for an empty one.
        let signs = [".", "_", "*", "-", ""].into_iter();
        let forms = signs.flat_map(|empty| [",", ", ", "\t", ";", " "].map(|mark| (empty, mark)));
        for (empty, mark) in forms.filter(|form| *form != ("", " ")) {
            for (order, highest) in [(4, "3"), (6, "5"), (9, "8"), (16, "15"), (25, "24")] {
                let mut cells = vec![empty; order * order];
                (cells[0], cells[order * order - 1]) = ("0", highest);
                let parsed = parse_line(cells.join(mark).as_bytes(), Dialect::Plain);
                assert_eq!(parsed, Err(ParseErrorKind::Blanks { order }), "{empty}{mark}");
            }
        }
    }

    #[test]
    fn columns_count_from_the_start_of_the_line() {
        let line = format!("  ..x{}", ".".repeat(78));
        let error = parse_line(line.as_bytes(), Dialect::Plain).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`x` at column 5 is neither a digit of a 9×9 grid nor an empty cell"
        );
    }

    #[test]
    fn ericson_separators_are_dropped() {
        let rows = ["12..", "....", "....", "...."];
        let line = format!("{}-{}-!{}-{}-!", rows[0], rows[1], rows[2], rows[3]);
        assert_eq!(parse_cells(line.as_bytes()), parse_cells(rows.concat().as_bytes()));
    }

    #[test]
    fn every_size_reads_back_what_it_writes() {
        for layout in Layout::all() {
            let mut grid = Grid::empty(layout);
            for (value, &cell) in (1..=layout.order() as u8).zip(layout.cells()) {
                grid.set(cell, Some(Digit::new(value)));
            }
            let mut line = Vec::new();
            push_line(&mut line, &grid);
            assert_eq!(line, to_line(&grid).as_bytes());
            assert_eq!(parse_cells(&line).unwrap().grid(), &grid);
            line.make_ascii_uppercase();
            assert_eq!(parse_cells(&line).unwrap().grid(), &grid);
        }
    }
}
