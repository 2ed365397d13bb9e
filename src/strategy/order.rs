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
    /// What the scores of a puzzle's steps come to.
    pub measure: Measure,
}

impl Order {
    /// The strategies with their scores, first tried first.
    pub fn rungs(&self) -> impl Iterator<Item = (usize, u16)> {
        self.strategies.iter().copied().zip(self.scores.iter().copied())
    }
}

/// How a puzzle's score comes of its steps'.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Their sum: HoDoKu.
    Sum,
    /// The highest: Sudoku Explainer.
    Highest,
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
pub const B09: Order = Order {
    name: "b09",
    source: "B09 chapter 4",
    strategies: &B09_PLACES,
    scores: &scores(B09_PLACES),
    measure: Measure::Sum,
};

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
pub const HODOKU: Order = Order {
    name: "hodoku",
    source: "HoDoKu 2.2",
    strategies: &HODOKU_PLACES,
    scores: &scores(HODOKU_PLACES),
    measure: Measure::Sum,
};

/// Sudoku Explainer's ratings in tenths.
///
/// Its *direct* variants, which rate a locked candidate or hidden subset by the
/// single it uncovers, are not told apart, nor are hidden singles in boxes and lines.
/// Chains have the rating of the shortest; there a longer one counts more. Its dynamic
/// chains are our forcing nets and refutation by singles, its nested ones refutation
/// to a greater depth, which they come near to but do not equal.
const SE_RATINGS: [(&str, u16); 34] = [
    ("full-house", 10),
    ("hidden-single", 12),
    ("naked-single", 23),
    ("pointing", 26),
    ("claiming", 28),
    ("naked-pair", 30),
    ("x-wing", 32),
    ("hidden-pair", 34),
    ("naked-triple", 36),
    ("swordfish", 38),
    ("hidden-triple", 40),
    ("xy-wing", 42),
    ("xyz-wing", 44),
    ("unique-rectangle-1", 45),
    ("unique-rectangle-2", 45),
    ("unique-rectangle-3", 45),
    ("unique-rectangle-4", 45),
    ("naked-quad", 50),
    ("jellyfish", 52),
    ("hidden-quad", 54),
    ("bug-plus-one", 56),
    ("x-chain", 66),
    ("xy-chain", 66),
    ("continuous-nice-loop", 70),
    ("discontinuous-nice-loop", 70),
    ("nishio", 75),
    ("cell-forcing-chain", 80),
    ("house-forcing-chain", 80),
    ("forcing-chain-contradiction", 80),
    ("cell-forcing-net", 85),
    ("house-forcing-net", 85),
    ("refute-1", 85),
    ("refute-2", 95),
    ("refute-3", 110),
];

/// Sudoku Explainer's order with its ratings.
pub const SE: Order = Order {
    name: "se",
    source: "Sudoku Explainer 1.2.1",
    strategies: &rated(SE_RATINGS).0,
    scores: &rated(SE_RATINGS).1,
    measure: Measure::Highest,
};

const FULL_PLACES: [usize; not_on_request::<0>().1] = not_on_request().0;

/// Every strategy, easiest first, but for those tried on request only: fish of many houses,
/// which cost more than all else together and never conclude what refutation would not, and
/// templates.
pub const FULL: Order = Order {
    name: "full",
    source: "sudoku-lab: as listed",
    strategies: &FULL_PLACES,
    scores: &scores(FULL_PLACES),
    measure: Measure::Sum,
};

const LADDER_PLACES: [usize; 52] = places([
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
    "y-wing-chain",
    "multivalue-x-wing",
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
    "aic",
    "discontinuous-nice-loop",
    "grouped-continuous-nice-loop",
    "grouped-aic",
    "grouped-discontinuous-nice-loop",
    "als-xz",
    "death-blossom",
    "als-aic",
    "als-discontinuous-nice-loop",
    "refute-1",
    "cell-forcing-net",
    "house-forcing-net",
    "refute-2",
    "refute-3",
]);

/// The whole ladder: easiest first, refutation last, so that nothing is left unsolved,
/// and no presumption of uniqueness, so that everything said is proved. A chain comes
/// before the discontinuous loops, each of which says of one candidate what the chain says
/// of all. Left out are ALS-XY-Wings and ALS chains, which chains with almost locked sets
/// contain, forcing chains and Kraken fish, which the nets after them contain, fish of three
/// kinds of house or of more than four lines, and templates.
pub const LADDER: Order = Order {
    name: "ladder",
    source: "sudoku-lab",
    strategies: &LADDER_PLACES,
    scores: &scores(LADDER_PLACES),
    measure: Measure::Sum,
};

/// Every order.
pub const ORDERS: &[Order] = &[B09, HODOKU, SE, LADDER, FULL];

/// These strategies, places in [`STRATEGIES`], in the order they are to be tried: first
/// those that the order has, as it has them, then the others, as the table has them.
pub fn select(order: &Order, named: &[usize]) -> Vec<usize> {
    let others = (0..STRATEGIES.len()).filter(|place| !order.strategies.contains(place));
    let all = order.strategies.iter().copied().chain(others);
    all.filter(|place| named.contains(place)).collect()
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

/// Names with ratings, as places and ratings.
const fn rated<const N: usize>(ratings: [(&'static str, u16); N]) -> ([usize; N], [u16; N]) {
    let (mut names, mut scores) = ([""; N], [0; N]);
    let mut i = 0;
    while i < N {
        (names[i], scores[i]) = ratings[i];
        i += 1;
    }
    (places(names), scores)
}

/// The places of the first `N` strategies that are not tried on request only, and how many
/// there are.
const fn not_on_request<const N: usize>() -> ([usize; N], usize) {
    let (mut places, mut count, mut place) = ([0; N], 0, 0);
    while place < STRATEGIES.len() {
        if !STRATEGIES[place].on_request {
            if count < N {
                places[count] = place;
            }
            count += 1;
        }
        place += 1;
    }
    (places, count)
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
