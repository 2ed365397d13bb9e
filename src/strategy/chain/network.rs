//! The nodes of a grid and the links between them.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, HouseKind, Layout};
use crate::strategy::Deduction;
use crate::strategy::almost_locked::AlmostLocked;
use crate::strategy::stop::Stop;

/// A digit in one of some cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub digit: Digit,
    pub cells: CellSet,
}

/// Which nodes there are, and which links count; the later ones have all that `All` has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Single candidates, all links in houses.
    Houses,
    /// Single candidates, strong links in cells and weak ones in houses.
    Bivalue,
    /// Single candidates, all links.
    All,
    /// And nodes of several cells where a box meets a line.
    Grouped,
    /// And nodes and strong links of almost locked sets.
    Sets,
}

/// A set of nodes for each node.
#[derive(Default)]
pub struct Relation {
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    fn new(nodes: usize) -> Relation {
        let words = nodes.div_ceil(64);
        Relation { words, bits: vec![0; nodes * words] }
    }

    fn join(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words + a / 64] |= 1 << (a % 64);
    }

    /// The relation to some of the nodes only.
    fn only_to(&self, wanted: impl Fn(usize) -> bool) -> Relation {
        let mut mask = vec![0; self.words];
        for node in (0..self.bits.len() / self.words.max(1)).filter(|&node| wanted(node)) {
            mask[node / 64] |= 1 << (node % 64);
        }
        let bits = self.bits.iter().zip(mask.iter().cycle()).map(|(bits, mask)| bits & mask);
        Relation { words: self.words, bits: bits.collect() }
    }

    /// The nodes related to one, 64 to a word.
    #[inline]
    pub fn of(&self, node: usize) -> &[u64] {
        &self.bits[node * self.words..][..self.words]
    }
}

/// The members of a set of nodes, in rising order.
pub fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let next = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        std::iter::successors((word != 0).then_some(word), next)
            .map(move |rest| 64 * i + rest.trailing_zeros() as usize)
    })
}

/// What chains of a network can conclude: candidates that, assumed to be on, turn themselves
/// off. A chain's conclusion turns one of its ends off, that turns the other on, and that turns
/// the conclusion off.
pub struct Concluded {
    /// Nodes that some such candidate turns off at once: the ends of all chains that conclude.
    pub ends: Vec<u64>,
    /// Nodes that some such candidate turns on or off: all nodes of such chains.
    pub members: Vec<u64>,
}

/// Nodes and links.
pub struct Network {
    /// The size of the grid.
    pub layout: &'static Layout,
    /// Single candidates first.
    pub nodes: Vec<Node>,
    pub kind: Kind,
    /// How many of the nodes are single candidates.
    pub candidates: usize,
    pub weak: Relation,
    pub strong: Relation,
    /// The nodes with a strong link to each, in rising order: they are few.
    strong_nodes: Vec<u16>,
    /// Where those of each node begin, and the last ones end.
    strong_starts: Vec<u32>,
    /// The weak links to nodes that have a strong one: where a walk goes on.
    pub onward: Relation,
    /// The almost locked sets that links go through.
    sets: Vec<AlmostLocked>,
    /// What chains can conclude, once it has been found out.
    pub concluded: OnceCell<Concluded>,
}

impl Network {
    /// The network of some digits, with these almost locked sets; incomplete if the search
    /// was stopped.
    pub fn new(
        grid: &CandidateGrid,
        kind: Kind,
        digits: DigitSet,
        sets: &[AlmostLocked],
        stop: &Stop<'_>,
    ) -> Network {
        let layout = grid.layout();
        let mut nodes: Vec<Node> = Vec::with_capacity(512);
        for digit in digits {
            nodes.extend(
                grid.places(digit).cells(layout).map(|c| Node { digit, cells: CellSet::only(c) }),
            );
        }
        let candidates = nodes.len();
        if kind >= Kind::Grouped {
            digits.for_each(|digit| groups(grid, digit, &mut nodes));
        }
        let partitioned = nodes.len();
        let links = add_sets(grid, sets, &mut nodes);
        let mut network = Network {
            layout,
            kind,
            candidates,
            weak: Relation::new(nodes.len()),
            strong: Relation::new(nodes.len()),
            strong_nodes: Vec::new(),
            strong_starts: Vec::new(),
            onward: Relation::default(),
            nodes,
            sets: sets.to_vec(),
            concluded: OnceCell::new(),
        };
        network.link_digits(grid, stop);
        if kind != Kind::Bivalue {
            network.link_houses(grid, partitioned);
        }
        network.link_cells(grid, kind);
        links.into_iter().for_each(|(a, b)| network.strong.join(a, b));
        network.list_strong();
        network.onward = network.weak.only_to(|node| !network.strong_to(node).is_empty());
        network
    }

    fn list_strong(&mut self) {
        self.strong_starts.reserve(self.nodes.len() + 1);
        self.strong_starts.push(0);
        for node in 0..self.nodes.len() {
            self.strong_nodes.extend(members(self.strong.of(node)).map(|node| node as u16));
            self.strong_starts.push(self.strong_nodes.len() as u32);
        }
    }

    /// The nodes with a strong link to one, in rising order.
    #[inline]
    pub fn strong_to(&self, node: usize) -> &[u16] {
        let [start, end] = [node, node + 1].map(|place| self.strong_starts[place] as usize);
        &self.strong_nodes[start..end]
    }

    /// The first almost locked set that a strong link goes through, if it needs one.
    pub fn set_between(&self, grid: &CandidateGrid, a: usize, b: usize) -> Option<&AlmostLocked> {
        let (a, b) = (self.nodes[a], self.nodes[b]);
        let is_in = |node: Node, set: &AlmostLocked| {
            set.digits.contains(node.digit) && grid.places(node.digit) & set.cells == node.cells
        };
        let places = grid.places(a.digit);
        let layout = grid.layout();
        let in_house = a.digit == b.digit
            && layout.houses().iter().any(|&h| places & layout.house_set(h) == (a.cells | b.cells));
        let in_cell = a.cells == b.cells && a.cells.len() == 1;
        if in_house || in_cell {
            return None;
        }
        self.sets.iter().find(|set| is_in(a, set) && is_in(b, set))
    }

    /// The candidates that are off when one node or the other is on.
    pub fn seen_by_both(&self, a: usize, b: usize) -> Vec<Deduction> {
        let words = self.candidates.div_ceil(64);
        let both = self.weak.of(a).iter().zip(self.weak.of(b)).take(words).map(|(a, b)| a & b);
        let both: Vec<u64> = both.collect();
        let seen = members(&both).filter(|&node| node < self.candidates);
        let seen = seen.filter_map(|node| self.candidate(node));
        seen.map(|(cell, digit)| Deduction::Eliminate(cell, digit)).collect()
    }

    /// The nodes that some of these candidates see.
    pub fn seen_from(&self, wanted: impl Fn((Cell, Digit)) -> bool) -> Vec<u64> {
        let mut seen = vec![0; self.weak.words];
        for node in (0..self.candidates).filter(|&node| self.candidate(node).is_some_and(&wanted)) {
            seen.iter_mut().zip(self.weak.of(node)).for_each(|(all, word)| *all |= word);
        }
        seen
    }

    /// The cell and digit of a node that is a single candidate.
    pub fn candidate(&self, node: usize) -> Option<(Cell, Digit)> {
        let Node { digit, cells } = self.nodes[node];
        cells.first(self.layout).map(|cell| (cell, digit))
    }

    /// Whether that is so of any candidate.
    pub fn any_seen_by_both(&self, a: usize, b: usize) -> bool {
        let (words, last) = (self.candidates / 64, self.candidates % 64);
        let (a, b) = (self.weak.of(a), self.weak.of(b));
        (0..words).any(|i| a[i] & b[i] != 0)
            || last > 0 && a[words] & b[words] & ((1 << last) - 1) != 0
    }

    /// Weak links of one digit: cells that all see each other.
    fn link_digits(&mut self, grid: &CandidateGrid, stop: &Stop<'_>) {
        let mut by_digit: Vec<Vec<(usize, CellSet, CellSet)>> = vec![Vec::new(); grid.order()];
        for (i, node) in self.nodes.iter().enumerate() {
            let seen = grid.layout().common_peers(node.cells);
            by_digit[node.digit.index()].push((i, node.cells, seen));
        }
        for nodes in by_digit {
            for (k, &(a, _, seen)) in nodes.iter().enumerate() {
                if stop.poll().is_break() {
                    return;
                }
                for &(b, cells, _) in &nodes[k + 1..] {
                    if cells.is_subset(seen) {
                        self.weak.join(a, b);
                    }
                }
            }
        }
    }

    /// Strong links in houses: two nodes that are all places of a digit.
    fn link_houses(&mut self, grid: &CandidateGrid, partitioned: usize) {
        let layout = grid.layout();
        let nodes = &self.nodes[..partitioned];
        let mut by_digit: Vec<Vec<usize>> = vec![Vec::new(); grid.order()];
        for (i, node) in nodes.iter().enumerate() {
            by_digit[node.digit.index()].push(i);
        }
        for (digit, members) in Digit::all(grid.order()).zip(by_digit) {
            for &house in layout.houses() {
                let places = grid.places(digit) & layout.house_set(house);
                let inside: Vec<usize> =
                    members.iter().copied().filter(|&i| nodes[i].cells.is_subset(places)).collect();
                for (k, &a) in inside.iter().enumerate() {
                    for &b in &inside[k + 1..] {
                        let (p, q) = (nodes[a].cells, nodes[b].cells);
                        if !p.meets(q) && (p | q) == places {
                            self.strong.join(a, b);
                        }
                    }
                }
            }
        }
    }

    /// Links between the digits of a cell.
    fn link_cells(&mut self, grid: &CandidateGrid, kind: Kind) {
        let mut by_cell: Vec<Vec<usize>> = vec![Vec::new(); grid.layout().cells().len()];
        for node in 0..self.candidates {
            if let Some((cell, _)) = self.candidate(node) {
                by_cell[cell.index()].push(node);
            }
        }
        for nodes in by_cell {
            for (k, &a) in nodes.iter().enumerate() {
                for &b in &nodes[k + 1..] {
                    if kind >= Kind::All {
                        self.weak.join(a, b);
                    }
                    if kind != Kind::Houses && nodes.len() == 2 {
                        self.strong.join(a, b);
                    }
                }
            }
        }
    }
}

/// The places of a digit where a box meets a line, if there are several but other
/// places in the box or the line.
fn groups(grid: &CandidateGrid, digit: Digit, nodes: &mut Vec<Node>) {
    let layout = grid.layout();
    for &square in layout.houses_of(HouseKind::Box) {
        for kind in [HouseKind::Row, HouseKind::Column] {
            for &line in layout.houses_of(kind) {
                let cells = grid.places(digit) & layout.house_set(square) & layout.house_set(line);
                if cells.is_plural() {
                    nodes.push(Node { digit, cells });
                }
            }
        }
    }
}

/// Adds the nodes of almost locked sets; returns their strong links.
fn add_sets(
    grid: &CandidateGrid,
    sets: &[AlmostLocked],
    nodes: &mut Vec<Node>,
) -> Vec<(usize, usize)> {
    let mut links = Vec::new();
    if sets.is_empty() {
        return links;
    }
    let mut index: HashMap<Node, usize> =
        nodes.iter().enumerate().map(|(i, &node)| (node, i)).collect();
    for set in sets {
        // A node that no candidate sees has no weak link, so it leads nowhere.
        let useful = |&digit: &Digit| {
            let places = grid.places(digit);
            grid.layout().common_peers(places & set.cells).meets(places)
        };
        let node = |digit| Node { digit, cells: grid.places(digit) & set.cells };
        let of_set: Vec<usize> = set
            .digits
            .filter(useful)
            .map(|digit| {
                *index.entry(node(digit)).or_insert_with(|| {
                    nodes.push(node(digit));
                    nodes.len() - 1
                })
            })
            .collect();
        for (k, &a) in of_set.iter().enumerate() {
            links.extend(of_set[k + 1..].iter().map(|&b| (a, b)));
        }
    }
    links
}
