//! The page: one file that needs no other, no network and no script.

use crate::html::{Element, element};

/// Colours, type and layout, for light, dark and paper.
const STYLE: &str = include_str!("page.css");

/// Nothing may be loaded or run, whatever the page holds.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// A part of the page with a heading.
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is in it.
    pub content: Vec<Element>,
}

/// The page as text.
pub fn page(title: &str, head: Vec<Element>, sections: Vec<Section>) -> String {
    let links = sections.iter().map(|section| {
        let link = element("a").attribute("href", format!("#{}", section.id));
        element("li").child(link.text(section.title))
    });
    let contents = element("nav").attribute("aria-label", "Contents");
    let contents = contents.child(element("ul").children(links));
    let sections = sections.into_iter().map(|section| {
        let heading = element("h2").text(section.title);
        element("section").attribute("id", section.id).child(heading).children(section.content)
    });
    let body = element("body")
        .child(element("header").child(element("h1").foreign(title)).children(head))
        .child(contents)
        .child(element("main").children(sections));
    let named =
        |name, content: &str| element("meta").attribute("name", name).attribute("content", content);
    let policy = element("meta").attribute("http-equiv", "Content-Security-Policy");
    let icon = element("link").attribute("rel", "icon").attribute("href", "data:,");
    let head = element("head")
        .child(element("meta").attribute("charset", "utf-8"))
        .child(policy.attribute("content", POLICY))
        .child(named("viewport", "width=device-width, initial-scale=1"))
        .child(named("color-scheme", "light dark"))
        .child(icon)
        .child(element("title").text(title))
        .child(element("style").style(STYLE));
    let html = element("html").attribute("lang", "en").child(head).child(body);
    format!("<!DOCTYPE html>\n{html}\n")
}

/// A paragraph.
pub fn paragraph(text: &str) -> Element {
    element("p").text(text)
}

/// A remark in smaller letters.
pub fn note(text: &str) -> Element {
    element("p").class("note").text(text)
}

/// Charts that are alike, side by side where there is room.
pub fn gallery(charts: Vec<Element>) -> Element {
    element("div").class("gallery").children(charts)
}

/// Something to open by those who want it.
pub fn details(summary: &str, inside: Element) -> Element {
    element("details").child(element("summary").text(summary)).child(inside)
}
