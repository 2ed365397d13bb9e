//! Blanks for empty cells between marks: where one is missing, a digit may be.
//!
//! ```text
//! |4| | |5|2| | | | |        4; ; ;5;2; ; ; ;
//! ```

/// The fewest blanks and the most.
type Range = Option<[usize; 2]>;

/// How wide the cells are that stand between marks.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Blanks {
    /// The blanks around what fills a cell.
    around: Range,
    /// Those of an empty cell, but for the outermost of rows; and of the first and last ones, which may have lost
    /// theirs all together.
    empty: Range,
    first: Range,
    last: Range,
}

impl Blanks {
    /// Those of cells, none of them outermost.
    pub(super) fn of(cells: &[&[u8]]) -> Blanks {
        cells.iter().fold(Blanks::default(), |blanks, cell| {
            let filled = cell.trim_ascii().len();
            let range = Some([cell.len() - filled; 2]);
            blanks.and(match filled {
                0 => Blanks { empty: range, ..Blanks::default() },
                _ => Blanks { around: range, ..Blanks::default() },
            })
        })
    }

    /// Those of the fields between the marks of a line.
    pub(super) fn between(line: &[u8]) -> Blanks {
        let Some(mark) = b",;\t".iter().find(|mark| line.contains(mark)) else {
            return Blanks::default();
        };
        let fields: Vec<&[u8]> = line.split(|byte| byte == mark).collect();
        let [first, others @ .., last] = &fields[..] else { return Blanks::default() };
        let [first, last] = [first, last].map(|cell| Blanks::of(&[cell]).empty);
        Blanks { first, last, ..Blanks::of(others) }
    }

    /// These and others.
    pub(super) fn and(self, other: Blanks) -> Blanks {
        let both = |of: fn(Blanks) -> Range| match (of(self), of(other)) {
            (Some([least, most]), Some([low, high])) => Some([least.min(low), most.max(high)]),
            (one, other) => one.or(other),
        };
        Blanks {
            around: both(|blanks| blanks.around),
            empty: both(|blanks| blanks.empty),
            first: both(|blanks| blanks.first),
            last: both(|blanks| blanks.last),
        }
    }

    /// Whether empty cells are as wide as those with a digit, but for some that are narrower by just that.
    pub(super) fn are_uneven(self) -> bool {
        let Some([around, most]) = self.around else { return false };
        let is_uneven = |range: Range| range == Some([around, around + 1]);
        around == most && [self.empty, self.first, self.last].into_iter().any(is_uneven)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_lost_its_digit_is_narrower() {
        for (line, is_uneven) in [
            ("4; ; ;5;2; ; ; ; ", false),
            ("4; ;;5;2; ; ; ; ", true),
            ("4; ;12; ;;7; ", true),
            (" 4 ;   ; 5 ;  ;   ", true),
            (" 4 ;   ; 5 ;   ;  ", false),
            ("4;;;5;2;;;;", false),
            ("5, 3, , , 7, , ", false),
            ("4;  ; ;5;2", false),
            ("4;5", false),
            ("", false),
        ] {
            assert_eq!(Blanks::between(line.as_bytes()).are_uneven(), is_uneven, "{line}");
        }
        // Below one another.
        let both = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|line| Blanks::between(line.as_bytes()));
            one.and(other).are_uneven()
        };
        assert!(both(" ;4; ;5", ";4; ;5") && both("1; ;4; ", "1;2;3;"));
        assert!(!both(";4; ;5", ";4; ;5") && !both(" ; 4; ; 5", "; 4; ; 5"));
    }
}
