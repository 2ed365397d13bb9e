//! External solvers, good and bad ones, from outside. The bad ones are small Python programs
//! that know the answers and misbehave at one puzzle.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use polars::prelude::*;
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::solver::{Limit, find_solver};
use sudoku_lab::text::to_line;
use tempfile::TempDir;

use super::program::{read, timeless};
use super::support::{command, send, shifted_puzzle, stdout, unique_puzzles, write_puzzles};
use super::units::same_rows;

/// What every child begins with; `answer` is right, and `bad` marks the third puzzle. A puzzle
/// that is not known is the one that it is warmed up with.
const HEAD: &str = "
import os, resource, signal, sys, time
here = os.path.dirname(os.path.abspath(__file__))
answers = dict(line.split() for line in open(here + '/answers'))
third = list(answers)[2]
def say(text):
    print(text, flush=True)
for n, line in enumerate(sys.stdin):
    line = line.strip()
    answer, bad = answers.get(line, 'none'), line == third
";

/// A folder with puzzles, their answers and programs, and the mark of its processes.
struct Bench {
    folder: TempDir,
    puzzles: Vec<Puzzle>,
}

impl Bench {
    fn new(count: u64) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let puzzles = unique_puzzles(count);
        write_puzzles(&folder.path().join("set.txt"), &puzzles);
        let mut dlx = (find_solver("dlx").unwrap().build)();
        let mut answer = |puzzle: &Puzzle| {
            let solution = dlx.solve(puzzle, &Limit::solutions(1)).solution.unwrap();
            format!("{} {}\n", to_line(puzzle.grid()), to_line(&solution))
        };
        let answers: String = puzzles.iter().map(&mut answer).collect();
        fs::write(folder.path().join("answers"), answers).unwrap();
        Bench { folder, puzzles }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a program whose loop ends so; the option that names it.
    fn child(&self, name: &str, end: &str) -> String {
        let path = self.path(&format!("{}.py", name.split(':').next().unwrap()));
        let end: String = end.lines().map(|line| format!("    {line}\n")).collect();
        fs::write(&path, format!("{HEAD}{end}")).unwrap();
        format!("{name}=python3 '{}'", path.display())
    }

    /// A command, in which `@` is the folder, with external solvers.
    fn command(&self, arguments: &str, externals: &[String]) -> Command {
        let at = self.folder.path().display().to_string();
        let mut command = command(&arguments.replace('@', &at));
        command.args(externals.iter().flat_map(|one| ["--external", one]));
        command.env("MARK_OF_TEST", &at);
        command
    }

    fn program(&self, arguments: &str, externals: &[String]) -> Output {
        self.command(arguments, externals).output().unwrap()
    }

    /// Nothing that a command of this bench started is there.
    fn is_left_alone(&self) {
        let mark = format!("MARK_OF_TEST={}", self.folder.path().display());
        let is_marked = |process: &PathBuf| {
            let environ = fs::read(process.join("environ")).unwrap_or_default();
            environ.split(|&byte| byte == 0).any(|one| one == mark.as_bytes())
        };
        let marked = || {
            let processes = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
            processes.filter(is_marked).collect::<Vec<_>>()
        };
        // What is killed is gone soon.
        let since = Instant::now();
        while !marked().is_empty() && since.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(marked(), Vec::<PathBuf>::new());
    }

    /// The statuses of a solver on all puzzles.
    fn statuses(&self, run: &str, solver: &str) -> Vec<String> {
        let table = read(&self.path(run), "solves");
        let text = |name: &str, row| table.column(name).unwrap().get(row).unwrap().to_string();
        let rows = (0..table.height()).filter(|&row| text("solver", row).contains(solver));
        rows.map(|row| text("status", row).trim_matches('"').to_owned()).collect()
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn trouble_costs_its_puzzle_and_leaves_no_process() {
    let bench = Bench::new(6);
    let asleep = "if bad: time.sleep(1000)\nsay(answer)";
    let bad = [
        ("hangs", asleep, "limit"),
        ("loops", "while bad: pass\nsay(answer)", "limit"),
        (
            "ignores-sigterm",
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nif bad: time.sleep(1000)\nsay(answer)",
            "limit",
        ),
        ("crashes", "if bad: os.kill(os.getpid(), signal.SIGSEGV)\nsay(answer)", "panic"),
        ("raises", "if bad: raise Exception('<b>\\x1b[2J')\nsay(answer)", "panic"),
        ("closes", "if bad: os.close(1)\nelse: say(answer)", "panic"),
        ("babbles", "say('<script>\\x1b[2J\\x07' if bad else answer)", "panic"),
        ("repeats", "say(answer + ('\\n' + answer if bad else ''))", "panic"),
        ("cries", "while bad: sys.stdout.write('x' * 65536)\nsay(answer)", "panic"),
        (
            "floods",
            "while bad: os.write(1, (answer + '\\n').encode() * 1000)\nsay(answer)",
            "panic",
        ),
        ("pads", "say(answer + (' ' * 5000 if bad else ''))", "panic"),
        ("lies", "say('1' * 81 if bad else answer)", "wrong"),
        ("confuses", "say(list(answers.values())[3] if bad else answer)", "wrong"),
        ("leaves-cells", "say(line if bad else answer)", "wrong"),
        (
            "forks",
            "if n == 0 and os.fork() == 0: time.sleep(1000)\n\
             if bad and os.fork() == 0: time.sleep(1000)\nif bad: os._exit(0)\nsay(answer)",
            "panic",
        ),
        ("shouts", "for _ in range(9999): sys.stderr.write('#' * 100)\nsay(answer)", "first"),
    ];
    let externals = bad.map(|(name, end, _)| bench.child(name, end));
    let output = bench.program(
        "run @/set.txt --out @/run --solvers dlx --time-limit 300ms --threads 2 --min-span 0s",
        &externals,
    );
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    bench.is_left_alone();
    for (name, _, status) in bad {
        let statuses = ["first", "first", status, "first", "first", "first"];
        assert_eq!(bench.statuses("run", &format!("\"{name}\"")), statuses, "{name}: {told}");
    }
    // What is ended at a limit has taken as long.
    let rows = read(&bench.path("run"), "solves");
    let text = |name: &str, row| rows.column(name).unwrap().get(row).unwrap().to_string();
    let time = |name: &str, row| rows.column(name).unwrap().u64().unwrap().get(row).unwrap();
    for row in (0..rows.height()).filter(|&row| text("status", row).contains("limit")) {
        assert!(time("elapsed_ns", row) >= 300_000_000);
        assert!(time("cpu_ns", row) >= 300_000_000 || !text("solver", row).contains("loops"));
    }
    for words in [
        "line 3: crashes was killed by signal 11",
        "line 3: raises ended with exit status: 1: Exception: <b>\\x1b[2J",
        "line 3: babbles wrote `<script>\\x1b[2J\\x07`, which is no answer",
        "line 3: lies gave a grid that is no solution",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("\x1b["), "{told}");
    // The pages and summaries know the names, and nothing of what was written.
    stdout(&bench.program("report @/run --out @/page.html", &[]));
    let page = fs::read_to_string(bench.path("page.html")).unwrap();
    assert!(page.contains("ignores-sigterm") && !page.contains("\x1b"));
    let summary = fs::read_to_string(bench.path("run/summary/solvers.csv")).unwrap();
    let head = summary.lines().next().unwrap();
    assert!(head.contains(",panic,wrong,refuted,"), "{head}");
    assert_eq!(summary.lines().count(), 2 + bad.len());
}

#[test]
fn a_batch_is_read_while_it_is_written_and_asked_again_if_it_fails() {
    let bench = Bench::new(40);
    // More than both pipes hold.
    let lines = fs::read_to_string(bench.path("set.txt")).unwrap();
    fs::write(bench.path("many.txt"), lines.repeat(110)).unwrap();
    let own = bench.child(
        "whole:batch",
        "if n == 0: held = []\nif line: held.append(answer)\n\
        else:\n    say('\\n'.join(held))\n    held = []",
    );
    let dies = bench.child("dies:batch", "if bad: os._exit(0)\nif line: say(answer)");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/adapters/minimal.c");
    let minimal = bench.path("minimal");
    let compiled = Command::new("cc").args(["-O2", "-o"]).arg(&minimal).arg(source).status();
    assert!(compiled.unwrap().success());
    let minimal = format!("minimal:batch={}", minimal.display());
    let run = "run @/many.txt --quiet --threads 1 --out";
    stdout(
        &bench.program(&format!("{run} @/run --solvers minimal,whole"), &[own, minimal.clone()]),
    );
    let table = read(&bench.path("run"), "solves");
    let column = |table: &DataFrame, name: &str| -> Vec<u32> {
        table.column(name).unwrap().u32().unwrap().iter().map(Option::unwrap).collect()
    };
    let batches = column(&table, "batch");
    assert!(batches[..8192].iter().all(|&batch| batch == 4096), "{batches:?}");
    assert!(column(&table, "repeats").iter().all(|&repeats| repeats == 1));
    assert!(table.column("solution_ok").unwrap().bool().unwrap().all());
    // Of a batch in which the program dies, each puzzle is asked alone.
    let ran = bench.program("run @/set.txt --quiet --out @/dies --solvers dies", &[dies]);
    let words = ", asked 40 puzzles together: they were asked again one by one";
    assert!(stderr(&ran).contains(words), "{}", stderr(&ran));
    let statuses = bench.statuses("dies", "dies");
    assert_eq!((statuses.len(), statuses[2].as_str()), (40, "panic"));
    assert_eq!(statuses.iter().filter(|&status| status == "first").count(), 39);
    assert!(column(&read(&bench.path("dies"), "solves"), "batch").iter().all(|&n| n == 1));
    // And of one that it does not answer whole, whether it is the limit that ends the waiting.
    let lacks = bench.child(
        "lacks:batch",
        "if n == 0: held = []\nif line: held.append(answer)\n\
        else:\n    say('\\n'.join(held[:-1] if len(held) > 1 else held))\n    held = []",
    );
    let run = "run @/set.txt --quiet --time-limit 2s --out @/lacks --solvers lacks";
    let ran = bench.program(run, &[lacks]);
    assert!(stderr(&ran).contains("lacks was silent for"), "{}", stderr(&ran));
    assert!(stderr(&ran).contains(words), "{}", stderr(&ran));
    assert_eq!(bench.statuses("lacks", "lacks"), ["first"; 40]);
    // And of one below which it writes another line.
    let talks = bench.child(
        "talks:batch",
        "if n == 0: held = []\nif line: held.append(answer)\n\
        else:\n    say('\\n'.join(held))\n    if len(held) > 1: say(answer)\n    held = []",
    );
    let ran = bench.program("run @/set.txt --quiet --out @/talks --solvers talks", &[talks]);
    assert!(stderr(&ran).contains(words), "{}", stderr(&ran));
    assert_eq!(bench.statuses("talks", "talks"), ["first"; 40]);
    assert!(column(&read(&bench.path("talks"), "solves"), "batch").iter().all(|&n| n == 1));
    // Every size, and what has no solution.
    let layouts = Layout::all().iter();
    let mut puzzles: Vec<Puzzle> = layouts.map(|layout| shifted_puzzle(layout, 3)).collect();
    puzzles.push(sudoku_lab::text::parse_cells(b"123.....4.......").unwrap());
    write_puzzles(&bench.path("sizes.txt"), &puzzles);
    stdout(&bench.program("run @/sizes.txt --quiet --out @/sizes --solvers dlx", &[minimal]));
    assert_eq!(bench.statuses("sizes", "minimal").len(), puzzles.len());
    bench.is_left_alone();
}

#[test]
fn a_killed_run_goes_on_and_another_program_is_refused() {
    let bench = Bench::new(64);
    let mine = bench.child("mine", "time.sleep(0.008)\nsay(answer + ' guesses=3')");
    let run = "run @/set.txt --solvers dlx,mine --unit-lines 64 --threads 1 --quiet";
    let lines = fs::read_to_string(bench.path("set.txt")).unwrap();
    fs::write(bench.path("set.txt"), lines.repeat(3)).unwrap();
    let externals = [mine.clone()];
    stdout(&bench.program(&format!("{run} --out @/whole"), &externals));
    let mut child = bench.command(&format!("{run} --out @/cut"), &externals).spawn().unwrap();
    let since = Instant::now();
    while !bench.path("cut/_state/units/0.json").exists()
        && fs::read_dir(bench.path("cut/_state/units")).map_or(0, Iterator::count) == 0
    {
        assert!(since.elapsed() < Duration::from_secs(20));
        thread::sleep(Duration::from_millis(5));
    }
    send("-KILL", &child);
    child.wait().unwrap();
    bench.is_left_alone();
    assert!(!bench.path("cut/_SUCCESS").exists());
    fs::copy(bench.path("mine.py"), bench.path("old.py")).unwrap();
    let code = |arguments: &str, externals: &[String], words: &str| {
        let output = bench.program(arguments, externals);
        assert!(stderr(&output).contains(words), "{arguments}: {}", stderr(&output));
        output.status.code().unwrap()
    };
    // Another program of the same name, and other declarations.
    let other = bench.child("mine", "say(answer)");
    let resume = format!("{run} --out @/cut --resume");
    assert_eq!(code(&resume, &[other], "externals: mine: files: "), 64);
    assert_eq!(code("resume @/cut", &[], "mine.py of the solver mine is not what it was"), 65);
    fs::rename(bench.path("old.py"), bench.path("mine.py")).unwrap();
    let counting = mine.replace("mine=", "mine:count=");
    assert_eq!(code(&resume, &[counting], "externals: mine: count is true, was false"), 64);
    assert_eq!(code(&resume.replace("--threads 1", "--threads 2"), &externals, ""), 0);
    same_rows(&bench.path("whole"), &bench.path("cut"));
    assert!(timeless(&bench.path("cut"), &sudoku_lab::table::schema::all()[1]).contains("mine"));
    // A planned run finds its programs in its folder; merged runs keep the names.
    fs::copy(bench.path("set.txt"), bench.path("other.txt")).unwrap();
    let plan = run.replace("run @/set.txt", "plan @/other.txt");
    stdout(&bench.program(&format!("{plan} --out @/planned"), &externals));
    stdout(&bench.program("work @/planned --unit 0..=2 --quiet", &[]));
    stdout(&bench.program("finalize @/planned --quiet", &[]));
    let again = run.replace("set.txt", "again.txt");
    fs::copy(bench.path("set.txt"), bench.path("again.txt")).unwrap();
    stdout(&bench.program(&format!("{again} --out @/again"), &externals));
    stdout(&bench.program("merge @/planned @/again --out @/both --quiet", &[]));
    assert_eq!(bench.statuses("both", "mine"), vec!["first"; 2 * 192]);
    bench.is_left_alone();
}

#[test]
fn a_signal_ends_the_waiting() {
    let bench = Bench::new(3);
    let asleep = bench.child("asleep", "if bad: time.sleep(1000)\nsay(answer)");
    // From the warm-up puzzle on.
    let silent = bench.child("silent", "time.sleep(1000)");
    for (child, arguments, signal, code) in [
        (&asleep, "run @/set.txt --out @/run --solvers asleep", "-INT", Some(130)),
        (&asleep, "run @/set.txt --out @/killed --solvers asleep", "-KILL", None),
        (&asleep, "solve @/set.txt", "-TERM", Some(143)),
        (&silent, "solve @/set.txt", "-TERM", Some(143)),
        (&silent, "check @/set.txt", "-INT", Some(130)),
    ] {
        let mut command = bench.command(arguments, std::slice::from_ref(child));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(1_500));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments}");
        let sent = Instant::now();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), code, "{arguments}");
        assert!(sent.elapsed() < Duration::from_secs(3), "{:?}", sent.elapsed());
        bench.is_left_alone();
    }
}

/// The time for which a run is stopped, and perhaps the program too, is not that of the program.
#[test]
fn a_run_that_is_stopped_for_a_while_has_the_same_rows() {
    let bench = Bench::new(60);
    let slow = bench.child("slow", "time.sleep(0.03)\nsay(answer)");
    let arguments = "run @/set.txt --out @/run --solvers slow --time-limit 100ms --threads 1";
    let mut command = bench.command(arguments, std::slice::from_ref(&slow));
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(Duration::from_millis(1_000));
    assert_eq!(run.try_wait().unwrap(), None);
    send("-STOP", &run);
    // Longer than a silent program has with this limit.
    thread::sleep(Duration::from_millis(2_500));
    send("-CONT", &run);
    assert_eq!(run.wait().unwrap().code(), Some(0));
    let statuses = bench.statuses("run", "slow");
    assert_eq!(statuses, vec!["first"; 60], "{statuses:?}");
}

#[test]
fn what_cannot_take_part_is_refused_before_anything_is_written() {
    let bench = Bench::new(3);
    let good = bench.child("good", "say(answer)");
    let babbling = bench.child("babbling", "say('hello')");
    let dying = bench.child("dying", "raise Exception('no licence')");
    fs::write(bench.path("bad.toml"), "[[external]]\nname = 'a'\ncommand = 'a'\nspeed = 1\n")
        .unwrap();
    let one = |text: &str| vec![text.to_owned()];
    for (more, externals, code, words) in [
        ("", one("fast=cat"), 64, "a name is of"),
        ("", one("Big=cat"), 64, "a name is of"),
        ("", one("mine"), 64, "write NAME=COMMAND"),
        ("", one("mine='"), 64, "is no command"),
        ("", one("mine:5=cat"), 64, "no grid has the size 5"),
        ("", one("mine=no-such-program-here"), 66, "there is no such program"),
        ("", one("mine=/dev/null"), 66, "there is no such program"),
        (
            "",
            one(&format!("mine={}", bench.path("bad.toml").display())),
            66,
            "it may not be executed",
        ),
        ("", vec![good.clone(), good.clone()], 64, "is named twice"),
        ("", vec![babbling], 64, "asked the warm-up puzzle, wrote `hello`, which is no answer"),
        ("", vec![dying], 64, "ended with exit status: 1: Exception: no licence"),
        ("--solvers nobody", vec![good.clone()], 64, "no solver `nobody`"),
        ("--externals @/none.toml", vec![], 66, "none.toml"),
        ("--externals @/bad.toml", vec![], 64, "speed"),
    ] {
        for command in ["run", "run --resume", "plan", "plan --resume"] {
            let command = format!("{command} @/set.txt --out @/run {more}");
            let output = bench.program(&command, &externals);
            let told = stderr(&output);
            assert_eq!(output.status.code(), Some(code), "{command}, {externals:?}: {told}");
            assert!(told.contains(words), "{command}, {externals:?}: {told}");
            assert!(!bench.path("run").exists(), "{command}, {externals:?}");
        }
    }
    bench.is_left_alone();
}

#[test]
fn a_page_takes_the_place_of_no_program_that_the_run_used() {
    let bench = Bench::new(3);
    let declared = bench.child("mine", "say(answer)");
    let command = declared.trim_start_matches("mine=");
    let declaration = format!("[[external]]\nname = 'mine'\ncommand = \"{command}\"\n");
    fs::write(bench.path("mine.toml"), &declaration).unwrap();
    let run = "run @/set.txt --out @/run --solvers mine --externals @/mine.toml --quiet";
    stdout(&bench.program(run, &[]));
    let merged = "run @/other.txt --out @/second --solvers mine --externals @/mine.toml --quiet";
    fs::copy(bench.path("set.txt"), bench.path("other.txt")).unwrap();
    stdout(&bench.program(merged, &[]));
    stdout(&bench.program("merge @/run @/second --out @/both --quiet", &[]));
    for name in ["mine.toml", "mine.py", "set.txt", "other.txt"] {
        let before = fs::read(bench.path(name)).unwrap();
        let refused = bench.program(&format!("report @/both --out @/{name} --force"), &[]);
        assert_eq!(refused.status.code(), Some(64), "{name}: {}", stderr(&refused));
        assert_eq!(fs::read(bench.path(name)).unwrap(), before, "{name}");
    }
}

/// The program that docs/EXTERNAL.md shows.
fn documented() -> String {
    let manual = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/EXTERNAL.md"));
    let manual = manual.unwrap();
    manual.split("```python\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
fn the_documented_program_solves() {
    let bench = Bench::new(8);
    fs::write(bench.path("mine.py"), documented()).unwrap();
    let mine = [format!("mine:9=python3 {}", bench.path("mine.py").display())];
    let solved = stdout(&bench.program("solve @/set.txt --stats", &mine));
    let answers = fs::read_to_string(bench.path("answers")).unwrap();
    for (line, answer) in solved.lines().zip(answers.lines()) {
        let (_, solution) = answer.split_once(' ').unwrap();
        assert!(line.starts_with(&format!("{solution}\tstatus=first\tsolutions=1")), "{line}");
    }
    assert_eq!(solved.lines().count(), 8);
    let four = to_line(shifted_puzzle(Layout::of_order(4).unwrap(), 2).grid());
    let told = stdout(&bench.program(&format!("solve {four}"), &mine));
    assert_eq!(told, "# line 1: mine does not take 4×4 in boxes of 2×2; sat does\n");
    // Effort, and what is told of the question.
    let asked = bench.child("asked", "say(f\"{answer} checks={os.environ['SUDOKU_LAB_COUNT']}\")");
    let asked = [asked.replace("asked=", "asked:count=")];
    let line = &to_line(bench.puzzles[0].grid());
    let told = stdout(&bench.program(&format!("solve {line} --count 2 --stats"), &asked));
    assert!(told.contains("\tstatus=unique\tsolutions=1\tchecks=2\t"), "{told}");
    // What it claims is compared with what the others find.
    let denies = bench.child("denies", "say('none')");
    let run = "run @/set.txt --out @/denied --solvers dlx";
    let denied = bench.program(run, slice::from_ref(&denies));
    assert_eq!(denied.status.code(), Some(70));
    let words = "denies finds no solution, the reference solver exactly one";
    assert!(stderr(&denied).contains(words), "{}", stderr(&denied));
    // Whoever does a part of the run is told of that part.
    stdout(&bench.program("plan @/set.txt --out @/planned --solvers dlx", &[denies]));
    let worked = bench.program("work @/planned --unit 0", &[]);
    assert_eq!(worked.status.code(), Some(0));
    assert!(stderr(&worked).contains(words), "{}", stderr(&worked));
    let summary = bench.program("summarize @/denied", &[]);
    assert!(stderr(&summary).contains(" disagreements of solvers"), "{}", stderr(&summary));
    // Such an answer is none.
    let words = "denies: times and counts leave out 8 puzzles of which it claimed another number";
    assert!(String::from_utf8_lossy(&summary.stdout).contains(words));
    // Nor is one that claims several solutions.
    let several = bench.child("several", "say('multiple')");
    let run = bench.program("run @/set.txt --out @/several --solvers dlx --count 2", &[several]);
    assert_eq!(run.status.code(), Some(70));
    let words = "several: 0 (0.00 %) solved, 8 (100.00 %) unsolved, 8 of them with another number";
    let summary = stdout(&bench.program("summarize @/several --format b09", &[]));
    assert!(summary.contains(words), "{summary}");
    stdout(&bench.program("report @/denied --out @/page.html", &[]));
    let page = fs::read_to_string(bench.path("page.html")).unwrap();
    let words = "denies claimed another number of solutions than there are of 8 puzzles.";
    assert!(page.contains(words) && !page.contains("denies is best at"), "{page}");
    let file = format!(
        "[[external]]\nname = 'one'\ncommand = 'cat'\n[[external]]\nname = 'two'\n\
         command = \"python3 '{}'\"\nsizes = [9]\ntimeout = '5s'\n",
        bench.path("mine.py").display()
    );
    fs::write(bench.path("solvers.toml"), file).unwrap();
    let several = "solve @/set.txt --externals @/solvers.toml";
    assert_eq!(bench.program(several, &[]).status.code(), Some(64));
    let named = stdout(&bench.program(&format!("{several} --solver two"), &[]));
    assert!(answers.contains(named.lines().next().unwrap()));
    bench.is_left_alone();
}

/// `check` says what programs say of each puzzle, and what of it is not so.
#[test]
fn check_asks_programs_too() {
    let bench = Bench::new(3);
    let none = ".".repeat(72) + "12345678." + "\n";
    let drawn = fs::read_to_string(bench.path("set.txt")).unwrap();
    fs::write(bench.path("all.txt"), format!("{drawn}11{}\n", &none[2..81])).unwrap();
    let good = bench.child("good:count", "say(answer)");
    let bad = bench
        .child("bad", "say('none' if bad else answer + ' guess=1' * (line == list(answers)[0]))");
    let output = bench.program("check @/all.txt --threads 1", &[good, bad]);
    let answers = String::from_utf8(output.stdout.clone()).unwrap();
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[0], "1\tunique\tgood=unique\tbad=panic");
    assert_eq!(lines[1], "2\tunique\tgood=unique\tbad=first");
    assert_eq!(lines[2], "3\tunique\tgood=unique\tbad=none");
    assert!(lines[3].starts_with("4\tinvalid: "), "{}", lines[3]);
    let told = stderr(&output);
    assert!(told.contains("in which `guess=1` is no field"), "{told}");
    assert!(told.contains("all.txt:3: bad finds no solution, the reference solver exactly one"));
    assert_eq!((lines.len(), output.status.code()), (4, Some(70)));
    bench.is_left_alone();
}

/// The CPU time is what the program itself has measured since its warm-up, also what it uses
/// between an answer and its next question.
#[test]
fn cpu_time_is_that_of_the_program() {
    let cases = [(30, 50_000, 0, false), (3, 0, 150_000, false), (10, 50_000, 0, true)];
    for (puzzles, before, after, is_launched) in cases {
        let bench = Bench::new(puzzles);
        let total = bench.path("total").display().to_string();
        let child = bench.child(
            "busy",
            &format!(
                "def used():\n    usage = resource.getrusage(resource.RUSAGE_SELF)\n    \
                 return usage.ru_utime + usage.ru_stime\n\
                 for _ in range({before} * (n > 0)): pass\n\
                 if n == 0: start = used()\nsay(answer)\n\
                 for _ in range({after} * (n > 0)): pass\n\
                 open('{total}', 'w').write(str(used() - start))"
            ),
        );
        // A script that starts the solver uses no time itself.
        let child = match child.split_once('=').filter(|_| is_launched) {
            Some((name, command)) => format!("{name}=sh -c \"{command}; true\""),
            None => child,
        };
        let run = "run @/set.txt --out @/run --solvers busy --threads 1 --quiet";
        stdout(&bench.program(run, &[child]));
        let own: f64 = fs::read_to_string(total).unwrap().parse().unwrap();
        let times = read(&bench.path("run"), "solves");
        let measured = times.column("cpu_ns").unwrap().u64().unwrap().sum().unwrap() as f64 / 1e9;
        assert!(own > 0.001 && (measured / own - 1.0).abs() < 0.1, "{measured} {own}");
    }
}

/// The `checks` of these answers are the CPUs that the program may use.
#[test]
fn a_program_of_one_thread_stays_on_the_cpu_that_asks_it() {
    let bench = Bench::new(3);
    let allowed = "len(os.sched_getaffinity(0))";
    let near = bench.child("near", &format!("say(f'{{answer}} checks={{{allowed}}}')"));
    let threads = near.replacen("near", "threads:threads", 1);
    let run = "run @/set.txt --out @/run --solvers near,threads --threads 1 --quiet";
    stdout(&bench.program(run, &[near, threads]));
    let rows = read(&bench.path("run"), "solves");
    let checks: Vec<u64> = rows.column("checks").unwrap().u64().unwrap().iter().flatten().collect();
    let all = format!("import os; print({allowed})");
    let all = Command::new("python3").args(["-c", &all]).output().unwrap().stdout;
    let all = String::from_utf8(all).unwrap().trim().parse().unwrap();
    assert_eq!(checks, [1, all, 1, all, 1, all]);
}

/// Another program under the name of a solver is another solver, and one that is gone is none.
#[test]
fn a_program_that_changes_during_a_run_ends_it() {
    for (what, told) in [
        ("open(__file__, 'a').write('#')", "mine.py of the solver mine is not what it was"),
        ("os.remove(__file__)", "mine.py of the solver mine is not there"),
    ] {
        let bench = Bench::new(6);
        let end = format!(
            "if bad and not os.path.exists(here + '/calm'):\n    {what}\n    \
             os.kill(os.getpid(), signal.SIGKILL)\nsay(answer)"
        );
        let mine = bench.child("mine", &end);
        let script = fs::read(bench.path("mine.py")).unwrap();
        let run = "run @/set.txt --out @/run --solvers mine --threads 1 --quiet";
        let ended = bench.program(run, std::slice::from_ref(&mine));
        assert_eq!(ended.status.code(), Some(65), "{}", stderr(&ended));
        assert!(stderr(&ended).contains(told), "{}", stderr(&ended));
        assert!(!bench.path("run/_SUCCESS").exists());
        fs::write(bench.path("mine.py"), script).unwrap();
        fs::write(bench.path("calm"), "").unwrap();
        let resumed = bench.program("resume @/run --quiet", &[]);
        assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
        assert_eq!(bench.statuses("run", "mine"), ["first"; 6]);
    }
}

/// An input that another file takes the place of in a run, or that is removed, ends it before a
/// row of it is written: with the input as it was, the run goes on.
#[test]
fn an_input_that_is_another_file_meanwhile_ends_a_run() {
    for (what, code, told) in [
        ("replace(here + '/longer', last)", 65, "the size of the input last.txt is 393600, was"),
        ("remove(last)", 66, "last.txt was there and is gone"),
    ] {
        let bench = Bench::new(6);
        let set = fs::read_to_string(bench.path("set.txt")).unwrap();
        let others: String = set.lines().rev().map(|line| format!("{line}\n")).collect();
        // Longer than what is read at once, and ahead.
        let [first, last] = [set.repeat(400), others.repeat(400)];
        fs::write(bench.path("set.txt"), first).unwrap();
        fs::write(bench.path("last.txt"), &last).unwrap();
        fs::write(bench.path("longer"), set.repeat(800)).unwrap();
        let end = format!(
            "last, mark = here + '/last.txt', here + '/done'\n\
             if bad and not os.path.exists(mark):\n    \
             os.{what}\n    open(mark, 'w')\nsay(answer)"
        );
        let mine = bench.child("mine", &end);
        let run = "run @/set.txt @/last.txt --out @/run --solvers mine --unit-lines 64 --threads 1 \
                   --quiet";
        let ended = bench.program(run, &[mine]);
        assert!(stderr(&ended).contains(told), "{}", stderr(&ended));
        assert_eq!(ended.status.code(), Some(code));
        assert!(!bench.path("run/_SUCCESS").exists());
        fs::write(bench.path("last.txt"), last).unwrap();
        let resumed = bench.program("resume @/run --quiet", &[]);
        assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
        assert_eq!(bench.statuses("run", "mine"), ["first"; 4800]);
    }
}

#[test]
fn a_run_finds_its_programs_from_any_folder() {
    let bench = Bench::new(3);
    bench.child("mine", "say(answer)");
    fs::create_dir(bench.path("elsewhere")).unwrap();
    let in_folder = |folder: &str, arguments: &str, externals: &[String]| {
        let mut command = bench.command(arguments, externals);
        let output = command.current_dir(bench.path(folder)).output().unwrap();
        (output.status.code().unwrap(), stderr(&output))
    };
    let mine = ["mine=python3 mine.py".to_owned()];
    let plan = "plan set.txt --solvers dlx,mine --quiet --out";
    for planned in ["one", "two"] {
        assert_eq!(in_folder(".", &format!("{plan} {planned}"), &mine).0, 0);
    }
    assert_eq!(in_folder("elsewhere", "work ../one --unit 0 --quiet", &[]).0, 0);
    assert_eq!(in_folder("elsewhere", "finalize ../one --quiet", &[]).0, 0);
    assert_eq!(bench.statuses("one", "mine"), ["first"; 3]);
    // Where its folder has it no more, the current one may.
    fs::rename(bench.path("mine.py"), bench.path("elsewhere/mine.py")).unwrap();
    fs::copy(bench.path("answers"), bench.path("elsewhere/answers")).unwrap();
    let (code, told) = in_folder(".", "work two --unit 0 --quiet", &[]);
    assert!(code == 65 && told.contains("mine.py of the solver mine is not there"), "{told}");
    assert_eq!(in_folder("elsewhere", "work ../two --unit 0 --quiet", &[]).0, 0);
}
