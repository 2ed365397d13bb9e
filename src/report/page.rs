//! The page: one file that needs no other, no network and no script.
//!
//! All markup is made by templates, which escape whatever goes into them; only the style
//! sheet, which is this program's own, goes in as it is.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::page_policy::policy;

/// What a browser is to allow the page: its style, and nothing else.
pub fn page_policy() -> String {
    policy(&[STYLE], &[], "; img-src data:")
}

/// Colours, type and layout, for light, dark and paper.
const STYLE: &str = include_str!("page.css");

/// A part of the page with a heading.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is in it.
    pub content: Markup,
}

/// The page as text.
pub fn page(title: &str, facts: &Markup, sections: &[Section]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(page_policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (foreign(title)) }
                    (facts)
                }
                nav aria-label="Contents" {
                    ul {
                        @for section in sections {
                            li { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                }
                main {
                    @for section in sections {
                        section id=(section.id) { h2 { (section.title) } (section.content) }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// Text that came from an input: isolated, so that letters written from right to left
/// do not reorder what stands around it.
pub fn foreign(text: &str) -> Markup {
    html! { bdi { (text) } }
}

/// A remark in smaller letters.
pub fn note(text: &str) -> Markup {
    html! { p.note { (text) } }
}

/// Charts that are alike, side by side where there is room.
pub fn gallery(charts: impl IntoIterator<Item = Markup>) -> Markup {
    html! { div.gallery { @for chart in charts { (chart) } } }
}

/// Something to open by those who want it.
pub fn details(summary: &str, inside: &Markup) -> Markup {
    html! { details { summary { (summary) } (inside) } }
}
