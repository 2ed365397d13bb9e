//! What a puzzle offers at the start, before any search: AW15's two statistics.
//!
//! *Candidates per cell*: the mean number of digits that the rules allow in an
//! empty cell. *Singles*: how many cells fill one after another because only one
//! digit is allowed there (AW15, chapter 5; naked singles only).
//!
//! They are made for every puzzle of a run. So some puzzles go in step, each in its lane
//! of plain arrays that the compiler turns into vectors, and no jump depends on one puzzle.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, Not};

use crate::grid::{CandidateGrid, Layout, MAX_ORDER, Puzzle};

/// Puzzles that go in step.
const LANES: usize = 16;

const _: () = assert!(3 * MAX_ORDER <= u8::MAX as usize, "the number of a house is a `u8`");

/// AW15's statistics of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StartStatistics {
    /// The mean number of candidates of an empty cell; 0 for a full grid.
    pub candidates_per_cell: f32,
    /// Naked singles that follow one another from the givens; the column is
    /// `singles_at_start`.
    pub singles: u16,
}

/// The statistics of puzzles, in order; quick where many of one size follow one another.
pub fn start_statistics(puzzles: &[Puzzle]) -> Vec<StartStatistics> {
    let mut all = Vec::with_capacity(puzzles.len());
    let same_kind = puzzles.chunk_by(|a, b| a.is_of_kind(b));
    for some in same_kind.flat_map(|puzzles| puzzles.chunks(LANES)) {
        if some[0].has_marks() {
            all.extend(some.iter().map(of_marks));
            continue;
        }
        let layout = some[0].layout();
        // A lane to spare takes the first puzzle once more.
        let values = from_fn(|lane| some.get(lane).unwrap_or(&some[0]).values());
        let found = match layout.order() {
            ..=16 => in_step_quickly::<u16>(layout, values),
            _ => in_step_quickly::<u32>(layout, values),
        };
        all.extend(&found[..some.len()]);
    }
    all
}

/// The statistics of a pencilmark puzzle.
fn of_marks(puzzle: &Puzzle) -> StartStatistics {
    let (mut grid, cells) = (CandidateGrid::new(puzzle), puzzle.layout().cells());
    let candidates: usize = cells.iter().map(|&cell| grid.candidates(cell).len()).sum();
    let candidates_per_cell = candidates as f32 / grid.empty_cells().max(1) as f32;
    let (empty, mut left) = (grid.empty_cells(), usize::MAX);
    while grid.empty_cells() < left {
        left = grid.empty_cells();
        for &cell in cells {
            if let Some(digit) = grid.candidates(cell).single() {
                grid.place(cell, digit);
            }
        }
    }
    StartStatistics { candidates_per_cell, singles: (empty - left) as u16 }
}

/// A set of digits, digit 1 in bit 0; the narrower, the more of them in a vector.
trait Digits: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    const NONE: Self;
    const ALL: Self;
    /// By value, the digit alone; of value 0, none. As long as a power of two.
    const ONLY: [Self; 32];
    /// Without the lowest digit.
    fn rest(self) -> Self;
    fn len(self) -> u16;
    /// The digits above an order.
    fn above(order: usize) -> Self;

    #[inline(always)]
    fn all_if(condition: bool) -> Self {
        if condition { Self::ALL } else { Self::NONE }
    }
}

macro_rules! digits {
    ($word:ty) => {
        impl Digits for $word {
            const NONE: $word = 0;
            const ALL: $word = <$word>::MAX;

            const ONLY: [$word; 32] = {
                let mut only = [0; 32];
                let mut value = 1;
                while value < 32 {
                    only[value] = (1 as $word).wrapping_shl(value as u32 - 1);
                    value += 1;
                }
                only
            };

            #[inline(always)]
            fn rest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn len(self) -> u16 {
                self.count_ones() as u16
            }

            #[inline(always)]
            fn above(order: usize) -> $word {
                <$word>::MAX.checked_shl(order as u32).unwrap_or(0)
            }
        }
    };
}
digits!(u16);
digits!(u32);

/// A cell that is still empty in some of the puzzles.
#[derive(Clone, Copy)]
struct Open<D> {
    houses: [u8; 3],
    /// All bits where it is empty.
    empty: [D; LANES],
}

/// By house, the digits it holds.
type Held<D> = [[D; LANES]; 3 * MAX_ORDER];

/// The same with the vector instructions of this machine.
fn in_step_quickly<D: Digits>(layout: &Layout, values: [&[u8]; LANES]) -> [StartStatistics; LANES] {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_avx2<D: Digits>(
            layout: &Layout,
            values: [&[u8]; LANES],
        ) -> [StartStatistics; LANES] {
            in_step::<D>(layout, values)
        }
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the machine has the features.
            return unsafe { with_avx2::<D>(layout, values) };
        }
    }
    in_step::<D>(layout, values)
}

/// Loops instead of iterators: inlined, they take the instructions of the caller.
#[inline(always)]
fn in_step<D: Digits>(layout: &Layout, values: [&[u8]; LANES]) -> [StartStatistics; LANES] {
    let mut givens = [[D::NONE; LANES]; MAX_ORDER * MAX_ORDER];
    for (lane, values) in values.into_iter().enumerate() {
        for (givens, &value) in givens.iter_mut().zip(values) {
            givens[lane] = D::ONLY[usize::from(value) % D::ONLY.len()];
        }
    }
    // Digits beyond the order are taken from the start.
    let mut held = [[D::above(layout.order()); LANES]; 3 * MAX_ORDER];
    let mut open = Vec::with_capacity(layout.cells().len());
    for (&cell, givens) in layout.cells().iter().zip(&givens) {
        let houses = layout.houses_at(cell).map(|house| house.index() as u8);
        let mut empty = [D::NONE; LANES];
        for lane in 0..LANES {
            empty[lane] = D::all_if(givens[lane] == D::NONE);
        }
        fill(&mut held, houses, givens);
        open.push(Open { houses, empty });
    }
    let (mut empty, mut candidates) = ([0; LANES], [0; LANES]);
    for cell in &open {
        let digits = allowed(&held, cell);
        for lane in 0..LANES {
            empty[lane] += u16::from(cell.empty[lane] != D::NONE);
            candidates[lane] += digits[lane].len();
        }
    }
    let mut singles = [0; LANES];
    loop {
        let before = singles;
        // Cells stay in order: what a contradictory puzzle yields depends on it.
        let mut kept = 0;
        for at in 0..open.len() {
            let mut cell = open[at];
            let mut filled = allowed(&held, &cell);
            let mut left = D::NONE;
            for lane in 0..LANES {
                filled[lane] = filled[lane] & D::all_if(filled[lane].rest() == D::NONE);
                let is_filled = filled[lane] != D::NONE;
                singles[lane] += u16::from(is_filled);
                cell.empty[lane] = cell.empty[lane] & D::all_if(!is_filled);
                left = left | cell.empty[lane];
            }
            fill(&mut held, cell.houses, &filled);
            open[kept] = cell;
            kept += usize::from(left != D::NONE);
        }
        open.truncate(kept);
        if singles == before {
            return from_fn(|lane| StartStatistics {
                candidates_per_cell: f32::from(candidates[lane]) / f32::from(empty[lane].max(1)),
                singles: singles[lane],
            });
        }
    }
}

/// The digits that none of a cell's houses holds, where it is empty.
#[inline(always)]
fn allowed<D: Digits>(held: &Held<D>, cell: &Open<D>) -> [D; LANES] {
    let [row, column, block] = cell.houses.map(|house| &held[usize::from(house)]);
    let mut digits = cell.empty;
    for lane in 0..LANES {
        digits[lane] = digits[lane] & !(row[lane] | column[lane] | block[lane]);
    }
    digits
}

/// Adds digits to the houses of a cell.
#[inline(always)]
fn fill<D: Digits>(held: &mut Held<D>, houses: [u8; 3], digits: &[D; LANES]) {
    for house in houses {
        let held = &mut held[usize::from(house)];
        for lane in 0..LANES {
            held[lane] = held[lane] | digits[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::grid::{Digit, Grid};
    use crate::text::parse_cells;

    #[test]
    fn counts_by_hand() {
        let puzzle = |cells: &[u8]| parse_cells(cells).unwrap();
        // Row 1 lacks only the 4; then its column and box lack only one digit each.
        let small = start_statistics(&[puzzle(b"123.34122143....")]);
        assert_eq!(small, [StartStatistics { candidates_per_cell: 1.0, singles: 5 }]);
        let empty = start_statistics(&[puzzle(&[b'.'; 81])]);
        assert_eq!(empty, [StartStatistics { candidates_per_cell: 9.0, singles: 0 }]);
        let full = start_statistics(&[puzzle(b"1234341221434321")]);
        assert_eq!(full, [StartStatistics { candidates_per_cell: 0.0, singles: 0 }]);
    }

    /// The statistics as they are defined, one cell after another.
    fn by_definition(puzzle: &Puzzle) -> StartStatistics {
        let layout = puzzle.layout();
        let mut grid = puzzle.grid().clone();
        let allowed = |grid: &Grid, cell| {
            let seen: Vec<u8> =
                layout.peers(cell).iter().map(|peer| grid.values()[peer.index()]).collect();
            (1..=layout.order() as u8).filter(|digit| !seen.contains(digit)).collect::<Vec<u8>>()
        };
        let empty: Vec<_> =
            layout.cells().iter().filter(|&&cell| grid.digit(cell).is_none()).collect();
        let candidates: usize = empty.iter().map(|&&cell| allowed(&grid, cell).len()).sum();
        let filled = grid.filled();
        loop {
            let before = grid.filled();
            for &cell in layout.cells() {
                if let (None, [digit]) = (grid.digit(cell), &allowed(&grid, cell)[..]) {
                    grid.set(cell, Some(Digit::new(*digit)));
                }
            }
            if grid.filled() == before {
                return StartStatistics {
                    candidates_per_cell: candidates as f32 / empty.len().max(1) as f32,
                    singles: (before - filled) as u16,
                };
            }
        }
    }

    #[test]
    fn any_puzzles_in_step_give_what_the_definition_gives() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for layout in Layout::all() {
            let cells = layout.cells();
            // One given more at a time, wherever the rules allow it: most of these puzzles
            // have no solution.
            let mut puzzle = Puzzle::empty(layout);
            let mut puzzles = vec![puzzle.clone()];
            for _ in 0..6 * cells.len() {
                let mut grid = puzzle.grid().clone();
                let digit = Digit::new(rng.random_range(1..=layout.order() as u8));
                grid.set(cells[rng.random_range(0..cells.len())], Some(digit));
                puzzle = Puzzle::new(grid).unwrap_or(puzzle);
                if rng.random_ratio(1, 8) {
                    puzzles.push(puzzle.clone());
                }
            }
            let expected: Vec<StartStatistics> = puzzles.iter().map(by_definition).collect();
            assert_eq!(start_statistics(&puzzles), expected);
            // And so do the instructions that every machine has.
            for (puzzles, expected) in puzzles.chunks(LANES).zip(expected.chunks(LANES)) {
                let values = from_fn(|lane| puzzles.get(lane).unwrap_or(&puzzles[0]).values());
                assert_eq!(in_step::<u32>(layout, values)[..puzzles.len()], *expected);
            }
        }
    }
}
