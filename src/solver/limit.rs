//! How far a search may go.
//!
//! A solver reads no clock. It counts its own checks against
//! [`Limit::checks`] and asks [`Limit::stop`] now and then whether to give up,
//! so the caller decides what a time limit is and can end any search promptly. At the
//! same moments a solver that counts with a [`Meter`] tells [`Limit::watch`] how far it
//! is, as PHP16's program prints the number of checks and its place in the grid while it
//! searches.

use crate::grid::Cell;

/// Checks between two questions to [`Limit::stop`]: some tens of microseconds
/// of brute force.
pub const POLL: u64 = 4096;

/// What ends a search before it is exhausted.
#[derive(Clone, Copy)]
pub struct Limit<'a> {
    /// Stop after this many solutions, at least 1: 1 to solve, 2 to decide
    /// uniqueness.
    pub solutions: u64,
    /// Give up after this many checks, in the solver's own unit.
    pub checks: u64,
    /// Asked now and then; `true` ends the search with [`Verdict::Limit`](super::Verdict::Limit).
    pub stop: &'a dyn Fn() -> bool,
    /// Told now and then the checks so far, and the cell the search is at if it goes
    /// through the cells in order.
    pub watch: &'a dyn Fn(u64, Option<Cell>),
    /// Whether a solver that applies strategies keeps [its steps](super::Usage::take_steps).
    pub steps: bool,
}

impl Limit<'_> {
    /// No limit but the number of solutions.
    pub fn solutions(solutions: u64) -> Limit<'static> {
        Limit { solutions, checks: u64::MAX, stop: &|| false, watch: &|_, _| (), steps: false }
    }
}

/// Counts the checks of one search against its limit: one subtraction and one
/// comparison per check.
pub struct Meter<'a> {
    limit: Limit<'a>,
    poll: u64,
    /// Checks that may be made before the next question, counted ones included.
    granted: u64,
    /// Those of them that have not been made.
    left: u64,
    exhausted: bool,
}

impl<'a> Meter<'a> {
    /// A meter that asks whether to stop after every `poll` checks: `POLL` where one costs
    /// nanoseconds, fewer where it is slow.
    pub fn new(poll: u64, limit: &Limit<'a>) -> Meter<'a> {
        let granted = poll.min(limit.checks);
        let exhausted = limit.checks == 0;
        Meter { limit: *limit, poll, granted, left: granted, exhausted }
    }

    /// Counts one check. `false` when the search has to end.
    #[inline(always)]
    pub fn check(&mut self) -> bool {
        self.check_at(None)
    }

    #[inline(always)]
    fn check_at(&mut self, cell: Option<Cell>) -> bool {
        if self.left == 0 && !self.extend(cell) {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Counts several checks, exactly as [`check`](Meter::check) would one by one:
    /// where the limit falls among them, those up to it are counted. `false` when
    /// the search has to end before the last of them. The cell they are at, if they are at
    /// one, is asked for when the search is watched.
    #[inline(always)]
    pub fn check_many(&mut self, count: u64, cell: impl FnOnce() -> Option<Cell>) -> bool {
        self.check_if_free(count) || self.check_each(count, cell())
    }

    /// Counts several checks unless the limit, or a question whether to stop,
    /// falls among them; then none is counted, and the caller has to go through
    /// them in smaller steps.
    #[inline(always)]
    pub fn check_if_free(&mut self, count: u64) -> bool {
        let free = count <= self.left;
        self.left -= if free { count } else { 0 };
        free
    }

    #[cold]
    fn check_each(&mut self, count: u64, cell: Option<Cell>) -> bool {
        (0..count).all(|_| self.check_at(cell))
    }

    #[cold]
    fn extend(&mut self, cell: Option<Cell>) -> bool {
        (self.limit.watch)(self.granted, cell);
        self.exhausted |= self.granted >= self.limit.checks || (self.limit.stop)();
        if !self.exhausted {
            self.left = self.poll.min(self.limit.checks - self.granted);
            self.granted += self.left;
        }
        !self.exhausted
    }

    /// What asks whether to stop, for a check that takes long to ask by itself.
    pub fn stop(&self) -> &'a dyn Fn() -> bool {
        self.limit.stop
    }

    /// Checks counted so far.
    pub fn checks(&self) -> u64 {
        self.granted - self.left
    }

    /// Whether the limit ended the search.
    pub fn exhausted(&self) -> bool {
        self.exhausted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_allowed_checks_pass() {
        for allowed in [0, 1, 4095, 4096, 4097, 10_000] {
            let mut meter = Meter::new(POLL, &Limit { checks: allowed, ..Limit::solutions(1) });
            let passed = (0..20_000).filter(|_| meter.check()).count() as u64;
            assert_eq!((passed, meter.checks(), meter.exhausted()), (allowed, allowed, true));
        }
    }

    #[test]
    fn many_at_once_count_as_one_by_one() {
        for allowed in [0, 1, 4095, 4096, 4097, 10_000] {
            let mut meter = Meter::new(POLL, &Limit { checks: allowed, ..Limit::solutions(1) });
            let passed = (0..2_000).filter(|_| meter.check_many(7, || None)).count() as u64;
            assert_eq!((passed, meter.checks(), meter.exhausted()), (allowed / 7, allowed, true));
        }
    }

    #[test]
    fn stop_ends_the_search_within_one_poll() {
        let mut meter = Meter::new(8, &Limit { stop: &|| true, ..Limit::solutions(1) });
        assert_eq!((0..100).filter(|_| meter.check()).count(), 8);
    }

    #[test]
    fn a_watched_search_says_where_it_is() {
        let told = std::cell::RefCell::new(Vec::new());
        let watch = |checks, cell| told.borrow_mut().push((checks, cell));
        let mut meter = Meter::new(8, &Limit { watch: &watch, ..Limit::solutions(1) });
        let cell = crate::grid::Layout::nine().cell(2, 4);
        assert!((0..4).all(|_| meter.check_many(5, || Some(cell))));
        assert_eq!(*told.borrow(), [(8, Some(cell)), (16, Some(cell))]);
    }
}
