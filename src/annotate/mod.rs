//! Annotating: a table with its own columns as they are, and beside them what is known of its
//! puzzles.
//!
//! ```text
//! own table ──▶ blocks of rows ──▶ Annotator, one per thread ──▶ columns beside ─┐
//!     └──────────────────────── column chunks, byte for byte ──────────────────┴▶ one file
//! ```
//!
//! CSV, JSON and lines become a Parquet file of texts first. The added columns go to a temporary
//! file with the row groups of the table, so that memory holds no more than one row group of them
//! as it is stored; then [`join`] puts both side by side. A row stays a row, in order, whatever it
//! holds. Nothing has its final name before all of it is written.

mod annotator;
mod config;
mod error;

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::interrupt::Interrupt;
use crate::parquet::{Parquet, Sides, join};
use crate::source::{Input, InputError, OwnRows, Place, Texts, Unchanged, own_rows};
use crate::stream::{Contents, Stream};
use crate::table::RowGroup;
use crate::table::annotation::layout;
use crate::table::beside::{self, Beside, TextFile};
use crate::whole_file::WholeFile;
use annotator::Annotator;
pub use config::Annotate;
use config::Bounds;
pub use error::AnnotateError;

/// Rows that a thread works on at once: a page of each added column.
const ROWS: usize = 1 << 13;

/// A table as Parquet, and where its puzzles are read from.
struct Own {
    file: File,
    input: Input,
}

/// What is the same for all tables.
struct Work<'a> {
    layout: beside::Layout,
    /// The folder of the files between.
    scratch: &'a Path,
    interrupt: &'a Interrupt,
    warn: &'a dyn Fn(&str),
}

impl Annotate<'_> {
    /// Annotates tables with the same columns, one after another. Writes nothing if a table
    /// cannot be read to its end, has rows and no puzzle, or the work is interrupted.
    ///
    /// # Errors
    /// When columns have the same name, a table has not the columns of the first, or the file
    /// cannot be written.
    pub fn run(
        &self,
        inputs: &[Input],
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<Contents, AnnotateError> {
        let files = inputs.iter().filter_map(|input| input.place.path());
        let files: Vec<PathBuf> = files.map(Path::to_owned).collect();
        let output = WholeFile::named(self.out, self.force, &files, interrupt)?;
        let scratch = tempfile::tempdir().map_err(|error| self.unwritable(error))?;
        let unchanged = Unchanged::since_now(inputs);
        let layout = layout(self.added, self.prefix);
        let work = Work { layout, scratch: scratch.path(), interrupt, warn };
        let (mut all, mut sides, mut rows_before) = (Contents::default(), Vec::new(), 0);
        for (place, input) in inputs.iter().enumerate() {
            let (contents, of_table) = self.sides_of(input, place, &mut rows_before, &work)?;
            all.add(contents);
            match of_table {
                Some(of_table) => sides.push(of_table),
                None => return Ok(all),
            }
        }
        if all.puzzles || !all.rejects {
            self.write(sides, output, inputs, &unchanged, interrupt)?;
        }
        Ok(all)
    }

    /// A table and the columns that stand beside it, unless it cannot be read to its end or the work is
    /// interrupted. It is the table at this place, below so many rows of those before.
    fn sides_of(
        &self,
        input: &Input,
        place: usize,
        rows_before: &mut u64,
        work: &Work<'_>,
    ) -> Result<(Contents, Option<Sides>), AnnotateError> {
        let Work { layout, scratch, interrupt, warn } = work;
        let path = |name: &str| scratch.join(format!("{place}-{name}"));
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let own = own_rows(input, interrupt).map_err(unreadable)?;
        let is_text = match &own {
            OwnRows::Texts(texts) => {
                // The columns that are read later have the puzzles of that one only.
                let note = texts.note.as_ref().filter(|_| input.column.is_none());
                note.inspect(|note| warn(&format!("{}: {note}", input.name)));
                true
            }
            OwnRows::Parquet(_) => false,
        };
        let own = self.as_parquet(own, input, &path, interrupt)?;
        let file = own.file.try_clone().map_err(unreadable)?;
        let mut table = Parquet::open(file).map_err(unreadable)?;
        // What is damaged is not copied.
        table.check(&|| interrupt.is_set()).map_err(unreadable)?;
        self.expect_free(&table, layout, input)?;
        let groups = table.group_rows();
        let sum = |rows: &mut u64, more: &u64| {
            *rows += more;
            Some(*rows)
        };
        let ends = groups.iter().scan(0, sum).collect();
        let bounds = Bounds { rows_before: *rows_before, ends };
        *rows_before += groups.iter().sum::<u64>();
        let mut beside = Beside::create(&path("added"), layout, groups)?;
        let tell = |line: &str| match is_text {
            true => warn(&line.replacen("this is Parquet, and", "this is a table, and", 1)),
            false => warn(line),
        };
        let contents = self.fill(&own.input, &mut beside, (layout, &bounds), interrupt, &tell)?;
        if interrupt.is_set() || contents.unreadable {
            return Ok((contents, None));
        }
        if !beside.finish()? {
            return Err(unreadable(io::ErrorKind::UnexpectedEof.into()).into());
        }
        let added = File::open(path("added")).map_err(|error| self.unwritable(error))?;
        let sides = Sides { own: Some(own.file).filter(|_| !self.only_added), added };
        Ok((contents, Some(sides)))
    }

    /// Writes the tables and their columns as one file, unless the work is interrupted.
    fn write(
        &self,
        sides: Vec<Sides>,
        output: WholeFile,
        inputs: &[Input],
        unchanged: &Unchanged<'_>,
        interrupt: &Interrupt,
    ) -> Result<(), AnnotateError> {
        let unwritable = |error| self.unwritable(error);
        let unkept = |error: io::Error| match error.kind() {
            io::ErrorKind::InvalidData => {
                let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
                InputError::Unreadable(names.join(", "), error).into()
            }
            _ => unwritable(error),
        };
        let mut output = BufWriter::with_capacity(1 << 20, output);
        if !join(sides, &mut output, &|| interrupt.is_set()).map_err(unkept)? {
            return Ok(());
        }
        // Its rows and what was found of them were read one after the other.
        if let Some(input) = unchanged.changed() {
            return Err(AnnotateError::Changed(input.name.clone()));
        }
        output.flush().map_err(unwritable)?;
        let file = output.into_inner().map_err(|error| unwritable(error.into_error()))?;
        file.finish().map_err(unwritable)?;
        Ok(())
    }

    fn unwritable(&self, error: io::Error) -> AnnotateError {
        AnnotateError::Write(self.out.into(), error)
    }

    /// A table as a Parquet file; if it is none yet, at the path of this name.
    fn as_parquet(
        &self,
        own: OwnRows,
        input: &Input,
        path: &dyn Fn(&str) -> PathBuf,
        interrupt: &Interrupt,
    ) -> Result<Own, AnnotateError> {
        let unreadable = |error| InputError::Unreadable(input.name.clone(), error);
        let mut texts = match own {
            OwnRows::Parquet(file) => return Ok(Own { file, input: input.clone() }),
            OwnRows::Texts(texts) => texts,
        };
        let own = path("own");
        let mut file = TextFile::create(&own, &texts.names)?;
        // Puzzles of lines are read where they were found, those of JSON by their column.
        let (cells, mut all_cells, column) = match texts.finds_puzzles() {
            true => {
                let cells = path("cells");
                let file = TextFile::create(&cells, &["puzzle".into()])?;
                (cells, Some(file), None)
            }
            false => (own.clone(), None, column_of(&texts, input)?),
        };
        while let Some(row) = texts.next_row().map_err(unreadable)? {
            file.push(row.fields.iter().map(String::as_str))?;
            if let Some(all_cells) = &mut all_cells {
                all_cells.push(row.cell.as_deref())?;
            }
            if interrupt.is_set() {
                break;
            }
        }
        file.finish()?;
        all_cells.map_or(Ok(()), TextFile::finish)?;
        let input = Input { name: input.name.clone(), place: Place::File(cells), column };
        Ok(Own { file: File::open(own).map_err(unreadable)?, input })
    }

    /// No column of the table has the name of one that is added.
    fn expect_free(
        &self,
        table: &Parquet,
        layout: &beside::Layout,
        input: &Input,
    ) -> Result<(), AnnotateError> {
        let own = table.columns();
        let taken = layout.names().find(|name| own.iter().any(|column| column.name == *name));
        match taken.filter(|_| !self.only_added) {
            Some(name) => {
                Err(AnnotateError::Taken { set: input.name.clone(), name: name.to_owned() })
            }
            None => Ok(()),
        }
    }

    /// Fills the columns that stand beside a table.
    fn fill(
        &self,
        input: &Input,
        beside: &mut Beside,
        (layout, bounds): (&beside::Layout, &Bounds),
        interrupt: &Interrupt,
        warn: &dyn Fn(&str),
    ) -> Result<Contents, AnnotateError> {
        let stream = Stream {
            inputs: std::slice::from_ref(input),
            block_lines: ROWS.into(),
            limit: None,
            threads: self.threads,
            interrupt,
            warn,
        };
        let worker = || {
            let mut annotator = Annotator::new(self, interrupt);
            move |_: &Input, block| annotator.block(&block, layout, bounds)
        };
        stream.answer(worker, |_, pieces| {
            let pieces: Vec<RowGroup> = pieces?;
            Ok(pieces.into_iter().try_for_each(|piece| beside.append(piece))?)
        })
    }
}

/// The name of the column that puzzles are to be read from, if one is asked for.
fn column_of(texts: &Texts, input: &Input) -> Result<Option<String>, AnnotateError> {
    let Some(asked) = &input.column else { return Ok(None) };
    let number =
        asked.parse().ok().and_then(|number: usize| texts.names.get(number.wrapping_sub(1)));
    let same = |name: &&String| name.eq_ignore_ascii_case(asked);
    let exact = texts.names.iter().find(|name| *name == asked);
    match exact.or_else(|| texts.names.iter().find(same)).or(number) {
        Some(name) => Ok(Some(name.clone())),
        None => Err(AnnotateError::NoColumn {
            set: input.name.clone(),
            asked: asked.clone(),
            names: texts.names.clone(),
        }),
    }
}
