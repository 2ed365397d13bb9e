//! The reading stage: all inputs of a run as one stream of work.

use std::sync::{Arc, Mutex};

use serde::Serialize;

use super::{Config, Interrupt, Progress};
use crate::source::{Block, BlockReader, Input};

/// One item of work: some lines, or the news that an input ends early.
pub struct Work {
    /// Its place among all work of the run, from 0.
    pub number: u64,
    /// The unit whose parts its rows go to.
    pub unit: u64,
    /// The name of its input.
    pub set: Arc<str>,
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
        /// What the system says.
        error: String,
    },
}

/// What was read of an input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InputFacts {
    /// Its name in the `set` column.
    pub name: String,
    /// Lines read.
    pub lines: u64,
    /// Bytes read, as stored.
    pub bytes: u64,
    /// SHA-256 of these bytes.
    pub sha256: String,
    /// Whether it was read to its end.
    pub complete: bool,
}

/// Reads the inputs one after another, block by block. A unit ends with the
/// first block that brings it to [`Config::unit_lines`] lines.
pub struct Feed<'a> {
    config: &'a Config,
    interrupt: &'a Interrupt,
    progress: &'a Progress,
    facts: &'a Mutex<Vec<InputFacts>>,
    inputs: std::slice::Iter<'a, Input>,
    open: Option<OpenInput>,
    number: u64,
    unit: u64,
    unit_lines: u64,
    bytes_before: u64,
}

struct OpenInput {
    name: Arc<str>,
    reader: BlockReader,
    lines: u64,
}

impl<'a> Feed<'a> {
    /// A stream over all inputs of the run; notes in `facts` what was read of each.
    pub fn new(
        config: &'a Config,
        interrupt: &'a Interrupt,
        progress: &'a Progress,
        facts: &'a Mutex<Vec<InputFacts>>,
    ) -> Feed<'a> {
        let inputs = config.inputs.iter();
        let (open, number, unit, unit_lines, bytes_before) = (None, 0, 0, 0, 0);
        Feed {
            config,
            interrupt,
            progress,
            facts,
            inputs,
            open,
            number,
            unit,
            unit_lines,
            bytes_before,
        }
    }

    fn work(&mut self, set: Arc<str>, content: Content, lines: u64) -> Work {
        if self.unit_lines >= self.config.unit_lines {
            self.unit += 1;
            self.unit_lines = 0;
        }
        self.unit_lines += lines;
        self.number += 1;
        Work { number: self.number - 1, unit: self.unit, set, content }
    }

    fn close(&mut self, input: OpenInput, complete: bool) {
        let fingerprint = input.reader.fingerprint().expect("opened with one");
        self.bytes_before += fingerprint.bytes;
        self.facts.lock().expect("no holder panics").push(InputFacts {
            name: input.name.to_string(),
            lines: input.lines,
            bytes: fingerprint.bytes,
            sha256: fingerprint.sha256,
            complete,
        });
    }
}

impl Iterator for Feed<'_> {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        loop {
            if self.interrupt.is_set() {
                return None;
            }
            let Some(mut input) = self.open.take() else {
                let input = self.inputs.next()?;
                let name: Arc<str> = input.name.as_str().into();
                match BlockReader::with_fingerprint(input, self.config.block_lines) {
                    Ok(reader) => self.open = Some(OpenInput { name, reader, lines: 0 }),
                    Err(error) => {
                        let content = Content::Unreadable { line: 1, error: error.to_string() };
                        return Some(self.work(name, content, 0));
                    }
                }
                continue;
            };
            let block = input.reader.next_block();
            self.progress.set_bytes(self.bytes_before + input.reader.bytes());
            match block {
                Ok(Some(block)) => {
                    let lines = block.len() as u64;
                    input.lines += lines;
                    let set = Arc::clone(&input.name);
                    self.open = Some(input);
                    return Some(self.work(set, Content::Lines(block), lines));
                }
                Ok(None) => self.close(input, true),
                Err(error) => {
                    let line = input.lines + 1;
                    let set = Arc::clone(&input.name);
                    self.close(input, false);
                    let content = Content::Unreadable { line, error: error.to_string() };
                    return Some(self.work(set, content, 0));
                }
            }
        }
    }
}

/// An input that the end of the run finds open was read in part.
impl Drop for Feed<'_> {
    fn drop(&mut self) {
        if let Some(input) = self.open.take() {
            self.close(input, false);
        }
    }
}
