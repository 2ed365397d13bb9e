//! Puzzles made to order: what was wanted is rated again, by what the search does not use.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use sudoku_lab::generate::is_minimal;
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::keys::Key;
use sudoku_lab::rate::{Depths, Exact, ExactRater, Graded, HodokuRater, Rater};
use sudoku_lab::solver::{Limit, Logic, ReferenceSolver, Solver, Verdict};
use sudoku_lab::strategy::{LADDER, Level, STRATEGIES};
use sudoku_lab::text::parse_cells;

use crate::support::{command, program, stdout};

/// The puzzles that `generate` makes, each with one solution, no two equivalent.
fn made(arguments: &str) -> Vec<Puzzle> {
    let output = program(&format!("generate --seed 5 {arguments}"));
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    let text = stdout(&output);
    let puzzles: Vec<Puzzle> =
        text.lines().map(|line| parse_cells(line.as_bytes()).unwrap()).collect();
    let answers = ReferenceSolver::default().decide(&puzzles, &Limit::solutions(2));
    assert!(answers.iter().all(|answer| answer.verdict == Verdict::Unique), "{arguments}");
    let keys: HashSet<Key> = puzzles.iter().filter_map(Key::of).collect();
    assert_eq!(keys.len(), puzzles.len(), "{arguments}");
    assert!(!puzzles.is_empty());
    puzzles
}

/// Whether the ladder up to a strategy, with or without it, solves a puzzle.
fn is_solved_by(puzzle: &Puzzle, name: &str, with: bool) -> bool {
    let place = LADDER.strategies.iter().position(|&place| STRATEGIES[place].name == name).unwrap();
    let strategies = &LADDER.strategies[..place + usize::from(with)];
    let mut logic = Logic::with(strategies.iter().copied());
    logic.solve(puzzle, &Limit::solutions(1)).verdict == Verdict::Unique
}

#[test]
fn strategies_are_needed() {
    for name in ["hidden-single", "pointing", "xy-wing"] {
        for puzzle in made(&format!("--count 1 --needs {name}")) {
            assert!(is_solved_by(&puzzle, name, true), "{name}");
            assert!(!is_solved_by(&puzzle, name, false), "{name}");
        }
    }
    for puzzle in made("--count 1 --max-strategy x-wing --symmetry rotate") {
        assert!(is_solved_by(&puzzle, "x-wing", true));
        let values = puzzle.values();
        assert!((0..81).all(|cell| (values[cell] > 0) == (values[80 - cell] > 0)));
    }
}

#[test]
fn ratings_are_within_the_range() {
    let mut rater = ExactRater::default();
    for (range, bounds) in [("1.2..=1.9", 12..=19), ("4.2..4.7", 42..=46), ("7.1..=7.3", 71..=73)] {
        for puzzle in made(&format!("--count 1 --rating {range}")) {
            let Exact::Rated(rated) = rater.rate(&puzzle, u64::MAX, &|| false) else { panic!() };
            assert!(bounds.contains(&rated.ratings.ser), "{range}: {}", rated.ratings.ser);
        }
    }
}

#[test]
fn levels_steps_and_scores_are_hodokus() {
    let mut rater = HodokuRater::default();
    let mut grade = |puzzle: &Puzzle| match rater.rate(puzzle, u64::MAX, &|| false) {
        Graded::Exact(grade, _) => (grade.level, grade.steps.iter().sum::<u32>(), grade.score),
        Graded::Near(_) => panic!("not 9×9"),
    };
    for level in [Level::Easy, Level::Medium, Level::Hard, Level::Extreme] {
        let arguments = format!("--count 1 --level {}", level.name());
        made(&arguments).iter().for_each(|puzzle| assert_eq!(grade(puzzle).0, level));
    }
    for puzzle in made("--count 1 --steps 55..=70 --score 500..=1200 --minimal") {
        let (_, steps, score) = grade(&puzzle);
        assert!((55..=70).contains(&steps) && (500..=1200).contains(&score), "{steps} {score}");
    }
    for puzzle in made("--count 1 --te-depth 1 --clues 26..=28") {
        assert_eq!(Depths::default().of(&puzzle, &|| false), Some(1));
        assert!((26..=28).contains(&puzzle.clues()));
    }
}

#[test]
fn other_sizes_have_levels() {
    for (order, level) in [(6, Level::Medium), (12, Level::Easy)] {
        for puzzle in made(&format!("--count 1 --size {order} --level {}", level.name())) {
            assert_eq!(puzzle.layout(), Layout::of_order(order).unwrap());
            let rating = Rater::default().rate(&puzzle, u64::MAX, &|| false);
            assert!(rating.solved && rating.level == level);
        }
    }
}

/// The cells of 29 givens.
const PATTERN: &str =
    "x..x.x..x.x..x..x...x...x...x.x.x.x.x..x..x.x.x.x.x...x...x...x..x..x.x..x.x..x";

#[test]
fn givens_stand_where_they_are_wanted() {
    let pattern: String = format!("{PATTERN:.<81}");
    for puzzle in made(&format!("--count 2 --givens-from {pattern} --rating 1..=11")) {
        let given = puzzle.values().iter().map(|&value| if value > 0 { 'x' } else { '.' });
        assert_eq!(given.collect::<String>(), pattern);
    }
}

#[test]
fn the_seed_alone_decides() {
    let of = |threads: u32, count: u32| {
        let arguments = format!("generate --seed 4 --needs pointing --count {count}");
        stdout(&program(&format!("{arguments} --threads {threads}")))
    };
    let one = of(1, 10);
    assert_eq!(one.lines().count(), 10);
    assert_eq!(of(2, 10), one);
    assert!(one.starts_with(&of(2, 3)));
}

/// Starts a search, kills it once its journal knows some puzzles, and resumes it: the files are
/// those of a command that nothing disturbed.
fn killed_and_resumed(order: &str) {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, more: &str| {
        let out = folder.path().join(name);
        format!("generate --seed 4 {order} --explain jsonl {more} --out {}", out.display())
    };
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for (name, threads) in [("one.txt", 1), ("two.txt", 2)] {
        let output = program(&run(name, &format!("--threads {threads}")));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let whole = text("one.txt");
    assert_eq!(text("two.txt"), whole);
    let arguments = run("cut.txt", "--resume --threads 2");
    let mut killed = false;
    for _ in 0..2 {
        let mut child = command(&arguments).spawn().unwrap();
        let journal = folder.path().join("cut.txt.journal");
        while child.try_wait().unwrap().is_none() {
            let size = fs::metadata(folder.path().join("cut.txt")).map_or(0, |file| file.len());
            if journal.exists() && size > whole.len() as u64 / 4 {
                child.kill().unwrap();
                killed = true;
            }
        }
        child.wait().unwrap();
    }
    assert!(killed);
    let other = program(&arguments.replace("--seed 4", "--seed 5"));
    assert!([Some(64), Some(74)].contains(&other.status.code()));
    // What was written after the journal counts for nothing.
    if folder.path().join("cut.txt.journal").exists() {
        let mut file = File::options().append(true).open(folder.path().join("cut.txt")).unwrap();
        file.write_all(b"half a li").unwrap();
        assert!(program(&arguments).status.success());
    }
    assert_eq!(text("cut.txt"), whole);
    let of = |set: &str| text(&format!("{set}.steps.jsonl")).replace(&format!("{set}.txt"), "");
    assert_eq!(of("cut"), of("one"));
    assert!(!folder.path().join("cut.txt.journal").exists());
    for (line, steps) in whole.lines().zip(text("cut.steps.jsonl").lines()) {
        let steps: serde_json::Value = serde_json::from_str(steps).unwrap();
        assert_eq!(steps["puzzle"], line);
        assert!(!steps["steps"].as_array().unwrap().is_empty() && steps["solution"].is_string());
    }
    assert_eq!(whole.lines().count(), text("cut.steps.jsonl").lines().count());
}

#[test]
fn what_was_killed_is_resumed() {
    killed_and_resumed("--count 16 --needs claiming");
}

#[test]
fn a_hunt_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let seeds = folder.path().join("seeds.txt");
    fs::write(&seeds, stdout(&program("generate --seed 5 --count 8 --rating 2..=2.3 --minimal")))
        .unwrap();
    let hunt = format!("--hunt --rating 2.5..=2.9 --seeds {}", seeds.display());
    killed_and_resumed(&format!("--count 24 {hunt}"));
    let (mut rater, mut reference) = (ExactRater::default(), ReferenceSolver::default());
    for puzzle in made(&format!("--count 5 {hunt}")) {
        let Exact::Rated(rated) = rater.rate(&puzzle, u64::MAX, &|| false) else { panic!() };
        assert!((25..=29).contains(&rated.ratings.ser));
        assert!(is_minimal(&mut reference, &puzzle, &Interrupt::default()));
    }
}

/// Each search here is stopped at once: nothing has this rating.
#[test]
fn a_hunt_goes_on_only_with_what_it_began_with() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let puzzles = stdout(&program("generate --seed 9 --count 9 --minimal"));
    let half = puzzles.lines().take(4).map(|line| format!("{line}\n")).collect::<String>();
    let hunt = |more: &str| {
        let order = "generate --seed 4 --count 3 --hunt --rating 11.. --budget 1s";
        let files = "--unlike @/unlike.txt --seeds @/seeds.txt --out @/out.txt";
        let order = format!("{order} {files} {more}");
        let output = program(&order.replace('@', &folder.path().display().to_string()));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let write = |unlike: &str, seeds: &str| {
        fs::write(at("unlike.txt"), unlike).unwrap();
        fs::write(at("seeds.txt"), seeds).unwrap();
    };
    write(&half, &half);
    assert_eq!(hunt("").0, Some(75));
    let (code, told) = hunt("");
    assert!(code == Some(74) && told.contains("go on with --resume"), "{told}");
    let journal = fs::read_to_string(at("out.txt.journal")).unwrap();
    for (unlike, seeds, said) in [(&puzzles, &half, "unlike.txt"), (&half, &puzzles, "seeds.txt")] {
        write(unlike, seeds);
        let (code, told) = hunt("--resume");
        assert!(code == Some(65) && told.contains(said), "{told}");
    }
    // The same puzzles in another dialect are the same.
    write(&half.replace('.', "0"), &format!("# mine\n{half}"));
    assert_eq!(hunt("--resume").0, Some(75));
    let other = File::open(at("out.txt")).unwrap();
    other.lock().unwrap();
    let (code, told) = hunt("--resume");
    assert!(code == Some(75) && told.contains("another process"), "{told}");
    other.unlock().unwrap();
    let said = "\"bytes\": 0";
    assert!(journal.contains(said), "{journal}");
    fs::write(at("out.txt.journal"), journal.replacen(said, "\"bytes\": 1", 1)).unwrap();
    let (code, told) = hunt("--resume");
    assert!(code == Some(65) && told.contains("damaged"), "{told}");
    fs::write(at("out.txt.journal"), &journal).unwrap();
    assert_eq!(hunt("--resume").0, Some(75));
}

/// Nobody else's lines are overwritten, and no file that a search is at work on is replaced.
#[test]
fn a_file_that_grows_is_its_searchs_own() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let search = |name: &str, count: u32, more: &str| {
        let order = "generate --seed 4 --needs hidden-single";
        format!("{order} --count {count} {more} --out {}", at(name).display())
    };
    let said = |command: &str| {
        let output = program(command);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // Begins a search and waits until it has found some.
    let begin = |name: &str| {
        let child = command(&search(name, 1_000_000, "--resume --threads 1"))
            .stderr(Stdio::piped())
            .spawn();
        while fs::metadata(at(name)).map_or(0, |file| file.len()) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.unwrap()
    };
    let mut child = begin("a.txt");
    let known = at("known.txt");
    fs::write(&known, stdout(&program("generate --seed 9 --count 9 --minimal"))).unwrap();
    let forced = format!("--force --out {}", at("a.txt").display());
    for other in [
        search("a.txt", 3, "--resume"),
        search("a.txt", 3, "--force --hunt"),
        search("a.txt", 3, "--force"),
        format!("generate --seed 1 --count 1 --minimal {forced}"),
        format!("convert {} --to line {forced}", known.display()),
        format!("dedup {} {forced}", known.display()),
    ] {
        let (code, told) = said(&other);
        let is_busy = code == Some(75) && told.contains("another process is at work");
        // The journal may be read before the lock is met.
        assert!(is_busy || code == Some(64) && other.contains("--resume"), "{other}: {told}");
    }
    // What takes its place or its name away ends it.
    fs::rename(&known, at("a.txt")).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(74));
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("was replaced or changed since the search began"), "{told}");
    assert_eq!(fs::read_to_string(at("a.txt")).unwrap().lines().count(), 9);

    let mut child = begin("b.txt");
    child.kill().unwrap();
    child.wait().unwrap();
    let mut file = File::options().append(true).open(at("b.txt")).unwrap();
    file.write_all(b"\n# mine\n").unwrap();
    let before = fs::read(at("b.txt")).unwrap();
    let (code, told) = said(&search("b.txt", 1_000_000, "--resume"));
    assert!(code == Some(74) && told.contains("lines that this search did not write"), "{told}");
    assert_eq!(fs::read(at("b.txt")).unwrap(), before);
    fs::remove_file(at("b.txt")).unwrap();
    assert!(Command::new("mkfifo").arg(at("b.txt")).status().unwrap().success());
    for more in ["--resume", "--force --hunt"] {
        let (code, told) = said(&search("b.txt", 1_000_000, more));
        assert!(code == Some(74) && told.contains("it is no file"), "{told}");
    }
    fs::remove_file(at("a.txt.journal")).unwrap();
    assert!(Command::new("mkfifo").arg(at("a.txt.journal")).status().unwrap().success());
    let (code, told) = said(&search("a.txt", 1_000_000, "--resume"));
    assert!(code == Some(74) && told.contains("it is no file"), "{told}");
}

#[test]
fn a_file_that_was_altered_does_not_grow() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    let order = |count: u32, more: &str| {
        let order = "generate --seed 4 --needs claiming --resume";
        let output = program(&format!("{order} --count {count} {more} --out {}", out.display()));
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let mut text = Vec::new();
    // On a busy machine none may be made in the first seconds.
    while text.is_empty() {
        assert_eq!(order(1_000_000, "--budget 2s").0, Some(75));
        text = fs::read(&out).unwrap();
    }
    text.swap(0, 1);
    text[2] = if text[2] == b'.' { b'1' } else { b'.' };
    fs::write(&out, &text).unwrap();
    let (code, told) = order(1_000_000, "");
    assert!(code == Some(65) && told.contains("not what its journal says"), "{told}");
    assert_eq!(fs::read(&out).unwrap(), text);
    fs::remove_file(&out).unwrap();
    assert_eq!(order(1_000_000, "").0, Some(65));
}

#[test]
fn steps_take_the_place_of_the_puzzles_without_a_file() {
    let text = stdout(&program("generate --seed 1 --count 2 --level easy --explain jsonl"));
    for line in text.lines() {
        let told: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&told["level"], &told["schema"]),
            (&"easy".into(), &"sudoku-lab.explain".into())
        );
    }
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn known_puzzles_are_not_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let (known, more) = (folder.path().join("known.txt"), "generate --seed 4 --rating 2.3..2.6");
    let first = stdout(&program(&format!("{more} --count 10")));
    fs::write(&known, &first).unwrap();
    let next = stdout(&program(&format!("{more} --count 10 --unlike {}", known.display())));
    let of = |text: &str| -> HashSet<Key> {
        text.lines().filter_map(|line| Key::of(&parse_cells(line.as_bytes()).unwrap())).collect()
    };
    assert_eq!(of(&next).len(), 10);
    assert!(of(&first).is_disjoint(&of(&next)));
    // There are few 4×4 puzzles of four givens: no more are found, and that is told.
    let output = program("generate --seed 1 --size 4 --clues 4 --count 99 --needs hidden-single");
    assert_eq!(output.status.code(), Some(75));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no more than"));
}

#[test]
fn what_cannot_be_made_ends_with_the_budget_and_what_came_nearest() {
    let output = program("generate --seed 1 --count 5 --budget 1s --rating 15.. --clues 60..=70");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(75), 0));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("0 of 5 puzzles made") && told.contains("the budget is spent"), "{told}");
    assert!(told.contains("the nearest is") && told.contains(": rating "), "{told}");
}

/// Without a target, too.
#[test]
fn a_budget_that_is_spent_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    let order = |options: &str| {
        let order =
            format!("generate --seed 1 --budget 1s {options} --out {} --force", out.display());
        let output = program(&order);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(75) && told.contains("budget"), "{options}: {told}");
        told
    };
    order("--count 9 --clues 17");
    assert!(!out.exists());
    let told = order("--count 90000000 --clues 30");
    let lines = fs::read_to_string(&out).unwrap().lines().count();
    assert!(lines > 0 && told.contains("of 90000000 puzzles were made"), "{told}");
}

#[test]
fn wrong_targets_are_usage_errors() {
    for (option, said) in [
        ("--rating hard", "--rating"),
        ("--rating 4.6..=4.2", "--rating"),
        ("--level trivial", "--level"),
        ("--te-depth 9", "--te-depth"),
        ("--needs x-ray", "--needs"),
        ("--max-strategy unique-rectangle-1", "--max-strategy"),
        ("--steps 9..7", "--steps"),
        ("--score x", "--score"),
        ("--givens-from xxx", "--givens-from"),
        ("--size 4 --rating 2.3", "--rating"),
        ("--size 16 --needs als-xz", "--needs"),
        ("--needs xy-wing --max-strategy x-wing", "--needs"),
        ("--needs xy-wing --any", "--any"),
        ("--needs xy-wing --low-clues --clues 18", "--low-clues"),
        ("--needs xy-wing --budget soon", "--budget"),
        ("--rating 9.. --seeds data/demo", "--hunt"),
        ("--rating 9.. --resume", "--out"),
        ("--rating 9.. --explain html", "--explain"),
        ("--hunt --rating 9.. --symmetry rotate", "--symmetry"),
        ("--rating 25", "ratings end at 20.0"),
    ] {
        let output = program(&format!("generate --seed 1 --count 1 {option}"));
        assert_eq!(output.status.code(), Some(64), "{option}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(said), "{option}: {told}");
    }
}

#[test]
fn nothing_that_is_there_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let known = stdout(&program("generate --seed 9 --count 9 --minimal"));
    for name in ["known.txt", "kept.txt", "a.txt.journal", "c.txt.journal"] {
        fs::write(at.join(name), &known).unwrap();
    }
    std::os::unix::fs::symlink(at.join("kept.txt"), at.join("b.txt.journal")).unwrap();
    let hunt = "--rating 2.. --hunt";
    for (order, code) in [
        (format!("{hunt} --out @/a.txt"), 74),
        (format!("{hunt} --out @/b.txt"), 74),
        (format!("{hunt} --unlike @/c.txt.journal --out @/c.txt --force"), 64),
        ("--unlike @/known.txt --out @/known.txt --force".into(), 64),
        ("--rating 2.. --unlike @/known.txt --out @/known.txt --force".into(), 64),
    ] {
        let order = order.replace('@', &at.display().to_string());
        let output = program(&format!("generate --count 1 --seed 3 {order}"));
        assert_eq!(output.status.code(), Some(code), "{order}: {output:?}");
    }
    // The file of steps is an input, or there: the file of puzzles stays what it was.
    let pair =
        |name: &str| [at.join(format!("{name}.txt")), at.join(format!("{name}.steps.jsonl"))];
    let [puzzles, steps] = pair("d");
    fs::write(&puzzles, "mine").unwrap();
    fs::write(&steps, &known).unwrap();
    let [out, input] = [puzzles.display(), steps.display()];
    for (more, code) in [(format!("--unlike {input} --force"), 64), (String::new(), 74)] {
        let order =
            format!("generate --count 1 --seed 3 {hunt} --explain jsonl --out {out} {more}");
        assert_eq!(program(&order).status.code(), Some(code), "{more}");
        assert_eq!(fs::read_to_string(&puzzles).unwrap(), "mine", "{more}");
    }
    // A link gives way to a file where that is forced, and what it leads to stays.
    let out = at.join("b.txt").display().to_string();
    stdout(&program(&format!("generate --count 1 --seed 3 {hunt} --out {out} --force")));
    let [puzzles, steps] = pair("e");
    std::os::unix::fs::symlink(at.join("kept.txt"), &steps).unwrap();
    let out = puzzles.display();
    for hunt in ["--rating 2..", hunt] {
        let order = format!("generate --count 1 --seed 3 {hunt} --explain jsonl --out {out}");
        assert_eq!(program(&order).status.code(), Some(74));
        stdout(&program(&format!("{order} --force")));
        assert!(!steps.is_symlink() && puzzles.is_file());
        [&puzzles, &steps].iter().for_each(|file| fs::remove_file(file).unwrap());
        std::os::unix::fs::symlink(at.join("kept.txt"), &steps).unwrap();
    }
    for name in ["known.txt", "kept.txt", "a.txt.journal", "c.txt.journal"] {
        assert_eq!(fs::read_to_string(at.join(name)).unwrap(), known, "{name}");
    }
    for name in ["a.txt", "c.txt", "b.txt.journal"] {
        assert!(!at.join(name).exists(), "{name}");
    }
}

/// Lines of the files that are read are told where they hold no puzzle, and files that hold none
/// end the command.
#[test]
fn what_holds_no_puzzle_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let make = format!("generate --count 2 --seed 1 --minimal --unlike {at}/known.txt");
    let first = stdout(&program("generate --count 1 --seed 1 --minimal"));
    let write = |text: &str| fs::write(folder.path().join("known.txt"), text).unwrap();
    let said = |arguments: &str| {
        let output = program(arguments);
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    write(&first.replace('\n', ".\n"));
    let (code, told) = said(&make);
    assert_eq!(code, 65, "{told}");
    assert!(told.contains("known.txt: the one line that should hold a puzzle does not"), "{told}");
    write(&format!("{first}12\n{first}"));
    let (code, told) = said(&make);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("known.txt: 1 line without a puzzle, the first is line 2: 2 cells"));
    write("");
    assert!(said(&make).1.contains("known.txt holds no puzzle"));
    // A hunt is of 9×9, and says so of other seeds.
    write(&format!("{first}1...2.3.....4..2\n"));
    let hunt = format!("generate --hunt --rating 2.. --count 2 --seed 1 --seeds {at}/known.txt");
    let (code, told) = said(&hunt);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("1 puzzle of other sizes than 9×9 cannot be hunted"), "{told}");
}
