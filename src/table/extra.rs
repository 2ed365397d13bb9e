//! Columns that a run has only if they are asked for.

use std::sync::LazyLock;

use super::schema::{self, Kind, Table, column};

/// The columns that a run has only if they are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extra {
    /// Sudoku Explainer's ratings.
    pub ser: bool,
}

/// All tables of a run with these columns.
pub fn with(extra: Extra) -> &'static [Table; 4] {
    if extra.ser { &RATED } else { schema::all() }
}

/// With the ratings of Sudoku Explainer, the last columns of `puzzles`.
static RATED: LazyLock<[Table; 4]> = LazyLock::new(|| {
    let mut tables = schema::all().clone();
    let not_rated = "; 0 if the puzzle is not 9×9, has not exactly one solution, or the rating \
                     was cut short";
    let rating = |name: &str, meaning: &str| {
        column(name, Kind::U16, "tenths", &format!("Sudoku Explainer's rating {meaning}"))
    };
    tables[0].columns.extend([
        rating("ser", &format!("of the hardest step (ER){not_rated}")),
        rating("ser_pearl", &format!("up to the first digit placed (EP){not_rated}")),
        rating("ser_diamond", &format!("of the first step (ED){not_rated}")),
        rating("ser_at_least", "is at least this, where a limit cut it short; else 0"),
    ]);
    tables
});
