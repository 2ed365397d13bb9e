//! XY-Chain: a chain through cells of two candidates.
//!
//! Each cell is a strong link between its two digits; neighbouring cells see each other
//! and share the digit they are linked by. If the first cell is not the digit at the
//! chain's one end, the last is: so no cell that sees both is.
//!
//! ```text
//! {5,8} ─8─ {8,2} ─2─ {2,5}     one of the ends is 5
//! ```
//!
//! Source: HoDoKu's documentation, XY-Chain; B09's Y-Wing is the shortest.

use std::ops::ControlFlow;

use super::aic::visit_ends;
use super::network::Kind;
use crate::strategy::{Steps, Studied};

pub fn find(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let network = grid.network(Kind::Bivalue);
    visit_ends(grid, network, |a, b| network.nodes[a].digit == network.nodes[b].digit, steps)
}
