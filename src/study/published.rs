//! What was published, as figures: a claim is judged on a source's own tables as on a run.

use super::experiment::Experiment;
use super::measure::{Figures, Measure};
use crate::table::statistics::{Estimate, Joint};

/// The published values of an experiment's columns. Nothing is known of their errors but the
/// rounding: a mean printed as 27 may have been anything from 26.5 to 27.5. What is counted of
/// one puzzle, and printed as a whole number, is exact.
pub struct Published<'a>(pub &'a Experiment);

impl Figures for Published<'_> {
    fn sampled(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate> {
        let Published(experiment) = self;
        let row = experiment.sets().position(|known| known == set)?;
        // A published time is what it is, with a limit or without, where only one is given.
        let plain = |measure| if measure == Measure::CappedMs { Measure::CpuMs } else { measure };
        let columns = experiment
            .columns
            .iter()
            .filter(|column| column.over.is_empty() && column.solver == solver);
        let of = |is: &dyn Fn(Measure) -> bool| {
            let values = columns.clone().filter(|column| is(column.measure));
            let mut values = values.filter_map(|column| column.published.get(row));
            values.find(|value| !value.get_ref().is_nan())
        };
        let own = of(&|known| known == measure);
        let value = own.or_else(|| of(&|known| plain(known) == plain(measure)))?;
        let printed = experiment.printed(value);
        let is_whole = printed.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        let is_exact = is_whole && is_count(measure, experiment.is_one_puzzle(set));
        let half = if is_exact { 0.0 } else { half_a_digit(printed) };
        Some(Estimate::printed(*value.get_ref(), half))
    }

    fn joint(&self, _: &str, _: [&str; 2], _: Measure) -> Joint {
        Joint::NONE
    }

    fn rank_correlation(&self, _: &str, _: Measure) -> Option<Estimate> {
        None
    }

    fn limited(&self, _: &str) -> Option<(u64, u64)> {
        None
    }
}

/// Whether a measure of a set, of one puzzle or of many, is a number of things and no mean.
fn is_count(measure: Measure, is_one_puzzle: bool) -> bool {
    match measure {
        Measure::MostSingles => true,
        Measure::Checks | Measure::Guesses | Measure::Singles => is_one_puzzle,
        _ => false,
    }
}

/// Half a unit of the last digit of a number as it is written, like `10.0` or `1.5e3`.
fn half_a_digit(text: &str) -> f64 {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = number.split_once('.').map_or("", |(_, decimals)| decimals);
    let digits = decimals.bytes().filter(u8::is_ascii_digit).count() as i32;
    0.5 * 10.0_f64.powi(exponent.parse::<i32>().unwrap_or(0) - digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A difference that rounding may explain is none, of checks as of times.
    #[test]
    fn whole_counts_of_one_puzzle_are_exact() {
        let [one, rest] = [16, 15].map(|cells| ".".repeat(cells));
        let experiment = Experiment::parse(
            "x",
            &format!(
                "claims = []\ntitle = 'Speed'\nsource = 'X99'\nabout = 'As it was.'\n\
                 run = {{ solvers = ['dlx'], count = 1 }}\n\
                 [[inputs]]\nsets = ['one']\npuzzles = ['{one}']\n\
                 [[inputs]]\nsets = ['once']\npuzzles = ['1{rest}']\n\
                 [[inputs]]\nsets = ['two']\npuzzles = ['2{rest}', '3{rest}']\n\
                 [[inputs]]\nsets = ['made']\ngenerate = {{ clues = '30', seed = '1', count = 9 }}\n\
                 [[columns]]\ntitle = 'checks'\nmeasure = 'checks'\nsolver = 'dlx'\n\
                 published = [156_380, 30.5, 95, 95.4]\n\
                 [[columns]]\ntitle = 'most'\nmeasure = 'most-singles'\n\
                 published = [nan, nan, nan, 19]\n"
            ),
        )
        .unwrap();
        let of = |set, solver, measure| Published(&experiment).estimate(set, solver, measure);
        let checks = |set| of(set, "dlx", Measure::Checks).unwrap();
        let halves = ["one", "once", "two", "made"].map(|set| checks(set).rounding.above);
        assert_eq!(halves, [0.0, 0.05, 0.5, 0.05]);
        assert!(!checks("made").exceeds(checks("two")));
        assert_eq!(of("made", "", Measure::MostSingles), Some(Estimate::exactly(19.0)));
    }

    #[test]
    fn printed_values_are_rounded() {
        let experiment = Experiment::parse(
            "x",
            "claims = []\ntitle = 'Speed'\nsource = 'X99'\nabout = 'As it was.'\n\
             run = { solvers = ['dlx'], count = 1 }\n\
             [[inputs]]\nsets = ['a']\npuzzles = ['1...............']\n\
             [[inputs]]\nsets = ['b']\npuzzles = ['2...............']\n\
             [[inputs]]\nsets = ['c']\npuzzles = ['3...............']\n\
             [[columns]]\ntitle = 'time'\nmeasure = 'cpu-ms'\nsolver = 'dlx'\n\
             published = [27, 0.25, nan]\n\
             [[columns]]\ntitle = 'more'\nmeasure = 'checks'\nsolver = 'dlx'\n\
             published = [27, nan, nan]\n\
             [[columns]]\ntitle = 'zeros'\nmeasure = 'guesses'\nsolver = 'dlx'\n\
             published = [10.0, 1_0.50, 1.5e3]\n",
        )
        .unwrap();
        let of = |set, measure| Published(&experiment).estimate(set, "dlx", measure);
        let half = |set, measure| of(set, measure).map(|estimate| estimate.rounding.below);
        assert_eq!(half("a", Measure::CpuMs), Some(0.5));
        assert!((half("b", Measure::CappedMs).unwrap() - 0.005).abs() < 1e-12);
        assert_eq!(half("a", Measure::Checks), Some(0.0));
        let halves = ["a", "b", "c"].map(|set| half(set, Measure::Guesses).unwrap());
        for (half, expected) in halves.into_iter().zip([0.05, 0.005, 50.0]) {
            assert!((half - expected).abs() < 1e-12, "{half} {expected}");
        }
        assert_eq!((of("c", Measure::CpuMs), of("b", Measure::Checks)), (None, None));
    }

    /// A time with a limit is one without where nothing else is given, whichever stands first.
    #[test]
    fn a_measure_is_judged_on_its_own_column() {
        let column = |measure: &str, value: u32| {
            format!(
                "[[columns]]\ntitle = '{measure}'\nmeasure = '{measure}'\nsolver = 'dlx'\n\
                 published = [{value}]\n"
            )
        };
        let columns = [column("capped-ms", 30), column("cpu-ms", 1)];
        for [one, other] in [columns.each_ref(), [&columns[1], &columns[0]]] {
            let text = format!(
                "claims = []\ntitle = 'Speed'\nsource = 'X99'\nabout = 'As it was.'\n\
                 run = {{ solvers = ['dlx'], count = 1 }}\n\
                 [[inputs]]\nsets = ['a']\npuzzles = ['1...............']\n{one}{other}"
            );
            let experiment = Experiment::parse("x", &text).unwrap();
            let of = |measure| Published(&experiment).estimate("a", "dlx", measure).unwrap().value;
            assert_eq!([of(Measure::CappedMs), of(Measure::CpuMs)], [30.0, 1.0]);
        }
    }

    /// 12 over 2 may be 4.6, and 8 over 2 may be 5.7; 24 over 2 is 9.4 or more.
    #[test]
    fn what_rounding_may_explain_is_no_difference() {
        let [two, eight, twelve, more] =
            [2.0, 8.0, 12.0, 24.0].map(|value| Estimate::printed(value, 0.5));
        let over_two = |one: Estimate| one.over(two, Joint::NONE).unwrap();
        assert!(!over_two(twelve).exceeds(over_two(eight)));
        assert!(over_two(more).exceeds(over_two(eight)));
        assert!(!Estimate::printed(9.0, 0.5).exceeds(Estimate::printed(8.2, 0.5)));
        let [less, more] = [24.0, 25.0].map(|value| Estimate::printed(value, 0.5));
        assert!(less.over(more, Joint::NONE).unwrap().is_below(1.0) && more.exceeds(less));
        assert!(
            twelve.minus(eight, Joint::NONE).is_above(2.9)
                && !twelve.minus(eight, Joint::NONE).is_above(3.1)
        );
        let any = eight.over(Estimate::printed(0.4, 0.5), Joint::NONE).unwrap();
        assert!(any.rounding.above.is_infinite() && any.is_above(8.0) && !any.is_below(1e9));
    }

    /// 3 over 1 is from 2.5 / 1.5 to 3.5 / 0.5, and is judged by the end that counts.
    #[test]
    fn a_ratio_of_rounded_values_has_ends_of_its_own() {
        let [one, three] = [1.0, 3.0].map(|value| Estimate::printed(value, 0.5));
        let (more, less) =
            (three.over(one, Joint::NONE).unwrap(), one.over(three, Joint::NONE).unwrap());
        assert!(more.is_above(1.66) && !more.is_above(1.67));
        assert!(more.is_below(7.01) && !more.is_below(6.99));
        assert!(less.is_below(0.61) && !less.is_below(0.59) && less.is_above(0.14));
        assert_eq!(more.to_string(), "3.00 (1.67 to 7.00)");
        let apart = one.minus(three, Joint::NONE).abs();
        assert_eq!(apart.to_string(), "2.00 (1.00 to 3.00)");
        assert_eq!(one.minus(one, Joint::NONE).abs().to_string(), "0.00 (0.00 to 1.00)");
    }
}
