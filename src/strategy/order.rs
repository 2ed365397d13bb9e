//! Orders: which strategies a logic solver tries, and in which order, as data.
//!
//! After every success the solver starts again at the top, so an order decides
//! what counts as "simplest". Orders name strategies; the names are looked up
//! when the program is compiled, so a wrong one does not build.

use thiserror::Error;

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

const HODOKU_PLACES: [usize; 58] = places([
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
    "remote-pair",
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
    "x-chain",
    "xy-chain",
    "continuous-nice-loop",
    "discontinuous-nice-loop",
    "aic",
    "grouped-continuous-nice-loop",
    "grouped-discontinuous-nice-loop",
    "grouped-aic",
    "als-xz",
    "als-xy-wing",
    "als-xy-chain",
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

const LADDER_PLACES: [usize; 49] = places([
    "full-house",
    "hidden-single",
    "naked-single",
    "pointing",
    "claiming",
    "locked-pair",
    "locked-triple",
    "naked-pair",
    "hidden-pair",
    "naked-triple",
    "hidden-triple",
    "naked-quad",
    "hidden-quad",
    "x-wing",
    "swordfish",
    "jellyfish",
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "remote-pair",
    "simple-colors",
    "multi-colors",
    "xy-wing",
    "xyz-wing",
    "w-wing",
    "finned-x-wing",
    "sashimi-x-wing",
    "finned-swordfish",
    "sashimi-swordfish",
    "finned-jellyfish",
    "sashimi-jellyfish",
    "sue-de-coq",
    "x-chain",
    "xy-chain",
    "continuous-nice-loop",
    "discontinuous-nice-loop",
    "aic",
    "grouped-continuous-nice-loop",
    "grouped-discontinuous-nice-loop",
    "grouped-aic",
    "als-xz",
    "death-blossom",
    "als-discontinuous-nice-loop",
    "refute-1",
    "cell-forcing-net",
    "house-forcing-net",
    "refute-2",
    "refute-3",
]);

/// The whole ladder: easiest first, refutation last, so that nothing is left unsolved,
/// and no presumption of uniqueness, so that everything said is proved. Left out is what
/// finds nothing that an earlier rung does not (a chain with almost locked sets is also a
/// discontinuous loop), fish of three kinds of house or of more than four lines, and
/// templates.
pub const LADDER: Order =
    Order::scored("ladder", "sudoku-lab", &LADDER_PLACES, &scores(LADDER_PLACES));

/// Every order.
pub const ORDERS: &[Order] = &[B09, HODOKU, SE, LADDER];

/// A name that no strategy has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no strategy `{0}`")]
pub struct UnknownStrategy(pub String);

/// The places of the strategies of these names: first those of the order, as it has
/// them, then the others, as the table has them.
///
/// # Errors
/// When a name is unknown.
pub fn select(order: &Order, names: &[&str]) -> Result<Vec<usize>, UnknownStrategy> {
    let known = |name: &str| STRATEGIES.iter().any(|strategy| strategy.name == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(UnknownStrategy((*unknown).into()));
    }
    let others = (0..STRATEGIES.len()).filter(|place| !order.strategies.contains(place));
    let all = order.strategies.iter().copied().chain(others);
    Ok(all.filter(|&place| names.contains(&STRATEGIES[place].name)).collect())
}

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
    fn a_selection_keeps_the_order_and_adds_the_rest() {
        let names = ["sue-de-coq", "hidden-single", "full-house", "naked-single"];
        let selected = select(&B09, &names).unwrap();
        let selected: Vec<&str> = selected.iter().map(|&place| STRATEGIES[place].name).collect();
        assert_eq!(selected, ["naked-single", "hidden-single", "full-house", "sue-de-coq"]);
        assert_eq!(select(&B09, &["x-wings"]), Err(UnknownStrategy("x-wings".into())));
    }

    #[test]
    fn names_find_their_places() {
        assert_eq!(STRATEGIES[places(["x-wing"])[0]].name, "x-wing");
        assert_eq!(find_order("b09").map(|order| order.strategies.len()), Some(8));
    }
}
