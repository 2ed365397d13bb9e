//! Puzzles that are lists of a programming language.

use sudoku_lab::text::to_line;

use super::drawings::{converted, lines_and_drawings, rows};
use super::support::unique_puzzles;

/// Cells in quotes with blanks or tabs between, as rows of them without quotes; no-break spaces as blanks.
#[test]
fn quotes_and_no_break_spaces_are_around_cells() {
    let nine = to_line(unique_puzzles(1)[0].grid());
    let large = format!("1{}2{}3{}", ".".repeat(100), ".".repeat(100), ".".repeat(53));
    for (line, order) in [(nine, 9), (large, 16)] {
        for (mark, sign) in [("\t", "0"), (" ", "0"), ("\t", ".")] {
            let row = |row: &str| {
                let cell = |cell: char| format!("\"{cell}\"").replace('.', sign);
                row.chars().map(cell).collect::<Vec<_>>().join(mark) + "\n"
            };
            let drawn: String = rows(&line, order).lines().map(row).collect();
            assert_eq!(converted(&drawn), [&line[..]], "{drawn}");
            assert_eq!(converted(&drawn.replace(['"', '\t'], "\u{a0}")), [&line[..]], "{drawn}");
        }
    }
}

/// With blanks after its commas or without.
#[test]
fn a_list_in_one_line_may_have_a_name() {
    for puzzle in unique_puzzles(2) {
        let line = to_line(puzzle.grid());
        for mark in [",", ", "] {
            let row = |row: &str| {
                let cells = row.chars().map(|cell| cell.to_string().replace('.', "0"));
                format!("[{}]", cells.collect::<Vec<_>>().join(mark))
            };
            let list: Vec<String> = rows(&line, 9).lines().map(row).collect();
            let list = format!("[{}]", list.join(mark));
            let text = format!("grid = {list}\nlet g: [[u8; 9]; 9] = {list};\n");
            let text =
                format!("{text}int grid[9][9] = {};\n", list.replace('[', "{").replace(']', "}"));
            assert_eq!(converted(&text), [&line[..]; 3], "{text}");
        }
    }
}

/// Also where its first string stands behind its name, and its last before the bracket.
#[test]
fn strings_of_a_list_are_puzzles() {
    let lines: Vec<String> = unique_puzzles(3).iter().map(|one| to_line(one.grid())).collect();
    for (quote, between) in [("'", ""), ("\"", "\n    ")] {
        let strings: Vec<String> =
            lines.iter().map(|line| format!("{quote}{line}{quote}")).collect();
        let text = format!("puzzles = [{between}{}{between}]\n", strings.join(",\n    "));
        assert_eq!(converted(&text), lines, "{text}");
    }
}

/// One behind which no comma stands is one, too: the last, or where the comma was forgotten.
#[test]
fn strings_of_a_list_need_no_commas() {
    let lines: Vec<String> = unique_puzzles(4).iter().map(|one| to_line(one.grid())).collect();
    for (quote, begin, end) in [("'", "[", "]"), ("\"", "puzzles = [", "];"), ("'", "P = (", ")")] {
        for signs in [".", "*", "0"] {
            let strings =
                lines.iter().map(|line| format!("{quote}{line}{quote}").replace('.', signs));
            let strings: Vec<String> = strings.collect();
            let whole = format!("{begin}\n{}\n{end}\n", strings.join(",\n"));
            assert_eq!(converted(&whole), lines, "{whole}");
            let without = whole.replacen(&format!("{quote},"), quote, 2);
            assert_eq!(converted(&without), lines, "{without}");
        }
    }
}

/// A list may begin with its first row.
#[test]
fn rows_behind_the_name_of_a_list_are_rows() {
    let puzzles: Vec<String> = lines_and_drawings(2).into_iter().map(|(line, _)| line).collect();
    let expected: Vec<String> = puzzles.iter().map(|line| line.replace('0', ".")).collect();
    let list = |line: &str, begin: &str, cell: &str, between: &str, end: &str| -> String {
        let rows = line.as_bytes().chunks(9).map(|row| {
            let cells = row.iter().map(|&cell| format!("{}", char::from(cell)));
            cells.collect::<Vec<_>>().join(cell)
        });
        format!("{begin}{}{end}\n", rows.collect::<Vec<_>>().join(between))
    };
    for (begin, cell, between, end) in [
        ("grid = [[", ",", "],\n        [", "]]"),
        ("import numpy as np\ngrid = np.array([[", ", ", "],\n[", "]])\nsolve(grid)\n"),
        ("int grid[9][9] = {{", ",", "},\n{", "}};"),
        ("int[][] board = { { ", ",", " },\n { ", " } };"),
        ("problem(1, [[", ",", "],\n[", "]])."),
        ("A = [", " ", ";\n", "];"),
        ("rows = [\"", "", "\",\n        \"", "\"]"),
        ("GRID = (\n  '", "", "',\n  '", "',\n)"),
    ] {
        for line in [&puzzles, &expected] {
            let of = |line: &String| list(line, begin, cell, between, end);
            let text: String = line.iter().map(of).collect();
            assert_eq!(converted(&text), expected, "{text}");
            assert_eq!(converted(&format!("{}\n{text}", line[0]))[1..], expected, "{text}");
        }
    }
    // The comma behind a row's bracket is no cell of it.
    for place in 0..8 {
        let text = list(&puzzles[0].replace('.', "0"), "grid = [[", ", ", "],\n  [", "]]");
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        let (cut, first) = (rows[place].rfind(", ").unwrap(), rows[place].rfind("],").unwrap());
        rows[place].replace_range(cut..first, "");
        let text = rows.join("\n") + "\n" + &text;
        assert_eq!(converted(&text), expected[..1], "{text}");
    }
    // A list ends where its bracket is closed, whatever it lacks or has too much.
    let two: Vec<String> =
        expected.iter().map(|line| list(line, "(\"", "", "\",\n \"", "\")")).collect();
    let row = two[0].lines().nth(4).unwrap();
    for broken in [
        two[0].replacen(&format!("{row}\n"), "", 1),
        two[0].replacen(row, &format!("{row}\n{row}"), 1),
    ] {
        let text = format!("{}{broken}{}{}", two[1], two[0], two[1]);
        let found = converted(&text);
        assert!(found.ends_with(&expected) && found.starts_with(&expected[1..]), "{text}{found:?}");
    }
    let solved =
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let solution = list(solved, "solution = [[", ",", "],\n[", "]]");
    let text = list(&puzzles[0], "grid = [[", ",", "],\n[", "]]") + &solution;
    assert_eq!(converted(&text), expected[..1], "{text}");
    assert_eq!(converted(&solution), [solved]);
}
