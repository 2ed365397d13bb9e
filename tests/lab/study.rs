//! Studies: experiments as library calls and as a command.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::study::{Error, Experiment, Findings, Ruling, Sample, Study};
use sudoku_lab::table::statistics::Estimate;

use super::experiment_files::EXAMPLE;
use super::support::{PHP16, command, program, send, stdout};

/// A library call begins a study, stops it, and goes on with it.
#[test]
fn a_study_is_a_library_call() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("study");
    let experiment = || Experiment::parse("x.toml", EXAMPLE).unwrap();
    let stopped = Interrupt::default();
    stopped.cancel();
    let study = Study::begin(experiment(), &at, Sample::of(0.25), 2).unwrap();
    assert!(study.complete(&|_| (), &stopped).unwrap().is_none());
    assert_eq!(names(&at.join("inputs")), [""; 0]);
    // Nothing was made: it can begin again.
    let study = Study::begin(experiment(), &at, Sample::of(0.25), 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    assert_eq!(names(&at.join("inputs")), ["30.txt", "35.txt", "drawn.txt"]);
    assert_eq!(findings.outcome.puzzles, 5 + 5 + 1);
    assert_eq!(findings.table[0].len(), 3);
    assert_eq!(findings.verdicts[2].ours.ruling, Ruling::Confirmed);
    assert_eq!(fs::read_to_string(at.join("README.md")).unwrap(), findings.report);
    let facts = "`sudoku-lab generate --clues {set} --any --seed 7{set} --count 5 --out \
                 inputs/{set}.txt`, where `{set}` is each of 30, 35\n\
                 - `sudoku-lab run inputs --out run --solvers \
                 brute-force,human,lists-pairs-throughout-scan --count 1 --max-checks none \
                 --time-limit 2s`, but the sets in turns\n";
    assert!(findings.report.contains(facts), "{}", findings.report);
    assert!(matches!(Study::begin(experiment(), &at, Sample::of(0.25), 2), Err(Error::Begun(_))));
    assert!(matches!(
        Study::resume(experiment(), &at, Sample::of(0.5), 2),
        Err(Error::Different(..))
    ));
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            Study::resume(experiment(), &at, Sample::of(scale), 2),
            Err(Error::Sample(_))
        ));
    }
}

/// The command that makes a set again can be typed, whatever the set is called.
#[test]
fn names_of_sets_are_words_of_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    let text = "title = '<i>A'\nsource = '<i>B'\nabout = '<i>C'\ncolumns = []\nclaims = []\n\
                [run]\nsolvers = ['fast']\ncount = 1\n\
                [[inputs]]\nsets = ['a; touch b']\n\
                generate = { clues = '40', seed = '1', count = 1 }\n\
                [[inputs]]\nsets = ['40']\n\
                generate = { clues = '40', seed = '2', count = 1 }\n";
    let experiment = Experiment::parse("x.toml", text).unwrap();
    let study = Study::begin(experiment, &folder.path().join("study"), Sample::of(1.0), 1).unwrap();
    let report = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap().report;
    assert!(report.contains("--out 'inputs/a; touch b.txt'`"), "{report}");
    assert!(report.contains("--out inputs/40.txt`"), "{report}");
    // Nor is what the file says HTML.
    assert_eq!(report.matches("\\<i>").count(), 3, "{report}");
    assert_eq!(report.matches("<i>").count(), 3, "{report}");
}

/// The words of a panic of the thread that tells the news are not lost.
#[test]
fn a_panic_of_who_takes_the_news_reaches_the_caller() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = Experiment::parse("x.toml", EXAMPLE).unwrap();
    let study = Study::begin(experiment, folder.path(), Sample::of(0.25), 2).unwrap();
    let complete = || study.complete(&|_| panic!("not now"), &Interrupt::default());
    let panic = catch_unwind(AssertUnwindSafe(complete)).err().unwrap();
    assert_eq!(panic.downcast_ref(), Some(&"not now"));
}

#[test]
fn the_number_of_puzzles_can_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = || Experiment::parse("x.toml", EXAMPLE).unwrap();
    let sample = |counts: &[&str]| {
        let counts: Vec<String> = counts.iter().map(|&count| count.into()).collect();
        Sample::of(1.5).with(&counts)
    };
    for wrong in ["35", "35=", "35=0", "35=-1", "=35=x"] {
        assert!(matches!(sample(&[wrong]), Err(Error::Sample(_))), "{wrong}");
    }
    let twice = sample(&["35=3", "30=2", "35=4"]).unwrap_err().to_string();
    assert_eq!(twice, "--count 35=4: `35` is given twice");
    for many in [Sample::of(1e300), sample(&["35=1000000000001"]).unwrap()] {
        let study = Study::begin(experiment(), folder.path(), many, 2);
        let said = study.err().unwrap().to_string();
        assert!(said.contains("`: more than 1,000,000,000,000 puzzles"), "{said}");
    }
    for unknown in ["36=3", "drawn=3"] {
        let study = Study::begin(experiment(), folder.path(), sample(&[unknown]).unwrap(), 2);
        assert!(matches!(study, Err(Error::Sample(_))), "{unknown}");
    }
    let study = Study::begin(experiment(), folder.path(), sample(&["35=3"]).unwrap(), 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    assert_eq!(findings.outcome.puzzles, 30 + 3 + 1);
    let report = findings.report;
    assert!(
        report.contains("- **A trial, --scale 1.5 --count 35=3, whose rulings are"),
        "{report}"
    );
    let set = "--clues 35 --any --seed 735 --count 3 --out inputs/35.txt`\n";
    assert!(report.contains(" --clues 30 --any --seed 730 --count 30 --out inputs/30.txt`\n"));
    assert!(report.contains(set), "{report}");
    let other = Study::resume(experiment(), folder.path(), Sample::of(1.5), 2).err().unwrap();
    assert!(other.to_string().contains("at --scale 1.5 --count 35=3"), "{other}");
}

#[test]
fn what_is_no_experiments_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("experiment.json");
    fs::write(&notes, "my own notes").unwrap();
    let complete = || {
        let experiment = Experiment::parse("x.toml", EXAMPLE).unwrap();
        let begun = Study::resume(experiment, folder.path(), Sample::of(1.0), 2);
        begun.and_then(|study| study.complete(&|_| (), &Interrupt::default()).map(drop))
    };
    assert!(complete().unwrap_err().to_string().contains("is not empty"));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my own notes");
    // Nor is anything written where a link leads.
    fs::remove_file(&notes).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("inputs")).unwrap();
    let why = format!("{:#}", anyhow::Error::from(complete().unwrap_err()));
    assert!(why.contains("`inputs` is a symbolic link"), "{why}");
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

/// All solvers run on the first of a set's puzzles, some on all: each figure is of all that its
/// solver had, and two solvers are compared on those that both had.
#[test]
fn some_solvers_can_have_more_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let columns = "\n[[columns]]\ntitle = 'control'\nmeasure = 'checks'\n\
                   solver = 'lists-pairs-throughout-scan'\n\
                   \n[[columns]]\ntitle = 'both'\nmeasure = 'checks'\n\
                   solver = 'human'\nover = 'lists-pairs-throughout-scan'\n\
                   \n[[columns]]\ntitle = 'ours'\nmeasure = 'checks'\n\
                   solver = 'human'\nover = 'brute-force'\n\n[[claims]]\ntext = 'It is less";
    let text = EXAMPLE.replace("\n[[claims]]\ntext = 'It is less", columns);
    let text = text.replace("at_most = 1", "at_most = 2").replace("= 0.1", "= 1e-9");
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.into()).collect::<Vec<String>>();
    let complete = |name: &str, count: &str, shared: &[&str], beyond: &[&str]| {
        let experiment = Experiment::parse("x.toml", &text).unwrap();
        let sample = Sample::of(1.0).with(&owned(&[count]))?;
        let sample = sample.sharing(&owned(shared), &owned(beyond))?;
        let study = Study::resume(experiment, &folder.path().join(name), sample, 2)?;
        Ok::<_, Error>(study.complete(&|_| (), &Interrupt::default())?.unwrap())
    };
    let all = complete("all", "30=24", &[], &[]).unwrap();
    let few = complete("both", "30=20", &[], &[]).unwrap();
    // It grows by those beyond, and the run of all solvers stays.
    let begun = |path: &str| fs::metadata(folder.path().join(path)).unwrap().modified().unwrap();
    let before = begun("both/run/_SUCCESS");
    let both = complete("both", "30=24", &["30=20"], &[]).unwrap();
    assert_eq!(begun("both/run/_SUCCESS"), before);
    let figures = |findings: &Findings, column: usize| {
        let figure = |one: &Option<Estimate>| one.map(|one| (one.value, one.error));
        findings.table[column].iter().map(figure).collect::<Vec<_>>()
    };
    for column in [0, 3] {
        assert_eq!(figures(&both, column), figures(&all, column), "{column}");
    }
    for column in [1, 2] {
        assert_eq!(figures(&both, column), figures(&few, column), "{column}");
        assert_ne!(figures(&all, column), figures(&few, column), "{column}");
    }
    let lines = |path: &str| fs::read_to_string(folder.path().join(path)).unwrap();
    for round in ["", "round-2/"] {
        let first = lines(&format!("both/{round}inputs/30.txt"));
        let beyond = lines(&format!("both/{round}beyond/inputs/30.txt"));
        assert_eq!(beyond.lines().count(), 4);
        assert_eq!(first + &beyond, lines(&format!("all/{round}inputs/30.txt")));
        let at = folder.path().join("both").join(round);
        assert_eq!(names(&at.join("beyond/inputs")), ["30.txt"]);
    }
    for said in [
        "- Made with --scale 1 --count 30=24 --shared 30=20\n",
        "- All solvers ran on the first 20 of set 30; the others are in `beyond/inputs`\n",
        "- `sudoku-lab run beyond/inputs --out beyond/run --solvers brute-force,human --count 1 ",
    ] {
        assert!(both.report.contains(said), "{said}: {}", both.report);
    }
    // Finished, it is judged anew from what is there; what else is asked for is in the way.
    let again = complete("both", "30=24", &["30=20"], &[]).unwrap();
    assert_eq!(again.verdicts.len(), 3);
    assert_eq!(figures(&again, 0), figures(&both, 0));
    let refusal = |count: &str, shared: &[&str], beyond: &[&str]| {
        complete("both", count, shared, beyond).err().unwrap().to_string()
    };
    for (count, shared, beyond, named) in [
        ("30=24", "30=21", "", "remove from it inputs/30.txt, run, beyond, round-2, or"),
        ("30=25", "30=20", "", "remove from it beyond, round-2/beyond, or"),
        ("30=24", "30=20", "human", "remove from it beyond, round-2/beyond, or"),
    ] {
        let beyond: Vec<&str> = (!beyond.is_empty()).then_some(beyond).into_iter().collect();
        let said = refusal(count, &[shared], &beyond);
        assert!(said.contains(named), "{said}");
    }
    // As long as some of it is there, a puzzle could be in both files.
    for gone in ["run", "round-2"] {
        fs::remove_dir_all(folder.path().join("both").join(gone)).unwrap();
    }
    for gone in ["30.txt", "35.txt", "drawn.txt"] {
        fs::remove_file(folder.path().join("both/inputs").join(gone)).unwrap();
        let said = refusal("30=24", &["30=21"], &[]);
        assert!(said.contains("remove from it beyond, or"), "{said}");
    }
    for (from, to) in [("seed = '7{set}'", "seed = '8{set}'"), ("count = 20", "count = 21")] {
        let other = Experiment::parse("x.toml", &text.replace(from, to)).unwrap();
        let sample = Sample::of(1.0).with(&owned(&["30=24"])).unwrap();
        let sample = sample.sharing(&owned(&["30=20"]), &[]).unwrap();
        let said = Study::resume(other, &folder.path().join("both"), sample, 2).err().unwrap();
        assert!(said.to_string().contains("remove from it beyond, or"), "{from}: {said}");
    }
    for (shared, beyond, said) in [
        (&["drawn=1"][..], &[][..], "--shared drawn=1: no set `drawn` is generated"),
        (&["30=1", "30=2"], &[], "--shared 30=2: `30` is given twice"),
        (&[], &["human"], "--beyond: it takes --shared"),
        (&["30=20"], &["humane"], "--beyond: the experiment has no solver `humane`"),
    ] {
        assert_eq!(refusal("30=24", shared, beyond), said);
    }
    let fewer = complete("fewer", "30=24", &["30=19"], &["human"]).unwrap();
    assert!(fewer.report.contains("- **A trial, "), "{}", fewer.report);
    assert_eq!(figures(&fewer, 0), figures(&all, 0));
    let text = EXAMPLE.replace("controls = { human = 'lists-pairs-throughout-scan' }\n", "");
    let sample = Sample::of(1.0).sharing(&owned(&["30=1"]), &[]).unwrap();
    let none = Experiment::parse("x.toml", &text).unwrap();
    let none = Study::begin(none, &folder.path().join("none"), sample, 2).err().unwrap();
    assert!(none.to_string().contains("has no controls, so --beyond must say"), "{none}");
}

/// Each round is of fresh puzzles, and all figures are of all of them.
#[test]
fn rounds_end_when_the_error_is_small_enough() {
    let folder = tempfile::tempdir().unwrap();
    let complete = |text: &str, name: &str| {
        let experiment = Experiment::parse("x.toml", text).unwrap();
        let study = Study::resume(experiment, &folder.path().join(name), Sample::of(0.25), 2)?;
        Ok::<_, Error>(study.complete(&|_| (), &Interrupt::default())?.unwrap())
    };
    let endless = EXAMPLE.replace("= 0.1\nat_most = 1", "= 1e-9\nat_most = 3");
    let wide = EXAMPLE.replace("= 0.1\nat_most = 1", "= 9\nat_most = 3");
    let findings = complete(&wide, "wide").unwrap();
    let said = "- Rounds of fresh puzzles: 1 of at most 3, narrow enough: the widest";
    assert!(findings.report.contains(said), "{}", findings.report);
    assert!(!folder.path().join("wide/round-2").exists());
    let one = findings.table[0][0].unwrap();
    let findings = complete(&endless, "endless").unwrap();
    let said = "- Rounds of fresh puzzles: 3 of at most 3, the most: the widest";
    assert!(findings.report.contains(said), "{}", findings.report);
    let read = |path: &str| fs::read_to_string(folder.path().join("endless").join(path)).unwrap();
    let sets = ["inputs/30.txt", "round-2/inputs/30.txt", "round-3/inputs/30.txt"].map(read);
    assert!(sets[0] != sets[1] && sets[1] != sets[2] && sets[0] != sets[2]);
    assert_eq!(names(&folder.path().join("endless/round-3/inputs")), ["30.txt", "35.txt"]);
    // What a limit bounds, no round narrows.
    let bounded = endless.replace("time_limit = '2s'", "max_checks = 5");
    let report = complete(&bounded, "bounded").unwrap().report;
    let said = "1 of at most 3, as more would not help: the widest standard error of \"checks\" in generated sets is \
                not known (set 35: attempts met a limit, so that the figure is a bound)";
    assert!(report.contains(said), "{report}");
    let said = "- Rounds of fresh puzzles: 3 of at most 3, the most: the widest";
    // Alone, the puzzles of all rounds have the same mean; those of the first have another.
    let all: Vec<String> = sets.iter().flat_map(|set| set.lines()).map(quoted).collect();
    let all = format!("sets = ['30']\npuzzles = [{}]\n\n[[inputs]]\nsets = ['35']", all.join(", "));
    let together =
        complete(&EXAMPLE.replace("sets = ['30', '35']\ngen", &format!("{all}\ngen")), "all");
    let [three, together] = [findings.table, together.unwrap().table].map(|t| t[0][0].unwrap());
    assert!((three.value - together.value).abs() < 1e-9 && three.value != one.value);
    assert!((three.error - together.error).abs() < 1e-9);
    // Taken up, it is the same; changed, all that is in the way is named.
    assert!(complete(&endless, "endless").unwrap().report.contains(said));
    let changed = complete(&endless.replace("'2s'", "'3s'"), "endless").err().unwrap();
    let named = "remove from it run, round-2, round-3, or choose";
    assert!(changed.to_string().contains(named), "{changed}");
}

fn quoted(puzzle: &str) -> String {
    format!("'{puzzle}'")
}

/// What was made before and is still right stays; what is in the way is named, and left there.
#[test]
fn a_corrected_file_goes_on_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("study");
    let resume = |text: &str| {
        Study::resume(Experiment::parse("x.toml", text).unwrap(), &at, Sample::of(1.0), 2)
    };
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
    let number = || fs::metadata(at.join("inputs/30.txt")).unwrap().ino();
    let before = number();
    // Corrected, it goes on with the sets that are there.
    let corrected = failing.replace("100000", "10");
    let findings = complete(&corrected).unwrap().unwrap();
    assert_eq!((findings.outcome.puzzles, findings.verdicts.len()), (20 + 20 + 10 + 1, 3));
    assert_eq!(number(), before);
    // Other words, columns and claims only: judged anew, and nothing is run.
    let run = read("run/manifest.json");
    let renamed = corrected.replace("'It is less.'", "'It is not more.'");
    assert!(complete(&renamed).unwrap().unwrap().report.contains("It is not more."));
    assert_eq!(read("run/manifest.json"), run);
    // The same solvers, though one is no control any more.
    let (solvers, controls) = ("'brute-force', 'human'", "human = 'lists-pairs-throughout-scan'");
    let control = controls.split(" = ").last().unwrap();
    let solver = renamed.replace(controls, "").replace(solvers, &format!("{solvers}, {control}"));
    assert!(complete(&solver).unwrap().unwrap().report.contains("`human` has no control"));
    assert_eq!(read("run/manifest.json"), run);
    assert!(complete(&renamed).is_ok());
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

/// Whatever else stands where an experiment's puzzles were, it does not run on it.
#[test]
fn puzzles_are_used_only_as_they_were_made() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = || Experiment::parse("x.toml", EXAMPLE).unwrap();
    let complete = || {
        let study = Study::resume(experiment(), folder.path(), Sample::of(0.25), 2)?;
        study.complete(&|_| (), &Interrupt::default())
    };
    complete().unwrap();
    for has_run in [true, false] {
        if !has_run {
            fs::remove_dir_all(folder.path().join("run")).unwrap();
        }
        for name in ["inputs/30.txt", "inputs/drawn.txt"] {
            let path = folder.path().join(name);
            let text = fs::read_to_string(&path).unwrap();
            let (first, rest) = text.split_at(text.find(['1', '2']).unwrap());
            let other = format!("{first}3{}", &rest[1..]);
            for wrong in ["", &text[82.min(text.len())..], &(text.clone() + "# mine\n"), &other] {
                fs::write(&path, wrong).unwrap();
                let said = complete().err().map(|error| error.to_string()).unwrap_or_default();
                assert!(said.contains(&format!("{name} is not as it was made: ")), "{said}");
            }
            fs::remove_file(&path).unwrap();
            fs::create_dir(&path).unwrap();
            assert!(complete().is_err());
            fs::remove_dir(&path).unwrap();
            assert!(complete().is_ok());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
    // A file that a folder does not know of is not one of its own.
    let text = fs::read_to_string(folder.path().join("experiment.json")).unwrap();
    let mut begun: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(begun["made"].as_object_mut().unwrap().remove("inputs/35.txt").is_some());
    fs::write(folder.path().join("experiment.json"), begun.to_string()).unwrap();
    assert!(
        matches!(complete(), Err(Error::Set(set, why)) if set == "35" && matches!(*why, Error::Altered(_)))
    );
}

/// A mean of some puzzles is not that of a set.
#[test]
fn claims_on_what_was_not_measured_have_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let text = EXAMPLE
        .replace("'brute-force'", "'fast'")
        .replace("'1.....", &format!("'{PHP16}', '1....."));
    let experiment = Experiment::parse("x.toml", &text).unwrap();
    let study = Study::begin(experiment, folder.path(), Sample::of(0.1), 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    let rulings: Vec<Ruling> = findings.verdicts.iter().map(|one| one.ours.ruling).collect();
    assert_eq!(rulings[0], Ruling::NoData, "fast takes no 4×4 puzzle: {}", findings.report);
    assert!(findings.report.contains("- fast: each time is the mean of a batch of up to "));
}

/// Who gives up is done early: what is said of that names it.
#[test]
fn a_solver_that_stalls_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let nearly_empty = format!("1{}", ".".repeat(80));
    let less = "test = { less = { left = 'logic-b09', right = 'dlx', measure";
    let text = [
        "title = 'x'\nsource = 'x'\nabout = 'x'",
        "run = { solvers = ['logic-b09', 'dlx'], count = 1 }",
        &format!("[[inputs]]\nsets = ['few']\npuzzles = ['{nearly_empty}', '{PHP16}']"),
        "[[columns]]\ntitle = 'checks'\nmeasure = 'checks'\nsolver = 'dlx'",
        &format!("[[claims]]\ntext = 'x'\n{less} = 'checks' }} }}"),
        &format!("[[claims]]\ntext = 'y'\n{less} = 'solved' }} }}"),
    ]
    .join("\n");
    let experiment = Experiment::parse("x.toml", &text).unwrap();
    let study = Study::begin(experiment, folder.path(), Sample::of(1.0), 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    let told = "`logic-b09` stalled on 1 of 2 puzzles: it found no step more";
    assert!(findings.report.contains(told), "{}", findings.report);
    let whys = findings.verdicts.iter().map(|verdict| verdict.ours.why.as_str());
    let told: Vec<bool> = whys.map(|why| why.contains("logic-b09 stalled on 1 of 2")).collect();
    assert_eq!(told, [true, false], "{}", findings.report);
    let claims = fs::read_to_string(folder.path().join("claims.csv")).unwrap();
    assert_eq!(claims.matches("; logic-b09 stalled on 1 of 2 puzzles").count(), 1, "{claims}");
}

/// Times differ each time they are measured, counts do not.
#[test]
fn a_time_measured_once_decides_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let claim = |measure: &str| {
        format!(
            "[[claims]]\ntext = 'x'\nsets = ['drawn']\ntest = {{ less = {{ left = 'fast', right = \
             'brute-force', measure = '{measure}' }} }}\n"
        )
    };
    let text = EXAMPLE.split("[[claims]]").next().unwrap().replace("'human'", "'fast'");
    let text = text.replace("{ human =", "{ fast =");
    let text = text.replace("1...............", PHP16).replace("= 'checks'", "= 'cpu-ms'");
    let text = text + &claim("cpu-ms") + &claim("checks");
    let experiment = Experiment::parse("x.toml", &text).unwrap();
    let study = Study::begin(experiment, folder.path(), Sample::of(0.1), 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    let rulings: Vec<Ruling> = findings.verdicts.iter().map(|one| one.ours.ruling).collect();
    assert_eq!(rulings, [Ruling::Undecided, Ruling::Confirmed], "{}", findings.report);
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let drawn = table.lines().last().unwrap().split(',').collect::<Vec<_>>();
    assert_eq!((drawn[0], drawn[3]), ("drawn", ""), "{table}");
}

/// One puzzle that is generated says nothing of others, and three say little of shares.
#[test]
fn few_generated_puzzles_decide_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let claim = |set: &str, measure: &str, value: u32, within: f64| {
        format!(
            "[[claims]]\ntext = 'x'\nsets = ['{set}']\ntest = {{ near = {{ {measure}, values = \
             [{value}], within = {within} }} }}\n"
        )
    };
    let used = "solver = 'human', measure = 'used naked-pair'";
    let claims = [
        claim("30", "measure = 'singles'", 0, 80.0),
        claim("30", "measure = 'most-singles'", 0, 80.0),
        claim("30", used, 50, 51.0),
        claim("30", "solver = 'human', measure = 'checks'", 0, 1e9),
        claim("drawn", "measure = 'singles'", 0, 80.0),
        claim("drawn", used, 50, 51.0),
        claim("35", "measure = 'unique'", 0, 20.0),
        claim("35", "measure = 'unique'", 100, 20.0),
        claim("35", "measure = 'singles'", 1000, 900.0),
    ];
    let text = EXAMPLE.split("[[claims]]").next().unwrap().replace("any = true, ", "");
    let experiment = Experiment::parse("x.toml", &(text + &claims.concat())).unwrap();
    let sample = Sample::of(1.0).with(&["30=1".into(), "35=3".into()]).unwrap();
    let study = Study::begin(experiment, folder.path(), sample, 2).unwrap();
    let findings = study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap();
    let rulings: Vec<Ruling> = findings.verdicts.iter().map(|one| one.ours.ruling).collect();
    let expected = [[Ruling::Undecided; 4].as_slice(), &[Ruling::Confirmed; 2]].concat();
    assert_eq!(rulings[..6], expected, "{}", findings.report);
    // Three that all have 46 singles are too few, too.
    let expected = [Ruling::Refuted, Ruling::Undecided, Ruling::Undecided];
    assert_eq!(rulings[6..], expected, "{}", findings.report);
    let trial = "- **A trial, --scale 1 --count 30=1 --count 35=3, whose rulings are no findings**";
    assert!(findings.report.contains(trial), "{}", findings.report);
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
        told.contains("bad.toml:32: the run has no solver `humane`, in `claims.test.less.left`")
    );
    // More different puzzles than there are: what was made of them is not kept.
    let few = "size = '4', any = true, seed = '1{set}', count = 100000";
    let few = EXAMPLE.replace("any = true, seed = '7{set}', count = 20", few);
    let few = few.replace("clues = '{set}'", "clues = '1'");
    let few = of("few.toml", &few);
    assert_eq!(few.status.code(), Some(75));
    let told = String::from_utf8(few.stderr).unwrap();
    assert!(told.contains("the set 30: no more than"), "{told}");
    assert_eq!(names(&folder.path().join("out/inputs")), [""; 0]);
    assert!(!folder.path().join("out/run").exists());
    // None is made in the folder of a run.
    fs::write(folder.path().join("p.txt"), "12..34..2...4...\n").unwrap();
    stdout(&program(&format!("run {at}/p.txt --out {at}/run --solvers fast --quiet")));
    let before = names(&folder.path().join("run"));
    let within = program(&format!("experiment {at}/few.toml --out {at}/run/within"));
    let told = String::from_utf8(within.stderr).unwrap();
    assert_eq!(within.status.code(), Some(74));
    assert!(told.contains("run/within is in the folder of a run"), "{told}");
    assert_eq!(names(&folder.path().join("run")), before);
}

#[test]
fn experiments_put_figures_beside_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let report =
        stdout(&program(&format!("experiment php16 --out {at}/php16 --scale 0.01 --quiet")));
    assert!(report.contains("| svd-2016-03-19 | 156380 | 156380 |"));
    assert!(report.contains("- **confirmed**: The search ends after 156,380 checks.\n"));
    assert_eq!(report.matches(": confirmed (brute-force to be within 0").count(), 2, "{report}");
    assert_eq!(fs::read_to_string(folder.path().join("php16/README.md")).unwrap(), report);
    let small = format!("experiment hr12-9x9 --out {at}/hr12 --scale 0.002 --quiet");
    let report = stdout(&program(&small));
    let claims = fs::read_to_string(folder.path().join("hr12/claims.csv")).unwrap();
    assert_eq!(report.matches("**: ").count(), claims.lines().count() - 1);
    let table = fs::read_to_string(folder.path().join("hr12/table.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + 21 * 7);
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
