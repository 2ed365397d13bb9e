//! What becomes of a claim.
//!
//! A test is made in each of the claim's sets and says yes, no or unclear, or finds no
//! data. A claim is without data when any found none; else it is refuted when any says
//! no, undecided when any is unclear, and confirmed when all say yes. An estimate that is
//! only a lower bound, because puzzles reached a solver's limit, never speaks for being
//! small, nor a ratio over one for being large. One whose error is not known, as a time that was measured once, tells nothing.

use std::cmp::Ordering;

use super::claim::{By, Claim, Test, Trend};
use super::measure::{Figures, shown, shown_ratio};
use crate::table::statistics::Estimate;

/// What becomes of a claim in a set, or in all together: the last of what the sets say, in
/// this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ruling {
    /// It holds.
    Confirmed,
    /// Neither can be said.
    Undecided,
    /// The opposite holds.
    Refuted,
    /// Something that it is about was not measured.
    NoData,
}

impl Ruling {
    /// The ruling in words.
    pub fn name(self) -> &'static str {
        match self {
            Ruling::Confirmed => "confirmed",
            Ruling::Refuted => "refuted",
            Ruling::Undecided => "undecided",
            Ruling::NoData => "no data",
        }
    }

    fn of(yes: bool, no: bool) -> Ruling {
        match (yes, no) {
            (true, _) => Ruling::Confirmed,
            (_, true) => Ruling::Refuted,
            _ => Ruling::Undecided,
        }
    }
}

/// A ruling and the figures behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What came out.
    pub ruling: Ruling,
    /// Why, in a sentence.
    pub why: String,
}

/// By set: a figure, and what it was divided by, or itself.
type Figured = Vec<Option<(Estimate, Estimate)>>;

impl Claim {
    /// Tests the claim on what was measured in these sets, all of the experiment.
    pub fn judge(&self, all: &[&str], measured: &impl Figures) -> Judgement {
        let sets = self.sets_of(all);
        let ratios = |one: &str, other: &str, measure| -> Figured {
            sets.iter().map(|set| measured.ratio(set, [one, other], measure)).collect()
        };
        let values = |solver: &str, measure| -> Figured {
            sets.iter().map(|set| measured.estimate(set, solver, measure).map(|e| (e, e))).collect()
        };
        let (about, figures, words) = match &self.test {
            Test::Less { left, right, measure, factor } => {
                let (ratios, most) = (ratios(left, right, *measure), 1.0 / factor);
                // Above for sure, only if what it is divided by is not a bound.
                let word = |(ratio, divisor): (Estimate, Estimate)| {
                    Ruling::of(
                        ratio.is_below(most) && !ratio.is_lower_bound,
                        ratio.is_above(most) && !divisor.is_lower_bound,
                    )
                };
                let words = each(&ratios, word);
                (format!("{left} over {right}, to be below {}", number(most)), ratios, words)
            }
            Test::Close { left, right, measure, within } => {
                let (ratios, least) = (ratios(left, right, *measure), 1.0 / within);
                let word = bounded(|ratio, is_most, is_least| {
                    let (above, below) = (ratio.is_above(*within), ratio.is_below(least));
                    let inside = ratio.is_below(*within) && ratio.is_above(least);
                    Ruling::of(
                        inside && !is_most && !is_least,
                        above && !is_most || below && !is_least,
                    )
                });
                let words = each(&ratios, word);
                let about = format!("{left} over {right}, to be within a factor of {within}");
                (about, ratios, words)
            }
            Test::Peak { over, under, measure, at, by, factor } => {
                let pair = [over.as_str(), under];
                let figure = |set: &&str| match by {
                    By::Ratio => measured.ratio(set, pair, *measure),
                    By::Difference => measured.difference(set, pair, *measure),
                    By::Distance => {
                        let (figure, other) = measured.difference(set, pair, *measure)?;
                        Some((Estimate { value: figure.value.abs(), ..figure }, other))
                    }
                };
                let figures: Figured = sets.iter().map(figure).collect();
                let word = peak(&sets, &figures, at, *factor);
                let words = vec![together(&figures, word)];
                let how = match by {
                    By::Ratio => format!("{over} over {under}"),
                    By::Difference => format!("{over} less {under}"),
                    By::Distance => format!("{over} from {under}"),
                };
                let highest = match *factor {
                    1.0 => "highest".into(),
                    factor => format!("{factor} times as high as elsewhere"),
                };
                (format!("{how}, to be {highest} at {}", at.join(" or ")), figures, words)
            }
            Test::Flat { solver, measure, within } => {
                let values = values(solver, *measure);
                let all = || values.iter().flatten().map(|&(value, _)| value);
                let ends = all().max_by(by_value).zip(all().min_by(by_value));
                let ratio = ends.and_then(|(most, least)| most.over(least, 0.0));
                let word = ratio.map(|r| Ruling::of(r.is_below(*within), r.is_above(*within)));
                let words = vec![together(&values, word)];
                let ratio = shown(ratio);
                let about =
                    format!("{solver}, highest over lowest to be below {within} and is {ratio}");
                (about, values, words)
            }
            Test::Falls(Trend { solver, measure, factor }) => {
                let values = values(solver, *measure);
                let words = vec![trend(values.iter().copied(), *factor)];
                (format!("{solver} to fall{}", times(*factor)), values, words)
            }
            Test::Rises(Trend { solver, measure, factor }) => {
                let values = values(solver, *measure);
                let words = vec![trend(values.iter().rev().copied(), *factor)];
                (format!("{solver} to rise{}", times(*factor)), values, words)
            }
            Test::Near { solver, measure, values: expected, within } => {
                let values = values(solver, *measure);
                let words = values.iter().zip(expected.iter().cycle());
                let words = words.map(|(value, expected)| {
                    let word = bounded(|value, _, is_least| {
                        let off = Estimate { value: (value.value - expected).abs(), ..value };
                        let inside = off.value == 0.0 || off.is_below(*within);
                        let is_sure = !is_least || value.value > *expected;
                        Ruling::of(inside && !is_least, off.is_above(*within) && is_sure)
                    });
                    // Not a ratio: it is its own divisor here.
                    let value = value.map(|(value, _)| (value, Estimate::exactly(1.0)));
                    value.map_or(Ruling::NoData, word)
                });
                let words = words.collect();
                let expected: Vec<String> = expected.iter().map(f64::to_string).collect();
                let about = format!("{solver} to be within {within} of {}", expected.join(", "));
                (about, values, words)
            }
            Test::Correlation { solver, measure, between: [least, most] } => {
                let found = measured.rank_correlation(solver, *measure);
                let word = found.map(|rho| {
                    let (low, high) = (rho.value == *least, rho.value == *most);
                    let inside = (low || rho.is_above(*least)) && (high || rho.is_below(*most));
                    Ruling::of(inside, rho.is_above(*most) || rho.is_below(*least))
                });
                let why = |rho| {
                    let what = "rank correlation with the givens to be between";
                    format!("{solver}, {what} {least} and {most} and is {rho}.")
                };
                let why = found.map(why).unwrap_or_default();
                return Judgement { ruling: word.unwrap_or(Ruling::NoData), why };
            }
            Test::Open { why } => {
                return Judgement { ruling: Ruling::Undecided, why: why.clone() };
            }
        };
        if figures.iter().all(Option::is_none) {
            return Judgement { ruling: Ruling::NoData, why: String::new() };
        }
        let count = |word| words.iter().filter(|&&said| said == word).count();
        let (yes, no, all) = (count(Ruling::Confirmed), count(Ruling::Refuted), words.len());
        let held = match all {
            1 => String::new(),
            _ => format!("; it holds in {yes} of {all} sets, the opposite in {no}"),
        };
        let ruling = words.iter().copied().max().unwrap_or(Ruling::NoData);
        let figures = sets.iter().zip(figures);
        let figures = figures.map(|(set, figure)| format!("{set}: {}", shown_ratio(figure)));
        let figures = figures.collect::<Vec<_>>().join(", ");
        Judgement { ruling, why: format!("{}{held}: {figures}.", about.trim_start()) }
    }
}

/// Three digits of what was divided.
fn number(value: f64) -> String {
    ((value * 1000.0).round() / 1000.0).to_string()
}

fn times(factor: f64) -> String {
    if factor == 1.0 { String::new() } else { format!(", {factor} times or more") }
}

fn by_value(a: &Estimate, b: &Estimate) -> Ordering {
    a.value.total_cmp(&b.value)
}

/// Whether the highest figure of some sets is above that of the others, times a factor.
fn peak(sets: &[&str], figures: &Figured, at: &[String], factor: f64) -> Option<Ruling> {
    let highest = |inside: bool| {
        let is_there = |set: &str| at.iter().any(|at| at == set) == inside;
        let all = sets.iter().zip(figures).filter(|(set, _)| is_there(set));
        all.filter_map(|(_, figure)| Some(figure.as_ref()?.0)).max_by(by_value)
    };
    let (inside, outside) = highest(true).zip(highest(false))?;
    let outside = outside.per(1.0 / factor);
    Some(Ruling::of(inside.exceeds(outside), outside.exceeds(inside)))
}

/// Whether values fall: the first is the most, and the last the least, by a factor. Not if
/// any is clearly above the first or below the last.
fn trend(
    values: impl DoubleEndedIterator<Item = Option<(Estimate, Estimate)>>,
    factor: f64,
) -> Ruling {
    let values: Option<Vec<Estimate>> = values.map(|value| Some(value?.0)).collect();
    let Some(values) = values else { return Ruling::NoData };
    let [first, .., last] = values[..] else { return Ruling::NoData };
    let times = last.per(1.0 / factor);
    let is_above = |a: Estimate, b: Estimate| a.exceeds(b) && !b.is_lower_bound;
    let is_outside = |&value: &Estimate| is_above(value, first) || is_above(last, value);
    let rises = is_above(times, first) || values.iter().any(is_outside);
    // Between the two is enough: neighbours need not be told apart.
    Ruling::of(!rises && is_above(first, times), rises)
}

/// A test of one figure, unclear where the figure is a lower bound or over one, or its error
/// is not known.
fn known(word: impl Fn(Estimate) -> Ruling) -> impl Fn((Estimate, Estimate)) -> Ruling {
    move |(figure, divisor)| {
        let is_bound = figure.is_lower_bound || divisor.is_lower_bound;
        if is_bound || !figure.has_error() { Ruling::Undecided } else { word(figure) }
    }
}

/// The same, which is told whether the figure is the most or the least that the true value
/// may be.
fn bounded(
    word: impl Fn(Estimate, bool, bool) -> Ruling,
) -> impl Fn((Estimate, Estimate)) -> Ruling {
    move |(figure, divisor)| match figure.has_error() {
        true => word(figure, divisor.is_lower_bound, figure.is_lower_bound),
        false => Ruling::Undecided,
    }
}

/// What a test says in each set.
fn each(figures: &Figured, word: impl Fn((Estimate, Estimate)) -> Ruling) -> Vec<Ruling> {
    figures.iter().map(|figure| figure.map_or(Ruling::NoData, &word)).collect()
}

/// What a test of all sets together says: nothing if a figure is missing or a bound.
fn together(figures: &Figured, word: Option<Ruling>) -> Ruling {
    let Some(word) = word.filter(|_| figures.iter().all(Option::is_some)) else {
        return Ruling::NoData;
    };
    let words = figures.iter().flatten().map(|&figure| known(|_| word)(figure));
    words.into_iter().find(|&word| word == Ruling::Undecided).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Measure;

    /// Sets a, b, c; solver x takes 1, 2, 6 and y 2, 2, 2, all ± 0.1; once as y, but once
    /// only.
    struct Example;

    impl Figures for Example {
        fn estimate(&self, set: &str, solver: &str, _: Measure) -> Option<Estimate> {
            let value = match (solver, set) {
                ("z", "b") => return None,
                ("x", "a") => 1.0,
                ("x", "c") => 6.0,
                _ => 2.0,
            };
            let error = if solver == "once" { f64::INFINITY } else { 0.1 };
            Some(Estimate { value, error, is_lower_bound: (solver, set) == ("x", "c") })
        }

        fn covariance(&self, _: &str, _: [&str; 2], _: Measure) -> f64 {
            0.0
        }

        fn rank_correlation(&self, solver: &str, _: Measure) -> Option<Estimate> {
            (solver != "z").then_some(Estimate { error: 0.1, ..Estimate::exactly(-0.6) })
        }
    }

    fn ruling_of(test: &str, sets: &[&str]) -> Ruling {
        let text = format!("text = 'it is so'\nsets = {sets:?}\ntest = {test}");
        let claim: Claim = toml::from_str(&text).unwrap();
        let judgement = claim.judge(&["a", "b", "c"], &Example);
        assert!(!judgement.why.is_empty() || judgement.ruling == Ruling::NoData);
        judgement.ruling
    }

    #[test]
    fn tests_say_what_the_figures_say() {
        use Ruling::{Confirmed, NoData, Refuted, Undecided};
        let less = "{ less = { left = 'x', right = 'y' } }";
        assert_eq!(ruling_of(less, &["a"]), Confirmed);
        assert_eq!(ruling_of(less, &["a", "b"]), Undecided);
        assert_eq!(ruling_of(less, &[]), Refuted);
        // 6 is a lower bound: more than 2 for sure, less than 30 perhaps.
        let close = "{ close = { left = 'x', right = 'y', within = 1.3 } }";
        assert_eq!(ruling_of(close, &["b"]), Confirmed);
        assert_eq!(ruling_of(close, &["a"]), Refuted);
        assert_eq!(ruling_of(close, &["c"]), Refuted);
        let close = "{ close = { left = 'x', right = 'y', within = 9.0 } }";
        assert_eq!(ruling_of(close, &["c"]), Undecided);
        let close = "{ close = { left = 'y', right = 'x', within = 1.3 } }";
        assert_eq!(ruling_of(close, &["c"]), Refuted);
        let near = "{ near = { solver = 'x', measure = 'checks', values = [3], within = 1 } }";
        assert_eq!(ruling_of(near, &["c"]), Refuted);
        let near = "{ near = { solver = 'x', measure = 'checks', values = [9], within = 1 } }";
        assert_eq!(ruling_of(near, &["c"]), Undecided);
        let peak = "{ peak = { over = 'y', under = 'x', at = ['a'] } }";
        assert_eq!(ruling_of(peak, &["a", "b"]), Confirmed);
        let peak = "{ peak = { over = 'y', under = 'x', at = ['b'] } }";
        assert_eq!(ruling_of(peak, &["a", "b"]), Refuted);
        assert_eq!(ruling_of("{ flat = { solver = 'y', within = 1.2 } }", &[]), Confirmed);
        assert_eq!(ruling_of("{ flat = { solver = 'x', within = 1.2 } }", &["a", "b"]), Refuted);
        let near = "{ near = { solver = 'x', measure = 'checks', values = [1, 2], within = 0.3 } }";
        assert_eq!(ruling_of(near, &["a", "b"]), Confirmed);
        assert_eq!(ruling_of(near, &["b", "a"]), Refuted);
        assert_eq!(ruling_of("{ open = { why = 'it was not measured' } }", &[]), Undecided);
        // x less y: -1, 0 and 4 or more; the distances are 1, 0 and 4.
        for (test, sets, expected) in [
            ("by = 'difference', at = ['b']", &["a", "b"], Confirmed),
            ("by = 'distance', at = ['a']", &["a", "b"], Confirmed),
            ("by = 'distance', at = ['b']", &["a", "b"], Refuted),
            ("by = 'difference', at = ['c']", &["a", "c"], Undecided),
            ("at = ['b']", &["a", "b"], Confirmed),
            // 1 is above a half, and not clearly above twice that.
            ("at = ['b'], factor = 1.9", &["a", "b"], Undecided),
            ("at = ['b'], factor = 3.0", &["a", "b"], Refuted),
        ] {
            let peak = format!("{{ peak = {{ over = 'x', under = 'y', {test} }} }}");
            assert_eq!(ruling_of(&peak, sets), expected, "{test}");
        }
        for (test, sets, expected) in [
            ("rises = { solver = 'x' }", &["a", "b"][..], Confirmed),
            ("rises = { solver = 'x', factor = 1.5 }", &["a", "b"], Confirmed),
            ("rises = { solver = 'x', factor = 3.0 }", &["a", "b"], Refuted),
            ("falls = { solver = 'x' }", &["a", "b"], Refuted),
            ("falls = { solver = 'y' }", &["a", "b"], Undecided),
            ("rises = { solver = 'x' }", &["a", "c"], Confirmed),
            // The last is a bound that is below the one in the middle.
            ("falls = { solver = 'x' }", &["b", "a", "c"], Refuted),
            ("rises = { solver = 'x' }", &["b", "a", "c"], Refuted),
            ("falls = { solver = 'z' }", &["a", "b"], NoData),
        ] {
            assert_eq!(ruling_of(&format!("{{ {test} }}"), sets), expected, "{test}");
        }
        for (solver, between, expected) in [
            ("x", "[-1, -0.3]", Confirmed),
            ("x", "[-1, -0.9]", Refuted),
            ("x", "[-1, -0.5]", Undecided),
            ("z", "[-1, 1]", NoData),
        ] {
            let test = format!("{{ solver = '{solver}', between = {between} }}");
            assert_eq!(ruling_of(&format!("{{ correlation = {test} }}"), &[]), expected, "{test}");
        }
        // z was not measured in b.
        let less = "{ less = { left = 'z', right = 'y', factor = 0.5 } }";
        assert_eq!(
            [&["a"][..], &["a", "b"]].map(|sets| ruling_of(less, sets)),
            [Confirmed, NoData]
        );
        // The opposite in another set does not make up for it.
        let less = "{ less = { left = 'z', right = 'y' } }";
        let close = "{ close = { left = 'z', right = 'y', within = 1.1 } }";
        assert_eq!([less, close].map(|test| ruling_of(test, &["b", "c"])), [NoData, NoData]);
        assert_eq!(ruling_of("{ flat = { solver = 'z', within = 9.0 } }", &[]), NoData);
        let peak = "{ peak = { over = 'z', under = 'y', at = ['a'] } }";
        assert_eq!(ruling_of(peak, &["b", "c"]), NoData);
        let near = "{ near = { solver = 'z', measure = 'checks', values = [0], within = 9 } }";
        assert_eq!(ruling_of(near, &["b"]), NoData);
    }

    #[test]
    fn a_single_time_decides_no_claim() {
        for test in [
            "{ less = { left = 'once', right = 'y', factor = 0.01 } }",
            "{ less = { left = 'once', right = 'y', factor = 100.0 } }",
            "{ less = { left = 'x', right = 'once', factor = 100.0 } }",
            "{ close = { left = 'once', right = 'y', within = 9.0 } }",
            "{ peak = { over = 'once', under = 'x', at = ['a'] } }",
            "{ peak = { over = 'once', under = 'x', by = 'difference', at = ['a'] } }",
            "{ falls = { solver = 'once' } }",
            "{ rises = { solver = 'once', factor = 0.1 } }",
            "{ flat = { solver = 'once', within = 9.0 } }",
            "{ near = { solver = 'once', measure = 'cpu-ms', values = [2], within = 1 } }",
            "{ near = { solver = 'once', measure = 'cpu-ms', values = [99], within = 1 } }",
        ] {
            assert_eq!(ruling_of(test, &["a", "b"]), Ruling::Undecided, "{test}");
        }
    }
}
