//! Which build this is: named in manifests, data files and `--version`.

/// The package version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The git commit it was built from, with `+` if the tree had changes;
/// `unknown` outside a repository.
pub const COMMIT: &str = env!("SUDOKU_LAB_COMMIT");

/// Version and commit in one line.
pub const LONG: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SUDOKU_LAB_COMMIT"), ")");
