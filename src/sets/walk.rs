//! A second walk through inputs: their puzzles with all that stands beside them.

use std::io;

use super::error::SetsError;
use super::output_format::RowFormat;
use crate::grid::Puzzle;
use crate::interrupt::Interrupt;
use crate::parquet::{Parquet, Rows, Schema};
use crate::source::{Block, BlockReader, Input, InputError, Place, Records, Table, open_table};
use crate::text::{Dialect, Rows as Drawn, fields, parse_cells, push_puzzle_line};

/// Lines of a block.
const LINES: usize = 1 << 16;

/// Lines that tell what columns there are.
const SAMPLE: usize = 64;

/// The columns that stand beside a puzzle.
#[derive(Clone)]
pub(super) enum Columns {
    /// None that are kept: a puzzle is what is read as one, with what follows on its line.
    None,
    /// Of text: a puzzle has a record.
    Text { delimiter: u8, header: Option<Vec<u8>>, names: Vec<String> },
    /// Of a Parquet file.
    Rows(Schema),
}

/// What is shown the puzzles of all inputs, numbered from 0, in order.
pub(super) trait Visit {
    /// Is told what the columns of the next puzzles are.
    fn begin(&mut self, input: &Input, columns: &Columns) -> Result<(), SetsError>;

    /// Takes a puzzle and its line or record.
    fn text(&mut self, number: u64, puzzle: &Puzzle, record: &[u8]) -> Result<(), SetsError>;

    /// Takes rows, each with the number of its puzzle if it holds one.
    fn rows(&mut self, numbers: &[Option<u64>], rows: &Rows) -> Result<(), SetsError>;
}

/// Which columns are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// None.
    Nothing,
    /// Those of the input, or else its name and the line.
    Columns,
}

/// Inputs that are walked through.
pub(super) struct Walk<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) interrupt: &'a Interrupt,
}

impl Walk<'_> {
    /// Shows all puzzles. Returns how many there are; when interrupted, not all.
    pub(super) fn show(&self, beside: Beside, to: &mut dyn Visit) -> Result<u64, SetsError> {
        let mut number = 0;
        for input in self.inputs {
            self.show_input(input, beside, &mut number, to)?;
        }
        Ok(number)
    }

    fn show_input(
        &self,
        input: &Input,
        beside: Beside,
        number: &mut u64,
        to: &mut dyn Visit,
    ) -> Result<(), SetsError> {
        let unreadable =
            |error| SetsError::Input(InputError::Unreadable(input.name.clone(), error));
        let open = BlockReader::open(input, LINES, self.interrupt);
        let mut blocks = open.map_err(unreadable)?;
        let mut next = || match self.interrupt.is_set() {
            true => Ok(None),
            false => blocks.next_block().map_err(unreadable),
        };
        let first = next()?;
        let mut table = match beside {
            Beside::Nothing => Open::Nothing,
            Beside::Columns => {
                let none = Block::default();
                Open::of(input, first.as_ref().unwrap_or(&none), self.interrupt)
                    .map_err(unreadable)?
            }
        };
        // Without lines a text has no columns, and may stand beside others; a table has.
        if first.is_none() && !matches!(table, Open::Rows { .. }) {
            return Ok(());
        }
        to.begin(input, &table.columns())?;
        let mut block = first;
        while let Some(lines) = block {
            table.show(input, &lines, number, to)?;
            block = next()?;
        }
        Ok(())
    }
}

/// An open input beside its puzzles.
enum Open {
    Nothing,
    /// Without columns of its own: the name and the line take their place.
    Named,
    Records(Records),
    /// Lines that are records without a header, the puzzle their first field.
    Listed {
        delimiter: u8,
        fields: usize,
    },
    Rows {
        file: Box<Parquet>,
        schema: Schema,
        next: (usize, usize),
    },
}

impl Open {
    fn of(input: &Input, first: &Block, interrupt: &Interrupt) -> io::Result<Open> {
        Ok(match open_table(input, interrupt)? {
            Table::Parquet(file) => Open::Rows { schema: file.schema()?, file, next: (0, 0) },
            Table::Lines(text) => match Records::open(text, first)? {
                Some(records) => Open::Records(records),
                None => Open::listed(first).unwrap_or(Open::Named),
            },
            Table::Json => Open::Named,
        })
    }

    /// Plain lines whose puzzles are all followed by as many fields, if they are.
    fn listed(first: &Block) -> Option<Open> {
        let lines = || first.puzzles().filter_map(|line| Some((line.text, line.puzzle.ok()?)));
        let count = |(text, puzzle): (&[u8], Puzzle), delimiter: u8| {
            let mut fields = fields(text, delimiter);
            let cells = fields.next().filter(|cells| !cells.contains(&b'#'))?;
            let is_puzzle = parse_cells(cells) == Ok(puzzle);
            Some(1 + fields.count()).filter(|&count| is_puzzle && count > 1)
        };
        let is_plain = first.dialect() == Dialect::Plain;
        [b',', b';', b'\t'].into_iter().filter(|_| is_plain).find_map(|delimiter| {
            let fields = count(lines().next()?, delimiter)?;
            lines()
                .all(|line| count(line, delimiter) == Some(fields))
                .then_some(Open::Listed { delimiter, fields })
        })
    }

    fn columns(&self) -> Columns {
        match self {
            Open::Nothing => Columns::None,
            Open::Named => {
                let names = ["puzzle", "set", "line"].map(str::to_owned).to_vec();
                let header = Some(names.join(",").into_bytes());
                Columns::Text { delimiter: b',', header, names }
            }
            Open::Records(records) => {
                let names = told_apart(records.names());
                let header = records.header().map(<[u8]>::to_vec);
                Columns::Text { delimiter: records.delimiter(), header, names }
            }
            &Open::Listed { delimiter, fields } => {
                let mut names = numbered(fields);
                names[0] = "puzzle".into();
                Columns::Text { delimiter, header: None, names }
            }
            Open::Rows { schema, .. } => Columns::Rows(schema.clone()),
        }
    }

    fn show(
        &mut self,
        input: &Input,
        block: &Block,
        number: &mut u64,
        to: &mut dyn Visit,
    ) -> Result<(), SetsError> {
        let unreadable =
            |error| SetsError::Input(InputError::Unreadable(input.name.clone(), error));
        if let Open::Rows { file, schema, next } = self {
            let mut numbers = vec![None; block.len()];
            for line in block.puzzles().filter(|line| line.puzzle.is_ok()) {
                numbers[(line.number - block.first_line()) as usize] = Some(*number);
                *number += 1;
            }
            let mut rest = &numbers[..];
            while !rest.is_empty() {
                let read = file.read_rows(schema, *next, rest.len()).map_err(unreadable)?;
                let (rows, after) = read.ok_or_else(|| SetsError::Changed(input.name.clone()))?;
                let (these, others) = rest.split_at(rows.len());
                to.rows(these, &rows)?;
                (rest, *next) = (others, after);
            }
            return Ok(());
        }
        let is_plain = match block.dialect() {
            Dialect::Plain | Dialect::Rows => true,
            Dialect::Column { delimiter, .. } => delimiter == b' ',
            Dialect::Cell => false,
        };
        let mut drawn = Vec::new();
        for mut line in block.puzzles() {
            let Ok(puzzle) = line.puzzle else { continue };
            if block.dialect() == Dialect::Rows && Drawn::is_joined(line.text) {
                drawn.clear();
                push_puzzle_line(&mut drawn, &puzzle);
                line.text = &drawn;
            }
            let field = block.field(line.text);
            match self {
                Open::Records(records) => {
                    let record = records.ending_at(line.number).map_err(unreadable)?;
                    let record = record.ok_or_else(|| SetsError::Changed(input.name.clone()))?;
                    to.text(*number, &puzzle, &record)?;
                }
                Open::Named => {
                    let (name, field) = (quoted(input.name.as_bytes(), b','), quoted(field, b','));
                    let line = line.number.to_string();
                    to.text(*number, &puzzle, &[&field[..], &name, line.as_bytes()].join(&b','))?;
                }
                _ if is_plain => to.text(*number, &puzzle, line.text)?,
                _ => to.text(*number, &puzzle, field)?,
            }
            *number += 1;
        }
        Ok(())
    }
}

/// The names of columns without any.
fn numbered(count: usize) -> Vec<String> {
    (1..=count).map(|place| format!("column_{place}")).collect()
}

/// The same names, those that stand there before with a number after them.
fn told_apart(mut names: Vec<String>) -> Vec<String> {
    for place in 1..names.len() {
        if names[..place].contains(&names[place]) {
            let numbers = 2..names.len() + 2;
            let mut others = numbers.map(|number| format!("{}_{number}", names[place]));
            let free = others.find(|name| !names.contains(name));
            names[place] = free.expect("there are more numbers than names");
        }
    }
    names
}

/// A field of a record.
pub(super) fn quoted(field: &[u8], delimiter: u8) -> Vec<u8> {
    let needs_quotes = |byte: &u8| [delimiter, b'"', b'\n', b'\r', b'#'].contains(byte);
    if !field.iter().any(needs_quotes) {
        return field.into();
    }
    let mut quoted = vec![b'"'];
    for &byte in field {
        quoted.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    quoted.push(b'"');
    quoted
}

/// Refuses inputs that cannot be read twice.
///
/// # Errors
/// When one cannot.
pub(super) fn check_files(inputs: &[Input]) -> Result<(), SetsError> {
    let is_file =
        |input: &&Input| input.place.path().is_none_or(|path| !path.is_file() && path.exists());
    match inputs.iter().find(is_file) {
        Some(input) if input.place == Place::Stdin => Err(SetsError::NoFile("-".into())),
        Some(input) => Err(SetsError::NoFile(input.name.clone())),
        None => Ok(()),
    }
}

/// The format that has the same columns as an input.
pub(super) fn columns_of(input: &Input, interrupt: &Interrupt) -> Result<RowFormat, SetsError> {
    let unreadable = |error| SetsError::Input(InputError::Unreadable(input.name.clone(), error));
    let mut blocks = BlockReader::open(input, SAMPLE, interrupt).map_err(unreadable)?;
    let first = blocks.next_block().map_err(unreadable)?.unwrap_or_default();
    Ok(match Open::of(input, &first, interrupt).map_err(unreadable)? {
        Open::Nothing | Open::Named | Open::Listed { .. } => RowFormat::Lines,
        Open::Records(_) => RowFormat::Csv,
        Open::Rows { .. } => RowFormat::Parquet,
    })
}
