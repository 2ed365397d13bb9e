//! XY-wings and XYZ-wings: a pivot and two bivalue peers of it, the pincers, of which one has
//! the digit they share, whatever the pivot is.

use super::board::Board;
use super::hint::Hint;
use super::removals::Removals;
use super::tables::{PEER_SETS, PEERS};

/// The first wing whose pivot has this many candidates, two or three, that removes something.
pub fn find(board: &Board, size: u32) -> Option<Hint> {
    let rating = if size == 2 { 4.2 } else { 4.4 };
    let bivalue = board.bivalue();
    let pivots = board.cells.iter().enumerate().filter(|(_, digits)| digits.count_ones() == size);
    for (pivot, &digits) in pivots {
        if (PEER_SETS[pivot] & bivalue).count_ones() < 2 {
            continue;
        }
        let pincers = || PEERS[pivot].iter().map(|&peer| usize::from(peer));
        for p in pincers().filter(|&p| bivalue >> p & 1 == 1) {
            if !(digits & !board.cells[p]).is_power_of_two() {
                continue;
            }
            for q in pincers().filter(|&q| bivalue >> q & 1 == 1) {
                let (first, second) = (board.cells[p], board.cells[q]);
                let shared = digits & first & second;
                if (digits | first | second).count_ones() != 3 || shared.count_ones() != size - 2 {
                    continue;
                }
                let both = first & second;
                if both == 0 {
                    continue;
                }
                let digit = both & both.wrapping_neg();
                let mut peers = PEER_SETS[p] & PEER_SETS[q] & !(1 << pivot);
                if size == 3 {
                    peers &= PEER_SETS[pivot];
                }
                let cells = 1 << pivot | 1 << p | 1 << q;
                let removals = Removals::of(board, peers & !cells, digit);
                if let Some(hint) = Hint::remove(rating, removals, cells, digits | first | second) {
                    return Some(hint);
                }
            }
        }
    }
    None
}
