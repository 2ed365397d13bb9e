//! Sudoku in conjunctive normal form.
//!
//! The variable of row x, column y and digit z, all from 1, has the number
//! n²(x − 1) + n(y − 1) + z (HR12, formula 1): cell by cell in row-major order,
//! digit by digit. An encoding hands its clauses one by one to whoever takes
//! them, a solver or a file. Nothing is solved here.
//!
//! Two encodings:
//! - [`hr12`], the five restrictions of HR12's section 4.3 for the whole grid,
//!   the givens as clauses of one literal. Nothing says that a digit has a place
//!   in every house; it follows, but a solver has to find that out.
//! - [`complete`], which says so, for the candidates a grid has left: satisfied
//!   clauses and false literals are not written, and neither is a pair twice that
//!   shares two houses.

use super::minisat::Literal;
use crate::grid::{CandidateGrid, Cell, Digit, Puzzle};

/// The variable of a digit in a cell, from 0: one less than HR12's number.
#[inline]
pub fn variable(order: usize, cell: Cell, digit: Digit) -> usize {
    cell.index() * order + digit.index()
}

/// HR12's restrictions 1 to 5, in the order of its text.
///
/// The second formula of restriction 4 lets l run from x, which would leave pairs
/// of cells out; its listing lets it run from the box's first column. The listing
/// is followed, as that gives the number of clauses the restriction needs.
pub fn hr12(puzzle: &Puzzle, clause: &mut impl FnMut(&[Literal])) {
    let layout = puzzle.layout();
    let order = layout.order();
    let digits = Digit::all(order);
    let yes = |cell, digit| Literal::positive(variable(order, cell, digit));
    let no = |cell, digit| Literal::negative(variable(order, cell, digit));
    let mut some_digit = Vec::with_capacity(order);
    for &cell in layout.cells() {
        some_digit.clear();
        some_digit.extend(digits.clone().map(|digit| yes(cell, digit)));
        clause(&some_digit);
    }
    let (lines, boxes) = layout.houses().split_at(2 * order);
    for &line in lines {
        for digit in digits.clone() {
            pairs(layout.house_cells(line), |a, b| clause(&[no(a, digit), no(b, digit)]));
        }
    }
    for same_row in [true, false] {
        for (digit, &house) in digits.clone().flat_map(|d| boxes.iter().map(move |b| (d, b))) {
            pairs(layout.house_cells(house), |a, b| {
                if (a.row() == b.row()) == same_row {
                    clause(&[no(a, digit), no(b, digit)]);
                }
            });
        }
    }
    for &cell in layout.cells() {
        if let Some(digit) = puzzle.given(cell) {
            clause(&[yes(cell, digit)]);
        }
    }
}

/// Each empty cell takes one of its candidates and each house one place for each
/// digit it lacks; no cell takes two candidates, and no two peers the same.
///
/// A contradictory grid gives an empty clause.
pub fn complete(grid: &CandidateGrid, clause: &mut impl FnMut(&[Literal])) {
    let (layout, order) = (grid.layout(), grid.order());
    let yes = |cell, digit| Literal::positive(variable(order, cell, digit));
    let no = |cell, digit| Literal::negative(variable(order, cell, digit));
    let mut literals = Vec::with_capacity(order);
    for &cell in layout.cells().iter().filter(|&&cell| grid.digit(cell).is_none()) {
        let candidates = grid.candidates(cell);
        literals.clear();
        literals.extend(candidates.map(|digit| yes(cell, digit)));
        clause(&literals);
        let mut larger = candidates;
        for digit in candidates {
            larger.remove(digit);
            larger.for_each(|other| clause(&[no(cell, digit), no(cell, other)]));
        }
        let peers = layout.peers(cell);
        for &peer in &peers[peers.partition_point(|peer| peer.index() < cell.index())..] {
            let shared = candidates & grid.candidates(peer);
            shared.for_each(|digit| clause(&[no(cell, digit), no(peer, digit)]));
        }
    }
    for &house in layout.houses() {
        let cells = layout.house_cells(house);
        let placed = grid.placed(house);
        for digit in Digit::all(order).filter(|&digit| !placed.contains(digit)) {
            let mut places = grid.positions(house, digit);
            literals.clear();
            while places != 0 {
                literals.push(yes(cells[places.trailing_zeros() as usize], digit));
                places &= places - 1;
            }
            clause(&literals);
        }
    }
}

/// Each pair of different cells, the earlier one first.
fn pairs(cells: &[Cell], mut pair: impl FnMut(Cell, Cell)) {
    for (i, &a) in cells.iter().enumerate() {
        cells[i + 1..].iter().for_each(|&b| pair(a, b));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::grid::{Grid, Layout};

    fn empty(order: usize) -> Puzzle {
        Puzzle::new(Grid::empty(Layout::of_order(order).unwrap())).unwrap()
    }

    #[test]
    fn hr12_has_as_many_clauses_as_its_text() {
        for (order, clauses) in [(9, 8_829), (16, 92_416), (25, 563_125)] {
            let mut count = 0;
            hr12(&empty(order), &mut |_| count += 1);
            assert_eq!(count, clauses, "order {order}");
        }
    }

    #[test]
    fn hr12_numbers_variables_by_its_formula() {
        let mut first = Vec::new();
        hr12(&empty(9), &mut |clause| first.push(clause.to_vec()));
        let dimacs = |i: usize| first[i].iter().map(|l| l.dimacs()).collect::<Vec<i32>>();
        assert_eq!(dimacs(0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(dimacs(80).last(), Some(&729));
        assert_eq!(dimacs(81), [-1, -10]);
    }

    #[test]
    fn complete_repeats_no_clause_and_implies_hr12() {
        for order in [4, 6, 9] {
            let (mut all, mut count) = (HashSet::new(), 0);
            complete(&CandidateGrid::new(&empty(order)), &mut |clause| {
                all.insert(clause.to_vec());
                count += 1;
            });
            assert_eq!(all.len(), count, "order {order}");
            hr12(&empty(order), &mut |clause| assert!(all.contains(clause), "{clause:?}"));
        }
    }

    #[test]
    fn givens_shorten_the_complete_encoding() {
        let mut givens = Grid::empty(Layout::nine());
        givens.set(Layout::nine().cell(0, 0), Some(Digit::new(1)));
        let grid = CandidateGrid::new(&Puzzle::new(givens).unwrap());
        complete(&grid, &mut |clause| {
            for literal in clause {
                let variable = literal.dimacs().unsigned_abs() as usize - 1;
                let cell = Layout::nine().cells()[variable / 9];
                assert!(grid.candidates(cell).contains(Digit::new((variable % 9) as u8 + 1)));
            }
        });
    }
}
