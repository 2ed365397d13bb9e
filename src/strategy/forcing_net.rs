//! Forcing nets: what follows whichever way a choice falls.
//!
//! A cell holds one of its candidates, and a house has one of a digit's places. Assume each
//! in turn and place singles until nothing changes. What is ruled out under all of them is
//! ruled out (a *verity*); an assumption that meets a contradiction does not count.
//!
//! ```text
//! R3C5 {2,7}    R3C5 = 2: …, R4C4 is not 3
//!               R3C5 = 7: …, R4C4 is not 3     so R4C4 is not 3
//! ```
//!
//! The consequences are not a single chain: several may be needed together for the next
//! one. The work is done on the [lanes](crate::lanes), 9×9 only. That an assumption alone
//! meets a contradiction is [refutation](super::refute).
//!
//! Source: HoDoKu's documentation, Forcing Nets; Sudoku Explainer's Cell and Region
//! Forcing Chains.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::refute::board;
use super::{Deduction, Found, Level, Mark, Pattern, Role, Sizes, Step, Strategy, Studied, words};
use crate::grid::{CandidateGrid, Cell, Digit, DigitSet, House};
use crate::lanes::{Board, Trials};

pub(super) const CELL_FORCING_NET: Strategy = Strategy {
    name: "cell-forcing-net",
    title: "Cell Forcing Net",
    source: "HoDoKu",
    level: Level::Extreme,
    score: 700,
    uniqueness: false,
    codes: &[],
    sizes: Sizes::Nine,
    find: cells,
    explain: |step| {
        let Pattern { digits, cells, .. } = &step.pattern;
        let choice = format!("of {} {} holds", words::list(*digits), cells[0]);
        explain(step, &choice)
    },
};

pub(super) const HOUSE_FORCING_NET: Strategy = Strategy {
    name: "house-forcing-net",
    title: "House Forcing Net",
    find: houses,
    explain: |step| {
        let Pattern { digits, cells, houses, .. } = &step.pattern;
        let (digit, cells) = (words::list(*digits), words::list(cells));
        explain(step, &format!("of {cells} has the {digit} of {}", houses[0]))
    },
    ..CELL_FORCING_NET
};

/// The boards that singles leave under each assumption that they do not refute.
struct Branches {
    boards: Vec<Option<Board>>,
    before: Board,
}

impl Branches {
    fn new(grid: &CandidateGrid) -> Branches {
        let before = board(grid);
        let mut boards = vec![None; 9 * grid.layout().cells().len()];
        Trials::default().outcomes(&before, &mut |cell, digit, left| {
            boards[9 * cell + digit.trailing_zeros() as usize] = Some(*left);
        });
        Branches { boards, before }
    }

    /// What no assumption of a choice leaves.
    fn common(&self, grid: &CandidateGrid, choice: &[(Cell, Digit)]) -> Vec<Deduction> {
        let branches = choice.iter().map(|&(cell, digit)| 9 * cell.index() + digit.index());
        let branches: Vec<&Board> =
            branches.filter_map(|branch| self.boards[branch].as_ref()).collect();
        // If none is left the grid has no solution; that is for others to find.
        if branches.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        for &cell in grid.layout().cells().iter().filter(|&&cell| grid.digit(cell).is_none()) {
            let left = branches.iter().fold(0, |left, b| left | b.candidates(cell.index()));
            let gone = self.before.candidates(cell.index()) & !left;
            let gone = DigitSet::from_bits(gone.into());
            out.extend(gone.map(|digit| Deduction::Eliminate(cell, digit)));
        }
        out
    }
}

fn cells(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let choices = grid.layout().cells().iter().map(|&cell| {
        let choice = grid.candidates(cell).map(|digit| (cell, digit)).collect();
        (choice, Vec::new())
    });
    try_all(grid, choices, found)
}

fn houses(grid: &Studied<'_>, found: Found<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let choices = layout.houses().iter().flat_map(|&house| {
        Digit::all(grid.order()).map(move |digit| {
            let places = (grid.places(digit) & layout.house_set(house)).cells(layout);
            (places.map(|cell| (cell, digit)).collect(), vec![house])
        })
    });
    try_all(grid, choices, found)
}

fn try_all(
    grid: &CandidateGrid,
    choices: impl Iterator<Item = (Vec<(Cell, Digit)>, Vec<House>)>,
    found: Found<'_>,
) -> ControlFlow<()> {
    let branches = Branches::new(grid);
    let mut known = HashSet::new();
    for (choice, houses) in choices.filter(|(choice, _)| choice.len() > 1) {
        let deductions = branches.common(grid, &choice);
        if deductions.is_empty() || !known.insert(deductions.clone()) {
            continue;
        }
        let mut cells: Vec<Cell> = choice.iter().map(|&(cell, _)| cell).collect();
        cells.dedup();
        let digits = choice.iter().map(|&(_, digit)| digit).collect();
        let mut pattern = Pattern::new(digits, cells, houses);
        let mark = |(place, &(cell, digit)): (usize, &(Cell, Digit))| Mark {
            cell,
            digit,
            role: Role::Set(place as u8),
        };
        pattern.marks = choice.iter().enumerate().map(mark).collect();
        found(Step { pattern, deductions })?;
    }
    ControlFlow::Continue(())
}

fn explain(step: &Step, choice: &str) -> String {
    let out = step.deductions.iter().map(|deduction| match deduction {
        Deduction::Place(cell, digit) => format!("{cell} is {digit}"),
        Deduction::Eliminate(cell, digit) => format!("{cell} is not {digit}"),
    });
    let out = words::list(out);
    format!("Whichever {choice}, placing singles comes to a contradiction or to this: {out}.")
}
