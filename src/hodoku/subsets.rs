//! Naked and hidden subsets, and locked ones.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, HOUSES, HOUSES_OF, members};

/// Boxes, then rows, then columns.
fn houses() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// The first set of `size` cells of a box with as many candidates that removes some in the box
/// and in a row or column.
pub fn locked(board: &Board, size: usize) -> Option<Step> {
    (18..27).find_map(|house| naked_in(board, house, size, true))
}

/// The first set of `size` cells of a house with as many candidates that removes some and is
/// not locked.
pub fn naked(board: &Board, size: usize) -> Option<Step> {
    houses().find_map(|house| naked_in(board, house, size, false))
}

fn naked_in(board: &Board, house: usize, size: usize, locked: bool) -> Option<Step> {
    let (mut cells, mut count) = ([0usize; 9], 0);
    for cell in HOUSES[house].map(usize::from) {
        if (1..=size as u32).contains(&board.count(cell)) {
            cells[count] = cell;
            count += 1;
        }
    }
    let digits = |index: usize| board.cells[cells[index]];
    each_union(count, size, &digits, &mut |picked, union| {
        let set = members(picked).fold(0u128, |set, index| set | 1 << cells[index]);
        let (removals, is_locked) = removals(board, set, union, size);
        if is_locked != locked {
            return None;
        }
        removals.step(match (size, locked) {
            (2, true) => "locked-pair",
            (_, true) => "locked-triple",
            (2, false) => "naked-pair",
            (3, false) => "naked-triple",
            _ => "naked-quad",
        })
    })
}

/// What a naked set removes in the houses that hold all of it, and whether it is locked: it
/// removes in its box, and outside of it in its row or column.
fn removals(board: &Board, set: u128, union: u16, size: usize) -> (Removals, bool) {
    let mut removals = Removals::default();
    let home = HOUSES_OF[set.trailing_zeros() as usize].map(usize::from);
    let common = home.map(|house| set & !HOUSE_SETS[house] == 0);
    let mut found = 0;
    for kind in 0..3 {
        if !common[kind] {
            continue;
        }
        let before = removals.0.len();
        removals.of(board, HOUSE_SETS[home[kind]] & !set, union);
        let in_box = |cell: u8| HOUSE_SETS[home[2]] >> cell & 1 == 1;
        let counts = removals.0[before..].iter().any(|one| kind == 2 || !in_box(one.cell));
        found += usize::from(counts);
    }
    let locked = size < 4 && found > 1 && common[2] && (common[0] || common[1]);
    (removals, locked)
}

/// The first set of `size` digits of a house with as many places that removes something.
pub fn hidden(board: &Board, size: usize) -> Option<Step> {
    houses().find_map(|house| {
        let empty = (HOUSE_SETS[house] & board.empty).count_ones() as usize;
        if empty <= size {
            return None;
        }
        let (mut list, mut masks, mut count) = ([0usize; 9], [0u16; 9], 0);
        for digit in 0..9 {
            let places = board.in_house(house, digit);
            if (1..=size as u32).contains(&places.count_ones()) {
                list[count] = digit;
                for (position, &cell) in HOUSES[house].iter().enumerate() {
                    masks[count] |= ((places >> cell & 1) as u16) << position;
                }
                count += 1;
            }
        }
        each_union(count, size, &|index| masks[index], &mut |picked, union| {
            let digits = members(picked).fold(0, |set, index| set | 1 << list[index]);
            let mut removals = Removals::default();
            for position in members(union) {
                let cell = usize::from(HOUSES[house][position]);
                removals.digits(cell, board.cells[cell] & !digits);
            }
            removals.step(match size {
                2 => "hidden-pair",
                3 => "hidden-triple",
                _ => "hidden-quad",
            })
        })
    })
}

/// Calls `found` with each choice of `size` out of `count` whose masks unite to `size` elements,
/// in lexicographic order, until it gives a step.
fn each_union(
    count: usize,
    size: usize,
    mask: &dyn Fn(usize) -> u16,
    found: &mut dyn FnMut(u16, u16) -> Option<Step>,
) -> Option<Step> {
    type Found<'a> = &'a mut dyn FnMut(u16, u16) -> Option<Step>;
    fn descend(
        (start, count, size, left): (usize, usize, usize, usize),
        (picked, union): (u16, u16),
        mask: &dyn Fn(usize) -> u16,
        found: Found<'_>,
    ) -> Option<Step> {
        if left == 0 {
            return if union.count_ones() as usize == size { found(picked, union) } else { None };
        }
        for index in start..(count + 1).saturating_sub(left) {
            let union = union | mask(index);
            if union.count_ones() as usize <= size {
                let next = (index + 1, count, size, left - 1);
                let step = descend(next, (picked | 1 << index, union), mask, &mut *found);
                if step.is_some() {
                    return step;
                }
            }
        }
        None
    }
    descend((0, count, size, size), (0, 0), mask, found)
}
