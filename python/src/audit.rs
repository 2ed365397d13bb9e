//! `audit`: what sets of puzzles share.

use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::sets::{Audit, AuditFormat, AuditSet, Level};

use crate::options::usage;
use crate::sets::{Files, level, raised};
use crate::texts::Texts;
use crate::wait::interruptible;

/// What named columns share, as JSON.
#[pyfunction]
#[pyo3(signature = (sets, by, examples, threads))]
pub fn audit(
    py: Python<'_>,
    sets: Vec<(String, Bound<'_, PyAny>)>,
    by: Vec<String>,
    examples: usize,
    threads: Option<usize>,
) -> PyResult<String> {
    let levels: Vec<Level> = by.iter().map(|name| level(name)).collect::<PyResult<_>>()?;
    if sets.is_empty() || sets.len() > AuditSet::MOST {
        return Err(usage(format!("1 to {} sets", AuditSet::MOST)));
    }
    let sets = sets.into_iter().map(|(name, puzzles)| Ok((name, Texts::of(&puzzles)?)));
    let (sets, files) = (sets.collect::<PyResult<Vec<_>>>()?, Files::new(threads)?);
    let interrupt = &Interrupt::default();
    let done = interruptible(py, interrupt, || {
        let set = |(name, texts): &(String, Texts)| {
            let inputs = vec![files.write(name, texts, None, interrupt)?];
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(AuditSet {
                name: name.clone(),
                inputs,
            })
        };
        let sets = sets.iter().map(set).collect::<Result<Vec<_>, _>>()?;
        let levels = if levels.is_empty() { &Level::ALL[..] } else { &levels };
        let audit = Audit { sets: &sets, levels, examples, workspace: &files.workspace };
        let (audited, _) = audit.run(interrupt, &|_| ())?;
        Ok(audited.map_or("null".into(), |audited| audited.to_text(AuditFormat::Json)))
    })?;
    done.map_err(raised)
}
