//! A candidate grid under study: what several strategies work out from it, once, and
//! whether the searches on it should stop.
//!
//! Three families of chains walk the same network, and chains, ALS-XZ and Death
//! Blossom start from the same almost locked sets. Each is made when the first of
//! them asks, and lasts as long as the grid stays as it is. Keep one while strategies
//! are tried in turn on a grid.

use std::cell::{Cell, OnceCell};
use std::ops::{ControlFlow, Deref};

use super::almost_locked::{self, AlmostLocked, SetsAndSeen};
use super::chain::{Kind, Network};
use super::memory::Memory;
use super::outcomes::Outcomes;
use super::stop::Stop;
use super::strong_link::{self, StrongLink};
use super::suspects::Suspects;
use crate::grid::{CandidateGrid, CellSet, Digit, DigitSet};
use crate::lanes::{Rules, Trials};

/// A candidate grid, and what strategies have worked out from it.
pub struct Studied<'a> {
    grid: &'a CandidateGrid,
    almost_locked: OnceCell<Vec<AlmostLocked>>,
    seen_from_sets: OnceCell<Vec<CellSet>>,
    /// Boxed: a grid is studied at every step, and most steps need none of them.
    networks: [OnceCell<Box<Network>>; Kind::Sets as usize + 1],
    suspects: [OnceCell<Suspects>; 3],
    outcomes: OnceCell<Box<Outcomes>>,
    /// By digit.
    strong_links: OnceCell<Vec<OnceCell<Vec<StrongLink>>>>,
    /// By size, the digits that have no basic fish with fins.
    no_fins: [Cell<DigitSet>; 8],
    memory: Option<&'a Memory>,
    /// Whether the memory knows this grid.
    looked: Cell<bool>,
    stop: Stop<'a>,
}

impl<'a> Studied<'a> {
    /// A grid of which nothing is worked out yet. Once `stop` says true, the searches on it
    /// end without a further step; it is asked now and then, at intervals well below a tenth
    /// of a second.
    pub fn new(grid: &'a CandidateGrid, stop: &'a dyn Fn() -> bool) -> Studied<'a> {
        Studied {
            grid,
            almost_locked: OnceCell::new(),
            seen_from_sets: OnceCell::new(),
            networks: Default::default(),
            suspects: Default::default(),
            outcomes: OnceCell::new(),
            strong_links: OnceCell::new(),
            no_fins: Default::default(),
            memory: None,
            looked: Cell::new(false),
            stop: Stop::new(stop),
        }
    }

    /// With a memory of the grids before.
    pub fn remembering(self, memory: &'a Memory) -> Studied<'a> {
        Studied { memory: Some(memory), ..self }
    }

    /// The memory, which knows this grid now.
    pub(super) fn memory(&self) -> Option<&Memory> {
        if let Some(memory) = self.memory.filter(|_| !self.looked.replace(true)) {
            memory.look_at(self);
        }
        self.memory
    }

    /// Whether a search on it was stopped: then that a strategy found nothing says nothing.
    pub fn stopped(&self) -> bool {
        self.stop.stopped()
    }

    /// Breaks when the search is to end: see [`Stop::poll`].
    #[inline]
    pub(super) fn poll(&self) -> ControlFlow<()> {
        self.stop.poll()
    }

    /// Asks whether to stop, before something that takes long.
    pub(super) fn ask(&self) -> ControlFlow<()> {
        self.stop.ask()
    }

    /// Every almost locked set of at least `smallest` cells, small ones first; some are
    /// missing if the search was stopped.
    pub(super) fn almost_locked(&self, smallest: usize) -> &[AlmostLocked] {
        let sets = self.almost_locked.get_or_init(|| almost_locked::find(self, &self.stop));
        &sets[sets.partition_point(|set| set.cells.len() < smallest)..]
    }

    /// Every almost locked set, and by digit the candidates that see all its places in the set.
    pub(super) fn almost_locked_and_seen(&self) -> SetsAndSeen<'_> {
        let sets = self.almost_locked(1);
        let seen = self.seen_from_sets.get_or_init(|| almost_locked::seen_from(self, sets));
        SetsAndSeen { sets, seen, order: self.order() }
    }

    /// The candidates that chains of a kind can rule out, and more; too few if the search was
    /// stopped.
    pub(super) fn suspects(&self, kind: Kind) -> &Suspects {
        let (place, rules) = match kind {
            Kind::Houses | Kind::Bivalue | Kind::All => (0, Rules::Singles),
            Kind::Grouped => (1, Rules::Locked),
            Kind::Sets => {
                let find = || Suspects::with_sets(self, &self.almost_locked_and_seen(), &self.stop);
                return self.suspects[2].get_or_init(find);
            }
        };
        self.suspects[place]
            .get_or_init(|| self.on_lanes(|trials| Suspects::of(self, trials, rules)))
    }

    /// The strong links of a digit, by house.
    pub(super) fn strong_links(&self, digit: Digit) -> &[StrongLink] {
        let none = || vec![OnceCell::new(); self.order()];
        let links = &self.strong_links.get_or_init(none)[digit.index()];
        links.get_or_init(|| strong_link::strong_links(self, digit))
    }

    /// What singles leave of a 9×9 grid under each assumption.
    pub(super) fn outcomes(&self) -> &Outcomes {
        self.outcomes.get_or_init(|| Box::new(self.on_lanes(|trials| Outcomes::of(self, trials))))
    }

    /// What a trial of assumptions on the lanes says.
    pub(super) fn on_lanes<T>(&self, ask: impl FnOnce(&mut Trials) -> T) -> T {
        match self.memory {
            Some(memory) => memory.on_lanes(ask),
            None => ask(&mut Trials::default()),
        }
    }

    /// Whether it is known that a digit has no basic fish of so many lines with fins.
    pub(super) fn has_no_fins(&self, size: usize, digit: Digit) -> bool {
        self.no_fins[size].get().contains(digit)
    }

    /// Notes that, unless the search for them was stopped.
    pub(super) fn set_no_fins(&self, size: usize, digit: Digit) {
        if !self.stopped() {
            let digits = self.no_fins[size].get();
            self.no_fins[size].set(digits | DigitSet::only(digit));
        }
    }

    /// The network of some digits, made for one search.
    pub(super) fn network_of(&self, kind: Kind, digits: DigitSet) -> Network {
        let sets = if kind == Kind::Sets { self.almost_locked(2) } else { &[] };
        Network::new(self, kind, digits, sets, &self.stop)
    }

    /// The network of all digits; incomplete if the search was stopped.
    pub(super) fn network(&self, kind: Kind) -> &Network {
        let all = DigitSet::all(self.order());
        self.networks[kind as usize].get_or_init(|| Box::new(self.network_of(kind, all)))
    }
}

impl Deref for Studied<'_> {
    type Target = CandidateGrid;

    fn deref(&self) -> &CandidateGrid {
        self.grid
    }
}
