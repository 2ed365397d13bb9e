//! Basic fish: of rows and columns, with fins or without.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, HOUSES, bits, common_peers};

/// More fins than this are not tried.
pub const MOST_FINS: u32 = 5;

/// Which fish are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Without fins.
    Basic,
    /// With fins, and without them each base set has two candidates or more.
    Finned,
    /// With fins, and without them a base set has one candidate or none.
    Sashimi,
}

/// The first fish of this size: digits first, then rows as base sets before columns, then base
/// sets and cover sets in lexicographic order.
pub fn find(board: &Board, shape: Shape, size: usize, kind: &'static str) -> Option<Step> {
    (0..9).find_map(|digit| {
        [0, 9].into_iter().find_map(|base| {
            let search = Search::new(board, digit, base, shape, size);
            let removed = search.bases(0, size, 0, 0)?;
            let mut removals = Removals::default();
            removals.cells(removed, digit);
            removals.step(kind)
        })
    })
}

struct Search {
    shape: Shape,
    size: usize,
    digit_places: u128,
    /// By line of the base: the house, and the positions of the digit in it.
    lines: Vec<(usize, u16)>,
    /// The first house of the cover.
    cover: usize,
}

impl Search {
    fn new(board: &Board, digit: usize, base: usize, shape: Shape, size: usize) -> Search {
        let digit_places = board.places[digit];
        let line = |house: usize| {
            let at = |(place, &cell): (usize, &u8)| ((digit_places >> cell & 1) as u16) << place;
            (house, HOUSES[house].iter().enumerate().map(at).sum())
        };
        let most = if shape == Shape::Basic { size as u32 } else { 9 };
        let fits = |(_, places): &(usize, u16)| (1..=most).contains(&places.count_ones());
        let lines = (base..base + 9).map(line).filter(fits).collect();
        Search { shape, size, digit_places, lines, cover: 9 - base }
    }

    /// Chooses base sets. A fin and what it removes share a box, not a line: the fins are all in
    /// one box with a cover set, so that at most two cover sets are lacking.
    fn bases(&self, start: usize, left: usize, chosen: u32, union: u16) -> Option<u128> {
        if left == 0 {
            return self.covers(union, chosen, 0, self.size);
        }
        let most = self.size as u32 + if self.shape == Shape::Basic { 0 } else { 2 };
        for index in start..(self.lines.len() + 1).saturating_sub(left) {
            let (house, places) = self.lines[index];
            let union = union | places;
            if union.count_ones() <= most {
                let found = self.bases(index + 1, left - 1, chosen | 1 << house, union);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Chooses cover sets out of those that the base sets have a place in.
    fn covers(&self, open: u16, chosen: u32, covered: u16, left: usize) -> Option<u128> {
        if left == 0 {
            return self.fish(chosen, covered);
        }
        let mut rest = open;
        while rest.count_ones() as usize >= left {
            let least = rest & rest.wrapping_neg();
            rest &= !least;
            let found = self.covers(rest, chosen, covered | least, left - 1);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fish(&self, chosen: u32, covered: u16) -> Option<u128> {
        let houses = |set: u32| bits(set.into()).fold(0, |cells, house| cells | HOUSE_SETS[house]);
        let (base, cover) = (houses(chosen), houses(u32::from(covered) << self.cover));
        let outside = cover & !base & self.digit_places;
        let fins = base & !cover & self.digit_places;
        if self.shape == Shape::Basic {
            return (fins == 0 && outside != 0).then_some(outside);
        }
        if fins == 0 || fins.count_ones() > MOST_FINS {
            return None;
        }
        let removed = outside & common_peers(fins);
        if removed == 0 {
            return None;
        }
        let thin = |house: usize| (HOUSE_SETS[house] & self.digit_places & !fins).count_ones() <= 1;
        let sashimi = bits(chosen.into()).any(thin);
        (sashimi == (self.shape == Shape::Sashimi)).then_some(removed)
    }
}
