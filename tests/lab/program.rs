//! The program from outside: commands, files, exit codes.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use polars::prelude::*;
use sudoku_lab::solver::SOLVERS;
use sudoku_lab::strategy::{B09, ORDERS, STRATEGIES};
use sudoku_lab::table::schema;
use tempfile::TempDir;

use super::support::{
    PHP16, any_puzzles, command, program, shifted_puzzle, stdout, unique_puzzles, write_puzzles,
};

/// A folder with a file of 9×9 puzzles of both kinds and one 4×4 puzzle.
pub fn puzzle_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut puzzles = unique_puzzles(60);
    puzzles.extend(any_puzzles(30));
    puzzles.push(shifted_puzzle(&sudoku_lab::grid::Layout::all()[0], 2));
    write_puzzles(&folder.path().join("set.txt"), &puzzles);
    folder
}

/// A table of a run as one frame.
pub fn read(run: &Path, table: &str) -> DataFrame {
    let files = fs::read_dir(run.join(table)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let frames = files.iter().map(|file| ParquetReader::new(File::open(file).unwrap()).finish());
    let mut frames = frames.map(Result::unwrap);
    let first = frames.next().unwrap();
    frames.fold(first, |all, frame| all.vstack(&frame).unwrap())
}

/// A table without the columns that depend on time, as text.
pub fn timeless(run: &Path, table: &schema::Table) -> String {
    let timed = table.columns.iter().filter(|column| column.timed).map(|c| c.name.as_str());
    let frame = read(run, table.name).drop_many(timed);
    let row = |row| frame.columns().iter().map(move |c| c.get(row).unwrap().to_string() + "\t");
    (0..frame.height()).flat_map(|place| row(place).chain(["\n".into()])).collect()
}

fn solve_php16(count: u64) -> String {
    let arguments = format!("solve --solver brute-force --stats --count {count}");
    let mut child =
        command(&arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{PHP16}").unwrap();
    stdout(&child.wait_with_output().unwrap())
}

/// Without `--solver` each size gets a solver that takes it.
#[test]
fn every_size_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sizes.txt");
    let puzzles: Vec<_> =
        sudoku_lab::grid::Layout::all().iter().map(|layout| shifted_puzzle(layout, 3)).collect();
    write_puzzles(&file, &puzzles);
    let text = stdout(&program(&format!("solve {}", file.display())));
    assert_eq!(text.lines().count(), puzzles.len());
    for (line, puzzle) in text.lines().zip(&puzzles) {
        let solution = sudoku_lab::text::parse_cells(line.as_bytes()).unwrap();
        assert!(sudoku_lab::grid::is_solution(solution.grid(), puzzle), "{line}");
    }
    let text = stdout(&program(&format!("solve {} --solver fast", file.display())));
    assert!(
        text.contains("# line 5: fast does not take 16×16 in boxes of 4×4; sat does"),
        "{text}"
    );
}

/// The helps count the solvers that `all` stands for, and expand the sources' names.
#[test]
fn helps_say_what_short_names_mean() {
    assert_eq!(SOLVERS.iter().filter(|row| row.in_all).count(), 9);
    assert!(stdout(&program("run --help")).contains("the nine solvers marked in `list solvers`"));
    for command in ["--help", "list solvers", "experiment --help", "summarize --help"] {
        let text = stdout(&program(command));
        for name in ["HR12   R. Hedin", "AW15   S. Alam", "PHP16  Att", "B09    A. Bónizs"] {
            assert!(text.contains(name), "{command}: {text}");
        }
    }
}

/// The column `hardest_in_order` against the counts of the strategies.
#[test]
fn the_table_names_the_strategy_that_is_tried_last() {
    let folder = puzzle_folder();
    let (set, run) = (folder.path().join("set.txt"), folder.path().join("run"));
    let (input, out) = (set.display(), run.display());
    stdout(&program(&format!("run {input} --out {out} --solvers logic-b09 --quiet")));
    let (solves, counts) = (read(&run, "solves"), read(&run, "strategies"));
    let text = |frame: &DataFrame, name: &str, row: usize| {
        frame.column(name).unwrap().get(row).unwrap().to_string().replace('"', "")
    };
    let mut names = std::collections::HashSet::new();
    for row in 0..solves.height() {
        let column = |place: usize| schema::usage_column(STRATEGIES[place].name);
        let used = |place: &&usize| text(&counts, &column(**place), row) != "0";
        let last = B09.strategies.iter().rfind(used);
        let expected = last.map_or("", |&place| STRATEGIES[place].name);
        assert_eq!(text(&solves, "hardest_in_order", row), expected, "row {row}");
        names.insert(expected);
    }
    assert!(names.len() > 3, "{names:?}");
}

/// B09's figure 21: the grid, solved or not, and the strategies, for every puzzle; then the
/// statistics, which count the same.
#[test]
fn b09_has_a_line_for_each_puzzle() {
    let folder = puzzle_folder();
    let (set, run) = (folder.path().join("set.txt"), folder.path().join("run"));
    let (input, out) = (set.display(), run.display());
    stdout(&program(&format!("run {input} --out {out} --solvers logic-b09 --quiet")));
    let statistics = stdout(&program(&format!("summarize {out} --format b09")));
    let all = stdout(&program(&format!("summarize {out} --format b09 --puzzles")));
    let lines = all.strip_suffix(&statistics).expect("the statistics come last");
    let counted = |text: &str| lines.lines().filter(|line| line.contains(text)).count();
    let solved = counted(":solved; logic-b09; strategies used: Naked Single");
    assert!(statistics.contains(&format!("logic-b09: {solved} (")), "{statistics}{lines}");
    assert!(counted(":unsolved; ") > 0 && counted(", Hidden Single") > 0);
    let share = |title: &str| {
        statistics.lines().any(|line| {
            line.trim_start().starts_with(title) && line.contains(&format!(" {} (", counted(title)))
        })
    };
    assert!(
        ["Naked Single", "Hidden Single", "Naked Pair"].into_iter().all(share),
        "{statistics}{lines}"
    );
    let expected = stdout(&program(&format!("solve {input}")));
    for (line, solution) in lines.lines().zip(expected.lines()) {
        let (grid, rest) = line.split_once(':').unwrap();
        assert_eq!(grid == solution, rest.starts_with("solved"), "{line}");
    }
    assert_eq!(program(&format!("summarize {out} --puzzles")).status.code(), Some(64));
}

#[test]
fn php16_counts_are_reported() {
    assert!(solve_php16(1).contains("\tchecks=116070\t"));
    assert!(solve_php16(2).contains("\tchecks=156380\t"));
}

#[test]
fn runs_differ_in_nothing_but_time() {
    let folder = puzzle_folder();
    let at = folder.path().display();
    for (name, threads) in [("one", 1), ("two", 2), ("again", 2)] {
        let arguments = format!(
            "run {at}/set.txt --out {at}/{name} --threads {threads} --max-checks 20000 --quiet"
        );
        stdout(&program(&arguments));
    }
    let run = |name| folder.path().join(name);
    for table in schema::all() {
        let rows = timeless(&run("one"), table);
        assert_eq!(rows, timeless(&run("two"), table), "{}", table.name);
        assert_eq!(rows, timeless(&run("again"), table), "{}", table.name);
    }
    let solvers = SOLVERS.iter().filter(|row| row.in_all).count();
    let counting = SOLVERS.iter().filter(|row| row.in_all && row.counts_strategies).count();
    assert_eq!(read(&run("one"), "puzzles").height(), 91);
    assert_eq!(read(&run("one"), "solves").height(), 91 * solvers);
    assert_eq!(read(&run("one"), "strategies").height(), 91 * counting);
    assert_eq!(read(&run("one"), "rejects").height(), 0);
    let usage = read(&run("one"), "strategies");
    assert!(STRATEGIES.iter().all(|s| usage.column(&schema::usage_column(s.name)).is_ok()));
    for name in ["manifest.json", "README.md", "_SUCCESS", "summary/solvers.csv"] {
        assert!(run("one").join(name).exists(), "{name}");
    }
    assert!(!run("one").join("_tmp").exists());
}

#[test]
fn every_kind_of_line_is_rejected_or_accepted_as_documented() {
    let good = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
    let dots = |count| ".".repeat(count);
    let mut text = b"\xef\xbb\xbf".to_vec();
    let mut reasons = Vec::new();
    let mut puzzles = 0;
    let lines: Vec<(Vec<u8>, &str)> = vec![
        (format!("{good}\r").into_bytes(), "puzzle"),
        (dots(79).into_bytes(), "length"),
        (dots(80).into_bytes(), "length"),
        (dots(82).into_bytes(), "length"),
        (format!("x{}", dots(80)).into_bytes(), "symbol"),
        (format!("55{}", dots(79)).into_bytes(), "conflict"),
        ([b"\xff\xfe", dots(79).as_bytes()].concat(), "encoding"),
        (vec![b'.'; 10 << 20], "too_long"),
        (Vec::new(), ""),
        (b"# a comment".to_vec(), ""),
        (format!("{good} 7.1 # hard").into_bytes(), "puzzle"),
        (good.as_bytes().to_vec(), "puzzle"),
        (
            b"1..83...257...1.....5.9.647.4..859...3.1.4...514..3.636.7.4.....6...798...52..3"
                .to_vec(),
            "length",
        ),
        (
            b".3...7..46.2.41....5..3.967.4...3..6.87...35.9..7...2.718.2..4...16.8.94..5...3."
                .to_vec(),
            "length",
        ),
        (
            b".85...21..94.12..3...3..7.45.34.9....4.2.6.3....1.39.76.8..5...1..84.36..27...89."
                .to_vec(),
            "puzzle",
        ),
    ];
    for (number, (line, expected)) in lines.into_iter().enumerate() {
        text.extend(line);
        text.push(b'\n');
        match expected {
            "" => {}
            "puzzle" => puzzles += 1,
            reason => reasons.push((number as u64 + 1, reason)),
        }
    }
    text.pop();
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    fs::write(folder.path().join("dirt.txt"), text).unwrap();
    let lenient = program(&format!("run {at}/dirt.txt --out {at}/run --solvers fast --quiet"));
    assert_eq!(lenient.status.code(), Some(0));
    let strict = format!("run {at}/dirt.txt --out {at}/strict --solvers fast --quiet --strict");
    assert_eq!(program(&strict).status.code(), Some(65));
    let rejects = read(&folder.path().join("run"), "rejects");
    let lines: Vec<u64> = rejects.column("line").unwrap().u64().unwrap().iter().flatten().collect();
    let names = rejects.column("reason").unwrap().cast(&DataType::String).unwrap();
    let names: Vec<&str> = names.str().unwrap().iter().flatten().collect();
    assert_eq!(lines.into_iter().zip(names).collect::<Vec<_>>(), reasons);
    assert_eq!(read(&folder.path().join("run"), "puzzles").height(), puzzles);
}

#[test]
fn mistakes_have_their_exit_codes_and_leave_nothing() {
    let folder = puzzle_folder();
    let at = folder.path().display();
    let code = |arguments: String| program(&arguments).status.code().unwrap();
    assert_eq!(code("frobnicate".into()), 64);
    assert_eq!(code(format!("run {at}/set.txt --out {at}/x --solvers nobody")), 64);
    assert_eq!(code(format!("run {at}/missing.txt --out {at}/x")), 66);
    assert!(!folder.path().join("x").exists());
    assert_eq!(code(format!("run {at}/set.txt --out {at}/set.txt/x")), 74);
    assert_eq!(code(format!("run {at}/set.txt --out {at}")), 74);
    assert_eq!(code(format!("run {at}/set.txt --out {at}/done --solvers fast --quiet")), 0);
    let again = program(&format!("run {at}/set.txt --out {at}/done --solvers fast --quiet"));
    assert_eq!(again.status.code(), Some(74));
    assert!(String::from_utf8_lossy(&again.stderr).contains("finished run"));
    assert_eq!(code(format!("summarize {at}")), 66);
    let json = program(&format!("run {at}/missing.txt --out {at}/x --log json")).stderr;
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&json).unwrap()["level"], "error");
    fs::copy(folder.path().join("set.txt"), folder.path().join("gone.txt")).unwrap();
    assert_eq!(code(format!("plan {at}/gone.txt --out {at}/plan --solvers fast --quiet")), 0);
    assert_eq!(code(format!("work {at}/plan --unit 0..=9")), 64);
    fs::write(folder.path().join("gone.txt"), "").unwrap();
    assert_eq!(code(format!("work {at}/plan --unit 0")), 65);
    fs::remove_file(folder.path().join("gone.txt")).unwrap();
    assert_eq!(code(format!("work {at}/plan --unit 0")), 66);
}

#[test]
fn a_file_named_twice_is_read_once_and_told() {
    let folder = puzzle_folder();
    let at = folder.path().display();
    let run = format!("run {at}/set.txt {at}/./set.txt --out {at}/run --solvers fast --quiet");
    let told = String::from_utf8(program(&run).stderr).unwrap();
    assert!(told.contains("./set.txt: read already"), "{told}");
    assert_eq!(read(&folder.path().join("run"), "puzzles").height(), 91);
    let manifest = fs::read_to_string(folder.path().join("run/manifest.json")).unwrap();
    assert!(manifest.contains("set.txt: read already"), "{manifest}");
}

#[test]
fn solving_keeps_lines_in_order_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let cells = format!("{PHP16}\nbad\n\n{PHP16}\n");
    fs::write(folder.path().join("p.txt"), cells).unwrap();
    let text = stdout(&program(&format!("solve {at}/p.txt")));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("312695874") && lines[2] == lines[0]);
    assert!(lines[1].starts_with("# line 2: 3 cells"));
    let checked = stdout(&program(&format!("check {at}/p.txt")));
    assert!(checked.starts_with("1\tunique\n2\tinvalid: 3 cells"));
    // A puzzle may stand in place of the file; what is none is told without a table's header.
    let of = |command: &str| stdout(&program(&format!("{command} {PHP16}")));
    assert_eq!(of("solve").trim_end(), lines[0]);
    assert_eq!(of("check"), "1\tunique\n");
    assert!(of("rate").lines().nth(1).unwrap().starts_with(PHP16));
    let none = program("rate nothing");
    assert_eq!((none.status.code(), none.stdout.len()), (Some(66), 0));
    fs::copy(folder.path().join("p.txt"), folder.path().join("r.txt")).unwrap();
    let both = stdout(&program(&format!("check {at}/p.txt {at}/r.txt")));
    assert_eq!(both, format!("# p.txt\n{checked}# r.txt\n{checked}"));
    fs::write(folder.path().join("q.txt"), format!("{}\n", ".".repeat(16))).unwrap();
    for command in ["convert", "explain --format json"] {
        let of = |files: &str| stdout(&program(&format!("{command} {files}")));
        let (p, q) = (format!("{at}/p.txt"), format!("{at}/q.txt"));
        assert_eq!(of(&format!("{q} {p}")), of(&q) + &of(&p));
    }
}

#[test]
fn lists_name_everything() {
    let solvers = stdout(&program("list solvers"));
    assert!(SOLVERS.iter().all(|row| solvers.contains(row.name)));
    let strategies = stdout(&program("list strategies --json"));
    assert!(STRATEGIES.iter().all(|row| strategies.contains(row.name)));
    let orders = stdout(&program("list orders"));
    assert!(ORDERS.iter().all(|order| orders.contains(order.name)));
}

/// A bad cell of a table is shown alone, a header that names no puzzles is told once.
#[test]
fn what_is_wrong_with_a_table_is_told() {
    let (folder, own) = (tempfile::tempdir().unwrap(), PHP16);
    let at = folder.path().display();
    fs::write(folder.path().join("c.csv"), format!("id,puzzle\n7,b!d\n8,{own}\n")).unwrap();
    let text = stdout(&program(&format!("convert --to csv {at}/c.csv --keep-input")));
    let row = text.lines().nth(1).unwrap();
    assert!(row.starts_with("b!d,,,c.csv,2,") && row.ends_with(",\"7,b!d\""), "{row}");
    fs::write(folder.path().join("d.csv"), format!("id,grid\n7,{own}\n8,{own}\n")).unwrap();
    let told = String::from_utf8(program(&format!("check {at}/d.csv")).stderr).unwrap();
    assert_eq!(told, "", "its column is found");
    // No line is a case, or one is.
    let code = |files: String| program(&format!("conform {files}")).status.code();
    fs::write(folder.path().join("case.txt"), format!(":9999:4:{}::142:", ".".repeat(16))).unwrap();
    assert_eq!(code(format!("{at}/d.csv")), Some(65));
    assert_eq!(code(format!("{at}/d.csv {at}/case.txt")), Some(0));
}
