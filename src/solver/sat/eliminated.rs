//! `sat-hr12-memory` and `sat-hr12-file`: HR12's reduction as its program made it.
//!
//! HR12 writes the formula of its listing (B.2) to `infil.txt`, lets MiniSat 2 read it, eliminate
//! variables and write the model to `utfil.txt`, and reads that. Its times are of all of it, and
//! it holds the files to be what makes SAT slow (6.2). `sat-hr12-file` writes and reads the same
//! files, in a folder of its own for temporary files; `sat-hr12-memory` hands formula and model
//! over. The difference of their times is that of the files. MiniSat runs within this process
//! in both: starting a program for each puzzle is not measured. The formula is read by this
//! crate, since the `minisat` crate does not offer MiniSat's reader.
//!
//! A clause that excludes a solution names variables that may be eliminated, so the next
//! solution is a fresh solver's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::minisat::MiniSat;
use super::{Engine, solve_within};
use crate::cnf::dimacs::{Reply, grid_of_model, parse_reply, push_formula, read_formula};
use crate::cnf::{Encoding, Literal, find_encoding, variable};
use crate::grid::{Grid, Puzzle};
use crate::solver::{Answer, Effort, Limit, Solver, Usage, Verdict};

/// MiniSat with elimination on the formula of HR12's listing.
pub struct SatEliminated {
    encoding: &'static Encoding,
    /// Where formula and model are written, if they are.
    folder: Option<TempDir>,
}

impl SatEliminated {
    /// A solver that hands formulas and models over in memory, or through files.
    ///
    /// # Panics
    /// When no folder can be made for the files.
    pub fn new(through_files: bool) -> SatEliminated {
        let folder = || TempDir::with_prefix("sudoku-lab-").expect("a folder for temporary files");
        let encoding = find_encoding("hr12-listing").expect("the table has it");
        SatEliminated { encoding, folder: through_files.then(folder) }
    }

    /// A solver with the formula of a puzzle and these clauses more.
    fn load(&self, puzzle: &Puzzle, more: &[Vec<Literal>]) -> MiniSat {
        let mut solver = MiniSat::eliminating(puzzle.layout().order().pow(3));
        match &self.folder {
            None => (self.encoding.clauses)(puzzle, &mut |clause| solver.add_clause(clause)),
            Some(folder) => {
                let path = folder.path().join("infil.txt");
                let mut text = Vec::new();
                push_formula(&mut text, puzzle, self.encoding, &[]);
                through(&path, &text, |text| {
                    let is_whole = read_formula(text, &mut |clause| solver.add_clause(clause));
                    assert!(is_whole, "{} is not what was written", path.display());
                });
            }
        }
        more.iter().for_each(|clause| solver.add_clause(clause));
        solver.eliminate();
        solver
    }

    /// The grid of the model that was found.
    fn grid(&self, puzzle: &Puzzle, solver: &MiniSat) -> Grid {
        let layout = puzzle.layout();
        let literals = (1..).zip(0..layout.order().pow(3));
        let literals =
            literals.map(|(number, place)| if solver.is_true(place) { number } else { -number });
        let model: Vec<i32> = match &self.folder {
            None => literals.collect(),
            Some(folder) => {
                let mut text = String::from("SAT\n");
                literals.for_each(|literal| write!(text, "{literal} ").expect("it takes any text"));
                text.push_str("0\n");
                let path = folder.path().join("utfil.txt");
                through(&path, text.as_bytes(), |text| {
                    match parse_reply(&String::from_utf8_lossy(text)) {
                        Ok(Reply::Model(model)) => model,
                        _ => panic!("{} is not what was written", path.display()),
                    }
                })
            }
        };
        grid_of_model(&model, Some(layout)).expect("a model of the formula is a grid")
    }
}

/// Writes a file and hands over what is read back.
///
/// # Panics
/// When the system does not let it.
fn through<R>(path: &Path, text: &[u8], read: impl FnOnce(&[u8]) -> R) -> R {
    let text = fs::write(path, text).and_then(|()| fs::read(path));
    read(&text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

impl Solver for SatEliminated {
    fn solve(&mut self, puzzle: &Puzzle, limit: &Limit<'_>) -> Answer {
        let (mut excluded, mut solution, mut effort) = (Vec::new(), None, Effort::default());
        let verdict = loop {
            let mut solver = self.load(puzzle, &excluded);
            let left = Limit { checks: limit.checks - effort.checks, ..*limit };
            let found = solve_within(&mut solver, &left);
            let counted = solver.statistics();
            effort.conflicts += counted.conflicts;
            effort.decisions += counted.decisions;
            effort.propagations += counted.propagations;
            // MiniSat may overrun its budget by a few conflicts.
            effort.checks = effort.conflicts.min(limit.checks);
            match found {
                None => break Verdict::Limit,
                Some(false) => break Verdict::of_search(excluded.len() as u64, true),
                Some(true) => {
                    let grid = self.grid(puzzle, &solver);
                    let order = puzzle.layout().order();
                    let cells = puzzle.layout().cells().iter();
                    let digits = cells.filter_map(|&cell| Some((cell, grid.digit(cell)?)));
                    let no =
                        digits.map(|(cell, digit)| Literal::negative(variable(order, cell, digit)));
                    excluded.push(no.collect());
                    solution.get_or_insert(grid);
                    if excluded.len() as u64 == limit.solutions {
                        break Verdict::of_search(limit.solutions, false);
                    }
                }
            }
        };
        let solutions = excluded.len() as u64;
        Answer { verdict, solutions, solution, effort, usage: Usage::NONE }
    }
}
