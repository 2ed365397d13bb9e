//! What a puzzle offers before any search: AW15's two statistics.
//!
//! *Candidates per cell*: the mean number of digits that the rules allow in an
//! empty cell. *Singles*: how many cells fill one after another because only one
//! digit is allowed there (AW15, chapter 5; naked singles only).

use crate::grid::{DigitSet, MAX_ORDER, Puzzle};

/// Candidates per empty cell (0 for a full grid), and naked singles that follow
/// one another from the givens.
pub fn statistics(puzzle: &Puzzle) -> (f32, u16) {
    let layout = puzzle.layout();
    let all = DigitSet::all(layout.order());
    let mut held = [DigitSet::EMPTY; 3 * MAX_ORDER];
    let mut empty = Vec::with_capacity(layout.cells().len());
    for &cell in layout.cells() {
        match puzzle.given(cell) {
            Some(digit) => {
                layout.houses_at(cell).iter().for_each(|h| held[h.index()].insert(digit))
            }
            None => empty.push(cell),
        }
    }
    let allowed = |held: &[DigitSet], cell| {
        let [row, column, block] = layout.houses_at(cell).map(|house| held[house.index()]);
        all - (row | column | block)
    };
    let candidates: usize = empty.iter().map(|&cell| allowed(&held, cell).len()).sum();
    let per_cell = candidates as f32 / empty.len().max(1) as f32;

    let mut singles = 0;
    loop {
        let before = empty.len();
        empty.retain(|&cell| {
            let Some(digit) = allowed(&held, cell).single() else { return true };
            layout.houses_at(cell).iter().for_each(|house| held[house.index()].insert(digit));
            false
        });
        singles += before - empty.len();
        if empty.len() == before {
            return (per_cell, singles as u16);
        }
    }
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
