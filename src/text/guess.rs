//! What a text may be that holds no puzzles: one sentence instead of many rejects.

use std::collections::{BTreeMap, HashMap};

use super::symbol::{first_word, value_of};
use super::{ParseErrorKind, escape};
use crate::grid::Layout;
use crate::readable::counted;

/// Lines that are looked at.
const LOOKED_AT: usize = 32;

/// Characters of a line that are shown.
const SHOWN: usize = 60;

/// The lines of a text of which none holds a puzzle so far.
#[derive(Clone, Default, Debug)]
pub struct Guess {
    rejects: u64,
    /// What the first of them look like.
    looks: Vec<Option<String>>,
    /// The length of lines of nothing but cells, if it is one; 0 for others.
    width: Option<usize>,
    /// The first of them: its number, its text, and why it is no puzzle.
    first: Option<(u64, String, String)>,
}

impl Guess {
    /// Takes a line that should hold a puzzle and does not.
    pub fn add(&mut self, number: u64, line: &[u8], why: &ParseErrorKind) {
        self.rejects += 1;
        if self.looks.len() < LOOKED_AT {
            // What drawn rows were joined to is of no one width; a puzzle looks like one.
            let is_puzzle = matches!(why, ParseErrorKind::Blanks { .. });
            let cells = line.trim_ascii();
            let has_width = !is_puzzle && cells.iter().all(|&byte| value_of(byte).is_some());
            let width = if has_width { cells.len() } else { 0 };
            let is_first = self.looks.is_empty();
            self.width = self.width.filter(|&other| other == width).or(is_first.then_some(width));
            self.looks.push(look(line).filter(|_| !is_puzzle));
            let first = || (number, escape(line, SHOWN), why.to_string());
            self.first.get_or_insert_with(first);
        }
    }

    /// Takes the lines that follow.
    pub fn append(&mut self, next: Guess) {
        let is_first = self.looks.is_empty();
        self.rejects += next.rejects;
        self.width = self.width.filter(|_| self.width == next.width || next.looks.is_empty());
        if is_first {
            self.width = next.width;
        }
        self.looks.extend(next.looks);
        self.looks.truncate(LOOKED_AT);
        self.first = self.first.take().or(next.first);
    }

    /// Whether no line was taken.
    pub fn is_empty(&self) -> bool {
        self.rejects == 0
    }

    /// What is wrong with the text, in a sentence.
    pub fn sentence(&self) -> String {
        let Some((number, text, why)) = &self.first else {
            return "no line should hold a puzzle: all are blank, comments or headings".into();
        };
        let what = match self.rejects {
            1 => "the one line that should hold a puzzle does not".into(),
            _ => format!("none of {} holds a puzzle", counted(self.rejects, "line")),
        };
        let mut votes: HashMap<&str, usize> = HashMap::new();
        self.looks.iter().flatten().for_each(|look| *votes.entry(look).or_default() += 1);
        let most = votes.into_iter().max_by_key(|&(look, votes)| (votes, look));
        let is_row = |width: &usize| (2..=25).contains(width) && self.looks.len() >= *width;
        let rows = self.width.filter(|width| Layout::of_order(*width).is_none()).filter(is_row);
        let look = match (most, rows) {
            (Some((look, votes)), _) if 2 * votes > self.looks.len() => Some(look.to_owned()),
            (_, Some(order)) => Some(unread(order)),
            _ => None,
        };
        match look {
            Some(look) => format!("{what}: this looks like {look} (line {number}: `{text}`)"),
            None => format!("{what}; line {number}, `{text}`: {why}"),
        }
    }
}

/// The same of several texts, by their names.
#[derive(Default)]
pub struct Guesses(BTreeMap<String, Option<Guess>>);

impl Guesses {
    /// Takes what the next lines of a text may be; nothing if there is a puzzle among them, or it
    /// is not known.
    pub fn add(&mut self, name: &str, guess: Option<Guess>) {
        match self.0.get_mut(name) {
            None => drop(self.0.insert(name.to_owned(), guess)),
            Some(known) => match (&mut *known, guess) {
                (Some(known), Some(next)) => known.append(next),
                _ => *known = None,
            },
        }
    }

    /// Whether lines of a text were taken.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A sentence for each text that holds no puzzle.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let all = self.0.iter().filter_map(|(name, guess)| Some((name, guess.as_ref()?)));
        all.map(|(name, guess)| format!("{name}: {}", guess.sentence()))
    }
}

fn unread(order: usize) -> String {
    let orders: Vec<String> =
        Layout::all().iter().map(|layout| layout.order().to_string()).collect();
    format!("{order}×{order} grids; those that are read have {} cells a side", orders.join(", "))
}

/// What a line looks like, if that can be told.
fn look(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    let has = |part: &str| text.contains(part);
    let starts = |part: &str| text.trim_start().starts_with(part);
    let variant = |name: &str| Some(format!("{name} sudokus, which are not read"));
    if has("jigsaw") || has("irregular") || starts("sumocue") && has("j") {
        return variant("jigsaw");
    }
    if has("killer") || has(":k:") || starts("sumocue") || has("cage") {
        return variant("killer");
    }
    if starts("3x3:d") || has("diagonal") || has("x-sudoku") {
        return variant("diagonal");
    }
    if has("samurai") {
        return variant("samurai");
    }
    if starts(":") && text.matches(':').count() > 5 {
        let library = "lines of HoDoKu's library; the grid alone is read, which stands after \
                       their third colon, without the `+` in it";
        return Some(library.into());
    }
    if has("fpuzzles") || starts("n4ig") || starts("scl") || has("sudokupad") {
        return Some("puzzles encoded for a web site; export them as lines of cells".into());
    }
    if is_tall_six(line) {
        let tall = "6×6 grids in boxes of 3 rows and 2 columns; those that are read have boxes of \
                    2 rows and 3 columns";
        return Some(tall.into());
    }
    let is_one = |field: &str| field.trim().len() <= 1;
    let fields = text.trim().strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    if fields.is_some_and(|fields| fields.matches('|').count() > 2 && fields.split('|').all(is_one))
    {
        return Some("a table in Markdown; write its rows as CSV".into());
    }
    let word = first_word(line.trim_ascii());
    let cells = word.iter().filter(|&&byte| value_of(byte).is_some()).count();
    if cells != word.len() || cells < 16 {
        let letters = line.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        return (2 * letters > line.len()).then(|| "text".into());
    }
    if cells == 162 {
        let two = "two grids of 81 cells in one word: a jigsaw's cells and regions, or a puzzle and \
                   its solution with nothing between";
        return Some(two.into());
    }
    // Candidates of a 9×9 grid are read, and these have something wrong.
    if line.contains(&b'|') || cells == 729 {
        return None;
    }
    let order = cells.isqrt();
    (order * order == cells && Layout::of_order(order).is_none()).then(|| unread(order))
}

/// Whether a line is a row of a 6×6 grid in three pairs, or half of such a grid, joined, which a
/// border has cut after three rows.
fn is_tall_six(line: &[u8]) -> bool {
    let is_cell = |byte: &u8| value_of(*byte).is_some_and(|value| value <= 6);
    let parts = line.split(|byte| b" |\t".contains(byte)).filter(|part| !part.is_empty());
    let parts: Vec<&[u8]> = parts.take(4).collect();
    let fits = |width| parts.iter().all(|part| part.len() == width && part.iter().all(is_cell));
    parts.len() == 3 && (fits(2) || fits(6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Dialect, parse_line};

    fn sentence(lines: &[&str]) -> String {
        let mut guess = Guess::default();
        for (number, line) in (1..).zip(lines) {
            if let Err(why) = parse_line(line.as_bytes(), Dialect::Plain) {
                let mut next = Guess::default();
                next.add(number, line.as_bytes(), &why);
                guess.append(next);
            }
        }
        guess.sentence()
    }

    #[test]
    fn variants_and_other_sizes_are_named() {
        let [eight, double, marks] =
            [("12345678", 8), (".", 162), (".", 729)].map(|(part, times)| part.repeat(times));
        for (lines, part) in [
            (
                vec!["3x3::k:3840:3841:2562:3843"; 5],
                "none of 5 lines holds a puzzle: this looks like killer",
            ),
            (vec!["SumoCueV1=12J0=0J0=13J1"], "jigsaw sudokus"),
            (vec![&eight; 3], "8×8 grids"),
            (vec!["12345678"; 8], "8×8 grids"),
            (vec![&double], "two grids of 81 cells"),
            (vec!["hello there"; 2], "looks like text"),
            (vec![":0000:x:..1.2.:::"; 2], "looks like lines of HoDoKu's library; the grid alone"),
            (
                vec!["12|..|34"; 3],
                "6×6 grids in boxes of 3 rows and 2 columns; those that are read",
            ),
            (vec!["12 .. 34"; 3], "6×6 grids in boxes of 3 rows"),
            (vec!["|a|b|c|d|", "| |1|2| |"], "a table in Markdown"),
            (vec!["#x", "12"], "`12`: 2 cells, expected"),
            (vec![&marks], "729 cells, expected"),
            (vec!["0;2.00816E+78"; 20], "line 1, `0;2.00816E+78`"),
            (vec!["r1: 12.."; 9], "line 1, `r1: 12..`"),
        ] {
            let said = sentence(&lines);
            assert!(said.contains(part), "{said}");
        }
        // Whatever the width of its first word.
        let mixed = format!("10 0{}", " .".repeat(254));
        let said = sentence(&[mixed.as_str(); 4]);
        assert!(said.contains("both `0` and another") && !said.contains("looks like"), "{said}");
        assert!(sentence(&["", "# 1"]).starts_with("no line should hold a puzzle"));
    }
}
