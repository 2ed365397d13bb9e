//! What a closure may ask beside following links.

use std::sync::Arc;

use crate::ser::board::Board;
use crate::ser::proof::Nested;

/// How much a closure looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Candidates that are off are gone for what follows.
    pub dynamic: bool,
    /// Links on one digit only.
    pub nishio: bool,
    /// Which further producers are asked when links find no more: 0, none.
    pub level: u8,
}

/// The producers that a closure may ask, each for all its hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inner {
    Short,
    Static,
    Dynamic(Depth),
}

/// Who answers: the engine, whose producers may make closures themselves.
pub trait Ask {
    /// All hints of a producer on a board.
    fn hints(&mut self, board: &Board, family: Inner) -> Arc<Vec<Nested>>;
    /// Counts a closure.
    fn check(&mut self);
    /// Whether a limit is reached: what is found now is of no use.
    fn ended(&self) -> bool;
}
