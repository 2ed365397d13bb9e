//! T&E depth: the lanes against the definition written out naively, and symmetry.

use sudoku_lab::grid::{Layout, Puzzle, Symmetry};
use sudoku_lab::lanes::{Backend, Board, Outcome, Rules, Trials};

use super::puzzles::{Random, puzzle};

/// The definition, one board and one assumption at a time.
mod naive {
    pub type Board = [u16; 81];

    fn houses() -> Vec<Vec<usize>> {
        let cells = |inside: &dyn Fn(usize) -> bool| (0..81).filter(|&c| inside(c)).collect();
        let mut houses: Vec<Vec<usize>> = Vec::new();
        for n in 0..9 {
            houses.push(cells(&|c| c / 9 == n));
            houses.push(cells(&|c| c % 9 == n));
            houses.push(cells(&|c| c / 27 * 3 + c % 9 / 3 == n));
        }
        houses
    }

    /// Singles until nothing changes; whether the board is free of contradiction.
    fn singles(board: &mut Board, houses: &[Vec<usize>]) -> bool {
        loop {
            let before = *board;
            for house in houses {
                for digit in (0..9).map(|d| 1 << d) {
                    let places: Vec<usize> =
                        house.iter().copied().filter(|&c| board[c] & digit != 0).collect();
                    match places[..] {
                        [] => return false,
                        [only] => board[only] = digit,
                        _ => {}
                    }
                }
                for &cell in house.iter().filter(|&&c| before[c].is_power_of_two()) {
                    house.iter().filter(|&&c| c != cell).for_each(|&c| board[c] &= !before[cell]);
                }
            }
            if board.contains(&0) {
                return false;
            }
            if *board == before {
                return true;
            }
        }
    }

    fn trial(board: &mut Board, depth: u8, houses: &[Vec<usize>]) -> bool {
        loop {
            if !singles(board, houses) {
                return false;
            }
            let before = *board;
            for (cell, candidates) in before.iter().enumerate().filter(|_| depth > 0) {
                for digit in (0..9).map(|d| 1 << d).filter(|d| candidates & d != 0) {
                    let mut under = *board;
                    under[cell] = digit;
                    if candidates.count_ones() > 1 && !trial(&mut under, depth - 1, houses) {
                        board[cell] &= !digit;
                    }
                }
            }
            if *board == before {
                return true;
            }
        }
    }

    pub fn depth(board: &Board, deepest: u8) -> Option<u8> {
        let mut board = *board;
        let houses = houses();
        let solves = |board: &mut Board, depth| {
            trial(board, depth, &houses) && board.iter().all(|c| c.is_power_of_two())
        };
        (0..=deepest).find(|&depth| solves(&mut board, depth))
    }
}

fn values(puzzle: &Puzzle) -> [u8; 81] {
    puzzle.values().try_into().expect("a 9×9 puzzle")
}

/// Puzzles of depth 0 and 1, and the same with a given too few, which no depth solves.
fn some(count: usize) -> Vec<[u8; 81]> {
    let mut random = Random::new(31);
    let puzzles = (0..count).map(|_| values(&puzzle(&mut random, Layout::nine(), 0)));
    puzzles
        .flat_map(|whole| {
            let mut part = whole;
            part[part.iter().position(|&value| value > 0).unwrap()] = 0;
            [whole, part]
        })
        .collect()
}

#[test]
fn depth_is_that_of_the_definition_on_every_back_end() {
    for backend in Backend::available() {
        let mut trials = Trials::with(backend).unwrap();
        for values in some(20) {
            let board = Board::new(&values);
            let naive = std::array::from_fn(|cell| board.candidates(cell));
            assert_eq!(
                trials.depth(&board, 1, &|| false),
                naive::depth(&naive, 1),
                "{backend}: {values:?}"
            );
        }
    }
}

/// What trial and error has closed, it cannot get on with: no assumption fails, and singles neither
/// solve nor refute the board.
#[test]
fn what_is_closed_is_closed() {
    for backend in Backend::available() {
        let mut trials = Trials::with(backend).unwrap();
        let mut ended = [0; 3];
        for values in some(200) {
            let mut board = Board::new(&values);
            let outcome = trials.close(&mut board, 1, &|| false);
            ended[outcome as usize] += 1;
            let (mut again, closed) = (board, *board.cells());
            assert_eq!(trials.close(&mut again, 0, &|| false), outcome, "{backend}: {values:?}");
            if outcome == Outcome::Open {
                assert_eq!(*again.cells(), closed, "{backend}: {values:?}");
                let failing = trials.failing(&board, Rules::Singles);
                assert_eq!(*failing.cells(), [0; 81], "{backend}: {values:?}");
            }
        }
        assert!(ended[0] > 150 && ended[2] > 50, "{ended:?}");
    }
}

/// A puzzle without the right digit in one cell.
#[test]
fn a_contradiction_is_refuted_at_some_depth() {
    let mut trials = Trials::default();
    let mut random = Random::new(33);
    for _ in 0..20 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let mut board = Board::new(&values(&puzzle));
        assert_eq!(trials.close(&mut board, 2, &|| false), Outcome::Solved);
        let mut wrong = Board::new(&values(&puzzle));
        let cell = (0..81).find(|&cell| puzzle.values()[cell] == 0).unwrap();
        wrong.set_candidates(cell, 0x1ff & !board.candidates(cell));
        assert_eq!(trials.close(&mut wrong, 2, &|| false), Outcome::Refuted);
        assert_eq!(trials.depth(&wrong, 3, &|| false), None);
    }
}

/// The whole group: bands, lines within bands, transposition and labels.
#[test]
fn symmetry_keeps_the_depth() {
    let mut trials = Trials::default();
    let mut random = Random::new(32);
    for seed in 0..60 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let depth = trials.depth(&Board::new(&values(&puzzle)), 3, &|| false);
        assert!(depth.is_some());
        for image in 0..5 {
            let image = Symmetry::random(Layout::nine(), 5 * seed + image).apply(&puzzle);
            assert_eq!(
                trials.depth(&Board::new(&values(&image)), 3, &|| false),
                depth,
                "{image:?}"
            );
        }
    }
}
