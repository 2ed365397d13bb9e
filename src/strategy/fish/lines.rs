//! The search for basic fish, with fins and without: rows covered by columns, or columns by
//! rows, on grids of any size.

use std::cell::Cell as Flag;
use std::ops::ControlFlow;

use super::super::cover::{covers, members};
use super::found::{Fish, OfBase};
use crate::grid::{Cell, Digit, House, HouseKind, MAX_ORDER};
use crate::strategy::{Steps, Studied};

/// What kind of basic fish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Basic,
    /// With fins, and a fish without them.
    Finned,
    Sashimi,
}

/// A digit in lines of one direction; a position in a line is the number of the line that
/// crosses it there.
struct Lines<'a> {
    grid: &'a Studied<'a>,
    digit: Digit,
    base: &'a [House],
    cover: &'a [House],
    positions: [u32; MAX_ORDER],
    /// How many base lines, and how many covering ones, run through a box.
    box_lines: usize,
    box_width: usize,
    /// Whether there was a fish with fins, of whatever kind.
    any_fins: &'a Flag<bool>,
}

/// Reports the fish of a digit of `LEAST` to `MOST` lines.
pub fn find<const LEAST: usize, const MOST: usize>(
    grid: &Studied<'_>,
    digit: Digit,
    kind: Kind,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    // The same search finds fish with fins of both kinds.
    let is_known = kind != Kind::Basic && (LEAST..=MOST).all(|size| grid.has_no_fins(size, digit));
    if is_known {
        return ControlFlow::Continue(());
    }
    let layout = grid.layout();
    let any_fins = Flag::new(false);
    let [rows, columns] = [HouseKind::Row, HouseKind::Column].map(|kind| layout.houses_of(kind));
    let ways = [
        (rows, columns, layout.box_rows(), layout.box_columns()),
        (columns, rows, layout.box_columns(), layout.box_rows()),
    ];
    for (base, cover, box_lines, box_width) in ways {
        let mut positions = [0; MAX_ORDER];
        for (line, &house) in positions.iter_mut().zip(base) {
            *line = grid.positions(house, digit);
        }
        let any_fins = &any_fins;
        let lines = Lines { grid, digit, base, cover, positions, box_lines, box_width, any_fins };
        for size in LEAST..=MOST {
            // Of a finned fish all but one of the covering lines at least miss the
            // fins' box.
            let most = if kind == Kind::Basic { size } else { size - 1 + box_width };
            grid.poll()?;
            covers(&positions[..base.len()], size, most, &mut |base, union| {
                lines.covered(kind, base, union, steps)
            })?;
        }
    }
    if kind != Kind::Basic && !any_fins.get() {
        (LEAST..=MOST).for_each(|size| grid.set_no_fins(size, digit));
    }
    ControlFlow::Continue(())
}

/// Reports the larger basic fish, by size.
pub fn larger(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let digits = || Digit::all(grid.order());
    digits().try_for_each(|digit| find::<5, 5>(grid, digit, Kind::Basic, steps))?;
    digits().try_for_each(|digit| find::<6, 6>(grid, digit, Kind::Basic, steps))?;
    digits().try_for_each(|digit| find::<7, 7>(grid, digit, Kind::Basic, steps))
}

impl Lines<'_> {
    /// Reports the fish of a base whose places lie in the lines of `union`.
    fn covered(&self, kind: Kind, base: u32, union: u32, steps: &mut Steps<'_>) -> ControlFlow<()> {
        let of_base = OfBase {
            digit: self.digit,
            base_houses: self.base,
            cover_houses: self.cover,
            base,
            marked: kind != Kind::Basic,
            cells: &|| members(base).flat_map(|line| self.cells(line, !0)).collect(),
        };
        if kind == Kind::Basic {
            let rest = members(union).flat_map(|line| {
                let positions = self.grid.positions(self.cover[line], self.digit) & !base;
                let cells = self.grid.layout().house_cells(self.cover[line]);
                members(positions).map(move |position| cells[position])
            });
            let eliminated = rest.collect();
            let fish = Fish { cover: union, sashimi: false, fins: Vec::new(), eliminated };
            return of_base.add(&[&fish], steps);
        }
        self.grid.poll()?;
        let fish = self.finned(base, union);
        if fish.is_empty() {
            return ControlFlow::Continue(());
        }
        self.any_fins.set(true);
        let is_kind = |fish: &Fish| fish.sashimi == (kind == Kind::Sashimi);
        of_base.add_all(&fish, is_kind, |first, second| is_kind(first) || is_kind(second), steps)
    }

    /// The fish of a base with fins in one box.
    fn finned(&self, base: u32, union: u32) -> Vec<Fish> {
        let size = base.count_ones();
        let mut fish = Vec::new();
        for start in (0..self.cover.len()).step_by(self.box_width) {
            let here = union & (((1 << self.box_width) - 1) << start);
            let beside = union & !here;
            if beside.count_ones() >= size || union.count_ones() <= size {
                continue;
            }
            // Every choice of covering lines through the box, others being fins.
            let mut choice = here & here.wrapping_sub(1);
            while choice != 0 {
                if choice.count_ones() + beside.count_ones() == size {
                    fish.extend(self.fish(base, beside | choice, here & !choice, choice));
                }
                choice = (choice - 1) & here;
            }
        }
        fish
    }

    /// The fish of a base and a cover, if its fins (in these lines) are in one box
    /// and something (in those) sees them all.
    fn fish(&self, base: u32, cover: u32, finned: u32, hit: u32) -> Option<Fish> {
        let lines = || members(base).filter(|&line| self.positions[line] & finned != 0);
        let band = lines().next()? / self.box_lines;
        if lines().any(|line| line / self.box_lines != band) {
            return None;
        }
        let first = band * self.box_lines;
        let outside = (first..first + self.box_lines).filter(|&line| base >> line & 1 == 0);
        let mut eliminated: Vec<Cell> = outside.flat_map(|line| self.cells(line, hit)).collect();
        eliminated.sort_unstable();
        (!eliminated.is_empty()).then(|| Fish {
            cover,
            sashimi: members(base).any(|line| (self.positions[line] & cover).count_ones() < 2),
            fins: lines().flat_map(|line| self.cells(line, finned)).collect(),
            eliminated,
        })
    }

    /// The digit's places in a base line at some of its positions.
    fn cells(&self, line: usize, positions: u32) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.grid.layout().house_cells(self.base[line]);
        members(positions & self.positions[line]).map(move |position| cells[position])
    }
}
