//! What was published, as figures: a claim is judged on a source's own tables as on a run.

use super::experiment::Experiment;
use super::measure::{Figures, Measure};
use crate::table::statistics::Estimate;

/// The published values of an experiment's columns. Nothing is known of their errors but the
/// rounding: a value printed as 27 may have been anything from 26.5 to 27.5.
pub struct Published<'a>(pub &'a Experiment);

impl Figures for Published<'_> {
    fn estimate(&self, set: &str, solver: &str, measure: Measure) -> Option<Estimate> {
        let Published(experiment) = self;
        let row = experiment.sets().position(|known| known == set)?;
        // A published time is what it is, with a limit or without.
        let plain = |measure| if measure == Measure::CappedMs { Measure::CpuMs } else { measure };
        let values = experiment
            .columns
            .iter()
            .filter(|column| column.over.is_empty() && column.solver == solver)
            .filter(|column| plain(column.measure) == plain(measure));
        let value = values.filter_map(|column| column.published.get(row)).copied();
        let value = value.into_iter().find(|value| !value.is_nan())?;
        // Twice the error is what a difference must exceed.
        let error = if is_count(measure) { 0.0 } else { half_a_digit(value) / 2.0 };
        Some(Estimate { error, ..Estimate::exactly(value) })
    }

    fn covariance(&self, _: &str, _: [&str; 2], _: Measure) -> f64 {
        0.0
    }

    fn rank_correlation(&self, _: &str, _: Measure) -> Option<Estimate> {
        None
    }

    fn limited(&self, _: &str) -> Option<(u64, u64)> {
        None
    }
}

fn is_count(measure: Measure) -> bool {
    matches!(measure, Measure::Checks | Measure::MostSingles)
}

/// Half a unit of the last digit of a number as it is written.
fn half_a_digit(value: f64) -> f64 {
    let text = value.to_string();
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    0.5 * 0.1_f64.powi(decimals as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_values_are_rounded() {
        let experiment = Experiment::parse(
            "x",
            "claims = []\ntitle = 'Speed'\nsource = 'X99'\nabout = 'As it was.'\n\
             run = { solvers = ['dlx'], count = 1 }\n\
             [[inputs]]\nsets = ['a', 'b', 'c']\npuzzles = ['................']\n\
             [[columns]]\ntitle = 'time'\nmeasure = 'cpu-ms'\nsolver = 'dlx'\n\
             published = [27, 0.25, nan]\n\
             [[columns]]\ntitle = 'more'\nmeasure = 'checks'\nsolver = 'dlx'\n\
             published = [27, nan, nan]\n",
        )
        .unwrap();
        let of = |set, measure| Published(&experiment).estimate(set, "dlx", measure);
        let error = |set, measure| of(set, measure).map(|estimate| estimate.error);
        assert_eq!(error("a", Measure::CpuMs), Some(0.25));
        assert!((error("b", Measure::CappedMs).unwrap() - 0.0025).abs() < 1e-12);
        assert_eq!(error("a", Measure::Checks), Some(0.0));
        assert_eq!((of("c", Measure::CpuMs), of("b", Measure::Checks)), (None, None));
    }
}
