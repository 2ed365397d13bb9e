//! Why puzzles to order are not made.

use std::path::PathBuf;

use thiserror::Error;

use crate::generate::SeriesError;
use crate::source::InputError;
use crate::whole_file::OutError;

/// Why nothing is made.
#[derive(Debug, Error)]
pub enum OrderError {
    /// The puzzles, the threads or the output.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// A file of puzzles.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file to be written.
    #[error(transparent)]
    Out(#[from] OutError),
    /// The journal is one of other puzzles.
    #[error("{} is the journal of other options: repeat those of the first command", .0.display())]
    Different(PathBuf),
    /// A file that is read holds other puzzles than when the search began.
    #[error(
        "{0} does not hold the puzzles that it held when the search began; begin anew with --force in the place of --resume, which empties the file that was written"
    )]
    Changed(String),
    /// A file that grows does not begin with what was written.
    #[error("{} is not what its journal says was written: a new search, of another file, can begin at its puzzles with --hunt and --seeds; --force in the place of --resume begins anew and empties it", .0.display())]
    Altered(PathBuf),
    /// The file has a journal, and going on was not asked for.
    #[error("{} has a journal: go on with --resume, or begin anew with --force, which empties it", .0.display())]
    Begun(PathBuf),
    /// The file is there and has no journal.
    #[error("{} has no journal: it is whole, was made otherwise, or its journal is gone; --force in the place of --resume begins anew and empties it", .0.display())]
    NoJournal(PathBuf),
    /// The journal cannot be read.
    #[error("{} is no journal, or damaged: a new search, of another file, can begin at the puzzles found so far with --hunt and --seeds", .0.display())]
    Malformed(PathBuf),
}
