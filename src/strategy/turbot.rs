//! Turbot fish: two strong links of one digit, joined by a weak one.
//!
//! A house with two places for a digit is a *strong link*: one of the two is
//! true. Let one place of a link see one place of another. These two cannot both
//! be true, so one of the two far ends is, and a cell that sees both far ends
//! does not hold the digit.
//!
//! ```text
//! skyscraper: links in parallel lines   2-string kite: links in a row and a
//!                                       column, joined in a box
//!         c2       c5   c8                      c2  c3  |  c7
//! row 1   .        6?   -6              row 1   6?  .   |  .
//! row 4   6? ===== 6?   .               row 2   .   6? =|= 6?
//! row 8   6? =========== 6?                     ‖       |
//! row 9   .        -6    .              row 7   6?      |  -6
//! ```
//!
//! The **Turbot Fish** is the pattern in general, with links in any houses; the
//! other two are named because they are seen so much more easily. Two kites on
//! the same two cells of a box make a *dual* kite, reported as one more step.
//! The general chain of such links is not found here. Source: the steps of HoDoKu.

use std::ops::ControlFlow;

use super::strong_link::StrongLink;
use super::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, Digit, HouseKind};

/// Two strong links, turned so that their first ends see one another.
#[derive(Clone, Copy)]
struct Joined {
    digit: Digit,
    links: [StrongLink; 2],
    eliminated: CellSet,
}

impl Joined {
    fn near(&self) -> [Cell; 2] {
        self.links.map(|link| link.ends[0])
    }

    /// Of two links in lines of one kind.
    fn is_skyscraper(&self) -> bool {
        let [a, b] = self.near();
        match self.links[0].house.kind() {
            HouseKind::Row => a.column() == b.column(),
            HouseKind::Column => a.row() == b.row(),
            HouseKind::Box => false,
        }
    }

    /// Of a link in a row and one in a column.
    fn is_kite(&self) -> bool {
        let [a, b] = self.near();
        a.row() != b.row() && a.column() != b.column()
    }

    fn pattern(&self) -> Pattern {
        let [[a, far_a], [b, far_b]] = self.links.map(|link| link.ends);
        let roles = [(far_a, Role::Off), (a, Role::On), (b, Role::Off), (far_b, Role::On)];
        Pattern::new([self.digit], [far_a, a, b, far_b], self.links.map(|link| link.house))
            .marked(roles.map(|(cell, role)| Mark { cell, digit: self.digit, role }))
    }
}

/// Visits every two joined links of a digit, in houses of `kinds`, that are `wanted` and eliminate
/// something.
#[inline(always)]
fn joined(
    grid: &Studied<'_>,
    digit: Digit,
    kinds: impl Fn(HouseKind, HouseKind) -> bool,
    wanted: impl Fn(&Joined) -> bool,
    visit: &mut dyn FnMut(&Joined) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let places = grid.places(digit);
    let links = grid.strong_links(digit);
    for (i, &first) in links.iter().enumerate() {
        let of_kinds = |second: &&StrongLink| kinds(first.house.kind(), second.house.kind());
        for &second in links[i + 1..].iter().filter(of_kinds) {
            for links in turned(first, second) {
                let [[a, far_a], [b, far_b]] = links.map(|link| link.ends);
                let seen = layout.peer_set(far_a) & layout.peer_set(far_b) & places;
                if seen.is_empty() || !layout.sees(a, b) || far_a == far_b {
                    continue;
                }
                let eliminated = seen - CellSet::only(a) - CellSet::only(b);
                let pair = Joined { digit, links, eliminated };
                // Links that share a cell are a shorter chain, not this pattern.
                if !eliminated.is_empty() && far_a != b && far_b != a && wanted(&pair) {
                    visit(&pair)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The four ways to choose the ends that should see one another.
fn turned(first: StrongLink, second: StrongLink) -> impl Iterator<Item = [StrongLink; 2]> {
    let turn = |link: StrongLink| StrongLink { ends: [link.ends[1], link.ends[0]], ..link };
    [[first, second], [first, turn(second)], [turn(first), second], [turn(first), turn(second)]]
        .into_iter()
}

fn add(pair: &Joined, grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    steps.add(Deduction::eliminate(pair.eliminated, pair.digit, grid), || pair.pattern())
}

pub(super) fn turbots(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    joined(grid, digit, |_, _| true, |_| true, &mut |pair| add(pair, grid, steps))
}

pub(super) fn skyscrapers(
    grid: &Studied<'_>,
    digit: Digit,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let kinds = |kind, other| kind == other && kind != HouseKind::Box;
    joined(grid, digit, kinds, Joined::is_skyscraper, &mut |pair| add(pair, grid, steps))
}

/// Every kite, then every dual one.
pub(super) fn kites(grid: &Studied<'_>, digit: Digit, steps: &mut Steps<'_>) -> ControlFlow<()> {
    let mut kites: Vec<Joined> = Vec::new();
    let kinds = |kind, other| (kind, other) == (HouseKind::Row, HouseKind::Column);
    joined(grid, digit, kinds, Joined::is_kite, &mut |pair| {
        kites.push(*pair);
        add(pair, grid, steps)
    })?;
    for (i, first) in kites.iter().enumerate() {
        let [a, b] = first.near();
        let dual = |kite: &&Joined| kite.near() == [b, a];
        for second in kites[i + 1..].iter().filter(dual) {
            let both = first.eliminated | second.eliminated;
            if both != first.eliminated && both != second.eliminated {
                steps.add(Deduction::eliminate(both, first.digit, grid), || {
                    first.pattern().and(second.pattern())
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn explain(step: &Step, _: &Studied<'_>) -> String {
    let Pattern { digits, cells, houses, .. } = &step.pattern;
    let digit = words::list(*digits);
    let chains = cells.chunks(4).zip(houses.chunks(2)).map(|(cells, houses)| {
        let ([far, near, next, end], [first, second]) = (cells, houses) else {
            return String::new();
        };
        format!(
            "{first} has {digit} in {far} or {near}, {second} in {next} or {end}; {near} and \
             {next} see one another, so {far} or {end} holds {digit}, and no cell that sees both \
             does"
        )
    });
    words::sentence(&format!("{}.", chains.collect::<Vec<_>>().join(". Besides, ")))
}
