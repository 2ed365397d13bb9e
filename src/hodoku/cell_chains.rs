//! Chains of bivalue cells: XY-chains and remote pairs.

use super::board::Board;
use super::choice::{Best, rank};
use super::step::{Removals, Step};
use super::tables::{PEERS, bits};

/// Chains have at most this many cells.
const MOST_CELLS: usize = 10;

fn pair_of(digits: u16) -> [usize; 2] {
    [digits.trailing_zeros() as usize, 15 - digits.leading_zeros() as usize]
}

/// The bivalue cells, each in two states: entered by one digit and left by the other.
struct Walk {
    /// By state: its cell, the digit it is entered by and the one it is left by.
    states: Vec<(usize, usize, usize)>,
    /// By state: the states that can follow.
    next: Vec<Vec<u16>>,
}

impl Walk {
    fn new(board: &Board) -> Walk {
        let both = |cell: usize| {
            let [low, high] = pair_of(board.cells[cell]);
            [(cell, low, high), (cell, high, low)]
        };
        let states: Vec<_> = bits(board.bivalue()).flat_map(both).collect();
        let follows = |&(cell, _, out): &(usize, usize, usize)| {
            let linked = |&(_, &(other, entered, _)): &(usize, &(usize, usize, usize))| {
                entered == out && PEERS[cell] >> other & 1 == 1
            };
            states.iter().enumerate().filter(linked).map(|(index, _)| index as u16).collect()
        };
        let next = states.iter().map(follows).collect();
        Walk { states, next }
    }

    /// By state: how many cells a way from this one to it has, at least, if it may pass cells
    /// twice; 0 where it has too many.
    fn lengths(&self, start: usize) -> Vec<u8> {
        let mut lengths = vec![0; self.states.len()];
        lengths[start] = 1;
        let mut reached = vec![start as u16];
        let mut at = 0;
        while at < reached.len() {
            let state = usize::from(reached[at]);
            at += 1;
            if usize::from(lengths[state]) == MOST_CELLS {
                break;
            }
            for &next in &self.next[state] {
                if lengths[usize::from(next)] == 0 {
                    lengths[usize::from(next)] = lengths[state] + 1;
                    reached.push(next);
                }
            }
        }
        lengths
    }

    /// Whether a way of at most so many cells leads to the end over cells that were not passed.
    fn leads(&self, state: usize, end: usize, passed: u128, cells: usize) -> bool {
        if state == end {
            return true;
        }
        let passed = passed | 1 << self.states[state].0;
        let mut next = self.next[state].iter().map(|&next| usize::from(next));
        cells > 1
            && next.any(|next| {
                passed >> self.states[next].0 & 1 == 0 && self.leads(next, end, passed, cells - 1)
            })
    }
}

/// The best XY-chain.
pub fn xy(board: &Board) -> Option<Step> {
    let walk = Walk::new(board);
    let mut found = Vec::new();
    for (start, &(one, digit, _)) in walk.states.iter().enumerate() {
        let mut lengths = None;
        for (end, &(two, _, last)) in walk.states.iter().enumerate() {
            let seen = PEERS[one] & PEERS[two] & board.places[digit];
            if digit != last || one >= two || seen == 0 {
                continue;
            }
            let lengths = lengths.get_or_insert_with(|| walk.lengths(start));
            if lengths[end] > 0 {
                let mut removals = Removals::default();
                removals.cells(seen, digit);
                found.push((rank(&removals.0), start, end, seen, lengths[end]));
            }
        }
    }
    found.sort_unstable();
    let real = found.into_iter().find(|&(_, start, end, _, shortest)| {
        let mut lengths = usize::from(shortest)..=MOST_CELLS;
        lengths.any(|cells| walk.leads(start, end, 0, cells))
    });
    real.and_then(|(_, start, _, seen, _)| Step::digit("xy-chain", walk.states[start].1, seen))
}

/// The best remote pair: four or more cells of the same pair.
pub fn remote(board: &Board) -> Option<Step> {
    let mut best = Best::default();
    let bivalue = board.bivalue();
    for start in bits(bivalue) {
        let same = bits(bivalue).filter(|&cell| board.cells[cell] == board.cells[start]);
        let same = same.fold(0u128, |set, cell| set | 1 << cell);
        if same.count_ones() >= 4 {
            extend(board, same & !(1 << start), &mut vec![start], &mut best);
        }
    }
    best.take()
}

fn extend(board: &Board, left: u128, chain: &mut Vec<usize>, best: &mut Best) {
    let last = chain[chain.len() - 1];
    if chain.len() >= 4 && chain.len().is_multiple_of(2) {
        let digits = pair_of(board.cells[last]);
        let places = digits.map(|digit| board.places[digit]);
        // A longer chain counts only if its ends see a candidate.
        if PEERS[chain[0]] & PEERS[last] & (places[0] | places[1]) != 0 {
            let mut seen = 0;
            for (i, &one) in chain.iter().enumerate() {
                for &two in chain[i..].iter().skip(3).step_by(2) {
                    seen |= PEERS[one] & PEERS[two];
                }
            }
            let mut removals = Removals::default();
            digits.iter().for_each(|&digit| removals.cells(seen & board.places[digit], digit));
            best.offer(removals.step("remote-pair").expect("the ends see one"));
        }
    }
    if chain.len() < MOST_CELLS {
        for next in bits(PEERS[last] & left) {
            chain.push(next);
            extend(board, left & !(1 << next), chain, best);
            chain.pop();
        }
    }
}
