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
pub(super) mod houses;
pub(super) mod lines;

use super::{Pattern, Role, Step, Studied, words};

pub(super) fn explain_basic(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, houses, .. } = &step.pattern;
    let (base, cover) = houses.split_at(houses.len() / 2);
    let (base, cover, digit) = (words::houses(base), words::houses(cover), words::list(*digits));
    format!("All places for {digit} in {base} lie in {cover}, so {cover} hold no other {digit}.")
}

pub(super) fn explain_finned(step: &Step, _: &Studied<'_>) -> String {
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

pub(super) fn explain_complex(step: &Step, _: &Studied<'_>) -> String {
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
