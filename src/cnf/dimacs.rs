//! DIMACS files: formulas for any SAT solver, and the models it finds.
//!
//! A formula opens with `p cnf VARIABLES CLAUSES`; a clause is its literals and a
//! `0`; lines that begin with `c` are comments (*Satisfiability: Suggested Format*,
//! DIMACS, 1993). A model comes back in one of two forms: MiniSat's result file,
//! `SAT` or `UNSAT` and a line of literals, or what SAT competitions ask for, `s
//! SATISFIABLE` and `v` lines. Either may be cut into lines anywhere.
//!
//! The variables of the candidates have the same numbers in every encoding, and further ones
//! follow them, so a model is read without knowing which encoding it came from. Whether the grid it gives keeps the rules is for
//! [`is_solution`](crate::grid::is_solution) to say.

use std::io::Write as _;

use thiserror::Error;

use super::{Clauses, ENCODINGS, Encoding, Literal};
use crate::grid::{Cell, Digit, Grid, Layout, Puzzle};

/// Characters of a word that is none of a reply's, as an error quotes it.
const QUOTED: usize = 40;

/// Appends a puzzle's formula, preceded by comment lines.
pub fn push_formula(text: &mut Vec<u8>, puzzle: &Puzzle, encoding: &Encoding, comments: &[&str]) {
    let variables = (encoding.variables)(puzzle.layout().order());
    let mut clauses = 0;
    (encoding.clauses)(puzzle, &mut |_| clauses += 1);
    for comment in comments {
        writeln!(text, "c {comment}").expect("a vector takes any text");
    }
    writeln!(text, "p cnf {variables} {clauses}").expect("a vector takes any text");
    (encoding.clauses)(puzzle, &mut |clause| {
        for literal in clause {
            write!(text, "{} ", literal.dimacs()).expect("a vector takes any text");
        }
        text.extend(b"0\n");
    });
}

/// Hands out the clauses of a formula's text that [`push_formula`] wrote, as far as it is well
/// formed. Returns whether it is to the end.
pub fn read_formula(text: &[u8], clause: Clauses<'_>) -> bool {
    let mut literals = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        if matches!(line.first(), None | Some(b'c' | b'p')) {
            continue;
        }
        for word in line.split(|&byte| byte == b' ') {
            let (is_negative, digits) = match word {
                [b'-', digits @ ..] => (true, digits),
                digits => (false, digits),
            };
            let mut number = 0usize;
            for &digit in digits {
                if !digit.is_ascii_digit() {
                    return false;
                }
                number = 10 * number + usize::from(digit - b'0');
            }
            match number.checked_sub(1) {
                None => clause(&std::mem::take(&mut literals)),
                Some(variable) if is_negative => literals.push(Literal::negative(variable)),
                Some(variable) => literals.push(Literal::positive(variable)),
            }
        }
    }
    literals.is_empty()
}

/// What a SAT solver said of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It has a model, and this is one: the literals that hold.
    Model(Vec<i32>),
    /// It has none.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// A file that is no reply of a SAT solver, or a model that is no grid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplyError {
    /// A word is neither a literal nor a status.
    #[error("line {line}: `{word}` is neither a literal nor an answer like SAT or `s SATISFIABLE`")]
    Word {
        /// The line, from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// There is no status and no literal.
    #[error("no answer of a SAT solver")]
    Empty,
    /// The number of variables is that of no size.
    #[error("a model of {variables} variables is of no size known; name the size")]
    Size {
        /// The largest variable, from 1.
        variables: usize,
    },
    /// A variable lies beyond those of the size.
    #[error("variable {variable} is not one of the {variables} of {layout:?}")]
    Variable {
        /// The variable, from 1.
        variable: usize,
        /// How many there are.
        variables: usize,
        /// The size.
        layout: &'static Layout,
    },
    /// No digit of a cell holds.
    #[error("the model gives {0} no digit")]
    NoDigit(Cell),
    /// Several digits of a cell hold.
    #[error("the model gives {0} both {1} and {2}")]
    TwoDigits(Cell, Digit, Digit),
}

/// Reads the reply of a SAT solver.
///
/// # Errors
/// When it is none.
pub fn parse_reply(text: &str) -> Result<Reply, ReplyError> {
    let mut status = None;
    let mut literals = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace().peekable();
        if words.next_if(|&word| word == "c").is_some() {
            continue;
        }
        words.next_if(|&word| word == "s" || word == "v");
        for word in words {
            match (word, word.parse()) {
                (_, Ok(0)) => {}
                (_, Ok(literal)) => literals.push(literal),
                ("SAT" | "SATISFIABLE", _) => status = Some(true),
                ("UNSAT" | "UNSATISFIABLE", _) => status = Some(false),
                ("INDET" | "INDETERMINATE" | "UNKNOWN", _) => return Ok(Reply::Unknown),
                _ => {
                    let word = word.chars().take(QUOTED).flat_map(char::escape_debug).collect();
                    return Err(ReplyError::Word { line: number, word });
                }
            }
        }
    }
    match status {
        Some(false) => Ok(Reply::Unsatisfiable),
        None if literals.is_empty() => Err(ReplyError::Empty),
        _ => Ok(Reply::Model(literals)),
    }
}

/// The grid that a model stands for; without a size, that of its largest variable.
///
/// # Errors
/// When a cell has no digit or two, or the variables fit no size.
pub fn grid_of_model(model: &[i32], layout: Option<&'static Layout>) -> Result<Grid, ReplyError> {
    let largest = model.iter().map(|literal| literal.unsigned_abs() as usize).max().unwrap_or(0);
    let has_all = |layout: &Layout| {
        ENCODINGS.iter().any(|encoding| (encoding.variables)(layout.order()) == largest)
    };
    let of_variables = || Layout::all().iter().find(|layout| has_all(layout));
    let layout = layout.or_else(of_variables).ok_or(ReplyError::Size { variables: largest })?;
    let (order, variables) = (layout.order(), layout.order().pow(3));
    if largest > variables && !has_all(layout) {
        return Err(ReplyError::Variable { variable: largest, variables, layout });
    }
    let mut grid = Grid::empty(layout);
    let holding = model.iter().filter(|&&literal| literal > 0);
    for variable in holding.map(|&literal| literal as usize - 1).filter(|&v| v < variables) {
        let (cell, digit) =
            (layout.cells()[variable / order], Digit::new((variable % order) as u8 + 1));
        match grid.digit(cell) {
            Some(other) if other != digit => return Err(ReplyError::TwoDigits(cell, other, digit)),
            _ => grid.set(cell, Some(digit)),
        }
    }
    match layout.cells().iter().find(|&&cell| grid.digit(cell).is_none()) {
        Some(&cell) => Err(ReplyError::NoDigit(cell)),
        None => Ok(grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::ENCODINGS;

    const GRID: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    fn model() -> Vec<i32> {
        let holds = |variable: i32| GRID[variable as usize / 4] == variable as u8 % 4 + 1;
        (0..64).map(|variable| if holds(variable) { variable + 1 } else { -variable - 1 }).collect()
    }

    #[test]
    fn a_formula_announces_what_it_holds() {
        let puzzle = Puzzle::empty(Layout::of_order(4).unwrap());
        for encoding in ENCODINGS {
            let mut text = Vec::new();
            push_formula(&mut text, &puzzle, encoding, &["of nothing"]);
            let text = String::from_utf8(text).unwrap();
            let mut lines = text.lines();
            assert_eq!(lines.next(), Some("c of nothing"));
            let header = lines.next().unwrap();
            let variables = (encoding.variables)(4);
            assert_eq!(header, format!("p cnf {variables} {}", lines.clone().count()));
            assert!(lines.all(|line| line.ends_with(" 0")));
            let mut largest = 0;
            assert!(read_formula(text.as_bytes(), &mut |clause| {
                largest = clause.iter().map(|l| l.variable() + 1).max().max(Some(largest)).unwrap();
            }));
            assert_eq!(largest, variables, "{}", encoding.name);
        }
    }

    #[test]
    fn both_forms_of_a_model_are_read() {
        let words: Vec<String> = model().iter().map(i32::to_string).collect();
        let expected = Grid::new(Layout::of_order(4).unwrap(), &GRID);
        for text in [
            format!("SAT\n{} 0\n", words.join(" ")),
            format!("c solver\ns SATISFIABLE\nv {}\nv 0\n", words.join("\nv ")),
        ] {
            let Ok(Reply::Model(model)) = parse_reply(&text) else { panic!("{text}") };
            assert_eq!(grid_of_model(&model, None), Ok(expected.clone()));
        }
    }

    /// A model of an encoding with counters: their variables follow those of the candidates.
    #[test]
    fn further_variables_are_passed_over() {
        let mut model = model();
        model.extend((65..=256).map(|number| if number % 3 == 0 { number } else { -number }));
        let expected = Grid::new(Layout::of_order(4).unwrap(), &GRID);
        for layout in [None, Layout::of_order(4)] {
            assert_eq!(grid_of_model(&model, layout), Ok(expected.clone()));
        }
        model.push(-257);
        let error = grid_of_model(&model, Layout::of_order(4));
        assert!(matches!(error, Err(ReplyError::Variable { variable: 257, variables: 64, .. })));
    }

    #[test]
    fn other_replies_are_told_apart() {
        assert_eq!(parse_reply("UNSAT\n"), Ok(Reply::Unsatisfiable));
        assert_eq!(parse_reply("s UNSATISFIABLE"), Ok(Reply::Unsatisfiable));
        assert_eq!(parse_reply("INDET"), Ok(Reply::Unknown));
        assert_eq!(parse_reply("c nothing\n"), Err(ReplyError::Empty));
        let error = parse_reply("SAT\n1 x 0").unwrap_err();
        assert!(error.to_string().starts_with("line 2: `x` is neither"));
    }

    #[test]
    fn a_model_without_a_grid_says_why() {
        let with = |variable: usize, literal: i32| {
            let mut model = model();
            model[variable] = literal;
            grid_of_model(&model, None).unwrap_err().to_string()
        };
        assert_eq!(with(0, -1), "the model gives R1C1 no digit");
        assert_eq!(with(1, 2), "the model gives R1C1 both 1 and 2");
        assert_eq!(grid_of_model(&[7], None), Err(ReplyError::Size { variables: 7 }));
        let four = Layout::of_order(4);
        assert!(matches!(grid_of_model(&[65], four), Err(ReplyError::Variable { .. })));
    }
}
