//! A signal ends a command that prints answers also where nobody reads them: standard output that
//! takes nothing keeps whoever writes to it.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::low_level::exit;

use crate::interrupt::Interrupt;

/// How often it is looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// How long standard output takes nothing until it is given up.
const PATIENCE: Duration = Duration::from_millis(700);

/// As [`Interrupt::catch_signals`], of a command that prints answers.
///
/// # Errors
/// When the signals cannot be caught.
pub(super) fn catch_signals() -> io::Result<Interrupt> {
    let interrupt = Interrupt::catch_signals()?;
    let watched = interrupt.clone();
    // Nobody waits for this thread: it ends with the process.
    thread::spawn(move || end_if_stuck(&watched));
    Ok(interrupt)
}

fn end_if_stuck(interrupt: &Interrupt) {
    let mut last_taken = Instant::now();
    loop {
        thread::sleep(PAUSE);
        let Some(signal) = interrupt.signal().filter(|_| !takes_more()) else {
            last_taken = Instant::now();
            continue;
        };
        if last_taken.elapsed() > PATIENCE {
            // Without writing what is left, which would wait as well.
            exit(128 + signal);
        }
    }
}

/// Whether standard output takes more bytes now, or says that it never will.
fn takes_more() -> bool {
    let output = io::stdout();
    let mut waited = [PollFd::new(&output, PollFlags::OUT)];
    poll(&mut waited, Some(&Timespec::default())).map_or(true, |ready| ready > 0)
}
