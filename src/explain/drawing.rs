//! A drawing: which candidates a step marks, how, and what joins them.
//!
//! A step's pattern says what each candidate does in the argument; a drawing adds
//! what the step concludes. Everything a renderer needs to know of a [`Paint`]
//! (its name, its sign in plain text, what it means) is here; colours and shapes
//! belong to the renderers. Paints are told apart by sign or shape as well as by
//! colour, for readers who do not see the colours.

use crate::grid::{CandidateGrid, Cell, Digit};
use crate::strategy::{Deduction, Role, Step};

/// What a candidate is marked as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Paint {
    /// Part of the pattern, in this role.
    Part(Role),
    /// The step places it.
    Placed,
    /// The step removes it.
    Removed,
}

impl Paint {
    /// What it is called where programs read it.
    pub fn name(self) -> &'static str {
        self.told().0
    }

    /// The number of the cluster or set it belongs to, if there are several.
    pub fn number(self) -> Option<u8> {
        match self {
            Paint::Part(Role::Colour(number, _) | Role::Set(number)) => Some(number),
            _ => None,
        }
    }

    /// Its sign behind a candidate in plain text.
    pub fn sign(self) -> char {
        self.told().1
    }

    /// What it means, in a few words.
    pub fn meaning(self) -> String {
        self.told().2
    }

    /// Its name, its sign and its meaning.
    fn told(self) -> (&'static str, char, String) {
        let one_of = |letters: &str, number: u8| {
            let count = letters.chars().count();
            letters.chars().nth(usize::from(number) % count).unwrap_or_default()
        };
        let part = match self {
            Paint::Placed => return ("placed", '=', "placed".into()),
            Paint::Removed => return ("removed", '×', "removed".into()),
            Paint::Part(part) => part,
        };
        match part {
            Role::Base => ("base", '*', "pattern".into()),
            Role::Fin => ("fin", '^', "fin".into()),
            Role::Colour(number, side) => {
                let letters = if side { "ᵃᵇᵈᵉ" } else { "ᴬᴮᴰᴱ" };
                let meaning = format!("colour {} of cluster {}", 1 + u8::from(side), number + 1);
                ("colour", one_of(letters, number), meaning)
            }
            Role::On => ("on", '+', "true along the chain".into()),
            Role::Off => ("off", '-', "false along the chain".into()),
            Role::Set(number) => {
                ("set", one_of("¹²³⁴⁵⁶⁷⁸⁹", number), format!("set {}", number + 1))
            }
        }
    }
}

/// A marked candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub digit: Digit,
    /// How.
    pub paint: Paint,
}

/// A link of a chain: from one group of parts to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The candidates it comes from, one unless they are a group.
    pub from: Vec<(Cell, Digit)>,
    /// The candidates it leads to.
    pub to: Vec<(Cell, Digit)>,
    /// Whether one end is true when the other is false (a strong inference), or
    /// only false when the other is true (a weak one).
    pub strong: bool,
}

/// What a step looks like on the grid it was found on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The marked candidates: the pattern in its order, then what is concluded.
    pub parts: Vec<Part>,
    /// The links of a chain, in order.
    pub links: Vec<Link>,
}

impl Drawing {
    /// The drawing of a step found on this grid.
    pub fn of(step: &Step, grid: &CandidateGrid) -> Drawing {
        let pattern = &step.pattern;
        let concluded = |cell, digit| {
            let about = [Deduction::Place(cell, digit), Deduction::Eliminate(cell, digit)];
            about.iter().any(|deduction| step.deductions.contains(deduction))
        };
        let mut parts = Vec::new();
        if pattern.marks.is_empty() {
            for &cell in &pattern.cells {
                let digits = grid.candidates(cell) & pattern.digits;
                let digits = digits.filter(|&digit| !concluded(cell, digit));
                let paint = Paint::Part(Role::Base);
                parts.extend(digits.map(|digit| Part { cell, digit, paint }));
            }
        }
        for mark in &pattern.marks {
            let part = Part { cell: mark.cell, digit: mark.digit, paint: Paint::Part(mark.role) };
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.extend(step.deductions.iter().map(|&deduction| match deduction {
            Deduction::Place(cell, digit) => Part { cell, digit, paint: Paint::Placed },
            Deduction::Eliminate(cell, digit) => Part { cell, digit, paint: Paint::Removed },
        }));
        Drawing { parts, links: links(step) }
    }

    /// The paints of one candidate.
    pub fn paints(&self, cell: Cell, digit: Digit) -> impl Iterator<Item = Paint> + '_ {
        let here = move |part: &&Part| (part.cell, part.digit) == (cell, digit);
        self.parts.iter().filter(here).map(|part| part.paint)
    }

    /// The paints that occur, each once, in a fixed order.
    pub fn legend(&self) -> Vec<Paint> {
        let mut paints: Vec<Paint> = self.parts.iter().map(|part| part.paint).collect();
        paints.sort_unstable();
        paints.dedup();
        paints
    }
}

/// The links of a chain: its marks alternate between [`Role::On`] and [`Role::Off`];
/// neighbours of the same role are one group.
fn links(step: &Step) -> Vec<Link> {
    let marks = step.pattern.marks.iter().filter(|mark| matches!(mark.role, Role::On | Role::Off));
    let marks: Vec<_> = marks.collect();
    let nodes: Vec<_> = marks.chunk_by(|a, b| a.role == b.role).collect();
    let candidates = |node: &[&_]| {
        node.iter().map(|mark: &&crate::strategy::Mark| (mark.cell, mark.digit)).collect()
    };
    nodes
        .windows(2)
        .map(|pair| Link {
            from: candidates(pair[0]),
            to: candidates(pair[1]),
            strong: pair[0][0].role == Role::Off,
        })
        .collect()
}
