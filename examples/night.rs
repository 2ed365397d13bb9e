//! A night's run through the library alone: begun, stopped, resumed, its status, summary
//! and report.
//!
//! ```sh
//! cargo run --example night -- sets/ night
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::Config;
use sudoku_lab::report::report;
use sudoku_lab::run::{News, Run, status};
use sudoku_lab::solver::SOLVERS;
use sudoku_lab::source::expand;
use sudoku_lab::table::Summary;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let inputs = vec![arguments.next().unwrap_or("data/demo".into())];
    let folder = PathBuf::from(arguments.next().unwrap_or("night".into()));

    // Every solver of `--solvers all`, with a limit, since brute force may take days.
    let solvers = SOLVERS.iter().filter(|row| row.in_all).collect();
    let mut config = Config::new(expand(&inputs, &[])?.inputs, solvers);
    config.max_checks = Some(100_000);
    config.set_unit_lines(64);

    // The evening: some time is all there is.
    let evening = Interrupt::default();
    evening.stop_after(Duration::from_millis(200));
    let outcome = Run::begin(config.clone(), &folder)?.complete(&tell, &evening)?;
    println!("stopped: {:?}; {} units are done", outcome.stopped, outcome.units.len());
    println!("{}", status(&folder)?);

    // The night: what is done stays done.
    let run = Run::resume(config, &folder)?;
    println!("{} units were done", run.units_done());
    let outcome = run.complete(&tell, &Interrupt::default())?;
    println!("{} puzzles, {} rejects", outcome.puzzles, outcome.rejects);

    // The morning.
    println!("{}", status(&folder)?);
    println!("{}", Summary::of_run(&folder)?.to_text());
    let page = Path::new(&folder).with_extension("html");
    std::fs::write(&page, report(&folder, run.is_finished())?)?;
    println!("the report is {}", page.display());
    Ok(())
}

/// Shows how far the run is.
fn tell(news: News) {
    if news.is_last {
        eprintln!("{}", news.report.sentence());
    }
}
