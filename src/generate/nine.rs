//! Random full grids of 9×9.
//!
//! The cell with the fewest candidates, the first of them in reading order, gets one
//! of its candidates, each as likely as any; where that leaves a cell without
//! candidate or a house without place for a digit, another is tried, and so back.
//! No single is looked for: a cell with one candidate is simply the next.
//!
//! The candidates are kept by digit, as sets of cells in 81 bits. How many each cell
//! has comes of adding the nine sets, bit by bit, for all cells at once.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::lanes::{HOUSES, houses_at};

/// A set of cells, bit 9 · row + column.
type Cells = u128;

/// A grid partly filled.
#[derive(Clone, Copy)]
struct Partial {
    values: [u8; 81],
    empty: Cells,
    /// By digit, the empty cells it may go to.
    places: [Cells; 9],
    /// By digit, the houses that lack it, as bits.
    lacking: [u32; 9],
}

/// A random full grid, row by row; see [`FullGrids`](super::FullGrids) for how likely.
pub fn random_grid(rng: &mut impl Rng) -> [u8; 81] {
    const ALL: Cells = (1 << 81) - 1;
    let empty =
        Partial { values: [0; 81], empty: ALL, places: [ALL; 9], lacking: [(1 << 27) - 1; 9] };
    fill(&empty, rng).expect("the empty grid has solutions")
}

fn fill(grid: &Partial, rng: &mut impl Rng) -> Option<[u8; 81]> {
    if grid.empty == 0 {
        return Some(grid.values);
    }
    let cell = grid.tightest().trailing_zeros() as usize;
    let mut candidates = [0; 9];
    let mut count = 0;
    for (digit, places) in grid.places.iter().enumerate() {
        candidates[count] = digit;
        count += usize::from(places >> cell & 1 == 1);
    }
    let candidates = &mut candidates[..count];
    candidates.shuffle(rng);
    candidates.iter().find_map(|&digit| fill(&grid.with(cell, digit)?, rng))
}

impl Partial {
    /// The empty cells with the fewest candidates.
    fn tightest(&self) -> Cells {
        let add = |a: Cells, b: Cells, c: Cells| (a ^ b ^ c, (a & b) | (c & (a | b)));
        let [a, b, c, d, e, f, g, h, i] = self.places;
        let ((s, t), (u, v), (w, x)) = (add(a, b, c), add(d, e, f), add(g, h, i));
        let (ones, y) = add(s, u, w);
        let (sum, fours) = add(t, v, x);
        let (twos, more) = (sum ^ y, sum & y);
        [fours & more, fours ^ more, twos, ones].into_iter().fold(self.empty, |cells, bit| {
            let without = cells & !bit;
            if without == 0 { cells } else { without }
        })
    }

    /// The grid with a digit, counted from 0, in an empty cell, unless that leaves a
    /// cell without candidate or a house without place for a digit it lacks.
    fn with(&self, cell: usize, digit: usize) -> Option<Partial> {
        let mut next = *self;
        let bit = 1 << cell;
        let [row, column, number] = houses_at(cell);
        next.values[cell] = digit as u8 + 1;
        next.empty &= !bit;
        next.lacking[digit] &= !(1 << row | 1 << column | 1 << number);
        let mut lost = 0;
        for (other, places) in next.places.iter_mut().enumerate() {
            lost |= u32::from(*places & bit != 0) << other;
            *places &= !bit;
        }
        next.places[digit] &= !(HOUSES[row] | HOUSES[column] | HOUSES[number]);
        let held = next.places.iter().fold(0, |held, places| held | places);
        if next.empty & !held != 0 {
            return None;
        }
        // The other digits lose a place in the cell's houses, this one anywhere.
        for other in bits(lost & !(1 << digit)) {
            let houses = [row, column, number].into_iter();
            let mut lacking = houses.filter(|house| next.lacking[other] >> house & 1 == 1);
            if lacking.any(|house| next.places[other] & HOUSES[house] == 0) {
                return None;
            }
        }
        let stuck = |house: usize| next.places[digit] & HOUSES[house] == 0;
        (!bits(next.lacking[digit]).any(stuck)).then_some(next)
    }
}

/// The positions of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| set &= set - 1).map(|()| bit)
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::grid::{CandidateGrid, Digit, Grid, Layout, Puzzle};

    /// The same method in the words of the library.
    fn plain(grid: CandidateGrid, rng: &mut impl Rng) -> Option<Grid> {
        let empty = grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none());
        let Some(&cell) = empty.min_by_key(|&&cell| grid.candidates(cell).len()) else {
            return Some(grid.grid().clone());
        };
        let mut digits: Vec<Digit> = grid.candidates(cell).collect();
        digits.shuffle(rng);
        digits.into_iter().find_map(|digit| {
            let mut next = grid.clone();
            next.place(cell, digit);
            if next.is_contradictory() { None } else { plain(next, rng) }
        })
    }

    #[test]
    fn bits_do_what_the_candidate_grid_does() {
        let empty = CandidateGrid::new(&Puzzle::empty(Layout::nine()));
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..100 {
            let expected = plain(empty.clone(), &mut rng.clone()).unwrap();
            assert_eq!(random_grid(&mut rng)[..], *expected.values());
        }
    }

    #[test]
    fn bands_are_pure_thrice_as_often_as_among_all_grids() {
        // A band whose minirows only change places from box to box: 2 of 56 bands, and
        // all bands have about as many completions. But row by row, the first minirow
        // of the second row is one of 20, and with 2 of them the rest is forced.
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let pure = |grid: &[u8; 81]| {
            let set = |start: usize| grid[start..start + 3].iter().fold(0, |s, v| s | 1u32 << v);
            (0..3).all(|row| (0..3).any(|other| set(9 * row) == set(9 * other + 3)))
        };
        let drawn = 20_000;
        let pure = (0..drawn).filter(|_| pure(&random_grid(&mut rng))).count();
        let share = pure as f64 / f64::from(drawn);
        assert!((0.09..0.12).contains(&share), "{share}");
    }
}
