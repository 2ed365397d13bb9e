//! Explanations as text: for each step its strategy, the reason, what follows, and
//! the grid with its candidates before the step.
//!
//! ```text
//!        C1   C2    C3   C4
//!      ┌──────────┬─────────┐
//!   R1 │ 1    234 │ 24* 24* │
//!   R2 │ 4    2×3 │ 1   3?  │
//! ```
//!
//! A filled cell shows its digit; in an empty cell a single candidate has a `?`. A
//! marked candidate carries the [sign](super::Paint::sign) of each mark, and the
//! line under the grid says what the signs mean. Colours repeat what the signs say
//! and are for terminals; without them the text is the same.

use std::fmt::Write as _;

use super::{Drawing, Ending, Explanation, Paint};
use crate::grid::{CandidateGrid, Cell};
use crate::strategy::{Role, Step};
use crate::text::puzzle_line;

/// How the text is dressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours, as ANSI escape sequences.
    pub colours: bool,
    /// The grid before every step; without, only the words.
    pub grids: bool,
}

/// The explanation of the puzzle in this line of a set, ending with a line end; a
/// puzzle from nowhere has an empty set.
pub fn write(explanation: &Explanation, set: &str, line: u64, style: Style) -> String {
    let mut text = String::new();
    let origin = if set.is_empty() { String::new() } else { format!("{set}, line {line}: ") };
    let _ = writeln!(text, "{}", style.bold(&(origin + &heading(explanation))));
    let _ = writeln!(text, "{}\n", puzzle_line(&explanation.puzzle));
    let mut grid = CandidateGrid::new(&explanation.puzzle);
    let of = explanation.steps.len();
    for (number, application) in (1..).zip(&explanation.steps) {
        let row = application.row();
        let title = style.bold(row.title);
        let level = row.level.name();
        let _ = writeln!(text, "{number}/{of}  {title} ({level}, {})", row.score);
        let _ = writeln!(text, "  {}", application.reason);
        push_conclusion(&mut text, &application.step, &mut grid, style);
    }
    let _ = writeln!(text, "{}", style.bold(&ending(explanation)));
    push_grid(&mut text, &grid, None, style);
    if explanation.ending == Some(Ending::Solved) {
        let _ = writeln!(text, "\n{:?}", grid.grid());
    }
    text
}

/// What the puzzle is: its size, its givens and the number of its solutions.
pub fn heading(explanation: &Explanation) -> String {
    let layout = explanation.puzzle.layout();
    let solutions = match explanation.solutions {
        Some(0) => "no solution",
        Some(1) => "one solution",
        Some(_) => "several solutions",
        None => "unknown number of solutions",
    };
    let (order, givens) = (layout.order(), explanation.puzzle.clues());
    let kind = if explanation.puzzle.has_marks() { " pencilmark puzzle" } else { "" };
    let mut text = format!("{order}×{order}{kind}, {givens} givens, {solutions}");
    if !explanation.withheld.is_empty() {
        text += "; strategies that presume one solution are left out";
    }
    text
}

/// How it ended, and which strategies it took.
pub fn ending(explanation: &Explanation) -> String {
    let steps = match explanation.steps.len() {
        1 => "1 step".into(),
        count => format!("{count} steps"),
    };
    let mut text = match explanation.ending {
        Some(Ending::Solved) => format!("Solved in {steps}"),
        Some(Ending::Contradiction) => {
            format!("Contradiction after {steps}: a cell or a digit has nowhere left to go")
        }
        None => format!("Stopped after {steps}"),
        Some(Ending::Stalled) => {
            let empty = explanation.last_grid().empty_cells();
            let others = match explanation.of_other_sizes.len() {
                0 => String::new(),
                1 => " (1 strategy does not search grids of this size)".into(),
                count => format!(" ({count} strategies do not search grids of this size)"),
            };
            format!(
                "Stalled after {steps}: no strategy finds more{others}, {empty} cells are empty"
            )
        }
    };
    let usage = explanation.usage();
    let usage = usage.iter().map(|(strategy, count)| format!("{} {count}", strategy.title));
    let usage = usage.collect::<Vec<_>>().join(", ");
    if !usage.is_empty() {
        let _ = write!(text, ". {usage}");
    }
    text + "."
}

/// Appends what a step concludes and, if wanted, the grid before it, and applies it.
pub(super) fn push_conclusion(
    text: &mut String,
    step: &Step,
    grid: &mut CandidateGrid,
    style: Style,
) {
    let _ = writeln!(text, "  {}", style.bold(&step.conclusion()));
    if style.grids {
        let drawing = Drawing::of(step, grid);
        push_grid(text, grid, Some(&drawing), style);
    }
    text.push('\n');
    step.apply(grid);
}

/// Appends a grid: column numbers, rows with borders between boxes, a legend.
pub(super) fn push_grid(
    text: &mut String,
    grid: &CandidateGrid,
    drawing: Option<&Drawing>,
    style: Style,
) {
    let layout = grid.layout();
    let order = layout.order();
    let contents: Vec<Content> =
        layout.cells().iter().map(|&cell| Content::of(grid, cell, drawing)).collect();
    let width_of = |column: usize| {
        let cells = contents.iter().skip(column).step_by(order);
        let label = format!("C{}", column + 1).len();
        cells.map(|content| content.0.len()).max().unwrap_or(0).max(label)
    };
    let widths: Vec<usize> = (0..order).map(width_of).collect();
    let stacks = || widths.chunks(layout.box_columns());
    let border = |[left, middle, right]: [char; 3]| {
        let runs = stacks().map(|stack| "─".repeat(stack.iter().map(|w| w + 1).sum::<usize>() + 1));
        format!("{left}{}{right}", runs.collect::<Vec<_>>().join(&middle.to_string()))
    };
    let margin = "     ";
    let mut labels = String::from(margin);
    for (column, width) in widths.iter().enumerate() {
        labels += if column % layout.box_columns() == 0 { "  " } else { "" };
        let _ = write!(labels, "{:<width$} ", format!("C{}", column + 1));
    }
    let _ = writeln!(text, "{}", style.faint(labels.trim_end()));
    for (row, cells) in contents.chunks(order).enumerate() {
        if row % layout.box_rows() == 0 {
            let corners = if row == 0 { ['┌', '┬', '┐'] } else { ['├', '┼', '┤'] };
            let _ = writeln!(text, "{margin}{}", style.faint(&border(corners)));
        }
        text.push_str(&style.faint(&format!("{:>4} ", format!("R{}", row + 1))));
        for (column, (content, width)) in cells.iter().zip(&widths).enumerate() {
            if column % layout.box_columns() == 0 {
                text.push_str(&style.faint("│"));
                text.push(' ');
            }
            content.push(text, *width, style);
        }
        let _ = writeln!(text, "{}", style.faint("│"));
    }
    let _ = writeln!(text, "{margin}{}", style.faint(&border(['└', '┴', '┘'])));
    if let Some(drawing) = drawing {
        let entries = drawing
            .legend()
            .into_iter()
            .map(|paint| style.paint(paint, &paint.sign().to_string()) + " " + &paint.meaning());
        let _ = writeln!(text, "{margin}{}", entries.collect::<Vec<_>>().join("   "));
    }
}

/// What stands in a cell: symbols, each with the manner it is shown in.
struct Content(Vec<(char, Manner)>);

#[derive(Clone, Copy)]
enum Manner {
    Given,
    Filled,
    Open,
    Marked(Paint),
}

impl Content {
    fn of(grid: &CandidateGrid, cell: Cell, drawing: Option<&Drawing>) -> Content {
        if let Some(digit) = grid.digit(cell) {
            let manner = if grid.is_given(cell) { Manner::Given } else { Manner::Filled };
            return Content(vec![(digit.symbol(), manner)]);
        }
        let candidates = grid.candidates(cell);
        let mut symbols = Vec::new();
        for digit in candidates {
            let paints: Vec<Paint> =
                drawing.iter().flat_map(|drawing| drawing.paints(cell, digit)).collect();
            // What is concluded outshines what it is concluded from.
            let manner = paints.last().map_or(Manner::Open, |&paint| Manner::Marked(paint));
            symbols.push((digit.symbol(), manner));
            symbols.extend(paints.iter().map(|&paint| (paint.sign(), Manner::Marked(paint))));
        }
        if symbols.len() == 1 {
            symbols.push(('?', Manner::Open));
        }
        Content(symbols)
    }

    fn push(&self, text: &mut String, width: usize, style: Style) {
        for &(symbol, manner) in &self.0 {
            let symbol = symbol.to_string();
            text.push_str(&match manner {
                Manner::Given => style.bold(&symbol),
                Manner::Filled => symbol,
                Manner::Open => style.faint(&symbol),
                Manner::Marked(paint) => style.paint(paint, &symbol),
            });
        }
        text.extend(std::iter::repeat_n(' ', width - self.0.len() + 1));
    }
}

impl Style {
    fn dress(self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.dress("1", text)
    }

    fn faint(self, text: &str) -> String {
        self.dress("2", text)
    }

    /// The colours keep apart for the usual kinds of colour blindness: blue, orange
    /// and their neighbours, never red against green.
    fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Part(Role::Base | Role::On) => "1;34",
            Paint::Part(Role::Fin | Role::Off) => "1;33",
            Paint::Part(Role::Colour(_, false)) => "1;36",
            Paint::Part(Role::Colour(_, true)) => "1;35",
            Paint::Part(Role::Set(number)) => ["1;34", "1;36", "1;35"][usize::from(number) % 3],
            Paint::Placed => "1;7",
            Paint::Removed => "9;31",
        };
        self.dress(code, text)
    }
}
