//! How puzzles are written with what stood beside them.

use std::path::Path;

use crate::whole_file::Packing;

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFormat {
    /// Lines, as they stood; of a table, its puzzles.
    Lines,
    /// CSV: the records of a table as they stood, else puzzle, set and line.
    Csv,
    /// Parquet: the columns of a table, else puzzle, set and line.
    Parquet,
}

impl RowFormat {
    /// All of them.
    pub const ALL: [RowFormat; 3] = [RowFormat::Lines, RowFormat::Csv, RowFormat::Parquet];

    /// The format that the name of a file says, or else that of a file that is like it.
    pub fn of_ending(path: &Path) -> Option<RowFormat> {
        if Packing::of_name(path).is_some() {
            return RowFormat::of_ending(&path.with_extension(""));
        }
        let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "parquet" => Some(RowFormat::Parquet),
            "csv" | "tsv" => Some(RowFormat::Csv),
            "txt" | "sdm" => Some(RowFormat::Lines),
            _ => None,
        }
    }

    /// The format of this name.
    pub fn find(name: &str) -> Option<RowFormat> {
        match name {
            "lines" => Some(RowFormat::Lines),
            "csv" => Some(RowFormat::Csv),
            "parquet" => Some(RowFormat::Parquet),
            _ => None,
        }
    }

    /// How the names of such files end.
    pub fn ending(self) -> &'static str {
        match self {
            RowFormat::Lines => "txt",
            RowFormat::Csv => "csv",
            RowFormat::Parquet => "parquet",
        }
    }
}
