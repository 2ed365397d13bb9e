//! Drafts of other sizes than 9×9, one after the other, decided by exact cover.

use super::draft::{Draft, Plan};
use super::{FullGrids, GenerateError};
use crate::grid::{Cell, DigitSet, Grid, Puzzle};
use crate::solver::{Dlx, Limit, Solver, Verdict};

/// Rows that one question may try. No 9×9 puzzle comes near; where a larger one
/// does, the givens stay, and the puzzle generated is the same on every machine.
const CHECKS: u64 = 100_000;

/// Makes the puzzle of an index.
pub fn make(
    plan: &Plan,
    grids: &mut FullGrids,
    dlx: &mut Dlx,
    index: u64,
) -> Result<Puzzle, GenerateError> {
    let mut draft = Draft::new(plan, grids, index);
    loop {
        while let Some(cells) = draft.question() {
            let cells = cells.to_vec();
            let may_go = may_go(dlx, draft.givens(), &cells);
            draft.answer(may_go);
        }
        if let Some(made) = draft.finish(plan, grids) {
            return made;
        }
    }
}

/// Whether a puzzle with one solution keeps it as the only one without these givens.
fn may_go(dlx: &mut Dlx, givens: &Grid, cells: &[Cell]) -> bool {
    let mut without = Puzzle::new(givens.clone()).expect("part of a full grid has no conflict");
    cells.iter().for_each(|&cell| without.remove(cell));
    let (&[cell], Some(given)) = (cells, givens.digit(cells[0])) else {
        let limit = Limit { checks: CHECKS, ..Limit::solutions(2) };
        return dlx.solve(&without, &limit).verdict == Verdict::Unique;
    };
    // Whether no other digit does in this cell: half the search, as the known
    // solution is not looked for.
    let all = DigitSet::all(givens.layout().order());
    let others = all - DigitSet::only(given);
    let cells = givens.layout().cells().iter();
    let rows = cells.map(|&other| (other, if other == cell { others } else { all }));
    let limit = Limit { checks: CHECKS, ..Limit::solutions(1) };
    dlx.solve_in_order(&without, rows, &limit).verdict == Verdict::None
}
