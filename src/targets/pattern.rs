//! Puzzles whose givens stand in given cells.
//!
//! The digits of a random full grid in these cells nearly always leave many solutions. Some of
//! them are changed to those of another full grid, again and again, whenever that leaves no more
//! solutions than before, until there is one.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::generate::{Fill, FullGrids, GenerateError};
use crate::grid::{Grid, Layout, Puzzle};
use crate::interrupt::Interrupt;
use crate::lanes::{Answer, Limit, Solver};

/// Changes tried at once, the best of which is taken.
const TOGETHER: usize = 32;
/// Solutions counted at most.
const MOST_SOLUTIONS: u32 = 1_000;
/// Steps from one full grid, after which another is begun with.
const STEPS: u32 = 200;

type Values = [u8; 81];

/// Cells of a 9×9 grid that are given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(Vec<usize>);

impl Pattern {
    /// The pattern of 81 characters: `x` or a digit from 1 on is given, `.` or `0` is not.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let mut cells = Vec::new();
        for (cell, character) in text.chars().enumerate() {
            match character {
                'x' | 'X' | '1'..='9' => cells.push(cell),
                '.' | '0' => {}
                _ => return Err(format!("`{character}` is none of x, 1 to 9, . and 0")),
            }
        }
        match (text.chars().count(), cells.len()) {
            (81, 17..) => Ok(Pattern(cells)),
            (81, given) => {
                Err(format!("{given} givens: no puzzle with less than 17 has one solution"))
            }
            (length, _) => Err(format!("a pattern has 81 characters, not {length}")),
        }
    }
}

/// Fills patterns; keep one per thread.
pub struct PatternFill {
    cells: Vec<usize>,
    seed: u64,
    grids: FullGrids,
    solver: Solver,
    interrupt: Interrupt,
}

impl PatternFill {
    /// One for this pattern.
    pub fn new(pattern: &Pattern, seed: u64, interrupt: &Interrupt) -> PatternFill {
        PatternFill {
            cells: pattern.0.clone(),
            seed,
            grids: FullGrids::new(Layout::nine(), Fill::Fast),
            solver: Solver::default(),
            interrupt: interrupt.clone(),
        }
    }

    /// The puzzle of this index.
    ///
    /// # Errors
    /// When it is interrupted: it goes on until there is one.
    pub fn puzzle(&mut self, index: u64) -> Result<Puzzle, GenerateError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        loop {
            let full = self.grids.draw(&mut rng, &self.interrupt).ok_or(GenerateError::Stopped)?;
            let mut values = [0; 81];
            self.cells.iter().for_each(|&cell| values[cell] = full.values()[cell]);
            let mut solutions = self.solve(&[values], MOST_SOLUTIONS)[0].solutions;
            for _ in 0..STEPS {
                if solutions == 1 {
                    let grid = Grid::new(Layout::nine(), &values);
                    return Ok(Puzzle::new(grid).expect("part of a solution has no conflict"));
                }
                if self.interrupt.is_set() {
                    return Err(GenerateError::Stopped);
                }
                let others = self.others(&values, &mut rng);
                let counts = self.solve(&others, MOST_SOLUTIONS).into_iter().map(|a| a.solutions);
                let best = counts.zip(others).min_by_key(|(count, _)| *count);
                if let Some((count, other)) = best.filter(|(count, _)| *count <= solutions) {
                    (values, solutions) = (other, count);
                }
            }
        }
    }

    /// Those with one given changed, and up to three others as a solution then has them.
    fn others(&mut self, values: &Values, rng: &mut ChaCha8Rng) -> Vec<Values> {
        let mut asked = Vec::with_capacity(TOGETHER);
        for _ in 0..TOGETHER {
            let count = rng.random_range(1..=4);
            let freed = self.cells.partial_shuffle(rng, count).0;
            let mut poorer = *values;
            freed.iter().for_each(|&cell| poorer[cell] = 0);
            poorer[freed[0]] = (values[freed[0]] + rng.random_range(0..8)) % 9 + 1;
            asked.push(poorer);
        }
        let solved = self.solve(&asked, 1).into_iter().filter(|answer| answer.solutions > 0);
        let of = |answer: Answer| {
            let mut other = [0; 81];
            self.cells.iter().for_each(|&cell| other[cell] = answer.solution[cell]);
            other
        };
        solved.map(of).collect()
    }

    fn solve(&mut self, puzzles: &[Values], most: u32) -> Vec<Answer> {
        let mut answers = vec![Answer::default(); puzzles.len()];
        self.solver.solve_batch(puzzles, Limit::solutions(most), &mut answers);
        answers
    }
}
