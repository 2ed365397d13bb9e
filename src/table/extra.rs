//! Columns, and names in them, that a run has only if they are asked for.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::encode::FileSchema;
use super::schema::{self, Column, Kind, Table, column, refuted_count, status_count};
use super::steps;
use crate::pipeline::Config;
use crate::pipeline::record::Status;
use crate::store::Identity;

/// What a run's tables have only if it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Extra {
    /// Sudoku Explainer's ratings.
    pub ser: bool,
    /// And those of the canonical form.
    pub invariant: bool,
    /// Keys that do not change under symmetry.
    pub keys: bool,
    /// A solver's steps, as a table of their own.
    pub steps: bool,
    /// The names of external solvers, which `solver` holds after those of the table.
    pub externals: &'static [&'static str],
}

/// Tables, and what their files need to know of their columns.
pub(super) struct Layouts {
    pub(super) tables: Vec<Table>,
    pub(super) schemas: Vec<FileSchema>,
}

impl Extra {
    /// What a configuration asks for.
    pub fn of(config: &Config) -> Extra {
        let &Config { ser, invariant, keys, steps, .. } = config;
        let externals = config.externals().map(|external| external.name.as_str()).collect();
        Extra { ser, invariant, keys, steps: steps.is_some(), externals: kept(externals) }
    }

    /// What a run of this identity has.
    pub fn of_identity(identity: &Identity) -> Extra {
        let has = |key: &str| identity.config.contains_key(key);
        let names = identity.config.get("solvers").and_then(Value::as_array);
        let names = names.into_iter().flatten().filter_map(Value::as_str);
        let is_external = |name: &&str| !schema::solvers().contains(name);
        let externals = names.filter(is_external).map(|name| &*name.to_owned().leak()).collect();
        Extra {
            ser: has("rate"),
            invariant: has("invariant"),
            keys: has("keys"),
            steps: has("steps"),
            externals: kept(externals),
        }
    }

    /// The tables of a run with this, which are the same for as long as the process lives.
    pub(super) fn layouts(self) -> &'static Layouts {
        static KNOWN: Mutex<BTreeMap<Extra, &'static Layouts>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(self).or_insert_with(|| {
            let tables = tables(self);
            let schema = |table| FileSchema::of(table).expect("each category is named once");
            let schemas = tables.iter().map(schema).collect();
            Box::leak(Box::new(Layouts { tables, schemas }))
        })
    }
}

/// A list for as long as the process lives: few runs have external solvers.
fn kept(names: Vec<&'static str>) -> &'static [&'static str] {
    if names.is_empty() { &[] } else { names.leak() }
}

/// All tables of a run with these columns.
pub fn with(extra: Extra) -> &'static [Table] {
    &extra.layouts().tables
}

/// What is extra stands last in `puzzles`; the steps are the last table.
fn tables(extra: Extra) -> Vec<Table> {
    let mut tables = schema::all().to_vec();
    if extra.ser {
        tables[0].columns.extend(ratings("ser", ""));
    }
    if extra.invariant {
        tables[0].columns.extend(ratings("ser_invariant", "of the canonical form, "));
    }
    if extra.keys {
        tables[0].columns.extend(keys());
    }
    if extra.steps {
        tables.push(steps::table());
    }
    if !extra.externals.is_empty() {
        tables.iter_mut().for_each(|table| admit(table, extra.externals));
    }
    tables
}

/// Lets the columns of a table hold what runs with external solvers have.
fn admit(table: &mut Table, externals: &[&'static str]) {
    for column in &mut table.columns {
        match column.name.as_str() {
            "solver" => {
                column.kind = Kind::Enum([schema::solvers(), externals].concat().leak());
                column.meaning += ", or of an external one";
            }
            "status" => {
                column.kind = Kind::Enum(schema::statuses());
                column.meaning += "; wrong: an external solver gave a grid that is no solution";
            }
            "cpu_ns" => column.meaning += "; of an external solver, that of its process",
            _ => {}
        }
    }
}

/// The summaries of a run with these external solvers.
pub(super) fn summaries(externals: &[&'static str]) -> [&'static Table; 2] {
    let all = schema::summaries().each_ref();
    if externals.is_empty() {
        return all;
    }
    all.map(|table| {
        let mut table = table.clone();
        admit(&mut table, externals);
        if let Some(place) = table.columns.iter().position(|column| column.name == "panic") {
            let of_externals = Status::ALL.into_iter().filter(|status| status.is_of_externals());
            let counts = of_externals.map(|status| status_count(status.name()));
            table.columns.splice(place + 1..place + 1, counts.chain([refuted_count()]));
        }
        &*Box::leak(Box::new(table))
    })
}

/// Sudoku Explainer's ratings, and the bound of one that was cut short.
pub(super) fn ratings(prefix: &str, of: &str) -> Vec<Column> {
    let rating = |name: &str, meaning: &str| {
        column(name, Kind::U16, "tenths", &format!("Sudoku Explainer's rating {meaning}"))
    };
    let unless = "0 if the puzzle is not 9×9, has not exactly one solution, or the rating was cut \
                  short";
    let parts = [
        ("", "of the hardest step (ER)"),
        ("_pearl", "up to the first digit placed (EP)"),
        ("_diamond", "of the first step (ED)"),
    ];
    let bound =
        (format!("{prefix}_at_least"), "is at least this, where a limit cut it short; else 0");
    let ratings = parts.map(|(end, meaning)| {
        rating(&format!("{prefix}{end}"), &format!("{of}{meaning}; {unless}"))
    });
    ratings.into_iter().chain([rating(&bound.0, &format!("{of}{}", bound.1))]).collect()
}

/// Keys, and the number of symmetries.
pub(super) fn keys() -> [Column; 4] {
    let key = |name: &str, meaning: &str| {
        let of =
            "the first 128 bits, in hex, of SHA-256 of the least line of all that are equivalent";
        column(name, Kind::Text, "", &format!("{of} to {meaning}"))
    };
    [
        key("puzzle_key", "the puzzle"),
        key("core_key", "what naked and hidden singles make of it; empty if they contradict it"),
        key("grid_key", "the solution; empty unless `n_solutions` is 1"),
        column(
            "automorphisms",
            Kind::U64,
            "",
            "rearrangements of the cells, with a relabelling, that leave the puzzle as it is",
        ),
    ]
}
