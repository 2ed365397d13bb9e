//! The library of sudoku-lab as the Python module `sudoku_lab._native`.
//!
//! ```text
//! Python values ─▶ Texts ─▶ blocks of puzzles ─▶ workers ─▶ columns ─▶ Table ─▶ Arrow
//! ```
//!
//! Every function here turns its arguments into what the library takes, lets the interpreter go
//! while that works, and hands the result over as a [`Table`](table::Table). What people call is
//! in `sudoku_lab/`, with its types and documentation. Nothing here knows a command line.

mod audit;
mod batch;
mod convert;
mod explain;
mod generate;
mod keys;
mod options;
mod rate;
mod run;
mod sets;
mod solve;
mod table;
mod texts;
mod wait;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("version", sudoku_lab::version::VERSION)?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Array>()?;
    module.add_class::<generate::Puzzles>()?;
    module.add_class::<run::Run>()?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::check, module)?)?;
    module.add_function(wrap_pyfunction!(rate::rate, module)?)?;
    module.add_function(wrap_pyfunction!(keys::keys, module)?)?;
    module.add_function(wrap_pyfunction!(convert::convert, module)?)?;
    module.add_function(wrap_pyfunction!(convert::augment, module)?)?;
    module.add_function(wrap_pyfunction!(explain::steps, module)?)?;
    module.add_function(wrap_pyfunction!(explain::explain, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(sets::dedup, module)?)?;
    module.add_function(wrap_pyfunction!(sets::split, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(run::open_run, module)?)?;
    module.add_function(wrap_pyfunction!(options::catalogue, module)?)?;
    Ok(())
}
