//! Almost locked sets that restrict each other: ALS-XZ, ALS-XY-Wing, ALS chains.
//!
//! A digit x is a *restricted common* of two almost locked sets when all its cells in the
//! one see all its cells in the other: only one of the sets can hold x, so the other is
//! locked. A set that lacks one digit holds all its others.
//!
//! - **ALS-XZ**: sets A and B with a restricted common x. One of them lacks x, so it holds
//!   every other digit z that they share: no cell that sees all z of both is z. With two
//!   restricted commons each set lacks one of them, so each is locked on all the rest.
//! - **ALS-XY-Wing**: A and C share a restricted x, C and B a restricted y. C has x or y,
//!   so A lacks x or B lacks y, and one of them holds the z that they share.
//! - **ALS-XY-Chain**: the same with more sets between; neighbouring links differ in
//!   their digit.
//!
//! Sets may share cells, as long as their restricted common is not in one of them.
//!
//! ```text
//! A {1,5} in R1C1      x = 5: R1C1 sees R1C8 and R1C9
//! B {1,4,5} in R1C8, R3C9, …     z = 1
//! ```
//!
//! Source: the Sudoku players' forum, 2005; HoDoKu's documentation, ALS.

use std::ops::ControlFlow;

use super::almost_locked::AlmostLocked;
use super::chain::{Kind, members, words_for};
use super::restricted::Restricted;
use super::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, CellSet, Digit, DigitSet};

/// The sets of a chain, at most.
const LONGEST: usize = 8;

/// The almost locked sets of a grid and their restricted commons.
struct Sets<'a> {
    studied: &'a Studied<'a>,
    grid: &'a CandidateGrid,
    sets: &'a [AlmostLocked],
    restricted: Restricted,
}

impl<'a> Sets<'a> {
    fn new(studied: &'a Studied<'a>) -> Sets<'a> {
        let sets = studied.almost_locked(1);
        Sets { studied, grid: studied, sets, restricted: Restricted::of(studied, sets) }
    }

    /// The sets with which a set has a restricted common, and that digit, by digit.
    fn links(&self, set: usize) -> Vec<(usize, Digit)> {
        let by = |digit| members(self.restricted.partners(set, digit)).map(move |b| (b, digit));
        self.sets[set].digits.flat_map(by).collect()
    }

    /// What is off if each of these digits is in one of two sets.
    fn in_one_of(&self, a: usize, b: usize, digits: DigitSet) -> Vec<Deduction> {
        let (a, b) = (self.sets[a], self.sets[b]);
        let mut out = Vec::new();
        for digit in a.digits & b.digits & digits {
            out.extend(self.leaves(a.cells | b.cells, digit));
        }
        out
    }

    /// Takes the digit from every cell that sees all its places in these.
    fn leaves(&self, cells: CellSet, digit: Digit) -> impl Iterator<Item = Deduction> + '_ {
        let places = cells & self.grid.places(digit);
        Deduction::eliminate(self.grid.layout().common_peers(places), digit, self.grid)
    }

    /// Visits the chains of `shortest` to `longest` sets, the shorter ones first from
    /// each first link.
    fn chains(&self, shortest: usize, longest: usize, steps: &mut Steps<'_>) -> ControlFlow<()> {
        let width = self.grid.order();
        let mut seen = vec![usize::MAX; self.sets.len() * width];
        let mut round = 0;
        let links: Vec<_> = (0..self.sets.len()).map(|set| self.links(set)).collect();
        for start in 0..self.sets.len() {
            for first in self.sets[start].digits {
                round += 1;
                // (set, the digit it is linked by, its place in the queue's parents)
                let mut queue = vec![(start, first, 0, 1)];
                let mut done = 0;
                while done < queue.len() {
                    self.studied.poll()?;
                    let (set, digit, _, length) = queue[done];
                    done += 1;
                    for &(next, by) in &links[set] {
                        if length > 1 && by == digit || length == 1 && by != first {
                            continue;
                        }
                        let state = next * width + by.index();
                        if seen[state] == round || next == start {
                            continue;
                        }
                        seen[state] = round;
                        if length + 1 < longest {
                            queue.push((next, by, done - 1, length + 1));
                        }
                        if length + 1 < shortest || next < start {
                            continue;
                        }
                        let ends = [first, by].into_iter().collect();
                        let free = DigitSet::all(width) - ends;
                        let deductions = self.in_one_of(start, next, free);
                        steps.add_once(deductions, || {
                            let mut path = vec![next];
                            let mut place = done - 1;
                            while place != 0 {
                                path.push(queue[place].0);
                                place = queue[place].2;
                            }
                            path.push(start);
                            path.reverse();
                            self.pattern(&path)
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What is off if two sets have two restricted commons: one of each is in either set,
    /// and all the other digits of a set are in it.
    fn doubly(&self, a: usize, b: usize, restricted: DigitSet) -> Vec<Deduction> {
        let (a, b) = (self.sets[a], self.sets[b]);
        let shared = restricted.flat_map(|digit| self.leaves(a.cells | b.cells, digit));
        let own = [a, b].into_iter().flat_map(|set| {
            (set.digits - restricted).flat_map(move |digit| self.leaves(set.cells, digit))
        });
        Deduction::sorted(shared.chain(own))
    }

    fn pattern(&self, path: &[usize]) -> Pattern {
        pattern_of(self.grid, &path.iter().map(|&set| self.sets[set]).collect::<Vec<_>>())
    }
}

pub(super) fn xz(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let suspects = grid.suspects(Kind::Sets);
    if suspects.is_empty() {
        return grid.poll();
    }
    let suspects = suspects.by_digit(grid);
    // The cells of suspects that see all places of their digit in a set.
    let aims = grid.almost_locked_and_seen().iter().map(|(_, seen)| {
        seen.iter().zip(&suspects).fold(CellSet::EMPTY, |all, (&seen, &of)| all | seen & of)
    });
    let aims: Vec<CellSet> = aims.collect();
    let mut wanted = vec![0_u64; words_for(aims.len())];
    for set in (0..aims.len()).filter(|&set| !aims[set].is_empty()) {
        wanted[set / 64] |= 1 << (set % 64);
    }
    let sets = Sets::new(grid);
    for a in 0..aims.len() {
        grid.poll()?;
        let is_wanted = !aims[a].is_empty();
        for (word, &wanted) in wanted.iter().enumerate().skip(a / 64) {
            let (mut one, mut two, mut more) = (0, 0, 0);
            for digit in sets.sets[a].digits {
                let partners = sets.restricted.partners(a, digit)[word];
                more |= two & partners;
                two |= one & partners;
                one |= partners;
            }
            // One restricted common concludes what both sets aim at, two what either does. Any
            // further one, and the digits would not suffice for the cells.
            let possible = match is_wanted {
                true => (one & !two & wanted) | (two & !more),
                false => two & !more & wanted,
            };
            for b in members(&[possible]).map(|bit| 64 * word + bit).filter(|&b| b > a) {
                let is_restricted =
                    |&by: &Digit| sets.restricted.partners(a, by)[word] >> (b % 64) & 1 == 1;
                let restricted: DigitSet = sets.sets[a].digits.filter(is_restricted).collect();
                let deductions = match restricted.len() {
                    1 if !aims[a].meets(aims[b]) => continue,
                    1 => sets.in_one_of(a, b, DigitSet::all(grid.order()) - restricted),
                    _ => sets.doubly(a, b, restricted),
                };
                steps.add_once(deductions, || sets.pattern(&[a, b]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn xy_wing(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    Sets::new(grid).chains(3, 3, steps)
}

pub(super) fn xy_chain(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    Sets::new(grid).chains(4, LONGEST, steps)
}

/// The sets as marks, numbered in order.
pub(super) fn pattern_of(grid: &CandidateGrid, sets: &[AlmostLocked]) -> Pattern {
    let mut pattern = Pattern::default();
    add_sets(&mut pattern, grid, sets.iter());
    pattern
}

/// Adds sets to a pattern, numbered from 0 in their order.
pub(super) fn add_sets<'a>(
    pattern: &mut Pattern,
    grid: &CandidateGrid,
    sets: impl Iterator<Item = &'a AlmostLocked>,
) {
    for (number, set) in sets.enumerate() {
        for cell in set.cells.cells(grid.layout()) {
            if !pattern.cells.contains(&cell) {
                pattern.cells.push(cell);
            }
            let role = Role::Set(number as u8);
            pattern.marks.extend(grid.candidates(cell).map(|digit| Mark { cell, digit, role }));
        }
        pattern.digits |= set.digits;
    }
}

/// The sets of a pattern in words, each with its cells and digits.
pub(super) fn sets_in_words(pattern: &Pattern) -> Vec<String> {
    let sets = pattern.marks.chunk_by(|a, b| a.role == b.role);
    let sets = sets.filter(|marks| matches!(marks[0].role, Role::Set(_)));
    sets.map(|marks| {
        let mut cells: Vec<_> = marks.iter().map(|mark| mark.cell).collect();
        cells.dedup();
        let digits: DigitSet = marks.iter().map(|mark| mark.digit).collect();
        format!("[{} with {digits}]", words::list(cells))
    })
    .collect()
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let sets = sets_in_words(&step.pattern);
    let share = match sets.len() {
        2 => "share a digit that only one of them can hold",
        _ => "each share a digit with the next that only one of them can hold",
    };
    format!(
        "The almost locked sets {} {share}. So {} must be in one of the sets, and in no cell \
         that sees all its places there.",
        words::list(sets),
        words::list(step.digits()),
    )
}
