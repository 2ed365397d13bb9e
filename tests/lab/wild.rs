//! A folder as people have it: hundreds of files of every kind. Each is read, rejected by
//! line, or named as left out, and the counts add up.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use polars::prelude::*;
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::text::to_line;

use super::program::read;
use super::support::{command, program, shifted_puzzle, stdout, unique_puzzles};

/// What has to become of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fate {
    /// So many puzzles and so many rejects.
    Read(usize, usize),
    LeftOut,
}
use Fate::{LeftOut, Read};

/// Puzzles of each file that has some.
const EACH: usize = 3;

/// The same puzzles as one would find them in files of many origins.
fn dialects() -> Vec<Vec<u8>> {
    let nine: Vec<String> = unique_puzzles(EACH as u64).iter().map(line).collect();
    let joined = |lines: Vec<String>, end: &str| (lines.join(end) + end).into_bytes();
    let each = |form: &dyn Fn(&str) -> String| nine.iter().map(|cells| form(cells)).collect();
    let mut all = Vec::new();
    for empty in [".", "0", "_", "*"] {
        let lines: Vec<String> = each(&|cells| cells.replace('.', empty));
        all.push(joined(lines.clone(), "\n"));
        all.push(joined(lines.clone(), "\r\n"));
        all.push(lines.join("\n").into_bytes());
    }
    for layout in Layout::all() {
        let lines = (2..2 + EACH).map(|stride| line(&shifted_puzzle(layout, stride)));
        let lines: Vec<String> = lines.collect();
        all.push(joined(lines.clone(), "\n"));
        all.push(joined(lines, "\n").to_ascii_uppercase());
    }
    for tail in [" 7.1", ",easy", "\t# hard", ";x", "|y", "   "] {
        all.push(joined(each(&|cells| format!("{cells}{tail}")), "\n"));
    }
    for header in ["puzzle", "quizzes", "question"] {
        for mark in [",", "\t", ";"] {
            let rows: Vec<String> = each(&|cells| format!("7{mark}\"{cells}\"{mark}x"));
            all.push([format!("id{mark}{header}{mark}more\n").into(), joined(rows, "\n")].concat());
        }
    }
    all.push([b"puzzle\n".to_vec(), joined(nine.clone(), "\n")].concat());
    all.push([b"\xef\xbb\xbf".to_vec(), joined(nine.clone(), "\n")].concat());
    all.push([b"# a title\n\n\n".to_vec(), joined(nine.clone(), "\n\n# next\n")].concat());
    all.push(joined(each(&|cells| format!("0123456789ab {cells}  1.2")), "\n"));
    let rows = |cells: &str, form: &dyn Fn(&str) -> String, border: &str| {
        let rows: Vec<String> = (0..9).map(|row| form(&cells[9 * row..9 * row + 9])).collect();
        format!(
            "{}\n\n",
            rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(border)
        )
    };
    let boxes = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let spaced = |row: &str| row.chars().map(|c| format!("{c} ")).collect::<String>();
    for (form, border) in [
        (&boxes as &dyn Fn(&str) -> String, "\n---+---+---\n"),
        (&spaced, "\n"),
        (&|row: &str| row.to_owned(), "\n"),
        (&|row: &str| format!("| {} |", spaced(row)), "\n+-----+-----+\n"),
    ] {
        all.push(nine.iter().map(|cells| rows(cells, form, border)).collect::<String>().into());
    }
    let ericson = |cells: &str| {
        let row = |row: usize| format!("{}-", &cells[9 * row..9 * row + 9]);
        (0..9).map(|r| row(r) + if r % 3 == 2 { "!" } else { "" }).collect::<String>()
    };
    all.push(joined(each(&ericson), "\n"));
    all
}

fn line(puzzle: &Puzzle) -> String {
    to_line(puzzle.grid())
}

fn gz(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zst(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 3).unwrap()
}

/// The folder, and by path within it what has to become of each file.
fn wild(root: &Path) -> BTreeMap<String, Fate> {
    let mut fates = BTreeMap::new();
    let mut add = |name: String, bytes: &[u8], fate: Fate| {
        let path = root.join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        assert_eq!(fates.insert(name, fate), None);
    };
    let good = Read(EACH, 0);
    let dialects = dialects();
    assert!(dialects.len() >= 40);
    for (i, text) in dialects.iter().enumerate() {
        add(format!("plain/d{i}.txt"), text, good);
        add(format!("other/d{i}.dat"), text, good);
        add(format!("other/d{i}"), text, good);
        add(format!("packed/d{i}.csv.gz"), &gz(text), good);
        let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 7][..], &zst(text)].concat();
        add(format!("packed/d{i}.sdk.zst"), &skipped, good);
        // A bad line at the end, and an archive cut before it gives anything.
        let bad = [text, &b"\n\n12\n"[..]].concat();
        if ![b'|', b' ', b'-'].iter().any(|mark| text[..12].contains(mark)) && i < 32 {
            add(format!("bad/b{i}.txt"), &bad, Read(EACH, 1));
        }
        let cut = zst(text);
        add(format!("cut/c{i}.txt.zst"), &cut[..7], Read(0, 1));
    }
    for i in 0..10 {
        for (name, bytes, fate) in [
            ("empty.txt", &b""[..], Read(0, 0)),
            ("empty", b"", LeftOut),
            ("blank.csv", b"\n\n  \n", Read(0, 0)),
            ("notes.md", b"# Puzzles\nwith 81 cells\n", LeftOut),
            ("words.txt", b"hello\nworld\n", Read(0, 2)),
            ("nul.txt", b"\0\0\0\n", Read(0, 1)),
            ("table.parquet", b"PAR1\x15\x04PAR1", LeftOut),
            ("table.txt", b"PAR1\x15\x04\n\n\nPAR1", Read(0, 1)),
            ("game.json", b"{\"puzzle\": \"1234\"}\n", LeftOut),
            ("picture.png", b"\x89PNG\r\n\x1a\n\0\0", LeftOut),
            ("bytes.bin", b"\x00\x01\xfe\n\xff", LeftOut),
            (".hidden.txt", b"1234\n", LeftOut),
            ("long.txt", &[b'.'; 10_000], Read(0, 1)),
            ("half.txt.77.part", &dialects[0], LeftOut),
        ] {
            let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
            add(format!("m{i}/{stem}{i}.{ending}").trim_end_matches('.').into(), bytes, fate);
        }
    }
    for i in 0..10 {
        symlink("nowhere", root.join(format!("m{i}/gone{i}.txt"))).unwrap();
        fates.insert(format!("m{i}/gone{i}.txt"), Read(0, 1));
        symlink(format!("../plain/d{i}.txt"), root.join(format!("m{i}/twin{i}.txt"))).unwrap();
    }
    // A file's own path comes first.
    for i in 0..10 {
        fates.insert(format!("m{i}/twin{i}.txt"), LeftOut);
    }
    symlink("..", root.join("m0/up")).unwrap();
    symlink("../m2", root.join("m1/across")).unwrap();
    symlink("../m1", root.join("m2/across")).unwrap();
    fates
}

/// By set, how many rows of a table.
fn rows_by_set(run: &Path, table: &str) -> BTreeMap<String, usize> {
    let frame = read(run, table);
    let sets = frame.column("set").unwrap().cast(&DataType::String).unwrap();
    let mut rows = BTreeMap::new();
    for set in sets.str().unwrap().iter().flatten() {
        *rows.entry(set.to_owned()).or_default() += 1;
    }
    rows
}

#[test]
fn every_file_is_read_rejected_by_line_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("wild");
    let fates = wild(&root);
    assert!(fates.len() >= 400, "{}", fates.len());
    let (at, out) = (root.display(), folder.path().join("run"));
    let run = program(&format!("run {at} --out {} --solvers dlx --quiet", out.display()));
    let told = String::from_utf8(run.stderr).unwrap();
    // Some archives are unreadable as a whole.
    assert_eq!(run.status.code(), Some(65), "{told}");
    let (puzzles, rejects) = (rows_by_set(&out, "puzzles"), rows_by_set(&out, "rejects"));
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let left_out: Vec<&str> = manifest["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| {
            let path = path.as_str().unwrap().strip_prefix(&format!("{at}/")).unwrap();
            path.split(": ").next().unwrap()
        })
        .collect();
    let inputs = manifest["inputs"].as_array().unwrap().len();
    let (mut good, mut bad, mut files) = (0, 0, 0);
    for (path, fate) in &fates {
        let name = path.rsplit('/').next().unwrap();
        // Names shared by several files have their folders before them.
        let of = |rows: &BTreeMap<String, usize>| rows.get(name).or(rows.get(path)).copied();
        let found = (of(&puzzles).unwrap_or(0), of(&rejects).unwrap_or(0));
        match *fate {
            Read(some, none) => {
                assert!(!left_out.contains(&path.as_str()), "{path}");
                assert_eq!(found, (some, none), "{path}");
                (good, bad, files) = (good + some, bad + none, files + 1);
            }
            LeftOut => {
                assert!(left_out.contains(&path.as_str()), "{path} is not told");
                assert!(!told.is_empty());
            }
        }
    }
    assert_eq!(files, inputs);
    let folders = 1 + left_out.iter().filter(|path| path.ends_with("across")).count();
    assert_eq!(files + left_out.len() - folders, fates.len());
    assert_eq!((puzzles.values().sum::<usize>(), rejects.values().sum::<usize>()), (good, bad));
    assert_eq!(manifest["puzzles"], good);
    // One line for the folder, with the endings.
    let line = told.lines().find(|line| line.contains("left out")).unwrap();
    for part in ["10 .md", "10 .parquet (this is Parquet", "10 .bin (binary): bytes0.bin"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    // What has no line of its own: an archive cut short, a link that leads nowhere.
    let unreadable = fates.keys().filter(|path| {
        path.starts_with("cut/")
            || path.contains("gone")
            || path.contains("/table") && path.ends_with("txt")
    });
    let unreadable = unreadable.count();
    for (arguments, rows) in [
        (format!("check {at} --keep-input"), good + bad - unreadable),
        (format!("solve {at} --keep-input --solver dlx"), good + bad - unreadable),
        (format!("convert {at} --to csv"), good + bad - unreadable + 1),
        (format!("convert {at}"), good + bad - unreadable),
    ] {
        let output = program(&arguments);
        assert_eq!(output.status.code(), Some(65), "{arguments}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), rows, "{arguments}");
        let told = String::from_utf8(output.stderr).unwrap();
        for path in ["c0.txt.zst: ", "gone3.txt: ", "table7.txt: this is Parquet"] {
            assert!(told.contains(path), "{arguments}: {path}");
        }
    }
    let only = program(&format!("check {at} --ext dat --keep-input"));
    assert_eq!(stdout(&only).lines().count(), dialects().len() * EACH);
}

/// Nothing valid was read, though something was there to read.
#[test]
fn without_any_puzzle_every_command_says_so_by_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    fs::write(folder.path().join("bad.txt"), "1\n# 2\n\n123\n").unwrap();
    fs::write(folder.path().join("nothing.txt"), "# nothing\n\n").unwrap();
    fs::write(folder.path().join("one.txt"), format!("1\n{}\n", ".".repeat(81))).unwrap();
    for command in [
        "solve",
        "check",
        "rate",
        "convert",
        "convert --to csv",
        "convert --to dimacs",
        "explain",
        "explain --format json",
        "explain --format html",
        "run --solvers fast --quiet --out {}",
    ] {
        for (name, code) in [("bad", 65), ("nothing", 0), ("one", 0)] {
            let out = format!("{at}/{name}.out");
            let arguments = format!("{} {at}/{name}.txt", command.replace("{}", &out));
            assert_eq!(program(&arguments).status.code(), Some(code), "{arguments}");
        }
    }
}

#[test]
fn a_table_has_a_row_for_every_line_with_its_own_text() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let own = super::support::PHP16;
    fs::write(folder.path().join("a.txt"), format!("{own} x\nb\\d\n\n{own}\n")).unwrap();
    fs::write(folder.path().join("b.csv"), format!("id,puzzle\n7,{own}\n")).unwrap();
    let text = stdout(&program(&format!("rate {at}/a.txt {at}/b.csv")));
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
    assert_eq!(rows[0][..2], ["puzzle", "solved"]);
    let ends: Vec<_> = rows.iter().map(|row| (row[0], row[14], row[15])).collect();
    let expected = [
        ("puzzle", "set", "line"),
        (own, "a.txt", "1"),
        ("b\\\\d", "a.txt", "2"),
        (own, "a.txt", "4"),
        (own, "b.csv", "2"),
    ];
    assert_eq!(ends, expected);
    assert!(rows[1][16] == "ok" && rows[2][16].starts_with("invalid: 3 cells"));
    let text = stdout(&program(&format!("convert --to csv {at}/a.txt --keep-input")));
    let line = to_line(sudoku_lab::text::parse_cells(own.as_bytes()).unwrap().grid());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "puzzle,size,clues,set,line,status,input");
    assert_eq!(lines[1], format!("{line},9,26,a.txt,1,ok,{own} x"));
    assert!(lines[2].starts_with("b\\\\d,,,a.txt,2,\"invalid: 3 cells, "), "{text}");
    for to in ["line", "ericson", "canonical"] {
        let text = stdout(&program(&format!("convert --to {to} {at}/a.txt --keep-input")));
        let ends = ["\ta.txt\t1\t", "\ta.txt\t2\tb\\\\d", "\ta.txt\t4\t"];
        assert!(text.lines().zip(ends).all(|(line, end)| line.contains(end)), "{text}");
        assert!(text.lines().nth(1).unwrap().starts_with("# line 2: 3 cells"), "{text}");
        // What is written can be read again.
        let back = format!("{at}/{to}.txt");
        fs::write(&back, &text).unwrap();
        assert_eq!(stdout(&program(&format!("check {back}"))), "1\tunique\n3\tunique\n");
    }
}

/// What is not there, and what is not what it was.
#[test]
fn missing_and_changed_inputs_have_their_codes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let code = |arguments: String| program(&arguments).status.code().unwrap();
    assert_eq!(code(format!("experiment {at}/missing.toml --out {at}/e")), 66);
    let (one, other) = (format!("{}\n", ".".repeat(81)), format!("{}\n", "0".repeat(81)));
    for (name, changed) in [("size", one.repeat(2)), ("text", other)] {
        let set = folder.path().join("a.txt");
        let run = format!("run {at}/a.txt --out {at}/{name} --solvers fast --quiet");
        fs::write(&set, &one).unwrap();
        assert_eq!(code(format!("{run} --budget 0s")), 75);
        assert_eq!(code(run.clone() + " --resume"), 0);
        fs::remove_file(folder.path().join(name).join("_SUCCESS")).unwrap();
        fs::write(&set, changed).unwrap();
        assert_eq!(code(run.clone() + " --resume"), 65, "{name}");
        assert_eq!(code(run + " --resume --seed 7"), 64, "{name}");
    }
}

/// `--limit` counts puzzles, not lines, in every command.
#[test]
fn a_limit_is_of_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let lines = format!("bad\n{0}\n{0}\n{0}\n", super::support::PHP16);
    fs::write(folder.path().join("a.txt"), lines).unwrap();
    for (command, lines) in [
        ("solve", 3),
        ("check", 3),
        ("rate", 4),
        ("convert", 3),
        ("convert --to csv", 4),
        ("explain --format json", 3),
    ] {
        let text = stdout(&program(&format!("{command} {at}/a.txt --limit 2")));
        assert_eq!(text.lines().count(), lines, "{command}");
    }
    let page = stdout(&program(&format!("explain {at}/a.txt --limit 2 --format html")));
    assert_eq!(page.matches(r#""set":"a.txt""#).count(), 3);
    let run = program(&format!("run {at}/a.txt --limit 2 --quiet --solvers fast --out {at}/r"));
    assert!(run.status.success());
    let of = |table| read(&folder.path().join("r"), table).height();
    assert_eq!((of("puzzles"), of("rejects")), (2, 1));
    // Models, too.
    let model: Vec<String> =
        (1..=64).map(|v| if v % 4 == 1 { v } else { -v }.to_string()).collect();
    let models = folder.path().join("models");
    fs::create_dir(&models).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(models.join(format!("{name}.txt")), format!("SAT\n{} 0\n", model.join(" ")))
            .unwrap();
    }
    let convert = format!("convert --from dimacs-model --limit 2 {}", models.display());
    assert_eq!(stdout(&program(&convert)).lines().count(), 2);
    // What has none has its place, and is told from a model.
    fs::write(models.join("b.txt"), "s UNSATISFIABLE\n").unwrap();
    let all = program(&format!("convert --from dimacs-model --strict {}", models.display()));
    assert_eq!(all.status.code(), Some(65));
    let lines = String::from_utf8(all.stdout).unwrap();
    assert_eq!(
        lines.lines().map(|line| line.starts_with('#')).collect::<Vec<_>>(),
        [false, true, false]
    );
}

/// The disk, not the file: nothing of it is taken for read.
#[test]
fn failures_of_the_machine_end_with_their_code() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    fs::write(folder.path().join("p.txt"), format!("{}\n", super::support::PHP16)).unwrap();
    // Address 0 of a process cannot be read: EIO.
    let broken = "/proc/self/mem";
    for arguments in ["solve", "check", "rate", "convert", "explain", "explain --format html"] {
        let output = program(&format!("{arguments} {broken} {at}/p.txt"));
        assert_eq!(output.status.code(), Some(74), "{arguments}");
        // The others go on.
        assert!(output.stdout.len() > 8, "{arguments}");
    }
    for arguments in ["run", "plan"] {
        let mut command = command(&format!("{arguments} --quiet --solvers dlx --unit-lines 64"));
        let out = folder.path().join(arguments);
        command.arg(folder.path().join("p.txt")).arg(broken).arg("--out").arg(&out);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(74), "{arguments}");
        assert!(!out.join("_SUCCESS").exists() && !out.join("_state/plan.json").exists());
        assert!(String::from_utf8_lossy(&output.stderr).contains("mem, line 1: cannot read: "));
    }
}
