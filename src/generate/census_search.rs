//! The census of all solutions of a puzzle, without going through them all.
//!
//! Two solutions settle the dozens of digits that they share: several hold them. So
//! a digit that is not settled yet is put into its cell, and the search for solutions
//! ends once there are two that hold it. A puzzle with a million solutions takes some
//! twenty such searches, half of which find nothing.
//!
//! Some of the solutions may have been counted before; the board is then that of the
//! others. Boards are worked on side by side, one per lane, each by itself: what comes
//! of one depends neither on the others nor on the back end.

use super::census::{Census, Digits};
use crate::interrupt::Interrupt;
use crate::lanes::{Board, Boards, Client, Rules, Solver, Tally};

/// A puzzle of which some solutions are counted.
pub struct Question {
    /// The candidates of the others.
    pub board: Board,
    pub counted: Census,
}

/// Answers questions, with scratch memory for one thread.
#[derive(Default)]
pub struct Counter {
    boards: Boards,
    solver: Solver,
    /// When it is set, answers are worth nothing.
    pub interrupt: Interrupt,
}

impl Counter {
    /// The census of each question's puzzle.
    pub fn all(&mut self, questions: Vec<Question>) -> Vec<Census> {
        self.answer(questions, false)
    }

    /// The number and the census of the first question whose puzzle would have one
    /// solution with a given more.
    pub fn first(&mut self, questions: Vec<Question>) -> Option<(usize, Census)> {
        let mut answers = self.answer(questions, true).into_iter().enumerate();
        answers.find(|(_, census)| census.additions().next().is_some())
    }

    fn answer(&mut self, mut questions: Vec<Question>, one_will_do: bool) -> Vec<Census> {
        self.propagate(&mut questions);
        let end = questions.len();
        let mut search = CensusSearch {
            questions,
            asked: 0,
            end,
            one_will_do,
            lanes: Vec::new(),
            free: None,
            interrupt: &self.interrupt,
        };
        self.solver.serve(&mut search, None);
        let CensusSearch { questions, end, .. } = search;
        questions.into_iter().take(end).map(|question| question.counted).collect()
    }

    /// Spares the search digits that no solution holds.
    fn propagate(&mut self, questions: &mut [Question]) {
        for some in questions.chunks_mut(self.boards.lanes()) {
            for (lane, question) in some.iter().enumerate() {
                self.boards.load(lane, &question.board);
            }
            let verdicts = self.boards.propagate(Rules::Locked, u32::MAX >> (32 - some.len()));
            for (lane, question) in some.iter_mut().enumerate() {
                let failed = verdicts.failed >> lane & 1 == 1;
                question.board = if failed { Board::EMPTY } else { self.boards.save(lane) };
            }
        }
    }
}

/// Questions on their way through the lanes.
struct CensusSearch<'a> {
    questions: Vec<Question>,
    /// How many have gone to a lane.
    asked: usize,
    /// How many are wanted.
    end: usize,
    /// No question is wanted after one with a given to add.
    one_will_do: bool,
    lanes: Vec<Lane>,
    /// The lane that has just finished a search.
    free: Option<usize>,
    interrupt: &'a Interrupt,
}

/// A lane at work on a question.
struct Lane {
    question: usize,
    /// What is not settled.
    open: Digits,
    /// The solutions found.
    found: Vec<Board>,
    /// The digit that the search settles, and its cell.
    digit: u16,
    cell: usize,
    /// Which solution found holds it.
    known: Option<usize>,
}

impl Lane {
    fn new(question: usize, Question { board, counted }: &Question) -> Lane {
        let mut open = *board.cells();
        open.iter_mut().zip(&counted.several).for_each(|(open, several)| *open &= !several);
        Lane { question, open, found: Vec::new(), digit: 0, cell: 0, known: None }
    }

    /// Takes the next digit to settle: first one that no solution counted holds, as
    /// what is found then is new.
    fn next(&mut self, counted: &Census) -> bool {
        let fresh = self.open.iter().zip(&counted.lone).position(|(open, lone)| open & !lone != 0);
        let (cell, digits) = match (fresh, self.open.iter().position(|&open| open != 0)) {
            (Some(cell), _) => (cell, self.open[cell] & !counted.lone[cell]),
            (None, Some(cell)) => (cell, self.open[cell]),
            (None, None) => return false,
        };
        (self.cell, self.digit) = (cell, digits & digits.wrapping_neg());
        self.known = self.found.iter().position(|found| found.candidates(cell) == self.digit);
        true
    }
}

impl CensusSearch<'_> {
    /// The lane that asks for a board, with a question if there is one left.
    fn lane(&mut self) -> Option<usize> {
        if let Some(number) = self.free.take() {
            return Some(number);
        }
        let lane = self.question()?;
        self.lanes.push(lane);
        Some(self.lanes.len() - 1)
    }

    fn question(&mut self) -> Option<Lane> {
        let asked = self.asked;
        self.asked += 1;
        (asked < self.end).then(|| Lane::new(asked, &self.questions[asked]))
    }
}

impl Client for CensusSearch<'_> {
    fn next(&mut self, board: &mut Board) -> Option<usize> {
        let number = self.lane().filter(|_| !self.interrupt.is_set())?;
        loop {
            let lane = &mut self.lanes[number];
            let question = &self.questions[lane.question];
            if lane.next(&question.counted) {
                *board = question.board;
                board.set_candidates(lane.cell, lane.digit);
                return Some(number);
            }
            if self.one_will_do && question.counted.additions().next().is_some() {
                self.end = self.end.min(lane.question + 1);
            }
            self.lanes[number] = self.question()?;
        }
    }

    fn solution(&mut self, number: usize, _tally: &Tally, solved: &Board) -> bool {
        let lane = &mut self.lanes[number];
        if lane.known.is_some_and(|known| lane.found[known].cells() == solved.cells()) {
            return true;
        }
        let counted = &mut self.questions[lane.question].counted;
        counted.add(solved.cells());
        lane.open.iter_mut().zip(&counted.several).for_each(|(open, several)| *open &= !several);
        lane.found.push(*solved);
        lane.open[lane.cell] & lane.digit != 0
    }

    fn finish(&mut self, number: usize, _tally: &Tally) {
        let lane = &mut self.lanes[number];
        lane.open[lane.cell] &= !lane.digit;
        self.free = Some(number);
    }
}
