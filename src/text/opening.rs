//! Lists whose first row stands in the line that begins them.
//!
//! ```text
//! grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0],      int grid[9][9] = {{0, 0, 3, 0, 2, 0, 6, 0, 0},
//! problem(1, [[_,_,3,_,2,_,6,_,_],          A = [5 3 0 0 7 0 0 0 0;
//! rows = ["53..7....",                       text = """53..7....
//! ```

use super::heading::is_solution_name;
use super::row::{LARGE, LONGEST, is_plainly_row};
use super::separated;

/// The first row of a list that begins in this line, and whether the list is called a solution.
pub(super) fn opening(content: &[u8]) -> Option<(bool, &[u8])> {
    list(content, |row| is_plainly_row(row) || separated::row(row, None).is_some())
}

/// A row that stands alone or begins a list, of a 16×16 grid in which no digit is above 4: nothing but
/// the rows around it tells that it is no 4×4 puzzle.
pub(super) fn small_row(line: &[u8]) -> Option<Vec<u8>> {
    // With blanks or tabs between them, quoted cells are a row.
    let has_marks = line.iter().any(|byte| b",;".contains(byte));
    let is_apart =
        || has_marks && separated::fields(line).is_some_and(|fields| fields.len() >= LARGE);
    let quotes = line.iter().filter(|&&byte| is_quote(byte)).count();
    if quotes > 2 && !is_apart() {
        return None;
    }
    let row = list(line.trim_ascii(), |row| separated::small_row(row).is_some());
    separated::small_row(row.map_or(line, |(_, row)| row))
}

/// What stands behind the name of a list in a line, as in `grid = [[5, 3, 0, …], …]`; nothing for a solution.
pub(super) fn list_of(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    let behind = line.iter().position(|&byte| byte == b'=')? + 1;
    let (name, list) = (&line[..behind], line[behind..].trim_ascii_start());
    let is_name = name[0].is_ascii_alphabetic() && !is_solution_list(name);
    (is_name && list.first().is_some_and(|&first| is_bracket(first))).then_some(list)
}

/// The lists of a line of declarations, `a = [5, 3, …]; b = [6, 0, …];`, with their outermost brackets.
pub(super) fn lists(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b'=').skip(1).filter_map(|part| {
        let list = part.trim_ascii_start();
        let mut depth = 0;
        let end = list.iter().position(|&byte| {
            depth += i32::from(is_bracket(byte)) - i32::from(b"]})".contains(&byte));
            depth == 0
        })?;
        (end > 0).then_some(&list[..=end])
    })
}

/// The string of a line that begins or ends a list, or of one within, if it is the only one:
/// `puzzles = ['53..7…',`.
pub(super) fn only_string(line: &[u8]) -> Option<&[u8]> {
    let list = list_of(line).unwrap_or(line.trim_ascii());
    let start = list.iter().position(|&byte| !is_bracket(byte) && byte != b' ')?;
    let (quote, rest) = list[start..].split_first().filter(|&(&first, _)| is_quote(first))?;
    let end = rest.iter().position(|byte| byte == quote)?;
    let after = &rest[end + 1..];
    // Alone in its line a short one may be a row.
    let is_indented = line.first().is_some_and(u8::is_ascii_whitespace);
    let is_listed = start > 0
        || is_indented
        || end > LONGEST
        || after.iter().any(|byte| b",]})".contains(byte));
    let is_end = |byte: &u8| b" ,;]})".contains(byte);
    (is_listed && after.iter().all(is_end)).then_some(&rest[..end])
}

/// Whether a line has quotes and is no string of a list with others after it: it may be a field.
pub(super) fn is_lone_string(line: &[u8]) -> bool {
    line.iter().any(|&byte| is_quote(byte)) && !line.trim_ascii_end().ends_with(b",")
}

fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'[' | b'{' | b'(')
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'')
}

/// What stands behind the name of a list and its brackets, if it is a row; and whether the list is
/// called a solution.
fn list(content: &[u8], is_row: impl Fn(&[u8]) -> bool) -> Option<(bool, &[u8])> {
    if !content.first()?.is_ascii_alphabetic() {
        return None;
    }
    let begins = |byte: u8| is_bracket(byte) || is_quote(byte);
    let places = (1..content.len()).filter(|&place| begins(content[place]));
    let mut lists = places.map(|place| content.split_at(place));
    let (name, row) = lists.find(|(before, row)| {
        let is_inner =
            before.trim_ascii_end().last().is_some_and(|&last| is_bracket(last) || last == b'=');
        is_inner && is_row(row)
    })?;
    Some((is_solution_list(name), row))
}

/// Whether the name of a list, with what stands around it, calls it a solution.
fn is_solution_list(name: &[u8]) -> bool {
    name.split(|byte| !byte.is_ascii_alphanumeric()).any(is_solution_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_may_stand_behind_a_name() {
        for before in [
            "grid = [",
            "int grid[9][9] = {",
            "let grid: [[u8; 9]; 9] = [",
            "np.array([",
            "x = ",
            "problem(1, [",
        ] {
            for row in
                ["[5,3,0,0,7,0,0,0,0],", "{5, 3,0,0,7,0,0,0,0}},", "\"53..7....\",", "'''53..7...."]
            {
                let line = format!("{before}{row}");
                let (is_solution, found) = opening(line.as_bytes()).unwrap();
                let outer = found.strip_suffix(row.as_bytes()).unwrap();
                assert!(!is_solution && outer.len() < 2, "{line}");
            }
        }
        let solution = opening(b"int solution[4][4] = {{1,2,3,4},");
        assert_eq!(solution, Some((true, &b"{{1,2,3,4},"[..])));
        for line in
            ["grid = [[", "[[5,3,0,0],", "Puzzle (1,2,3,4)", "a = [1,2,3,5]", "a,b[4]", "f(x)"]
        {
            assert_eq!(opening(line.as_bytes()), None, "{line}");
        }
    }
}
