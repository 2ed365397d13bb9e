//! Every row of the strategy table: fixtures, soundness, symmetry.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sudoku_lab::conform::{check, strategies_of};
use sudoku_lab::grid::{CandidateGrid, Grid, Layout, Puzzle};
use sudoku_lab::strategy::{
    Deduction, Ending, Memory, STRATEGIES, Search, Step, Strategy, Studied, find_all, find_first,
    first_step, visit_steps,
};

use super::fixtures::{self, Fixture};
use super::puzzles::{Mirror, Random, puzzle, solutions};
use super::support::shifted_puzzle;

#[test]
fn every_strategy_passes_its_fixtures() {
    for strategy in STRATEGIES {
        let fixtures = fixtures::of_strategy(strategy.name);
        let negative = fixtures.iter().filter(|fixture| fixture.case.negative).count();
        assert!(fixtures.len() - negative >= 2, "{} needs two positive fixtures", strategy.name);
        assert!(negative >= 1, "{} needs a negative fixture", strategy.name);
        for Fixture { line, case } in fixtures {
            let asked = strategies_of(&case.code);
            assert!(asked.iter().any(|asked| asked.name == strategy.name), "{line}");
            match check(strategy, &case) {
                Ok(step) => {
                    let explanation = step.map(|step| {
                        (strategy.explain)(&step, &Studied::new(&case.grid, &|| false))
                    });
                    assert_eq!(explanation.unwrap_or_default(), case.extra, "{line}");
                }
                Err(failure) => panic!("{}: {failure}: {line}", strategy.name),
            }
        }
    }
}

#[test]
fn names_are_unique_and_fit_the_command_line() {
    let names: BTreeSet<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
    assert_eq!(names.len(), STRATEGIES.len());
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    assert!(names.iter().all(|name| name.bytes().all(fits)));
}

/// Whether a test may ask for all steps of the strategy: complex fish are countless
/// on a grid that is still nearly empty.
fn has_few_steps(strategy: &Strategy, grid: &CandidateGrid) -> bool {
    strategy.score < 300 || grid.empty_cells() <= 20
}

/// Walks the ladder of every puzzle and holds every step of every strategy on the
/// way against the solution, found independently.
#[test]
fn every_deduction_agrees_with_the_solution() {
    let mut found = vec![0; STRATEGIES.len()];
    for (order, clues, count) in [(4, 0, 60), (6, 0, 20), (9, 0, 20), (12, 54, 4), (16, 122, 1)] {
        let layout = Layout::of_order(order).unwrap();
        let mut random = Random::new(order as u64);
        for _ in 0..count {
            let puzzle = puzzle(&mut random, layout, clues);
            walk(&puzzle, |strategy, step, grid, solution| {
                found[strategy] += 1;
                assert_sound(&STRATEGIES[strategy], step, grid, solution);
            });
        }
    }
    for (strategy, found) in STRATEGIES.iter().zip(found) {
        // Some rectangles are rarer than such a test is long; their fixtures are sound.
        let enough = if strategy.uniqueness { 0 } else { 5 };
        assert!(found >= enough, "{} was met only {found} times", strategy.name);
    }
}

/// The same on many puzzles, of which each strategy is asked for its first step;
/// all these steps at once lead to the next stage.
#[test]
#[ignore = "takes minutes"]
fn every_first_step_on_20_000_puzzles_agrees_with_the_solution() {
    let mut random = Random::new(20_000);
    for _ in 0..20_000 {
        let puzzle = puzzle(&mut random, Layout::nine(), 0);
        let solution = solutions(puzzle.layout(), puzzle.values(), 2).remove(0);
        let mut grid = CandidateGrid::new(&puzzle);
        loop {
            let studied = Studied::new(&grid, &|| false);
            let asked = STRATEGIES.iter().filter(|strategy| has_few_steps(strategy, &grid));
            let found = |strategy: &Strategy| {
                let step = find_first(strategy, &studied)?;
                assert_sound(strategy, &step, &grid, &solution);
                Some(step)
            };
            let steps: Vec<Step> = asked.filter_map(found).collect();
            if steps.is_empty() {
                break;
            }
            steps.iter().for_each(|step| step.apply(&mut grid));
        }
        assert!(!grid.is_contradictory(), "{puzzle:?}");
    }
}

/// Climbs the ladder of a puzzle and shows every step there is at each stage, with
/// its strategy's place, the grid and the solution.
fn walk(puzzle: &Puzzle, mut visit: impl FnMut(usize, &Step, &CandidateGrid, &[u8])) {
    let solution = solutions(puzzle.layout(), puzzle.values(), 2).remove(0);
    let mut grid = CandidateGrid::new(puzzle);
    loop {
        let mut next = None;
        let studied = Studied::new(&grid, &|| false);
        for (place, strategy) in STRATEGIES.iter().enumerate() {
            if !has_few_steps(strategy, &grid) {
                continue;
            }
            let steps = find_all(strategy, &studied);
            assert_eq!(
                find_first(strategy, &Studied::new(&grid, &|| false)).as_ref(),
                steps.first()
            );
            steps.iter().for_each(|step| visit(place, step, &grid, &solution));
            next = next.or(steps.into_iter().next());
        }
        match next {
            Some(step) => step.apply(&mut grid),
            None => break,
        }
    }
    assert!(!grid.is_contradictory(), "{puzzle:?}");
}

fn assert_sound(strategy: &Strategy, step: &Step, grid: &CandidateGrid, solution: &[u8]) {
    let name = strategy.name;
    assert!(!step.deductions.is_empty(), "{name} on\n{grid:?}");
    let distinct: BTreeSet<&Deduction> = step.deductions.iter().collect();
    assert_eq!(distinct.len(), step.deductions.len(), "{name}: {step:?} on\n{grid:?}");
    for deduction in &step.deductions {
        let (cell, digit, true_if_solution) = match *deduction {
            Deduction::Place(cell, digit) => (cell, digit, true),
            Deduction::Eliminate(cell, digit) => (cell, digit, false),
        };
        assert!(grid.candidates(cell).contains(digit), "{name}: {step:?} on\n{grid:?}");
        let holds = (solution[cell.index()] == digit.value()) == true_if_solution;
        assert!(holds, "{name} is wrong: {step:?} on\n{grid:?}");
    }
    let explanation = (strategy.explain)(step, &Studied::new(grid, &|| false));
    let mut digits = step.pattern.digits;
    let named = digits.all(|digit| explanation.contains(digit.symbol()));
    assert!(named && explanation.ends_with('.'), "{name}: {explanation}");
}

/// Relabelling the digits and transposing the grid must not change what a
/// strategy can conclude, only where.
#[test]
fn symmetry_keeps_the_deductions() {
    let square = |layout: &&Layout| layout.box_rows() == layout.box_columns();
    for layout in Layout::all().iter().filter(square).filter(|layout| layout.order() <= 16) {
        let n = layout.order();
        let mut random = Random::new(7 + n as u64);
        for _ in 0..if n == 16 { 2 } else { 40 } {
            let puzzle = puzzle(&mut random, layout, if n == 16 { 124 } else { 0 });
            let mirror = Mirror::new(&mut random, layout);
            let image = |deduction: &Deduction| match *deduction {
                Deduction::Place(cell, digit) => {
                    Deduction::Place(mirror.cell(cell), mirror.digit(digit))
                }
                Deduction::Eliminate(cell, digit) => {
                    Deduction::Eliminate(mirror.cell(cell), mirror.digit(digit))
                }
            };
            let mut grid = CandidateGrid::new(&puzzle);
            let mirrored = Puzzle::new(mirror.grid(puzzle.grid())).unwrap();
            let mut mirrored = CandidateGrid::new(&mirrored);
            for strategy in STRATEGIES.iter().cycle().take(3 * STRATEGIES.len()) {
                if !has_few_steps(strategy, &grid) {
                    continue;
                }
                let here = all_deductions(strategy, &grid);
                let there = all_deductions(strategy, &mirrored);
                let image: BTreeSet<_> = here.iter().map(image).collect();
                assert_eq!(image, there, "{} on\n{grid:?}", strategy.name);
                apply(&here, &mut grid);
                apply(&there, &mut mirrored);
            }
        }
    }
}

/// Grids with few givens or none, on which some search or other goes on for hours.
fn slow_grids() -> [CandidateGrid; 5] {
    [(25, 1_000), (16, 40), (9, 1_000), (9, 5), (6, 1_000)].map(|(order, stride)| {
        let layout = Layout::of_order(order).unwrap();
        let full = shifted_puzzle(layout, usize::MAX);
        let mut grid = Grid::empty(layout);
        for &cell in layout.cells().iter().filter(|cell| cell.index() % stride == stride - 1) {
            grid.set(cell, full.given(cell));
        }
        CandidateGrid::new(&Puzzle::new(grid).unwrap())
    })
}

#[test]
fn every_search_ends_soon_after_a_stop() {
    for grid in slow_grids() {
        for strategy in STRATEGIES {
            let start = Instant::now();
            let stop = || start.elapsed() > Duration::from_millis(100);
            let studied = Studied::new(&grid, &stop);
            let flow = visit_steps(strategy, &studied, &mut |_| ControlFlow::Continue(()));
            let seconds = start.elapsed().as_secs_f64();
            let name = strategy.name;
            assert!(seconds < 1.0, "{name} takes {seconds} s on {:?}", grid.layout());
            assert_eq!(flow.is_break(), studied.stopped(), "{name} on {:?}", grid.layout());
        }
    }
}

#[test]
fn a_stopped_search_is_not_taken_for_one_that_found_nothing() {
    let grids = slow_grids();
    let larger = STRATEGIES.iter().find(|row| row.name == "larger-mutant-fish").unwrap();
    let stopped = Studied::new(&grids[2], &|| true);
    assert_eq!((find_first(larger, &stopped), stopped.stopped()), (None, true));
    assert!(find_all(larger, &stopped).is_empty());
    let finished = Studied::new(&grids[0], &|| false);
    assert_eq!((find_first(&STRATEGIES[0], &finished), finished.stopped()), (None, false));
}

fn all_deductions(strategy: &Strategy, grid: &CandidateGrid) -> BTreeSet<Deduction> {
    find_all(strategy, &Studied::new(grid, &|| false))
        .into_iter()
        .flat_map(|step| step.deductions)
        .collect()
}

fn apply(deductions: &BTreeSet<Deduction>, grid: &mut CandidateGrid) {
    let pattern = Default::default();
    Step { pattern, deductions: deductions.iter().copied().collect() }.apply(grid);
}

/// One memory serves grids of several sizes, in turns, and changes no step.
#[test]
fn steps_are_the_same_with_a_memory() {
    let (memory, never) = (Memory::default(), || false);
    let places = 0..STRATEGIES.len();
    let by_part: Vec<usize> =
        places.filter(|&place| !matches!(STRATEGIES[place].search, Search::Whole(_))).collect();
    assert!(by_part.len() > 25);
    let mut random = Random::new(24);
    let (mut found, mut steps) = (BTreeSet::new(), 0);
    for _ in 0..12 {
        for (order, clues) in [(6, 0), (9, 0), (16, 122), (9, 0), (4, 0)] {
            let puzzle = puzzle(&mut random, Layout::of_order(order).unwrap(), clues);
            let mut grid = CandidateGrid::new(&puzzle);
            while Ending::of(&grid).is_none() {
                let (expected, next) = {
                    let plain = Studied::new(&grid, &never);
                    let expected = first_step(by_part.iter().copied(), &plain);
                    let singles = expected.clone().or_else(|| first_step(0..3, &plain));
                    (expected, singles)
                };
                let studied = Studied::new(&grid, &never).remembering(&memory);
                assert_eq!(first_step(by_part.iter().copied(), &studied), expected);
                found.extend(expected.map(|(strategy, _)| strategy));
                let Some((_, step)) = next else { break };
                step.apply(&mut grid);
                steps += 1;
            }
        }
    }
    assert!(steps > 1_000 && found.len() > 12, "{steps} steps of {} strategies", found.len());
}
