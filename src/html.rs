//! HTML that cannot be broken out of: elements built by name, attribute and text.
//!
//! Whatever goes in as text or as an attribute's value is escaped here and nowhere
//! else. Names of elements and attributes, and styles, are constants of this
//! program; nothing that was read from a file can become one. It knows nothing of
//! which elements exist.

use std::fmt::{self, Display, Write as _};

/// An element with its attributes and children.
#[derive(Clone, Debug)]
pub struct Element {
    name: &'static str,
    attributes: String,
    inside: String,
}

/// An element without attributes and children.
pub fn element(name: &'static str) -> Element {
    Element { name, attributes: String::new(), inside: String::new() }
}

/// Elements that have no inside and no end.
const VOID: [&str; 2] = ["meta", "link"];

impl Element {
    /// Adds an attribute.
    pub fn attribute(mut self, name: &'static str, value: impl Display) -> Element {
        let value = escape(&value.to_string());
        write!(self.attributes, " {name}=\"{value}\"").expect("a string takes any text");
        self
    }

    /// Adds the attribute `class`.
    pub fn class(self, class: &str) -> Element {
        self.attribute("class", class)
    }

    /// Adds text.
    pub fn text(mut self, text: impl Display) -> Element {
        self.inside += &escape(&text.to_string());
        self
    }

    /// Adds text that came from an input: isolated, so that letters written from
    /// right to left do not reorder what stands around it.
    pub fn foreign(self, text: &str) -> Element {
        self.child(element("bdi").text(text))
    }

    /// Adds an element.
    pub fn child(mut self, child: Element) -> Element {
        write!(self.inside, "{child}").expect("a string takes any text");
        self
    }

    /// Adds elements.
    pub fn children(self, children: impl IntoIterator<Item = Element>) -> Element {
        children.into_iter().fold(self, Element::child)
    }

    /// Adds a style sheet of this program, as it is.
    pub fn style(mut self, css: &'static str) -> Element {
        self.inside += css;
        self
    }
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}{}>{}", self.name, self.attributes, self.inside)?;
        if VOID.contains(&self.name) { Ok(()) } else { write!(f, "</{}>", self.name) }
    }
}

/// Text without anything that HTML gives a meaning to.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        let evil = "<script>alert('1')</script>\"&amp;";
        let shown = element("td").attribute("title", evil).foreign(evil).to_string();
        let text = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;amp;";
        assert_eq!(shown, format!("<td title=\"{text}\"><bdi>{text}</bdi></td>"));
    }

    #[test]
    fn elements_nest() {
        let list = element("ul").children([element("li").text(1), element("li").text(2)]);
        assert_eq!(list.to_string(), "<ul><li>1</li><li>2</li></ul>");
        assert_eq!(
            element("meta").attribute("charset", "utf-8").to_string(),
            "<meta charset=\"utf-8\">"
        );
    }
}
