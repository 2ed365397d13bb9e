//! Bivalue universal graves, types 1 to 4: if some cells, the bug cells, lacked their bug
//! digits, every cell would have two candidates and every digit two places in every house,
//! which has two solutions or none.

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{HOUSE_SETS, HOUSES, PEER_SETS, PEERS, members, subsets};

/// Bug cells with their bug digits, in the order met, and the cells that see all of them.
struct Grave {
    cells: Vec<(usize, u16)>,
    digits: u16,
    common: u128,
}

impl Grave {
    fn find(board: &Board) -> Option<Grave> {
        let mut rest = board.clone();
        let mut grave = Grave { cells: Vec::new(), digits: 0, common: (1 << 81) - 1 };
        for (house, places) in board.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                if matches!(places.count_ones(), 0 | 2) {
                    continue;
                }
                let cell_at = |position: usize| usize::from(HOUSES[house][position]);
                let large = |&at: &usize| board.cells[cell_at(at)].count_ones() >= 3;
                let mut sole = members(places).filter(large).map(cell_at);
                let cell = sole.next()?;
                if sole.next().is_some() {
                    continue;
                }
                match grave.cells.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, digits)) => *digits |= 1 << digit,
                    None => grave.cells.push((cell, 1 << digit)),
                }
                grave.digits |= 1 << digit;
                rest.remove(cell, digit);
                grave.common &= PEER_SETS[cell];
                for (cell, _) in &grave.cells {
                    grave.common &= !(1 << cell);
                }
                if grave.cells.len() >= 2 && grave.several_digits() && grave.common == 0 {
                    return None;
                }
            }
        }
        let two_or_none = |places: &u16| matches!(places.count_ones(), 0 | 2);
        let whole = rest.bivalue() == rest.empty
            && rest.places.iter().flatten().all(two_or_none)
            && !grave.cells.is_empty();
        whole.then_some(grave)
    }

    fn several_digits(&self) -> bool {
        self.digits.count_ones() >= 2
    }

    fn set(&self) -> u128 {
        self.cells.iter().fold(0, |set, (cell, _)| set | 1 << cell)
    }

    fn hint(&self, rating: f64, removals: Removals) -> Option<Hint> {
        Hint::remove(rating, removals, self.set(), self.digits)
    }

    fn type_2(&self, board: &Board) -> Option<Hint> {
        self.hint(5.7, Removals::of(board, self.common, self.digits))
    }

    /// The houses that hold all bug cells.
    fn houses(&self) -> impl Iterator<Item = usize> {
        let set = self.set();
        (0..27).filter(move |&house| set & !HOUSE_SETS[house] == 0)
    }

    fn type_3(&self, board: &Board) -> Option<Hint> {
        if !self.several_digits() {
            return None;
        }
        for house in self.houses() {
            let common = self.common & HOUSE_SETS[house];
            let peers = PEERS[self.cells[0].0].iter().map(|&peer| usize::from(peer));
            let others: Vec<usize> = peers.filter(|peer| common >> peer & 1 == 1).collect();
            for size in (2..=6).take_while(|&size| others.len() >= size) {
                for subset in subsets(others.len(), size - 1) {
                    let helpers = || members(subset as u16).map(|index| others[index]);
                    let union = helpers().fold(0, |union, cell| union | board.cells[cell]);
                    if helpers().any(|cell| board.cells[cell].count_ones() < 2)
                        || union.count_ones() as usize != size
                        || self.digits & !union != 0
                    {
                        continue;
                    }
                    let rest = helpers().fold(common, |rest, cell| rest & !(1 << cell));
                    let rating = 5.7 + 0.1 * (size - 1) as f64;
                    let hint = self.hint(rating, Removals::of(board, rest, union));
                    if hint.is_some() {
                        return hint;
                    }
                }
            }
        }
        None
    }

    fn type_4(&self, board: &Board) -> Option<Hint> {
        let [(one, one_digits), (two, two_digits)] = self.cells[..] else {
            return None;
        };
        let shared = board.cells[one] & board.cells[two] & !self.digits;
        if !shared.is_power_of_two() || self.houses().next().is_none() {
            return None;
        }
        let mut removals = Removals::of(board, 1 << one, !(shared | one_digits) & 0x1ff);
        removals.add(board, 1 << two, !(shared | two_digits) & 0x1ff);
        self.hint(5.7, removals)
    }
}

/// The grave's hint, if there is one that removes something.
pub fn find(board: &Board) -> Option<Hint> {
    let grave = Grave::find(board)?;
    let pair = grave.cells.len() == 2;
    if let [(cell, digits)] = grave.cells[..] {
        return grave.hint(5.6, Removals::of(board, 1 << cell, !digits & 0x1ff));
    }
    if !grave.several_digits() {
        let hint = grave.type_2(board);
        return if hint.is_none() && pair { grave.type_4(board) } else { hint };
    }
    let hint = if pair { grave.type_4(board) } else { None };
    hint.or_else(|| grave.type_3(board))
}
