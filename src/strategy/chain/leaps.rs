//! What a candidate's being on turns on, without the way there.
//!
//! A *leap* is a weak link and a strong one: from a node that is on to those that it turns on.
//! What leads from a node to others is made when it is first needed and serves every search
//! after that; with it a search takes words of nodes at a time. So does all that a search to
//! the end has turned on: a later one that comes by its start goes no further there.

use super::network::Network;
use super::relation::{add, meets, members};

/// Searches of a network that keep no paths.
pub struct Leaps<'a> {
    network: &'a Network,
    /// Where leaps lead, and by node where that begins once it is known.
    targets: Vec<u64>,
    places: Vec<Option<u32>>,
    /// What searches to the end turned on, and by their start where that begins.
    reached: Vec<u64>,
    ends: Vec<Option<u32>>,
    /// What the last search turned on, and what of that leads to nothing else.
    on: Vec<u64>,
    done: Vec<u64>,
    /// Lent for what it turned off.
    off: Vec<u64>,
    queue: Vec<u16>,
}

impl<'a> Leaps<'a> {
    pub fn new(network: &'a Network) -> Leaps<'a> {
        let (nodes, words) = (network.nodes.len(), network.weak.words());
        Leaps {
            network,
            targets: Vec::new(),
            places: vec![None; nodes],
            reached: Vec::new(),
            ends: vec![None; nodes],
            on: vec![0; words],
            done: vec![0; words],
            off: vec![0; words],
            queue: Vec::with_capacity(nodes),
        }
    }

    /// Whether a node's being on turns on what cannot be on with it.
    #[inline(always)]
    pub fn contradicts(&mut self, start: usize) -> bool {
        self.spread(start, self.network.weak.of(start))
    }

    /// The same, and then adds what it turns both on and off, and where a walk goes on, to `nodes`.
    #[inline(always)]
    pub fn contradicts_by(&mut self, start: usize, nodes: &mut [u64]) -> bool {
        self.spread(start, &[]);
        let network = self.network;
        if !meets(&self.on, network.weak.of(start)) {
            return false;
        }
        self.off.fill(0);
        members(&self.on).for_each(|node| add(&mut self.off, network.onward.of(node)));
        let both = self.on.iter().zip(&self.off).map(|(on, off)| on & off);
        nodes.iter_mut().zip(both).for_each(|(word, both)| *word |= both);
        true
    }

    /// Follows everything from a node's being on, until something excluded is on; whether it
    /// came to that.
    #[inline(always)]
    fn spread(&mut self, start: usize, excluded: &[u64]) -> bool {
        let words = self.on.len();
        self.on.fill(0);
        self.done.fill(0);
        self.on[start / 64] |= 1 << (start % 64);
        self.queue.clear();
        self.queue.push(start as u16);
        while let Some(node) = self.queue.pop() {
            let node = usize::from(node);
            if self.done[node / 64] >> (node % 64) & 1 == 1 {
                continue;
            }
            if let Some(place) = self.ends[node] {
                let reached = &self.reached[place as usize..][..words];
                if meets(reached, excluded) {
                    return true;
                }
                add(&mut self.on, reached);
                add(&mut self.done, reached);
                continue;
            }
            let place = self.targets_of(node);
            let targets = &self.targets[place..][..words];
            if meets(targets, excluded) {
                return true;
            }
            for (word, (on, target)) in self.on.iter_mut().zip(targets).enumerate() {
                let mut new = target & !*on;
                *on |= new;
                while new != 0 {
                    self.queue.push((64 * word) as u16 + new.trailing_zeros() as u16);
                    new &= new - 1;
                }
            }
        }
        self.ends[start] = Some(self.reached.len() as u32);
        self.reached.extend_from_slice(&self.on);
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
            add(targets, self.network.strong.of(off));
        }
        place
    }
}
