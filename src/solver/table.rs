//! The table of solvers: the one place where a solver is registered.

use std::sync::LazyLock;

use super::brute_force::BruteForce;
use super::dlx::Dlx;
use super::fast::Fast;
use super::hr12_listing;
use super::human::{self, Human};
use super::logic::{self, Logic};
use super::row::{
    BRUTE_FORCE_CHECK, HUMAN, HUMAN_LISTING, LOGIC, SINGLES, Sizes, SolverRow, control, joined,
};
use super::sat;
use super::scan::{self, Method, Scan};
use super::singles::{self, Singles};
use crate::grid::Layout;
use crate::strategy;

/// What the short names of sources stand for.
pub const SOURCES: &str = "\
Sources by their short names:
  HR12   R. Hedin, J. Rydh: Algoritm för Sudokulösning med mänskliga strategier, KTH 2012
  AW15   S. Alam, M. Wong: Sudokulösare: Jämförelse av körtider för backtracking och
         mänskliga strategier, KTH 2015
  PHP16  Att lösa Sudoku, an exhaustive search in PHP, 2016
  B09    A. Bónizs: Sudoku és heurisztika, Debrecen 2009
";

/// Every solver, in the order of lists and summaries.
pub const SOLVERS: &[SolverRow] =
    &joined::<{ METHODS.len() + sat::ROWS.len() + COVER.len() }>(&[METHODS, sat::ROWS, COVER]);

/// The sources' methods: brute force, lists, human strategies.
const METHODS: &[SolverRow] = &[
    SolverRow {
        name: "brute-force",
        title: "row-major exhaustive search, digits in rising order",
        source: "HR12 4.1, PHP16",
        check: BRUTE_FORCE_CHECK,
        sizes: Sizes::All,
        takes_marks: true,
        in_all: true,
        counts_strategies: false,
        only_deduces: false,
        batches: false,
        may_refer: false,
        given_checks: Some(1),
        build: || Box::new(BruteForce::new()),
    },
    SolverRow {
        check: BRUTE_FORCE_CHECK,
        given_checks: Some(1),
        ..control(
            "brute-force-scan",
            "brute force, each check a loop over row, column and box",
            "PHP16",
            || Box::new(Scan::new(Method::Givens)),
        )
    },
    SolverRow {
        takes_marks: true,
        given_checks: Some(0),
        ..control(
            "backtracking",
            "row-major search of the empty cells, digits in rising order",
            "HR12 4.1, AW15 4.2",
            || Box::new(BruteForce::of_empty_cells()),
        )
    },
    SolverRow {
        given_checks: Some(0),
        ..control(
            "backtracking-scan",
            "the same, each check a loop over row, column and box",
            "HR12 4.1, AW15 4.2",
            || Box::new(Scan::new(Method::Backtracking)),
        )
    },
    control(
        "brute-force-hr12-listing",
        "HR12's brute force as printed: a pass over the cell's houses for its digits",
        "HR12 B.1",
        || Box::new(hr12_listing::BruteForce),
    ),
    control("lists", "lists, once", "AW15 4.3", || Box::new(Singles::counting_trials(human::S1))),
    control("lists-scan", "lists, once, loops", "AW15 4.3", || {
        Box::new(Scan::new(Method::Once(&[])))
    }),
    control("lists-throughout", "lists, throughout", "HR12 4.2", || {
        Box::new(Human::counting_trials(human::S1))
    }),
    control("lists-throughout-scan", "lists, throughout, loops", "HR12 4.2", || {
        Box::new(Scan::new(Method::Throughout(&[])))
    }),
    control("lists-naked", "lists, naked singles, once", "AW15 4.3", || {
        Box::new(Singles::counting_trials(human::S12))
    }),
    control("lists-naked-scan", "lists, naked singles, once, loops", "AW15 4.3", || {
        Box::new(Scan::new(Method::Once(scan::NAKED)))
    }),
    control("lists-naked-throughout", "lists, naked singles, throughout", "HR12 4.2", || {
        Box::new(Human::counting_trials(human::S12))
    }),
    control(
        "lists-naked-throughout-scan",
        "lists, naked singles, throughout, loops",
        "HR12 4.2",
        || Box::new(Scan::new(Method::Throughout(scan::NAKED))),
    ),
    control("lists-hidden", "lists, both singles, once", "AW15 4.3", || {
        Box::new(Singles::counting_trials(human::S123))
    }),
    control("lists-hidden-scan", "lists, both singles, once, loops", "AW15 4.3", || {
        Box::new(Scan::new(Method::Once(scan::HIDDEN)))
    }),
    control("lists-hidden-throughout", "lists, both singles, throughout", "HR12 4.2", || {
        Box::new(Human::counting_trials(human::S123))
    }),
    control(
        "lists-hidden-throughout-scan",
        "lists, both singles, throughout, loops",
        "HR12 4.2",
        || Box::new(Scan::new(Method::Throughout(scan::HIDDEN))),
    ),
    control("lists-pairs", "lists, singles, pairs, once", "AW15 4.3", || {
        Box::new(Singles::counting_trials(human::S1234))
    }),
    control("lists-pairs-scan", "lists, singles, pairs, once, loops", "AW15 4.3", || {
        Box::new(Scan::new(Method::Once(scan::PAIRS)))
    }),
    control("lists-pairs-throughout", "lists, singles, pairs, throughout", "HR12 4.2", || {
        Box::new(Human::counting_trials(human::S1234))
    }),
    control(
        "lists-pairs-throughout-scan",
        "lists, singles, pairs, throughout, loops",
        "HR12 4.2",
        || Box::new(Scan::new(Method::Throughout(scan::PAIRS))),
    ),
    HUMAN,
    SolverRow {
        name: "human-s1",
        title: "the human method with candidate lists and guesses only",
        source: "HR12 5.1, A.3",
        in_all: false,
        build: || Box::new(Human::new(human::S1, human::first_empty)),
        ..HUMAN
    },
    SolverRow {
        name: "human-s12",
        title: "the human method with lists and naked singles",
        source: "HR12 5.1, A.3",
        in_all: false,
        build: || Box::new(Human::new(human::S12, human::first_empty)),
        ..HUMAN
    },
    SolverRow {
        name: "human-s123",
        title: "the human method with lists, naked and hidden singles",
        source: "HR12 5.1, A.3",
        in_all: false,
        build: || Box::new(Human::new(human::S123, human::first_empty)),
        ..HUMAN
    },
    SolverRow {
        name: "human-s124",
        title: "the human method with lists, naked singles and naked pairs",
        source: "HR12 5.1, A.3",
        in_all: false,
        build: || Box::new(Human::new(human::S124, human::first_empty)),
        ..HUMAN
    },
    SolverRow {
        name: "human-hr12-listing",
        title: "the human method as printed, by loops: its S4 never removes anything",
        build: || Box::new(hr12_listing::Human(hr12_listing::S1234)),
        ..HUMAN_LISTING
    },
    SolverRow {
        name: "human-hr12-listing-s1",
        title: "the method as printed, lists and guesses only",
        build: || Box::new(hr12_listing::Human(hr12_listing::S1)),
        ..HUMAN_LISTING
    },
    SolverRow {
        name: "human-hr12-listing-s12",
        title: "the method as printed, with rule_one, its naked singles",
        build: || Box::new(hr12_listing::Human(hr12_listing::S12)),
        ..HUMAN_LISTING
    },
    SolverRow {
        name: "human-hr12-listing-s123",
        title: "the method as printed, with rule_one and rule_two, its hidden singles",
        build: || Box::new(hr12_listing::Human(hr12_listing::S123)),
        ..HUMAN_LISTING
    },
    SolverRow {
        name: "human-hr12-listing-s124",
        title: "the method as printed, with rule_one and rule_three, its S4",
        build: || Box::new(hr12_listing::Human(hr12_listing::S124)),
        ..HUMAN_LISTING
    },
    SolverRow {
        name: "human-vaderlind",
        title: "Vaderlind's S1 to S6, then a guess in the cell with the fewest candidates",
        source: "HR12 2, after Vaderlind 2005",
        build: || Box::new(Human::new(human::S123456, human::fewest_candidates)),
        ..HUMAN
    },
    SolverRow {
        name: "human-fewest",
        title: "the human method, guessing in the cell with the fewest candidates",
        source: "HR12 6.5",
        in_all: false,
        build: || Box::new(Human::by(human::Method::All(human::S1234), human::fewest_candidates)),
        ..HUMAN
    },
    SolverRow {
        name: "human-early-2",
        title: "the same; a guess before S3 where a cell has two candidates",
        source: "HR12 6.5",
        in_all: false,
        build: || {
            Box::new(Human::by(
                human::Method::Early(human::S12, 2, human::S34),
                human::fewest_candidates,
            ))
        },
        ..HUMAN
    },
    SolverRow {
        name: "human-early-3",
        title: "the same; a guess before S3 where a cell has three or fewer",
        source: "HR12 6.5",
        in_all: false,
        build: || {
            Box::new(Human::by(
                human::Method::Early(human::S12, 3, human::S34),
                human::fewest_candidates,
            ))
        },
        ..HUMAN
    },
    SolverRow {
        name: "human-early-pairs",
        title: "the same; a guess before S4 where a cell has two candidates",
        source: "HR12 6.5",
        in_all: false,
        build: || {
            Box::new(Human::by(
                human::Method::Early(human::S123, 2, human::S4),
                human::fewest_candidates,
            ))
        },
        ..HUMAN
    },
    SolverRow {
        name: "human-by-grid",
        title: "the same; what the grid shows decides which strategies are tried",
        source: "HR12 6.5",
        in_all: false,
        build: || Box::new(Human::by(human::Method::ByGrid, human::fewest_candidates)),
        ..HUMAN
    },
    SINGLES,
    SolverRow {
        name: "singles-aw15-listing",
        title: "AW15's method as printed: its hidden singles are naked ones",
        source: "AW15 6",
        in_all: false,
        build: || Box::new(Singles::new(singles::LISTING)),
        ..SINGLES
    },
    LOGIC,
    SolverRow {
        name: "logic-b09-naked",
        title: "B09's base step alone: naked singles, without guessing",
        source: "B09 chapter 7",
        in_all: false,
        build: || Box::new(Logic::with(logic::B09_NAKED)),
        ..LOGIC
    },
    SolverRow {
        name: "logic-b09-singles",
        title: "B09's singles, naked and hidden, without guessing",
        source: "B09 chapter 7",
        in_all: false,
        build: || Box::new(Logic::with(logic::B09_SINGLES)),
        ..LOGIC
    },
    SolverRow {
        name: "logic-b09-no-hidden",
        title: "B09's strategies but hidden singles, without guessing",
        source: "B09 chapter 7",
        in_all: false,
        build: || Box::new(Logic::with(logic::without_hidden(strategy::B09.strategies))),
        ..LOGIC
    },
    SolverRow {
        name: "logic-b09-listing",
        title: "B09's eight as its program is described: see pointing-b09 and xy-wing-b09",
        source: "B09 4.8, 4.9, 4.11",
        in_all: false,
        build: || Box::new(Logic::with(logic::B09_LISTING)),
        ..LOGIC
    },
    SolverRow {
        name: "logic-b09-listing-no-hidden",
        title: "the same but hidden singles",
        source: "B09 chapter 7",
        in_all: false,
        build: || Box::new(Logic::with(logic::without_hidden(&logic::B09_LISTING))),
        ..LOGIC
    },
    SolverRow {
        name: "logic",
        title: "every strategy, easiest first, refutation last, no guesses",
        source: "sudoku-lab",
        build: || Box::new(Logic::new(&strategy::LADDER)),
        ..LOGIC
    },
];

/// Exact cover, and the search on lanes.
const COVER: &[SolverRow] = &[
    SolverRow {
        name: "dlx",
        title: "exact cover with dancing links, smallest column first",
        source: "D. Knuth, Dancing Links, 2000",
        check: "one row tried",
        sizes: Sizes::All,
        takes_marks: true,
        in_all: true,
        counts_strategies: false,
        only_deduces: false,
        batches: false,
        may_refer: false,
        given_checks: None,
        build: || Box::<Dlx>::default(),
    },
    SolverRow {
        name: "fast",
        title: "one puzzle per SIMD lane, in batches",
        source: "sudoku-lab",
        check: "one guess",
        sizes: Sizes::Nine,
        takes_marks: true,
        in_all: true,
        counts_strategies: false,
        only_deduces: false,
        batches: true,
        may_refer: true,
        given_checks: None,
        build: || Box::<Fast>::default(),
    },
];

/// The solver of this name.
pub fn find_solver(name: &str) -> Option<&'static SolverRow> {
    SOLVERS.iter().find(|row| row.name == name)
}

/// The solver of this name, or those that `all` names; none if there is none of the name.
pub fn solvers_named(name: &str) -> impl Iterator<Item = &'static SolverRow> {
    SOLVERS.iter().filter(move |row| row.name == name || name == "all" && row.in_all)
}

/// The solver that decides how many solutions puzzles of this size have, with marks or without:
/// one that batches, if there is one.
pub fn reference(layout: &Layout) -> &'static SolverRow {
    // It is asked for at every puzzle.
    static BY_SIZE: LazyLock<Vec<(&Layout, &SolverRow)>> = LazyLock::new(|| {
        let able = |layout: &Layout| {
            let able =
                |row: &&SolverRow| row.may_refer && row.takes_marks && row.takes_size(layout);
            SOLVERS.iter().filter(able).max_by_key(|row| row.batches)
        };
        let row = |layout| (layout, able(layout).expect("a complete solver takes every size"));
        Layout::all().iter().map(row).collect()
    });
    let found = BY_SIZE.iter().find(|(known, _)| *known == layout);
    found.expect("it is one of the sizes").1
}
