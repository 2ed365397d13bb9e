//! Walking a network: what is on and what is off if a node is, and how one gets there.

use super::network::{Network, Node, members};
use crate::grid::{CandidateGrid, DigitSet};
use crate::strategy::{Mark, Pattern, Role, als, words};

/// No node.
const NONE: u16 = u16::MAX;

/// A breadth-first search from one node being on or off. Keep it for the next start.
pub struct Reach {
    pub on: Vec<u64>,
    /// Only the nodes where a walk goes on, unless it was [assumed](Reach::assume).
    pub off: Vec<u64>,
    /// For a node that is on, the node whose being off made it so; for one that is
    /// off, the node whose being on did.
    before_on: Vec<u16>,
    before_off: Vec<u16>,
    /// The nodes that are on, nearest first.
    pub queue: Vec<usize>,
}

impl Reach {
    pub fn new(network: &Network) -> Reach {
        let (count, words) = (network.nodes.len(), network.weak.words());
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
            None => {
                let strong = network.strong_to(start).iter();
                strong.for_each(|&next| self.turn_on(usize::from(next), start));
            }
        }
        self.spread(network);
    }

    /// Follows everything from `start` being on or off, and turns off what leads no
    /// further, too.
    pub fn assume(&mut self, network: &Network, start: usize, on: bool) {
        if on {
            self.assume_on(network, start);
        } else {
            self.follow(network, start, None);
        }
        for &node in &self.queue {
            for (word, &weak) in network.weak.of(node).iter().enumerate() {
                let new = weak & !self.off[word];
                self.off[word] |= new;
                for off in members(&[new]) {
                    self.before_off[64 * word + off] = node as u16;
                }
            }
        }
    }

    /// Follows everything from `start` being on.
    fn assume_on(&mut self, network: &Network, start: usize) {
        self.clear();
        self.turn_on(start, start);
        self.before_on[start] = NONE;
        self.spread(network);
    }

    fn clear(&mut self) {
        self.on.fill(0);
        self.off.fill(0);
        self.queue.clear();
    }

    /// Follows everything from the nodes that are on.
    #[inline(always)]
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
                    for &on in network.strong_to(off) {
                        let on = usize::from(on);
                        if !self.is_on(on) {
                            self.turn_on(on, off);
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
    #[inline]
    pub fn is_on(&self, node: usize) -> bool {
        self.on[node / 64] >> (node % 64) & 1 == 1
    }

    /// The way from the start, off, to a node, on: off, on, off, …, on.
    pub fn path(&self, end: usize) -> Vec<usize> {
        self.path_to(end, true)
    }

    /// The way from the start to a node, on or off; the two alternate.
    pub fn path_to(&self, end: usize, mut on: bool) -> Vec<usize> {
        let mut path = Vec::with_capacity(32);
        path.push(end);
        let mut node = end;
        loop {
            let before = if on { self.before_on[node] } else { self.before_off[node] };
            if before == NONE {
                break;
            }
            node = usize::from(before);
            on = !on;
            path.push(node);
        }
        path.reverse();
        path
    }
}

/// The pattern of a path: its cells and digits, and the nodes as marks, off and on in
/// turn; then the almost locked sets that its strong links go through.
pub fn pattern(grid: &CandidateGrid, network: &Network, path: &[usize]) -> Pattern {
    let mut pattern = Pattern::default();
    add(&mut pattern, network, path, false);
    let strong = path.chunks_exact(2);
    let sets = strong.filter_map(|link| network.set_between(grid, link[0], link[1]));
    als::add_sets(&mut pattern, grid, sets);
    pattern
}

/// Adds a path to a pattern; its first node is on or off.
pub fn add(pattern: &mut Pattern, network: &Network, path: &[usize], on: bool) {
    for (place, &node) in path.iter().enumerate() {
        let Node { digit, cells } = network.nodes[node];
        pattern.digits |= DigitSet::only(digit);
        let role = if (place % 2 == 0) == on { Role::On } else { Role::Off };
        for cell in cells.cells(network.layout) {
            pattern.marks.push(Mark { cell, digit, role });
            if !pattern.cells.contains(&cell) {
                pattern.cells.push(cell);
            }
        }
    }
}

/// The path in words: `If R1C2 is not 4, R1C7 is 4, R3C7 is not 4 and R3C2 is 4.`; and the
/// almost locked sets on the way.
pub fn in_words(pattern: &Pattern) -> String {
    let links = pattern.marks.iter().position(|mark| matches!(mark.role, Role::Set(_)));
    let links = &pattern.marks[..links.unwrap_or(pattern.marks.len())];
    let mut links = links_in_words(links);
    let first = links.next().unwrap_or_default();
    let chain = format!("If {first}, {}.", words::list(links));
    match als::sets_in_words(pattern) {
        sets if sets.is_empty() => chain,
        sets if sets.len() == 1 => format!(
            "{chain} Here {} is an almost locked set: without one of its digits it holds all \
             the others.",
            sets[0]
        ),
        sets => format!(
            "{chain} Here {} are almost locked sets: without one of its digits such a set holds \
             all its others.",
            words::list(sets)
        ),
    }
}

/// The nodes in words, one after the other.
fn links_in_words(marks: &[Mark]) -> impl Iterator<Item = String> {
    let nodes = marks.chunk_by(|a, b| (a.role, a.digit) == (b.role, b.digit));
    nodes.map(|node| {
        let cells = words::list(node.iter().map(|mark| mark.cell));
        match node.len() {
            1 => format!("{cells} is {}", not(node[0].role, &node[0])),
            2 if node[0].role == Role::Off => {
                format!("neither {} nor {} is {}", node[0].cell, node[1].cell, node[0].digit)
            }
            _ if node[0].role == Role::Off => format!("none of {cells} is {}", node[0].digit),
            _ => format!("one of {cells} is {}", node[0].digit),
        }
    })
}

/// Several paths in words: `if R1C2 is 4, R1C7 is not 4; if R2C2 is 4, …`. The one end of
/// each path, marked as a set of its own, is a candidate of a choice: assumed to be on
/// and the path's first, or off and its last.
pub fn choice_in_words(marks: &[Mark], on: bool) -> String {
    let of_choice = |mark: &Mark| matches!(mark.role, Role::Set(_));
    let paths = marks.chunk_by(|a, b| !of_choice(if on { b } else { a }));
    let sentences = paths.map(|path| {
        let role = if on { Role::On } else { Role::Off };
        let (choice, rest): (Vec<&Mark>, Vec<&Mark>) = path.iter().partition(|m| of_choice(m));
        let choice = choice.into_iter().map(|mark| format!("{} is {}", mark.cell, not(role, mark)));
        let rest: Vec<Mark> = rest.into_iter().copied().collect();
        let links: Vec<String> = match on {
            true => choice.chain(links_in_words(&rest)).collect(),
            false => links_in_words(&rest).chain(choice).collect(),
        };
        match &links[..] {
            [first, rest @ ..] if !rest.is_empty() => format!("if {first}, {}", words::list(rest)),
            _ => links.concat(),
        }
    });
    sentences.collect::<Vec<_>>().join("; ")
}

/// `4` or `not 4`.
fn not(role: Role, mark: &Mark) -> String {
    format!("{}{}", if role == Role::Off { "not " } else { "" }, mark.digit)
}
