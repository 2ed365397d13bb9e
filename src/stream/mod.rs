//! Lines in, answers out: what answers puzzle by puzzle, in the order of the lines.
//!
//! [`Stream`] cuts the inputs into blocks of lines, has them answered on all threads and
//! hands over the answers in order. Where an input pauses it does not wait for more: a
//! program can write a line to a pipe and read its answer. [`solve`], [`check`],
//! [`rate`], [`explain`] and [`augment`] are answers to a block as text.
//!
//! An input that cannot be read, or not to its end, is told, and the others go on.
//!
//! An interrupt ends it within a moment. What was answered before is handed over, up to
//! the first line that was not: there is no gap and no half answer.

mod asked;
pub mod augment;
pub mod check;
pub mod explain;
pub mod rate;
pub mod solve;

use std::io::Write as _;

use crate::grid::Layout;
use crate::interrupt::Interrupt;
use crate::pipeline::{RunError, ordered, thread_pool};
use crate::source::{Block, BlockReader, Input, InputError, Unchanged, is_of_machine};
use crate::text::{Guess, Guesses, escape};

/// Lines per block: enough to fill the lanes of a solver that works in batches.
pub const BATCH: usize = 4096;
/// Fewer, where some may be for a slow solver.
pub const SOME: usize = 512;
/// And few enough that those of a slow solver come soon.
pub const FEW: usize = 16;

/// How many lines make a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockLines {
    /// Of any input.
    pub any: usize,
    /// After the first block of an input that begins with a 9×9 puzzle.
    pub nine: usize,
}

/// As many, whatever the input.
impl From<usize> for BlockLines {
    fn from(lines: usize) -> BlockLines {
        BlockLines { any: lines, nine: lines }
    }
}

/// Inputs to be answered.
pub struct Stream<'a> {
    /// Where the lines come from.
    pub inputs: &'a [Input],
    /// Lines per block, but for the last one before a pause.
    pub block_lines: BlockLines,
    /// How many puzzles are read at most.
    pub limit: Option<u64>,
    /// How many threads answer.
    pub threads: usize,
    /// What ends it early.
    pub interrupt: &'a Interrupt,
    /// Is told of what cannot be read.
    pub warn: &'a dyn Fn(&str),
}

/// What inputs turned out to hold.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Whether there was a puzzle.
    pub puzzles: bool,
    /// Whether a line should have held one and did not, in a block without puzzles.
    pub rejects: bool,
    /// Whether an input could not be read to its end.
    pub unreadable: bool,
    /// Whether that was the machine's failure.
    pub failed: bool,
}

impl Contents {
    /// Takes what [the lines of a block may be](Block::guess).
    fn add_guess(&mut self, guess: &Option<Guess>) {
        self.puzzles |= guess.is_none();
        self.rejects |= guess.as_ref().is_some_and(|guess| !guess.is_empty());
    }

    /// Takes what other inputs hold.
    pub fn add(&mut self, other: Contents) {
        self.puzzles |= other.puzzles;
        self.rejects |= other.rejects;
        self.unreadable |= other.unreadable;
        self.failed |= other.failed;
    }

    /// Tells of an input that cannot be read.
    pub fn add_error(&mut self, error: &InputError, warn: &dyn Fn(&str)) {
        warn(&error.to_string());
        self.unreadable = true;
        self.failed |= matches!(error, InputError::Unreadable(_, why) if is_of_machine(why));
    }
}

/// Appends where an answer comes from, tab-separated: the set, the line, and what stands
/// there.
pub fn push_origin(text: &mut Vec<u8>, set: &str, line: u64, input: &[u8]) {
    let input = escape(input, usize::MAX);
    write!(text, "\t{set}\t{line}\t{input}").expect("a vector takes any text");
}

impl<'a> Stream<'a> {
    /// Passes every block through a worker and hands what it returns to `sink`, in order.
    /// `worker` is called once on each thread, so that workers can keep scratch memory.
    /// When interrupted, a worker returns what it has.
    ///
    /// # Errors
    /// When the threads cannot be started, and the sink's first error.
    pub fn answer<R, W, E>(
        &self,
        worker: impl Fn() -> W + Sync,
        mut sink: impl FnMut(&'a Input, R) -> Result<(), E>,
    ) -> Result<Contents, E>
    where
        R: Send,
        W: FnMut(&Input, Block) -> R,
        E: From<RunError>,
    {
        let interrupt = self.interrupt;
        let work = || {
            let mut worker = worker();
            move |(input, block): (&'a Input, Result<Block, InputError>)| {
                if interrupt.is_set() {
                    return None;
                }
                let answer = block.map(|block| (block.guess(), block.note(), worker(input, block)));
                Some((input, answer, interrupt.is_set()))
            }
        };
        let (mut is_cut, mut all) = (false, Contents::default());
        let mut guesses = Guesses::default();
        let pool = thread_pool(self.threads)?;
        ordered(&pool, 4 * self.threads, interrupt, self.blocks(), work, |answer| {
            let Some((input, answer, cut)) = answer.filter(|_| !is_cut) else {
                is_cut = true;
                return Ok(());
            };
            is_cut = cut;
            match answer {
                Ok((guess, note, answer)) => {
                    if let Some(note) = note.filter(|_| input.column.is_none()) {
                        (self.warn)(&format!("{}: {note}", input.name));
                    }
                    all.add_guess(&guess);
                    guesses.add(&input.name, guess);
                    sink(input, answer)
                }
                Err(error) => {
                    all.add_error(&error, self.warn);
                    guesses.add(&input.name, None);
                    Ok(())
                }
            }
        })?;
        // What an interrupt cut short was not read to its end.
        if !is_cut && !interrupt.is_set() {
            self.tell_of(&guesses);
        }
        Ok(all)
    }

    /// Tells which inputs hold no puzzle.
    fn tell_of(&self, guesses: &Guesses) {
        let is_empty = |input: &&Input| self.limit.is_none() && !guesses.has(&input.name);
        for input in self.inputs.iter().filter(is_empty) {
            (self.warn)(&format!("{} is empty", input.name));
        }
        guesses.sentences().for_each(|sentence| (self.warn)(&sentence));
    }

    /// The blocks of all inputs; an error ends those of its input, an interrupt all.
    pub fn blocks(&self) -> impl Iterator<Item = (&'a Input, Result<Block, InputError>)> + use<'a> {
        let (interrupt, lines) = (self.interrupt, self.block_lines);
        let mut left = self.limit.unwrap_or(u64::MAX);
        let blocks = self.inputs.iter().flat_map(move |input| blocks(input, lines, interrupt));
        let mut blocks = blocks.take_while(|_| !interrupt.is_set());
        std::iter::from_fn(move || {
            let (input, mut block) = (left > 0).then(|| blocks.next())??;
            if let (Ok(block), true) = (&mut block, left < u64::MAX) {
                left -= block.cut_after_puzzles(left);
            }
            Some((input, block))
        })
    }
}

/// The blocks of one input; an error at its end if it has changed since it was opened.
fn blocks<'a>(
    input: &'a Input,
    lines: BlockLines,
    interrupt: &Interrupt,
) -> impl Iterator<Item = (&'a Input, Result<Block, InputError>)> + use<'a> {
    let unchanged = Unchanged::since_now(std::slice::from_ref(input));
    let mut reader =
        Some(BlockReader::open(input, lines.any, interrupt).map(BlockReader::short_in_pauses));
    std::iter::from_fn(move || {
        let block = match reader.take()? {
            Ok(mut open) => {
                let Some(block) = open.next_block().transpose() else {
                    let changed = unchanged.changed()?;
                    return Some((input, Err(InputError::Changed(changed.name.clone()))));
                };
                if lines.nine != lines.any && block.as_ref().is_ok_and(begins_with_nine) {
                    open.set_block_lines(lines.nine);
                }
                reader = block.is_ok().then_some(Ok(open));
                block
            }
            Err(error) => Err(error),
        };
        Some((input, block.map_err(|error| InputError::Unreadable(input.name.clone(), error))))
    })
}

/// Whether the first puzzle of a block is 9×9.
fn begins_with_nine(block: &Block) -> bool {
    let first = block.puzzles().find_map(|line| line.puzzle.ok());
    first.is_some_and(|puzzle| puzzle.layout() == Layout::nine())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::source::Place;

    #[test]
    fn an_input_that_changes_while_it_is_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
        let line = format!("{}\n", ".".repeat(81));
        paths.iter().for_each(|path| fs::write(path, line.repeat(4)).unwrap());
        let input = |path: &std::path::PathBuf| Input {
            name: path.file_name().unwrap().to_string_lossy().into(),
            place: Place::File(path.clone()),
            column: None,
        };
        let (inputs, interrupt) = (paths.each_ref().map(input), Interrupt::default());
        let stream = Stream {
            inputs: &inputs,
            block_lines: 2.into(),
            limit: None,
            threads: 1,
            interrupt: &interrupt,
            warn: &|_| (),
        };
        let read = |blocks: &mut dyn Iterator<Item = (&Input, Result<Block, InputError>)>| {
            blocks.map(|(_, block)| block.err().map(|error| error.to_string())).collect::<Vec<_>>()
        };
        assert_eq!(read(&mut stream.blocks()), [None, None, None, None]);
        let mut blocks = stream.blocks();
        let first = read(&mut blocks.by_ref().take(1));
        // Shorter: its time may be some milliseconds coarse.
        fs::write(&paths[0], line.repeat(3)).unwrap();
        let told = Some("a.txt has changed while it was read".into());
        assert_eq!([first, read(&mut blocks)].concat(), [None, None, told, None, None]);
    }
}
