//! Lines that hold no puzzle by right: headings, solutions, and the ends of lists.

use super::{Dialect, is_solution_name};

/// Whether a line of text says of itself that it is a solution: `solution: …`.
pub(super) fn is_solution(content: &[u8], dialect: Dialect) -> bool {
    let is_text = dialect.is_text() || matches!(dialect, Dialect::Column { delimiter: b' ', .. });
    let letters = content.iter().position(|byte| !byte.is_ascii_alphabetic());
    let Some((name, rest)) = letters.filter(|_| is_text).map(|end| content.split_at(end)) else {
        return false;
    };
    is_solution_name(name) && matches!(rest[0], b':' | b'=' | b' ' | b'\t')
}

/// Whether a line names the puzzle after it, as `Grid 07`, `Easy` or `Level 3:`, begins a section,
/// as `[Puzzle]`, or begins or ends a list.
pub(super) fn is_heading(line: &[u8]) -> bool {
    // A spreadsheet writes the empty cells after a title, too.
    let is_filled = |byte: &u8| !b",; \t".contains(byte);
    let end = line.iter().rposition(is_filled).map_or(line.len(), |last| last + 1);
    let line = &line[..end];
    let section = line.strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]"));
    if section.is_some_and(|name| name.iter().all(u8::is_ascii_alphabetic)) {
        return true;
    }
    let letters = line.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at(letters);
    let is_lower = |others: &[u8]| others.iter().all(u8::is_ascii_lowercase);
    let is_capital = matches!(word, [b'A'..=b'Z', others @ ..] if is_lower(others));
    if is_capital && (3..16).contains(&word.len()) && matches!(rest, [] | [b':']) {
        return true;
    }
    let number = rest.strip_prefix(b".").unwrap_or(rest).trim_ascii();
    let number = number.strip_prefix(b"#").unwrap_or(number);
    let number = number.strip_suffix(b":").unwrap_or(number);
    let is_number = (1..8).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    let is_name = |name: &&[u8]| word.eq_ignore_ascii_case(name);
    let is_word = is_capital && (2..16).contains(&word.len());
    let is_named = is_word || [&b"grid"[..], b"puzzle", b"sudoku"].iter().any(is_name);
    is_named && is_number
        || line.iter().all(|byte| b"{}[]();, ".contains(byte))
        || is_list_mark(line)
}

/// Whether a line only begins or ends a list: `puzzles = [`, `{`, `];`.
pub(super) fn is_list_mark(line: &[u8]) -> bool {
    let is_bracket = |byte: &u8| b"{}[]()".contains(byte);
    let is_mark = |byte: &u8| is_bracket(byte) || b";, ".contains(byte);
    // More of them may be a puzzle.
    let digits =
        || line.iter().filter(|byte| byte.is_ascii_digit() || b".*".contains(byte)).count();
    line.iter().all(is_mark) && line.iter().any(is_bracket)
        || matches!(line, [.., b'{' | b'[' | b'(']) && digits() < 12
}
