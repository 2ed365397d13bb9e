//! The passes of the producer of short chains.

use crate::ser::literal::{CELL, Cause};

/// The kinds of links that a pass follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    X,
    Y,
    Xy,
}

impl Pass {
    pub fn weak(self, cause: Cause) -> bool {
        self != Pass::X || cause != CELL
    }

    pub fn strong(self, cause: Cause) -> bool {
        match self {
            Pass::X => cause != CELL,
            Pass::Y => cause == CELL,
            Pass::Xy => true,
        }
    }

    pub fn key(self) -> u8 {
        match self {
            Pass::X => 2,
            Pass::Y => 3,
            Pass::Xy => 4,
        }
    }
}
