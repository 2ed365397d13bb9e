//! Cells with something between them: blanks, tabs, commas, brackets, quotes.
//!
//! ```text
//! 5 3 0 0 7 0 0 0 0        {5,3,0,0,7,0,0,0,0},        16 0 3 12 0 0 1 0 …
//! ```
//!
//! A cell that stands alone may be a decimal number above 9, `-` for an empty one, or, between
//! commas, nothing at all. Rows may stand side by side, too: `53..7.... 6..195... …`.

use super::MAX_LINE;
use super::blanks::Blanks;
use super::heading::is_heading;
use super::row::{LARGE, cells, is_bare_row, is_mostly_cells};
use super::symbol::value_of;
use crate::grid::{Layout, MAX_CELLS};

/// A cell that is no symbol of any size.
const WRONG: u8 = b'?';

/// Bytes of what stands in a cell, with a mistake.
const LONGEST_CELL: usize = 3;

/// Fields of a row at most, with empty ones around it and between boxes.
const MOST_FIELDS: usize = 35;

/// The cells of a whole puzzle in one line, nothing between them. Where nothing stands for all of them,
/// it is a blank line.
pub(super) fn puzzle(text: &[u8]) -> Option<Vec<u8>> {
    let tokens = tokens(text);
    if tokens.iter().all(|token| token.is_empty()) {
        return None;
    }
    if let Some(layout) = Layout::of_cells(tokens.len()) {
        return tokens.iter().map(|token| symbol(token, layout.order())).collect();
    }
    let width = tokens.first()?.len();
    let layout = Layout::of_cells(tokens.len().checked_mul(width)?)?;
    let is_row = width == layout.order() || width == layout.box_columns();
    let is_dashed = matches!(tokens[..], [bare] if is_dashed(bare));
    let is_even = tokens.iter().all(|token| token.len() == width);
    if !(is_row && is_even || is_dashed) {
        return None;
    }
    let cells = tokens.iter().flat_map(|token| token.iter());
    cells.map(|cell| symbol(&[*cell], layout.order())).collect()
}

/// Whether a line has one field more than a puzzle has cells, the last is empty, and empty cells are:
/// a number may stand before them, or a mark after them.
pub(super) fn may_be_shifted(text: &[u8]) -> bool {
    let tokens = tokens(text);
    closed(text).is_some_and(|(_, marks)| marks == tokens.len())
        && Layout::of_cells(tokens.len()).is_some()
        && tokens.iter().any(|token| token.is_empty())
}

/// Whether some empty cells of a puzzle in one line have a sign, or a blank, and others have nothing, whose digits may
/// be lost; `0` is a sign where the highest digit is there.
pub(super) fn are_partly_signed(text: &[u8]) -> bool {
    let tokens = tokens(text);
    let Some(layout) = Layout::of_cells(tokens.len()) else { return false };
    let values = || tokens.iter().filter_map(|token| symbol(token, layout.order()));
    let is_highest =
        |cell| value_of(cell).is_some_and(|value| usize::from(value) == layout.order());
    let is_sign = |token: &&[u8]| match **token {
        [] => false,
        [b'0'] => values().any(is_highest),
        _ => symbol(token, layout.order()) == Some(b'.'),
    };
    let has_signs = || tokens.iter().any(is_sign) || Blanks::between(text).are_uneven();
    tokens.iter().any(|token| token.is_empty()) && has_signs()
}

/// Whether more stands between the tabs of a line than a row has cells, or a whole puzzle, nothing for
/// an empty cell: it is no row, however few of its cells are filled.
pub(super) fn is_puzzle_between_tabs(line: &[u8]) -> bool {
    let fields = 1 + line.iter().filter(|&&byte| byte == b'\t').count();
    let has_empty = || line.split(|&byte| byte == b'\t').any(|field| field.trim_ascii().is_empty());
    fields > MOST_FIELDS || fields > 1 && Layout::of_cells(fields).is_some() && has_empty()
}

/// Of a line with nothing after its last mark, though not of one that ends with a bracket before it:
/// whether nothing stands before the first, and how many marks there are.
fn closed(line: &[u8]) -> Option<(bool, usize)> {
    let mark = *b",;\t".iter().find(|mark| line.contains(mark))?;
    let is_nothing = |field: &[u8]| {
        field.iter().all(|&byte| byte != mark && (byte.is_ascii_whitespace() || byte == b'"'))
    };
    let first = line.split(|&byte| byte == mark).next()?;
    let last = line.iter().rposition(|&byte| byte == mark)?;
    let is_closed = is_nothing(&line[last + 1..]) && !is_bracket_last(&line[..last]);
    let marks = line.iter().filter(|&&byte| byte == mark).count();
    is_closed.then_some((is_nothing(first), marks))
}

/// A row that is not drawn with single blanks and symbols only: as these, with a blank after each
/// symbol. Where a puzzle is open with rows of so many cells, a quarter of them may be wrong.
pub(super) fn row(line: &[u8], open: Option<usize>) -> Option<Vec<u8>> {
    let is_between = |byte: &u8| b",;{[(-\t\"'".contains(byte);
    let is_number = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    if !line.iter().any(is_between) && !line.windows(2).any(is_number) {
        return None;
    }
    let mut cells = tokens(line);
    let joined = cells.concat();
    let is_quoted = matches!(cells[..], [_] | [_, b""]) && is_quoted(line, &joined, open);
    if is_dashed(&joined) && is_by_box(&cells) || is_quoted {
        cells = joined.chunks(1).collect();
    } else if let [bare] = cells[..] {
        cells = if is_dashed(bare) { bare.chunks(1).collect() } else { return None };
    }
    let order = Layout::of_order(cells.len())?.order();
    let is_blank = |cell: &&[u8]| matches!(**cell, [] | [b'-']);
    // Rows with blanks only, and borders, are known without this.
    let is_in_brackets = is_in_brackets(line);
    let has_marks =
        is_in_brackets || line.iter().any(|byte| matches!(byte, b',' | b';' | b'{' | b'['));
    let is_known = cells.iter().all(|cell| cell.len() == 1 && **cell != b"-"[..]);
    let is_empty = cells.iter().all(is_blank);
    // Tabs alone are a blank line, but not within a puzzle.
    // Quotes around each cell, blanks or tabs between.
    let has_quotes = !has_marks
        && !is_quoted
        && !is_empty
        && line.iter().any(|byte| matches!(byte, b'"' | b'\''));
    let has_marks = has_marks
        || is_quoted
        || has_quotes
        || is_empty && open == Some(order) && line.contains(&b'\t');
    let is_unsigned = is_empty && cells.iter().any(|cell| cell.is_empty());
    if !has_marks && (is_known || is_empty) || is_unsigned && order < 9 && open != Some(order) {
        return None;
    }
    let symbols: Vec<Option<u8>> = cells.iter().map(|cell| symbol(cell, order)).collect();
    // Of 16 cells up to 4 it might be a 4×4 puzzle.
    let is_small = |symbol: &Option<u8>| {
        let value = symbol.and_then(value_of).map_or(0, usize::from);
        value * value <= order
    };
    let is_puzzle = Layout::of_cells(order).is_some() && symbols.iter().all(is_small);
    if is_puzzle && open != Some(order) && !has_quotes && !is_in_brackets {
        return None;
    }
    let wrong = symbols.iter().filter(|symbol| symbol.is_none()).count();
    // One that stands alone is a title.
    let is_alone = cells.iter().filter(|cell| !cell.is_empty()).count() == wrong;
    if wrong > 0 && (open != Some(order) || 4 * wrong > order || is_alone) {
        return None;
    }
    Some(symbols.into_iter().flat_map(|symbol| [symbol.unwrap_or(WRONG), b' ']).collect())
}

/// A row of a sheet as these, if it would be one but for a quarter of its cells. What stands alone in the first
/// one, or is longer than a cell, is a title.
pub(super) fn mistyped_row(line: &[u8]) -> Option<Vec<u8>> {
    let fields = fields(line)?;
    let order = Layout::of_order(fields.len())?.order();
    // Brackets are those of a list, perhaps behind its name.
    if line.iter().any(|byte| b"[{(=".contains(byte)) || is_heading(line) {
        return None;
    }
    let cells: Vec<Option<u8>> = fields.iter().map(|field| symbol(field, order)).collect();
    let is_title = |place: usize| {
        let is_alone = fields.iter().filter(|field| !field.is_empty()).count() == 1;
        is_alone && (place == 0 || fields[place].len() > LONGEST_CELL)
    };
    let wrong = (0..order).filter(|&place| cells[place].is_none());
    let is_row = (1..=order / 4).contains(&wrong.clone().count()) && !wrong.clone().any(is_title);
    is_row.then(|| cells.into_iter().flat_map(|cell| [cell.unwrap_or(WRONG), b' ']).collect())
}

/// What may be a row of a 16×16 grid in which no digit is above 4, or a 4×4 puzzle: as these, with a
/// blank after each symbol.
pub(super) fn small_row(line: &[u8]) -> Option<Vec<u8>> {
    let is_small = |cell| value_of(cell).is_some_and(|value| value <= 4);
    // After a tab it is a column.
    let content = line.trim_ascii_end();
    let content = &content[content.iter().take_while(|&&byte| byte == b' ').count()..];
    if content.len() == LARGE && content.iter().copied().all(is_small) {
        return Some(content.iter().flat_map(|&cell| [cell, b' ']).collect());
    }
    let row = row(line, Some(LARGE))?;
    (row.len() == 2 * LARGE && cells(&row).all(is_small)).then_some(row)
}

/// Of a row with a mark after its last cell: whether its first cell is empty. Then it may as well be a
/// row after an empty column, whose last cell is empty.
pub(super) fn begins_empty(line: &[u8]) -> Option<bool> {
    closed(line)
        .filter(|&(_, marks)| Layout::of_order(marks).is_some())
        .map(|(is_empty, _)| is_empty)
}

/// Whether a line has one field more than a row has cells, none too long for one and the last filled.
pub(super) fn is_wider(line: &[u8]) -> bool {
    let fields = fields(line).unwrap_or_default();
    let order = fields.len().saturating_sub(1);
    Layout::of_order(order).is_some()
        && fields.last().is_some_and(|last| !last.is_empty())
        && fields[1..].iter().all(|field| field.is_empty() || symbol(field, order).is_some())
}

/// Whether a line that is no row has the cells of one with a mistake: one field more or less, or with a
/// note in the last.
pub(super) fn is_broken(line: &[u8], order: usize) -> bool {
    let fields = fields(line).unwrap_or_default();
    let Some((last, cells)) = fields.split_last() else { return false };
    let is_filled = |field: &&&[u8]| !field.is_empty();
    (order - 1..=order + 1).contains(&fields.len())
        && (!last.is_empty() || cells.iter().filter(is_filled).count() > 1)
        && cells.iter().all(|field| field.is_empty() || symbol(field, order).is_some())
}

/// What stands between the commas, semicolons or tabs of a line, if it has any.
pub(super) fn fields(line: &[u8]) -> Option<Vec<&[u8]>> {
    line.iter().any(|byte| b",;\t".contains(byte)).then(|| tokens(line))
}

/// The cells of a line that has nothing but what stands between them, as a spreadsheet writes an
/// empty row.
pub(super) fn empty(line: &[u8]) -> Option<usize> {
    let is_part = |byte: &u8| b",;\t \"\r".contains(byte);
    // What a longer one holds after these is not known.
    if line.len() > MAX_LINE
        || !line.iter().all(is_part)
        || !line.iter().any(|byte| b",;\t".contains(byte))
    {
        return None;
    }
    let tokens = tokens(line);
    tokens.iter().all(|token| token.is_empty()).then_some(tokens.len())
}

/// Whether these are the cells of a row, those of a box together.
fn is_by_box(tokens: &[&[u8]]) -> bool {
    let cells = tokens.iter().map(|token| token.len()).sum();
    Layout::of_order(cells).is_some_and(|layout| {
        tokens.len() > 1 && tokens.iter().all(|token| token.len() == layout.box_columns())
    })
}

/// Whether a line is nothing but `-` in as many as boxes have, with bars or blanks between: a row
/// without a given, or a border.
pub(super) fn is_dashes_by_box(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b'-' | b'|' | b' ' | b'\r')) && is_by_box(&tokens(line))
}

/// The order of the grid whose rows a line of nothing but `-` may be, or it is a border.
pub(super) fn dashes(line: &[u8]) -> Option<usize> {
    if !line.iter().all(|byte| matches!(byte, b'-' | b'|' | b' ' | b'\t' | b'\r')) {
        return None;
    }
    let tokens = tokens(line);
    let count = if let [bare] = tokens[..] { bare.len() } else { tokens.len() };
    let is_bare = tokens.len() == 1 && !line.contains(&b'|');
    let is_row = is_bare || tokens.iter().all(|token| token.len() == 1);
    Layout::of_order(count).map(Layout::order).filter(|_| is_row)
}

/// Whether the empty cells of a word are drawn as `-`, and some are not empty.
pub(super) fn is_dashed(word: &[u8]) -> bool {
    let is_given = |byte: &u8| value_of(*byte).is_some_and(|value| value > 0);
    let is_cell = |byte: &u8| *byte == b'-' || is_given(byte);
    word.contains(&b'-') && word.iter().any(is_given) && word.iter().all(is_cell)
}

/// Whether a line has brackets around cells with blanks between, as in Lisp and as NumPy prints rows.
pub(super) fn is_in_brackets(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_after = |byte: &u8| b"]}),; ".contains(byte);
    let end = line.iter().rposition(|byte| !is_after(byte)).map_or(0, |last| last + 1);
    line.first().is_some_and(|first| b"[{(".contains(first))
        && !line[..end].iter().any(|byte| b",;\t\"'".contains(byte))
}

/// Whether a line is a string of a list, or the first or last line of a longer one, whose text is
/// a row, where a puzzle is open with rows of so many cells.
fn is_quoted(line: &[u8], text: &[u8], open: Option<usize>) -> bool {
    let is_next = || open == Some(text.len()) && is_mostly_cells(text, text.len());
    line.iter().any(|byte| matches!(byte, b'"' | b'\''))
        && (is_bare_row(text) || is_dashed(text) || is_next())
}

/// The symbol of a cell that stands alone.
fn symbol(cell: &[u8], order: usize) -> Option<u8> {
    let value = match cell.strip_suffix(b".0").filter(|whole| !whole.is_empty()).unwrap_or(cell) {
        b"" | b"-" | b"None" | b"null" | b"nan" | b"NaN" => 0,
        // It may be a digit: whether it is an empty cell is seen from the whole puzzle.
        b"0" => return Some(b'0'),
        b"00" if order >= 9 => return Some(b'0'),
        [byte] => value_of(*byte)?.into(),
        number @ [_, _] if order >= 9 && number.iter().all(u8::is_ascii_digit) => {
            10 * usize::from(number[0] - b'0') + usize::from(number[1] - b'0')
        }
        _ => return None,
    };
    match value {
        0 => Some(b'.'),
        _ => char::from_digit(value as u32, 36).filter(|_| value <= order).map(|digit| digit as u8),
    }
}

/// What stands between the marks of a line; between commas, semicolons and tabs there may be
/// nothing. A mark after the last is none.
fn tokens(line: &[u8]) -> Vec<&[u8]> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // One that ends a statement or a row of a matrix.
    let line = match line.trim_ascii_end() {
        [rest @ .., b';'] if !rest.contains(&b';') => rest,
        [rest @ .., b'.'] if rest.ends_with(b")") => rest,
        // One that stands behind a list within a list.
        [rest @ .., b',' | b';'] if is_bracket_last(rest) => rest,
        _ => line,
    };
    let is_around = |byte: &u8| b"{}[]()\"' \t".contains(byte);
    let around = |mut token: &'_ [u8]| -> usize {
        while let [rest @ .., last] = token {
            if !is_around(last) {
                break;
            }
            token = rest;
        }
        token.len()
    };
    let mark = b",;\t".iter().find(|mark| line.contains(mark));
    let is_mark = |byte: &u8| match mark {
        Some(mark) => byte == mark || *byte == b'|',
        None => matches!(byte, b' ' | b'|'),
    };
    let parts = line.split(is_mark).map(|part| {
        let part = &part[part.iter().position(|byte| !is_around(byte)).unwrap_or(part.len())..];
        &part[..around(part)]
    });
    let parts = parts.filter(|part| mark.is_some() || !part.is_empty());
    let mut tokens: Vec<&[u8]> = parts.take(MAX_CELLS + 2).collect();
    if tokens.last().is_some_and(|last| last.is_empty()) && is_size(tokens.len() - 1) {
        tokens.pop();
    }
    tokens
}

/// Whether a line ends with a bracket that closes a list.
fn is_bracket_last(line: &[u8]) -> bool {
    line.trim_ascii_end().last().is_some_and(|last| b"}])".contains(last))
}

fn is_size(count: usize) -> bool {
    Layout::of_order(count).is_some() || Layout::of_cells(count).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cells: Option<Vec<u8>>) -> String {
        cells.map_or("none".into(), |cells| String::from_utf8(cells).unwrap())
    }

    #[test]
    fn rows_are_known_whatever_stands_between_their_cells() {
        let row = |text: &str| line(row(text.as_bytes(), None)).replace(' ', "").replace('0', ".");
        for text in [
            "5,3,0,0,7,0,0,0,0",
            "5, 3, 0, 0, 7, 0, 0, 0, 0,",
            " {5,3,0,0,7,0,0,0,0},\r",
            "[[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[5 3 0 0 7 0 0 0 0]]",
            "5;3;;;7;;;;",
            "5\t3\t\t\t7\t\t\t\t",
            "5 3 - - 7 - - - -",
            "53--7----",
            "('5','3','.','.','7','.','.','.','.')",
            "5.0,3.0,,,7.0,,,,",
            "{5,3,.,.,7,.,.,.,.}};",
            "5 3 0 0 7 0 0 0 0;",
            "5 3 0 0 7 0 0 0 0];",
            "[5,3,_,_,7,_,_,_,_]]).",
            "\"53..7....\",",
            "  '530070000'",
            "[\"53--7----\",",
            "53..7....\"\"\")",
            "\"5\"\t\"3\"\t\".\"\t\".\"\t\"7\"\t\".\"\t\".\"\t\".\"\t\".\"",
            "'5' '3' '0' '0' '7' '0' '0' '0' '0'",
        ] {
            assert_eq!(row(text), "53..7....", "{text}");
        }
        let small = "\"1\"".to_owned() + &"\t\"0\"".repeat(15);
        assert_eq!(row(&small), "1".to_owned() + &".".repeat(15));
        assert_eq!(row(&small.replace('\t', ",")), "none");
        assert_eq!(row("16 0 3 12 0 0 1 0 0 0 0 0 10 0 0 5"), "g.3c..1.....a..5");
        for text in [
            "5 3 0 0 7 0 0 0 0",
            "5,3,0,0,7",
            "a,b,c,d",
            "1,2,3,5",
            "- - - - - - - - -",
            "---------",
            "2024-01-01",
            "1,53..7....,2,3",
            "5 3 0\t0 7 0\t0 0 0",
            ",,,",
        ] {
            assert_eq!(row(text), "none", "{text}");
        }
        let wrong = |open| line(super::row(b"5,3,x?,0,7,0,0,0,0", open));
        assert_eq!((wrong(None).as_str(), wrong(Some(9)).as_str()), ("none", "5 3 ? 0 7 0 0 0 0 "));
    }

    #[test]
    fn puzzles_are_known_whatever_stands_between_their_cells() {
        let cells = "12..34...1...4..";
        let spread = |between: &str| -> String {
            cells.chars().map(|cell| format!("{cell}{between}")).collect()
        };
        for text in [
            spread(" "),
            spread(","),
            spread("\t"),
            spread(", ").replace('.', "0"),
            format!("[{}]", spread(", ").replace('.', "")),
            "12.. 34.. .1.. .4..".into(),
            "[\"12..\", \"34..\", \".1..\", \".4..\"]".into(),
            "[[1, 2, 0, 0], [3, 4, 0, 0], [0, 1, 0, 0], [0, 4, 0, 0]]".into(),
            "12--34---1---4--".into(),
            "1,2,0,0|3,4,0,0|0,1,0,0|0,4,0,0|".into(),
        ] {
            assert_eq!(line(puzzle(text.as_bytes())).replace('0', "."), cells, "{text}");
        }
        for text in ["2024 0101 1200 0000 1", "1 2 3", "", ",,,", "12..-34..-!.1..-.4..-!"] {
            assert_eq!(line(puzzle(text.as_bytes())), "none", "{text}");
        }
    }
}
