//! Relations between nodes, as a set of nodes for each node.

/// A set of nodes for each node.
#[derive(Default)]
pub struct Relation {
    words: usize,
    bits: Vec<u64>,
}

impl Relation {
    /// The relation of so many nodes that relates none.
    #[inline(always)]
    pub fn new(nodes: usize) -> Relation {
        let words = nodes.div_ceil(64);
        Relation { words, bits: vec![0; nodes * words] }
    }

    /// Relates two nodes.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words + a / 64] |= 1 << (a % 64);
    }

    /// Relates a node, one way, to another.
    #[inline]
    pub fn point(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    /// Relates a node, one way, to what all these others are related to, of which there is one
    /// at least; both come out of the same memory, so `common` is lent for it.
    #[inline(always)]
    pub fn join_to_common(&mut self, node: usize, others: &[usize], common: &mut Vec<u64>) {
        common.clear();
        common.extend_from_slice(self.of(others[0]));
        for &other in &others[1..] {
            common.iter_mut().zip(self.of(other)).for_each(|(all, bits)| *all &= bits);
        }
        let row = &mut self.bits[node * self.words..][..self.words];
        row.iter_mut().zip(common).for_each(|(row, bits)| *row |= *bits);
    }

    /// The relation to some of the nodes only.
    #[inline(always)]
    pub fn only_to(&self, wanted: impl Fn(usize) -> bool) -> Relation {
        let mut mask = vec![0; self.words];
        for node in (0..self.bits.len() / self.words.max(1)).filter(|&node| wanted(node)) {
            mask[node / 64] |= 1 << (node % 64);
        }
        let mut bits = self.bits.clone();
        for row in bits.chunks_exact_mut(self.words.max(1)) {
            row.iter_mut().zip(&mask).for_each(|(bits, mask)| *bits &= mask);
        }
        Relation { words: self.words, bits }
    }

    /// How many words a set has.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The nodes related to one, 64 to a word.
    #[inline]
    pub fn of(&self, node: usize) -> &[u64] {
        &self.bits[node * self.words..][..self.words]
    }
}

/// The members of a set of nodes, in rising order.
#[inline(always)]
pub fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let next = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        std::iter::successors((word != 0).then_some(word), next)
            .map(move |rest| 64 * i + rest.trailing_zeros() as usize)
    })
}
