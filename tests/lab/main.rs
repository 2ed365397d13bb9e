//! The integration tests: one binary, a module per concern.

mod lanes;
mod layers;
mod pipeline;
mod program;
mod solvers;
mod support;
