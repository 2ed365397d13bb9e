//! Simple colors and multi-colors.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSES_OF, PEERS, bits, first};

/// The two colors of each component of a digit's conjugate pairs.
fn color(board: &Board, digit: usize) -> Vec<[u128; 2]> {
    let paired = |&cell: &usize| {
        HOUSES_OF[cell].iter().any(|&house| board.free[usize::from(house)][digit] == 2)
    };
    let mut left =
        bits(board.places[digit]).filter(paired).fold(0u128, |set, cell| set | 1 << cell);
    let mut pairs = Vec::new();
    while left != 0 {
        let mut colors = [0, 0];
        spread(board, digit, first(left), 0, &mut left, &mut colors);
        if colors[0] != 0 && colors[1] != 0 {
            pairs.push(colors);
        }
    }
    pairs
}

fn spread(
    board: &Board,
    digit: usize,
    cell: usize,
    side: usize,
    left: &mut u128,
    colors: &mut [u128; 2],
) {
    if *left >> cell & 1 == 0 {
        return;
    }
    *left &= !(1 << cell);
    colors[side] |= 1 << cell;
    for house in HOUSES_OF[cell].map(usize::from) {
        if board.free[house][digit] == 2 {
            let mate = first(board.in_house(house, digit) & !(1 << cell));
            spread(board, digit, mate, 1 - side, left, colors);
        }
    }
}

/// The cells seen by any of these.
fn seen_by(cells: u128) -> u128 {
    bits(cells).fold(0, |seen, cell| seen | PEERS[cell])
}

/// The first color that sees itself, which is wrong, or candidate that sees both colors.
pub fn simple(board: &Board) -> Option<Step> {
    (0..9).find_map(|digit| {
        color(board, digit).into_iter().find_map(|colors| {
            let mut removals = Removals::default();
            for color in colors.iter().filter(|&&color| seen_by(color) & color != 0) {
                removals.cells(*color, digit);
            }
            let trapped = || {
                let seen = seen_by(colors[0]) & seen_by(colors[1]) & board.places[digit];
                Step::digit("simple-colors", digit, seen)
            };
            removals.step("simple-colors").or_else(trapped)
        })
    })
}

/// The first color that sees both colors of another component, which is wrong, or candidate
/// that sees two colors one of which must be right.
pub fn multi(board: &Board) -> Option<Step> {
    (0..9).find_map(|digit| {
        let pairs = color(board, digit);
        for (i, one) in pairs.iter().enumerate() {
            for (_, two) in pairs.iter().enumerate().filter(|&(j, _)| j != i) {
                let mut removals = Removals::default();
                for color in one {
                    let seen = seen_by(*color);
                    if seen & two[0] != 0 && seen & two[1] != 0 {
                        removals.cells(*color, digit);
                    }
                }
                if let Some(step) = removals.step("multi-colors") {
                    return Some(step);
                }
                let mut removals = Removals::default();
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if seen_by(one[a]) & two[b] != 0 {
                        let seen = seen_by(one[1 - a]) & seen_by(two[1 - b]);
                        removals.cells(seen & board.places[digit], digit);
                    }
                }
                if let Some(step) = removals.step("multi-colors") {
                    return Some(step);
                }
            }
        }
        None
    })
}
