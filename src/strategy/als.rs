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
use super::chain::Kind;
use super::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, CellSet, Digit, DigitSet};

/// The sets of a chain, at most.
const LONGEST: usize = 8;

/// The almost locked sets of a grid and their restricted commons.
struct Sets<'a> {
    studied: &'a Studied<'a>,
    grid: &'a CandidateGrid,
    sets: &'a [AlmostLocked],
    /// By set: the other sets it has a restricted common with, and that digit.
    links: Vec<Vec<(usize, Digit)>>,
}

impl<'a> Sets<'a> {
    /// With the links of which one end at least is `wanted`.
    fn new(studied: &'a Studied<'a>, wanted: impl Fn(usize) -> bool) -> Sets<'a> {
        let (grid, sets): (&CandidateGrid, _) = (studied, studied.almost_locked(1));
        let mut links = vec![Vec::new(); sets.len()];
        for digit in Digit::all(grid.order()) {
            // Many sets hold a digit in the same cells.
            let mut holders: Vec<(CellSet, usize)> = (0..sets.len())
                .filter(|&set| sets[set].digits.contains(digit))
                .map(|set| (sets[set].cells & grid.places(digit), set))
                .collect();
            holders.sort_unstable();
            let places: Vec<_> = holders.chunk_by(|a, b| a.0 == b.0).collect();
            for (k, alike) in places.iter().enumerate() {
                if studied.poll().is_break() {
                    break;
                }
                let seen = grid.layout().common_peers(alike[0].0);
                if !seen.meets(grid.places(digit)) {
                    continue;
                }
                for others in places[k + 1..].iter().filter(|others| others[0].0.is_subset(seen)) {
                    for &(_, a) in *alike {
                        let any = wanted(a);
                        for &(_, b) in others.iter().filter(|&&(_, b)| any || wanted(b)) {
                            links[a].push((b, digit));
                            links[b].push((a, digit));
                        }
                    }
                }
            }
        }
        // By digit, as they are walked.
        links.iter_mut().for_each(|links| links.sort_unstable_by_key(|&(set, by)| (by, set)));
        Sets { studied, grid, sets, links }
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
                    for &(next, by) in &self.links[set] {
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
    if grid.suspects(Kind::Sets).is_empty() {
        return grid.poll();
    }
    // Where a set could conclude something of suspects.
    let aims: Vec<CellSet> = grid.almost_locked(1).iter().map(|set| aims(grid, set)).collect();
    let sets = Sets::new(grid, |set| !aims[set].is_empty());
    for a in 0..sets.sets.len() {
        grid.poll()?;
        let mut links: Vec<(usize, Digit)> =
            sets.links[a].iter().copied().filter(|&(b, _)| b > a).collect();
        links.sort_unstable();
        for links in links.chunk_by(|p, q| p.0 == q.0) {
            let b = links[0].0;
            let restricted: DigitSet = links.iter().map(|link| link.1).collect();
            // Any further link, and the digits would not suffice for the cells.
            let deductions = match links.len() {
                1 if !aims[a].meets(aims[b]) => continue,
                1 => sets.in_one_of(a, b, DigitSet::all(grid.order()) - restricted),
                2 => sets.doubly(a, b, restricted),
                _ => continue,
            };
            steps.add_once(deductions, || sets.pattern(&[a, b]))?;
        }
    }
    ControlFlow::Continue(())
}

/// The suspects' cells that see all places of their digit in a set.
fn aims(grid: &Studied<'_>, set: &AlmostLocked) -> CellSet {
    let suspects = grid.suspects(Kind::Sets);
    let of_digit = |digit: Digit| {
        let places = grid.places(digit);
        let seen = grid.layout().common_peers(set.cells & places) & places;
        let cells = seen.cells(grid.layout());
        cells.filter(move |&cell| suspects.contains((cell, digit))).collect::<CellSet>()
    };
    set.digits.fold(CellSet::EMPTY, |all, digit| all | of_digit(digit))
}

pub(super) fn xy_wing(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    Sets::new(grid, |_| true).chains(3, 3, steps)
}

pub(super) fn xy_chain(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    Sets::new(grid, |_| true).chains(4, LONGEST, steps)
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
