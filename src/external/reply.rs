//! What the lines of an external solver mean.

use super::External;
use crate::grid::{Grid, Layout, Puzzle, is_solution};
use crate::readable::printable;
use crate::solver::{Answer, Effort, Usage, Verdict};

/// The longest line that is an answer, in bytes.
pub const MOST_BYTES: usize = 4096;

/// Characters of a line that a message shows.
const SHOWN: usize = 60;

/// What an external solver says of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// An answer; if it has a solution, a right one.
    Answer(Answer),
    /// A grid that is no solution.
    Wrong(Effort),
    /// It does not take the size.
    Unsupported,
}

/// The most that a field says: sums of it have room.
const MOST: u64 = 1_000_000_000_000;

impl Reply {
    /// Reads a line, without its end, that answers the question for so many solutions.
    ///
    /// # Errors
    /// When it is no answer: what it did, in words.
    pub fn parse(
        line: &[u8],
        puzzle: &Puzzle,
        external: &External,
        wanted: u64,
    ) -> Result<Reply, String> {
        Reply::read(line, puzzle, external.count && wanted > 1)
            .map_err(|what| format!("wrote `{}`, {what}", shown(line)))
    }

    fn read(line: &[u8], puzzle: &Puzzle, is_only: bool) -> Result<Reply, String> {
        const NO_ANSWER: &str = "which is no answer";
        let text = str::from_utf8(line).ok().filter(|line| line.len() <= MOST_BYTES);
        let mut words = text.ok_or(NO_ANSWER)?.split_ascii_whitespace().peekable();
        let first = words.next().ok_or(NO_ANSWER)?;
        let layout = puzzle.layout();
        let (verdict, grid) = match first {
            "none" => (Verdict::None, None),
            "multiple" => {
                let grid = words.next_if(|word| !word.contains('='));
                (Verdict::Multiple, grid.map(|cells| read_grid(cells, layout)))
            }
            "stalled" => (Verdict::Stalled, None),
            "limit" => (Verdict::Limit, None),
            "unsupported" if words.peek().is_none() => return Ok(Reply::Unsupported),
            cells => {
                let verdict = if is_only { Verdict::Unique } else { Verdict::First };
                (verdict, Some(read_grid(cells, layout)))
            }
        };
        let solution = grid.transpose().map_err(|why| NO_ANSWER.to_owned() + &why)?;
        let mut effort = Effort::default();
        for word in words {
            let pair = word
                .split_once('=')
                .and_then(|(key, value)| Some((field(&mut effort, key)?, value.parse().ok()?)));
            let no_field = || format!("in which `{}` is no field", shown(word.as_bytes()));
            let (count, value) = pair.filter(|(_, value)| *value <= MOST).ok_or_else(no_field)?;
            if std::mem::replace(count, value) != 0 {
                return Err(format!("in which `{}` is said again", shown(word.as_bytes())));
            }
        }
        if solution.as_ref().is_some_and(|grid| !is_solution(grid, puzzle)) {
            return Ok(Reply::Wrong(effort));
        }
        let solutions = match verdict {
            Verdict::Multiple => 2,
            _ => u64::from(solution.is_some()),
        };
        Ok(Reply::Answer(Answer { verdict, solutions, solution, effort, usage: Usage::NONE }))
    }
}

/// The grid of as many cells as the size has. Empty ones may be among them.
///
/// # Errors
/// When it is none: what a message says after that, of what looks like one.
fn read_grid(cells: &str, layout: &'static Layout) -> Result<Grid, String> {
    let value = |byte: u8| match byte {
        b'.' | b'0' => Some(0),
        b'1'..=b'9' => Some(byte - b'0'),
        b'a'..=b'p' => Some(byte - b'a' + 10),
        b'A'..=b'P' => Some(byte - b'A' + 10),
        _ => None,
    };
    let value = |byte| value(byte).filter(|&value| usize::from(value) <= layout.order());
    let values: Option<Vec<u8>> = cells.bytes().map(value).collect();
    let values = values.ok_or_else(String::new)?;
    match (values.len(), layout.cells().len()) {
        (own, all) if own == all => Ok(Grid::new(layout, &values)),
        (own, all) => Err(format!(": it has {own} cells and the puzzle {all}")),
    }
}

fn field<'a>(effort: &'a mut Effort, key: &str) -> Option<&'a mut u64> {
    Some(match key {
        "checks" => &mut effort.checks,
        "guesses" => &mut effort.guesses,
        "backtracks" => &mut effort.backtracks,
        "placements" => &mut effort.placements,
        "eliminations" => &mut effort.eliminations,
        "conflicts" => &mut effort.conflicts,
        "decisions" => &mut effort.decisions,
        "propagations" => &mut effort.propagations,
        _ => return None,
    })
}

/// The start of what a program wrote, as one printable line.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() < bytes.len() { "…" } else { "" };
    printable(&start, &[]) + more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_cells;

    #[test]
    fn every_first_word_has_its_meaning() {
        let puzzle = parse_cells(b"1234341221......").unwrap();
        let read = |line: &str| Reply::read(line.as_bytes(), &puzzle, true);
        let verdict = |line: &str| match read(line) {
            Ok(Reply::Answer(answer)) => Some((answer.verdict, answer.solution.is_some())),
            _ => None,
        };
        assert_eq!(verdict("1234341221434321"), Some((Verdict::Unique, true)));
        assert_eq!(verdict("none checks=1"), Some((Verdict::None, false)));
        assert_eq!(verdict("multiple"), Some((Verdict::Multiple, false)));
        assert_eq!(verdict("multiple 1234341221434321 "), Some((Verdict::Multiple, true)));
        assert_eq!(verdict("stalled\r"), Some((Verdict::Stalled, false)));
        assert_eq!(verdict("limit guesses=0"), Some((Verdict::Limit, false)));
        assert_eq!(read("unsupported"), Ok(Reply::Unsupported));
        let effort = Effort { guesses: 7, checks: 3, ..Effort::default() };
        // Not the givens, two equal digits, and a cell that is empty.
        for wrong in ["1234341243212143", "1234341221434312", "123434122143432."] {
            assert_eq!(read(&format!("{wrong} guesses=7 checks=3")), Ok(Reply::Wrong(effort)));
        }
        for line in [
            "",
            " ",
            "None",
            "no solution",
            "1234341221434325",
            "unsupported x",
            "é234341221434321",
        ] {
            assert_eq!(read(line), Err("which is no answer".into()), "{line}");
        }
        for (line, cells) in [("123434122143432", 15), ("12343412214343210", 17)] {
            let why = format!("which is no answer: it has {cells} cells and the puzzle 16");
            assert_eq!(read(line), Err(why));
        }
        let grid = "1234341221434321";
        for (head, word) in [
            (grid, "guess=1"),
            (grid, "guesses=-1"),
            (grid, "guesses=1000000000001"),
            (grid, grid),
            ("none", grid),
        ] {
            let why = format!("in which `{word}` is no field");
            assert_eq!(read(&format!("{head} checks=1 {word}")), Err(why));
        }
        assert_eq!(read("none checks=1 checks=2"), Err("in which `checks=2` is said again".into()));
        assert!(Reply::read(b"\xff", &puzzle, true).is_err());
        assert_eq!(shown(b"<b>\x1b[2J"), "<b>\\x1b[2J");
    }
}
