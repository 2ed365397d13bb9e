//! Generalised X-Wing: a digit with two places in each of two houses of one kind,
//! all within two houses of another kind.
//!
//! The two houses need the digit twice, in different houses of the second kind, so
//! the rest of these two does not hold it. Rows and columns make the classic
//! [X-Wing](super::fish); with boxes there are four more ways.
//!
//! ```text
//!         c1 c2 c3 | c4 c5 c6 | c7 c8 c9
//! row 1   6? .  .  | .  6? .  | -6 .  .      boxes 1 and 2 have 6 only in rows 1
//! row 2   .  6? .  | 6? .  .  | .  .  -6     and 2, two places each
//! row 3   .  .  .  | .  .  .  | 6? 6? 6?
//! ```
//!
//! With boxes it concludes what locked candidates conclude from the third box or
//! line, in other words. Three and more houses are [Franken
//! fish](super::fish). Source: B09, section 4.10.

use std::ops::ControlFlow;

use super::seen::cells_of;
use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{CellSet, Digit, House, HouseKind};

const KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for digit in Digit::all(grid.order()) {
        for kind in KINDS {
            let two = |house: &&House| grid.positions(**house, digit).count_ones() == 2;
            let bases = layout.houses_of(kind).iter().filter(two);
            for (i, &first) in bases.clone().enumerate() {
                for &second in bases.clone().skip(i + 1) {
                    for across in KINDS.into_iter().filter(|&across| across != kind) {
                        wing(grid, digit, [first, second], across, steps)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn wing(
    grid: &Studied<'_>,
    digit: Digit,
    base: [House; 2],
    across: HouseKind,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let places = base.map(|house| layout.house_set(house) & grid.places(digit));
    let corners = places[0] | places[1];
    let crossed = |cells: CellSet| {
        let mut houses: Vec<House> =
            cells.cells(layout).map(|cell| layout.houses_at(cell)[across as usize]).collect();
        houses.sort_unstable();
        houses.dedup();
        houses
    };
    let cover = crossed(corners);
    // Each base house reaches into both: else its digit is locked in one of them.
    if cover.len() != 2 || places.into_iter().any(|places| crossed(places).len() != 2) {
        return ControlFlow::Continue(());
    }
    let rest = cells_of(layout, cover.iter().copied()) - corners;
    steps.add(Deduction::eliminate(rest, digit, grid), || {
        Pattern::new([digit], corners.cells(layout), base.into_iter().chain(cover))
    })
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let (base, cover) = step.pattern.houses.split_at(2);
    format!(
        "{digit} has two places in each of {}, all in {cover}, so the rest of {cover} does not \
         hold {digit}.",
        words::houses(base),
        digit = words::list(step.pattern.digits),
        cover = words::houses(cover),
    )
}
