//! What a run is made of, and made from.

use std::path::{Path, PathBuf};

use super::finish::{CARD, MANIFEST};
use crate::store::{RunFile, SUCCESS};
use crate::table::schema;

/// Files and folders of the run that stands in a folder, those it read among them: what is
/// made of the run must take the place of none.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let own = [MANIFEST, CARD, SUCCESS, "_state", "_tmp", "summary"];
    let tables = schema::all().iter().map(|table| table.name).chain([schema::STEPS]);
    let own = own.into_iter().chain(tables).map(|name| root.join(name));
    let read = RunFile::read(root).map_or(Vec::new(), |file| [file.paths, file.files].concat());
    own.chain(read.into_iter().flatten()).collect()
}
