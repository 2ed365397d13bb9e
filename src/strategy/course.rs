//! The course of a trial: what an assumption forces, and why.
//!
//! The [lanes](crate::lanes) say that an assumption fails, not how. Here it is tried once
//! more, a digit at a time, and for every candidate that goes it is noted what took it. Then
//! only what the end needs is told:
//!
//! ```text
//! R9C5 = 7  →  R4C5 = 3, R1C6 = 5, …, R8C1 = 2      singles, round by round
//! no place for 4 in box 2                            for R1C6 and R4C5 took the last
//! ```
//!
//! The same for trials of trials: what singles do not place, a nested trial may refute; of
//! the nested one only what it needs of the outer is followed. 9×9 only.

use std::ops::ControlFlow;

use super::{Studied, words};
use crate::grid::{Cell, Digit, DigitSet, House, Layout};
use crate::lanes::{Board, Trials};

/// A candidate that is gone.
type Gone = (Cell, Digit);

/// Something that happens in a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    /// The assumption.
    Assumed,
    /// A cell is filled: no other candidate was left in it.
    Naked(Cell, Digit),
    /// A cell is filled: the house had no other place.
    Hidden(Cell, Digit, House),
    /// A trial of this depth refutes a candidate.
    Refuted(Cell, Digit, u8),
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// A cell without a candidate.
    Cell(Cell),
    /// A house without a place for a digit.
    House(House, Digit),
}

/// What may still be where; a filled cell has its digit alone.
type Left = Vec<DigitSet>;

/// A trial that is under way or over.
pub(super) struct Course<'a> {
    grid: &'a Studied<'a>,
    layout: &'static Layout,
    /// What was left before the first assumption of all.
    before: Left,
    left: Left,
    filled: Vec<bool>,
    events: Vec<Event>,
    /// By cell and digit: the event that took the candidate.
    taken_by: Vec<Option<usize>>,
    /// What was left when refuted candidates were looked for, by the first event after it.
    looked: Vec<(usize, Left)>,
    end: Option<End>,
}

impl<'a> Course<'a> {
    /// Assumes a candidate and goes on to a contradiction, or until no single and no trial
    /// of up to this depth finds anything more; or until it is stopped.
    pub(super) fn of(grid: &'a Studied<'a>, assumed: (Cell, Digit), depth: u8) -> Course<'a> {
        let candidates =
            |&cell: &Cell| grid.digit(cell).map_or(grid.candidates(cell), DigitSet::only);
        let left: Left = grid.layout().cells().iter().map(candidates).collect();
        Course::under(grid, left.clone(), left, assumed, depth)
    }

    fn under(
        grid: &'a Studied<'a>,
        before: Left,
        left: Left,
        (cell, digit): (Cell, Digit),
        depth: u8,
    ) -> Course<'a> {
        let layout = grid.layout();
        let taken_by = vec![None; left.len() * layout.order()];
        let filled = vec![false; left.len()];
        let (events, looked) = (Vec::new(), Vec::new());
        let mut course =
            Course { grid, layout, before, left, filled, events, taken_by, looked, end: None };
        course.happen(Event::Assumed, cell, digit);
        while course.end.is_none() && grid.ask().is_continue() {
            let mut next = course.singles();
            if next.is_empty() {
                next = course.refutable(depth);
            }
            if next.is_empty() {
                break;
            }
            for (event, cell, digit) in next {
                course.happen(event, cell, digit);
                if course.end.is_some() {
                    break;
                }
            }
        }
        course
    }

    /// Of the contradictions there are, the one that needs the fewest events.
    fn contradiction(&self) -> Option<End> {
        let cells = self.layout.cells().iter();
        let empty = cells.filter(|cell| self.left[cell.index()].is_empty());
        let homeless = self.layout.houses().iter().flat_map(|&house| {
            let gone = move |digit: &Digit| self.places(house, *digit).next().is_none();
            Digit::all(self.layout.order()).filter(gone).map(move |digit| End::House(house, digit))
        });
        let needs = |end: &End| self.needed(self.absences_of(*end)).0.len();
        empty.map(|&cell| End::Cell(cell)).chain(homeless).min_by_key(needs)
    }

    fn places(&self, house: House, digit: Digit) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.layout.house_cells(house).iter().copied();
        cells.filter(move |cell| self.left[cell.index()].contains(digit))
    }

    /// The singles there are now.
    fn singles(&self) -> Vec<(Event, Cell, Digit)> {
        let open = |cell: &Cell| !self.filled[cell.index()];
        let cells = self.layout.cells().iter().copied().filter(open);
        let naked = cells.filter_map(|cell| {
            let digit = self.left[cell.index()].single()?;
            Some((Event::Naked(cell, digit), cell, digit))
        });
        let hidden = self.layout.houses().iter().flat_map(|&house| {
            Digit::all(self.layout.order()).filter_map(move |digit| {
                let mut places = self.places(house, digit);
                let cell = places.next().filter(open)?;
                let single = (Event::Hidden(cell, digit, house), cell, digit);
                places.next().is_none().then_some(single)
            })
        });
        naked.chain(hidden).collect()
    }

    /// What an event does, unless another one of its round has undone it.
    fn happen(&mut self, event: Event, cell: Cell, digit: Digit) {
        let is_there = self.left[cell.index()].contains(digit);
        if !is_there || self.filled[cell.index()] {
            return;
        }
        self.events.push(event);
        if matches!(event, Event::Refuted(..)) {
            self.take(cell, digit);
        } else {
            self.filled[cell.index()] = true;
            for other in self.left[cell.index()].filter(|&other| other != digit) {
                self.take(cell, other);
            }
            for &peer in self.layout.peers(cell) {
                self.take(peer, digit);
            }
        }
        self.end = self.contradiction();
    }

    /// Takes a candidate away, if it is there, on behalf of the last event.
    fn take(&mut self, cell: Cell, digit: Digit) {
        if self.left[cell.index()].contains(digit) {
            self.left[cell.index()].remove(digit);
            let place = self.place_of(cell, digit);
            self.taken_by[place] = Some(self.events.len() - 1);
        }
    }

    fn place_of(&self, cell: Cell, digit: Digit) -> usize {
        cell.index() * self.layout.order() + digit.index()
    }

    /// What the shallowest trial refutes that refutes anything.
    fn refutable(&mut self, depth: u8) -> Vec<(Event, Cell, Digit)> {
        let mut board = Board::EMPTY;
        for (cell, digits) in self.left.iter().enumerate() {
            board.set_candidates(cell, digits.bits() as u16);
        }
        self.looked.push((self.events.len(), self.left.clone()));
        let cells = self.layout.cells();
        let stop = || self.grid.ask().is_break();
        let mut refuted = Vec::new();
        for depth in 1..=depth {
            let _ = Trials::default().refuted(&board, depth, &stop, &mut |cell, digits| {
                let cell = cells[cell];
                refuted.extend(
                    DigitSet::from_bits(digits.into())
                        .map(|digit| (Event::Refuted(cell, digit, depth), cell, digit)),
                );
                ControlFlow::Continue(())
            });
            if !refuted.is_empty() {
                break;
            }
        }
        refuted
    }

    /// The candidates whose absence makes a contradiction.
    fn absences_of(&self, end: End) -> Vec<Gone> {
        match end {
            End::Cell(cell) => self.others(cell, None),
            End::House(house, digit) => self.elsewhere(house, digit, None),
        }
    }

    fn others(&self, cell: Cell, except: Option<Digit>) -> Vec<Gone> {
        let digits = self.before[cell.index()].filter(|&digit| Some(digit) != except);
        digits.map(|digit| (cell, digit)).collect()
    }

    fn elsewhere(&self, house: House, digit: Digit, except: Option<Cell>) -> Vec<Gone> {
        let cells = self.layout.house_cells(house).iter().copied();
        let places = cells.filter(|cell| self.before[cell.index()].contains(digit));
        places.filter(|&cell| Some(cell) != except).map(|cell| (cell, digit)).collect()
    }

    /// The events without which these candidates would not be gone, in order, and those
    /// of the candidates that were gone before this trial.
    fn needed(&self, gone: Vec<Gone>) -> (Vec<usize>, Vec<Gone>) {
        let mut needed = vec![false; self.events.len()];
        let (mut ask, mut earlier) = (gone, Vec::new());
        while let Some((cell, digit)) = ask.pop() {
            let Some(event) = self.taken_by[self.place_of(cell, digit)] else {
                earlier.push((cell, digit));
                continue;
            };
            if !std::mem::replace(&mut needed[event], true) {
                ask.extend(self.premises(event));
            }
        }
        ((0..needed.len()).filter(|&event| needed[event]).collect(), earlier)
    }

    /// The candidates whose absence an event follows from.
    fn premises(&self, event: usize) -> Vec<Gone> {
        match self.events[event] {
            Event::Assumed => Vec::new(),
            Event::Naked(cell, digit) => self.others(cell, Some(digit)),
            Event::Hidden(cell, digit, house) => self.elsewhere(house, digit, Some(cell)),
            Event::Refuted(cell, digit, depth) => {
                let looked = self.looked.partition_point(|&(first, _)| first <= event) - 1;
                let left = self.looked[looked].1.clone();
                let assumed = (cell, digit);
                let nested =
                    Course::under(self.grid, self.before.clone(), left, assumed, depth - 1);
                let absences = nested.end.map(|end| nested.absences_of(end));
                nested.needed(absences.unwrap_or_default()).1
            }
        }
    }

    /// How the trial comes to its contradiction, or else to the absence of these
    /// candidates, as what `singles would` or `singles` do: `place 3 in R1C1, refute 5 in
    /// R2C2, and leave R3C3 without a candidate`. Empty if nothing is to be done for it.
    pub(super) fn tell(&self, goal: &[Gone]) -> String {
        let absences = self.end.map_or_else(|| goal.to_vec(), |end| self.absences_of(end));
        let told = |event: usize| match self.events[event] {
            Event::Assumed => None,
            Event::Naked(cell, digit) | Event::Hidden(cell, digit, _) => {
                Some(("place".to_owned(), cell, digit))
            }
            Event::Refuted(cell, digit, 1) => Some(("refute".to_owned(), cell, digit)),
            Event::Refuted(cell, digit, depth) => {
                Some((format!("refute to depth {depth}"), cell, digit))
            }
        };
        let told: Vec<_> = self.needed(absences).0.into_iter().filter_map(told).collect();
        let alike = told.chunk_by(|(verb, ..), (other, ..)| verb == other).map(|alike| {
            let objects = alike.iter().map(|(_, cell, digit)| format!("{digit} in {cell}"));
            format!("{} {}", alike[0].0, words::list(objects))
        });
        let mut clauses: Vec<String> = alike.collect();
        clauses.extend(self.end.map(|end| match end {
            End::Cell(cell) => format!("leave {cell} without a candidate"),
            End::House(house, digit) => format!("leave no place for {digit} in {house}"),
        }));
        words::clauses(clauses)
    }

    /// Whether it came to a contradiction.
    pub(super) fn fails(&self) -> bool {
        self.end.is_some()
    }
}
