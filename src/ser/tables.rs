//! The geometry of a 9×9 board: houses, peers and the order in which they are visited.
//!
//! Houses 0–8 are boxes, 9–17 rows, 18–26 columns. A house's positions are its cells in
//! reading order.

pub use crate::grid::words::{bits, members};

/// The kinds of houses in the order in which links look at them.
pub const BOX: usize = 0;
pub const ROW: usize = 1;
pub const COLUMN: usize = 2;

/// The kinds of houses in the order in which sets and singles look at them.
pub const SET_ORDER: [usize; 3] = [BOX, COLUMN, ROW];

/// The houses of a kind.
pub fn houses_of(kind: usize) -> std::ops::Range<usize> {
    9 * kind..9 * kind + 9
}

/// The cells of each house.
pub static HOUSES: [[u8; 9]; 27] = houses();

/// Of each cell and kind of house: the house, and the cell's position in it.
pub static PLACES: [[(u8, u8); 3]; 81] = places();

/// The peers of each cell: those in its box, then its row, then its column.
pub static PEERS: [[u8; 20]; 81] = peers();

/// The same as sets.
pub static PEER_SETS: [u128; 81] = peer_sets();

/// The cells of each house as a set.
pub static HOUSE_SETS: [u128; 27] = house_sets();

/// `CROSSINGS[a][b]`: the positions of house `a` whose cells are in house `b`.
pub static CROSSINGS: [[u16; 27]; 27] = crossings();

const fn houses() -> [[u8; 9]; 27] {
    let mut houses = [[0; 9]; 27];
    let mut index = 0;
    while index < 81 {
        let (i, j) = (index / 9, index % 9);
        houses[i][j] = (i / 3 * 27 + i % 3 * 3 + j / 3 * 9 + j % 3) as u8;
        houses[9 + i][j] = index as u8;
        houses[18 + i][j] = (j * 9 + i) as u8;
        index += 1;
    }
    houses
}

const fn places() -> [[(u8, u8); 3]; 81] {
    let houses = houses();
    let mut places = [[(0, 0); 3]; 81];
    let mut index = 0;
    while index < 243 {
        let (house, position) = (index / 9, index % 9);
        places[houses[house][position] as usize][house / 9] = (house as u8, position as u8);
        index += 1;
    }
    places
}

const fn peers() -> [[u8; 20]; 81] {
    let (houses, places) = (houses(), places());
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut seen, mut count, mut index) = (1u128 << cell, 0, 0);
        while index < 27 {
            let peer = houses[places[cell][index / 9].0 as usize][index % 9];
            if seen >> peer & 1 == 0 {
                seen |= 1 << peer;
                peers[cell][count] = peer;
                count += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    peers
}

const fn peer_sets() -> [u128; 81] {
    let peers = peers();
    let mut sets = [0; 81];
    let mut index = 0;
    while index < 81 * 20 {
        sets[index / 20] |= 1 << peers[index / 20][index % 20];
        index += 1;
    }
    sets
}

const fn house_sets() -> [u128; 27] {
    let houses = houses();
    let mut sets = [0; 27];
    let mut index = 0;
    while index < 243 {
        sets[index / 9] |= 1 << houses[index / 9][index % 9];
        index += 1;
    }
    sets
}

const fn crossings() -> [[u16; 27]; 27] {
    let (houses, places) = (houses(), places());
    let mut crossings = [[0; 27]; 27];
    let mut index = 0;
    while index < 27 * 9 * 3 {
        let (house, position, kind) = (index / 27, index / 3 % 9, index % 3);
        let other = places[houses[house][position] as usize][kind].0 as usize;
        crossings[house][other] |= 1 << position;
        index += 1;
    }
    crossings
}

/// The subsets of `size` elements out of the first `count`, as binary numbers in rising order:
/// none if there are no elements at all.
pub fn subsets(count: usize, size: usize) -> impl Iterator<Item = u32> {
    let end = 1u32 << count;
    let mut next = if count == 0 { end } else { (1u32 << size) - 1 };
    std::iter::from_fn(move || {
        let subset = next;
        if subset >= end {
            return None;
        }
        next = match subset {
            0 => end,
            _ => {
                let low = subset & subset.wrapping_neg();
                let ripple = subset + low;
                ripple | (((subset ^ ripple) >> 2) / low)
            }
        };
        Some(subset)
    })
}

/// All subsets of two, three or four out of nine, in that order.
pub fn of_nine(size: usize) -> &'static [u16] {
    match size {
        2 => &PAIRS,
        3 => &TRIPLES,
        _ => &QUADS,
    }
}

static PAIRS: [u16; 36] = sized(2);
static TRIPLES: [u16; 84] = sized(3);
static QUADS: [u16; 126] = sized(4);

const fn sized<const N: usize>(size: u32) -> [u16; N] {
    let mut subsets = [0; N];
    let (mut subset, mut count) = (0u16, 0);
    while subset < 512 {
        if subset.count_ones() == size {
            subsets[count] = subset;
            count += 1;
        }
        subset += 1;
    }
    subsets
}
