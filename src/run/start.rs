//! What a puzzle offers before any search: AW15's two statistics.
//!
//! *Candidates per cell*: the mean number of digits that the rules allow in an
//! empty cell. *Singles*: how many cells fill one after another because only one
//! digit is allowed there (AW15, chapter 5; naked singles only).

use crate::grid::{MAX_CELLS, MAX_ORDER, Puzzle};

const _: () = assert!(3 * MAX_ORDER <= u8::MAX as usize);

/// Candidates per empty cell (0 for a full grid), and naked singles that follow
/// one another from the givens.
pub fn statistics(puzzle: &Puzzle) -> (f32, u16) {
    let layout = puzzle.layout();
    // By house, the digits it holds as bits; as long as a `u8` reaches, so that no
    // index is checked: this is done for every puzzle of a run.
    let mut held = [0u32; 256];
    let mut open = [[0u8; 4]; MAX_CELLS];
    let mut count = 0;
    for (&cell, &value) in layout.cells().iter().zip(puzzle.values()) {
        let [row, column, block] = layout.houses_at(cell).map(|house| house.index() as u8);
        let houses = [row, column, block, 0];
        // An empty cell, value 0, fills nothing and is the one that counts: no jump,
        // which would be taken as good as at random.
        fill(&mut held, houses, 1 << value >> 1);
        open[count] = houses;
        count += usize::from(value == 0);
    }
    let empty = count;
    let all = (1u32 << layout.order()) - 1;
    let candidates: u32 =
        open[..count].iter().map(|&houses| allowed(&held, houses, all).count_ones()).sum();
    let per_cell = candidates as f32 / empty.max(1) as f32;
    loop {
        // Cells stay in order: what a contradictory puzzle yields depends on it.
        let mut left = 0;
        for at in 0..count {
            let houses = open[at];
            let digits = allowed(&held, houses, all);
            if digits.is_power_of_two() {
                fill(&mut held, houses, digits);
            } else {
                open[left] = houses;
                left += 1;
            }
        }
        if left == count {
            return (per_cell, (empty - count) as u16);
        }
        count = left;
    }
}

/// The digits that none of a cell's houses holds.
#[inline(always)]
fn allowed(held: &[u32; 256], houses: [u8; 4], all: u32) -> u32 {
    let [row, column, block, _] = houses.map(|house| held[usize::from(house)]);
    all & !(row | column | block)
}

/// Adds a digit to a cell's houses.
#[inline(always)]
fn fill(held: &mut [u32; 256], houses: [u8; 4], digit: u32) {
    houses[..3].iter().for_each(|&house| held[usize::from(house)] |= digit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_cells;

    #[test]
    fn counts_by_hand() {
        // Row 1 lacks only the 4; then its column and box lack only one digit each.
        let puzzle = parse_cells(b"123.34122143....").unwrap();
        let (per_cell, singles) = statistics(&puzzle);
        assert_eq!(per_cell, 1.0);
        assert_eq!(singles, 5);
        let empty = parse_cells(&[b'.'; 81]).unwrap();
        assert_eq!(statistics(&empty), (9.0, 0));
    }
}
