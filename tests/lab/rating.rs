//! Ratings: sums, symmetry, limits, and what is not rated.

use std::cell::Cell;

use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{CandidateGrid, Layout, Puzzle};
use sudoku_lab::rate::{Rater, Rating};
use sudoku_lab::solver::Verdict;
use sudoku_lab::strategy::{Ending, HODOKU, Level, SE, STRATEGIES, walk};
use sudoku_lab::text::parse_cells;

use super::puzzles::{Mirror, Random, puzzle};

const HARD: &[u8] =
    b".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// The rating, without a limit.
fn rate(rater: &mut Rater, puzzle: &Puzzle) -> Rating {
    rater.rate(puzzle, u64::MAX, &|| false)
}

#[test]
fn score_and_steps_are_those_of_the_strategies() {
    let (mut rater, mut random) = (Rater::default(), Random::new(41));
    for _ in 0..20 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let rating = rate(&mut rater, &puzzle);
        assert!(rating.solved);
        let used = || STRATEGIES.iter().zip(rating.usage.counts());
        let score: u32 = used().map(|(s, &count)| u32::from(s.score) * u32::from(count)).sum();
        assert_eq!(rating.score, score);
        let steps: u32 = used().map(|(_, &count)| u32::from(count)).sum();
        assert_eq!(rating.steps.iter().sum::<u32>(), steps);
        let hardest = rating.hardest().expect("a minimal puzzle needs a step");
        assert!(rating.level >= hardest.level);
        assert_eq!(rating.te_depth == Some(0), hardest.level == Level::Easy);
        assert_eq!(rate(&mut rater, &puzzle), rating, "the same again");
        let image = Mirror::new(&mut random, Layout::nine()).grid(puzzle.grid());
        assert_eq!(rate(&mut rater, &Puzzle::new(image).unwrap()).te_depth, rating.te_depth);
    }
}

#[test]
fn only_one_solution_is_rated_and_depth_is_for_nine() {
    let mut rater = Rater::default();
    let empty = rate(&mut rater, &Puzzle::empty(Layout::nine()));
    assert!(!empty.solved && empty.te_depth.is_none() && empty.hardest().is_none());
    let small = puzzle(&mut Random::new(42), Layout::of_order(4).unwrap(), 0);
    let rating = rate(&mut rater, &small);
    assert!(rating.solved && rating.te_depth.is_none());
}

#[test]
fn the_order_decides_the_score() {
    let (mut sum, mut highest) = (Rater::new(&HODOKU), Rater::new(&SE));
    let mut random = Random::new(43);
    for _ in 0..20 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let rating = rate(&mut highest, &puzzle);
        assert!(rating.solved);
        let rungs = SE.strategies.iter().zip(SE.scores);
        let used = rungs.filter(|(place, _)| rating.usage.counts()[**place] > 0);
        let (score, place) = used.map(|(&place, &score)| (score, place)).max().unwrap();
        assert_eq!(rating.score, u32::from(score));
        assert_eq!(rating.hardest().unwrap().name, STRATEGIES[place].name);
        assert_eq!(rate(&mut sum, &puzzle).te_depth, rating.te_depth);
        // The level is HoDoKu's in every order: its bounds are of the sum of its scores.
        let used = STRATEGIES.iter().zip(rating.usage.counts());
        let sum: u32 = used.map(|(s, &count)| u32::from(s.score) * u32::from(count)).sum();
        let least = [800, 1000, 1600, 1800].iter().filter(|&&bound| sum > bound).count();
        assert!(rating.level as usize >= least, "{sum}: {:?}", rating.level);
    }
}

/// Scores grow with the cells, and so do those that a level allows.
#[test]
fn singles_are_easy_at_every_size() {
    let mut rater = Rater::default();
    for (order, clues) in [(9, 40..=40), (16, 130..=140), (25, 400..=420)] {
        let layout = Layout::of_order(order).unwrap();
        let recipe = Recipe { layout, ..Recipe::nine(clues, Requirement::Unique, 44) };
        let mut easy = 0;
        for puzzle in Generator::new(recipe).unwrap().puzzles(0..3) {
            let rating = rate(&mut rater, &puzzle.unwrap());
            if rating.solved && rating.hardest().unwrap().level == Level::Easy {
                assert!(order < 25 || rating.score > 800, "{rating:?}");
                assert_eq!(rating.level, Level::Easy, "{order}: {rating:?}");
                easy += 1;
            }
        }
        assert!(easy > 0, "{order}");
    }
}

/// The hardest by score may stand before the one that the order tries last.
#[test]
fn the_last_in_order_is_needed() {
    let (mut rater, mut random) = (Rater::new(&HODOKU), Random::new(45));
    let mut differ = 0;
    for _ in 0..40 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let rating = rate(&mut rater, &puzzle);
        let rank = |place: &usize| HODOKU.strategies.iter().position(|known| known == place);
        let used = (0..STRATEGIES.len()).filter(|&place| rating.usage.counts()[place] > 0);
        let last = used.max_by_key(rank).unwrap();
        assert_eq!(rating.usage.hardest_in_order().unwrap().name, STRATEGIES[last].name);
        differ += u32::from(rating.hardest().unwrap().name != STRATEGIES[last].name);
        // Without it and those after it the puzzle stays unsolved.
        let before = rank(&last).unwrap();
        let mut grid = CandidateGrid::new(&puzzle);
        let earlier = &HODOKU.strategies[..before];
        let ending = walk(&mut grid, earlier, &|| false, &mut |_, _, _| ());
        assert_eq!(ending, Some(Ending::Stalled));
    }
    assert!(differ > 0);
}

/// A rating that is cut short says so, counts what was found before, and leaves nothing behind.
#[test]
fn a_rating_that_is_cut_short_is_a_lower_bound() {
    let hard = puzzle(&mut Random::new(46), Layout::nine(), 0);
    let mut rater = Rater::default();
    let whole = rate(&mut rater, &hard);
    let (mut cuts, mut last) = (0, 0);
    for checks in 0.. {
        let rating = rater.rate(&hard, checks, &|| false);
        if rating.verdict != Verdict::Limit {
            assert_eq!(rating, whole);
            break;
        }
        cuts += 1;
        assert!(!rating.solved && last <= rating.score && rating.score < whole.score);
        assert!(rating.level <= whole.level && rating.te_depth == whole.te_depth);
        last = rating.score;
    }
    let steps: u32 = whole.steps.iter().sum();
    assert!(cuts > steps && last > 0, "{cuts} {last}");
    let asked = Cell::new(0);
    let later = || asked.replace(asked.get() + 1) > 100;
    for stop in [&(|| true) as &dyn Fn() -> bool, &later] {
        assert_eq!(rater.rate(&parse_cells(HARD).unwrap(), u64::MAX, stop).verdict, Verdict::Limit);
    }
}
