//! Drawn inputs are cut into units as lines are, whatever tells where their puzzles begin.

use std::fs;
use std::path::Path;

use sudoku_lab::text::to_line;

use super::drawings::rows;
use super::program::read;
use super::sheets::fields;
use super::support::{program, stdout, unique_puzzles};
use super::units::same_rows;

/// Puzzles enough for some units of the longest blocks.
const PUZZLES: u64 = 340;

/// How the rows of a puzzle of this number are drawn.
type Layout<'a> = &'a dyn Fn(usize, &str) -> String;

fn drawn(lines: &[String], one: Layout) -> String {
    lines.iter().enumerate().map(|(place, line)| one(place + 1, &rows(line, 9))).collect()
}

fn sheet(rows: &str, mark: &str) -> String {
    rows.lines().map(|row| fields(mark, row) + "\n").collect()
}

#[test]
fn drawn_inputs_are_cut_into_units() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    let lines: Vec<String> =
        unique_puzzles(PUZZLES).iter().map(|one| to_line(one.grid())).collect();
    let framed = |rows: &str| -> String {
        let row = |row: &str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
        rows.lines().map(row).collect::<String>() + "+---+---+---+\n"
    };
    let layouts: [(&str, u64, Layout); 7] = [
        ("together", 10, &|_, rows| rows.into()),
        ("headed", 10, &|number, rows| format!("Grid {number}\n{rows}")),
        ("numbered", 10, &|number, rows| format!("{number}\n{rows}")),
        ("framed", 3, &|_, rows| framed(rows)),
        ("apart", 3, &|_, rows| sheet(rows, ",") + ",,,,,,,,\n"),
        ("blank", 3, &|_, rows| sheet(rows, ";") + "\n"),
        ("titled", 3, &|number, rows| format!("Puzzle {number},,,,,,,,\n{}", sheet(rows, ","))),
    ];
    for (name, least, one) in layouts {
        fs::write(folder.path().join(name), drawn(&lines, one)).unwrap();
        let options = format!("{at}/{name} --solvers fast,dlx --unit-lines 64 --quiet --out {at}");
        stdout(&program(&format!("run {options}/{name}-whole")));
        let whole = format!("{at}/{name}-whole");
        let found = read(Path::new(&whole), "puzzles");
        assert_eq!(found.height() as u64, PUZZLES, "{name}");
        let units = stdout(&program(&format!("plan {options}/{name}-cut")));
        let units: u64 = units.trim().parse().unwrap();
        assert!(units >= least, "{name}: {units}");
        // The last ones are read without what was known of those before.
        for unit in (0..units).rev() {
            stdout(&program(&format!("work {at}/{name}-cut --unit {unit} --quiet")));
        }
        stdout(&program(&format!("finalize {at}/{name}-cut --quiet")));
        same_rows(Path::new(&whole), &folder.path().join(format!("{name}-cut")));
    }
}
