//! Runs in pieces, from outside: planned, worked on, resumed, finalised.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use sudoku_lab::table::schema;

use super::program::{puzzle_folder, read, timeless};
use super::support::{command, program, stdout, unique_puzzles, write_puzzles};

/// Small enough that the tests' puzzles make several units.
pub const OPTIONS: &str = "--solvers fast,human --unit-lines 16 --quiet";

pub fn same_rows(one: &Path, other: &Path) {
    for table in schema::all() {
        assert_eq!(timeless(one, table), timeless(other, table), "{}", table.name);
    }
}

pub fn code(arguments: &str) -> i32 {
    program(arguments).status.code().unwrap()
}

#[test]
fn units_in_any_order_make_the_same_run() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    let units = stdout(&program(&format!("plan {at}/set.txt --out {at}/cut {OPTIONS}")));
    // Blocks of 64 lines, which no unit is smaller than.
    assert_eq!(units, "2\n");
    // No unit is in work yet, though its puzzles were counted.
    let note = fs::read(folder.path().join("cut/_state/progress.json")).unwrap();
    let note: Value = serde_json::from_slice(&note).unwrap();
    assert_eq!((&note["puzzles"], &note["open_puzzles"]), (&91.into(), &0.into()));
    assert_eq!(code(&format!("work {at}/cut --unit 2")), 64);
    assert_eq!(code(&format!("finalize {at}/cut")), 75);
    assert_eq!(stdout(&program(&format!("status {at}/cut --missing"))), "0\n1\n");
    for unit in ["1", "0", "0..=1"] {
        stdout(&program(&format!("work {at}/cut --unit {unit} --threads 2")));
    }
    let status = stdout(&program(&format!("status {at}/cut --json")));
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["state"], &status["puzzles"]), (&"to be finalised".into(), &91.into()));
    for _ in 0..2 {
        stdout(&program(&format!("finalize {at}/cut")));
    }
    same_rows(&folder.path().join("whole"), &folder.path().join("cut"));
    // What `run` left to be done could have been planned, and the other way round.
    stdout(&program(&format!("plan {at}/set.txt --out {at}/mixed {OPTIONS}")));
    stdout(&program(&format!("work {at}/mixed --unit 1")));
    stdout(&program(&format!("run {at}/set.txt --out {at}/mixed {OPTIONS} --resume")));
    same_rows(&folder.path().join("whole"), &folder.path().join("mixed"));
    // Where the inputs lie elsewhere now, a run that was told so finds them from then on.
    stdout(&program(&format!("plan {at}/set.txt --out {at}/moved {OPTIONS}")));
    fs::create_dir(folder.path().join("new")).unwrap();
    fs::rename(folder.path().join("set.txt"), folder.path().join("new/set.txt")).unwrap();
    assert_eq!(code(&format!("work {at}/moved --unit 0")), 66);
    // Another file of that name and size is none of them.
    let mut other = fs::read(folder.path().join("new/set.txt")).unwrap();
    other.reverse();
    fs::create_dir(folder.path().join("other")).unwrap();
    fs::write(folder.path().join("other/set.txt"), other).unwrap();
    stdout(&program(&format!("plan {at}/new/set.txt --out {at}/moved {OPTIONS} --resume")));
    stdout(&program(&format!("work {at}/moved --unit 0")));
    let wrong = format!("{at}/other/set.txt --out {at}/moved {OPTIONS} --resume");
    for (command, ends) in [("run", 65), ("plan", 65), ("run --budget 1ms", 75)] {
        assert_eq!(code(&format!("{command} {wrong}")), ends, "{command}");
    }
    stdout(&program(&format!("resume {at}/moved --quiet")));
    same_rows(&folder.path().join("whole"), &folder.path().join("moved"));
}

#[test]
fn what_cannot_be_planned_leaves_nothing() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    assert!(Command::new("mkfifo").arg(format!("{at}/pipe")).status().unwrap().success());
    for input in ["-", &format!("{at}/pipe")] {
        assert_eq!(code(&format!("plan {input} --out {at}/cut {OPTIONS}")), 64);
        assert!(!folder.path().join("cut").exists());
    }
}

#[test]
fn the_units_of_a_plan_are_of_one_input() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let plan = format!("plan {at}/set.txt --out {at}/cut {OPTIONS}");
    stdout(&program(&plan));
    stdout(&program(&format!("work {at}/cut --unit 0")));
    let set = folder.path().join("set.txt");
    let text = fs::read_to_string(&set).unwrap();
    // Two puzzles change places: the size stays.
    let mut lines: Vec<&str> = text.lines().collect();
    let puzzles: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].len() == 81).collect();
    lines.swap(puzzles[0], puzzles[1]);
    fs::write(&set, lines.join("\n") + "\n").unwrap();
    assert_eq!(fs::metadata(&set).unwrap().len(), text.len() as u64);
    assert_eq!(code(&format!("{plan} --resume")), 65);
    assert_eq!(code(&format!("run {at}/set.txt --out {at}/cut {OPTIONS} --resume")), 65);
    fs::write(&set, text).unwrap();
    stdout(&program(&format!("{plan} --resume")));
    stdout(&program(&format!("work {at}/cut --unit 1")));
    // What looks like a unit and is none.
    let units = folder.path().join("cut/_state/units");
    fs::copy(units.join("000001.json"), units.join("000007.json")).unwrap();
    let parts = schema::all().iter().map(|table| folder.path().join("cut").join(table.name));
    let parts: Vec<_> = parts.collect();
    for part in &parts {
        fs::copy(part.join("part-000001.parquet"), part.join("part-000007.parquet")).unwrap();
    }
    stdout(&program(&format!("finalize {at}/cut")));
    assert!(parts.iter().all(|part| !part.join("part-000007.parquet").exists()));
}

/// A plan over what an input was by mistake, of which some units were done.
#[test]
fn a_plan_over_a_wrong_input_is_made_again() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let set = folder.path().join("set.txt");
    let text = fs::read_to_string(&set).unwrap();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    // The first puzzle is none, so that all others have another number.
    let first = text.lines().find(|line| line.len() == 81).unwrap();
    fs::write(&set, text.replacen(first, &format!("x{}", &first[1..]), 1)).unwrap();
    let plan = format!("plan {at}/set.txt --out {at}/cut {OPTIONS}");
    stdout(&program(&plan));
    stdout(&program(&format!("work {at}/cut --unit 1")));
    fs::write(&set, text).unwrap();
    let refused = |arguments: &str| {
        let output = program(arguments);
        assert_eq!(output.status.code(), Some(65), "{arguments}");
        String::from_utf8(output.stderr).unwrap()
    };
    for command in ["resume CUT", "work CUT --unit 0"] {
        let said = refused(&command.replace("CUT", &format!("{at}/cut")));
        assert!(said.contains("planned again: the same `plan`, with --resume"), "{said}");
    }
    let said = refused(&format!("{plan} --resume"));
    assert!(said.contains("unit 1; records of such units in _state/units are to be"), "{said}");
    fs::remove_file(folder.path().join("cut/_state/units/000001.json")).unwrap();
    stdout(&program(&format!("{plan} --resume")));
    stdout(&program(&format!("resume {at}/cut --quiet")));
    same_rows(&folder.path().join("whole"), &folder.path().join("cut"));
}

#[test]
fn a_run_without_lines_has_tables_without_rows() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    fs::write(folder.path().join("none.txt"), "").unwrap();
    stdout(&program(&format!("run {at}/none.txt --out {at}/run {OPTIONS}")));
    assert_eq!(stdout(&program(&format!("plan {at}/none.txt --out {at}/cut {OPTIONS}"))), "0\n");
    stdout(&program(&format!("finalize {at}/cut --quiet")));
    for run in ["run", "cut"] {
        fs::remove_file(folder.path().join(run).join("_SUCCESS")).unwrap();
        stdout(&program(&format!("resume {at}/{run} --quiet")));
        stdout(&program(&format!("summarize {at}/{run} --verify")));
        stdout(&program(&format!("report {at}/{run} --out {at}/{run}.html")));
        for table in schema::all() {
            let part = folder.path().join(run).join(table.name).join("part-000000.parquet");
            assert!(part.exists(), "{}", part.display());
        }
    }
}

#[test]
fn a_limit_of_puzzles_holds_for_plans_and_resumes() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let options = format!("{OPTIONS} --limit 70");
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {options}")));
    assert_eq!(stdout(&program(&format!("plan {at}/set.txt --out {at}/cut {options}"))), "2\n");
    for unit in [1, 0] {
        stdout(&program(&format!("work {at}/cut --unit {unit}")));
    }
    stdout(&program(&format!("finalize {at}/cut")));
    same_rows(&folder.path().join("whole"), &folder.path().join("cut"));
    fs::remove_file(folder.path().join("whole/_SUCCESS")).unwrap();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {options} --resume")));
    same_rows(&folder.path().join("whole"), &folder.path().join("cut"));
}

#[test]
fn a_unit_may_begin_where_an_archive_ends() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    let text: String =
        (0..129).map(|line| format!("{:081}\n", line * 7_654_321 % 99_999_999)).collect();
    let mut archive = GzEncoder::new(Vec::new(), Compression::none());
    archive.write_all(text.as_bytes()).unwrap();
    let archive = archive.finish().unwrap();
    fs::write(folder.path().join("cut.gz"), &archive[..archive.len() - 30]).unwrap();
    let options = "--solvers fast,human --max-checks 1 --unit-lines 1 --quiet";
    stdout(&program(&format!("plan {at}/cut.gz --out {at}/planned {options}")));
    for unit in stdout(&program(&format!("status {at}/planned --missing"))).lines() {
        stdout(&program(&format!("work {at}/planned --unit {unit}")));
    }
    assert_eq!(code(&format!("finalize {at}/planned")), 0);
    assert_eq!(code(&format!("run {at}/cut.gz --out {at}/run {options}")), 0);
    same_rows(&folder.path().join("run"), &folder.path().join("planned"));
    let rejects = fs::read_to_string(folder.path().join("run/_state/units/000002.json")).unwrap();
    assert!(rejects.contains("cut.gz, line 129"), "{rejects}");
}

#[test]
fn standard_input_has_to_come_again() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let piped = |arguments: &str, input: &str| {
        let mut child = command(arguments);
        let mut child = child.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The program may end before it reads all.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    };
    let text = fs::read_to_string(folder.path().join("set.txt")).unwrap();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    let puzzles = |run: &str| fs::read_to_string(folder.path().join(run).join("manifest.json"));
    let count =
        |run| serde_json::from_str::<Value>(&puzzles(run).unwrap()).unwrap()["puzzles"].clone();
    // By whatever name.
    for (run, input) in [("run", "-"), ("pipe", "/dev/stdin")] {
        let begun = piped(&format!("run {input} --out {at}/{run} {OPTIONS} --budget 0s"), &text);
        assert_eq!(begun.status.code(), Some(75));
        let said = String::from_utf8(begun.stderr).unwrap();
        assert!(said.contains("with all of standard input again"), "{said}");
        let empty = piped(&format!("resume {at}/{run}"), "");
        assert_eq!(empty.status.code(), Some(66));
        assert!(!folder.path().join(run).join("_SUCCESS").exists());
        let resumed = piped(&format!("resume {at}/{run}"), &text);
        assert_eq!(resumed.status.code(), Some(0));
        let said = String::from_utf8(resumed.stderr).unwrap();
        assert!(said.contains("whether all of it comes again is not known"), "{said}");
        assert_eq!(count(run), count("whole"));
        // With a unit done, too.
        let root = folder.path().join(run);
        fs::remove_file(root.join("_SUCCESS")).unwrap();
        fs::remove_file(root.join("_state/units/000001.json")).unwrap();
        assert_eq!(piped(&format!("resume {at}/{run}"), "").status.code(), Some(66));
        assert_eq!(piped(&format!("resume {at}/{run}"), &text).status.code(), Some(0));
        // What comes to a finished run may be anything.
        let again = format!("run {input} --out {at}/{run} {OPTIONS} --resume");
        let said = String::from_utf8(piped(&again, "x").stderr).unwrap();
        assert!(said.contains("was not read"), "{said}");
    }
}

#[test]
fn a_signal_ends_a_program_that_waits_for_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    for arguments in ["solve".to_owned(), format!("run - --out {at}/run --solvers fast --quiet")] {
        let mut waiting = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        // Until it listens for signals.
        thread::sleep(Duration::from_millis(500));
        let id = waiting.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(waiting.wait().unwrap().code(), Some(143), "{arguments}");
    }
}

#[test]
fn progress_is_told_as_json() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let told = program(&format!("run {at}/set.txt --out {at}/run --solvers fast --log json"));
    let lines = String::from_utf8(told.stderr).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["level"], &last["event"]), (&"info".into(), &"finished".into()));
}

/// An input that must not be read any more is told, and not taken for one that has changed, or for a reject as one
/// is that might not be read at first.
#[test]
fn an_input_that_must_not_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = unique_puzzles(100);
    write_puzzles(&at.join("1.txt"), &puzzles[..64]);
    write_puzzles(&at.join("2.txt"), &puzzles[64..]);
    let permit = |name: &str, mode: u32| {
        fs::set_permissions(at.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    permit("2.txt", 0o000);
    // Root may read any file.
    let is_root = fs::read(at.join("2.txt")).is_ok();
    permit("2.txt", 0o644);
    let as_user = |arguments: &str| {
        let mut command = command(&arguments.replace("AT", at.to_str().unwrap()));
        if is_root {
            command.uid(65_534).gid(65_534);
        }
        command
    };
    permit("", 0o777);
    if as_user("--version").output().is_err() {
        // The program itself lies where only root may go.
        return;
    }
    let told = |arguments: &str, code: i32| {
        let output = as_user(&format!("{arguments} --quiet")).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments}: {told}");
        told
    };
    let of = "AT/1.txt AT/2.txt --solvers dlx --unit-lines 64 --out AT";
    told(&format!("plan {of}/cut"), 0);
    told(&format!("run {of}/whole"), 0);
    let last = "_state/units/000001.json";
    let undo = |run: &str| fs::remove_file(at.join(run).join(last)).unwrap();
    undo("whole");
    permit("2.txt", 0o000);
    for arguments in ["work AT/cut --unit 1", "resume AT/whole"] {
        let told = told(arguments, 74);
        assert!(told.contains("2.txt: cannot read: Permission denied"), "{told}");
        assert!(told.contains("can go on") && !told.contains("planned again"), "{told}");
    }
    // What might not be read at first is no reason to wait.
    told(&format!("run {of}/part"), 65);
    undo("part");
    told("resume AT/part", 65);
    permit("2.txt", 0o644);
    told("resume AT/whole", 0);
    assert_eq!(read(&at.join("whole"), "puzzles").height(), 100);
    assert_eq!(read(&at.join("part"), "puzzles").height(), 64);
}
