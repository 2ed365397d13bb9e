//! A claim judged three times: on what was published, on a run of solvers that do what the
//! source's program did, and on a run of our own solvers.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::experiment::Experiment;
use super::judge::Judgement;
use super::measure::Figures;
use super::published::Published;
use super::ruling::Ruling;

/// What the three judgements are of, in their order.
pub const BASES: [&str; 3] = ["published", "as the source did it", "ours"];

/// What became of a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// By the values of its source's tables.
    pub published: Judgement,
    /// By the run of the controls, which do what the source's program did.
    pub as_source: Judgement,
    /// By the run of our solvers.
    pub ours: Judgement,
}

impl Verdict {
    /// Judges a claim of an experiment on its published columns and its run.
    pub fn of(claim: &Claim, experiment: &Experiment, measured: &impl Figures) -> Verdict {
        let sets: Vec<&str> = experiment.sets().collect();
        let controls = &experiment.run.controls;
        let ours = claim.judge(&sets, measured);
        Verdict {
            published: claim.judge(&sets, &Published(experiment)),
            as_source: as_source(claim, controls, &sets, measured).unwrap_or_else(|| ours.clone()),
            ours,
        }
    }

    /// The judgements, in the order of [`BASES`].
    pub fn all(&self) -> [&Judgement; 3] {
        [&self.published, &self.as_source, &self.ours]
    }

    /// The verdict in words, by the two runs: what both say, or that it depends on how the
    /// solvers are made. A run without data says nothing, and one that cannot tell leaves it
    /// undecided.
    pub fn name(&self) -> &'static str {
        use Ruling::{Confirmed, NoData, Refuted, Undecided};
        match (self.as_source.ruling, self.ours.ruling) {
            (one, other) if one == other => one.name(),
            (NoData, known) | (known, NoData) => known.name(),
            (Confirmed, Refuted) | (Refuted, Confirmed) => "depends on implementation",
            (Undecided, _) | (_, Undecided) => Undecided.name(),
            (one, _) => one.name(),
        }
    }
}

/// The judgement on the controls; none where our run is that of the source's own solvers: the
/// claim is of puzzles only. Without data where a solver has no control, or two have the same.
fn as_source(
    claim: &Claim,
    controls: &BTreeMap<String, String>,
    sets: &[&str],
    measured: &impl Figures,
) -> Option<Judgement> {
    let solvers: Vec<&str> = claim.figures().into_iter().map(|(_, solver, _)| solver).collect();
    if solvers.iter().all(|solver| solver.is_empty()) {
        return None;
    }
    let missing = solvers.iter().find(|&&solver| !controls.contains_key(solver));
    if let Some(solver) = missing {
        let why = format!("`{solver}` has no control.");
        return Some(Judgement::of(Ruling::NoData, why));
    }
    if let [one, other] = solvers[..]
        && controls[one] == controls[other]
    {
        let why = format!("`{}` is the control of both.", controls[one]);
        return Some(Judgement::of(Ruling::NoData, why));
    }
    let claim = claim.with_solvers(|solver| controls[solver].clone());
    Some(claim.judge(sets, measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_that_contradict_each_other_say_that_it_depends() {
        use Ruling::{Confirmed, NoData, Refuted, Undecided};
        let name = |as_source, ours| {
            let judged = |ruling| Judgement::of(ruling, "");
            // What was published is no run.
            let published = judged(Refuted);
            Verdict { published, as_source: judged(as_source), ours: judged(ours) }.name()
        };
        assert_eq!(name(Confirmed, Refuted), "depends on implementation");
        assert_eq!(name(Refuted, Confirmed), "depends on implementation");
        assert_eq!((name(Confirmed, Confirmed), name(Refuted, NoData)), ("confirmed", "refuted"));
        assert_eq!((name(NoData, Confirmed), name(NoData, NoData)), ("confirmed", "no data"));
        assert_eq!(
            (name(Undecided, Refuted), name(Confirmed, Undecided)),
            ("undecided", "undecided")
        );
    }
}
