//! The canonical form: one puzzle that stands for all equivalent ones.
//!
//! Of all the images of a puzzle under the [symmetries](Symmetry) of its size, the
//! canonical form is the *minlex* one: written as n² values row by row, 0 for an
//! empty cell, it comes first in lexicographic order. Two puzzles are equivalent
//! exactly when their canonical forms are equal.
//!
//! The search builds the image row by row and keeps, of all partial symmetries,
//! those whose rows so far are the smallest possible:
//!
//! ```text
//!            18 starts: 9 rows, 9 columns
//!  row 1     ████████ . . . . . . .          keep the smallest image, drop the rest
//!  row 2     ×2 rows left of the band ─▶     keep the smallest …
//!  row 3     ×1
//!  row 4     ×6 rows of the other bands ─▶   … hardly ever more than one is left here
//! ```
//!
//! What makes it fast is what a partial symmetry leaves open:
//! - *Columns that are alike so far* stand side by side in a *run*, in any order: at
//!   first all columns of a stack. A row splits a run: its empty cells come first,
//!   then cells with labelled digits, smallest first, then digits not met so far.
//! - *Digits not met so far* take the next labels, larger than all before. Met in a
//!   run, their labels are as open as the order of its columns: a digit stays tied to
//!   its column until a later row asks for its label. Then its column takes the
//!   leftmost place of the run, which gives the smallest label.
//! - *Stacks without a digit so far* are alike. Those without one in the next row,
//!   too, stand leftmost; of the others, each is tried.
//!
//! Only where several columns of a run could give the same smallest cell is each tried.
//! So a full grid, whose first row makes every order of columns alike, is no harder
//! than others. The search does not deduce or solve.
//!
//! Of a full 9×9 grid two rows tell nearly all, which [`full`] uses.

mod full;
mod partial;
mod search;
mod side;

use super::{Grid, Layout, Puzzle, Symmetry};
use partial::Partial;
use search::Search;
use side::Side;

/// Partial symmetries kept before a puzzle is given up. At 9×9 there are never more
/// than its automorphisms times a few.
const MOST_TIES: usize = 1 << 17;

/// What of a puzzle does not depend on how it is written, and how it is brought there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanonicalForm {
    /// The smallest of all equivalent puzzles, row by row, 0 for an empty cell.
    pub values: Vec<u8>,
    /// A symmetry that takes the puzzle there; there may be several.
    pub symmetry: Symmetry,
    /// How many rearrangements of the cells leave the puzzle as it is when its digits are
    /// relabelled to match; at least 1, at most 2⁶⁴ − 1.
    pub automorphisms: u64,
}

/// The smallest of all the puzzles equivalent to this one, row by row, 0 for an
/// empty cell. Nothing when too many symmetries tie, and of a pencilmark puzzle, whose marks the
/// search does not compare.
///
/// ```
/// use sudoku_lab::grid::{Symmetry, canonical};
/// use sudoku_lab::text::{parse_cells, to_line};
/// let puzzle = parse_cells(b"1...2.3.....4..2").unwrap();
/// let form = canonical(&puzzle).unwrap();
/// assert_eq!(to_line(form.grid()), ".....1.2...34..1");
/// let image = Symmetry::random(puzzle.layout(), 7).apply(&puzzle);
/// assert_eq!(canonical(&image), Some(form));
/// ```
pub fn canonical(puzzle: &Puzzle) -> Option<Puzzle> {
    let grid = Grid::new(puzzle.layout(), &canonical_form(puzzle)?.values);
    Some(Puzzle::new(grid).expect("a symmetry makes no conflict"))
}

/// The canonical form with all that the search finds. Nothing where [`canonical`] is
/// nothing.
pub fn canonical_form(puzzle: &Puzzle) -> Option<CanonicalForm> {
    if puzzle.has_marks() {
        return None;
    }
    if puzzle.layout() == Layout::nine() && !puzzle.values().contains(&0) {
        let (values, symmetry, automorphisms) = full::smallest(puzzle.values());
        return Some(CanonicalForm { values, symmetry, automorphisms });
    }
    of_any(puzzle)
}

/// The same by the search that any puzzle takes.
fn of_any(puzzle: &Puzzle) -> Option<CanonicalForm> {
    let layout = puzzle.layout();
    let order = layout.order();
    let sides = Side::both(puzzle.grid());
    let mut ties: Vec<Partial> =
        (0..sides.len()).map(|side| Partial::start(layout, side)).collect();
    let mut search = Search {
        order,
        width: layout.box_columns(),
        smallest: [u8::MAX; partial::ROOM],
        found: Vec::with_capacity(128),
    };
    let mut values = Vec::with_capacity(order * order);
    for depth in 0..order {
        search.smallest = [u8::MAX; partial::ROOM];
        for partial in &ties {
            let side = &sides[partial.side];
            for row in side.choices(layout, partial, depth) {
                search.take_row(partial, depth, row, &side.rows[row]);
                if search.found.len() > MOST_TIES {
                    return None;
                }
            }
        }
        values.extend(&search.smallest[..order]);
        std::mem::swap(&mut ties, &mut search.found);
        search.found.clear();
    }
    let first = &ties[0];
    let alike = sides[first.side].orders_of_rows(layout) * first.orders_of_columns(order);
    let automorphisms = u64::try_from(ties.len() as u128 * alike).unwrap_or(u64::MAX);
    Some(CanonicalForm { values, symmetry: first.complete(layout), automorphisms })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CandidateGrid;

    /// A full grid: cells are filled in order, each with the next digit that fits, from one that
    /// `seed` decides.
    fn full_grid(seed: u64) -> Puzzle {
        fn fill(puzzle: &Puzzle, seed: u64) -> Option<Puzzle> {
            let grid = CandidateGrid::new(puzzle);
            let cells = puzzle.layout().cells();
            let open = cells.iter().filter(|cell| puzzle.grid().digit(**cell).is_none());
            let Some(&cell) = open.min_by_key(|cell| grid.candidates(**cell).len()) else {
                return Some(puzzle.clone());
            };
            let mut digits: Vec<_> = grid.candidates(cell).collect();
            let turn = seed.wrapping_mul(6364136223846793005).wrapping_add(cell.index() as u64);
            let turn = (turn >> 33) as usize % digits.len().max(1);
            digits.rotate_left(turn);
            digits.into_iter().find_map(|digit| {
                let mut next = puzzle.grid().clone();
                next.set(cell, Some(digit));
                fill(&Puzzle::new(next).ok()?, turn as u64 + seed.rotate_left(7) + 1)
            })
        }
        fill(&Puzzle::empty(Layout::nine()), seed).expect("an empty grid can be filled")
    }

    #[test]
    fn both_ways_to_full_grids_lead_to_one_form() {
        let mut pure = 0;
        for seed in 0..400 {
            let puzzle = full_grid(seed * 7919 + 1);
            let (form, other) = (canonical_form(&puzzle).unwrap(), of_any(&puzzle).unwrap());
            assert_eq!(form.values, other.values, "{puzzle:?}");
            assert_eq!(form.automorphisms, other.automorphisms, "{puzzle:?}");
            assert_eq!(form.symmetry.apply(&puzzle).values(), form.values, "{puzzle:?}");
            pure += u32::from(form.values[9..12] == [4, 5, 6]);
        }
        assert!((20..380).contains(&pure), "of {pure} grids a box's digits are another's");
    }
}
