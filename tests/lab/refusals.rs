//! What is refused changes nothing, and inputs that change during a run are told.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use super::program::{puzzle_folder, read};
use super::support::{command, program, stdout, unique_puzzles, write_puzzles};
use super::units::same_rows;

const OPTIONS: &str = "--solvers fast,human --unit-lines 16 --quiet";

/// Every file below a folder with its bytes, but for the note of how far a process came.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = contents(&path).into_iter();
            all.extend(below.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
            all.insert(name + "/", Vec::new());
        } else if name != "progress.json" {
            all.insert(name, fs::read(path).unwrap());
        }
    }
    all
}

/// What cannot be read is told by the plan, before anybody works on it; and where one may not
/// look, that is said, not that there is nothing.
#[test]
fn what_cannot_be_read_is_told_at_once() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let wide: Vec<u8> =
        "\u{feff}12\n".encode_utf16().cycle().take(400).flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("wide.txt"), wide).unwrap();
    let planned = program(&format!("plan {at}/wide.txt {at}/set.txt --out {at}/planned {OPTIONS}"));
    let told = String::from_utf8(planned.stderr).unwrap();
    assert_eq!(planned.status.code(), Some(65), "{told}");
    assert!(told.contains("wide.txt could not be read to its end"), "{told}");
    let run = folder.path().join("run");
    fs::create_dir(&run).unwrap();
    std::os::unix::fs::symlink("_state", run.join("_state")).unwrap();
    for command in ["status", "summarize", "resume", "report --out page.html", "finalize"] {
        let refused = program(&format!("{command} {at}/run"));
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(74), "{command}: {told}");
        assert!(told.contains("cannot read"), "{command}: {told}");
    }
}

/// A damaged run that cannot be made whole now can be once the file is back.
#[test]
fn what_is_refused_changes_nothing() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let path = |name: &str| folder.path().join(name);
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    stdout(&program(&format!("plan {at}/set.txt --out {at}/planned {OPTIONS}")));
    stdout(&program(&format!("work {at}/planned --unit 0..=1")));
    stdout(&program(&format!("finalize {at}/planned")));
    let text = fs::read_to_string(path("set.txt")).unwrap();
    // As long, and other puzzles in the unit that is done.
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(10, 11);
    let swapped = lines.join("\n") + "\n";
    // And in the other one, whose record says what it was made of.
    lines.swap(10, 11);
    lines.swap(70, 71);
    let also_swapped = lines.join("\n") + "\n";
    let cases = [
        ("whole", "finalize", None, 64),
        ("whole", "work --unit 1", Some(&text), 64),
        ("whole", "resume", None, 66),
        ("whole", "resume", Some(&swapped), 65),
        ("whole", "resume", Some(&also_swapped), 65),
        ("planned", "finalize", Some(&text), 75),
        ("planned", "finalize", None, 75),
        ("planned", "work --unit 1", None, 66),
        ("planned", "work --unit 1..=9", Some(&text), 64),
        ("planned", "resume", Some(&swapped), 65),
    ];
    for run in ["whole", "planned"] {
        let part = path(run).join("solves/part-000001.parquet");
        fs::rename(&part, path(&format!("{run}.part"))).unwrap();
        let before = contents(&path(run));
        for (_, arguments, input, code) in cases.iter().filter(|case| case.0 == run) {
            match input {
                Some(text) => fs::write(path("set.txt"), text).unwrap(),
                None => drop(fs::remove_file(path("set.txt"))),
            }
            let (name, more) = arguments.split_once(' ').unwrap_or((arguments, ""));
            let end = program(&format!("{name} {at}/{run} {more}"));
            assert_eq!(end.status.code(), Some(*code), "{run}: {arguments}: {end:?}");
            let after = contents(&path(run));
            let differ = before.iter().find(|(name, bytes)| after.get(*name) != Some(*bytes));
            assert_eq!(differ.map(|(name, _)| name), None, "{run}: {arguments}");
            let more = after.keys().find(|name| !before.contains_key(*name));
            assert_eq!(more, None, "{run}: {arguments}");
        }
        fs::rename(path(&format!("{run}.part")), &part).unwrap();
        stdout(&program(&format!("status {at}/{run} --verify")));
        fs::write(path("set.txt"), &text).unwrap();
        fs::remove_file(part).unwrap();
        stdout(&program(&format!("resume {at}/{run}")));
    }
    same_rows(&path("whole"), &path("planned"));
}

/// Runs standard input and a file to which something happens after the run has begun.
fn disturbed(folder: &Path, happens: impl Fn(&Path)) -> Output {
    let (run, file) = (folder.join("run"), folder.join("set.txt"));
    let arguments = format!("run - {} --out {} {OPTIONS}", file.display(), run.display());
    let mut child = command(&arguments);
    let child = child.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null());
    let mut child = child.spawn().unwrap();
    while !run.join("_state/run.json").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    happens(&file);
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    let end = child.wait_with_output().unwrap();
    assert!(!run.join("_SUCCESS").exists());
    end
}

#[test]
fn an_input_that_changes_during_a_run_is_told() {
    let folder = puzzle_folder();
    let end = disturbed(folder.path(), |file| {
        let file = fs::File::options().write(true).open(file).unwrap();
        file.set_len(820).unwrap();
    });
    assert_eq!(end.status.code(), Some(65), "{end:?}");
    let told = String::from_utf8(end.stderr).unwrap();
    assert!(told.contains("the size of the input set.txt is 820, was "), "{told}");
}

/// Lines beyond the known size are in no unit: the file that was there finishes the run.
#[test]
fn an_input_that_grows_during_a_run_is_read_up_to_its_size() {
    // Cut between lines, and within one.
    for cut in [0, 30] {
        let folder = puzzle_folder();
        let (file, run) = (folder.path().join("set.txt"), folder.path().join("run"));
        let mut text = fs::read(&file).unwrap();
        let more = text.split_off(text.len() - cut);
        fs::write(&file, &text).unwrap();
        let end = disturbed(folder.path(), |file| {
            let mut file = fs::File::options().append(true).open(file).unwrap();
            file.write_all(&[&more[..], &text].concat()).unwrap();
        });
        assert_eq!(end.status.code(), Some(65), "{end:?}");
        let told = String::from_utf8(end.stderr).unwrap();
        let sizes = format!("is {}, was {}", 2 * text.len() + cut, text.len());
        assert!(told.contains(&format!("the size of the input set.txt {sizes}")), "{told}");
        fs::write(&file, &text).unwrap();
        fs::write(folder.path().join("blank"), "\n").unwrap();
        let blank = || fs::File::open(folder.path().join("blank")).unwrap();
        stdout(&command(&format!("resume {}", run.display())).stdin(blank()).output().unwrap());
        let (at, whole) = (file.display(), folder.path().join("whole"));
        let again = format!("run - {at} --out {} {OPTIONS}", whole.display());
        stdout(&command(&again).stdin(blank()).output().unwrap());
        same_rows(&run, &whole);
    }
}

#[test]
fn an_input_that_is_written_to_while_it_is_read_is_told() {
    let folder = puzzle_folder();
    let (file, run) = (folder.path().join("many.txt"), folder.path().join("run"));
    let text = fs::read_to_string(folder.path().join("set.txt")).unwrap().repeat(40);
    fs::write(&file, &text).unwrap();
    let options = "--solvers dlx --min-span 1ms --threads 1 --quiet";
    let arguments = format!("run {} --out {} {options}", file.display(), run.display());
    let child = command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    while !run.join("_state/run.json").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(100));
    // The same bytes: nobody could tell.
    fs::write(&file, &text).unwrap();
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(65), "{end:?}");
    let told = String::from_utf8(end.stderr).unwrap();
    assert!(told.contains("many.txt was written to while it was read"), "{told}");
    // What differs is found by the checksums: nothing does.
    stdout(&program(&format!("resume {}", run.display())));
}

/// A record that no unit can have is in nobody's way.
#[test]
fn a_stray_record_is_removed() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/run {OPTIONS}")));
    let units = folder.path().join("run/_state/units");
    fs::copy(units.join("000001.json"), units.join("000099.json")).unwrap();
    assert_eq!(program(&format!("status {at}/run")).status.code(), Some(65));
    stdout(&program(&format!("resume {at}/run")));
    stdout(&program(&format!("status {at}/run --verify")));
}

/// It may be back tomorrow: it is not noted as unreadable for good.
#[test]
fn an_input_that_goes_away_during_a_run_is_no_reject() {
    let folder = puzzle_folder();
    let end = disturbed(folder.path(), |file| fs::remove_file(file).unwrap());
    assert_eq!(end.status.code(), Some(66), "{end:?}");
    let units = folder.path().join("run/_state/units");
    for unit in fs::read_dir(units).into_iter().flatten() {
        let record = fs::read_to_string(unit.unwrap().path()).unwrap();
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        assert_eq!((&record["place"], &record["rejects"]), (&"-, line 1".into(), &0.into()));
    }
}

#[test]
fn readers_say_what_they_cannot_know() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/run {OPTIONS}")));
    fs::write(folder.path().join("run/_state/run.json"), "{}").unwrap();
    for command in ["status", "resume", "summarize"] {
        assert_eq!(program(&format!("{command} {at}/run")).status.code(), Some(65), "{command}");
    }
    for gone in ["_SUCCESS", "manifest.json", "_state/run.json"] {
        fs::remove_file(folder.path().join("run").join(gone)).unwrap();
    }
    let told = String::from_utf8(program(&format!("summarize {at}/run")).stderr).unwrap();
    assert!(told.contains("whether they are all is not known"), "{told}");
    // An archive that breaks off.
    let mut archive = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    archive.write_all(&fs::read(folder.path().join("set.txt")).unwrap()).unwrap();
    let archive = archive.finish().unwrap();
    fs::write(folder.path().join("cut.gz"), &archive[..archive.len() - 30]).unwrap();
    stdout(&program(&format!("run {at}/cut.gz --out {at}/cut {OPTIONS}")));
    let told = String::from_utf8(program(&format!("summarize {at}/cut")).stderr).unwrap();
    assert!(told.contains("could not be read to the end: cut.gz"), "{told}");
    let list = format!("[{{\"puzzle\": \"{}\"}},", "1".to_owned() + &".".repeat(80));
    fs::write(folder.path().join("cut.json"), list).unwrap();
    stdout(&program(&format!("run {at}/cut.json --out {at}/list --max-checks 99 {OPTIONS}")));
    let told = String::from_utf8(program(&format!("summarize {at}/list")).stderr).unwrap();
    assert!(told.contains("could not be read to the end: cut.json"), "{told}");
    let status = stdout(&program(&format!("status {at}/cut")));
    assert!(status.contains("of which 1 the unread rest of an input"), "{status}");
}

/// What `finalize` refuses, `status` names.
#[test]
fn damaged_units_are_missing() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("plan {at}/set.txt --out {at}/run {OPTIONS}")));
    let part = folder.path().join("run/solves/part-000001.parquet");
    let missing = |options: &str| {
        let shown = program(&format!("status {at}/run --missing {options}"));
        String::from_utf8(shown.stdout).unwrap()
    };
    stdout(&program(&format!("work {at}/run --unit 1")));
    fs::remove_file(&part).unwrap();
    assert_eq!(missing(""), "0\n1\n");
    stdout(&program(&format!("work {at}/run --unit 0..=1")));
    let whole = fs::read(&part).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for (bytes, options) in [(&whole[1..], ""), (&changed[..], "--verify")] {
        fs::write(&part, bytes).unwrap();
        assert_eq!(missing(options), "1\n");
        let shown = program(&format!("status {at}/run {options}"));
        let told = format!(
            "{}{}",
            String::from_utf8_lossy(&shown.stdout),
            String::from_utf8_lossy(&shown.stderr)
        );
        assert!(
            told.contains("units     1 of 2") && told.contains("missing   unit numbers 1\n"),
            "{told}"
        );
        assert!(!told.contains("finalize"), "{told}");
        let refused = program(&format!("finalize {at}/run"));
        assert_eq!(refused.status.code(), Some(75), "{refused:?}");
    }
    for unit in missing("--verify").lines() {
        stdout(&program(&format!("work {at}/run --unit {unit}")));
    }
    stdout(&program(&format!("finalize {at}/run")));
    assert_eq!(missing("--verify"), "");
}

/// Parquet from a pipe is copied first: without room for the copy nothing is read, and nothing is
/// taken for the whole of it.
#[test]
fn parquet_that_cannot_be_copied_is_no_empty_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(5));
    stdout(&program(&format!("dedup {at}/a.txt --out {at}/a.parquet")));
    for arguments in ["check -".to_owned(), format!("run - --solvers fast --out {at}/run")] {
        let run = || {
            let mut command = command(&arguments);
            command.stdin(fs::File::open(folder.path().join("a.parquet")).unwrap());
            command
        };
        let refused = run().env("TMPDIR", "/nowhere").output().unwrap();
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(told.contains("no temporary file can be written in /nowhere"), "{told}");
        assert_eq!(refused.status.code(), Some(74), "{arguments}");
        assert!(!folder.path().join("run/_SUCCESS").exists());
    }
    let resume = format!("run - --solvers fast --out {at}/run --resume --quiet");
    let input = fs::File::open(folder.path().join("a.parquet")).unwrap();
    stdout(&command(&resume).stdin(input).output().unwrap());
    assert_eq!(read(&folder.path().join("run"), "puzzles").height(), 5);
}

/// As a plan is that was stopped while it was made: what is told to go on with is `plan`.
#[test]
fn a_plan_that_is_not_made_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(5));
    let plan = format!("plan {at}/a.txt --solvers fast --out {at}/run");
    assert_eq!(stdout(&program(&plan)), "1\n");
    fs::remove_file(folder.path().join("run/_state/plan.json")).unwrap();
    let told = |arguments: &str| String::from_utf8(program(arguments).stderr).unwrap();
    let status = told(&format!("status {at}/run"));
    assert!(status.contains("the same `plan` command goes on, with --resume"), "{status}");
    assert!(told(&plan).contains("or with the command that began it and --resume"));
    assert_eq!(stdout(&program(&format!("{plan} --resume"))), "1\n");
    let status = stdout(&program(&format!("status {at}/run")));
    assert!(status.starts_with("planned, "), "{status}");
}

/// What is not the run's is not removed: whoever put it there is told before anything is done.
#[test]
fn a_file_among_the_tables_is_in_the_way() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let run = folder.path().join("run");
    stdout(&program(&format!("run {at}/set.txt --out {at}/run {OPTIONS}")));
    let part = run.join("puzzles/part-000001.parquet");
    let refused = |place: &str| {
        let before = contents(&run);
        let shown = program(&format!("status {at}/run"));
        let told = String::from_utf8_lossy(&shown.stderr);
        assert!(told.contains("move away or remove") && told.contains(place), "{told}");
        assert!(!told.contains("resume"), "{told}");
        let ended = program(&format!("resume {at}/run"));
        assert_eq!(ended.status.code(), Some(74), "{ended:?}");
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(told.contains("to be removed first") && !told.contains("done again"), "{told}");
        assert!(contents(&run) == before, "{place}");
    };
    let mine = run.join("puzzles/mine.parquet");
    fs::copy(&part, &mine).unwrap();
    refused("puzzles/mine.parquet");
    fs::remove_file(&mine).unwrap();
    stdout(&program(&format!("status {at}/run --verify")));
    let moved = folder.path().join("moved");
    fs::rename(&part, &moved).unwrap();
    fs::create_dir(&part).unwrap();
    refused("puzzles/part-000001.parquet");
    fs::remove_dir(&part).unwrap();
    fs::rename(moved, &part).unwrap();
    // A name that only this program gives.
    for is_finished in [true, false] {
        let stray = run.join("puzzles/part-000777.parquet");
        fs::copy(&part, &stray).unwrap();
        if !is_finished {
            fs::remove_file(run.join("_SUCCESS")).unwrap();
        }
        let ended = program(&format!("resume {at}/run"));
        let told = String::from_utf8_lossy(&ended.stderr);
        let line = "part-000777.parquet: it is of no unit of the run; to be removed";
        assert_eq!(told.matches(line).count(), 1, "{told}");
        assert!(
            ended.status.success() && !stray.exists() && !told.contains("done again"),
            "{told}"
        );
    }
}

/// The times of units are those of their records, not of files, which a copy has anew.
#[test]
fn a_copied_plan_has_the_rate_it_had() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("plan {at}/set.txt --out {at}/run {OPTIONS}")));
    stdout(&program(&format!("work {at}/run --unit 0")));
    thread::sleep(Duration::from_millis(1_500));
    stdout(&program(&format!("work {at}/run --unit 1")));
    let rate = |run: &str| -> f64 {
        let shown = stdout(&program(&format!("status {at}/{run} --json")));
        let status: serde_json::Value = serde_json::from_str(&shown).unwrap();
        status["puzzles_per_second"].as_f64().unwrap()
    };
    let then = rate("run");
    assert!(then > 0.0 && then < 40.0, "{then}");
    let names = ["run", "copy"].map(|name| folder.path().join(name));
    let copied = Command::new("cp").arg("-r").args(names).status();
    assert!(copied.unwrap().success());
    assert_eq!(rate("copy"), then);
}

/// What a limit leaves unread is not missed, in a merged run neither.
#[test]
fn merged_runs_with_a_limit_lack_nothing() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    fs::copy(folder.path().join("set.txt"), folder.path().join("other.txt")).unwrap();
    for name in ["set", "other"] {
        let run = format!("run {at}/{name}.txt --out {at}/{name} --limit 7 {OPTIONS}");
        stdout(&program(&run));
    }
    let merged = program(&format!("merge {at}/set {at}/other --out {at}/both --quiet"));
    let told = String::from_utf8(merged.stderr).unwrap();
    assert!(merged.status.success() && !told.contains("could not be read"), "{told}");
}
