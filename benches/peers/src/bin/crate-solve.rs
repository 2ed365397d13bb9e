//! The crate `sudoku` on all lines of a file with rayon: what `sudoku-lab solve` is
//! measured beside, end to end.
//!
//! ```text
//! crate-solve FILE [THREADS]
//! ```
//!
//! Reads the file, solves every line to its first solution and prints the solutions
//! in order: the least a program with these libraries can do.

use rayon::prelude::*;
use std::io::Write as _;
use sudoku::Sudoku;

/// Lines per parallel task.
const LINES: usize = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("crate-solve FILE [THREADS]")?;
    let threads = arguments.next().map_or(Ok(0), |threads| threads.parse())?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    let solved: Vec<Vec<u8>> = lines.par_chunks(LINES).map(solve).collect();
    let mut output = std::io::stdout().lock();
    for block in solved {
        output.write_all(&block)?;
    }
    Ok(())
}

fn solve(lines: &[&str]) -> Vec<u8> {
    let mut text = Vec::with_capacity(82 * lines.len());
    for line in lines {
        let solution = Sudoku::from_str_line(line).ok().and_then(|puzzle| puzzle.solution());
        match solution {
            Some(solution) => text.extend(solution.to_bytes().map(|digit| b'0' + digit)),
            None => text.extend(b"# no solution"),
        }
        text.push(b'\n');
    }
    text
}
