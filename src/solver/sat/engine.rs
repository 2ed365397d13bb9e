//! What the solvers of formulas ask of a SAT solver. An engine knows nothing of grids.

use crate::cnf::Literal;

/// What an engine counted; what it does not tell is 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Clauses found false under an assignment.
    pub conflicts: u64,
    /// Variables assigned by choice.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
}

/// A SAT solver. It is used for one puzzle and dropped: one that is used again keeps learnt
/// clauses, and its statistics would depend on the order of the puzzles.
pub trait Engine {
    /// An engine with this many variables and no clause.
    fn new(variables: usize) -> Self;

    /// Adds the clause that one of these literals holds.
    ///
    /// # Panics
    /// When a literal names a variable the engine does not have.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Searches for a model for up to this many conflicts more, one or more: whether there is
    /// one, or nothing when the budget ran out first.
    ///
    /// An engine may look at its budget only between two conflicts that do not follow from
    /// each other, so it may overrun it by a few.
    fn solve(&mut self, conflicts: u32) -> Option<bool>;

    /// Whether a variable is true in the model that the last search found.
    ///
    /// # Panics
    /// When it found none, or the engine does not have the variable.
    fn is_true(&self, variable: usize) -> bool;

    /// What the engine counted so far.
    fn statistics(&self) -> Statistics;
}

/// Panics when a literal names none of so many variables.
pub fn assert_known(literals: &[Literal], variables: usize) {
    let known = |literal: &Literal| literal.variable() < variables;
    assert!(literals.iter().all(known), "a literal names one of {variables} variables");
}

#[cfg(test)]
mod tests {
    use super::super::batsat::Batsat;
    use super::super::cadical::Cadical;
    use super::super::minisat::MiniSat;
    use super::*;

    fn clause(literals: &[i32]) -> Vec<Literal> {
        let literal = |&dimacs: &i32| match dimacs.unsigned_abs() as usize - 1 {
            variable if dimacs > 0 => Literal::positive(variable),
            variable => Literal::negative(variable),
        };
        literals.iter().map(literal).collect()
    }

    fn models_are_found_and_excluded<E: Engine>() {
        let mut engine = E::new(3);
        engine.add_clause(&clause(&[1, 2]));
        engine.add_clause(&clause(&[-1, -2]));
        engine.add_clause(&clause(&[-3]));
        for _ in 0..2 {
            assert_eq!(engine.solve(1_000), Some(true));
            let model: Vec<i32> = (0..2).map(|v| if engine.is_true(v) { -1 } else { 1 }).collect();
            assert_ne!(model[0], model[1]);
            assert!(!engine.is_true(2));
            engine.add_clause(&clause(&[model[0], 2 * model[1]]));
        }
        assert_eq!(engine.solve(1_000), Some(false));
    }

    /// Ten pigeons, nine holes: no model, and no short proof of that.
    fn the_budget_ends_a_search<E: Engine>() {
        let search = || {
            let mut engine = E::new(90);
            for pigeon in 0..10 {
                let hole = |hole| Literal::positive(pigeon * 9 + hole);
                engine.add_clause(&(0..9).map(hole).collect::<Vec<Literal>>());
                for (other, hole) in (0..pigeon).flat_map(|o| (0..9).map(move |hole| (o, hole))) {
                    let both = [pigeon, other].map(|pigeon| Literal::negative(pigeon * 9 + hole));
                    engine.add_clause(&both);
                }
            }
            let counts = [50, 200].map(|budget| {
                assert_eq!(engine.solve(budget), None);
                engine.statistics()
            });
            let [first, second] = counts.map(|counts| counts.conflicts);
            assert!((50..60).contains(&first), "{first} conflicts for a budget of 50");
            assert!((250..270).contains(&second), "{second} conflicts for a budget of 250");
            counts
        };
        assert_eq!(search(), search());
    }

    #[test]
    fn every_engine_keeps_the_interface() {
        models_are_found_and_excluded::<MiniSat>();
        models_are_found_and_excluded::<Cadical>();
        models_are_found_and_excluded::<Batsat>();
        the_budget_ends_a_search::<MiniSat>();
        the_budget_ends_a_search::<Cadical>();
        the_budget_ends_a_search::<Batsat>();
    }
}
