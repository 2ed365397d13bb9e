//! Studies: experiments as library calls and as a command.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::study::{EXPERIMENTS, Error, Experiment, Ruling, Study};

use super::support::{command, program, send, stdout};

/// An experiment with everything in it that can be wrong.
const EXAMPLE: &str = "\
title = 'Speed'
source = 'X99'
about = 'As it was.'

[run]
solvers = ['brute-force', 'human']
count = 1
time_limit = '2s'

[[inputs]]
sets = ['30', '35']
generate = { clues = '{set}', any = true, seed = '7{set}', count = 20 }

[[inputs]]
sets = ['drawn']
puzzles = ['1...............']

[[columns]]
title = 'checks'
measure = 'checks'
solver = 'human'
published = [1, 2, nan]

[[claims]]
text = 'It is less.'
test = { less = { left = 'human', right = 'brute-force' } }

[[claims]]
text = 'It is most.'
sets = ['30', '35']
test = { peak = { over = 'human', under = 'brute-force', at = ['30'] } }

[[claims]]
text = 'It is near.'
test = { near = { measure = 'candidates', values = [4], within = 4 } }
";

/// What is said of the example with something in it replaced.
fn said(from: &str, to: &str) -> String {
    assert!(EXAMPLE.contains(from), "{from}");
    match Experiment::parse("x.toml", &EXAMPLE.replacen(from, to, 1)) {
        Err(Error::Malformed(name, reason)) => format!("{name}: {reason}"),
        other => panic!("{from} is {to}: {}", other.is_ok()),
    }
}

#[test]
fn experiments_are_whole() {
    for (name, text) in EXPERIMENTS {
        let read = Experiment::parse(name, text);
        assert!(read.is_ok(), "{name}: {}", read.unwrap_err());
    }
    assert!(Experiment::parse("x.toml", EXAMPLE).is_ok());
}

#[test]
fn what_an_experiment_names_has_to_be_there() {
    for (from, to, named) in [
        ("left = 'human'", "left = 'humane'", "It is less.`: the run has no solver `humane`"),
        ("left = 'human'", "left = 'dlx'", "the run has no solver `dlx`"),
        ("solver = 'human'", "solver = 'humane'", "column `checks`: the run has no solver"),
        ("solver = 'human'\n", "", "column `checks`: its measure is of a solver"),
        ("measure = 'candidates'", "solver = 'human', measure = 'singles'", "not of `human`"),
        ("solvers = ['brute-force'", "solvers = ['bruteforce'", "no solver `bruteforce`"),
        ("solvers = ['brute-force'", "solvers = ['human'", "`human` is named twice"),
        ("sets = ['30', '35']\ntest", "sets = ['30', '36']\ntest", "there is no set `36`"),
        ("at = ['30']", "at = ['drawn']", "It is most.`: there is no set `drawn`"),
        ("sets = ['drawn']", "sets = ['35']", "the set `35` is named twice"),
        ("sets = ['drawn']", "sets = ['../drawn']", "cannot be the name of a file"),
        ("[1, 2, nan]", "[1, 2]", "column `checks`: 2 published values for 3 sets"),
        ("values = [4]", "values = [4, 4]", "It is near.`: 2 values for 3 sets"),
        ("puzzles = ['1..", "puzzles = ['11.", "inputs: `11"),
        ("puzzles = ['1...............']", "", "either `generate` or `puzzles`"),
        ("count = 1\n", "count = 3\n", "`count` must be 1 or 2"),
        ("count = 1\n", "count = 1\nthreads = 2\n", "unknown field `threads`"),
        ("time_limit = '2s'", "time_limit = 'soon'", "time_limit"),
        ("clues = '{set}'", "clues = 'few'", "the set `30`: `clues` is no range: few"),
        ("clues = '{set}'", "clues = '9{set}'", "takes no 930 clues"),
        ("seed = '7{set}'", "seed = 'x'", "`seed` is no number: x"),
        ("any = true", "size = '7'", "`size` is no size: 7"),
        ("any = true", "any = true, minimal = true", "exclude each other"),
        ("any = true", "all = true", "unknown field `all`"),
        ("title = 'Speed'", "titel = 'Speed'", "unknown field `titel`"),
    ] {
        let said = said(from, to);
        assert!(said.starts_with("x.toml: ") && said.contains(named), "{to}: {said}");
    }
}

/// A library call begins a study, stops it, and goes on with it.
#[test]
fn a_study_is_a_library_call() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("study");
    let experiment = || Experiment::parse("x.toml", EXAMPLE).unwrap();
    let stopped = Interrupt::default();
    stopped.cancel();
    let study = Study::begin(experiment(), &at, 0.25, 2).unwrap();
    assert!(study.complete(&|_| (), &stopped).unwrap().is_none());
    assert_eq!(names(&at.join("inputs")), [""; 0]);
    assert!(matches!(Study::begin(experiment(), &at, 0.25, 2), Err(Error::Folder(_))));
    let study = Study::resume(experiment(), &at, 0.25, 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    assert_eq!(names(&at.join("inputs")), ["30.txt", "35.txt", "drawn.txt"]);
    assert_eq!(findings.outcome.puzzles, 5 + 5 + 1);
    assert_eq!(findings.table[0].len(), 3);
    assert_eq!(findings.judgements[2].ruling, Ruling::Confirmed);
    assert_eq!(fs::read_to_string(at.join("README.md")).unwrap(), findings.report);
    let facts = "`sudoku-lab generate --clues {set} --any --seed 7{set} --count 5 --out \
                 inputs/{set}.txt` for each set\n\
                 - `sudoku-lab run inputs --out run --solvers brute-force,human --count 1 \
                 --max-checks none --time-limit 2s`\n";
    assert!(findings.report.contains(facts), "{}", findings.report);
    assert!(matches!(Study::resume(experiment(), &at, 0.5, 2), Err(Error::Different(..))));
}

#[test]
fn signals_leave_no_half_set_and_resume_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let making = EXAMPLE.replace("count = 20", "count = 1000000000");
    let running = EXAMPLE.replace("time_limit = '2s'\n", "");
    let running = running.replace("1...............", &".".repeat(625));
    for (name, text, sets) in [("making", making, 0), ("running", running, 3)] {
        let file = at.join(format!("{name}.toml"));
        fs::write(&file, text).unwrap();
        let out = at.join(name);
        let arguments = format!("experiment {} --out {}", file.display(), out.display());
        for (signal, code, resume) in [("-INT", 130, ""), ("-TERM", 143, " --resume")] {
            let mut child = command(&format!("{arguments}{resume}"))
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // Until it is at work on what is meant.
            let begun = Instant::now();
            let is_there = || match sets {
                0 => !names(&out.join("inputs")).is_empty(),
                _ => out.join("run/_state/run.json").exists(),
            };
            while !is_there() && begun.elapsed() < Duration::from_secs(30) {
                thread::sleep(Duration::from_millis(20));
            }
            thread::sleep(Duration::from_millis(300));
            assert_eq!(child.try_wait().unwrap(), None, "{name} is at work");
            let sent = Instant::now();
            send(signal, &child);
            assert_eq!(child.wait().unwrap().code(), Some(code), "{name}");
            assert!(sent.elapsed() < Duration::from_secs(3), "{name}: {:?}", sent.elapsed());
            assert_eq!(names(&out.join("inputs")).len(), sets, "{name}");
            assert!(!out.join("README.md").exists());
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn mistakes_have_their_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let of = |file: &str, text: &str| {
        fs::write(folder.path().join(file), text).unwrap();
        program(&format!("experiment {at}/{file} --out {at}/out"))
    };
    let missing = program(&format!("experiment {at}/missing.toml --out {at}/out"));
    assert_eq!(missing.status.code(), Some(66));
    let malformed = of("bad.toml", &EXAMPLE.replace("left = 'human'", "left = 'humane'"));
    assert_eq!(malformed.status.code(), Some(64));
    let told = String::from_utf8(malformed.stderr).unwrap();
    assert!(told.contains("bad.toml: the claim `It is less.`: the run has no solver `humane`"));
    // More different puzzles than there are: what was made of them is not kept.
    let few = "size = '4', any = true, seed = '1', count = 100000";
    let few = EXAMPLE.replace("any = true, seed = '7{set}', count = 20", few);
    let few = few.replace("clues = '{set}'", "clues = '1'");
    let few = of("few.toml", &few);
    assert_eq!(few.status.code(), Some(64));
    let told = String::from_utf8(few.stderr).unwrap();
    assert!(told.contains("the set 30: no more than"), "{told}");
    assert_eq!(names(&folder.path().join("out/inputs")), [""; 0]);
    assert!(!folder.path().join("out/run").exists());
}

#[test]
fn experiments_put_figures_beside_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let report = stdout(&program(&format!("experiment php16 --out {at}/php16 --quiet")));
    assert!(report.contains("| svd-2016-03-19 | 156380 | 156380 |"));
    assert!(report.contains("- **confirmed**: The search ends after 156,380 checks"));
    assert_eq!(fs::read_to_string(folder.path().join("php16/README.md")).unwrap(), report);
    let small = format!("experiment hr12-9x9 --out {at}/hr12 --scale 0.002 --quiet");
    let report = stdout(&program(&small));
    assert_eq!(report.matches("**: ").count(), 4);
    let table = fs::read_to_string(folder.path().join("hr12/table.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + 21 * 3);
    let statistics = stdout(&program(&format!("summarize {at}/hr12/run --format b09")));
    assert_eq!(statistics.matches(".txt: 2 puzzles\n").count(), 21);
    assert!(statistics.contains("all sets: 42 puzzles\n"));
    assert_eq!(program(&format!("experiment nothing --out {at}/x")).status.code(), Some(64));
    assert_eq!(program(&small).status.code(), Some(74));
    let other = program(&format!("{} --resume", small.replace("0.002", "0.004")));
    assert_eq!(other.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&other.stderr).contains("at --scale 0.002"));
    // What a kill may leave behind: a set that is not there, and one that is half made.
    let at = folder.path().join("hr12");
    fs::rename(at.join("inputs/40.txt"), at.join("inputs/40.txt.1.part")).unwrap();
    fs::remove_dir_all(at.join("run")).unwrap();
    let again = program(&format!("{small} --resume"));
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(stdout(&program(&format!("{small} --resume"))), stdout(&again));
    assert!(at.join("inputs/40.txt").exists());
}
