//! The runs that a server tells of: those under its folders, and nothing else.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::serve::{Served, serve_folders};
use super::support::{PHP16, command, program, send, stdout, unique_puzzles, write_puzzles};

fn served(folder: &Path) -> Served {
    serve_folders(&folder.display().to_string())
}

fn json(served: &Served, path: &str) -> (u16, Value) {
    let (status, text) = served.get(path, "");
    let body = text.split_once("\r\n\r\n").unwrap().1;
    (status, serde_json::from_str(body).unwrap())
}

/// The run of this path in the list.
fn listed(served: &Served, path: &str) -> Value {
    let (status, all) = json(served, "/api/runs");
    assert_eq!(status, 200, "{all}");
    let runs = all["folders"][0]["runs"].as_array().unwrap();
    runs.iter().find(|run| run["path"] == path).cloned().unwrap_or_else(|| panic!("{path}: {all}"))
}

#[test]
fn runs_under_the_folders_are_told_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let puzzles = unique_puzzles(30);
    write_puzzles(&at.join("set.txt"), &puzzles);
    let reject = "<img src=x onerror=alert(1)>";
    let lines = fs::read_to_string(at.join("set.txt")).unwrap();
    fs::write(at.join("set.txt"), format!("{lines}{reject}\n55{}\n", &PHP16[2..])).unwrap();
    let run = |out: &str| {
        let run =
            format!("run {0}/set.txt --out {0}/{out} --solvers fast,dlx --quiet", at.display());
        stdout(&program(&run));
    };
    fs::create_dir_all(at.join("runs/deep/er")).unwrap();
    ["runs/one", "runs/deep/er/two", "runs/torn", "elsewhere"].iter().for_each(|out| run(out));
    symlink(at.join("elsewhere"), at.join("runs/linked")).unwrap();
    let parts = fs::read_dir(at.join("runs/torn/solves")).unwrap();
    parts.for_each(|part| fs::remove_file(part.unwrap().path()).unwrap());
    fs::create_dir_all(at.join("runs/broken/_state")).unwrap();
    fs::write(at.join("runs/broken/_state/run.json"), "{}").unwrap();
    let served = served(&at.join("runs"));
    let (_, all) = json(&served, "/api/runs");
    let paths = |run: &Value| run["path"].as_str().unwrap().to_owned();
    let runs = all["folders"][0]["runs"].as_array().unwrap();
    let paths: Vec<String> = runs.iter().map(paths).collect();
    assert_eq!(paths, ["broken", "deep/er/two", "one", "torn"]);
    let states = runs.iter().map(|run| run["state"].as_str().unwrap());
    assert_eq!(states.collect::<Vec<_>>(), ["broken", "finished", "finished", "damaged"]);
    let id = |path: &str| listed(&served, path)["id"].as_str().unwrap().to_owned();
    let (one, two) = (id("one"), id("deep/er/two"));

    let (status, told) = json(&served, &format!("/api/runs/{one}"));
    let asked = stdout(&program(&format!("status {}/runs/one --json", at.display())));
    assert_eq!(status, 200);
    assert_eq!(told["status"], serde_json::from_str::<Value>(&asked).unwrap());
    assert_eq!(
        (&told["status"]["disagreements"], &told["status"]["rejects"]),
        (&json!(0), &json!(2))
    );
    let solvers = told["solvers"].as_array().unwrap();
    let dlx = solvers.iter().find(|row| row["solver"] == "dlx").unwrap();
    assert_eq!((&dlx["puzzles"], &dlx["share_solved"]), (&json!(30), &json!(1.0)));
    assert!(dlx["median_ns"].as_u64().unwrap() > 0);
    let (_, broken) = json(&served, &format!("/api/runs/{}", id("broken")));
    assert_eq!(broken["status"]["state"], "broken");
    let (status, torn) = json(&served, &format!("/api/runs/{}/puzzles", id("torn")));
    assert_eq!(status, 400);
    assert!(torn["error"].as_str().unwrap().contains("torn is damaged"), "{torn}");

    let (_, rows) = json(&served, &format!("/api/runs/{one}/puzzles?from=28&count=9"));
    assert_eq!((&rows["total"], rows["puzzles"].as_array().unwrap().len()), (&json!(30), 2));
    let line = lines.lines().nth(28).unwrap();
    assert_eq!(
        (&rows["puzzles"][0]["puzzle"], &rows["puzzles"][0]["line"]),
        (&json!(line), &json!(29))
    );
    let (_, rows) = json(&served, &format!("/api/runs/{one}/rejects?from=0"));
    assert_eq!((&rows["total"], &rows["rejects"][0]["text"]), (&json!(2), &json!(reject)));
    assert_eq!(json(&served, &format!("/api/runs/{one}/puzzles?from=-1")).0, 400);

    let (status, page) = served.get(&format!("/api/runs/{one}/report"), "");
    assert!(status == 200 && page.contains("<title>Run one</title>"), "{page}");
    assert!(page.contains("style-src 'sha256-") && !page.contains("script-src"), "{page}");
    let (_, compared) = json(&served, &format!("/api/compare?a={one}&b={two}"));
    assert_eq!(compared["same_puzzles"], true);
    assert!(compared["solvers"][0]["ratio_median"].as_f64().unwrap() > 0.0, "{compared}");
    // Nor does a link within a run lead out of it.
    let table = at.join("runs/deep/er/two/solves");
    fs::remove_dir_all(&table).unwrap();
    symlink(at.join("elsewhere/solves"), table).unwrap();
    for part in ["", "/report", "/puzzles", "/live"] {
        let (status, told) = json(&served, &format!("/api/runs/{two}{part}"));
        assert!(
            status == 400 && told["error"].as_str().unwrap().contains("link"),
            "{part}: {told}"
        );
    }
    let run = listed(&served, "deep/er/two");
    assert!(run["state"] == "broken" && run["problem"].as_str().unwrap().contains("link"), "{run}");
    // Of folders within one another, each has its own path to a run.
    let both = format!("{0}/runs/deep/er {0}/runs", at.display());
    let (_, all) = json(&serve_folders(&both), "/api/runs");
    let path = |folder: usize, run: usize| all["folders"][folder]["runs"][run]["path"].clone();
    assert_eq!([path(0, 0), path(1, 1)], ["two", "deep/er/two"]);
    for path in ["/api/runs/0000000000000000", "/api/runs/one", "/api/runs/none/live"] {
        assert_eq!(json(&served, path).0, 404, "{path}");
    }
}

#[test]
fn a_run_is_followed_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("set.txt"), &unique_puzzles(300));
    let run = format!("run {at}/set.txt --out {at}/runs/one --solvers dlx --min-span 8ms");
    fs::create_dir(folder.path().join("runs")).unwrap();
    let served = served(&folder.path().join("runs"));
    let mut child = command(&format!("{run} --threads 1 --unit-lines 64 --quiet")).spawn().unwrap();
    while !folder.path().join("runs/one/_state/run.json").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = listed(&served, "one")["id"].as_str().unwrap().to_owned();
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let host = &served.address;
    write!(stream, "GET /api/runs/{id}/live HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let (mut states, mut done) = (Vec::new(), None);
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let told: Value = serde_json::from_str(data).unwrap();
        states.push((
            told["status"]["state"].as_str().unwrap().to_owned(),
            told["status"]["puzzles"].as_u64().unwrap(),
        ));
        if done.is_none() && child.try_wait().unwrap().is_some() {
            done = Some(Instant::now());
        }
        if states.last().unwrap().0 == "finished" {
            break;
        }
    }
    child.wait().unwrap();
    assert!(done.is_none_or(|done| done.elapsed() < Duration::from_secs(2)), "{states:?}");
    assert_eq!(states.first().unwrap().0, "running", "{states:?}");
    assert_eq!(states.last().unwrap().1, 300);
    assert!(states.iter().any(|(_, puzzles)| (1..300).contains(puzzles)), "{states:?}");
}

/// A run that a signal stopped, followed by as many as may: each is told at once, and who leaves
/// makes room.
#[test]
fn as_many_as_may_follow_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("set.txt"), &unique_puzzles(300));
    fs::create_dir(folder.path().join("runs")).unwrap();
    let run = format!("run {at}/set.txt --out {at}/runs/one --solvers dlx --min-span 50ms --quiet");
    let mut child = command(&format!("{run} --unit-lines 16")).spawn().unwrap();
    let served = served(&folder.path().join("runs"));
    while !folder.path().join("runs/one/_state/units/000000.json").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    send("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let run = listed(&served, "one");
    assert_eq!(run["state"], "stopped");
    let follow = || {
        let mut stream = TcpStream::connect(&served.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let (id, host) = (run["id"].as_str().unwrap(), &served.address);
        write!(stream, "GET /api/runs/{id}/live HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
        let status = lines.next().unwrap();
        let told = status.contains("200").then(|| lines.find(|line| line.starts_with("data: ")));
        (stream, told.flatten())
    };
    let mut followers: Vec<(TcpStream, Option<String>)> = (0..64).map(|_| follow()).collect();
    for (_, told) in &followers {
        assert!(told.as_ref().unwrap().contains("\"state\":\"stopped\""), "{told:?}");
    }
    assert_eq!(follow().1, None);
    followers.truncate(60);
    let since = Instant::now();
    while follow().1.is_none() {
        assert!(since.elapsed() < Duration::from_secs(15));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Answers that nobody reads fill what the system keeps for a connection, and then wait.
#[test]
fn clients_that_never_read_keep_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let served = served(folder.path());
    let asked = format!("GET /api/catalogue HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let deaf: Vec<TcpStream> = (0..260)
        .map(|_| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
            let _ = stream.write_all(asked.repeat(60).as_bytes());
            stream
        })
        .collect();
    let since = Instant::now();
    // All places may be taken until the first of them have taken nothing for ten seconds.
    while since.elapsed() < Duration::from_secs(20) {
        if std::panic::catch_unwind(|| json(&served, "/api/runs").0)
            .is_ok_and(|status| status == 200)
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    println!("answered after {:?}", since.elapsed());
    assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
    drop(deaf);
}

#[test]
fn other_machines_need_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve_folders(&format!("{} --listen 0.0.0.0", folder.path().display()));
    let (address, token) = served.address.split_once("/?token=").unwrap();
    let port = address.split_once(':').unwrap().1;
    let ask = |path: &str, host: &str, more: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
            .unwrap();
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let host = format!("127.0.0.1:{port}");
    let cookie = |token: &str| format!("Cookie: other=1; sudoku-lab-token={token}\r\n");
    let wrong = token.replace(|c: char| c.is_ascii_digit(), "a") + "a";
    for (path, more) in
        [("/", String::new()), ("/api/runs", cookie(&wrong)), ("/?token=", cookie(""))]
    {
        assert!(ask(path, &host, &more).starts_with("HTTP/1.1 401"), "{path}");
    }
    let welcome = ask(&format!("/runs?token={token}"), &host, "");
    assert!(welcome.starts_with("HTTP/1.1 303"), "{welcome}");
    assert!(welcome.contains("location: /runs") && welcome.contains("HttpOnly; SameSite=Strict"));
    assert!(ask("/api/runs", &host, &cookie(token)).starts_with("HTTP/1.1 200"));
    assert!(ask("/api/runs", "evil.test", &cookie(token)).starts_with("HTTP/1.1 421"));
}
