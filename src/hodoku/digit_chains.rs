//! Chains of one digit: turbot fish and X-chains.

use super::board::Board;
use super::choice::{Best, rank};
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, HOUSES_OF, PEERS, bits};

/// X-chains have at most this many links.
const MOST_LINKS: usize = 19;

/// A digit's places, and the conjugate places of each.
struct Net {
    places: u128,
    conjugates: [u128; 81],
}

impl Net {
    fn new(board: &Board, digit: usize) -> Net {
        let places = board.places[digit];
        let mut conjugates = [0; 81];
        for cell in bits(places) {
            for house in HOUSES_OF[cell].map(usize::from) {
                if board.free[house][digit] == 2 {
                    conjugates[cell] |= board.in_house(house, digit) & !(1 << cell);
                }
            }
        }
        Net { places, conjugates }
    }

    /// The places that a chain from a conjugate pair of this one can end at with another, if
    /// it may pass places twice: by least number of links.
    fn ends(&self, start: usize) -> u128 {
        let (mut strong, mut weak) = (self.conjugates[start], 0);
        let (mut frontier, mut ends) = (strong, 0);
        for _ in 0..MOST_LINKS / 2 {
            let by_weak = bits(frontier).fold(0, |all, cell| all | PEERS[cell]);
            let by_weak = by_weak & self.places & !weak;
            weak |= by_weak;
            let reached = bits(by_weak).fold(0, |all, cell| all | self.conjugates[cell]);
            ends |= reached;
            frontier = reached & !strong;
            strong |= reached;
            if frontier == 0 {
                break;
            }
        }
        ends
    }

    /// Whether a chain of so many links that begins and ends with a conjugate pair leads to the
    /// end over places that were not passed; the end may be the start.
    fn leads(&self, cell: usize, end: usize, passed: u128, links: usize) -> bool {
        if links == 1 {
            return self.conjugates[cell] >> end & 1 == 1;
        }
        bits(self.conjugates[cell] & !passed & !(1 << end)).any(|strong| {
            let passed = passed | 1 << strong;
            bits(PEERS[strong] & self.places & !passed & !(1 << end))
                .any(|weak| self.leads(weak, end, passed | 1 << weak, links - 2))
        })
    }
}

/// Those of a set in the row of a cell, then in its column, then in its box.
fn by_house(cell: usize, set: u128) -> impl Iterator<Item = usize> {
    let [row, column, _] = HOUSES_OF[cell].map(|house| HOUSE_SETS[usize::from(house)]);
    bits(set & row).chain(bits(set & column)).chain(bits(set & !row & !column))
}

/// The best chain of two conjugate pairs.
pub fn turbot(board: &Board) -> Option<Step> {
    let nets: [Net; 9] = std::array::from_fn(|digit| Net::new(board, digit));
    let mut best = Best::default();
    for start in bits(board.empty) {
        for digit in super::tables::members(board.cells[start]) {
            let Net { places, conjugates } = &nets[digit];
            for two in by_house(start, conjugates[start]) {
                let peers = PEERS[two] & places & !(1 << start);
                for three in by_house(two, peers) {
                    // Four may be the start: then the start is right.
                    for four in by_house(three, conjugates[three] & !(1 << two)) {
                        let seen = PEERS[start] & PEERS[four] & places;
                        if let Some(step) = Step::digit("turbot-fish", digit, seen) {
                            best.offer(step);
                        }
                    }
                }
            }
        }
    }
    best.take()
}

/// The best X-chain: conjugate pairs with peers between them.
pub fn x(board: &Board) -> Option<Step> {
    let nets: [Net; 9] = std::array::from_fn(|digit| Net::new(board, digit));
    let mut found = Vec::new();
    for (digit, net) in nets.iter().enumerate() {
        for start in bits(net.places).filter(|&start| net.conjugates[start] != 0) {
            for end in bits(net.ends(start)) {
                let seen = PEERS[start] & PEERS[end] & net.places;
                if seen != 0 {
                    let mut removals = Removals::default();
                    removals.cells(seen, digit);
                    found.push((rank(&removals.0), start, digit, end, seen));
                }
            }
        }
    }
    found.sort_unstable();
    let real = found.into_iter().find(|&(_, start, digit, end, _)| {
        let mut lengths = (3..=MOST_LINKS).step_by(2);
        lengths.any(|links| nets[digit].leads(start, end, 1 << start, links))
    });
    real.and_then(|(_, _, digit, _, seen)| Step::digit("x-chain", digit, seen))
}
