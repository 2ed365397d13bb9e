//! Numbers of solvers, by which statistics know them.
//!
//! A solver of the table has its place there. The names of external solvers, which only the
//! tables of their runs know, have the numbers after that, in the order in which this
//! process met them; a name keeps its number for as long as the process lives.

use std::sync::{PoisonError, RwLock};

use super::schema;
use crate::external::is_name;

static EXTERNALS: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// The number of the solver of this name; none if no solver can have the name.
pub fn number(name: &str) -> Option<usize> {
    let own = schema::solvers();
    if let Some(place) = own.iter().position(|&known| known == name) {
        return Some(place);
    }
    let known = |externals: &[&str]| externals.iter().position(|&known| known == name);
    let met = known(&EXTERNALS.read().unwrap_or_else(PoisonError::into_inner));
    let place = met.or_else(|| {
        let mut externals = EXTERNALS.write().unwrap_or_else(PoisonError::into_inner);
        known(&externals).or_else(|| {
            is_name(name).then(|| {
                externals.push(name.to_owned().leak());
                externals.len() - 1
            })
        })
    });
    place.map(|place| own.len() + place)
}

/// The name of the solver with this number.
pub fn name(number: usize) -> &'static str {
    let own = schema::solvers();
    match number.checked_sub(own.len()) {
        None => own[number],
        Some(place) => EXTERNALS.read().unwrap_or_else(PoisonError::into_inner)[place],
    }
}
