//! Finished runs that become one.

use std::fs;

use super::program::puzzle_folder;
use super::support::{program, stdout};
use super::units::{OPTIONS, code, same_rows};

/// Two halves that were run apart, and the whole that was run at once.
#[test]
fn merged_runs_are_the_run_of_their_inputs() {
    let folder = puzzle_folder();
    let at = folder.path().display().to_string();
    fs::create_dir(folder.path().join("more")).unwrap();
    let text = fs::read_to_string(folder.path().join("set.txt")).unwrap();
    fs::write(folder.path().join("more/other.txt"), &text[..text.len() / 2]).unwrap();
    let run = |inputs: &str, out: &str| {
        stdout(&program(&format!("run {inputs} --out {at}/{out} {OPTIONS}")));
    };
    run(&format!("{at}/set.txt {at}/more/other.txt"), "whole");
    run(&format!("{at}/set.txt"), "one");
    run(&format!("{at}/more/other.txt"), "two");
    let merge = |of: &str| program(&format!("merge {of} --out {at}/merged --quiet"));
    assert_eq!(merge(&format!("{at}/one {at}/one")).status.code(), Some(64), "a set twice");
    stdout(&program(&format!("run {at}/more/other.txt --out {at}/few {OPTIONS} --limit 3")));
    assert_eq!(merge(&format!("{at}/one {at}/few")).status.code(), Some(64), "another limit");
    stdout(&merge(&format!("{at}/one {at}/two")));
    same_rows(&folder.path().join("whole"), &folder.path().join("merged"));
    stdout(&program(&format!("summarize {at}/merged --verify")));
    // Merged again, it stays finished all the time.
    let mark = || fs::metadata(folder.path().join("merged/_SUCCESS")).unwrap().modified().unwrap();
    let before = mark();
    stdout(&merge(&format!("{at}/one {at}/two")));
    assert_eq!(mark(), before);
    // One file has another name beside one of the same name, and its copy is another set.
    fs::create_dir(folder.path().join("copies")).unwrap();
    for name in ["other", "same"] {
        fs::copy(format!("{at}/more/other.txt"), format!("{at}/copies/{name}.txt")).unwrap();
    }
    fs::hard_link(format!("{at}/more/other.txt"), format!("{at}/link.txt")).unwrap();
    let known = "which another run has as other.txt";
    for (inputs, name, code, line) in [
        (format!("{at}/more {at}/copies"), "both", 64, format!("{known}: {at}/more/other.txt")),
        (format!("{at}/link.txt"), "linked", 64, format!("{known}: {at}/link.txt")),
        (
            format!("{at}/copies/same.txt"),
            "copied",
            0,
            "the sets other.txt and same.txt are of the same content".to_owned(),
        ),
    ] {
        let out = format!("{at}/{name}");
        stdout(&program(&format!("run {inputs} --out {out} {OPTIONS}")));
        let end = program(&format!("merge {at}/one {at}/two {out} --out {out}m --quiet"));
        let told = String::from_utf8_lossy(&end.stderr);
        assert_eq!(end.status.code(), Some(code), "{told}");
        assert!(told.contains(&line), "{told}");
    }
    // What was merged can be merged, and nothing is merged into another run.
    let again = |of: &str, out: &str| {
        let of: String = of.split(' ').map(|name| format!("{at}/{name} ")).collect();
        program(&format!("merge {of} --out {at}/{out} --quiet"))
    };
    stdout(&again("one", "first"));
    stdout(&again("two", "second"));
    stdout(&again("first second", "twice"));
    same_rows(&folder.path().join("whole"), &folder.path().join("twice"));
    for (of, out, code) in [("one two", "one", 64), ("one", "two", 74), ("first", "whole", 74)] {
        let end = again(of, out);
        let told = String::from_utf8_lossy(&end.stderr);
        assert_eq!(end.status.code(), Some(code), "{told}");
        assert_eq!(told.contains("one of the runs to be merged"), code == 64, "{told}");
    }
    // Killed in the middle, it is merged again.
    let merged = folder.path().join("merged");
    let cut_short = || {
        fs::remove_file(merged.join("_SUCCESS")).unwrap();
        fs::remove_file(merged.join("_state/units/000001.json")).unwrap();
    };
    cut_short();
    assert_eq!(code(&format!("resume {at}/merged")), 64);
    stdout(&merge(&format!("{at}/one {at}/two")));
    same_rows(&folder.path().join("whole"), &merged);
    // What is refused takes nothing apart.
    let part = folder.path().join("twice/solves/part-000000.parquet");
    let mut bytes = fs::read(&part).unwrap();
    bytes[99] ^= 1;
    fs::write(&part, &bytes).unwrap();
    fs::copy(&part, folder.path().join("one/solves/part-000000.parquet")).unwrap();
    fs::rename(folder.path().join("set.txt"), folder.path().join("moved.txt")).unwrap();
    for (run, refused) in [("twice", 64), ("one", 66)] {
        assert_eq!(code(&format!("resume {at}/{run}")), refused);
        assert!(folder.path().join(run).join("_SUCCESS").exists(), "{run}");
        assert!(folder.path().join(run).join("_state/units/000000.json").exists(), "{run}");
    }
    fs::rename(folder.path().join("moved.txt"), folder.path().join("set.txt")).unwrap();
    assert_eq!(code(&format!("resume {at}/one")), 0);
    // A run with a unit that was done again has other times: its units are not mixed.
    cut_short();
    let told = merge(&format!("{at}/one {at}/two"));
    assert_eq!(told.status.code(), Some(64));
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("it was made of other runs"), "{told}");
}
