//! The batch search: puzzles flow through the lanes of a block.
//!
//! Every lane works on one puzzle: it is loaded, propagated to the fixpoint, and
//! then solved, contradictory or stuck. A stuck board is split: the alternative goes
//! on the lane's stack of saved boards, the guess stays in the lane. A contradictory
//! lane takes its last saved board back, and a lane whose puzzle is done takes the
//! next puzzle at once, so all lanes work until the batch runs out.
//!
//! A lane guesses only at the fixpoint, so its search tree depends on its puzzle
//! alone: counts, solutions and their order are the same on every back end.

use super::board::Board;
use super::choice::{Cells, choose};
use super::rules::Block;
use super::vector::{ByLane, Kernel, SPARE, Simd, each};

/// When to leave a puzzle.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// Stop at this many solutions; 2 decides uniqueness. 0 counts as 1.
    pub solutions: u32,
    /// Leave a puzzle that would take more guesses than this.
    pub guesses: Option<u64>,
    /// Asked now and then; once it says true, all unfinished puzzles are left.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Limit<'_> {
    /// Only the number of solutions is limited.
    pub const fn solutions(solutions: u32) -> Self {
        Limit { solutions, guesses: None, stop: None }
    }
}

/// What the search found out about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Solutions found, at most as many as asked for.
    pub solutions: u32,
    /// The first solution, if there is one.
    pub solution: [u8; 81],
    /// Boards that were split in two.
    pub guesses: u64,
    /// Branches that ended in a contradiction.
    pub backtracks: u64,
    /// The guess limit or the stop request came first: there may be more solutions.
    pub limited: bool,
}

impl Default for Answer {
    fn default() -> Answer {
        Answer { solutions: 0, solution: [0; 81], guesses: 0, backtracks: 0, limited: false }
    }
}

/// Enough for any search path: every level fills a cell.
const DEPTH: usize = 81;

/// How many passes go by between two looks at the stop request.
const PASSES_PER_POLL: u32 = 256;

/// Scratch memory of a search; one per thread, reused for every batch.
pub struct Search<S: Simd> {
    simd: S,
    block: Block<S>,
    /// Boards on their way out of the block or into it, by lane.
    boards: ByLane,
    lanes: Vec<Lane>,
}

/// An answer in the making. The first solution goes straight where it belongs.
#[derive(Clone, Copy, Default)]
struct Tally {
    solutions: u32,
    guesses: u64,
    backtracks: u64,
    limited: bool,
}

impl Tally {
    #[inline(always)]
    fn hand_in(self, answer: &mut Answer) {
        if self.solutions == 0 {
            answer.solution = [0; 81];
        }
        answer.solutions = self.solutions;
        answer.guesses = self.guesses;
        answer.backtracks = self.backtracks;
        answer.limited = self.limited;
    }
}

/// What a lane works on.
struct Lane {
    puzzle: usize,
    tally: Tally,
    /// The boards to come back to: the first `depth` of them.
    saved: Vec<Board>,
    depth: usize,
    /// What the choice reads off a stuck board.
    cells: Cells,
}

impl<S: Simd> Search<S> {
    pub fn new(simd: S) -> Search<S> {
        let lane = || Lane {
            puzzle: 0,
            tally: Tally::default(),
            depth: 0,
            saved: vec![Board::EMPTY; DEPTH],
            cells: Cells::default(),
        };
        Search {
            simd,
            block: Block::new(simd),
            boards: [Board::EMPTY; SPARE + 1],
            lanes: std::iter::repeat_with(lane).take(S::LANES).collect(),
        }
    }

    pub fn solve(&mut self, puzzles: &[[u8; 81]], limit: Limit<'_>, answers: &mut [Answer]) {
        let simd = self.simd;
        let batch = Batch { search: self, puzzles, limit, answers, next: 0, live: 0, arriving: 0 };
        simd.run(batch);
    }
}

/// One batch on its way through the lanes.
struct Batch<'a, S: Simd> {
    search: &'a mut Search<S>,
    puzzles: &'a [[u8; 81]],
    limit: Limit<'a>,
    answers: &'a mut [Answer],
    /// The first puzzle not yet loaded.
    next: usize,
    /// The lanes at work.
    live: u32,
    /// The lanes whose next board waits in `boards`.
    arriving: u32,
}

impl<S: Simd> Kernel for Batch<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let simd = self.search.simd;
        self.live = u32::MAX >> (32 - S::LANES);
        for lane in each(self.live) {
            self.refill(lane);
        }
        let mut passes = 0;
        while self.live != 0 {
            self.search.block.load_all(simd, self.arriving, &self.search.boards);
            self.arriving = 0;
            let verdict = self.search.block.pass(simd);
            passes += 1;
            if passes % PASSES_PER_POLL == 0 && self.limit.stop.is_some_and(|stop| stop()) {
                self.abandon();
            }
            let pending = self.live & (verdict.failed | verdict.settled);
            // A lane that waits changes no more, so waiting is harmless.
            if pending.count_ones() < S::CROWD && pending != self.live {
                continue;
            }
            let failed = self.live & verdict.failed;
            let solved = self.live & verdict.solved & !failed;
            let stuck = self.live & verdict.settled & !(failed | solved);
            // In stages, so that a board written cell by cell has reached the cache
            // by the time it is read back in whole registers.
            let Search { block, boards, .. } = &mut *self.search;
            simd.gather(&block.cells, stuck | solved, boards);
            for lane in each(stuck) {
                self.look(lane);
            }
            for lane in each(failed) {
                self.dead_end(lane);
            }
            for lane in each(stuck) {
                self.split(lane);
            }
            for lane in each(solved) {
                self.solution(lane);
            }
        }
    }
}

impl<S: Simd> Batch<'_, S> {
    /// Takes the next puzzle into a lane, or retires the lane.
    #[inline(always)]
    fn refill(&mut self, lane: usize) {
        let Some(puzzle) = self.puzzles.get(self.next) else {
            self.live &= !(1 << lane);
            return;
        };
        let search = &mut *self.search;
        search.boards[lane] = search.simd.read(puzzle);
        self.arriving |= 1 << lane;
        let state = &mut search.lanes[lane];
        state.puzzle = self.next;
        state.depth = 0;
        state.tally = Tally::default();
        self.next += 1;
    }

    /// Hands in the lane's answer and takes the next puzzle.
    #[inline(always)]
    fn finish(&mut self, lane: usize) {
        let state = &self.search.lanes[lane];
        state.tally.hand_in(&mut self.answers[state.puzzle]);
        self.refill(lane);
    }

    #[inline(always)]
    fn dead_end(&mut self, lane: usize) {
        let tally = &mut self.search.lanes[lane].tally;
        tally.backtracks += u64::from(tally.guesses > 0);
        self.back(lane);
    }

    #[inline(always)]
    fn solution(&mut self, lane: usize) {
        let search = &mut *self.search;
        let state = &mut search.lanes[lane];
        if state.tally.solutions == 0 {
            let digits = search.simd.digits(&search.boards[lane]);
            self.answers[state.puzzle].solution = digits;
        }
        state.tally.solutions += 1;
        if state.tally.solutions >= self.limit.solutions {
            self.finish(lane);
        } else {
            self.back(lane);
        }
    }

    /// Back to the last saved board, or on to the next puzzle.
    #[inline(always)]
    fn back(&mut self, lane: usize) {
        let search = &mut *self.search;
        let state = &mut search.lanes[lane];
        if state.depth == 0 {
            return self.finish(lane);
        }
        state.depth -= 1;
        search.boards[lane] = state.saved[state.depth];
        self.arriving |= 1 << lane;
    }

    /// Reads off the lane's board what the choice needs.
    #[inline(always)]
    fn look(&mut self, lane: usize) {
        let search = &mut *self.search;
        search.lanes[lane].cells = search.simd.cells(&search.boards[lane]);
    }

    #[inline(always)]
    fn split(&mut self, lane: usize) {
        let search = &mut *self.search;
        let state = &mut search.lanes[lane];
        if self.limit.guesses.is_some_and(|most| state.tally.guesses >= most) {
            state.tally.limited = true;
            return self.finish(lane);
        }
        state.tally.guesses += 1;
        let board = &search.boards[lane];
        let choice = choose(search.simd, board, &state.cells);
        let saved = &mut state.saved[state.depth];
        *saved = *board;
        saved.0[choice.cell] &= !choice.digit;
        state.depth += 1;
        search.block.set(lane, choice.cell, choice.digit);
    }

    /// Stops everything: what is not finished is marked so.
    #[cold]
    fn abandon(&mut self) {
        for lane in each(self.live) {
            let state = &mut self.search.lanes[lane];
            state.tally.limited = true;
            state.tally.hand_in(&mut self.answers[state.puzzle]);
        }
        for answer in &mut self.answers[self.next..self.puzzles.len()] {
            *answer = Answer { limited: true, ..Answer::default() };
        }
        self.next = self.puzzles.len();
        self.live = 0;
    }
}
