//! CaDiCaL (A. Biere and others, version 1.9.5), by the crate `cadical`, which builds it.
//!
//! The crate hands out no statistics. The engine counts the clauses that are learnt, one at
//! each conflict but some of those after which CaDiCaL backtracks in order, and where a search
//! is cut the conflicts of its budget. Decisions and propagations are not told.
//!
//! CaDiCaL simplifies the formula between conflicts, which no budget of conflicts ends; it
//! limits the effort of that by what the search took.

use cadical::{Callbacks, Solver};

use super::engine::{Engine, Statistics, assert_known};
use crate::cnf::Literal;

/// One solver.
pub struct Cadical {
    solver: Solver<Learnt>,
    variables: usize,
    has_model: bool,
    conflicts: u64,
}

/// Counts clauses as they are learnt.
struct Learnt(u64);

impl Callbacks for Learnt {
    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.0 += 1;
    }
}

impl Engine for Cadical {
    fn new(variables: usize) -> Cadical {
        let mut solver = Solver::new();
        solver.reserve(variables as i32);
        Cadical { solver, variables, has_model: false, conflicts: 0 }
    }

    #[inline]
    fn add_clause(&mut self, clause: &[Literal]) {
        assert_known(clause, self.variables);
        self.solver.add_clause(clause.iter().map(|literal| literal.dimacs()));
    }

    fn solve(&mut self, conflicts: u32) -> Option<bool> {
        let budget = i32::try_from(conflicts).unwrap_or(i32::MAX);
        self.solver.set_limit("conflicts", budget).expect("CaDiCaL has this limit");
        self.solver.set_callbacks(Some(Learnt(0)));
        let answer = self.solver.solve();
        let learnt = self.solver.get_callbacks().map_or(0, |learnt| learnt.0);
        self.conflicts += match answer {
            Some(_) => learnt,
            None => learnt.max(u64::from(conflicts)),
        };
        self.has_model = answer == Some(true);
        answer
    }

    #[inline]
    fn is_true(&self, variable: usize) -> bool {
        assert!(self.has_model && variable < self.variables, "no model of variable {variable}");
        self.solver.value(variable as i32 + 1) == Some(true)
    }

    fn statistics(&self) -> Statistics {
        Statistics { conflicts: self.conflicts, ..Statistics::default() }
    }
}
