//! The solvers that deduce: agreement, limits, and effort pinned exactly.

use sudoku_lab::grid::{CandidateGrid, Grid, Layout, Puzzle, is_solution};
use sudoku_lab::solver::{Answer, Limit, SOLVERS, SolverRow, Verdict, find_solver};

use super::puzzles::{self, Mirror, Random, solutions};

/// PHP16's puzzle.
const PHP16: &str =
    "000000000640017000000020361506040000000006420000280009000500740405069200800000000";

/// A generated puzzle that singles, and the eight strategies of B09, leave unsolved.
const HARD: &str =
    "000090060910000070004000002100005003405000800300120000098050000020064000000000700";

/// Enough for most puzzles here, and soon over for the rest.
const ENOUGH: u64 = 300_000;

fn nine(text: &str) -> Puzzle {
    let values: Vec<u8> = text.bytes().map(|symbol| symbol - b'0').collect();
    Puzzle::new(Grid::new(Layout::nine(), &values)).unwrap()
}

fn deducing() -> impl Iterator<Item = &'static SolverRow> {
    SOLVERS.iter().filter(|row| row.counts_strategies)
}

fn solve(row: &SolverRow, puzzle: &Puzzle, wanted: u64) -> Answer {
    (row.build)().solve(puzzle, &Limit { checks: ENOUGH, ..Limit::solutions(wanted) })
}

/// Holds an answer against the independent solver.
fn assert_true(row: &SolverRow, puzzle: &Puzzle, answer: &Answer, wanted: u64) {
    let layout = puzzle.layout();
    let exist = solutions(layout, puzzle.values(), 2).len() as u64;
    let holds = match answer.verdict {
        Verdict::Unique => exist == 1 && answer.solutions == 1,
        Verdict::First => exist >= 1 && answer.solutions == 1 && wanted == 1,
        Verdict::Multiple => exist == 2 && answer.solutions >= 2,
        Verdict::None => exist == 0 && answer.solutions == 0,
        Verdict::Stalled => answer.effort.guesses == 0 && answer.solutions == 0,
        Verdict::Limit => answer.effort.checks == ENOUGH,
    };
    assert!(holds, "{} on {layout:?} {puzzle:?}: {answer:?}", row.name);
    assert!(answer.solution.iter().all(|solution| is_solution(solution, puzzle)), "{}", row.name);
    assert_eq!(answer.solution.is_some(), answer.solutions > 0, "{}", row.name);
}

#[test]
fn all_agree_with_an_independent_solver() {
    for (order, clues, count) in [(4, 0, 20), (6, 0, 20), (9, 0, 8), (12, 60, 2), (16, 130, 1)] {
        let layout = Layout::of_order(order).unwrap();
        let mut random = Random::new(100 + order as u64);
        for _ in 0..count {
            let unique = puzzles::puzzle(&mut random, layout, clues);
            for puzzle in [without_some(&unique, &mut random), unsolvable(&unique), unique] {
                for row in deducing() {
                    for wanted in [1, 2] {
                        assert_true(row, &puzzle, &solve(row, &puzzle, wanted), wanted);
                    }
                }
            }
        }
    }
}

/// The puzzle without some givens: mostly one of many solutions.
fn without_some(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let mut grid = puzzle.grid().clone();
    let given: Vec<_> =
        puzzle.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_some()).collect();
    for _ in 0..2 {
        grid.set(*given[random.below(given.len())], None);
    }
    Puzzle::new(grid).unwrap()
}

/// The puzzle with a further given that its solution contradicts, though not at
/// sight.
fn unsolvable(puzzle: &Puzzle) -> Puzzle {
    let layout = puzzle.layout();
    let solution = solutions(layout, puzzle.values(), 1).remove(0);
    let with = |index: usize, value: u8| {
        let mut values = puzzle.values().to_vec();
        values[index] = value;
        Puzzle::new(Grid::new(layout, &values)).ok()
    };
    let empty = (0..solution.len()).filter(|&index| puzzle.values()[index] == 0);
    empty
        .flat_map(|index| (1..=layout.order() as u8).map(move |value| (index, value)))
        .filter(|&(index, value)| solution[index] != value)
        .find_map(|(index, value)| with(index, value))
        .expect("some wrong digit has no conflict")
}

#[test]
fn answers_do_not_depend_on_what_was_solved_before() {
    let mut random = Random::new(5);
    let puzzles: Vec<Puzzle> = [9, 4, 12, 9, 6]
        .map(|order| {
            let layout = Layout::of_order(order).unwrap();
            puzzles::puzzle(&mut random, layout, order * order * 2 / 5)
        })
        .into();
    for row in deducing() {
        let mut solver = (row.build)();
        for puzzle in &puzzles {
            let limit = Limit { checks: ENOUGH, ..Limit::solutions(2) };
            assert_eq!(solver.solve(puzzle, &limit), solve(row, puzzle, 2), "{}", row.name);
        }
    }
}

#[test]
fn symmetry_keeps_the_outcome() {
    let mut random = Random::new(21);
    for _ in 0..20 {
        let puzzle = puzzles::puzzle(&mut random, Layout::nine(), 0);
        let mirror = Mirror::new(&mut random, Layout::nine());
        let mirrored = Puzzle::new(mirror.grid(puzzle.grid())).unwrap();
        for row in deducing() {
            let (here, there) = (solve(row, &puzzle, 2), solve(row, &mirrored, 2));
            if here.verdict != Verdict::Limit && there.verdict != Verdict::Limit {
                assert_eq!(here.verdict, there.verdict, "{} on {puzzle:?}", row.name);
                let image = here.solution.map(|solution| mirror.grid(&solution));
                assert_eq!(image, there.solution, "{} on {puzzle:?}", row.name);
            }
        }
    }
}

#[test]
fn a_limit_is_kept_exactly() {
    let puzzle = nine(PHP16);
    for row in deducing() {
        let whole = solve(row, &puzzle, 1);
        for checks in [0, 1, 7, 30] {
            let limit = Limit { checks, ..Limit::solutions(1) };
            let answer = (row.build)().solve(&puzzle, &limit);
            assert!(answer.effort.checks <= checks, "{}", row.name);
            assert_eq!(answer.verdict == Verdict::Limit, whole.effort.checks > checks);
        }
        let stopped =
            (row.build)().solve(&puzzle, &Limit { stop: &|| true, ..Limit::solutions(1) });
        assert!(stopped.verdict == Verdict::Limit || stopped.effort.checks <= 4096, "{}", row.name);
    }
}

/// Every assumption of an exhausted search was taken back, and so was every one
/// but those the solution stands on when the search stopped there.
#[test]
fn guesses_and_backtracks_balance() {
    let mut random = Random::new(11);
    for _ in 0..20 {
        let puzzle = puzzles::puzzle(&mut random, Layout::nine(), 0);
        for row in deducing() {
            let effort = solve(row, &puzzle, 1).effort;
            assert!(effort.backtracks <= effort.guesses, "{}", row.name);
            let answer = solve(row, &puzzle, 2);
            if answer.verdict == Verdict::Unique {
                assert_eq!(answer.effort.backtracks, answer.effort.guesses, "{}", row.name);
            }
        }
    }
}

/// Effort on a hard puzzle: checks, guesses, backtracks, placements,
/// eliminations; to the first solution, and until uniqueness is proved.
#[test]
fn effort_is_exact() {
    let expected = [
        ("human", [226, 9, 6, 167, 1], [525, 19, 19, 398, 1]),
        ("human-s1", [12391, 12391, 12333, 0, 0], [294364, 294364, 294364, 0, 0]),
        ("human-s12", [1856, 108, 102, 1640, 0], [28663, 1802, 1802, 25059, 0]),
        ("human-s123", [219, 9, 6, 173, 0], [515, 17, 17, 416, 0]),
        ("human-s124", [261, 13, 8, 202, 35], [11050, 534, 534, 8806, 1147]),
        ("human-hr12-listing", [253, 9, 6, 172, 0], [602, 19, 19, 419, 0]),
        ("human-vaderlind", [187, 5, 2, 115, 5], [394, 12, 12, 264, 6]),
        ("singles", [9169, 3203, 3154, 9, 0], [38787, 13314, 13314, 9, 0]),
        ("singles-aw15-listing", [41324, 12391, 12333, 0, 0], [982761, 294364, 294364, 0, 0]),
        ("logic-b09", [48, 0, 0, 14, 6], [48, 0, 0, 14, 6]),
    ];
    let puzzle = nine(HARD);
    for (name, first, exhausted) in expected {
        let row = find_solver(name).unwrap();
        for (wanted, expected) in [(1, first), (2, exhausted)] {
            let effort = (row.build)().solve(&puzzle, &Limit::solutions(wanted)).effort;
            let counts = [
                effort.checks,
                effort.guesses,
                effort.backtracks,
                effort.placements,
                effort.eliminations,
            ];
            assert_eq!(counts, expected, "{name}, {wanted}");
        }
    }
}

/// What the listings get wrong costs searches and finds nothing.
#[test]
fn listings_differ_from_their_texts_as_read() {
    let mut random = Random::new(12);
    for _ in 0..20 {
        let puzzle = puzzles::puzzle(&mut random, Layout::nine(), 1);
        let effort = |name| solve(find_solver(name).unwrap(), &puzzle, 2).effort;
        let (text, printed) = (effort("singles"), effort("singles-aw15-listing"));
        let grid = CandidateGrid::new(&puzzle);
        let naked = Layout::nine().cells().iter().filter(|&&cell| grid.candidates(cell).len() == 1);
        assert!(naked.count() as u64 <= printed.placements);
        assert!(printed.placements <= text.placements && printed.guesses >= text.guesses);
    }
}

/// Strategies left out make more guesses, as HR12's table A.3 has it.
#[test]
fn human_without_strategies_is_backtracking() {
    let [s1, s12, s123, s1234] = ["human-s1", "human-s12", "human-s123", "human"]
        .map(|name| (find_solver(name).unwrap().build)())
        .map(|mut solver| solver.solve(&nine(PHP16), &Limit::solutions(1)).effort.guesses);
    assert!(s1 > s12 && s12 > s123 && s123 >= s1234);
}
