//! Fish: a digit in k houses, the *base*, and k other houses, the *cover*, that contain its
//! places there.
//!
//! If no cell lies in two houses of the base, the base holds the digit k times; the cover
//! can hold it k times at most. So the cover holds it in the base and nowhere else:
//!
//! - a cell of the cover outside the base is false;
//! - a cell of the base in two houses of the cover is false, too: it would use up two and
//!   leave k − 1 for the rest (a *cannibalistic* fish).
//!
//! ```text
//!          base                       cover
//! basic    rows                       columns          (or the other way round)
//! Franken  rows and boxes             columns and boxes
//! mutant   anything else
//!
//!         c1 c2 c3 c4 c5 c6 c7 c8 c9
//! row 2   .  6? .  .  .  .  6? .  .      rows 2 and 5 hold 6 only in columns
//! row 3   .  -6 .  6? .  .  .  .  .      2 and 7: an X-Wing
//! row 5   .  6? .  .  .  .  6? .  .
//! row 9   6? .  .  .  .  .  -6 .  .
//! ```
//!
//! k = 2 is the X-Wing, 3 the Swordfish, 4 the Jellyfish; of the larger ones those up to 7
//! are found. At 9×9 a larger basic fish comes with a smaller one beside it.
//!
//! Places of the base outside the cover are *fins*, and so are those in two houses of the
//! base (*endo fins*). If no fin is true, the fish clears what it clears without them; if
//! one is, it clears what it sees. So a fish with fins only eliminates what sees them all.
//! In a basic fish such a cell is in another row than the fins, so it sees them through
//! their box: all fins are in one box.
//!
//! ```text
//!         c1 c2 c3 | c4 c5 c6 | c7 c8 c9
//! row 2   .  6? .  |          | .  6? 6?     but for the fin R2C9, an X-wing of
//! row 3            |          | .  -6 .      rows 2 and 5, columns 2 and 8
//! row 5   .  6? .  |          | .  6? .
//! ```
//!
//! A finned basic fish is *sashimi* when without its fins some line of the base keeps fewer
//! than two places; then it could not be a fish at all, and the fins' box holds the digit
//! all the more. Two fish of one base with different covers (of complex fish, covers that
//! differ in a single house) are once more reported as one step (*siamese* fish).
//!
//! `lines` searches basic fish, `houses` the others. Sources: B09, section 4.10 (X-Wing); the
//! steps of HoDoKu.

mod found;
mod houses;
mod lines;

use std::ops::ControlFlow;

use self::houses::Family;
use self::lines::Kind;
use super::{Level, Pattern, Role, Step, Steps, Strategy, Studied, words};

pub(super) const X_WING: Strategy =
    Strategy::new("x-wing", "X-Wing", Level::Hard, 140, basic::<2>, explain_basic)
        .source("B09 4.10")
        .codes(&["0300"])
        .all_sizes();
pub(super) const SWORDFISH: Strategy =
    Strategy::new("swordfish", "Swordfish", Level::Hard, 150, basic::<3>, explain_basic)
        .codes(&["0301"])
        .all_sizes();
pub(super) const JELLYFISH: Strategy =
    Strategy::new("jellyfish", "Jellyfish", Level::Hard, 160, basic::<4>, explain_basic)
        .codes(&["0302"])
        .all_sizes();
pub(super) const LARGER_FISH: Strategy =
    Strategy::new("larger-fish", "Larger Fish", Level::Unfair, 470, larger_basic, explain_basic)
        .codes(&["0303", "0304", "0305"])
        .all_sizes()
        .on_request();

pub(super) const FINNED_X_WING: Strategy =
    finned_row("finned-x-wing", "Finned X-Wing", Level::Hard, 130, finned::<2, 2>)
        .codes(&["0310", "03101"]);
pub(super) const FINNED_SWORDFISH: Strategy =
    finned_row("finned-swordfish", "Finned Swordfish", Level::Unfair, 200, finned::<3, 3>)
        .codes(&["0311", "03111"]);
pub(super) const FINNED_JELLYFISH: Strategy =
    finned_row("finned-jellyfish", "Finned Jellyfish", Level::Unfair, 250, finned::<4, 4>)
        .codes(&["0312", "03121"]);
pub(super) const LARGER_FINNED_FISH: Strategy =
    finned_row("larger-finned-fish", "Larger Finned Fish", Level::Unfair, 470, finned::<5, 7>)
        .codes(&["0313", "0314", "0315", "03131", "03141", "03151"])
        .up_to_nine()
        .on_request();
pub(super) const SASHIMI_X_WING: Strategy =
    finned_row("sashimi-x-wing", "Sashimi X-Wing", Level::Hard, 150, sashimi::<2, 2>)
        .codes(&["0320", "03201"]);
pub(super) const SASHIMI_SWORDFISH: Strategy =
    finned_row("sashimi-swordfish", "Sashimi Swordfish", Level::Unfair, 240, sashimi::<3, 3>)
        .codes(&["0321", "03211"]);
pub(super) const SASHIMI_JELLYFISH: Strategy =
    finned_row("sashimi-jellyfish", "Sashimi Jellyfish", Level::Unfair, 260, sashimi::<4, 4>)
        .codes(&["0322", "03221"]);
pub(super) const LARGER_SASHIMI_FISH: Strategy =
    finned_row("larger-sashimi-fish", "Larger Sashimi Fish", Level::Unfair, 470, sashimi::<5, 7>)
        .codes(&["0323", "0324", "0325", "03231", "03241", "03251"])
        .up_to_nine()
        .on_request();

pub(super) const FRANKEN_X_WING: Strategy =
    complex("franken-x-wing", "Franken X-Wing", Level::Unfair, 300, franken::<2, 2, false>)
        .codes(&["0330"]);
pub(super) const FRANKEN_SWORDFISH: Strategy =
    complex("franken-swordfish", "Franken Swordfish", Level::Unfair, 350, franken::<3, 3, false>)
        .codes(&["0331"]);
pub(super) const FRANKEN_JELLYFISH: Strategy =
    complex("franken-jellyfish", "Franken Jellyfish", Level::Unfair, 370, franken::<4, 4, false>)
        .codes(&["0332"])
        .on_request();
pub(super) const LARGER_FRANKEN_FISH: Strategy = complex(
    "larger-franken-fish",
    "Larger Franken Fish",
    Level::Extreme,
    470,
    franken::<5, 7, false>,
)
.codes(&["0333", "0334", "0335"])
.on_request();
pub(super) const FINNED_FRANKEN_X_WING: Strategy = complex(
    "finned-franken-x-wing",
    "Finned Franken X-Wing",
    Level::Unfair,
    390,
    franken::<2, 2, true>,
)
.codes(&["0340", "03401"])
.on_request();
pub(super) const FINNED_FRANKEN_SWORDFISH: Strategy = complex(
    "finned-franken-swordfish",
    "Finned Franken Swordfish",
    Level::Unfair,
    410,
    franken::<3, 3, true>,
)
.codes(&["0341", "03411"])
.on_request();
pub(super) const FINNED_FRANKEN_JELLYFISH: Strategy = complex(
    "finned-franken-jellyfish",
    "Finned Franken Jellyfish",
    Level::Unfair,
    430,
    franken::<4, 4, true>,
)
.codes(&["0342", "03421"])
.on_request();
pub(super) const LARGER_FINNED_FRANKEN_FISH: Strategy = complex(
    "larger-finned-franken-fish",
    "Larger Finned Franken Fish",
    Level::Extreme,
    470,
    franken::<5, 7, true>,
)
.codes(&["0343", "0344", "0345", "03431", "03441", "03451"])
.on_request();

pub(super) const MUTANT_X_WING: Strategy =
    complex("mutant-x-wing", "Mutant X-Wing", Level::Extreme, 450, mutant::<2, 2, false>)
        .codes(&["0350"])
        .on_request();
pub(super) const MUTANT_SWORDFISH: Strategy =
    complex("mutant-swordfish", "Mutant Swordfish", Level::Extreme, 450, mutant::<3, 3, false>)
        .codes(&["0351"])
        .on_request();
pub(super) const MUTANT_JELLYFISH: Strategy =
    complex("mutant-jellyfish", "Mutant Jellyfish", Level::Extreme, 450, mutant::<4, 4, false>)
        .codes(&["0352"])
        .on_request();
pub(super) const LARGER_MUTANT_FISH: Strategy =
    complex("larger-mutant-fish", "Larger Mutant Fish", Level::Extreme, 470, mutant::<5, 7, false>)
        .codes(&["0353", "0354", "0355"])
        .on_request();
pub(super) const FINNED_MUTANT_X_WING: Strategy = complex(
    "finned-mutant-x-wing",
    "Finned Mutant X-Wing",
    Level::Extreme,
    470,
    mutant::<2, 2, true>,
)
.codes(&["0360", "03601"])
.on_request();
pub(super) const FINNED_MUTANT_SWORDFISH: Strategy = complex(
    "finned-mutant-swordfish",
    "Finned Mutant Swordfish",
    Level::Extreme,
    470,
    mutant::<3, 3, true>,
)
.codes(&["0361", "03611"])
.on_request();
pub(super) const FINNED_MUTANT_JELLYFISH: Strategy = complex(
    "finned-mutant-jellyfish",
    "Finned Mutant Jellyfish",
    Level::Extreme,
    470,
    mutant::<4, 4, true>,
)
.codes(&["0362", "03621"])
.on_request();
pub(super) const LARGER_FINNED_MUTANT_FISH: Strategy = complex(
    "larger-finned-mutant-fish",
    "Larger Finned Mutant Fish",
    Level::Extreme,
    470,
    mutant::<5, 7, true>,
)
.codes(&["0363", "0364", "0365", "03631", "03641", "03651"])
.on_request();

const fn finned_row(
    name: &'static str,
    title: &'static str,
    level: Level,
    score: u16,
    find: super::Find,
) -> Strategy {
    Strategy::new(name, title, level, score, find, explain_finned).all_sizes()
}

const fn complex(
    name: &'static str,
    title: &'static str,
    level: Level,
    score: u16,
    find: super::Find,
) -> Strategy {
    Strategy::new(name, title, level, score, find, explain_complex)
}

fn basic<const SIZE: usize>(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    lines::find::<SIZE, SIZE>(grid, Kind::Basic, steps)
}

fn larger_basic(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    basic::<5>(grid, steps)?;
    basic::<6>(grid, steps)?;
    basic::<7>(grid, steps)
}

fn finned<const LEAST: usize, const MOST: usize>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    lines::find::<LEAST, MOST>(grid, Kind::Finned, steps)
}

fn sashimi<const LEAST: usize, const MOST: usize>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    lines::find::<LEAST, MOST>(grid, Kind::Sashimi, steps)
}

fn franken<const LEAST: usize, const MOST: usize, const FINNED: bool>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    houses::find(grid, Family::Franken, LEAST..=MOST, FINNED, steps)
}

fn mutant<const LEAST: usize, const MOST: usize, const FINNED: bool>(
    grid: &Studied<'_>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    houses::find(grid, Family::Mutant, LEAST..=MOST, FINNED, steps)
}

fn explain_basic(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let (base, cover) = houses.split_at(houses.len() / 2);
    let (base, cover, digit) = (words::houses(base), words::houses(cover), words::list(*digits));
    format!("All places for {digit} in {base} lie in {cover}, so {cover} hold no other {digit}.")
}

fn explain_finned(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let base = houses.iter().take_while(|house| house.kind() == houses[0].kind()).count();
    let (base, cover) = houses.split_at(base);
    let fins = step.pattern.cells_of(Role::Fin);
    format!(
        "But for the {} all places for {digit} in {} lie in {}, so a cell of these that sees {} \
         does not hold {digit}.",
        words::fins(fins.clone()),
        words::houses(base),
        words::houses(cover),
        words::list(fins),
        digit = words::list(*digits),
    )
}

fn explain_complex(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    // Of a siamese fish the covers have one house more than the base together.
    let (base, cover) = houses.split_at(houses.len() / 2);
    let (base, cover, digit) = (words::houses(base), words::houses(cover), words::list(*digits));
    let fins = step.pattern.cells_of(Role::Fin);
    match fins.clone().next() {
        None => words::sentence(&format!(
            "{cover} contain every place for {digit} of {base}, which take {digit} as often as \
             they can hold it, so {digit} is nowhere else in them, nor in two of them."
        )),
        Some(_) => format!(
            "But for the {}, {cover} contain every place for {digit} of {base}, so what they \
             would clear and every fin sees does not hold {digit}.",
            words::fins(fins),
        ),
    }
}
