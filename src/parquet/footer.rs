//! What a Parquet file says at its end, looked through before it is read: a list there that is longer than the
//! file, and columns nested deeper than any are, would cost all memory or the whole stack.
//!
//! It is in Thrift's compact protocol (Apache Thrift, *Thrift Compact Protocol*), a `FileMetaData` of Parquet's
//! `parquet.thrift`, whose field 2 is the list of the schema's elements, each with its children's number in field 5.

use std::io::{self, Read, Seek, SeekFrom};

use super::damaged;

/// What a file begins and ends with.
pub(super) const MAGIC: &[u8] = b"PAR1";
/// Length and magic after the metadata.
const LENGTH: usize = 8;

/// Levels of nested columns at most.
const MOST_LEVELS: usize = 100;

/// Levels of the metadata's own structures at most: Parquet has six.
const MOST_DEPTH: usize = 32;

/// Where the metadata has its schema, and an element of it the number of its children.
const SCHEMA: i16 = 2;
const CHILDREN: i16 = 5;

/// The kinds of values, as they are written.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const INTEGERS: std::ops::RangeInclusive<u8> = 4..=6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCTURE: u8 = 12;

/// The metadata of a file, in bytes, with lists and levels of which no more is claimed than can be.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub(super) fn metadata_of(file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
    let no_end = || damaged("it has no end");
    let before = file.seek(SeekFrom::End(0))?.checked_sub(LENGTH as u64).ok_or_else(no_end)?;
    let mut footer = [0; LENGTH];
    file.seek(SeekFrom::Start(before))?;
    file.read_exact(&mut footer)?;
    let (size, magic) = footer.split_first_chunk().expect("it has eight bytes");
    let size = u32::from_le_bytes(*size);
    let start = before.checked_sub(size.into()).filter(|_| magic == MAGIC).ok_or_else(no_end)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; size as usize];
    file.read_exact(&mut bytes)?;
    check(&bytes)
        .ok_or_else(|| damaged("it says of its columns what cannot be, or nests them too deep"))?;
    Ok(bytes)
}

/// Looks through what a file says at its end, for who reads it without [`Parquet`](super::Parquet).
///
/// # Errors
/// When it cannot be read, or claims what cannot be.
pub fn expect_sound(file: &mut (impl Read + Seek)) -> io::Result<()> {
    metadata_of(file)?;
    file.rewind()
}

/// Looks through metadata; nothing if it cannot be.
fn check(metadata: &[u8]) -> Option<()> {
    let (mut rest, mut levels) = (Bytes(metadata), Levels::default());
    rest.fields(0, &mut |rest, field, kind| {
        if (field, kind) != (SCHEMA, LIST) {
            return rest.pass(kind, 1);
        }
        let (count, kind) = rest.list()?;
        for _ in 0..count {
            let mut children = 0;
            if kind != STRUCTURE {
                return None;
            }
            rest.fields(2, &mut |rest, field, kind| match (field, INTEGERS.contains(&kind)) {
                (CHILDREN, true) => {
                    // Its sign is the lowest bit.
                    children = rest.number()? >> 1;
                    Some(())
                }
                _ => rest.pass(kind, 3),
            })?;
            levels.add(children)?;
        }
        Some(())
    })
}

/// The elements of the schema that are open, by the children that each still has.
#[derive(Default)]
struct Levels(Vec<u64>);

impl Levels {
    /// Adds an element with so many children; nothing if it is nested too deep.
    fn add(&mut self, children: u64) -> Option<()> {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        if let Some(left) = self.0.last_mut() {
            *left -= 1;
        }
        if children > 0 {
            self.0.push(children);
        }
        (self.0.len() <= MOST_LEVELS).then_some(())
    }
}

/// Bytes that are still to be looked through. Each function returns nothing where they end too early.
struct Bytes<'a>(&'a [u8]);

/// Takes the value of a field of this number and kind.
type Take<'a, 'b> = &'b mut dyn FnMut(&mut Bytes<'a>, i16, u8) -> Option<()>;

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    /// A number of seven bits a byte, the lowest first.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// How many elements a list has, and their kind. Each takes a byte or more.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        (count <= self.0.len() as u64).then_some((count, head & 15))
    }

    /// Gives each field of a structure to `take`.
    fn fields(&mut self, depth: usize, take: Take<'a, '_>) -> Option<()> {
        if depth > MOST_DEPTH {
            return None;
        }
        let mut field = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            field = match head >> 4 {
                // Its sign is the lowest bit.
                0 => i16::try_from(self.number()? >> 1).ok()?,
                more => field.checked_add(more.into())?,
            };
            // The value of a truth stands in its kind.
            if !matches!(head & 15, TRUE | FALSE) {
                take(self, field, head & 15)?;
            }
        }
    }

    /// Passes over a value.
    fn pass(&mut self, kind: u8, depth: usize) -> Option<()> {
        if depth > MOST_DEPTH {
            return None;
        }
        match kind {
            TRUE | FALSE | BYTE => self.skip(1),
            _ if INTEGERS.contains(&kind) => self.number().map(|_| ()),
            DOUBLE => self.skip(8),
            BINARY => {
                let length = self.number()?;
                self.skip(length)
            }
            LIST | SET => {
                let (count, kind) = self.list()?;
                (0..count).try_for_each(|_| self.pass(kind, depth + 1))
            }
            MAP => match self.number()? {
                0 => Some(()),
                count => {
                    let kinds = self.byte()?;
                    (0..count).try_for_each(|_| {
                        self.pass(kinds >> 4, depth + 1)?;
                        self.pass(kinds & 15, depth + 1)
                    })
                }
            },
            STRUCTURE => self.fields(depth, &mut |rest, _, kind| rest.pass(kind, depth + 1)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A structure with a version and a list in this field, of so many elements.
    fn with_list(field: u8, count: &[u8]) -> Vec<u8> {
        let head = [0x15, 2, (field - 1) << 4 | LIST, 0xf0 | STRUCTURE];
        [&head[..], count, &[0; 400]].concat()
    }

    /// A schema of elements that have so many children each.
    fn schema(children: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0x15, 2, 0x10 | LIST, 0xf0 | STRUCTURE];
        assert!(children.len() < 1 << 14);
        bytes.extend([children.len() as u8 | 0x80, (children.len() >> 7) as u8]);
        bytes.extend(children.iter().flat_map(|count| [0x55, 2 * count, 0]));
        bytes.push(0);
        bytes
    }

    #[test]
    fn a_list_is_no_longer_than_what_follows() {
        for field in [2, 4] {
            assert!(check(&with_list(field, &[0xff, 0xff, 0xff, 0xff, 7])).is_none());
            assert!(check(&with_list(field, &[20])).is_some());
        }
        assert!(check(&[]).is_none() && check(&[0x15]).is_none() && check(&[0]).is_some());
    }

    #[test]
    fn columns_are_not_nested_too_deep() {
        let nested = |levels: usize| [vec![1; levels], vec![0]].concat();
        assert!(check(&schema(&nested(MOST_LEVELS))).is_some());
        assert!(check(&schema(&nested(MOST_LEVELS + 1))).is_none());
        // Beside one another they may be as many as they like.
        assert!(check(&schema(&[vec![60], vec![0; 60]].concat())).is_some());
        let groups = [vec![60], [1, 0].repeat(60)].concat();
        assert!(check(&schema(&groups)).is_some());
        // Nor do lists in lists of a field that nobody knows.
        let deep = [&[0xf9][..], &[0x19; 100], &[0x13, 0, 0]].concat();
        assert!(check(&deep).is_none());
    }
}
