//! Almost locked sets: n cells of a house with n + 1 candidates together.
//!
//! Take any one of its digits away and the set is locked: the n cells hold the other n
//! digits. So of any two digits of the set at least one is in it. A cell with two
//! candidates is the smallest such set.
//!
//! This file only finds the sets; ALS-XZ, ALS-XY-Wing, ALS chains, Death Blossom and
//! the chains of [`chain`](super::chain) reason with them.
//!
//! Source: the Sudoku players' forum, 2005 (B. Hinterland and others); HoDoKu's terms.

use super::stop::Stop;
use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet, HouseKind};
use crate::lanes::{Kernel, run_wide};

/// Cells of a house, and their candidates, one more than cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AlmostLocked {
    pub(super) cells: CellSet,
    pub(super) digits: DigitSet,
}

/// Almost locked sets, and for each by digit the candidates that see all its places in the set.
#[derive(Clone, Copy)]
pub(super) struct SetsAndSeen<'a> {
    pub(super) sets: &'a [AlmostLocked],
    /// As [`seen_from`] has them.
    pub(super) seen: &'a [CellSet],
    pub(super) order: usize,
}

impl<'a> SetsAndSeen<'a> {
    pub(super) fn iter(self) -> impl Iterator<Item = (&'a AlmostLocked, &'a [CellSet])> {
        self.sets.iter().zip(self.seen.chunks_exact(self.order))
    }
}

/// Every almost locked set, small ones first; only some if the search is stopped.
pub(super) fn find(grid: &CandidateGrid, stop: &Stop<'_>) -> Vec<AlmostLocked> {
    run_wide(Find { grid, stop })
}

/// The search for them, compiled for machines that count bits.
struct Find<'a> {
    grid: &'a CandidateGrid,
    stop: &'a Stop<'a>,
}

impl Kernel for Find<'_> {
    type Output = Vec<AlmostLocked>;

    #[inline(always)]
    fn run(self) -> Vec<AlmostLocked> {
        let Find { grid, stop } = self;
        let layout = grid.layout();
        let mut by_size: [_; CellSet::MAX_ORDER] = std::array::from_fn(|_| Vec::with_capacity(64));
        let mut empty: Vec<Cell> = Vec::with_capacity(grid.order());
        for &house in layout.houses() {
            if stop.poll().is_break() {
                break;
            }
            empty.clear();
            let cells = layout.house_cells(house).iter().copied();
            empty.extend(cells.filter(|&cell| grid.digit(cell).is_none()));
            each_of(grid, &empty, &mut |size, set| {
                // What lies in a line of the box is found there.
                let in_line = || {
                    let lines = set.cells.first(layout).map(|cell| layout.houses_at(cell));
                    lines.is_some_and(|[row, column, _]| {
                        set.cells.is_subset(layout.house_set(row))
                            || set.cells.is_subset(layout.house_set(column))
                    })
                };
                let known = match house.kind() {
                    HouseKind::Row => false,
                    HouseKind::Column => size == 1,
                    HouseKind::Box => in_line(),
                };
                if !known {
                    by_size[size].push(set);
                }
            });
        }
        for sets in &mut by_size {
            // No two have the same cells.
            sets.sort_unstable_by_key(|set| set.cells);
        }
        by_size.concat()
    }
}

/// By set and digit, `set * order + digit`, the candidates that see all its places in the set;
/// of digits that the set lacks, none.
pub(super) fn seen_from(grid: &CandidateGrid, sets: &[AlmostLocked]) -> Vec<CellSet> {
    run_wide(SeenFrom { grid, sets })
}

struct SeenFrom<'a> {
    grid: &'a CandidateGrid,
    sets: &'a [AlmostLocked],
}

impl Kernel for SeenFrom<'_> {
    type Output = Vec<CellSet>;

    #[inline(always)]
    fn run(self) -> Vec<CellSet> {
        let SeenFrom { grid, sets } = self;
        let mut seen = vec![CellSet::EMPTY; sets.len() * grid.order()];
        for (set, seen) in sets.iter().zip(seen.chunks_exact_mut(grid.order())) {
            for digit in set.digits {
                let places = grid.places(digit);
                seen[digit.index()] = grid.layout().common_peers(places & set.cells) & places;
            }
        }
        seen
    }
}

/// Visits the almost locked sets among some cells, each with its size.
#[inline(always)]
fn each_of(grid: &CandidateGrid, cells: &[Cell], visit: &mut impl FnMut(usize, AlmostLocked)) {
    // By subset, a bit for a cell, the digits that it holds.
    let mut digits = [DigitSet::EMPTY; 1 << CellSet::MAX_ORDER];
    for (place, &cell) in cells.iter().enumerate() {
        let (without, with) = digits[..2 << place].split_at_mut(1 << place);
        let candidates = grid.candidates(cell);
        with.iter_mut().zip(without).for_each(|(with, without)| *with = *without | candidates);
    }
    for (subset, &digits) in digits[..1 << cells.len()].iter().enumerate() {
        let size = subset.count_ones() as usize;
        if digits.len() == size + 1 {
            let has = |place: &usize| subset >> place & 1 == 1;
            let cells = (0..cells.len()).filter(has).map(|place| cells[place]).collect();
            visit(size, AlmostLocked { cells, digits });
        }
    }
}
