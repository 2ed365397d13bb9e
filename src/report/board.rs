//! A puzzle as a picture.

use crate::html::{Element, element};

/// Pixels of a cell.
const CELL: usize = 20;

/// The grid with its givens, from cells row by row; nothing for text that is no
/// grid.
pub fn board(cells: &str, box_rows: usize, box_columns: usize) -> Element {
    let order = box_rows * box_columns;
    let side = order * CELL;
    let picture = element("svg")
        .class("board")
        .attribute("viewBox", format!("-1 -1 {} {}", side + 2, side + 2))
        .attribute("role", "img")
        .attribute("aria-label", format!("{order} by {order} puzzle"));
    if cells.chars().count() != order * order {
        return picture;
    }
    let lines = (0..=order).flat_map(|place| {
        let at = place * CELL;
        let class = |every: usize| if place % every == 0 { "thick" } else { "thin" };
        let line = |class: &str, d: String| element("path").class(class).attribute("d", d);
        [
            line(class(box_rows), format!("M0,{at}H{side}")),
            line(class(box_columns), format!("M{at},0V{side}")),
        ]
    });
    let givens = cells.chars().enumerate().filter(|&(_, cell)| cell != '.');
    let givens = givens.map(|(place, digit)| {
        let (row, column) = (place / order, place % order);
        element("text")
            .attribute("x", column * CELL + CELL / 2)
            .attribute("y", row * CELL + CELL * 3 / 4)
            .text(digit)
    });
    picture.children(lines).children(givens)
}
