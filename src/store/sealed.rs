//! Files of the bookkeeping: JSON objects that carry a checksum of themselves, so that
//! one that was damaged is not believed.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::part::hex;

const CHECKSUM: &str = "checksum";

/// The text of an object.
///
/// # Panics
/// If it is not plain data, an object.
pub fn to_text<T: Serialize>(value: &T) -> Vec<u8> {
    let mut value = serde_json::to_value(value).expect("it is plain data");
    value[CHECKSUM] = checksum(&value).into();
    serde_json::to_vec_pretty(&value).expect("it is plain data")
}

/// The object of a text, unless that is damaged.
pub fn of_text<T: DeserializeOwned>(text: &[u8]) -> Option<T> {
    let mut value: Value = serde_json::from_slice(text).ok()?;
    let then = value.as_object_mut()?.remove(CHECKSUM)?;
    let is_whole = then == checksum(&value);
    is_whole.then(|| serde_json::from_value(value).ok())?
}

fn checksum(value: &Value) -> String {
    hex(&Sha256::digest(value.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn whatever_changes_is_noticed() {
        let object: BTreeMap<String, u64> = [("a".into(), 1), ("b".into(), 22)].into();
        let text = to_text(&object);
        assert_eq!(of_text(&text), Some(object));
        for place in 0..text.len() {
            let mut changed = text.clone();
            changed[place] ^= 1;
            let same_values = changed[place].is_ascii_whitespace();
            assert!(same_values || of_text::<BTreeMap<String, u64>>(&changed).is_none(), "{place}");
        }
    }
}
