//! Ctrl-C, termination and the end of the budget: a flag that every stage looks at.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Why a run was asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// By this signal.
    Signal(i32),
    /// Its time is spent.
    Budget,
    /// By the program itself, after a failure.
    Cancelled,
}

/// The value of the flag when the budget is spent; no signal has this number.
const BUDGET: usize = usize::MAX;
/// And when something failed.
const CANCELLED: usize = usize::MAX - 1;

/// Whether the program was asked to stop, and why.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Notes SIGINT and SIGTERM from now on instead of dying of them. A second
    /// one ends the program at once.
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

    /// Asks to stop after this time, unless a signal does before.
    pub fn stop_after(&self, budget: Duration) {
        let flag = Arc::clone(&self.0);
        // Nobody waits for this thread: it ends with the process.
        thread::spawn(move || {
            thread::sleep(budget);
            let _ = flag.compare_exchange(0, BUDGET, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Asks to stop because something failed, unless a signal or the budget did before.
    pub fn cancel(&self) {
        let _ = self.0.compare_exchange(0, CANCELLED, Ordering::Relaxed, Ordering::Relaxed);
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

    /// Whether to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Asks to stop, as a signal would.
    pub fn set(&self, signal: i32) {
        self.0.store(signal as usize, Ordering::Relaxed);
    }
}
