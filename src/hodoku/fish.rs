//! Basic fish: of rows and columns, with fins or without.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, common_peers, members};

/// More fins than this are not tried.
pub const MOST_FINS: u32 = 5;

/// By digit: the places in which a search has last found nothing.
#[derive(Default)]
pub struct Barren([u128; 9]);

impl Barren {
    /// The first step of a digit, of those not known to have none.
    pub fn find(
        &mut self,
        board: &Board,
        mut search: impl FnMut(usize, u128) -> Option<Step>,
    ) -> Option<Step> {
        (0..9).find_map(|digit| {
            let places = board.places[digit];
            if self.0[digit] == places {
                return None;
            }
            let found = search(digit, places);
            if found.is_none() {
                self.0[digit] = places;
            }
            found
        })
    }
}

/// The first fish without fins of this size: digits first, then rows as base sets before columns,
/// then base sets and cover sets in lexicographic order.
pub fn basic(board: &Board, barren: &mut Barren, size: usize, kind: &'static str) -> Option<Step> {
    barren.find(board, |digit, places| {
        let found = Search::both(places, size, false, &mut Some)?;
        Step::digit(kind, digit, found.removed)
    })
}

/// The first fish with fins such that without them each base set has two candidates or more.
pub fn finned(board: &Board, barren: &mut Barren, size: usize, kind: &'static str) -> Option<Step> {
    barren.find(board, |digit, places| {
        let mut take = |found: Found| (!found.sashimi).then_some(found);
        let found = Search::both(places, size, true, &mut take)?;
        Step::digit(kind, digit, found.removed)
    })
}

/// The first fish with fins where there is no other: it is *sashimi*.
pub fn sashimi(
    board: &Board,
    barren: &mut Barren,
    size: usize,
    kind: &'static str,
) -> Option<Step> {
    barren.find(board, |digit, places| {
        let found = Search::both(places, size, true, &mut Some)?;
        Step::digit(kind, digit, found.removed)
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
    places: u128,
    /// By line of the base: the positions of the digit in it.
    lines: [u16; 9],
    /// The first house of the base.
    base: usize,
}

/// Told each fish, until it takes one.
type Take<'a> = &'a mut dyn FnMut(Found) -> Option<Found>;

impl Search {
    /// Searches with rows as base sets, then with columns.
    fn both(places: u128, size: usize, fins: bool, take: Take<'_>) -> Option<Found> {
        if places.count_ones() as usize <= size {
            return None;
        }
        let rows: [u16; 9] = std::array::from_fn(|row| (places >> (9 * row)) as u16 & 0x1ff);
        let mut columns = [0u16; 9];
        for (row, &set) in rows.iter().enumerate() {
            members(set).for_each(|column| columns[column] |= 1 << row);
        }
        [(0, rows), (9, columns)].into_iter().find_map(|(base, lines)| {
            Search { fins, size, places, lines, base }.bases(0, size, 0, 0, &mut *take)
        })
    }

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
