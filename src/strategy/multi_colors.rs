//! Multi colours: two clusters of strong links that see each other.
//!
//! Each cluster's two [colours](super::colors) are true and false as wholes. If a
//! place of colour a sees one of colour b, they are not both true, so one of their
//! opposites is:
//!
//! - **Type 1**: a place that sees an opposite of a and an opposite of b is false.
//! - **Type 2**: a colour that sees both colours of the other cluster, one of them
//!   true, is false as a whole.
//!
//! ```text
//! cluster 1   a — A        A and B see each other, so a or b is true,
//! cluster 2   b — B        and a cell that sees an a and a b holds neither
//! ```
//!
//! More than two clusters at once are chains, and not found here. Source: the
//! steps of HoDoKu.

use std::ops::ControlFlow;

use super::colors::{Cluster, clusters, marks};
use super::seen::seen_by_any;
use super::{Deduction, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{CellSet, Digit};

pub(super) fn find(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    let all: Vec<Cluster> = clusters(grid, digit).collect();
    let seen: Vec<Cluster> =
        all.iter().map(|cluster| cluster.map(|colour| seen_by_any(layout, colour))).collect();
    let mut add = |i: usize, j: usize, eliminated: CellSet| {
        let clusters = [all[i], all[j]];
        steps.add(Deduction::eliminate(eliminated, digit, grid), || {
            let cells = clusters.iter().flatten().flat_map(|colour| colour.cells(layout));
            let numbered = (0..).zip(clusters);
            Pattern::new([digit], cells, []).marked(
                numbered.flat_map(|(number, cluster)| marks(layout, digit, number, cluster)),
            )
        })
    };
    for i in 0..all.len() {
        for j in (0..all.len()).filter(|&j| j != i) {
            if i < j {
                let colours = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter();
                let linked = colours.filter(|&(a, b)| seen[i][a].meets(all[j][b]));
                let either = linked.map(|(a, b)| seen[i][1 - a] & seen[j][1 - b]);
                add(i, j, either.fold(CellSet::EMPTY, |any, cells| any | cells))?;
            }
            for a in 0..2 {
                if seen[i][a].meets(all[j][0]) && seen[i][a].meets(all[j][1]) {
                    add(i, j, all[i][a])?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let digit = words::list(step.pattern.digits);
    let cluster = |number| {
        let [a, b] =
            [true, false].map(|colour| step.pattern.cells_of(Role::Colour(number, colour)));
        format!("{} or else in {}", words::list(a), words::list(b))
    };
    let Some(&Deduction::Eliminate(cell, _)) = step.deductions.first() else { return digit };
    let inside = step.pattern.cells.contains(&cell);
    format!(
        "{digit} is in {}, and in {}; {}.",
        cluster(0),
        cluster(1),
        if inside {
            "one of these alternatives sees both of the other two, and so it is the wrong one"
        } else {
            "two of these alternatives see each other, so one of their opposites holds, and a cell \
             that sees both opposites does not hold the digit"
        },
    )
}
