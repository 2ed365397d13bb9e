//! Forcing chains and forcing nets.

use super::board::Board;
use super::closure::{Closure, Conclusion, Proof, Search};
use super::links::{GROUPS, Links};
use super::loops::{Trees, roots};
use super::nets::Nets;
use super::step::{Removals, Step};

fn step(conclusion: Conclusion, kind: &'static str) -> Option<Step> {
    let Conclusion { cell, digit, right } = conclusion;
    if right {
        return Some(Step::place(kind, cell, digit));
    }
    let mut removals = Removals::default();
    removals.push(cell, digit);
    removals.step(kind)
}

/// The first conclusion of chains: right candidates before wrong ones, by cell and digit.
pub fn chains(board: &Board, trees: &mut Trees) -> Option<Step> {
    trees.links.fill(board);
    trees.links.fill_groups(board);
    let mut closures = vec![Closure::NONE; GROUPS];
    for root in roots(board, true).chain(roots(board, false)) {
        trees.tree.grow(board, &trees.links, root);
        closures[root] = Closure { on: trees.tree.on, off: trees.tree.off };
    }
    let mut accept = |_: &Proof| true;
    let mut search = Search { board, closures: &closures, accept: &mut accept, best: None };
    search.run();
    search.best.and_then(|best| step(best, "forcing-chain"))
}

/// The first conclusion of nets, likewise, with a link that follows from several.
pub fn nets(board: &Board, links: &mut Links, nets: &mut Nets) -> Option<Step> {
    nets.fill(board, links);
    let mut closures = vec![Closure::NONE; GROUPS];
    for root in roots(board, true).chain(roots(board, false)) {
        closures[root] = Closure::of(&nets.tables[root].nodes);
    }
    let mut accept = |proof: &Proof| {
        proof.iter().any(|&(root, cell, digit, on)| nets.branches(root, cell, digit, on))
    };
    let mut search = Search { board, closures: &closures, accept: &mut accept, best: None };
    search.run();
    search.best.and_then(|best| step(best, "forcing-net"))
}
