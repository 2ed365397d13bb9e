//! What an experiment names has to be there: found when it is read, not after a night.

use std::collections::HashMap;

use super::claim::{Claim, Test, Trend};
use super::experiment::{Column, Experiment, Solving, Until};
use super::measure::Measure;
use super::recipe::Inputs;
use crate::generate::{Recipe, Series};
use crate::grid::Puzzle;
use crate::readable::{counted, printable};
use crate::solver::find_solver;
use crate::text::{Dialect, parse_line, puzzle_line};

/// What is wrong, and at which key: names and places in lists, with dots between.
#[derive(Debug)]
pub struct Mistake {
    /// Like `claims.2.test.less.left`.
    pub key: String,
    /// A sentence.
    pub reason: String,
}

type Checked = Result<(), Mistake>;

fn fail(key: impl Into<String>, reason: impl Into<String>) -> Checked {
    Err(Mistake { key: key.into(), reason: reason.into() })
}

fn ensure(is_so: bool, key: impl Into<String>, reason: &str) -> Checked {
    if is_so { Ok(()) } else { fail(key, reason) }
}

fn for_sets(values: usize, sets: usize) -> String {
    format!("{} for {}", counted(values as u64, "value"), counted(sets as u64, "set"))
}

/// Checks what a TOML reader cannot.
///
/// # Errors
/// The first thing that does not go together.
pub fn check(experiment: &Experiment) -> Checked {
    are_printable(experiment)?;
    of_run(&experiment.run)?;
    let sets: Vec<&str> = experiment.sets().collect();
    ensure(!sets.is_empty(), "inputs", "there is no set")?;
    let (mut before, mut owners) = (0, Owners::default());
    for (place, inputs) in experiment.inputs.iter().enumerate() {
        of_inputs(inputs, &sets[..before], &mut owners, &format!("inputs.{place}"))?;
        before += inputs.sets.len();
    }
    let solvers = experiment.run.all();
    for (place, column) in experiment.columns.iter().enumerate() {
        let before = &experiment.columns[..place];
        of_column(column, before, sets.len(), &solvers, &format!("columns.{place}"))?;
    }
    if let Some(until) = &experiment.until {
        of_until(until, &experiment.columns)?;
    }
    for (place, claim) in experiment.claims.iter().enumerate() {
        of_claim(claim, &sets, &solvers, &format!("claims.{place}"))?;
    }
    Ok(())
}

fn of_run(run: &Solving) -> Checked {
    ensure(!run.solvers.is_empty(), "run.solvers", "there is none")?;
    ensure((1..=2).contains(&run.count), "run.count", "must be 1 or 2")?;
    let is_known = |key: &str, solver: &str| {
        let reason = format!("no solver `{solver}`; see `list solvers`");
        ensure(find_solver(solver).is_some(), key, &reason)
    };
    for (place, solver) in run.solvers.iter().enumerate() {
        let key = format!("run.solvers.{place}");
        ensure(!run.solvers[..place].contains(solver), &key, "the solver is named twice")?;
        is_known(&key, solver)?;
    }
    for (solver, control) in &run.controls {
        let key = format!("run.controls.{solver}");
        let is_run = run.solvers.contains(solver);
        ensure(is_run, &key, &format!("the run has no solver `{solver}`"))?;
        is_known(&key, control)?;
    }
    Ok(())
}

/// Whether the run has the solver that is measured; or there is none, of a measure of puzzles.
fn is_measured(solvers: &[&str], key: String, solver: &str, measure: Measure) -> Checked {
    let why = match (measure.is_of_solver(), solver) {
        (true, "") => "its measure is of a solver, and there is none".into(),
        (false, "") => return Ok(()),
        (false, _) => format!("its measure is of puzzles, not of `{solver}`"),
        _ if solvers.contains(&solver) => return Ok(()),
        _ => format!("the run has no solver `{solver}`"),
    };
    fail(key, why)
}

/// Of a column below those before it, of so many sets and these solvers.
fn of_column(
    column: &Column,
    before: &[Column],
    sets: usize,
    solvers: &[&str],
    key: &str,
) -> Checked {
    let is_new = before.iter().all(|known| known.title != column.title);
    ensure(is_new, format!("{key}.title"), "two columns have this title")?;
    is_measured(solvers, format!("{key}.solver"), &column.solver, column.measure)?;
    if !column.over.is_empty() {
        is_measured(solvers, format!("{key}.over"), &column.over, column.measure)?;
    }
    let key = format!("{key}.published");
    // A ratio of two shares has no bound.
    let (most, reason) = match column.measure.is_percentage() && column.over.is_empty() {
        true => (100.0, "must be from 0 to 100, or nan for none"),
        false => (f64::MAX, "must be numbers from 0 on, or nan for none"),
    };
    let is_value = |value: &f64| value.is_nan() || (0.0..=most).contains(value);
    let are_values = column.published.iter().all(|value| is_value(value.get_ref()));
    ensure(are_values, &key, reason)?;
    let published = column.published.len();
    let is_each = published == 0 || published == sets;
    ensure(is_each, &key, &for_sets(published, sets))?;
    // Claims are judged on them.
    let is_again = before.iter().any(|known| {
        !known.published.is_empty()
            && (&known.solver, known.measure, &known.over)
                == (&column.solver, column.measure, &column.over)
    });
    let reason = "another column has published values of this measure, and of this solver";
    ensure(published == 0 || !is_again, key, reason)
}

fn of_until(until: &Until, columns: &[Column]) -> Checked {
    let is_known = columns.iter().any(|column| column.title == until.column);
    let reason = format!("there is no column `{}`", until.column);
    ensure(is_known, "until.column", &reason)?;
    let is_share = until.relative_error > 0.0 && until.relative_error.is_finite();
    ensure(is_share, "until.relative_error", "must be above 0")?;
    ensure((1..=1000).contains(&until.at_most), "until.at_most", "must be 1 to 1000")
}

/// Texts stand in tables as they are.
fn are_printable(experiment: &Experiment) -> Checked {
    let Experiment { title, source, about, columns, claims, .. } = experiment;
    let whole = [("title", title), ("source", source), ("about", about)];
    let whole = whole.map(|(key, text)| (key.to_owned(), text));
    let columns = columns.iter().map(|column| &column.title).enumerate();
    let columns = columns.map(|(place, text)| (format!("columns.{place}.title"), text));
    let claims = claims.iter().map(|claim| &claim.text).enumerate();
    let claims = claims.map(|(place, text)| (format!("claims.{place}.text"), text));
    for (key, text) in whole.into_iter().chain(columns).chain(claims) {
        let is_printable = printable(text, &['\n', '\t']) == *text;
        ensure(is_printable, key, "has a character that is no part of a text")?;
    }
    Ok(())
}

/// Bytes of a set's name at most: its file has an ending, too.
const MOST_BYTES: usize = 200;

fn of_inputs<'a>(
    inputs: &'a Inputs,
    before: &[&str],
    owners: &mut Owners<'a>,
    key: &str,
) -> Checked {
    ensure(!inputs.sets.is_empty(), format!("{key}.sets"), "there is none")?;
    let is_one = inputs.generate.is_some() == inputs.puzzles.is_empty();
    ensure(is_one, key, "there must be either `generate` or `puzzles`")?;
    for (place, set) in inputs.sets.iter().enumerate() {
        let key_of_set = format!("{key}.sets.{place}");
        let is_new = !inputs.sets[..place].contains(set) && !before.contains(&set.as_str());
        ensure(is_new, &key_of_set, &format!("the set `{set}` is named twice"))?;
        // A set is a file of its name.
        let is_name = !set.is_empty() && !set.starts_with('.') && !set.contains('/');
        let is_name = is_name && !set.contains(char::is_control) && set.len() <= MOST_BYTES;
        ensure(is_name, key_of_set, "the set cannot be the name of a file")?;
        if let Some(generate) = &inputs.generate {
            let within = |(key_of_it, reason)| Mistake {
                key: format!("{key}.generate.{key_of_it}"),
                reason: format!("for the set `{set}`: {reason}"),
            };
            let series = generate.series(set, generate.count, 1, 1).map_err(within)?;
            let is_own = owners.generate(set, series);
            is_own.or_else(|reason| fail(format!("{key}.generate.seed"), reason))?;
        }
    }
    for (place, line) in inputs.puzzles.iter().enumerate() {
        let key_of_puzzle = format!("{key}.puzzles.{place}");
        let puzzle = match parse_line(line.as_bytes(), Dialect::Plain) {
            Ok(Some(puzzle)) => puzzle,
            Ok(None) => return fail(key_of_puzzle, "no puzzle"),
            Err(kind) => return fail(key_of_puzzle, format!("no puzzle: {kind}")),
        };
        for (nth, set) in inputs.sets.iter().enumerate() {
            let key = if nth == 0 { &key_of_puzzle } else { &format!("{key}.sets.{nth}") };
            owners.write(set, &puzzle).or_else(|reason| fail(key, reason))?;
        }
    }
    Ok(())
}

/// Which set has which puzzles: one that is there twice would count as two.
#[derive(Default)]
struct Owners<'a> {
    generated: Vec<(Recipe, bool, &'a str)>,
    written: HashMap<String, &'a str>,
}

impl<'a> Owners<'a> {
    /// Takes a set that is generated so, unless another one is.
    fn generate(&mut self, set: &'a str, series: Series) -> Result<(), String> {
        let Series { recipe, low_clues, .. } = series;
        let mut all = self.generated.iter();
        if let Some((.., same)) = all.find(|(known, low, _)| (known, *low) == (&recipe, low_clues))
        {
            return Err(format!("the sets `{same}` and `{set}` would be of the same puzzles"));
        }
        self.generated.push((recipe, low_clues, set));
        Ok(())
    }

    /// Takes a puzzle of a set, unless it was taken before.
    fn write(&mut self, set: &'a str, puzzle: &Puzzle) -> Result<(), String> {
        match self.written.insert(puzzle_line(puzzle), set) {
            None => Ok(()),
            Some(owner) if owner == set => {
                Err(format!("the set `{set}` has the same puzzle twice"))
            }
            Some(owner) => {
                Err(format!("the sets `{owner}` and `{set}` would have the same puzzle"))
            }
        }
    }
}

/// Of a claim in some of these sets on some of these solvers.
fn of_claim(claim: &Claim, all: &[&str], solvers: &[&str], key: &str) -> Checked {
    let known = |sets: &[&str], names: &[String], key: String| {
        for (place, name) in names.iter().enumerate() {
            let key = format!("{key}.{place}");
            ensure(all.contains(&name.as_str()), &key, &format!("there is no set `{name}`"))?;
            let is_here = sets.contains(&name.as_str());
            ensure(is_here, &key, &format!("the set `{name}` is not among the claim's `sets`"))?;
            ensure(!names[..place].contains(name), key, "the set is named twice")?;
        }
        Ok(())
    };
    known(all, &claim.sets, format!("{key}.sets"))?;
    let sets = claim.sets_of(all);
    for (key_of_it, solver, measure) in claim.figures() {
        is_measured(solvers, format!("{key}.test.{key_of_it}"), solver, measure)?;
    }
    let key = |name| format!("{key}.test.{name}");
    if let [(_, one, _), (other_key, other, _)] = claim.figures()[..] {
        ensure(one != other, key(other_key), "must be another solver: none differs from itself")?;
    }
    match &claim.test {
        Test::Less { factor, .. } => of_factor(*factor, 0.0, key("less.factor")),
        Test::Close { within, .. } => of_factor(*within, 1.0, key("close.within")),
        Test::Flat { within, .. } => {
            ensure(sets.len() > 1, key("flat"), "needs two sets or more: one alone is flat")?;
            of_factor(*within, 1.0, key("flat.within"))
        }
        Test::Falls(Trend { factor, .. }) => of_trend(&sets, *factor, key("falls")),
        Test::Rises(Trend { factor, .. }) => of_trend(&sets, *factor, key("rises")),
        Test::Correlation { measure, between: [least, most], .. } => {
            use Measure::{CappedMs, Checks, CpuMs};
            let is_known = matches!(measure, CpuMs | CappedMs | Checks);
            let reason = "must be `cpu-ms`, `capped-ms` or `checks`";
            ensure(is_known, key("correlation.measure"), reason)?;
            let reason = "a correlation is over the puzzles of all sets: its claim takes no `sets`";
            ensure(sets.len() == all.len(), key("correlation"), reason)?;
            let is_range = -1.0 <= *least && least < most && *most <= 1.0;
            let reason = "must be two numbers from -1 to 1, the lower first";
            ensure(is_range, key("correlation.between"), reason)
        }
        Test::Peak { at, factor, .. } => {
            of_factor(*factor, 0.0, key("peak.factor"))?;
            known(&sets, at, key("peak.at"))?;
            let is_some = (1..sets.len()).contains(&at.len());
            ensure(is_some, key("peak.at"), "must be some of the claim's sets, and not all")
        }
        Test::Near { values, within, .. } => {
            ensure(*within >= 0.0 && within.is_finite(), key("near.within"), "must be 0 or more")?;
            let is_known = values.iter().all(|value| value.is_finite());
            ensure(is_known, key("near.values"), "must be numbers")?;
            let (given, sets) = (values.len(), sets.len());
            let is_each = given == 1 || given == sets;
            ensure(is_each, key("near.values"), &for_sets(given, sets))
        }
        Test::Open { .. } => Ok(()),
    }
}

fn of_factor(factor: f64, least: f64, key: String) -> Checked {
    let is_factor = factor > least && factor.is_finite();
    ensure(is_factor, key, &format!("a factor, must be above {least}"))
}

fn of_trend(sets: &[&str], factor: f64, key: String) -> Checked {
    ensure(sets.len() > 1, &key, "needs two sets or more")?;
    let is_factor = factor >= 1.0 && factor.is_finite();
    ensure(is_factor, format!("{key}.factor"), "must be 1 or more")
}
