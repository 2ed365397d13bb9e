//! Tests that compare the sets of a claim with each other.
//!
//! Each compares estimate with estimate: a figure of another set that is lower but less well
//! known, or that a limit hides, may be the higher one.

use super::ruling::Ruling;
use crate::table::statistics::{Estimate, Joint};

/// The figure of each set.
pub type Figured = Vec<Option<Estimate>>;

/// Whether the highest figure of some sets is above that of the others, times a factor.
pub fn peak(sets: &[&str], figures: &Figured, at: &[String], factor: f64) -> Ruling {
    let figures: Option<Vec<Estimate>> = figures.iter().copied().collect();
    let Some(figures) = figures else { return Ruling::NoData };
    let is_inside = |set: &str| at.iter().any(|at| at == set);
    let (inside, outside): (Vec<_>, Vec<_>) =
        sets.iter().zip(figures).partition(|(set, _)| is_inside(set));
    let inside: Vec<Estimate> = inside.into_iter().map(|(_, figure)| figure).collect();
    let outside = outside.into_iter().map(|(_, figure)| figure.per(1.0 / factor));
    let outside: Vec<Estimate> = outside.collect();
    let any_exceeds_all = |some: &[Estimate], others: &[Estimate]| {
        some.iter().any(|one| others.iter().all(|&other| one.exceeds(other)))
    };
    Ruling::of(any_exceeds_all(&inside, &outside), any_exceeds_all(&outside, &inside))
}

/// Whether no value is a factor or more above another, and the highest over the lowest, if that is not 0.
/// No data if one is missing, or all are 0.
pub fn flat(values: &Figured, within: f64) -> (Ruling, Option<Estimate>) {
    let values: Option<Vec<Estimate>> = values.iter().copied().collect();
    let is_any = |value: &Estimate| value.most > 0.0;
    let Some(values) = values.filter(|values| values.iter().any(is_any)) else {
        return (Ruling::NoData, None);
    };
    let pairs = values.iter().enumerate().flat_map(|(place, &one)| {
        let others = values.iter().enumerate().filter(move |&(other, _)| other != place);
        others.map(move |(_, &other)| (one, other))
    });
    let pairs: Vec<(Estimate, Estimate)> = pairs.collect();
    let above = pairs.iter().map(|(one, other)| one.minus_times(*other, within, Joint::NONE));
    let is_flat = above.clone().all(|difference| difference.is_below(0.0));
    let ruling = Ruling::of(is_flat, above.clone().any(|difference| difference.is_above(0.0)));
    let ratios: Option<Vec<Estimate>> =
        pairs.iter().map(|(one, other)| one.over(*other, Joint::NONE)).collect();
    (ruling, ratios.and_then(|ratios| highest(&ratios)))
}

/// The highest of some estimates.
fn highest(all: &[Estimate]) -> Option<Estimate> {
    let most = |of: fn(&Estimate) -> f64| all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = (most(|one| one.least), most(|one| one.most));
    let highest = all.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    Some(Estimate { least, most, ..*highest })
}

/// Whether a value falls: the first is clearly above the last, by a factor, and the others lie
/// between them as they were measured, and whatever limits hide. Not if any is clearly above the first
/// or below the last.
pub fn trend<'a>(
    values: impl DoubleEndedIterator<Item = &'a Option<Estimate>>,
    factor: f64,
) -> Ruling {
    let values: Option<Vec<Estimate>> = values.copied().collect();
    let Some(values) = values else { return Ruling::NoData };
    let [first, ref middle @ .., last] = values[..] else { return Ruling::NoData };
    let times = last.per(1.0 / factor);
    // Neighbours need not be told apart.
    // All that limits hide may be so.
    let is_between = |value: &Estimate| value.most <= first.least && value.least >= last.most;
    let may_be_outside =
        |&value: &Estimate| value.may_exceed(first) || last.may_exceed(value) || !value.has_error();
    let is_outside = |&value: &Estimate| value.exceeds(first) || last.exceeds(value);
    let are_between = middle.iter().all(is_between) && !middle.iter().any(may_be_outside);
    let falls = first.exceeds(times) && are_between;
    Ruling::of(falls, times.exceeds(first) || middle.iter().any(is_outside))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_between_that_may_be_outside() {
        let values = [1.0, 2.0, 3.0].map(|value| Some(Estimate::exactly(value)));
        let bounded = [values[0], values[1].map(Estimate::or_more), values[2]];
        let rulings = [values, bounded].map(|values| trend(values.iter().rev(), 1.0));
        assert_eq!(rulings, [Ruling::Confirmed, Ruling::Undecided]);
    }

    /// A limit hides whether the set between is below the first: 14 and 3 of 40 attempts met it.
    #[test]
    fn a_value_between_that_a_limit_may_move() {
        let range = |least, most| Some(Estimate { error: 7.8, most, ..Estimate::exactly(least) });
        let rise = |first| trend([first, range(60.0, 67.5), range(100.0, 100.0)].iter().rev(), 1.0);
        assert_eq!(rise(range(42.5, 77.5)), Ruling::Undecided);
        assert_eq!(rise(range(42.5, 59.5)), Ruling::Confirmed);
    }

    /// Nor is it between the two if it was measured outside, however badly.
    #[test]
    fn a_value_that_is_not_known_to_be_outside() {
        let about = |value, error| Some(Estimate { error, ..Estimate::exactly(value) });
        let rise = |middle| trend([about(13.0, 8.0), middle, about(50.0, 1.0)].iter().rev(), 1.0);
        assert_eq!(rise(about(2.0, 0.4)), Ruling::Undecided);
        assert_eq!(rise(about(51.0, 3.0)), Ruling::Undecided);
        assert_eq!(rise(about(14.0, 8.0)), Ruling::Confirmed);
        assert_eq!(rise(about(60.0, 1.0)), Ruling::Refuted);
    }

    #[test]
    fn the_highest_is_told_from_each_other() {
        let about = |value, error| Some(Estimate { error, ..Estimate::exactly(value) });
        let of = |values: [Option<Estimate>; 3]| {
            let peak = peak(&["a", "b", "c"], &values.to_vec(), &["a".into()], 1.0);
            (peak, flat(&values.to_vec(), 4.0).0)
        };
        let [three, two, one] = [3.0, 2.0, 1.0].map(|value| about(value, 0.1));
        assert_eq!(of([three, two, one]), (Ruling::Confirmed, Ruling::Confirmed));
        // What is lower may be higher.
        assert_eq!(of([three, two, about(1.0, 4.0)]), (Ruling::Undecided, Ruling::Undecided));
        assert_eq!(of([three, two, one.map(Estimate::or_more)]).0, Ruling::Undecided);
        assert_eq!(of([one, three, two]).0, Ruling::Refuted);
        assert_eq!(of([three, None, one]), (Ruling::NoData, Ruling::NoData));
        let nothing = about(0.0, 0.0);
        assert_eq!(of([three, two, nothing]).1, Ruling::Refuted);
        assert_eq!(of([nothing; 3]).1, Ruling::NoData);
    }
}
