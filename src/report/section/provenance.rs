//! Provenance: what made this run, so that it can be made again.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::readable::{bytes, count};
use crate::report::manifest::{Manifest, shown};
use crate::report::page::{Section, details};
use crate::report::sheet::{self, Sheet};

/// Inputs shown one by one.
const SHOWN: usize = 200;

/// The section.
pub fn section(manifest: &Manifest) -> Option<Section> {
    let facts = manifest.facts();
    let content = html! {
        @if facts.is_empty() {
            p { "There is no manifest: the run is not finished." }
        } @else {
            (pairs("Run", facts))
            h3 { "Configuration" }
            (pairs("Configuration", manifest.config()))
            h3 { "Files read" }
            (inputs(&manifest.list("inputs")))
            h3 { "Files written" }
            (parts(&manifest.list("parts")))
        }
    };
    Some(Section { id: "provenance", title: "Provenance", content })
}

fn pairs(label: &str, pairs: Vec<(&str, String)>) -> Markup {
    let mut sheet = Sheet::new(["", ""]);
    for (name, value) in pairs {
        sheet.row([sheet::name(&name.replace('_', " ")), sheet::foreign_words(&value)]);
    }
    sheet.finish(label)
}

fn inputs(inputs: &[&Map<String, Value>]) -> Markup {
    let mut columns: Vec<&str> = Vec::new();
    for name in inputs.iter().flat_map(|input| input.keys()) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let mut sheet = Sheet::new(columns.iter().copied());
    for input in inputs.iter().take(SHOWN) {
        let value = |name: &&str| input.get(*name).map(shown).unwrap_or_default();
        sheet.row(columns.iter().map(|name| sheet::foreign_words(&value(name))));
    }
    let table = sheet.finish("Files read");
    if inputs.len() > SHOWN {
        let summary = format!("The first {SHOWN} of {}", count(inputs.len() as u64));
        return details(&summary, &table);
    }
    table
}

/// Parts by table: a run may have thousands.
fn parts(parts: &[&Map<String, Value>]) -> Markup {
    let mut tables = BTreeMap::<&str, [u64; 3]>::new();
    for part in parts {
        let path = part.get("path").and_then(Value::as_str).unwrap_or_default();
        let number = |name| part.get(name).and_then(Value::as_u64).unwrap_or(0);
        let sums = tables.entry(path.split('/').next().unwrap_or_default()).or_default();
        for (sum, value) in sums.iter_mut().zip([1, number("rows"), number("bytes")]) {
            *sum += value;
        }
    }
    let mut sheet = Sheet::new(["table", "#parts", "#rows", "#size"]);
    for (table, [parts, rows, size]) in tables {
        let numbers = [count(parts), count(rows), bytes(size)];
        let cells = numbers.map(|number| sheet::figure(&number));
        sheet.row([sheet::foreign_words(table)].into_iter().chain(cells));
    }
    sheet.finish("Files written")
}
