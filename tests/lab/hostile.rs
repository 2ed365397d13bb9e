//! A folder made to do harm, given to every command: each ends in time with a documented
//! code, without a panic, and no name of a file gets out of its place.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use polars::prelude::*;

use super::program::read;
use super::support::{PHP16, command};

/// What a command may take.
const AT_MOST: Duration = Duration::from_secs(60);

/// Names of files that say too much, each of which holds one puzzle.
const NAMES: [&[u8]; 9] = [
    b"new\nline 1 0\n-1 0.txt",
    b"return\rp cnf 1 1.txt",
    b"esc\x1b[31mred.txt",
    b"<img src=x onerror=alert(1)>.txt",
    b"[link](javascript:x)|`a`.txt",
    b"not utf-8 \xff\xfe.txt",
    b"-.txt",
    b"a,\"b\"\tc;.txt",
    b"*?[x].txt",
];

fn hostile(root: &Path) {
    let at = |name: &[u8]| root.join(OsStr::from_bytes(name));
    let puzzle = format!("{PHP16}\nbad\x1b[2J\t\"row\", <b>\n");
    for name in NAMES {
        fs::create_dir_all(at(b"names")).unwrap();
        fs::write(at(b"names").join(OsStr::from_bytes(name)), &puzzle).unwrap();
    }
    fs::write(at(b"names").join("x".repeat(251) + ".txt"), &puzzle).unwrap();
    // The same name in two folders, and in one whose name is no text.
    for folder in [&b"one"[..], b"two", b"\xff\n"] {
        fs::create_dir(at(folder)).unwrap();
        fs::write(at(folder).join("same.txt"), &puzzle).unwrap();
    }
    symlink("..", at(b"one/up")).unwrap();
    symlink("../two", at(b"one/other")).unwrap();
    symlink("../one", at(b"two/other")).unwrap();
    symlink("self.txt", at(b"self.txt")).unwrap();
    symlink("nowhere", at(b"gone.txt")).unwrap();
    symlink("/dev/zero", at(b"zero.txt")).unwrap();
    assert!(Command::new("mkfifo").arg(at(b"pipe.txt")).status().unwrap().success());
    drop(UnixListener::bind(at(b"socket.txt")).unwrap());
    fs::create_dir(at(b"folder.txt")).unwrap();
    fs::write(at(b"cut.txt.gz"), b"\x1f\x8b\x08").unwrap();
    fs::write(at(b"long.txt"), vec![b'.'; 1 << 22]).unwrap();
    fs::write(at(b"blank.txt.zst"), zstd::encode_all(&vec![b'\n'; 50_000_000][..], 3).unwrap())
        .unwrap();
}

/// Runs a command until it ends.
fn ended(mut command: Command) -> Output {
    let name = format!("{:?}", command.get_args().collect::<Vec<_>>());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let (id, begun) = (child.id().to_string(), Instant::now());
    let waiting = thread::spawn(move || child.wait_with_output().unwrap());
    while !waiting.is_finished() {
        if begun.elapsed() > AT_MOST {
            assert!(Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
            panic!("{name} does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = waiting.join().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{name} was killed"));
    assert!([0, 64, 65, 66, 74, 75].contains(&code), "{name}: {code}\n{told}");
    assert!(!told.contains("panicked"), "{name}: {told}");
    output
}

/// What commands print of a hostile folder holds no control characters of it.
fn is_printable(output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(bytes).unwrap();
        let wrong = text.chars().find(|c| c.is_control() && !"\n\t".contains(*c));
        assert_eq!(wrong, None, "{text}");
    }
}

#[test]
fn commands_that_read_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join(OsStr::from_bytes(b"tr\xffee\n\x1b"));
    fs::create_dir(&root).unwrap();
    hostile(&root);
    let out = |name: &str| folder.path().join(name);
    let run = |arguments: &str, more: &[&OsStr]| {
        let mut command = command(arguments);
        command.args(more).arg(".").current_dir(&root);
        let output = ended(command);
        is_printable(&output);
        let told = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(65), "{arguments}: {told}");
        for path in ["self.txt", "gone.txt", "cut.txt.gz"] {
            assert!(told.contains(path), "{arguments}: {path} is not told: {told}");
        }
        let text = String::from_utf8(output.stdout).unwrap();
        (text, told)
    };
    let puzzles = NAMES.len() + 4;
    for arguments in ["check", "solve", "rate", "explain --brief", "explain --format json"] {
        let (text, told) = run(arguments, &[]);
        assert!(told.contains("1 .txt (no regular file): pipe.txt") || told.contains("pipe.txt"));
        let good = text.matches(match arguments {
            "check" => "\tunique",
            "solve" => "312695874648317592",
            "rate" => PHP16,
            "explain --brief" => "one solution",
            _ => "\"size\":9,",
        });
        assert_eq!(good.count(), puzzles, "{arguments}");
    }
    run("explain --format html", &[]);
    for to in ["line", "block", "ericson", "csv", "canonical"] {
        let (text, _) = run(&format!("convert --keep-input --to {to}"), &[]);
        let lines = text.lines().count();
        // A row for each good and each bad line, and one that is too long.
        match to {
            "block" => assert_eq!(lines, 13 * puzzles + puzzles + puzzles + 1, "{text}"),
            "csv" => assert_eq!(lines, 2 * puzzles + 2, "{text}"),
            _ => assert_eq!(lines, 2 * puzzles + 1, "{text}"),
        }
    }
    run("convert --to dimacs --out", &[out("cnf").as_os_str()]);
    let formulas: Vec<_> =
        fs::read_dir(out("cnf")).unwrap().map(|one| one.unwrap().path()).collect();
    assert_eq!(formulas.len(), puzzles);
    formulas.iter().for_each(|path| check_formula(&fs::read_to_string(path).unwrap()));
    for name in ["run", "again"] {
        run("run --quiet --solvers fast --out", &[out(name).as_os_str()]);
    }
    let sets = |name| -> BTreeSet<String> {
        let sets = read(&out(name), "puzzles").column("set").unwrap().cast(&DataType::String);
        sets.unwrap().str().unwrap().iter().flatten().map(str::to_owned).collect()
    };
    assert_eq!(sets("run").len(), puzzles, "every file has a name of its own");
    assert_eq!(sets("run"), sets("again"));
    let mut resume = command("run --quiet --solvers fast --resume .");
    resume.arg("--out").arg(out("run")).current_dir(&root);
    assert_eq!(ended(resume).status.code(), Some(65));
    let mut plan = command("plan --quiet --solvers fast .");
    plan.arg("--out").arg(out("plan")).current_dir(&root);
    assert_eq!(ended(plan).status.code(), Some(65));
    for (arguments, code) in
        [("work --unit 0", 0), ("finalize", 65), ("summarize", 0), ("status", 0)]
    {
        let mut command = command(arguments);
        command.arg(out("plan")).current_dir(&root);
        assert_eq!(ended(command).status.code(), Some(code), "{arguments}");
    }
}

/// A formula has as many clauses as it says, and nothing else but comments.
fn check_formula(text: &str) {
    let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
    let header = lines.next().unwrap();
    let clauses: usize = header.strip_prefix("p cnf 729 ").unwrap().parse().unwrap();
    assert_eq!(lines.clone().count(), clauses);
    assert!(lines.all(|line| line.ends_with(" 0")));
}

#[test]
fn commands_that_read_something_else() {
    let folder = tempfile::tempdir().unwrap();
    hostile(folder.path());
    for arguments in [
        "conform .",
        "convert --from dimacs-model .",
        "summarize .",
        "report . --out page.html",
        "status .",
        "finalize .",
        "work . --unit 0",
        "experiment one --out e",
        "experiment gone.toml --out e",
        "experiment folder.txt --out e",
        "explain one/same.txt --strategies x",
        "solve gone.txt",
        "solve self.txt",
        "solve socket.txt",
        "solve folder.txt",
        "check *.txt",
        "check [",
        "rate names",
        "run --out one .",
        "run --out long.txt .",
        "plan --out pipe.txt .",
        "generate --count 1 --clues 30 --seed 1 --out gone.txt",
        "generate --count 1 --clues 30 --seed 1 --out self.txt",
        "generate --count 1 --clues 30 --seed 1 --out folder.txt",
        "list solvers",
    ] {
        // A named pipe that is named itself is waited for.
        fs::remove_file(folder.path().join("pipe.txt")).ok();
        let mut command = command(arguments);
        command.current_dir(folder.path());
        ended(command);
    }
}

/// What has no end, or is not begun, is left within the budget.
#[test]
fn endless_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let zeros = folder.path().join("zeros.zst");
    let mut archive = zstd::Encoder::new(fs::File::create(&zeros).unwrap(), 1).unwrap();
    std::io::copy(&mut std::io::repeat(0).take(3 << 30), &mut archive).unwrap();
    archive.finish().unwrap();
    for input in [Path::new("/dev/zero"), &pipe, &zeros] {
        let out = folder.path().join("out");
        let begun = Instant::now();
        let mut command = command("run --solvers fast --quiet --budget 1s");
        command.arg(input).arg("--out").arg(&out);
        let output = ended(command);
        assert_eq!(output.status.code(), Some(75), "{}", input.display());
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "{}: {:?}",
            input.display(),
            begun.elapsed()
        );
        fs::remove_dir_all(out).unwrap();
    }
}
