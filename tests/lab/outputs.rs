//! What the program writes: no file is lost for it, and nothing steers the terminal.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::process::{Command, Output, Stdio};

use super::support::{command, program, stdout, unique_puzzles, write_puzzles};

#[test]
fn files_are_replaced_by_force_only_and_inputs_never() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let path = |name: &str| folder.path().join(name);
    write_puzzles(&path("p.txt"), &unique_puzzles(3));
    let puzzles = fs::read_to_string(path("p.txt")).unwrap();
    stdout(&program(&format!("run {at}/p.txt --out {at}/run --solvers fast --quiet")));
    let part = "run/puzzles/part-000000.parquet";
    let table = fs::read(path(part)).unwrap();
    for (arguments, file) in [
        ("generate --count 2 --clues 30 --seed 1", "a.txt"),
        ("convert {}/p.txt --to block", "b.txt"),
        ("convert {}/p.txt --to dimacs --limit 1", "c.cnf"),
        ("convert {}/p.txt --to dimacs", "d/p.txt-000002.cnf"),
        ("report {}/run", "e.html"),
        ("dedup {}/p.txt", "f.parquet"),
        ("split {}/p.txt --by grid --train 0.5", "g/train.txt"),
    ] {
        let arguments = arguments.replace("{}", &at.to_string());
        let out = file.split('/').next().unwrap();
        let write = |more: &str| program(&format!("{arguments} --out {at}/{out}{more}"));
        stdout(&write(""));
        let written = fs::read(path(file)).unwrap();
        fs::write(path(file), "mine").unwrap();
        let refused = write("");
        assert_eq!(refused.status.code(), Some(74), "{arguments}");
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains("is there already: --force replaces it"), "{told}");
        if out == file {
            assert_eq!(fs::read(path(file)).unwrap(), b"mine");
        }
        stdout(&write(" --force"));
        assert_eq!(fs::read(path(file)).unwrap(), written, "{arguments}");
    }
    // Formulas of another day are told; a file is no folder.
    let few = format!("convert {at}/p.txt --to dimacs --limit 1 --force --out {at}");
    let told = String::from_utf8(program(&format!("{few}/d")).stderr).unwrap();
    assert!(told.contains("/d holds 2 formulas that were there before"), "{told}");
    for command in [format!("{few}/p.txt"), format!("run {at}/p.txt --out {at}/p.txt/run")] {
        let told = String::from_utf8(program(&command).stderr).unwrap();
        assert!(told.contains("not a directory"), "{told}");
    }
    fs::hard_link(path("p.txt"), path("twin.txt")).unwrap();
    for (arguments, out) in [
        ("convert {}/p.txt --to block", "p.txt"),
        ("convert {}/p.txt --to block", "twin.txt"),
        ("dedup {}/p.txt", "twin.txt"),
        ("report {}/run", "p.txt"),
        ("report {}/run", "twin.txt"),
        ("report {}/run", part),
        ("report {}/run", "run/manifest.json"),
    ] {
        let arguments = arguments.replace("{}", &at.to_string());
        for force in ["", " --force"] {
            let refused = program(&format!("{arguments} --out {at}/{out}{force}"));
            let told = String::from_utf8(refused.stderr).unwrap();
            assert_eq!(refused.status.code(), Some(64), "{arguments} {out}: {told}");
            assert!(told.contains("is an input: it would be lost"), "{told}");
        }
    }
    for (command, out, why) in [
        ("report {}/run", "run/solves/part-000009.parquet", "is a file of a run, or would be"),
        ("report {}/run", "run/summary/new.html", "is a file of a run, or would be"),
    ] {
        let command = command.replace("{}", &at.to_string());
        let refused = program(&format!("{command} --out {at}/{out}"));
        assert_eq!(refused.status.code(), Some(64), "{out}");
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(why) && !path(out).exists(), "{told}");
    }
    stdout(&program(&format!("report {at}/run --out {at}/run/page.html")));
    // An input may be read as standard input.
    let mut convert = command(&format!("convert - --out {at}/p.txt --force"));
    let refused = convert.stdin(fs::File::open(path("p.txt")).unwrap()).output().unwrap();
    assert_eq!(refused.status.code(), Some(64));
    assert_eq!(fs::read_to_string(path("p.txt")).unwrap(), puzzles);
    assert_eq!(fs::read(path(part)).unwrap(), table);
}

/// No name of a file says that it holds what is not written into it.
#[test]
fn a_name_of_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("p.txt"), &unique_puzzles(2));
    for (command, endings) in [
        (format!("convert {at}/p.txt"), "json jsonl parquet json.gz parquet.zst sdk XLSX html"),
        (format!("convert {at}/p.txt --to block"), "json parquet.gz sdk xlsx html"),
        (format!("annotate {at}/p.txt"), "json csv txt json.zst sdk"),
        (format!("dedup {at}/p.txt"), "json ndjson jsonl.gz xlsx"),
        ("generate --count 1 --seed 1 --clues 30".into(), "json parquet json.gz sdk"),
    ] {
        for ending in endings.split(' ') {
            let refused = program(&format!("{command} --out {at}/a.{ending}"));
            let told = String::from_utf8(refused.stderr).unwrap();
            assert!(told.contains("written here"), "{command} {ending}: {told}");
            assert_eq!(refused.status.code(), Some(64));
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What is appended to an input would be read, and be answered, too.
#[test]
fn no_output_is_appended_to_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.txt");
    write_puzzles(&path, &unique_puzzles(2));
    let written = fs::read(&path).unwrap();
    let file = || fs::File::options().read(true).append(true).open(&path).unwrap();
    let named = path.display().to_string();
    for name in [
        "solve",
        "check",
        "rate",
        "explain --brief",
        "augment --count 1 --seed 1",
        "convert --to line",
    ] {
        for input in [&named, "-", &folder.path().display().to_string()] {
            let mut program = command(&format!("{name} {input}"));
            let output = program.stdin(file()).stdout(file()).output().unwrap();
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(told.contains("standard output goes there"), "{name} {input}: {told}");
            assert_eq!(output.status.code(), Some(64));
            assert_eq!(fs::read(&path).unwrap(), written);
        }
        let program = command(&format!("{name} {named}")).stdout(Stdio::null()).status();
        assert!(program.unwrap().success(), "{name}");
    }
}

#[test]
fn a_summary_that_cannot_be_shown_is_an_error_and_the_run_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("p.txt"), &unique_puzzles(3));
    let mut run = command(&format!("run {at}/p.txt --out {at}/run --solvers fast"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = run.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(74), "{output:?}");
    assert!(folder.path().join("run/_SUCCESS").exists());
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(command("--help").stdout(full).status().unwrap().code(), Some(74));
}

#[test]
fn no_name_and_no_line_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = |name: &str| {
        let mut bytes = b"\x1b]0;x\x07\x1b[2J`|<img src=x>[y](http:)\n\xc2\x9b".to_vec();
        bytes.extend(name.as_bytes());
        folder.path().join(OsString::from_vec(bytes))
    };
    let (set, other, run) = (hostile("a.txt"), hostile("b.txt"), hostile("run"));
    let lines = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.\n\
                 \x1b[31m..............................................................................\n\
                 bad \x1b[2J\n";
    fs::write(&set, lines).unwrap();
    fs::write(&other, lines).unwrap();
    let tell = |arguments: &str, paths: &[&std::path::Path]| {
        let mut command = command(arguments);
        let output = command.args(paths).output().unwrap();
        let Output { stdout, stderr, .. } = &output;
        for text in [stdout, stderr] {
            let text = std::str::from_utf8(text).expect("output is UTF-8");
            let steers = |c: char| c.is_control() && !['\n', '\t'].contains(&c);
            assert!(!text.contains(steers), "{arguments}: {text:?}");
            // A name breaks no line, either.
            assert!(!text.lines().any(|line| line.starts_with(r"\xc2")), "{arguments}: {text:?}");
        }
        output
    };
    stdout(&tell("run --solvers fast --out", &[&run, &set, &other]));
    tell("run --solvers fast --out", &[&run, &set]);
    for command in ["check", "solve", "rate", "explain --format json", "explain --brief", "convert"]
    {
        tell(command, &[&set, &other]);
        tell(command, &[&hostile("missing")]);
    }
    let formula = stdout(&tell("convert --to dimacs", &[&set]));
    let is_known =
        |line: &str| line.starts_with(['c', 'p', '-']) || line.starts_with(char::is_numeric);
    assert!(formula.lines().all(is_known), "{formula}");
    let json =
        tell("run --log json --solvers fast --out", &[&run, &hostile("missing\u{9b}")]).stderr;
    assert!(serde_json::from_slice::<serde_json::Value>(&json).is_ok());
    tell("conform", &[&set]);
    for command in ["status", "status --json", "summarize", "summarize --format b09", "finalize"] {
        tell(command, &[&run]);
        tell(command, &[&hostile("missing")]);
    }
    tell("report --out", &[&set, &run]);
    tell("generate --count 1 --clues 30 --seed 1 --out", &[&set]);
    tell("experiment --out x", &[&hostile("c.toml")]);
    tell("run --solvers", &[&hostile("x")]);
    tell("", &["\x1b[2Jx".as_ref()]);
    // In the data card the names are text: no markup, no link.
    let card = fs::read_to_string(run.join("README.md")).unwrap();
    assert!(!card.contains(|c: char| c.is_control() && c != '\n'));
    let outside: String = card.replace("```", "").split('`').step_by(2).collect();
    for live in ["<img", "[y](", "(http:)"] {
        assert!(card.contains(live) && !outside.contains(live), "{live}: {card}");
    }
}

#[test]
fn a_page_runs_its_own_script_only() {
    let page = stdout(&program(
        "explain --format html \
         .61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.",
    ));
    assert!(!page.contains("unsafe-inline"));
    assert_eq!(page.matches("script-src 'sha256-").count(), 1);
    assert_eq!(page.matches("style-src 'sha256-").count(), 1);
}

/// A file that may grow no further is an error of writing, not the end of the program.
#[test]
fn the_largest_size_of_a_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(100));
    let lab = env!("CARGO_BIN_EXE_sudoku-lab");
    stdout(&program(&format!("run {at}/a.txt --solvers dlx --out {at}/run --quiet")));
    for command in
        ["convert {at}/a.txt --to csv --out {at}/a.csv", "report {at}/run --out {at}/a.html"]
    {
        let command = command.replace("{at}", &at.to_string());
        let line = format!("ulimit -f 1; exec {lab} {command}");
        let ended = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(ended.status.code(), Some(74), "{ended:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{command}");
    }
}
