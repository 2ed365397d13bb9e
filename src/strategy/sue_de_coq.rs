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

/// Cells and all their candidates.
#[derive(Clone, Copy)]
struct Set {
    cells: CellSet,
    size: usize,
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
    let parts = parts.map(|part| open_cells(grid, part));
    if parts[0].len() < 2 || parts[1].is_empty() || parts[2].is_empty() {
        return ControlFlow::Continue(());
    }
    crossed(grid, [line, house], &parts.map(|part| subsets(grid, &part)), steps)
}

fn open_cells(grid: &CandidateGrid, cells: CellSet) -> Vec<Cell> {
    cells.cells(grid.layout()).filter(|&cell| grid.digit(cell).is_none()).collect()
}

/// Every subset of these cells but the empty one, with the digits it holds.
fn subsets(grid: &CandidateGrid, cells: &[Cell]) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::with_capacity(64);
    for &cell in cells {
        let one = Set { cells: CellSet::only(cell), size: 1, digits: grid.candidates(cell) };
        for smaller in 0..sets.len() {
            let Set { cells, size, digits } = sets[smaller];
            sets.push(Set {
                cells: cells | one.cells,
                size: size + 1,
                digits: digits | one.digits,
            });
        }
        sets.push(one);
    }
    sets
}

/// The steps of one crossing, given the subsets of its cells, of the rest of the
/// line and of the rest of the box.
fn crossed(
    grid: &Studied<'_>,
    houses: [House; 2],
    [common, in_line, in_box]: &[Vec<Set>; 3],
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut of_box = Vec::with_capacity(in_box.len());
    for &common in common {
        let (cells, digits) = (common.size, common.digits.len());
        if !(2..=3).contains(&cells) || digits < cells + 2 {
            continue;
        }
        grid.poll()?;
        let surplus = digits - cells;
        let gain = |set: &Set| set.size.saturating_sub((set.digits - common.digits).len());
        let useful = |set: &Set| Some((*set, gain(set))).filter(|(_, g)| (1..surplus).contains(g));
        of_box.clear();
        of_box.extend(in_box.iter().filter_map(useful));
        if of_box.is_empty() {
            continue;
        }
        for (a, gain) in in_line.iter().filter_map(useful) {
            for &(b, other) in &of_box {
                if gain + other == surplus && (a.digits & b.digits & common.digits).is_empty() {
                    report(grid, houses, common, [a, b], steps)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
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
