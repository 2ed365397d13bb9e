//! Restricted commons: digits that only one of two almost locked sets can hold.
//!
//! A digit is a restricted common of two sets when all its cells in the one see all its cells in
//! the other. Many sets hold a digit in the same cells; these have it in common with the same
//! other sets, which are found once for all of them, as a set of sets.

use super::Studied;
use super::almost_locked::AlmostLocked;
use crate::grid::{CellSet, Digit};

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
        let (words, order) = (sets.len().div_ceil(64), grid.order());
        let layout = grid.layout();
        // The first partners are none.
        let (mut places, mut partners) = (vec![0; sets.len() * order], vec![0; words]);
        let mut holders: Vec<(CellSet, usize)> = Vec::with_capacity(sets.len());
        for digit in Digit::all(order) {
            let in_grid = grid.places(digit);
            let with_digit = (0..sets.len()).filter(|&set| sets[set].digits.contains(digit));
            holders.clear();
            holders.extend(with_digit.map(|set| (sets[set].cells & in_grid, set)));
            // The order is that of their last cells first of all.
            holders.sort_unstable();
            let groups: Vec<_> = holders.chunk_by(|a, b| a.0 == b.0).collect();
            let mut by_last = [const { 0..0 }; CellSet::MAX_ORDER * CellSet::MAX_ORDER];
            for (number, group) in groups.iter().enumerate() {
                let Some(last) = group[0].0.last(layout) else { continue };
                let groups = &mut by_last[last.index()];
                let start = if groups.end == 0 { number } else { groups.start };
                *groups = start..number + 1;
            }
            for alike in &groups {
                let seen = layout.common_peers(alike[0].0) & in_grid;
                if grid.poll().is_break() {
                    break;
                }
                if seen.is_empty() {
                    continue;
                }
                let place = partners.len();
                alike.iter().for_each(|&(_, set)| places[set * order + digit.index()] = place);
                partners.resize(place + words, 0);
                let partners = &mut partners[place..];
                let others =
                    seen.cells(layout).flat_map(|last| &groups[by_last[last.index()].clone()]);
                for others in others.filter(|others| others[0].0.is_subset(seen)) {
                    others.iter().for_each(|&(_, set)| partners[set / 64] |= 1 << (set % 64));
                }
            }
        }
        Restricted { words, order, places, partners }
    }

    /// The sets with which a set has a digit as a restricted common, 64 to a word.
    pub(super) fn partners(&self, set: usize, digit: Digit) -> &[u64] {
        &self.partners[self.places[set * self.order + digit.index()]..][..self.words]
    }
}
