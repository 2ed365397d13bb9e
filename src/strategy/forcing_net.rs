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

use super::course::Course;
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
    explain: |step, grid| {
        let choice = format!("Whatever {} holds", step.pattern.cells[0]);
        explain(step, grid, &choice, |mark| mark.digit.to_string())
    },
};

pub(super) const HOUSE_FORCING_NET: Strategy = Strategy {
    name: "house-forcing-net",
    title: "House Forcing Net",
    find: houses,
    explain: |step, grid| {
        let Pattern { digits, houses, .. } = &step.pattern;
        let choice = format!("Wherever the {} of {} is", words::list(*digits), houses[0]);
        explain(step, grid, &choice, |mark| format!("in {}", mark.cell))
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

fn explain(step: &Step, grid: &CandidateGrid, choice: &str, branch: fn(&Mark) -> String) -> String {
    let gone: Vec<(Cell, Digit)> =
        step.deductions.iter().map(|deduction| (deduction.cell(), deduction.digit())).collect();
    let branches = step.pattern.marks.iter().map(|mark| {
        let course = Course::of(grid, (mark.cell, mark.digit), 0);
        let end = match (course.tell(&gone), course.fails()) {
            (nothing, _) if nothing.is_empty() => "at once".to_owned(),
            (what, false) => format!("singles {what}"),
            (what, true) => format!("singles {what}, a contradiction"),
        };
        format!("if {}, {end}", branch(mark))
    });
    let branches = branches.collect::<Vec<_>>().join("; ");
    format!("{choice}, the same follows: {branches}.")
}
