//! Rows on their way to a file: one growing array per column.

use std::sync::Arc;

use super::schema::{Kind, Table};

/// Rows of one table, by column.
pub struct RowBuffer {
    pub(super) table: &'static Table,
    pub(super) values: Vec<Values>,
    rows: usize,
}

/// The values of one column.
#[derive(Clone)]
pub(super) enum Values {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    /// All texts one after another, and where each ends.
    Text(Vec<u8>, Vec<i64>),
    /// Texts that stay the same over many rows, and how many.
    Name(Vec<(Arc<str>, usize)>),
    /// Places in the list of names.
    Enum(Vec<u8>),
}

impl RowBuffer {
    /// No rows yet, with room for some.
    pub fn with_room(table: &'static Table, rows: usize) -> RowBuffer {
        let values = table.columns.iter().map(|column| Values::new(column.kind, rows)).collect();
        RowBuffer { table, values, rows: 0 }
    }

    /// Rows whose columns are there already, each as long.
    pub(super) fn of_values(table: &'static Table, values: Vec<Values>, rows: usize) -> RowBuffer {
        RowBuffer { table, values, rows }
    }

    /// Rows held.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Begins a row: exactly one value per column has to follow, in the
    /// schema's order and types.
    pub fn row(&mut self) -> Row<'_> {
        self.rows += 1;
        Row { columns: self.values.iter_mut() }
    }

    /// The rows of several blocks, in order. What is in a column of positions of a block, it
    /// is given as the number of positions before it.
    pub fn concatenate(blocks: Vec<(u64, RowBuffer)>) -> Option<RowBuffer> {
        let rows = blocks.iter().map(|(_, block)| block.rows).sum();
        let mut blocks = blocks.into_iter();
        let (before, mut all) = blocks.next()?;
        all.shift(before);
        all.values.iter_mut().for_each(|values| values.reserve(rows - all.rows));
        for (before, mut block) in blocks {
            block.shift(before);
            for (values, more) in all.values.iter_mut().zip(block.values) {
                values.append(more);
            }
        }
        all.rows = rows;
        Some(all)
    }

    /// Counts positions from another beginning.
    fn shift(&mut self, before: u64) {
        for (column, values) in self.table.columns.iter().zip(&mut self.values) {
            if let (true, Values::U64(positions)) = (column.is_position, values) {
                positions.iter_mut().for_each(|position| *position += before);
            }
        }
    }
}

/// A row being filled.
pub struct Row<'a> {
    columns: std::slice::IterMut<'a, Values>,
}

/// A method that fills the next column, which must be of this type.
macro_rules! fill {
    ($name:ident, $variant:ident, $value:ty) => {
        #[doc = concat!("Fills the next column, of type `", stringify!($variant), "`.")]
        #[inline]
        pub fn $name(mut self, value: $value) -> Self {
            match self.columns.next() {
                Some(Values::$variant(values)) => values.push(value),
                _ => panic!("the next column is not {}", stringify!($variant)),
            }
            self
        }
    };
}

impl Row<'_> {
    fill!(u8, U8, u8);
    fill!(u16, U16, u16);
    fill!(u32, U32, u32);
    fill!(u64, U64, u64);
    fill!(f32, F32, f32);
    fill!(bool, Bool, bool);
    fill!(code, Enum, u8);

    /// Fills the next column, of type `Text`, with what the function appends.
    #[inline]
    pub fn push_text(mut self, push: impl FnOnce(&mut Vec<u8>)) -> Self {
        match self.columns.next() {
            Some(Values::Text(bytes, ends)) => {
                push(bytes);
                ends.push(bytes.len() as i64);
            }
            _ => panic!("the next column is not Text"),
        }
        self
    }

    /// Fills the next column, of type `Text`.
    pub fn text(self, value: &str) -> Self {
        self.push_text(|bytes| bytes.extend_from_slice(value.as_bytes()))
    }

    /// Fills the next column, of type `Name`.
    #[inline]
    pub fn name(mut self, value: &Arc<str>) -> Self {
        match self.columns.next() {
            Some(Values::Name(names)) => match names.last_mut() {
                Some((last, count)) if Arc::ptr_eq(last, value) => *count += 1,
                _ => names.push((Arc::clone(value), 1)),
            },
            _ => panic!("the next column is not Name"),
        }
        self
    }
}

impl Values {
    fn new(kind: Kind, rows: usize) -> Values {
        match kind {
            Kind::U8 => Values::U8(Vec::with_capacity(rows)),
            Kind::U16 => Values::U16(Vec::with_capacity(rows)),
            Kind::U32 => Values::U32(Vec::with_capacity(rows)),
            Kind::U64 => Values::U64(Vec::with_capacity(rows)),
            Kind::F32 => Values::F32(Vec::with_capacity(rows)),
            Kind::Bool => Values::Bool(Vec::with_capacity(rows)),
            Kind::Text => Values::Text(Vec::new(), Vec::with_capacity(rows)),
            Kind::Name => Values::Name(Vec::new()),
            Kind::Enum(_) => Values::Enum(Vec::with_capacity(rows)),
        }
    }

    /// Makes room for more rows, as far as their size is known.
    fn reserve(&mut self, rows: usize) {
        match self {
            Values::U8(values) | Values::Enum(values) => values.reserve_exact(rows),
            Values::U16(values) => values.reserve_exact(rows),
            Values::U32(values) => values.reserve_exact(rows),
            Values::U64(values) => values.reserve_exact(rows),
            Values::F32(values) => values.reserve_exact(rows),
            Values::Bool(values) => values.reserve_exact(rows),
            Values::Text(bytes, ends) => {
                // Those that follow are about as long.
                let mean = bytes.len().checked_div(ends.len()).unwrap_or(0);
                bytes.reserve((mean + 1) * rows);
                ends.reserve_exact(rows);
            }
            Values::Name(_) => {}
        }
    }

    fn append(&mut self, more: Values) {
        match (self, more) {
            (Values::U8(values), Values::U8(more)) => values.extend_from_slice(&more),
            (Values::Enum(values), Values::Enum(more)) => values.extend_from_slice(&more),
            (Values::U16(values), Values::U16(more)) => values.extend_from_slice(&more),
            (Values::U32(values), Values::U32(more)) => values.extend_from_slice(&more),
            (Values::U64(values), Values::U64(more)) => values.extend_from_slice(&more),
            (Values::F32(values), Values::F32(more)) => values.extend_from_slice(&more),
            (Values::Bool(values), Values::Bool(more)) => values.extend_from_slice(&more),
            (Values::Text(bytes, ends), Values::Text(more, more_ends)) => {
                let before = bytes.len() as i64;
                bytes.extend_from_slice(&more);
                ends.extend(more_ends.into_iter().map(|end| before + end));
            }
            (Values::Name(names), Values::Name(more)) => names.extend(more),
            _ => unreachable!("blocks of one table have the same columns"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::schema;

    #[test]
    fn blocks_follow_one_another() {
        let block = |set: &Arc<str>, lines: &[u64]| {
            let mut block = RowBuffer::with_room(schema::rejects(), 0);
            for &line in lines {
                block.row().name(set).u64(line).code(0).text("too short").text("12");
            }
            block
        };
        let (a, b): (Arc<str>, Arc<str>) = ("a".into(), "b".into());
        let blocks = vec![(0, block(&a, &[1, 2])), (2, block(&b, &[])), (2, block(&b, &[7]))];
        let all = RowBuffer::concatenate(blocks).unwrap();
        assert_eq!(all.rows(), 3);
        let [Values::Name(names), Values::U64(lines), _, Values::Text(bytes, ends), _] =
            &all.values[..]
        else {
            panic!("the schema changed");
        };
        assert_eq!(names[..], [(a, 2), (b, 1)]);
        assert_eq!(lines[..], [1, 2, 7], "lines are no positions");
        assert_eq!((bytes.len(), &ends[..]), (27, &[9, 18, 27][..]));
    }
}
