//! Studies: experiments as library calls and as a command.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::study::{EXPERIMENTS, Error, Experiment, Ruling, Study};

use super::support::{PHP16, command, program, send, stdout};

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

/// Where and what is said to be wrong with the example with something in it replaced, and the
/// line where that is.
fn said(from: &str, to: &str) -> (String, String) {
    assert!(EXAMPLE.contains(from), "{from}");
    let line = 1 + EXAMPLE.split(from).next().unwrap().matches('\n').count();
    match Experiment::parse("x.toml", &EXAMPLE.replacen(from, to, 1)) {
        Err(error @ Error::Malformed(..)) => (error.to_string(), format!("x.toml:{line}: ")),
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
    let mut wrong = Vec::new();
    for (from, to, reason, key) in [
        (
            "left = 'human'",
            "left = 'humane'",
            "the run has no solver `humane`",
            "claims.test.less.left",
        ),
        ("left = 'human'", "left = 'dlx'", "the run has no solver `dlx`", "claims.test.less.left"),
        ("left = 'human'", "letf = 'human'", "unexpected keys in table: letf", "claims.test"),
        (
            "under = 'brute-force'",
            "under = 'sat'",
            "the run has no solver",
            "claims.test.peak.under",
        ),
        (
            "solver = 'human'",
            "solver = 'humane'",
            "the run has no solver `humane`",
            "columns.solver",
        ),
        (
            "[[columns]]\ntitle = 'checks'\nmeasure = 'checks'\nsolver = 'human'\n",
            "[[columns]]\ntitle = 'checks'\nmeasure = 'checks'\n",
            "its measure is of a solver",
            "columns.solver",
        ),
        (
            "measure = 'checks'",
            "measure = 'cheques'",
            "unknown variant `cheques`",
            "columns.measure",
        ),
        ("published = [1, 2, nan]", "measured = 1", "unknown field `measured`", "columns"),
        (
            "measure = 'candidates'",
            "solver = 'human', measure = 'singles'",
            "its measure is of puzzles, not of `human`",
            "claims.test.near.solver",
        ),
        (
            "solvers = ['brute-force'",
            "solvers = ['bruteforce'",
            "no solver `bruteforce`",
            "run.solvers",
        ),
        (
            "solvers = ['brute-force'",
            "solvers = ['human'",
            "the solver is named twice",
            "run.solvers",
        ),
        ("solvers = ['brute-force', 'human']", "solvers = []", "there is none", "run.solvers"),
        (
            "sets = ['30', '35']\ntest",
            "sets = ['30', '36']\ntest",
            "there is no set `36`",
            "claims.sets",
        ),
        ("at = ['30']", "at = ['drawn']", "there is no set `drawn`", "claims.test.peak.at"),
        ("at = ['30']", "at = ['30', '35']", "must be some", "claims.test.peak.at"),
        ("at = ['30']", "at = []", "must be some", "claims.test.peak.at"),
        ("sets = ['drawn']", "sets = ['35']", "the set `35` is named twice", "inputs.sets"),
        (
            "sets = ['drawn']",
            "sets = ['../drawn']",
            "the set cannot be the name of a file",
            "inputs.sets",
        ),
        ("sets = ['drawn']", "sets = []", "there is none", "inputs.sets"),
        (
            "published = [1, 2, nan]",
            "published = [1, 2]",
            "2 values for 3 sets",
            "columns.published",
        ),
        ("published = [1, 2, nan]", "published = '1'", "invalid type: string", "columns.published"),
        ("values = [4]", "values = [4, 4]", "2 values for 3 sets", "claims.test.near.values"),
        ("values = [4]", "values = [nan]", "must be numbers", "claims.test.near.values"),
        (
            "right = 'brute-force'",
            "right = 'brute-force', factor = 0",
            "must be above 0",
            "claims.test.less.factor",
        ),
        ("within = 4", "within = -1", "must be 0 or more", "claims.test.near.within"),
        ("puzzles = ['1..", "puzzles = ['11.", "no puzzle: ", "inputs.puzzles"),
        (
            "[[inputs]]\nsets = ['drawn']\npuzzles = ['1...............']",
            "[[inputs]]\nsets = ['drawn']",
            "there must be either `generate` or `puzzles`",
            "inputs",
        ),
        ("count = 1\n", "count = 3\n", "must be 1 or 2", "run.count"),
        ("count = 1\n", "count = '1'\n", "invalid type: string", "run.count"),
        ("time_limit = '2s'", "threads = 2", "unknown field `threads`", "run"),
        ("time_limit = '2s'", "time_limit = 'soon'", "expected number", "run.time_limit"),
        (
            "clues = '{set}'",
            "clues = 'few'",
            "for the set `30`: no range: few",
            "inputs.generate.clues",
        ),
        (
            "clues = '{set}'",
            "clues = '9{set}'",
            "for the set `30`: a grid of 81 cells takes no 930 clues",
            "inputs.generate.clues",
        ),
        ("seed = '7{set}'", "seed = 'x'", "for the set `30`: no number: x", "inputs.generate.seed"),
        ("any = true", "size = '7'", "for the set `30`: no size: 7", "inputs.generate.size"),
        (
            "any = true",
            "any = true, minimal = true",
            "for the set `30`: excludes",
            "inputs.generate.any",
        ),
        ("any = true", "all = true", "unknown field `all`", "inputs.generate"),
    ] {
        let (said, place) = said(from, to);
        if !said.starts_with(&(place + reason)) || !said.ends_with(&format!(", in `{key}`")) {
            wrong.push(format!("{to}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (said, place) = said("title = 'Speed'", "titel = 'Speed'");
    assert!(
        said.starts_with(&(place + "unknown field `titel`, expected one of `title`")),
        "{said}"
    );
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
    // Nothing was made: it can begin again.
    let study = Study::begin(experiment(), &at, 0.25, 2).unwrap();
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
    assert!(matches!(Study::begin(experiment(), &at, 0.25, 2), Err(Error::Begun(_))));
    assert!(matches!(Study::resume(experiment(), &at, 0.5, 2), Err(Error::Different(..))));
    for scale in [0.0, -1.0, 1.01, f64::NAN, f64::INFINITY] {
        assert!(matches!(Study::resume(experiment(), &at, scale, 2), Err(Error::Scale(_))));
    }
}

/// What was made before and is still right stays; what is in the way is named, and left there.
#[test]
fn a_corrected_file_goes_on_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("study");
    let resume =
        |text: &str| Study::resume(Experiment::parse("x.toml", text).unwrap(), &at, 1.0, 2);
    let complete = |text: &str| resume(text)?.complete(&|_| (), &Interrupt::default());
    let read = |name: &str| fs::read_to_string(at.join(name)).unwrap();
    // The second set cannot be made: there are not so many such puzzles.
    let failing = EXAMPLE.replace(
        "[[inputs]]\nsets = ['drawn']",
        "\
        [[inputs]]\nsets = ['few']\ngenerate = { size = '4', clues = '1', any = true, seed = '1', \
        count = 100000 }\n\n[[inputs]]\nsets = ['drawn']",
    );
    let failing = failing.replace("[1, 2, nan]", "[]");
    assert!(matches!(complete(&failing), Err(Error::Set(..))));
    assert_eq!(names(&at.join("inputs")), ["30.txt", "35.txt"]);
    fs::write(at.join("inputs/30.txt"), read("inputs/30.txt") + "# mine\n").unwrap();
    // Corrected, it goes on with the sets that are there.
    let corrected = failing.replace("100000", "10");
    let findings = complete(&corrected).unwrap().unwrap();
    assert_eq!((findings.outcome.puzzles, findings.judgements.len()), (20 + 20 + 10 + 1, 3));
    assert!(read("inputs/30.txt").ends_with("# mine\n"));
    // Other words, columns and claims only: judged anew, and nothing is run.
    let run = read("run/manifest.json");
    let renamed = corrected.replace("'It is less.'", "'It is not more.'");
    assert!(complete(&renamed).unwrap().unwrap().report.contains("It is not more."));
    assert_eq!(read("run/manifest.json"), run);
    let refused = |text: &str| resume(text).err().unwrap().to_string();
    let other_limit = refused(&renamed.replace("'2s'", "'3s'"));
    assert!(other_limit.contains("another experiment: remove from it run, or"), "{other_limit}");
    let other_seed = refused(&renamed.replace("7{set}', count = 20", "8{set}', count = 20"));
    let named = "remove from it inputs/30.txt, inputs/35.txt, run, or choose another folder";
    assert!(other_seed.ends_with(named), "{other_seed}");
    assert_eq!(read("run/manifest.json"), run);
    fs::remove_dir_all(at.join("run")).unwrap();
    assert!(complete(&renamed.replace("'2s'", "'3s'")).is_ok());
}

/// A mean of some puzzles is not that of a set.
#[test]
fn claims_on_what_was_not_measured_have_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let text = EXAMPLE
        .replace("'brute-force'", "'fast'")
        .replace("'1.....", &format!("'{PHP16}', '1....."));
    let experiment = Experiment::parse("x.toml", &text).unwrap();
    let study = Study::begin(experiment, folder.path(), 0.1, 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    let rulings: Vec<Ruling> = findings.judgements.iter().map(|one| one.ruling).collect();
    assert_eq!(rulings[0], Ruling::NoData, "fast takes no 4×4 puzzle: {}", findings.report);
    assert!(findings.report.contains("- fast: each time is the mean of a batch of up to "));
}

/// The manual's example is an experiment, and its tables have every key.
#[test]
fn the_manual_knows_every_key() {
    let manual = include_str!("../../docs/EXPERIMENTS.md");
    let example = manual.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(Experiment::parse("example.toml", example).is_ok());
    let mut keys = 0;
    for (from, to) in [
        ("title = 'Speed'", "none = 1"),
        ("count = 1\n", "none = 1\n"),
        ("any = true", "none = 1"),
        ("puzzles = [", "none = ["),
        ("measure = 'checks'", "none = 1"),
        ("measure = 'checks'", "measure = 'none'"),
        ("text = 'It is less.'", "none = 1"),
        ("test = { less", "test = { none"),
    ] {
        let (said, _) = said(from, to);
        let expected = said.split_once("expected one of ").unwrap_or_else(|| panic!("{said}")).1;
        for key in expected.split('`').skip(1).step_by(2).take_while(|key| !key.contains('.')) {
            let is_there =
                |row: &str| row.contains(&format!("{key}`")) || row.contains(&format!("`{key}."));
            assert!(manual.lines().any(|row| row.starts_with("| `") && is_there(row)), "{key}");
            keys += 1;
        }
    }
    assert!(keys > 40, "{keys}");
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
    assert!(
        told.contains("bad.toml:26: the run has no solver `humane`, in `claims.test.less.left`")
    );
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
