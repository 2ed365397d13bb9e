//! What holds for every row of [`SOLVERS`]: they agree with one another, their
//! solutions are solutions, and they keep to their limits. Plus the numbers that
//! are known from elsewhere: grids of small orders, and PHP16's counts.

use sudoku_lab::generate::{Config, Generator, Kind, Symmetry};
use sudoku_lab::grid::{Digit, Grid, Layout, Puzzle, is_solution};
use sudoku_lab::solver::{Answer, Dlx, Limit, SOLVERS, Solver, Verdict, find_solver};

/// Enough for any puzzle here but those that brute force cannot do.
const CHECKS: u64 = 1_000_000;

fn solver(name: &str) -> Box<dyn Solver> {
    (find_solver(name).unwrap_or_else(|| panic!("no solver {name}")).build)()
}

fn puzzles(order: usize, kind: Kind, count: u64) -> impl Iterator<Item = Puzzle> {
    let layout = Layout::of_order(order).unwrap();
    let cells = layout.cells().len();
    // Few enough to leave something to search, many enough for large grids.
    let clues = match order {
        25 => cells * 2 / 3..=cells * 3 / 4,
        16 => cells / 2..=cells * 3 / 5,
        _ => cells * 2 / 5..=cells / 2,
    };
    let config = Config { layout, clues, kind, symmetry: Symmetry::None, seed: 2012 };
    let mut generator = Generator::new(config, Box::new(Dlx::default())).unwrap();
    (0..count).map(move |index| generator.generate(index).unwrap())
}

/// A wrong digit in an empty cell of a puzzle with one solution, if one passes.
fn without_solution(puzzle: &Puzzle, solution: &Grid) -> Option<Puzzle> {
    let empty = puzzle.layout().cells().iter().filter(|&&cell| puzzle.given(cell).is_none());
    let wrong = empty.flat_map(|&cell| {
        let others = Digit::all(puzzle.layout().order());
        others.filter(move |&digit| solution.digit(cell) != Some(digit)).map(move |d| (cell, d))
    });
    wrong.into_iter().find_map(|(cell, digit)| {
        let mut givens = puzzle.grid().clone();
        givens.set(cell, Some(digit));
        Puzzle::new(givens).ok()
    })
}

/// Asks every solver, and holds each answer that claims a proof against the
/// reference.
fn agree(puzzle: &Puzzle) -> Answer {
    let limit = Limit { checks: CHECKS, ..Limit::solutions(2) };
    let reference = Dlx::default().solve(puzzle, &limit);
    assert_ne!(reference.verdict, Verdict::Limit, "{puzzle:?}");
    for row in SOLVERS.iter().filter(|row| row.takes(puzzle.layout())) {
        let answer = (row.build)().solve(puzzle, &limit);
        let proved = !matches!(answer.verdict, Verdict::Stalled | Verdict::Limit);
        assert!(!proved || answer.verdict == reference.verdict, "{}: {puzzle:?}", row.name);
        assert!(answer.effort.checks <= CHECKS, "{}: {puzzle:?}", row.name);
        assert_eq!(answer.solution.is_some(), answer.solutions > 0, "{}", row.name);
        if let Some(solution) = &answer.solution {
            assert!(is_solution(solution, puzzle), "{}: {puzzle:?}", row.name);
        }
        if answer.verdict == Verdict::Unique {
            assert_eq!(answer.solution, reference.solution, "{}", row.name);
        }
    }
    reference
}

fn all_agree(order: usize, count: u64) {
    for puzzle in puzzles(order, Kind::Unique, count) {
        let answer = agree(&puzzle);
        assert_eq!(answer.verdict, Verdict::Unique, "{puzzle:?}");
        if let Some(none) = without_solution(&puzzle, &answer.solution.unwrap()) {
            assert_eq!(agree(&none).verdict, Verdict::None, "{none:?}");
        }
    }
    let multiple = puzzles(order, Kind::Any, count).map(|puzzle| agree(&puzzle).verdict);
    assert!(multiple.into_iter().any(|verdict| verdict == Verdict::Multiple) || order > 12);
}

#[test]
fn every_solver_agrees_at_every_size() {
    for (order, count) in [(4, 40), (6, 40), (9, 40), (12, 10), (16, 5), (25, 1)] {
        all_agree(order, count);
    }
}

#[test]
#[ignore = "10 s in release: 500 puzzles of each kind and size, 20 of 25×25"]
fn every_solver_agrees_on_hundreds() {
    for (order, count) in [(4, 500), (6, 500), (9, 500), (12, 500), (16, 500), (25, 20)] {
        all_agree(order, count);
    }
}

#[test]
#[ignore = "6 s in release: asks MiniSat 25,000 times"]
fn every_given_of_a_thousand_minimal_puzzles_is_necessary() {
    let layout = Layout::nine();
    let config =
        Config { layout, clues: 0..=81, kind: Kind::Minimal, symmetry: Symmetry::None, seed: 2012 };
    let mut generator = Generator::new(config, Box::new(Dlx::default())).unwrap();
    let mut sat = solver("sat");
    for puzzle in (0..1_000).map(|index| generator.generate(index).unwrap()) {
        assert_eq!(sat.solve(&puzzle, &Limit::solutions(2)).verdict, Verdict::Unique);
        for &cell in layout.cells().iter().filter(|&&cell| puzzle.given(cell).is_some()) {
            let mut without = puzzle.clone();
            without.remove(cell);
            let verdict = sat.solve(&without, &Limit::solutions(2)).verdict;
            assert_eq!(verdict, Verdict::Multiple, "{puzzle:?} without {cell}");
        }
    }
}

#[test]
fn one_solution_is_enough_when_one_is_wanted() {
    for order in [4, 6, 9, 12, 16, 25] {
        let puzzle = puzzles(order, Kind::Any, 1).next().unwrap();
        for row in SOLVERS.iter().filter(|row| row.takes(puzzle.layout())) {
            let limit = Limit { checks: CHECKS, ..Limit::solutions(1) };
            let answer = (row.build)().solve(&puzzle, &limit);
            assert!(answer.solutions <= 1, "{} on {puzzle:?}", row.name);
            assert_ne!(answer.verdict, Verdict::None, "{} on {puzzle:?}", row.name);
            assert_ne!(answer.verdict, Verdict::Multiple, "{} on {puzzle:?}", row.name);
        }
    }
}

#[test]
fn limits_are_kept() {
    // More grids than anyone can list, so only a limit can end the search.
    let empty = Puzzle::new(Grid::empty(Layout::nine())).unwrap();
    let ended = |verdict| matches!(verdict, Verdict::Limit | Verdict::Stalled);
    for row in SOLVERS {
        let all = Limit::solutions(u64::MAX);
        let counted = (row.build)().solve(&empty, &Limit { checks: 50, ..all });
        assert!(ended(counted.verdict), "{}: {:?}", row.name, counted.verdict);
        assert!(counted.effort.checks <= 50, "{}: {:?}", row.name, counted.effort);
        let stopped = (row.build)().solve(&empty, &Limit { stop: &|| true, ..all });
        assert!(ended(stopped.verdict), "{}: {:?}", row.name, stopped.verdict);
    }
}

#[test]
fn a_solver_forgets_the_puzzle_before() {
    for row in SOLVERS {
        let mut used = (row.build)();
        for puzzle in [9, 4, 9, 16].into_iter().flat_map(|order| puzzles(order, Kind::Unique, 2)) {
            if row.takes(puzzle.layout()) {
                let limit = Limit { checks: CHECKS, ..Limit::solutions(2) };
                let answer = used.solve(&puzzle, &limit);
                assert_eq!(answer, (row.build)().solve(&puzzle, &limit), "{}", row.name);
            }
        }
    }
}

fn count_grids(name: &str, order: usize) -> u64 {
    let empty = Puzzle::new(Grid::empty(Layout::of_order(order).unwrap())).unwrap();
    let answer = solver(name).solve(&empty, &Limit::solutions(u64::MAX));
    assert_eq!(answer.verdict, Verdict::Multiple, "{name}");
    answer.solutions
}

#[test]
fn there_are_288_grids_of_order_4() {
    for name in ["brute-force", "sat", "sat-hr12", "dlx"] {
        assert_eq!(count_grids(name, 4), 288, "{name}");
    }
}

#[test]
#[ignore = "3 s in release: counts all grids of order 6"]
fn brute_force_counts_28_200_960_grids_of_order_6() {
    assert_eq!(count_grids("brute-force", 6), 28_200_960);
}

#[test]
#[ignore = "13 s in release: counts all grids of order 6"]
fn dlx_counts_28_200_960_grids_of_order_6() {
    assert_eq!(count_grids("dlx", 6), 28_200_960);
}

#[test]
fn brute_force_counts_as_php16s_listing() {
    for puzzle in [4, 6, 9].into_iter().flat_map(|order| puzzles(order, Kind::Any, 10)) {
        let mut listing = Listing::new(&puzzle);
        listing.solve(0);
        let effort = solver("brute-force").solve(&puzzle, &Limit::solutions(u64::MAX)).effort;
        assert_eq!((effort.checks, effort.guesses), (listing.count, listing.set), "{puzzle:?}");
        assert_eq!(effort.backtracks, listing.set, "every digit is taken back in the end");
    }
}

/// PHP16's `SudokuSolver`, statement by statement.
struct Listing {
    size: usize,
    boxes: (usize, usize),
    m: Vec<u8>,
    count: u64,
    set: u64,
}

impl Listing {
    fn new(puzzle: &Puzzle) -> Listing {
        let layout = puzzle.layout();
        let boxes = (layout.box_rows(), layout.box_columns());
        Listing { size: layout.order(), boxes, m: puzzle.values().to_vec(), count: 0, set: 0 }
    }

    fn verify(&mut self, cell: usize) -> bool {
        self.count += 1;
        let place = |cell: usize| (cell / self.size, cell % self.size);
        let (row, column) = place(cell);
        (0..self.m.len()).all(|other| {
            let (r, c) = place(other);
            let box_of = |r, c| (r / self.boxes.0, c / self.boxes.1);
            let shared = r == row || c == column || box_of(r, c) == box_of(row, column);
            other == cell || !shared || self.m[other] != self.m[cell]
        })
    }

    fn solve(&mut self, cell: usize) {
        if cell == self.m.len() {
            return;
        }
        if self.m[cell] > 0 {
            if self.verify(cell) {
                self.solve(cell + 1);
            }
            return;
        }
        for digit in 1..=self.size as u8 {
            self.m[cell] = digit;
            if self.verify(cell) {
                self.set += 1;
                self.solve(cell + 1);
            }
        }
        self.m[cell] = 0;
    }
}
