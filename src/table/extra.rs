//! Columns that a run has only if they are asked for.

use std::sync::LazyLock;

use super::schema::{self, Column, Kind, Table, column};

/// The columns that a run has only if they are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extra {
    /// Sudoku Explainer's ratings.
    pub ser: bool,
    /// Keys that do not change under symmetry.
    pub keys: bool,
}

impl Extra {
    /// Every choice, each at its [place](Self::place).
    pub const ALL: [Extra; 4] = [
        Extra { ser: false, keys: false },
        Extra { ser: true, keys: false },
        Extra { ser: false, keys: true },
        Extra { ser: true, keys: true },
    ];

    /// The place in [`Extra::ALL`].
    pub fn place(self) -> usize {
        usize::from(self.ser) + 2 * usize::from(self.keys)
    }
}

/// All tables of a run with these columns.
pub fn with(extra: Extra) -> &'static [Table; 4] {
    &TABLES[extra.place()]
}

/// The tables of a run by [`Extra::place`]: what is extra stands last in `puzzles`.
static TABLES: LazyLock<[[Table; 4]; 4]> = LazyLock::new(|| {
    Extra::ALL.map(|extra| {
        let mut tables = schema::all().clone();
        if extra.ser {
            tables[0].columns.extend(ratings());
        }
        if extra.keys {
            tables[0].columns.extend(keys());
        }
        tables
    })
});

/// The ratings of Sudoku Explainer.
fn ratings() -> [Column; 4] {
    let not_rated = "; 0 if the puzzle is not 9×9, has not exactly one solution, or the rating \
                     was cut short";
    let rating = |name: &str, meaning: &str| {
        column(name, Kind::U16, "tenths", &format!("Sudoku Explainer's rating {meaning}"))
    };
    [
        rating("ser", &format!("of the hardest step (ER){not_rated}")),
        rating("ser_pearl", &format!("up to the first digit placed (EP){not_rated}")),
        rating("ser_diamond", &format!("of the first step (ED){not_rated}")),
        rating("ser_at_least", "is at least this, where a limit cut it short; else 0"),
    ]
}

/// Keys, and the number of symmetries.
fn keys() -> [Column; 4] {
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
