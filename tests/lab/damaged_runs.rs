//! Runs with files that are gone, damaged or foreign: told, not read, and made whole again.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::program::puzzle_folder;
use super::support::{program, stdout};
use super::units::{OPTIONS, code, same_rows};

#[test]
fn damage_is_repaired_and_another_run_refused() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let run = |out: &str, more: &str| {
        program(&format!("run {at}/set.txt --out {at}/{out} {OPTIONS} {more}"))
    };
    stdout(&run("whole", "--resume"));
    stdout(&run("hurt", ""));
    let path = |name: &str| folder.path().join("hurt").join(name);
    fs::write(path("solves/part-000001.parquet"), "no Parquet").unwrap();
    assert_eq!(run("hurt", "").status.code(), Some(74));
    let refused = run("hurt", "--resume --seed 2");
    assert_eq!(refused.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("seed is 2, was 1"));
    let repaired = run("hurt", "--resume");
    assert!(String::from_utf8_lossy(&repaired.stderr).contains("part-000001.parquet"));
    stdout(&repaired);
    same_rows(&folder.path().join("whole"), &folder.path().join("hurt"));
    // Finished, it is no run of other lines, though there are as many bytes of them.
    let set = folder.path().join("set.txt");
    let text = fs::read_to_string(&set).unwrap();
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    fs::write(&set, format!("{}{}", &text[last..], &text[..last])).unwrap();
    let other = run("hurt", "--resume");
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(other.status.code() == Some(65) && told.contains("its checksum is another"), "{told}");
    // Nor are its damaged units of them.
    fs::write(path("_state/units/000001.json"), "{}").unwrap();
    for end in [run("hurt", "--resume"), program(&format!("resume {at}/hurt"))] {
        assert_eq!(end.status.code(), Some(65), "{}", String::from_utf8_lossy(&end.stderr));
    }
    fs::write(&set, text).unwrap();
    stdout(&run("hurt", "--resume"));
    same_rows(&folder.path().join("whole"), &folder.path().join("hurt"));
}

/// Of an input that is not read to its end, the checksum is that of what was read, which is more than the
/// lines that were wanted.
#[test]
fn damage_of_a_run_with_a_limit_is_repaired() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let run = |out: &str, more: &str| {
        let limited = format!("{at}/set.txt --out {at}/{out} --solvers singles,fast --limit 3");
        program(&format!("run {limited} --quiet {more}"))
    };
    stdout(&run("whole", ""));
    stdout(&run("hurt", ""));
    stdout(&run("hurt", "--resume"));
    fs::remove_file(folder.path().join("hurt/solves/part-000000.parquet")).unwrap();
    stdout(&program(&format!("resume {at}/hurt")));
    same_rows(&folder.path().join("whole"), &folder.path().join("hurt"));
}

#[test]
fn a_finished_run_whose_records_are_gone_is_not_finished() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    let run =
        |out: &str, more| program(&format!("run {at}/set.txt --out {at}/{out} {OPTIONS} {more}"));
    stdout(&run("whole", ""));
    stdout(&run("hurt", ""));
    fs::remove_file(folder.path().join("hurt/_state/units/000001.json")).unwrap();
    let repaired = run("hurt", "--resume");
    assert!(String::from_utf8_lossy(&repaired.stderr).contains("not those of the manifest"));
    stdout(&repaired);
    same_rows(&folder.path().join("whole"), &folder.path().join("hurt"));
    assert!(folder.path().join("hurt/_SUCCESS").exists());
}

/// Whatever is missing, cut or changed in a finished run: who reads it says so, and `resume`
/// comes to the same rows.
#[test]
fn a_damaged_run_is_not_read_and_can_be_made_whole() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    stdout(&program(&format!("run {at}/set.txt --out {at}/hurt {OPTIONS}")));
    let hurt = folder.path().join("hurt");
    let card = fs::read(hurt.join("README.md")).unwrap();
    let remove = |path: &Path| fs::remove_file(path).unwrap();
    let cut = |path: &Path| {
        let text = fs::read(path).unwrap();
        fs::write(path, &text[..text.len() - 1]).unwrap();
    };
    let flip = |path: &Path| {
        let mut text = fs::read(path).unwrap();
        *text.last_mut().unwrap() ^= 1;
        fs::write(path, text).unwrap();
    };
    type Damage<'a> = &'a dyn Fn(&Path);
    let seen: [(&str, Damage<'_>); 5] = [
        ("puzzles/part-000000.parquet", &remove),
        ("solves/part-000001.parquet", &cut),
        ("solves/part-000000.parquet", &flip),
        ("manifest.json", &remove),
        ("_state/units/000000.json", &remove),
    ];
    for (name, damage) in seen {
        damage(&hurt.join(name));
        for read in ["summarize", "status"] {
            let output = program(&format!("{read} {at}/hurt --verify"));
            assert_eq!(output.status.code(), Some(65), "{read}, {name}");
            let told = [output.stdout, output.stderr].concat();
            let what = name.rsplit_once('.').map_or(name, |(what, _)| what);
            let what = if name.starts_with("_state") { "records of its units" } else { what };
            assert!(String::from_utf8_lossy(&told).contains(what), "{read}, {name}");
        }
        stdout(&program(&format!("resume {at}/hurt --quiet")));
        stdout(&program(&format!("summarize {at}/hurt --verify")));
        same_rows(&folder.path().join("whole"), &hurt);
    }
    for name in ["README.md", "summary/solvers.csv", "_state/files.json"] {
        cut(&hurt.join(name));
        stdout(&program(&format!("resume {at}/hurt --quiet")));
    }
    // A list of files that names none is no whole one.
    fs::write(hurt.join("_state/files.json"), "[]").unwrap();
    fs::remove_file(hurt.join("README.md")).unwrap();
    assert_eq!(code(&format!("status {at}/hurt")), 65);
    stdout(&program(&format!("resume {at}/hurt --quiet")));
    assert_eq!(fs::read(hurt.join("README.md")).unwrap(), card);
    // What a user wrote into it is kept, and so is what was kept before.
    for (note, kept) in [("mine", "README.md.kept-2"), ("more", "README.md.kept-3")] {
        let noted = [&card[..], note.as_bytes()].concat();
        fs::write(hurt.join("README.md"), &noted).unwrap();
        let said = program(&format!("resume {at}/hurt --quiet"));
        assert!(String::from_utf8_lossy(&said.stderr).contains("README.md.kept-"), "{said:?}");
        let texts = ["README.md", kept].map(|name| fs::read(hurt.join(name)).unwrap());
        assert_eq!(texts, [card.clone(), noted]);
        stdout(&program(&format!("status {at}/hurt --verify")));
    }
}

/// A process that is killed between the record of a unit and the names of its parts leaves nothing
/// that is damaged.
#[test]
fn parts_that_were_on_their_way_are_no_damage() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/whole {OPTIONS}")));
    stdout(&program(&format!("run {at}/set.txt --out {at}/cut {OPTIONS}")));
    let cut = folder.path().join("cut");
    fs::remove_file(cut.join("_SUCCESS")).unwrap();
    let record = fs::read(cut.join("_state/units/000001.json")).unwrap();
    let record: Value = serde_json::from_slice(&record).unwrap();
    let scratch = cut.join("_tmp").join(record["scratch"].as_str().unwrap());
    fs::create_dir_all(&scratch).unwrap();
    for table in ["strategies", "rejects"] {
        let part = cut.join(table).join("part-000001.parquet");
        fs::rename(part, scratch.join(table)).unwrap();
    }
    let status = stdout(&program(&format!("status {at}/cut --json")));
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["state"], &status["units_done"]), (&"stopped".into(), &1.into()));
    assert_eq!(status["problems"], Value::Array(Vec::new()));
    let summary = stdout(&program(&format!("summarize {at}/cut --format csv")));
    assert!(summary.lines().nth(1).unwrap().contains(&format!(",{},", status["puzzles"])));
    // What is nowhere is gone.
    fs::rename(scratch.join("rejects"), cut.join("elsewhere")).unwrap();
    assert_eq!(code(&format!("status {at}/cut")), 65);
    fs::rename(cut.join("elsewhere"), scratch.join("rejects")).unwrap();
    stdout(&program(&format!("resume {at}/cut --quiet")));
    same_rows(&folder.path().join("whole"), &cut);
}

/// What was never a part of the run, or is none any more.
#[test]
fn what_is_in_the_place_of_a_part_is_told_and_not_waited_for() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    stdout(&program(&format!("run {at}/set.txt --out {at}/run {OPTIONS}")));
    let solves = folder.path().join("run/solves");
    let part = solves.join("part-000000.parquet");
    fs::copy(&part, solves.join("part-000099.parquet")).unwrap();
    assert_eq!(code(&format!("status {at}/run")), 65);
    assert_eq!(code(&format!("resume {at}/run --quiet")), 0);
    assert_eq!(code(&format!("status {at}/run")), 0);
    assert!(!solves.join("part-000099.parquet").exists());
    // A reader of `*.parquet` would take it for one; it is somebody's.
    fs::copy(&part, solves.join("mine.parquet")).unwrap();
    for command in ["status", "summarize"] {
        let ended = program(&format!("{command} {at}/run"));
        assert_eq!(ended.status.code(), Some(65), "{command}");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(told.contains("remove") && !told.contains("makes it whole"), "{told}");
    }
    assert_eq!(code(&format!("resume {at}/run --quiet")), 74);
    fs::remove_file(solves.join("mine.parquet")).unwrap();
    assert_eq!(code(&format!("resume {at}/run --quiet")), 0);
    fs::remove_file(&part).unwrap();
    assert!(Command::new("mkfifo").arg(&part).status().unwrap().success());
    assert_eq!(code(&format!("summarize {at}/run --verify")), 65);
    assert_eq!(code(&format!("resume {at}/run --quiet")), 0, "a unit is done again in its place");
    stdout(&program(&format!("summarize {at}/run --verify")));
}
