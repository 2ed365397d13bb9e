//! What a user says of an external solver, as an option or in a TOML file.

use std::path::Path;

use serde::Deserialize;

use super::ExternalError;
use crate::toml_file;

/// What a user says of an external solver. `docs/EXTERNAL.md` says what the fields mean.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// The program and its arguments, as a shell would read them.
    pub command: String,
    /// Whether it reads several puzzles before it has to answer.
    #[serde(default)]
    pub batch: bool,
    /// Whether it looks for a second solution where two are asked for.
    #[serde(default)]
    pub count: bool,
    /// Whether it takes pencilmark puzzles.
    #[serde(default)]
    pub marks: bool,
    /// Whether several threads of it work at once.
    #[serde(default)]
    pub threads: bool,
    /// The sizes it takes; all if there are none.
    #[serde(default)]
    pub sizes: Vec<usize>,
    /// How long it may be silent, like `60s`.
    #[serde(default)]
    pub timeout: Option<String>,
}

/// A file of declarations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    external: Vec<Declaration>,
}

impl Declaration {
    /// Reads `NAME[:batch][:count][:marks][:threads][:SIZE…]=COMMAND`.
    ///
    /// # Errors
    /// When it is not that.
    pub fn of_option(text: &str) -> Result<Declaration, ExternalError> {
        let wrong = |why: &str| ExternalError::Declared { name: text.into(), why: why.into() };
        let (head, command) = text.split_once('=').ok_or_else(|| wrong("write NAME=COMMAND"))?;
        let (name, words) = head.split_once(':').map_or((head, None), |(n, w)| (n, Some(w)));
        let (name, command) = (name.into(), command.into());
        let mut declaration = Declaration { name, command, ..Declaration::default() };
        for word in words.into_iter().flat_map(|words| words.split(':')) {
            match word {
                "batch" => declaration.batch = true,
                "count" => declaration.count = true,
                "marks" => declaration.marks = true,
                "threads" => declaration.threads = true,
                size => declaration.sizes.push(size.parse().map_err(|_| {
                    wrong("after the name and `:` stand `batch`, `count`, `marks`, `threads` or a size like 9")
                })?),
            }
        }
        Ok(declaration)
    }

    /// Reads a TOML file of tables `[[external]]`.
    ///
    /// # Errors
    /// When it cannot be read, or says something else.
    pub fn of_file(path: &Path) -> Result<Vec<Declaration>, ExternalError> {
        let shown = path.display().to_string();
        let text = toml_file::read(path).map_err(|error| ExternalError::Missing {
            what: shown.clone(),
            error: error.to_string(),
        })?;
        let file: Result<File, _> = toml::from_str(&text);
        let told = |error| {
            let (line, why) = toml_file::told(&text, error);
            ExternalError::Declared { name: format!("{shown}:{line}"), why }
        };
        file.map(|file| file.external).map_err(told)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_option_and_a_table_say_the_same() {
        let option = Declaration::of_option("mine:batch:9:16=python3 a=b.py").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solvers.toml");
        let text = "[[external]]\nname = 'mine'\ncommand = 'python3 a=b.py'\nbatch = true\n\
                    sizes = [9, 16]\n";
        fs::write(&path, text).unwrap();
        assert_eq!(Declaration::of_file(&path).unwrap(), [option]);
        for wrong in ["mine", "mine:fast=x", "mine:=x"] {
            assert!(Declaration::of_option(wrong).is_err(), "{wrong}");
        }
        fs::write(&path, text.replace("batch", "bach")).unwrap();
        assert!(Declaration::of_file(&path).unwrap_err().to_string().contains("bach"));
    }
}
