//! Whether a puzzle meets a target: what costs least is asked first, and nothing that cannot
//! change the answer.

use std::cell::{Cell as Flag, RefCell};
use std::ops::{ControlFlow, RangeInclusive};

use super::Target;
use crate::grid::{CandidateGrid, Cell, Digit, Layout, Puzzle};
use crate::hodoku::{self, MAXIMA, RUNGS};
use crate::lanes::{Outcome, Trials};
use crate::rate::{Depths, Rater};
use crate::ser;
use crate::solver::board;
use crate::strategy::{
    Ending, HODOKU, LADDER, Level, Memory, STRATEGIES, Studied, first_step, places, walk,
};

/// How a puzzle stands to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It meets it.
    Meets,
    /// It is too easy, by this much: rungs of the ladder, tenths of a rating, levels or steps.
    TooEasy(u32),
    /// It is too hard.
    TooHard {
        /// What the target allows leaves these cells empty.
        empty: Vec<Cell>,
        /// Whether what the target asks for was used before that.
        used: bool,
    },
}

impl Fit {
    /// 0 for a puzzle that meets the target; else more for one that is further off.
    pub fn distance(&self) -> u32 {
        match self {
            Fit::Meets => 0,
            Fit::TooEasy(by) => *by,
            Fit::TooHard { empty, used: true } => empty.len() as u32,
            Fit::TooHard { empty, used: false } => UNUSED + empty.len() as u32,
        }
    }
}

/// How much further off a puzzle is that does not even use what is asked for.
const UNUSED: u32 = 20;

/// More than candidates there are.
const EASIEST: u32 = 1_000;

/// Judges puzzles; keep one per thread.
pub struct Judge {
    target: Target,
    depths: Depths,
    trials: Trials,
    ser: ser::Memory,
    hodoku: hodoku::Memory,
    rater: Rater,
}

/// Whether nothing up to a level solves a puzzle, which the rater would take longer to find out.
fn by_easier(puzzle: &Puzzle, level: Level, stop: Stop<'_>) -> Option<Fit> {
    let is_easier = |place: &usize| STRATEGIES[*place].level <= level;
    let rest = LADDER.strategies.iter().filter(|place| !HODOKU.strategies.contains(place));
    let strategies: Vec<usize> =
        HODOKU.strategies.iter().chain(rest).copied().filter(is_easier).collect();
    let (mut grid, mut used) = (CandidateGrid::new(puzzle), false);
    let ending = walk(&mut grid, &strategies, stop, &mut |place, _, _| {
        used |= STRATEGIES[place].level == level;
    });
    (ending != Some(Ending::Solved)).then(|| Fit::TooHard { empty: empty(&grid), used })
}

type Range = Option<RangeInclusive<u32>>;

/// When to give up; the judgement is of no use then.
type Stop<'a> = &'a dyn Fn() -> bool;

impl Judge {
    /// One for this target.
    pub fn new(target: &Target) -> Judge {
        Judge {
            target: target.clone(),
            depths: Depths::default(),
            trials: Trials::default(),
            ser: ser::Memory::default(),
            hodoku: hodoku::Memory::default(),
            rater: Rater::default(),
        }
    }

    /// How a puzzle with exactly this solution stands to the target. Once `stop` has said true
    /// it must go on saying so, and what is returned says nothing.
    pub fn judge(&mut self, puzzle: &Puzzle, solution: &[u8], stop: Stop<'_>) -> Fit {
        let fits: [&dyn Fn(&mut Judge) -> Fit; 4] = [
            &|judge| judge.by_ladder(puzzle, stop),
            &|judge| judge.by_depth(puzzle, stop),
            &|judge| judge.by_rating(puzzle, stop),
            &|judge| judge.by_path(puzzle, solution, stop),
        ];
        let misfit = fits.into_iter().map(|fit| fit(self)).find(|fit| *fit != Fit::Meets);
        misfit.unwrap_or(Fit::Meets)
    }

    fn by_ladder(&self, puzzle: &Puzzle, stop: Stop<'_>) -> Fit {
        let mut grid = CandidateGrid::new(puzzle);
        if let Some(needs) = self.target.needs {
            let without = climb(&mut grid, needs, stop);
            if without.solves {
                return Fit::TooEasy((needs - without.hardest.unwrap_or(0)) as u32);
            }
            let with = climb(&mut grid, needs + 1, stop);
            if !with.solves {
                return Fit::TooHard { empty: empty(&grid), used: with.hardest.is_some() };
            }
        } else if let Some(most) = self.target.most
            && !climb(&mut grid, most + 1, stop).solves
        {
            return Fit::TooHard { empty: empty(&grid), used: false };
        }
        Fit::Meets
    }

    fn by_depth(&mut self, puzzle: &Puzzle, stop: Stop<'_>) -> Fit {
        let Some(wanted) = self.target.te_depth else { return Fit::Meets };
        match self.depths.of(puzzle, stop) {
            Some(depth) if depth == wanted => Fit::Meets,
            // The fewer candidates trials refute where that is hardest, the nearer they are to
            // refuting none.
            Some(1) if wanted > 1 => {
                Fit::TooEasy(u32::from(wanted - 1) + self.refuted(puzzle, stop))
            }
            Some(depth) if depth < wanted => Fit::TooEasy(EASIEST + u32::from(wanted - depth)),
            _ => Fit::TooHard { empty: empty(&CandidateGrid::new(puzzle)), used: false },
        }
    }

    /// How many candidates trials of depth 1 refute in the round in which they refute fewest,
    /// of a puzzle that they solve. A round deletes all that are refuted on the same board.
    fn refuted(&mut self, puzzle: &Puzzle, stop: Stop<'_>) -> u32 {
        let mut board = board(puzzle);
        let mut fewest = u32::MAX;
        while self.trials.close(&mut board, 0, stop) == Outcome::Open && fewest > 0 && !stop() {
            let mut refuted = Vec::new();
            let _ = self.trials.refuted(&board, 1, stop, &mut |cell, digit| {
                refuted.push((cell, digit));
                ControlFlow::Continue(())
            });
            fewest = fewest.min(refuted.len() as u32);
            for (cell, digit) in refuted {
                board.set_candidates(cell, board.candidates(cell) & !digit);
            }
        }
        fewest
    }

    /// Only the producers that can have a hint within the range are asked, and none after a hint
    /// beyond it.
    fn by_rating(&mut self, puzzle: &Puzzle, stop: Stop<'_>) -> Fit {
        let Some(wanted) = &self.target.rating else { return Fit::Meets };
        let (beyond, placed) = (Flag::new(false), RefCell::new(CandidateGrid::new(puzzle)));
        let used = Flag::new(false);
        let stops = || beyond.get() || stop();
        let limit = ser::Limit { checks: u64::MAX, stop: &stops };
        let producers = ser::producers_up_to(*wanted.end());
        let ratings = ser::course_of(producers, puzzle, &mut self.ser, limit, |_, hint| {
            beyond.set(beyond.get() || hint.tenths() > *wanted.end());
            used.set(used.get() || wanted.contains(&hint.tenths()));
            if let Some((cell, digit)) = hint.placement.filter(|_| !beyond.get()) {
                fill(&placed, cell, digit);
            }
        });
        if beyond.get() || ratings.ser > *wanted.end() {
            return Fit::TooHard { empty: empty(&placed.borrow()), used: used.get() };
        }
        match wanted.start().saturating_sub(ratings.ser) {
            0 => Fit::Meets,
            by => Fit::TooEasy(by.into()),
        }
    }

    fn by_path(&mut self, puzzle: &Puzzle, solution: &[u8], stop: Stop<'_>) -> Fit {
        let Target { level, ref steps, ref score, .. } = self.target;
        if !self.target.asks_path() {
            return Fit::Meets;
        }
        let most = |range: &Range| range.as_ref().map_or(u32::MAX, |range| *range.end());
        let (most_steps, mut most_score) = (most(steps), most(score));
        if let Some((_, most)) = MAXIMA.iter().find(|&&(of, _)| level == Some(of)) {
            most_score = most_score.min(*most);
        }
        let (found, sum, taken);
        if puzzle.layout() == Layout::nine() {
            let (beyond, placed) = (Flag::new(false), RefCell::new(CandidateGrid::new(puzzle)));
            let (count, total, used) = (Flag::new(0), Flag::new(0), Flag::new(false));
            let last = RUNGS.iter().rposition(|rung| level.is_none_or(|level| rung.level <= level));
            let rungs = &RUNGS[..last.map_or(0, |last| last + 1)];
            let stops = || beyond.get() || stop();
            let limit = hodoku::Limit { checks: u64::MAX, stop: &stops };
            let memory = &mut self.hodoku;
            let grade = hodoku::course_of(rungs, puzzle, solution, memory, limit, |rung, step| {
                count.set(count.get() + 1);
                total.set(total.get() + rung.score);
                let is_harder = level.is_some_and(|level| rung.level > level);
                used.set(used.get() || level == Some(rung.level));
                let is_more = count.get() > most_steps || total.get() > most_score;
                beyond.set(beyond.get() || is_harder || is_more);
                if let Some(candidate) = step.placement.filter(|_| !beyond.get()) {
                    fill(&placed, candidate.cell.into(), candidate.digit.into());
                }
            });
            if beyond.get() {
                let used = level.is_some() && used.get();
                return Fit::TooHard { empty: empty(&placed.borrow()), used };
            }
            (found, sum, taken) = (grade.level, grade.score, count.get());
        } else {
            if let Some(level) = level
                && let Some(misfit) = by_easier(puzzle, level, stop)
            {
                return misfit;
            }
            let rating = self.rater.rate(puzzle, u64::MAX, stop);
            (found, sum, taken) = (rating.level, rating.score, rating.steps.iter().sum());
            let is_harder = level.is_some_and(|level| found > level);
            // The level's own bound on the score grows with the size, so the level says it.
            if !rating.solved || is_harder || taken > most_steps || sum > most(score) {
                let empty = empty(&CandidateGrid::new(puzzle));
                return Fit::TooHard { empty, used: false };
            }
        }
        let short = |range: &Range, has: u32| {
            range.as_ref().map_or(0, |range| range.start().saturating_sub(has))
        };
        let short_level = level.map_or(0, |level| (level as u32).saturating_sub(found as u32));
        let by = short_level.max(short(steps, taken)).max(short(score, sum));
        if by > 0 { Fit::TooEasy(by) } else { Fit::Meets }
    }
}

/// Fills a cell of a 9×9 grid that is only counted.
fn fill(grid: &RefCell<CandidateGrid>, cell: usize, digit: usize) {
    let mut grid = grid.borrow_mut();
    let cell = grid.layout().cells()[cell];
    if grid.digit(cell).is_none() {
        grid.place(cell, Digit::new(digit as u8 + 1));
    }
}

/// The cells without value.
fn empty(grid: &CandidateGrid) -> Vec<Cell> {
    let cells = grid.layout().cells().iter().copied();
    cells.filter(|&cell| grid.digit(cell).is_none()).collect()
}

/// The first rungs after the singles.
const SINGLES: usize = 3;

/// How a climb ended.
struct Climb {
    solves: bool,
    /// The hardest rung that was used.
    hardest: Option<usize>,
}

/// Solves with the first so many rungs of the ladder, until they solve it, stall or are stopped.
/// The grid stays where that ends.
///
/// It ends as [`walk`](crate::strategy::walk) does, and sooner: from the fourth rung on, singles
/// are placed as they are seen, for which of them comes first makes no difference.
fn climb(grid: &mut CandidateGrid, rungs: usize, stop: Stop<'_>) -> Climb {
    const {
        let singles = places(["full-house", "hidden-single", "naked-single"]);
        let mut rung = 0;
        while rung < SINGLES {
            assert!(LADDER.strategies[rung] == singles[rung]);
            rung += 1;
        }
    };
    let mut hardest = None;
    let first = if rungs > SINGLES { SINGLES } else { 0 };
    let memory = Memory::default();
    loop {
        if first > 0 && place_singles(grid) {
            hardest = hardest.max(Some(SINGLES - 1));
        }
        if let Some(ending) = Ending::of(grid) {
            return Climb { solves: ending == Ending::Solved, hardest };
        }
        let studied = Studied::new(grid, stop).remembering(&memory);
        let strategies = LADDER.strategies[first..rungs].iter().copied();
        let Some((strategy, step)) = first_step(strategies, &studied).filter(|_| !stop()) else {
            return Climb { solves: false, hardest };
        };
        hardest = hardest.max(LADDER.strategies.iter().position(|&place| place == strategy));
        step.apply(grid);
    }
}

/// Places naked and hidden singles until there are none; whether there were any.
fn place_singles(grid: &mut CandidateGrid) -> bool {
    let (layout, order) = (grid.layout(), grid.order());
    let mut any = false;
    loop {
        let before = grid.empty_cells();
        for &cell in layout.cells() {
            let mut candidates = grid.candidates(cell);
            if candidates.len() == 1 {
                grid.place(cell, candidates.next().expect("there is one"));
            }
        }
        for &house in layout.houses() {
            for digit in Digit::all(order) {
                let positions = grid.positions(house, digit);
                if positions.is_power_of_two() {
                    let position = positions.trailing_zeros() as usize;
                    grid.place(layout.house_cells(house)[position], digit);
                }
            }
        }
        if grid.empty_cells() == before {
            return any;
        }
        any = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Recipe, Requirement};

    #[test]
    fn climbing_ends_where_walking_does() {
        let recipe = Recipe::nine(0..=81, Requirement::Minimal, 3);
        let puzzles = Generator::new(recipe).unwrap().puzzles(0..30);
        let mut solved = 0;
        for (index, puzzle) in puzzles.into_iter().enumerate() {
            let puzzle = puzzle.unwrap();
            for rungs in [2, 5, 14 + index] {
                let [mut climbed, mut walked] = [(); 2].map(|()| CandidateGrid::new(&puzzle));
                let mut hardest = 0;
                let strategies = &LADDER.strategies[..rungs];
                let ending = walk(&mut walked, strategies, &|| false, &mut |place, _, _| {
                    let rung = strategies.iter().position(|&strategy| strategy == place).unwrap();
                    hardest = hardest.max(rung);
                });
                let end = climb(&mut climbed, rungs, &|| false);
                assert_eq!(climbed.grid(), walked.grid());
                assert_eq!(end.solves, ending == Some(Ending::Solved));
                assert_eq!(end.hardest.unwrap_or(0).max(SINGLES), hardest.max(SINGLES));
                solved += usize::from(end.solves);
            }
        }
        assert!((10..80).contains(&solved), "{solved}");
        assert_eq!(STRATEGIES[LADDER.strategies[SINGLES]].name, "pointing");
    }
}
