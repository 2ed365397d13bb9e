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

/// Strategies and what a step of each counts: the first `count` of each list.
struct Rungs {
    places: [usize; STRATEGIES.len()],
    scores: [u16; STRATEGIES.len()],
    count: usize,
}

const fn order(
    name: &'static str,
    source: &'static str,
    measure: Measure,
    rungs: &'static Rungs,
) -> Order {
    let strategies = rungs.places.split_at(rungs.count).0;
    Order { name, source, strategies, scores: rungs.scores.split_at(rungs.count).0, measure }
}

/// The eight of B09, in the order of its program.
pub const B09: Order = order(
    "b09",
    "B09 chapter 4",
    Measure::Sum,
    &named(
        "
    naked-single hidden-single naked-pair hidden-pair pointing claiming x-wing xy-wing
    ",
    ),
);

/// HoDoKu's order, without what it has off unless asked for.
pub const HODOKU: Order = order(
    "hodoku",
    "HoDoKu 2.2",
    Measure::Sum,
    &named(
        "
    full-house naked-single hidden-single locked-pair locked-triple pointing claiming
    naked-pair naked-triple hidden-pair hidden-triple naked-quad hidden-quad x-wing swordfish
    jellyfish remote-pair bug-plus-one skyscraper two-string-kite turbot-fish empty-rectangle
    w-wing xy-wing xyz-wing unique-rectangle-1 unique-rectangle-2 unique-rectangle-3
    unique-rectangle-4 unique-rectangle-5 unique-rectangle-6 hidden-rectangle
    avoidable-rectangle-1 avoidable-rectangle-2 finned-x-wing sashimi-x-wing finned-swordfish
    sashimi-swordfish finned-jellyfish sashimi-jellyfish sue-de-coq simple-colors multi-colors
    x-chain xy-chain continuous-nice-loop discontinuous-nice-loop aic
    grouped-continuous-nice-loop grouped-discontinuous-nice-loop grouped-aic als-xz
    als-xy-wing als-xy-chain franken-x-wing franken-swordfish finned-franken-x-wing
    finned-franken-swordfish
    ",
    ),
);

/// Sudoku Explainer's order with its ratings in tenths.
///
/// Its *direct* variants, which rate a locked candidate or hidden subset by the
/// single it uncovers, are not told apart, nor are hidden singles in boxes and lines.
/// Chains have the rating of the shortest; there a longer one counts more. Its dynamic
/// chains are our forcing nets and refutation by singles, its nested ones refutation
/// to a greater depth, which they come near to but do not equal.
pub const SE: Order = order(
    "se",
    "Sudoku Explainer 1.2.1",
    Measure::Highest,
    &named(
        "
    10 full-house 12 hidden-single 23 naked-single 26 pointing 28 claiming 30 naked-pair 32
    x-wing 34 hidden-pair 36 naked-triple 38 swordfish 40 hidden-triple 42 xy-wing 44 xyz-wing
    45 unique-rectangle-1 unique-rectangle-2 unique-rectangle-3 unique-rectangle-4 50
    naked-quad 52 jellyfish 54 hidden-quad 56 bug-plus-one 66 x-chain xy-chain 70
    continuous-nice-loop discontinuous-nice-loop 75 nishio 80 cell-forcing-chain
    house-forcing-chain forcing-chain-contradiction 85 cell-forcing-net house-forcing-net
    refute-1 95 refute-2 110 refute-3
    ",
    ),
);

/// The whole ladder: easiest first, refutation last, so that nothing is left unsolved,
/// and no presumption of uniqueness, so that everything said is proved. A chain comes
/// before the discontinuous loops, each of which says of one candidate what the chain says
/// of all. Left out are ALS-XY-Wings and ALS chains, which chains with almost locked sets
/// contain, forcing chains and Kraken fish, which the nets after them contain, fish of three
/// kinds of house or of more than four lines, and templates.
pub const LADDER: Order = order(
    "ladder",
    "sudoku-lab",
    Measure::Sum,
    &named(
        "
    full-house hidden-single naked-single pointing claiming locked-pair locked-triple
    naked-pair hidden-pair naked-triple hidden-triple naked-quad hidden-quad x-wing swordfish
    jellyfish skyscraper two-string-kite turbot-fish empty-rectangle remote-pair simple-colors
    multi-colors xy-wing xyz-wing w-wing y-wing-chain multivalue-x-wing finned-x-wing
    sashimi-x-wing finned-swordfish sashimi-swordfish finned-jellyfish sashimi-jellyfish
    sue-de-coq x-chain xy-chain continuous-nice-loop aic discontinuous-nice-loop
    grouped-continuous-nice-loop grouped-aic grouped-discontinuous-nice-loop als-xz
    death-blossom als-aic als-discontinuous-nice-loop refute-1 cell-forcing-net
    house-forcing-net refute-2 refute-3
    ",
    ),
);

/// Every strategy, easiest first, but for those tried on request only: fish of many houses,
/// which cost more than all else together and never conclude what refutation would not, and
/// templates.
pub const FULL: Order = order("full", "sudoku-lab: as listed", Measure::Sum, &not_on_request());

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
        places[i] = place(names[i].as_bytes());
        i += 1;
    }
    places
}

/// The rungs of a text: names of strategies, and before a name what it and those after it
/// count; without such a number they count HoDoKu's scores.
const fn named(text: &str) -> Rungs {
    let mut rungs = Rungs::NONE;
    let (mut rest, mut score) = (text.as_bytes().trim_ascii(), 0);
    while !rest.is_empty() {
        let (mut end, mut number) = (0, 0);
        while end < rest.len() && !rest[end].is_ascii_whitespace() {
            if rest[end].is_ascii_digit() {
                number = 10 * number + (rest[end] - b'0') as u16;
            }
            end += 1;
        }
        let (word, more) = rest.split_at(end);
        rest = more.trim_ascii_start();
        if word[0].is_ascii_digit() {
            score = number;
        } else {
            let place = place(word);
            rungs = rungs.with(place, if score > 0 { score } else { STRATEGIES[place].score });
        }
    }
    rungs
}

/// The strategies that are not tried on request only, with HoDoKu's scores.
const fn not_on_request() -> Rungs {
    let (mut rungs, mut place) = (Rungs::NONE, 0);
    while place < STRATEGIES.len() {
        if !STRATEGIES[place].on_request {
            rungs = rungs.with(place, STRATEGIES[place].score);
        }
        place += 1;
    }
    rungs
}

impl Rungs {
    const NONE: Rungs =
        Rungs { places: [0; STRATEGIES.len()], scores: [0; STRATEGIES.len()], count: 0 };

    const fn with(mut self, place: usize, score: u16) -> Rungs {
        self.places[self.count] = place;
        self.scores[self.count] = score;
        self.count += 1;
        self
    }
}

/// The place of a strategy.
const fn place(name: &[u8]) -> usize {
    let mut place = 0;
    while !same(STRATEGIES[place].name.as_bytes(), name) {
        place += 1;
    }
    place
}

/// `a == b`, which a constant cannot ask.
const fn same(a: &[u8], b: &[u8]) -> bool {
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
