//! Aligned pair and triplet exclusion: of two or three cells, the combinations of digits that
//! leave a cell they all see without candidate, or repeat a digit among peers, are
//! impossible; a digit in none of the others goes.

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{PEER_SETS, PEERS, bits, members};

/// The cells that may be base cells, and the excluders of each: peers of two or up to `most`
/// candidates.
struct Bases {
    cells: Vec<usize>,
    excluders: [u128; 81],
}

impl Bases {
    fn new(board: &Board, most: u32) -> Bases {
        let (mut single, mut small) = (0u128, 0u128);
        for (cell, digits) in board.cells.iter().enumerate() {
            let count = digits.count_ones();
            single |= u128::from(count == 1) << cell;
            small |= u128::from((2..=most).contains(&count)) << cell;
        }
        let mut bases = Bases { cells: Vec::new(), excluders: [0; 81] };
        for (cell, digits) in board.cells.iter().enumerate() {
            let peers = PEER_SETS[cell];
            if digits.count_ones() >= 2 && peers & single == 0 && peers & small != 0 {
                bases.cells.push(cell);
                bases.excluders[cell] = peers & small;
            }
        }
        bases
    }

    /// Pairs, and the excluders they share, if there are two or more.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize, u128)> + '_ {
        let pairs = (1..self.cells.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        pairs.filter_map(|(i, j)| {
            let (first, second) = (self.cells[i], self.cells[j]);
            let common = self.excluders[first] & self.excluders[second];
            (common & common.wrapping_sub(1) != 0).then_some((first, second, common))
        })
    }
}

fn sees(a: usize, b: usize) -> bool {
    PEER_SETS[a] >> b & 1 == 1
}

/// By digit of one cell: the digits that another cannot have beside it.
fn forbidden(board: &Board, excluders: u128) -> [u16; 9] {
    let mut forbidden = [0; 9];
    for cell in bits(excluders) {
        let digits = board.cells[cell];
        if digits.count_ones() == 2 {
            for digit in members(digits) {
                forbidden[digit] |= digits & !(1 << digit);
            }
        }
    }
    forbidden
}

/// The first aligned pair that removes something.
pub fn pair(board: &Board) -> Option<Hint> {
    for (first, second, common) in Bases::new(board, 2).pairs() {
        let mut forbidden = forbidden(board, common);
        if sees(first, second) {
            forbidden.iter_mut().enumerate().for_each(|(digit, others)| *others |= 1 << digit);
        }
        let (mut one, mut two) = (0, 0);
        for digit in members(board.cells[first]) {
            let others = board.cells[second] & !forbidden[digit];
            one |= u16::from(others != 0) << digit;
            two |= others;
        }
        let cells = [(first, one), (second, two)];
        if let Some(hint) = hint(board, 6.2, &cells) {
            return Some(hint);
        }
    }
    None
}

fn hint(board: &Board, rating: f64, allowed: &[(usize, u16)]) -> Option<Hint> {
    if allowed.iter().all(|&(cell, digits)| digits == board.cells[cell]) {
        return None;
    }
    let mut removals = Removals::default();
    let mut cells = 0;
    for &(cell, digits) in allowed {
        removals.add(board, 1 << cell, !digits & 0x1ff);
        cells |= 1 << cell;
    }
    let digits = removals.candidates().fold(0, |digits, (_, digit)| digits | 1 << digit);
    Hint::remove(rating, removals, cells, digits)
}

/// The first aligned triplet that removes something.
pub fn triplet(board: &Board) -> Option<Hint> {
    let bases = Bases::new(board, 3);
    let usable = bases.cells.iter().fold(0u128, |set, cell| set | 1 << cell);
    for (first, second, common) in bases.pairs() {
        let mut tried = 1u128 << first | 1 << second;
        for excluded in [first, second] {
            for &third in &PEERS[excluded] {
                let third = usize::from(third);
                if bases.excluders[excluded] & usable & !tried & 1 << third == 0 {
                    continue;
                }
                tried |= 1 << third;
                let common = common & bases.excluders[third];
                if common & common.wrapping_sub(1) != 0 {
                    let found = of_three(board, [first, second, third], common);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

fn of_three(board: &Board, cells: [usize; 3], common: u128) -> Option<Hint> {
    let mut two = [0u16; 9];
    let mut three = [0u16; 20];
    let mut count = 0;
    for cell in bits(common) {
        let digits = board.cells[cell];
        let least = digits & digits.wrapping_neg();
        let rest = digits & !least;
        if rest.is_power_of_two() {
            two[least.trailing_zeros() as usize] |= rest;
            two[rest.trailing_zeros() as usize] |= least;
        } else {
            three[count] = digits;
            count += 1;
        }
    }
    let all = cells.map(|cell| board.cells[cell]);
    let beside = |a: usize, b: usize| u16::from(sees(cells[a], cells[b])) * 0x1ff;
    let (sees_second, sees_third, last_sees) = (beside(0, 1), beside(0, 2), beside(1, 2));
    let mut allowed = [0u16; 3];
    for first in members(all[0]) {
        let bit = 1 << first;
        let seconds = all[1] & !(two[first] | bit & sees_second);
        let thirds = all[2] & !(two[first] | bit & sees_third);
        for second in members(seconds) {
            let both = bit | 1 << second;
            let mut last = thirds & !(two[second] | 1 << second & last_sees);
            if first != second {
                for digits in &three[..count] {
                    if digits & both == both {
                        last &= !(digits & !both);
                    }
                }
            }
            if last != 0 {
                allowed[0] |= bit;
                allowed[1] |= 1 << second;
                allowed[2] |= last;
                // Most triplets remove nothing, and soon show it.
                if allowed[1] == all[1] && allowed[2] == all[2] {
                    break;
                }
            }
        }
        if allowed == all {
            return None;
        }
    }
    let cells: [(usize, u16); 3] = std::array::from_fn(|i| (cells[i], allowed[i]));
    hint(board, 7.5, &cells)
}
