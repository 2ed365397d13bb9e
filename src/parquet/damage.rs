//! What is told of files that are damaged.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs what may panic on damaged files.
pub(super) fn guarded<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "this is Parquet, and damaged");
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged()))
}

/// An error of the format, not of the machine.
pub(super) fn damaged(error: impl std::fmt::Display) -> io::Error {
    let message = format!("this is Parquet, and damaged: {error}");
    io::Error::new(io::ErrorKind::InvalidData, message)
}
