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
    /// Those of an empty cell: of the first ones of rows, which may have lost theirs, of the last ones, and
    /// of all others.
    empty: [Range; 3],
}

impl Blanks {
    /// Those of the cells of a row but for the outermost ones, or of all of a framed one.
    pub(super) fn of(cells: &[&[u8]]) -> Blanks {
        cells.iter().fold(Blanks::default(), |blanks, cell| blanks.and(Blanks::of_cell(cell, 2)))
    }

    /// Those of a cell of this kind.
    fn of_cell(cell: &[u8], kind: usize) -> Blanks {
        let filled = cell.trim_ascii().len();
        let range = Some([cell.len() - filled; 2]);
        let mut blanks = Blanks::default();
        match filled {
            0 => blanks.empty[kind] = range,
            // What is outermost may have lost them, too.
            _ if kind == 2 => blanks.around = range,
            _ => {}
        }
        blanks
    }

    /// The same of the fields between the marks of a line.
    pub(super) fn between(line: &[u8]) -> Blanks {
        let Some(mark) = b",;\t".iter().find(|mark| line.contains(mark)) else {
            return Blanks::default();
        };
        let fields: Vec<&[u8]> = line.split(|byte| byte == mark).collect();
        let [first, others @ .., last] = &fields[..] else { return Blanks::default() };
        Blanks::of(others).and(Blanks::of_cell(first, 0)).and(Blanks::of_cell(last, 1))
    }

    /// These and others.
    pub(super) fn and(self, other: Blanks) -> Blanks {
        let both = |one: Range, other: Range| match (one, other) {
            (Some([least, most]), Some([low, high])) => Some([least.min(low), most.max(high)]),
            _ => one.or(other),
        };
        let [first, last, others] = [0, 1, 2].map(|kind| both(self.empty[kind], other.empty[kind]));
        Blanks { around: both(self.around, other.around), empty: [first, last, others] }
    }

    /// Whether empty cells are as wide as those with a digit, but for some that are narrower by just that.
    pub(super) fn are_uneven(self) -> bool {
        let Some([around, most]) = self.around else { return false };
        let is_uneven = |range: Range| range == Some([around, around + 1]);
        around == most && self.empty.into_iter().any(is_uneven)
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
