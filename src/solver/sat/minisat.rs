//! A safe owner of one MiniSat solver.
//!
//! The `minisat` crate's own wrapper has no statistics and no budget, so this one
//! stands directly on its C bindings.

use std::ops::Not;

use minisat::sys;

/// A literal: a variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lit(sys::minisat_Lit);

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        // SAFETY: a function of the literal's value alone.
        Lit(unsafe { sys::minisat_negate(self.0) })
    }
}

/// MiniSat's counters since the solver was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Conflicts met.
    pub conflicts: u64,
    /// Variables decided.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
}

/// One solver, freed when dropped. It stays on the thread that made it.
pub struct MiniSat(*mut sys::minisat_solver);

impl MiniSat {
    /// A solver without variables and clauses.
    pub fn new() -> MiniSat {
        // SAFETY: no arguments; the pointer is owned by the new value alone.
        let solver = unsafe { sys::minisat_new() };
        assert!(!solver.is_null(), "MiniSat has no memory");
        // SAFETY: `solver` is live. Turning variable elimination off first makes
        // it sound to add clauses over any variable later.
        unsafe { sys::minisat_eliminate(solver, 1) };
        MiniSat(solver)
    }

    /// A fresh variable, as its positive literal.
    pub fn new_literal(&mut self) -> Lit {
        // SAFETY: the solver is live as long as `self`.
        Lit(unsafe { sys::minisat_newLit(self.0) })
    }

    /// Adds a clause: at least one of the literals holds.
    pub fn add_clause(&mut self, literals: &[Lit]) {
        // SAFETY: the solver is live, and every literal came from it.
        unsafe {
            sys::minisat_addClause_begin(self.0);
            for literal in literals {
                sys::minisat_addClause_addLit(self.0, literal.0);
            }
            sys::minisat_addClause_commit(self.0);
        }
    }

    /// Whether the clauses can be satisfied; nothing when that is not known
    /// after this many conflicts.
    pub fn solve_within(&mut self, conflicts: u64) -> Option<bool> {
        let budget = i32::try_from(conflicts).unwrap_or(i32::MAX);
        // SAFETY: the solver is live; a solve without assumptions.
        let (result, yes, no) = unsafe {
            sys::minisat_set_conf_budget(self.0, budget);
            sys::minisat_solve_begin(self.0);
            let result = sys::minisat_limited_solve_commit(self.0);
            (result, sys::minisat_get_l_True(), sys::minisat_get_l_False())
        };
        match result {
            result if result == yes => Some(true),
            result if result == no => Some(false),
            _ => None,
        }
    }

    /// Whether a literal holds in the model found last.
    pub fn is_true(&self, literal: Lit) -> bool {
        // SAFETY: the solver is live, and the literal came from it.
        unsafe { sys::minisat_modelValue_Lit(self.0, literal.0) == sys::minisat_get_l_True() }
    }

    /// The counters.
    pub fn statistics(&self) -> Statistics {
        // MiniSat counts in 64 bits and its C interface tells the lower 32.
        let wide = |count: i32| u64::from(count as u32);
        // SAFETY: the solver is live.
        unsafe {
            Statistics {
                conflicts: wide(sys::minisat_num_conflicts(self.0)),
                decisions: wide(sys::minisat_num_decisions(self.0)),
                propagations: wide(sys::minisat_num_propagations(self.0)),
            }
        }
    }
}

impl Drop for MiniSat {
    fn drop(&mut self) {
        // SAFETY: the solver is live and this is its only owner.
        unsafe { sys::minisat_delete(self.0) }
    }
}
