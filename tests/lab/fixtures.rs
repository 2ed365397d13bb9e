//! The strategies' fixtures: regression lines of the project's own.

use sudoku_lab::text::{StrategyCase, parse_case};

/// A fixture and the line it was read from.
pub struct Fixture {
    pub line: String,
    pub case: StrategyCase,
}

/// The fixtures of one strategy.
pub fn of_strategy(name: &str) -> Vec<Fixture> {
    let path = format!("{}/fixtures/strategies/{name}.txt", super::TESTS);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fixture = |line: &str| {
        let case = parse_case(line).unwrap_or_else(|error| panic!("{error}: {line}"))?;
        Some(Fixture { line: line.into(), case })
    };
    text.lines().filter_map(fixture).collect()
}
