//! The nodes of a grid and the links between them.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::links::Links;
pub use super::node::{Kind, Node};
pub use super::relation::members;
use super::relation::{Relation, add};
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, HouseKind, Layout};
use crate::lanes::{Kernel, run_wide};
use crate::strategy::Deduction;
use crate::strategy::almost_locked::AlmostLocked;
use crate::strategy::hash::BuildQuick;
use crate::strategy::stop::Stop;
use crate::strategy::suspects::Suspects;

/// What chains of a network can conclude: candidates that, assumed to be on, turn themselves
/// off. A chain's conclusion turns one of its ends off, that turns the other on, and that turns
/// the conclusion off.
pub struct Concluded {
    /// Nodes that some such candidate turns off at once: the ends of all chains that conclude.
    pub ends: Vec<u64>,
    /// Nodes that some such candidate turns on and off: all nodes of the loops that conclude
    /// it, since it turns two neighbours off, and so the loop both ways round.
    pub members: Vec<u64>,
    /// These candidates, unless one was enough.
    pub candidates: Suspects,
}

/// What a network is made of, compiled for wide registers.
struct Make<'a> {
    grid: &'a CandidateGrid,
    kind: Kind,
    digits: DigitSet,
    sets: &'a [AlmostLocked],
    stop: &'a Stop<'a>,
}

impl Kernel for Make<'_> {
    type Output = Network;

    #[inline(always)]
    fn run(self) -> Network {
        Network::make(self)
    }
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
        run_wide(Make { grid, kind, digits, sets, stop })
    }

    #[inline(always)]
    fn make(Make { grid, kind, digits, sets, stop }: Make<'_>) -> Network {
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
        let groups = candidates..nodes.len();
        let set_links = add_sets(grid, sets, &mut nodes);
        let [mut weak, mut strong] = [(); 2].map(|()| Relation::new(nodes.len()));
        let links = Links::new(grid, digits, &nodes, candidates);
        // What was stopped is incomplete, and its user sees that it was stopped.
        let _ = links.in_digits(&mut weak, stop);
        if kind != Kind::Bivalue {
            links.in_houses(groups, &mut strong);
        }
        if kind != Kind::Houses {
            links.in_cells(kind, &mut weak, &mut strong);
        }
        set_links.into_iter().for_each(|(a, b)| strong.join(a, b));
        let mut network = Network {
            layout,
            kind,
            nodes,
            candidates,
            weak,
            strong,
            strong_nodes: Vec::new(),
            strong_starts: Vec::new(),
            onward: Relation::default(),
            sets: sets.to_vec(),
            concluded: OnceCell::new(),
        };
        network.list_strong();
        network.onward = network.weak.only_to(|node| !network.strong_to(node).is_empty());
        network
    }

    #[inline(always)]
    fn list_strong(&mut self) {
        self.strong_starts.reserve(self.nodes.len() + 1);
        self.strong_nodes.reserve(2 * self.nodes.len());
        self.strong_starts.push(0);
        for node in 0..self.nodes.len() {
            // One by one: `extend` would not be compiled for wide registers.
            let (strong, nodes) = (&self.strong, &mut self.strong_nodes);
            members(strong.of(node)).for_each(|node| nodes.push(node as u16));
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
        if self.sets.is_empty() {
            return None;
        }
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
        let mut seen = vec![0; self.weak.words()];
        for node in (0..self.candidates).filter(|&node| self.candidate(node).is_some_and(&wanted)) {
            add(&mut seen, self.weak.of(node));
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
}

/// The places of a digit where a box meets a line, if there are several but other
/// places in the box or the line.
#[inline(always)]
fn groups(grid: &CandidateGrid, digit: Digit, nodes: &mut Vec<Node>) {
    let layout = grid.layout();
    for &square in layout.houses_of(HouseKind::Box) {
        let in_box = grid.places(digit) & layout.house_set(square);
        if !in_box.is_plural() {
            continue;
        }
        for kind in [HouseKind::Row, HouseKind::Column] {
            for &line in layout.houses_of(kind) {
                let cells = in_box & layout.house_set(line);
                if cells.is_plural() {
                    nodes.push(Node { digit, cells });
                }
            }
        }
    }
}

/// Adds the nodes of almost locked sets; returns their strong links.
#[inline(always)]
fn add_sets(
    grid: &CandidateGrid,
    sets: &[AlmostLocked],
    nodes: &mut Vec<Node>,
) -> Vec<(usize, usize)> {
    let mut links = Vec::new();
    if sets.is_empty() {
        return links;
    }
    let mut index: HashMap<Node, usize, BuildQuick> =
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
