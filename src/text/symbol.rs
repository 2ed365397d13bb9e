//! The bytes of a line: cells, what stands between them, and where a word ends.

use crate::grid::Layout;

/// Marks in [`VALUES`]: an empty cell is 0 and a digit its value.
pub(super) const UNKNOWN: u8 = 255;
pub(super) const SEPARATOR: u8 = 254;

/// What each byte means in a cell.
pub(super) const VALUES: [u8; 256] = {
    let mut values = [UNKNOWN; 256];
    let mut i = 0;
    while i < 4 {
        values[b".0_*"[i] as usize] = 0;
        i += 1;
    }
    let mut value = 1;
    while value <= 25 {
        if value <= 9 {
            values[b'0' as usize + value] = value as u8;
        } else {
            values[b'a' as usize + value - 10] = value as u8;
            values[b'A' as usize + value - 10] = value as u8;
        }
        value += 1;
    }
    values[b'-' as usize] = SEPARATOR;
    values[b'!' as usize] = SEPARATOR;
    values[b'|' as usize] = SEPARATOR;
    values
};

/// The value of a cell, 0 for an empty one, if the byte is a cell of any size.
pub(super) fn value_of(byte: u8) -> Option<u8> {
    Some(VALUES[usize::from(byte)]).filter(|&value| value < SEPARATOR)
}

/// Whether a byte separates the first word from what follows it.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'|' | b'#')
}

/// The first word of a line; in a sudoku-exchange record, the second.
pub fn first_word(line: &[u8]) -> &[u8] {
    if let Some(b',' | b';') = line.first() {
        // The first column is empty.
        return b"";
    }
    let mut words = line.split(|&byte| ends_word(byte)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_hash = first.len() == 12 && first.iter().all(u8::is_ascii_hexdigit);
    match words.next() {
        Some(second) if is_hash && second.len() == 81 => second,
        _ => first,
    }
}

/// Whether a line is a comment: it begins with `#`, and is no numbered puzzle.
pub fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#") && numbered(line).is_none()
}

/// What follows `#7`, `#7.` or `#7,` where that is the number of a puzzle: a word that is one, or
/// would be but for a few wrong cells. A number or a name in a comment is none.
pub(super) fn numbered(line: &[u8]) -> Option<&[u8]> {
    let after = line.trim_ascii().strip_prefix(b"#")?;
    let digits = after.iter().position(|byte| !byte.is_ascii_digit())?;
    let rest = &after[digits..];
    let rest = rest.strip_prefix(b".").or(rest.strip_prefix(b")")).unwrap_or(rest);
    let is_between = |byte: &u8| b" \t,;:|".contains(byte);
    let start = rest.iter().position(|byte| !is_between(byte))?;
    if digits > 0 && start > 0 && are_cells(&rest[1..]) {
        return Some(&rest[1..]);
    }
    let word = rest[start..].split(|byte| ends_word(*byte)).next()?;
    // A rule has no digit.
    let has_digit = word.iter().any(u8::is_ascii_digit);
    let is_cell = |byte: &&u8| value_of(**byte).is_some() || **byte == b'-' && has_digit;
    let cells = word.iter().filter(is_cell).count();
    // Directly after `#7.` what has the length of a puzzle is one; with these it may be a comment.
    let is_apart = start > 0 || rest.len() < after.len() - digits;
    let is_whole = cells == word.len() && Layout::of_cells(cells).is_some();
    if !is_apart || start == 0 && !is_whole {
        return None;
    }
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    // Of 4×4 cells with these one may be wrong; a date or a number has others.
    let is_small = || word.iter().filter(|byte| !b"01234-".contains(byte)).count() <= 1;
    let has_signs = || {
        word.iter().any(|byte| b"._*".contains(byte))
            || word.iter().any(|byte| b"0-".contains(byte)) && is_small() && !is_stamp(word)
    };
    let is_puzzle = match word.len() {
        ..12 => false,
        // One of them may be a wrong cell; a key has more.
        12..24 => 10 * letters <= word.len() && has_signs(),
        24..80 => 10 * letters <= word.len(),
        _ => true,
    };
    (digits > 0 && is_puzzle && 2 * cells > word.len()).then_some(&rest[start..])
}

/// Whether a number is a date and a time, `2024010112000000`, and no 4×4 puzzle: its first row would hold a digit
/// twice, or it has other than 16 cells.
fn is_stamp(number: &[u8]) -> bool {
    let [century @ (b'1' | b'2'), hundred, decade, year, m1, m2, d1, d2, ..] = *number else {
        return false;
    };
    let of = |tens: u8, ones: u8| 10 * u32::from(tens - b'0') + u32::from(ones - b'0');
    let is_date = || {
        matches!((century, hundred), (b'1', b'9') | (b'2', b'0'))
            && (1..=12).contains(&of(m1, m2))
            && (1..=31).contains(&of(d1, d2))
    };
    let is_one_of = |digit: u8, others: &[u8]| digit != b'0' && others.contains(&digit);
    let has_twice = is_one_of(decade, &[century]) || is_one_of(year, &[century, decade]);
    let is_puzzle = number.len() == 16 && !has_twice;
    number.iter().all(u8::is_ascii_digit) && is_date() && !is_puzzle
}

/// Whether these are the cells of a puzzle, with something between any two.
fn are_cells(text: &[u8]) -> bool {
    let mark = b",;\t".iter().find(|mark| text.contains(mark));
    let fields = text.split(|byte| byte == mark.unwrap_or(&b' ')).map(<[u8]>::trim_ascii);
    let fields = fields.filter(|field| mark.is_some() || !field.is_empty());
    let is_cell = |field: &[u8]| {
        matches!(field, [] | [_]) && field.iter().all(|&byte| value_of(byte).is_some())
    };
    Layout::of_cells(fields.clone().count()).is_some() && fields.clone().all(is_cell)
}
