//! HoDoKu's regression lines: a grid and what a strategy should conclude from it.
//!
//! ```text
//! :code[-variant|-x]:digits:grid:deleted:eliminations:placements[:extra]
//! ```
//!
//! `code` says which strategy is meant; here a strategy's name may stand in its
//! place. `grid` has `.` for an empty cell, `d` for a given and `+d` for a digit
//! placed later. The lists are blank-separated candidates, each
//! `<digit><row><column>` from 1. The state is every candidate that the placed
//! digits allow but the deleted ones. The strategy should find a step with exactly
//! these eliminations and placements; with `-x` it should find nothing, and the
//! lists say what a wrong one would conclude. Numbers beyond 9 are letters (10 is
//! `a`), which carries the format to every size.
//!
//! What the codes mean is for [`conform`](crate::conform) to know.

use thiserror::Error;

use crate::grid::{CandidateGrid, Cell, Conflict, Digit, DigitSet, Grid, Layout, Puzzle};

/// A grid, and what a strategy should conclude from it.
#[derive(Clone, Debug)]
pub struct StrategyCase {
    /// The code with its variant, or the name, without `-x`.
    pub code: String,
    /// Whether the strategy should find nothing.
    pub negative: bool,
    /// The digits of the pattern, where the line names them.
    pub digits: DigitSet,
    /// The state.
    pub grid: CandidateGrid,
    /// The candidates the step removes, in rising order.
    pub eliminations: Vec<(Cell, Digit)>,
    /// The digits the step places, in rising order of their cells.
    pub placements: Vec<(Cell, Digit)>,
    /// The last field, which is free: an explanation in this project's lines.
    pub extra: String,
}

/// What is wrong with a regression line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RegressionError {
    /// The fields are too few, or the line does not begin with a colon.
    #[error("expected `:code:digits:grid:deleted:eliminations:placements[:extra]`")]
    Fields,
    /// The code is empty.
    #[error("the code is missing")]
    Code,
    /// The number of cells is not that of any size.
    #[error("{0} cells, which is no size of grid")]
    Length(usize),
    /// Something that is not a digit of this size, or a `+` without one.
    #[error("`{0}` is no digit of this size")]
    Digit(char),
    /// The placed digits contradict one another.
    #[error("{0}")]
    Conflict(Conflict),
    /// Not a digit, a row and a column of this size.
    #[error("`{0}` is not a candidate like 135: digit 1 in row 3, column 5")]
    Candidate(String),
    /// A candidate to remove or place that the grid does not have.
    #[error("{1} is no candidate of {0}")]
    Absent(Cell, Digit),
    /// Neither eliminations nor placements, and not `-x`.
    #[error("neither eliminations nor placements")]
    Empty,
}

/// Reads a line; `None` for a blank one or a comment, which begins with `#`.
///
/// # Errors
/// When the line is not in the format, or expects the removal or placement of a
/// candidate that its grid does not have.
pub fn parse_case(line: &str) -> Result<Option<StrategyCase>, RegressionError> {
    let line = line.trim_end();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let fields: Vec<&str> = line.splitn(8, ':').collect();
    let (["", code, digits, cells, deleted, eliminations, placements], extra) =
        fields.split_at(fields.len().min(7))
    else {
        return Err(RegressionError::Fields);
    };
    let (code, negative) = match code.strip_suffix("-x") {
        Some(code) => (code, true),
        None => (*code, false),
    };
    if code.is_empty() {
        return Err(RegressionError::Code);
    }
    let mut grid = parse_grid(cells)?;
    let layout = grid.layout();
    for (cell, digit) in parse_candidates(deleted, layout)? {
        grid.eliminate(cell, digit);
    }
    let present = |list: &str| {
        let candidates = parse_candidates(list, layout)?;
        let absent = |&&(cell, digit): &&(Cell, Digit)| !grid.candidates(cell).contains(digit);
        match candidates.iter().find(absent).filter(|_| !negative) {
            Some(&(cell, digit)) => Err(RegressionError::Absent(cell, digit)),
            None => Ok(candidates),
        }
    };
    let (eliminations, placements) = (present(eliminations)?, present(placements)?);
    if !negative && eliminations.is_empty() && placements.is_empty() {
        return Err(RegressionError::Empty);
    }
    Ok(Some(StrategyCase {
        code: code.into(),
        negative,
        digits: digits.chars().map(|symbol| digit(symbol, layout)).collect::<Result<_, _>>()?,
        grid,
        eliminations,
        placements,
        extra: extra.concat(),
    }))
}

fn parse_grid(text: &str) -> Result<CandidateGrid, RegressionError> {
    let count = text.chars().filter(|&symbol| symbol != '+').count();
    let layout = Layout::of_cells(count).ok_or(RegressionError::Length(count))?;
    let (mut givens, mut later) = (Grid::empty(layout), Vec::new());
    let mut cells = layout.cells().iter();
    let mut symbols = text.chars();
    while let Some(symbol) = symbols.next() {
        let given = symbol != '+';
        let symbol = if given { symbol } else { symbols.next().unwrap_or('+') };
        let &cell = cells.next().ok_or(RegressionError::Digit('+'))?;
        match symbol {
            '.' | '0' if given => {}
            _ if given => givens.set(cell, Some(digit(symbol, layout)?)),
            _ => later.push((cell, digit(symbol, layout)?)),
        }
    }
    let mut all = givens.clone();
    later.iter().for_each(|&(cell, digit)| all.set(cell, Some(digit)));
    if let Some(conflict) = all.conflict() {
        return Err(RegressionError::Conflict(conflict));
    }
    let mut grid = CandidateGrid::new(&Puzzle::new(givens).map_err(RegressionError::Conflict)?);
    later.into_iter().for_each(|(cell, digit)| grid.place(cell, digit));
    Ok(grid)
}

fn parse_candidates(
    list: &str,
    layout: &'static Layout,
) -> Result<Vec<(Cell, Digit)>, RegressionError> {
    let candidate = |item: &str| {
        let wrong = |_| RegressionError::Candidate(item.into());
        let numbers: Result<Vec<Digit>, _> = item.chars().map(|s| digit(s, layout)).collect();
        match numbers.map_err(wrong)?[..] {
            [digit, row, column] => Ok((layout.cell(row.index(), column.index()), digit)),
            _ => Err(RegressionError::Candidate(item.into())),
        }
    };
    let mut candidates =
        list.split_whitespace().map(candidate).collect::<Result<Vec<_>, RegressionError>>()?;
    candidates.sort_unstable();
    Ok(candidates)
}

fn digit(symbol: char, layout: &Layout) -> Result<Digit, RegressionError> {
    let value = symbol.to_digit(36).filter(|&value| value >= 1 && value <= layout.order() as u32);
    value.map(|value| Digit::new(value as u8)).ok_or(RegressionError::Digit(symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two full rows, the digit in R1C2 placed later, and a 2 in R3C1.
    const GRID: &str = "1+23434122.......";

    fn error(line: &str) -> RegressionError {
        parse_case(line).unwrap_err()
    }

    #[test]
    fn a_line_is_a_state_and_what_follows() {
        let line = format!(":0402-1:3:{GRID}:443:334 132:243:all: of it");
        let case = parse_case(&line).unwrap().unwrap();
        let cell = |row: usize, column: usize| case.grid.layout().cell(row - 1, column - 1);
        assert_eq!((case.code.as_str(), case.negative), ("0402-1", false));
        assert_eq!(case.eliminations, [(cell(3, 2), Digit::new(1)), (cell(3, 4), Digit::new(3))]);
        assert_eq!(case.placements, [(cell(4, 3), Digit::new(2))]);
        assert_eq!(case.extra, "all: of it");
        assert!(case.grid.is_given(cell(1, 1)) && !case.grid.is_given(cell(1, 2)));
        assert_eq!(case.grid.digit(cell(1, 2)), Some(Digit::new(2)));
        assert!(!case.grid.candidates(cell(4, 3)).contains(Digit::new(4)));
    }

    #[test]
    fn negative_lines_blanks_and_comments() {
        let case = parse_case(&format!(":y-wing-chain-x::{GRID}:::")).unwrap().unwrap();
        assert!(case.negative && case.code == "y-wing-chain");
        assert!(parse_case("").unwrap().is_none());
        assert!(parse_case("# :0000:").unwrap().is_none());
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(error("0000:1:..:::"), RegressionError::Fields);
        assert_eq!(error(&format!("::1:{GRID}::441:")), RegressionError::Code);
        assert_eq!(error(":0000:1:123::411:"), RegressionError::Length(3));
        assert_eq!(
            error(&format!(":0000:1:{}::441:", GRID.replace('2', "7"))),
            RegressionError::Digit('7')
        );
        assert_eq!(error(&format!(":0000:1:{GRID}::43:")), RegressionError::Candidate("43".into()));
        assert_eq!(error(&format!(":0000:1:{GRID}:::")), RegressionError::Empty);
        let conflict = error(":0000:1:11..............::441:").to_string();
        assert_eq!(conflict, "digit 1 stands twice in row 1");
        let absent = error(&format!(":0000:1:{GRID}::133:")).to_string();
        assert_eq!(absent, "1 is no candidate of R3C3");
    }
}
