//! X-Chain: an alternating inference chain of one digit.
//!
//! Places of one digit, strongly linked where a house has only two of them, weakly
//! where they share a house. One of the ends holds the digit, so no cell that sees both
//! does. The shortest ones are Skyscraper, 2-String Kite and Turbot Fish.
//!
//! Source: HoDoKu's documentation, X-Chain.

use std::ops::ControlFlow;

use super::aic::visit_ends;
use super::network::Kind;
use crate::grid::{Digit, DigitSet};
use crate::strategy::{Steps, Studied};

pub fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    for digit in Digit::all(grid.order()) {
        let network = grid.network_of(Kind::Houses, DigitSet::only(digit));
        visit_ends(grid, &network, |_, _| true, steps)?;
    }
    ControlFlow::Continue(())
}
