//! The keys of all puzzles of some inputs, in order.

use super::error::SetsError;
use super::level::Level;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::keys::{Key, Keyer};
use crate::solver::Limit;
use crate::source::{Block, Input};
use crate::stream::{BATCH, Contents, Stream};

/// A puzzle's key at each of some levels, in their order.
pub(super) type LevelKeys = Vec<Option<Key>>;

/// Inputs whose puzzles are to have keys.
pub(super) struct Reading<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) threads: usize,
    pub(super) interrupt: &'a Interrupt,
    /// Is told of what cannot be read.
    pub(super) warn: &'a dyn Fn(&str),
}

/// What a block held.
struct Found {
    /// Of each puzzle its line, from 1, and its keys.
    puzzles: Vec<(u64, LevelKeys)>,
    rejects: u64,
}

impl Reading<'_> {
    /// Hands over the input's place among the inputs, the line and the keys of each puzzle, and
    /// the input's place alone for a line that should hold a puzzle and does not. Returns what
    /// the inputs held; when interrupted, some of it is missing.
    pub(super) fn keys(
        &self,
        levels: &[Level],
        mut take: impl FnMut(usize, Option<(u64, LevelKeys)>) -> Result<(), SetsError>,
    ) -> Result<Contents, SetsError> {
        let &Reading { inputs, threads, interrupt, warn } = self;
        let stream = Stream { inputs, block_lines: BATCH, limit: None, threads, interrupt, warn };
        let worker = || {
            let mut keyer = Keyer::default();
            move |_: &Input, block: Block| found(&mut keyer, levels, &block, interrupt)
        };
        let mut place = 0;
        stream.answer(worker, |input, found: Found| {
            while !std::ptr::eq(&inputs[place], input) {
                place += 1;
            }
            (0..found.rejects).try_for_each(|_| take(place, None))?;
            found.puzzles.into_iter().try_for_each(|puzzle| take(place, Some(puzzle)))
        })
    }
}

fn found(keyer: &mut Keyer, levels: &[Level], block: &Block, interrupt: &Interrupt) -> Found {
    let (mut lines, mut puzzles, mut rejects) = (Vec::new(), Vec::new(), 0);
    for line in block.puzzles() {
        match line.puzzle {
            Ok(puzzle) => {
                lines.push(line.number);
                puzzles.push(puzzle);
            }
            Err(_) => rejects += 1,
        }
    }
    let limit = Limit { stop: &|| interrupt.is_set(), ..Limit::solutions(2) };
    let keys = keyer.solve_for(Level::wanted(levels), &puzzles, &limit);
    let of_puzzle = |(puzzle, keys): (&Puzzle, _)| -> LevelKeys {
        let givens = Key::of_givens(puzzle);
        levels.iter().map(|level| level.key(givens, &keys)).collect()
    };
    let keys = puzzles.iter().zip(keys).map(of_puzzle);
    Found { puzzles: lines.into_iter().zip(keys).collect(), rejects }
}
