//! What the tests of claims find in the claims' sets.

use super::claim::{By, Trend};
use super::measure::{Figures, Measure, shown};
use super::over_sets::{Figured, flat, peak, trend};
use super::ruling::Ruling;
use crate::table::statistics::{Estimate, Joint};

/// Two figures whose ratio is known to be within this factor of 1 are the same.
const SAME: f64 = 1.05;

/// The sets of a claim, and what was measured in them.
pub struct Sets<'a, F> {
    /// Their names.
    pub names: &'a [&'a str],
    /// What was measured.
    pub measured: &'a F,
}

/// What a test finds in some sets.
pub struct Found {
    /// What is compared, and what it should be.
    pub about: String,
    /// A figure of all sets together.
    pub overall: Option<Estimate>,
    /// The figure of each set.
    pub figures: Figured,
    /// What the test says of each set, or one word of all.
    pub words: Vec<Ruling>,
}

impl<F: Figures> Sets<'_, F> {
    /// Whether the first solver's measure, times a factor, is less than the other's.
    pub fn less(&self, [left, right]: [&str; 2], measure: Measure, factor: f64) -> Found {
        let (pair, most) = ([left, right], 1.0 / factor);
        let word = |set: &str| {
            let difference = self.measured.less_times(set, pair, measure, most)?;
            let is_same =
                factor == 1.0 && self.is_within(set, pair, measure, SAME)? == Ruling::Confirmed;
            Some(Ruling::of(difference.is_below(0.0), difference.is_above(0.0) || is_same))
        };
        let about = format!("{left} over {right}, to be below {}", number(most));
        self.found(about, self.ratios(pair, measure), self.each(word))
    }

    /// Whether two solvers' measures differ by no more than a factor.
    pub fn close(&self, [left, right]: [&str; 2], measure: Measure, factor: f64) -> Found {
        let pair = [left, right];
        let words = self.each(|set| self.is_within(set, pair, measure, factor));
        let about = format!("{left} over {right}, to be within a factor of {factor}");
        self.found(about, self.ratios(pair, measure), words)
    }

    /// Whether what one solver takes against another is largest in one of these sets.
    pub fn peak(
        &self,
        [over, under]: [&str; 2],
        measure: Measure,
        by: By,
        at: &[String],
        factor: f64,
    ) -> Found {
        let pair = [over, under];
        let figure = |set: &&str| match by {
            By::Ratio => self.measured.ratio(set, pair, measure),
            By::Difference => self.measured.difference(set, pair, measure),
            By::Distance => self.measured.difference(set, pair, measure).map(Estimate::abs),
        };
        let figures: Figured = self.names.iter().map(figure).collect();
        let words = vec![peak(self.names, &figures, at, factor)];
        let how = match by {
            By::Ratio => format!("{over} over {under}"),
            By::Difference => format!("{over} less {under}"),
            By::Distance => format!("{over} from {under}"),
        };
        let highest = match factor {
            1.0 => "highest".into(),
            factor => format!("{factor} times as high as elsewhere"),
        };
        self.found(format!("{how}, to be {highest} at {}", at.join(" or ")), figures, words)
    }

    /// Whether a solver's measure varies by no more than a factor.
    pub fn flat(&self, solver: &str, measure: Measure, within: f64) -> Found {
        let values = self.values(solver, measure);
        let (word, overall) = flat(&values, within);
        let ratio = compared(overall, word);
        let about = format!("{solver}, highest over lowest to be below {within} and is {ratio}");
        Found { overall, ..self.found(about, values, vec![word]) }
    }

    /// Whether a solver's measure falls from the first set to the last.
    pub fn falls(&self, Trend { solver, measure, factor }: &Trend) -> Found {
        let values = self.values(solver, *measure);
        let words = vec![trend(values.iter(), *factor)];
        self.found(format!("{solver} to fall{}", times(*factor)), values, words)
    }

    /// Whether a solver's measure rises from the first set to the last.
    pub fn rises(&self, Trend { solver, measure, factor }: &Trend) -> Found {
        let values = self.values(solver, *measure);
        let words = vec![trend(values.iter().rev(), *factor)];
        self.found(format!("{solver} to rise{}", times(*factor)), values, words)
    }

    /// Whether a measure has these values, set by set, or this one in all.
    pub fn near(&self, solver: &str, measure: Measure, expected: &[f64], within: f64) -> Found {
        let values = self.values(solver, measure);
        let word = |(value, expected): (&Option<Estimate>, &f64)| {
            let Some(value) = value else { return Ruling::NoData };
            let off = value.minus(Estimate::exactly(*expected), Joint::NONE).abs();
            let is_exact = off == Estimate::exactly(off.value);
            let is_inside = is_exact && off.value <= within || off.is_below(within);
            Ruling::of(is_inside, off.is_above(within))
        };
        let words = values.iter().zip(expected.iter().cycle()).map(word).collect();
        let expected: Vec<String> = expected.iter().map(f64::to_string).collect();
        let about = format!("{solver} to be within {within} of {}", expected.join(", "));
        self.found(about, values, words)
    }

    fn found(&self, about: String, figures: Figured, words: Vec<Ruling>) -> Found {
        // A measure of puzzles has no solver.
        Found { about: about.trim_start().into(), overall: None, figures, words }
    }

    fn ratios(&self, pair: [&str; 2], measure: Measure) -> Figured {
        self.names.iter().map(|set| self.measured.ratio(set, pair, measure)).collect()
    }

    fn values(&self, solver: &str, measure: Measure) -> Figured {
        self.names.iter().map(|set| self.measured.estimate(set, solver, measure)).collect()
    }

    /// What a test says of each set.
    fn each(&self, word: impl Fn(&str) -> Option<Ruling>) -> Vec<Ruling> {
        self.names.iter().map(|set| word(set).unwrap_or(Ruling::NoData)).collect()
    }

    /// What is known of whether two solvers' measures in a set differ by no more than a factor.
    fn is_within(
        &self,
        set: &str,
        pair: [&str; 2],
        measure: Measure,
        factor: f64,
    ) -> Option<Ruling> {
        let less = |times| self.measured.less_times(set, pair, measure, times);
        let (low, high) = (less(1.0 / factor)?, less(factor)?);
        let is_inside = low.is_above(0.0) && high.is_below(0.0);
        Some(Ruling::of(is_inside, low.is_below(0.0) || high.is_above(0.0)))
    }
}

impl Found {
    /// The figures of these sets in words.
    pub fn in_words(&self, sets: &[&str]) -> String {
        let figures = sets.iter().zip(&self.figures).enumerate().map(|(place, (set, &figure))| {
            let word = self.words.get(place).copied().unwrap_or(Ruling::NoData);
            format!("{set}: {}", compared(figure, word))
        });
        figures.collect::<Vec<_>>().join(", ")
    }
}

/// A figure in words; a ratio that is none, though the comparison says something.
fn compared(figure: Option<Estimate>, word: Ruling) -> String {
    match figure {
        None if word != Ruling::NoData => "over 0".into(),
        figure => shown(figure),
    }
}

/// Three digits of what was divided.
fn number(value: f64) -> String {
    ((value * 1000.0).round() / 1000.0).to_string()
}

fn times(factor: f64) -> String {
    if factor == 1.0 { String::new() } else { format!(", {factor} times or more") }
}
