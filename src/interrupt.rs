//! The one way to stop: every long loop of every command looks at an [`Interrupt`].
//!
//! It is set by a signal, by the end of a budget, or by whoever finds that the work has
//! become pointless, and it is handed down: nothing here is global. A search asks it
//! through its `stop` (see [`Limit`](crate::solver::Limit)), a reader while it waits for
//! its input, a loop before each turn. What was begun then ends within a second, and what
//! was finished stays.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Why to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// This signal came.
    Signal(i32),
    /// The time is spent.
    Budget,
    /// The work failed, so the rest of it is pointless.
    Cancelled,
}

/// Values of the flag that are no signal's number.
const BUDGET: usize = usize::MAX;
const CANCELLED: usize = usize::MAX - 1;

/// Whether to stop, and why. Its clones are the same flag.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// An interrupt that SIGINT and SIGTERM set from now on, instead of ending the
    /// program. A second one ends it at once.
    ///
    /// # Errors
    /// When the signals cannot be caught.
    pub fn catch_signals() -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        for signal in [SIGINT, SIGTERM] {
            let armed = Arc::new(std::sync::atomic::AtomicBool::new(false));
            // Registered first, so it runs first: armed only by an earlier signal.
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&armed))?;
            flag::register(signal, armed)?;
            flag::register_usize(signal, Arc::clone(&interrupt.0), signal as usize)?;
        }
        Ok(interrupt)
    }

    /// Asks to stop after this time, unless something else does before.
    pub fn stop_after(&self, budget: Duration) {
        let interrupt = self.clone();
        // Nobody waits for this thread: it ends with the process.
        thread::spawn(move || {
            thread::sleep(budget);
            interrupt.set_first(BUDGET);
        });
    }

    /// Asks to stop because the work failed, unless something else did before.
    pub fn cancel(&self) {
        self.set_first(CANCELLED);
    }

    /// Asks to stop, as this signal would.
    pub fn set(&self, signal: i32) {
        self.0.store(signal as usize, Ordering::Relaxed);
    }

    fn set_first(&self, reason: usize) {
        let _ = self.0.compare_exchange(0, reason, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Why to stop, if so.
    pub fn stop(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            BUDGET => Some(Stop::Budget),
            CANCELLED => Some(Stop::Cancelled),
            signal => Some(Stop::Signal(signal as i32)),
        }
    }

    /// The signal that came, if any.
    pub fn signal(&self) -> Option<i32> {
        match self.stop()? {
            Stop::Signal(signal) => Some(signal),
            Stop::Budget | Stop::Cancelled => None,
        }
    }
}
