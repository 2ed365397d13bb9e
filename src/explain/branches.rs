//! Branches: what the strategies find when some of them are switched off.
//!
//! A page cannot run the strategies, but its reader may switch any of them off. So
//! the walk of an explanation is repeated here with strategies left out: without
//! each one it used, then without pairs of those, and so on, fewest first, until
//! the [`Budget`] is spent. All walks start at the same grid and often meet
//! again, so together they are a graph of *states* (grids) joined by *steps*.
//!
//! Each state knows which strategies were tried on it and what they found. While
//! every strategy that is switched on was tried, or one before it found something,
//! a page knows exactly what the solver would do next. Elsewhere it still knows
//! steps that hold: a step found on one grid holds on every grid that has only
//! candidates of that grid, because a strategy argues from what is no longer
//! possible, and less is possible there.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::{Application, Ending, Explanation};
use crate::grid::CandidateGrid;
use crate::strategy::{Level, STRATEGIES, Step, Studied, find_first};

/// How much to explore beyond the explanation itself. Both are counts, so the same
/// budget gives the same branches on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// States in all.
    pub states: usize,
    /// Searches for a strategy, those of the harder levels counted many times: a
    /// search for a large fish takes thousands of times as long as one for a single.
    pub effort: u64,
}

/// What one search costs, in units of about ten microseconds.
fn effort_of(level: Level) -> u64 {
    match level {
        Level::Easy | Level::Medium | Level::Hard => 1,
        Level::Unfair => 20,
        Level::Extreme => 200,
    }
}

/// The states of an explanation and of its variations.
pub struct Branches {
    /// The strategies, as places in [`STRATEGIES`], first tried first. The *ranks*
    /// below are places in this list.
    pub strategies: Vec<usize>,
    /// Every step, once.
    pub steps: Vec<Application>,
    /// Every state; the first is the puzzle's.
    pub states: Vec<State>,
    grids: Vec<CandidateGrid>,
    known: HashMap<Box<[u32]>, usize>,
    effort: u64,
}

/// A grid that some walk came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// By rank: what trying the strategy here gave.
    pub tried: Vec<Tried>,
}

/// What trying a strategy gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It was not tried.
    Unknown,
    /// It found nothing.
    Nothing,
    /// It found a step.
    Found {
        /// Its place among the steps.
        step: usize,
        /// The state it leads to.
        to: usize,
    },
}

impl Branches {
    /// The branches of an explanation: its own states, and others within a budget. None if
    /// `stop`, asked now and then, said before the end that it should end; once it has said
    /// true it must go on saying so.
    pub fn of(
        explanation: &Explanation,
        budget: Budget,
        stop: &dyn Fn() -> bool,
    ) -> Option<Branches> {
        let mut branches = Branches {
            strategies: explanation.strategies.clone(),
            steps: Vec::new(),
            states: Vec::new(),
            grids: Vec::new(),
            known: HashMap::new(),
            effort: 0,
        };
        branches.state_of(CandidateGrid::new(&explanation.puzzle));
        branches.retrace(explanation);
        branches.explore(budget, stop);
        (!stop()).then_some(branches)
    }

    /// Enters the explanation's own walk, which need not be searched for again.
    fn retrace(&mut self, explanation: &Explanation) {
        let mut state = 0;
        for application in &explanation.steps {
            let rank = self.rank_of(application.strategy);
            self.states[state].tried[..rank].fill(Tried::Nothing);
            let reason = |_: &Step, _: &CandidateGrid| application.reason.clone();
            state = self.enter(state, rank, application.step.clone(), reason);
        }
        if Ending::of(&self.grids[state]).is_none() {
            self.states[state].tried.fill(Tried::Nothing);
        }
    }

    fn rank_of(&self, strategy: usize) -> usize {
        let rank = self.strategies.iter().position(|&place| place == strategy);
        rank.expect("steps come from the strategies tried")
    }

    /// Walks with fewer and fewer strategies, breadth first.
    fn explore(&mut self, budget: Budget, stop: &dyn Fn() -> bool) {
        let all = vec![true; self.strategies.len()];
        let mut seen = BTreeSet::from([all.clone()]);
        let mut queue = VecDeque::from([all]);
        while let Some(on) = queue.pop_front() {
            let Some(used) = self.walk(&on, budget, stop) else { return };
            for rank in used {
                let mut fewer = on.clone();
                fewer[rank] = false;
                if seen.insert(fewer.clone()) {
                    queue.push_back(fewer);
                }
            }
        }
    }

    /// Walks with the strategies that are on. Returns the ranks of those it used, or
    /// nothing when it was stopped or the budget ran out on the way.
    fn walk(
        &mut self,
        on: &[bool],
        budget: Budget,
        stop: &dyn Fn() -> bool,
    ) -> Option<BTreeSet<usize>> {
        let mut used = BTreeSet::new();
        let mut state = 0;
        while Ending::of(&self.grids[state]).is_none() {
            let mut ranks = (0..on.len()).filter(|&rank| on[rank]);
            let next = ranks.find_map(|rank| Some((rank, self.try_at(state, rank, stop)?)));
            let Some((rank, to)) = next else { break };
            used.insert(rank);
            state = to;
            if self.states.len() > budget.states || self.effort > budget.effort || stop() {
                return None;
            }
        }
        Some(used)
    }

    /// The state that the strategy of this rank leads to, if it finds a step.
    fn try_at(&mut self, state: usize, rank: usize, stop: &dyn Fn() -> bool) -> Option<usize> {
        match self.states[state].tried[rank] {
            Tried::Found { to, .. } => Some(to),
            Tried::Nothing => None,
            Tried::Unknown => {
                let strategy = &STRATEGIES[self.strategies[rank]];
                self.effort += effort_of(strategy.level);
                let grid = Studied::new(&self.grids[state], stop);
                let step = find_first(strategy, &grid);
                if step.is_none() && !grid.stopped() {
                    self.states[state].tried[rank] = Tried::Nothing;
                }
                let reason = |step: &Step, grid: &CandidateGrid| {
                    (strategy.explain)(step, &Studied::new(grid, stop))
                };
                step.map(|step| self.enter(state, rank, step, reason))
            }
        }
    }

    /// Notes a step found at a state. Returns the state it leads to.
    fn enter(
        &mut self,
        state: usize,
        rank: usize,
        step: Step,
        reason: impl FnOnce(&Step, &CandidateGrid) -> String,
    ) -> usize {
        let mut grid = self.grids[state].clone();
        step.apply(&mut grid);
        let to = self.state_of(grid);
        let strategy = self.strategies[rank];
        let is_same = |known: &Application| known.strategy == strategy && known.step == step;
        let step = self.steps.iter().position(is_same).unwrap_or_else(|| {
            let reason = reason(&step, &self.grids[state]);
            self.steps.push(Application { strategy, step, reason });
            self.steps.len() - 1
        });
        self.states[state].tried[rank] = Tried::Found { step, to };
        to
    }

    /// The state with this grid, a new one if need be.
    fn state_of(&mut self, grid: CandidateGrid) -> usize {
        let cells = grid.layout().cells().iter();
        let key = cells.map(|&cell| {
            let value = grid.digit(cell).map_or(0, |digit| u32::from(digit.value()));
            value << 25 | grid.candidates(cell).bits()
        });
        let next = self.states.len();
        let state = *self.known.entry(key.collect()).or_insert(next);
        if state == next {
            self.states.push(State { tried: vec![Tried::Unknown; self.strategies.len()] });
            self.grids.push(grid);
        }
        state
    }

    /// The grid of a state.
    pub fn grid(&self, state: usize) -> &CandidateGrid {
        &self.grids[state]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Explainer;
    use crate::strategy::B09;
    use crate::text::parse_cells;

    fn branches(budget: Budget) -> (Explanation, Branches) {
        let line =
            b"000000000640017000000020361506040000000006420000280009000500740405069200800000000";
        let puzzle = parse_cells(line).unwrap();
        let explanation =
            Explainer::new(B09.strategies.to_vec()).explain(&puzzle, &|| false).unwrap();
        let branches = Branches::of(&explanation, budget, &|| false).unwrap();
        (explanation, branches)
    }

    /// The steps a page would take with these strategies on, as long as it knows.
    fn follow(branches: &Branches, on: &[bool]) -> (Vec<Application>, bool) {
        let (mut state, mut steps) = (0, Vec::new());
        loop {
            let tried = (0..on.len()).filter(|&rank| on[rank]);
            match tried
                .map(|rank| branches.states[state].tried[rank])
                .find(|t| *t != Tried::Nothing)
            {
                Some(Tried::Found { step, to }) => {
                    steps.push(branches.steps[step].clone());
                    state = to;
                }
                Some(_) => return (steps, Ending::of(branches.grid(state)).is_some()),
                None => return (steps, true),
            }
        }
    }

    #[test]
    fn without_budget_there_is_the_walk_itself() {
        let (explanation, branches) = branches(Budget { states: 0, effort: 0 });
        assert_eq!(branches.states.len(), explanation.steps.len() + 1);
        assert_eq!(follow(&branches, &[true; 8]), (explanation.steps, true));
    }

    #[test]
    fn every_choice_of_strategies_leads_where_the_solver_goes() {
        let (explanation, branches) = branches(Budget { states: usize::MAX, effort: u64::MAX });
        for choice in 0..256u32 {
            let on: Vec<bool> = (0..8).map(|rank| choice >> rank & 1 == 1).collect();
            let strategies = (0..8).filter(|&rank| on[rank]).map(|rank| B09.strategies[rank]);
            let alone = Explainer::new(strategies.collect())
                .explain(&explanation.puzzle, &|| false)
                .unwrap();
            assert_eq!(follow(&branches, &on), (alone.steps, true), "{on:?}");
        }
    }
}
