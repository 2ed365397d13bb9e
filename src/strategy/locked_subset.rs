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

use super::naked_subset::subsets;
use super::seen::{eliminate_seen, shared_houses};
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::HouseKind;

pub(super) fn find<const SIZE: usize>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    for &house in grid.layout().houses_of(HouseKind::Box) {
        subsets::<SIZE>(grid, house, &mut |cells, digits| match shared_houses(
            grid.layout(),
            cells.iter().copied(),
        )
        .find(|&line| line != house)
        {
            Some(line) => steps.add(eliminate_seen(digits, cells, grid), || {
                Pattern::new(digits, cells, [house, line])
            }),
            None => ControlFlow::Continue(()),
        })?;
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    format!(
        "{} hold only {} and share {}, so no other cell of either holds one of these digits.",
        words::list(cells),
        words::list(*digits),
        words::list(houses),
    )
}
