//! The integration tests: one binary, a module per concern.

#[path = "lab/solvers.rs"]
mod solvers;
