//! Finned and sashimi fish: a basic fish but for some places in one box.
//!
//! The base is k rows, the cover k columns, and the places of the base outside the
//! cover are the *fins*. If no fin is true, this is a [basic fish](super::fish) and
//! clears the rest of its cover; if one is, it clears what it sees. So a cell of
//! the cover, outside the base, that sees every fin does not hold the digit. Such a
//! cell is in another row than the fins, so it sees them through their box: all
//! fins are in one box.
//!
//! ```text
//!         c1 c2 c3 | c4 c5 c6 | c7 c8 c9
//! row 2   .  6? .  |          | .  6? 6?     but for the fin R2C9, an X-wing of
//! row 3            |          | .  -6 .      rows 2 and 5, columns 2 and 8
//! row 5   .  6? .  |          | .  6? .
//! ```
//!
//! The fish is *sashimi* when without its fins some line of the base keeps fewer
//! than two places; then it could not be a fish at all, and the fins' box holds the
//! digit all the more. Two fish of one base with different covers are once more
//! reported as one step (*siamese* fish). Likewise from columns to rows.
//!
//! Fish with boxes among their houses are [complex fish](super::complex_fish).
//! Source: the steps of HoDoKu.

use std::ops::{ControlFlow, RangeInclusive};

use super::cover::members;
use super::{Deduction, Found, Level, Mark, Pattern, Role, Sizes, Step, Strategy, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, House, HouseKind, Layout, MAX_ORDER};

pub(super) const FINNED_X_WING: Strategy = Strategy {
    name: "finned-x-wing",
    title: "Finned X-Wing",
    source: "",
    level: Level::Hard,
    score: 130,
    uniqueness: false,
    codes: &["0310", "03101"],
    sizes: Sizes::All,
    find: |grid, found| find(grid, 2..=2, false, found),
    explain: |step, _| explain(step),
};
pub(super) const FINNED_SWORDFISH: Strategy = Strategy {
    name: "finned-swordfish",
    title: "Finned Swordfish",
    level: Level::Unfair,
    score: 200,
    codes: &["0311", "03111"],
    find: |grid, found| find(grid, 3..=3, false, found),
    ..FINNED_X_WING
};
pub(super) const FINNED_JELLYFISH: Strategy = Strategy {
    name: "finned-jellyfish",
    title: "Finned Jellyfish",
    level: Level::Unfair,
    score: 250,
    codes: &["0312", "03121"],
    find: |grid, found| find(grid, 4..=4, false, found),
    ..FINNED_X_WING
};
pub(super) const LARGER_FINNED_FISH: Strategy = Strategy {
    name: "larger-finned-fish",
    title: "Larger Finned Fish",
    level: Level::Unfair,
    score: 470,
    codes: &["0313", "0314", "0315", "03131", "03141", "03151"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, 5..=7, false, found),
    ..FINNED_X_WING
};
pub(super) const SASHIMI_X_WING: Strategy = Strategy {
    name: "sashimi-x-wing",
    title: "Sashimi X-Wing",
    level: Level::Hard,
    score: 150,
    codes: &["0320", "03201"],
    find: |grid, found| find(grid, 2..=2, true, found),
    ..FINNED_X_WING
};
pub(super) const SASHIMI_SWORDFISH: Strategy = Strategy {
    name: "sashimi-swordfish",
    title: "Sashimi Swordfish",
    level: Level::Unfair,
    score: 240,
    codes: &["0321", "03211"],
    find: |grid, found| find(grid, 3..=3, true, found),
    ..FINNED_X_WING
};
pub(super) const SASHIMI_JELLYFISH: Strategy = Strategy {
    name: "sashimi-jellyfish",
    title: "Sashimi Jellyfish",
    level: Level::Unfair,
    score: 260,
    codes: &["0322", "03221"],
    find: |grid, found| find(grid, 4..=4, true, found),
    ..FINNED_X_WING
};
pub(super) const LARGER_SASHIMI_FISH: Strategy = Strategy {
    name: "larger-sashimi-fish",
    title: "Larger Sashimi Fish",
    level: Level::Unfair,
    score: 470,
    codes: &["0323", "0324", "0325", "03231", "03241", "03251"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, 5..=7, true, found),
    ..FINNED_X_WING
};

/// A digit, and what its fish may be made of.
struct Waters<'a> {
    grid: &'a CandidateGrid,
    digit: Digit,
    base: &'a [House],
    cover: &'a [House],
    /// The digit's positions in each base line; a position is the number of the
    /// covering line there.
    lines: [u32; MAX_ORDER],
    /// How many base lines, and how many covering ones, run through a box.
    box_lines: usize,
    box_width: usize,
    sashimi: bool,
}

/// A cover of some base lines; bit i stands for line i of its kind.
struct Fish {
    cover: u32,
    sashimi: bool,
    fins: Vec<Cell>,
    eliminated: Vec<Cell>,
}

fn find(
    grid: &CandidateGrid,
    sizes: RangeInclusive<usize>,
    sashimi: bool,
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout: &Layout = grid.layout();
    let [rows, columns] = [HouseKind::Row, HouseKind::Column].map(|kind| layout.houses_of(kind));
    let ways = [
        (rows, columns, layout.box_rows(), layout.box_columns()),
        (columns, rows, layout.box_columns(), layout.box_rows()),
    ];
    let mut fish = Vec::new();
    for digit in Digit::all(grid.order()) {
        for (base, cover, box_lines, box_width) in ways {
            let mut lines = [0; MAX_ORDER];
            for (line, &house) in lines.iter_mut().zip(base) {
                *line = grid.positions(house, digit);
            }
            let waters = Waters { grid, digit, base, cover, lines, box_lines, box_width, sashimi };
            for size in sizes.clone() {
                waters.extend(size, 0, 0, 0, &mut fish, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Waters<'_> {
    /// Adds lines from `from` on to a base until it has `missing` more.
    fn extend(
        &self,
        missing: usize,
        from: usize,
        base: u32,
        union: u32,
        fish: &mut Vec<Fish>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            return self.covers(base, union, fish, found);
        }
        let size = missing + base.count_ones() as usize;
        for number in from..self.base.len() {
            let line = self.lines[number];
            let union = union | line;
            // All but one of the covering lines at least miss the fins' box.
            let fits = union.count_ones() as usize <= size - 1 + self.box_width;
            if line & line.wrapping_sub(1) != 0 && fits {
                self.extend(missing - 1, number + 1, base | 1 << number, union, fish, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the finned fish of a base.
    fn covers(
        &self,
        base: u32,
        union: u32,
        fish: &mut Vec<Fish>,
        found: Found<'_>,
    ) -> ControlFlow<()> {
        let size = base.count_ones();
        fish.clear();
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
        for caught in fish.iter().filter(|caught| caught.sashimi == self.sashimi) {
            found(self.step(base, &[caught]))?;
        }
        for (i, first) in fish.iter().enumerate() {
            for second in &fish[i + 1..] {
                let kind = [first, second].iter().any(|caught| caught.sashimi == self.sashimi);
                let new = |cell: &Cell| !first.eliminated.contains(cell);
                if kind && second.eliminated.iter().any(new) {
                    found(self.step(base, &[first, second]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The fish of a base and a cover, if its fins (in these lines) are in one box
    /// and something (in those) sees them all.
    fn fish(&self, base: u32, cover: u32, finned: u32, hit: u32) -> Option<Fish> {
        let lines = || members(base).filter(|&line| self.lines[line] & finned != 0);
        let band = lines().next()? / self.box_lines;
        if lines().any(|line| line / self.box_lines != band) {
            return None;
        }
        let layout = self.grid.layout();
        let cells = |line: usize, positions: u32| {
            let cells = layout.house_cells(self.base[line]);
            members(positions & self.lines[line]).map(|position| cells[position])
        };
        let first = band * self.box_lines;
        let outside = (first..first + self.box_lines).filter(|&line| base >> line & 1 == 0);
        let eliminated: Vec<Cell> = outside.flat_map(|line| cells(line, hit)).collect();
        (!eliminated.is_empty()).then(|| Fish {
            cover,
            sashimi: members(base).any(|line| (self.lines[line] & cover).count_ones() < 2),
            fins: lines().flat_map(|line| cells(line, finned)).collect(),
            eliminated,
        })
    }

    /// What one fish concludes, or several of one base.
    fn step(&self, base: u32, fish: &[&Fish]) -> Step {
        let layout = self.grid.layout();
        let digit = self.digit;
        let cells: Vec<Cell> = members(base)
            .flat_map(|line| {
                let cells = layout.house_cells(self.base[line]);
                members(self.lines[line]).map(move |position| cells[position])
            })
            .collect();
        let fin = |cell: &Cell| fish.iter().any(|caught| caught.fins.contains(cell));
        let marks = cells.iter().map(|cell| {
            let role = if fin(cell) { Role::Fin } else { Role::Base };
            Mark { cell: *cell, digit, role }
        });
        let marks = marks.collect();
        let mut eliminated: Vec<Cell> =
            fish.iter().flat_map(|caught| &caught.eliminated).copied().collect();
        eliminated.sort_unstable();
        eliminated.dedup();
        let houses = members(base).map(|line| self.base[line]);
        let cover = fish.iter().fold(0, |all, caught| all | caught.cover);
        let cover = members(cover).map(|line| self.cover[line]);
        Step {
            pattern: Pattern {
                digits: DigitSet::only(digit),
                cells,
                houses: houses.chain(cover).collect(),
                marks,
            },
            deductions: eliminated.into_iter().map(|c| Deduction::Eliminate(c, digit)).collect(),
        }
    }
}

fn explain(step: &Step) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let base = houses.iter().take_while(|house| house.kind() == houses[0].kind()).count();
    let (base, cover) = houses.split_at(base);
    let fins = step.pattern.cells_of(Role::Fin);
    format!(
        "But for the {} all places for {digit} in {} lie in {}, so a cell of these that sees {} \
         does not hold {digit}.",
        words::fins(fins.clone()),
        words::houses(base),
        words::houses(cover),
        words::list(fins),
        digit = words::list(*digits),
    )
}
