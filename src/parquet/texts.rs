//! Values of a column of text, one after another.

use std::collections::VecDeque;

use polars_arrow::array::{Array, BinaryViewArray};

/// Values of a column of text; nothing for what is missing.
#[derive(Default)]
pub struct Texts {
    arrays: VecDeque<BinaryViewArray>,
    /// Values of the first array that were taken.
    taken: usize,
}

impl Texts {
    /// The values of arrays, if they are texts.
    pub(super) fn of(arrays: Vec<Box<dyn Array>>) -> Option<Texts> {
        let array = |array: Box<dyn Array>| array.as_any().downcast_ref().cloned();
        Some(Texts { arrays: arrays.into_iter().map(array).collect::<Option<_>>()?, taken: 0 })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.arrays.iter().map(Array::len).sum::<usize>() - self.taken
    }

    /// The next one, if there is one.
    pub fn take_next(&mut self) -> Option<Option<&[u8]>> {
        while self.arrays.front()?.len() == self.taken {
            self.arrays.pop_front();
            self.taken = 0;
        }
        self.taken += 1;
        Some(self.arrays.front()?.get(self.taken - 1))
    }
}
