//! The process of an external solver: started, asked, and ended with all that it started.
//!
//! It leads a process group of its own, so that signals of the terminal do not reach it and
//! one signal ends it and what it started. If this process is killed, the system kills it.
//! Its pipes never block this process: what a program does not read or write costs a time
//! limit, no more.

use std::io::{self, ErrorKind, Read, Write as _};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use memchr::memchr_iter;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, getppid, kill_process_group,
    set_parent_process_death_signal, waitid,
};

use super::measure::ProgramClock;
use super::same_cpu::SameCpu;
use crate::external::{External, MOST_BYTES};
use crate::interrupt::Interrupt;
use crate::readable::printable;

/// Time between two looks at limits and at the interrupt.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// What a program may take to end when its input ends, or when it has closed its output.
const GRACE: Duration = Duration::from_millis(200);
/// Bytes of what it says on standard error that are kept.
const LAST_WORDS: usize = 400;

/// What is asked of external solvers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Solutions to look for.
    pub count: u64,
    /// The effort limit, which is only told.
    pub max_checks: Option<u64>,
    /// CPU time per puzzle.
    pub time_limit: Option<Duration>,
}

/// Until when an answer is waited for: what a program has for each line.
pub(super) struct Until<'a> {
    /// Wall time.
    pub(super) wall: Duration,
    /// CPU time.
    pub(super) cpu: Option<Duration>,
    /// What ends the waiting at once.
    pub(super) interrupt: &'a Interrupt,
}

/// Why there is no answer.
pub(super) enum Trouble {
    /// The time is up.
    Silent,
    /// The interrupt was set.
    Stopped,
    /// It did this, in words.
    Failed(String),
}

/// A program that is up.
pub(super) struct Child {
    process: std::process::Child,
    pid: Pid,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Nothing once it is closed.
    stderr: Option<ChildStderr>,
    /// What it wrote since it was asked last.
    received: Vec<u8>,
    last_words: Vec<u8>,
    clock: ProgramClock,
    /// None before its warm-up is over, and of programs of several threads.
    same_cpu: Vec<SameCpu>,
    /// Whether it was waited for, and its group killed.
    is_gone: bool,
}

impl Child {
    /// Starts the program.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn start(external: &External, terms: &Terms) -> io::Result<Child> {
        let mut command = Command::new(&external.command[0]);
        command.args(&external.command[1..]).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if !external.folder.as_os_str().is_empty() {
            command.current_dir(&external.folder);
        }
        command.env("SUDOKU_LAB_COUNT", terms.count.to_string());
        let batch = external.batch.then(|| "1".into());
        let max_checks = terms.max_checks.map(|checks| checks.to_string());
        let time_limit = terms.time_limit.map(|limit| limit.as_secs_f64().to_string());
        for (name, value) in [
            ("SUDOKU_LAB_BATCH", batch),
            ("SUDOKU_LAB_MAX_CHECKS", max_checks),
            ("SUDOKU_LAB_TIME_LIMIT", time_limit),
        ] {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let parent = getpid();
        // SAFETY: between fork and exec only system calls are made that are safe there; nothing
        // is allocated and no lock is taken.
        unsafe {
            command.pre_exec(move || {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The parent may have been killed before.
                match getppid() == Some(parent) {
                    true => Ok(()),
                    false => Err(ErrorKind::BrokenPipe.into()),
                }
            });
        }
        let mut process = command.spawn()?;
        let pid = Pid::from_child(&process);
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            unreachable!("all three are piped");
        };
        let clock = ProgramClock::of(pid)?;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Child {
            process,
            pid,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            received: Vec::new(),
            last_words: Vec::new(),
            clock,
            same_cpu: Vec::new(),
            is_gone: false,
        })
    }

    /// The CPU time it has used, in ns.
    pub(super) fn cpu_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    /// Counts the CPU time of what it has started, too: it may be a script that starts the solver.
    pub(super) fn count_started(&mut self) {
        self.clock.count_group(self.pid);
    }

    /// Keeps it, and what is counted with it, on the CPU of the thread that asks it, from the next
    /// question on.
    pub(super) fn keep_near(&mut self) {
        self.same_cpu = self.clock.processes().filter_map(SameCpu::of).collect();
    }

    /// Writes a text and waits for so many lines, which it writes meanwhile: whichever side is
    /// ready is served.
    pub(super) fn ask(&mut self, text: &[u8], lines: usize, until: &Until) -> Result<(), Trouble> {
        self.same_cpu.iter_mut().for_each(SameCpu::follow);
        self.received.clear();
        let (mut rest, mut found, mut line_start) = (text, 0, 0);
        // When it was last heard of, by both clocks.
        let mut heard = (Instant::now(), until.cpu.map_or(0, |_| self.cpu_ns()));
        let look_every = until
            .cpu
            .map_or(LOOK_EVERY, |limit| (limit / 8).clamp(Duration::from_millis(1), LOOK_EVERY));
        let mut looked = heard.0;
        while found < lines {
            self.write(&mut rest);
            let waited = Instant::now();
            let (has_output, has_words) = self.wait(!rest.is_empty(), look_every);
            // Who is stopped meanwhile, by a job control or a batch system, did not wait.
            heard.0 += waited.elapsed().saturating_sub(look_every);
            if has_words {
                self.listen();
            }
            if has_output {
                let before = self.received.len();
                match self.read() {
                    Ok(0) => return Err(self.ended()),
                    Ok(_) => {
                        let ends = memchr_iter(b'\n', &self.received[before..]);
                        for place in ends.take(lines - found) {
                            found += 1;
                            line_start = before + place + 1;
                        }
                        if found < lines && line_start > before {
                            heard = (Instant::now(), until.cpu.map_or(0, |_| self.cpu_ns()));
                        }
                    }
                    Err(error) if is_for_now(&error) => {}
                    Err(_) => return Err(self.ended()),
                }
                if found < lines && self.received.len() - line_start > MOST_BYTES {
                    let what = format!("wrote more than {MOST_BYTES} bytes without a line feed");
                    return Err(Trouble::Failed(what));
                }
            }
            if found < lines && (!has_output || looked.elapsed() >= look_every) {
                looked = Instant::now();
                if until.interrupt.is_set() {
                    return Err(Trouble::Stopped);
                }
                let is_late = |limit: Duration| {
                    u128::from(self.cpu_ns().saturating_sub(heard.1)) >= limit.as_nanos()
                };
                if heard.0.elapsed() >= until.wall || until.cpu.is_some_and(is_late) {
                    return Err(Trouble::Silent);
                }
                // What it started may hold its output open.
                if !has_output && self.has_ended() {
                    return Err(self.ended());
                }
            }
        }
        match line_start == self.received.len() {
            true => Ok(()),
            false => Err(Trouble::Failed("wrote another line after its answer".into())),
        }
    }

    /// The CPU time it has used, in ns, once it waits for what it is asked next.
    pub(super) fn cpu_ns_at_rest(&self) -> u64 {
        self.clock.at_rest_ns()
    }

    /// The lines it answered with.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.received.split_inclusive(|&byte| byte == b'\n').map(|line| &line[..line.len() - 1])
    }

    /// Whether it writes something without being asked, now or within this time.
    pub(super) fn interrupts(&mut self, within: Duration) -> bool {
        self.received.clear();
        self.wait(false, within).0 && !matches!(self.read(), Ok(0) | Err(_))
    }

    /// Lets it end by itself, which takes a moment at most.
    pub(super) fn close(mut self) {
        self.stdin = None;
        self.await_end();
    }

    fn write(&mut self, rest: &mut &[u8]) {
        while let (false, Some(stdin)) = (rest.is_empty(), &mut self.stdin) {
            match stdin.write(rest) {
                Ok(count) => *rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // It reads no more: what it writes tells why.
                Err(_) => *rest = &[],
            }
        }
    }

    fn read(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 1 << 14];
        let count = self.stdout.read(&mut buffer)?;
        self.received.extend_from_slice(&buffer[..count]);
        Ok(count)
    }

    /// Waits until there is output to read, words to listen to or, if wanted, room to write.
    fn wait(&mut self, to_write: bool, at_most: Duration) -> (bool, bool) {
        let stdin = self.stdin.as_ref().filter(|_| to_write);
        let mut all = Vec::with_capacity(3);
        all.push(PollFd::new(&self.stdout, PollFlags::IN));
        all.extend(self.stderr.iter().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        all.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        let at_most = Timespec {
            tv_sec: at_most.as_secs() as i64,
            tv_nsec: i64::from(at_most.subsec_nanos()),
        };
        // A signal ends the waiting early, as time does.
        let _ = poll(&mut all, Some(&at_most));
        let is_ready = |place: usize| !all[place].revents().is_empty();
        (is_ready(0), self.stderr.is_some() && is_ready(1))
    }

    /// Keeps the end of what it says on standard error.
    fn listen(&mut self) {
        let mut buffer = [0; 1 << 12];
        match self.stderr.as_mut().map(|stderr| stderr.read(&mut buffer)) {
            Some(Ok(0)) => self.stderr = None,
            Some(Ok(count)) => {
                self.last_words.extend_from_slice(&buffer[..count]);
                let surplus = self.last_words.len().saturating_sub(LAST_WORDS);
                self.last_words.drain(..surplus);
            }
            Some(Err(_)) | None => {}
        }
    }

    /// Whether the program has ended; it stays to be waited for.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.pid), options), Ok(None))
    }

    fn await_end(&self) {
        let since = Instant::now();
        while !self.has_ended() && since.elapsed() < GRACE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How it ended, with the last line of what it said.
    fn ended(&mut self) -> Trouble {
        self.await_end();
        self.listen();
        let how = match self.has_ended() {
            false => "closed its output".into(),
            true => match self.kill() {
                Some(status) if status.code().is_some() => format!("ended with {status}"),
                Some(status) => match status.signal() {
                    Some(signal) => format!("was killed by signal {signal}"),
                    None => "ended".into(),
                },
                None => "ended".into(),
            },
        };
        let words = String::from_utf8_lossy(&self.last_words);
        let words = words.lines().rev().map(str::trim).find(|line| !line.is_empty());
        let words = words.map_or(String::new(), |line| format!(": {}", printable(line, &[])));
        Trouble::Failed(how + &words)
    }

    /// Kills all of its group, and waits for it.
    fn kill(&mut self) -> Option<std::process::ExitStatus> {
        self.is_gone = true;
        // Before it is waited for, its number is nobody else's.
        let _ = kill_process_group(self.pid, Signal::KILL);
        self.process.wait().ok()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.is_gone {
            self.kill();
        }
    }
}

fn is_for_now(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}
