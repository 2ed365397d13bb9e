//! Columns that a run has only if they are asked for.

use std::sync::LazyLock;

use super::schema::{self, Column, Kind, Table, column};
use super::steps;
use crate::pipeline::Config;
use crate::store::Identity;

/// The columns that a run has only if they are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extra {
    /// Sudoku Explainer's ratings.
    pub ser: bool,
    /// And those of the canonical form.
    pub invariant: bool,
    /// Keys that do not change under symmetry.
    pub keys: bool,
    /// A solver's steps, as a table of their own.
    pub steps: bool,
}

impl Extra {
    /// How many there are.
    pub(super) const ALL: usize = 1 << 4;

    /// Those that a configuration asks for.
    pub fn of(config: &Config) -> Extra {
        let &Config { ser, invariant, keys, steps, .. } = config;
        Extra { ser, invariant, keys, steps: steps.is_some() }
    }

    /// Those that a run of this identity has.
    pub fn of_identity(identity: &Identity) -> Extra {
        let has = |key: &str| identity.config.contains_key(key);
        Extra {
            ser: has("rate"),
            invariant: has("invariant"),
            keys: has("keys"),
            steps: has("steps"),
        }
    }

    /// Its place among all.
    pub(super) fn place(self) -> usize {
        let all = [self.ser, self.invariant, self.keys, self.steps];
        (0..).zip(all).map(|(bit, has)| usize::from(has) << bit).sum()
    }

    /// The one at a place.
    pub(super) fn at(place: usize) -> Extra {
        let has = |bit: usize| place >> bit & 1 == 1;
        Extra { ser: has(0), invariant: has(1), keys: has(2), steps: has(3) }
    }
}

/// All tables of a run with these columns.
pub fn with(extra: Extra) -> &'static [Table] {
    &TABLES[extra.place()]
}

static TABLES: LazyLock<[Vec<Table>; Extra::ALL]> =
    LazyLock::new(|| std::array::from_fn(|place| tables(Extra::at(place))));

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
    tables
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
