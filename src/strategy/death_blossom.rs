//! Death Blossom: a cell whose every candidate locks an almost locked set.
//!
//! The *stem* is a cell; each of its candidates has a *petal*, an almost locked set all
//! of whose cells with that candidate see the stem. Whichever candidate is true, its
//! petal loses it and holds all its other digits. So a digit that every petal has, and
//! that is none of the stem's links to them, is in one of the petals: no cell that
//! sees all its places in the petals holds it.
//!
//! ```text
//! stem R5C5 {2,7}    petal for 2: R5C8 R5C9 {2,4,9}    petal for 7: R2C5 {7,9}
//! a cell that sees all the 9s of both petals is not 9
//! ```
//!
//! Source: HoDoKu's documentation, Death Blossom.

use std::ops::ControlFlow;

use super::almost_locked::AlmostLocked;
use super::als::{pattern_of, sets_in_words};
use super::chain::Kind;
use super::{Deduction, Step, Steps, Studied, words};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit};

/// By digit.
type CellSets = [CellSet; CellSet::MAX_ORDER];

/// A set that a candidate of the stem locks, and by digit the candidates that see all its
/// places in the set.
#[derive(Clone)]
struct Petal {
    set: AlmostLocked,
    seen: CellSets,
}

/// The petals chosen so far, and by digit the candidates that see all its places there.
struct Blossom {
    petals: Vec<AlmostLocked>,
    seen: CellSets,
}

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let suspects = grid.suspects(Kind::Sets);
    if suspects.is_empty() {
        return grid.poll();
    }
    // By digit, the cells that may lose it.
    let mut open = [CellSet::EMPTY; CellSet::MAX_ORDER];
    for digit in Digit::all(grid.order()) {
        let places = grid.places(digit).cells(layout);
        open[digit.index()] = places.filter(|&cell| suspects.contains((cell, digit))).collect();
    }
    let petals: Vec<Petal> = grid.almost_locked(1).iter().map(|&set| petal(grid, set)).collect();
    for &stem in layout.cells().iter().filter(|&&cell| grid.candidates(cell).len() >= 2) {
        let choices: Vec<Vec<Petal>> =
            grid.candidates(stem).map(|digit| locked_by(&petals, stem, digit)).collect();
        // What each candidate of the stem could conclude with its most fitting petal.
        let mut seen = open;
        for petals in &choices {
            let any = petals.iter().fold([CellSet::EMPTY; 9], |any, petal| {
                std::array::from_fn(|digit| any[digit] | petal.seen[digit])
            });
            seen = common(&seen, &any);
        }
        grow(grid, &choices, Blossom { petals: Vec::new(), seen }, &mut |blossom| {
            let deductions: Vec<Deduction> = Digit::all(grid.order())
                .zip(blossom.seen)
                .flat_map(|(digit, seen)| Deduction::eliminate(seen, digit, grid))
                .collect();
            steps.add_once(deductions, || {
                let mut pattern = pattern_of(grid, &blossom.petals);
                pattern.cells.insert(0, stem);
                pattern.digits |= grid.candidates(stem);
                pattern
            })
        })?;
    }
    ControlFlow::Continue(())
}

fn petal(grid: &CandidateGrid, set: AlmostLocked) -> Petal {
    let mut seen = [CellSet::EMPTY; CellSet::MAX_ORDER];
    for digit in set.digits {
        let places = grid.places(digit);
        seen[digit.index()] = grid.layout().common_peers(places & set.cells) & places;
    }
    Petal { set, seen }
}

/// The petals that a candidate of the stem locks.
fn locked_by(petals: &[Petal], stem: Cell, digit: Digit) -> Vec<Petal> {
    let fits = |petal: &&Petal| petal.seen[digit.index()].contains(stem);
    let mut petals: Vec<Petal> = petals.iter().filter(fits).cloned().collect();
    // The link is the one digit that the petal does not hold.
    petals.iter_mut().for_each(|petal| petal.seen[digit.index()] = CellSet::EMPTY);
    petals
}

fn common(a: &CellSets, b: &CellSets) -> CellSets {
    std::array::from_fn(|digit| a[digit] & b[digit])
}

/// Chooses a petal for the next link, as long as something could still be concluded.
fn grow(
    grid: &Studied<'_>,
    choices: &[Vec<Petal>],
    blossom: Blossom,
    visit: &mut dyn FnMut(&Blossom) -> ControlFlow<()>,
) -> ControlFlow<()> {
    grid.poll()?;
    let Some((petals, rest)) = choices.split_first() else {
        return visit(&blossom);
    };
    if blossom.seen.iter().all(|seen| seen.is_empty()) {
        return ControlFlow::Continue(());
    }
    for petal in petals {
        let seen = common(&blossom.seen, &petal.seen);
        if seen.iter().any(|seen| !seen.is_empty()) {
            let mut petals = blossom.petals.clone();
            petals.push(petal.set);
            grow(grid, rest, Blossom { petals, seen }, visit)?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    format!(
        "Each candidate of {} takes its digit from one of the almost locked sets {}, which \
         then holds all its others. So {} must be in one of the sets, and in no cell that sees \
         all its places there.",
        step.pattern.cells[0],
        words::list(sets_in_words(&step.pattern)),
        words::list(step.digits()),
    )
}
