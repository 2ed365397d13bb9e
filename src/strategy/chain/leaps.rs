//! What a candidate's being on turns on, without the way there.
//!
//! A *leap* is a weak link and a strong one: from a node that is on to those that it turns on.
//! What leads from a node to others is made when it is first needed and serves every search
//! after that; with it a search takes words of nodes at a time.

use super::network::Network;
use super::relation::members;

/// Searches of a network that keep no paths.
pub struct Leaps<'a> {
    network: &'a Network,
    /// Where leaps lead, and by node where that begins once it is known.
    targets: Vec<u64>,
    places: Vec<Option<u32>>,
    /// What the last search turned on.
    on: Vec<u64>,
    queue: Vec<u16>,
}

impl<'a> Leaps<'a> {
    pub fn new(network: &'a Network) -> Leaps<'a> {
        let (nodes, words) = (network.nodes.len(), network.weak.words());
        Leaps {
            network,
            targets: Vec::new(),
            places: vec![None; nodes],
            on: vec![0; words],
            queue: Vec::with_capacity(nodes),
        }
    }

    /// Whether a node's being on turns on what cannot be on with it.
    #[inline(always)]
    pub fn contradicts(&mut self, start: usize) -> bool {
        self.spread(start, self.network.weak.of(start))
    }

    /// Adds what a node's being on turns on, and what that turns off where a walk goes on.
    #[inline(always)]
    pub fn add_all(&mut self, start: usize, nodes: &mut [u64]) {
        self.spread(start, &[]);
        let network = self.network;
        add(nodes, &self.on);
        members(&self.on).for_each(|node| add(nodes, network.onward.of(node)));
    }

    /// Follows everything from a node's being on, until something excluded is on; whether it
    /// came to that.
    #[inline(always)]
    fn spread(&mut self, start: usize, excluded: &[u64]) -> bool {
        self.on.fill(0);
        self.on[start / 64] |= 1 << (start % 64);
        self.queue.clear();
        self.queue.push(start as u16);
        while let Some(node) = self.queue.pop() {
            let node = usize::from(node);
            let place = self.targets_of(node);
            let targets = &self.targets[place..][..self.on.len()];
            for (word, (on, target)) in self.on.iter_mut().zip(targets).enumerate() {
                let mut new = target & !*on;
                if new & excluded.get(word).unwrap_or(&0) != 0 {
                    return true;
                }
                *on |= new;
                while new != 0 {
                    self.queue.push((64 * word) as u16 + new.trailing_zeros() as u16);
                    new &= new - 1;
                }
            }
        }
        false
    }

    /// Where the targets of a node begin.
    #[inline(always)]
    fn targets_of(&mut self, node: usize) -> usize {
        if let Some(place) = self.places[node] {
            return place as usize;
        }
        let place = self.targets.len();
        self.places[node] = Some(place as u32);
        self.targets.resize(place + self.on.len(), 0);
        let targets = &mut self.targets[place..];
        for off in members(self.network.onward.of(node)) {
            for &on in self.network.strong_to(off) {
                targets[usize::from(on / 64)] |= 1 << (on % 64);
            }
        }
        place
    }
}

/// Adds the members of one set of nodes to another.
#[inline(always)]
pub fn add(nodes: &mut [u64], others: &[u64]) {
    nodes.iter_mut().zip(others).for_each(|(word, &other)| *word |= other);
}
