//! The reading stage: all inputs of a run as one stream of work.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::boundaries::Boundaries;
use super::{Config, Progress, RunError};
use crate::interrupt::Interrupt;
use crate::source::{Block, BlockReader, FileState, Input, Place, is_of_machine};
use crate::store::{Hash, InputFacts, Known, Start, block_digest};

/// One item of work: some lines, or the news that an input ends early.
pub struct Work {
    /// Its place among all work of the run, from 0.
    pub number: u64,
    /// The unit whose parts its rows go to.
    pub unit: u64,
    /// The place of its input among the run's.
    pub input: usize,
    /// The name of its input.
    pub set: Arc<str>,
    /// Whether its unit was done before.
    pub done: bool,
    /// Raw bytes it was read from.
    pub bytes: u64,
    /// What there is to do.
    pub content: Content,
}

/// What one item of work holds.
pub enum Content {
    /// Lines to examine.
    Lines(Block),
    /// The rest of the input, from this line on, cannot be read.
    Unreadable {
        /// The first line that could not be read, from 1.
        line: u64,
        /// Where it begins in the text, in bytes.
        offset: u64,
        /// What the system says.
        error: String,
    },
}

impl Content {
    /// The number of its first line, from 1.
    pub fn first_line(&self) -> u64 {
        match self {
            Content::Lines(block) => block.first_line(),
            Content::Unreadable { line, .. } => *line,
        }
    }
}

impl Work {
    /// SHA-256 of what it holds and where that stands.
    pub fn digest(&self) -> Hash {
        match &self.content {
            Content::Lines(block) => block_digest(&self.set, block.first_line(), block.text()),
            Content::Unreadable { line, .. } => block_digest(&self.set, *line, b"unreadable"),
        }
    }
}

/// What was read, and why no more could be.
#[derive(Default)]
pub struct Reading {
    /// What was read of each input, by place, in the order of their ends.
    inputs: Vec<(usize, InputFacts)>,
    /// What the machine says, if it failed: no fault of the input's.
    failure: Option<RunError>,
}

impl Reading {
    /// What was read of each input, in their order.
    ///
    /// # Errors
    /// When the machine failed to read on.
    pub fn of(all: Mutex<Reading>) -> Result<Vec<InputFacts>, RunError> {
        let Reading { mut inputs, failure, .. } = all.into_inner().expect("no holder panics");
        inputs.sort_by_key(|&(place, _)| place);
        failure.map_or(Ok(inputs.into_iter().map(|(_, facts)| facts).collect()), Err)
    }
}

/// How often and how long to wait for an input that cannot be opened: a file server may
/// answer again soon, a permission may be put right.
const PATIENCE: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(400), Duration::from_millis(1500)];

/// Whether an error of opening may be gone soon.
fn may_pass(error: &io::Error) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied};
    is_of_machine(error) || matches!(error.kind(), NotFound | PermissionDenied)
}

/// Reads the inputs one after another, or in turns, block by block; [`Boundaries`] says which
/// unit each is of. Nothing is read after the last puzzle that [`Config::limit`] allows.
pub struct Feed<'a> {
    config: &'a Config,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    reading: &'a Mutex<Reading>,
    known: &'a Known,
    /// Which inputs were there when reading began, and might be read.
    there: Vec<bool>,
    /// The numbers of their files then.
    numbers: Vec<Option<u64>>,
    boundaries: Boundaries<'a>,
    start: Start,
    last_unit: u64,
    next_input: usize,
    /// The input that is being read; all of them if they take turns, the next one first.
    open: VecDeque<OpenInput>,
    number: u64,
    /// The last line wanted of the last input, if there is a limit to puzzles.
    last_line: Option<u64>,
    /// Puzzles read, if there is a limit to them.
    puzzles: u64,
}

struct OpenInput {
    place: usize,
    name: Arc<str>,
    reader: BlockReader,
    /// How far it was when the work before ended, in raw bytes.
    position: u64,
    /// Size, time of the last change and number of the file as reading began, if it is one.
    state: Option<FileState>,
}

impl<'a> Feed<'a> {
    /// A stream over all inputs of the run; notes in `reading` what was read of each.
    /// Units that are `known` keep their places.
    pub fn new(
        config: &'a Config,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
        reading: &'a Mutex<Reading>,
        known: &'a Known,
    ) -> Feed<'a> {
        let is_there = |input: &Input| match &input.place {
            Place::Stdin => true,
            Place::File(path) => path.exists() && input.place.refusal().is_none(),
        };
        let number = |input: &Input| input.place.state().map(|(.., number)| number);
        Feed {
            there: config.inputs.iter().map(is_there).collect(),
            numbers: config.inputs.iter().map(number).collect(),
            config,
            interrupt,
            progress,
            reading,
            known,
            boundaries: Boundaries::new(config, known),
            start: Start::RUN,
            last_unit: u64::MAX,
            next_input: 0,
            open: VecDeque::new(),
            number: 0,
            last_line: None,
            puzzles: 0,
        }
    }

    /// The same for some units of the run only: from the one that starts here to
    /// the last one, inclusive. So many puzzles stand before them.
    pub fn of_units(mut self, start: Start, puzzles: u64, last_unit: u64) -> Feed<'a> {
        (self.start, self.puzzles, self.last_unit) = (start, puzzles, last_unit);
        (self.next_input, self.number) = (start.input, start.block);
        self.boundaries.begin_with(start.unit);
        self
    }

    /// Where work begins in an input: the line, and its place in the text.
    fn first_of(&self, place: usize) -> (u64, u64) {
        if place == self.start.input { (self.start.line, self.start.offset) } else { (1, 0) }
    }

    /// Cuts a block after the last puzzle that is wanted.
    fn limit(&mut self, block: &mut Block) {
        let Some(limit) = self.config.limit else { return };
        let good = block.puzzles().filter(|line| line.puzzle.is_ok());
        let room = (limit - self.puzzles) as usize;
        let numbers: Vec<u64> = good.take(room).map(|line| line.number).collect();
        self.puzzles += numbers.len() as u64;
        if numbers.len() == room {
            let last = numbers.last().copied().unwrap_or(0);
            block.cut_after(last);
            self.last_line = Some(last);
        }
    }

    /// The next item of work, unless it is no longer of the units wanted.
    fn work(
        &mut self,
        input: usize,
        set: Arc<str>,
        content: Content,
        (lines, bytes): (u64, u64),
    ) -> Option<Work> {
        let number = self.number;
        let unit = self.boundaries.unit_of(number, lines);
        if unit > self.last_unit {
            return None;
        }
        self.number += 1;
        let done = self.known.done.contains_key(&unit);
        Some(Work { number, unit, input, set, done, bytes, content })
    }

    fn open(&self, place: usize, input: &Input) -> io::Result<OpenInput> {
        let name: Arc<str> = input.name.as_str().into();
        let lines = self.config.block_lines;
        let first = place == self.start.input && self.start.line > 1;
        let (state, mut patience) = (input.place.state(), PATIENCE.iter());
        loop {
            let opened = match first {
                // Part of an input has no fingerprint of the whole.
                true => {
                    let Start { line, offset, drawn, .. } = self.start;
                    BlockReader::open_at(input, lines, line, offset, drawn, self.interrupt)
                }
                false => BlockReader::with_fingerprint(input, lines, self.interrupt),
            };
            match (opened, patience.next()) {
                (Ok(reader), _) => {
                    let position = if first { reader.position() } else { 0 };
                    return Ok(OpenInput { place, name, reader, position, state });
                }
                // What was read of a pipe does not come again.
                (Err(error), Some(&pause))
                    if may_pass(&error)
                        && !input.place.comes_once()
                        && !self.interrupt.is_set() =>
                {
                    thread::sleep(pause);
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    fn close(&mut self, input: OpenInput, complete: bool) {
        // What is read ahead of a limit is hashed, too.
        let print = input.reader.fingerprint();
        let bytes = print.as_ref().map_or(input.reader.position(), |print| print.bytes);
        self.note(
            input.place,
            InputFacts {
                name: input.name.to_string(),
                lines: self.last_line.unwrap_or(input.reader.lines()),
                bytes,
                sha256: print.map_or(String::new(), |print| print.sha256),
                complete,
            },
        );
    }

    /// Whether what was read so far is of the file that was there when the run was begun: not
    /// beyond the size it had then. If not, nothing of it is passed on, and all ends.
    fn is_as_known(&self, input: &OpenInput) -> bool {
        let known = self.known.sizes.get(input.place).copied().flatten();
        let state = self.config.inputs[input.place].place.state();
        let (Some(then), Some((now, .., number))) = (known, state) else { return true };
        // Another file in its place does not begin as it did.
        let has_grown = now > then && self.numbers[input.place] == Some(number);
        if now == then || has_grown && input.reader.position() < then {
            return true;
        }
        let error = format!("the size of the input {} is {now}, was {then}", input.name);
        self.reading.lock().expect("no holder panics").failure = Some(RunError::Changed(error));
        // Set before anything more goes by: the open unit is not taken for whole.
        self.interrupt.cancel();
        false
    }

    /// Notes that the run cannot be finished if the file was written to while it was read. The
    /// other inputs are read all the same; a resumed run finds what differs, if anything does.
    fn check_unchanged(&self, input: &OpenInput) {
        let now = self.config.inputs[input.place].place.state();
        if let (Some(then), Some(now)) = (input.state, now)
            && then != now
        {
            let error = format!("{} was written to while it was read", input.name);
            let mut reading = self.reading.lock().expect("no holder panics");
            reading.failure.get_or_insert(RunError::Changed(error));
        }
    }

    fn note(&self, place: usize, facts: InputFacts) {
        self.reading.lock().expect("no holder panics").inputs.push((place, facts));
    }

    /// The news that an input ends early; nothing, and the end of all, if that is the
    /// machine's failure, or the input was there and is gone, or might be read and must not be now.
    fn unreadable(
        &mut self,
        place: usize,
        (line, offset): (u64, u64),
        error: &io::Error,
        bytes: u64,
    ) -> Option<Work> {
        let name = &self.config.inputs[place].name;
        let is = |kind| error.kind() == kind && self.there[place];
        let failure = if is_of_machine(error) {
            Some(RunError::Reading(format!("{name}, line {line}: cannot read: {error}")))
        } else if is(io::ErrorKind::NotFound) {
            Some(RunError::Gone(format!("{name} was there and is gone")))
        } else {
            is(io::ErrorKind::PermissionDenied).then(|| RunError::refused(name, error))
        };
        if failure.is_some() {
            self.reading.lock().expect("no holder panics").failure = failure;
            // Set before anything more goes by: the open unit is not taken for whole.
            self.interrupt.cancel();
            return None;
        }
        let (set, error) = (name.as_str().into(), error.to_string());
        self.work(place, set, Content::Unreadable { line, offset, error }, (0, bytes))
    }
}

impl Iterator for Feed<'_> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        loop {
            let is_enough = self.config.limit.is_some_and(|limit| self.puzzles >= limit);
            if is_enough || self.interrupt.is_set() {
                return None;
            }
            let place = self.next_input;
            let next = self.config.inputs.get(place);
            if let Some(input) = next.filter(|_| self.config.in_turns || self.open.is_empty()) {
                self.next_input += 1;
                match self.open(place, input) {
                    Ok(open) => self.open.push_back(open),
                    Err(error) => {
                        self.note(
                            place,
                            InputFacts {
                                name: input.name.clone(),
                                lines: 0,
                                bytes: 0,
                                sha256: String::new(),
                                complete: false,
                            },
                        );
                        return self.unreadable(place, self.first_of(place), &error, 0);
                    }
                }
                continue;
            }
            let mut input = self.open.pop_front()?;
            let mut block = input.reader.next_block();
            if input.reader.is_broken() {
                block = input.reader.next_block();
            }
            let bytes = input.reader.position().saturating_sub(input.position);
            input.position = input.reader.position();
            let (place, set) = (input.place, Arc::clone(&input.name));
            if !self.is_as_known(&input) {
                self.close(input, false);
                return None;
            }
            match block {
                Ok(Some(mut block)) => {
                    self.limit(&mut block);
                    let lines = block.len() as u64;
                    self.open.push_back(input);
                    return self.work(place, set, Content::Lines(block), (lines, bytes));
                }
                Ok(None) => {
                    self.progress.add_bytes(bytes, false);
                    self.check_unchanged(&input);
                    // What an interrupt cut short was not read to its end.
                    if input.reader.lines() == 0 && !self.interrupt.is_set() {
                        self.progress.tell(format!("{} is empty", input.name));
                    }
                    self.close(input, true);
                }
                Err(error) => {
                    let at = (input.reader.lines() + 1, input.reader.offset());
                    self.close(input, false);
                    return self.unreadable(place, at, &error, bytes);
                }
            }
        }
    }
}

/// An input that the end of the run finds open was read in part.
impl Drop for Feed<'_> {
    fn drop(&mut self) {
        while let Some(input) = self.open.pop_front() {
            self.close(input, false);
        }
    }
}
