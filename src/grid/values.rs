//! The values of a grid's cells. Most grids are 9×9: their values lie in the grid itself, so
//! that a million puzzles cost no million allocations.

use std::ops::{Deref, DerefMut};

/// Values by cell.
#[derive(Debug)]
pub(super) enum Values {
    Nine([u8; 81]),
    Other(Box<[u8]>),
}

impl From<&[u8]> for Values {
    fn from(values: &[u8]) -> Values {
        match values.try_into() {
            Ok(values) => Values::Nine(values),
            Err(_) => Values::Other(values.into()),
        }
    }
}

impl Deref for Values {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Values::Nine(values) => values,
            Values::Other(values) => values,
        }
    }
}

impl DerefMut for Values {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Values::Nine(values) => values,
            Values::Other(values) => values,
        }
    }
}

/// `clone_from` reuses memory.
impl Clone for Values {
    #[inline]
    fn clone(&self) -> Values {
        match self {
            Values::Nine(values) => Values::Nine(*values),
            Values::Other(values) => Values::Other(values.clone()),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Values) {
        match (self, source) {
            (Values::Other(values), Values::Other(source)) => values.clone_from(source),
            (values, source) => *values = source.clone(),
        }
    }
}

impl PartialEq for Values {
    #[inline]
    fn eq(&self, other: &Values) -> bool {
        **self == **other
    }
}

impl Eq for Values {}
