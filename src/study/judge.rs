//! What becomes of a claim.
//!
//! A test is made in each of the claim's sets and says yes, no or unclear, or finds no
//! data. A claim is without data when any found none; else it is refuted when any says
//! no, undecided when any is unclear, and confirmed when all say yes. An estimate from
//! puzzles that reached a solver's limit is a range, and says yes or no only where all of the
//! range does. One whose error is not known, as a time that was measured once, tells nothing.

use std::collections::BTreeSet;

use super::claim::{Claim, Test};
use super::found::{Found, Sets};
use super::measure::{Figures, Measure};
use super::ruling::Ruling;
use crate::table::statistics::Estimate;

/// A ruling and the figures behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// What came out.
    pub ruling: Ruling,
    /// Why, in a sentence.
    pub why: String,
    /// The figures that it tells.
    pub figures: Vec<Estimate>,
}

impl Judgement {
    /// A ruling that no figures are behind, and why.
    pub fn of(ruling: Ruling, why: impl Into<String>) -> Judgement {
        Judgement { ruling, why: why.into(), figures: Vec::new() }
    }
}

impl Claim {
    /// Tests the claim on what was measured in these sets, all of the experiment.
    pub fn judge(&self, all: &[&str], measured: &impl Figures) -> Judgement {
        let names = self.sets_of(all);
        let sets = Sets { names: &names, measured };
        let found = match &self.test {
            Test::Less { left, right, measure, factor } => {
                sets.less([left, right], *measure, *factor)
            }
            Test::Close { left, right, measure, within } => {
                sets.close([left, right], *measure, *within)
            }
            Test::Peak { over, under, measure, at, by, factor } => {
                sets.peak([over, under], *measure, *by, at, *factor)
            }
            Test::Flat { solver, measure, within } => sets.flat(solver, *measure, *within),
            Test::Falls(trend) => sets.falls(trend),
            Test::Rises(trend) => sets.rises(trend),
            Test::Near { solver, measure, values, within } => {
                sets.near(solver, *measure, values, *within)
            }
            Test::Correlation { solver, measure, between } => {
                return self.correlation(solver, *measure, *between, all, measured);
            }
            Test::Open { why } => return Judgement::of(Ruling::Undecided, why),
        };
        self.ruling(&found, &names, measured)
    }

    /// What follows from what a test has found in these sets.
    fn ruling(&self, found: &Found, sets: &[&str], measured: &impl Figures) -> Judgement {
        let Found { about, overall, figures, words } = found;
        if words.iter().all(|&word| word == Ruling::NoData) && figures.iter().all(Option::is_none) {
            return Judgement::of(Ruling::NoData, "");
        }
        let count = |word| words.iter().filter(|&&said| said == word).count();
        let (yes, no, all) = (count(Ruling::Confirmed), count(Ruling::Refuted), words.len());
        let held = match all {
            1 => String::new(),
            _ => format!("; it holds in {yes} of {all} sets, the opposite in {no}"),
        };
        let (told, stalled) = (found.in_words(sets), self.stalled(sets, measured));
        Judgement {
            ruling: words.iter().copied().max().unwrap_or(Ruling::NoData),
            why: format!("{about}{held}: {told}{stalled}."),
            figures: overall.iter().chain(figures.iter().flatten()).copied().collect(),
        }
    }

    /// Whether the rank correlation of the number of givens with a solver's measure is in a range, over the
    /// puzzles of all sets.
    fn correlation(
        &self,
        solver: &str,
        measure: Measure,
        [least, most]: [f64; 2],
        all: &[&str],
        measured: &impl Figures,
    ) -> Judgement {
        // Over the puzzles that a solver does not take, or failed on, nothing is known.
        let is_whole = all.iter().all(|set| measured.sampled(set, solver, measure).is_some());
        let found = measured.rank_correlation(solver, measure).filter(|_| is_whole);
        let Some(rho) = found else { return Judgement::of(Ruling::NoData, "") };
        // It is never below -1 or above 1.
        let (low, high) = (least == -1.0, most == 1.0);
        let is_inside =
            rho.has_error() && (low || rho.is_above(least)) && (high || rho.is_below(most));
        let limited = match measured.limited(solver) {
            Some((limited, all)) if limited > 0 => {
                format!("; {limited} of {all} attempts met the limit")
            }
            _ => String::new(),
        };
        let what = "rank correlation with the givens to be between";
        let stalled = self.stalled(all, measured);
        Judgement {
            ruling: Ruling::of(is_inside, rho.is_above(most) || rho.is_below(least)),
            why: format!("{solver}, {what} {least} and {most} and is {rho}{limited}{stalled}."),
            figures: vec![rho],
        }
    }

    /// Which of its solvers stalled, where that makes times and effort small.
    fn stalled(&self, sets: &[&str], measured: &impl Figures) -> String {
        let figures = self.figures().into_iter().filter(|(_, _, measure)| !measure.is_of_solved());
        let solvers: BTreeSet<&str> = figures.map(|(_, solver, _)| solver).collect();
        let told = solvers.into_iter().filter_map(|solver| {
            let counts = sets.iter().filter_map(|set| measured.stalled(set, solver));
            let (stalled, all) =
                counts.fold((0, 0), |(stalled, all), (some, of)| (stalled + some, all + of));
            (stalled > 0).then(|| format!("; {solver} stalled on {stalled} of {all} puzzles"))
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::statistics::Joint;

    /// Sets a, b, c; solver x takes 1, 2, 6 or more and y 2, 2, 2, all ± 0.1; once as y, but
    /// once only; limited as y, or more; exact 1.96, to the digit, and double 4; wide 0.1, 1.4, 1.2 ± 0.35;
    /// none 0.
    struct Example;

    impl Figures for Example {
        fn sampled(&self, set: &str, solver: &str, _: Measure) -> Option<Estimate> {
            let value = match (solver, set) {
                ("z", "b") => return None,
                ("x", "a") => 1.0,
                ("x", "c") => 6.0,
                ("none", _) => 0.0,
                ("wide", "a") => 0.1,
                ("wide", "b") => 1.4,
                ("wide", "c") => 1.2,
                ("exact", _) => 1.96,
                ("double", _) => 4.0,
                _ => 2.0,
            };
            let error = match solver {
                "once" => f64::INFINITY,
                "exact" | "double" | "two" | "none" => 0.0,
                "wide" => 0.35,
                _ => 0.1,
            };
            let estimate = Estimate { error, ..Estimate::exactly(value) };
            Some(if (solver, set) == ("x", "c") || solver == "limited" {
                estimate.or_more()
            } else {
                estimate
            })
        }

        fn joint(&self, _: &str, _: [&str; 2], _: Measure) -> Joint {
            Joint::NONE
        }

        fn rank_correlation(&self, solver: &str, _: Measure) -> Option<Estimate> {
            let rho = Estimate { error: 0.1, ..Estimate::exactly(-0.6) };
            let most = if solver == "limited" { 0.9 } else { rho.most };
            Some(Estimate { most, ..rho })
        }

        fn limited(&self, solver: &str) -> Option<(u64, u64)> {
            Some((u64::from(solver == "limited"), 10))
        }
    }

    fn ruling_of(test: &str, sets: &[&str]) -> Ruling {
        let sets = if sets.is_empty() { String::new() } else { format!("sets = {sets:?}") };
        let text = format!("text = 'it is so'\n{sets}\ntest = {test}");
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
            ("by = 'difference', at = ['c']", &["a", "c"], Confirmed),
            ("by = 'difference', at = ['a']", &["a", "c"], Refuted),
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
            ("limited", "[-1, -0.3]", Undecided),
            ("limited", "[-1, -0.9]", Refuted),
            ("x", "[-1, 1]", Confirmed),
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
        // What is less does not depend on which of the two comes first, nor on a divisor that is 0.
        let of = |left, right, sets| {
            let close =
                format!("{{ close = {{ left = '{left}', right = '{right}', within = 2 }} }}");
            let less = format!("{{ less = {{ left = '{left}', right = '{right}' }} }}");
            [ruling_of(&close, sets), ruling_of(&less, sets)]
        };
        for (sets, [close, less, more]) in [
            (&["a"][..], [Refuted, Confirmed, Refuted]),
            (&["b"], [Undecided, Undecided, Undecided]),
            (&["c"], [Undecided, Confirmed, Refuted]),
        ] {
            assert_eq!(
                (of("wide", "y", sets), of("y", "wide", sets)),
                ([close, less], [close, more]),
                "{sets:?}"
            );
        }
        assert_eq!(
            (of("none", "y", &["a"]), of("y", "none", &["a"])),
            ([Refuted, Confirmed], [Refuted; 2])
        );
        assert_eq!(of("none", "none", &["a"]), [NoData; 2]);
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

    /// What limits hide decides nothing, and what they do not hide does.
    #[test]
    fn limits_on_either_side_of_a_ratio() {
        use Ruling::{Confirmed, Refuted, Undecided};
        for (test, sets, expected) in [
            // Over what is 2 or more, 2 is 1 or less.
            ("less = { left = 'y', right = 'limited', factor = 0.5 }", &["a"][..], Confirmed),
            ("less = { left = 'y', right = 'limited', factor = 2.0 }", &["a"], Undecided),
            ("less = { left = 'limited', right = 'y', factor = 2.0 }", &["a"], Refuted),
            ("less = { left = 'limited', right = 'y', factor = 0.5 }", &["a"], Undecided),
            // Of both nothing is known.
            ("less = { left = 'x', right = 'limited', factor = 9.0 }", &["c"], Undecided),
            ("less = { left = 'limited', right = 'x', factor = 0.1 }", &["c"], Undecided),
            ("close = { left = 'limited', right = 'x', within = 1.1 }", &["c"], Undecided),
            ("flat = { solver = 'limited', within = 9.0 }", &["a", "b"], Undecided),
            ("peak = { over = 'x', under = 'y', at = ['c'] }", &["a", "c"], Confirmed),
            ("peak = { over = 'x', under = 'y', at = ['a'] }", &["a", "c"], Refuted),
            ("peak = { over = 'y', under = 'x', at = ['a'] }", &["a", "c"], Confirmed),
            ("peak = { over = 'limited', under = 'y', at = ['a'] }", &["a", "c"], Undecided),
            // The one in the middle may be above the last.
            ("rises = { solver = 'x' }", &["a", "c", "b"], Refuted),
            ("falls = { solver = 'limited' }", &["a", "b"], Undecided),
        ] {
            assert_eq!(ruling_of(&format!("{{ {test} }}"), sets), expected, "{test} {sets:?}");
        }
    }

    /// One that is clearly less is, however little; one that is known to be the same is not.
    #[test]
    fn what_is_the_same_within_a_twentieth_is_not_less() {
        use Ruling::{Confirmed, Refuted, Undecided};
        for (test, expected) in [
            ("left = 'exact', right = 'two'", Confirmed),
            ("left = 'two', right = 'exact'", Refuted),
            ("left = 'two', right = 'two'", Refuted),
            // 1 ± 0.07.
            ("left = 'y', right = 'same'", Undecided),
            ("left = 'y', right = 'y'", Refuted),
            ("left = 'once', right = 'two'", Undecided),
            // A factor is a bound that the experiment sets: what is at it is neither.
            ("left = 'two', right = 'double', factor = 2.0", Undecided),
        ] {
            assert_eq!(
                ruling_of(&format!("{{ less = {{ {test} }} }}"), &["a"]),
                expected,
                "{test}"
            );
        }
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
