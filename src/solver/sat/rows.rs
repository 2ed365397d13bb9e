//! The rows of the solver table that speak to SAT engines.
//!
//! Each engine has the same five: the complete encoding of the candidates that the givens
//! leave, and encodings of the whole grid. An encoding that is another under a second name has
//! no row of its own: `minimal` is `hr12`, and `extended` is `complete`.

use super::batsat::Batsat;
use super::cadical::Cadical;
use super::eliminated::SatEliminated;
use super::minisat::MiniSat;
use super::{Sat, SatWhole};
use crate::solver::row::{Sizes, SolverRow, joined};

/// MiniSat on the candidates: the others differ from it as their rows say.
const SAT: SolverRow = SolverRow {
    name: "sat",
    title: "MiniSat on the complete encoding, a fresh solver per puzzle",
    source: "HR12 4.3; N. Eén and N. Sörensson, 2003",
    check: "one conflict",
    sizes: Sizes::All,
    takes_marks: true,
    in_all: true,
    counts_strategies: false,
    only_deduces: false,
    batches: false,
    may_refer: true,
    given_checks: None,
    build: || Box::<Sat<MiniSat>>::default(),
};

/// One that is neither in `all` nor a reference.
const OTHER: SolverRow = SolverRow { in_all: false, may_refer: false, ..SAT };

/// HR12's program, which knows no marks.
const PROGRAM: SolverRow = SolverRow { takes_marks: false, ..OTHER };

/// The rows of an engine on encodings of the whole grid. They differ from one of its own.
macro_rules! whole {
    ($row:expr, $name:literal, $engine:literal, $type:ty) => {
        [
            SolverRow {
                name: concat!($name, "-hr12"),
                title: concat!($engine, " on the five restrictions of HR12's text"),
                source: "HR12 4.3; I. Lynce and J. Ouaknine, 2006",
                build: || Box::new(SatWhole::<$type>::new("hr12")),
                ..$row
            },
            SolverRow {
                name: concat!($name, "-complete"),
                title: concat!($engine, " on the complete encoding of the whole grid"),
                source: "I. Lynce and J. Ouaknine, 2006",
                build: || Box::new(SatWhole::<$type>::new("complete")),
                ..$row
            },
            SolverRow {
                name: concat!($name, "-efficient"),
                title: concat!($engine, " on HR12's restrictions and no two digits in a cell"),
                source: "T. Weber, 2005",
                build: || Box::new(SatWhole::<$type>::new("efficient")),
                ..$row
            },
            SolverRow {
                name: concat!($name, "-sequential"),
                title: concat!($engine, " on the complete encoding by sequential counters"),
                source: "C. Sinz, 2005",
                build: || Box::new(SatWhole::<$type>::new("sequential")),
                ..$row
            },
        ]
    };
}

/// HR12's formula as its program had it.
const LISTING: [SolverRow; 3] = [
    SolverRow {
        name: "sat-hr12-listing",
        title: "HR12's formula as printed, which leaves the boxes of the last band and stack out",
        source: "HR12 B.2",
        build: || Box::new(SatWhole::<MiniSat>::new("hr12-listing")),
        ..PROGRAM
    },
    SolverRow {
        name: "sat-hr12-memory",
        title: "HR12's formula as printed, with MiniSat's elimination of variables",
        source: "HR12 B.2, 6.2",
        build: || Box::new(SatEliminated::new(false)),
        ..PROGRAM
    },
    SolverRow {
        name: "sat-hr12-file",
        title: "the same through files: formula and model written and read, as HR12 does",
        source: "HR12 B.2, 6.2",
        build: || Box::new(SatEliminated::new(true)),
        ..PROGRAM
    },
];

const CADICAL: SolverRow = SolverRow {
    name: "sat-cadical",
    title: "CaDiCaL on the complete encoding, a fresh solver per puzzle",
    source: "A. Biere and others, 2020",
    check: "one conflict, as far as told; decisions and propagations are not, and are 0",
    build: || Box::<Sat<Cadical>>::default(),
    ..OTHER
};

const BATSAT: SolverRow = SolverRow {
    name: "sat-batsat",
    title: "BatSat, MiniSat in Rust, on the complete encoding, a fresh solver per puzzle",
    source: "M. Hara and S. Cruanes, 2018",
    build: || Box::<Sat<Batsat>>::default(),
    ..OTHER
};

/// The rows, by engine.
pub const ROWS: &[SolverRow] = &joined::<18>(&[
    &[SAT],
    &whole!(OTHER, "sat", "MiniSat", MiniSat),
    &LISTING,
    &[CADICAL],
    &whole!(CADICAL, "sat-cadical", "CaDiCaL", Cadical),
    &[BATSAT],
    &whole!(BATSAT, "sat-batsat", "BatSat", Batsat),
]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Layout, Puzzle};
    use crate::solver::{Limit, Verdict};

    /// An empty 16×16 grid has more than three solutions and takes more than three conflicts
    /// to find them; three of them end the search, and so does being told to stop.
    #[test]
    fn every_search_ends_when_it_is_told_to() {
        let puzzle = Puzzle::empty(Layout::of_order(16).expect("there is one"));
        for row in ROWS {
            let stopped = Limit { stop: &|| true, ..Limit::solutions(2) };
            let answer = (row.build)().solve(&puzzle, &stopped);
            assert_eq!(
                (answer.verdict, answer.effort.conflicts),
                (Verdict::Limit, 0),
                "{}",
                row.name
            );
            let limit = Limit { checks: 3, ..Limit::solutions(1_000) };
            let answer = (row.build)().solve(&puzzle, &limit);
            assert_eq!((answer.verdict, answer.effort.checks), (Verdict::Limit, 3), "{}", row.name);
            assert!(answer.effort.conflicts < 20, "{}: {:?}", row.name, answer.effort);
        }
        assert_eq!(ROWS.iter().filter(|row| row.in_all || row.may_refer).count(), 1);
    }
}
