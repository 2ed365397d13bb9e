//! Puzzles drawn over several lines, among lines of every other kind.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::text::to_line;

use super::program::read;
use super::support::{command, program, shifted_puzzle, stdout, unique_puzzles, without_row};
use super::units::same_rows;

/// What `check` says of a text: the line and verdict of each puzzle or reject.
pub fn check(text: &str) -> Vec<(u64, String)> {
    let mut check = command("check").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    check.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let said = String::from_utf8(check.wait_with_output().unwrap().stdout).unwrap();
    let row = |line: &str| {
        let (number, verdict) = line.split_once('\t').unwrap();
        (number.parse().unwrap(), verdict.to_owned())
    };
    said.lines().map(row).collect()
}

/// Puzzles, each in a line and drawn.
pub fn lines_and_drawings(count: u64) -> Vec<(String, String)> {
    let both = |puzzle: &Puzzle| {
        let line = to_line(puzzle.grid());
        let drawn = rows(&line, 9);
        (line, drawn)
    };
    unique_puzzles(count).iter().map(both).collect()
}

/// What is left of a puzzle below a row without a cell ends at the next line between puzzles.
#[test]
fn a_short_row_costs_only_its_puzzle() {
    let puzzles: Vec<String> =
        unique_puzzles(3).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    for (between, mark) in [("=====\n", ","), ("-----\n", ";"), ("---------\n", " ")] {
        for (short, row) in (0..3).flat_map(|short| (0..9).map(move |row| (short, row))) {
            let drawn = |(place, line): (usize, &String)| -> String {
                let mut rows: Vec<String> = rows(&line.replace('.', "0"), 9)
                    .lines()
                    .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(mark))
                    .collect();
                if place == short {
                    let cut = rows[row].len() - 2;
                    rows[row].truncate(cut);
                }
                rows.join("\n") + "\n"
            };
            let text = puzzles.iter().enumerate().map(drawn).collect::<Vec<_>>().join(between);
            let whole = puzzles.iter().enumerate().filter(|(place, _)| *place != short);
            assert_eq!(
                converted(&text),
                whole.map(|(_, line)| line.as_str()).collect::<Vec<_>>(),
                "{text}"
            );
        }
    }
}

/// The line above the delimiter row of a Markdown table is its header, or the first row of a puzzle without one,
/// also where tables stand directly below one another and a first row is empty.
#[test]
fn markdown_tables_are_read_below_their_headers() {
    let mut lines: Vec<String> =
        unique_puzzles(4).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    for line in &mut lines[1..] {
        line.replace_range(..9, ".........");
    }
    let row = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
    let numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let headers = [Some([" "; 9]), Some(["."; 9]), Some(numbers), Some(["a"; 9]), None];
    for delimiter in ["---", ":-:", "-"].map(|column| row(&[column; 9])) {
        for (header, empty) in headers.iter().flat_map(|header| [(header, "."), (header, " ")]) {
            let table = |line: &String| -> String {
                let line = line.replace('.', empty);
                let rows = (0..9).map(|place| &line[9 * place..9 * place + 9]);
                let mut table: Vec<String> = rows
                    .map(|cells| row(&cells.split("").skip(1).take(9).collect::<Vec<_>>()))
                    .collect();
                table.splice(..0, header.map(|cells| row(&cells)));
                table.insert(1, delimiter.clone());
                table.concat()
            };
            for between in ["", "\n"] {
                let text = lines.iter().map(table).collect::<Vec<_>>().join(between);
                assert_eq!(converted(&text), lines, "{text}");
            }
        }
    }
}

/// Where tables have headers, one that lacks a row has one, too: nothing in its header is a row.
#[test]
fn a_markdown_table_that_lacks_a_row_is_a_reject() {
    let lines: Vec<String> =
        unique_puzzles(3).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    let row = |cells: &str| {
        let cells = cells.split("").skip(1).take(9).map(|cell| format!(" {cell} "));
        format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
    };
    for header in ["         ", ".........", "123456789"] {
        for (faulty, lacking, between) in
            (0..27).flat_map(|place| [(place / 9, place % 9, ""), (place / 9, place % 9, "\n")])
        {
            let table = |(nth, line): (usize, &String)| {
                let rows = (0..9).filter(|&place| (nth, place) != (faulty, lacking));
                let rows = rows.map(|place| row(&line[9 * place..9 * place + 9]));
                [row(header), row("---------")].into_iter().chain(rows).collect::<String>()
            };
            let text = lines.iter().enumerate().map(table).collect::<Vec<_>>().join(between);
            let mut whole = lines.clone();
            whole.remove(faulty);
            assert_eq!(converted(&text), whole, "{text}");
        }
    }
}

/// A title below what is left of a puzzle is no row of it: the next one is read.
#[test]
fn a_title_below_a_broken_puzzle_is_no_row() {
    let lines = lines_and_drawings(3);
    let drawn = |drawn: &str| {
        let row = |row: &str| format!("{} | {} | {}\n", &row[..3], &row[3..6], &row[6..]);
        let rows: Vec<String> = drawn.lines().map(row).collect();
        rows.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join("----+-----+----\n")
    };
    let [first, second, third] = [0, 1, 2].map(|at: usize| drawn(&lines[at].1));
    let short: String = first
        .lines()
        .enumerate()
        .filter(|(at, _)| *at != 5)
        .map(|(_, row)| format!("{row}\n"))
        .collect();
    for title in ["Puzzle 2", "2", "17", "the next one is harder", "12.5.2024", "# two"] {
        let text = format!("{short}{title}\n{second}{title}\n{third}");
        assert_eq!(converted(&text), [lines[1].0.as_str(), &lines[2].0], "{text}");
        let text = format!("{first}{title}\n{second}{title}\n{third}");
        assert_eq!(converted(&text).len(), 3, "{text}");
    }
}

/// The cells of a line, a row per line.
pub fn rows(line: &str, order: usize) -> String {
    let rows = line.as_bytes().chunks(order).map(String::from_utf8_lossy);
    rows.map(|row| format!("{row}\n")).collect()
}

/// Below the heading of solutions, a full grid in a line is none, but a puzzle where no one with empty
/// cells stands above.
#[test]
fn solutions_in_a_line_are_no_puzzles() {
    let puzzles = ["12..34..2...4...", "..12..34.2...4.."];
    let solution = "1234341221434321";
    let both = |between: &str, above: &str| -> String {
        let one = |puzzle: &&str| format!("{above}{puzzle}\n{between}\n{solution}\n\n");
        puzzles.iter().map(one).collect()
    };
    for text in [
        both("Solution:", ""),
        both("[Solution]", "[Puzzle]\n"),
        both("solution", "Puzzle 1:\n"),
        both("Answer:\n", "Puzzle 1:\n"),
        both("Solution", "Puzzle 1, hard\n"),
        format!("{}\n\nSolutions\n{solution}\n{solution}\n", puzzles.join("\n")),
    ] {
        // A solution that lacks a digit is none, either.
        for text in [text.clone(), text.replacen("2143", ".143", 1)] {
            assert_eq!(converted(&text), puzzles, "{text}");
        }
    }
    for text in [
        format!("Solutions\n{solution}\n{solution}\n"),
        format!("{solution}\nSolution 10.\n{solution}\n"),
    ] {
        assert_eq!(converted(&text), [solution; 2], "{text}");
    }
}

/// They are none in units that begin below the heading, either.
#[test]
fn solutions_are_left_out_of_units() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let puzzles: String =
        unique_puzzles(100).iter().map(|one| to_line(one.grid()) + "\n").collect();
    fs::write(folder.path().join("puzzles"), &puzzles).unwrap();
    let full = stdout(&program(&format!("solve {at}/puzzles")));
    fs::write(folder.path().join("set"), format!("{puzzles}\nSolutions\n{full}")).unwrap();
    let options = "--solvers dlx --unit-lines 64 --quiet";
    stdout(&program(&format!("run {at}/set --out {at}/whole {options}")));
    assert_eq!(stdout(&program(&format!("plan {at}/set --out {at}/cut {options}"))), "4\n");
    for unit in ["3", "0-2"] {
        stdout(&program(&format!("work {at}/cut --unit {unit} --quiet")));
    }
    stdout(&program(&format!("finalize {at}/cut --quiet")));
    same_rows(&folder.path().join("whole"), &folder.path().join("cut"));
    assert_eq!(read(&folder.path().join("cut"), "puzzles").height(), 100);
}

/// A row of 16 cells without a digit above 4 looks as a 4×4 puzzle does: the rows below tell.
#[test]
fn rows_of_large_grids_are_no_small_puzzles() {
    let large = |first: &str| {
        let mut cells = format!("{first:.<256}").into_bytes();
        for (row, digit) in (1..16).zip("56789abcdefg".bytes().cycle()) {
            cells[17 * row] = digit;
        }
        let cells = String::from_utf8(cells).unwrap();
        (rows(&cells, 16), cells)
    };
    let small = "12..34..2...4...";
    let cells = |text: &str, mark: &str, sign: &str| -> String {
        let row = |row: &str| {
            let cells = row.chars().map(|cell| cell.to_string().replace('.', sign));
            cells.collect::<Vec<_>>().join(mark) + "\n"
        };
        text.lines().map(row).collect()
    };
    let written = |text: &str| {
        let mut all = vec![text.to_owned()];
        for (mark, sign) in
            [(",", "0"), (",", ""), (";", "."), ("\t", "0"), ("\t", ""), (", ", "-")]
        {
            all.push(cells(text, mark, sign));
        }
        all.extend(["", " "].map(|mark| cells(text, mark, "-")));
        all
    };
    for first in ["", "..1", "1..2..3..4......"] {
        let (drawn, line) = large(first);
        for (place, drawn) in written(&drawn).into_iter().enumerate() {
            let all = ["", "# one\n", "Level: 1\n", "Puzzle 1\n\n", "---\n"];
            for above in [all[place % 5], all[(place + 2) % 5]] {
                let one = format!("{above}{drawn}");
                assert_eq!(converted(&one), [&line[..]], "{one}");
                for between in ["", "\n"] {
                    let two = format!("{one}{between}{one}");
                    assert_eq!(converted(&two), [&line[..]; 2], "{two}");
                }
            }
        }
    }
    for small in written(&[small, "\n"].concat()) {
        // Between tabs with signs for all cells it is a row, whatever follows.
        let puzzles = usize::from(!small.starts_with("1\t2\t0"));
        for count in [1, 2, 17] {
            let text = small.repeat(count);
            assert_eq!(converted(&text).len(), count * puzzles, "{text}");
        }
    }
    // A number above a blank line.
    let (drawn, line) = large("12..5");
    for mark in [",", "\t"] {
        let sheet = cells(&drawn, mark, "");
        let one = format!("1{}\n\n{sheet}\n", mark.repeat(15));
        assert_eq!(converted(&one), [&line[..]], "{one}");
        assert_eq!(converted(&one.repeat(2)), [&line[..]; 2], "{one}");
    }
    // Strings of a list may be either; cells in brackets with blanks between are rows.
    let list =
        |text: &str| -> String { text.lines().map(|row| format!("    \"{row}\",\n")).collect() };
    for first in ["", ".....2", "1..2..3..4......"] {
        let (drawn, line) = large(first);
        let spaced = cells(&drawn, " ", "0");
        let lisp: Vec<String> = spaced.lines().map(|row| format!("({row})")).collect();
        for text in [list(&drawn), format!("grid = [\n{}]\n", list(&drawn)), lisp.join("\n")] {
            assert_eq!(converted(&text), [&line[..]], "{text}");
        }
        assert_eq!(converted(&lisp[0]), [""; 0]);
    }
    let digit = |row: u32| char::from_digit(row + 1, 36).unwrap();
    let widest =
        (0..25).map(|row| format!("{0:.<1$}{2:.<3$}", "", row, digit(row as u32), 25 - row));
    let widest: String = widest.collect();
    assert_eq!(converted(&list(&rows(&widest, 25))), [&widest[..]]);
    for count in [1, 2, 17] {
        let text = list(&[small, "\n"].concat()).repeat(count);
        assert_eq!(converted(&text), vec![small; count], "{text}");
    }
    let (drawn, line) = large("");
    let bands = drawn.as_bytes().chunks(4 * 17).map(String::from_utf8_lossy);
    let banded = bands.collect::<Vec<_>>().join("\n");
    assert_eq!(converted(&banded), [&line[..]], "{banded}");
    // One digit above 4 is a mistake, and so are more below a puzzle.
    for (wrong, digits) in [(0, 1), (1, 1), (1, 3), (20, 1), (20, 3), (39, 3)] {
        let mut puzzles = vec![small.to_owned(); 40];
        puzzles[wrong].replace_range(2..2 + digits, &"7".repeat(digits));
        assert_eq!(converted(&puzzles.join("\n")), [small; 39], "{wrong} {digits}");
    }
    let (drawn, line) = large("9");
    for count in [1, 2, 4, 15, 16, 17, 40] {
        let puzzles = vec![small; count];
        for text in [puzzles.join("\n"), format!("# four by four\n\n{}\n\n", puzzles.join("\r\n"))]
        {
            assert_eq!(converted(&text), puzzles, "{text}");
        }
        let apart = format!("{}\n\n{small}\n", puzzles.join("\n"));
        assert_eq!(converted(&apart), [&puzzles[..], &[small]].concat(), "{apart}");
        let both = format!("{}\n\n{drawn}", puzzles.join("\n"));
        assert_eq!(converted(&both), [&puzzles[..], &[&line]].concat(), "{both}");
    }
}

/// A comment above each puzzle ends one that lacks a row; one among its rows does not.
#[test]
fn comments_stand_above_puzzles_and_within() {
    let drawn: Vec<_> = lines_and_drawings(5);
    let mut text = String::new();
    for (at, (_, rows)) in drawn.iter().enumerate() {
        let cut: String =
            rows.lines().skip(usize::from(at == 1)).map(|row| format!("{row}\n")).collect();
        text += &format!("# {at}\n{cut}");
    }
    let lines = |without: usize| -> Vec<String> {
        let kept = drawn.iter().enumerate().filter(|(at, _)| *at != without);
        kept.map(|(_, (line, _))| line.clone()).collect()
    };
    assert_eq!(converted(&text), lines(1));
    // A blank or empty line divides the bands; the first band, the second or the last lacks a row.
    for (mark, cut) in ["", ",", ";"].into_iter().flat_map(|mark| [(mark, 1), (mark, 4), (mark, 8)])
    {
        let mut text = String::new();
        for (at, (line, _)) in drawn.iter().enumerate() {
            let row = |row: usize| -> String {
                let cells = line[9 * row..][..9].chars().map(|cell| cell.to_string());
                let row = cells.collect::<Vec<_>>().join(mark);
                (if mark.is_empty() { row } else { row.replace('.', "") }) + "\n"
            };
            let rows = (0..9).filter(|&row| at != 1 || row != cut);
            let blank = |row: usize| {
                if row == 3 || row == 6 { mark.repeat(8) + "\n" } else { String::new() }
            };
            let rows: String = rows.map(|at| blank(at) + &row(at)).collect();
            text += &format!("# {at}\n{rows}");
        }
        assert_eq!(converted(&text), lines(1), "{text}");
    }
    let remark = |rows: &str| rows[..30].to_owned() + "# so far\n" + &rows[30..] + "\n";
    let text: String = drawn.iter().map(|(_, rows)| remark(rows)).collect();
    assert_eq!(converted(&text), lines(9));
}

/// A title as a column may have it; rows of 16 with nine givens, which are no row of candidates; rows
/// at the beginning that are empty.
#[test]
fn drawings_are_not_taken_for_others() {
    let (line, drawn) = &lines_and_drawings(1)[0];
    for name in ["Puzzle", "quizzes", "QUESTION"] {
        assert_eq!(converted(&format!("{name}\n{drawn}")), *std::slice::from_ref(line));
        assert_eq!(converted(&format!("{name}\n{line}\n{line}\n")), [line.clone(), line.clone()]);
    }
    let nine = [5, 3, 7, 0, 9, 13, 0, 8, 16, 2, 12, 0, 0, 0, 0, 0];
    let field = |value: &u8| if *value == 0 { String::new() } else { value.to_string() };
    let row = nine.iter().map(field).collect::<Vec<_>>().join("\t");
    let empty = "\t".repeat(15) + "\n";
    for at in [0, 1, 9] {
        let text = format!("15{empty}{}{row}\n{}", empty.repeat(at), empty.repeat(14 - at));
        let puzzles = converted(&text);
        assert!(puzzles.len() == 1 && puzzles[0].ends_with(&".".repeat(16 * (14 - at))), "{at}");
        assert!(puzzles[0].contains("537.9d.8g2c....."), "{puzzles:?}");
    }
    let last = |cells: &str| (format!("{};;;\n", ";;;\n".repeat(2)) + cells, ".".repeat(12));
    let (one, before) = last(";;2;\n");
    assert_eq!(converted(&one), [before + "..2."]);
    // Of several, one that has not exactly one solution may lack a row.
    assert_eq!(converted(&format!("{one}\n;;;\n;2;;\n;;;\n;;2;1\n")), [""; 0]);
    let first = without_row(0, 2);
    let sheet: Vec<String> = (first.clone() + line)
        .as_bytes()
        .chunks(9)
        .map(|row| {
            String::from_utf8_lossy(row).chars().map(String::from).collect::<Vec<_>>().join(",")
        })
        .collect();
    let sheet = sheet.join("\n").replace('.', "");
    assert_eq!(converted(&sheet), [first, line.clone()]);
}

/// The puzzles of a text, a line each; not what is none.
pub fn converted(text: &str) -> Vec<String> {
    let mut convert = command("convert")
        .args(["-", "--to", "line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    convert.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let said = String::from_utf8(convert.wait_with_output().unwrap().stdout).unwrap();
    said.lines().filter(|line| !line.starts_with('#')).map(|line| line.replace('0', ".")).collect()
}

#[test]
fn puzzles_in_a_line_are_read_among_drawn_ones() {
    let puzzles = lines_and_drawings(4);
    let (lines, drawn): (Vec<_>, Vec<_>) = puzzles.into_iter().unzip();
    let lines = lines.join("\n") + "\n";
    for head in ["----------", "==========", "+---+---+---+", drawn[0].as_str()] {
        let said = check(&format!("{head}\n{lines}"));
        let unique = said.iter().filter(|(_, verdict)| verdict == "unique").count();
        let wanted = if head.starts_with(['-', '=', '+']) { 4 } else { 5 };
        assert_eq!((unique, said.len()), (wanted, wanted), "{head}: {said:?}");
    }
    // A drawing that is broken off costs no puzzle but itself.
    let broken: String = drawn[0].lines().take(4).map(|row| row.to_owned() + "\n").collect();
    for between in ["", "\n", "\n\n", "Puzzle 2\n", "# two\n"] {
        let text = format!("{}{broken}{between}{lines}{}", drawn[1], drawn[2]);
        let said = check(&text);
        let wrong: Vec<_> = said.iter().filter(|(_, verdict)| verdict != "unique").collect();
        assert_eq!(said.len() - wrong.len(), 6, "{between}: {said:?}");
        assert_eq!(wrong[0], &(13, "invalid: 4 rows of 9 cells make no square".into()));
        assert_eq!(wrong.len(), 1, "{between}");
    }
    // So does a title, whatever stands in it.
    for title in ["Puzzle 2", "Puzzle 10:", "Grid 02", "Nr 10", "Level: hard", "2"]
        .into_iter()
        .chain(["2010-05-03", "03.05.2010", "12/5/10", "12/5/2010"])
    {
        let said = check(&format!("{}\n{title}\n{}{title}\n{}", drawn[0], drawn[1], drawn[2]));
        let unique = said.iter().filter(|(_, verdict)| verdict == "unique").count();
        // Numbered headings are known, and dates.
        let known = ["Puzzle", "Grid", "Nr", "Level", "2010", "03.", "12/"];
        let known = known.iter().any(|word| title.starts_with(word));
        let titles = if known { 0 } else { 1 };
        // That of the second puzzle, and not of the third.
        let wrong = if title == "2" { 1 } else { 2 * titles };
        assert_eq!((unique, said.len()), (3, 3 + wrong), "{title}: {said:?}");
        let first = check(&format!("{title}\n{}\n{lines}", drawn[0]));
        let unique = first.iter().filter(|(_, verdict)| verdict == "unique").count();
        let titles = if title == "2" { 0 } else { titles };
        assert_eq!((unique, first.len()), (5, 5 + titles), "{title}: {first:?}");
    }
    // A puzzle in a line may come first, too.
    let mixed = check(&format!("{lines}\n{}{}{lines}", drawn[0], drawn[1]));
    assert_eq!(mixed.len(), 10);
    assert!(mixed.iter().all(|(_, verdict)| verdict == "unique"), "{mixed:?}");
}

/// A full grid below a heading that says so is the solution of the puzzle above it.
#[test]
fn drawn_solutions_are_no_puzzles() {
    let puzzles: Vec<_> = lines_and_drawings(3);
    let lines: String = puzzles.iter().map(|(line, _)| format!("{line}\n")).collect();
    let mut solve = command("solve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    solve.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let solved = stdout(&solve.wait_with_output().unwrap());
    let full: Vec<String> = solved.lines().map(|line| rows(line, 9)).collect();
    let kept: Vec<&String> = puzzles.iter().map(|(line, _)| line).collect();
    for heading in
        ["Solution:", "[Solution]", "# Solution 1", "ANSWERS:", "solution", "Solution of No. 7"]
    {
        for gap in ["", "\n"] {
            let each = puzzles.iter().zip(&full).zip(1..);
            let text = each.fold(String::new(), |text, (((_, drawn), full), number)| {
                format!("{text}Puzzle {number}\n{drawn}{gap}{heading}\n{gap}{full}{gap}")
            });
            assert_eq!(converted(&text).iter().collect::<Vec<_>>(), kept, "{text}");
            // All solutions may stand at the end.
            let drawn = puzzles.iter().map(|(_, drawn)| drawn.as_str()).collect::<Vec<_>>();
            let text = format!("{}{gap}{heading}\n{gap}{}", drawn.join(gap), full.join(gap));
            assert_eq!(converted(&text).iter().collect::<Vec<_>>(), kept, "{text}");
            // They may have headings of their own, or numbers, in lines or drawn.
            for title in ["Puzzle {}\n", "# {}\n", "Grid {}:\n\n"] {
                let titled = |grids: &[String]| -> String {
                    let each = grids.iter().zip(1..);
                    each.map(|(grid, number)| {
                        title.replace("{}", &format!("{number}")) + grid + gap
                    })
                    .collect()
                };
                let drawn: Vec<String> = puzzles.iter().map(|(_, drawn)| drawn.clone()).collect();
                let text = format!("{}{heading}\n{gap}{}", titled(&drawn), titled(&full));
                assert_eq!(converted(&text).iter().collect::<Vec<_>>(), kept, "{text}");
            }
            let numbered = |lines: &str| -> String {
                let each = lines.lines().zip(1..);
                each.map(|(line, number)| format!("{number}. {line}\n")).collect()
            };
            let text = format!("{}{gap}{heading}\n{}", numbered(&lines), numbered(&solved));
            assert_eq!(converted(&text).iter().collect::<Vec<_>>(), kept, "{text}");
        }
    }
    let list = |drawn: &str| {
        let row = |row: &str| format!("[{}]", &row.replace("", ",")[1..18]);
        format!("grid = [{}]\n", drawn.lines().map(row).collect::<Vec<_>>().join(",\n"))
    };
    let each = puzzles.iter().zip(&full);
    let text: String = each
        .map(|((_, drawn), full)| format!("{}Solution\n{}\n", list(drawn), list(full)))
        .collect();
    assert_eq!(converted(&text).iter().collect::<Vec<_>>(), kept, "{text}");
    // Without a heading they are puzzles that are solved, and so is what no puzzle stands above.
    let apart = full.join("\n").replace("", " ");
    for text in [format!("{}{}", puzzles[0].1, full[0]), format!("Solution:\n{apart}")] {
        let said = check(&text);
        let unique = said.iter().filter(|(_, verdict)| verdict == "unique").count();
        assert!(unique > 1, "{text}{said:?}");
    }
}

#[test]
fn a_broken_drawing_costs_only_itself() {
    let drawn: Vec<String> = lines_and_drawings(5).into_iter().map(|(_, drawn)| drawn).collect();
    for rows in 1..9 {
        let cut: String = drawn[0].split_inclusive('\n').take(rows).collect();
        let said = check(&format!("{cut}\n{}", drawn.join("\n")));
        let shape = said[0].1.ends_with("make no square") || said[0].1.contains("9 cells");
        assert!(said.len() == 6 && said[0].0 == rows as u64 && shape, "{said:?}");
        assert!(said[1..].iter().all(|(_, verdict)| verdict == "unique"), "{rows}: {said:?}");
    }
    // So does a row too many, whatever stands between the puzzles.
    let row = drawn[0].lines().nth(4).unwrap();
    let more = drawn[0].replacen(row, &format!("{row}\n{row}"), 1);
    for between in ["", "=========", "---------", "- - -", "+---+---+---+", "# x", "Grid 02"] {
        let rest = drawn[1..].join(&format!("{between}\n"));
        let said = check(&format!("{more}{between}\n{rest}{between}\n"));
        let right = said.iter().filter(|(_, verdict)| verdict == "unique").count();
        assert_eq!((right, said.len()), (4, 5), "{between}: {said:?}");
    }
    // A ruled drawing has a border after its first row, too.
    let ruled = |text: &String| text.replace('\n', "\n---------\n");
    let said =
        check(&format!("{}\n{}", drawn[0], drawn[1..].iter().map(ruled).collect::<String>()));
    assert!(said.len() == 5 && said.iter().all(|(_, verdict)| verdict == "unique"), "{said:?}");
}

#[test]
fn no_drawing_of_one_size_is_taken_for_another() {
    for layout in Layout::all() {
        let puzzle = shifted_puzzle(layout, 3);
        let order = layout.order();
        let bare = rows(&to_line(puzzle.grid()), order);
        let spaced: Vec<String> = bare.chars().map(String::from).collect();
        let spaced = spaced.join(" ").replace("\n ", "\n");
        for drawn in [&bare, &spaced] {
            let said = check(&drawn.repeat(2));
            let at = |number| number == order as u64 || number == 2 * order as u64;
            assert!(said.len() == 2 && said.iter().all(|(number, _)| at(*number)), "{said:?}");
            assert!(said.iter().all(|(_, verdict)| !verdict.starts_with("invalid")), "{said:?}");
            // Without its last rows it is nothing.
            let cut: String = drawn.split_inclusive('\n').take(order - 1).collect();
            let said = check(&cut);
            assert_eq!(said.len(), 1, "{drawn}: {said:?}");
            assert!(said[0].1.ends_with("make no square"), "{drawn}: {said:?}");
            assert_eq!(said[0].0, order as u64 - 1);
        }
    }
}

#[test]
fn lines_add_up_where_drawings_are_cut() {
    let place = tempfile::tempdir().unwrap();
    let (input, out) = (place.path().join("set.txt"), place.path().join("run"));
    let (line, drawn) = &lines_and_drawings(1)[0];
    let cut: String = drawn.split_inclusive('\n').take(3).collect();
    fs::write(&input, format!("{drawn}{cut}{line}\n{cut}")).unwrap();
    let run = format!("run {} --solvers dlx --out {}", input.display(), out.display());
    let said = stdout(&program(&run));
    assert!(said.contains("16 lines: 2 puzzles, 2 rejected, 12 others"), "{said}");
}

#[test]
fn a_unit_ends_where_a_drawing_does() {
    let place = tempfile::tempdir().unwrap();
    let at = place.path().display().to_string();
    // What is drawn is seen in the third unit only.
    let puzzles = lines_and_drawings(40);
    let lines: String = puzzles.iter().map(|(line, _)| format!("{line}\n")).collect();
    let drawn: String = puzzles.into_iter().map(|(_, drawn)| drawn).collect();
    let drawn = lines.repeat(4) + &drawn;
    fs::write(place.path().join("set.txt"), drawn).unwrap();
    stdout(&program(&format!("run {at}/set.txt --solvers dlx --out {at}/run")));
    let plan = format!("plan {at}/set.txt --solvers dlx --unit-lines 64 --out {at}/planned");
    assert_eq!(stdout(&program(&plan)), "6\n");
    for unit in [4, 2, 0, 5, 1, 3] {
        stdout(&program(&format!("work {at}/planned --unit {unit}")));
    }
    stdout(&program(&format!("finalize {at}/planned")));
    same_rows(&place.path().join("run"), &place.path().join("planned"));
}

#[test]
fn large_grids_are_read_with_decimal_numbers() {
    let folder = tempfile::tempdir().unwrap();
    for order in [16, 25] {
        let puzzle = shifted_puzzle(Layout::of_order(order).unwrap(), 3);
        let cells = puzzle.grid().values().chunks(order).map(|row| {
            row.iter().map(|value| format!("{value:>2}")).collect::<Vec<_>>().join(" ") + "\n"
        });
        let drawn: String = cells.collect();
        let line = drawn.split_whitespace().collect::<Vec<_>>().join(",") + "\n";
        for text in [drawn.repeat(2), line.repeat(2), format!("{drawn}\n{drawn}")] {
            let path = folder.path().join("set");
            fs::write(&path, text).unwrap();
            let read = stdout(&program(&format!("convert {}", path.display())));
            assert_eq!(read, format!("{}\n", to_line(puzzle.grid())).repeat(2));
        }
    }
}
