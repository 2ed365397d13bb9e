//! The sections of the page, one file each.

mod answers;
mod by_clues;
mod comparisons;
mod facts;
mod hardest;
mod inputs;
mod provenance;
mod rejects;
mod solvers;
mod standings;
mod usage;

pub use facts::facts;

use super::manifest::Manifest;
use super::page::Section;
use crate::table::statistics::Statistics;

/// Every section that has something to say of this run, in the order of the page.
pub fn all(statistics: &Statistics, manifest: &Manifest) -> Vec<Section> {
    let sections = [
        solvers::section(statistics),
        answers::section(statistics),
        by_clues::section(statistics),
        standings::section(statistics),
        comparisons::section(statistics),
        usage::section(statistics),
        hardest::section(statistics),
        inputs::section(statistics, manifest),
        rejects::section(statistics),
        provenance::section(manifest),
    ];
    sections.into_iter().flatten().collect()
}
