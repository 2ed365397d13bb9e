//! `run` and `open_run`: every solver on every puzzle of files, and what a run's folder says.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use sudoku_lab::external::{Declaration, External};
use sudoku_lab::fault::{self, Fault};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::pipeline::{Config, any_solvers};
use sudoku_lab::report::{WANTED, report};
use sudoku_lab::run as runs;
use sudoku_lab::solver::find_solver;
use sudoku_lab::source::expand;
use sudoku_lab::table::Summary;
use sudoku_lab::table::statistics::Wanted;

use crate::options::{threads as number, time, usage};
use crate::wait::{interruptible, interruptible_with};

/// What is run, by the names of the command's options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Options {
    inputs: Vec<PathBuf>,
    out: PathBuf,
    solvers: String,
    externals: Vec<String>,
    column: Option<String>,
    count: u64,
    threads: Option<usize>,
    max_checks: Option<u64>,
    time_limit: Option<f64>,
    min_span: f64,
    rate: Option<String>,
    invariant: bool,
    keys: bool,
    steps: Option<String>,
    limit: Option<u64>,
    seed: u64,
    unit_lines: Option<u64>,
    resume: bool,
}

/// Does a run, or goes on with it, and tells `progress` now and then a sentence and the part that is
/// done, if that is known. What it returns is in words what came of it, and what is wrong.
#[pyfunction]
#[pyo3(signature = (options, progress))]
pub fn run(
    py: Python<'_>,
    options: &Bound<'_, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<String>)> {
    let options: Options = options.extract()?;
    let (config, mut problems) = config(&options)?;
    let news: Mutex<Option<(String, Option<f64>)>> = Mutex::default();
    let told: Mutex<Vec<String>> = Mutex::default();
    let limit = config.limit;
    let interrupt = &Interrupt::default();
    let outcome = interruptible_with(
        py,
        interrupt,
        || {
            let run = match options.resume {
                true => runs::Run::resume(config, &options.out),
                false => runs::Run::begin(config, &options.out),
            }?;
            told.lock().expect("no holder panics").extend(run.damaged().iter().cloned());
            let tell = |one: runs::News| {
                told.lock().expect("no holder panics").extend(one.problems);
                let now = (one.report.sentence(), one.report.fraction());
                *news.lock().expect("no holder panics") = Some(now);
            };
            run.complete(&tell, interrupt)
        },
        &mut |py| {
            let now = news.lock().expect("no holder panics").take();
            match (&progress, now) {
                (Some(progress), Some(now)) => progress.call1(py, now).map(drop),
                _ => Ok(()),
            }
        },
    )?;
    let outcome = outcome.map_err(raised)?;
    problems.extend(told.into_inner().expect("no holder panics"));
    problems.extend(outcome.problems(limit).into_iter().map(|(_, problem)| problem));
    Ok((outcome.to_string(), problems))
}

/// The configuration, and what of the inputs is left out.
fn config(options: &Options) -> PyResult<(Config, Vec<String>)> {
    let found = expand(&options.inputs, &[]).map_err(raised)?;
    let found = found.of_column(options.column.as_deref());
    let declared: Result<Vec<_>, _> =
        options.externals.iter().map(|text| Declaration::of_option(text)).collect();
    let externals = External::all(&declared.map_err(raised)?, &[]).map_err(raised)?;
    let solvers = any_solvers(&options.solvers, &externals).map_err(usage)?;
    let left_out = found.news().collect();
    let skipped = found.left_out.iter().flat_map(|(_, all)| all);
    let skipped = skipped.map(|one| format!("{}: {}", one.path, one.reason)).collect();
    let mut config = Config::new(found.inputs, solvers);
    config.left_out = skipped;
    if !(1..=2).contains(&options.count) {
        return Err(usage(
            "count: 1 stops at the first solution, 2 proves that it is the only one",
        ));
    }
    config.count = options.count;
    config.threads = number(options.threads)?;
    config.max_checks = options.max_checks;
    config.time_limit = time(options.time_limit)?;
    config.min_span = time(Some(options.min_span))?.unwrap_or(Duration::ZERO);
    config.keys = options.keys;
    config.ser = match options.rate.as_deref() {
        None => false,
        Some("ser") => true,
        Some(_) => return Err(usage("rate: ser")),
    };
    config.invariant = options.invariant;
    if config.invariant && !config.ser {
        return Err(usage("invariant goes with rate: ser"));
    }
    let solver =
        |name: &String| find_solver(name).ok_or_else(|| usage(format!("no solver `{name}`")));
    config.set_steps(options.steps.as_ref().map(solver).transpose()?).map_err(usage)?;
    config.limit = options.limit;
    config.seed = options.seed;
    match options.unit_lines {
        Some(0) => return Err(usage("unit_lines: a number from 1 on")),
        Some(lines) => config.set_unit_lines(lines),
        None => {}
    }
    Ok((config, left_out))
}

/// An error of the library, as Python knows its kind.
fn raised(error: impl std::error::Error + 'static) -> PyErr {
    let why = match error.source() {
        Some(cause) if !error.to_string().contains(&cause.to_string()) => {
            format!("{error}: {cause}")
        }
        _ => error.to_string(),
    };
    match fault::of(&error) {
        Some(Fault::Usage | Fault::Data) => usage(why),
        Some(Fault::Missing) => PyFileNotFoundError::new_err(why),
        Some(Fault::Machine) => PyOSError::new_err(why),
        _ => PyRuntimeError::new_err(why),
    }
}

/// The folder of a run.
#[pyclass(frozen, module = "sudoku_lab")]
pub struct Run {
    folder: PathBuf,
}

/// The run in a folder.
#[pyfunction]
pub fn open_run(folder: PathBuf) -> PyResult<Run> {
    let status = runs::status(&folder, false).map_err(raised)?;
    drop(status);
    Ok(Run { folder })
}

#[pymethods]
impl Run {
    /// How far it is: `finished`, or why not.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status =
            interruptible(py, &Interrupt::default(), || runs::status(&self.folder, false))?
                .map_err(raised)?;
        let text = serde_json::to_string(&status).unwrap_or_default();
        py.import("json")?.call_method1("loads", (text,))
    }

    /// What its tables say, as a table for people.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        let statistics = interruptible(py, &Interrupt::default(), || {
            runs::statistics(&self.folder, Wanted::default(), false)
        })?;
        Ok(Summary::of_statistics(&statistics.map_err(raised)?).to_text())
    }

    /// Its solvers as CSV.
    fn solvers_csv(&self, py: Python<'_>) -> PyResult<String> {
        let statistics = interruptible(py, &Interrupt::default(), || {
            runs::statistics(&self.folder, Wanted::default(), false)
        })?;
        Ok(Summary::of_statistics(&statistics.map_err(raised)?).solvers_csv())
    }

    /// A page for any browser.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        let page = interruptible(py, &Interrupt::default(), || {
            let statistics = runs::statistics(&self.folder, WANTED, false)?;
            Ok::<_, runs::Error>(report(&self.folder, &statistics))
        })?;
        page.map_err(raised)
    }
}
