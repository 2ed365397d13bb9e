//! Simple colours: a digit's strong links, two-coloured.
//!
//! Two places joined by a strong link are never equal: one is true, the other
//! false. Places joined through any number of strong links form a *cluster*;
//! giving its places two colours in turn, all of one colour are true and all of
//! the other false.
//!
//! - **Trap**: a place that sees both colours sees a true one, and is false.
//! - **Wrap**: two places of one colour that see each other cannot both be true,
//!   so the whole colour is false.
//!
//! ```text
//!         c1      c5      c9
//! row 2   a ===== b                  a and b alternate along strong links;
//! row 5   -7      ‖       .          R5C1 sees the a above and the b beside it,
//! row 5           a ===== b          so it is not 7: a trap
//! ```
//!
//! Several clusters are [multi colours](super::multi_colors). Source: the steps of
//! HoDoKu.

use std::ops::ControlFlow;

use super::seen::seen_by_any;
use super::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{CellSet, Digit, Layout};

/// The two colours of a cluster.
pub(super) type Cluster = [CellSet; 2];

/// The clusters of a digit, the one of the first cell first; strong links that go
/// round in a circle of odd length, a contradiction, make none.
pub(super) fn clusters<'a>(
    grid: &'a Studied<'_>,
    digit: Digit,
) -> impl Iterator<Item = Cluster> + 'a {
    let links = grid.strong_links(digit);
    let mut open: CellSet = links.iter().flat_map(|link| link.ends).collect();
    std::iter::from_fn(move || {
        loop {
            let mut cluster = [CellSet::only(open.first(grid.layout())?), CellSet::EMPTY];
            loop {
                let before = cluster;
                for link in links {
                    let [a, b] = link.ends.map(CellSet::only);
                    for (colour, other) in [(0, 1), (1, 0)] {
                        if cluster[colour].meets(a) || cluster[other].meets(b) {
                            cluster[colour] |= a;
                            cluster[other] |= b;
                        }
                    }
                }
                if cluster == before {
                    break;
                }
            }
            open = open - cluster[0] - cluster[1];
            if !cluster[0].meets(cluster[1]) {
                return Some(cluster);
            }
        }
    })
}

/// The marks of a cluster's places.
pub(super) fn marks(
    layout: &Layout,
    digit: Digit,
    number: u8,
    cluster: Cluster,
) -> impl Iterator<Item = Mark> + '_ {
    [true, false].into_iter().zip(cluster).flat_map(move |(colour, cells)| {
        let role = Role::Colour(number, colour);
        cells.cells(layout).map(move |cell| Mark { cell, digit, role })
    })
}

pub(super) fn find(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let layout = grid.layout();
    for cluster in clusters(grid, digit) {
        let both = cluster[0] | cluster[1];
        let seen = cluster.map(|colour| seen_by_any(layout, colour));
        let trapped = (seen[0] & seen[1]) - both;
        let wrapped = (0..2).filter(|&colour| cluster[colour].meets(seen[colour]));
        let wrapped = wrapped.map(|colour| cluster[colour]);
        for eliminated in std::iter::once(trapped).chain(wrapped) {
            steps.add(Deduction::eliminate(eliminated, digit, grid), || {
                Pattern::new([digit], both.cells(layout), [])
                    .marked(marks(layout, digit, 0, cluster))
            })?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let digit = words::list(step.pattern.digits);
    let [a, b] = [true, false].map(|colour| step.pattern.cells_of(Role::Colour(0, colour)));
    let alternate = format!(
        "Strong links of {digit} make {} all true and {} all false, or the reverse",
        words::list(a.clone()),
        words::list(b.clone()),
    );
    let Some(&Deduction::Eliminate(cell, _)) = step.deductions.first() else { return alternate };
    match a.chain(b).any(|place| place == cell) {
        true => format!("{alternate}; two of one colour see each other, so that colour is false."),
        false => format!("{alternate}; a cell that sees both colours does not hold {digit}."),
    }
}
