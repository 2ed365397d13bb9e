//! Words for explanations: lists as one reads them aloud.

use std::fmt::Display;

use crate::grid::{Cell, House, HouseKind};

/// `2`, `2 and 9`, `2, 5 and 9`.
pub(super) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    join(items, "and")
}

/// `2`, `2 or 9`, `2, 5 or 9`.
pub(super) fn either<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    join(items, "or")
}

/// `do this`, `do this, and do that`: clauses that may be lists themselves.
pub(super) fn clauses(mut clauses: Vec<String>) -> String {
    match clauses.pop() {
        Some(last) if !clauses.is_empty() => format!("{}, and {last}", clauses.join(", ")),
        only => only.unwrap_or_default(),
    }
}

/// Houses, those of a kind together: `row 3`, `rows 2 and 5`, `rows 2 and 5 and box 1`.
pub(super) fn houses(houses: &[House]) -> String {
    list(houses.chunk_by(|a, b| a.kind() == b.kind()).map(|houses| {
        let [first, _, ..] = houses else { return list(houses) };
        let kind = match first.kind() {
            HouseKind::Row => "rows",
            HouseKind::Column => "columns",
            HouseKind::Box => "boxes",
        };
        format!("{kind} {}", list(houses.iter().map(|house| house.number() + 1)))
    }))
}

/// `fin R2C1`, `fins R2C1 and R2C3`.
pub(super) fn fins(cells: impl Iterator<Item = Cell> + Clone) -> String {
    format!("fin{} {}", if cells.clone().count() == 1 { "" } else { "s" }, list(cells))
}

/// The text with a capital letter.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn join<T: Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let mut words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} {word} {last}", words.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;

    #[test]
    fn lists_read_aloud() {
        assert_eq!(list([0; 0]), "");
        assert_eq!(list([2]), "2");
        assert_eq!(either([2, 9]), "2 or 9");
        assert_eq!(list([2, 5, 9]), "2, 5 and 9");
        assert_eq!(clauses(vec!["do".into()]), "do");
        assert_eq!(clauses(vec!["do 1 and 2".into(), "do 3".into()]), "do 1 and 2, and do 3");
    }

    #[test]
    fn houses_share_their_kind() {
        let rows = Layout::nine().houses_of(HouseKind::Row);
        assert_eq!(houses(&rows[2..3]), "row 3");
        assert_eq!(houses(&[rows[1], rows[4]]), "rows 2 and 5");
        let square = Layout::nine().houses_of(HouseKind::Box)[0];
        assert_eq!(houses(&[rows[1], rows[4], square]), "rows 2 and 5 and box 1");
    }

    #[test]
    fn words_agree_with_their_number() {
        let cells = Layout::nine().cells();
        assert_eq!(fins(cells[..1].iter().copied()), "fin R1C1");
        assert_eq!(fins(cells[..2].iter().copied()), "fins R1C1 and R1C2");
        assert_eq!(sentence("row 1 has"), "Row 1 has");
    }
}
