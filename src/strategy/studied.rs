//! A candidate grid under study: what several strategies work out from it, once.
//!
//! Three families of chains walk the same network, and chains, ALS-XZ and Death
//! Blossom start from the same almost locked sets. Each is made when the first of
//! them asks, and lasts as long as the grid stays as it is. Keep one while strategies
//! are tried in turn on a grid.

use std::cell::OnceCell;
use std::ops::Deref;

use super::almost_locked::{self, AlmostLocked};
use super::chain::{Kind, Network};
use crate::grid::CandidateGrid;

/// A candidate grid, and what strategies have worked out from it.
pub struct Studied<'a> {
    grid: &'a CandidateGrid,
    almost_locked: OnceCell<Vec<AlmostLocked>>,
    networks: [OnceCell<Network>; Kind::SHARED.len()],
}

impl<'a> Studied<'a> {
    /// A grid of which nothing is worked out yet.
    pub fn new(grid: &'a CandidateGrid) -> Studied<'a> {
        Studied { grid, almost_locked: OnceCell::new(), networks: Default::default() }
    }

    /// Every almost locked set of at least `smallest` cells, small ones first.
    pub(super) fn almost_locked(&self, smallest: usize) -> &[AlmostLocked] {
        let sets = self.almost_locked.get_or_init(|| almost_locked::find(self.grid));
        &sets[sets.partition_point(|set| set.cells.len() < smallest)..]
    }

    /// The network of all digits, of one of the kinds that several strategies walk.
    pub(super) fn network(&self, kind: Kind) -> &Network {
        let place = Kind::SHARED.iter().position(|&shared| shared == kind);
        let place = place.expect("other kinds are one strategy's own");
        self.networks[place].get_or_init(|| Network::new(self, kind))
    }
}

impl Deref for Studied<'_> {
    type Target = CandidateGrid;

    fn deref(&self) -> &CandidateGrid {
        self.grid
    }
}
