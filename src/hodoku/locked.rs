//! Locked candidates, pointing and claiming.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, HOUSES_OF, first};

/// The first box and digit with two or three places in one row, or else column, that has more.
pub fn pointing(board: &Board) -> Option<Step> {
    find(board, 18..27, &[0, 1], "pointing")
}

/// The first row, then column, and digit with two or three places in one box that has more.
pub fn claiming(board: &Board) -> Option<Step> {
    find(board, 0..18, &[2], "claiming")
}

fn find(
    board: &Board,
    houses: std::ops::Range<usize>,
    others: &[usize],
    kind: &'static str,
) -> Option<Step> {
    for house in houses {
        for digit in 0..9 {
            let places = board.in_house(house, digit);
            if !matches!(places.count_ones(), 2 | 3) {
                continue;
            }
            let other = |&kind: &usize| usize::from(HOUSES_OF[first(places)][kind]);
            let found = others.iter().map(other).find_map(|other| {
                let inside = places & !HOUSE_SETS[other] == 0;
                let rest = board.in_house(other, digit) & !places;
                if inside { Step::digit(kind, digit, rest) } else { None }
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}
