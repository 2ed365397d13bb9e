//! What sets share, as tables for people, as CSV and as JSON.

use std::collections::BTreeMap;

use serde_json::json;

use super::audit::{Audited, LevelCounts, Overlap};
use crate::readable::count;
use crate::version;

/// How it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditFormat {
    /// Tables for people.
    Table,
    /// A row for each level and each two sets, and for each set with itself.
    Csv,
    /// One object.
    Json,
}

impl AuditFormat {
    /// The format of this name.
    pub fn find(name: &str) -> Option<AuditFormat> {
        match name {
            "table" => Some(AuditFormat::Table),
            "csv" => Some(AuditFormat::Csv),
            "json" => Some(AuditFormat::Json),
            _ => None,
        }
    }
}

impl Audited {
    /// As text, with an end of line.
    pub fn to_text(&self, format: AuditFormat) -> String {
        match format {
            AuditFormat::Table => self.table(),
            AuditFormat::Csv => self.csv(),
            AuditFormat::Json => self.json(),
        }
    }

    /// Whether two different sets share a key at some level.
    pub fn is_overlapping(&self) -> bool {
        let mut pairs = self.levels.iter().flat_map(|level| level.overlaps.keys());
        pairs.any(|(one, other)| one != other)
    }

    /// Each level and each two sets, in order, a set with itself first of all.
    fn pairs(&self) -> impl Iterator<Item = (&LevelCounts, (usize, usize), Overlap)> {
        let sets = self.sets.len();
        let within = (0..sets).map(|set| (set, set));
        let between = move || (0..sets).flat_map(move |one| (one + 1..sets).map(move |o| (one, o)));
        self.levels.iter().flat_map(move |level| {
            let pairs = within.clone().chain(between());
            pairs.map(move |pair| (level, pair, overlap(&level.overlaps, pair)))
        })
    }

    fn table(&self) -> String {
        let name = |set: usize| self.sets[set].0.clone();
        let head = ["set", "puzzles", "rejects"].map(str::to_owned).to_vec();
        let sets = self
            .sets
            .iter()
            .map(|(name, counts)| vec![name.clone(), count(counts.puzzles), count(counts.rejects)]);
        let mut text = columns(1, [head].into_iter().chain(sets));
        let head = ["level", "within", "keyed", "keys", "repeated keys", "their lines"];
        let rows = self.pairs().filter(|(_, (one, other), _)| one == other);
        let rows = rows.map(|(level, (set, _), overlap)| {
            let (keyed, keys) = level.keys[set];
            let numbers = [keyed, keys, overlap.keys, overlap.lines[0]];
            [level.level.name().into(), name(set)].into_iter().chain(numbers.map(count)).collect()
        });
        text += &format!(
            "\n{}",
            columns(2, [head.map(str::to_owned).to_vec()].into_iter().chain(rows))
        );
        if self.sets.len() > 1 {
            let head = ["level", "set", "other", "shared keys", "lines of set", "lines of other"];
            let rows = self.pairs().filter(|(_, (one, other), _)| one != other);
            let rows = rows.map(|(level, (one, other), overlap)| {
                let numbers = [overlap.keys, overlap.lines[0], overlap.lines[1]];
                let names = [level.level.name().into(), name(one), name(other)];
                names.into_iter().chain(numbers.map(count)).collect()
            });
            let head = head.map(str::to_owned).to_vec();
            text += &format!("\n{}", columns(3, [head].into_iter().chain(rows)));
        }
        let mut examples =
            self.pairs().filter(|(.., overlap)| !overlap.examples.is_empty()).peekable();
        if examples.peek().is_some() {
            text.push('\n');
        }
        for (level, (one, other), overlap) in examples {
            let sets = match one == other {
                true => format!("within {}", name(one)),
                false => format!("{} and {}", name(one), name(other)),
            };
            for [line, other] in overlap.examples {
                text += &format!("{}, {sets}: {line} {other}\n", level.level.name());
            }
        }
        text
    }

    fn csv(&self) -> String {
        let mut text = "level,set,other,keys,lines,other_lines,set_puzzles,set_keyed,set_keys,\
                        other_puzzles,other_keyed,other_keys,examples\n"
            .to_owned();
        for (level, (one, other), overlap) in self.pairs() {
            let name = |set: usize| quoted(&self.sets[set].0);
            let set = |set: usize| {
                let ((keyed, keys), (_, counts)) = (level.keys[set], &self.sets[set]);
                format!("{},{keyed},{keys}", counts.puzzles)
            };
            let Overlap { keys, lines, examples } = overlap;
            let examples: Vec<String> = examples.iter().map(|pair| pair.join(" ")).collect();
            text += &format!(
                "{},{},{},{keys},{},{},{},{},{}\n",
                level.level.name(),
                name(one),
                name(other),
                lines[0],
                lines[1],
                set(one),
                set(other),
                quoted(&examples.join("; ")),
            );
        }
        text
    }

    fn json(&self) -> String {
        let sets = self.sets.iter().map(|(name, counts)| {
            json!({ "set": name, "puzzles": counts.puzzles, "rejects": counts.rejects })
        });
        let levels = self.levels.iter().map(|level| {
            let within = level.keys.iter().enumerate().map(|(set, &(keyed, keys))| {
                let Overlap { keys: repeated, lines, examples } =
                    overlap(&level.overlaps, (set, set));
                json!({
                    "set": self.sets[set].0, "keyed": keyed, "keys": keys,
                    "repeated_keys": repeated, "lines": lines[0], "examples": examples,
                })
            });
            let pairs =
                self.pairs().filter(|(other, (a, b), _)| other.level == level.level && a != b);
            let between = pairs.map(|(_, (one, other), overlap)| {
                json!({
                    "sets": [self.sets[one].0, self.sets[other].0],
                    "keys": overlap.keys, "lines": overlap.lines, "examples": overlap.examples,
                })
            });
            json!({
                "level": level.level.name(),
                "within": within.collect::<Vec<_>>(),
                "between": between.collect::<Vec<_>>(),
            })
        });
        let all = json!({
            "version": version::LONG,
            "sets": sets.collect::<Vec<_>>(),
            "levels": levels.collect::<Vec<_>>(),
        });
        format!("{all:#}\n")
    }
}

fn overlap(overlaps: &BTreeMap<(usize, usize), Overlap>, pair: (usize, usize)) -> Overlap {
    overlaps.get(&pair).cloned().unwrap_or_default()
}

/// A field of CSV.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.into(),
    }
}

/// Rows as lines, their fields one under another; the first so many are names, the others
/// numbers.
fn columns(names: usize, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: Vec<Vec<String>> = rows.collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..rows[0].len()).filter_map(width).collect();
    let line = |row: &Vec<String>| {
        let fields = row.iter().zip(&widths).enumerate().map(|(place, (field, &width))| {
            if place < names { format!("{field:width$}") } else { format!("{field:>width$}") }
        });
        let fields: Vec<String> = fields.collect();
        format!("{}\n", fields.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}
