//! The configuration of a run, and what of it the rows depend on.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize as _;
use serde_json::{Value, json};

use super::any_solver::{AnySolver, any_solver};
use super::child::Terms;
use super::measure::nanoseconds;
use crate::external::External;
use crate::solver::{SolverRow, find_solver};
use crate::source::{Input, Place};
use crate::store::{Identity, InputIdentity, RunFile};

/// What a run does.
#[derive(Clone)]
pub struct Config {
    /// What is read, in this order.
    pub inputs: Vec<Input>,
    /// Whether they take turns, a block each, so that what the machine does meanwhile falls
    /// on all alike; else they are read one after another. Not with `limit` or a plan.
    pub in_turns: bool,
    /// What was found and is not read, each with the reason; for the manifest only.
    pub left_out: Vec<String>,
    /// The files that declare external solvers.
    pub declared_in: Vec<PathBuf>,
    /// What runs on every puzzle, in the order of the rows.
    pub solvers: Vec<AnySolver>,
    /// Solutions after which a solver stops: 1 to solve, 2 to decide uniqueness.
    pub count: u64,
    /// Worker threads.
    pub threads: usize,
    /// Effort limit per puzzle and solver, in the solver's own checks.
    pub max_checks: Option<u64>,
    /// CPU-time limit per puzzle and solver.
    pub time_limit: Option<Duration>,
    /// Shorter solves are repeated until the timed span is this long.
    pub min_span: Duration,
    /// Whether 9×9 puzzles with one solution get Sudoku Explainer's rating.
    pub ser: bool,
    /// Whether that is given for their canonical forms, too.
    pub invariant: bool,
    /// Whether puzzles get their keys.
    pub keys: bool,
    /// The solver whose steps are kept: one of them that [only
    /// deduces](SolverRow::only_deduces).
    pub steps: Option<&'static SolverRow>,
    /// Stop after this many puzzles.
    pub limit: Option<u64>,
    /// Seeds the order in which the solvers take turns.
    pub seed: u64,
    /// Lines per block, at least 1.
    pub block_lines: usize,
    /// Lines per unit.
    pub unit_lines: u64,
    /// A unit ends after this time, too. Rows do not depend on it.
    pub unit_time: Option<Duration>,
    /// Whether a run that begins is to be planned.
    pub for_plan: bool,
}

/// What a kill costs at most of a run's work.
const UNIT_TIME: Duration = Duration::from_secs(60);

impl Config {
    /// What a run does unless something else is said: one solution, a core per thread,
    /// 100 million checks, spans of 20 µs, units of a minute or 16,384 lines, or of 131,072 if all
    /// solvers work in batches.
    pub fn new(inputs: Vec<Input>, solvers: Vec<impl Into<AnySolver>>) -> Config {
        let solvers: Vec<AnySolver> = solvers.into_iter().map(Into::into).collect();
        // A batch solver wants full lanes; the others want to be spread evenly.
        let all_batch = solvers.iter().all(|solver| solver.batches());
        let (block_lines, unit_lines) = if all_batch { (4096, 1 << 17) } else { (64, 1 << 14) };
        Config {
            inputs,
            in_turns: false,
            left_out: Vec::new(),
            declared_in: Vec::new(),
            solvers,
            count: 1,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            max_checks: Some(100_000_000),
            time_limit: None,
            min_span: Duration::from_micros(20),
            ser: false,
            invariant: false,
            keys: false,
            steps: None,
            limit: None,
            seed: 1,
            block_lines,
            unit_lines,
            unit_time: Some(UNIT_TIME),
            for_plan: false,
        }
    }

    /// Sets the lines per unit, rounded up to whole blocks.
    pub fn set_unit_lines(&mut self, lines: u64) {
        let block = self.block_lines as u64;
        self.unit_lines = lines.saturating_add(block - 1) / block * block;
    }

    /// Sets whose steps are kept.
    ///
    /// # Errors
    /// When that solver does not only deduce, or is none of the run's: what is wrong.
    pub fn set_steps(&mut self, solver: Option<&'static SolverRow>) -> Result<(), String> {
        let is_it = |one: &AnySolver| solver.is_some_and(|solver| one.name() == solver.name);
        self.steps = solver;
        match solver {
            Some(row) if !row.only_deduces => Err(format!(
                "`{}` does not only deduce: steps are of `logic` and its kind",
                row.name
            )),
            Some(row) if !self.solvers.iter().any(is_it) => {
                Err(format!("the steps are those of `{}`: add it to --solvers", row.name))
            }
            _ => Ok(()),
        }
    }

    /// Those of its solvers that are programs.
    pub fn externals(&self) -> impl Iterator<Item = &'static External> {
        self.solvers.iter().filter_map(|solver| solver.external())
    }

    /// What those are asked.
    pub fn terms(&self) -> Terms {
        Terms { count: self.count, max_checks: self.max_checks, time_limit: self.time_limit }
    }

    /// The identity of a run of this configuration by this version of the program.
    pub fn identity(&self, version: &str, schema_version: u32) -> Identity {
        let values = [
            ("solvers", json!(self.solvers.iter().map(|one| one.name()).collect::<Vec<_>>())),
            ("count", json!(self.count)),
            ("max_checks", json!(self.max_checks)),
            ("time_limit_ns", json!(self.time_limit.map(nanoseconds))),
            ("min_span_ns", json!(nanoseconds(self.min_span))),
            ("limit", json!(self.limit)),
            ("seed", json!(self.seed)),
            ("block_lines", json!(self.block_lines)),
            ("unit_lines", json!(self.unit_lines)),
            ("in_turns", json!(self.in_turns)),
        ];
        // A run without ratings, keys, steps, programs or a column is what it was before there
        // were any.
        let externals: BTreeMap<&str, &External> =
            self.externals().map(|external| (external.name.as_str(), external)).collect();
        let externals = (!externals.is_empty()).then(|| ("externals".into(), json!(externals)));
        let rate = self.ser.then(|| ("rate".into(), json!(["ser"])));
        let invariant = self.invariant.then(|| ("invariant".into(), json!(true)));
        let keys = self.keys.then(|| ("keys".into(), json!(true)));
        let steps = self.steps.map(|row| ("steps".into(), json!(row.name)));
        let column = self.inputs.iter().find_map(|input| input.column.as_ref());
        let column = column.map(|name| ("column".into(), json!(name)));
        let size = |place: &Place| {
            let path = place.path().filter(|_| place.refusal().is_none())?;
            path.metadata().ok().map(|facts| facts.len())
        };
        let inputs = self
            .inputs
            .iter()
            .map(|input| InputIdentity { name: input.name.clone(), bytes: size(&input.place) });
        Identity {
            version: version.into(),
            schema_version,
            config: values
                .map(|(name, value)| (name.into(), value))
                .into_iter()
                .chain(rate)
                .chain(invariant)
                .chain(keys)
                .chain(steps)
                .chain(externals)
                .chain(column)
                .collect(),
            inputs: inputs.collect(),
            merged: Vec::new(),
        }
    }

    /// The configuration of a run. Nothing if it is not one that this version of the program
    /// would write.
    pub fn of_file(file: &RunFile, threads: usize) -> Option<Config> {
        let RunFile { identity, paths, begun_in, .. } = file;
        let value = |name: &str| identity.config.get(name);
        let number = |name: &str| value(name)?.as_u64();
        let maybe = |name: &str| value(name).map(Value::as_u64);
        let place = |path: &Option<PathBuf>| path.clone().map_or(Place::Stdin, Place::File);
        let inputs = identity.inputs.iter().zip(paths);
        let column = value("column").and_then(Value::as_str).map(str::to_owned);
        let inputs = inputs.map(|(input, path)| Input {
            name: input.name.clone(),
            place: place(path),
            column: column.clone(),
        });
        let externals = match value("externals") {
            Some(externals) => BTreeMap::<String, External>::deserialize(externals).ok()?,
            None => BTreeMap::new(),
        };
        let begun_in = Path::new(begun_in.as_deref().unwrap_or_default());
        let external = |(name, one)| External { name, ..one }.within(begun_in).kept();
        let externals: Vec<&'static External> = externals.into_iter().map(external).collect();
        let solvers = value("solvers")?.as_array()?.iter();
        let solvers = solvers.map(|name| any_solver(name.as_str()?, &externals));
        let solvers = solvers.collect::<Option<Vec<_>>>()?;
        let names: BTreeSet<&str> = solvers.iter().map(|solver| solver.name()).collect();
        if names.is_empty() || names.len() < solvers.len() {
            return None;
        }
        Some(Config {
            inputs: inputs.collect(),
            in_turns: value("in_turns")?.as_bool()?,
            left_out: Vec::new(),
            declared_in: Vec::new(),
            solvers,
            count: number("count")?,
            threads,
            max_checks: maybe("max_checks")?,
            time_limit: maybe("time_limit_ns")?.map(Duration::from_nanos),
            min_span: Duration::from_nanos(number("min_span_ns")?),
            ser: match value("rate") {
                Some(rate) if *rate == json!(["ser"]) => true,
                Some(_) => return None,
                None => false,
            },
            invariant: value("invariant").is_some(),
            keys: match value("keys") {
                Some(keys) => keys.as_bool()?,
                None => false,
            },
            steps: match value("steps") {
                Some(name) => Some(find_solver(name.as_str()?)?),
                None => None,
            },
            limit: maybe("limit")?,
            seed: number("seed")?,
            block_lines: usize::try_from(number("block_lines")?).ok()?,
            unit_lines: number("unit_lines")?,
            unit_time: Some(UNIT_TIME),
            for_plan: file.for_plan,
        })
    }

    /// The file of a run of this configuration that begins now.
    pub fn run_file(&self, identity: Identity, started: String) -> RunFile {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or(path.into());
        let paths = self.inputs.iter().map(|input| input.place.path().map(absolute)).collect();
        let programs = self.externals().flat_map(External::paths);
        let files = self.declared_in.iter().cloned().chain(programs);
        let files = files.map(|path| Some(absolute(&path))).collect();
        let begun_in =
            env::current_dir().ok().and_then(|folder| folder.into_os_string().into_string().ok());
        let (left_out, for_plan) = (self.left_out.clone(), self.for_plan);
        RunFile { started, identity, paths, files, begun_in, left_out, for_plan }
    }
}
