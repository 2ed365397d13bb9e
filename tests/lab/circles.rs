//! No circles of imports: not between modules, and not between the files of one.

use std::collections::{BTreeMap, BTreeSet};

use super::layers::modules;

/// A module by its path: `["strategy", "chain", "network"]`.
type Module = Vec<String>;

/// The paths that a `use` declaration names, its braces resolved.
fn expand(declaration: &str) -> Vec<Vec<String>> {
    let declaration = declaration.trim();
    let Some((head, tail)) = declaration.split_once('{') else {
        let path = declaration.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|part| part.trim().to_owned()).collect()];
    };
    let inner = &tail[..tail.rfind('}').expect("braces are closed")];
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    let head: Vec<String> = head
        .split("::")
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    parts.flat_map(expand).map(|path| [head.clone(), path].concat()).collect()
}

/// The paths that code names, with each whether it is a `pub use`.
fn paths(code: &str) -> Vec<(bool, Vec<String>)> {
    let mut paths = Vec::new();
    for line in code.split(';').map(str::trim) {
        let start = ["use ", "pub use ", "pub(super) use ", "pub(crate) use "];
        let declaration =
            line.lines().position(|line| start.iter().any(|s| line.trim_start().starts_with(s)));
        let Some(first) = declaration else { continue };
        let text = line.lines().skip(first).collect::<Vec<_>>().join(" ");
        let (visible, path) = text.trim_start().split_once("use ").expect("it was found");
        paths.extend(expand(path).into_iter().map(|path| (!visible.is_empty(), path)));
    }
    // Paths within code; a declaration with braces goes on behind them.
    for (at, _) in code.match_indices("::") {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let start = code[..at].rfind(|c| !is_name(c)).map_or(0, |before| before + 1);
        let is_start = start < at && !code[..start].ends_with("::");
        let line = code[..start].rsplit('\n').next().unwrap_or_default();
        if is_start && !line.contains("use ") {
            let path = code[start..].split(|c| !is_name(c) && c != ':').next().unwrap_or_default();
            paths.push((false, path.split("::").map(str::to_owned).collect()));
        }
    }
    paths
}

/// The module that a path leads to, through what modules hand on with `pub use`.
fn resolve(from: &Module, path: &[String], code: &BTreeMap<Module, String>) -> Option<Module> {
    let mut base = match path.first()?.as_str() {
        "crate" => Module::new(),
        "self" => from.clone(),
        "super" => from[..from.len().checked_sub(1)?].to_vec(),
        _ if code.contains_key(&[from.clone(), vec![path[0].clone()]].concat()) => from.clone(),
        _ => return None,
    };
    let mut rest = path;
    if ["crate", "self", "super"].contains(&path[0].as_str()) {
        rest = &path[1..];
        while rest.first().is_some_and(|part| part == "super") {
            base.pop()?;
            rest = &rest[1..];
        }
    }
    while let Some(name) = rest.first() {
        let inner = [base.clone(), vec![name.clone()]].concat();
        if code.contains_key(&inner) {
            (base, rest) = (inner, &rest[1..]);
            continue;
        }
        let handed_on = paths(code.get(&base)?)
            .into_iter()
            .find(|(visible, path)| *visible && path.last() == Some(name) && path.len() > 1);
        let next = handed_on.and_then(|(_, path)| resolve(&base, &path[..path.len() - 1], code));
        match next {
            Some(next) if next != base => base = next,
            _ => break,
        }
    }
    code.contains_key(&base).then_some(base)
}

/// The modules that each module uses.
fn uses(code: &BTreeMap<Module, String>) -> BTreeMap<&Module, BTreeSet<Module>> {
    let of = |module: &Module, text: &str| {
        // What a module only hands on, it does not use.
        let used = paths(text).into_iter().filter(|(visible, _)| !visible);
        let used = used.filter_map(|(_, path)| resolve(module, &path, code));
        used.filter(|used| used != module).collect()
    };
    code.iter().map(|(module, text)| (module, of(module, text))).collect()
}

/// What can be reached from a module, itself only by a circle.
fn reached<'a>(
    from: &'a Module,
    uses: &'a BTreeMap<&Module, BTreeSet<Module>>,
) -> BTreeSet<&'a Module> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        open.extend(uses.get(module).into_iter().flatten().filter(|used| reached.insert(*used)));
    }
    reached
}

#[test]
fn nothing_is_used_in_circles() {
    let code: BTreeMap<Module, String> = modules()
        .into_iter()
        .filter(|(name, _, _)| !["lib", "main"].contains(&name.as_str()))
        .map(|(_, path, text)| {
            let mut module: Module =
                path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let file = module.pop().expect("a path has a last part");
            if file != "mod.rs" {
                module.push(file.trim_end_matches(".rs").to_owned());
            }
            (module, text)
        })
        .collect();
    let uses = uses(&code);
    let circular: Vec<String> = code
        .keys()
        .filter(|module| reached(module, &uses).contains(module))
        .map(|module| module.join("/"))
        .collect();
    assert!(circular.is_empty(), "these use themselves, by way of others: {circular:?}");
}

#[test]
fn circles_are_found() {
    let file = |name: &str, text: &str| (vec!["room".to_owned(), name.to_owned()], text.to_owned());
    let room = (vec!["room".to_owned()], "mod a;\nmod b;\npub use a::A;\n".to_owned());
    let circle = BTreeMap::from([
        room.clone(),
        file("a", "use super::b::{B, C};\n"),
        file("b", "use std::fs;\nuse super::A;\n"),
    ]);
    let found = uses(&circle);
    let a = vec!["room".to_owned(), "a".to_owned()];
    assert!(reached(&a, &found).contains(&a));
    let line =
        BTreeMap::from([room, file("a", "use super::b::{B, C};\n"), file("b", "use std::fs;\n")]);
    assert!(!reached(&a, &uses(&line)).contains(&a));
}
