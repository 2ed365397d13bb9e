//! At most one of n literals, with 3n − 4 clauses instead of n(n − 1)/2: a sequential counter.
//!
//! Beside the literals x₁ … xₙ there are variables s₁ … sₙ₋₁, and sᵢ says that one of x₁ … xᵢ
//! holds: each xᵢ implies sᵢ, each sᵢ₋₁ implies sᵢ, and none of xᵢ and sᵢ₋₁ hold together
//! (C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005, LTₙ,₁).
//! Where exactly one of the literals holds, they decide the variables: a solution of a puzzle is
//! one model.

use super::{Clauses, Literal, variable};
use crate::grid::{Digit, Layout};

/// The variables of the candidates, and those of the counters: of each cell, then of each
/// digit in each house.
pub fn variables(order: usize) -> usize {
    order.pow(3) + 4 * order.pow(2) * (order - 1)
}

/// One digit per cell and one place per digit in each house, no two of either.
pub fn counters(layout: &Layout, clause: Clauses<'_>) {
    let order = layout.order();
    let yes = |cell, digit| Literal::positive(variable(order, cell, digit));
    let mut counter = order.pow(3);
    let mut exactly_one = |literals: &[Literal]| {
        clause(literals);
        at_most_one(literals, counter, clause);
        counter += order - 1;
    };
    for &cell in layout.cells() {
        let literals: Vec<_> = Digit::all(order).map(|digit| yes(cell, digit)).collect();
        exactly_one(&literals);
    }
    for &house in layout.houses() {
        let cells = layout.house_cells(house).iter();
        for digit in Digit::all(order) {
            let literals: Vec<_> = cells.clone().map(|&cell| yes(cell, digit)).collect();
            exactly_one(&literals);
        }
    }
}

/// At most one of these literals holds; the variables from `first` on, one less than the
/// literals, are the counter's.
fn at_most_one(literals: &[Literal], first: usize, clause: Clauses<'_>) {
    let last = literals.len() - 1;
    for (i, &literal) in literals.iter().enumerate() {
        let [before, here] = [i.wrapping_sub(1), i].map(|i| first.wrapping_add(i));
        if i < last {
            clause(&[!literal, Literal::positive(here)]);
        }
        if i > 0 {
            clause(&[!literal, Literal::negative(before)]);
        }
        if 0 < i && i < last {
            clause(&[Literal::negative(before), Literal::positive(here)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices of four literals: the clauses hold for some counter if and only if at most
    /// one of the literals does.
    #[test]
    fn a_counter_allows_at_most_one() {
        let literals: Vec<Literal> = (0..4).map(Literal::positive).collect();
        let mut clauses = Vec::new();
        at_most_one(&literals, 4, &mut |clause| clauses.push(clause.to_vec()));
        assert_eq!(clauses.len(), 3 * 4 - 4);
        let models = |chosen: u32| {
            let is_model = |choice: &u32| {
                let holds = |literal: &Literal| {
                    (choice >> literal.variable() & 1 == 1) == literal.is_positive()
                };
                clauses.iter().all(|clause| clause.iter().any(holds))
            };
            (0..8u32).map(|counter| counter << 4 | chosen).filter(is_model).count()
        };
        for chosen in 0..16u32 {
            match chosen.count_ones() {
                0 => assert_eq!(models(chosen), 4),
                1 => assert_eq!(models(chosen), 1, "{chosen:04b}"),
                _ => assert_eq!(models(chosen), 0, "{chosen:04b}"),
            }
        }
    }
}
