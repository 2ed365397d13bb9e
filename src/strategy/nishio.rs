//! Nishio: assume a candidate, follow the cells that are forced, meet a
//! contradiction.
//!
//! One assumes that a cell holds one of its candidates, takes the digit from its
//! peers, fills every cell that is left with one candidate, and so on. When a cell
//! is left with none, the assumption was wrong. An assumption that meets no
//! contradiction, even one that fills the grid, proves nothing.
//!
//! ```text
//! R1C1 = 4  →  R1C7 = 2  →  R5C7 = 9  →  R5C2 has no candidate: R1C1 is not 4
//! ```
//!
//! Only naked singles are followed: a digit that runs out of places in a house goes
//! unnoticed, as in the program this is taken from. Cells with few candidates are
//! tried first. Source: B09, the end of section 4.11.

use std::ops::ControlFlow;

use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, Layout};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for count in 2..=grid.order() {
        for &cell in layout.cells().iter().filter(|&&cell| grid.candidates(cell).len() == count) {
            for digit in grid.candidates(cell) {
                grid.poll()?;
                if let Some(dead) = contradiction(grid, cell, digit) {
                    steps.add([Deduction::Eliminate(cell, digit)], || {
                        Pattern::new([digit], [cell, dead], [])
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cell left without a candidate when `cell` holds `digit`.
fn contradiction(grid: &CandidateGrid, cell: Cell, digit: Digit) -> Option<Cell> {
    let layout = grid.layout();
    let mut places = [CellSet::EMPTY; CellSet::MAX_ORDER];
    places[..grid.order()].copy_from_slice(grid.all_places());
    let open = places.iter().fold(CellSet::EMPTY, |all, &cells| all | cells);
    let mut left = Open { layout, places, open };
    left.place(cell, digit);
    loop {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for &cells in &left.places {
            twice |= once & cells;
            once |= cells;
        }
        if let Some(dead) = (left.open - once).first(layout) {
            return Some(dead);
        }
        let forced = (once - twice).first(layout)?;
        let digit = Digit::all(grid.order()).find(|d| left.places[d.index()].contains(forced))?;
        left.place(forced, digit);
    }
}

/// What an assumption leaves open.
struct Open {
    layout: &'static Layout,
    places: [CellSet; CellSet::MAX_ORDER],
    open: CellSet,
}

impl Open {
    fn place(&mut self, cell: Cell, digit: Digit) {
        self.open.remove(cell);
        self.places.iter_mut().for_each(|cells| cells.remove(cell));
        let cells = &mut self.places[digit.index()];
        *cells = *cells - self.layout.peer_set(cell);
    }
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let &[cell, dead] = &step.pattern.cells[..] else { return String::new() };
    format!(
        "If {cell} held {digit}, the cells this forces would leave {dead} without a candidate.",
        digit = words::list(step.pattern.digits),
    )
}
