//! One puzzle's {−1+1} and {−2+1} steps: other givens for one or two taken away.
//!
//! A puzzle with one solution, P, gets others without given *a*; call them S(a). They
//! differ from that solution in *a*. Those of P without *a* and *b* are its solution,
//! S(a), S(b), which have no solution in common, and more that differ in *a* and in
//! *b*. So what was counted for single givens counts for their pairs, and only the
//! rest is searched, with the two digits taken out of the candidates.

use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::census::{Census, Digits};
use super::census_search::{Counter, Question};
use crate::lanes::{ALL, Board};

/// Values row by row, 0 for an empty cell.
pub type Values = [u8; 81];

/// A minimal puzzle, and what its solutions hold without each of its givens.
pub struct Removals {
    puzzle: Values,
    solution: Digits,
    givens: Vec<usize>,
    /// In the order of the givens.
    censuses: Vec<Census>,
}

impl Removals {
    /// Those of a puzzle with this solution.
    pub fn new(counter: &mut Counter, puzzle: Values, solution: &Values) -> Removals {
        let solution = solution.map(|value| 1 << (value - 1));
        let mut removals =
            Removals { puzzle, solution, givens: givens(&puzzle), censuses: Vec::new() };
        let question = |&given| removals.question(&[given], Census::of(solution));
        removals.censuses = counter.all(removals.givens.iter().map(question).collect());
        removals
    }

    /// {−1+1}: all puzzles with one solution that differ in one given.
    pub fn others(&self) -> Vec<Values> {
        let steps = self.givens.iter().zip(&self.censuses);
        let puzzles = steps.flat_map(|(&given, census)| {
            let poorer = without(&self.puzzle, &[given]);
            census.additions().map(move |addition| with(poorer, addition))
        });
        puzzles.filter(|puzzle| *puzzle != self.puzzle).collect()
    }

    /// {−2+1}: a puzzle with one solution and one given less, if there is one. The
    /// pairs are tried in random order.
    pub fn fewer(&self, counter: &mut Counter, rng: &mut ChaCha8Rng) -> Option<Values> {
        let pairs = (0..self.givens.len()).flat_map(|i| (0..i).map(move |j| [i, j]));
        let mut pairs: Vec<[usize; 2]> = pairs.collect();
        pairs.shuffle(rng);
        let cells = |pair: [usize; 2]| pair.map(|i| self.givens[i]);
        let question = |&[i, j]: &[usize; 2]| {
            let counted = self.censuses[i].union(&self.censuses[j], &self.solution);
            self.question(&cells([i, j]), counted)
        };
        let (pair, census) = counter.first(pairs.iter().map(question).collect())?;
        let additions: Vec<(usize, u8)> = census.additions().collect();
        let &addition = additions.choose(rng)?;
        Some(with(without(&self.puzzle, &cells(pairs[pair])), addition))
    }

    /// What remains to be counted without some givens: solutions that differ in all
    /// of them.
    fn question(&self, givens: &[usize], counted: Census) -> Question {
        let mut board = Board::new(&without(&self.puzzle, givens));
        for &given in givens {
            board.set_candidates(given, ALL & !self.solution[given]);
        }
        Question { board, counted }
    }
}

/// The cells of a puzzle's givens.
pub fn givens(puzzle: &Values) -> Vec<usize> {
    (0..81).filter(|&cell| puzzle[cell] != 0).collect()
}

/// The puzzle with these cells emptied.
pub fn without(puzzle: &Values, cells: &[usize]) -> Values {
    let mut poorer = *puzzle;
    cells.iter().for_each(|&cell| poorer[cell] = 0);
    poorer
}

fn with(mut puzzle: Values, (cell, value): (usize, u8)) -> Values {
    puzzle[cell] = value;
    puzzle
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::generate::LowClues;
    use crate::lanes::{Answer, Limit, Solver};

    fn solve(solver: &mut Solver, puzzles: &[Values]) -> Vec<Answer> {
        let mut answers = vec![Answer::default(); puzzles.len()];
        solver.solve_batch(puzzles, Limit::solutions(2), &mut answers);
        answers
    }

    /// All puzzles with one solution that have some other given for these: each
    /// addition by itself.
    fn replaced(solver: &mut Solver, puzzle: &Values, cells: &[usize]) -> Vec<Values> {
        let poorer = without(puzzle, cells);
        let empty = (0..81).filter(|&cell| poorer[cell] == 0);
        let additions = empty.flat_map(|cell| (1..=9).map(move |value| (cell, value)));
        let puzzles: Vec<Values> = additions.map(|addition| with(poorer, addition)).collect();
        let answers = solve(solver, &puzzles).into_iter().zip(&puzzles);
        let unique = answers.filter(|(answer, other)| answer.solutions == 1 && *other != puzzle);
        unique.map(|(_, &other)| other).collect()
    }

    #[test]
    fn steps_find_all_that_single_additions_find() {
        let (mut solver, mut counter) = (Solver::default(), Counter::default());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut led_down, mut led_nowhere) = (0, 0);
        for puzzle in LowClues::new(20..=20, 1).unwrap().puzzles(0..4) {
            let mut values = [0; 81];
            values.copy_from_slice(puzzle.unwrap().values());
            let solution = solve(&mut solver, &[values])[0].solution;
            let removals = Removals::new(&mut counter, values, &solution);
            let cells = givens(&values);
            let others = cells.iter().flat_map(|&cell| replaced(&mut solver, &values, &[cell]));
            assert_eq!(removals.others(), others.collect::<Vec<Values>>());
            let pairs = cells.iter().flat_map(|&one| cells.iter().map(move |&other| [one, other]));
            let mut pairs = pairs.filter(|[one, other]| one < other);
            match removals.fewer(&mut counter, &mut rng) {
                Some(fewer) => {
                    assert_eq!(solve(&mut solver, &[fewer])[0].solutions, 1);
                    assert_eq!(givens(&fewer).len(), 19);
                    led_down += 1;
                }
                None => {
                    assert!(pairs.all(|pair| replaced(&mut solver, &values, &pair).is_empty()));
                    led_nowhere += 1;
                }
            }
        }
        assert!(led_down > 0 && led_nowhere > 0, "{led_down} {led_nowhere}");
    }
}
