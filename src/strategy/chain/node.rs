//! What networks are made of.

use crate::grid::{CellSet, Digit};

/// A digit in one of some cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub digit: Digit,
    pub cells: CellSet,
}

/// Which nodes there are, and which links count; the later ones have all that `All` has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Single candidates, all links in houses.
    Houses,
    /// Single candidates, strong links in cells and weak ones in houses.
    Bivalue,
    /// Single candidates, all links.
    All,
    /// And nodes of several cells where a box meets a line.
    Grouped,
    /// And nodes and strong links of almost locked sets.
    Sets,
}
