//! Ctrl-C and termination: a flag that every stage looks at.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether the program was asked to stop, and by which signal.
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

    /// The signal that came, if any.
    pub fn signal(&self) -> Option<i32> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal as i32),
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
