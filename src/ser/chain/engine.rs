//! The chain producers over one board, and what they remember from board to board.

use std::collections::HashMap;
use std::sync::Arc;

use super::ask::{Ask, Depth, Inner};
use super::closure::Closure;
use super::links::Links;
use super::reach::Reach;
use super::search::Search;
use super::short::Short;
use crate::ser::board::Board;
use crate::ser::hint::Hint;
use crate::ser::literal::rating;
use crate::ser::proof::{Chain, Nested, Proof, ranked};

/// How many lists of hints are remembered.
const LISTS: usize = 50_000;

/// Checks between two questions whether to stop.
const POLL: u64 = 16;

/// What outlives a puzzle.
#[derive(Default)]
pub struct Memory {
    links: Links,
    reach: Reach,
    /// The board of which they are.
    digits: Option<[u128; 9]>,
    short: Short,
    pool: Vec<Closure>,
    lists: HashMap<(u8, [u128; 9], u128), Arc<Vec<Nested>>>,
}

/// How far a rating may go.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// Producers asked and closures made.
    pub checks: u64,
    /// Asked now and then; once it has said true it must go on saying so.
    pub stop: &'a dyn Fn() -> bool,
}

/// The chain producers.
pub struct Engine<'a> {
    memory: &'a mut Memory,
    limit: Limit<'a>,
    checks: u64,
    ended: bool,
}

impl Ask for Engine<'_> {
    fn hints(&mut self, board: &Board, family: Inner) -> Arc<Vec<Nested>> {
        self.all_hints(board, family)
    }

    fn check(&mut self) {
        self.checks += 1;
        let asks = self.checks.is_multiple_of(POLL);
        self.ended |= self.checks > self.limit.checks || asks && (self.limit.stop)();
    }

    fn ended(&self) -> bool {
        self.ended
    }
}

impl<'a> Engine<'a> {
    /// The producers, which end early where a limit is reached.
    pub fn new(memory: &'a mut Memory, limit: Limit<'a>) -> Engine<'a> {
        memory.lists.clear();
        memory.digits = None;
        Engine { memory, limit, checks: 0, ended: false }
    }

    /// Counts a producer that is asked; whether a limit is reached.
    pub fn ends(&mut self) -> bool {
        self.check();
        self.ended
    }

    /// Producers asked and closures made.
    pub fn checks(&self) -> u64 {
        self.checks
    }

    fn prepare(&mut self, board: &Board) {
        if self.memory.digits != Some(board.digits) {
            self.memory.links.build(board);
            self.memory.reach.build(&self.memory.links);
            self.memory.digits = Some(board.digits);
        }
    }

    /// Producer 21.
    pub fn short(&mut self, board: &Board) -> Option<Hint> {
        self.prepare(board);
        let Memory { links, reach, short, .. } = &mut *self.memory;
        let found = short.search(board, links, reach, false).pop()?;
        let on = found.conclusion.filter(|literal| literal.is_on());
        Some(Hint {
            rating: found.rating,
            removals: found.removals,
            placement: on.map(|literal| (literal.cell(), literal.digit())),
            cells: 0,
            digits: 0,
            chains: found.paths.iter().map(|path| Chain::line(path)).collect(),
        })
    }

    /// Producer 23 and 25 to 30.
    pub fn dynamic(&mut self, board: &Board, depth: Depth, base: f64) -> Option<Hint> {
        let search = Search::new(board, depth, None, false);
        self.best(board, search, base)
    }

    /// Producer 24.
    pub fn multiple(&mut self, board: &Board) -> Option<Hint> {
        self.prepare(board);
        let links = std::mem::take(&mut self.memory.links);
        let reach = std::mem::take(&mut self.memory.reach);
        let hint = self.best(board, Search::new(board, STATIC, Some((&links, &reach)), false), 8.0);
        self.memory.links = links;
        self.memory.reach = reach;
        hint
    }

    fn best(&mut self, _board: &Board, mut search: Search, base: f64) -> Option<Hint> {
        search = search.with(std::mem::take(&mut self.memory.pool));
        let found = search.run(self).pop();
        let hint = found.map(|found| {
            let on = Some(found.conclusion).filter(|literal| literal.is_on());
            Hint {
                rating: rating(base, found.complexity),
                removals: search.removals(&found),
                placement: on.map(|literal| (literal.cell(), literal.digit())),
                cells: 0,
                digits: 0,
                chains: search.chains(&found),
            }
        });
        self.memory.pool = search.end();
        hint
    }

    /// All hints of a producer, ranked, of those that remove the same the first.
    fn all_hints(&mut self, board: &Board, family: Inner) -> Arc<Vec<Nested>> {
        let key = match family {
            Inner::Short => (0, board.digits, 0),
            Inner::Static => (1, board.digits, 0),
            Inner::Dynamic(depth) => (2 + depth.level, board.digits, board.empty),
        };
        if let Some(list) = self.memory.lists.get(&key) {
            return list.clone();
        }
        let list = Arc::new(match family {
            Inner::Short => self.all_short(board),
            Inner::Static => {
                self.prepare(board);
                let links = std::mem::take(&mut self.memory.links);
                let reach = std::mem::take(&mut self.memory.reach);
                let search = Search::new(board, STATIC, Some((&links, &reach)), true);
                let list = self.all(search, 8.0);
                self.memory.links = links;
                self.memory.reach = reach;
                list
            }
            Inner::Dynamic(depth) => {
                let base = if depth.level == 0 { 8.5 } else { 9.5 };
                self.all(Search::new(board, depth, None, true), base)
            }
        });
        if self.memory.lists.len() >= LISTS {
            self.memory.lists.clear();
        }
        self.memory.lists.insert(key, list.clone());
        list
    }

    fn all_short(&mut self, board: &Board) -> Vec<Nested> {
        self.prepare(board);
        let Memory { links, reach, short, .. } = &mut *self.memory;
        let found = short.search(board, links, reach, true).into_iter();
        let hints = found
            .map(|found| (found.rating, found.complexity, found.key, found.removals, found.paths));
        let proved = ranked(hints.collect()).into_iter().map(|(removals, complexity, paths)| {
            let chains = paths.iter().map(|path| Chain::line(path)).collect();
            Nested { removals, proof: Arc::new(Proof { complexity, chains }) }
        });
        proved.collect()
    }

    fn all(&mut self, mut search: Search, base: f64) -> Vec<Nested> {
        search = search.with(std::mem::take(&mut self.memory.pool));
        let found = search.run(self);
        let hints = found.into_iter().map(|found| {
            let (rating, removals) = (rating(base, found.complexity), search.removals(&found));
            (rating, found.complexity, found.key(), removals, found)
        });
        let hints = ranked(hints.collect());
        let proved = hints.into_iter().map(|(removals, complexity, found)| {
            let chains = search.chains(&found);
            Nested { removals, proof: Arc::new(Proof { complexity, chains }) }
        });
        let list = proved.collect();
        self.memory.pool.append(&mut search.end());
        list
    }
}

const STATIC: Depth = Depth { dynamic: false, nishio: false, level: 0 };
