//! Orders: which strategies a logic solver tries, and in which order, as data.
//!
//! After every success the solver starts again at the top, so an order decides
//! what counts as "simplest". Orders name strategies; the names are looked up
//! when the program is compiled, so a wrong one does not build.

use super::STRATEGIES;

/// A named list of strategies, first tried first.
pub struct Order {
    /// The name on the command line.
    pub name: &'static str,
    /// Where the order comes from.
    pub source: &'static str,
    /// Places in [`STRATEGIES`].
    pub strategies: &'static [usize],
    /// What one step of each of them counts, in the measure of the order's source.
    pub scores: &'static [u16],
}

impl Order {
    /// An order that counts HoDoKu's scores.
    const fn scored<const N: usize>(
        name: &'static str,
        source: &'static str,
        strategies: &'static [usize; N],
        scores: &'static [u16; N],
    ) -> Order {
        Order { name, source, strategies, scores }
    }
}

const B09_PLACES: [usize; 8] = places([
    "naked-single",
    "hidden-single",
    "naked-pair",
    "hidden-pair",
    "pointing",
    "claiming",
    "x-wing",
    "xy-wing",
]);

/// The eight of B09, in the order of its program.
pub const B09: Order = Order::scored("b09", "B09 chapter 4", &B09_PLACES, &scores(B09_PLACES));

const HODOKU_PLACES: [usize; 46] = places([
    "full-house",
    "naked-single",
    "hidden-single",
    "locked-pair",
    "locked-triple",
    "pointing",
    "claiming",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "hidden-triple",
    "naked-quad",
    "hidden-quad",
    "x-wing",
    "swordfish",
    "jellyfish",
    "bug-plus-one",
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "w-wing",
    "xy-wing",
    "xyz-wing",
    "unique-rectangle-1",
    "unique-rectangle-2",
    "unique-rectangle-3",
    "unique-rectangle-4",
    "unique-rectangle-5",
    "unique-rectangle-6",
    "hidden-rectangle",
    "avoidable-rectangle-1",
    "avoidable-rectangle-2",
    "finned-x-wing",
    "sashimi-x-wing",
    "finned-swordfish",
    "sashimi-swordfish",
    "finned-jellyfish",
    "sashimi-jellyfish",
    "sue-de-coq",
    "simple-colors",
    "multi-colors",
    "franken-x-wing",
    "franken-swordfish",
    "finned-franken-x-wing",
    "finned-franken-swordfish",
]);

/// HoDoKu's order, without what it has off unless asked for.
pub const HODOKU: Order =
    Order::scored("hodoku", "HoDoKu 2.2", &HODOKU_PLACES, &scores(HODOKU_PLACES));

/// Sudoku Explainer's order with its ratings in tenths.
///
/// Its *direct* variants, which rate a locked candidate or hidden subset by the
/// single it uncovers, are not told apart, nor are hidden singles in boxes and lines.
pub const SE: Order = Order {
    name: "se",
    source: "Sudoku Explainer 1.2.1",
    strategies: &places([
        "full-house",
        "hidden-single",
        "naked-single",
        "pointing",
        "claiming",
        "naked-pair",
        "x-wing",
        "hidden-pair",
        "naked-triple",
        "swordfish",
        "hidden-triple",
        "xy-wing",
        "xyz-wing",
        "unique-rectangle-1",
        "unique-rectangle-2",
        "unique-rectangle-3",
        "unique-rectangle-4",
        "naked-quad",
        "jellyfish",
        "hidden-quad",
        "bug-plus-one",
        "nishio",
    ]),
    scores: &[
        10, 12, 23, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 45, 45, 45, 45, 50, 52, 54, 56, 75,
    ],
};

/// What is only tried when asked for: fish of many houses, which cost more than all
/// else together and never conclude what refutation would not, and templates.
const ON_REQUEST: [usize; 20] = places([
    "larger-fish",
    "larger-finned-fish",
    "larger-sashimi-fish",
    "general-x-wing",
    "franken-jellyfish",
    "finned-franken-x-wing",
    "finned-franken-swordfish",
    "finned-franken-jellyfish",
    "mutant-x-wing",
    "mutant-swordfish",
    "mutant-jellyfish",
    "finned-mutant-x-wing",
    "finned-mutant-swordfish",
    "finned-mutant-jellyfish",
    "larger-franken-fish",
    "larger-finned-franken-fish",
    "larger-mutant-fish",
    "larger-finned-mutant-fish",
    "template-set",
    "template-delete",
]);

const LADDER_PLACES: [usize; STRATEGIES.len() - ON_REQUEST.len()] = others(ON_REQUEST);

/// Every strategy, easiest first, but for those tried on request only.
pub const LADDER: Order = Order::scored(
    "ladder",
    "sudoku-lab: the order of STRATEGIES",
    &LADDER_PLACES,
    &scores(LADDER_PLACES),
);

/// Every order.
pub const ORDERS: &[Order] = &[B09, HODOKU, SE, LADDER];

/// The order of this name.
pub fn find_order(name: &str) -> Option<&'static Order> {
    ORDERS.iter().find(|order| order.name == name)
}

/// The places of these strategies in [`STRATEGIES`].
///
/// # Panics
/// When a name is unknown; used in constants, that is an error of compilation.
pub const fn places<const N: usize>(names: [&str; N]) -> [usize; N] {
    let mut places = [0; N];
    let mut i = 0;
    while i < N {
        while !same(STRATEGIES[places[i]].name, names[i]) {
            places[i] += 1;
        }
        i += 1;
    }
    places
}

/// The places of [`STRATEGIES`] that are not among these.
const fn others<const N: usize, const M: usize>(places: [usize; N]) -> [usize; M] {
    let mut others = [0; M];
    let (mut i, mut place) = (0, 0);
    while place < STRATEGIES.len() {
        let mut n = 0;
        while n < N && places[n] != place {
            n += 1;
        }
        if n == N {
            others[i] = place;
            i += 1;
        }
        place += 1;
    }
    others
}

/// HoDoKu's scores of the strategies at these places.
const fn scores<const N: usize>(places: [usize; N]) -> [u16; N] {
    let mut scores = [0; N];
    let mut i = 0;
    while i < N {
        scores[i] = STRATEGIES[places[i]].score;
        i += 1;
    }
    scores
}

/// `a == b`, which a constant cannot ask.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_hold_each_strategy_once() {
        for order in ORDERS {
            let mut places = order.strategies.to_vec();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), order.strategies.len(), "{}", order.name);
            assert_eq!(places.len(), order.scores.len(), "{}", order.name);
        }
    }

    #[test]
    fn names_find_their_places() {
        assert_eq!(STRATEGIES[places(["x-wing"])[0]].name, "x-wing");
        assert_eq!(find_order("b09").map(|order| order.strategies.len()), Some(8));
    }
}
