//! Texts that hold more, or other, than a puzzle in each line: nothing of them is skipped without
//! a word, and no solution is taken for a puzzle.

use std::fs;
use std::path::Path;
use std::process::Output;

use polars::prelude::*;
use sudoku_lab::text::to_line;

use super::program::read;
use super::support::{PHP16, command, program, stdout, unique_puzzles};

const SMALL: [&str; 3] = ["12..34..2...4...", "..12..34.2...4..", "1234341221434321"];

/// What a command makes of a text: its answers and what it tells.
fn of_text(text: impl AsRef<[u8]>, command: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set");
    fs::write(&path, text).unwrap();
    let Output { stdout, stderr, .. } = program(&command.replace("{}", path.to_str().unwrap()));
    (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn carriage_returns_alone_end_lines() {
    let all: Vec<String> =
        unique_puzzles(120).iter().map(|one| sudoku_lab::text::to_line(one.grid())).collect();
    let plain = all.join("\n") + "\n";
    let table =
        format!("id,puzzle\n{}", all.iter().map(|one| format!("1,{one}\n")).collect::<String>());
    let drawn = all.iter().take(8).map(|one| {
        let rows: Vec<&str> =
            one.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
        rows.join("\n") + "\n\n"
    });
    for text in [plain, table, drawn.collect()] {
        let old = text.replace('\n', "\r");
        let expected = of_text(&text, "convert {} --keep-input");
        assert_eq!(of_text(&old, "convert {} --keep-input"), expected);
        let packed = zstd::encode_all(old.as_bytes(), 3).unwrap();
        assert_eq!(of_text(packed, "convert {} --keep-input"), expected);
        // In units that are read from where they begin.
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().display();
        fs::write(folder.path().join("set"), &old).unwrap();
        stdout(&program(&format!(
            "plan {at}/set --out {at}/cut --solvers dlx --unit-lines 64 --quiet"
        )));
        let units = fs::read_to_string(folder.path().join("cut/_state/plan.json")).unwrap();
        for unit in (0..units.matches("\"digest\"").count()).rev() {
            stdout(&program(&format!("work {at}/cut --unit {unit}")));
        }
        stdout(&program(&format!("finalize {at}/cut")));
        let count = expected.0.lines().count();
        assert_eq!(read(&folder.path().join("cut"), "puzzles").height(), count);
    }
}

#[test]
fn several_puzzles_in_one_line_are_no_puzzle() {
    let [a, b, solution] = SMALL;
    let big = PHP16.replace('0', ".");
    let full = &stdout(&program(&format!("solve {PHP16}"))).trim().to_owned();
    let other = &PHP16.replace('4', "0");
    let columns = "column 1; column 2 holds puzzles, too";
    let several = "# line 1: more than one puzzle of 81 cells";
    let third = several.replacen('1', "2", 1);
    let second = &format!("{big}\n# line 2: more than one puzzle of 81 cells");
    for (text, answer, note) in [
        (format!("{a} {b}\n"), "# line 1: more than one puzzle of 16 cells", ""),
        (format!("{a}\r{b}\n"), "# line 1: more than one puzzle of 16 cells", ""),
        (format!("{PHP16}  {big}\n"), "# line 1: more than one puzzle of 81 cells", ""),
        // Columns, of which the first is read.
        (format!("{a},{b}\n"), a, columns),
        (format!("{a};\"{b}\"\n"), a, columns),
        (format!("{a} {solution}\n"), a, ""),
        (format!("{solution} {a}\n"), a, ""),
        (format!("{PHP16},{}\n", "1".repeat(81)), &big, ""),
        // A solution beside a puzzle with a mistake is none.
        (format!("{full} {}\n", &PHP16[1..]), "# line 1: 80 cells", ""),
        (format!("{full},{}x\n", &PHP16[1..]), "# line 1: `x` at column 163", ""),
        (format!("My puzzles\n{} {full}\n", &PHP16[1..]), "# line 2: 80 cells", ""),
        (format!("{full} k1 7.1\n"), full, ""),
        (format!("{PHP16} {a} 7.1 {}\n", "x.".repeat(60)), &big, ""),
        // A list in a line, and words.
        (format!("puzzles = ['{PHP16}', '{other}', '{big}']\n"), several, ""),
        (format!("{PHP16}\nconst more = [\"{PHP16}\", \"{other}\", \"{big}\"];\n"), second, ""),
        (format!("Three of them\n[{other}, {PHP16}, {other}]\n"), &third, ""),
        (format!("Monday: {PHP16}, Tuesday: {other}\n").repeat(2), several, ""),
        (format!("['{a}', '{b}', '{a}']\n"), "# line 1: more than one puzzle of 16 cells", ""),
        // The same whatever an empty cell is.
        (format!("{PHP16} {other}\n").replace(['.', '0'], "-"), several, ""),
        (format!("puzzles = ['{PHP16}', '{other}', '{PHP16}']\n").replace('0', "-"), several, ""),
        (format!("{PHP16},{other}\n").replace('0', "-"), &big, columns),
    ] {
        let (answers, told) = of_text(&text, "convert {}");
        assert!(answers.starts_with(answer), "{text}: {answers}");
        assert!(told.contains(note) && (note.is_empty() != told.contains("column 2")), "{told}");
    }
}

#[test]
fn a_second_column_of_puzzles_is_told_once() {
    let [a, b, solution] = SMALL;
    let folder = tempfile::tempdir().unwrap();
    let parquet = folder.path().join("table");
    let column = |name: &str, cells: &str| Column::new(name.into(), vec![cells.to_owned(); 3]);
    let columns = vec![column("puzzle", a), column("more", b), column("solution", solution)];
    let mut frame = DataFrame::new_infer_height(columns).unwrap();
    ParquetWriter::new(fs::File::create(&parquet).unwrap()).finish(&mut frame).unwrap();
    let csv = |header: &str| header.to_owned() + &format!("{a},x,{b}\n").repeat(500);
    let json = format!("{{\"puzzle\": \"{a}\", \"more\": \"{b}\"}}\n").repeat(500);
    for (text, told) in [
        (
            csv("puzzle,note,other\n").into_bytes(),
            "column 1; column 3 holds puzzles, too, which --column 3",
        ),
        (csv("a,b,c\n").into_bytes(), "column 1; column 3 holds puzzles, too"),
        (json.into_bytes(), "column `puzzle`; column more holds puzzles, too, which --column more"),
        (fs::read(&parquet).unwrap(), "column `puzzle`; column more holds"),
        // Solutions of puzzles that a spreadsheet has cut, under a name that is not known.
        (
            format!("id,start,end\n{}", format!("1,3.1E+14,{solution}\n").repeat(500)).into(),
            "column 3, and the first have no empty cell: if they are solutions, name the column",
        ),
        (
            format!("{{\"start\": \"12\", \"end\": \"{solution}\"}}\n").repeat(500).into(),
            "column `end`, and the first have no empty cell",
        ),
    ] {
        let annotate = "annotate {} --columns keys --out {}.parquet";
        for command in ["check {}", "run {} --solvers fast --quiet --out {}-run", annotate] {
            let (_, stderr) = of_text(&text, command);
            assert!(stderr.contains(told), "{command}: {stderr}");
            assert_eq!(stderr.lines().count(), 1, "{command}: {stderr}");
        }
        assert!(!of_text(&text, "check {} --column puzzle --limit 3").1.contains("too"));
    }
    for text in [format!("puzzle,solution\n{a},{solution}\n"), format!("puzzle,again\n{a},{a}\n")] {
        assert_eq!(of_text(text, "check {}").1, "");
    }
}

/// A full grid is read as a puzzle only with a word, unless all are full.
#[test]
fn full_grids_among_puzzles_are_told() {
    let [a, _, solution] = SMALL;
    let told = |text: String| {
        let said = of_text(text, "check {}").1;
        assert_eq!(said.contains("has no empty cell"), !said.is_empty(), "{said}");
        said
    };
    assert!(told(format!("{a}\n{solution}\n")).contains("line 2 is read as a puzzle"));
    assert!(told(format!("{solution}\n{a}\n")).contains("line 1 is read"));
    let full = stdout(&program(&format!("solve {PHP16}")));
    assert!(told(format!("1. {PHP16}\n2. {full}")).contains("line 2 is read"));
    let rows = |line: &str| -> String {
        line.as_bytes().chunks(4).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect()
    };
    let cells = |line: &str| rows(line).replace("", " ").replace(" \n ", "\n");
    assert!(told(format!("{}\n{}\n", cells(a), cells(solution))).contains("line 9 is read"));
    for text in [format!("{solution}\n{solution}\n"), format!("1. {PHP16}\nAnswers\n1. {full}")] {
        assert_eq!(told(text), "");
    }
}

/// What holds the cells of a puzzle stands above no others: it is one with a mistake.
#[test]
fn a_first_line_of_cells_is_no_title() {
    let line = PHP16.replace('.', "0");
    let spread = |between: &str| -> String {
        let cells: Vec<String> = line.chars().map(String::from).collect();
        cells.join(between)
    };
    let expect = |text: String| {
        let verdicts = of_text(&text, "check {}").0;
        let is_told = verdicts.starts_with("1\tinvalid: ") && verdicts.ends_with("\n2\tunique\n");
        assert!(is_told, "{text}{verdicts}");
    };
    for between in [",", ";", "\t", ", "] {
        let text = format!("O{}\n{}\n", &spread(between)[1..], spread(between));
        expect(text);
    }
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    expect(format!("From the Times of Monday: {} (9 groups)\n{PHP16}\n", rows.join(" ")));
    let matrix = format!("A = [{}];\n{PHP16}\n", rows.join("; "));
    assert_eq!(of_text(&matrix, "check {}").0, "1\tunique\n2\tunique\n", "{matrix}");
    for title in ["Puzzles of 2006-05-01 to 2006-12-31", "Top 1465 puzzles of 2024, by rating"] {
        assert_eq!(of_text(format!("{title}\n{PHP16}\n"), "check {}").0, "2\tunique\n", "{title}");
    }
}

/// What stands between two of them is no field.
#[test]
fn quotes_without_ends_hide_no_rows() {
    let row = |note: &str| format!("{PHP16},{note}\n");
    let torn = row("\"open");
    let text = format!("puzzle,note\n{torn}{}{torn}{}", row("x").repeat(3), row("x").repeat(2));
    assert_eq!(of_text(&text, "check {}").0.matches("unique").count(), 7, "{text}");
    let whole = row("\"two\nlines\"");
    let text = format!("puzzle,note\n{whole}{}{whole}", row("x"));
    assert_eq!(of_text(&text, "check {}").0, "3\tunique\n4\tunique\n6\tunique\n");
}

#[test]
fn what_is_called_a_solution_is_no_puzzle() {
    let [a, b, solution] = SMALL;
    let own = PHP16;
    let full = stdout(&program(&format!("solve {PHP16}"))).trim().to_owned();
    for (text, expected) in [
        (format!("puzzle: {own}\nsolution: {full}\n").repeat(3), vec![own; 3]),
        (format!("{a}\nSolution: {solution}\n{b}\nsolution = {solution}\n"), vec![a, b]),
        // A table without a header, one of whose puzzles is missing.
        (
            format!("{a}\t{solution}\n\t{solution}\n{b}\t{solution}\n"),
            vec![a, "# line 2: 0 cells", b],
        ),
    ] {
        let (answers, _) = of_text(&text, "convert {}");
        let plain = |line: &str| line.replace('0', ".");
        let expected: Vec<String> = expected.into_iter().map(plain).collect();
        let found: Vec<String> = answers.lines().map(plain).collect();
        assert_eq!(found.len(), expected.len(), "{text}{answers}");
        assert!(found.iter().zip(&expected).all(|(a, b)| a.starts_with(b)), "{text}{answers}");
    }
}

#[test]
fn one_column_may_be_in_quotes() {
    let [a, b, _] = SMALL;
    for text in [
        format!("\"puzzle\"\n\"{a}\"\n\"{b}\"\n"),
        format!("\"grid\"\r\n\"{a}\"\r\n\"{b}\"\r\n"),
        format!("\"{a}\"\n\"{b}\"\n"),
        format!("'{a}'\n'{b}'\n"),
    ] {
        assert_eq!(of_text(&text, "convert {}"), (format!("{a}\n{b}\n"), String::new()), "{text}");
    }
    let (answers, _) = of_text(format!("\"puzzle\"\n\"{a}\"\n\"\"\n"), "convert {}");
    assert!(answers.starts_with(&format!("{a}\n# line 3: 0 cells")), "{answers}");
}

#[test]
fn puzzles_behind_a_number_are_no_comments() {
    let [a, b, solution] = SMALL;
    let (own, other) = (PHP16.replace('0', "."), PHP16.replace('0', ".").replace('1', "x"));
    for mark in [" ", ",", "\t", ". ", ") ", ": ", " | ", ".", ")"] {
        for (first, second) in [(a, b), (&own, a), (PHP16, b)] {
            let text = format!("# Top 2\n#1{mark}{first}\n\n#2{mark}{second} {solution}\n");
            let expected = format!("{}\n{second}\n", first.replace('0', "."));
            assert_eq!(of_text(&text, "convert {}"), (expected, String::new()), "{text}");
        }
    }
    for first in [
        format!("\"{a}\""),
        format!("\"{a}\","),
        format!("puzzle,n\n{a},1"),
        format!("n,puzzle\n1,{a}"),
    ] {
        let text = format!("{first}\n# 2 more\n#1 {b}\n");
        assert_eq!(of_text(&text, "convert {}"), (format!("{a}\n{b}\n"), String::new()), "{text}");
    }
    // Among drawings, too; and with a mistake it is a reject.
    let drawn = "12 ..\n34 ..\n2. ..\n4. ..\n";
    let (answers, _) = of_text(format!("{drawn}#1 {b}\n{drawn}#2 {other}\n"), "convert {}");
    let expected = format!("{a}\n{b}\n{a}\n# line 10: `x` at column ");
    assert!(answers.starts_with(&expected), "{answers}");
    for comment in ["# 1 of 2", "#2", "#3 easy", "#4 2024010112000000", "#5 ----------------------"]
    {
        assert_eq!(of_text(format!("{comment}\n{a}\n"), "convert {}").0, format!("{a}\n"));
    }
}

#[test]
fn headings_and_ends_of_lists_are_no_rejects() {
    let [a, b, _] = SMALL;
    for text in [
        format!("Easy\n{a}\nHard:\n{b}\n"),
        format!("Easy 1\n{a}\nNr. 12\n{b}\n"),
        format!("Level 3:\n{a}\nNumber #4\n{b}\n"),
        format!("Puzzle 1 (hard)\n{a}\nSudoku Nr. 2, schwer\n{b}\n[/code]\n"),
        format!("Nr. 3 (schwer)\n{a}\nNo. 4, hard\n{b}\n"),
        format!("Difficulty: very easy\n{a}\nRating: 4.5\n{b}\n\x1a\n"),
        format!("sep=;\n{a}\n{b}\n"),
        format!("sep=;\nid;grid\n1;{a}\n2;{b}\n"),
        format!("{{\"puzzle\": \"{a}\"}},\n{{\"puzzle\": \"{b}\"}}\n]\n"),
        format!("{{\"puzzle\": \"{a}\"}},\n{{\"puzzle\": \"{b}\"}}\n];\n"),
        format!("[\n\"{a}\",\n\"{b}\"\n];\n"),
        format!("puzzles = [\n    \"{a}\",\n    \"{b}\",\n]\n"),
        format!("easy = (\n'{a}',\n)\nhard = (\n'{b}'\n)\n"),
        format!("static const char *puzzles[2] = {{\n\"{a}\",\n\"{b}\"\n}};\n"),
        format!("{{\n\"{a}\",\n\"{b}\"\n}};\n"),
        format!("{{\n{a},\n{b}\n}}\n"),
        "one = [\n[1,2,0,0],\n[3,4,0,0],\n[2,0,0,0],\n[4,0,0,0],\n];\ntwo = [\n[0,0,1,2],\n\
         [0,0,3,4],\n[0,2,0,0],\n[0,4,0,0]\n]\n"
            .into(),
    ] {
        let (answers, told) = of_text(&text, "convert {}");
        assert_eq!(
            (answers.lines().collect::<Vec<_>>(), told.as_str()),
            (vec![a, b], ""),
            "{text}"
        );
    }
}

#[test]
fn titles_above_columns_are_no_rejects() {
    let [a, b, _] = SMALL;
    for above in [
        "My puzzles\nid,puzzle\n",
        "My puzzles\nid,Sudoku\n",
        "\"My puzzles\"\n\"id\",\"Sudoku\"\n",
        "Puzzles,\n,\nid,grid\n",
        "My puzzles,\nof the year 2024\n\nid,\"grid\"\n",
        "# a comment\n\nMy puzzles\n",
        "Puzzle\nid,grid\n",
    ] {
        let text = format!("{above}1,{a}\n2,{b}\n");
        for command in ["convert {}", "convert {} --column 2"] {
            let (answers, told) = of_text(&text, command);
            let answers: Vec<&str> = answers.lines().collect();
            assert_eq!((answers, told.as_str()), (vec![a, b], ""), "{command}: {text}");
        }
    }
    let tabs = format!("My puzzles\t\nlevel\tgrid\n\t{a}\n\t{b}\n");
    assert_eq!(of_text(tabs, "convert {}").0.lines().collect::<Vec<_>>(), [a, b]);
    // A line that may be a puzzle is a reject, and a name that no header has is told.
    let (answers, _) = of_text(format!("{}\nid,grid\n1,{a}\n", &a[1..]), "check {}");
    assert!(answers.starts_with("1\tinvalid: 0 cells"), "{answers}");
    let (_, told) = of_text(format!("My puzzles\nid,grid\n1,{a}\n"), "convert {} --column level");
    assert!(told.contains("no column is named `level`: its columns are id, grid"), "{told}");
}

/// What a spreadsheet or a data frame writes above a grid is no row of it, and no column's name.
#[test]
fn what_stands_above_the_cells_of_a_sheet() {
    let line = PHP16.replace('0', ".");
    let row = |row: &[u8]| {
        let cells = row
            .iter()
            .map(|&cell| if cell == b'.' { String::new() } else { char::from(cell).into() });
        cells.collect::<Vec<String>>().join(";") + "\n"
    };
    let sheet: String = line.as_bytes().chunks(9).map(row).collect();
    for above in [
        "Puzzle;;;;;;;;",
        "Question;;;;;;;;",
        "0;1;2;3;4;5;6;7;8",
        "1;2;3;4;5;6;7;8;9",
        "A;B;C;D;E;F;G;H;I",
    ] {
        let (answers, told) = of_text(format!("{above}\n{sheet}"), "convert {}");
        assert_eq!((answers.as_str(), told.as_str()), (&*format!("{line}\n"), ""), "{above}");
    }
    // A character that is none of a cell is named, whatever bytes it has.
    let (answers, _) = of_text(line.replace('.', "·"), "check {}");
    assert!(answers.contains("`·` at column 1 is neither a digit of a 9×9 grid"), "{answers}");
}

#[test]
fn a_puzzle_behind_very_many_blanks_is_no_blank_line() {
    let line = PHP16.replace('0', ".");
    let drawn: String = line
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect();
    for (puzzle, number) in [(format!("{line}\n"), 1), (drawn, 9)] {
        for blank in [" ", "\t"] {
            let text = format!("{puzzle}{}{line}\n{puzzle}", blank.repeat(5000));
            let (answers, _) = of_text(text, "check {}");
            let long = format!("{}\tinvalid: longer than 4096 bytes", number + 1);
            assert_eq!(answers.lines().nth(1), Some(&*long), "{answers}");
            assert_eq!(answers.matches("unique").count(), 2);
        }
    }
}

#[test]
fn what_ends_with_a_bracket_may_be_a_reject() {
    let [a, b, _] = SMALL;
    for (text, part) in [
        (format!("{a}\n{}[\n{b}\n", &b[1..]), "# line 2: "),
        (format!("{a}\n{}{{\n{b}\n", &b[1..]), "# line 2: "),
        (format!("id,grid\n1,{a}\n,\n2,{b}\n"), "# line 3: 0 cells"),
        (format!("{{\"puzzle\": \"{a}\"}}\n{{\"puzzle\": []}}\n"), "# line 2: "),
    ] {
        let (answers, _) = of_text(&text, "convert {}");
        assert!(answers.contains(part), "{text}{answers}");
    }
}

#[test]
fn what_holds_nothing_is_told() {
    let [a, _, full] = SMALL;
    for (text, command, told) in [
        (
            format!("id,solution\n1,{full}\n2,{full}\n"),
            "check {}",
            "no column holds puzzles: its columns are id, solution; `--column solution` reads",
        ),
        (String::new(), "check {}", "set is empty"),
        (String::new(), "run {} --solvers fast --quiet --out {}-run", "set is empty"),
        (format!("id,puzzle,level\n1,{a},easy\n2,{a},hard\n"), "check {} --column level", "`easy`"),
        (
            format!("{{\"puzzle\":{{\"0\":\"{a}\",\"1\":\"{a}\"}},\"level\":{{\"0\":1,\"1\":2}}}}"),
            "check {}",
            "this is JSON by columns, as pandas' `to_json()` writes it",
        ),
        (
            format!("{{\"by\": \"me\", \"puzzles\": [\"{a}\", \"{a}\"]}}\n"),
            "check {}",
            "the list in its field `puzzles` is read if it stands alone in a file",
        ),
        (
            format!("{{\"tags\": [\"easy\", \"2010\"], \"puzzles\": [\"{a}\", \"{a}\"]}}\n"),
            "check {}",
            "the list in its field `puzzles` is read if it stands alone in a file",
        ),
        // As pandas' `orient="split"`: no list of it is read.
        (
            format!("{{\"columns\": [\"puzzle\"], \"data\": [[\"{a}\"], [\"{a}\"]]}}\n"),
            "check {}",
            "this is JSON, and no column of text holds puzzles: its columns are columns, data",
        ),
        (a.chars().map(|cell| format!("{cell}\0")).collect(), "check {}", "this is UTF-16"),
        (a.chars().map(|cell| format!("\0{cell}")).collect(), "check {}", "this is UTF-16"),
        (a.into(), "check {} 12..34..2...4...", "a puzzle is given alone, as the only argument"),
        (a.into(), "check {} no-file", "no-file: no such file or folder\n"),
    ] {
        let (_, stderr) = of_text(&text, command);
        assert!(stderr.contains(told), "{command}: {stderr}");
    }
    let comments = "set: no line should hold a puzzle: all are blank, comments or headings";
    for command in [
        "check {}",
        "solve {}",
        "rate {}",
        "explain {}",
        "explain {} --format html",
        "convert {} --out {}-out",
        "run {} --solvers fast --quiet --out {}-run",
    ] {
        for text in ["# nothing\n\n", "#1 of many\n", "\n\n", "[\n]\n"] {
            let told = of_text(text, command).1;
            assert!(told.contains(comments), "{command}: {told}");
        }
        assert!(of_text("", command).1.contains("set is empty"), "{command}");
    }
}

/// A file is one whatever its names, and a run's folder is its own.
#[test]
fn names_of_one_file_and_folders_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("in")).unwrap();
    fs::write(path("in/a.txt"), format!("{PHP16}\n")).unwrap();
    fs::hard_link(path("in/a.txt"), path("in/b.txt")).unwrap();
    let ran = program(&format!("run {at}/in --out {at}/run --solvers fast"));
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(told.contains("1 .txt (read already): b.txt"), "{told}");
    assert_eq!(read(&path("run"), "puzzles").height(), 1);
    let code = |arguments: &str| program(&arguments.replace("{}", &at.to_string())).status.code();
    assert_ne!(code("run {}/in --out {}/run/more --solvers fast"), Some(0));
    assert!(!Path::exists(&path("run/more")));
    assert_eq!(code("run {}/in --out {}/run/../fresh --solvers fast"), Some(0));
    // As a shell's `*` names it, or a pattern.
    for arguments in ["{}/in {}/run {}/fresh", "{}/*"] {
        let arguments = arguments.replace("{}", &at.to_string());
        let told = program(&format!("check {arguments}"));
        assert_eq!(String::from_utf8_lossy(&told.stdout).lines().count(), 1, "{arguments}");
        let news = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(news.contains("the folder of a run"), "{arguments}: {news}");
    }
    assert_eq!(code("check {}/run"), Some(66));
    assert_eq!(code("check {}/run/puzzles"), Some(0));
    let generate = "generate --count 1 --clues 30 --seed 1 --force --out {}/run/";
    for file in ["puzzles/part-000000.parquet", "_state/run.json", "manifest.json", "solves/new"] {
        assert_eq!(code(&format!("{generate}{file}")), Some(64), "{file}");
        let convert = format!("convert {{}}/in/a.txt --force --out {{}}/run/{file}");
        assert_eq!(code(&convert), Some(64), "{file}");
    }
    assert_eq!(code("report {}/run --out {}/run/report.html"), Some(0));
    assert_eq!(code("status {}/run --verify"), Some(0));
}

#[test]
fn a_folder_in_the_place_of_a_part_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (at, part) =
        (folder.path().display(), folder.path().join("run/puzzles/part-000000.parquet"));
    fs::write(folder.path().join("a.txt"), format!("{PHP16}\n")).unwrap();
    stdout(&program(&format!("run {at}/a.txt --out {at}/run --solvers fast --quiet")));
    fs::remove_file(&part).unwrap();
    fs::create_dir(&part).unwrap();
    let ended = program(&format!("resume {at}/run --quiet"));
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.contains("parquet: a folder is in its place, to be removed first"), "{told}");
    assert_eq!(ended.status.code(), Some(74));
    fs::remove_dir(&part).unwrap();
    stdout(&program(&format!("resume {at}/run --quiet")));
    stdout(&program(&format!("status {at}/run --verify")));
}

/// Walks to puzzles with few clues are allowed where they are advised.
#[test]
fn advice_can_be_followed() {
    for (options, is_allowed) in [
        ("", true),
        ("--symmetry rotate", false),
        ("--fill row-major", false),
        ("--size 6", false),
        ("--any", false),
    ] {
        let order = format!("generate --count 1 --seed 1 --clues 20 --low-clues {options}");
        assert_eq!(program(&order).status.success(), is_allowed, "{options}");
    }
}

/// An argument that leads to nothing ends every command before anything is read.
#[test]
fn arguments_that_lead_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    fs::write(folder.path().join("a.txt"), format!("{PHP16}\n")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("gone")).unwrap();
    let run = format!("run --solvers fast --out {at}/run");
    let convert = format!("convert --out {at}/all.csv");
    for name in ["solve", "check", "rate", "explain", "audit", &run, &convert] {
        for nothing in [folder.path().join("gone"), "".into()] {
            let mut command = command(name);
            let ended = command.arg(folder.path().join("a.txt")).arg(nothing).output().unwrap();
            assert_eq!((ended.status.code(), ended.stdout.len()), (Some(66), 0), "{ended:?}");
        }
    }
    assert!(!folder.path().join("run").exists() && !folder.path().join("all.csv").exists());
}

/// As programs write lists of grids; a grid that is a list of rows is one puzzle.
#[test]
fn json_lists_of_grids_are_puzzles() {
    let [a, b, _] = SMALL;
    let rows = |cells: &str| -> Vec<String> {
        cells.as_bytes().chunks(4).map(|row| String::from_utf8(row.into()).unwrap()).collect()
    };
    let numbers = |cells: &str| -> Vec<Vec<u32>> {
        let number = |cell: char| cell.to_digit(10).unwrap_or(0);
        rows(cells).iter().map(|row| row.chars().map(number).collect()).collect()
    };
    let own: Vec<u32> = PHP16.chars().map(|cell| cell.to_digit(10).unwrap_or(0)).collect();
    let both = [a, b];
    let small = || both.map(|cells| cells.replace('0', ".")).to_vec();
    let big = || vec![PHP16.replace('0', "."); 2];
    for (json, expected) in [
        (serde_json::to_string(&both.map(numbers)), small()),
        (serde_json::to_string_pretty(&both.map(numbers)), small()),
        (serde_json::to_string(&both.map(rows)), small()),
        (serde_json::to_string(&rows(a)), small()[..1].to_vec()),
        (serde_json::to_string_pretty(&rows(b)), small()[1..].to_vec()),
        (serde_json::to_string_pretty(&both), small()),
        (serde_json::to_string(&[&own, &own]), big()),
        (serde_json::to_string_pretty(&[&own, &own]), big()),
        (serde_json::to_string(&numbers(a)), small()[..1].to_vec()),
    ] {
        let json = json.unwrap() + "\n";
        let (answers, told) = of_text(&json, "convert {}");
        assert_eq!(answers.lines().collect::<Vec<_>>(), expected, "{json}: {told}");
    }
}

/// As Python writes numbers that are none; what stands in texts stays.
#[test]
fn numbers_of_json_that_are_none_are_missing() {
    let [a, b, _] = SMALL;
    for number in ["NaN", "-Infinity", "Infinity", "1e400", "-1e400"] {
        let row = |cells: &str| {
            format!("{{\"by\": \"NaN \\\" \", \"er\": {number}, \"puzzle\": \"{cells}\"}}")
        };
        let [first, second] = [a, b].map(row);
        for text in [
            format!("{first}\n{second}\n"),
            format!("[{first}, {second}]"),
            format!("[\n  {first},\n  {second}\n]\n"),
        ] {
            assert_eq!(
                of_text(&text, "convert {}"),
                (format!("{a}\n{b}\n"), String::new()),
                "{text}"
            );
        }
    }
}

/// Columns are looked for among a thousand, in a time that their number does not multiply.
#[test]
fn tables_of_very_many_columns_are_read_at_once() {
    let [a, ..] = SMALL;
    let table = |before: usize| {
        let header: String = (0..before).map(|place| format!("c{place},")).collect();
        format!("{header}puzzle\n{}", format!("{}{a}\n", ",".repeat(before)).repeat(2))
    };
    assert_eq!(of_text(table(900), "convert {}").0, format!("{a}\n{a}\n"));
    let object = |before: usize| {
        let fields: String = (0..before).map(|place| format!("\"c{place}\":1,")).collect();
        format!("{{{fields}\"puzzle\":\"{a}\"}}\n").repeat(2)
    };
    assert_eq!(of_text(object(900), "convert {}").0, format!("{a}\n{a}\n"));
    let start = std::time::Instant::now();
    let (_, told) = of_text(table(100_000), "check {}");
    assert!(told.contains("longer than 4096 bytes"), "{told}");
    let (_, told) = of_text(object(100_000), "check {}");
    assert!(told.contains("its columns are c0, c1"), "{told}");
    let rows: String = (0..9_000).map(|n| format!("{{\"k{n}\":1,\"puzzle\":\"{a}\"}}\n")).collect();
    let (_, told) = of_text(rows, "annotate {} --out {}.parquet");
    assert!(told.contains("it has more than 1000 columns"), "{told}");
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

/// What a user puts into an unfinished run is not taken for the run's, whatever it is called.
#[test]
fn a_users_files_in_a_run_stay() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let lines =
        unique_puzzles(3).iter().map(|puzzle| to_line(puzzle.grid()) + "\n").collect::<String>();
    fs::write(folder.path().join("set.txt"), lines).unwrap();
    stdout(&program(&format!("plan {at}/set.txt --solvers dlx --out {at}/run")));
    stdout(&program(&format!("work {at}/run --unit 0")));
    for name in [
        "README.md",
        "manifest.json",
        "solves/part-0.parquet",
        "puzzles/part-0000001.parquet",
        "solves/old/part-000000.parquet",
        "solves/part-000000.parquet.bak",
        "solves/COPY.PARQUET",
    ] {
        let file = folder.path().join("run").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "PAR1").unwrap();
        for command in ["finalize", "resume"] {
            let output = program(&format!("{command} {at}/run"));
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(74), "{told}");
            assert!(told.contains(name) && told.contains("none of the run's files"), "{told}");
            assert_eq!(fs::read_to_string(&file).unwrap(), "PAR1");
        }
        fs::remove_file(file).unwrap();
    }
    let solves = folder.path().join("run/solves");
    std::os::unix::fs::symlink(folder.path(), solves.join("link")).unwrap();
    assert_eq!(program(&format!("finalize {at}/run")).status.code(), Some(74));
    fs::remove_file(solves.join("link")).unwrap();
    // What stands behind a link in the place of a table is not the run's, and not looked at.
    let moved = folder.path().join("moved");
    fs::rename(&solves, &moved).unwrap();
    fs::create_dir_all(moved.join("old")).unwrap();
    fs::write(moved.join("old/part-000003.parquet"), "PAR1").unwrap();
    std::os::unix::fs::symlink(&moved, &solves).unwrap();
    let output = program(&format!("status {at}/run"));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("run/solves\n") && !told.contains("run/solves/old"), "{told}");
    fs::remove_file(&solves).unwrap();
    fs::rename(&moved, &solves).unwrap();
    fs::remove_dir_all(solves.join("old")).unwrap();
    // Notes are in nobody's way.
    fs::write(solves.join("notes.txt"), "mine").unwrap();
    stdout(&program(&format!("finalize {at}/run")));
}
