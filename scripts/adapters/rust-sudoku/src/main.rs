//! The crate `sudoku` as an external solver (docs/EXTERNAL.md), 9×9 only.

use std::io::{self, BufRead, Write};

use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let count = std::env::var("SUDOKU_LAB_COUNT").map_or(1, |count| count.parse().unwrap_or(1));
    let (mut line, mut input) = (String::new(), io::stdin().lock());
    let mut output = io::stdout().lock();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
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
        output.flush()?;
    }
}
