//! Bivalue universal grave with one cell too many.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSES_OF, bits};

/// The grave with one cell of three candidates, one of which has three places in each of its
/// houses and is right.
pub fn plus_one(board: &Board) -> Option<Step> {
    let mut odd = None;
    for cell in bits(board.empty) {
        match board.count(cell) {
            3 if odd.is_none() => odd = Some(cell),
            0..=2 => {}
            _ => return None,
        }
    }
    let odd = odd?;
    let (mut digit, mut houses) = (None, [None; 3]);
    for (house, free) in board.free.iter().enumerate() {
        for (candidate, &count) in free.iter().enumerate() {
            match count {
                3 => {
                    let other = digit.is_some_and(|digit| digit != candidate);
                    if houses[house / 9].replace(house).is_some() || other {
                        return None;
                    }
                    digit = Some(candidate);
                }
                ..=2 => {}
                _ => return None,
            }
        }
    }
    let digit = digit?;
    let home = HOUSES_OF[odd].map(|house| Some(usize::from(house)));
    if !board.has(odd, digit) || houses != home {
        return None;
    }
    let mut removals = Removals::default();
    removals.digits(odd, board.cells[odd] & !(1 << digit));
    removals.step("bug-plus-one")
}
