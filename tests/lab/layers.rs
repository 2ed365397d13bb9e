//! The layers of the house: who may use whom.

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of the library, and the modules it may use.
const MAY_USE: [(&str, &[&str]); 35] = [
    ("version", &[]),
    ("readable", &[]),
    ("page_policy", &[]),
    ("toml_file", &["readable"]),
    ("parquet", &[]),
    ("interrupt", &[]),
    ("store", &["readable"]),
    ("grid", &[]),
    ("lanes", &[]),
    ("ser", &["grid"]),
    ("cnf", &["grid"]),
    ("text", &["cnf", "grid", "readable", "solver"]),
    ("whole_file", &["interrupt"]),
    ("source", &["grid", "interrupt", "parquet", "readable", "text"]),
    ("strategy", &["grid", "lanes"]),
    ("hodoku", &["grid", "strategy"]),
    ("conform", &["grid", "strategy", "text"]),
    ("solver", &["cnf", "grid", "strategy", "lanes"]),
    ("external", &["grid", "readable", "solver", "store", "toml_file"]),
    ("keys", &["grid", "lanes", "solver", "text"]),
    ("rate", &["grid", "hodoku", "lanes", "ser", "solver", "strategy"]),
    ("explain", &["grid", "hodoku", "page_policy", "ser", "strategy", "solver", "text", "version"]),
    ("generate", &["cnf", "grid", "interrupt", "lanes", "pipeline", "solver", "text"]),
    (
        "targets",
        &[
            "generate",
            "grid",
            "hodoku",
            "interrupt",
            "lanes",
            "pipeline",
            "rate",
            "readable",
            "ser",
            "solver",
            "source",
            "store",
            "strategy",
            "stream",
            "text",
            "whole_file",
        ],
    ),
    (
        "pipeline",
        &[
            "external",
            "grid",
            "interrupt",
            "keys",
            "rate",
            "readable",
            "solver",
            "source",
            "store",
            "strategy",
            "text",
        ],
    ),
    (
        "stream",
        &[
            "explain",
            "external",
            "grid",
            "hodoku",
            "interrupt",
            "pipeline",
            "rate",
            "ser",
            "solver",
            "source",
            "text",
        ],
    ),
    (
        "convert",
        &[
            "cnf",
            "grid",
            "interrupt",
            "keys",
            "pipeline",
            "readable",
            "solver",
            "source",
            "stream",
            "text",
            "whole_file",
        ],
    ),
    (
        "annotate",
        &[
            "grid",
            "interrupt",
            "keys",
            "parquet",
            "pipeline",
            "rate",
            "solver",
            "source",
            "store",
            "stream",
            "table",
            "whole_file",
        ],
    ),
    (
        "table",
        &[
            "external", "grid", "keys", "parquet", "pipeline", "ser", "solver", "store",
            "strategy", "text", "version", "readable",
        ],
    ),
    (
        "run",
        &[
            "external",
            "interrupt",
            "pipeline",
            "readable",
            "solver",
            "source",
            "store",
            "table",
            "version",
        ],
    ),
    (
        "study",
        &[
            "generate",
            "grid",
            "interrupt",
            "pipeline",
            "readable",
            "run",
            "solver",
            "source",
            "store",
            "strategy",
            "table",
            "text",
            "toml_file",
            "version",
            "whole_file",
        ],
    ),
    (
        "sets",
        &[
            "grid",
            "interrupt",
            "keys",
            "parquet",
            "pipeline",
            "readable",
            "solver",
            "source",
            "stream",
            "text",
            "version",
            "whole_file",
        ],
    ),
    (
        "serve",
        &[
            "catalogue",
            "convert",
            "explain",
            "generate",
            "grid",
            "interrupt",
            "rate",
            "report",
            "run",
            "ser",
            "solver",
            "source",
            "store",
            "strategy",
            "stream",
            "table",
            "targets",
            "text",
            "version",
        ],
    ),
    ("catalogue", &["rate", "solver", "strategy", "text"]),
    ("report", &["page_policy", "pipeline", "solver", "store", "strategy", "table", "readable"]),
];

/// What may use every layer.
const TOP: [&str; 4] = ["cli", "fault", "lib", "main"];

/// Each crate or clock that only some modules may use.
const ONLY_IN: [(&str, &[&str]); 14] = [
    ("rayon::", &["pipeline"]),
    ("crossbeam::", &["pipeline"]),
    ("polars", &["parquet", "table"]),
    ("clap::", &["cli"]),
    ("anyhow::", &["cli"]),
    ("indicatif::", &["run", "cli"]),
    ("minisat::sys", &["solver"]),
    ("batsat::", &["solver"]),
    ("cadical::", &["solver"]),
    ("walkdir::", &["run", "source"]),
    ("axum::", &["serve"]),
    ("hyper", &["serve"]),
    ("tokio::", &["serve"]),
    (
        "std::time::",
        &[
            "annotate",
            "external",
            "pipeline",
            "store",
            "run",
            "interrupt",
            "source",
            "serve",
            "stream",
            "study",
            "cli",
            "readable",
            "whole_file",
        ],
    ),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    files.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// The code of every module without its tests and comments.
pub fn modules() -> Vec<(String, PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        let inside = path.strip_prefix(&src).unwrap().to_str().unwrap();
        let name = inside.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        (name, inside.into(), code)
    };
    rust_files(&src).into_iter().map(module).collect()
}

#[test]
fn modules_use_only_the_layers_below() {
    for (name, path, code) in modules() {
        if TOP.contains(&name.as_str()) {
            continue;
        }
        let row = MAY_USE.iter().find(|(module, _)| *module == name);
        let (_, allowed) = row.unwrap_or_else(|| panic!("{name} is in no layer"));
        for used in code.split("crate::").skip(1) {
            let used: String =
                used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let fine = used == name || allowed.contains(&used.as_str());
            assert!(fine, "{} uses crate::{used}", path.display());
        }
    }
}

#[test]
fn crates_stay_where_they_belong() {
    for (name, path, code) in modules() {
        for (used, homes) in ONLY_IN {
            let fine = homes.contains(&name.as_str()) || !code.contains(used);
            assert!(fine, "{} uses {used}", path.display());
        }
    }
}

/// That every block has its argument, clippy sees to.
#[test]
fn unsafe_code_is_confined() {
    for (name, path, code) in modules() {
        let at_home = ["lanes"].contains(&name.as_str())
            || path.ends_with("cli/process.rs")
            || path.ends_with("grid/repeats.rs")
            || path.ends_with("sat/minisat.rs")
            || path.ends_with("pipeline/child.rs")
            || path.ends_with("pipeline/measure.rs")
            || path.ends_with("pipeline/start.rs");
        assert!(at_home || !code.contains("unsafe {"), "{} has unsafe code", path.display());
    }
}

/// The Python package turns arguments into what the library takes, and nothing else.
#[test]
fn the_python_package_uses_the_library_only() {
    let files = rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("python/src"));
    assert!(files.len() > 10, "{files:?}");
    for path in files {
        let code = fs::read_to_string(&path).unwrap();
        for used in [
            "sudoku_lab::cli",
            "rayon",
            "crossbeam",
            "clap",
            "anyhow",
            "polars::",
            "std::time::Instant",
        ] {
            assert!(!code.contains(used), "{} uses {used}", path.display());
        }
        let at_home = path.ends_with("texts.rs");
        assert!(at_home || !code.contains("unsafe {"), "{} has unsafe code", path.display());
        let is_arrow = at_home || path.ends_with("table.rs");
        assert!(is_arrow || !code.contains("polars_arrow"), "{} uses Arrow", path.display());
    }
}
