//! When there are enough rounds of fresh puzzles, and what is said of that.

use super::experiment::Until;
use super::part::Part;
use super::recipe::{Inputs, SEEDS_PER_ROUND};
use super::{Said, Study};
use crate::table::statistics::Bound;

impl Study {
    /// The largest error of a column's figures, as a share of the figure; of sets that more
    /// rounds make larger.
    pub(super) fn widest(&self, until: &Until, statistics: &Said) -> Widest {
        let column = self.experiment.columns.iter().find(|column| column.title == until.column);
        let column = column.expect("it was checked");
        let measured = self.measured(statistics);
        let of = |(_, set): (&Inputs, &str)| {
            let figure = column.estimate(set, &measured);
            let is_bound = figure.is_some_and(|figure| figure.bound() != Bound::Exact);
            let error = match figure {
                Some(figure) if !is_bound => figure.error / figure.value.abs(),
                _ => f64::INFINITY,
            };
            let why = match figure {
                _ if error.is_finite() => "",
                None => "there is no figure",
                Some(_) if is_bound => "attempts met a limit, so that the figure is a bound",
                Some(_) => "too few puzzles differ",
            };
            Widest { error, is_bound, set: set.to_owned(), why }
        };
        let order =
            |a: &Widest, b: &Widest| a.is_bound.cmp(&b.is_bound).then(a.error.total_cmp(&b.error));
        self.sets(Part { round: 2, is_shared: true }).map(of).max_by(order).unwrap_or_default()
    }
}

/// The figure of a column with the largest error, as a share of the figure.
#[derive(Default)]
pub(super) struct Widest {
    pub(super) error: f64,
    /// Whether limits made it a bound, which more rounds do not change.
    pub(super) is_bound: bool,
    set: String,
    /// Why its error is not known, if it is not.
    why: &'static str,
}

impl Widest {
    /// How many rounds there were, and why no more.
    pub(super) fn rounds(&self, until: &Until, round: u64) -> String {
        let Until { column, relative_error, at_most } = until;
        let why = match self {
            Widest { is_bound: true, .. } => "as more would not help",
            Widest { error, .. } if error <= relative_error => "narrow enough",
            _ => "the most",
        };
        let [error, wanted] =
            [self.error, *relative_error].map(|share| format!("{:.1} %", 100.0 * share));
        let error = match self.why {
            "" => error,
            why => format!("not known (set {}: {why})", self.set),
        };
        format!(
            "Rounds of fresh puzzles: {round} of at most {at_most}, {why}: the widest standard error of \
             \"{column}\" in generated sets is {error}, wanted {wanted}. Seeds rise by {SEEDS_PER_ROUND} a round"
        )
    }
}
