//! Ratings: how hard a puzzle is for a human, by the strategies it asks for.
//!
//! A puzzle is solved in HoDoKu's order, and with the rest of the ladder where that
//! stalls. Its *score* is the sum of its steps' scores; its *level* is that of the hardest
//! step, raised while the score exceeds what the level allows. HoDoKu knows levels of 9×9
//! puzzles only: for other sizes the scores allowed grow and shrink with the number of cells.
//! In another [order](Order) the score is of that order's measure. Beside it stands the T&E
//! depth, which depends on no order, no score and no symmetry: how deeply assumptions must
//! be nested if singles are all one knows.
//!
//! The rating of Sudoku Explainer itself is an [`ExactRater`]'s, that of HoDoKu itself a
//! [`HodokuRater`]'s.
//!
//! Only a puzzle with exactly one solution is rated; the reference solver decides that
//! first, so strategies that presume it are sound; of pencilmark puzzles they are left out.
//! Source: HoDoKu 2.2, its default levels and scores.

mod depth;
mod exact;
mod hodoku;
mod order;

use std::cell::Cell;

use crate::grid::{CandidateGrid, Puzzle};
use crate::hodoku::MAXIMA;
use crate::solver::{Limit, ReferenceSolver, Usage, Verdict};
use crate::strategy::{Ending, HODOKU, LADDER, Level, Measure, Order, STRATEGIES, Strategy, walk};

pub use depth::Depths;
pub use exact::{Exact, ExactRater, Rated};
pub use hodoku::{Graded, HodokuRater};
pub use order::Way;

/// How hard a puzzle is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    /// Whether the strategies solved it. A puzzle without exactly one solution is
    /// not rated, so it is not solved.
    pub solved: bool,
    /// [`Verdict::Unique`] if they did, [`Verdict::Stalled`] if they did not;
    /// [`Verdict::Limit`] if the rating was cut short, and what it says is what was found
    /// before; else why it is not rated: [`Verdict::Multiple`] or [`Verdict::None`].
    pub verdict: Verdict,
    /// The T&E depth, 0 to 3; none for a puzzle that is not rated, that is deeper, or that
    /// is not 9×9.
    pub te_depth: Option<u8>,
    /// The level of the puzzle.
    pub level: Level,
    /// What the steps' scores come to, in the measure of the order.
    pub score: u32,
    /// What the steps' scores come to in HoDoKu's measure, which the level depends on.
    sum: u32,
    /// The steps by level, easiest first.
    pub steps: [u32; 5],
    /// The steps by strategy.
    pub usage: Usage,
    /// The hardest step's strategy and what makes it that.
    hardest: Option<(Level, u16, usize)>,
}

impl Rating {
    /// The strategy with the highest level, then score, that was used; where the
    /// highest score counts, the one that has it. A harder one by this measure may stand
    /// before it in the order: see [`Usage::hardest_in_order`].
    pub fn hardest(&self) -> Option<&'static Strategy> {
        self.hardest.map(|(.., place)| &STRATEGIES[place])
    }

    /// Whether a step presumed that there is one solution.
    pub fn used_uniqueness(&self) -> bool {
        self.usage.used_uniqueness()
    }

    fn unrated(verdict: Verdict) -> Rating {
        Rating {
            solved: false,
            verdict,
            te_depth: None,
            level: Level::Easy,
            score: 0,
            sum: 0,
            steps: [0; 5],
            usage: Usage::NONE,
            hardest: None,
        }
    }

    fn count(&mut self, place: usize, Rater { strategies, scores, measure, .. }: &Rater) {
        let (strategy, score) = (&STRATEGIES[place], scores[place]);
        self.usage.count(strategies, place);
        self.steps[strategy.level as usize] += 1;
        let hardness = match measure {
            Measure::Sum => (strategy.level, score, place),
            Measure::Highest => (Level::Easy, score, place),
        };
        self.hardest = self.hardest.max(Some(hardness));
        self.score = match measure {
            Measure::Sum => self.score + u32::from(score),
            Measure::Highest => self.score.max(score.into()),
        };
        self.sum += u32::from(strategy.score);
        self.level = self.level.max(strategy.level);
    }
}

/// Of some strategies those that hold for a puzzle with one solution. Where marks exclude a
/// candidate, digits that could be exchanged elsewhere cannot be, so those that presume one
/// solution prove nothing.
fn sound(puzzle: &Puzzle, strategies: &[usize]) -> Vec<usize> {
    let holds = |place: &usize| !puzzle.has_marks() || !STRATEGIES[*place].uniqueness;
    strategies.iter().copied().filter(holds).collect()
}

/// Rates puzzles; keep one per thread.
pub struct Rater {
    /// The strategies, places in [`STRATEGIES`], first tried first.
    strategies: Vec<usize>,
    /// By place: what a step counts.
    scores: [u16; STRATEGIES.len()],
    measure: Measure,
    reference: ReferenceSolver,
    depths: Depths,
}

impl Default for Rater {
    /// Rates in HoDoKu's order, with the rest of the ladder where that stalls.
    fn default() -> Rater {
        let mut rater = Rater::new(&HODOKU);
        let rest = LADDER.rungs().filter(|(place, _)| !HODOKU.strategies.contains(place));
        rater.extend(rest);
        rater
    }
}

impl Rater {
    /// Rates with the strategies of an order alone.
    pub fn new(order: &Order) -> Rater {
        let mut rater = Rater {
            strategies: Vec::new(),
            scores: [0; STRATEGIES.len()],
            measure: order.measure,
            reference: ReferenceSolver::default(),
            depths: Depths::default(),
        };
        rater.extend(order.rungs());
        rater
    }

    fn extend(&mut self, rungs: impl Iterator<Item = (usize, u16)>) {
        for (place, score) in rungs {
            self.strategies.push(place);
            self.scores[place] = score;
        }
    }

    /// Rates a puzzle, unless that takes more than so many `checks`, strategies tried on a
    /// grid, or `stop`, asked now and then, says that it should end. Once `stop` has said true it
    /// must go on saying so.
    ///
    /// ```
    /// use sudoku_lab::{rate::Rater, strategy::Level, text};
    ///
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = text::parse_cells(line.as_bytes()).unwrap();
    /// let rating = Rater::default().rate(&puzzle, u64::MAX, &|| false);
    /// assert_eq!((rating.solved, rating.te_depth, rating.level), (true, Some(0), Level::Easy));
    /// ```
    pub fn rate(&mut self, puzzle: &Puzzle, checks: u64, stop: &dyn Fn() -> bool) -> Rating {
        let limit = Limit { stop, ..Limit::solutions(2) };
        let verdict = self.reference.decide(std::slice::from_ref(puzzle), &limit)[0].verdict;
        let mut rating = Rating::unrated(verdict);
        if verdict != Verdict::Unique {
            return rating;
        }
        rating.te_depth = self.depths.of(puzzle, stop);
        let strategies = sound(puzzle, &self.strategies);
        let (mut grid, left) = (CandidateGrid::new(puzzle), Cell::new(Some(checks)));
        let spend = |checks| left.set(left.get().and_then(|left| left.checked_sub(checks)));
        let ends = || left.get().is_none() || stop();
        let ending = walk(&mut grid, &strategies, &ends, &mut |place, _, _| {
            let rank = strategies.iter().position(|&strategy| strategy == place);
            spend(rank.map_or(0, |rank| rank as u64 + 1));
            if left.get().is_some() {
                rating.count(place, self);
            }
        });
        if ending == Some(Ending::Stalled) {
            spend(strategies.len() as u64);
        }
        let late = left.get().is_none() || rating.te_depth.is_none() && stop();
        let Some(ending) = ending.filter(|_| !late) else {
            rating.verdict = Verdict::Limit;
            return rating;
        };
        let cells = puzzle.values().len() as u64;
        let allowed = |&&(level, most): &&(Level, u32)| {
            level >= rating.level && u64::from(rating.sum) * 81 <= u64::from(most) * cells
        };
        rating.level = MAXIMA.iter().find(allowed).map_or(Level::Extreme, |&(level, _)| level);
        rating.solved = ending == Ending::Solved;
        rating.verdict = if rating.solved { verdict } else { Verdict::Stalled };
        rating
    }
}
