//! The chain producers: what an assumption about one candidate implies.
//!
//! An on literal weakly implies that the other candidates of its cell, and its digit's other
//! places in its houses, are off; an off literal strongly implies that the last other candidate
//! or place is on. [`short`] has the chains in which each literal has one parent, [`search`] those
//! that branch: what all candidates of a cell or all places of a digit imply, and what implies a
//! contradiction. [`closure`] collects what one assumption implies, [`advanced`] the patterns and
//! chains that exist only under it.

mod advanced;
mod ask;
mod closure;
mod engine;
mod links;
mod pass;
mod reach;
mod search;
mod short;

pub use ask::{Ask, Depth};
pub use engine::{Engine, Limit, Memory};
