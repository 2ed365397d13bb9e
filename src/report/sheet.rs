//! Tables of text and numbers.

use crate::html::{Element, element};
use crate::table::statistics::Bound;
use crate::words::bounded;

/// A table under construction.
pub struct Sheet {
    header: Vec<Element>,
    rows: Vec<Element>,
}

/// A cell of text.
pub fn words(text: &str) -> Element {
    element("td").text(text)
}

/// A cell of text that came from an input.
pub fn foreign(text: &str) -> Element {
    element("td").class("wrap").foreign(text)
}

/// A cell that holds a number.
pub fn figure(text: &str) -> Element {
    element("td").class("number").text(text)
}

/// The cell that names its row.
pub fn name(text: &str) -> Element {
    element("th").attribute("scope", "row").text(text)
}

/// A number that may be only a lower bound, and may be missing.
pub fn known(number: Option<Bound>, show: impl Fn(u64) -> String) -> String {
    number.map_or("–".into(), |number| bounded(&show(number.value()), number.is_lower()))
}

impl Sheet {
    /// A table with these columns; a name that begins with `#` heads numbers.
    pub fn new<'a>(columns: impl IntoIterator<Item = &'a str>) -> Sheet {
        let header = columns.into_iter().map(|column| {
            let cell = element("th").attribute("scope", "col");
            match column.strip_prefix('#') {
                Some(column) => cell.class("number").text(column),
                None => cell.text(column),
            }
        });
        Sheet { header: header.collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Element>) {
        self.rows.push(element("tr").children(cells));
    }

    /// The table, in a frame that scrolls where it is wider than the screen.
    pub fn finish(self, label: &str) -> Element {
        let head = element("thead").child(element("tr").children(self.header));
        let table = element("table").child(head).child(element("tbody").children(self.rows));
        element("div")
            .class("scroll")
            .attribute("role", "region")
            .attribute("aria-label", label)
            .attribute("tabindex", 0)
            .child(table)
    }
}
