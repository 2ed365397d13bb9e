//! What an experiment names has to be there: found when it is read, not after a night.

use super::claim::{Claim, Test};
use super::experiment::Experiment;
use super::measure::Measure;
use super::recipe::Inputs;
use crate::solver::find_solver;
use crate::text::{Dialect, parse_line};

/// Checks what a TOML reader cannot.
///
/// # Errors
/// The first thing that does not go together.
pub fn check(experiment: &Experiment) -> Result<(), String> {
    let run = &experiment.run;
    if run.solvers.is_empty() || !(1..=2).contains(&run.count) {
        return Err("run: there must be `solvers`, and `count` must be 1 or 2".into());
    }
    for solver in &run.solvers {
        find_solver(solver).ok_or(format!("run: no solver `{solver}`; see `list solvers`"))?;
    }
    let sets: Vec<&str> = experiment.sets().collect();
    once("run: the solver", run.solvers.iter().map(String::as_str))?;
    once("inputs: the set", sets.iter().copied())?;
    experiment.inputs.iter().try_for_each(of_inputs)?;
    let measured = |solver: &str, measure: Measure| match (measure.is_of_solver(), solver) {
        (true, "") => Err("its measure is of a solver, and there is none".into()),
        (false, "") => Ok(()),
        (false, _) => Err(format!("its measure is of puzzles, not of `{solver}`")),
        _ if run.solvers.iter().any(|known| known == solver) => Ok(()),
        _ => Err(format!("the run has no solver `{solver}`")),
    };
    for column in &experiment.columns {
        let within = |reason: String| format!("the column `{}`: {reason}", column.title);
        measured(&column.solver, column.measure).map_err(within)?;
        let published = column.published.len();
        if published != 0 && published != sets.len() {
            let reason = format!("{published} published values for {} sets", sets.len());
            return Err(within(reason));
        }
    }
    for claim in &experiment.claims {
        of_claim(claim, &sets, measured)
            .map_err(|reason| format!("the claim `{}`: {reason}", claim.text))?;
    }
    Ok(())
}

fn once<'a>(what: &str, names: impl Iterator<Item = &'a str> + Clone) -> Result<(), String> {
    for (place, name) in names.clone().enumerate() {
        if names.clone().take(place).any(|before| before == name) {
            return Err(format!("{what} `{name}` is named twice"));
        }
    }
    Ok(())
}

fn of_inputs(inputs: &Inputs) -> Result<(), String> {
    for set in &inputs.sets {
        let within = |reason: String| format!("inputs of the set `{set}`: {reason}");
        // A set is a file of its name.
        if set.is_empty() || set.starts_with('.') || set.contains(['/', '\0']) {
            return Err(within("the set cannot be the name of a file".into()));
        }
        if inputs.generate.is_some() != inputs.puzzles.is_empty() {
            return Err(within("there must be either `generate` or `puzzles`".into()));
        }
        if let Some(generate) = &inputs.generate {
            generate.series(set, 1.0, 1).map_err(within)?;
        }
    }
    for line in &inputs.puzzles {
        let read = parse_line(line.as_bytes(), Dialect::Plain);
        let puzzle = read.map_err(|kind| format!("inputs: `{line}` is no puzzle: {kind}"))?;
        puzzle.ok_or_else(|| format!("inputs: `{line}` is no puzzle"))?;
    }
    Ok(())
}

fn of_claim(
    claim: &Claim,
    all: &[&str],
    measured: impl Fn(&str, Measure) -> Result<(), String>,
) -> Result<(), String> {
    let known = |sets: &[&str], names: &[String]| {
        let unknown = names.iter().find(|name| !sets.contains(&name.as_str()));
        unknown.map_or(Ok(()), |name| Err(format!("there is no set `{name}`")))
    };
    known(all, &claim.sets)?;
    let sets = claim.sets_of(all);
    for (solver, measure) in claim.figures() {
        measured(solver, measure)?;
    }
    match &claim.test {
        Test::Peak { at, .. } => known(&sets, at),
        Test::Near { values, .. } if ![1, sets.len()].contains(&values.len()) => {
            Err(format!("{} values for {} sets", values.len(), sets.len()))
        }
        _ => Ok(()),
    }
}
