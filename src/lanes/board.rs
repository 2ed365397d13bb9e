//! One board: the candidates that are left in the 81 cells of one puzzle.

/// All nine candidates of a cell: bit `d - 1` is digit `d`.
pub const ALL: u16 = 0x1ff;

/// The candidates of 81 cells in row-major order, bit `d - 1` for digit `d`. A cell
/// with one candidate is filled. The rest of the array is zero: it makes the board a
/// whole number of registers and of cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Board(pub(super) [u16; 96]);

impl Board {
    /// A board without a candidate anywhere.
    pub const EMPTY: Board = Board([0; 96]);

    /// The board of a puzzle: 0 for an empty cell, else the digit.
    ///
    /// # Panics
    /// If a value is above 9.
    #[inline(always)]
    pub fn new(puzzle: &[u8; 81]) -> Board {
        let largest = puzzle.iter().fold(0, |largest, &value| largest.max(value));
        assert!(largest <= 9, "a cell holds {largest}: 0 to 9 wanted");
        let mut board = Board::EMPTY;
        for (candidates, &value) in board.0.iter_mut().zip(puzzle) {
            let given = (1 << value) >> 1;
            *candidates = if value == 0 { ALL } else { given };
        }
        board
    }

    /// The board of these candidates of the cells, row by row, bit `d - 1` for digit `d`.
    pub fn of_candidates(candidates: impl IntoIterator<Item = u16>) -> Board {
        let mut board = Board::EMPTY;
        for (cell, candidates) in board.0[..81].iter_mut().zip(candidates) {
            *cell = candidates & ALL;
        }
        board
    }

    /// The candidates of all cells, row by row, bit `d - 1` for digit `d`.
    pub fn cells(&self) -> &[u16; 81] {
        self.0.first_chunk().expect("81 cells and more")
    }

    /// The candidates of a cell (0 to 80, row by row), bit `d - 1` for digit `d`.
    pub fn candidates(&self, cell: usize) -> u16 {
        assert!(cell < 81, "cell {cell} of 81");
        self.0[cell]
    }

    /// Replaces the candidates of a cell.
    pub fn set_candidates(&mut self, cell: usize, candidates: u16) {
        assert!(cell < 81, "cell {cell} of 81");
        self.0[cell] = candidates & ALL;
    }

    /// Whether another board has all of this one's candidates.
    pub fn is_within(&self, other: &Board) -> bool {
        self.0.iter().zip(other.0).all(|(one, other)| one & !other == 0)
    }

    /// The candidates that none of these boards has.
    pub fn without_any_of<'a>(&self, boards: impl IntoIterator<Item = &'a Board>) -> Board {
        let mut gone = *self;
        for board in boards {
            gone.0.iter_mut().zip(board.0).for_each(|(gone, left)| *gone &= !left);
        }
        gone
    }

    /// The digits of a solved board.
    #[inline(always)]
    pub fn digits(&self) -> [u8; 81] {
        let mut digits = [1; 81];
        for (digit, &candidates) in digits.iter_mut().zip(&self.0) {
            // A comparison per digit is what vector units do without a table.
            for limit in 1..9 {
                *digit += u8::from(candidates >= 1 << limit);
            }
        }
        digits
    }
}
