//! The search for complex fish: Franken and mutant fish, with fins and without.
//!
//! It goes through the bases and asks of every place x what it would take to
//! eliminate it: the places of the base that x does not see must be covered by
//! houses other than the one that covers x (the two, when x is in the base). That
//! leaves few ways to go on at any time: the first place not covered yet has three
//! houses.
//!
//! Houses are bits of a word, by their index; all of it is for orders up to 9.

use std::ops::{ControlFlow, RangeInclusive};

use super::super::cover::members;
use super::found::{Fish, OfBase};
use crate::grid::{CellSet, Digit, House};
use crate::strategy::{Steps, Studied};

/// What houses a fish may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Lines of one direction and boxes against lines of the other and boxes.
    Franken,
    /// Anything beyond that.
    Mutant,
}

/// Houses by their index, as bits.
type Houses = u32;

/// A digit, and what its fish may be made of.
struct Search<'a> {
    grid: &'a Studied<'a>,
    digit: Digit,
    finned: bool,
    family: Family,
    base: Houses,
    cover: Houses,
    /// The digit's places in each house.
    places: Vec<CellSet>,
}

/// Base houses chosen so far.
#[derive(Clone, Copy)]
struct Base {
    houses: Houses,
    /// The digit's places in them, and those in two of them.
    places: CellSet,
    endo: CellSet,
    /// What may still be eliminated.
    targets: CellSet,
}

/// Reports the fish of a family, of these sizes, with fins or without.
pub fn find(
    grid: &Studied<'_>,
    family: Family,
    sizes: RangeInclusive<usize>,
    finned: bool,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let (layout, order) = (grid.layout(), grid.order());
    let kind = |kind: usize| ((1 << order) - 1) << (kind * order);
    let (rows, columns, boxes): (Houses, Houses, Houses) = (kind(0), kind(1), kind(2));
    let ways = match family {
        Family::Franken => &[(rows | boxes, columns | boxes), (columns | boxes, rows | boxes)][..],
        Family::Mutant => &[(rows | columns | boxes, rows | columns | boxes)],
    };
    let mut fish = Vec::new();
    for digit in Digit::all(order) {
        let everywhere = grid.places(digit);
        let places: Vec<CellSet> =
            layout.houses().iter().map(|&house| layout.house_set(house) & everywhere).collect();
        let open = |houses: Houses| {
            let open = |&house: &usize| places[house].is_plural();
            members(houses).filter(open).fold(0, |all, house| all | 1 << house)
        };
        for &(base, cover) in ways {
            let (base, cover, places) = (open(base), open(cover), places.clone());
            let search = Search { grid, digit, finned, family, base, cover, places };
            for size in sizes.clone() {
                let none = Base {
                    houses: 0,
                    places: CellSet::EMPTY,
                    endo: CellSet::EMPTY,
                    targets: everywhere,
                };
                search.extend(size, size, none, &mut fish, steps)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Search<'_> {
    /// Adds houses after the last to a base until it has `missing` more.
    fn extend(
        &self,
        size: usize,
        missing: usize,
        base: Base,
        fish: &mut Vec<Fish>,
        steps: &mut Steps<'_>,
    ) -> ControlFlow<()> {
        self.grid.poll()?;
        if missing == 0 {
            return self.report(size, base, fish, steps);
        }
        let later = !0_u32 << (Houses::BITS - base.houses.leading_zeros());
        for house in members(self.base & if base.houses == 0 { !0 } else { later }) {
            let places = self.places[house];
            let mut next = Base {
                houses: base.houses | 1 << house,
                places: base.places | places,
                endo: base.endo | (base.places & places),
                targets: base.targets,
            };
            if next.endo.is_empty() || self.finned {
                next.targets = self.targets(size, next);
                if !next.targets.is_empty() {
                    self.extend(size, missing - 1, next, fish, steps)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets that see all endo fins, and that leave no more of the base to
    /// cover than `size` houses can.
    fn targets(&self, size: usize, base: Base) -> CellSet {
        let layout = self.grid.layout();
        let mut targets = base.targets;
        if !base.endo.is_empty() {
            targets &= layout.common_peers(base.endo);
        }
        // One house more than the base has would always do.
        if !self.finned || base.houses.count_ones() as usize + 2 <= size {
            return targets;
        }
        targets
            .cells(layout)
            .filter(|&target| {
                let spare = size - 1 - usize::from(base.places.contains(target));
                let unseen = base.places - layout.peer_set(target) - CellSet::only(target);
                self.at_least(unseen, spare) <= spare
            })
            .collect()
    }

    /// How many houses it takes at least to cover these cells, counted to one more
    /// than `enough`: cells that do not see each other take one each.
    fn at_least(&self, cells: CellSet, enough: usize) -> usize {
        let layout = self.grid.layout();
        let mut rest = cells;
        let mut count = 0;
        while let Some(cell) = rest.first(layout).filter(|_| count <= enough) {
            rest = rest - layout.peer_set(cell) - CellSet::only(cell);
            count += 1;
        }
        count
    }

    /// Reports the fish of a base.
    fn report(
        &self,
        size: usize,
        base: Base,
        fish: &mut Vec<Fish>,
        steps: &mut Steps<'_>,
    ) -> ControlFlow<()> {
        let layout = self.grid.layout();
        fish.clear();
        if !self.finned {
            self.cover(size, base, base.places, 0, fish)?;
        }
        for target in base.targets.cells(layout).filter(|_| self.finned) {
            let unseen = base.places - layout.peer_set(target) - CellSet::only(target);
            let over = layout.houses_at(target).map(|house| 1 << house.index());
            let over = over.map(|house: Houses| house & self.cover & !base.houses);
            for (i, &first) in over.iter().enumerate().filter(|&(_, &house)| house != 0) {
                if !base.places.contains(target) {
                    self.cover(size - 1, base, unseen, first, fish)?;
                    continue;
                }
                for &second in over[i + 1..].iter().filter(|&&house| house != 0) {
                    self.cover(size - 2, base, unseen, first | second, fish)?;
                }
            }
        }
        let houses = layout.houses();
        let of_base = OfBase {
            digit: self.digit,
            base_houses: houses,
            cover_houses: houses,
            base: base.houses,
            marked: true,
            cells: &|| base.places.cells(layout).collect(),
        };
        let near = |first: &Fish, second: &Fish| {
            self.finned && (first.cover & !second.cover).is_power_of_two()
        };
        of_base.add_all(fish, |_| true, near, steps)
    }

    /// Covers the cells `open` with `spare` more houses, and the fish's fins with
    /// what is left of these.
    fn cover(
        &self,
        spare: usize,
        base: Base,
        open: CellSet,
        cover: Houses,
        fish: &mut Vec<Fish>,
    ) -> ControlFlow<()> {
        let layout = self.grid.layout();
        let usable = self.cover & !base.houses & !cover;
        if let Some(cell) = open.first(layout) {
            for house in layout.houses_at(cell).map(House::index) {
                if spare > 0 && usable >> house & 1 == 1 {
                    let open = open - self.places[house];
                    self.cover(spare - 1, base, open, cover | 1 << house, fish)?;
                }
            }
            return ControlFlow::Continue(());
        }
        let fins = members(cover).fold(base.places, |fins, house| fins - self.places[house]);
        if spare > 0 {
            self.grid.poll()?;
            for house in members(usable).filter(|&house| self.places[house].meets(fins)) {
                self.cover(spare - 1, base, open, cover | 1 << house, fish)?;
            }
        } else if !fish.iter().any(|known| known.cover == cover) && self.belongs(base.houses, cover)
        {
            fish.extend(self.fish(base, cover, fins | base.endo));
        }
        ControlFlow::Continue(())
    }

    /// Whether base and cover make a fish of the family and not of a smaller one.
    fn belongs(&self, base: Houses, cover: Houses) -> bool {
        let order = self.grid.order();
        let kinds = |houses: Houses| {
            [0, 1, 2].map(|kind| houses >> (kind * order) & ((1 << order) - 1) != 0)
        };
        let (base, cover) = (kinds(base), kinds(cover));
        let against = |a: usize, b: usize| !base[b] && !cover[a];
        let franken = against(0, 1) || against(1, 0);
        match self.family {
            Family::Franken => franken && (base[2] || cover[2]),
            Family::Mutant => !franken,
        }
    }

    /// The fish of a base, a cover and the fins they leave, if it eliminates
    /// something and has fins as it should.
    fn fish(&self, base: Base, cover: Houses, fins: CellSet) -> Option<Fish> {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in members(cover) {
            twice |= once & self.places[house];
            once |= self.places[house];
        }
        let mut eliminated = (once - base.places) | (twice & base.places);
        if !fins.is_empty() {
            eliminated &= self.grid.layout().common_peers(fins);
        }
        let wanted = fins.is_empty() != self.finned && !eliminated.is_empty();
        let cells = |cells: CellSet| cells.cells(self.grid.layout()).collect();
        wanted.then(|| Fish {
            cover,
            sashimi: false,
            fins: cells(fins),
            eliminated: cells(eliminated),
        })
    }
}
