//! XY-wings, XYZ-wings and W-wings.

use super::board::Board;
use super::step::Step;
use super::tables::{HOUSE_SETS, HOUSES, PEERS, bits, sees};

/// The first XY-wing: three bivalue cells in reading order, each of them tried as the pivot.
pub fn xy(board: &Board) -> Option<Step> {
    let cells: Vec<usize> = bits(board.bivalue()).collect();
    for (i, &one) in cells.iter().enumerate() {
        for (j, &two) in cells.iter().enumerate().skip(i + 1) {
            if (board.cells[one] | board.cells[two]).count_ones() != 3 {
                continue;
            }
            for &three in &cells[j + 1..] {
                // The third try keeps the second's change of the first two.
                let tries = [[one, two, three], [two, one, three], [three, two, one]];
                if !is_wing(board, [one, two, three]) {
                    continue;
                }
                let step = tries.into_iter().find_map(|wing| wing_step(board, wing, "xy-wing"));
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

/// The first XYZ-wing: a pivot of three candidates and two bivalue cells, in reading order.
pub fn xyz(board: &Board) -> Option<Step> {
    let cells: Vec<usize> = bits(board.bivalue()).collect();
    for pivot in bits(board.empty).filter(|&cell| board.count(cell) == 3) {
        for (j, &two) in cells.iter().enumerate() {
            if board.cells[two] & !board.cells[pivot] != 0 || !sees(pivot, two) {
                continue;
            }
            for &three in &cells[j + 1..] {
                if is_wing(board, [pivot, two, three]) {
                    let step = wing_step(board, [pivot, two, three], "xyz-wing");
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

fn is_wing(board: &Board, wing: [usize; 3]) -> bool {
    let [a, b, c] = wing.map(|cell| board.cells[cell]);
    (a | b | c).count_ones() == 3 && a != b && b != c && c != a
}

fn wing_step(board: &Board, [pivot, one, two]: [usize; 3], kind: &'static str) -> Option<Step> {
    let common = board.cells[one] & board.cells[two];
    if !sees(pivot, one) || !sees(pivot, two) || !common.is_power_of_two() {
        return None;
    }
    let digit = common.trailing_zeros() as usize;
    let mut seen = PEERS[one] & PEERS[two] & board.places[digit];
    if board.count(pivot) == 3 {
        seen &= PEERS[pivot];
    }
    Step::digit(kind, digit, seen)
}

/// The first W-wing: two cells of the same pair, joined by a house with two places for one of
/// its digits.
pub fn w(board: &Board) -> Option<Step> {
    let cells: Vec<usize> = bits(board.bivalue()).collect();
    for (i, &one) in cells.iter().enumerate() {
        let pair = board.cells[one];
        let low = pair.trailing_zeros() as usize;
        let high = 15 - pair.leading_zeros() as usize;
        for &two in cells[i + 1..].iter().filter(|&&two| board.cells[two] == pair) {
            for (removed, linked) in [(low, high), (high, low)] {
                let seen = PEERS[one] & PEERS[two] & board.places[removed];
                if seen != 0 && joined(board, linked, one, two) {
                    return Step::digit("w-wing", removed, seen);
                }
            }
        }
    }
    None
}

/// Whether a house has two places for the digit, one seen by each of the two cells. A place that
/// sees both counts for the first.
fn joined(board: &Board, digit: usize, one: usize, two: usize) -> bool {
    HOUSES.iter().enumerate().any(|(house, _)| {
        if board.free[house][digit] != 2 {
            return false;
        }
        let ends = HOUSE_SETS[house] & board.places[digit] & !(1 << one | 1 << two);
        let first = ends & PEERS[one];
        first != 0 && ends & !first & PEERS[two] != 0
    })
}
