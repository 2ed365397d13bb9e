//! Whether the solvers agree with the rules and with one another.

use std::fmt::Display;

use super::record::SolutionCount;
use crate::grid::{Grid, Puzzle, is_solution};
use crate::solver::{Answer, Verdict};
use crate::text::puzzle_line;

/// Compares the answers of all solvers on one puzzle, and notes contradictions.
pub struct CrossCheck<'a> {
    puzzle: &'a Puzzle,
    count: SolutionCount,
    /// Who said so.
    said_by: &'static str,
    /// The first right solution that was given, and who gave it.
    known: Option<(&'static str, &'a Grid)>,
    contradictions: Vec<String>,
}

impl<'a> CrossCheck<'a> {
    /// Begins with what the reference solver says.
    pub fn new(puzzle: &'a Puzzle, count: SolutionCount, solution: Option<&'a Grid>) -> Self {
        let said_by = "the reference solver";
        let mut check =
            CrossCheck { puzzle, count, said_by, known: None, contradictions: Vec::new() };
        if check.check_solution(said_by, solution) {
            check.known = solution.map(|solution| (said_by, solution));
        }
        check
    }

    /// Adds the answer of one solver. Returns whether it gave a solution, and a right one.
    pub fn add(&mut self, solver: &'static str, answer: Option<&'a Answer>) -> bool {
        let Some(answer) = answer else { return false };
        let solution = answer.solution.as_ref();
        let solution_ok = self.check_solution(solver, solution);
        let claim = match answer.verdict {
            Verdict::Unique => Some(SolutionCount::Exactly(1)),
            Verdict::Multiple => Some(SolutionCount::Several),
            Verdict::None => Some(SolutionCount::Exactly(0)),
            Verdict::First | Verdict::Stalled | Verdict::Limit => None,
        };
        if let Some(claim) = claim {
            self.add_count(solver, claim);
        }
        if let Some(solution) = solution.filter(|_| solution_ok) {
            self.add_solution(solver, solution, claim.is_none());
        }
        solution_ok
    }

    fn add_count(&mut self, solver: &'static str, claim: SolutionCount) {
        let says = in_words(claim);
        match (self.count, self.known) {
            (SolutionCount::Unknown, Some((said_by, _))) if claim == SolutionCount::Exactly(0) => {
                self.contradictions.push(format!("{solver} finds {says}, {said_by} one"));
            }
            (SolutionCount::Unknown, _) => (self.count, self.said_by) = (claim, solver),
            (count, _) if count != claim => {
                let (said_by, other) = (self.said_by, in_words(count));
                self.contradictions.push(format!("{solver} finds {says}, {said_by} {other}"));
            }
            _ => {}
        }
    }

    /// Adds a right solution, of a solver that gave `only` that, or the number, too.
    fn add_solution(&mut self, solver: &'static str, solution: &'a Grid, only: bool) {
        let (said_by, known) = *self.known.get_or_insert((solver, solution));
        match self.count {
            SolutionCount::Exactly(0) if only => {
                self.contradictions
                    .push(format!("{solver} finds a solution, {} none", self.said_by));
            }
            SolutionCount::Exactly(1) if known != solution => {
                self.contradictions.push(format!("{solver} and {said_by} differ in the solution"));
            }
            SolutionCount::Unknown if known != solution => {
                (self.count, self.said_by) = (SolutionCount::Several, solver);
            }
            _ => {}
        }
    }

    /// The first right solution that was given.
    pub fn known(&self) -> Option<&'a Grid> {
        self.known.map(|(_, solution)| solution)
    }

    /// Adds what else is wrong.
    pub fn add_fault(&mut self, fault: String) {
        self.contradictions.push(fault);
    }

    /// One loud sentence with the puzzle, if anything contradicts.
    pub fn contradictions(self, place: &impl Display) -> Option<String> {
        let told = || {
            let contradictions = self.contradictions.join("; ");
            format!("{place}: {contradictions}: {}", puzzle_line(self.puzzle))
        };
        (!self.contradictions.is_empty()).then(told)
    }

    fn check_solution(&mut self, solver: &'static str, solution: Option<&Grid>) -> bool {
        let Some(solution) = solution else { return false };
        // The same grid need not be looked at twice.
        let is_known = self.known.is_some_and(|(_, known)| known == solution);
        let right = is_known || is_solution(solution, self.puzzle);
        if !right {
            self.contradictions.push(format!("{solver} gives a grid that is no solution"));
        }
        right
    }
}

fn in_words(count: SolutionCount) -> &'static str {
    match count {
        SolutionCount::Exactly(0) => "no solution",
        SolutionCount::Exactly(_) => "exactly one",
        SolutionCount::Several => "several",
        SolutionCount::Unknown => "an unknown number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;
    use crate::solver::{Effort, Usage};
    use crate::text::parse_cells;

    const SOLUTION: &[u8] = b"1234341221434321";

    fn answer(verdict: Verdict, solution: Option<&[u8]>) -> Answer {
        let values = |cells: &[u8]| cells.iter().map(|digit| digit - b'0').collect::<Vec<_>>();
        let layout = Layout::of_order(4).unwrap();
        let solution = solution.map(|cells| Grid::new(layout, &values(cells)));
        let solutions = u64::from(solution.is_some());
        Answer { verdict, solutions, solution, effort: Effort::default(), usage: Usage::NONE }
    }

    fn contradiction(count: SolutionCount, answers: &[Answer]) -> Option<String> {
        let puzzle = parse_cells(b"1234341221......").unwrap();
        let solution = parse_cells(SOLUTION).unwrap();
        let unique = (count == SolutionCount::Exactly(1)).then_some(solution.grid());
        let mut check = CrossCheck::new(&puzzle, count, unique);
        for answer in answers {
            check.add("s", Some(answer));
        }
        check.contradictions(&"here")
    }

    #[test]
    fn honest_answers_pass() {
        use SolutionCount::{Exactly, Unknown};
        let unique = answer(Verdict::Unique, Some(SOLUTION));
        let first = answer(Verdict::First, Some(SOLUTION));
        let others = [answer(Verdict::Stalled, None), answer(Verdict::Limit, None)];
        assert_eq!(contradiction(Exactly(1), &[unique.clone(), first]), None);
        assert_eq!(contradiction(Exactly(1), &others), None);
        assert_eq!(contradiction(Unknown, &[unique.clone(), unique]), None);
    }

    #[test]
    fn contradictions_are_loud_and_name_the_puzzle() {
        use SolutionCount::{Exactly, Several, Unknown};
        let unique = answer(Verdict::Unique, Some(SOLUTION));
        let first = answer(Verdict::First, Some(SOLUTION));
        let none = answer(Verdict::None, None);
        let wrong = answer(Verdict::Limit, Some(b"1234341221434312"));
        for (count, answers) in [
            (Several, vec![unique.clone()]),
            (Exactly(1), vec![none.clone()]),
            (Exactly(0), vec![answer(Verdict::First, Some(SOLUTION))]),
            (Unknown, vec![unique.clone(), none.clone()]),
            (Unknown, vec![none.clone(), unique]),
            (Unknown, vec![first.clone(), none.clone()]),
            (Unknown, vec![none, first]),
            (Exactly(1), vec![wrong]),
        ] {
            let contradiction = contradiction(count, &answers).expect("a contradiction");
            assert!(contradiction.contains("here") && contradiction.contains("1234341221......"));
        }
    }
}
