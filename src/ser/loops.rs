//! Unique rectangles and longer unique loops: cells with the same two candidates a and b in a
//! loop that meets every house twice or not at all. Without further candidates a and b could
//! be exchanged, so there would be a second solution. The cells that have further candidates
//! are the rescue cells; types 1 to 4 say what they imply.

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{HOUSE_SETS, HOUSES, PEER_SETS, PLACES, bits, members, subsets};

/// What tells two hints of a type apart: the loop, and of type 3 the set in it.
#[derive(PartialEq, Eq)]
struct Key {
    kind: u8,
    cells: u128,
    set: Option<(bool, usize, u16, u128)>,
}

/// The hints found and kept.
struct Found<'a> {
    board: &'a Board,
    hints: Vec<(Hint, Key)>,
}

/// One loop with its two digits.
struct Loop {
    pair: u16,
    rating: f64,
    cells: u128,
}

/// The walk for loops of one start.
struct Walk<'a, 'b> {
    board: &'a Board,
    pair: u16,
    /// Cells that can be in a loop.
    usable: u128,
    path: Vec<u8>,
    found: &'b mut Found<'a>,
}

impl Walk<'_, '_> {
    /// Goes on from the last cell through its houses, but for the kind just used. `met` has
    /// the houses met at even and at odd places of the path: none may be met twice.
    fn step(&mut self, last_kind: usize, allowance: i32, mut extra: u16, met: [u32; 2]) {
        let start = self.path[0];
        let last = usize::from(self.path[self.path.len() - 1]);
        for (kind, &(house, _)) in PLACES[last].iter().enumerate() {
            if kind == last_kind {
                continue;
            }
            for &cell in &HOUSES[usize::from(house)] {
                if cell == start && self.path.len() >= 4 {
                    if met[0] == met[1] {
                        self.found.record(&self.path, self.pair);
                    }
                    continue;
                }
                let candidates = self.board.cells[usize::from(cell)];
                if self.path.contains(&cell) || self.pair & !candidates != 0 {
                    continue;
                }
                // Extra digits add up over all cells tried here, entered or not.
                extra = (extra | candidates) & !self.pair;
                let bivalue = candidates == self.pair;
                if !bivalue && extra.count_ones() != 1 && allowance <= 0 {
                    continue;
                }
                let parity = self.path.len() % 2;
                let houses = PLACES[usize::from(cell)].iter();
                let houses = houses.fold(0, |houses, (house, _)| houses | 1u32 << house);
                if met[parity] & houses != 0 || self.usable >> cell & 1 == 0 {
                    continue;
                }
                let mut met = met;
                met[parity] |= houses;
                self.path.push(cell);
                self.step(kind, allowance - i32::from(!bivalue), extra, met);
                self.path.pop();
            }
        }
    }
}

/// Those of these cells that have another of them in each of their houses, as every cell of a
/// loop has.
fn usable(mut cells: u128) -> u128 {
    loop {
        let mated = bits(cells).filter(|&cell| {
            let others = cells & !(1 << cell);
            PLACES[cell].iter().all(|&(house, _)| HOUSE_SETS[usize::from(house)] & others != 0)
        });
        let mated = mated.fold(0, |mated, cell| mated | 1 << cell);
        if mated == cells {
            return cells;
        }
        cells = mated;
    }
}

/// The first of the hints sorted by rating and type.
pub fn find(board: &Board) -> Option<Hint> {
    let mut found = Found { board, hints: Vec::new() };
    for start in bits(board.bivalue()) {
        let pair = board.cells[start];
        let both = members(pair).fold(!0, |both, digit| both & board.digits[digit]);
        let usable = usable(both);
        if usable >> start & 1 == 0 {
            continue;
        }
        let houses = PLACES[start].iter().fold(0, |houses, (house, _)| houses | 1u32 << house);
        let mut walk = Walk { board, pair, usable, path: vec![start as u8], found: &mut found };
        walk.step(3, 2, 0, [houses, 0]);
    }
    let rank = |(hint, key): &(Hint, Key)| (hint.rating, key.kind);
    let best = found.hints.into_iter().reduce(
        |best, next| {
            if rank(&next) < rank(&best) { next } else { best }
        },
    );
    best.map(|(hint, _)| hint)
}

impl Found<'_> {
    fn record(&mut self, path: &[u8], pair: u16) {
        let rating = match path.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0,
        };
        let cells = path.iter().fold(0, |cells, cell| cells | 1 << cell);
        let one = Loop { pair, rating, cells };
        let rescue = path.iter().map(|&cell| usize::from(cell));
        let rescue = rescue.filter(|&cell| self.board.cells[cell] != pair);
        match rescue.collect::<Vec<_>>()[..] {
            [] => {}
            [cell] => self.keep(&one, 1, rating, Removals::of(self.board, 1 << cell, pair), None),
            [first, second] => {
                let extra = (self.board.cells[first] | self.board.cells[second]) & !pair;
                if extra.is_power_of_two() {
                    self.type_2(&one, &[first, second]);
                } else {
                    self.type_3(&one, first, second, extra);
                }
                self.type_4(&one, first, second);
            }
            ref several => self.type_2(&one, several),
        }
    }

    fn keep(
        &mut self,
        one: &Loop,
        kind: u8,
        rating: f64,
        removals: Removals,
        set: Option<(bool, usize, u16, u128)>,
    ) {
        let key = Key { kind, cells: one.cells, set };
        if self.hints.iter().all(|(_, known)| *known != key) {
            let digits = one.pair | set.map_or(0, |(_, _, digits, _)| digits);
            let cells = one.cells | set.map_or(0, |(_, _, _, helpers)| helpers);
            let hint = Hint::remove(rating, removals, cells, digits);
            self.hints.extend(hint.map(|hint| (hint, key)));
        }
    }

    fn type_2(&mut self, one: &Loop, rescue: &[usize]) {
        let extra = self.board.cells[rescue[0]] & !one.pair;
        let digit = extra & extra.wrapping_neg();
        let peers = rescue.iter().fold(!0, |peers, &cell| peers & PEER_SETS[cell]);
        self.keep(one, 2, one.rating, Removals::of(self.board, peers, digit), None);
    }

    fn type_3(&mut self, one: &Loop, first: usize, second: usize, extra: u16) {
        for size in extra.count_ones() as usize..=7 {
            for (house, position, other) in shared(first, second) {
                let empties = usize::from(self.board.empties[house]);
                if 2 * size <= empties {
                    self.naked(one, (first, second), extra, size, (house, position, other));
                }
                if 2 * size < empties {
                    self.hidden(one, extra, size, (house, position, other));
                }
            }
        }
    }

    fn naked(
        &mut self,
        one: &Loop,
        (first, second): (usize, usize),
        extra: u16,
        size: usize,
        (house, position, other): (usize, u16, u16),
    ) {
        let board = self.board;
        let both = extra & board.cells[first] & board.cells[second];
        let digits_at = |at: usize| board.cells[usize::from(HOUSES[house][at])];
        for subset in subsets(9, size).map(|subset| subset as u16) {
            if subset & position == 0 || subset & other != 0 {
                continue;
            }
            let helpers = subset & !position;
            if members(helpers).any(|at| digits_at(at).count_ones() < 2) {
                continue;
            }
            let union = members(helpers).fold(0, |union, at| union | digits_at(at));
            if (union | extra).count_ones() as usize != size
                || (union | both).count_ones() as usize != size
            {
                continue;
            }
            let digits = union | extra;
            let rest = Board::cells_at(house, !(subset | other) & 0x1ff);
            let rating = one.rating + 0.1 * (size - 1) as f64;
            let helpers = Board::cells_at(house, helpers);
            let set = Some((true, house, digits, helpers));
            self.keep(one, 3, rating, Removals::of(board, rest, digits), set);
        }
    }

    fn hidden(
        &mut self,
        one: &Loop,
        extra: u16,
        size: usize,
        (house, position, other): (usize, u16, u16),
    ) {
        let places = &self.board.places[house];
        let free: Vec<usize> = members(!(one.pair | extra) & 0x1ff).collect();
        for subset in subsets(free.len(), size - 2) {
            let more = members(subset as u16).fold(0, |more, index| more | 1 << free[index]);
            let digits: u16 = one.pair | more;
            if members(digits).any(|digit| places[digit] & !other == 0) {
                continue;
            }
            let union = members(digits).fold(0, |union, digit| union | places[digit]) & !other;
            if union.count_ones() as usize != size {
                continue;
            }
            let helpers = Board::cells_at(house, union & !position);
            let rating = one.rating + 0.1 * (size - 2) as f64;
            let removals = Removals::of(self.board, helpers, !digits & 0x1ff);
            self.keep(one, 3, rating, removals, Some((false, house, digits, helpers)));
        }
    }

    fn type_4(&mut self, one: &Loop, first: usize, second: usize) {
        let rescue = 1u128 << first | 1 << second;
        let locked = |digit: &usize| {
            let mut houses = shared(first, second);
            houses.any(|(house, ..)| self.board.digits[*digit] & HOUSE_SETS[house] & !rescue == 0)
        };
        if let Some(digit) = members(one.pair).find(locked) {
            let removals = Removals::of(self.board, rescue, one.pair & !(1 << digit));
            self.keep(one, 4, one.rating, removals, None);
        }
    }
}

/// The houses of both cells, with the first one's position in it and the second one's.
fn shared(first: usize, second: usize) -> impl Iterator<Item = (usize, u16, u16)> {
    (0..3).filter_map(move |kind| {
        let ((house, position), (other, second)) = (PLACES[first][kind], PLACES[second][kind]);
        (house == other).then_some((usize::from(house), 1 << position, 1 << second))
    })
}
