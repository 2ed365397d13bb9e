//! Basic fish: of rows and columns, with fins or without.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, common_peers, members};

/// More fins than this are not tried.
pub const MOST_FINS: u32 = 5;

/// The first fish without fins of this size: digits first, then rows as base sets before columns,
/// then base sets and cover sets in lexicographic order.
pub fn basic(board: &Board, size: usize, kind: &'static str) -> Option<Step> {
    find(board, size, |search| search.bases(0, size, 0, 0, &mut |found| Some(found)), kind)
}

/// The first fish with fins such that without them each base set has two candidates or more; if
/// there is none, the first fish with fins, which is *sashimi*.
pub fn finned(board: &Board, size: usize, kinds: [&'static str; 2]) -> [Option<Step>; 2] {
    let mut sashimi = None;
    let finned = find(
        board,
        size,
        |search| {
            search.fins = true;
            let digit = search.digit;
            search.bases(0, size, 0, 0, &mut |found| {
                if found.sashimi {
                    sashimi = sashimi.or(Some((digit, found.removed)));
                }
                (!found.sashimi).then_some(found)
            })
        },
        kinds[0],
    );
    let sashimi = sashimi.and_then(|(digit, removed)| Step::digit(kinds[1], digit, removed));
    [finned, sashimi]
}

fn find(
    board: &Board,
    size: usize,
    mut search_in: impl FnMut(&mut Search) -> Option<Found>,
    kind: &'static str,
) -> Option<Step> {
    (0..9).find_map(|digit| {
        let places = board.places[digit];
        if places.count_ones() as usize <= size {
            return None;
        }
        let rows: [u16; 9] = std::array::from_fn(|row| (places >> (9 * row)) as u16 & 0x1ff);
        let mut columns = [0u16; 9];
        for (row, &set) in rows.iter().enumerate() {
            members(set).for_each(|column| columns[column] |= 1 << row);
        }
        [(0, rows), (9, columns)].into_iter().find_map(|(base, lines)| {
            let mut search = Search { fins: false, size, digit, places, lines, base };
            search_in(&mut search).and_then(|found| Step::digit(kind, digit, found.removed))
        })
    })
}

/// What a fish removes, and whether it is sashimi.
struct Found {
    removed: u128,
    sashimi: bool,
}

struct Search {
    fins: bool,
    size: usize,
    digit: usize,
    places: u128,
    /// By line of the base: the positions of the digit in it.
    lines: [u16; 9],
    /// The first house of the base.
    base: usize,
}

/// Told each fish, until it takes one.
type Take<'a> = &'a mut dyn FnMut(Found) -> Option<Found>;

impl Search {
    /// Chooses base sets. A fin and what it removes share a box, not a line: the fins are all in
    /// one box with a cover set, so that at most two cover sets are lacking.
    fn bases(
        &self,
        start: usize,
        left: usize,
        chosen: u16,
        union: u16,
        take: Take<'_>,
    ) -> Option<Found> {
        let (size, count) = (self.size as u32, union.count_ones());
        if left == 0 {
            // Without more lines than base sets there is no fin.
            let enough = if self.fins { count > size } else { count == size };
            return if enough { self.covers(union, chosen, 0, self.size, take) } else { None };
        }
        let most = size + if self.fins { 2 } else { 0 };
        for index in start..10 - left {
            let union = union | self.lines[index];
            if self.lines[index] != 0 && union.count_ones() <= most {
                let chosen = chosen | 1 << index;
                let found = self.bases(index + 1, left - 1, chosen, union, &mut *take);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Chooses cover sets out of those that the base sets have a place in.
    fn covers(
        &self,
        open: u16,
        chosen: u16,
        covered: u16,
        left: usize,
        take: Take<'_>,
    ) -> Option<Found> {
        if left == 0 {
            return self.fish(open, chosen, covered).and_then(take);
        }
        let mut rest = open & !covered & !((1u16 << (16 - covered.leading_zeros())) - 1);
        while rest.count_ones() as usize >= left {
            let least = rest & rest.wrapping_neg();
            rest &= !least;
            let found = self.covers(open, chosen, covered | least, left - 1, &mut *take);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fish(&self, open: u16, chosen: u16, covered: u16) -> Option<Found> {
        let uncovered = open & !covered;
        // All fins are in one box.
        if uncovered != 0 && (0..9).step_by(3).all(|first| uncovered & !(7 << first) != 0) {
            return None;
        }
        let houses = |set: u16, first: usize| {
            members(set).fold(0, |cells, line| cells | HOUSE_SETS[first + line])
        };
        let (base, cover) = (houses(chosen, self.base), houses(covered, 9 - self.base));
        let outside = cover & !base & self.places;
        let fins = base & !cover & self.places;
        if fins.count_ones() > MOST_FINS {
            return None;
        }
        let removed = outside & common_peers(fins);
        let thin = |line: usize| (self.lines[line] & covered).count_ones() <= 1;
        let sashimi = self.fins && members(chosen).any(thin);
        (removed != 0).then_some(Found { removed, sashimi })
    }
}
