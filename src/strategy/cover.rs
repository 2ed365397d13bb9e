//! The counting argument behind subsets and fish: *k sets that together have
//! exactly k members share those members out among themselves*.
//!
//! ```text
//!               the sets are              their members are
//! naked subset  k cells of a house        their candidates
//! hidden subset k digits of a house       their places in the house
//! basic fish    a digit in k rows         its columns (or the other way round)
//! ```
//!
//! Each set must take one member, no two the same one: all k members are spoken
//! for, and nobody else can have them.

use std::ops::ControlFlow;

use crate::grid::MAX_ORDER;
use crate::lanes::{Kernel, run_wide};

/// Visits every choice of `size` of the sets that have at least `size` and at most `most`
/// members together, as (bits of the sets chosen, bits of the members). With `most` equal
/// to `size` the sets share out their members; with more, they do but for some of these.
///
/// A set of one member is a single, not part of a larger cover, and is left out. Fewer
/// members than sets are a contradiction, not a pattern.
#[inline(always)]
pub(super) fn covers(
    sets: &[u32],
    size: usize,
    most: usize,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    debug_assert!(sets.len() <= MAX_ORDER);
    let few = |set: u32| match most == size {
        true => clear_lowest(set, size) == 0,
        false => set.count_ones() as usize <= most,
    };
    let usable = |set: u32| clear_lowest(set, 1) != 0 && few(set);
    let candidates =
        sets.iter().enumerate().fold(0, |bits, (i, &set)| bits | u32::from(usable(set)) << i);
    if candidates == 0 {
        return ControlFlow::Continue(());
    }
    run_wide(Covers { sets, size, most, candidates, visit })
}

/// The search for them: sets are counted all the time, which wide machines have an instruction
/// for.
struct Covers<'a> {
    sets: &'a [u32],
    size: usize,
    most: usize,
    candidates: u32,
    visit: &'a mut dyn FnMut(u32, u32) -> ControlFlow<()>,
}

/// Some of the sets, their members, and the sets that may still join.
#[derive(Clone, Copy)]
struct Choice {
    chosen: u32,
    members: u32,
    candidates: u32,
}

impl Kernel for Covers<'_> {
    type Output = ControlFlow<()>;

    /// Adds sets to a choice, the first ones first, while the members stay few enough.
    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        let Covers { sets, size, most, candidates, visit } = self;
        let mut choices = [Choice { chosen: 0, members: 0, candidates }; MAX_ORDER];
        let mut depth = 0;
        loop {
            let Choice { chosen, members, candidates } = choices[depth];
            if (candidates.count_ones() as usize) < size - depth {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                depth -= 1;
                continue;
            }
            let lowest = candidates & candidates.wrapping_neg();
            let candidates = candidates ^ lowest;
            choices[depth].candidates = candidates;
            let chosen = chosen | lowest;
            let members = members | sets[lowest.trailing_zeros() as usize];
            let count = members.count_ones() as usize;
            if count > most {
                continue;
            }
            if depth + 1 < size {
                depth += 1;
                choices[depth] = Choice { chosen, members, candidates };
            } else if count >= size {
                visit(chosen, members)?;
            }
        }
    }
}

/// The set without its `count` lowest members: cheaper than counting them.
#[inline]
fn clear_lowest(set: u32, count: usize) -> u32 {
    (0..count).fold(set, |set, _| set & set.wrapping_sub(1))
}

/// The members of a bit set, in rising order.
#[inline]
pub(super) fn members(set: u32) -> impl Iterator<Item = usize> + Clone {
    let next = |&rest: &u32| Some(rest & rest.wrapping_sub(1)).filter(|&rest| rest != 0);
    std::iter::successors((set != 0).then_some(set), next)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<const SIZE: usize>(sets: &[u32]) -> Vec<(u32, u32)> {
        let mut seen = Vec::new();
        let flow = covers(sets, SIZE, SIZE, &mut |chosen, members| {
            seen.push((chosen, members));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        seen
    }

    #[test]
    fn finds_every_cover_in_order() {
        let sets = [0b0011, 0b1100, 0b0011, 0b1100, 0b1111];
        assert_eq!(all::<2>(&sets), [(0b00101, 0b0011), (0b01010, 0b1100)]);
        assert_eq!(all::<4>(&sets).len(), 5);
    }

    #[test]
    fn three_cells_of_a_triple_need_not_hold_all_its_digits() {
        assert_eq!(all::<3>(&[0b011, 0b110, 0b101]), [(0b111, 0b111)]);
    }

    #[test]
    fn singles_and_contradictions_are_no_covers() {
        assert_eq!(all::<2>(&[0b01, 0b11]), []);
        assert_eq!(all::<3>(&[0b11, 0b11, 0b11]), []);
    }

    #[test]
    fn members_rise() {
        assert_eq!(members(0b1_0110).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(members(0).count(), 0);
    }
}
