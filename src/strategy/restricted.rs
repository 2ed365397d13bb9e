//! Restricted commons: digits that only one of two almost locked sets can hold.
//!
//! A digit is a restricted common of two sets when all its cells in the one see all its cells in
//! the other. Many sets hold a digit in the same cells; these have it in common with the same
//! other sets, which are found once for all of them, as a set of sets.

use super::Studied;
use super::almost_locked::AlmostLocked;
use super::chain::{add, words_for};
use crate::grid::{Cell, CellSet, Digit, Layout};

/// By set and digit, the sets with which it has the digit as a restricted common.
pub(super) struct Restricted {
    words: usize,
    order: usize,
    /// Where the partners of a set by a digit begin.
    places: Vec<usize>,
    partners: Vec<u64>,
}

impl Restricted {
    /// Those of the sets of a grid; some are missing if the search was stopped.
    pub(super) fn of(grid: &Studied<'_>, sets: &[AlmostLocked]) -> Restricted {
        let (words, order) = (words_for(sets.len()), grid.order());
        let layout = grid.layout();
        // The first partners are none.
        let mut places = vec![0; sets.len() * order];
        let mut partners = Vec::with_capacity(sets.len() * words);
        partners.resize(words, 0);
        let mut groups = Groups::new(words);
        for digit in Digit::all(order) {
            let in_grid = grid.places(digit);
            groups.clear();
            for (number, set) in sets.iter().enumerate() {
                if set.digits.contains(digit) {
                    groups.add(set.cells & in_grid, number, layout);
                }
            }
            // Where the partners of each group begin.
            let mut starts = vec![0; groups.all.len()];
            for (group, start) in groups.all.iter().zip(&mut starts) {
                let seen = layout.common_peers(group.cells) & in_grid;
                if grid.poll().is_break() {
                    break;
                }
                if seen.is_empty() {
                    continue;
                }
                *start = partners.len();
                partners.resize(*start + words, 0);
                groups.add_within(seen, &mut partners[*start..], layout);
            }
            for &(set, group) in &groups.holders {
                places[set * order + digit.index()] = starts[group];
            }
        }
        Restricted { words, order, places, partners }
    }

    /// The sets with which a set has a digit as a restricted common, 64 to a word.
    pub(super) fn partners(&self, set: usize, digit: Digit) -> &[u64] {
        &self.partners[self.places[set * self.order + digit.index()]..][..self.words]
    }
}

/// The sets that hold a digit, by the cells that they hold it in.
struct Groups {
    all: Vec<Group>,
    /// By group the sets, so many words of 64.
    members: Vec<u64>,
    words: usize,
    /// By cell the newest group whose last cell it is.
    newest: [Option<usize>; CellSet::MAX_ORDER * CellSet::MAX_ORDER],
    /// Sets, each with its group.
    holders: Vec<(usize, usize)>,
}

struct Group {
    cells: CellSet,
    /// The group before this one with the same last cell.
    before: Option<usize>,
}

impl Groups {
    fn new(words: usize) -> Groups {
        let newest = [None; CellSet::MAX_ORDER * CellSet::MAX_ORDER];
        let members = Vec::with_capacity(words << 7);
        Groups { all: Vec::new(), members, words, newest, holders: Vec::new() }
    }

    fn clear(&mut self) {
        self.all.clear();
        self.members.clear();
        self.holders.clear();
        self.newest.fill(None);
    }

    /// Adds a set that holds the digit in these cells, of which there is one at least.
    fn add(&mut self, cells: CellSet, set: usize, layout: &Layout) {
        let Some(last) = cells.last(layout) else { return };
        let known = self.ending_in(last).find(|&group| self.all[group].cells == cells);
        let group = known.unwrap_or_else(|| {
            let before = self.newest[last.index()].replace(self.all.len());
            self.all.push(Group { cells, before });
            self.members.resize(self.members.len() + self.words, 0);
            self.all.len() - 1
        });
        self.members[group * self.words + set / 64] |= 1 << (set % 64);
        self.holders.push((set, group));
    }

    /// The groups with this last cell.
    fn ending_in(&self, last: Cell) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.newest[last.index()], |&group| self.all[group].before)
    }

    /// Adds the sets that hold the digit in some of these cells only.
    fn add_within(&self, cells: CellSet, sets: &mut [u64], layout: &Layout) {
        let ends = cells.cells(layout).flat_map(|last| self.ending_in(last));
        for group in ends.filter(|&group| self.all[group].cells.is_subset(cells)) {
            add(sets, &self.members[group * self.words..][..self.words]);
        }
    }
}
