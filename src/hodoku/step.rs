//! Steps: what a search found.

use super::board::Board;
use super::tables::{bits, members};

/// A candidate, in the order by digit, then cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// 0–8.
    pub digit: u8,
    /// 0–80.
    pub cell: u8,
}

/// One step: it places a digit or removes candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of its kind.
    pub kind: &'static str,
    /// The candidates it removes, first removed first. One may stand there twice.
    pub removals: Vec<Candidate>,
    /// What it places.
    pub placement: Option<Candidate>,
}

impl Step {
    /// A step that places a digit.
    pub fn place(kind: &'static str, cell: usize, digit: usize) -> Step {
        let placement = Some(Candidate { digit: digit as u8, cell: cell as u8 });
        Step { kind, removals: Vec::new(), placement }
    }

    /// A step that removes a digit from cells; none if there are none.
    pub fn digit(kind: &'static str, digit: usize, cells: u128) -> Option<Step> {
        let mut removals = Removals::default();
        removals.cells(cells, digit);
        removals.step(kind)
    }

    /// Does to the board what the step says.
    pub fn apply(&self, board: &mut Board) {
        for Candidate { digit, cell } in &self.removals {
            board.remove((*cell).into(), (*digit).into());
        }
        if let Some(Candidate { digit, cell }) = self.placement {
            board.place(cell.into(), digit.into());
        }
    }
}

/// Candidates to be removed, in the order in which they are added.
#[derive(Clone, Default)]
pub struct Removals(pub Vec<Candidate>);

impl Removals {
    /// Adds one.
    pub fn push(&mut self, cell: usize, digit: usize) {
        self.0.push(Candidate { digit: digit as u8, cell: cell as u8 });
    }

    /// Adds a digit in cells.
    pub fn cells(&mut self, cells: u128, digit: usize) {
        for cell in bits(cells) {
            self.push(cell, digit);
        }
    }

    /// Adds digits of a cell.
    pub fn digits(&mut self, cell: usize, digits: u16) {
        for digit in members(digits) {
            self.push(cell, digit);
        }
    }

    /// Adds those that the board has of these digits in these cells, cell by cell.
    pub fn of(&mut self, board: &Board, cells: u128, digits: u16) {
        for cell in bits(cells) {
            self.digits(cell, board.cells[cell] & digits);
        }
    }

    /// By digit, then cell, each once.
    pub fn sort(&mut self) {
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// The step that removes them; none if there are none.
    pub fn step(self, kind: &'static str) -> Option<Step> {
        let removals = self.0;
        (!removals.is_empty()).then_some(Step { kind, removals, placement: None })
    }
}
