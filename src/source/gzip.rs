//! Gzip files: members one after another, and nothing else after them.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// How a gzip file begins.
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b];

/// The members of a gzip file, one after another.
pub(super) struct Members<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Members<R> {
    pub(super) fn new(packed: R) -> Members<R> {
        Members(Some(GzDecoder::new(packed)))
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut rest) = self.0.take().map(GzDecoder::into_inner) else { break };
            match rest.fill_buf()?.first() {
                None => break,
                Some(first) if GZIP.starts_with(&[*first]) => self.0 = Some(GzDecoder::new(rest)),
                Some(_) => {
                    let message = "something that is no gzip follows the gzip file";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
        Ok(0)
    }
}
