//! Fish: basic, finned and sashimi, and Franken fish, which have boxes, too.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, common_peers};

/// More fins than this are not tried.
const MOST_FINS: u32 = 5;

/// More candidates in two base sets than this are not tried.
const MOST_ENDO_FINS: u32 = 2;

/// Which fish are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Rows and columns, no fins.
    Basic,
    /// With fins, and after them each base set has two candidates or more.
    Finned,
    /// With fins, and after them a base set has one candidate or none.
    Sashimi,
    /// With boxes, no fins.
    Franken,
    /// With boxes and fins.
    FinnedFranken,
}

impl Shape {
    fn fins(self) -> bool {
        matches!(self, Shape::Finned | Shape::Sashimi | Shape::FinnedFranken)
    }

    fn boxes(self) -> bool {
        matches!(self, Shape::Franken | Shape::FinnedFranken)
    }
}

/// The first fish of this size: digits first, then rows as base sets before columns, then base
/// sets and cover sets in lexicographic order.
pub fn find(board: &Board, shape: Shape, size: usize, kind: &'static str) -> Option<Step> {
    (0..9).find_map(|digit| {
        [0, 9].into_iter().find_map(|base| {
            let mut search = Search::new(board, digit, base, shape, size);
            search.bases(0, 0, 0, 0).and_then(|cells| {
                let mut removals = Removals::default();
                cells.iter().for_each(|&cells| removals.cells(cells, digit));
                removals.step(kind)
            })
        })
    })
}

/// A house with the digit's places in it.
type Sector = (usize, u128);

struct Search {
    shape: Shape,
    size: usize,
    bases: Vec<Sector>,
    covers: Vec<Sector>,
    /// The base sets chosen, by house.
    used: u32,
    chosen: [u128; 4],
}

/// What a fish removes: cells outside the base sets, and cells in two cover sets.
type Found = Option<[u128; 2]>;

impl Search {
    fn new(board: &Board, digit: usize, base: usize, shape: Shape, size: usize) -> Search {
        let sectors = |first: usize| {
            let boxes = if shape.boxes() { 18..27 } else { 0..0 };
            let sector = |house: usize| (house, board.places[digit] & HOUSE_SETS[house]);
            (first..first + 9).chain(boxes).map(sector).filter(|(_, places)| *places != 0)
        };
        let fits = |&(_, places): &Sector| {
            shape.fins() || places.count_ones() as usize <= size
        };
        let bases = sectors(base).filter(fits).collect();
        let covers = sectors(9 - base).collect();
        Search { shape, size, bases, covers, used: 0, chosen: [0; 4] }
    }

    fn bases(&mut self, start: usize, depth: usize, cells: u128, endo: u128) -> Found {
        for index in start..(self.bases.len() + depth + 1).saturating_sub(self.size) {
            let (house, places) = self.bases[index];
            let twice = cells & places;
            let fins = endo | twice;
            let allowed = self.shape == Shape::FinnedFranken
                && endo.count_ones() + twice.count_ones() <= MOST_ENDO_FINS;
            if twice != 0 && !allowed {
                continue;
            }
            self.used |= 1 << house;
            self.chosen[depth] = places;
            let cells = cells | places;
            let found = if depth + 1 < self.size {
                self.bases(index + 1, depth + 1, cells, fins)
            } else {
                let meets = |&(house, places): &Sector| {
                    self.used >> house & 1 == 0 && places & cells != 0
                };
                let covers: Vec<Sector> = self.covers.iter().copied().filter(meets).collect();
                self.covers(&covers, 0, self.size, [0, 0], cells, fins)
            };
            if found.is_some() {
                return found;
            }
            self.used &= !(1 << house);
        }
        None
    }

    /// `union`: the cells of the cover sets chosen, and those in two of them.
    fn covers(
        &self,
        covers: &[Sector],
        start: usize,
        left: usize,
        [union, twice]: [u128; 2],
        cells: u128,
        endo: u128,
    ) -> Found {
        if left == 0 {
            return self.fish([union, twice], cells, endo);
        }
        // With this many cover sets left, more would stay uncovered than there may be fins.
        for index in start..(covers.len() + 1).saturating_sub(left) {
            let (_, places) = covers[index];
            let next = [union | places, twice | union & places];
            let found = self.covers(covers, index + 1, left - 1, next, cells, endo);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fish(&self, [union, twice]: [u128; 2], cells: u128, endo: u128) -> Found {
        let fins = cells & !union | endo;
        let outside = union & !cells;
        if !self.shape.fins() {
            return (fins == 0 && (outside | twice) != 0).then_some([outside, twice]);
        }
        if fins == 0 || fins.count_ones() > MOST_FINS {
            return None;
        }
        let seen = common_peers(fins);
        let removed = [outside & seen, twice & seen];
        if removed == [0, 0] {
            return None;
        }
        let thin = |places: &u128| (places & !fins).count_ones() <= 1;
        let sashimi = self.chosen[..self.size].iter().any(thin);
        let wanted = match self.shape {
            Shape::Sashimi => sashimi,
            Shape::Finned => !sashimi,
            _ => true,
        };
        wanted.then_some(removed)
    }
}
