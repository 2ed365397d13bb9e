//! Complex fish: Franken and mutant fish, with and without fins.
//!
//! A fish needs no parallel lines. Take any k houses as *base* and any other k as
//! *cover*. The base holds the digit k times if no cell lies in two of its houses;
//! the cover can hold it k times at most. So if the cover contains every place of
//! the base, it holds the digit in the base and nowhere else:
//!
//! - a cell of the cover outside the base is false;
//! - a cell of the base in two houses of the cover is false, too: it would use up
//!   two and leave k − 1 for the rest (a *cannibalistic* fish).
//!
//! Places of the base outside the cover are *fins*, and so are those in two houses
//! of the base (*endo fins*): a fish with fins only eliminates what sees them all.
//!
//! ```text
//!          base                       cover
//! basic    rows                       columns          (or the other way round)
//! Franken  rows and boxes             columns and boxes
//! mutant   anything else
//! ```
//!
//! Two fish of one base whose covers differ in a single house are once more reported
//! as one step (*siamese* fish).
//!
//! Basic fish are found [elsewhere](super::fish), with [fins](super::finned_fish)
//! too. Source: the steps of HoDoKu.

mod search;

use self::search::{Family, find};
use super::{Level, Pattern, Role, Sizes, Step, Strategy, words};

pub(super) const FRANKEN_X_WING: Strategy = Strategy {
    name: "franken-x-wing",
    title: "Franken X-Wing",
    source: "",
    level: Level::Unfair,
    score: 300,
    uniqueness: false,
    codes: &["0330"],
    sizes: Sizes::UpToNine,
    find: |grid, found| find(grid, Family::Franken, 2..=2, false, found),
    explain: |step, _| explain(step),
};
pub(super) const FRANKEN_SWORDFISH: Strategy = Strategy {
    name: "franken-swordfish",
    title: "Franken Swordfish",
    level: Level::Unfair,
    score: 350,
    codes: &["0331"],
    find: |grid, found| find(grid, Family::Franken, 3..=3, false, found),
    ..FRANKEN_X_WING
};
pub(super) const FRANKEN_JELLYFISH: Strategy = Strategy {
    name: "franken-jellyfish",
    title: "Franken Jellyfish",
    level: Level::Unfair,
    score: 370,
    codes: &["0332"],
    find: |grid, found| find(grid, Family::Franken, 4..=4, false, found),
    ..FRANKEN_X_WING
};
pub(super) const LARGER_FRANKEN_FISH: Strategy = Strategy {
    name: "larger-franken-fish",
    title: "Larger Franken Fish",
    level: Level::Extreme,
    score: 470,
    codes: &["0333", "0334", "0335"],
    find: |grid, found| find(grid, Family::Franken, 5..=7, false, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_FRANKEN_X_WING: Strategy = Strategy {
    name: "finned-franken-x-wing",
    title: "Finned Franken X-Wing",
    level: Level::Unfair,
    score: 390,
    codes: &["0340", "03401"],
    find: |grid, found| find(grid, Family::Franken, 2..=2, true, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_FRANKEN_SWORDFISH: Strategy = Strategy {
    name: "finned-franken-swordfish",
    title: "Finned Franken Swordfish",
    level: Level::Unfair,
    score: 410,
    codes: &["0341", "03411"],
    find: |grid, found| find(grid, Family::Franken, 3..=3, true, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_FRANKEN_JELLYFISH: Strategy = Strategy {
    name: "finned-franken-jellyfish",
    title: "Finned Franken Jellyfish",
    level: Level::Unfair,
    score: 430,
    codes: &["0342", "03421"],
    find: |grid, found| find(grid, Family::Franken, 4..=4, true, found),
    ..FRANKEN_X_WING
};
pub(super) const LARGER_FINNED_FRANKEN_FISH: Strategy = Strategy {
    name: "larger-finned-franken-fish",
    title: "Larger Finned Franken Fish",
    level: Level::Extreme,
    score: 470,
    codes: &["0343", "0344", "0345", "03431", "03441", "03451"],
    find: |grid, found| find(grid, Family::Franken, 5..=7, true, found),
    ..FRANKEN_X_WING
};
pub(super) const MUTANT_X_WING: Strategy = Strategy {
    name: "mutant-x-wing",
    title: "Mutant X-Wing",
    level: Level::Extreme,
    score: 450,
    codes: &["0350"],
    find: |grid, found| find(grid, Family::Mutant, 2..=2, false, found),
    ..FRANKEN_X_WING
};
pub(super) const MUTANT_SWORDFISH: Strategy = Strategy {
    name: "mutant-swordfish",
    title: "Mutant Swordfish",
    level: Level::Extreme,
    score: 450,
    codes: &["0351"],
    find: |grid, found| find(grid, Family::Mutant, 3..=3, false, found),
    ..FRANKEN_X_WING
};
pub(super) const MUTANT_JELLYFISH: Strategy = Strategy {
    name: "mutant-jellyfish",
    title: "Mutant Jellyfish",
    level: Level::Extreme,
    score: 450,
    codes: &["0352"],
    find: |grid, found| find(grid, Family::Mutant, 4..=4, false, found),
    ..FRANKEN_X_WING
};
pub(super) const LARGER_MUTANT_FISH: Strategy = Strategy {
    name: "larger-mutant-fish",
    title: "Larger Mutant Fish",
    level: Level::Extreme,
    score: 470,
    codes: &["0353", "0354", "0355"],
    find: |grid, found| find(grid, Family::Mutant, 5..=7, false, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_MUTANT_X_WING: Strategy = Strategy {
    name: "finned-mutant-x-wing",
    title: "Finned Mutant X-Wing",
    level: Level::Extreme,
    score: 470,
    codes: &["0360", "03601"],
    find: |grid, found| find(grid, Family::Mutant, 2..=2, true, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_MUTANT_SWORDFISH: Strategy = Strategy {
    name: "finned-mutant-swordfish",
    title: "Finned Mutant Swordfish",
    level: Level::Extreme,
    score: 470,
    codes: &["0361", "03611"],
    find: |grid, found| find(grid, Family::Mutant, 3..=3, true, found),
    ..FRANKEN_X_WING
};
pub(super) const FINNED_MUTANT_JELLYFISH: Strategy = Strategy {
    name: "finned-mutant-jellyfish",
    title: "Finned Mutant Jellyfish",
    level: Level::Extreme,
    score: 470,
    codes: &["0362", "03621"],
    find: |grid, found| find(grid, Family::Mutant, 4..=4, true, found),
    ..FRANKEN_X_WING
};
pub(super) const LARGER_FINNED_MUTANT_FISH: Strategy = Strategy {
    name: "larger-finned-mutant-fish",
    title: "Larger Finned Mutant Fish",
    level: Level::Extreme,
    score: 470,
    codes: &["0363", "0364", "0365", "03631", "03641", "03651"],
    find: |grid, found| find(grid, Family::Mutant, 5..=7, true, found),
    ..FRANKEN_X_WING
};

fn explain(step: &Step) -> String {
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
