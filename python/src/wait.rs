//! Waiting for the library without the interpreter, and for the stop button with it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use sudoku_lab::interrupt::Interrupt;

/// How often signals are looked for.
const POLL: Duration = Duration::from_millis(50);

/// What Ctrl-C sends.
const SIGINT: i32 = 2;

/// Does some work on a thread of its own, without the interpreter. A signal, as of Ctrl-C or a
/// notebook's stop button, sets the interrupt, which ends the work soon.
///
/// No thread is left when this returns, so that a process may fork after it.
///
/// # Errors
/// What the handler of the signal raises, `KeyboardInterrupt`.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    interruptible_with(py, interrupt, work, &mut |_| Ok(()))
}

/// The same; while it waits, and once at the end, `look` has the interpreter now and then. What it
/// raises ends the work, too.
///
/// # Errors
/// As of [`interruptible`], and what `look` raises.
pub fn interruptible_with<T: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce() -> T + Send,
    look: &mut (dyn FnMut(Python<'_>) -> PyResult<()> + Send),
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (at_work, is_done) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                let result = work();
                drop(at_work);
                result
            });
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(POLL) {
                if raised.is_none() {
                    let looked = Python::attach(|py| py.check_signals().and_then(|()| look(py)));
                    raised = looked.err();
                    raised.iter().for_each(|_| interrupt.set(SIGINT));
                }
            }
            let result = worker.join();
            if raised.is_none() {
                raised = Python::attach(|py| py.check_signals().and_then(|()| look(py))).err();
            }
            match (result, raised) {
                (Err(panic), _) => std::panic::resume_unwind(panic),
                (Ok(_), Some(raised)) => Err(raised),
                (Ok(result), None) => Ok(result),
            }
        })
    })
}
