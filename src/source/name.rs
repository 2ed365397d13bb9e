//! The names of inputs: the shortest ends of their paths that tell them apart.
//!
//! A name is one printable line, whatever the path: control characters and bytes that are
//! not UTF-8 are escaped without loss. So no name can end a line of what it is written to.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use super::{Input, Place};
use crate::readable::escape;

/// A name or path as one printable line.
pub(super) fn shown(name: impl AsRef<OsStr>) -> String {
    escape(name.as_ref().as_bytes()).collect()
}

/// Names the inputs.
pub(super) fn name(places: Vec<Place>) -> Vec<Input> {
    let mut depth = vec![1; places.len()];
    loop {
        let names: Vec<String> = places.iter().zip(&depth).map(|(p, &d)| path_end(p, d)).collect();
        // By name: the first of that name, and whether another place has it, too.
        let mut seen: HashMap<&str, (&Place, bool)> = HashMap::new();
        for (name, place) in names.iter().zip(&places) {
            let (first, shared) = seen.entry(name).or_insert((place, false));
            *shared |= *first != place;
        }
        let mut longer = false;
        for (i, place) in places.iter().enumerate() {
            let (_, shared) = seen[names[i].as_str()];
            if shared && path_end(place, depth[i] + 1) != names[i] {
                depth[i] += 1;
                longer = true;
            }
        }
        if !longer {
            return number(places, names);
        }
    }
}

/// Where a path in full is no name of its own, as `-` beside standard input, later ones get
/// a number.
fn number(places: Vec<Place>, names: Vec<String>) -> Vec<Input> {
    let mut taken = HashSet::new();
    let mut free = |name: String| {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| taken.insert(name.clone())).expect("there are more numbers than inputs")
    };
    places
        .into_iter()
        .zip(names)
        .map(|(place, name)| Input { name: free(name), place, column: None })
        .collect()
}

fn path_end(place: &Place, components: usize) -> String {
    match place {
        Place::Stdin => "-".into(),
        Place::File(path) => {
            let parts: Vec<_> = path.components().map(|part| shown(part.as_os_str())).collect();
            parts[parts.len().saturating_sub(components)..].join("/")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(places: Vec<Place>) -> Vec<String> {
        name(places).into_iter().map(|input| input.name).collect()
    }

    fn file(path: &str) -> Place {
        Place::File(path.into())
    }

    #[test]
    fn names_are_short_and_distinct() {
        assert_eq!(
            names(vec![file("a/easy.txt"), file("b/easy.txt"), file("b/hard.txt")]),
            ["a/easy.txt", "b/easy.txt", "hard.txt"]
        );
        assert_eq!(
            names(vec![file("-"), Place::Stdin, file("- (2)")]),
            ["-", "- (2)", "- (2) (2)"]
        );
    }

    #[test]
    fn names_are_printable_and_stay_distinct() {
        let bytes = |path: &[u8]| Place::File(OsStr::from_bytes(path).into());
        let paths = [&b"a\nb"[..], b"a\\x0ab", b"a\xff", b"a\xfe", b"\x1b[31m"];
        assert_eq!(
            names(paths.map(bytes).into()),
            ["a\\x0ab", "a\\\\x0ab", "a\\xff", "a\\xfe", "\\x1b[31m"]
        );
    }
}
