//! Puzzles drawn in spreadsheets, and what else stands there.

use sudoku_lab::grid::Layout;
use sudoku_lab::solver::{Limit, find_solver};
use sudoku_lab::text::to_line;

use super::drawings::{check, converted, rows};
use super::support::{full_line, shifted_puzzle, unique_puzzles, without_row};

/// Digits between marks, nothing for an empty cell.
pub(super) fn fields(mark: &str, cells: &str) -> String {
    let cells: Vec<String> = cells.chars().map(|cell| cell.to_string().replace('.', "")).collect();
    cells.join(mark)
}

/// A puzzle with nothing in the last row and column; and turned by a half, so in the first ones.
pub(super) fn puzzles_with_empty_sides() -> [String; 2] {
    let is_given =
        |cell: usize| cell % 9 < 8 && cell < 72 && !(cell * cell + cell / 9).is_multiple_of(4);
    let full = full_line(1);
    let cells = full.chars().enumerate();
    let line: String = cells.map(|(at, digit)| if is_given(at) { digit } else { '.' }).collect();
    let turned = line.chars().rev().collect();
    [line, turned]
}

/// Where nothing stands for an empty cell, a field more than cells may be a number before them.
#[test]
fn a_number_beside_cells_is_no_cell() {
    for line in puzzles_with_empty_sides() {
        for mark in [",", ";", "\t"] {
            let cells = fields(mark, &line);
            assert_eq!(converted(&format!("{cells}\n{cells}\n")), [&line[..], &line], "{cells}");
            for beside in [format!("2{mark}{cells}"), format!("{cells}{mark}2")] {
                assert_eq!(converted(&beside), [""; 0], "{beside}");
                assert_eq!(converted(&format!("{beside}\n{cells}\n")), [&line[..]], "{beside}");
            }
            // In a comment it is one that has a number.
            let text = format!("#7{mark}{cells}\n");
            let is_whole = mark != "\t" || !line.ends_with('.');
            assert_eq!(converted(&text), vec![&line[..]; usize::from(is_whole)], "{text}");
            let labelled: Vec<String> = rows(&line, 9)
                .lines()
                .zip(0..)
                .map(|(row, number)| format!("{number}{mark}{}", fields(mark, row)))
                .collect();
            let from_one: Vec<String> = labelled
                .iter()
                .map(|row| format!("{}{}", 1 + row[..1].parse::<u32>().unwrap(), &row[1..]))
                .collect();
            for labelled in [labelled, from_one] {
                let text = labelled.join("\n");
                assert_eq!(converted(&text), [""; 0], "{text}");
            }
        }
        // So is a margin in quotes.
        let quoted = |row: &str| {
            let cells = row.chars().map(|cell| format!(",\"{cell}\"").replace('.', ""));
            cells.collect::<String>() + "\n"
        };
        let margin: String = rows(&line, 9).lines().map(quoted).collect();
        assert_eq!(converted(&margin), [""; 0], "{margin}");
        // With a sign for an empty cell the last field is none.
        let cells: Vec<String> = line.chars().map(|cell| format!("{cell},")).collect();
        assert_eq!(converted(&cells.concat()), [&line[..]]);
    }
}

/// Between tabs a puzzle has as many filled cells as a row of a larger grid has.
#[test]
fn few_cells_between_tabs_are_no_row() {
    let solved = "4567891231234567897891234562345678";
    for givens in [9, 12, 16, 25, 26] {
        let line = format!("{:.<81}", &solved[..givens]);
        let text = fields("\t", &line);
        assert_eq!(converted(&format!("{text}\n{text}\n")), [&line[..], &line], "{givens}");
        let (drawn, wanted) = (rows(&line, 9), [&line[..], &line, &line]);
        assert_eq!(converted(&format!("{drawn}{text}\n{text}\n")), wanted, "{givens}");
    }
}

/// They may be counted from 0.
#[test]
fn numbers_of_columns_are_no_row() {
    for line in puzzles_with_empty_sides() {
        for mark in [",", ";", "\t"] {
            for numbers in ["123456789", "012345678"] {
                let drawn: Vec<String> =
                    rows(&line, 9).lines().map(|row| fields(mark, row)).collect();
                let one = format!("{}\n{}\n", fields(mark, numbers), drawn.join("\n"));
                assert_eq!(converted(&one), [&line[..]], "{one}");
                let two = format!("{one}\n{one}");
                assert_eq!(converted(&two), [&line[..], &line], "{two}");
            }
        }
    }
    // Below them, and below a line of a title, rows of nothing stand between bands.
    for (sign, gap) in [("", ",,,,,,,,"), ("-", ",,,,,,,,"), ("", ", , , , , , , , "), ("_", "")] {
        for above in ["1,2,3,4,5,6,7,8,9\n", "Puzzle 1\n0,1,2,3,4,5,6,7,8\n", "---\n", "\n\n\n"] {
            let drawn = |line: &String| -> String {
                let signed = |row: &str| {
                    let cells = row.chars().map(|cell| cell.to_string().replace('.', sign));
                    cells.collect::<Vec<_>>().join(",") + "\n"
                };
                let rows: Vec<String> = rows(line, 9).lines().map(signed).collect();
                let bands = rows.chunks(3).map(<[String]>::concat);
                above.to_owned() + &bands.collect::<Vec<_>>().join(&format!("{gap}\n")) + "\n"
            };
            let [one, other] = &puzzles_with_empty_sides();
            let text = [one, other, one].map(drawn).concat();
            let found = converted(&text);
            // Where an empty cell has no sign, a row of nothing may be one of cells.
            assert!(sign.is_empty() || found.len() == 3, "{text}{found:?}");
            assert!(found.iter().all(|line| [one, other].contains(&line)), "{text}{found:?}");
        }
    }
    let table = |line: &str| -> String {
        let row = |row: &str| {
            let cells = row.chars().map(|cell| format!("| {cell} ").replace('.', " "));
            cells.collect::<String>() + "|\n"
        };
        let head = format!("{}|\n{}|\n", "|   ".repeat(9), "|---".repeat(9));
        head + &rows(line, 9).lines().map(row).collect::<String>()
    };
    let [one, other] = &puzzles_with_empty_sides();
    let text = [one, other, one].map(|line| table(line)).join("---\n");
    assert_eq!(converted(&text), [&one[..], other, one], "{text}");
    // Without a head the first row may be empty; one head may stand above all.
    let [bare, below] = [other, one]
        .map(|line| table(line).lines().skip(2).fold(String::new(), |all, row| all + row + "\n"));
    assert_eq!(converted(&format!("{bare}{below}")), [&other[..], one]);
    assert_eq!(converted(&format!("{}{below}", table(other))), [&other[..], one]);
    let csv = |line: &String| {
        rows(line, 9).lines().fold(String::new(), |all, row| all + &fields(",", row) + "\n")
    };
    for numbers in ["1,2,3,4,5,6,7,8,9", "0,1,2,3,4,5,6,7,8"] {
        let text = format!("{numbers}\n{}{}{}", csv(one), csv(one), csv(one));
        assert_eq!(converted(&text), [&one[..], one, one], "{text}");
    }
}

/// Below the title of the first puzzle as below those of others.
#[test]
fn an_empty_first_row_below_a_title_is_a_row() {
    let [_, first] = puzzles_with_empty_sides();
    let mut lines: Vec<String> = unique_puzzles(2).iter().map(|one| to_line(one.grid())).collect();
    lines.insert(0, first);
    for (title, between) in [("Puzzle 1,,,,,,,,\n", ""), ("Two puzzles\n", "\n")] {
        let drawn = |line: &String| -> String {
            rows(line, 9).lines().map(|row| fields(",", row) + "\n").collect()
        };
        let text: String =
            lines.iter().map(|line| [title, &drawn(line), between].concat()).collect();
        assert_eq!(converted(&text), lines, "{text}");
    }
}

/// After the last puzzle no lines of nothing stand where they stand between others.
#[test]
fn a_blank_line_or_text_may_follow_the_last_puzzle() {
    let lines: Vec<String> = unique_puzzles(3).iter().map(|one| to_line(one.grid())).collect();
    for mark in [",", ";", "\t"] {
        let sheet = |line: &String| -> String {
            rows(line, 9).lines().map(|row| fields(mark, row) + "\n").collect()
        };
        let sheets: Vec<String> = lines.iter().map(sheet).collect();
        for between in 1..4 {
            let one = sheets.join(&format!("{}\n", mark.repeat(8)).repeat(between));
            for after in ["", "\n", "\n\n", "# the end\n", "Text.\n"] {
                let text = format!("{one}{after}");
                assert_eq!(&converted(&text)[..3], lines, "{text}");
            }
            let twice = format!("{one}\n{one}");
            assert_eq!(converted(&twice), [&lines[..], &lines].concat(), "{twice}");
        }
    }
}

/// A spreadsheet writes a blank line with the marks of its cells.
#[test]
fn lines_of_nothing_are_no_puzzles() {
    for (order, cells) in [(16, 16), (4, 16), (9, 81), (16, 256)] {
        let (drawn, line) = large_sheet(order);
        for mark in [",", ";", "\t"] {
            let nothing = format!("{}\n", mark.repeat(cells - 1));
            assert_eq!(converted(&nothing), [""; 0], "{nothing}");
            let drawn = drawn.replace(',', mark);
            for text in [format!("{nothing}# 1\n{drawn}"), format!("{nothing}\n{drawn}\n{nothing}")]
            {
                assert_eq!(converted(&text), [&line[..]], "{text}");
            }
        }
    }
}

/// A puzzle of a diagonal, as a sheet, and in a line.
fn large_sheet(order: usize) -> (String, String) {
    let digit = |row: usize| char::from_digit(row as u32 + 1, 36).unwrap();
    let cell = |row: usize, column: usize| if row == column { digit(row) } else { '.' };
    let row = |row: usize| -> String { (0..order).map(|column| cell(row, column)).collect() };
    let all: Vec<String> = (0..order).map(row).collect();
    let drawn = all.iter().map(|row| fields(",", row) + "\n").collect();
    (drawn, all.concat())
}

/// A spreadsheet writes an empty row as a row: where none belongs to a puzzle, it is a blank line.
#[test]
fn empty_rows_stand_in_puzzles_and_between_them() {
    let lines: Vec<String> = unique_puzzles(12).iter().map(|one| to_line(one.grid())).collect();
    // One begins and another ends with an empty row.
    let sparse = [0, 8, 4].map(|row| without_row(row, row + 2));
    let all: Vec<&String> = lines[3..].iter().chain(&sparse).chain(&lines[..3]).collect();
    for mark in [",", ";", "\t"] {
        let blank = mark.repeat(8);
        let rows = |line: &str| -> Vec<String> {
            rows(line, 9).lines().map(|row| fields(mark, row)).collect()
        };
        for between in ["", "_", "_/_", "title", "_/title", "title/_"] {
            for bands in [false, true] {
                for damaged in [None, Some(2)] {
                    if damaged.is_some() && !between.starts_with('_') || bands && between.is_empty()
                    {
                        continue;
                    }
                    let mut text = String::new();
                    for (at, line) in all.iter().enumerate() {
                        let mut rows = rows(line);
                        if Some(at) == damaged {
                            rows.remove(1);
                        }
                        let band = if bands { format!("\n{blank}\n") } else { "\n".into() };
                        let drawn: Vec<_> = rows.chunks(3).map(|band| band.join("\n")).collect();
                        let apart = if at == 0 { "" } else { between };
                        for part in apart.split('/').filter(|part| !part.is_empty()) {
                            text += &part.replace("title", "Puzzle 7").replace('_', "");
                            text += &format!("{blank}\n");
                        }
                        text += &format!("{}\n", drawn.join(&band));
                    }
                    let read = converted(&text);
                    let kept = all.iter().enumerate().filter(|(at, _)| Some(*at) != damaged);
                    let kept: Vec<&String> = kept.map(|(_, line)| *line).collect();
                    assert_eq!(read.iter().collect::<Vec<_>>(), kept, "{between} {bands} {text}");
                }
            }
        }
    }
}

/// Lines of nothing stand between puzzles; where there are other numbers of them, or one line is wrong, puzzles
/// are lost and told, and none is read that is not there.
#[test]
fn many_empty_lines_stand_between_puzzles() {
    let mut lines: Vec<String> = unique_puzzles(4).iter().map(|one| to_line(one.grid())).collect();
    // One begins with an empty row.
    lines[2] = without_row(0, 1);
    let sheet = |gaps: [usize; 3]| -> Vec<String> {
        let mut text = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let empty = if at == 0 { 0 } else { gaps[at - 1] };
            text.extend(std::iter::repeat_n(",".repeat(8), empty));
            text.extend(rows(line, 9).lines().map(|row| fields(",", row)));
        }
        text
    };
    for count in 0..=2 {
        assert_eq!(converted(&(sheet([count; 3]).join("\n") + "\n")), lines, "{count}");
    }
    let is_safe = |text: Vec<String>| {
        let text = text.join("\n") + "\n";
        let (read, told) = (converted(&text), check(&text));
        assert!(read.iter().all(|one| lines.contains(one)), "{text}{read:?}");
        let is_told = told.iter().any(|(_, said)| said.starts_with("invalid"));
        assert!(read.len() == 4 || is_told, "{text}{told:?}");
    };
    for gaps in
        [[3; 3], [4; 3], [6; 3], [1, 0, 1], [3, 1, 1], [1, 1, 3], [1, 2, 3], [2, 1, 2], [4, 3, 3]]
    {
        is_safe(sheet(gaps));
    }
    for (count, at) in (1..=3).flat_map(|count| [0, 4, 8, 12, 22].map(|at| (count, at))) {
        let mut with_note = sheet([count; 3]);
        with_note[at] += ",nice";
        is_safe(with_note);
        let mut cut = sheet([count; 3]);
        cut.remove(at);
        is_safe(cut);
    }
    // A first row of nothing, and a last one: nothing tells which of them is the puzzle's.
    for row in ["6.1...", "..1..."] {
        let six = ["......", row, ".2....", "....6.", "...2.5", "..43.."];
        let drawn = six.map(|row| fields(",", row)).join("\n") + "\n";
        assert_eq!(converted(&drawn), [six.concat()]);
        let said = check(&(drawn + ",,,,,\n"));
        assert!(matches!(&said[..], [(7, reason)] if reason.starts_with("invalid")), "{said:?}");
    }
}

/// The numbers of columns above each puzzle of a sheet are no row of a small one, either, whatever stands
/// between: where they are on top of puzzles that are whole, others are read from there on.
#[test]
fn numbers_of_columns_stand_above_each_small_puzzle() {
    for order in [4, 6, 9] {
        let layout = Layout::of_order(order).unwrap();
        let all = [4, 5, 7, 11].map(|stride| to_line(shifted_puzzle(layout, stride).grid()));
        // One begins with an empty row, one has none at its end.
        let mut all = all.map(|line| line.replace('0', "."));
        all[1].replace_range(..order, &".".repeat(order));
        all[2].replace_range(all[2].len() - order - 1.., &".".repeat(order + 1));
        let numbers: String = (1..=order).map(|column| column.to_string()).collect();
        for (gap, title) in (0..=3).flat_map(|gap| ["", "Sudoku"].map(|title| (gap, title))) {
            let nothing = ",".repeat(order - 1) + "\n";
            let sheet = |line: &String| {
                let rows: String =
                    rows(line, order).lines().map(|row| fields(",", row) + "\n").collect();
                fields(",", &numbers) + "\n" + &rows + &nothing.repeat(gap)
            };
            let text: String = all.iter().map(sheet).collect();
            let titled = if title.is_empty() { text } else { format!("{title}{nothing}{text}") };
            assert_eq!(converted(&titled), all, "{titled}");
        }
    }
}

/// Lines of nothing between the puzzles of a sheet tell nothing of those that stand below it, or above, in
/// other layouts.
#[test]
fn puzzles_in_other_layouts_stand_below_a_sheet() {
    let all: Vec<String> = unique_puzzles(8).iter().map(|one| to_line(one.grid())).collect();
    let sheet = |lines: &[String], mark: &str, gap: usize, empty: &str| {
        let row =
            |row: &str| fields(mark, row).replace(&mark.repeat(2), &format!("{mark}{empty}{mark}"));
        let drawn =
            lines.iter().map(|line| rows(line, 9).lines().map(|one| row(one) + "\n").collect());
        drawn.collect::<Vec<String>>().join(&(mark.repeat(8) + "\n").repeat(gap))
    };
    let framed = |lines: &[String], sign: &str| -> String {
        let border = "-------+-------+-------\n";
        let band = |band: &[&str]| -> String {
            let cells = |row: &str| row.replace('.', sign).split("").collect::<Vec<_>>().join(" ");
            let row = |row: &&str| [&row[..3], &row[3..6], &row[6..]].map(cells).join("|") + "\n";
            band.iter().map(row).collect()
        };
        let puzzle = |line: &String| {
            let rows = rows(line, 9);
            let rows: Vec<&str> = rows.lines().collect();
            rows.chunks(3).map(band).collect::<Vec<_>>().join(border)
        };
        lines.iter().map(puzzle).collect::<Vec<_>>().join("\n")
    };
    for (count, between) in [1, 2, 3, 5]
        .into_iter()
        .flat_map(|count| ["\n", "\n\n", "Puzzle 7\n"].map(|between| (count, between)))
    {
        let (above, below) = all.split_at(count);
        let below = &below[..3];
        let others = [
            framed(below, "."),
            framed(below, "-"),
            framed(below, "*"),
            below.iter().map(|line| rows(line, 9)).collect(),
            below.join("\n"),
        ];
        for other in others {
            for (mark, gap) in [(",", 1), ("\t", 2), (";", 0)] {
                let text = sheet(above, mark, gap, "") + between + &other;
                assert_eq!(converted(&text), all[..count + 3], "{text}");
            }
        }
    }
}

/// Lines of nothing stand otherwise around the solutions of a sheet than around its puzzles.
#[test]
fn solutions_in_a_sheet_are_no_puzzles() {
    let puzzles = unique_puzzles(4);
    let full = puzzles.iter().map(|puzzle| {
        let mut solver = (find_solver("fast").unwrap().build)();
        to_line(&solver.solve(puzzle, &Limit::solutions(1)).solution.unwrap())
    });
    let full: Vec<String> = full.collect();
    let puzzles: Vec<String> = puzzles.iter().map(|puzzle| to_line(puzzle.grid())).collect();
    let nothing = ",,,,,,,,\n";
    let sheet = |cells: &str, between: &str| -> String {
        let bands = cells.as_bytes().chunks(27).map(|band| {
            let row = |row: &[u8]| fields(",", std::str::from_utf8(row).unwrap()) + "\n";
            band.chunks(9).map(row).collect::<String>()
        });
        bands.collect::<Vec<_>>().join(between)
    };
    // Below the title, between bands, below the puzzle, below the heading, below the solution.
    for (title, spaces) in [
        ("Puzzle", [1, 0, 1, 0, 1]),
        ("Easy", [1, 0, 1, 0, 2]),
        ("Easy", [0, 0, 1, 1, 1]),
        ("", [0, 0, 1, 0, 1]),
        ("", [0, 0, 0, 0, 1]),
        ("Easy", [1, 1, 1, 0, 1]),
    ] {
        let [above, bands, below, heading, last] = spaces.map(|count| nothing.repeat(count));
        let title =
            if title.is_empty() { String::new() } else { format!("{title},,,,,,,,\n{above}") };
        let text = |full: &[String]| -> String {
            let each = puzzles.iter().zip(full).map(|(puzzle, full)| {
                let solution = format!("Solution,,,,,,,,\n{heading}{}{last}", sheet(full, ""));
                format!("{title}{}{below}{solution}", sheet(puzzle, &bands))
            });
            each.collect()
        };
        assert_eq!(converted(&text(&full)), puzzles, "{}", text(&full));
        // A solution that lacks a digit is none, either.
        let mut lacking = full.clone();
        lacking[1].replace_range(40..41, ".");
        assert_eq!(converted(&text(&lacking)), puzzles, "{}", text(&lacking));
    }
}

/// A cell with a mistake in any row of a puzzle below a title costs that puzzle.
#[test]
fn a_mistyped_first_row_is_a_row() {
    let puzzles: Vec<String> =
        unique_puzzles(3).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    for (mark, wrong) in [(",", "x"), ("\t", "10"), (",", "n/a"), (";", "8 9")] {
        for row in 0..9 {
            let sheet = |(number, line): (usize, &String)| {
                let rows = line.as_bytes().chunks(9).enumerate().map(|(place, cells)| {
                    let mut cells: Vec<String> = cells
                        .iter()
                        .map(|&cell| char::from(cell).to_string().replace('.', ""))
                        .collect();
                    if (number, place) == (1, row) {
                        cells[4] = wrong.into();
                    }
                    cells.join(mark) + "\n"
                });
                let nothing = mark.repeat(8);
                format!("Puzzle {}{nothing}\n{}{nothing}\n", number + 1, rows.collect::<String>())
            };
            let text: String = puzzles.iter().enumerate().map(sheet).collect();
            let said = check(&text);
            let verdicts: Vec<&str> = said.iter().map(|(_, verdict)| verdict.as_str()).collect();
            assert!(
                verdicts[1].starts_with("invalid: ")
                    && verdicts[1].contains(&format!("of row {}", row + 1)),
                "{text}{said:?}"
            );
            assert_eq!([verdicts[0], verdicts[2]], ["unique"; 2], "{text}");
            assert_eq!(verdicts.len(), 3);
        }
    }
}

/// Each of many puzzles whose empty rows are unclear is told, and of the next ones none is lost. They are
/// looked at seldom then: each look reads the lines below in all ways.
#[test]
fn many_unclear_puzzles_end_none_but_themselves() {
    let nothing = ",,,,,,,,\n".repeat(4);
    let rows_of =
        ["1........", ".2.......", ".........", "..3......", "...4.....", ".........", "....5...."];
    let unclear = nothing.clone() + &rows_of.map(|row| fields(",", row) + "\n").concat() + &nothing;
    let mut text = (unclear + "\n").repeat(40);
    let puzzles: Vec<String> = unique_puzzles(2).iter().map(|one| to_line(one.grid())).collect();
    for puzzle in &puzzles {
        text += &rows(puzzle, 9).lines().map(|row| fields(",", row) + "\n").collect::<String>();
        text += "\n";
    }
    let said = check(&text);
    let invalid = said.iter().filter(|(_, reason)| reason.starts_with("invalid")).count();
    assert_eq!((invalid, said.len()), (40, 42), "{said:?}");
    assert_eq!(converted(&text), puzzles);
}

/// Where a sheet has a column more than a puzzle, and both the first and the last are empty, nothing
/// tells which of them is none.
#[test]
fn a_column_too_many_is_no_cell() {
    let empty = ".".repeat(9);
    let inner =
        &format!("..3.2.6.....3.5........81..{empty}..67.4.........95....2.3...{empty}..5.1.3..");
    let sheet = |line: &str, before: &str, after: &str| -> String {
        let row = |row: &str| format!("{before}{}{after}\n", fields(",", row));
        rows(line, 9).lines().map(row).collect()
    };
    let is_reject = |said: &[(u64, String)], at: u64| matches!(said, [(line, reason)] if *line == at && reason.starts_with("invalid"));
    for (before, after) in [("", ","), (",", "")] {
        for above in 0..3 {
            let text = format!(",{empty}\n").replace('.', ",").repeat(above as usize)
                + &sheet(inner, before, after);
            let said = check(&text);
            assert!(is_reject(&said, 9 + above), "{text}{said:?}");
        }
    }
    // With one before each box, and a row above each, it has as many as a larger grid.
    for sign in ["", "."] {
        let mut text = String::new();
        for (place, cell) in inner.chars().enumerate() {
            text += if place % 27 == 0 { ",,,,,,,,,,,\n" } else { "" };
            text += if place % 9 > 0 { "," } else { "" };
            text += if place % 3 == 0 { "," } else { "" };
            text += &cell.to_string().replace('.', sign);
            text += if place % 9 == 8 { "\n" } else { "" };
        }
        assert!(is_reject(&check(&text), 12), "{text}");
    }
    // Rows of nothing above and below eight rows, one of which is the puzzle's.
    let eight = sheet(inner, "", "").split_once('\n').unwrap().1.to_owned();
    let nothing = ",,,,,,,,\n";
    assert_eq!(converted(&format!("{nothing}{eight}")), [empty + &inner[9..]]);
    let said = check(&format!("{nothing}{eight}{nothing}"));
    assert!(is_reject(&said, 10), "{said:?}");
    // Also where a puzzle stands below, which is read.
    let other = &without_row(3, 1);
    let below = format!("{nothing}{eight}{nothing}\n{}", sheet(other, "", ""));
    assert_eq!(converted(&below), [other.as_str()]);
    let below = format!("{nothing}{}\n{nothing}{eight}", sheet(other, "", ""));
    assert_eq!(converted(&below), [other.as_str()]);
    assert_eq!(converted(&sheet(inner, "", "")), [inner.as_str()]);
    // Rows with a first cell tell, also those of the puzzle before.
    let mut bare = full_line(2);
    (0..9).for_each(|row| bare.replace_range(9 * row..9 * row + 1, "."));
    let said = check(&sheet(&bare, "", ","));
    assert!(is_reject(&said, 9), "{said:?}");
    let both = sheet(other, "", ",") + "\n" + &sheet(&bare, "", ",");
    assert_eq!(converted(&both), [&other[..], &bare]);
}

/// A mark too many in one row moves its cells, though the last of them is empty.
#[test]
fn a_mark_too_many_in_one_row_is_a_mistake() {
    let [line, _] = puzzles_with_empty_sides();
    let other = to_line(unique_puzzles(2)[1].grid());
    for mark in [",", ";", "\t"] {
        let drawn = |line: &str| -> Vec<String> {
            rows(line, 9).lines().map(|row| fields(mark, row)).collect()
        };
        let above = drawn(&other);
        for (row, place) in (0..8).flat_map(|row| (0..8).map(move |place| (row, place))) {
            let mut faulty = drawn(&line);
            let (at, _) = faulty[row].match_indices(mark).nth(place).unwrap();
            faulty[row].insert_str(at, mark);
            let read = converted(&[&above[..], &[String::new()], &faulty].concat().join("\n"));
            assert_eq!(read, [other.as_str()], "{faulty:?}");
        }
        // In all of them it may stand after the last cell.
        let closed: Vec<String> = above.iter().map(|row| format!("{row}{mark}")).collect();
        assert_eq!(converted(&closed.join("\n")), [other.as_str()]);
    }
}

/// With a line of nothing between puzzles, one with a mistake in a row costs no other, however few the givens.
#[test]
fn a_row_with_a_mistake_costs_its_puzzle() {
    let nothing = ",".repeat(8);
    let lines: Vec<String> = unique_puzzles(6).iter().map(|one| to_line(one.grid())).collect();
    let drawn =
        |line: &str| -> Vec<String> { rows(line, 9).lines().map(|row| fields(",", row)).collect() };
    let mut found = 0;
    for (hurt, row) in (0..6).flat_map(|hurt| (0..9).map(move |row| (hurt, row))) {
        let mut all: Vec<Vec<String>> = lines.iter().map(|line| drawn(line)).collect();
        all[hurt][row] = all[hurt][row].replacen(',', "", 1);
        let text = all.join(&nothing).join("\n");
        let read = converted(&text);
        assert!(read.iter().all(|line| lines.contains(line)), "{hurt} {row}: {read:?}");
        found += usize::from(read.len() == 5);
        // An empty row too many, below a title.
        let titled = |(nth, line): (usize, &String)| {
            let mut drawn = drawn(line);
            if nth == hurt {
                drawn.insert(row, nothing.clone());
            }
            format!("Puzzle {}{nothing}\n{}\n{nothing}\n", nth + 1, drawn.join("\n"))
        };
        let text: String = lines.iter().enumerate().map(titled).collect();
        let read = converted(&text);
        // Nothing tells it from an empty last row.
        let is_clear = !lines[hurt].ends_with(".........");
        let are_right = read.iter().all(|line| lines.contains(line));
        assert!(are_right || !is_clear, "{hurt} {row}: {read:?}");
    }
    assert!(found > 40, "{found} of 54");
}

/// With an empty column between two boxes, what ends a row may be an empty cell, or no more than a mark.
#[test]
fn an_empty_column_between_two_boxes_is_no_cell() {
    for (line, order) in [("1.3.5.4.6.2..3.5..5.4.....2.4..4.3..", 6), ("1...34..2.......", 4)] {
        let row = |row: &str| {
            let boxes = [&row[..order / 2], &row[order / 2..]];
            let fields = |cells: &str| cells.replace("", ",")[1..order].replace('.', "");
            format!("{},,{}\n", fields(boxes[0]), fields(boxes[1]))
        };
        let text: String = rows(line, order).lines().map(row).collect();
        assert_eq!(converted(&text), [""; 0], "{text}");
        assert!(check(&text).iter().all(|(_, verdict)| verdict.starts_with("invalid")), "{text}");
    }
}

/// Where empty cells are blanks, one that has none, or one fewer, may have lost its digit.
#[test]
fn a_digit_lost_among_blanks_is_told() {
    let puzzle = to_line(unique_puzzles(1)[0].grid()).replace('.', " ");
    let filled = (0..81).filter(|&at| puzzle.as_bytes()[at] != b' ');
    let drawn = |[before, mark, after]: [&str; 3], lost: Option<usize>| {
        let cells: Vec<&str> =
            (0..81).map(|at| if Some(at) == lost { "" } else { &puzzle[at..=at] }).collect();
        let row = |row: &[&str]| format!("{before}{}{after}\n", row.join(mark));
        cells.chunks(9).map(row).collect::<String>()
    };
    let forms = [["|", "|", "|"], ["| ", " | ", " |"], ["", ";", ""], ["", ",", ","]];
    for form in forms {
        assert_eq!(check(&drawn(form, None)), [(9, "unique".into())], "{form:?}");
        for lost in filled.clone() {
            let text = drawn(form, Some(lost));
            let said = check(&text);
            let is_told = said.iter().all(|(_, verdict)| verdict.starts_with("invalid"));
            assert!(is_told && !said.is_empty(), "{text}{said:?}");
        }
    }
    let line = |lost| {
        let rows = drawn(["", ";", ""], lost);
        rows.strip_suffix('\n').unwrap().replace('\n', ";")
    };
    assert_eq!(check(&line(None)), [(1, "unique".into())]);
    assert!(check(&line(filled.clone().nth(3)))[0].1.starts_with("invalid"));
}
