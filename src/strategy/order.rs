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
}

/// The eight of B09, in the order of its program.
pub const B09: Order = Order {
    name: "b09",
    source: "B09 chapter 4",
    strategies: &places([
        "naked-single",
        "hidden-single",
        "naked-pair",
        "hidden-pair",
        "pointing",
        "claiming",
        "x-wing",
        "xy-wing",
    ]),
};

/// Every strategy, easiest first.
pub const LADDER: Order =
    Order { name: "ladder", source: "sudoku-lab: the order of STRATEGIES", strategies: &every() };

/// Every order.
pub const ORDERS: &[Order] = &[B09, LADDER];

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

/// All places of [`STRATEGIES`].
const fn every() -> [usize; STRATEGIES.len()] {
    let mut places = [0; STRATEGIES.len()];
    let mut i = 0;
    while i < places.len() {
        places[i] = i;
        i += 1;
    }
    places
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
        }
    }

    #[test]
    fn names_find_their_places() {
        assert_eq!(STRATEGIES[places(["x-wing"])[0]].name, "x-wing");
        assert_eq!(find_order("b09").map(|order| order.strategies.len()), Some(8));
    }
}
