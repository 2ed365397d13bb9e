//! Relations between nodes, as a set of nodes for each node.

/// A set has so many words, or several times as many: what a wide register holds.
const BLOCK: usize = 4;

/// The words of a set of so many nodes, or other things by number.
#[inline(always)]
pub fn words_for(count: usize) -> usize {
    count.div_ceil(64).next_multiple_of(BLOCK)
}

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
        let words = words_for(nodes);
        Relation { words, bits: vec![0; nodes * words] }
    }

    /// Relates two nodes.
    #[inline]
    pub fn join(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words + a / 64] |= 1 << (a % 64);
    }

    /// Relates a node, one way, to others, the bits of a set whose first is the node `first`.
    #[inline]
    pub fn point_to_all(&mut self, from: usize, first: usize, others: u128) {
        let row = &mut self.bits[from * self.words..][..self.words];
        let (word, shift) = (first / 64, first % 64);
        let [low, high] = [others as u64, (others >> 64) as u64];
        // What does not fit the first word of each half goes to the next one.
        let carried = |half: u64| (half >> 1) >> (63 - shift);
        let parts = [low << shift, carried(low) | high << shift, carried(high)];
        row[word..].iter_mut().zip(parts).for_each(|(row, part)| *row |= part);
    }

    /// Relates a node, one way, to what all these others are related to, of which there is one
    /// at least; both come out of the same memory, so `common` is lent for it.
    #[inline(always)]
    pub fn join_to_common(&mut self, node: usize, others: &[usize], common: &mut Vec<u64>) {
        common.clear();
        common.extend_from_slice(self.of(others[0]));
        for &other in &others[1..] {
            each_block(common, self.of(other), |all, bits| *all &= bits);
        }
        add(&mut self.bits[node * self.words..][..self.words], common);
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
            each_block(row, &mask, |bits, mask| *bits &= mask);
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

/// Changes the words of a set by those of another.
#[inline(always)]
fn each_block(nodes: &mut [u64], others: &[u64], change: impl Fn(&mut u64, u64) + Copy) {
    let blocks = nodes.as_chunks_mut::<BLOCK>().0.iter_mut().zip(others.as_chunks::<BLOCK>().0);
    blocks.for_each(|(block, other)| {
        block.iter_mut().zip(other).for_each(|(word, &other)| change(word, other));
    });
}

/// Adds the members of one set of nodes to another.
#[inline(always)]
pub fn add(nodes: &mut [u64], others: &[u64]) {
    each_block(nodes, others, |word, other| *word |= other);
}

/// Whether two sets of nodes share any.
#[inline(always)]
pub fn meets(nodes: &[u64], others: &[u64]) -> bool {
    let blocks = nodes.as_chunks::<BLOCK>().0.iter().zip(others.as_chunks::<BLOCK>().0);
    let shared = |(block, other): (&[u64; BLOCK], &[u64; BLOCK])| {
        block.iter().zip(other).fold(0, |all, (word, other)| all | word & other)
    };
    blocks.map(shared).any(|shared| shared != 0)
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
