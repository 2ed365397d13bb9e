//! The geometry of a 9×9 board: houses 0–8 are rows, 9–17 columns, 18–26 boxes.

pub use crate::grid::words::{bits, members};

/// The cells of each house, in reading order.
pub static HOUSES: [[u8; 9]; 27] = houses();

/// The same as sets.
pub static HOUSE_SETS: [u128; 27] = house_sets();

/// The row, the column and the box of each cell.
pub static HOUSES_OF: [[u8; 3]; 81] = houses_of();

/// The peers of each cell.
pub static PEERS: [u128; 81] = peers();

/// All cells.
pub const ALL: u128 = (1 << 81) - 1;

const fn houses() -> [[u8; 9]; 27] {
    let mut houses = [[0; 9]; 27];
    let mut index = 0;
    while index < 81 {
        let (i, j) = (index / 9, index % 9);
        houses[i][j] = index as u8;
        houses[9 + i][j] = (j * 9 + i) as u8;
        houses[18 + i][j] = (i / 3 * 27 + i % 3 * 3 + j / 3 * 9 + j % 3) as u8;
        index += 1;
    }
    houses
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

const fn houses_of() -> [[u8; 3]; 81] {
    let houses = houses();
    let mut of = [[0; 3]; 81];
    let mut index = 0;
    while index < 243 {
        of[houses[index / 9][index % 9] as usize][index / 81] = (index / 9) as u8;
        index += 1;
    }
    of
}

const fn peers() -> [u128; 81] {
    let (sets, of) = (house_sets(), houses_of());
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = of[cell];
        let seen = sets[row as usize] | sets[column as usize] | sets[block as usize];
        peers[cell] = seen & !(1 << cell);
        cell += 1;
    }
    peers
}

/// The row of a cell, 0–8.
pub fn row(cell: usize) -> usize {
    cell / 9
}

/// The column of a cell, 0–8.
pub fn column(cell: usize) -> usize {
    cell % 9
}

/// The box of a cell, 0–8.
pub fn block(cell: usize) -> usize {
    usize::from(HOUSES_OF[cell][2]) - 18
}

/// Whether two cells share a house.
pub fn sees(one: usize, other: usize) -> bool {
    PEERS[one] >> other & 1 == 1
}

/// The cells that see all of these: all cells if there are none.
pub fn common_peers(cells: u128) -> u128 {
    bits(cells).fold(ALL, |common, cell| common & PEERS[cell])
}

/// The least element of a set that has one.
pub fn first(set: u128) -> usize {
    set.trailing_zeros() as usize
}
