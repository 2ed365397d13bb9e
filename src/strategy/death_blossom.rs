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
use crate::grid::{Cell, CellSet, Digit, DigitSet};

/// By digit.
type CellSets = [CellSet; CellSet::MAX_ORDER];

/// A set that a candidate of the stem may lock, and by digit the candidates that see all its
/// places in the set.
struct Petal<'a> {
    set: AlmostLocked,
    seen: &'a [CellSet],
    /// The digits that it could help to take from a suspect.
    aims: DigitSet,
}

/// The petals for a candidate of the stem. They do not hold this digit.
type Choice<'a> = (Digit, Vec<&'a Petal<'a>>);

/// The petals chosen so far.
type Blossom = Vec<AlmostLocked>;

pub(super) fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let suspects = grid.suspects(Kind::Sets);
    if suspects.is_empty() {
        return grid.poll();
    }
    // By digit, the cells that may lose it.
    let mut open = [CellSet::EMPTY; CellSet::MAX_ORDER];
    open.iter_mut().zip(suspects.by_digit(grid)).for_each(|(open, cells)| *open = cells);
    let petals = grid.almost_locked_and_seen().iter().map(|(&set, seen)| petal(set, seen, &open));
    let petals: Vec<Petal<'_>> = petals.filter(|petal| !petal.aims.is_empty()).collect();
    for &stem in layout.cells().iter().filter(|&&cell| grid.candidates(cell).len() >= 2) {
        grid.poll()?;
        // What each candidate of the stem could conclude with its most fitting petal.
        let mut seen = open;
        for digit in grid.candidates(stem) {
            let mut any = [CellSet::EMPTY; CellSet::MAX_ORDER];
            for (petal, aims) in locked_by(&petals, stem, digit) {
                aims.for_each(|aim| any[aim.index()] |= petal.seen[aim.index()]);
            }
            seen = common(&seen, &any);
            if are_empty(&seen) {
                break;
            }
        }
        if are_empty(&seen) {
            continue;
        }
        let choice =
            |digit| (digit, locked_by(&petals, stem, digit).map(|(petal, _)| petal).collect());
        let choices: Vec<Choice<'_>> = grid.candidates(stem).map(choice).collect();
        grow(grid, &choices, &mut Vec::new(), &seen, &mut |petals, seen| {
            let deductions: Vec<Deduction> = Digit::all(grid.order())
                .zip(*seen)
                .flat_map(|(digit, seen)| Deduction::eliminate(seen, digit, grid))
                .collect();
            steps.add_once(deductions, || {
                let mut pattern = pattern_of(grid, petals);
                pattern.cells.insert(0, stem);
                pattern.digits |= grid.candidates(stem);
                pattern
            })
        })?;
    }
    ControlFlow::Continue(())
}

fn petal<'a>(set: AlmostLocked, seen: &'a [CellSet], open: &CellSets) -> Petal<'a> {
    let aims = set.digits.filter(|digit| seen[digit.index()].meets(open[digit.index()]));
    Petal { set, seen, aims: aims.collect() }
}

/// The petals that a candidate of the stem locks and that could conclude something then, and the
/// digits that each could help to take from a suspect.
fn locked_by<'a>(
    petals: &'a [Petal<'a>],
    stem: Cell,
    digit: Digit,
) -> impl Iterator<Item = (&'a Petal<'a>, DigitSet)> {
    let stem = CellSet::only(stem);
    let locked = petals.iter().filter(move |petal| petal.seen[digit.index()].meets(stem));
    // The link is the one digit that the petal does not hold.
    let with_aims = locked.map(move |petal| (petal, petal.aims - DigitSet::only(digit)));
    with_aims.filter(|(_, aims)| !aims.is_empty())
}

fn common(a: &CellSets, b: &[CellSet]) -> CellSets {
    let mut common = [CellSet::EMPTY; CellSet::MAX_ORDER];
    common.iter_mut().zip(a.iter().zip(b)).for_each(|(common, (&a, &b))| *common = a & b);
    common
}

fn are_empty(seen: &CellSets) -> bool {
    seen.iter().all(|seen| seen.is_empty())
}

/// Chooses a petal for the next link, as long as something could still be concluded from the
/// candidates that see all places of a digit in the petals so far.
fn grow(
    grid: &Studied<'_>,
    choices: &[Choice<'_>],
    blossom: &mut Blossom,
    seen: &CellSets,
    visit: &mut dyn FnMut(&Blossom, &CellSets) -> ControlFlow<()>,
) -> ControlFlow<()> {
    grid.poll()?;
    let Some(((link, petals), rest)) = choices.split_first() else {
        return visit(blossom, seen);
    };
    for petal in petals {
        let mut seen = common(seen, petal.seen);
        seen[link.index()] = CellSet::EMPTY;
        if !are_empty(&seen) {
            blossom.push(petal.set);
            grow(grid, rest, blossom, &seen, visit)?;
            blossom.pop();
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
