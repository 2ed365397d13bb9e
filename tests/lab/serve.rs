//! The server of pages, asked through sockets: its answers, and what it refuses.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sudoku_lab::grid::Layout;

use crate::support::{PHP16, command, program, send, stdout};

/// A server that ends with the test.
pub struct Served {
    child: Child,
    pub address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve() -> Served {
    serve_folders("")
}

/// A server of the runs under these folders.
pub fn serve_folders(folders: &str) -> Served {
    let begun = Instant::now();
    let mut child = command(&format!("serve {folders}")).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    println!("the address after {:?}", begun.elapsed());
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    Served { child, address }
}

impl Served {
    /// The status and the text of the answer to these bytes; the connection is closed after it.
    fn raw(&self, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8(text).unwrap();
        let status = text.split(' ').nth(1).unwrap_or("0").parse().unwrap();
        (status, text)
    }

    pub fn get(&self, path: &str, more: &str) -> (u16, String) {
        let host = &self.address;
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n"))
    }

    fn post(&self, path: &str, question: &Value) -> (u16, Value) {
        let (host, body) = (&self.address, question.to_string());
        let (status, text) = self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        let body = text.split_once("\r\n\r\n").unwrap().1;
        (status, serde_json::from_str(body).unwrap())
    }
}

#[test]
fn steps_of_the_server_are_those_of_explain() {
    let served = serve();
    let ticks = ["full-house", "naked-single", "hidden-single", "naked-pair"];
    let arguments = format!("explain --format json --strategies {} {PHP16}", ticks.join(","));
    let told: Value = serde_json::from_str(&stdout(&program(&arguments))).unwrap();
    // In the order in which `explain` tries them.
    let mut question = json!({ "puzzle": PHP16, "strategies": told["strategies"] });
    let (status, all) = served.post("/api/steps", &question);
    assert_eq!(status, 200, "{all}");
    assert_eq!(all["ending"], told["ending"]);
    assert_eq!(all["last"], told["last"]);
    let steps = told["steps"].as_array().unwrap();
    assert_eq!(all["steps"].as_array().unwrap().len(), steps.len());
    assert!(steps.len() > 2);
    for (number, step) in steps.iter().enumerate() {
        let (_, one) = served.post("/api/step", &question);
        for (field, value) in step.as_object().unwrap() {
            assert_eq!(&all["steps"][number][field], value, "{field} of {number}");
            assert!(field == "number" || &one["step"][field] == value, "{field} of {number}");
        }
        question["values"] = one["after"]["values"].clone();
        question["candidates"] = one["after"]["candidates"].clone();
    }
}

/// What the pages offer is what there is.
#[test]
fn the_sizes_of_the_pages_are_sizes() {
    let served = serve();
    for path in ["/", "/play"] {
        let (_, page) = served.get(path, "");
        let (_, select) = page.split_once("<select id=\"size\">").unwrap();
        let (select, _) = select.split_once("</select>").unwrap();
        let options: Vec<&str> = select.split("<option").skip(1).collect();
        assert!(options.len() > 4, "{path}");
        for option in options {
            let text = option.split_once('>').unwrap().1.split('<').next().unwrap();
            let value =
                option.split_once("value=\"").map(|(_, rest)| rest.split('"').next().unwrap());
            let size = value.unwrap_or(text);
            assert!(Layout::named(size).is_some(), "{path} offers {size}");
        }
    }
}

#[test]
fn questions_about_a_puzzle_are_answered() {
    let served = serve();
    let (status, board) = served.post("/api/board", &json!({ "puzzle": PHP16 }));
    assert_eq!((status, &board["solutions"]), (200, &json!(1)));
    let (_, count) = served.post("/api/count", &json!({ "puzzle": ".".repeat(16), "limit": 300 }));
    assert_eq!(count, json!({ "solutions": 288, "complete": true }));
    let (_, solved) = served.post("/api/solve", &json!({ "puzzle": PHP16, "solver": "fast" }));
    assert_eq!(solved["solution"], board["solution"]);
    // A digit that contradicts the solution, where the rules allow it.
    let values = board["state"]["values"].as_str().unwrap();
    let candidates = board["state"]["candidates"].as_array().unwrap();
    let right = board["solution"].as_str().unwrap();
    let place = (0..81).find(|&place| candidates[place].as_str().unwrap().len() > 1).unwrap();
    let wrong = candidates[place].as_str().unwrap().chars();
    let wrong = wrong.into_iter().find(|&digit| !right[place..].starts_with(digit)).unwrap();
    let values = format!("{}{wrong}{}", &values[..place], &values[place + 1..]);
    let (_, board) = served.post("/api/board", &json!({ "puzzle": PHP16, "values": values }));
    assert_eq!(board["wrong"].as_array().unwrap().len(), 1, "{board}");
    assert_eq!(served.post("/api/board", &json!({ "puzzle": "<b>" })).0, 400);
    assert_eq!(served.post("/api/step", &json!({ "puzzle": PHP16, "strategies": ["x"] })).0, 400);
    let (status, catalogue) = served.get("/api/catalogue", "");
    assert!(status == 200 && catalogue.contains("naked-single"));
}

#[test]
fn texts_are_read_and_written_and_puzzles_rated() {
    let served = serve();
    let markup = "<img src=x onerror=alert(1)>";
    let text = format!("{PHP16}\n{markup}\n1..2............\n");
    let (status, read) = served.post("/api/read", &json!({ "text": text }));
    assert_eq!((status, &read["more"], &read["note"]), (200, &json!(0), &json!(null)), "{read}");
    let two = json!({ "text": "a,b\n1..2............,..12............\n" });
    let note = served.post("/api/read", &two).1["note"].to_string();
    assert!(note.contains("column 1; column 2 holds puzzles, too"), "{note}");
    let rows = read["puzzles"].as_array().unwrap();
    assert_eq!(rows.len(), 3, "{read}");
    assert_eq!(rows[0]["puzzle"], PHP16.replace('0', "."));
    assert!(rows[1]["rejected"].is_string() && rows[1]["line"] == 2, "{read}");
    assert_eq!((&rows[2]["size"], &rows[2]["clues"]), (&json!(4), &json!(2)));
    // What strangers wrote comes back as JSON and never as a page.
    let (host, body) = (&served.address, json!({ "text": markup }).to_string());
    let (_, raw) = served.raw(&format!(
        "POST /api/read HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    let head = raw.to_lowercase();
    assert!(head.contains("content-type: application/json") && head.contains("nosniff"), "{raw}");

    let puzzle = "12..34..2...4...";
    let csv = served.post("/api/export", &json!({ "puzzle": puzzle, "format": "csv" })).1;
    assert_eq!(csv["text"], format!("puzzle,size,clues,set,line,status\n{puzzle},4,6,,,ok\n"));
    let values = "123.34..2...4...";
    let question = json!({ "puzzle": puzzle, "values": values, "format": "line" });
    assert_eq!(served.post("/api/export", &question).1["text"], format!("{values}\n"));
    assert_eq!(served.post("/api/export", &json!({ "puzzle": puzzle, "format": "sdk" })).0, 400);

    let table = stdout(&program(&format!("rate {PHP16}")));
    let columns: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let rated = served.post("/api/rate", &json!({ "puzzle": PHP16 })).1["rated"].clone();
    for (name, told) in columns[0].iter().zip(&columns[1]) {
        let said = match &rated[*name] {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let is_shared = rated.get(*name).is_some();
        assert!(!is_shared || said == *told, "{name}: {said}, not {told}");
    }
    assert_eq!(rated["status"], "ok");
    let exact = json!({ "puzzle": PHP16, "order": "ser" });
    assert!(served.post("/api/rate", &exact).1["rated"]["ser"].as_f64().unwrap() > 1.0);
}

#[test]
fn all_steps_at_a_position_are_found_and_puzzles_made() {
    let served = serve();
    let ticks = ["full-house", "hidden-single", "pointing"];
    let question = json!({ "puzzle": PHP16, "strategies": ticks });
    let (_, first) = served.post("/api/step", &question);
    let (_, all) = served.post("/api/find", &question);
    let steps = all["steps"].as_array().unwrap();
    assert!(all["complete"] == true && steps.len() > 1, "{all}");
    assert_eq!(steps[0]["reason"], first["step"]["reason"]);
    assert!(steps.iter().all(|step| !step["parts"].as_array().unwrap().is_empty()));

    let (status, refused) = served.post("/api/generate", &json!({ "size": "<b>" }));
    assert_eq!(status, 400, "{refused}");
    let question = json!({ "size": "2x3", "seed": 5 });
    let (status, made) = served.post("/api/generate", &question);
    assert_eq!((status, &made["seed"]), (200, &json!(5)), "{made}");
    assert_eq!(made, served.post("/api/generate", &question).1);
    let count = json!({ "puzzle": made["puzzle"], "limit": 2 });
    assert_eq!(served.post("/api/count", &count).1["solutions"], 1);
    let (status, hard) = served.post("/api/generate", &json!({ "level": "hard", "seed": 1 }));
    assert_eq!(status, 200, "{hard}");
    let rated = served.post("/api/rate", &json!({ "puzzle": hard["puzzle"], "order": "hodoku" })).1;
    assert_eq!(rated["rated"]["level"], "hard");
}

#[test]
fn slow_and_silent_clients_keep_nobody_waiting() {
    let served = serve();
    let host = served.address.clone();
    let connect = || TcpStream::connect(&host).unwrap();
    let head = format!("POST /api/board HTTP/1.1\r\nHost: {host}\r\n");
    let json = "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    // Both are ended after 10 s, and the first kept silent over that.
    let mut slow = [head.clone(), format!("{head}{json}")].map(|begun| {
        let mut stream = connect();
        stream.write_all(begun.as_bytes()).unwrap();
        (stream, Instant::now())
    });
    // A grid on which all strategies work longer than they may, while others are answered.
    let every: Vec<Value> = serde_json::from_str::<Value>(
        served.get("/api/catalogue", "").1.split_once("\r\n\r\n").unwrap().1,
    )
    .unwrap()["strategies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].clone())
        .collect();
    std::thread::scope(|scope| {
        let large = scope.spawn(|| {
            let begun = Instant::now();
            let question = json!({ "puzzle": ".".repeat(625), "strategies": every });
            let (status, _) = served.post("/api/steps", &question);
            assert!(matches!(status, 200 | 503), "{status}");
            assert!(begun.elapsed() < Duration::from_secs(14), "{:?}", begun.elapsed());
        });
        let begun = Instant::now();
        let board = served.post("/api/board", &json!({ "puzzle": PHP16 }));
        assert_eq!(board.0, 200);
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        for (stream, begun) in &mut slow {
            stream.set_read_timeout(Some(Duration::from_secs(14))).unwrap();
            let mut reply = Vec::new();
            let _ = stream.read_to_end(&mut reply);
            assert!(begun.elapsed() < Duration::from_secs(14), "{:?}", begun.elapsed());
            let reply = String::from_utf8_lossy(&reply).into_owned();
            assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 408"), "{reply}");
        }
        large.join().unwrap();
    });
    let silent: Vec<TcpStream> = (0..1_000).map(|_| connect()).collect();
    let begun = Instant::now();
    assert_eq!(served.post("/api/board", &json!({ "puzzle": PHP16 })).0, 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    drop(silent);
}

#[test]
fn what_does_not_come_from_our_pages_is_refused() {
    let served = serve();
    let host = served.address.clone();
    let (status, page) = served.get("/", "");
    assert!(status == 200 && page.contains("default-src 'none'"), "{page}");
    // What a page loads is there.
    for link in page.split(['"', '\'']).filter(|link| link.starts_with("/assets/")) {
        assert_eq!(served.get(link, "").0, 200, "{link}");
    }
    let head = "Connection: close\r\n";
    assert_eq!(served.raw(&format!("GET / HTTP/1.1\r\nHost: evil.test\r\n{head}\r\n")).0, 421);
    assert_eq!(served.get("/", "Origin: http://evil.test\r\n").0, 403);
    assert_eq!(served.get("/", "Origin: null\r\n").0, 403);
    assert_eq!(served.get("/", &format!("Origin: http://{host}\r\n")).0, 200);
    assert_eq!(served.get("/", "Sec-Fetch-Site: cross-site\r\n").0, 403);
    let dots = ["..", "%2e%2e", ".%2e", "%2E.", "..%2f..", "%252e%252e", "..\\..", "..%5c", "%00"];
    for dots in dots {
        for path in [
            "/assets/DOTS/Cargo.toml",
            "/assets/DOTS%2fetc%2fpasswd",
            "/DOTS/Cargo.toml",
            "/api/runs/DOTS/report",
            "/api/runs/DOTS/live",
            "/api/runs/DOTS/puzzles?from=0",
            "/api/runs/DOTS%2fetc/rejects?from=0",
            "/api/runs/DOTS%2fetc%2fpasswd",
            "/api/compare?a=DOTS&b=DOTS%2fetc",
        ] {
            let path = path.replace("DOTS", dots);
            let (status, text) = served.get(&path, "");
            assert!((400..500).contains(&status), "{path}: {text}");
        }
    }
    let post = format!("POST /api/board HTTP/1.1\r\nHost: {host}\r\n{head}");
    let json = "Content-Type: application/json\r\n";
    assert_eq!(served.raw(&format!("{post}{json}Content-Length: 100000000\r\n\r\n")).0, 413);
    // A hundred million bytes that do come, announced or not, are not waited for.
    for length in ["Content-Length: 100000000", "Transfer-Encoding: chunked"] {
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "{post}{json}{length}\r\n\r\n").unwrap();
        let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
        let taken = (0..1_600).take_while(|_| stream.write_all(&chunk).is_ok()).count();
        assert!(taken < 400, "{length}: {taken}");
    }
    assert_eq!(served.get("/", "").0, 200);
    assert_eq!(served.raw(&format!("{post}Content-Length: 2\r\n\r\n{{}}")).0, 415);
    assert_eq!(served.get("/api/board", "").0, 405);
}

#[test]
fn a_signal_ends_the_server_within_a_second() {
    let mut served = serve();
    let begun = Instant::now();
    send("-INT", &served.child);
    assert_eq!(served.child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(1));
}
