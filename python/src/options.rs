//! Arguments that several functions share.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_lab::catalogue::{formats, orders, solvers, strategies as strategy_rows};
use sudoku_lab::rate::Way;
use sudoku_lab::strategy::{LADDER, STRATEGIES, select};

/// The most threads, as of the commands.
const MOST_THREADS: usize = 1024;

/// What asks for something that makes no sense.
pub fn usage(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// The number of threads asked for, or one per core.
pub fn threads(asked: Option<usize>) -> PyResult<usize> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match asked {
        Some(asked) if !(1..=MOST_THREADS).contains(&asked) => {
            Err(usage(format!("threads: 1 to {MOST_THREADS}")))
        }
        asked => Ok(asked.unwrap_or_else(cores)),
    }
}

/// A time in seconds.
pub fn time(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|_| usage("a time limit is a number of seconds from 0 on"))
}

/// The order of this name.
pub fn order(name: Option<&str>) -> PyResult<Option<Way>> {
    let find = |name| Way::find(name).ok_or_else(|| usage(format!("no order `{name}`")));
    name.map(find).transpose()
}

/// The strategies to try: those named, in the order asked for, or those of the order; none for an
/// order that has its own steps.
pub fn strategies(order: Option<Way>, named: Option<Vec<String>>) -> PyResult<Vec<usize>> {
    let place = |name: &String| {
        let place = STRATEGIES.iter().position(|strategy| strategy.name == name);
        place.ok_or_else(|| usage(format!("no strategy `{name}`")))
    };
    let named = named.map(|names| names.iter().map(place).collect::<PyResult<Vec<_>>>());
    match (order.map_or(Some(&LADDER), Way::strategies), named.transpose()?) {
        (Some(order), Some(named)) => Ok(select(order, &named)),
        (Some(order), None) => Ok(order.strategies.into()),
        (None, None) => Ok(Vec::new()),
        (None, Some(_)) => Err(usage("the order `ser` has its own steps: no strategies")),
    }
}

/// A table of the library as JSON: `solvers`, `strategies`, `orders` or `formats`.
#[pyfunction]
pub fn catalogue(table: &str) -> PyResult<String> {
    let rows = match table {
        "solvers" => solvers(),
        "strategies" => strategy_rows(),
        "orders" => orders(),
        "formats" => formats(),
        _ => {
            return Err(usage(format!("no table `{table}`: solvers, strategies, orders, formats")));
        }
    };
    Ok(serde_json::Value::from(rows).to_string())
}
