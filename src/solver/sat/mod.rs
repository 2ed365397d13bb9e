//! `sat`, `sat-hr12` and `sat-hr12-listing`: MiniSat on Sudoku as a formula.
//!
//! After HR12's section 4.3, which reduces a puzzle to conjunctive normal form
//! and hands it to MiniSat 2. The formulas are those of [`cnf`]; the solver
//! is a fresh one per puzzle, so its counts belong to the puzzle. A further
//! solution is a model of the same formula and one clause more, which excludes
//! the solution before. No file is written, unlike in HR12; [`SatEliminated`] does that.
//!
//! A *check* is a conflict. A search is cut into slices of conflicts to ask
//! between them whether to stop, and MiniSat restarts at each cut.

mod eliminated;
pub mod minisat;

use super::{Answer, Effort, Limit, Solver, Usage, Verdict};
use crate::cnf::{self, Clauses, Literal, variable};
use crate::grid::{CandidateGrid, Cell, Digit, Grid, Puzzle};
pub use eliminated::SatEliminated;
use minisat::MiniSat;

/// Conflicts between two questions whether to stop: some tens of milliseconds.
const SLICE: u64 = 1_000;

/// MiniSat on the complete encoding of the candidates that the givens leave.
#[derive(Default)]
pub struct Sat {
    grid: Option<CandidateGrid>,
    /// The solver's number of each variable of the encoding, where it has one.
    numbers: Vec<u32>,
    literals: Vec<Literal>,
}

/// MiniSat on the formula that a function makes of the whole grid, as HR12 hands
/// it over.
pub struct SatWhole(pub fn(&Puzzle, Clauses<'_>));

impl Solver for Sat {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let grid = match &mut self.grid {
            Some(grid) => {
                grid.reset(puzzle);
                &*grid
            }
            none => &*none.insert(CandidateGrid::new(puzzle)),
        };
        let (cells, order) = (grid.layout().cells(), grid.order());
        let mut count = 0;
        self.numbers.resize(cells.len() * order, 0);
        for &cell in cells {
            for digit in grid.candidates(cell) {
                self.numbers[variable(order, cell, digit)] = count;
                count += 1;
            }
        }
        let mut solver = MiniSat::new(count as usize);
        let (numbers, literals) = (&self.numbers, &mut self.literals);
        cnf::complete(grid, &mut |clause| {
            literals.clear();
            literals.extend(clause.iter().map(|literal| literal.renumbered(numbers)));
            solver.add_clause(literals);
        });
        let number = |cell, digit| numbers[variable(order, cell, digit)] as usize;
        enumerate(&mut solver, grid, number, literals, limit)
    }
}

impl Solver for SatWhole {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let order = puzzle.layout().order();
        let mut solver = MiniSat::new(order.pow(3));
        (self.0)(puzzle, &mut |clause| solver.add_clause(clause));
        let grid = CandidateGrid::new(puzzle);
        let number = |cell, digit| variable(order, cell, digit);
        enumerate(&mut solver, &grid, number, &mut Vec::new(), limit)
    }
}

/// Searches for models one after another, each excluded once it is found.
/// `number` gives the solver's variable of a candidate of `grid`.
fn enumerate(
    solver: &mut MiniSat,
    grid: &CandidateGrid,
    number: impl Fn(Cell, Digit) -> usize,
    excluded: &mut Vec<Literal>,
    limit: &Limit<'_>,
) -> Answer {
    let (mut solutions, mut solution) = (0, None);
    let verdict = loop {
        match solve_within(solver, limit) {
            None => break Verdict::Limit,
            Some(false) => break Verdict::of_search(solutions, true),
            Some(true) => {
                solutions += 1;
                let model = read_model(solver, grid, &number, excluded);
                solution.get_or_insert(model);
                if solutions == limit.solutions {
                    break Verdict::of_search(solutions, false);
                }
                solver.add_clause(excluded);
            }
        }
    };
    let counted = solver.statistics();
    let effort = Effort {
        // MiniSat may overrun its budget by a few conflicts.
        checks: counted.conflicts.min(limit.checks),
        conflicts: counted.conflicts,
        decisions: counted.decisions,
        propagations: counted.propagations,
        ..Effort::default()
    };
    Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
}

/// Whether there is a model, in slices; nothing when the limit came first.
fn solve_within(solver: &mut MiniSat, limit: &Limit<'_>) -> Option<bool> {
    loop {
        let left = limit.checks.saturating_sub(solver.statistics().conflicts);
        if left == 0 || (limit.stop)() {
            return None;
        }
        let answer = solver.solve(left.min(SLICE) as u32);
        if answer.is_some() {
            return answer;
        }
    }
}

/// The grid that a model stands for, and the clause that excludes it: one of the
/// cells must take another digit.
fn read_model(
    solver: &MiniSat,
    grid: &CandidateGrid,
    number: impl Fn(Cell, Digit) -> usize,
    excluded: &mut Vec<Literal>,
) -> Grid {
    let mut solution = grid.grid().clone();
    excluded.clear();
    for &cell in grid.layout().cells() {
        let placed = grid.candidates(cell).find(|&digit| solver.is_true(number(cell, digit)));
        if let Some(digit) = placed {
            solution.set(cell, Some(digit));
            excluded.push(Literal::negative(number(cell, digit)));
        }
    }
    solution
}
