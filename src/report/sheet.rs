//! Tables of text and numbers.

use maud::{Markup, html};

use super::page::foreign;
use crate::readable::{bounded, bounded_duration};
use crate::table::statistics::Bounded;

/// A table under construction.
pub struct Sheet {
    columns: Vec<String>,
    rows: Vec<Vec<Markup>>,
}

/// A cell of text.
pub fn words(text: &str) -> Markup {
    html! { td { (text) } }
}

/// A cell of text that came from an input.
pub fn foreign_words(text: &str) -> Markup {
    html! { td.wrap { (foreign(text)) } }
}

/// A cell that holds a number.
pub fn figure(text: &str) -> Markup {
    html! { td.number { (text) } }
}

/// A cell that holds a number, and a smaller one below it.
pub fn figures(text: &str, below: &str) -> Markup {
    html! { td.number { (text) small { (below) } } }
}

/// The cell that names its row.
pub fn name(text: &str) -> Markup {
    html! { th scope="row" { (text) } }
}

/// A number that may be only a lower bound, and may be missing.
pub fn known(number: Option<Bounded>, show: impl Fn(u64) -> String) -> String {
    number.map_or("–".into(), |number| bounded(&show(number.value()), number.is_lower()))
}

/// The same of a time in ns.
pub fn known_time(number: Option<Bounded>) -> String {
    number.map_or("–".into(), |number| bounded_duration(number.value(), number.is_lower()))
}

impl Sheet {
    /// A table with these columns; a name that begins with `#` heads numbers.
    pub fn new<N: Into<String>>(columns: impl IntoIterator<Item = N>) -> Sheet {
        Sheet { columns: columns.into_iter().map(N::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Markup>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table, in a frame that scrolls where it is wider than the screen.
    pub fn finish(self, label: &str) -> Markup {
        html! {
            div.scroll role="region" aria-label=(label) tabindex="0" {
                table {
                    thead {
                        tr {
                            @for column in &self.columns {
                                @if let Some(column) = column.strip_prefix('#') {
                                    th.number scope="col" { (column) }
                                } @else {
                                    th scope="col" { (column) }
                                }
                            }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr { @for cell in row { (cell) } }
                        }
                    }
                }
            }
        }
    }
}
