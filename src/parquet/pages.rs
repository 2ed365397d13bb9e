//! The pages of a column in a row group, by what they say of themselves before one is unpacked: a
//! few stored bytes may say that they hold as many as they like.

use std::io::{self, Cursor, Read as _};
use std::ops::Range;

use crc32fast::hash as crc32;
use flate2::bufread::MultiGzDecoder;
use polars_parquet::parquet::compression::Compression;
use polars_parquet::read::ColumnChunkMetadata;
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;
use polars_parquet_format::{Encoding, PageHeader, PageType};

use super::damage::damaged;

/// Bytes of a page at most, stored and unpacked.
pub(super) const MOST_PAGE_BYTES: usize = 1 << 28;
/// Bytes of values that are in memory at once, where no page has more.
const BATCH: usize = 1 << 24;

/// A page of values.
#[derive(Clone, Copy)]
struct Page {
    values: usize,
    /// Unpacked.
    bytes: usize,
    /// Values that are read at once at most: one may repeat the beginning of another.
    most: usize,
}

/// The pages of values of a column in a row group.
pub(super) struct Pages {
    all: Vec<Page>,
    /// Whether a row has one value, no more and no less.
    is_flat: bool,
    /// The size of a page that is not read, nor what comes after it.
    too_large: Option<usize>,
}

impl Pages {
    /// Looks at pages as they are stored.
    ///
    /// # Errors
    /// When they are damaged.
    pub(super) fn of(stored: &[u8], chunk: &ColumnChunkMetadata) -> io::Result<Pages> {
        let mut reader = Cursor::new(stored);
        let mut all: Vec<Page> = Vec::new();
        let mut too_large = None;
        let mut left = usize::try_from(chunk.num_values()).map_err(damaged)?;
        while left > 0 && reader.position() < stored.len() as u64 {
            let mut protocol = TCompactInputProtocol::new(&mut reader, MOST_PAGE_BYTES);
            let header = PageHeader::read_from_in_protocol(&mut protocol).map_err(damaged)?;
            let size = |bytes: i32| usize::try_from(bytes).map_err(damaged);
            let bytes = size(header.uncompressed_page_size)?;
            if bytes > MOST_PAGE_BYTES {
                too_large = Some(bytes);
                break;
            }
            let first = header.data_page_header.as_ref();
            let second = header.data_page_header_v2.as_ref();
            let facts = match header.type_ {
                PageType::DATA_PAGE => first.map(|facts| (facts.num_values, facts.encoding)),
                PageType::DATA_PAGE_V2 => second.map(|facts| (facts.num_values, facts.encoding)),
                _ => None,
            };
            if let Some((values, encoding)) = facts {
                let values = size(values)?;
                let most = match encoding {
                    Encoding::DELTA_BYTE_ARRAY => (MOST_PAGE_BYTES / bytes.max(1)).max(1),
                    _ => usize::MAX,
                };
                left = left.saturating_sub(values);
                all.push(Page { values, bytes, most });
            }
            let begin = usize::try_from(reader.position()).map_err(damaged)?;
            let end = begin.saturating_add(size(header.compressed_page_size)?);
            let is_sound = |page: &[u8]| {
                header.crc.is_none_or(|crc| crc32(page) == crc as u32)
                    && (chunk.compression() != Compression::Gzip || is_sound_gzip(page, &header))
            };
            if stored.get(begin..end).is_some_and(|page| !is_sound(page)) {
                return Err(damaged("the checksum of a page is not that of its bytes"));
            }
            reader.set_position(end as u64);
        }
        let is_flat = chunk.descriptor().descriptor.max_rep_level == 0;
        Ok(Pages { all, is_flat, too_large })
    }

    /// Whether one is too large to be read.
    pub(super) fn are_too_large(&self) -> bool {
        self.too_large.is_some()
    }

    /// Why no more rows can be read.
    pub(super) fn error(&self) -> io::Error {
        let Some(bytes) = self.too_large else { return damaged("rows are missing") };
        let message = format!("a page of a column has {bytes} bytes, more than {MOST_PAGE_BYTES}");
        io::Error::new(io::ErrorKind::InvalidData, message)
    }

    /// The end of the rows that are read at once, of these rows of the row group's number.
    pub(super) fn end(&self, rows: Range<usize>, of: usize) -> usize {
        if !self.is_flat {
            // How many rows there are before it is not known.
            if self.too_large.is_some() {
                return rows.start;
            }
            // As many as come to so many bytes, were all alike.
            let bytes: usize = self.all.iter().map(|page| page.bytes).sum();
            let most = (BATCH as u128 * of as u128 / bytes.max(1) as u128).max(1);
            return rows.end.min(rows.start.saturating_add(most as usize));
        }
        let (mut first, mut end, mut bytes) = (0, rows.start, 0);
        for page in &self.all {
            let last = first + page.values;
            if last > rows.start && end < rows.end {
                bytes += page.bytes;
                if end > rows.start && bytes > BATCH {
                    break;
                }
                let most = end.saturating_add(page.most);
                end = last.min(rows.end).min(most);
                if end == most {
                    break;
                }
            }
            first = last;
        }
        end
    }
}

/// Whether the packed part of a page is a whole gzip file: who unpacks as many bytes as a page has
/// does not come to the checksum behind them.
fn is_sound_gzip(page: &[u8], header: &PageHeader) -> bool {
    let second = header.data_page_header_v2.as_ref();
    if second.is_some_and(|facts| facts.is_compressed == Some(false)) {
        return true;
    }
    let levels = second.map_or(0, |facts| {
        i64::from(facts.definition_levels_byte_length)
            + i64::from(facts.repetition_levels_byte_length)
    });
    let packed = usize::try_from(levels).ok().and_then(|levels| page.get(levels..));
    let Some(packed) = packed.filter(|packed| !packed.is_empty()) else { return true };
    let mut all = MultiGzDecoder::new(packed).take(MOST_PAGE_BYTES as u64 + 1);
    io::copy(&mut all, &mut io::sink()).is_ok_and(|bytes| bytes <= MOST_PAGE_BYTES as u64)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read as _, Seek as _, Write as _};

    use flate2::write::GzEncoder;
    use polars_parquet_format::thrift::protocol::TCompactOutputProtocol;
    use polars_parquet_format::{DataPageHeader, DataPageHeaderV2};

    use super::super::{Parquet, RowWriter, Schema};
    use super::*;

    /// A file with a column of texts.
    fn file(texts: &[String]) -> File {
        let schema = Schema::of_texts(&["puzzle".into()]);
        let mut writer = RowWriter::new(Vec::new(), &schema).unwrap();
        writer.push_texts(&[texts.to_vec()]).unwrap();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&writer.finish().unwrap()).unwrap();
        file
    }

    /// Pages of so many values and bytes, as their headers say.
    fn pages(all: &[(i32, i32)], encoding: Encoding) -> Pages {
        checked(all, encoding, None).unwrap()
    }

    /// The same of pages with a checksum.
    fn checked(all: &[(i32, i32)], encoding: Encoding, crc: Option<u32>) -> io::Result<Pages> {
        let crc = crc.map(|crc| crc as i32);
        let mut stored = Vec::new();
        for &(values, bytes) in all {
            let facts = DataPageHeader::new(values, encoding, Encoding::RLE, Encoding::RLE, None);
            let header =
                PageHeader::new(PageType::DATA_PAGE, bytes, 3, crc, facts, None, None, None);
            header.write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut stored)).unwrap();
            stored.extend([0; 3]);
        }
        let values: i32 = all.iter().map(|(values, _)| values).sum();
        let texts: Vec<String> = (0..values).map(|text| text.to_string()).collect();
        let file = Parquet::open(file(&texts)).unwrap();
        Pages::of(&stored, &file.metadata.row_groups[0].parquet_columns()[0])
    }

    #[test]
    fn a_page_with_another_checksum_is_damaged() {
        let read = |crc| checked(&[(10, 100)], Encoding::PLAIN, Some(crc)).map(|_| ());
        // Of three zeros, as every CRC-32 has it.
        assert!(read(0xff41_d912).is_ok());
        assert!(read(0xff41_d913).unwrap_err().to_string().contains("checksum"));
    }

    #[test]
    fn a_packed_page_with_another_checksum_is_damaged() {
        let header = |second| {
            PageHeader::new(PageType::DATA_PAGE_V2, 100, 100, None, None, None, None, second)
        };
        let second = |levels, is_packed| {
            let encoding = Encoding::PLAIN;
            header(Some(DataPageHeaderV2::new(9, 0, 9, encoding, levels, 0, is_packed, None)))
        };
        let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&[7; 100]).unwrap();
        let mut packed = packed.finish().unwrap();
        let is_sound = |page: &[u8]| {
            let after_levels = [&[3, 3][..], page].concat();
            assert!(is_sound_gzip(page, &second(0, Some(false))));
            assert_eq!(
                is_sound_gzip(&after_levels, &second(2, None)),
                is_sound_gzip(page, &header(None))
            );
            is_sound_gzip(page, &header(None))
        };
        assert!(is_sound(&packed) && is_sound(&packed.repeat(2)) && is_sound(&[]));
        assert!(!is_sound(&packed[..packed.len() - 1]));
        let checksum = packed.len() - 8;
        packed[checksum] ^= 16;
        assert!(!is_sound(&packed));
    }

    #[test]
    fn no_more_values_are_read_at_once_than_a_batch() {
        let half = BATCH as i32 / 2;
        let these = pages(&[(10, half), (10, half), (5, 9), (3, 2 * half + 1)], Encoding::PLAIN);
        let ends = [0, 20, 7, 25].map(|start| these.end(start..28, 28));
        assert_eq!(ends, [20, 25, 20, 28]);
        assert_eq!(these.end(3..12, 28), 12);
        // Each value may have as many bytes as the page.
        let these = pages(&[(100, MOST_PAGE_BYTES as i32 / 8)], Encoding::DELTA_BYTE_ARRAY);
        assert_eq!(these.end(50..100, 100), 58);
    }

    #[test]
    fn a_page_that_says_it_is_too_large_is_not_read() {
        let these = pages(&[(10, 500), (42, 1_200_000_000), (9, 1)], Encoding::PLAIN);
        assert_eq!((these.end(0..61, 61), these.end(10..61, 61)), (10, 10));
        assert!(these.error().to_string().contains("1200000000 bytes"));
    }

    #[test]
    fn numbers_of_rows_do_not_contradict_each_other() {
        let file = Parquet::open(file(&vec!["1".to_owned(); 40])).unwrap();
        let expect = super::super::expect_one_number_of_rows;
        assert!(expect(&file.metadata).is_ok());
        let mut other = file.metadata.clone();
        other.num_rows = 41;
        assert!(expect(&other).unwrap_err().to_string().contains("contradict each other"));
    }

    /// Wherever the footer points to: a place that no file has is not the machine's failure.
    #[test]
    fn a_damaged_footer_is_damage() {
        let (mut file, mut whole) = (file(&vec!["12..34..".to_owned(); 40]), Vec::new());
        file.rewind().unwrap();
        file.read_to_end(&mut whole).unwrap();
        let end = whole.len() - 8;
        let footer = u32::from_le_bytes(whole[end..end + 4].try_into().unwrap()) as usize;
        let mut found = 0;
        for place in end - footer..end {
            for byte in [0x81, 0xd1, 0xff] {
                let mut bytes = whole.clone();
                bytes[place] = byte;
                let mut file = tempfile::tempfile().unwrap();
                file.write_all(&bytes).unwrap();
                let read = Parquet::open(file).and_then(|mut parquet| {
                    let columns = parquet.columns();
                    let read = |column| parquet.read(column, (0, 0), 1000).map(|_| ());
                    columns.iter().try_for_each(read)
                });
                let Err(error) = read else { continue };
                assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{place}: {error}");
                found += 1;
            }
        }
        assert!(found > footer, "{found} of {footer}");
    }
}
