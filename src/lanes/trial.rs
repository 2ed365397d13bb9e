//! Trial and error: what assumptions refute, and how deeply they must be nested.
//!
//! *T&E(0)* places naked and hidden singles until nothing changes. *T&E(k)* does
//! that, assumes each candidate in turn, and deletes it if T&E(k − 1) then meets a
//! contradiction: a cell without candidates, or a house without a place for a digit.
//! It repeats until nothing changes. The *T&E depth* of a puzzle is the smallest k
//! whose T&E(k) solves it; 0 means that singles do. Each rule only ever deletes
//! what no order could save, so the result depends neither on the order of the
//! assumptions nor on a symmetry of the grid. An assumption that leads to a solution
//! proves nothing and is never accepted.
//!
//! The lanes try as many assumptions at once as there are boards in the block; T&E(1) on a
//! board is in `closing`. Three things save most of the work, and change no result:
//!
//! - What survives need not be tried again while its board stays the same; nor need
//!   the digits that singles placed under it, since they assume less.
//! - The assumptions that placed most are tried first at the next depth.
//! - A digit of a solution is never refuted, so from depth 2 on the board is solved
//!   first, by search, and those digits are spared. Nothing else is made of it.
//!
//! Definition: D. Berthier, *The Hidden Logic of Sudoku*, 2007 (there with locked
//! candidates or more as the base; here with singles alone).

use std::ops::ControlFlow;

use super::assumption::{Assumption, Outcome, assumptions};
use super::board::Board;
use super::boards::{Boards, Rules};
use super::vector::each;
use super::{Answer, Backend, Limit, Solver};

/// Tries assumptions on boards. It owns the lanes it needs: make one and keep it.
pub struct Trials {
    backend: Backend,
    boards: Boards,
    /// For one board and what is assumed on it: fewer lanes that wait for it, sooner done.
    narrow: Boards,
    /// By the rules tried, the last board, and what failed on it.
    failed: [(Board, Board); 2],
    /// Made when it is first needed.
    solver: Option<Solver>,
}

impl Default for Trials {
    /// Trials on [`Backend::best`].
    fn default() -> Trials {
        Trials::with(Backend::best()).expect("the best back end is available")
    }
}

impl Trials {
    /// Trials on a given back end, if this machine can run it.
    pub fn with(backend: Backend) -> Option<Trials> {
        let boards = Boards::with(backend)?;
        let narrow = Boards::with(backend.min(Backend::Avx2)).or_else(|| Boards::with(backend))?;
        let failed = [(Board::EMPTY, Board::EMPTY); 2];
        Some(Trials { backend, boards, narrow, failed, solver: None })
    }

    /// The T&E depth of a board, if it is at most `deepest`. A board without a
    /// solution or with several has none, whatever the depth. None, too, if `stop` says true
    /// before it is known; once it has it must go on saying so.
    ///
    /// ```
    /// # use sudoku_lab::lanes::{Board, Trials};
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let mut puzzle = [0; 81];
    /// for (value, symbol) in puzzle.iter_mut().zip(line.bytes()) {
    ///     *value = if symbol == b'.' { 0 } else { symbol - b'0' };
    /// }
    /// assert_eq!(Trials::default().depth(&Board::new(&puzzle), 3, &|| false), Some(0));
    /// ```
    pub fn depth(&mut self, board: &Board, deepest: u8, stop: &dyn Fn() -> bool) -> Option<u8> {
        let mut board = *board;
        for depth in 0..=deepest {
            match self.close(&mut board, depth, stop) {
                Outcome::Solved => return Some(depth),
                Outcome::Refuted => return None,
                Outcome::Open => {}
            }
        }
        None
    }

    /// Deletes what T&E(`depth`) deletes. Open, too, when it was stopped.
    pub fn close(&mut self, board: &mut Board, depth: u8, stop: &dyn Fn() -> bool) -> Outcome {
        let possible = if depth > 1 { self.possible(board) } else { Board::EMPTY };
        self.close_sparing(&possible, board, depth, stop)
    }

    /// The same, without trying the digits that are known to be possible.
    fn close_sparing(
        &mut self,
        possible: &Board,
        board: &mut Board,
        depth: u8,
        stop: &dyn Fn() -> bool,
    ) -> Outcome {
        match depth {
            0 => self.singles(board),
            1 if stop() => Outcome::Open,
            1 => self.narrow.close(board),
            _ => self.close_nested(possible, board, depth, stop),
        }
    }

    /// Visits each candidate that is refuted on this very board: the one T&E(`depth` − 1)
    /// contradicts, as (cell, digit as a set of one), in an order that depends on
    /// nothing but the board. Breaks when the visitor does or when `stop`, asked at least
    /// every few milliseconds, says true; it must then go on saying so.
    pub fn refuted(
        &mut self,
        board: &Board,
        depth: u8,
        stop: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(usize, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (failed, survivors) = self.try_all(board);
        for assumption in failed {
            visit(assumption.cell, assumption.digit)?;
        }
        if depth == 1 {
            return ControlFlow::Continue(());
        }
        let possible = self.possible(board);
        for assumption in survivors.into_iter().filter(|assumption| !assumption.is_on(&possible)) {
            let mut under = assumption.on(board);
            if self.close_sparing(&Board::EMPTY, &mut under, depth - 1, stop) == Outcome::Refuted {
                visit(assumption.cell, assumption.digit)?;
            }
            if stop() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits what singles leave under each assumption that they do not refute, as (cell,
    /// digit as a set of one, board).
    pub fn outcomes(&mut self, board: &Board, visit: &mut dyn FnMut(usize, u16, &Board)) {
        for chunk in assumptions(board).chunks(self.boards.lanes()) {
            let failed = self.assume(board, chunk, Rules::Singles);
            for (lane, assumption) in chunk.iter().enumerate().filter(|l| failed >> l.0 & 1 == 0) {
                visit(assumption.cell, assumption.digit, &self.boards.save(lane));
            }
        }
    }

    /// The candidates whose assumption singles, or these rules and singles, contradict on this
    /// very board.
    pub fn failing(&mut self, board: &Board, rules: Rules) -> Board {
        // What failed on a board that had all these candidates fails here, too; what singles
        // contradict, singles and other rules do.
        let (mut failing, mut survive) = (Board::EMPTY, Board::EMPTY);
        for (before, failed) in &self.failed[..=rules as usize] {
            if board.is_within(before) {
                failing.0.iter_mut().zip(failed.0).for_each(|(a, b)| *a |= b);
            }
        }
        for (&left, failing) in board.0.iter().zip(&mut failing.0) {
            // Nobody assumes what is alone in its cell.
            *failing &= if left & left.wrapping_sub(1) != 0 { left } else { 0 };
        }
        let known = failing;
        let mut open =
            assumptions(board).into_iter().filter(|assumption| !assumption.is_on(&known));
        let mut chunk = Vec::with_capacity(self.boards.lanes());
        loop {
            chunk.clear();
            // What a survivor placed assumes less, and survives.
            let untried = open.by_ref().filter(|assumption| !assumption.is_on(&survive));
            chunk.extend(untried.take(self.boards.lanes()));
            if chunk.is_empty() {
                self.failed[rules as usize] = (*board, failing);
                return failing;
            }
            let all = u32::MAX >> (32 - chunk.len());
            let mut failed = self.assume(board, &chunk, rules);
            if rules != Rules::Singles {
                // Only singles tell that two digits have the same one place.
                failed |= self.boards.propagate(Rules::Singles, all & !failed).failed;
            }
            for lane in each(failed) {
                failing.0[chunk[lane].cell] |= chunk[lane].digit;
            }
            let placed = self.boards.placed(all & !failed);
            survive.0.iter_mut().zip(placed.0).for_each(|(a, b)| *a |= b);
        }
    }

    /// The digits of the board's solutions: of the only one, or, where there are
    /// several, of one for each candidate that has any.
    fn possible(&mut self, board: &Board) -> Board {
        let solver = self.solver.get_or_insert_with(|| {
            Solver::with(self.backend).expect("the boards run on this back end")
        });
        let placed = |candidates: u16| if candidates.is_power_of_two() { candidates } else { 0 };
        let value = |digit: u16| (u16::BITS - digit.leading_zeros()) as u8;
        let puzzle: [u8; 81] = std::array::from_fn(|cell| value(placed(board.0[cell])));
        let mut answers = vec![Answer::default()];
        solver.solve_batch(&[puzzle], Limit::solutions(2), &mut answers);
        if answers[0].solutions > 1 {
            let with = |assumption: Assumption| {
                let mut puzzle = puzzle;
                puzzle[assumption.cell] = value(assumption.digit);
                puzzle
            };
            let puzzles: Vec<[u8; 81]> = assumptions(board).into_iter().map(with).collect();
            answers = vec![Answer::default(); puzzles.len()];
            solver.solve_batch(&puzzles, Limit::solutions(1), &mut answers);
        }
        let mut possible = Board::EMPTY;
        for answer in answers.iter().filter(|answer| answer.solutions > 0) {
            let solution = Board::new(&answer.solution);
            // A candidate deleted before may rule it out.
            if (0..81).all(|cell| board.0[cell] & solution.0[cell] != 0) {
                possible.0.iter_mut().zip(solution.0).for_each(|(a, b)| *a |= b);
            }
        }
        possible
    }

    /// Singles to the fixpoint.
    fn singles(&mut self, board: &mut Board) -> Outcome {
        self.narrow.load_everywhere(board);
        let verdicts = self.narrow.propagate(Rules::Singles, 1);
        *board = self.narrow.save(0);
        match (verdicts.failed, verdicts.solved) {
            (1, _) => Outcome::Refuted,
            (_, 1) => Outcome::Solved,
            _ => Outcome::Open,
        }
    }

    /// Assumes a chunk of candidates, each on its lane. Returns the lanes that failed.
    fn assume(&mut self, board: &Board, chunk: &[Assumption], rules: Rules) -> u32 {
        self.boards.load_everywhere(board);
        for (lane, assumption) in chunk.iter().enumerate() {
            self.boards.set_candidates(lane, assumption.cell, assumption.digit);
        }
        self.boards.propagate(rules, u32::MAX >> (32 - chunk.len())).failed
    }

    /// Assumes every candidate: those that singles refute, and the others, the one
    /// that leaves least first.
    fn try_all(&mut self, board: &Board) -> (Vec<Assumption>, Vec<Assumption>) {
        let (mut refuted, mut survivors) = (Vec::new(), Vec::with_capacity(256));
        for chunk in assumptions(board).chunks(self.boards.lanes()) {
            let failed = self.assume(board, chunk, Rules::Singles);
            for (lane, assumption) in chunk.iter().enumerate() {
                match failed >> lane & 1 {
                    1 => refuted.push(*assumption),
                    _ => survivors.push(Assumption { left: self.boards.left(lane), ..*assumption }),
                }
            }
        }
        survivors.sort_by_key(|assumption| assumption.left);
        (refuted, survivors)
    }

    fn close_nested(
        &mut self,
        possible: &Board,
        board: &mut Board,
        depth: u8,
        stop: &dyn Fn() -> bool,
    ) -> Outcome {
        let mut changed = true;
        while changed {
            match self.close_sparing(possible, board, depth - 1, stop) {
                Outcome::Open => changed = false,
                ended => return ended,
            }
            let (_, survivors) = self.try_all(board);
            for assumption in survivors {
                if !assumption.is_on(board) || assumption.is_on(possible) {
                    continue;
                }
                if stop() {
                    return Outcome::Open;
                }
                let mut under = assumption.on(board);
                let outcome = self.close_sparing(&Board::EMPTY, &mut under, depth - 1, stop);
                if outcome == Outcome::Refuted {
                    board.0[assumption.cell] &= !assumption.digit;
                    changed = true;
                    // All of T&E(k − 1) on the board would cost more than it saves the others.
                    match self.singles(board) {
                        Outcome::Open => {}
                        ended => return ended,
                    }
                }
            }
        }
        Outcome::Open
    }
}
