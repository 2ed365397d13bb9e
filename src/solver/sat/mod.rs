//! SAT solvers on Sudoku as a formula: the rows `sat` and those whose names begin with `sat-`.
//!
//! After HR12's section 4.3, which reduces a puzzle to conjunctive normal form
//! and hands it to MiniSat 2. The formulas are those of [`cnf`]; the [`Engine`] that
//! searches is a fresh one per puzzle, so its counts belong to the puzzle. A further
//! solution is a model of the same formula and one clause more, which excludes
//! the solution before. No file is written, unlike in HR12; `sat-hr12-file` does that.
//!
//! A *check* is a conflict. A search is cut into slices of conflicts to ask
//! between them whether to stop, and engines restart at each cut.

mod batsat;
mod cadical;
mod eliminated;
mod engine;
pub mod minisat;
mod rows;

use std::marker::PhantomData;

use super::{Answer, Effort, Limit, Solver, Usage, Verdict};
use crate::cnf::{self, Encoding, Literal, find_encoding, variable};
use crate::grid::{CandidateGrid, Cell, Digit, Grid, Puzzle};
pub use engine::{Engine, Statistics};
pub use rows::ROWS;

/// Conflicts between two questions whether to stop: some tens of milliseconds.
const SLICE: u64 = 1_000;

/// An engine on the complete encoding of the candidates that the givens leave.
pub struct Sat<E> {
    grid: Option<CandidateGrid>,
    /// The engine's number of each variable of the encoding, where it has one.
    numbers: Vec<u32>,
    literals: Vec<Literal>,
    engine: PhantomData<E>,
}

impl<E> Default for Sat<E> {
    fn default() -> Sat<E> {
        Sat { grid: None, numbers: Vec::new(), literals: Vec::new(), engine: PhantomData }
    }
}

/// An engine on a formula of the whole grid, as HR12 hands it over.
pub struct SatWhole<E> {
    encoding: &'static Encoding,
    engine: PhantomData<E>,
}

impl<E> SatWhole<E> {
    /// With the encoding of this name.
    ///
    /// # Panics
    /// When there is none.
    pub fn new(encoding: &str) -> SatWhole<E> {
        let encoding = find_encoding(encoding).expect("the table has it");
        SatWhole { encoding, engine: PhantomData }
    }
}

impl<E: Engine> Solver for Sat<E> {
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
        let mut engine = E::new(count as usize);
        let (numbers, literals) = (&self.numbers, &mut self.literals);
        cnf::complete(grid, &mut |clause| {
            literals.clear();
            literals.extend(clause.iter().map(|literal| literal.renumbered(numbers)));
            engine.add_clause(literals);
        });
        let number = |cell, digit| numbers[variable(order, cell, digit)] as usize;
        enumerate(&mut engine, grid, number, literals, limit)
    }
}

impl<E: Engine> Solver for SatWhole<E> {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let order = puzzle.layout().order();
        let mut engine = E::new((self.encoding.variables)(order));
        (self.encoding.clauses)(puzzle, &mut |clause| engine.add_clause(clause));
        let grid = CandidateGrid::new(puzzle);
        let number = |cell, digit| variable(order, cell, digit);
        enumerate(&mut engine, &grid, number, &mut Vec::new(), limit)
    }
}

/// Searches for models one after another, each excluded once it is found.
/// `number` gives the engine's variable of a candidate of `grid`.
fn enumerate(
    engine: &mut impl Engine,
    grid: &CandidateGrid,
    number: impl Fn(Cell, Digit) -> usize,
    excluded: &mut Vec<Literal>,
    limit: &Limit<'_>,
) -> Answer {
    let (mut solutions, mut solution) = (0, None);
    let verdict = loop {
        match solve_within(engine, limit) {
            None => break Verdict::Limit,
            Some(false) => break Verdict::of_search(solutions, true),
            Some(true) => {
                solutions += 1;
                let model = read_model(engine, grid, &number, excluded);
                solution.get_or_insert(model);
                if solutions == limit.solutions {
                    break Verdict::of_search(solutions, false);
                }
                engine.add_clause(excluded);
            }
        }
    };
    let counted = engine.statistics();
    let effort = Effort {
        // An engine may overrun its budget by a few conflicts.
        checks: counted.conflicts.min(limit.checks),
        conflicts: counted.conflicts,
        decisions: counted.decisions,
        propagations: counted.propagations,
        ..Effort::default()
    };
    Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
}

/// Whether there is a model, in slices; nothing when the limit came first.
fn solve_within(engine: &mut impl Engine, limit: &Limit<'_>) -> Option<bool> {
    loop {
        let left = limit.checks.saturating_sub(engine.statistics().conflicts);
        if left == 0 || (limit.stop)() {
            return None;
        }
        let answer = engine.solve(left.min(SLICE) as u32);
        if answer.is_some() {
            return answer;
        }
    }
}

/// The grid that a model stands for, and the clause that excludes it: one of the
/// cells must take another digit.
fn read_model(
    engine: &impl Engine,
    grid: &CandidateGrid,
    number: impl Fn(Cell, Digit) -> usize,
    excluded: &mut Vec<Literal>,
) -> Grid {
    let mut solution = grid.grid().clone();
    excluded.clear();
    for &cell in grid.layout().cells() {
        let placed = grid.candidates(cell).find(|&digit| engine.is_true(number(cell, digit)));
        if let Some(digit) = placed {
            solution.set(cell, Some(digit));
            excluded.push(Literal::negative(number(cell, digit)));
        }
    }
    solution
}
