//! Everything that each candidate implies by links, whatever the length: which chains there
//! can be at all.

use super::links::{Links, add, has, numbers};

/// What each candidate that is on makes on and off, rows as of [`Links`].
#[derive(Default)]
pub struct Reach {
    pub on: Vec<u64>,
    pub off: Vec<u64>,
    /// The candidates that, if on, would be off.
    pub false_ones: Vec<u64>,
    /// The candidates that, if off, would be on.
    pub true_ones: Vec<u64>,
    /// Candidates that a false one makes both on and off: those a cycle that concludes
    /// something goes through.
    pub torn: Vec<u64>,
    walk: Walk,
}

/// A search for strongly connected components.
#[derive(Default)]
struct Walk {
    /// By number: when it was reached, 0 for not yet.
    reached: Vec<u32>,
    /// By number: the earliest reached known to be in its component; `DONE` once it is closed.
    low: Vec<u32>,
    open: Vec<u16>,
    calls: Vec<(u16, usize)>,
    clock: u32,
}

const DONE: u32 = u32::MAX;

impl Reach {
    /// Makes this what the candidates of these links imply.
    pub fn build(&mut self, links: &Links) {
        let (count, words) = (links.candidates.len(), links.words);
        self.on.clear();
        self.on.extend_from_slice(&links.next_rows);
        self.off.clear();
        self.off.extend_from_slice(&links.weak_rows);
        for list in [&mut self.walk.reached, &mut self.walk.low] {
            list.clear();
            list.resize(count, 0);
        }
        self.walk.clock = 0;
        for number in 0..count {
            add(&mut self.on[number * words..], number);
        }
        for number in 0..count {
            if self.walk.reached[number] == 0 {
                self.close(links, number);
            }
        }
        for row in [&mut self.false_ones, &mut self.true_ones, &mut self.torn] {
            row.clear();
            row.resize(words, 0);
        }
        for number in 0..count {
            if has(links.row(&self.off, number), number) {
                add(&mut self.false_ones, number);
                let (on, off) = (links.row(&self.on, number), links.row(&self.off, number));
                let both = on.iter().zip(off).map(|(on, off)| on & off);
                self.torn.iter_mut().zip(both).for_each(|(torn, both)| *torn |= both);
            }
            let true_one = |&(on, _): &(u16, _)| has(links.row(&self.on, usize::from(on)), number);
            if links.strong(number).iter().any(true_one) {
                add(&mut self.true_ones, number);
            }
        }
    }

    /// Whether no candidate implies its negation.
    pub fn is_calm(&self) -> bool {
        self.false_ones.iter().chain(&self.true_ones).all(|&word| word == 0)
    }

    /// Tarjan's algorithm from one candidate; a component that is closed has its rows whole.
    fn close(&mut self, links: &Links, from: usize) {
        let enter = |walk: &mut Walk, number: usize| {
            walk.clock += 1;
            walk.reached[number] = walk.clock;
            walk.low[number] = walk.clock;
            walk.open.push(number as u16);
            walk.calls.push((number as u16, 0));
        };
        enter(&mut self.walk, from);
        while let Some(&(number, place)) = self.walk.calls.last() {
            let number = usize::from(number);
            let row = links.row(&links.next_rows, number);
            match next(row, place) {
                Some(to) => {
                    let top = self.walk.calls.len() - 1;
                    self.walk.calls[top].1 = to + 1;
                    if self.walk.reached[to] == 0 {
                        enter(&mut self.walk, to);
                    } else if self.walk.low[to] != DONE {
                        self.walk.low[number] = self.walk.low[number].min(self.walk.reached[to]);
                    }
                }
                None => {
                    self.walk.calls.pop();
                    if self.walk.low[number] == self.walk.reached[number] {
                        self.finish(links, number);
                    } else if let Some(&(parent, _)) = self.walk.calls.last() {
                        let low = self.walk.low[number];
                        let parent = &mut self.walk.low[usize::from(parent)];
                        *parent = (*parent).min(low);
                    }
                }
            }
        }
    }

    /// Gives all members of the component that begins with `root` what all of them imply.
    fn finish(&mut self, links: &Links, root: usize) {
        let words = links.words;
        let start = self.walk.open.iter().rposition(|&one| usize::from(one) == root);
        let start = start.expect("the root is open");
        let mut on = [0u64; 12];
        let mut off = [0u64; 12];
        for at in start..self.walk.open.len() {
            let member = usize::from(self.walk.open[at]);
            self.walk.low[member] = DONE;
            merge(&mut on, links.row(&self.on, member));
            merge(&mut off, links.row(&self.off, member));
        }
        let first = on;
        for to in numbers(&first[..words]) {
            // Rows of closed components are whole; the others are those just merged.
            merge(&mut on, links.row(&self.on, to));
            merge(&mut off, links.row(&self.off, to));
        }
        for at in start..self.walk.open.len() {
            let member = usize::from(self.walk.open[at]) * words;
            self.on[member..member + words].copy_from_slice(&on[..words]);
            self.off[member..member + words].copy_from_slice(&off[..words]);
        }
        self.walk.open.truncate(start);
    }
}

fn merge(into: &mut [u64; 12], row: &[u64]) {
    into.iter_mut().zip(row).for_each(|(into, word)| *into |= word);
}

/// The first bit of a row at or after a place.
fn next(row: &[u64], place: usize) -> Option<usize> {
    let mut word = place / 64;
    let mut bits = row.get(word)? & (!0 << (place % 64));
    while bits == 0 {
        word += 1;
        bits = *row.get(word)?;
    }
    Some(64 * word + bits.trailing_zeros() as usize)
}
