//! Patterns of one digit: skyscrapers, two-string kites, empty rectangles.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, HOUSES, PEERS, bits, block, column, first, row};

/// The row or the column of a cell.
type LineOf = fn(usize) -> usize;

/// The two places of a digit in each of these houses where it has two, in this order.
fn pairs(board: &Board, houses: std::ops::Range<usize>, digit: usize) -> Vec<[usize; 2]> {
    let pair = |house: usize| {
        let places = board.in_house(house, digit);
        (places.count_ones() == 2).then(|| [first(places), first(places & (places - 1))])
    };
    houses.filter_map(pair).collect()
}

/// The first skyscraper, of rows, then of columns: two lines with two places each, two of which
/// are in line and the others not.
pub fn skyscraper(board: &Board) -> Option<Step> {
    let directions: [(_, LineOf); 2] = [(0..9, column), (9..18, row)];
    directions.into_iter().find_map(|(houses, line)| {
        (0..9).find_map(|digit| {
            let pairs = pairs(board, houses.clone(), digit);
            for (i, one) in pairs.iter().enumerate() {
                for two in &pairs[i + 1..] {
                    let same = [0, 1].map(|end| line(one[end]) == line(two[end]));
                    let top = match same {
                        [true, false] => 1,
                        [false, true] => 0,
                        _ => continue,
                    };
                    let seen = PEERS[one[top]] & PEERS[two[top]] & board.places[digit];
                    let step = Step::digit("skyscraper", digit, seen);
                    if step.is_some() {
                        return step;
                    }
                }
            }
            None
        })
    })
}

/// The first kite: a row and a column with two places each, one of each in a box. Which end is
/// in the box is remembered from one pair of lines to the next.
pub fn two_string_kite(board: &Board) -> Option<Step> {
    (0..9).find_map(|digit| {
        let mut rows = pairs(board, 0..9, digit);
        let mut columns = pairs(board, 9..18, digit);
        for one in &mut rows {
            for two in &mut columns {
                let together = |i: usize, j: usize| block(one[i]) == block(two[j]);
                let ends = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let Some(&(i, j)) = ends.iter().find(|&&(i, j)| together(i, j)) else {
                    continue;
                };
                if i == 1 {
                    one.swap(0, 1);
                }
                if j == 1 {
                    two.swap(0, 1);
                }
                if one.iter().any(|cell| two.contains(cell)) {
                    continue;
                }
                let cross = row(two[1]) * 9 + column(one[1]);
                if board.has(cross, digit) {
                    return Step::digit("two-string-kite", digit, 1 << cross);
                }
            }
        }
        None
    })
}

/// The first empty rectangle: a box whose places are all in one row and one column of it, and a
/// pair of places in line with them.
pub fn empty_rectangle(board: &Board) -> Option<Step> {
    (0..9).find_map(|digit| {
        (0..9).find_map(|home| {
            let places = board.in_house(18 + home, digit);
            if !(2..=5).contains(&places.count_ones()) {
                return None;
            }
            // The empty rectangles are tried from that of the last row and column on.
            (0..9).find_map(|index| {
                let row = home / 3 * 3 + 2 - index / 3;
                let column = home % 3 * 3 + 2 - index % 3;
                let (in_row, in_column) = (HOUSE_SETS[row], HOUSE_SETS[9 + column]);
                let both = [places & in_row, places & in_column];
                let good = places & !(in_row | in_column) == 0
                    && both[0] & !in_column != 0
                    && both[1] & !in_row != 0
                    && both.iter().any(|part| part.count_ones() >= 2);
                if !good {
                    return None;
                }
                let by_row = hinge(board, digit, home, row, column, false);
                by_row.or_else(|| hinge(board, digit, home, 9 + column, row, true))
            })
        })
    })
}

/// From a place in the line outside the box across to its only mate, and back to a place in
/// the crossing line.
fn hinge(
    board: &Board,
    digit: usize,
    home: usize,
    line: usize,
    crossing: usize,
    turned: bool,
) -> Option<Step> {
    let (along, across): (LineOf, LineOf) = if turned { (column, row) } else { (row, column) };
    let (along_base, across_base) = if turned { (9, 0) } else { (0, 9) };
    for cell in HOUSES[line].map(usize::from) {
        if block(cell) == home || !board.has(cell, digit) {
            continue;
        }
        let pair = board.in_house(across_base + across(cell), digit);
        if pair.count_ones() != 2 {
            continue;
        }
        let mate = first(pair & !(1 << cell));
        let reached = board.in_house(along_base + along(mate), digit);
        let target = bits(reached).find(|&end| block(end) != home && across(end) == crossing);
        if let Some(target) = target {
            return Step::digit("empty-rectangle", digit, 1 << target);
        }
    }
    None
}
