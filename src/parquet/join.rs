//! Parquet files side by side: the columns of one and those of another as one file.
//!
//! Column chunks are copied byte for byte, so that types, encodings and statistics stay as they
//! are; only where they begin is written anew. Indexes and Bloom filters, which stand elsewhere in
//! the file, are left out. Both files must have row groups of the same rows.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use polars_arrow::io::ipc::read::deserialize_schema;
use polars_arrow::io::ipc::write::{default_ipc_fields, schema_to_bytes};
use polars_parquet_format::thrift::protocol::{TCompactInputProtocol, TCompactOutputProtocol};
use polars_parquet_format::{ColumnChunk, FileMetaData, KeyValue, RowGroup};

use super::footer::{MAGIC, metadata_of};
use super::{damaged, guarded};

/// Where Arrow keeps its own schema.
const ARROW: &str = "ARROW:schema";
/// What stands before the Arrow schema, and its length.
const PREFIX: [u8; 4] = [0xff; 4];
/// Bytes copied between two looks at whether to stop.
const CHUNK: u64 = 1 << 24;

/// Files whose columns stand beside one another.
pub struct Sides {
    /// The columns that come first, if there are any.
    pub own: Option<File>,
    /// The columns that follow.
    pub added: File,
}

/// A file with what its end says.
struct Stored {
    file: File,
    metadata: FileMetaData,
}

/// Writes the columns of each pair of files beside one another, and the rows of the pairs after
/// one another. Returns false if `stop` said that it should end.
///
/// # Errors
/// When a file cannot be read or written, is damaged, or has other columns than the first.
pub fn join(
    sides: Vec<Sides>,
    output: &mut dyn Write,
    stop: &dyn Fn() -> bool,
) -> io::Result<bool> {
    let mut output = Counted { output, position: 0 };
    output.write(MAGIC)?;
    let (mut all, mut groups): (Option<FileMetaData>, Vec<RowGroup>) = (None, Vec::new());
    for Sides { own, added } in sides {
        let mut stored = Vec::new();
        for file in own.into_iter().chain([added]) {
            stored.push(Stored::open(file)?);
        }
        let metadata = joined_metadata(&stored)?;
        if all.as_ref().is_some_and(|first| first.schema != metadata.schema) {
            return Err(invalid("its columns are not those of the first file"));
        }
        all.get_or_insert(metadata);
        let mut lists: Vec<Vec<RowGroup>> = stored.iter_mut().map(Stored::take_groups).collect();
        let rows = |list: &Vec<RowGroup>| list.iter().map(|group| group.num_rows).collect();
        let rows: Vec<Vec<i64>> = lists.iter().map(rows).collect();
        if rows.iter().any(|other| *other != rows[0]) {
            return Err(invalid("the files have other rows"));
        }
        for (place, &num_rows) in rows[0].iter().enumerate() {
            let mut group = RowGroup {
                columns: Vec::new(),
                total_byte_size: 0,
                num_rows,
                sorting_columns: lists[0][place].sorting_columns.take(),
                file_offset: Some(output.position as i64),
                total_compressed_size: None,
                ordinal: i16::try_from(groups.len()).ok(),
            };
            for (stored, list) in stored.iter_mut().zip(&mut lists) {
                group.total_byte_size += list[place].total_byte_size;
                for mut column in std::mem::take(&mut list[place].columns) {
                    if stop() {
                        return Ok(false);
                    }
                    let bytes = stored.copy(&mut column, &mut output)?;
                    *group.total_compressed_size.get_or_insert(0) += bytes;
                    group.columns.push(column);
                }
            }
            groups.push(group);
        }
    }
    let Some(mut metadata) = all else { return Err(invalid("there is no file")) };
    metadata.num_rows = groups.iter().map(|group| group.num_rows).sum();
    metadata.row_groups = groups;
    let begin = output.position;
    let mut protocol = TCompactOutputProtocol::new(&mut output);
    metadata.write_to_out_protocol(&mut protocol).map_err(damaged)?;
    let length = u32::try_from(output.position - begin).map_err(damaged)?;
    output.write(&length.to_le_bytes())?;
    output.write(MAGIC)?;
    Ok(true)
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// An output that knows where it is.
struct Counted<'a> {
    output: &'a mut dyn Write,
    position: u64,
}

impl Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.position += bytes.len() as u64;
        self.output.write_all(bytes)
    }
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Counted::write(self, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl Stored {
    fn open(mut file: File) -> io::Result<Stored> {
        let bytes = metadata_of(&mut file)?;
        let metadata = guarded(|| {
            let mut protocol = TCompactInputProtocol::new(&bytes[..], 16 * bytes.len() + 1024);
            FileMetaData::read_from_in_protocol(&mut protocol).map_err(damaged)
        })?;
        let encrypted = metadata.encryption_algorithm.is_some();
        if encrypted { Err(invalid("it is encrypted")) } else { Ok(Stored { file, metadata }) }
    }

    /// The row groups that have rows, once.
    fn take_groups(&mut self) -> Vec<RowGroup> {
        let groups = std::mem::take(&mut self.metadata.row_groups);
        groups.into_iter().filter(|group| group.num_rows > 0).collect()
    }

    /// Copies a column chunk, and says in it where it is now. Returns its bytes.
    fn copy(&mut self, column: &mut ColumnChunk, output: &mut Counted<'_>) -> io::Result<i64> {
        let Some(facts) = column.meta_data.as_mut().filter(|_| column.file_path.is_none()) else {
            return Err(damaged("a column stands in no or another file"));
        };
        // Zero stands for none, too.
        facts.dictionary_page_offset = facts.dictionary_page_offset.filter(|&at| at > 0);
        let data = facts.data_page_offset;
        let start = facts.dictionary_page_offset.map_or(data, |dictionary| dictionary.min(data));
        let length = facts.total_compressed_size;
        let [from, mut left] = [start, length].map(u64::try_from);
        let (from, left) = (from.map_err(damaged)?, left.as_mut().map_err(|_| damaged("a size"))?);
        let shift = output.position as i64 - start;
        self.file.seek(SeekFrom::Start(from))?;
        while *left > 0 {
            let mut bytes = Vec::new();
            (&mut self.file).take(CHUNK.min(*left)).read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                return Err(damaged("it breaks off"));
            }
            *left -= bytes.len() as u64;
            output.write(&bytes)?;
        }
        facts.data_page_offset += shift;
        facts.dictionary_page_offset = facts.dictionary_page_offset.map(|at| at + shift);
        facts.index_page_offset = None;
        (facts.bloom_filter_offset, facts.bloom_filter_length) = (None, None);
        (column.offset_index_offset, column.offset_index_length) = (None, None);
        (column.column_index_offset, column.column_index_length) = (None, None);
        column.file_offset = 0;
        Ok(length)
    }
}

/// What the end of a file says that has the columns of these, but for its row groups.
fn joined_metadata(stored: &[Stored]) -> io::Result<FileMetaData> {
    let mut all = stored[0].metadata.clone();
    all.row_groups.clear();
    let mut texts: Vec<KeyValue> = all.key_value_metadata.take().unwrap_or_default();
    for Stored { metadata, .. } in &stored[1..] {
        let (root, columns) = metadata.schema.split_first().ok_or_else(|| damaged("no schema"))?;
        let count = |root: &polars_parquet_format::SchemaElement| root.num_children.unwrap_or(0);
        let own = all.schema.first_mut().ok_or_else(|| damaged("no schema"))?;
        own.num_children = Some(count(own) + count(root));
        all.schema.extend(columns.iter().cloned());
        all.version = all.version.max(metadata.version);
        all.column_orders = match (all.column_orders.take(), &metadata.column_orders) {
            (Some(orders), Some(more)) => Some([orders, more.clone()].concat()),
            _ => None,
        };
        let added = metadata.key_value_metadata.iter().flatten();
        for text in added {
            match texts.iter_mut().find(|own| own.key == text.key) {
                Some(own) if own.key == ARROW => {
                    let values = [own.value.as_deref(), text.value.as_deref()];
                    own.value = Some(joined_schema(values.map(Option::unwrap_or_default))?);
                }
                Some(_) => {}
                // A file without it has the types that the format gives.
                None if text.key == ARROW => {}
                None => texts.push(text.clone()),
            }
        }
    }
    all.key_value_metadata = Some(texts);
    Ok(all)
}

/// The Arrow schema with the fields of both, and what else the first says.
fn joined_schema(schemas: [&str; 2]) -> io::Result<String> {
    let lost = || invalid("it has a type that cannot be kept: its Arrow schema is not understood");
    let read = |text: &str| {
        let bytes = STANDARD.decode(text).map_err(|_| lost())?;
        let message = bytes.strip_prefix(&PREFIX).and_then(|rest| rest.get(4..)).unwrap_or(&bytes);
        guarded(|| deserialize_schema(message).map_err(damaged)).map_err(|_| lost())
    };
    let [(mut schema, _, texts), (added, ..)] = [read(schemas[0])?, read(schemas[1])?];
    added.iter_values().for_each(|field| {
        schema.insert(field.name.clone(), field.clone());
    });
    let fields = default_ipc_fields(schema.iter_values());
    let message = schema_to_bytes(&schema, &fields, texts.as_ref());
    let length = (message.len() as u32).to_le_bytes();
    Ok(STANDARD.encode([&PREFIX[..], &length, &message].concat()))
}
