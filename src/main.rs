//! The program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sudoku_lab::cli::main()
}
