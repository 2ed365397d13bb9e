//! The start of every search for chains: the network, if anything can come of it.

use std::ops::ControlFlow;

use super::leaps::Leaps;
use super::network::{Concluded, Kind, Network};
use super::path::Reach;
use super::relation::add;
use crate::lanes::{Kernel, run_wide};
use crate::strategy::Studied;
use crate::strategy::suspects::Suspects;

/// The network of a kind, a search of it, and what it can conclude, if it can conclude
/// anything. Breaks if the search is stopped.
pub fn search<'a>(
    grid: &'a Studied<'_>,
    kind: Kind,
) -> ControlFlow<(), Option<(&'a Network, Reach, &'a Concluded)>> {
    let suspects = suspects(grid, kind)?;
    if suspects.is_empty() {
        return ControlFlow::Continue(None);
    }
    let network = grid.network(kind);
    let found = search_of(network, grid, suspects)?;
    ControlFlow::Continue(found.map(|(reach, concluded)| (network, reach, concluded)))
}

/// The candidates that chains of a kind may rule out. X-Chains and XY-Chains have some of the links
/// of all chains of single candidates, so they rule out nothing that contradicts itself on none
/// of these. Breaks if the search is stopped.
pub fn suspects<'a>(grid: &'a Studied<'_>, kind: Kind) -> ControlFlow<(), &'a Suspects> {
    let suspects = grid.suspects(kind);
    if kind >= Kind::All || suspects.are_all() || suspects.is_empty() {
        return ControlFlow::Continue(suspects);
    }
    let concluded = conclude(grid.network(Kind::All), grid, suspects)?;
    ControlFlow::Continue(&concluded.candidates)
}

/// A search of a network, and what it can conclude; nothing if no chain of any sort
/// concludes anything. Breaks if the search is stopped.
pub fn search_of<'a>(
    network: &'a Network,
    grid: &Studied<'_>,
    suspects: &Suspects,
) -> ControlFlow<(), Option<(Reach, &'a Concluded)>> {
    let concluded = conclude(network, grid, suspects)?;
    let any = concluded.ends.iter().any(|&word| word != 0);
    ControlFlow::Continue(any.then(|| (Reach::new(network), concluded)))
}

/// What chains of a network can conclude about suspects, found out once.
fn conclude<'a>(
    network: &'a Network,
    grid: &Studied<'_>,
    suspects: &Suspects,
) -> ControlFlow<(), &'a Concluded> {
    if let Some(concluded) = network.concluded.get() {
        return ControlFlow::Continue(concluded);
    }
    let found = run_wide(Conclude { network, grid, suspects })?;
    ControlFlow::Continue(network.concluded.get_or_init(|| found))
}

/// What chains of a network can conclude about suspects, found on wide registers.
struct Conclude<'a> {
    network: &'a Network,
    grid: &'a Studied<'a>,
    suspects: &'a Suspects,
}

impl Kernel for Conclude<'_> {
    type Output = ControlFlow<(), Concluded>;

    #[inline(always)]
    fn run(self) -> ControlFlow<(), Concluded> {
        let Conclude { network, grid, suspects } = self;
        let words = network.weak.words();
        let mut leaps = Leaps::new(network);
        let mut all = Concluded {
            ends: vec![0; words],
            members: vec![0; words],
            candidates: Suspects::none(grid),
        };
        let is_suspect = |&start: &usize| {
            network.candidate(start).is_some_and(|candidate| suspects.contains(candidate))
        };
        let mut starts: Vec<usize> = (0..network.candidates).filter(is_suspect).collect();
        if network.kind == Kind::Sets {
            // One that contradicts itself is enough.
            starts.sort_by_key(|&start| {
                network.candidate(start).map(|one| suspects.rounds(one, grid.order()))
            });
        }
        for start in starts {
            grid.poll()?;
            if network.kind == Kind::Sets || suspects.are_all() {
                // To find them all would take longer than the search does.
                if leaps.contradicts(start) {
                    all.members.fill(!0);
                    all.ends = network.seen_from(|candidate| suspects.contains(candidate));
                    break;
                }
            } else if leaps.contradicts_by(start, &mut all.members) {
                add(&mut all.ends, network.weak.of(start));
                network.candidate(start).into_iter().for_each(|one| all.candidates.add(one));
            }
        }
        ControlFlow::Continue(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Recipe, Requirement};
    use crate::grid::CandidateGrid;
    use crate::strategy::{LADDER, STRATEGIES, find_all, first_step};

    /// Whoever contradicts itself on a network is a suspect, and so is what almost locked sets
    /// alone rule out.
    #[test]
    fn chains_rule_out_suspects_only() {
        let never = || false;
        let named = |name| STRATEGIES.iter().find(|row| row.name == name).unwrap();
        let of_sets = ["als-xz", "als-xy-wing", "death-blossom"].map(named);
        let (mut ruled_out, mut by_sets) = ([0; 5], 0);
        let recipe = Recipe::nine(0..=81, Requirement::Minimal, 24);
        for puzzle in Generator::new(recipe).unwrap().puzzles(0..25) {
            let mut grid = CandidateGrid::new(&puzzle.unwrap());
            loop {
                let studied = Studied::new(&grid, &never);
                let Some((_, step)) = first_step(LADDER.strategies.iter().copied(), &studied)
                else {
                    break;
                };
                for kind in [Kind::Houses, Kind::Bivalue, Kind::All, Kind::Grouped, Kind::Sets] {
                    let network = studied.network(kind);
                    let suspects = super::suspects(&studied, kind).continue_value().unwrap();
                    let mut leaps = Leaps::new(network);
                    for start in 0..network.candidates {
                        if leaps.contradicts(start) {
                            let candidate = network.candidate(start).unwrap();
                            assert!(suspects.contains(candidate), "{kind:?} {candidate:?}");
                            ruled_out[kind as usize] += 1;
                        }
                    }
                }
                for step in of_sets.iter().flat_map(|row| find_all(row, &studied)) {
                    for deduction in step.deductions {
                        let candidate = (deduction.cell(), deduction.digit());
                        assert!(studied.suspects(Kind::Sets).contains(candidate), "{candidate:?}");
                        by_sets += 1;
                    }
                }
                step.apply(&mut grid);
            }
        }
        assert!(
            ruled_out.iter().all(|&count| count > 100) && by_sets > 100,
            "{ruled_out:?} {by_sets}"
        );
    }
}
