//! Conformance: do the strategies find what a file of test cases expects?
//!
//! A case is one of HoDoKu's regression lines (see [`StrategyCase`]). It is put to
//! every strategy whose [`codes`](field@Strategy::codes) name its code with the variant
//! or, where none does, its code alone; a strategy's own name works as a code,
//! too. A case passes when one of these strategies finds, anywhere among its
//! steps, exactly the conclusions expected; a negative case when none finds
//! anything.
//!
//! Nothing here knows a code: the rows of the table do.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use crate::strategy::{Deduction, STRATEGIES, Step, Strategy, Studied, visit_steps};
use crate::text::{RegressionError, StrategyCase, parse_case};

/// Why a case fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The line is not in the format.
    Malformed(RegressionError),
    /// No strategy answers to the code.
    NoStrategy,
    /// Nothing was found.
    Nothing,
    /// So many steps were found, none of them the one expected; the closest one
    /// concludes this.
    OtherSteps(usize, Vec<Deduction>),
    /// Nothing should have been found, but this was concluded.
    Unexpected(Vec<Deduction>),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Malformed(error) => write!(f, "{error}"),
            Failure::NoStrategy => write!(f, "no strategy has this code"),
            Failure::Nothing => write!(f, "nothing found"),
            Failure::OtherSteps(count, closest) => {
                write!(f, "not among {count} steps found; the closest: {}", listed(closest))
            }
            Failure::Unexpected(deductions) => write!(f, "found {}", listed(deductions)),
        }
    }
}

/// `R3C5 is 4, R3C6 is not 7`.
fn listed(deductions: &[Deduction]) -> String {
    deductions.iter().map(Deduction::to_string).collect::<Vec<_>>().join(", ")
}

/// The strategies that answer to a code.
pub fn strategies_of(code: &str) -> Vec<&'static Strategy> {
    let listing = |code: &str| {
        let answers = |row: &&Strategy| {
            row.codes.split_whitespace().any(|own| own == code) || row.name == code
        };
        STRATEGIES.iter().filter(answers).collect::<Vec<_>>()
    };
    let exact = listing(code);
    match code.rsplit_once('-') {
        Some((code, _variant)) if exact.is_empty() => listing(code),
        _ => exact,
    }
}

/// The step a strategy finds for a positive case, or for a negative one none.
///
/// # Errors
/// When the case fails.
pub fn check(strategy: &Strategy, case: &StrategyCase) -> Result<Option<Step>, Failure> {
    check_on(strategy, case, &Studied::new(&case.grid, &|| false))
}

fn check_on(
    strategy: &Strategy,
    case: &StrategyCase,
    grid: &Studied<'_>,
) -> Result<Option<Step>, Failure> {
    let placements = case.placements.iter().map(|&(cell, digit)| Deduction::Place(cell, digit));
    let eliminations = case.eliminations.iter();
    let eliminations = eliminations.map(|&(cell, digit)| Deduction::Eliminate(cell, digit));
    let expected: Vec<Deduction> = placements.chain(eliminations).collect();
    let differences = |step: &Step| {
        let shared = step.deductions.iter().filter(|d| expected.contains(d)).count();
        step.deductions.len() + expected.len() - 2 * shared
    };
    let mut closest: Option<(usize, Step)> = None;
    let mut count = 0;
    let _ = visit_steps(strategy, grid, &mut |mut step| {
        step.deductions.sort_unstable();
        count += 1;
        let difference = differences(&step);
        if closest.as_ref().is_none_or(|(least, _)| difference < *least) {
            closest = Some((difference, step));
        }
        if case.negative || difference == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match closest {
        None if case.negative => Ok(None),
        None => Err(Failure::Nothing),
        Some((_, step)) if case.negative => Err(Failure::Unexpected(step.deductions)),
        Some((0, step)) => Ok(Some(step)),
        Some((_, step)) => Err(Failure::OtherSteps(count, step.deductions)),
    }
}

/// What became of the cases of one code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeResult {
    /// The cases that passed.
    pub passed: usize,
    /// The lines that failed, from 1, and why.
    pub failures: Vec<(usize, Failure)>,
}

/// What became of the cases of a file, by code with its variant or `-x`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conformance {
    /// In the order of the codes; malformed lines under the empty code.
    pub codes: BTreeMap<String, CodeResult>,
}

impl Conformance {
    /// Runs the cases of a text, one per line; none if `stop`, asked now and then, said before
    /// the end that it should end. Once `stop` has said true it must go on saying so.
    pub fn of(text: &str, stop: &dyn Fn() -> bool) -> Option<Conformance> {
        let mut conformance = Conformance::default();
        for (number, line) in (1..).zip(text.lines()) {
            let (code, outcome) = match parse_case(line) {
                Ok(None) => continue,
                Ok(Some(case)) => {
                    let variant = if case.negative { "-x" } else { "" };
                    (format!("{}{variant}", case.code), outcome(&case, stop))
                }
                Err(error) => (String::new(), Err(Failure::Malformed(error))),
            };
            let result = conformance.codes.entry(code).or_default();
            match outcome {
                Ok(()) => result.passed += 1,
                Err(failure) => result.failures.push((number, failure)),
            }
            if stop() {
                return None;
            }
        }
        Some(conformance)
    }

    /// The cases that passed.
    pub fn passed(&self) -> usize {
        self.codes.values().map(|result| result.passed).sum()
    }

    /// The lines that are not in the format.
    pub fn malformed(&self) -> usize {
        self.codes.get("").map_or(0, |result| result.failures.len())
    }

    /// The cases run, malformed ones included.
    pub fn total(&self) -> usize {
        self.passed() + self.codes.values().map(|result| result.failures.len()).sum::<usize>()
    }
}

/// Puts a case to the strategies of its code.
fn outcome(case: &StrategyCase, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
    let (strategies, grid) = (strategies_of(&case.code), Studied::new(&case.grid, stop));
    let answers = strategies.into_iter().map(|strategy| check_on(strategy, case, &grid));
    let answers: Vec<_> = answers.collect();
    let wanted = if case.negative { Result::is_err } else { Result::is_ok };
    // One success settles a positive case, one failure a negative one; otherwise
    // the answer that says most does.
    let says = |answer: &Result<_, Failure>| matches!(answer, Err(Failure::OtherSteps(..)));
    let telling = answers.iter().find(|answer| wanted(answer));
    let telling = telling.or_else(|| answers.iter().find(|answer| says(answer)));
    let answer = telling.or(answers.first()).cloned().unwrap_or(Err(Failure::NoStrategy));
    answer.map(|_| ())
}

/// One line per code and per failure, and the sum as the last line.
impl fmt::Display for Conformance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (code, CodeResult { passed, failures }) in &self.codes {
            let code = if code.is_empty() { "malformed" } else { code };
            writeln!(f, "{code:<8} {passed} of {}", passed + failures.len())?;
            for (line, failure) in failures {
                writeln!(f, "         line {line}: {failure}")?;
            }
        }
        writeln!(f, "passed {} of {}", self.passed(), self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_passes_and_says_what_does_not() {
        let grid = "4......13.......4.+1.6.5253.......1..";
        let text = format!(
            "# naked singles\n:0003:4:{grid}:::442:\n:0003:4:{grid}::442::\n:0003-x:4:{grid}:::\n\
             :9999:4:{grid}::442::\nnonsense\n:naked-single:4:{grid}:::442:\n"
        );
        let conformance = Conformance::of(&text, &|| false).unwrap();
        assert_eq!((conformance.passed(), conformance.total()), (2, 6));
        let report = conformance.to_string();
        assert!(report.ends_with("passed 2 of 6\n"), "{report}");
        assert!(report.contains("line 6: expected `:code:"), "{report}");
        assert!(report.contains("line 5: no strategy has this code"), "{report}");
        assert!(report.contains("line 4: found R"), "{report}");
    }
}
