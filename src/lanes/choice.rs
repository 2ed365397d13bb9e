//! Where to branch: the cell and the digit a stuck board is split on.
//!
//! Among the cells with two candidates, the one whose digits weigh most: a digit
//! weighs the peers holding it, each 1, and more if that peer has few candidates
//! itself, since placing the digit then leaves it with one or two. The score is the
//! product of the two weights, so that both branches bite. Where no cell has two
//! candidates, a digit with two places in a house does the same service; where there
//! is none of these either, a cell with the fewest candidates. A board that seems to have
//! many solutions is split without weighing, on two cells at once.

use super::board::Board;

/// Try `digit` (a set of one) in `cell` first; the alternative is the cell without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub cell: usize,
    pub digit: u16,
}

/// The two digits of a cell with two candidates, from 0, the lower first.
#[inline(always)]
pub fn digits(board: &Board, cell: usize) -> (usize, usize) {
    let candidates = board.0[cell];
    (candidates.trailing_zeros() as usize & 15, 15 - candidates.leading_zeros() as usize)
}

/// The peers of each cell: the 20 others in its row, column and box. Twice, as a
/// vector unit wants them for two digits; the entries above 80 save bounds checks.
pub static PEERS: [[u128; 2]; 128] = peers();

/// The cells of each house: rows, columns, boxes.
pub static HOUSES: [u128; 27] = houses();

/// The row, column and box of a cell, as places in [`HOUSES`].
pub const fn houses_at(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

const fn houses() -> [u128; 27] {
    let mut houses = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, number] = houses_at(cell);
        houses[row] |= 1 << cell;
        houses[column] |= 1 << cell;
        houses[number] |= 1 << cell;
        cell += 1;
    }
    houses
}

const fn peers() -> [[u128; 2]; 128] {
    let houses = houses();
    let mut peers = [[0; 2]; 128];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, number] = houses_at(cell);
        let seen = houses[row] | houses[column] | houses[number];
        peers[cell] = [seen & !(1 << cell); 2];
        cell += 1;
    }
    peers
}

/// What the choice reads off a board: sets of cells.
#[derive(Default)]
pub struct Cells {
    /// The places of each digit; the rest is empty and saves bounds checks.
    pub places: [u128; 16],
    /// The cells with two candidates.
    pub pairs: u128,
    /// The cells with three candidates.
    pub triples: u128,
}

impl Cells {
    /// From the places of each digit.
    #[inline(always)]
    pub fn new(nine: [u128; 9]) -> Cells {
        let (pairs, triples) = by_count(&nine);
        let mut places = [0; 16];
        places[..9].copy_from_slice(&nine);
        Cells { places, pairs, triples }
    }

    /// The weight of a digit, counted from 0, in a cell.
    #[inline(always)]
    pub fn weight(&self, cell: usize, digit: usize) -> u32 {
        let peers = PEERS[cell][0] & self.places[digit];
        1 + peers.count_ones()
            + 8 * (peers & self.pairs).count_ones()
            + 2 * (peers & self.triples).count_ones()
    }

    /// The first cell of those with two candidates whose weights have the largest
    /// product, and the heavier of its digits, the lower if they weigh the same.
    #[inline(always)]
    pub fn heaviest(&self, board: &Board) -> Option<Choice> {
        let mut best = None;
        let mut best_score = 0;
        let mut rest = self.pairs;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (choice, score) = self.heavier(cell, digits(board, cell));
            if score > best_score {
                (best, best_score) = (Some(choice), score);
            }
        }
        best
    }

    /// The heavier of two digits of a cell, the first if they weigh the same, and the product of
    /// their weights.
    #[inline(always)]
    pub fn heavier(&self, cell: usize, (low, high): (usize, usize)) -> (Choice, u32) {
        let (a, b) = (self.weight(cell, low), self.weight(cell, high));
        (Choice { cell, digit: 1 << if a >= b { low } else { high } }, a * b)
    }
}

/// Picks the branch of a board that is neither solved nor contradictory: the heaviest cell
/// with two candidates if there is one.
#[inline(always)]
pub fn choose(heaviest: Option<Choice>, board: &Board, cells: &Cells) -> Choice {
    heaviest.or_else(|| two_places(&cells.places)).unwrap_or_else(|| fewest_candidates(board))
}

/// Some of these cells, the first and then those that see none before them.
#[inline(always)]
pub fn apart(mut cells: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= (cells - 1) & !PEERS[cell][0];
        Some(cell)
    })
}

/// The cells with two candidates and those with three.
#[inline(always)]
fn by_count(places: &[u128; 9]) -> (u128, u128) {
    // Full adders: three bits of equal weight become a sum and a carry.
    let add = |a: u128, b: u128, c: u128| (a ^ b ^ c, (a & b) | (c & (a | b)));
    let [a, b, c, d, e, f, g, h, i] = *places;
    let ((s, t), (u, v), (w, x)) = (add(a, b, c), add(d, e, f), add(g, h, i));
    let (ones, y) = add(s, u, w);
    let (sum, carry) = add(t, v, x);
    let (twos, more) = (sum ^ y, carry | (sum & y));
    (twos & !ones & !more, twos & ones & !more)
}

/// A digit with two places in a house.
#[cold]
fn two_places(places: &[u128; 16]) -> Option<Choice> {
    (0..9).find_map(|digit| {
        let house = HOUSES.iter().find(|&house| (house & places[digit]).count_ones() == 2)?;
        Some(Choice { cell: (house & places[digit]).trailing_zeros() as usize, digit: 1 << digit })
    })
}

/// The lowest digit of the first cell with the fewest candidates, but more than one.
#[cold]
fn fewest_candidates(Board(board): &Board) -> Choice {
    let cell = (0..81)
        .filter(|&cell| board[cell].count_ones() > 1)
        .min_by_key(|&cell| board[cell].count_ones())
        .expect("a stuck board has an open cell");
    Choice { cell, digit: board[cell] & board[cell].wrapping_neg() }
}
