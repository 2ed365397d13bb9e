//! Several puzzles in one line: which is read, or that none is.

use super::cells::{moved, parse_cells};
use super::opening::lists;
use super::symbol::{ends_word, value_of};
use super::{ParseErrorKind, separated};
use crate::grid::{Layout, Puzzle};

/// The cells of a 9×9 puzzle, and of the smallest one.
const NINE: usize = 81;
const LEAST: usize = 16;

/// The cells of the smallest puzzle that may have a mistake: other words have fewer.
const FEWEST: usize = 36;

/// The puzzle of a line whose first word is a number that could be a smaller puzzle: a key.
pub(super) fn after_number(first: &[u8], rest: &[u8]) -> Option<Puzzle> {
    if first.len() >= NINE || rest.len() <= NINE || !first.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let puzzle = |word: &[u8]| parse_cells(word).ok().filter(|puzzle| puzzle.clues() < word.len());
    let mut puzzles = rest.split(is_end).filter(|word| word.len() >= NINE).filter_map(puzzle);
    puzzles.next().filter(|_| puzzles.next().is_none())
}

/// What ends a word in the rest of a line.
fn is_end(byte: &u8) -> bool {
    ends_word(*byte) || b"\r\"'\xc2\xa0".contains(byte)
}

/// The puzzle of a line in whose rest no other one of so many cells stands. A solution may; and where
/// one stands first, the puzzle is what follows.
///
/// # Errors
/// When there are several, or a full grid is the solution of a puzzle with a mistake.
pub(super) fn alone(first: Puzzle, rest: &[u8], cells: usize) -> Result<Puzzle, ParseErrorKind> {
    let is_full = first.clues() == cells;
    if rest.len() <= if is_full { cells.min(FEWEST) } else { cells } {
        return Ok(first);
    }
    let is_puzzle = |word: &[u8]| {
        let is_open = word.len() == cells && word.iter().any(|byte| b".0_*-".contains(byte));
        is_open && of_word(word).is_some_and(|puzzle| puzzle.clues() < cells)
    };
    if rest.len() > cells + 1 && has_glued(rest, cells) {
        return Err(ParseErrorKind::Several { cells });
    }
    let mut others = rest.split(is_end).filter(|word| is_puzzle(word));
    // Between these it would be another column.
    let is_solution = || is_full && !rest.iter().any(|byte| matches!(byte, b'\t' | b',' | b';'));
    let mistaken = || rest.split(is_end).filter(|_| is_full).find(|word| is_mistaken(word));
    match (others.next(), others.next()) {
        (None, _) => mistaken().map_or(Ok(first), |word| {
            let offset = word.as_ptr().addr() - rest.as_ptr().addr();
            Err(moved(parse_cells(word).expect_err("it is no puzzle"), cells + offset))
        }),
        (Some(only), None) if is_solution() => {
            of_word(only).ok_or(ParseErrorKind::Several { cells })
        }
        _ => Err(ParseErrorKind::Several { cells }),
    }
}

/// Whether another puzzle of so many cells is part of a word of a line: two lines may have come into one, as files
/// without a last line end do that are put together. A row of candidates is longer.
pub(super) fn has_glued(line: &[u8], cells: usize) -> bool {
    // Of larger grids letters are digits, too.
    let highest = Layout::of_cells(cells).map_or(9, Layout::order);
    let is_cell = |byte: &u8| {
        *byte == b'-' || value_of(*byte).is_some_and(|value| usize::from(value) <= highest)
    };
    let is_glued = |at: usize| {
        let begin = line[..at].iter().rposition(|byte| !is_cell(byte)).map_or(0, |at| at + 1);
        let end =
            line[at..].iter().position(|byte| !is_cell(byte)).map_or(line.len(), |to| at + to);
        let has_empty = line[begin..end].iter().any(|byte| b".0_*-".contains(byte));
        // A digit is one that this size does not have.
        let is_other = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let is_beside = || is_other(line[..begin].last()) || is_other(line.get(end));
        // One of another size stands for itself.
        let is_two = || {
            (cells + 1..=5 * cells / 2).contains(&(end - begin))
                && Layout::of_cells(end - begin).is_none()
        };
        has_empty && (is_two() || end - begin == cells && is_beside())
    };
    // So many cells together have one at such a place.
    (cells - 1..line.len()).step_by(cells).filter(|&at| is_cell(&line[at])).any(is_glued)
}

/// The puzzle that a word is, whatever stands in it for an empty cell.
pub(super) fn of_word(word: &[u8]) -> Option<Puzzle> {
    let dashed = || separated::is_dashed(word).then(|| separated::puzzle(word)).flatten();
    parse_cells(word).ok().or_else(|| parse_cells(&dashed()?).ok())
}

/// The puzzle with empty cells that a word is or ends with: it may follow the line above with nothing between.
pub(super) fn at_end(word: &[u8]) -> Option<Puzzle> {
    let mut sizes = Layout::all().iter().rev().map(|layout| layout.cells().len());
    sizes.find_map(|cells| {
        let begin = word.len().checked_sub(cells)?;
        of_word(&word[begin..]).filter(|puzzle| !puzzle.is_full())
    })
}

/// Whether a word is a puzzle with a mistake; a key has more letters.
pub(super) fn is_mistaken(word: &[u8]) -> bool {
    let cells = word.iter().filter(|byte| byte.is_ascii_digit() || b"._*".contains(byte));
    word.len() >= FEWEST && 10 * cells.count() >= 9 * word.len() && of_word(word).is_none()
}

/// The number of cells of a puzzle with empty cells that stands in the line of a solution, below which it was: two
/// lines have run together.
pub(super) fn below_solution(line: &[u8]) -> Option<usize> {
    let other = words(line).find_map(at_end)?;
    // It may be the solution itself, which lacks a digit.
    Some(other.layout().cells().len()).filter(|cells| line.len() > 2 * cells)
}

/// The number of cells of a puzzle that has run into the last word of a comment: two lines may have come into one. One
/// that stands alone there is left out on purpose.
pub(super) fn in_comment(line: &[u8]) -> Option<usize> {
    if line.len() <= FEWEST {
        return None;
    }
    words(line).find_map(|word| {
        // A line of dots is no loss.
        let puzzle = at_end(word).filter(|puzzle| puzzle.clues() > 0)?;
        let cells = puzzle.layout().cells().len();
        (cells >= FEWEST && cells < word.len()).then_some(cells)
    })
}

/// The number of cells of puzzles of which a line has several, words around them or not.
pub(super) fn several(line: &[u8]) -> Option<usize> {
    let puzzles = among_words(line).chain(declared(line)).filter(|puzzle| !puzzle.is_full());
    let layouts: Vec<&Layout> = puzzles.map(|puzzle| puzzle.layout()).collect();
    let again = layouts.iter().enumerate().find(|(at, layout)| layouts[..*at].contains(layout));
    again.map(|(_, layout)| layout.cells().len())
}

/// The puzzles of a line, whatever stands around them, full ones too.
pub fn among_words(line: &[u8]) -> impl Iterator<Item = Puzzle> {
    words(line).filter_map(of_word)
}

/// The puzzles that the lists of a line are, each behind its name.
pub(super) fn declared(line: &[u8]) -> impl Iterator<Item = Puzzle> {
    lists(line).filter_map(|list| parse_cells(&separated::puzzle(list)?).ok())
}

/// The words of a line that may be puzzles.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"._*-".contains(byte);
    line.split(move |byte| !is_cell(byte)).filter(|word| word.len() >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_line_may_stand_within_a_word() {
        let (puzzle, full) = (format!("1{}", ".".repeat(80)), "123456789".repeat(9));
        let has = |line: &str| has_glued(line.as_bytes(), 81);
        for line in [
            format!(",{full}{puzzle},{full}"),
            format!(" easy{puzzle}"),
            format!(" 2.3{puzzle} 1.2"),
        ] {
            assert!(has(&line), "{line}");
        }
        for line in [
            format!(",{full}"),
            format!(",{puzzle},{full},easy"),
            format!(" {full}{full}"),
            format!(",{}", puzzle.repeat(9)),
            ",deadbeef0123456789".repeat(20),
        ] {
            assert!(!has(&line), "{line}");
        }
    }

    #[test]
    fn a_line_may_have_several_puzzles() {
        for (sign, cells) in [('.', 81), ('-', 81), ('-', 16), ('0', 16)] {
            let [a, b] =
                ['1', '2'].map(|digit| format!("{digit}{}", sign.to_string().repeat(cells - 1)));
            for line in [format!("a = ['{a}', '{b}']"), format!("{a} {b}"), format!("1|{a}|{b}")] {
                assert_eq!(several(line.as_bytes()), Some(cells), "{line}");
            }
        }
        let a = format!("1{}", ".".repeat(80));
        let full =
            "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
        assert_eq!(several(format!("a = ['{a}', '{full}']").as_bytes()), None);
    }
}
