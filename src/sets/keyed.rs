//! The keys of all puzzles of some inputs, in order.

use super::error::SetsError;
use super::level::Level;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::keys::{Key, Keyer, Keys};
use crate::solver::Limit;
use crate::source::{Block, Input};
use crate::stream::{BATCH, Contents, FEW, Stream};

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
    /// Hands over what each puzzle's group is at a level: its key there; of one that has none the
    /// puzzle's key, or else that of its givens. Nothing for a line that should hold a puzzle and
    /// does not.
    pub(super) fn groups(
        &self,
        level: Level,
        mut take: impl FnMut(Option<Key>) -> Result<(), SetsError>,
    ) -> Result<Contents, SetsError> {
        self.read(&[level], true, |_, puzzle| take(puzzle.and_then(|(_, keys)| keys[0])))
    }

    /// Hands over the input's place among the inputs, the line and the keys of each puzzle, and
    /// the input's place alone for a line that should hold a puzzle and does not. Returns what
    /// the inputs held; when interrupted, some of it is missing.
    pub(super) fn keys(
        &self,
        levels: &[Level],
        take: impl FnMut(usize, Option<(u64, LevelKeys)>) -> Result<(), SetsError>,
    ) -> Result<Contents, SetsError> {
        self.read(levels, false, take)
    }

    fn read(
        &self,
        levels: &[Level],
        all: bool,
        mut take: impl FnMut(usize, Option<(u64, LevelKeys)>) -> Result<(), SetsError>,
    ) -> Result<Contents, SetsError> {
        let &Reading { inputs, threads, interrupt, warn } = self;
        let stream =
            Stream { inputs, block_lines: BATCH.into(), limit: None, threads, interrupt, warn };
        let worker = || {
            let mut keyer = Keyer::default();
            move |_: &Input, block: Block| found(&mut keyer, levels, all, &block, interrupt)
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

/// The keys of a block's puzzles, of which `all` have one; when interrupted, of the first of them.
fn found(
    keyer: &mut Keyer,
    levels: &[Level],
    all: bool,
    block: &Block,
    interrupt: &Interrupt,
) -> Found {
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
    let mut keys: Vec<LevelKeys> = Vec::with_capacity(puzzles.len());
    // A canonical form asks no interrupt, and one of a large grid may take long.
    let at_once = if puzzles.iter().all(|p| p.layout().order() <= 9) { FEW * 16 } else { FEW };
    for some in puzzles.chunks(at_once).take_while(|_| !interrupt.is_set()) {
        let of_puzzle = |(puzzle, keys): (&Puzzle, Keys)| -> LevelKeys {
            let givens = Key::of_givens(puzzle);
            let instead = || all.then(|| keys.puzzle.or_else(|| Key::of(puzzle)).unwrap_or(givens));
            let key = |level: &Level| level.key(givens, &keys).or_else(instead);
            levels.iter().map(key).collect()
        };
        let solved = keyer.solve_for(Level::wanted(levels), some, &limit);
        keys.extend(some.iter().zip(solved).map(of_puzzle));
    }
    Found { puzzles: lines.into_iter().zip(keys).collect(), rejects }
}
