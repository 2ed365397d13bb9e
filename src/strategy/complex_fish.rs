//! Complex fish: Franken and mutant fish, with and without fins.
//!
//! A fish needs no parallel lines. Take any k houses as *base* and any other k as
//! *cover*. The base holds the digit k times if no cell lies in two of its houses;
//! the cover can hold it k times at most. So if the cover contains every place of
//! the base, it holds the digit in the base and nowhere else:
//!
//! - a cell of the cover outside the base is false;
//! - a cell of the base in two houses of the cover is false, too: it would use up
//!   two and leave k − 1 for the rest (a *cannibalistic* fish).
//!
//! Places of the base outside the cover are *fins*, and so are those in two houses
//! of the base (*endo fins*): a fish with fins only eliminates what sees them all.
//!
//! ```text
//!          base                       cover
//! basic    rows                       columns          (or the other way round)
//! Franken  rows and boxes             columns and boxes
//! mutant   anything else
//! ```
//!
//! The search goes through the bases and asks of every place x what it would take
//! to eliminate it: the places of the base that x does not see must be covered by
//! houses other than the one that covers x. Two fish of one base whose covers
//! differ in a single house are once more reported as one step (*siamese* fish).
//!
//! Basic fish are found [elsewhere](super::fish), with [fins](super::finned_fish)
//! too. Source: the steps of HoDoKu.

use std::ops::{ControlFlow, RangeInclusive};

use super::cover::members;
use super::{Deduction, Found, Level, Mark, Pattern, Role, Sizes, Step, Strategy, words};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, House};

pub(super) const FRANKEN_X_WING: Strategy = Strategy {
    codes: &["0330"],
    find: |grid, found| find(grid, Family::Franken, 2..=2, false, found),
    ..row("franken-x-wing", "Franken X-Wing", Level::Unfair, 300)
};
pub(super) const FRANKEN_SWORDFISH: Strategy = Strategy {
    codes: &["0331"],
    find: |grid, found| find(grid, Family::Franken, 3..=3, false, found),
    ..row("franken-swordfish", "Franken Swordfish", Level::Unfair, 350)
};
pub(super) const FRANKEN_JELLYFISH: Strategy = Strategy {
    codes: &["0332"],
    find: |grid, found| find(grid, Family::Franken, 4..=4, false, found),
    ..row("franken-jellyfish", "Franken Jellyfish", Level::Unfair, 370)
};
pub(super) const LARGER_FRANKEN_FISH: Strategy = Strategy {
    codes: &["0333", "0334", "0335"],
    find: |grid, found| find(grid, Family::Franken, 5..=7, false, found),
    ..row("larger-franken-fish", "Larger Franken Fish", Level::Extreme, 470)
};
pub(super) const FINNED_FRANKEN_X_WING: Strategy = Strategy {
    codes: &["0340", "03401"],
    find: |grid, found| find(grid, Family::Franken, 2..=2, true, found),
    ..row("finned-franken-x-wing", "Finned Franken X-Wing", Level::Unfair, 390)
};
pub(super) const FINNED_FRANKEN_SWORDFISH: Strategy = Strategy {
    codes: &["0341", "03411"],
    find: |grid, found| find(grid, Family::Franken, 3..=3, true, found),
    ..row("finned-franken-swordfish", "Finned Franken Swordfish", Level::Unfair, 410)
};
pub(super) const FINNED_FRANKEN_JELLYFISH: Strategy = Strategy {
    codes: &["0342", "03421"],
    find: |grid, found| find(grid, Family::Franken, 4..=4, true, found),
    ..row("finned-franken-jellyfish", "Finned Franken Jellyfish", Level::Unfair, 430)
};
pub(super) const LARGER_FINNED_FRANKEN_FISH: Strategy = Strategy {
    codes: &["0343", "0344", "0345", "03431", "03441", "03451"],
    find: |grid, found| find(grid, Family::Franken, 5..=7, true, found),
    ..row("larger-finned-franken-fish", "Larger Finned Franken Fish", Level::Extreme, 470)
};
pub(super) const MUTANT_X_WING: Strategy = Strategy {
    codes: &["0350"],
    find: |grid, found| find(grid, Family::Mutant, 2..=2, false, found),
    ..row("mutant-x-wing", "Mutant X-Wing", Level::Extreme, 450)
};
pub(super) const MUTANT_SWORDFISH: Strategy = Strategy {
    codes: &["0351"],
    find: |grid, found| find(grid, Family::Mutant, 3..=3, false, found),
    ..row("mutant-swordfish", "Mutant Swordfish", Level::Extreme, 450)
};
pub(super) const MUTANT_JELLYFISH: Strategy = Strategy {
    codes: &["0352"],
    find: |grid, found| find(grid, Family::Mutant, 4..=4, false, found),
    ..row("mutant-jellyfish", "Mutant Jellyfish", Level::Extreme, 450)
};
pub(super) const LARGER_MUTANT_FISH: Strategy = Strategy {
    codes: &["0353", "0354", "0355"],
    find: |grid, found| find(grid, Family::Mutant, 5..=7, false, found),
    ..row("larger-mutant-fish", "Larger Mutant Fish", Level::Extreme, 470)
};
pub(super) const FINNED_MUTANT_X_WING: Strategy = Strategy {
    codes: &["0360", "03601"],
    find: |grid, found| find(grid, Family::Mutant, 2..=2, true, found),
    ..row("finned-mutant-x-wing", "Finned Mutant X-Wing", Level::Extreme, 470)
};
pub(super) const FINNED_MUTANT_SWORDFISH: Strategy = Strategy {
    codes: &["0361", "03611"],
    find: |grid, found| find(grid, Family::Mutant, 3..=3, true, found),
    ..row("finned-mutant-swordfish", "Finned Mutant Swordfish", Level::Extreme, 470)
};
pub(super) const FINNED_MUTANT_JELLYFISH: Strategy = Strategy {
    codes: &["0362", "03621"],
    find: |grid, found| find(grid, Family::Mutant, 4..=4, true, found),
    ..row("finned-mutant-jellyfish", "Finned Mutant Jellyfish", Level::Extreme, 470)
};
pub(super) const LARGER_FINNED_MUTANT_FISH: Strategy = Strategy {
    codes: &["0363", "0364", "0365", "03631", "03641", "03651"],
    find: |grid, found| find(grid, Family::Mutant, 5..=7, true, found),
    ..row("larger-finned-mutant-fish", "Larger Finned Mutant Fish", Level::Extreme, 470)
};

const fn row(name: &'static str, title: &'static str, level: Level, score: u16) -> Strategy {
    Strategy {
        name,
        title,
        source: "",
        level,
        score,
        uniqueness: false,
        codes: &[],
        sizes: Sizes::UpToNine,
        find: |_, _| ControlFlow::Continue(()),
        explain,
    }
}

/// What houses a fish may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Lines of one direction and boxes against lines of the other and boxes.
    Franken,
    /// Anything beyond that.
    Mutant,
}

/// Houses by their index, as bits.
type Houses = u32;

/// A digit, and what its fish may be made of.
struct Waters<'a> {
    grid: &'a CandidateGrid,
    digit: Digit,
    finned: bool,
    family: Family,
    base: Houses,
    cover: Houses,
    /// The digit's places in each house.
    places: Vec<CellSet>,
}

/// A cover of some base, and what it eliminates.
struct Fish {
    cover: Houses,
    fins: CellSet,
    eliminated: CellSet,
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

fn find(
    grid: &CandidateGrid,
    family: Family,
    sizes: RangeInclusive<usize>,
    finned: bool,
    found: Found<'_>,
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
            let waters = Waters { grid, digit, finned, family, base, cover, places };
            for size in sizes.clone() {
                let none = Base {
                    houses: 0,
                    places: CellSet::EMPTY,
                    endo: CellSet::EMPTY,
                    targets: everywhere,
                };
                waters.extend(size, size, none, &mut fish, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Waters<'_> {
    /// Adds houses after the last to a base until it has `missing` more.
    fn extend(
        &self,
        size: usize,
        missing: usize,
        base: Base,
        fish: &mut Vec<Fish>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return self.catch(size, base, fish, found);
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
                    self.extend(size, missing - 1, next, fish, found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets that see all endo fins, and that leave no more of the base to
    /// cover than `size` houses can.
    fn targets(&self, size: usize, base: Base) -> CellSet {
        let layout = self.grid.layout();
        if !self.finned {
            let enough = self.at_least(base.places, size) <= size;
            return if enough { base.targets } else { CellSet::EMPTY };
        }
        let mut targets = base.targets;
        if !base.endo.is_empty() {
            targets &= layout.common_peers(base.endo);
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
    fn catch(
        &self,
        size: usize,
        base: Base,
        fish: &mut Vec<Fish>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        let layout = self.grid.layout();
        fish.clear();
        if !self.finned {
            self.cover(size, base, base.places, 0, fish);
        }
        for target in base.targets.cells(layout).filter(|_| self.finned) {
            let unseen = base.places - layout.peer_set(target) - CellSet::only(target);
            let over = layout.houses_at(target).map(|house| 1 << house.index());
            let over = over.map(|house: Houses| house & self.cover & !base.houses);
            for (i, &first) in over.iter().enumerate().filter(|&(_, &house)| house != 0) {
                if !base.places.contains(target) {
                    self.cover(size - 1, base, unseen, first, fish);
                    continue;
                }
                for &second in over[i + 1..].iter().filter(|&&house| house != 0) {
                    self.cover(size - 2, base, unseen, first | second, fish);
                }
            }
        }
        for caught in &*fish {
            found(self.step(base, &[caught]))?;
        }
        for (i, first) in fish.iter().enumerate().filter(|_| self.finned) {
            for second in &fish[i + 1..] {
                let near = (first.cover & !second.cover).is_power_of_two();
                if near && !second.eliminated.is_subset(first.eliminated) {
                    found(self.step(base, &[first, second]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Covers the cells `open` with `spare` more houses, and the fish's fins with
    /// what is left of these.
    fn cover(&self, spare: usize, base: Base, open: CellSet, cover: Houses, fish: &mut Vec<Fish>) {
        let layout = self.grid.layout();
        let usable = self.cover & !base.houses & !cover;
        if let Some(cell) = open.first(layout) {
            for house in layout.houses_at(cell).map(House::index) {
                if spare > 0 && usable >> house & 1 == 1 {
                    let open = open - self.places[house];
                    self.cover(spare - 1, base, open, cover | 1 << house, fish);
                }
            }
            return;
        }
        let fins = members(cover).fold(base.places, |fins, house| fins - self.places[house]);
        if spare > 0 {
            for house in members(usable).filter(|&house| self.places[house].meets(fins)) {
                self.cover(spare - 1, base, open, cover | 1 << house, fish);
            }
        } else if !fish.iter().any(|caught| caught.cover == cover)
            && self.belongs(base.houses, cover)
        {
            fish.extend(self.fish(base, cover, fins | base.endo));
        }
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
        wanted.then_some(Fish { cover, fins, eliminated })
    }

    /// What one fish concludes, or several of one base.
    fn step(&self, base: Base, fish: &[&Fish]) -> Step {
        let (layout, digit) = (self.grid.layout(), self.digit);
        let none = CellSet::EMPTY;
        let fins = fish.iter().fold(none, |all, caught| all | caught.fins);
        let eliminated = fish.iter().fold(none, |all, caught| all | caught.eliminated);
        let mark = |cell: Cell| {
            let role = if fins.contains(cell) { Role::Fin } else { Role::Base };
            Mark { cell, digit, role }
        };
        let houses = |bits: Houses| members(bits).map(|house| layout.houses()[house]);
        let cover = fish.iter().fold(0, |all, caught| all | caught.cover);
        Step {
            pattern: Pattern {
                digits: DigitSet::only(digit),
                cells: base.places.cells(layout).collect(),
                houses: houses(base.houses).chain(houses(cover)).collect(),
                marks: base.places.cells(layout).map(mark).collect(),
            },
            deductions: Deduction::eliminate(eliminated, digit, self.grid).collect(),
        }
    }
}

fn explain(step: &Step) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    // Of a siamese fish the covers have one house more than the base together.
    let (base, cover) = houses.split_at(houses.len() / 2);
    let (base, cover, digit) = (words::list(base), words::list(cover), words::list(*digits));
    let fins = words::list(step.pattern.cells_of(Role::Fin));
    match fins.is_empty() {
        true => format!(
            "{cover} contain every place for {digit} of {base}, which take {digit} as often as \
             they can hold it, so {digit} is nowhere else in them, nor in two of them."
        ),
        false => format!(
            "But for the fins {fins} the houses {cover} contain every place for {digit} of \
             {base}, so what they would clear and the fins see as well does not hold {digit}."
        ),
    }
}
