//! The search for the smallest image of one more row.

use super::partial::{NEW, Partial, ROOM, Row, TIED};

/// Sorts a few labels.
#[inline]
fn insertion_sort(labels: &mut [u8]) {
    for end in 1..labels.len() {
        for place in (1..=end).rev() {
            if labels[place - 1] <= labels[place] {
                break;
            }
            labels.swap(place - 1, place);
        }
    }
}

/// The search for the smallest image of one more row.
pub(super) struct Search {
    pub(super) order: usize,
    /// Columns of a stack.
    pub(super) width: usize,
    /// The smallest image so far; beyond what it is known of, larger than any value.
    pub(super) smallest: Row,
    /// The partial symmetries that make it.
    pub(super) found: Vec<Partial>,
}

impl Search {
    /// Takes a row as the next of the image, in all the ways that may be smallest.
    pub(super) fn take_row(&mut self, partial: &Partial, depth: usize, number: usize, row: &Row) {
        let (blank, width) = (partial.blank_stacks, self.width);
        if partial.is_rigid {
            let label = |place: usize| partial.labels[partial.value(row, place)];
            if (0..self.order).all(|place| self.accepts(place, label(place))) {
                let mut longer = Partial { used: partial.used | 1 << number, ..*partial };
                longer.rows[depth] = number as u8;
                self.found.push(longer);
            }
            return;
        }
        if blank == 0 && partial.labelled > 0 && self.is_larger(partial, row) {
            return;
        }
        let mut longer = Partial { used: partial.used | 1 << number, ..*partial };
        longer.rows[depth] = number as u8;
        let mut empty = 0;
        for stack in 0..blank {
            if longer.zeros(row, stack, width) == width {
                longer.swap_stacks(empty, stack, width);
                empty += 1;
            }
        }
        longer.blank_stacks = empty;
        if (0..empty * width).all(|place| self.accepts(place, 0)) {
            self.go_on(&mut longer, row, empty * width, empty, blank);
        }
    }

    /// Whether the image of a row is sure to be larger than the smallest: of each run, the
    /// labels cannot be less than the least that each digit may have, all different and sorted.
    fn is_larger(&self, partial: &Partial, row: &Row) -> bool {
        let mut start = 0;
        while start < self.order {
            let end = partial.run_end(start);
            let mut labels = [0; ROOM];
            let labels = &mut labels[..end - start];
            for (label, place) in labels.iter_mut().zip(start..end) {
                let least = partial.least_label(partial.value(row, place), usize::MAX);
                *label = least.min(partial.labelled + 1);
            }
            insertion_sort(labels);
            let mut before = 0;
            for (&label, smallest) in labels.iter().zip(&self.smallest[start..end]) {
                let least = if label == 0 { 0 } else { label.max(before + 1) };
                if least != *smallest {
                    return least > *smallest;
                }
                before = least;
            }
            start = end;
        }
        false
    }

    /// Whether a cell of the image is not larger than the smallest; notes it if it is smaller.
    #[inline(always)]
    fn accepts(&mut self, place: usize, label: u8) -> bool {
        let place = place % ROOM;
        if label < self.smallest[place] {
            self.smallest[place] = label;
            self.smallest[place + 1..].fill(u8::MAX);
            self.found.clear();
        }
        label == self.smallest[place]
    }

    /// Fills the image from a place on. The stacks from `open` to `blank` held no digit
    /// before this row, and one of them comes next.
    fn go_on(
        &mut self,
        partial: &mut Partial,
        row: &Row,
        mut place: usize,
        mut open: usize,
        blank: usize,
    ) {
        let width = self.width;
        while place < self.order {
            if place == open * width && open < blank {
                let zeros = |stack: usize| partial.zeros(row, stack, width);
                let most = (open..blank).map(zeros).max().unwrap_or(0);
                let mut best = (open..blank).filter(|&stack| zeros(stack) == most);
                let first = best.next().unwrap_or(open);
                for other in best {
                    let mut branch = *partial;
                    branch.swap_stacks(open, other, width);
                    self.go_on(&mut branch, row, place, open + 1, blank);
                }
                partial.swap_stacks(open, first, width);
                open += 1;
            }
            let end = partial.run_end(place);
            if end == place + 1 {
                let value = partial.value(row, place);
                let label = if value == 0 { 0 } else { partial.settle(value) };
                if !self.accepts(place, label) {
                    return;
                }
                place += 1;
                continue;
            }
            let mut rest = place;
            for at in place..end {
                if partial.value(row, at) == 0 {
                    partial.swap(at, rest);
                    if !self.accepts(rest, 0) {
                        return;
                    }
                    rest += 1;
                }
            }
            if rest > place {
                partial.cuts |= 1 << rest;
                place = rest;
                continue;
            }
            let least = |at: usize| partial.least_label(partial.value(row, at), place);
            let smallest = (place..end).map(least).min().unwrap_or(NEW);
            if smallest == NEW {
                let shift = (partial.labelled + 1).wrapping_sub(place as u8);
                for at in place..end {
                    let value = partial.value(row, at);
                    partial.labelled += 1;
                    if !self.accepts(at, partial.labelled) {
                        return;
                    }
                    partial.labels[value] = TIED + partial.columns[at];
                    partial.shifts[value] = shift;
                }
                place = end;
                continue;
            }
            if !self.accepts(place, smallest) {
                return;
            }
            let mut best = (place..end).filter(|&at| least(at) == smallest);
            let first = best.next().unwrap_or(place);
            for other in best {
                let mut branch = *partial;
                branch.fix(other, place);
                branch.settle(branch.value(row, place));
                self.go_on(&mut branch, row, place + 1, open, blank);
            }
            partial.fix(first, place);
            partial.settle(partial.value(row, place));
            place += 1;
        }
        partial.close(self.order);
        self.found.push(*partial);
    }
}
