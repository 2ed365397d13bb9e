//! Keys: what names a puzzle, its core and its solution whatever they look like.
//!
//! A *key* is the first 128 bits of SHA-256 of a canonical line: the least, in the order
//! of bytes, of all lines that the [symmetries](crate::grid::Symmetry) make of a grid,
//! `.` for an empty cell, 1 to 9, then letters from `a` on, without an end of line. Equal
//! keys mean equivalent grids, as far as SHA-256 is trusted, and different keys different
//! ones. A puzzle has three:
//! - the *puzzle's*, of its givens;
//! - its *core's*, of the grid after all naked and hidden singles are placed: puzzles that
//!   differ by clues that singles give have one core;
//! - its *grid's*, of the solution if there is exactly one.
//!
//! `docs/KEYS.md` has the recipe with an example.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::grid::{CandidateGrid, CanonicalForm, Digit, Grid, Layout, Puzzle, canonical_form};
use crate::lanes::{Board, Boards, Rules};
use crate::solver::{Limit, ReferenceSolver, Verdict};
use crate::text::{push_line, push_puzzle_line};

/// 128 bits that name a grid up to symmetry; 32 hex digits as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// The key of a puzzle; nothing where it has no [canonical form](canonical_form).
    ///
    /// ```
    /// # use sudoku_lab::{keys::Key, text::parse_cells};
    /// // printf %s .....1.2...34..1 | sha256sum | cut -c -32
    /// let key = Key::of(&parse_cells(b"1...2.3.....4..2").unwrap()).unwrap();
    /// assert_eq!(key.to_string(), "214d02e5fdd5863b60c257c251637d82");
    /// ```
    pub fn of(puzzle: &Puzzle) -> Option<Key> {
        canonical_form(puzzle).map(|form| Key::of_form(puzzle.layout(), &form))
    }

    /// The hash of a puzzle's own line, which only the same givens and marks have.
    pub fn of_givens(puzzle: &Puzzle) -> Key {
        let mut line = Vec::with_capacity(puzzle.values().len());
        push_puzzle_line(&mut line, puzzle);
        Key::of_line(&line)
    }

    fn of_form(layout: &'static Layout, form: &CanonicalForm) -> Key {
        Key::of_values(layout, &form.values)
    }

    fn of_values(layout: &'static Layout, values: &[u8]) -> Key {
        let mut line = Vec::with_capacity(values.len());
        push_line(&mut line, &Grid::new(layout, values));
        Key::of_line(&line)
    }

    fn of_line(line: &[u8]) -> Key {
        Key(*Sha256::digest(line).first_chunk().expect("32 bytes"))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// The keys of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// The givens'.
    pub puzzle: Option<Key>,
    /// The core's; nothing if singles contradict each other.
    pub core: Option<Key>,
    /// The solution's, if there is exactly one.
    pub grid: Option<Key>,
    /// How many rearrangements of the cells leave the puzzle as it is when its digits are
    /// relabelled to match; 0 where there is no canonical form.
    pub automorphisms: u64,
}

/// Which keys are wanted: the others cost nothing, and are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The givens', and the automorphisms.
    pub puzzle: bool,
    /// The core's.
    pub core: bool,
    /// The solution's.
    pub grid: bool,
}

impl Wanted {
    /// All keys.
    pub const ALL: Wanted = Wanted { puzzle: true, core: true, grid: true };
}

/// As in a line of `convert --to keys`: tab-separated, `-` for what there is not.
impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for key in [self.puzzle, self.core, self.grid] {
            match key {
                Some(key) => write!(f, "{key}\t")?,
                None => f.write_str("-\t")?,
            }
        }
        self.automorphisms.fmt(f)
    }
}

/// Finds keys, with memory of its own: make one per thread and keep it.
#[derive(Default)]
pub struct Keyer {
    boards: Boards,
    reference: ReferenceSolver,
}

impl Keyer {
    /// The keys of puzzles, in order, each solved by the [reference
    /// solver](crate::solver::reference()) within the limit, which should allow two solutions.
    pub fn solve(&mut self, puzzles: &[Puzzle], limit: &Limit<'_>) -> Vec<Keys> {
        self.solve_for(Wanted::ALL, puzzles, limit)
    }

    /// The same for the keys that are wanted; without the grid's, nothing is solved.
    pub fn solve_for(
        &mut self,
        wanted: Wanted,
        puzzles: &[Puzzle],
        limit: &Limit<'_>,
    ) -> Vec<Keys> {
        if !wanted.grid {
            return self.keys_for(wanted, puzzles, puzzles.iter().map(|_| None));
        }
        let answers = self.reference.decide(puzzles, limit);
        let unique = answers.iter().map(|answer| match answer.verdict {
            Verdict::Unique => answer.solution.as_ref(),
            _ => None,
        });
        self.keys_for(wanted, puzzles, unique)
    }

    /// The keys of puzzles, in order, each with its solution if it has exactly one.
    pub fn keys<'a>(
        &mut self,
        puzzles: &[Puzzle],
        solutions: impl IntoIterator<Item = Option<&'a Grid>>,
    ) -> Vec<Keys> {
        self.keys_for(Wanted::ALL, puzzles, solutions)
    }

    fn keys_for<'a>(
        &mut self,
        wanted: Wanted,
        puzzles: &[Puzzle],
        solutions: impl IntoIterator<Item = Option<&'a Grid>>,
    ) -> Vec<Keys> {
        let cores = match wanted.core {
            true => self.cores(puzzles),
            false => vec![None; puzzles.len()],
        };
        let all = puzzles.iter().zip(cores).zip(solutions);
        all.map(|((puzzle, core), solution)| keys(wanted, puzzle, core, solution)).collect()
    }

    /// What naked and hidden singles make of puzzles, in order; nothing of one where they
    /// leave a cell without candidate or a house without place for a digit, and of a pencilmark
    /// puzzle. The order of placing does not matter.
    pub fn cores(&mut self, puzzles: &[Puzzle]) -> Vec<Option<Puzzle>> {
        let mut cores = Vec::with_capacity(puzzles.len());
        for same_kind in puzzles.chunk_by(|a, b| a.is_of_kind(b)) {
            if same_kind[0].has_marks() {
                cores.resize(cores.len() + same_kind.len(), None);
            } else if same_kind[0].layout() == Layout::nine() {
                let lanes = self.boards.lanes();
                same_kind.chunks(lanes).for_each(|some| self.push_cores(some, &mut cores));
            } else {
                cores.extend(same_kind.iter().map(core));
            }
        }
        cores
    }

    /// Adds the cores of 9×9 puzzles, at most one per lane.
    fn push_cores(&mut self, puzzles: &[Puzzle], cores: &mut Vec<Option<Puzzle>>) {
        for (lane, puzzle) in puzzles.iter().enumerate() {
            let values = puzzle.values().first_chunk().expect("81 cells");
            self.boards.load(lane, &Board::new(values));
        }
        let verdicts = self.boards.propagate(Rules::Singles, u32::MAX >> (32 - puzzles.len()));
        cores.extend((0..puzzles.len()).map(|lane| {
            let board = self.boards.save(lane);
            let digit = |&candidates: &u16| match candidates.is_power_of_two() {
                true => candidates.trailing_zeros() as u8 + 1,
                false => 0,
            };
            let values: Vec<u8> = board.cells().iter().map(digit).collect();
            let is_failed = verdicts.failed >> lane & 1 == 1;
            let core = Puzzle::new(Grid::new(Layout::nine(), &values)).ok();
            core.filter(|_| !is_failed)
        }));
    }
}

/// The core of a puzzle of any size.
fn core(puzzle: &Puzzle) -> Option<Puzzle> {
    let layout = puzzle.layout();
    let mut grid = CandidateGrid::new(puzzle);
    let mut left = usize::MAX;
    while left > grid.empty_cells() && !grid.is_contradictory() {
        left = grid.empty_cells();
        for &cell in layout.cells() {
            if let Some(digit) = grid.candidates(cell).single() {
                grid.place(cell, digit);
            }
        }
        for &house in layout.houses() {
            for digit in Digit::all(layout.order()) {
                let positions = grid.positions(house, digit);
                if positions.is_power_of_two() {
                    let place = positions.trailing_zeros() as usize;
                    grid.place(layout.house_cells(house)[place], digit);
                }
            }
        }
    }
    let is_sound = !grid.is_contradictory();
    is_sound.then(|| Puzzle::new(grid.grid().clone()).ok()).flatten()
}

/// The keys of a puzzle; where two of the three grids are equal, one search does.
fn keys(wanted: Wanted, puzzle: &Puzzle, core: Option<Puzzle>, solution: Option<&Grid>) -> Keys {
    let form = wanted.puzzle.then(|| canonical_form(puzzle)).flatten();
    let puzzle_key = form.as_ref().map(|form| Key::of_form(puzzle.layout(), form));
    let core_key = match &core {
        Some(core) if wanted.puzzle && core == puzzle => puzzle_key,
        core => core.as_ref().and_then(Key::of),
    };
    let grid_key = match (&core, solution) {
        (Some(core), Some(grid)) if core.grid() == grid => core_key,
        (_, grid) => grid.and_then(|grid| Key::of(&Puzzle::new(grid.clone()).ok()?)),
    };
    let automorphisms = form.map_or(0, |form| form.automorphisms);
    Keys { puzzle: puzzle_key, core: core_key, grid: grid_key, automorphisms }
}
