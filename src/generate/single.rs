//! Drafts one after the other: of other sizes than 9×9, and those that may have many
//! solutions, where no given is asked for.
//!
//! Exact cover answers most questions quickly and some of them, from 16×16 on, not
//! in a lifetime. Those go to MiniSat: the formula of the empty grid, and a clause
//! that excludes the known solution, say what another solution is; the givens are
//! assumptions. It stays the same formula as givens go, so that what MiniSat learns
//! from one question helps with the next. Where both give up the givens stay. They
//! count their work, so the outcome is the same on every machine.

use super::draft::{Draft, Plan};
use super::{FullGrids, GenerateError, Requirement};
use crate::cnf::{Literal, complete, variable};
use crate::grid::{CandidateGrid, Cell, DigitSet, Grid, Puzzle};
use crate::solver::sat::Engine;
use crate::solver::sat::minisat::MiniSat;
use crate::solver::{Dlx, Limit, Solver, Verdict};

/// Rows that exact cover may try for one question, per cell of the grid.
const CHECKS: u64 = 4;

/// Conflicts that MiniSat may meet for all questions of one grid.
const CONFLICTS: u64 = 10_000;

/// Conflicts between two looks at the interrupt on grids beyond 16×16, where one takes
/// most of a millisecond. MiniSat restarts there, so this is part of what a seed means.
const SLICE: u64 = 200;

/// Makes the puzzle of an index.
pub fn make(
    plan: &Plan,
    grids: &mut FullGrids,
    dlx: &mut Dlx,
    index: u64,
) -> Result<Puzzle, GenerateError> {
    let mut draft = Draft::new(plan, grids, index);
    let mut doubt = None;
    loop {
        while !plan.interrupt.is_set()
            && let Some(cells) = draft.question()
        {
            let may_go = plan.recipe.requirement == Requirement::Any || {
                let cells = cells.to_vec();
                by_exact_cover(dlx, draft.givens(), &cells).unwrap_or_else(|| {
                    doubt.get_or_insert_with(|| Doubt::new(&draft)).may_go(plan, &draft, &cells)
                })
            };
            draft.answer(may_go);
        }
        if let Some(made) = draft.finish(plan, grids) {
            return made;
        }
        doubt = None;
    }
}

/// Whether a puzzle with one solution keeps it as the only one without these givens;
/// nothing when that is hard to say.
fn by_exact_cover(dlx: &mut Dlx, givens: &Grid, cells: &[Cell]) -> Option<bool> {
    let layout = givens.layout();
    let mut without = Puzzle::new(givens.clone()).expect("part of a full grid has no conflict");
    cells.iter().for_each(|&cell| without.remove(cell));
    let checks = CHECKS * layout.cells().len() as u64;
    let limit = |solutions| Limit { checks, ..Limit::solutions(solutions) };
    let (answer, known) = match (cells, givens.digit(cells[0])) {
        (&[cell], Some(given)) => {
            // Whether no other digit does in this cell: half the search, as the known
            // solution is not looked for.
            let all = DigitSet::all(layout.order());
            let others = all - DigitSet::only(given);
            let rows = layout.cells().iter();
            let rows = rows.map(|&other| (other, if other == cell { others } else { all }));
            (dlx.solve_in_order(&without, rows, &limit(1)), 0)
        }
        _ => (dlx.solve(&without, &limit(2)), 1),
    };
    (answer.verdict != Verdict::Limit).then_some(answer.solutions == known)
}

/// MiniSat, in search of a second solution of one draft's puzzle.
struct Doubt {
    solver: MiniSat,
    /// So many of the draft's past cells were looked at: those still given are part of
    /// the formula.
    past: usize,
    assumptions: Vec<Literal>,
}

impl Doubt {
    fn new(draft: &Draft) -> Doubt {
        let solution = draft.solution();
        let layout = solution.layout();
        let mut solver = MiniSat::new(layout.cells().len() * layout.order());
        let empty = CandidateGrid::new(&Puzzle::empty(layout));
        complete(&empty, &mut |clause| solver.add_clause(clause));
        let cells = layout.cells().iter();
        let other: Vec<Literal> =
            cells.map(|&cell| Literal::negative(variable_at(solution, cell))).collect();
        solver.add_clause(&other);
        Doubt { solver, past: 0, assumptions: Vec::new() }
    }

    /// Whether the rest of the draft's givens have no second solution without these.
    fn may_go(&mut self, plan: &Plan, draft: &Draft, cells: &[Cell]) -> bool {
        let (givens, past) = (draft.givens(), draft.past());
        let given = |&cell: &Cell| {
            let variable = variable_at(draft.solution(), cell);
            givens.digit(cell).map(|_| Literal::positive(variable))
        };
        for literal in past[self.past..].iter().filter_map(given) {
            self.solver.add_clause(&[literal]);
        }
        self.past = past.len();
        self.assumptions.clear();
        let future = draft.future().iter().filter(|cell| !cells.contains(cell));
        self.assumptions.extend(future.filter_map(given));
        let slice = if givens.layout().order() > 16 { SLICE } else { CONFLICTS };
        loop {
            let left = CONFLICTS.saturating_sub(self.solver.statistics().conflicts);
            if left == 0 || plan.interrupt.is_set() {
                return false;
            }
            let answer = self.solver.solve_assuming(&self.assumptions, left.min(slice) as u32);
            if let Some(has_other) = answer {
                return !has_other;
            }
        }
    }
}

/// The variable that says the cell holds what it holds in the solution.
fn variable_at(solution: &Grid, cell: Cell) -> usize {
    let digit = solution.digit(cell).expect("a solution is full");
    variable(solution.layout().order(), cell, digit)
}
