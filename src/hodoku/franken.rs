//! Franken fish, whose base sets and cover sets may be boxes, with fins or without.

use super::board::Board;
use super::fish::{Barren, MOST_FINS};
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, HOUSES_OF, PEERS, bits, common_peers, first};

/// More candidates in two base sets than this are not tried.
const MOST_ENDO_FINS: u32 = 2;

/// The first Franken fish of this size: digits first, then rows and boxes as base sets before
/// columns and boxes, then base sets and cover sets in lexicographic order.
pub fn find(
    board: &Board,
    barren: &mut Barren,
    fins: bool,
    size: usize,
    kind: &'static str,
) -> Option<Step> {
    barren.find(board, |digit, places| {
        [0, 9].into_iter().find_map(|line| {
            let removed = Search::new(places, line, fins, size).find()?;
            let mut removals = Removals::default();
            removed.iter().for_each(|&cells| removals.cells(cells, digit));
            removals.step(kind)
        })
    })
}

/// What a fish removes: cells outside the base sets, and cells in two cover sets.
type Found = Option<[u128; 2]>;

struct Search {
    fins: bool,
    size: usize,
    places: u128,
    /// 1 if the cover sets are columns and boxes, 0 if they are rows and boxes.
    across: usize,
    bases: Vec<usize>,
    covers: Vec<usize>,
}

impl Search {
    fn new(places: u128, line: usize, fins: bool, size: usize) -> Search {
        let has = |house: &usize| places & HOUSE_SETS[*house] != 0;
        let houses = |first: usize| (first..first + 9).chain(18..27).filter(has);
        let fits =
            |house: &usize| fins || (places & HOUSE_SETS[*house]).count_ones() as usize <= size;
        let bases = houses(line).filter(fits).collect();
        let covers = houses(9 - line).collect();
        Search { fins, size, places, across: usize::from(line == 0), bases, covers }
    }

    fn find(&self) -> Found {
        // If the removed candidate were right, what the base sets have left would be in one
        // cover set less. Few base sets are like that.
        if self.bases.len() < self.size {
            return None;
        }
        let mut chosen: Vec<u32> = Vec::new();
        for cell in bits(self.places) {
            self.choose(0, (0, 0), cell, &mut chosen);
        }
        // In lexicographic order: of two, the one with the lower first house that differs.
        chosen.sort_unstable_by_key(|set| set.reverse_bits());
        chosen.dedup();
        chosen.reverse();
        chosen.into_iter().find_map(|set| self.base(set))
    }

    /// Base sets that may remove a cell.
    fn choose(&self, start: usize, (set, cells): (u32, u128), cell: usize, chosen: &mut Vec<u32>) {
        let unseen = self.places & !PEERS[cell] & !(1 << cell);
        for (index, &house) in self.bases.iter().enumerate().skip(start) {
            let places = HOUSE_SETS[house] & self.places;
            // What is in two base sets is a fin, and seen.
            let twice = cells & places;
            if twice & unseen != 0 || twice != 0 && !self.fins {
                continue;
            }
            let (set, cells) = (set | 1 << house, cells | places);
            let count = set.count_ones() as usize;
            if !self.fit(cells & unseen, set, self.size - 1) {
                continue;
            }
            if count < self.size {
                self.choose(index + 1, (set, cells), cell, chosen);
                continue;
            }
            let houses = HOUSES_OF[cell];
            let covers = [houses[self.across], houses[2]];
            let free = covers.iter().filter(|&&house| set >> house & 1 == 0).count();
            // A cell of a base set is removed only if it is in two cover sets.
            let fits = match (cells >> cell & 1 == 1, free) {
                (true, 2) => self.fit(cells & unseen, set, self.size - 2),
                (false, 1..) => true,
                _ => false,
            };
            if fits {
                chosen.push(set);
            }
        }
    }

    /// Whether cells are in so many lines and boxes that are not base sets.
    fn fit(&self, cells: u128, bases: u32, sets: usize) -> bool {
        if cells == 0 || sets == 0 {
            return cells == 0;
        }
        let houses = HOUSES_OF[first(cells)];
        [houses[self.across], houses[2]].iter().any(|&house| {
            let rest = cells & !HOUSE_SETS[usize::from(house)];
            bases >> house & 1 == 0 && self.fit(rest, bases, sets - 1)
        })
    }

    fn base(&self, set: u32) -> Found {
        let (mut cells, mut endo) = (0, 0);
        for house in bits(set.into()) {
            let places = self.places & HOUSE_SETS[house];
            endo |= cells & places;
            cells |= places;
        }
        if endo.count_ones() > if self.fins { MOST_ENDO_FINS } else { 0 } {
            return None;
        }
        let meets = |&&house: &&usize| set >> house & 1 == 0 && HOUSE_SETS[house] & cells != 0;
        let covers: Vec<u128> = self
            .covers
            .iter()
            .filter(meets)
            .map(|&house| self.places & HOUSE_SETS[house])
            .collect();
        self.cover(&covers, self.size, [0, 0], cells, endo)
    }

    /// `union`: the cells of the cover sets chosen, and those in two of them.
    fn cover(
        &self,
        covers: &[u128],
        left: usize,
        [union, twice]: [u128; 2],
        cells: u128,
        endo: u128,
    ) -> Found {
        if left == 0 {
            return self.fish([union, twice], cells, endo);
        }
        for (index, &places) in covers.iter().enumerate() {
            let next = [union | places, twice | union & places];
            let found = self.cover(&covers[index + 1..], left - 1, next, cells, endo);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fish(&self, [union, twice]: [u128; 2], cells: u128, endo: u128) -> Found {
        let fins = cells & !union | endo;
        let outside = union & !cells;
        if !self.fins {
            return (fins == 0 && (outside | twice) != 0).then_some([outside, twice]);
        }
        if fins == 0 || fins.count_ones() > MOST_FINS {
            return None;
        }
        let seen = common_peers(fins);
        let removed = [outside & seen, twice & seen];
        (removed != [0, 0]).then_some(removed)
    }
}
