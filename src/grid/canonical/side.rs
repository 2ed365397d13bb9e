//! The grid as it is, and transposed; which of its rows may come next.

use super::partial::{Partial, ROOM, Row, factorial};
use crate::grid::symmetry::can_transpose;
use crate::grid::{Grid, Layout};

/// The grid as it is, or transposed.
pub(super) struct Side {
    pub(super) rows: Vec<Row>,
    /// Bit r is set when row r is empty.
    empty: u32,
}

impl Side {
    /// The grid, and where boxes are square its transposition.
    pub(super) fn both(grid: &Grid) -> Vec<Side> {
        let (layout, order) = (grid.layout(), grid.layout().order());
        let side = |transposed: bool| {
            let mut side = Side { rows: vec![[0; ROOM]; order], empty: 0 };
            for (row, values) in grid.values().chunks_exact(order).enumerate() {
                for (column, &value) in values.iter().enumerate() {
                    let (row, column) = if transposed { (column, row) } else { (row, column) };
                    side.rows[row][column] = value;
                }
            }
            let empty = |row: &usize| side.rows[*row] == [0; ROOM];
            side.empty = (0..order).filter(empty).fold(0, |bits, row| bits | 1 << row);
            side
        };
        if can_transpose(layout) { vec![side(false), side(true)] } else { vec![side(false)] }
    }

    /// The rows that may stand next in the image: those left of the band begun, or
    /// those of the bands not begun. Of rows that are alike because they are
    /// empty, only one.
    pub(super) fn choices<'a>(
        &'a self,
        layout: &Layout,
        partial: &Partial,
        depth: usize,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let (order, height) = (layout.order(), layout.box_rows());
        let band = move |row: usize| ((1u32 << height) - 1) << (row / height * height);
        let mut open = !partial.used & ((1 << order) - 1);
        if !depth.is_multiple_of(height) {
            open &= band(usize::from(partial.rows[depth - 1]));
        }
        let (mut empty_bands, empty) = (0, self.empty);
        (0..order).filter(move |&row| {
            let mut allowed = open >> row & 1 == 1;
            if allowed && empty >> row & 1 == 1 {
                open &= !(empty & band(row));
                if empty & band(row) == band(row) {
                    empty_bands += 1;
                    allowed = empty_bands == 1;
                }
            }
            allowed
        })
    }

    /// The orders of the empty rows, and of the empty bands, of which the search takes one.
    pub(super) fn orders_of_rows(&self, layout: &Layout) -> u128 {
        let height = layout.box_rows();
        let bands = (0..layout.order()).step_by(height);
        let empty = bands.map(|row| (self.empty >> row & ((1 << height) - 1)).count_ones());
        let (orders, bands) = empty.fold((1, 0), |(orders, bands), rows| {
            (orders * factorial(rows), bands + u32::from(rows == height as u32))
        });
        orders * factorial(bands)
    }
}
