//! Numbers of puzzles, each alone in a line above a drawn one.

use super::separated;

/// A number has so many digits at most: of more it may be a row.
pub(super) const MOST_DIGITS: usize = 3;

/// How far puzzles, and the numbers above them, were counted.
#[derive(Clone, Default, Debug)]
pub struct Counting {
    puzzles: u32,
    last: Option<u32>,
}

impl Counting {
    /// Takes a drawn puzzle.
    pub fn add_puzzle(&mut self) {
        self.puzzles += 1;
    }

    /// Whether a line between puzzles is the number of the next one, as `7`, `7.` or `7)`, the last two also alone in
    /// a row of a sheet: that after the last number, or of so many puzzles and one.
    pub fn is_next(&mut self, line: &[u8]) -> bool {
        let number = number(line);
        let is_next = number.is_some_and(|number| {
            number == self.puzzles + 1 || self.last.is_some_and(|last| number == last + 1)
        });
        if is_next {
            self.last = number;
        }
        is_next
    }
}

/// The number that a line is.
fn number(line: &[u8]) -> Option<u32> {
    let fields = separated::fields(line);
    let is_in_cell = fields.is_some();
    let mut filled = fields.into_iter().flatten().filter(|field| !field.is_empty());
    let text = if is_in_cell { filled.next()? } else { line.trim_ascii() };
    let marked = text.strip_suffix(b".").or_else(|| text.strip_suffix(b")"));
    // A number without a mark that stands in a cell may be a given.
    let digits = marked.or((!is_in_cell).then_some(text)).filter(|_| filled.next().is_none())?;
    let is_number = (1..=MOST_DIGITS).contains(&digits.len())
        && digits[0] != b'0'
        && digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on() {
        let mut counting = Counting::default();
        let mut is_next = |line: &str| counting.is_next(line.as_bytes());
        assert!(is_next("1") && is_next(" 2.\r") && is_next("3)") && is_next("4.,,,"));
        assert!(
            !is_next("5\t\t\t")
                && !is_next("5.,,1,")
                && !is_next("3")
                && !is_next("6")
                && !is_next("4 5")
                && !is_next("04")
        );
        counting.puzzles = 6;
        assert!(counting.is_next(b"7") && counting.is_next(b"8") && !counting.is_next(b"1000"));
    }
}
