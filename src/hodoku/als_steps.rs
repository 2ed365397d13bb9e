//! Steps of almost locked sets: ALS-XZ, ALS-XY-wings and ALS-XY-chains.

use super::als::{Als, Common, Sets, mask, seen_by_both};
use super::choice::Best;
use super::step::{Removals, Step};
use super::tables::members;

/// The first two sets with a restricted common that remove something; with two, also what
/// locked sets remove.
pub fn xz(sets: &Sets) -> Option<Step> {
    let Sets { all: sets, commons } = sets;
    commons.iter().find_map(|common| {
        let (a, b) = (&sets[common.one], &sets[common.two]);
        let mut removals = Removals::default();
        for digit in common.digits.into_iter().flatten() {
            for (digit, cells) in seen_by_both(a, b, 1 << digit) {
                removals.cells(cells, digit);
            }
        }
        if common.digits[1].is_some() {
            for (own, other) in [(a, b), (b, a)] {
                for digit in members(own.digits & !mask(&common.digits)) {
                    removals.cells(own.seeing[digit] & !other.cells, digit);
                }
            }
        }
        removals.step("als-xz")
    })
}

/// The first two pairs of sets with a set in common that remove something.
pub fn xy_wing(sets: &Sets) -> Option<Step> {
    let Sets { all: sets, commons } = sets;
    // By set: the pairs it is in.
    let mut of = vec![Vec::new(); sets.len()];
    for (index, common) in commons.iter().enumerate() {
        of[common.one].push(index);
        of[common.two].push(index);
    }
    commons.iter().enumerate().find_map(|(index, first)| {
        let later = |set: usize| of[set].iter().copied().filter(move |&other| other > index);
        // No two pairs are of the same sets, so that none comes twice.
        let mut others: Vec<usize> = later(first.one).chain(later(first.two)).collect();
        others.sort_unstable();
        others.into_iter().find_map(|second| wing(sets, first, &commons[second]))
    })
}

fn wing(sets: &[Als], first: &Common, second: &Common) -> Option<Step> {
    let single = |common: &Common| common.digits[1].is_none();
    if single(first) && single(second) && first.digits[0] == second.digits[0] {
        return None;
    }
    let shared = if [second.one, second.two].contains(&first.one) { first.one } else { first.two };
    let other = |common: &Common| &sets[common.one + common.two - shared];
    let (a, b) = (other(first), other(second));
    if a.cells & b.cells != 0 {
        return None;
    }
    let mut removals = Removals::default();
    let without = mask(&first.digits) | mask(&second.digits);
    for (digit, cells) in seen_by_both(a, b, without) {
        removals.cells(cells, digit);
    }
    removals.step("als-xy-wing")
}

/// Which digits of a restricted common are used: the first, the second, both.
const USES: [&[usize]; 4] = [&[], &[0], &[1], &[0, 1]];

/// How a common is used after one that is used so; 0 if not. Of one both of whose digits are
/// used, only the first is asked for.
fn use_after(before: &Common, used: usize, common: &Common) -> usize {
    let taken = before.digits[usize::from(used == 2)];
    match common.digits {
        [one, None] => usize::from(one != taken),
        [_, two] if two == taken => 1,
        [one, _] if one == taken => 2,
        _ => 3,
    }
}

/// The best chain of four sets or more, each later in the list than the one before.
pub fn xy_chain(sets: &Sets) -> Option<Step> {
    let Sets { all: sets, commons } = sets;
    let mut starts = vec![commons.len(); sets.len() + 1];
    for (index, common) in commons.iter().enumerate().rev() {
        starts[common.one] = index;
    }
    for set in (0..sets.len()).rev() {
        starts[set] = starts[set].min(starts[set + 1]);
    }
    let mut best = Best::default();
    for start in 0..sets.len() {
        let from = &commons[starts[start]..starts[start + 1]];
        let entered = from.iter().fold(0, |digits, common| digits | mask(&common.digits));
        for digit in members(entered) {
            chains_from(sets, commons, &starts, (start, digit), &mut best);
        }
    }
    best.take()
}

/// All chains from a set whose first common is used by this digit.
fn chains_from(
    sets: &[Als],
    commons: &[Common],
    starts: &[usize],
    (start, digit): (usize, usize),
    best: &mut Best,
) {
    // By common and use: whether it is the first, the second, or a later one of a chain.
    let mut reached = vec![[0u8; 4]; commons.len()];
    for index in starts[start]..starts[start + 1] {
        for (place, _) in
            commons[index].digits.iter().enumerate().filter(|(_, d)| **d == Some(digit))
        {
            reached[index][place + 1] |= 1;
        }
    }
    for index in starts[start]..commons.len() {
        for used in 1..4 {
            let places = reached[index][used];
            if places == 0 {
                continue;
            }
            let common = &commons[index];
            if places & 4 != 0 {
                let mut without = 1 << digit;
                for &place in USES[used] {
                    without |= mask(&common.digits[place..=place]);
                }
                let mut removals = Removals::default();
                for (digit, cells) in seen_by_both(&sets[start], &sets[common.two], without) {
                    removals.cells(cells, digit);
                }
                if let Some(step) = removals.step("als-xy-chain") {
                    best.offer(step);
                }
            }
            for next in starts[common.two]..starts[common.two + 1] {
                let used = use_after(common, used, &commons[next]);
                if used != 0 {
                    reached[next][used] |= (places << 1 | places & 4) & 7;
                }
            }
        }
    }
}
