//! The sections of the page, one file each.

mod answers;
mod by_clues;
mod duels;
mod facts;
mod hardest;
mod inputs;
mod provenance;
mod rejects;
mod solvers;
mod usage;

pub use facts::facts;

use super::manifest::Manifest;
use super::page::Section;
use crate::table::survey::Survey;

/// Every section that has something to say of this run, in the order of the page.
pub fn all(survey: &Survey, manifest: &Manifest) -> Vec<Section> {
    let sections = [
        solvers::section(survey),
        answers::section(survey),
        by_clues::section(survey),
        duels::section(survey),
        usage::section(survey),
        hardest::section(survey),
        inputs::section(survey),
        rejects::section(survey),
        provenance::section(manifest),
    ];
    sections.into_iter().flatten().collect()
}
