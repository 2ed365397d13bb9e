//! The only clock of the program that solvers are measured with.
//!
//! A solve is timed twice over: wall time, and the CPU time of its thread, which
//! stays meaningful on a busy machine. A solve shorter than the clock can tell is
//! repeated until the span is long enough, and its mean is reported with the
//! number of repeats.

use std::cell::Cell;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// A moment, by two clocks, in nanoseconds since arbitrary origins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    wall_ns: u64,
    cpu_ns: u64,
}

/// Tells the time; tests put a fake one in its place.
pub trait Clock {
    /// The present moment on this thread.
    fn now(&self) -> Moment;
}

/// The machine's monotonic clock and this thread's CPU clock.
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock whose wall time starts now.
    pub fn start() -> SystemClock {
        SystemClock { origin: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment { wall_ns: self.origin.elapsed().as_nanos() as u64, cpu_ns: thread_cpu_ns() }
    }
}

/// CPU time this thread has used, in nanoseconds.
pub fn thread_cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid timespec to write to for the length of the call.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(status, 0, "this system has no CPU clock for threads");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The time that a program may go on after an answer before its clock is read all the same.
const UNTIL_AT_REST: Duration = Duration::from_millis(20);
/// How long one that has answered mostly takes to wait again.
const A_TURN: Duration = Duration::from_micros(100);

/// The CPU clocks of a program: of the process that was started, and of those in its process group
/// that it had started when they were looked for last. Each counts all threads of its process.
pub struct ProgramClock {
    clocks: Vec<ProcessClock>,
}

impl ProgramClock {
    /// The clock of the process with this number alone.
    ///
    /// # Errors
    /// When there is no such process.
    pub fn of(process: Pid) -> io::Result<ProgramClock> {
        Ok(ProgramClock { clocks: vec![ProcessClock::of(process)?] })
    }

    /// Counts the other processes of this process group, too, from now on. Where the system tells
    /// nothing of processes, there are none.
    pub fn count_group(&mut self, group: Pid) {
        let names = fs::read_dir("/proc").into_iter().flatten().flatten();
        let of_group = names.filter_map(|entry| {
            let process = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
            let stat = fs::read(entry.path().join("stat")).ok()?;
            // The state, the parent, the group.
            let its: i32 = str::from_utf8(facts(&stat)?).ok()?.split(' ').nth(2)?.parse().ok()?;
            (process != group && its == group.as_raw_nonzero().get()).then_some(process)
        });
        // One that is gone meanwhile has no clock.
        self.clocks.extend(of_group.filter_map(|process| ProcessClock::of(process).ok()));
    }

    /// The processes that are counted, the one that was started first.
    pub fn processes(&self) -> impl Iterator<Item = Pid> {
        self.clocks.iter().map(|clock| clock.process)
    }

    /// The CPU time the program has used, in nanoseconds. Of a thread that is running, its present
    /// turn is missing (some ms at most).
    pub fn now_ns(&self) -> u64 {
        self.clocks.iter().map(ProcessClock::now_ns).sum()
    }

    /// The CPU time of a program that has just answered: waits until the first thread of each
    /// process waits too, since the turn in which it answered would be missing otherwise.
    pub fn at_rest_ns(&self) -> u64 {
        let since = Instant::now();
        while self.clocks.iter().any(ProcessClock::is_running) && since.elapsed() < UNTIL_AT_REST {
            // Mostly a turn is all it needs. One that works on may need the CPU of this thread.
            match since.elapsed() < A_TURN {
                true => std::thread::yield_now(),
                false => std::thread::sleep(A_TURN),
            }
        }
        self.now_ns()
    }
}

/// The CPU clock of one other process.
struct ProcessClock {
    process: Pid,
    clock: libc::clockid_t,
    /// The time it told last, which stays that of a process that is gone.
    told_ns: Cell<u64>,
    /// What the system tells of the process, its state among it; nothing where it tells nothing.
    stat: Option<File>,
}

impl ProcessClock {
    fn of(process: Pid) -> io::Result<ProcessClock> {
        let number = process.as_raw_nonzero().get();
        let mut clock = 0;
        // SAFETY: `clock` is a valid clock to write to for the length of the call.
        match unsafe { libc::clock_getcpuclockid(number, &raw mut clock) } {
            0 => {
                let stat = File::open(format!("/proc/{number}/stat")).ok();
                Ok(ProcessClock { process, clock, told_ns: Cell::new(0), stat })
            }
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }

    fn now_ns(&self) -> u64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `time` is a valid timespec to write to for the length of the call.
        if unsafe { libc::clock_gettime(self.clock, &raw mut time) } == 0 {
            self.told_ns.set(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64);
        }
        self.told_ns.get()
    }

    /// Whether the first thread runs or waits for a processor.
    fn is_running(&self) -> bool {
        let mut text = [0; 64];
        let count = self.stat.as_ref().map_or(0, |stat| stat.read_at(&mut text, 0).unwrap_or(0));
        facts(&text[..count]).is_some_and(|facts| facts.starts_with(b"R"))
    }
}

/// What a system's line on a process says after its number and its name, from the state on. The name
/// stands in brackets and has 15 bytes at most; those that follow it are no brackets.
fn facts(stat: &[u8]) -> Option<&[u8]> {
    stat.get(memchr::memrchr(b')', stat)? + 2..)
}

/// A span of time in nanoseconds, at most those of 584 years.
pub fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Says whether the calling thread has used so much CPU time since now; without a limit, never.
pub fn cpu_time_is_up(limit: Option<Duration>) -> impl Fn() -> bool {
    let deadline = limit.map(|limit| thread_cpu_ns().saturating_add(nanoseconds(limit)));
    move || deadline.is_some_and(|deadline| thread_cpu_ns() >= deadline)
}

/// How long one piece of work took, as a mean per repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Timing {
    /// Wall time in nanoseconds.
    pub elapsed_ns: u64,
    /// CPU time of the thread in nanoseconds.
    pub cpu_ns: u64,
    /// How often the work was done in the measured span.
    pub repeats: u32,
}

/// No span is made of more repeats than this, whatever the clock says.
const MOST_REPEATS: u32 = 1 << 20;

/// Spans that are wanted longer than this are given up when they are to stop; shorter ones are not
/// disturbed by asking.
const LONG: Duration = Duration::from_millis(100);

/// Does the work once and, if that took less than `min_span`, again in a loop
/// until one span is long enough, or the work is to `stop`. Returns the last result and the mean of
/// the last span. The work must give the same result every time.
pub fn timed<T>(
    clock: &impl Clock,
    min_span: Duration,
    stop: impl Fn() -> bool,
    mut work: impl FnMut() -> T,
) -> (T, Timing) {
    let min_ns = nanoseconds(min_span);
    let mut repeats = 1;
    loop {
        let start = clock.now();
        for _ in 1..repeats {
            std::hint::black_box(work());
            if min_span > LONG && stop() {
                break;
            }
        }
        let result = work();
        let end = clock.now();
        let wall_ns = end.wall_ns - start.wall_ns;
        if wall_ns >= min_ns || repeats == MOST_REPEATS || stop() {
            let per_repeat = |ns: u64| ns / u64::from(repeats);
            let elapsed_ns = per_repeat(wall_ns);
            let cpu_ns = per_repeat(end.cpu_ns - start.cpu_ns);
            return (result, Timing { elapsed_ns, cpu_ns, repeats });
        }
        // A quarter more than the estimate, so that the next span suffices.
        let wanted =
            u128::from(repeats) * u128::from(min_ns) * 5 / (4 * u128::from(wall_ns.max(1))) + 1;
        let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
        repeats = wanted.clamp(u64::from(repeats) + 1, u64::from(MOST_REPEATS)) as u32;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A clock that work moves by hand.
    struct FakeClock(Cell<u64>);

    impl Clock for FakeClock {
        fn now(&self) -> Moment {
            Moment { wall_ns: self.0.get(), cpu_ns: self.0.get() / 2 }
        }
    }

    fn measure(work_ns: u64, min_ns: u64) -> (u32, Timing) {
        let clock = FakeClock(Cell::new(0));
        let mut calls = 0;
        let (result, timing) = timed(
            &clock,
            Duration::from_nanos(min_ns),
            || false,
            || {
                clock.0.set(clock.0.get() + work_ns);
                calls += 1;
                calls
            },
        );
        assert_eq!(result, calls);
        (calls, timing)
    }

    #[test]
    fn long_work_is_done_once() {
        let timing = Timing { elapsed_ns: 30_000, cpu_ns: 15_000, repeats: 1 };
        assert_eq!(measure(30_000, 20_000), (1, timing));
    }

    #[test]
    fn short_work_is_repeated_until_the_span_is_long_enough() {
        let (calls, timing) = measure(100, 20_000);
        assert_eq!((timing.elapsed_ns, timing.cpu_ns), (100, 50));
        assert!(timing.repeats >= 200 && calls <= timing.repeats + 1);
    }

    #[test]
    fn a_clock_that_stands_still_does_not_hang() {
        assert_eq!(measure(0, 20_000).1.repeats, MOST_REPEATS);
    }

    #[test]
    fn thread_cpu_time_advances_with_work_only() {
        let start = thread_cpu_ns();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_cpu_ns() - start < 40_000_000);
    }
}
