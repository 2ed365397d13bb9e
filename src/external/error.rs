//! Why an external solver cannot take part.

use thiserror::Error;

/// An external solver that cannot take part.
#[derive(Clone, Debug, Error)]
pub enum ExternalError {
    /// What is declared of it makes no sense.
    #[error("external solver {name}: {why}")]
    Declared {
        /// Its name, or where it is declared.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// Its program, or a file of declarations, is not there or cannot be executed.
    #[error("{what}: {error}")]
    Missing {
        /// What was looked for.
        what: String,
        /// What the system says.
        error: String,
    },
    /// A file of its command is not what it was.
    #[error("{0}")]
    Changed(String),
    /// It does not answer the warm-up puzzle by the protocol.
    #[error("external solver {name}, asked the warm-up puzzle, {why}")]
    WarmUp {
        /// Its name.
        name: String,
        /// What it did.
        why: String,
    },
}
