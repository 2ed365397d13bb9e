//! A puzzle as a picture.

use maud::{Markup, html};

/// Pixels of a cell.
const CELL: usize = 20;

/// The grid with its givens, from cells row by row; nothing for text that is no
/// grid.
pub fn board(cells: &str, box_rows: usize, box_columns: usize) -> Markup {
    let order = box_rows * box_columns;
    let side = order * CELL;
    let is_grid = cells.chars().count() == order * order;
    let class = |place: usize, every| if place.is_multiple_of(every) { "thick" } else { "thin" };
    let givens = cells.chars().enumerate().filter(|&(_, cell)| cell != '.');
    html! {
        svg.board viewBox=(format!("-1 -1 {0} {0}", side + 2)) role="img"
            aria-label=(format!("{order} by {order} puzzle")) {
            @if is_grid {
                @for place in 0..=order {
                    path class=(class(place, box_rows)) d=(format!("M0,{}H{side}", place * CELL)) {}
                    path class=(class(place, box_columns))
                        d=(format!("M{},0V{side}", place * CELL)) {}
                }
                @for (place, digit) in givens {
                    text x=(place % order * CELL + CELL / 2) y=(place / order * CELL + CELL * 3 / 4) {
                        (digit)
                    }
                }
            }
        }
    }
}
