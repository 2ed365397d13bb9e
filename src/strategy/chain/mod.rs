//! Chains: implications between candidates, followed from one to the next.
//!
//! A *node* is a digit with some cells; it is *on* when one of the cells holds the
//! digit, *off* when none does. Two nodes are joined by a
//!
//! - **weak link** when they cannot both be on: one on, the other off. Two digits of a
//!   cell; one digit in cells that all see each other;
//! - **strong link** when they cannot both be off: one off, the other on. The two
//!   digits of a cell that has only two; the only two places of a digit in a house; two
//!   digits of an [almost locked set](super::almost_locked).
//!
//! An *alternating inference chain* goes strong, weak, strong, …, strong. If its first
//! node is off its last is on, so one of them is on, and whatever is weakly linked to
//! both is off. All chain strategies are this with a choice of nodes and links and of
//! where the ends lie:
//!
//! | strategy | nodes | links |
//! |---|---|---|
//! | X-Chain | single candidates of one digit | houses |
//! | XY-Chain | single candidates | strong in cells, weak in houses |
//! | Nice Loop, AIC | single candidates | all |
//! | grouped | and the places of a digit where a box meets a line | all |
//! | with almost locked sets | and each digit of such a set | all, and inside the sets |
//!
//! `network` makes nodes and links of a grid, `path` walks them, `leaps` only sees where they lead,
//! `search` begins every walk, `assumed` walks from
//! every candidate, and each other file is
//! a strategy or a family of them. A path may pass a cell more than once.
//!
//! Sources: B09 (colouring and Nishio, which these replace); for the terms the Sudoku
//! players' forums of 2005 to 2007 and HoDoKu's documentation.

pub(super) mod aic;
mod assumed;
pub(super) mod continuous;
pub(super) mod discontinuous;
pub(super) mod forcing;
mod leaps;
mod links;
mod network;
mod node;
mod path;
mod relation;
pub(super) mod remote_pair;
mod search;

pub(super) use assumed::{Assumed, common};
pub(super) use network::{Kind, Network};
pub(super) use path::choice_in_words;
pub(super) use relation::{add, members, words_for};
