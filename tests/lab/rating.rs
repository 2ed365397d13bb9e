//! Ratings: sums, symmetry, and what is not rated.

use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::rate::Rater;
use sudoku_lab::strategy::{HODOKU, Level, SE, STRATEGIES};

use super::puzzles::{Mirror, Random, puzzle};

#[test]
fn score_and_steps_are_those_of_the_strategies() {
    let (mut rater, mut random) = (Rater::default(), Random::new(41));
    for _ in 0..20 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let rating = rater.rate(&puzzle);
        assert!(rating.solved);
        let used = || STRATEGIES.iter().zip(rating.usage.counts());
        let score: u32 = used().map(|(s, &count)| u32::from(s.score) * u32::from(count)).sum();
        assert_eq!(rating.score, score);
        let steps: u32 = used().map(|(_, &count)| u32::from(count)).sum();
        assert_eq!(rating.steps.iter().sum::<u32>(), steps);
        let hardest = rating.hardest().expect("a minimal puzzle needs a step");
        assert!(rating.level >= hardest.level);
        assert_eq!(rating.te_depth == Some(0), hardest.level == Level::Easy);
        assert_eq!(rater.rate(&puzzle), rating, "the same again");
        let image = Mirror::new(&mut random, Layout::nine()).grid(puzzle.grid());
        assert_eq!(rater.rate(&Puzzle::new(image).unwrap()).te_depth, rating.te_depth);
    }
}

#[test]
fn only_one_solution_is_rated_and_depth_is_for_nine() {
    let mut rater = Rater::default();
    let empty = rater.rate(&Puzzle::empty(Layout::nine()));
    assert!(!empty.solved && empty.te_depth.is_none() && empty.hardest().is_none());
    let small = puzzle(&mut Random::new(42), Layout::of_order(4).unwrap(), 0);
    let rating = rater.rate(&small);
    assert!(rating.solved && rating.te_depth.is_none());
}

#[test]
fn the_order_decides_the_score() {
    let (mut sum, mut highest) = (Rater::new(&HODOKU), Rater::new(&SE));
    let mut random = Random::new(43);
    for _ in 0..20 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let rating = highest.rate(&puzzle);
        assert!(rating.solved);
        let rungs = SE.strategies.iter().zip(SE.scores);
        let used = rungs.filter(|(place, _)| rating.usage.counts()[**place] > 0);
        let (score, place) = used.map(|(&place, &score)| (score, place)).max().unwrap();
        assert_eq!(rating.score, u32::from(score));
        assert_eq!(rating.hardest().unwrap().name, STRATEGIES[place].name);
        assert_eq!(sum.rate(&puzzle).te_depth, rating.te_depth);
    }
}

#[test]
fn a_stopped_rating_is_none() {
    let hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let hard = sudoku_lab::text::parse_cells(hard.as_bytes()).unwrap();
    let mut rater = Rater::default();
    assert_eq!(rater.rate_until(&hard, &|| true), None);
    let asked = std::cell::Cell::new(0);
    let later = || asked.replace(asked.get() + 1) > 100;
    assert_eq!(rater.rate_until(&hard, &later), None);
    assert_eq!(rater.rate_until(&hard, &|| false), Some(rater.rate(&hard)));
}
