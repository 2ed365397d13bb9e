//! `sat`: Sudoku as propositional satisfiability, solved by MiniSat.
//!
//! A variable says that a cell holds a digit. The *complete* encoding states that
//! every cell holds exactly one digit and every house holds every digit exactly
//! once; half of it is implied by the other half, and speeds the solver up. Only
//! the candidates that the givens leave open get variables, so no clause is
//! satisfied from the start.
//!
//! Every puzzle gets a fresh solver: a reused one would keep learnt clauses, and
//! its statistics would depend on the order of the puzzles. After a solution, a
//! clause that forbids it is added, to look for another.
//!
//! Source: HR12 section 4.3 for the idea; I. Lynce and J. Ouaknine, *Sudoku as a SAT
//! problem* (2006) for the complete ("extended") encoding.

mod minisat;

use self::minisat::{Lit, MiniSat};
use super::{Answer, Effort, Limit, Solver, Usage, Verdict};
use crate::grid::{CandidateGrid, Cell, Digit, Grid, HouseKind, Layout, Puzzle};

/// Conflicts between two questions whether to stop: some milliseconds.
const SLICE: u64 = 1_000;

/// MiniSat on the complete encoding.
pub struct Sat {
    grid: CandidateGrid,
    /// By cell and digit: the literal that says so, if the candidate is open.
    literals: Vec<Option<Lit>>,
    clause: Vec<Lit>,
}

impl Sat {
    /// A solver for any size.
    pub fn new() -> Sat {
        let empty = Puzzle::new(Grid::empty(Layout::nine())).expect("no givens, no conflict");
        Sat { grid: CandidateGrid::new(&empty), literals: Vec::new(), clause: Vec::new() }
    }

    fn literal(&self, cell: Cell, digit: Digit) -> Lit {
        let place = cell.index() * self.grid.order() + digit.index();
        self.literals[place].expect("an open candidate has a literal")
    }

    fn encode(&mut self, solver: &mut MiniSat) {
        let (layout, order) = (self.grid.layout(), self.grid.order());
        self.literals.clear();
        self.literals.resize(layout.cells().len() * order, None);
        for &cell in layout.cells() {
            for digit in self.grid.candidates(cell) {
                self.literals[cell.index() * order + digit.index()] = Some(solver.new_literal());
            }
            self.fill_clause(self.grid.candidates(cell).map(|digit| (cell, digit)));
            self.exactly_one(solver, |_, _| false);
        }
        for &house in layout.houses() {
            let cells = layout.house_cells(house);
            for digit in Digit::all(order) {
                let positions = self.grid.positions(house, digit);
                let places = (0..order).filter(|position| positions >> position & 1 == 1);
                self.fill_clause(places.clone().map(|position| (cells[position], digit)));
                let place: Vec<Cell> = places.map(|position| cells[position]).collect();
                // Two cells of a box in one line were kept apart by the line already.
                let is_box = house.kind() == HouseKind::Box;
                self.exactly_one(solver, |i, j| {
                    let (a, b) = (place[i], place[j]);
                    is_box && (a.row() == b.row() || a.column() == b.column())
                });
            }
        }
    }

    fn fill_clause(&mut self, candidates: impl Iterator<Item = (Cell, Digit)>) {
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(candidates.map(|(cell, digit)| self.literal(cell, digit)));
        self.clause = clause;
    }

    /// At least one literal of the clause, and no two but those already apart.
    fn exactly_one(&self, solver: &mut MiniSat, apart: impl Fn(usize, usize) -> bool) {
        if self.clause.is_empty() {
            return;
        }
        solver.add_clause(&self.clause);
        for (i, &a) in self.clause.iter().enumerate() {
            for (j, &b) in self.clause[..i].iter().enumerate() {
                if !apart(i, j) {
                    solver.add_clause(&[!a, !b]);
                }
            }
        }
    }

    /// The model as a grid; leaves in `clause` what forbids it.
    fn read_model(&mut self, solver: &MiniSat) -> Grid {
        let mut solution = self.grid.grid().clone();
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        for &cell in self.grid.layout().cells() {
            for digit in self.grid.candidates(cell) {
                let literal = self.literal(cell, digit);
                if solver.is_true(literal) {
                    solution.set(cell, Some(digit));
                    clause.push(!literal);
                }
            }
        }
        self.clause = clause;
        solution
    }
}

impl Default for Sat {
    fn default() -> Sat {
        Sat::new()
    }
}

impl Solver for Sat {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        self.grid.reset(puzzle);
        let mut answer = Answer {
            verdict: Verdict::None,
            solutions: 0,
            solution: None,
            effort: Effort::default(),
            usage: Usage::NONE,
        };
        // The encoding could not say that a cell has no candidate.
        if self.grid.is_contradictory() {
            return answer;
        }
        let mut solver = MiniSat::new();
        self.encode(&mut solver);
        let mut exhausted = false;
        while answer.solutions < limit.solutions && !exhausted {
            match search(&mut solver, limit) {
                None => {
                    answer.effort = effort(&solver);
                    answer.verdict = Verdict::Limit;
                    return answer;
                }
                Some(false) => exhausted = true,
                Some(true) => {
                    let model = self.read_model(&solver);
                    answer.solution.get_or_insert(model);
                    answer.solutions += 1;
                    // A puzzle without empty cells has no other solution.
                    exhausted = self.clause.is_empty();
                    if answer.solutions < limit.solutions && !exhausted {
                        solver.add_clause(&self.clause);
                    }
                }
            }
        }
        answer.effort = effort(&solver);
        answer.verdict = Verdict::of_search(answer.solutions, exhausted);
        answer
    }
}

/// Whether the clauses have a model; nothing when the limit comes first.
fn search(solver: &mut MiniSat, limit: &Limit<'_>) -> Option<bool> {
    loop {
        let left = limit.checks.saturating_sub(solver.statistics().conflicts);
        if left == 0 || (limit.stop)() {
            return None;
        }
        if let Some(satisfiable) = solver.solve_within(left.min(SLICE)) {
            return Some(satisfiable);
        }
    }
}

fn effort(solver: &MiniSat) -> Effort {
    let statistics = solver.statistics();
    Effort {
        checks: statistics.conflicts,
        conflicts: statistics.conflicts,
        decisions: statistics.decisions,
        propagations: statistics.propagations,
        ..Effort::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_cells;

    #[test]
    fn there_are_288_grids_of_order_4() {
        let puzzle = parse_cells(&[b'.'; 16]).unwrap();
        let answer = Sat::new().solve(&puzzle, &Limit::solutions(1000));
        assert_eq!((answer.verdict, answer.solutions), (Verdict::Multiple, 288));
    }

    #[test]
    fn a_puzzle_without_empty_cells_is_its_own_solution() {
        let puzzle = parse_cells(b"1234341221434321").unwrap();
        let answer = Sat::new().solve(&puzzle, &Limit::solutions(2));
        assert_eq!(
            (answer.verdict, answer.solution.as_ref()),
            (Verdict::Unique, Some(puzzle.grid()))
        );
    }

    #[test]
    fn stopping_and_conflict_limits_are_honoured() {
        let puzzle = parse_cells(&[b'.'; 256]).unwrap();
        for limit in [
            Limit { checks: 0, ..Limit::solutions(2) },
            Limit { stop: &|| true, ..Limit::solutions(2) },
        ] {
            assert_eq!(Sat::new().solve(&puzzle, &limit).verdict, Verdict::Limit);
        }
    }
}
