//! Templates: every way to place one digit in the whole grid.
//!
//! A *template* is a set of cells that has one cell of every row, column and box.
//! The final places of a digit are a template, made of cells it is placed in or a
//! candidate of. What all such templates have in common is true (*set*); a
//! candidate that none of them contains is false (*delete*).
//!
//! ```text
//! 5 possible in  {a,b,c}, {a,d,e} and {a,b,e} only: a is 5, and no cell but
//! a to e is
//! ```
//!
//! This finds all there is to know about a digit by itself, all basic, Franken and
//! mutant fish included, by trying everything: nobody's method on paper. After that
//! the digits act on one another: a template that uses a cell common to all
//! templates of another digit is impossible, and so on until nothing changes, which
//! may give more of the same conclusions. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::{Deduction, Pattern, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, Digit, HouseKind};

pub(super) fn set(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    visit(grid, &mut |templates| add(grid, templates.digit, templates.all, Deduction::Place, steps))
}

pub(super) fn delete(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    visit(grid, &mut |templates| {
        let unused = grid.places(templates.digit) - templates.any;
        add(grid, templates.digit, unused, Deduction::Eliminate, steps)
    })
}

fn add(
    grid: &Studied<'_>,
    digit: Digit,
    cells: CellSet,
    deduction: fn(Cell, Digit) -> Deduction,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let cells = cells.cells(grid.layout());
    steps.add(cells.clone().map(|cell| deduction(cell, digit)), || Pattern::new([digit], cells, []))
}

/// The templates of a digit, by the cells not filled yet.
struct Templates {
    digit: Digit,
    each: Vec<CellSet>,
    /// What they have in common, and what they have together.
    all: CellSet,
    any: CellSet,
}

impl Templates {
    fn of(grid: &Studied<'_>, digit: Digit) -> ControlFlow<(), Templates> {
        let none = CellSet::EMPTY;
        let mut templates = Templates { digit, each: Vec::new(), all: none, any: none };
        templates.extend(grid, grid.places(digit), 0, none)?;
        templates.sum_up(grid);
        ControlFlow::Continue(templates)
    }

    /// Places the digit in the rows from `row` on, in the cells that are still open.
    fn extend(
        &mut self,
        grid: &Studied<'_>,
        open: CellSet,
        row: usize,
        chosen: CellSet,
    ) -> ControlFlow<()> {
        grid.poll()?;
        let layout = grid.layout();
        let Some(&house) = layout.houses_of(HouseKind::Row).get(row) else {
            self.each.push(chosen);
            return ControlFlow::Continue(());
        };
        if grid.placed(house).contains(self.digit) {
            return self.extend(grid, open, row + 1, chosen);
        }
        for cell in (layout.house_set(house) & open).cells(layout) {
            let open = open - layout.peer_set(cell);
            self.extend(grid, open, row + 1, chosen | CellSet::only(cell))?;
        }
        ControlFlow::Continue(())
    }

    fn sum_up(&mut self, grid: &Studied<'_>) {
        self.all = self.each.iter().fold(grid.places(self.digit), |all, &one| all & one);
        self.any = self.each.iter().fold(CellSet::EMPTY, |any, &one| any | one);
    }
}

/// Visits every digit's templates, and then those left by one another.
fn visit(
    grid: &Studied<'_>,
    visit: &mut dyn FnMut(&Templates) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut templates: Vec<Templates> = Vec::new();
    for digit in Digit::all(grid.order()) {
        templates.push(Templates::of(grid, digit)?);
    }
    // Without any template the grid is contradictory, and nothing is said.
    let possible = |one: &Templates| !one.each.is_empty();
    templates.iter().filter(|one| possible(one)).try_for_each(&mut *visit)?;
    let mut changed = vec![false; templates.len()];
    loop {
        let common: Vec<CellSet> = templates.iter().map(|one| one.all).collect();
        let taken = |own: usize| {
            let others = common.iter().enumerate().filter(|&(other, _)| other != own);
            others.fold(CellSet::EMPTY, |taken, (_, &cells)| taken | cells)
        };
        let mut stable = true;
        for (own, one) in templates.iter_mut().enumerate() {
            grid.ask()?;
            let count = one.each.len();
            let taken = taken(own);
            one.each.retain(|template| !template.meets(taken));
            if one.each.len() < count {
                one.sum_up(grid);
                stable = false;
                changed[own] = true;
            }
        }
        if stable {
            break;
        }
    }
    if !templates.iter().all(possible) {
        return ControlFlow::Continue(());
    }
    let changed = templates.iter().zip(changed).filter(|&(_, changed)| changed);
    changed.map(|(one, _)| one).try_for_each(visit)
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let way = if step.placements() > 0 { "Every way" } else { "No way" };
    let Pattern { digits, cells, .. } = &step.pattern;
    format!("{way} to place all {}s uses {}.", words::list(*digits), words::list(cells))
}
