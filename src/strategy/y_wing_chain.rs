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

use super::{Deduction, Found, Level, Pattern, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet};

pub(super) const Y_WING_CHAIN: Strategy = Strategy {
    name: "y-wing-chain",
    title: "Y-Wing Chain",
    source: "B09 4.11",
    level: Level::Hard,
    score: 200,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::UpToNine,
    find,
    explain: |step, _| explain(step),
};

fn find(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let bivalue = grid.bivalue_cells();
    for a in Digit::all(grid.order()) {
        for b in Digit::all(grid.order()).filter(|&b| b != a) {
            let equal = bivalue & grid.places(a) & grid.places(b);
            if equal.is_plural() {
                from_pairs(grid, [a, b], equal, found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The chains through these cells of A and B that begin with a pincer of A and C.
fn from_pairs(
    grid: &CandidateGrid,
    [a, b]: [Digit; 2],
    equal: CellSet,
    found: Found<'_>,
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
                    report(grid, [left, right], &rings, [a, b, c], found)?;
                }
            }
            let next = ring.cells(layout).fold(CellSet::EMPTY, |s, c| s | layout.peer_set(c));
            ring = (next & equal) - reached[rings.len() % 2];
        }
    }
    ControlFlow::Continue(())
}

fn report(
    grid: &CandidateGrid,
    [left, right]: [Cell; 2],
    rings: &[CellSet],
    [a, b, c]: [Digit; 3],
    found: Found<'_>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let seen = layout.peer_set(left) & layout.peer_set(right);
    let deductions: Vec<Deduction> = Deduction::eliminate(seen, c, grid).collect();
    if deductions.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut cells = vec![right];
    for &ring in rings.iter().rev() {
        let before = (ring & layout.peer_set(cells[cells.len() - 1])).first(layout);
        cells.extend(before);
    }
    cells.push(left);
    cells.reverse();
    let digits = [a, b, c].into_iter().collect();
    found(Step { pattern: Pattern::new(digits, cells, Vec::new()), deductions })
}

fn explain(step: &Step) -> String {
    let [left, pivot @ .., right] = &step.pattern.cells[..] else { return String::new() };
    let c: DigitSet = step.deductions.iter().map(Deduction::digit).collect();
    format!(
        "{} hold {} in turn and leave {c} to {left} at one end or to {right} at the other, \
         so no cell that sees both holds {c}.",
        words::list(pivot),
        words::list(step.pattern.digits - c),
        c = words::list(c),
    )
}
