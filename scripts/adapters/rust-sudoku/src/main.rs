//! The crate `sudoku` as an external solver (docs/EXTERNAL.md), 9×9 only.

use std::io::{self, BufRead, BufWriter, Write};

use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let count = std::env::var("SUDOKU_LAB_COUNT").map_or(1, |count| count.parse().unwrap_or(1));
    let is_batch = std::env::var_os("SUDOKU_LAB_BATCH").is_some();
    let (mut line, mut input) = (String::new(), io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        // An empty line ends a batch.
        if line.trim_end().is_empty() {
            output.flush()?;
            continue;
        }
        let Ok(puzzle) = Sudoku::from_str_line(line.trim_end()) else {
            writeln!(output, "unsupported")?;
            output.flush()?;
            continue;
        };
        let solutions = puzzle.solutions_up_to(count);
        let several = if solutions.len() > 1 { "multiple " } else { "" };
        match solutions.first() {
            Some(solution) => writeln!(output, "{several}{}", solution.to_str_line())?,
            None => writeln!(output, "none")?,
        }
        if !is_batch {
            output.flush()?;
        }
    }
}
