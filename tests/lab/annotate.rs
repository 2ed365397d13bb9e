//! `annotate`: own columns as they were, and what is added agrees with the other commands.

use std::fs::{self, File};
use std::path::Path;

use polars::prelude::*;
use sudoku_lab::grid::Puzzle;
use sudoku_lab::text::to_line;

use super::support::{any_puzzles, program, shifted_puzzle, stdout, unique_puzzles};

fn frame(path: &Path) -> DataFrame {
    ParquetReader::new(File::open(path).unwrap()).finish().unwrap()
}

fn told(arguments: &str) -> (Option<i32>, String) {
    let output = program(arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn texts(frame: &DataFrame, name: &str) -> Vec<String> {
    let column = frame.column(name).unwrap().cast(&DataType::String).unwrap();
    column.str().unwrap().iter().map(|text| text.unwrap_or("null").to_owned()).collect()
}

/// Puzzles of several kinds and sizes, and what holds none.
fn lines() -> Vec<Option<String>> {
    let mut puzzles = unique_puzzles(40);
    puzzles.extend(any_puzzles(20));
    puzzles.push(shifted_puzzle(&sudoku_lab::grid::Layout::all()[0], 2));
    let mut lines: Vec<_> = puzzles.iter().map(|one| Some(to_line(one.grid()))).collect();
    lines.insert(3, None);
    lines.insert(9, Some("# no puzzle".into()));
    lines.insert(12, Some(format!("11{}", ".".repeat(79))));
    lines.splice(20..20, vec![Some(String::new()); 40]);
    lines
}

/// Writes a table of three columns in row groups of seven rows.
fn write(path: &Path) -> DataFrame {
    let lines = lines();
    let numbers: Vec<Option<i64>> =
        (0..lines.len() as i64).map(|n| (n % 5 > 0).then_some(-n)).collect();
    let lists = numbers.iter().map(|n| Series::new("".into(), vec![n.unwrap_or(7); 3]));
    let lists: Vec<Series> = lists.collect();
    let columns = vec![
        Column::new("number".into(), numbers),
        Column::new("text".into(), lines),
        Column::new("lists".into(), lists),
    ];
    let mut frame = DataFrame::new(columns[0].len(), columns).unwrap();
    let writer = ParquetWriter::new(File::create(path).unwrap());
    writer.with_row_group_size(Some(7)).finish(&mut frame).unwrap();
    frame
}

#[test]
fn own_columns_stay_and_ours_agree_with_a_run_on_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let own = write(&folder.path().join("a.parquet"));
    let columns = "--columns keys,solutions,solution,ratings,te_depth,strategies --rate hodoku,ser";
    stdout(&program(&format!(
        "annotate {at}/a.parquet --out {at}/b.parquet --threads 1 {columns}"
    )));
    stdout(&program(&format!(
        "annotate {at}/a.parquet --out {at}/c.parquet --threads 3 {columns}"
    )));
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("b.parquet") == bytes("c.parquet"));
    let all = frame(&folder.path().join("b.parquet"));
    assert_eq!(all.select(["number", "text", "lists"]).unwrap(), own);
    // A run on the same table says the same of its puzzles, and rejects the other rows.
    let options = "--solvers logic --keys --rate ser --min-span 0s --quiet";
    stdout(&program(&format!("run {at}/a.parquet --out {at}/run {options}")));
    let table = |name: &str| super::program::read(&folder.path().join("run"), name);
    let (puzzles, strategies) = (table("puzzles"), table("strategies"));
    let is_puzzle: BooleanChunked =
        texts(&all, "reject").iter().map(|reject| Some(reject.is_empty())).collect();
    let ours = all.filter(&is_puzzle).unwrap();
    assert_eq!(ours.height(), 61);
    let shared = puzzles.get_column_names().into_iter().filter(|name| all.column(name).is_ok());
    let shared: Vec<_> = shared.cloned().collect();
    assert_eq!(shared.len(), 10, "{shared:?}");
    shared.iter().for_each(|name| assert_eq!(texts(&ours, name), texts(&puzzles, name), "{name}"));
    for name in ["n_naked_single", "n_x_wing", "n_naked_pair"] {
        assert_eq!(texts(&ours, name), texts(&strategies, name), "{name}");
    }
    assert_eq!(texts(&ours, "logic"), texts(&table("solves"), "status"));
    let rejects = texts(&all, "reject");
    assert!(rejects[3].starts_with("length: ") && rejects[12].starts_with("conflict: "));
    assert!(!rejects[9].is_empty() && rejects[59].starts_with("length: "));
    // And so does `rate`.
    fs::write(folder.path().join("p.txt"), texts(&ours, "text").join("\n")).unwrap();
    let rated = stdout(&program(&format!("rate {at}/p.txt --order hodoku")));
    let mut rated = rated.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = rated.next().unwrap();
    let place = |name: &str| header.iter().position(|one| *one == name).unwrap();
    let (level, score) = (texts(&ours, "hodoku_level"), texts(&ours, "hodoku_score"));
    let depth = texts(&ours, "te_depth");
    for (row, cells) in rated.enumerate() {
        let cell = |name: &str, none: &str| match cells[place(name)] {
            "-" => none.to_owned(),
            cell => cell.to_owned(),
        };
        assert_eq!(level[row], cell("level", ""));
        assert_eq!(score[row], cell("score", "0"));
        assert_eq!(depth[row], cell("te_depth", "255"));
    }
}

#[test]
fn keys_alone_do_not_tell_the_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let own = write(&folder.path().join("a.parquet"));
    fs::copy(folder.path().join("a.parquet"), folder.path().join("c.parquet")).unwrap();
    stdout(&program(&format!("annotate {at}/a.parquet {at}/c.parquet --out {at}/b.parquet")));
    stdout(&program(&format!(
        "annotate {at}/a.parquet --only-keys --out {at}/k.parquet --rate hodoku"
    )));
    let [twice, keys] = ["b.parquet", "k.parquet"].map(|name| frame(&folder.path().join(name)));
    assert_eq!(twice.height(), 2 * own.height(), "one file after another");
    let names = ["row", "n_solutions", "puzzle_key", "core_key", "grid_key", "automorphisms"];
    let names = names.into_iter().chain(["hodoku_level", "hodoku_score", "reject"]);
    assert_eq!(keys.get_column_names(), names.collect::<Vec<_>>());
    assert_eq!(texts(&keys, "puzzle_key"), texts(&twice.head(Some(own.height())), "puzzle_key"));
    assert_eq!(texts(&keys, "row").last().unwrap(), &own.height().to_string());
}

#[test]
fn csv_and_json_keep_their_columns_as_texts() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let [one, two]: [String; 2] = [0, 1].map(|place| to_line(unique_puzzles(2)[place].grid()));
    let csv = format!("id,note,puzzle\n007,\"a, \"\"b\"\"\r\nc\",{one}\n8,,{two}\n9, x\t,\n");
    fs::write(folder.path().join("a.csv"), csv).unwrap();
    let json = format!(
        "{{\"id\":7,\"cells\":\"{one}\"}}\n{{\"cells\":\"{two}\",\"tags\":[1,2]}}\n{{\"id\":null}}\n"
    );
    fs::write(folder.path().join("a.jsonl"), json).unwrap();
    let of = |name: &str| {
        let out = format!("{name}.parquet");
        stdout(&program(&format!("annotate {at}/{name} --out {at}/{out} --columns solutions")));
        frame(&folder.path().join(out))
    };
    let (csv, json) = (of("a.csv"), of("a.jsonl"));
    assert_eq!(csv.get_column_names(), ["id", "note", "puzzle", "n_solutions", "reject"]);
    assert_eq!(texts(&csv, "id"), ["007", "8", "9"]);
    assert_eq!(texts(&csv, "note"), ["a, \"b\"\r\nc", "", " x\t"]);
    assert_eq!(json.get_column_names(), ["id", "cells", "tags", "n_solutions", "reject"]);
    assert_eq!(texts(&json, "id"), ["7", "", ""]);
    assert_eq!(texts(&json, "tags"), ["", "[1,2]", ""]);
    for frame in [csv, json] {
        assert_eq!(texts(&frame, "n_solutions"), ["1", "1", "255"]);
        assert!(texts(&frame, "reject")[2].starts_with("length: "));
    }
}

/// `annotate`, `dedup` and `check` find the same header and puzzles, whatever stands above them.
#[test]
fn what_stands_above_a_table_is_no_row_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let [a, b]: [String; 2] = [0, 1].map(|place| to_line(unique_puzzles(2)[place].grid()));
    let of = |text: &str| {
        fs::write(folder.path().join("a.txt"), text).unwrap();
        stdout(&program(&format!(
            "annotate {at}/a.txt --out {at}/a.parquet --columns solutions --force"
        )));
        let checked = program(&format!("check {at}/a.txt"));
        let checked = String::from_utf8(checked.stdout).unwrap();
        let verdicts: Vec<String> =
            checked.lines().map(|line| line.split('\t').nth(1).unwrap().into()).collect();
        let frame = frame(&folder.path().join("a.parquet"));
        let counts = texts(&frame, "n_solutions");
        assert_eq!(counts.len(), verdicts.len(), "{text}");
        for (count, verdict) in counts.iter().zip(&verdicts) {
            assert_eq!(count == "1", verdict == "unique", "{text}");
        }
        (frame, verdicts)
    };
    for above in [
        "sep=,\n",
        "\u{feff}sep=,\n",
        "# c\n",
        "\n\n",
        "\u{feff}",
        "Puzzles of my class\n",
        "Puzzles of my class,,\n,,\nof 2024 in class 7,,\n,,\n",
    ] {
        for end in ["\n", "\r\n"] {
            let text =
                format!("{above}id,grid,ser\n1,{a},3\n# c\n2,x,5\n3,{b},4\n").replace('\n', end);
            let (frame, _) = of(&text);
            assert_eq!(
                frame.get_column_names(),
                ["id", "grid", "ser", "n_solutions", "reject"],
                "{text}"
            );
            assert_eq!(texts(&frame, "ser"), ["3", "5", "4"], "{text}");
            stdout(&program(&format!("dedup {at}/a.txt --format csv --out {at}/o.csv --force")));
            let kept = fs::read_to_string(folder.path().join("o.csv")).unwrap();
            assert_eq!(kept, format!("id,grid,ser\n1,{a},3\n3,{b},4\n"), "{text}");
        }
    }
    // A first column may begin with `#`, as comments do.
    for (name, id) in [("id", "#"), ("id", "# no "), ("#", ""), ("# id", "")] {
        let rows = [format!("{name},puzzle\n"), format!("{id}1,{a}\n"), format!("{id}2,{b}\n")];
        let (frame, _) = of(&rows.join("# c\n"));
        assert_eq!(frame.get_column_names(), [name, "puzzle", "n_solutions", "reject"]);
        assert_eq!(texts(&frame, name), [1, 2].map(|number| format!("{id}{number}")));
        assert_eq!(stdout(&program(&format!("dedup {at}/a.txt"))), rows.concat());
    }
    for text in [
        format!("\u{feff}{a}\n{b}\n"),
        format!("#1 {a}\n#2 {b}\n"),
        format!("# c\n\"{a}\"\n\"{b}\"\n"),
        format!("k1  {a}  7.1\nk2  {b}  1.2\n"),
        format!("{a} {b}\n{a}\n{b}\nhello\n"),
    ] {
        let (_, verdicts) = of(&text);
        assert_eq!(verdicts.iter().filter(|verdict| *verdict == "unique").count(), 2, "{text}");
    }
}

/// A cell with two puzzles is none, as a line with two is.
#[test]
fn a_cell_holds_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let [a, b]: [String; 2] = [0, 1].map(|place| to_line(unique_puzzles(2)[place].grid()));
    for between in [" ", "\n", "\r\n", "\t", ",", ";", "|", " # "] {
        let cells = [format!("{a}{between}{b}"), format!("{a}{between}note"), a.clone()];
        let mut table = df!("puzzle" => &cells).unwrap();
        ParquetWriter::new(File::create(path("a.parquet")).unwrap()).finish(&mut table).unwrap();
        let rows =
            cells.iter().map(|cell| serde_json::json!({ "puzzle": cell }).to_string() + "\n");
        fs::write(path("a.jsonl"), rows.collect::<String>()).unwrap();
        for name in ["a.parquet", "a.jsonl"] {
            let checked = stdout(&program(&format!("check {}", path(name).display())));
            let mut verdicts = checked.lines();
            let first = verdicts.next().unwrap();
            assert!(first.contains("invalid: more than one puzzle"), "{name} {between:?}: {first}");
            assert!(verdicts.all(|verdict| verdict.ends_with("unique")), "{name} {between:?}");
        }
    }
}

/// Each is one sentence; nothing is written, and nothing is lost.
#[test]
fn what_cannot_be_annotated_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let path = |name: &str| folder.path().join(name);
    write(&path("a.parquet"));
    let whole = fs::read(path("a.parquet")).unwrap();
    fs::write(path("cut.parquet"), &whole[..whole.len() - 40]).unwrap();
    let mut damaged = whole.clone();
    damaged[20..whole.len() / 2].fill(0xa5);
    fs::write(path("damaged.parquet"), damaged).unwrap();
    // Only a column that is not read: it would be copied.
    let mut damaged = whole.clone();
    damaged[30..44].fill(0xa5);
    fs::write(path("beside.parquet"), damaged).unwrap();
    fs::write(path("cut.csv"), "id,puzzle\n1,4.3E+78\n2,1.2E+77\n").unwrap();
    fs::write(path("ragged.csv"), "id,puzzle\n1,2,3\n").unwrap();
    let [one, two, three] = unique_puzzles(3).try_into().unwrap();
    let line = |puzzle: Puzzle| to_line(puzzle.grid());
    let text = format!("puzzle,note\n{},\"x\n{},y\n{},z\n", line(one), line(two), line(three));
    fs::write(path("open.csv"), text).unwrap();
    fs::write(path("broken.jsonl"), "{\"a\":\"1\"}\n{\"a\":\n").unwrap();
    let mut numbers = df!("puzzle" => [4.3e78, 1.2e77]).unwrap();
    ParquetWriter::new(File::create(path("numbers.parquet")).unwrap())
        .finish(&mut numbers)
        .unwrap();
    fs::write(path("kept.parquet"), "kept").unwrap();
    for (arguments, code, why) in [
        ("cut.parquet --out @/x.parquet", 65, "this is Parquet, and damaged"),
        ("damaged.parquet --out @/x.parquet", 65, "this is Parquet, and damaged"),
        ("beside.parquet --only-keys --out @/x.parquet", 65, "this is Parquet, and damaged"),
        ("beside.parquet --out @/x.parquet", 65, "this is Parquet, and damaged"),
        ("a.parquet --column nothing --out @/x.parquet", 65, "no column is named `nothing`"),
        ("cut.csv --column nothing --out @/x.parquet", 65, "its columns are id, puzzle"),
        ("numbers.parquet --out @/x.parquet", 65, "has to be kept as text"),
        ("cut.csv --out @/x.parquet", 65, "whose other digits are lost"),
        ("ragged.csv --out @/x.parquet", 65, "record"),
        ("open.csv --out @/x.parquet", 65, "line 2: a quote begins a field and has no end"),
        ("broken.jsonl --out @/x.parquet", 65, "row 2 is no JSON"),
        ("none.parquet --out @/x.parquet", 66, "none.parquet"),
        ("a.parquet --out @/kept.parquet", 74, "--force replaces it"),
        ("a.parquet --out @/a.parquet --force", 64, "it would be lost"),
        ("a.parquet @/numbers.parquet --out @/x.parquet", 65, "has to be kept as text"),
        ("a.parquet --columns ratings --out @/x.parquet", 64, "--rate"),
        ("a.parquet --columns solution --only-keys --out @/x.parquet", 64, "--only-keys"),
    ] {
        let (given, error) =
            told(&format!("annotate {at}/{}", arguments.replace('@', &at.to_string())));
        assert_eq!((given, error.contains(why)), (Some(code), true), "{arguments}: {error}");
        assert!(!path("x.parquet").exists() && fs::read(path("a.parquet")).unwrap() == whole);
    }
    assert_eq!(fs::read(path("kept.parquet")).unwrap(), b"kept");
    // What has our columns already gets others.
    stdout(&program(&format!("annotate {at}/a.parquet --out {at}/b.parquet")));
    let (code, error) =
        told(&format!("annotate {at}/b.parquet --column text --out {at}/c.parquet"));
    assert!(code == Some(64) && error.contains("--prefix"), "{error}");
    let again = format!("annotate {at}/b.parquet --column text --prefix lab_ --out {at}/c.parquet");
    stdout(&program(&again));
    let frame = frame(&path("c.parquet"));
    assert_eq!(texts(&frame, "puzzle_key"), texts(&frame, "lab_puzzle_key"));
}
