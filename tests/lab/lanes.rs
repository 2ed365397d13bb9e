//! The lane engine against an independent solver, on every back end.
//!
//! The tests marked `ignore` read the shared puzzle sets and take a minute or so in a
//! release build: `cargo test --release -- --include-ignored`.

mod oracle;

use oracle::{Oracle, Random, is_solution, parse, singles};
use sudoku_lab::lanes::{ALL, Answer, Backend, Board, Boards, Limit, Rules, Solver};

type Puzzle = [u8; 81];

fn solve(backend: Backend, puzzles: &[Puzzle], limit: Limit<'_>) -> Vec<Answer> {
    let mut answers = vec![Answer::default(); puzzles.len()];
    let mut solver = Solver::with(backend).expect("an available back end");
    solver.solve_batch(puzzles, limit, &mut answers);
    answers
}

/// Solves on every back end, checks that all agree, and returns the answers.
fn solve_everywhere(puzzles: &[Puzzle], limit: Limit<'_>) -> Vec<Answer> {
    let portable = solve(Backend::Portable, puzzles, limit);
    for backend in Backend::available() {
        let answers = solve(backend, puzzles, limit);
        for (i, (a, b)) in answers.iter().zip(&portable).enumerate() {
            assert_eq!(a, b, "{backend} differs on {:?}", puzzles[i]);
        }
    }
    portable
}

/// All back ends agree with each other and, up to two solutions, with the oracle.
fn check(puzzles: &[Puzzle]) {
    let answers = solve_everywhere(puzzles, Limit::solutions(2));
    let mut oracle = Oracle::default();
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        let wanted = oracle.count(puzzle, 2);
        assert_eq!(answer.solutions, wanted, "{puzzle:?}");
        assert!(!answer.limited);
        if wanted > 0 {
            assert!(is_solution(puzzle, &answer.solution), "{puzzle:?}");
        } else {
            assert_eq!(answer.solution, [0; 81]);
        }
    }
}

/// Full grids with all but a random number of cells taken out.
fn generated(random: &mut Random, count: usize) -> Vec<Puzzle> {
    let puzzle = |_| {
        let mut puzzle = random.full_grid();
        let clues = 20 + random.below(20);
        let mut cells: Vec<usize> = (0..81).collect();
        random.shuffle(&mut cells);
        for &cell in &cells[clues..] {
            puzzle[cell] = 0;
        }
        puzzle
    };
    (0..count).map(puzzle).collect()
}

/// Random digits in random cells: mostly contradictory, openly or deep down.
fn invalid(random: &mut Random, count: usize) -> Vec<Puzzle> {
    let mut puzzle = |i: usize| {
        let mut puzzle = [0; 81];
        if i.is_multiple_of(2) {
            for _ in 0..random.below(30) {
                puzzle[random.below(81)] = 1 + random.below(9) as u8;
            }
        } else {
            // One given of a well-posed puzzle, or one more, is wrong.
            puzzle = generated(random, 1)[0];
            puzzle[random.below(81)] = 1 + random.below(9) as u8;
        }
        puzzle
    };
    (0..count).map(&mut puzzle).collect()
}

#[test]
fn generated_puzzles() {
    check(&generated(&mut Random::new(1), 2_000));
}

#[test]
fn invalid_inputs() {
    check(&invalid(&mut Random::new(2), 5_000));
}

#[test]
#[ignore = "many inputs: run in a release build"]
fn a_hundred_thousand_invalid_inputs() {
    check(&invalid(&mut Random::new(3), 100_000));
}

#[test]
fn every_batch_size_up_to_two_blocks() {
    let puzzles = generated(&mut Random::new(4), 65);
    let whole = solve_everywhere(&puzzles, Limit::solutions(2));
    for size in 0..puzzles.len() {
        let part = solve_everywhere(&puzzles[..size], Limit::solutions(2));
        assert_eq!(part, whole[..size]);
    }
}

/// A puzzle's answer does not depend on its neighbours, nor on what was solved before.
#[test]
fn neighbours_do_not_matter() {
    let mut random = Random::new(5);
    let mut puzzles = generated(&mut random, 500);
    puzzles.extend(invalid(&mut random, 500));
    let together = solve_everywhere(&puzzles, Limit::solutions(3));
    for backend in Backend::available() {
        let mut solver = Solver::with(backend).expect("an available back end");
        for (puzzle, together) in puzzles.iter().zip(&together) {
            let mut alone = [Answer::default()];
            solver.solve_batch(&[*puzzle], Limit::solutions(3), &mut alone);
            assert_eq!(alone[0], *together, "{backend}: {puzzle:?}");
        }
    }
}

#[test]
fn the_empty_grid_stops_at_its_limits() {
    for solutions in [0, 1, 2, 1_000] {
        let answers = solve_everywhere(&[[0; 81]; 3], Limit::solutions(solutions));
        for answer in answers {
            assert_eq!(answer.solutions, solutions.max(1));
            assert!(!answer.limited);
            assert!(is_solution(&[0; 81], &answer.solution));
        }
    }
    let limit = Limit { solutions: u32::MAX, guesses: Some(1_000), stop: None };
    let mut puzzles = vec![[0; 81]; 40];
    puzzles.extend(generated(&mut Random::new(6), 40));
    let answers = solve_everywhere(&puzzles, limit);
    for answer in &answers[..40] {
        assert!(answer.limited);
        assert_eq!(answer.guesses, 1_000);
    }
}

#[test]
fn a_guess_limit_is_kept_exactly() {
    let puzzles = generated(&mut Random::new(7), 1_000);
    let free = solve_everywhere(&puzzles, Limit::solutions(5));
    for most in [0, 1, 3] {
        let limit = Limit { guesses: Some(most), ..Limit::solutions(5) };
        for (answer, free) in solve_everywhere(&puzzles, limit).iter().zip(&free) {
            assert_eq!(answer.limited, free.guesses > most);
            assert_eq!(answer.guesses, free.guesses.min(most));
        }
    }
}

#[test]
fn a_stop_request_leaves_the_rest() {
    let stop = || true;
    let limit = Limit { stop: Some(&stop), ..Limit::solutions(u32::MAX) };
    for backend in Backend::available() {
        let mut puzzles = vec![[0; 81]; 100];
        puzzles.extend(generated(&mut Random::new(8), 10));
        let answers = solve(backend, &puzzles, limit);
        assert!(answers.iter().all(|answer| answer.limited));
        // The solver is as good as new afterwards.
        let answers = solve(backend, &puzzles[100..], Limit::solutions(2));
        assert_eq!(answers, solve(backend, &puzzles[100..], Limit::solutions(2)));
    }
}

#[test]
#[should_panic(expected = "0 to 9 wanted")]
fn a_value_above_nine_is_refused() {
    let mut puzzle = [0; 81];
    puzzle[40] = 10;
    solve(Backend::best(), &[puzzle], Limit::solutions(1));
}

/// Counting all solutions, not just two, agrees with the oracle.
#[test]
fn all_solutions_are_counted() {
    let puzzles = generated(&mut Random::new(9), 300);
    let answers = solve_everywhere(&puzzles, Limit::solutions(200));
    let mut oracle = Oracle::default();
    for (puzzle, answer) in puzzles.iter().zip(&answers) {
        assert_eq!(answer.solutions, oracle.count(puzzle, 200));
    }
}

/// The block's two rule sets, on lanes loaded and judged by hand.
#[test]
fn boards_propagate_like_the_oracle() {
    let mut random = Random::new(10);
    let mut puzzles = generated(&mut random, 400);
    puzzles.extend(invalid(&mut random, 400));
    for backend in Backend::available() {
        let mut boards = Boards::with(backend).expect("an available back end");
        let lanes = boards.lanes();
        for group in puzzles.chunks_exact(lanes) {
            for (lane, puzzle) in group.iter().enumerate() {
                boards.load(lane, &Board::new(puzzle));
            }
            let verdicts = boards.propagate(Rules::Singles, u32::MAX);
            for (lane, puzzle) in group.iter().enumerate() {
                let wanted = singles(puzzle);
                assert_eq!(verdicts.failed >> lane & 1 == 1, wanted.is_none(), "{puzzle:?}");
                let Some(wanted) = wanted else { continue };
                let board = boards.save(lane);
                for (cell, &candidates) in wanted.iter().enumerate() {
                    assert_eq!(board.candidates(cell), candidates, "{backend} {puzzle:?}");
                }
                let solved = wanted.iter().all(|c| c.count_ones() == 1);
                assert_eq!(verdicts.solved >> lane & 1 == 1, solved);
            }
            // Locked candidates go further, and never lose a solution.
            let verdicts = boards.propagate(Rules::Locked, u32::MAX);
            for (lane, puzzle) in group.iter().enumerate() {
                let mut oracle = Oracle::default();
                let Some(solution) = oracle.first(puzzle) else {
                    assert_eq!(verdicts.solved >> lane & 1, 0);
                    continue;
                };
                assert_eq!(verdicts.failed >> lane & 1, 0, "{puzzle:?}");
                for (cell, digit) in solution.iter().enumerate() {
                    assert_ne!(boards.save(lane).candidates(cell) & 1 << (digit - 1), 0);
                }
            }
        }
    }
}

#[test]
fn an_assumption_in_one_lane_stays_there() {
    for backend in Backend::available() {
        let mut boards = Boards::with(backend).expect("an available back end");
        boards.set_candidates(1, 0, 1);
        boards.set_candidates(1, 1, 1);
        let verdicts = boards.propagate(Rules::Singles, u32::MAX);
        assert_eq!(verdicts.failed, 2);
        assert_eq!(verdicts.solved, 0);
        assert_eq!(boards.save(0).candidates(0), ALL);
    }
}

/// The shared sets, where they are there: counts and guesses agree on all back ends,
/// every puzzle of the first five is unique, and the oracle agrees on a sample.
#[test]
#[ignore = "reads ../shared; run in a release build"]
fn shared_sets() {
    let sets = [
        ("easy_singles", Some(1), 10),
        ("minimal", Some(1), 10),
        ("17_clue", Some(1), 100),
        ("top1465", Some(1), 1),
        ("hardest_1905", Some(1), 20),
        ("multi_solution", Some(2), 10),
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, solutions, step) in sets {
        let path = root.join(format!("../shared/data/{name}.txt"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: {name} is not there");
            continue;
        };
        let puzzles: Vec<Puzzle> = text.lines().filter_map(parse).collect();
        assert!(!puzzles.is_empty());
        let answers = solve_everywhere(&puzzles, Limit::solutions(2));
        for (puzzle, answer) in puzzles.iter().zip(&answers) {
            assert!(is_solution(puzzle, &answer.solution));
            assert!(solutions.is_none_or(|wanted| answer.solutions == wanted));
        }
        let sample: Vec<Puzzle> = puzzles.into_iter().step_by(step).collect();
        check(&sample);
    }
}
