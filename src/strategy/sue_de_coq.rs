//! Sue de Coq: two overlapping locked sets at the crossing of a box and a line.
//!
//! Take two or three cells C where a box and a line cross, cells A in the rest of
//! the line and cells B in the rest of the box. A digit can be in the cells of
//! A and C once, and in those of B and C once. If the cells together are as many
//! as the digits they can hold at most, each digit is held: a digit of A and C only
//! leaves the rest of the line, a digit of B and C only the rest of the box.
//!
//! ```text
//! row 1   {1,2,3}  {2,3,4}  .   |  {1,2}  .  -1,-2   C = R1C1 R1C2, A = R1C4 with
//! row 2   {3,4}     .      -3,-4|                    1 2, B = R2C1 with 3 4: four
//! row 3    .        .       .   |                    cells, four digits
//! ```
//!
//! A digit that A and B have both but C has not counts twice, and leaves both the
//! line and the box; digits of C that neither has leave both, too. A digit of all
//! three would count doubtfully, and is not allowed.
//!
//! In numbers: C has more digits than cells, by a *surplus* of two or more. A (or
//! B) *gains* its cells, less its digits that C does not have. The gains must make
//! up the surplus. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::almost_locked::AlmostLocked;
use super::als::pattern_of;
use super::{Deduction, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, Cell, CellSet, DigitSet, House};
use crate::lanes::{Kernel, run_wide};

/// Cells and all their candidates.
#[derive(Clone, Copy)]
struct Set {
    cells: CellSet,
    digits: DigitSet,
}

pub(super) fn find(
    grid: &Studied<'_>,
    [line, house]: [House; 2],
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let (in_line, in_box) = (layout.house_set(line), layout.house_set(house));
    let parts = [in_line & in_box, in_line - in_box, in_box - in_line];
    let parts = parts.map(|part| part - filled(grid, part));
    if !parts[0].is_plural() || parts[1].is_empty() || parts[2].is_empty() {
        return ControlFlow::Continue(());
    }
    let parts = parts.map(|part| Subsets::of(grid, part));
    run_wide(Crossed { grid, houses: [line, house], parts: &parts, steps })
}

fn filled(grid: &CandidateGrid, cells: CellSet) -> CellSet {
    cells.cells(grid.layout()).filter(|&cell| grid.digit(cell).is_some()).collect()
}

/// The most cells that a line or a box of a 9×9 grid has beside a crossing, and smaller grids have
/// beside one of several cells.
const MOST: usize = 6;

/// The subsets of so many cells but the empty one, a bit for a cell: those with each next cell
/// after those without it.
const SUBSETS: [u8; (1 << MOST) - 1] = {
    let mut subsets = [0; (1 << MOST) - 1];
    let mut cell = 0;
    while cell < MOST {
        let count = (1 << cell) - 1;
        let mut smaller = 0;
        while smaller < count {
            subsets[count + smaller] = subsets[smaller] | 1 << cell;
            smaller += 1;
        }
        subsets[2 * count] = 1 << cell;
        cell += 1;
    }
    subsets
};

/// Some cells, and the digits that each of [their subsets](SUBSETS) holds.
struct Subsets {
    cells: [CellSet; MOST],
    digits: [DigitSet; SUBSETS.len()],
    count: usize,
}

impl Subsets {
    fn of(grid: &CandidateGrid, cells: CellSet) -> Subsets {
        let mut subsets = Subsets {
            cells: [CellSet::EMPTY; MOST],
            digits: [DigitSet::EMPTY; SUBSETS.len()],
            count: 0,
        };
        for (place, cell) in cells.cells(grid.layout()).enumerate() {
            subsets.cells[place] = CellSet::only(cell);
            let (digits, count) = (grid.candidates(cell), subsets.count);
            for smaller in 0..count {
                subsets.digits[count + smaller] = subsets.digits[smaller] | digits;
            }
            subsets.digits[2 * count] = digits;
            subsets.count = 2 * count + 1;
        }
        subsets
    }

    /// Every subset by its number, with its size and its digits.
    #[inline(always)]
    fn all(&self) -> impl Iterator<Item = (usize, usize, DigitSet)> + '_ {
        let digits = self.digits[..self.count].iter().zip(SUBSETS).enumerate();
        digits.map(|(number, (&digits, cells))| (number, cells.count_ones() as usize, digits))
    }

    fn set(&self, number: usize) -> Set {
        let has = |place: &usize| SUBSETS[number] >> place & 1 == 1;
        let cells =
            (0..MOST).filter(has).fold(CellSet::EMPTY, |all, place| all | self.cells[place]);
        Set { cells, digits: self.digits[number] }
    }
}

/// The search of one crossing, given the subsets of its cells, of the rest of the line and of
/// the rest of the box; compiled for machines that count bits.
struct Crossed<'a, 'b> {
    grid: &'a Studied<'a>,
    houses: [House; 2],
    parts: &'a [Subsets; 3],
    steps: &'a mut Steps<'b>,
}

impl Kernel for Crossed<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Crossed { grid, houses, parts: [common, in_line, in_box], steps } = self;
        let mut of_box = Vec::with_capacity(SUBSETS.len());
        for (number, cells, common_digits) in common.all() {
            let digits = common_digits.len();
            if !(2..=3).contains(&cells) || digits < cells + 2 {
                continue;
            }
            grid.poll()?;
            let surplus = digits - cells;
            let useful = |(number, size, digits): (usize, usize, DigitSet)| {
                let gain = size.saturating_sub((digits - common_digits).len());
                (1..surplus).contains(&gain).then_some((number, gain, digits & common_digits))
            };
            of_box.clear();
            of_box.extend(in_box.all().filter_map(useful));
            if of_box.is_empty() {
                continue;
            }
            for (a, gain, shared) in in_line.all().filter_map(useful) {
                for &(b, other, also) in &of_box {
                    if gain + other == surplus && (shared & also).is_empty() {
                        let sets = [in_line.set(a), in_box.set(b)];
                        report(grid, houses, common.set(number), sets, steps)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn report(
    grid: &CandidateGrid,
    houses: [House; 2],
    common: Set,
    [a, b]: [Set; 2],
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let [line, house] = houses.map(|house| layout.house_set(house));
    let all = common.cells | a.cells | b.cells;
    let from = |cells: CellSet, digits: DigitSet| {
        digits.flat_map(move |digit| Deduction::eliminate(cells - all, digit, grid))
    };
    let mut deductions: Vec<Deduction> =
        from(line, a.digits | (common.digits - b.digits)).collect();
    deductions.extend(from(house - line, b.digits | (common.digits - a.digits)));
    // In the crossing itself both hold, and either suffices.
    deductions.extend(from(house & line, b.digits - a.digits - common.digits));
    deductions.extend(from(house & line, b.digits & common.digits));
    steps.add(Deduction::sorted(deductions), || {
        let sets = [common, a, b].map(|Set { cells, digits, .. }| AlmostLocked { cells, digits });
        Pattern { houses: houses.into(), ..pattern_of(grid, &sets) }
    })
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let set = |number| {
        let mut cells: Vec<Cell> = step.pattern.cells_of(Role::Set(number)).collect();
        cells.dedup();
        words::list(cells)
    };
    let [line, house] = houses[..] else { return String::new() };
    format!(
        "The cells {} in both {line} and {house}, {} in {line} and {} in {house} can be filled only \
         if each of {} is among them as often as {line} and {house} allow. So it is used up there, \
         and leaves the rest.",
        set(0),
        set(1),
        set(2),
        words::list(*digits),
    )
}
