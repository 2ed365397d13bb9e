//! What a step concludes, in words: every strategy says why in its own sentence,
//! but what follows reads the same for all of them.

use super::{Deduction, Step, words};
use crate::grid::{Cell, Digit};

impl Step {
    /// What follows, in a sentence: `R3C5 is 7.`, `2 leaves R3C5 and R3C9; 9 leaves
    /// R3C7.`
    pub fn conclusion(&self) -> String {
        let mut clauses = Vec::new();
        let mut leaving: Vec<(Digit, Vec<Cell>)> = Vec::new();
        for &deduction in &self.deductions {
            match deduction {
                Deduction::Place(..) => clauses.push(deduction.to_string()),
                Deduction::Eliminate(cell, digit) => {
                    match leaving.iter_mut().find(|(known, _)| *known == digit) {
                        Some((_, cells)) => cells.push(cell),
                        None => leaving.push((digit, vec![cell])),
                    }
                }
            }
        }
        leaving.sort_unstable();
        clauses.extend(leaving.into_iter().map(|(digit, mut cells)| {
            cells.sort_unstable();
            format!("{digit} leaves {}", words::list(cells))
        }));
        clauses.join("; ") + "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn placements_first_then_digits_in_order() {
        let cell = |row: usize, column: usize| Layout::nine().cell(row - 1, column - 1);
        let deductions = vec![
            Deduction::Eliminate(cell(3, 9), Digit::new(2)),
            Deduction::Eliminate(cell(3, 7), Digit::new(9)),
            Deduction::Place(cell(1, 1), Digit::new(4)),
            Deduction::Eliminate(cell(3, 5), Digit::new(2)),
        ];
        let step = Step { pattern: Default::default(), deductions };
        assert_eq!(step.conclusion(), "R1C1 is 4; 2 leaves R3C5 and R3C9; 9 leaves R3C7.");
    }
}
