//! The search: boards flow through the lanes of a block.
//!
//! Every lane works on one board: it is loaded, propagated to the fixpoint, and
//! then solved, contradictory or stuck. A stuck board is split: the alternative goes
//! on the lane's stack of saved boards, the guess stays in the lane. A contradictory
//! lane takes its last saved board back, and a lane whose board is done takes the
//! next one at once, so all lanes work until the [`Feed`] runs out.
//!
//! A lane guesses only at the fixpoint, so its search tree depends on its board
//! alone: counts, solutions and their order are the same on every back end.

use super::board::Board;
use super::choice::{Cells, Choice, apart, choose};
use super::rules::Block;
use super::vector::{ByLane, Kernel, SPARE, Simd, each};

/// Where the boards come from, and who takes what is found out about them.
pub trait Feed<S: Simd> {
    /// Writes the next board and returns the number by which it will be spoken of;
    /// none once there are no more.
    fn next(&mut self, simd: S, board: &mut Board) -> Option<usize>;

    /// Takes a solution, the `tally.solutions`-th of its board. Whether to search on.
    fn solution(&mut self, simd: S, number: usize, tally: &Tally, solved: &Board) -> bool;

    /// Takes leave of a board. The lane asks for the next one right after this.
    fn finish(&mut self, number: usize, tally: &Tally);
}

/// What a search has come to, on one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Solutions found.
    pub solutions: u32,
    /// Boards that were split in two.
    pub guesses: u64,
    /// Branches that ended in a contradiction.
    pub backtracks: u64,
    /// The guess limit or the stop request came first: there may be more solutions.
    pub limited: bool,
}

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

impl<'a> Limit<'a> {
    /// Only the number of solutions is limited.
    pub const fn solutions(solutions: u32) -> Self {
        Limit { solutions, guesses: None, stop: None }
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

/// What a lane works on.
struct Lane {
    number: usize,
    tally: Tally,
    /// The boards to come back to: the first `depth` of them.
    saved: Vec<Board>,
    depth: usize,
    /// What the choice reads off a stuck board.
    cells: Cells,
}

impl Lane {
    /// Whether the board seems to have many solutions: a guess and no contradiction. Then
    /// most branches lead to one, and weighing them costs more than it saves.
    #[inline(always)]
    fn seems_loose(&self) -> bool {
        self.tally.guesses >= 1 && self.tally.backtracks == 0
    }
}

impl<S: Simd> Search<S> {
    pub fn new(simd: S) -> Search<S> {
        let lane = || Lane {
            number: 0,
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

    /// Searches every board of the feed.
    pub fn run(&mut self, feed: impl Feed<S>, limit: Limit<'_>) {
        let simd = self.simd;
        simd.run(Flow { search: self, feed, limit, live: 0, arriving: 0 });
    }
}

/// A feed on its way through the lanes.
struct Flow<'a, S: Simd, F: Feed<S>> {
    search: &'a mut Search<S>,
    feed: F,
    limit: Limit<'a>,
    /// The lanes at work.
    live: u32,
    /// The lanes whose next board waits in `boards`.
    arriving: u32,
}

impl<S: Simd, F: Feed<S>> Kernel for Flow<'_, S, F> {
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
            let verdict = self.search.block.pass(simd, true);
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
                if !self.search.lanes[lane].seems_loose() {
                    self.look(lane);
                }
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

impl<S: Simd, F: Feed<S>> Flow<'_, S, F> {
    /// Takes the next board into a lane, or retires the lane.
    #[inline(always)]
    fn refill(&mut self, lane: usize) {
        let search = &mut *self.search;
        let Some(number) = self.feed.next(search.simd, &mut search.boards[lane]) else {
            self.live &= !(1 << lane);
            return;
        };
        self.arriving |= 1 << lane;
        let state = &mut search.lanes[lane];
        state.number = number;
        state.depth = 0;
        state.tally = Tally::default();
    }

    /// Hands in what came of the lane's board and takes the next one.
    #[inline(always)]
    fn finish(&mut self, lane: usize) {
        let state = &self.search.lanes[lane];
        self.feed.finish(state.number, &state.tally);
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
        state.tally.solutions += 1;
        if self.feed.solution(search.simd, state.number, &state.tally, &search.boards[lane]) {
            self.back(lane);
        } else {
            self.finish(lane);
        }
    }

    /// Back to the last saved board, or on to the next of the feed.
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
        if self.search.lanes[lane].seems_loose() {
            if self.split_unweighed(lane) {
                return;
            }
            self.look(lane);
        }
        let Search { simd, boards, lanes, .. } = &*self.search;
        let (board, cells) = (&boards[lane], &lanes[lane].cells);
        let choice = choose(simd.heaviest(board, cells), board, cells);
        self.guess(lane, choice);
    }

    /// Splits a board on up to two cells at once, without choosing. Not if no cell has two
    /// candidates.
    #[inline(always)]
    fn split_unweighed(&mut self, lane: usize) -> bool {
        let pairs = self.search.simd.pairs(&self.search.boards[lane]);
        for cell in apart(pairs).take(2) {
            let candidates = self.search.boards[lane].0[cell];
            let digit = candidates & candidates.wrapping_neg();
            if !self.guess(lane, Choice { cell, digit }) {
                break;
            }
        }
        pairs != 0
    }

    /// Takes one branch of the lane's board and saves the other. Not beyond the guess limit:
    /// then the board is left.
    #[inline(always)]
    fn guess(&mut self, lane: usize, Choice { cell, digit }: Choice) -> bool {
        let search = &mut *self.search;
        let state = &mut search.lanes[lane];
        if self.limit.guesses.is_some_and(|most| state.tally.guesses >= most) {
            state.tally.limited = true;
            self.finish(lane);
            return false;
        }
        state.tally.guesses += 1;
        let board = &mut search.boards[lane];
        let saved = &mut state.saved[state.depth];
        *saved = *board;
        saved.0[cell] &= !digit;
        state.depth += 1;
        board.0[cell] = digit;
        search.block.set(lane, cell, digit);
        true
    }

    /// Stops everything: what is not finished, or not begun, is marked so.
    #[cold]
    fn abandon(&mut self) {
        let Flow { search, feed, .. } = self;
        for lane in each(self.live) {
            let state = &mut search.lanes[lane];
            state.tally.limited = true;
            feed.finish(state.number, &state.tally);
        }
        while let Some(number) = feed.next(search.simd, &mut search.boards[0]) {
            feed.finish(number, &Tally { limited: true, ..Tally::default() });
        }
        self.live = 0;
    }
}
