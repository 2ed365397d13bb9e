//! Every solver of the table on puzzle files: thread CPU time per puzzle.
//!
//! ```sh
//! cargo bench --bench solvers -- [FILE…]        # default: the demo sets
//! ```
//!
//! The puzzles of a file are shuffled by a fixed seed. Each round runs every solver
//! once on all of them, counting up to two solutions; a figure is the median over
//! the rounds. Verdicts are compared outside the timed spans.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::measure::thread_cpu_ns;
use sudoku_lab::solver::{Answer, Limit, SOLVERS, Verdict, reference};
use sudoku_lab::source::{BlockReader, expand};
use sudoku_lab::text::parse_line;

const ROUNDS: usize = 5;
const MOST_PUZZLES: usize = 4_096;
const MOST_CHECKS: u64 = 100_000;

fn main() {
    // Cargo adds `--bench`.
    let mut files: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if files.is_empty() {
        files = vec![concat!(env!("CARGO_MANIFEST_DIR"), "/data/demo").into()];
    }
    println!("set,solver,puzzles,cpu_ns_per_puzzle,checks_per_puzzle,limited");
    for input in expand(&files, &[]).unwrap_or_else(|error| panic!("{error}")).inputs {
        let mut reader =
            BlockReader::open(&input, 4_096, &Interrupt::default()).expect("the file opens");
        let mut puzzles: Vec<Puzzle> = Vec::new();
        while let Some(block) = reader.next_block().expect("the file can be read") {
            let parsed = block.lines().map(|(_, line)| parse_line(line, block.dialect()));
            puzzles.extend(parsed.filter_map(|puzzle| puzzle.ok().flatten()));
        }
        puzzles.retain(|puzzle| puzzle.layout() == Layout::nine());
        puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
        puzzles.truncate(MOST_PUZZLES);
        if !puzzles.is_empty() {
            measure(&input.name, &puzzles);
        }
    }
}

fn measure(set: &str, puzzles: &[Puzzle]) {
    let limit = Limit { checks: MOST_CHECKS, ..Limit::solutions(2) };
    let expected = (reference(Layout::nine()).build)().solve_batch(puzzles, &limit);
    let mut solvers: Vec<_> = SOLVERS.iter().map(|row| (row, (row.build)(), Vec::new())).collect();
    let mut answers: Vec<Vec<Answer>> = Vec::new();
    for _ in 0..ROUNDS {
        answers.clear();
        for (_, solver, times) in &mut solvers {
            let start = thread_cpu_ns();
            answers.push(solver.solve_batch(puzzles, &limit));
            times.push(thread_cpu_ns() - start);
        }
    }
    let count = puzzles.len() as u64;
    for ((row, _, times), answers) in solvers.iter_mut().zip(&answers) {
        let limited = answers.iter().filter(|answer| answer.verdict == Verdict::Limit).count();
        for (answer, expected) in answers.iter().zip(&expected) {
            let open = matches!(answer.verdict, Verdict::Limit | Verdict::Stalled);
            assert!(open || answer.verdict == expected.verdict, "{} is wrong", row.name);
        }
        times.sort_unstable();
        let checks: u64 = answers.iter().map(|answer| answer.effort.checks).sum();
        println!(
            "{set},{},{count},{},{},{limited}",
            row.name,
            times[ROUNDS / 2] / count,
            checks / count
        );
    }
}
