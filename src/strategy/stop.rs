//! Whether a search should stop.

use std::cell::Cell;
use std::ops::ControlFlow;

/// Polls between two questions to the caller's `stop`; the work between two polls takes
/// some microseconds, rarely a millisecond.
const POLLS: u32 = 64;

/// The caller's `stop`, asked now and then; once it has said true, everything ends.
pub(super) struct Stop<'a> {
    stop: &'a dyn Fn() -> bool,
    polls_left: Cell<u32>,
    stopped: Cell<bool>,
}

impl<'a> Stop<'a> {
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Stop<'a> {
        Stop { stop, polls_left: Cell::new(POLLS), stopped: Cell::new(false) }
    }

    /// Whether a search was stopped.
    pub(super) fn stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Breaks when the search is to end. Call it wherever a search can go on for more than
    /// a millisecond otherwise; it costs a countdown.
    #[inline]
    pub(super) fn poll(&self) -> ControlFlow<()> {
        match self.polls_left.get() {
            0 => self.ask(),
            left => {
                self.polls_left.set(left - 1);
                ControlFlow::Continue(())
            }
        }
    }

    /// Asks whether to stop, before something that takes long.
    #[cold]
    pub(super) fn ask(&self) -> ControlFlow<()> {
        if self.stopped.get() || (self.stop)() {
            self.stopped.set(true);
            self.polls_left.set(0);
            return ControlFlow::Break(());
        }
        self.polls_left.set(POLLS);
        ControlFlow::Continue(())
    }
}
