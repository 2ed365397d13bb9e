//! Files of a run that are finished, and what may be wrong with them since.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A finished file of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartFacts {
    /// Its path in the run's folder.
    pub path: String,
    /// Its rows; 0 where it is no table.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its content.
    pub sha256: String,
}

/// The path of a unit's part of a table, in the run's folder.
pub fn part_path(table: &str, unit: u64) -> String {
    format!("{table}/{}.parquet", part_name(unit))
}

fn part_name(unit: u64) -> String {
    format!("part-{unit:06}")
}

/// The unit of a part, if that is what the file's name says: `part-000001.parquet`.
pub fn unit_of_part(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".parquet").unwrap_or(name);
    let unit = name.strip_prefix("part-")?.parse().ok()?;
    // Other programs write `part-0.parquet`.
    (name == part_name(unit)).then_some(unit)
}

impl PartFacts {
    /// The unit of a part, if its path is one that this program gives: in the folder of a table.
    pub fn unit(&self) -> Option<u64> {
        let (table, file) = self.path.split_once('/')?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        let is_path = !table.is_empty() && table.bytes().all(is_name) && !file.contains('/');
        unit_of_part(Path::new(file)).filter(|_| is_path)
    }

    /// The facts of a file without rows that is in the run's folder now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(root: &Path, path: String) -> io::Result<PartFacts> {
        let file = root.join(&path);
        Ok(PartFacts { bytes: file.metadata()?.len(), sha256: sha256(&file)?, rows: 0, path })
    }

    /// What is wrong with the file as far as its size tells, in words.
    ///
    /// # Errors
    /// When the system cannot tell: that is no damage, and may pass.
    pub fn damage_at_a_glance(&self, root: &Path) -> io::Result<Option<String>> {
        Ok(match fs::metadata(root.join(&self.path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Some("it is gone".into()),
            Err(error) => return Err(error),
            Ok(facts) if !facts.is_file() => {
                Some("something that is no file is in its place, to be removed first".into())
            }
            Ok(facts) if facts.len() != self.bytes => {
                Some(format!("it has {} bytes, and had {}", facts.len(), self.bytes))
            }
            Ok(_) => None,
        })
    }

    /// What is wrong with the file, by its size and checksum, in words.
    ///
    /// # Errors
    /// As [`damage_at_a_glance`](Self::damage_at_a_glance), and when it cannot be read.
    pub fn damage(&self, root: &Path) -> io::Result<Option<String>> {
        if let Some(damage) = self.damage_at_a_glance(root)? {
            return Ok(Some(damage));
        }
        let is_same = sha256(&root.join(&self.path))? == self.sha256;
        Ok((!is_same).then(|| "its checksum is not that of the record".into()))
    }
}

/// SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    sha256_of_first(u64::MAX, path)
}

/// SHA-256 of so many bytes at most, from a file's first, in hexadecimal.
///
/// # Errors
/// When it cannot be read.
pub fn sha256_of_first(bytes: u64, path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?.take(bytes);
    let mut hash = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(hex(&hash.finalize())),
            count => hash.update(&chunk[..count]),
        }
    }
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
