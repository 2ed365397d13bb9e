//! Encodings: what the rules and the givens become as clauses.
//!
//! An encoding hands its clauses one by one to whoever takes them, a solver or a
//! file. Each is a row of [`ENCODINGS`]:
//! - [`whole`]: the rules, said in both directions: each cell one digit and no
//!   two, each digit one place in each house and no two.
//!   These are the clauses of the *extended* encoding of Lynce and Ouaknine, each once:
//!   that one says of the pairs of cells that share a line and a box twice what they may not
//!   hold, which by its definition makes 11,988 clauses at 9×9 where this has 10,530.
//! - [`hr12`]: the five restrictions of HR12's section 4.3. Nothing says that a
//!   digit has a place in every house, nor that a cell does not hold two; it
//!   follows, but a solver has to find that out. This is the *minimal* encoding of
//!   Lynce and Ouaknine, clause for clause.
//! - [`hr12_listing`]: the same as HR12's appendix B.2 prints them. Its loops over
//!   the boxes end one early, so nothing is said of the boxes of the last band and
//!   stack. It follows all the same: the rows of a band hold each digit as often as
//!   the band has boxes, all boxes but the last hold it once, so the last does too;
//!   likewise in a stack. Every model is a solution, with fewer clauses for a solver
//!   to see that. (The program also writes 78,976 clauses in every header, the count
//!   at 16×16; that is not followed.)
//!
//! - [`efficient`]: the same as [`hr12`], and that no cell holds two digits (T. Weber, A
//!   SAT-based Sudoku solver, 2005; G. Kwon and H. Jain name it so).
//! - [`sequential`](counters): what [`whole`] says, with counters in place of pairs.
//!
//! [`complete`] is the first of them for the candidates that the givens leave, with
//! satisfied clauses and false literals not written (G. Kwon and H. Jain, Optimized CNF
//! encoding for Sudoku puzzles, 2006): what the solver `sat` uses.
//!
//! I. Lynce, J. Ouaknine, Sudoku as a SAT problem, 2006.

use super::sequential::{self, counters};
use super::{Clauses, Literal, variable};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, House, Puzzle};

/// One way to write a puzzle as a formula: a row of [`ENCODINGS`].
pub struct Encoding {
    /// The name on the command line.
    pub name: &'static str,
    /// Another name that it has in the literature.
    pub alias: Option<&'static str>,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How many variables it has at an order: first those of the candidates.
    pub variables: fn(usize) -> usize,
    /// Hands out the clauses of a puzzle, the givens included.
    pub clauses: fn(&Puzzle, Clauses<'_>),
}

/// Every encoding, the one to use first.
pub const ENCODINGS: &[Encoding] = &[
    Encoding {
        name: "complete",
        alias: Some("extended"),
        title: "one digit per cell and one place per digit in each house, no two of either; or extended",
        variables: candidates,
        clauses: whole,
    },
    Encoding {
        name: "hr12",
        alias: Some("minimal"),
        title: "the five restrictions of HR12's text; or minimal",
        variables: candidates,
        clauses: hr12,
    },
    Encoding {
        name: "hr12-listing",
        alias: None,
        title: "HR12's listing, which leaves the boxes of the last band and stack to follow",
        variables: candidates,
        clauses: hr12_listing,
    },
    Encoding {
        name: "efficient",
        alias: None,
        title: "hr12, and no two digits in a cell",
        variables: candidates,
        clauses: efficient,
    },
    Encoding {
        name: "sequential",
        alias: None,
        title: "what complete says, by Sinz's sequential counters",
        variables: sequential::variables,
        clauses: sequential,
    },
];

/// The encoding of this name or alias.
pub fn find_encoding(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().find(|encoding| encoding.name == name || encoding.alias == Some(name))
}

/// The variables of the candidates.
fn candidates(order: usize) -> usize {
    order.pow(3)
}

/// The complete encoding of the whole grid, and the givens as clauses of one
/// literal.
pub fn whole(puzzle: &Puzzle, clause: Clauses<'_>) {
    complete(&CandidateGrid::new(&Puzzle::empty(puzzle.layout())), clause);
    givens(puzzle, clause);
}

/// HR12's restrictions 1 to 5, in the order of its text.
///
/// The second formula of restriction 4 lets l run from x, which would leave pairs
/// of cells out; its listing lets it run from the box's first column. The listing
/// is followed, as that gives the number of clauses the restriction needs.
pub fn hr12(puzzle: &Puzzle, clause: Clauses<'_>) {
    restrictions(puzzle, |_| true, clause);
    givens(puzzle, clause);
}

/// HR12's restrictions, and that no cell holds two digits.
pub fn efficient(puzzle: &Puzzle, clause: Clauses<'_>) {
    let order = puzzle.layout().order();
    restrictions(puzzle, |_| true, clause);
    for &cell in puzzle.layout().cells() {
        let no = |digit| Literal::negative(variable(order, cell, digit));
        let mut larger = Digit::all(order);
        while let Some(digit) = larger.next() {
            larger.clone().for_each(|other| clause(&[no(digit), no(other)]));
        }
    }
    givens(puzzle, clause);
}

/// One digit per cell and one place per digit in each house, each by a counter, and the
/// givens.
pub fn sequential(puzzle: &Puzzle, clause: Clauses<'_>) {
    counters(puzzle.layout(), clause);
    givens(puzzle, clause);
}

/// HR12's restrictions as its listing prints them: the givens first, and only the
/// boxes that are neither in the last band nor in the last stack.
pub fn hr12_listing(puzzle: &Puzzle, clause: Clauses<'_>) {
    let layout = puzzle.layout();
    givens(puzzle, clause);
    let is_covered = |house: House| {
        let last = layout.house_cells(house)[layout.order() - 1];
        last.row() + 1 < layout.order() && last.column() + 1 < layout.order()
    };
    restrictions(puzzle, is_covered, clause);
}

/// HR12's restrictions 1 to 4, the fourth for some of the boxes.
fn restrictions(puzzle: &Puzzle, is_covered: impl Fn(House) -> bool, clause: Clauses<'_>) {
    let layout = puzzle.layout();
    let order = layout.order();
    let digits = Digit::all(order);
    let no = |cell, digit| Literal::negative(variable(order, cell, digit));
    let mut some_digit = Vec::with_capacity(order);
    for &cell in layout.cells() {
        some_digit.clear();
        some_digit
            .extend(digits.clone().map(|digit| Literal::positive(variable(order, cell, digit))));
        clause(&some_digit);
    }
    let (lines, boxes) = layout.houses().split_at(2 * order);
    for &line in lines {
        for digit in digits.clone() {
            pairs(layout.house_cells(line), |a, b| clause(&[no(a, digit), no(b, digit)]));
        }
    }
    for same_row in [true, false] {
        for digit in digits.clone() {
            for &house in boxes.iter().filter(|&&house| is_covered(house)) {
                pairs(layout.house_cells(house), |a, b| {
                    if (a.row() == b.row()) == same_row {
                        clause(&[no(a, digit), no(b, digit)]);
                    }
                });
            }
        }
    }
}

/// HR12's restriction 5: the givens; and of a pencilmark puzzle the digits that a cell does not take.
fn givens(puzzle: &Puzzle, clause: Clauses<'_>) {
    let order = puzzle.layout().order();
    for &cell in puzzle.layout().cells() {
        if let Some(digit) = puzzle.given(cell) {
            clause(&[Literal::positive(variable(order, cell, digit))]);
        }
    }
    for (&cell, &marks) in puzzle.layout().cells().iter().zip(puzzle.marks().unwrap_or_default()) {
        let others = DigitSet::all(order) - marks;
        others.for_each(|digit| clause(&[Literal::negative(variable(order, cell, digit))]));
    }
}

/// Each empty cell takes one of its candidates and each house one place for each
/// digit it lacks; no cell takes two candidates, and no two peers the same.
///
/// A contradictory grid gives an empty clause.
pub fn complete(grid: &CandidateGrid, clause: Clauses<'_>) {
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
        Puzzle::empty(Layout::of_order(order).unwrap())
    }

    /// The number of clauses, and the variables they name.
    fn size(encoding: &Encoding, puzzle: &Puzzle) -> (usize, usize) {
        let (mut clauses, mut variables) = (0, HashSet::new());
        (encoding.clauses)(puzzle, &mut |clause| {
            clauses += 1;
            variables.extend(clause.iter().map(|literal| literal.variable()));
        });
        (clauses, variables.len())
    }

    #[test]
    fn hr12_has_as_many_clauses_as_its_text_and_its_listing() {
        for (order, text, listing) in
            [(9, 8_829, 7_209), (16, 92_416, 78_976), (25, 563_125, 495_625)]
        {
            for (name, clauses) in [("hr12", text), ("hr12-listing", listing)] {
                let encoding = find_encoding(name).unwrap();
                assert_eq!(size(encoding, &empty(order)), (clauses, order.pow(3)), "{name}");
            }
        }
    }

    /// By arithmetic, of n²: the cells, as many as the digits of each kind of house. Each is
    /// a clause of n literals; without two of n there are n(n − 1)/2 pairs, or 3n − 4
    /// clauses and n − 1 variables of a counter.
    #[test]
    fn encodings_have_as_many_clauses_as_they_say() {
        for n in [9usize, 16, 25] {
            let (groups, pairs) = (n * n, n * (n - 1) / 2);
            let root = n.isqrt();
            // Pairs of a box that share a line.
            let shared = n * n * (root - 1);
            let minimal = groups + 3 * groups * pairs;
            let efficient = minimal + groups * pairs;
            let extended = efficient + 3 * groups;
            let expected = [
                ("minimal", minimal, n.pow(3)),
                ("efficient", efficient, n.pow(3)),
                ("extended", extended - shared * n, n.pow(3)),
                ("sequential", 4 * groups * (1 + 3 * n - 4), n.pow(3) + 4 * groups * (n - 1)),
            ];
            for (name, clauses, variables) in expected {
                let encoding = find_encoding(name).unwrap();
                assert_eq!(size(encoding, &empty(n)), (clauses, variables), "{name}, {n}");
                assert_eq!((encoding.variables)(n), variables, "{name}, {n}");
            }
        }
        assert_eq!(
            ["minimal", "efficient", "extended", "sequential"]
                .map(|name| { size(find_encoding(name).unwrap(), &empty(9)).0 }),
            [8_829, 11_745, 10_530, 7_776]
        );
    }

    #[test]
    fn every_given_is_one_clause_more() {
        let mut givens = Grid::empty(Layout::nine());
        givens.set(Layout::nine().cell(0, 0), Some(Digit::new(1)));
        let puzzle = Puzzle::new(givens).unwrap();
        for encoding in ENCODINGS {
            let (without, variables) = size(encoding, &empty(9));
            assert_eq!(size(encoding, &puzzle), (without + 1, variables), "{}", encoding.name);
        }
    }

    #[test]
    fn the_listing_leaves_the_boxes_of_the_last_band_and_stack_out() {
        let mut text = HashSet::new();
        hr12(&empty(9), &mut |clause| {
            text.insert(clause.to_vec());
        });
        hr12_listing(&empty(9), &mut |clause| {
            text.remove(clause);
        });
        let cell = |literal: &Literal| Layout::nine().cells()[literal.variable() / 9];
        let left = text.iter().flat_map(|clause| clause.iter().map(cell));
        // Of a box's 36 pairs of cells, 18 share a line too.
        assert_eq!(text.len(), 5 * 18 * 9);
        assert!(left.into_iter().all(|cell| cell.row() >= 6 || cell.column() >= 6));
    }

    #[test]
    fn hr12_numbers_variables_by_its_formula() {
        let mut first = Vec::new();
        hr12(&empty(9), &mut |clause| first.push(clause.to_vec()));
        let dimacs = |i: usize| first[i].iter().map(|l| l.dimacs()).collect::<Vec<i32>>();
        assert_eq!(dimacs(0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(dimacs(80).last(), Some(&729));
        assert_eq!(dimacs(81), [-1, -10]);
        assert_eq!(first[81].iter().map(|l| l.variable()).collect::<Vec<_>>(), [0, 9]);
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
                let cell = Layout::nine().cells()[literal.variable() / 9];
                let digit = Digit::new((literal.variable() % 9) as u8 + 1);
                assert!(grid.candidates(cell).contains(digit));
            }
        });
    }
}
