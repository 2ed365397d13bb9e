//! A MiniSat solver, owned.
//!
//! The safe interface of the `minisat` crate counts nothing and cannot be
//! stopped; this one keeps MiniSat's statistics and solves under a budget of
//! conflicts. It knows nothing of grids. All unsafe code of the SAT solvers is
//! here.
//!
//! Variable elimination is off unless it is [asked for](MiniSat::eliminating). It costs more
//! than it saves on formulas of this size, and a clause added later, to exclude a model, must
//! not name a variable that was eliminated.

use std::os::raw::c_int;
use std::ptr::NonNull;

use minisat::sys;

use super::engine::{Engine, Statistics, assert_known};
use crate::cnf::Literal;

/// One solver.
pub struct MiniSat {
    solver: NonNull<sys::minisat_solver>,
    variables: usize,
    has_model: bool,
    statistics: Statistics,
}

impl MiniSat {
    /// A solver with this many variables, which can be eliminated, and no clause.
    pub fn eliminating(variables: usize) -> MiniSat {
        MiniSat::of(variables, true)
    }

    fn of(variables: usize, eliminating: bool) -> MiniSat {
        // SAFETY: minisat_new has no preconditions; C++ `new` throws rather than
        // return null, and NonNull is checked all the same. Elimination may be
        // turned off, and variables are made, on the solver just made.
        let solver = unsafe {
            let solver = NonNull::new(sys::minisat_new()).expect("minisat_new returns a solver");
            if !eliminating {
                sys::minisat_eliminate(solver.as_ptr(), 1);
            }
            for _ in 0..variables {
                sys::minisat_newVar(solver.as_ptr());
            }
            solver
        };
        MiniSat { solver, variables, has_model: false, statistics: Statistics::default() }
    }

    /// Eliminates what variables can be, as MiniSat's program does between reading a formula
    /// and searching, and none from then on. No clause may be added afterwards that names a
    /// variable that was there.
    pub fn eliminate(&mut self) {
        // SAFETY: the solver lives as long as self.
        unsafe { sys::minisat_eliminate(self.solver.as_ptr(), 1) };
    }

    /// Searches, as [`solve`](Engine::solve) does, for a model in which these
    /// literals hold. That there is none says nothing of a search without them.
    ///
    /// # Panics
    /// When a literal names a variable the solver does not have.
    pub fn solve_assuming(&mut self, assumptions: &[Literal], conflicts: u32) -> Option<bool> {
        assert_known(assumptions, self.variables);
        let budget = c_int::try_from(conflicts).unwrap_or(c_int::MAX);
        let literals = assumptions.as_ptr().cast::<c_int>().cast_mut();
        // SAFETY: the solver lives as long as self. Literal is transparent over
        // c_int, so `literals` points at `assumptions.len()` of them; MiniSat copies
        // them and writes none. Every variable was made by `of`. The constants are
        // plain values.
        let (result, yes, no) = unsafe {
            sys::minisat_set_conf_budget(self.solver.as_ptr(), budget);
            let count = assumptions.len() as c_int;
            let result = sys::minisat_limited_solve(self.solver.as_ptr(), count, literals);
            (result, sys::minisat_get_l_True(), sys::minisat_get_l_False())
        };
        self.count();
        self.has_model = result == yes;
        (result == yes || result == no).then_some(self.has_model)
    }

    /// Adds up what happened since the last call. The C interface hands out the
    /// low 32 bits of each count, so the differences are taken modulo 2³².
    fn count(&mut self) {
        // SAFETY: the solver lives as long as self; these only read.
        let now = unsafe {
            [
                sys::minisat_num_conflicts(self.solver.as_ptr()),
                sys::minisat_num_decisions(self.solver.as_ptr()),
                sys::minisat_num_propagations(self.solver.as_ptr()),
            ]
        };
        let Statistics { conflicts, decisions, propagations } = &mut self.statistics;
        for (count, low) in [conflicts, decisions, propagations].into_iter().zip(now) {
            *count += u64::from((low as u32).wrapping_sub(*count as u32));
        }
    }
}

impl Engine for MiniSat {
    fn new(variables: usize) -> MiniSat {
        MiniSat::of(variables, false)
    }

    #[inline]
    fn add_clause(&mut self, clause: &[Literal]) {
        assert_known(clause, self.variables);
        let literals = clause.as_ptr().cast::<c_int>().cast_mut();
        // SAFETY: the solver lives as long as self. Literal is transparent over c_int
        // and numbers literals as MiniSat does, so `literals` points at
        // `clause.len()` of them; MiniSat copies them and writes none. Every variable
        // was made by `of`.
        unsafe { sys::minisat_addClause(self.solver.as_ptr(), clause.len() as c_int, literals) };
    }

    fn solve(&mut self, conflicts: u32) -> Option<bool> {
        self.solve_assuming(&[], conflicts)
    }

    #[inline]
    fn is_true(&self, variable: usize) -> bool {
        assert!(self.has_model && variable < self.variables, "no model of variable {variable}");
        // SAFETY: the solver lives as long as self. Its model, found by the last
        // solve, holds every variable that `of` made.
        unsafe {
            sys::minisat_modelValue_Var(self.solver.as_ptr(), variable as c_int)
                == sys::minisat_get_l_True()
        }
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

impl Drop for MiniSat {
    fn drop(&mut self) {
        // SAFETY: the solver was made by minisat_new, is owned by self alone, and
        // is not used again.
        unsafe { sys::minisat_delete(self.solver.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_hold_for_one_search() {
        let mut solver = MiniSat::new(2);
        let [one, two] = [0, 1].map(Literal::positive);
        solver.add_clause(&[one, two]);
        assert_eq!(solver.solve_assuming(&[!one], 1_000), Some(true));
        assert!(!solver.is_true(0) && solver.is_true(1));
        assert_eq!(solver.solve_assuming(&[!one, !two], 1_000), Some(false));
        assert_eq!(solver.solve(1_000), Some(true));
    }
}
