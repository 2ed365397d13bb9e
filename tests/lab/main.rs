//! The integration tests: one binary, a module per concern.

mod annotate;
mod bounds;
mod canonical;
mod circles;
mod controls;
mod courses;
mod deduction;
mod divided;
mod drawings;
mod experiment_files;
mod explain;
mod fixtures;
mod formats;
mod fuzz;
mod generation;
mod hodoku;
mod hostile;
mod keys;
mod lanes;
mod layers;
mod leftovers;
mod made_to_order;
mod options;
mod outputs;
mod pipeline;
mod program;
mod published;
mod puzzles;
mod rating;
mod refusals;
mod report;
mod samples;
mod ser;
mod sets;
mod signals;
mod solvers;
mod steps;
mod strategies;
mod study;
mod support;
mod trial;
mod units;
mod unvaried;
mod wild;

/// The folder of the tests and their fixtures.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
