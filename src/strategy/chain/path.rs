//! Walking a network: what is on if a node is off, and how one gets there.

use super::network::{Network, Node, members};
use crate::grid::{DigitSet, Layout};
use crate::strategy::{Mark, Pattern, Role, words};

/// No node.
const NONE: u16 = u16::MAX;

/// A breadth-first search from one node being off. Keep it for the next start.
pub struct Reach {
    on: Vec<u64>,
    off: Vec<u64>,
    /// For a node that is on, the node whose being off made it so; for one that is
    /// off, the node whose being on did.
    before_on: Vec<u16>,
    before_off: Vec<u16>,
    /// The nodes that are on, nearest first.
    pub queue: Vec<usize>,
}

impl Reach {
    pub fn new(network: &Network) -> Reach {
        let (count, words) = (network.nodes.len(), network.nodes.len().div_ceil(64));
        Reach {
            on: vec![0; words],
            off: vec![0; words],
            before_on: vec![NONE; count],
            before_off: vec![NONE; count],
            queue: Vec::with_capacity(count),
        }
    }

    /// Follows everything from `start` being off; if a `first` node is given, only
    /// through it.
    pub fn follow(&mut self, network: &Network, start: usize, first: Option<usize>) {
        self.clear();
        self.off[start / 64] |= 1 << (start % 64);
        self.before_off[start] = NONE;
        match first {
            Some(first) => self.turn_on(first, start),
            None => members(network.strong.of(start)).for_each(|next| self.turn_on(next, start)),
        }
        self.spread(network);
    }

    /// Whether some candidate's being on would turn it off: if none does, no chain of
    /// any sort concludes anything. A chain's conclusion, assumed to be on, turns one
    /// end off, that turns the other on, and that turns the conclusion off.
    pub fn concludes(&mut self, network: &Network) -> bool {
        (0..network.candidates).any(|start| {
            self.clear();
            self.turn_on(start, start);
            self.spread(network);
            let seen = network.weak.of(start).iter().zip(&self.on);
            seen.into_iter().any(|(weak, on)| weak & on != 0)
        })
    }

    fn clear(&mut self) {
        self.on.fill(0);
        self.off.fill(0);
        self.queue.clear();
    }

    fn spread(&mut self, network: &Network) {
        let mut done = 0;
        while done < self.queue.len() {
            let node = self.queue[done];
            done += 1;
            for (word, &weak) in network.onward.of(node).iter().enumerate() {
                let mut new = weak & !self.off[word];
                self.off[word] |= new;
                while new != 0 {
                    let off = 64 * word + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.before_off[off] = node as u16;
                    for (word, &strong) in network.strong.of(off).iter().enumerate() {
                        let mut new = strong & !self.on[word];
                        while new != 0 {
                            self.turn_on(64 * word + new.trailing_zeros() as usize, off);
                            new &= new - 1;
                        }
                    }
                }
            }
        }
    }

    fn turn_on(&mut self, node: usize, because: usize) {
        self.on[node / 64] |= 1 << (node % 64);
        self.before_on[node] = because as u16;
        self.queue.push(node);
    }

    /// Whether a node is on.
    pub fn is_on(&self, node: usize) -> bool {
        self.on[node / 64] >> (node % 64) & 1 == 1
    }

    /// The way from the start, off, to a node, on: off, on, off, …, on.
    pub fn path(&self, end: usize) -> Vec<usize> {
        let mut path = vec![end];
        let mut node = end;
        loop {
            let off = usize::from(self.before_on[node]);
            path.push(off);
            match self.before_off[off] {
                NONE => break,
                on => node = usize::from(on),
            }
            path.push(node);
        }
        path.reverse();
        path
    }
}

/// The pattern of a path: its cells and digits, and the nodes as marks, off and on in
/// turn.
pub fn pattern(network: &Network, path: &[usize]) -> Pattern {
    let layout = Layout::nine();
    let mut pattern = Pattern::default();
    for (place, &node) in path.iter().enumerate() {
        let Node { digit, cells } = network.nodes[node];
        pattern.digits |= DigitSet::only(digit);
        let role = if place % 2 == 0 { Role::Off } else { Role::On };
        for cell in cells.cells(layout) {
            pattern.marks.push(Mark { cell, digit, role });
            if !pattern.cells.contains(&cell) {
                pattern.cells.push(cell);
            }
        }
    }
    pattern
}

/// The path in words: `If R1C2 is not 4, R1C7 is 4, R3C7 is not 4 and R3C2 is 4`.
pub fn in_words(pattern: &Pattern) -> String {
    let nodes = pattern.marks.chunk_by(|a, b| (a.role, a.digit) == (b.role, b.digit));
    let mut links = nodes.map(|node| {
        let cells = words::either(node.iter().map(|mark| mark.cell));
        let not = if node[0].role == Role::Off { "not " } else { "" };
        match node.len() {
            1 => format!("{cells} is {not}{}", node[0].digit),
            _ if node[0].role == Role::Off => format!("none of {cells} is {}", node[0].digit),
            _ => format!("one of {cells} is {}", node[0].digit),
        }
    });
    let first = links.next().unwrap_or_default();
    format!("If {first}, {}", words::list(links))
}
