//! Y-Wing chain: an XY-Wing whose pivot is a chain of equal cells.
//!
//! Cells with the candidates A and B, each seeing the next, hold A and B in turn.
//! One *pincer* sees the first of them, another the last. With an odd number of
//! cells both ends of the chain hold the same digit, and the pincers have A and C,
//! and B and C: whichever it is, one pincer is C. With an even number the ends
//! differ, and both pincers have A and C. A cell that sees both pincers is not C.
//!
//! ```text
//! {A,C} — {A,B} — {A,B} — {A,B} — {B,C}
//! ```
//!
//! A chain of one cell is the [XY-Wing](super::xy_wing) and not reported here; of
//! the chains between two pincers the shortest is. Source: B09, section 4.11.

use std::ops::ControlFlow;

use super::seen::{eliminate_seen, seen_by_any};
use super::{Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Layout};

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let bivalue = grid.bivalue_cells();
    for a in Digit::all(grid.order()) {
        for b in Digit::all(grid.order()).filter(|&b| b != a) {
            let equal = bivalue & grid.places(a) & grid.places(b);
            if equal.is_plural() {
                from_pairs(grid, [a, b], equal, steps)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The chains through these cells of A and B that begin with a pincer of A and C.
fn from_pairs(
    grid: &Studied<'_>,
    [a, b]: [Digit; 2],
    equal: CellSet,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let bivalue = grid.bivalue_cells();
    for left in ((bivalue & grid.places(a)) - equal).cells(layout) {
        let Some(c) = (grid.candidates(left) - DigitSet::only(a)).single() else { continue };
        // The chain's cells in rings: what the pincer sees, what these see, …, a cell
        // once after an odd and once after an even number of them.
        let mut ring = layout.peer_set(left) & equal;
        let mut rings: Vec<CellSet> = Vec::new();
        let mut reached = [CellSet::EMPTY; 2];
        while !ring.is_empty() {
            reached[rings.len() % 2] |= ring;
            rings.push(ring);
            let odd = rings.len() % 2 == 1;
            let with = bivalue & grid.places(c) & grid.places(if odd { b } else { a });
            for right in with.cells(layout).filter(|_| rings.len() > 1) {
                let nearer = rings[..rings.len() - 1].iter().rev().skip(1).step_by(2);
                let shorter = nearer.fold(CellSet::EMPTY, |all, &ring| all | ring);
                // Chains of odd length are met from their A end when A < B, and
                // those of even length from their first pincer.
                let once = if odd { a < b } else { left < right };
                if once
                    && layout.peer_set(right).meets(ring)
                    && !layout.peer_set(right).meets(shorter)
                {
                    steps.add(eliminate_seen(DigitSet::only(c), [left, right], grid), || {
                        Pattern::new([a, b, c], chain(layout, [left, right], &rings), [])
                    })?;
                }
            }
            ring = (seen_by_any(layout, ring) & equal) - reached[rings.len() % 2];
        }
    }
    ControlFlow::Continue(())
}

/// The cells from one pincer to the other, one of each ring.
fn chain(layout: &Layout, [left, right]: [Cell; 2], rings: &[CellSet]) -> Vec<Cell> {
    let mut cells = vec![right];
    for &ring in rings.iter().rev() {
        let before = (ring & layout.peer_set(cells[cells.len() - 1])).first(layout);
        cells.extend(before);
    }
    cells.push(left);
    cells.reverse();
    cells
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let [left, pivot @ .., right] = &step.pattern.cells[..] else { return String::new() };
    let c = step.digits();
    format!(
        "{} hold {} in turn and leave {c} to {left} at one end or to {right} at the other, \
         so no cell that sees both holds {c}.",
        words::list(pivot),
        words::list(step.pattern.digits - c),
        c = words::list(c),
    )
}
