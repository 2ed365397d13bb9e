//! Locked subsets: a naked pair or triple inside the crossing of a box and a line.
//!
//! The k cells share two houses at once, and use their k digits up for both: no
//! other cell of the box and none of the row or column holds one of them. It is
//! the [naked subset](super::naked_subset) that is easiest to see, which is why
//! it has a name of its own and is looked for earlier.
//!
//! ```text
//! row 1   {2,9}  {2,9}  5  |  .  -2  .  |  -9  .  .      R1C1 and R1C2 are a naked
//! row 2   -2      .    -9  |                              pair of row 1 and of box 1
//! row 3    .     -9     .  |
//! ```
//!
//! Four cells in the crossing, possible where boxes are larger than 3×3, are left
//! to the naked quad. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::cover::{covers, members};
use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, DigitSet, House, HouseKind, MAX_ORDER};

pub(super) const LOCKED_PAIR: Strategy = Strategy {
    name: "locked-pair",
    title: "Locked Pair",
    source: "",
    level: Level::Medium,
    score: 40,
    uniqueness: false,
    codes: &["0110"],
    sizes: Sizes::All,
    find: find::<2>,
    explain: |step, _| explain(step),
};

pub(super) const LOCKED_TRIPLE: Strategy = Strategy {
    name: "locked-triple",
    title: "Locked Triple",
    source: "",
    level: Level::Medium,
    score: 60,
    uniqueness: false,
    codes: &["0111"],
    sizes: Sizes::All,
    find: find::<3>,
    explain: |step, _| explain(step),
};

fn find<const SIZE: usize>(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for &house in layout.houses_of(HouseKind::Box) {
        let cells = layout.house_cells(house);
        let mut sets = [0; MAX_ORDER];
        for (set, &cell) in sets.iter_mut().zip(cells) {
            *set = grid.candidates(cell).bits();
        }
        covers::<SIZE>(&sets[..cells.len()], &mut |chosen, digits| {
            let subset = members(chosen).map(|position| cells[position]);
            let Some(first) = subset.clone().next() else { return ControlFlow::Continue(()) };
            let shared = |line: &&House| subset.clone().all(|c| layout.houses_at(c).contains(line));
            match layout.houses_at(first)[..2].iter().find(shared) {
                Some(&line) => report(
                    grid,
                    [house, line],
                    subset.collect(),
                    DigitSet::from_bits(digits),
                    found,
                ),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

fn report(
    grid: &CandidateGrid,
    houses: [House; 2],
    cells: Vec<Cell>,
    digits: DigitSet,
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let mut deductions = Vec::new();
    for &peer in layout.peers(cells[0]) {
        let inside = layout.houses_at(peer).iter().any(|house| houses.contains(house));
        if inside && !cells.contains(&peer) {
            let hit = grid.candidates(peer) & digits;
            deductions.extend(hit.map(|digit| Deduction::Eliminate(peer, digit)));
        }
    }
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    found(Step { pattern: Pattern::new(digits, cells, houses.to_vec()), deductions })
}

fn explain(step: &Step) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {} and share {}, so no other cell of either holds one of these digits.",
        words::list(cells),
        words::list(*digits),
        words::list(houses),
    )
}
