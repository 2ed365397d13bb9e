//! Drafts on the lanes: 9×9 puzzles in the making side by side, one per lane.
//!
//! Whether a given may go depends on what went before it, so the removals of one
//! puzzle come one after the other; those of different puzzles have nothing to do
//! with one another, and fill the lanes. To remove one given is to ask whether the
//! rest have a solution with *another* digit in its cell, which spares finding the
//! known one; to remove several, whether the rest have two solutions.

use std::ops::Range;

use super::draft::{Draft, Plan};
use super::{FullGrids, GenerateError};
use crate::grid::{Grid, Puzzle};
use crate::lanes::{ALL, Board, Client, Tally};

/// Drafts in the lanes, and the puzzles made.
pub struct LaneDrafts<'a> {
    plan: &'a Plan,
    grids: &'a mut FullGrids,
    first: u64,
    indices: Range<u64>,
    lanes: Vec<Lane>,
    /// The lane that asks next; none while lanes ask for the first time.
    asking: Option<usize>,
    /// What came of the puzzles, in the order of their indices; those that an interrupt
    /// leaves are stopped.
    pub made: Vec<Result<Puzzle, GenerateError>>,
}

/// What a lane works on.
struct Lane {
    index: u64,
    draft: Draft,
    /// The givens, as a board.
    board: Board,
    /// So many solutions of the board in the lane mean that the givens stay.
    too_many: u32,
    must_stay: bool,
}

impl<'a> LaneDrafts<'a> {
    /// For the puzzles of these indices.
    pub fn new(plan: &'a Plan, grids: &'a mut FullGrids, indices: Range<u64>) -> LaneDrafts<'a> {
        let made = indices.clone().map(|_| Err(GenerateError::Stopped)).collect();
        let first = indices.start;
        LaneDrafts { plan, grids, first, indices, lanes: Vec::new(), asking: None, made }
    }

    /// The draft of the next index, if there is one left.
    fn begin(&mut self) -> Option<Lane> {
        let index = self.indices.next()?;
        let draft = Draft::new(self.plan, self.grids, index);
        let board = board(draft.givens());
        Some(Lane { index, draft, board, too_many: 0, must_stay: false })
    }
}

fn board(givens: &Grid) -> Board {
    Board::new(givens.values().try_into().expect("the lanes are for 9×9"))
}

impl Client for LaneDrafts<'_> {
    fn next(&mut self, board: &mut Board) -> Option<usize> {
        if self.plan.interrupt.is_set() {
            return None;
        }
        let number = match self.asking.take() {
            Some(number) => number,
            None => {
                let lane = self.begin()?;
                self.lanes.push(lane);
                self.lanes.len() - 1
            }
        };
        loop {
            let lane = &mut self.lanes[number];
            if lane.ask(board) {
                return Some(number);
            }
            match lane.draft.finish(self.plan, self.grids) {
                None => lane.board = self::board(lane.draft.givens()),
                Some(made) => {
                    self.made[(lane.index - self.first) as usize] = made;
                    self.lanes[number] = self.begin()?;
                }
            }
        }
    }

    fn solution(&mut self, number: usize, tally: &Tally, _solved: &Board) -> bool {
        let lane = &mut self.lanes[number];
        lane.must_stay = tally.solutions == lane.too_many;
        !lane.must_stay
    }

    fn finish(&mut self, number: usize, _tally: &Tally) {
        self.lanes[number].answer();
        self.asking = Some(number);
    }
}

impl Lane {
    /// Writes the board of the next question; false when there is none.
    fn ask(&mut self, board: &mut Board) -> bool {
        let Some(cells) = self.draft.question() else { return false };
        *board = self.board;
        for cell in cells {
            board.set_candidates(cell.index(), ALL);
        }
        self.too_many = 2;
        if let [cell] = cells {
            let others = ALL & !self.board.candidates(cell.index());
            board.set_candidates(cell.index(), others);
            self.too_many = 1;
        }
        self.must_stay = false;
        true
    }

    fn answer(&mut self) {
        if !self.must_stay {
            for cell in self.draft.question().into_iter().flatten() {
                self.board.set_candidates(cell.index(), ALL);
            }
        }
        self.draft.answer(!self.must_stay);
    }
}
