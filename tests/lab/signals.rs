//! One way to stop: every command ends within a second of a signal, whatever it does.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::support::{PHP16, command, program, send, stdout};

/// What a command may take to end. On a machine with other work, more than the second that
/// is promised.
const AT_MOST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 3 } else { 1 });

/// A folder with an empty 25×25 grid, which no search is through with, and the same many
/// times over.
fn slowest() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let line = ".".repeat(625) + "\n";
    fs::write(folder.path().join("empty.txt"), &line).unwrap();
    fs::write(folder.path().join("many.txt"), line.repeat(3_000)).unwrap();
    folder
}

/// The program is stopped by both signals while it works on these arguments, in which `{}`
/// is the folder of [`slowest`].
fn stops(arguments: &str) {
    stops_after(None, arguments);
}

/// Nobody reads what it prints.
#[test]
fn a_full_pipe_keeps_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("many.txt");
    fs::write(&set, "1...............\n".repeat(100_000)).unwrap();
    for name in ["check", "convert --to csv", "solve"] {
        let arguments = format!("{name} {}", set.display());
        let mut child =
            command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(1_200));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments} waits");
        let sent = Instant::now();
        send("-TERM", &child);
        assert_eq!(child.wait().unwrap().code(), Some(143), "{arguments}");
        assert!(sent.elapsed() < AT_MOST, "{arguments}: {:?}", sent.elapsed());
    }
}

/// The same when another command was done before.
fn stops_after(before: Option<&str>, arguments: &str) {
    let folder = slowest();
    let (at, out) = (folder.path().display().to_string(), folder.path().join("out"));
    if let Some(before) = before {
        stdout(&program(&before.replace("{}", &at)));
    }
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let arguments = arguments.replace("{}", &at);
        let mut child = command(&arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Nobody is to wait for a full pipe.
        let mut output = child.stdout.take().unwrap();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).unwrap();
            text
        });
        thread::sleep(Duration::from_millis(1_200));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments} is at work");
        let sent = Instant::now();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
        assert!(sent.elapsed() < AT_MOST, "{arguments}: {:?}", sent.elapsed());
        let text = reader.join().unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "{arguments}: {text}");
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        let is_told = !arguments.starts_with("work ") || told.contains("stopped by a signal");
        assert!(is_told, "{arguments}: {told}");
        let _ = fs::remove_dir_all(&out);
    }
}

/// The program waits for standard input, and for a named pipe without a writer, and stops.
fn stops_waiting(arguments: &str) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    assert!(Command::new("mkfifo").arg(format!("{at}/pipe")).status().unwrap().success());
    let pipe = format!("{at}/pipe");
    for (input, signal, code) in
        [("-", "-INT", 130), ("/dev/stdin", "-TERM", 143), (pipe.as_str(), "-TERM", 143)]
    {
        let arguments = arguments.replace("INPUT", input).replace("{}", &at);
        let mut program = command(&arguments);
        program.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        // Waiting for the child would close it: an end of input that may come before the signal.
        let _held = child.stdin.take();
        thread::sleep(Duration::from_millis(400));
        assert_eq!(child.try_wait().unwrap(), None, "{arguments} waits");
        let sent = Instant::now();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
        assert!(sent.elapsed() < AT_MOST, "{arguments}: {:?}", sent.elapsed());
        // Nobody knows what would have come.
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(!told.contains("is empty"), "{arguments}: {told}");
        let _ = fs::remove_dir_all(folder.path().join("out"));
    }
}

#[test]
fn solve() {
    for solver in ["brute-force", "human", "singles", "sat", "dlx"] {
        stops(&format!("solve {{}}/empty.txt --solver {solver} --count 1000000000"));
    }
    stops_waiting("solve INPUT");
}

#[test]
fn check() {
    stops("check {}/many.txt --threads 1");
    stops_waiting("check INPUT");
}

#[test]
fn rate() {
    stops_waiting("rate INPUT");
}

#[test]
fn rate_of_long_strategies() {
    stops("rate {}/many.txt --threads 1");
}

#[test]
fn explain() {
    stops_waiting("explain INPUT");
    stops_waiting("explain INPUT --format html");
}

#[test]
fn explain_of_long_strategies() {
    stops("explain {}/many.txt --threads 1");
}

#[test]
fn convert() {
    stops("convert {}/many.txt --to dimacs --out {}/out");
    stops_waiting("convert INPUT --to csv");
    stops_waiting("convert INPUT --from dimacs-model");
}

/// A file of declarations that nobody writes.
#[test]
fn declarations_that_do_not_come() {
    let folder = slowest();
    let pipe = folder.path().join("solvers.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Nothing is caught yet, and SIGINT is ignored where a shell began the tests in the background.
    for name in ["solve", "check"] {
        let mut child = command(&format!("{name} --externals {}", pipe.display()));
        let mut child = child.stdin(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(300));
        assert_eq!(child.try_wait().unwrap(), None, "{name} waits");
        let sent = Instant::now();
        send("-TERM", &child);
        assert!(!child.wait().unwrap().success());
        assert!(sent.elapsed() < AT_MOST, "{name}: {:?}", sent.elapsed());
    }
}

/// A named pipe that nobody opens, or that nobody reads.
#[test]
fn an_output_that_nobody_reads() {
    let folder = slowest();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let at = folder.path().display();
    fs::write(folder.path().join("easy.txt"), format!("{PHP16}\n").repeat(50_000)).unwrap();
    for opened in [false, true] {
        let reader = opened.then(|| fs::File::options().read(true).write(true).open(&pipe));
        for arguments in [
            "generate --count 1000000 --clues 30 --seed 1",
            &format!("convert {at}/easy.txt --to block"),
        ] {
            for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
                let mut program = command(&format!("{arguments} --out {at}/pipe"));
                let mut child = program.stderr(Stdio::null()).spawn().unwrap();
                thread::sleep(Duration::from_millis(500));
                assert_eq!(child.try_wait().unwrap(), None, "{arguments} waits");
                let sent = Instant::now();
                send(signal, &child);
                assert_eq!(child.wait().unwrap().code(), Some(code), "{arguments}");
                assert!(sent.elapsed() < AT_MOST, "{arguments}: {:?}", sent.elapsed());
            }
        }
        drop(reader);
    }
    // One that is read gets all of it, however late.
    let arguments = format!("generate --count 50 --clues 30 --seed 1 --out {}", pipe.display());
    let mut child = command(&arguments).spawn().unwrap();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(text(&pipe).lines().count(), 50);
    assert!(child.wait().unwrap().success());
}

#[test]
fn sets() {
    stops("audit {}/many.txt --by grid");
    stops("split {}/many.txt --by grid --out {}/out");
    stops_waiting("audit INPUT");
}

#[test]
fn conform() {
    stops_waiting("conform INPUT");
}

#[test]
fn generate() {
    for recipe in [
        "--size 25 --minimal",
        "--size 25 --clues 340",
        "--size 25 --any --clues 300",
        "--size 16 --minimal",
        "--size 6 --clues 8",
        "--minimal",
        "--low-clues --clues 17",
    ] {
        stops(&format!("generate --count 100000000 --seed 1 {recipe}"));
    }
}

#[test]
fn run_plan_and_work() {
    stops_waiting("run INPUT --out {}/out --solvers fast --quiet");
    stops("run {}/empty.txt --out {}/out --solvers all --max-checks none --quiet");
    stops("run {}/many.txt --out {}/out --solvers fast --min-span 1h --quiet");
    let options = "--solvers all --max-checks none --quiet";
    let plan = format!("plan {{}}/empty.txt --out {{}}/cut {options}");
    stops_after(Some(&plan), "work {}/cut --unit 0 --quiet");
}

#[test]
fn experiment() {
    // Generation, and then a run.
    stops("experiment hr12-16x16 --out {}/out --quiet");
}

/// What was answered before a signal is printed, line by line, without a gap.
#[test]
fn answers_before_a_signal_are_whole() {
    let folder = slowest();
    let at = folder.path().display().to_string();
    let easy = format!("{PHP16}\n").repeat(40);
    let endless = ".".repeat(625) + "\n";
    fs::write(folder.path().join("mixed.txt"), easy.clone() + &endless + &easy).unwrap();
    let arguments = format!("solve {at}/mixed.txt --solver brute-force --threads 2");
    let mut child = command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(1));
    send("-TERM", &child);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let solved = stdout(&program(&format!("solve {at}/mixed.txt")));
    let first: String = solved.split_inclusive('\n').take(40).collect();
    assert_eq!(text, first);
}

/// A program that writes a line and waits for its answer gets it.
#[test]
fn a_line_is_answered_before_the_next_is_written() {
    for (arguments, answer) in [
        ("solve", "312695874"),
        ("check", "unique"),
        ("rate", "true"),
        ("convert", "."),
        ("explain - --format json", "{"),
    ] {
        let count = if ["solve", "check"].contains(&arguments) { 1_000 } else { 20 };
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        if arguments == "rate" {
            assert!(answers.next().unwrap().unwrap().starts_with("puzzle\t"));
        }
        let mut times = Vec::new();
        for _ in 0..count {
            let written = Instant::now();
            writeln!(lines, "{PHP16}").unwrap();
            assert!(answers.next().unwrap().unwrap().contains(answer), "{arguments}");
            times.push(written.elapsed());
        }
        drop(lines);
        assert!(child.wait().unwrap().success());
        times.sort();
        let (median, most) = (times[count / 2], times[count - 1]);
        println!("{arguments}: {median:?} in the median, {most:?} at most");
        if count == 1_000 {
            assert!(median < Duration::from_millis(20), "{arguments}: {median:?}");
        }
    }
}

/// Short lines, and a pause within one, are no reason to wait for more.
#[test]
fn a_pause_within_a_line_holds_back_no_answer() {
    let mut child = command("solve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut answer = || answers.next().unwrap().unwrap();
    lines.write_all(b"1\n").unwrap();
    assert!(answer().starts_with("# line 1: 1 cell"));
    let (start, end) = PHP16.split_at(40);
    write!(lines, "?\n{PHP16}\n{start}").unwrap();
    assert!(answer().starts_with("# line 2"));
    assert!(answer().starts_with("312695874"));
    thread::sleep(Duration::from_millis(20));
    writeln!(lines, "{end}").unwrap();
    assert!(answer().starts_with("312695874"));
    drop(lines);
    assert!(child.wait().unwrap().success());
}

/// A file that a killed program was writing is not there, or as it was before.
#[test]
fn a_killed_program_leaves_no_file_that_looks_whole() {
    let folder = slowest();
    let at = folder.path();
    fs::write(at.join("old.txt"), "old\n").unwrap();
    symlink("old.txt", at.join("link.txt")).unwrap();
    for signal in ["-KILL", "-TERM"] {
        for arguments in [
            "generate --count 100000000 --clues 30 --seed 1 --out {}/new.txt",
            "generate --count 100000000 --clues 30 --seed 1 --force --out {}/link.txt",
            "convert {}/many.txt - --out {}/new.txt",
        ] {
            let arguments = arguments.replace("{}", &at.display().to_string());
            let mut program = command(&arguments);
            let mut child = program.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            thread::sleep(Duration::from_millis(600));
            send(signal, &child);
            assert!(!child.wait().unwrap().success());
            assert!(!at.join("new.txt").exists(), "{arguments}");
            assert_eq!(fs::read_to_string(at.join("link.txt")).unwrap(), "old\n", "{arguments}");
        }
    }
    let arguments =
        format!("generate --count 3 --clues 30 --seed 1 --force --out {}/link.txt", at.display());
    stdout(&program(&arguments));
    assert!(at.join("link.txt").is_symlink());
    assert_eq!(fs::read_to_string(at.join("old.txt")).unwrap().lines().count(), 3);
}

/// That nobody reads stderr is no reason to fail.
#[test]
fn warnings_that_nobody_reads_do_no_harm() {
    let folder = slowest();
    let at = folder.path().display().to_string();
    fs::write(folder.path().join("bad.txt"), format!("{PHP16}\nbad\n")).unwrap();
    let run = format!("run {at}/bad.txt --out {at}/run --solvers fast");
    for (arguments, code) in [
        (format!("convert {at}/bad.txt"), 0),
        (format!("convert {at}/bad.txt --strict"), 65),
        (format!("solve {at}/missing.txt"), 66),
        (format!("explain {at}/bad.txt {at}/bad.txt --format html --limit 1"), 0),
        (format!("generate --count 100 --size 4 --any --clues 1 --seed 1 --out {at}/g"), 75),
        (run, 0),
        (format!("summarize {at}/run"), 0),
        (format!("report {at}/run --out {at}/report.html"), 0),
    ] {
        assert_eq!(without_stderr(&arguments), code, "{arguments}");
    }
}

/// The exit code of the program whose stderr nobody reads any more.
fn without_stderr(arguments: &str) -> i32 {
    let (_, unread) = std::io::pipe().unwrap();
    let mut child = command(arguments).stdout(Stdio::null()).stderr(unread).spawn().unwrap();
    child.wait().unwrap().code().unwrap()
}

/// Inputs whose names differ in blanks alone get files of their own.
#[test]
fn formulas_of_similar_names_are_all_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let files = ["a b.txt", "a_b.txt", "a+b.txt"].map(|name| at.join(name));
    for (clue, file) in (1..).zip(&files) {
        fs::write(file, format!("{clue}{}\n", ".".repeat(15))).unwrap();
    }
    let mut convert = command("convert --to dimacs --out");
    convert.arg(at.join("out")).args(&files);
    stdout(&convert.output().unwrap());
    let formulas: Vec<String> =
        fs::read_dir(at.join("out")).unwrap().map(|file| text(&file.unwrap().path())).collect();
    assert_eq!(formulas.len(), 3);
    for file in ["a b.txt", "a_b.txt", "a+b.txt"] {
        assert_eq!(formulas.iter().filter(|formula| formula.contains(file)).count(), 1, "{file}");
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_time_limit_of_centuries_is_no_limit() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    fs::write(folder.path().join("p.txt"), format!("{PHP16}\n").repeat(5)).unwrap();
    let free = stdout(&program(&format!("solve {at}/p.txt")));
    for limit in ["53days", "500years", "10000years"] {
        let limited = program(&format!("solve {at}/p.txt --time-limit {limit}"));
        assert_eq!(stdout(&limited), free, "{limit}");
    }
}
