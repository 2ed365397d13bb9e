//! BatSat (M. Hara's `ratsat`, carried on by S. Cruanes): MiniSat 2.2 rewritten in Rust.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, Var, lbool};

use super::engine::{Engine, Statistics, assert_known};
use crate::cnf::Literal;

/// One solver.
pub struct Batsat {
    solver: Solver<Budget>,
    variables: Vec<Var>,
    clause: Vec<Lit>,
    has_model: bool,
}

/// Stops a search after so many learnt clauses: one is learnt at each conflict but the last
/// of a formula without a model.
#[derive(Default)]
struct Budget {
    learnt: u64,
    end: u64,
}

impl Callbacks for Budget {
    #[inline]
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.learnt += 1;
    }

    #[inline]
    fn stop(&self) -> bool {
        self.learnt >= self.end
    }
}

impl Engine for Batsat {
    fn new(variables: usize) -> Batsat {
        let mut solver = Solver::new(Default::default(), Budget::default());
        let variables = (0..variables).map(|_| solver.new_var_default()).collect();
        Batsat { solver, variables, clause: Vec::new(), has_model: false }
    }

    #[inline]
    fn add_clause(&mut self, clause: &[Literal]) {
        assert_known(clause, self.variables.len());
        let literal =
            |literal: &Literal| Lit::new(self.variables[literal.variable()], literal.is_positive());
        self.clause.clear();
        self.clause.extend(clause.iter().map(literal));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, conflicts: u32) -> Option<bool> {
        let budget = self.solver.cb_mut();
        budget.end = budget.learnt + u64::from(conflicts);
        let answer = self.solver.solve_limited(&[]);
        self.has_model = answer == lbool::TRUE;
        (self.has_model || answer == lbool::FALSE).then_some(self.has_model)
    }

    #[inline]
    fn is_true(&self, variable: usize) -> bool {
        assert!(self.has_model, "no model of variable {variable}");
        self.solver.value_var(self.variables[variable]) == lbool::TRUE
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        }
    }
}
