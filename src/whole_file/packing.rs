//! What is written into a file whose name says that it is packed.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

/// How a file is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// As gzip does it.
    Gzip,
    /// As Zstandard does it.
    Zstandard,
}

impl Packing {
    /// What the ending of a name says.
    pub fn of_name(path: &Path) -> Option<Packing> {
        let ending = path.extension()?;
        match () {
            () if ending.eq_ignore_ascii_case("gz") => Some(Packing::Gzip),
            () if ending.eq_ignore_ascii_case("zst") => Some(Packing::Zstandard),
            () => None,
        }
    }
}

/// A file that is packed as it is written.
pub(super) enum Packed {
    Gzip(GzEncoder<File>),
    Zstandard(zstd::Encoder<'static, File>),
}

impl Packed {
    pub(super) fn new(packing: Packing, file: File) -> io::Result<Packed> {
        Ok(match packing {
            Packing::Gzip => Packed::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Packing::Zstandard => Packed::Zstandard(zstd::Encoder::new(file, 0)?),
        })
    }

    /// Writes the end.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match self {
            Packed::Gzip(encoder) => encoder.try_finish(),
            Packed::Zstandard(encoder) => encoder.do_finish(),
        }
    }
}

impl Write for Packed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::Gzip(encoder) => encoder.write(bytes),
            Packed::Zstandard(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::Gzip(encoder) => encoder.flush(),
            Packed::Zstandard(encoder) => encoder.flush(),
        }
    }
}
