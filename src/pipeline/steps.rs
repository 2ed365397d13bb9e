//! A solver's steps, each compared with a solution that is known.
//!
//! The comparison shares nothing with the code that finds steps: a digit placed is the
//! solution's, a candidate removed is not. A step may remove no solution's digit, so that any
//! solution of a puzzle with several will do.

use crate::grid::{CandidateGrid, Grid, Puzzle};
use crate::solver::Applied;
use crate::strategy::{Deduction, STRATEGIES};

/// A row of `steps`.
#[derive(Clone, Debug)]
pub struct StepRecord {
    /// The strategy and what follows.
    pub step: Applied,
    /// Candidates in the empty cells after it.
    pub candidates_left: u16,
    /// Whether a solution is known and it holds there, and it is about candidates that were left.
    pub is_right: bool,
}

/// The records of a puzzle's steps, compared with a solution if one is known.
pub fn compared(puzzle: &Puzzle, steps: Vec<Applied>, solution: Option<&Grid>) -> Vec<StepRecord> {
    // The candidates of a puzzle take longer than `fast` takes to solve it.
    if steps.is_empty() {
        return Vec::new();
    }
    let mut grid = CandidateGrid::new(puzzle);
    let record = |step: Applied| {
        let is_left = |deduction: &Deduction, grid: &CandidateGrid| {
            grid.candidates(deduction.cell()).contains(deduction.digit())
        };
        let are_left = step.deductions.iter().all(|deduction| is_left(deduction, &grid));
        for deduction in &step.deductions {
            // One may follow from another of the same step.
            if is_left(deduction, &grid) {
                deduction.apply(&mut grid);
            }
        }
        let empty = puzzle.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none());
        let candidates_left = empty.map(|&cell| grid.candidates(cell).len() as u16).sum();
        let is_right =
            are_left && solution.is_some_and(|solution| holds(&step.deductions, solution));
        StepRecord { step, candidates_left, is_right }
    };
    steps.into_iter().map(record).collect()
}

/// Whether deductions are true of a solution.
fn holds(deductions: &[Deduction], solution: &Grid) -> bool {
    let is_true = |deduction: &Deduction| {
        let is_digit = solution.values()[deduction.cell().index()] == deduction.digit().value();
        is_digit == matches!(deduction, Deduction::Place(..))
    };
    deductions.iter().all(is_true)
}

/// What is wrong with the first step that is not right, in words.
pub fn fault(steps: &[StepRecord]) -> Option<String> {
    let place = steps.iter().position(|step| !step.is_right)?;
    let Applied { strategy, deductions } = &steps[place].step;
    let told: Vec<String> = deductions.iter().map(Deduction::to_string).collect();
    let name = STRATEGIES[*strategy].name;
    Some(format!("step {}, {name}, is wrong: {}", place + 1, told.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_cells;

    #[test]
    fn a_wrong_step_is_told() {
        let puzzle = parse_cells(b"1234341221......").unwrap();
        let solution = parse_cells(b"1234341221434321").unwrap();
        let cell = puzzle.layout().cell(3, 3);
        let digit = |value| crate::grid::Digit::new(value);
        let step = |deduction| Applied { strategy: 0, deductions: vec![deduction] };
        let steps = |deductions: &[Deduction], solution| {
            compared(&puzzle, deductions.iter().map(|&one| step(one)).collect(), solution)
        };
        let right = [Deduction::Eliminate(cell, digit(3)), Deduction::Place(cell, digit(1))];
        let records = steps(&right, Some(solution.grid()));
        assert!(records.iter().all(|step| step.is_right) && fault(&records).is_none());
        assert_eq!(records[1].candidates_left, 6);
        let wrong = [right[0], Deduction::Eliminate(cell, digit(1))];
        let told = fault(&steps(&wrong, Some(solution.grid()))).unwrap();
        assert!(told.contains("step 2") && told.contains("R4C4 is not 1"), "{told}");
        // A digit that is no candidate any more.
        assert!(fault(&steps(&[right[1], right[0]], Some(solution.grid()))).is_some());
        assert!(
            fault(&steps(&[Deduction::Place(cell, digit(3))], Some(solution.grid()))).is_some()
        );
        assert!(steps(&right, None).iter().all(|step| !step.is_right));
    }
}
