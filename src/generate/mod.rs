//! Seeded generation of puzzles.
//!
//! A puzzle is a random full grid with cells emptied at random. What may be
//! emptied is the [`Kind`]: anything, as in HR12 (section 4.4), where nobody looks
//! how many solutions there are; or only what keeps the solution the only one.
//!
//! Puzzle i of a seed has a random stream of its own, so any thread may make any
//! puzzle and the set is the same. Nothing here rates a puzzle or compares it
//! with others: two indices may, on a small grid, give the same one.

mod config;
mod full;
mod remove;
mod symmetry;
mod uniqueness;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::grid::{Cell, Puzzle};
pub use config::{Config, GenerateError, Kind};
pub use full::FullGrids;
pub use symmetry::Symmetry;
pub use uniqueness::Uniqueness;

/// Full grids tried for one puzzle before its number of clues is out of reach.
const ATTEMPTS: u32 = 10_000;

/// Makes the puzzles of a [`Config`], with scratch memory for one thread.
pub struct Generator {
    config: Config,
    grids: FullGrids,
    orbits: Vec<Vec<Cell>>,
    uniqueness: Box<dyn Uniqueness>,
}

impl Generator {
    /// A generator that leaves it to `uniqueness` to say which givens can go.
    ///
    /// # Errors
    /// When the range of clues is empty or exceeds the grid.
    pub fn new(
        config: Config,
        uniqueness: Box<dyn Uniqueness>,
    ) -> Result<Generator, GenerateError> {
        let (clues, cells) = (&config.clues, config.layout.cells().len());
        if clues.is_empty() || *clues.end() > cells {
            return Err(GenerateError::Range { clues: clues.clone(), cells });
        }
        let grids = FullGrids::new(config.layout);
        let orbits = config.symmetry.orbits(config.layout);
        Ok(Generator { config, grids, orbits, uniqueness })
    }

    /// Puzzle number `index` of the set.
    ///
    /// # Errors
    /// When no puzzle of that kind with that many clues was found.
    pub fn generate(&mut self, index: u64) -> Result<Puzzle, GenerateError> {
        let Config { kind, ref clues, seed, .. } = self.config;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(index);
        let target = match kind {
            Kind::Any | Kind::Unique => rng.random_range(clues.clone()),
            Kind::Minimal => 0,
        };
        let mut orbits: Vec<&[Cell]> = self.orbits.iter().map(Vec::as_slice).collect();
        let largest = orbits.iter().map(|orbit| orbit.len()).max().unwrap_or(1);
        for _ in 0..ATTEMPTS {
            let full = self.grids.draw(&mut rng);
            let mut puzzle = Puzzle::new(full).expect("a full grid has no conflict");
            orbits.shuffle(&mut rng);
            match kind {
                Kind::Any => empty(&mut puzzle, &orbits, target),
                Kind::Unique | Kind::Minimal => {
                    remove::remove(&mut puzzle, &orbits, target, self.uniqueness.as_mut());
                }
            }
            let count = puzzle.clues();
            // Orbits of several cells may step over the target.
            let reached = kind == Kind::Minimal || count < target + largest;
            if reached && clues.contains(&count) {
                return Ok(puzzle);
            }
        }
        Err(GenerateError::OutOfReach { index, clues: clues.clone() })
    }
}

/// Empties orbits in this order while at least `target` givens stay.
fn empty(puzzle: &mut Puzzle, orbits: &[&[Cell]], target: usize) {
    let mut clues = puzzle.clues();
    for orbit in orbits {
        if clues >= target + orbit.len() {
            orbit.iter().for_each(|&cell| puzzle.remove(cell));
            clues -= orbit.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::*;
    use crate::grid::Layout;
    use crate::solver::{Dlx, Limit, Verdict, find_solver};

    fn generator(
        order: usize,
        clues: RangeInclusive<usize>,
        kind: Kind,
        symmetry: Symmetry,
    ) -> Generator {
        let layout = Layout::of_order(order).unwrap();
        let config = Config { layout, clues, kind, symmetry, seed: 1 };
        Generator::new(config, Box::new(Dlx::default())).unwrap()
    }

    /// By MiniSat, which the generator does not use.
    fn verdict(puzzle: &Puzzle) -> Verdict {
        let mut solver = (find_solver("sat").unwrap().build)();
        solver.solve(puzzle, &Limit::solutions(2)).verdict
    }

    #[test]
    fn a_seed_and_an_index_are_a_puzzle_for_good() {
        let mut any = generator(9, 20..=40, Kind::Any, Symmetry::None);
        assert_eq!(
            format!("{:?}", any.generate(0).unwrap()),
            ".7.4.......491..25..1..74..19...8...73.64....8..13....9.82....7.6.795.1....3.1..."
        );
        let mut unique = generator(9, 24..=30, Kind::Unique, Symmetry::Rotate);
        let third = unique.generate(3).unwrap();
        assert_eq!(
            format!("{third:?}"),
            "8..........9..3.18..361...4...8...4...2.7.6...5...2...2...967..64.3..9..........1"
        );
        unique.generate(0).unwrap();
        assert_eq!(unique.generate(3).unwrap(), third, "whatever was made before");
    }

    #[test]
    fn clues_are_within_the_range() {
        for (order, clues) in
            [(4, 5..=8), (6, 14..=20), (9, 25..=27), (12, 70..=80), (16, 140..=150)]
        {
            for kind in [Kind::Any, Kind::Unique] {
                let mut generator = generator(order, clues.clone(), kind, Symmetry::None);
                for index in 0..4 {
                    let puzzle = generator.generate(index).unwrap();
                    assert!(clues.contains(&puzzle.clues()), "{puzzle:?}");
                    let verdict = verdict(&puzzle);
                    assert!(verdict == Verdict::Unique || kind == Kind::Any, "{puzzle:?}");
                }
            }
        }
    }

    #[test]
    fn large_grids_are_generated() {
        let puzzle = generator(25, 400..=400, Kind::Unique, Symmetry::None).generate(0).unwrap();
        assert_eq!((puzzle.clues(), verdict(&puzzle)), (400, Verdict::Unique));
    }

    #[test]
    fn every_given_of_a_minimal_puzzle_is_necessary() {
        for (order, cells) in [(4, 16), (6, 36), (9, 81)] {
            let mut generator = generator(order, 0..=cells, Kind::Minimal, Symmetry::None);
            let puzzle = generator.generate(7).unwrap();
            assert_eq!(verdict(&puzzle), Verdict::Unique, "{puzzle:?}");
            let givens = puzzle.layout().cells().iter().filter(|&&c| puzzle.given(c).is_some());
            for &cell in givens {
                let mut without = puzzle.clone();
                without.remove(cell);
                assert_eq!(verdict(&without), Verdict::Multiple, "{puzzle:?} without {cell}");
            }
        }
    }

    #[test]
    fn a_symmetry_shows_in_the_givens() {
        use Symmetry::*;
        for symmetry in [Rotate, Quarter, Mirror, Diagonal] {
            let puzzle = generator(9, 28..=36, Kind::Unique, symmetry).generate(0).unwrap();
            for orbit in symmetry.orbits(puzzle.layout()) {
                let given = orbit.iter().filter(|&&cell| puzzle.given(cell).is_some()).count();
                assert!(given == 0 || given == orbit.len(), "{symmetry:?}: {puzzle:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        let config = |clues| Config {
            layout: Layout::nine(),
            clues,
            kind: Kind::Any,
            symmetry: Symmetry::Rotate,
            seed: 1,
        };
        let new = |clues| Generator::new(config(clues), Box::new(Dlx::default()));
        assert!(matches!(new(80..=82), Err(GenerateError::Range { cells: 81, .. })));
        let mut impossible = generator(4, 0..=1, Kind::Unique, Symmetry::None);
        assert!(matches!(impossible.generate(0), Err(GenerateError::OutOfReach { .. })));
    }
}
