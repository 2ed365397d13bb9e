//! One sample of every format that is read, with line ends of both kinds, a byte order mark, and
//! packed: each puzzle is found, in the line where it ends.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use polars::prelude::*;
use sudoku_lab::grid::Puzzle;
use sudoku_lab::text::to_line;

use super::program::read;
use super::support::{program, stdout, unique_puzzles};

/// The cells of three puzzles, with `.` for empty ones, and the solution of the first.
fn puzzles() -> ([String; 3], String) {
    let all: Vec<Puzzle> = unique_puzzles(3);
    let cells = [0, 1, 2].map(|place: usize| to_line(all[place].grid()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.txt");
    fs::write(&path, &cells[0]).unwrap();
    let solution = stdout(&program(&format!("solve {}", path.display()))).trim().to_owned();
    (cells, solution)
}

/// The rows of a puzzle, each as `form` writes it.
fn rows(cells: &str, form: impl Fn(&str) -> String) -> Vec<String> {
    cells.as_bytes().chunks(9).map(|row| form(str::from_utf8(row).unwrap())).collect()
}

/// Cells with something between them and another mark for empty ones.
fn between(cells: &str, mark: &str, empty: &str) -> String {
    let cell = |cell: char| if cell == '.' { empty.to_owned() } else { cell.to_string() };
    cells.chars().map(cell).collect::<Vec<_>>().join(mark)
}

/// The cells in a frame of three lines, where boxes begin and end.
fn framed(cells: &str, [top, middle, bottom]: [&str; 3], bar: &str, empty: &str) -> String {
    let row = |row: &str| {
        let boxes = row.as_bytes().chunks(3).map(|three| str::from_utf8(three).unwrap());
        let boxes = boxes.map(|three| format!(" {} ", between(three, " ", empty)));
        format!("{bar}{}{bar}\n", boxes.collect::<Vec<_>>().join(bar))
    };
    let bands: Vec<String> = rows(cells, row).chunks(3).map(|band| band.concat()).collect();
    format!("{top}\n{}{bottom}\n", bands.join(&format!("{middle}\n")))
}

/// A sample: its name, its text, and the lines where its puzzles end, in their order.
type Sample = (&'static str, String, Vec<u64>);

fn samples() -> Vec<Sample> {
    let (puzzles, solution) = puzzles();
    let [a, b, c] = puzzles.each_ref().map(String::as_str);
    let all = [a, b, c];
    let lines = |form: &dyn Fn(&str) -> String| -> String {
        all.iter().map(|cells| form(cells) + "\n").collect()
    };
    let drawn = |form: &dyn Fn(&str) -> String, gap: &str| -> String {
        all.iter().map(|cells| rows(cells, form).join("\n") + "\n" + gap).collect()
    };
    let own = |row: &str| row.to_owned();
    let (each, blocks, apart) = (vec![1, 2, 3], vec![9, 18, 27], vec![9, 19, 29]);
    let numbered = |from: u64| (from..from + 3).collect::<Vec<u64>>();
    vec![
        ("line", lines(&own), each.clone()),
        ("dashes", lines(&|cells| cells.replace('.', "-")), each.clone()),
        ("dashes-by-row", drawn(&|row| row.replace('.', "-"), "\n"), apart.clone()),
        ("dashes-apart", drawn(&|row| between(row, " ", "-"), "\n"), apart.clone()),
        (
            "dashes-framed",
            lines(&|cells| framed(cells, ["+---+", "|---+---|", "+---+"], "|", "-")),
            vec![12, 26, 40],
        ),
        (
            "dashes-by-box",
            drawn(
                &|row| {
                    let boxes =
                        row.as_bytes().chunks(3).map(|three| str::from_utf8(three).unwrap());
                    boxes.collect::<Vec<_>>().join("|").replace('.', "-")
                },
                "---+---+---\n",
            ),
            vec![9, 19, 29],
        ),
        ("blanks", lines(&|cells| between(cells, " ", "0")), each.clone()),
        ("tabs", lines(&|cells| between(cells, "\t", ".")), each.clone()),
        ("commas", lines(&|cells| between(cells, ",", "0")), each.clone()),
        ("blanks-by-row", drawn(&|row| between(row, " ", "0"), ""), blocks.clone()),
        ("tabs-by-row", drawn(&|row| between(row, "\t", ""), "\n"), apart.clone()),
        ("commas-by-row", drawn(&|row| between(row, ",", ""), ""), blocks.clone()),
        ("list", drawn(&|row| format!("{{{}}},", between(row, ",", "0")), ""), blocks.clone()),
        (
            "array",
            format!(
                "int grids[3][9][9] = {{\n{}}};\n",
                drawn(&|row| format!("  {{{}}},", between(row, ", ", "0")), "")
            ),
            vec![10, 19, 28],
        ),
        (
            "python",
            lines(&|cells| {
                format!(
                    "[{}]",
                    rows(cells, |row| format!("[{}]", between(row, ", ", "0"))).join(", ")
                )
            }),
            each.clone(),
        ),
        (
            "grid-blocks",
            all.iter().zip(1..).fold(String::new(), |text, (cells, number)| {
                format!(
                    "{text}Grid {number:02}\n{}\n",
                    rows(cells, |row| between(row, "", "0")).join("\n")
                )
            }),
            vec![10, 20, 30],
        ),
        (
            "sdk",
            all.iter().fold(String::new(), |text, cells| {
                let grid = rows(cells, own).join("\n");
                let state = rows(&solution, own).join("\n");
                format!("{text}#A somebody\n#D an example\n[Puzzle]\n{grid}\n[State]\n{state}\n")
            }),
            vec![12, 34, 56],
        ),
        (
            "frames",
            lines(&|cells| {
                let frame = ["╔═══╤═══╗", "╟───┼───╢", "╚═══╧═══╝"];
                framed(cells, frame, "│", ".").replace("\n│", "\n║").replace("│\n", "║\n")
            }),
            vec![12, 26, 40],
        ),
        (
            "frames-blank",
            lines(&|cells| framed(cells, ["┌───┬", "├───┼", "└───┴"], "│", " ")),
            vec![12, 26, 40],
        ),
        (
            "bars-blank",
            drawn(&|row| format!("| {} |\n+---+---+---+", between(row, " | ", " ")), "\n"),
            vec![17, 36, 55],
        ),
        ("no-break", lines(&|cells| format!("\u{a0}{cells}\u{a0}")), each.clone()),
        ("sdm-count", format!("3\n{}", lines(&own)), numbered(2)),
        ("sdm-title", format!("Three easy puzzles\n{}", lines(&own)), numbered(2)),
        ("keyed", lines(&|cells| format!("p{}  {cells}  7.1", &cells[..2])), each.clone()),
        ("exchange", lines(&|cells| format!("0123456789ab {cells}  1.2")), each.clone()),
        ("csv", format!("id,puzzle\n{}", lines(&|cells| format!("7,{cells}"))), numbered(2)),
        (
            "csv-quoted",
            format!("note,grid,x\n{}", lines(&|cells| format!("\"a, \"\"b\"\"\",{cells},1"))),
            numbered(2),
        ),
        (
            "csv-lines",
            format!("note;other\n{}", lines(&|cells| format!("\"a;\n# b\n\";{cells}"))),
            vec![4, 7, 10],
        ),
        (
            "csv-solution",
            format!("a\tb\tc\n{}", lines(&|cells| format!("{solution}\t{cells}\t{solution}"))),
            numbered(2),
        ),
        ("csv-no-header", lines(&|cells| format!("7,\"x, y\",{cells}")), each.clone()),
        (
            "csv-cells",
            format!(
                "id,text\n{}",
                lines(&|cells| format!("1,\"{}\"", rows(cells, own).join("\n")))
            ),
            vec![10, 19, 28],
        ),
        (
            "csv-long",
            format!(
                "text,text2\n{}",
                lines(&|cells| format!("\"{}\",{cells}", "x,".repeat(9_000)))
            ),
            numbered(2),
        ),
        (
            "json-lines",
            lines(&|cells| {
                format!("{{\"id\": {{\"a\": [1]}}, \"s\": \"{solution}\", \"p\": \"{cells}\"}}")
            }),
            each.clone(),
        ),
        (
            "json-arrays",
            lines(&|cells| format!("{{\"quiz\": [{}]}}", between(cells, ",", "0"))),
            each.clone(),
        ),
        (
            "json-list",
            format!("[\n{}]\n", lines(&|cells| format!("{{\"q\":\n\"{cells}\"}},"))),
            each.clone(),
        ),
        (
            "json-row",
            all.map(|cells| format!("{{\"p\": \"{cells}\"}}")).concat() + "\n",
            each.clone(),
        ),
        ("json-texts", format!("[\"{a}\", \"{b}\", \"{c}\"]\n"), each),
    ]
}

fn gz(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_puzzle_of_every_sample_is_read() {
    let (puzzles, _) = puzzles();
    let (folder, samples) = (tempfile::tempdir().unwrap(), samples());
    let mut expected = Vec::new();
    assert_eq!(samples.len(), 37);
    for (name, text, lines) in samples {
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        for (ending, bytes) in [
            ("lf", text.clone().into_bytes()),
            ("crlf", text.replace('\n', "\r\n").into_bytes()),
            ("bom", marked),
            ("gz", gz(text.as_bytes())),
        ] {
            fs::write(folder.path().join(format!("{name}.{ending}")), bytes).unwrap();
            let row =
                |(line, cells): (&u64, &String)| format!("{cells}\t{name}.{ending}\t{line}\t");
            expected.extend(lines.iter().zip(&puzzles).map(row));
        }
    }
    expected.sort();
    let at = folder.path().display();
    let ran = program(&format!("convert {at}/* --keep-input"));
    let told = String::from_utf8(ran.stderr).unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    let mut found: Vec<&str> = text.lines().collect();
    found.sort_unstable();
    assert_eq!((found.len(), told.as_str()), (expected.len(), ""));
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    // The same in the tables, with nothing rejected, and in units.
    stdout(&program(&format!("run {at}/* --out {at}/run --solvers fast --quiet")));
    let run = folder.path().join("run");
    assert_eq!(read(&run, "puzzles").height(), expected.len());
    assert!(!run.join("rejects").exists() || read(&run, "rejects").height() == 0);
}

/// A Parquet file with these columns, in row groups of so many rows.
fn write_parquet(path: &Path, columns: Vec<Column>, group: usize, packing: ParquetCompression) {
    let mut frame = DataFrame::new_infer_height(columns).unwrap();
    let writer = ParquetWriter::new(fs::File::create(path).unwrap());
    let writer = writer.with_row_group_size(Some(group)).with_compression(packing);
    writer.finish(&mut frame).unwrap();
}

#[test]
fn parquet_is_read_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let (at, path) = (folder.path().display(), folder.path().join("set.bin"));
    let puzzles: Vec<String> =
        unique_puzzles(40).iter().map(|puzzle| to_line(puzzle.grid())).collect();
    let mut cells: Vec<Option<String>> =
        (0..1000).map(|row| Some(puzzles[row % 40].clone())).collect();
    (cells[7], cells[8], cells[300]) = (None, Some("#12".into()), Some("x\ny".into()));
    let ids: Vec<i64> = (0..1000).collect();
    let notes: Vec<String> = ids.iter().map(|id| format!("note {id}")).collect();
    let columns = || {
        vec![
            Column::new("id".into(), &ids),
            Column::new("note".into(), &notes),
            Column::new("grid".into(), &cells),
        ]
    };
    for packing in [
        ParquetCompression::Snappy,
        ParquetCompression::Zstd(None),
        ParquetCompression::Uncompressed,
    ] {
        write_parquet(&path, columns(), 300, packing);
        let text = String::from_utf8(program(&format!("convert {at}/set.bin")).stdout).unwrap();
        let found: Vec<&str> = text.lines().collect();
        assert_eq!(found.len(), 1000);
        for (row, cell) in cells.iter().enumerate() {
            match row {
                7 | 8 | 300 => assert!(found[row].starts_with(&format!("# line {}: ", row + 1))),
                _ => assert_eq!(Some(found[row]), cell.as_deref()),
            }
        }
    }
    // From a pipe, packed, and in units that several processes do.
    let bytes = fs::read(&path).unwrap();
    fs::write(folder.path().join("packed.gz"), gz(&bytes)).unwrap();
    let packed = program(&format!("check {at}/packed.gz"));
    assert_eq!(packed.stdout, program(&format!("check {at}/set.bin")).stdout);
    let mut piped = super::support::command("check -");
    piped.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut piped = piped.spawn().unwrap();
    piped.stdin.take().unwrap().write_all(&bytes).unwrap();
    assert_eq!(piped.wait_with_output().unwrap().stdout, packed.stdout);
    let run = "--solvers dlx --column grid --quiet";
    stdout(&program(&format!("run {at}/set.bin --out {at}/run {run}")));
    stdout(&program(&format!("plan {at}/set.bin --out {at}/planned --unit-lines 256 {run}")));
    for unit in [2, 0, 3, 1] {
        stdout(&program(&format!("work {at}/planned --unit {unit}")));
    }
    stdout(&program(&format!("finalize {at}/planned")));
    let (run, planned) = (folder.path().join("run"), folder.path().join("planned"));
    super::units::same_rows(&run, &planned);
    let rejects = read(&run, "rejects");
    let lines: Vec<u64> =
        rejects.column("line").unwrap().u64().unwrap().iter().map(Option::unwrap).collect();
    assert_eq!(lines, [8, 9, 301]);
    // Of a folder, it is taken for what it holds.
    let sets = stdout(&program(&format!("check {at} --ext bin --keep-input")));
    assert_eq!(sets.lines().count(), 1000);
}

/// What the program says of a file, and its exit code.
fn said(path: &Path, more: &str) -> (String, Option<i32>) {
    let ran = program(&format!("check {} {more}", path.display()));
    (String::from_utf8(ran.stderr).unwrap(), ran.status.code())
}

/// Where puzzles cannot be read, their solutions are not taken for them.
#[test]
fn solutions_are_no_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set");
    let (puzzle, solution) = ("12..34..2...4...", "1234341221434321");
    let converted = |text: String| {
        fs::write(&path, text).unwrap();
        let end = program(&format!("convert {} --to line", path.display()));
        String::from_utf8(end.stdout).unwrap()
    };
    let rows = |row: &str| row.repeat(40);
    for text in [
        // An empty first field, with tabs.
        format!("rating\tpuzzle\tsolution\n1\t{puzzle}\t{solution}\n\t{puzzle}\t{solution}\n"),
        format!("\tsolution\tpuzzle\n0\t{solution}\t{puzzle}\n"),
        // An empty puzzle, and a broken one first.
        format!("givens,answer\n{puzzle},{solution}\n,{solution}\n"),
        format!("givens\tanswer\n{puzzle}\t{solution}\n\t{solution}\n"),
        format!("givens,solution\n12,{solution}\n{puzzle},{solution}\n"),
        format!("12,{solution}\n{puzzle},{solution}\n"),
        // None that can be read.
        "givens,answer\n".to_owned() + &rows(&format!("123,{solution}\n")),
        "solution,givens\n".to_owned() + &rows(&format!("{solution},123\n")),
        format!("givens,answer\n123,{solution}\n"),
        format!("{{\"puzzle\": 123, \"solution\": \"{solution}\"}}\n"),
        // A field that begins as a comment does.
        format!("id,puzzle\n#0,{puzzle}\n# a comment\n"),
    ] {
        let lines = converted(text.clone());
        assert!(!lines.contains(solution), "{text}: {lines}");
        assert_eq!(lines.contains(puzzle), text.contains(puzzle), "{text}: {lines}");
    }
    let lines = converted(format!("id,grid\n1,{solution}\n"));
    assert!(lines.contains(solution), "{lines}");
    let numbers = Column::new("puzzle".into(), &[1i64, 2]);
    let solutions = Column::new("solution".into(), &[solution, solution]);
    write_parquet(&path, vec![numbers, solutions], 10, ParquetCompression::Snappy);
    let (told, code) = said(&path, "");
    assert!(told.contains("the column `puzzle` holds numbers") && code == Some(65), "{told}");
}

#[test]
fn what_cannot_be_read_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set");
    let own = super::support::PHP16;
    let column = |values: &[&str]| Column::new("puzzle".into(), values);
    // A damaged file: any byte may be wrong, the end may be missing.
    write_parquet(&path, vec![column(&[own; 500])], 100, ParquetCompression::Snappy);
    let whole = fs::read(&path).unwrap();
    for length in [5, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let (told, code) = said(&path, "");
        assert!(told.contains("this is Parquet, and damaged"), "{length}: {told}");
        assert_eq!(code, Some(65));
    }
    for place in (0..whole.len()).step_by(whole.len() / 20) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x5a;
        fs::write(&path, bytes).unwrap();
        let (told, code) = said(&path, "");
        assert!(matches!(code, Some(0 | 65)), "{place}: {told}");
        assert!(!told.contains("panicked") && !told.contains("internal"), "{place}: {told}");
    }
    // No such column, or none that holds puzzles.
    let numbers = Column::new("puzzle".into(), &[4.3e78, 1.0]);
    let ids = Column::new("id".into(), &["a", "b"]);
    write_parquet(&path, vec![ids.clone(), numbers], 10, ParquetCompression::Snappy);
    for (more, part) in [
        ("", "the column `puzzle` holds numbers, which have no leading zeros"),
        ("--column x", "no column is named `x`: its columns are id (text), puzzle (numbers)"),
    ] {
        let (told, code) = said(&path, more);
        assert!(told.contains(part) && code == Some(65), "{told}");
    }
    write_parquet(&path, vec![ids], 10, ParquetCompression::Snappy);
    assert!(
        said(&path, "").0.contains("no column of text holds puzzles: its columns are id (text)")
    );
    for (text, more, part) in [
        (
            format!("id,grid\n1,{own}\n"),
            "--column x",
            "no column is named `x`: its columns are id, grid",
        ),
        (format!("{{\"id\": 1, \"grid\": \"{own}\"}}\n"), "--column x", "its columns are id, grid"),
        (
            "{\"a\": 1}\n".repeat(9),
            "",
            "this is JSON, and no column of text holds puzzles: its columns are a",
        ),
        ("puzzle\n4.3E+78\n".into(), "", "a number with an exponent, whose other digits are lost"),
        (
            format!("puzzle\n{}\n", own.trim_start_matches('0')),
            "",
            "72 digits: a number that may have lost",
        ),
        (
            "3x3::k:3840:3841\n".repeat(10_000),
            "",
            "none of 10000 lines holds a puzzle: this looks like killer",
        ),
        (("12345678".repeat(8) + "\n").repeat(20), "", "this looks like 8×8 grids"),
        ("12345678\n".repeat(8), "", "this looks like 8×8 grids"),
    ] {
        fs::write(&path, text).unwrap();
        let (told, code) = said(&path, more);
        assert!(told.contains(part) && code == Some(65), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        // A run says the same, and keeps its rejects.
        let out = folder.path().join("run");
        let run = program(&format!(
            "run {} --out {} --solvers fast {more}",
            path.display(),
            out.display()
        ));
        assert!(String::from_utf8(run.stderr).unwrap().contains(part), "{part}");
        assert!(read(&out, "rejects").height() > 0);
        fs::remove_dir_all(out).unwrap();
    }
}

#[test]
fn a_column_is_read_by_its_name_or_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.csv");
    let (puzzles, _) = puzzles();
    let [a, b, c] = &puzzles;
    fs::write(&path, format!("puzzle,other\n{a},{b}\n{a},{c}\n")).unwrap();
    for (column, expected) in [("other", [b, c]), ("2", [b, c]), ("puzzle", [a, a])] {
        let text = stdout(&program(&format!("convert {} --column {column}", path.display())));
        // By its number, the header is a line like others.
        let found: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(found, expected, "{column}");
    }
}

/// Every example that `list formats` shows is read, if its format is.
#[test]
fn examples_are_what_they_say() {
    let all: serde_json::Value =
        serde_json::from_str(&stdout(&program("list formats --json"))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for format in all.as_array().unwrap() {
        let (name, example) =
            (format["name"].as_str().unwrap(), format["example"].as_str().unwrap());
        if format["read"] == false || ["dimacs-model", "parquet", "grid-blocks"].contains(&name) {
            continue;
        }
        let path = folder.path().join(name);
        fs::write(&path, example).unwrap();
        let text = stdout(&program(&format!("check {}", path.display())));
        assert!(!text.is_empty() && !text.contains("invalid"), "{name}: {text}");
    }
}
