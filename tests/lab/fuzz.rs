//! Every parser on input that nobody would write.
//!
//! A seeded mutator changes the corpus in `tests/fixtures/fuzz`; nothing may panic, and
//! each target says what must hold besides. The stable toolchain is all it needs. The
//! tests do some thousand executions per parser; for more:
//!
//! ```sh
//! SUDOKU_LAB_FUZZ=10000000 cargo test --release --test lab -- fuzz:: --nocapture
//! ```
//!
//! A panic prints the input that caused it; it then belongs in the corpus.

use std::io::{Cursor, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use sudoku_lab::cnf::dimacs::{Reply, grid_of_model, parse_reply};
use sudoku_lab::grid::Layout;
use sudoku_lab::source::BlockReader;
use sudoku_lab::text::{
    Dialect, MAX_LINE, ParseErrorKind, escape, parse_case, parse_cells, parse_line, to_line,
};

use super::TESTS;
use super::drawings::rows;
use super::puzzles::Random;
use super::support::unique_puzzles;

/// Executions per parser unless the environment says otherwise.
const EXECUTIONS: u64 = 3_000;
/// Inputs do not grow beyond this by mutation.
const LONGEST: usize = 3 * MAX_LINE;

/// What a mutation may insert.
const TOKENS: [&[u8]; 16] = [
    b"\n",
    b"\r\n",
    b"\0",
    b"\xef\xbb\xbf",
    b"puzzle",
    b"quizzes,",
    b"\"",
    b",",
    b"\t",
    b";",
    b"#",
    b"-!",
    b"................",
    b"123456789",
    b"\xff\xfe",
    b"\x1f\x8b",
];

fn corpus() -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(format!("{TESTS}/fixtures/fuzz")).unwrap();
    let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// One to eight changes to a member of the corpus.
fn mutate(random: &mut Random, corpus: &[Vec<u8>], input: &mut Vec<u8>) {
    input.clear();
    input.extend_from_slice(&corpus[random.below(corpus.len())]);
    for _ in 0..=random.below(8) {
        let at = random.below(input.len() + 1);
        let until = (at + 1 + random.below(90)).min(input.len());
        match random.below(7) {
            0 if at < input.len() => input[at] ^= 1 << random.below(8),
            1 if at < input.len() => input[at] = random.below(256) as u8,
            2 => input.truncate(at),
            3 if at < until => drop(input.drain(at..until)),
            4 if at < until && input.len() < LONGEST => {
                let part = input[at..until].to_vec();
                let times = 1 << random.below(7);
                input.splice(at..at, part.repeat(times));
            }
            5 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => drop(input.splice(at..at, TOKENS[random.below(TOKENS.len())].iter().copied())),
        }
        input.truncate(LONGEST);
    }
}

/// Sheets as spreadsheets write them, with nothing in empty cells, and what may stand between.
fn sheets() -> Vec<Vec<u8>> {
    let puzzles: Vec<String> = unique_puzzles(12).iter().map(|one| to_line(one.grid())).collect();
    let sheet = |line: &String, mark: &str| -> String {
        let row = |row: &str| row.replace("", mark)[mark.len()..].replace('.', "");
        let rows: Vec<String> = rows(line, 9).lines().map(row).collect();
        rows.iter().map(|row| format!("{}\n", &row[..row.len() - mark.len()])).collect()
    };
    let text = |(place, puzzles): (usize, &[String])| {
        let mark = [",", ";", "\t"][place % 3];
        let nothing = format!("{}\n", mark.repeat(8));
        let title = format!("{}\nPuzzle 2{}\n", mark.repeat(8), mark.repeat(8));
        let between = ["", "\n", &nothing, &title, "_________\n", "=====\n"][place % 6];
        puzzles.iter().map(|line| sheet(line, mark)).collect::<Vec<_>>().join(between).into_bytes()
    };
    puzzles.windows(3).enumerate().map(text).collect()
}

/// One to three small mistakes: a byte or a line less, a line twice, another byte.
fn mistype(random: &mut Random, corpus: &[Vec<u8>], input: &mut Vec<u8>) {
    input.clear();
    input.extend_from_slice(&corpus[random.below(corpus.len())]);
    for _ in 0..=random.below(3) {
        let at = random.below(input.len());
        let start = input[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end = input[at..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(input.len(), |end| at + end + 1);
        match random.below(4) {
            0 => drop(input.remove(at)),
            1 => drop(input.drain(start..end)),
            2 => {
                let line = input[start..end].to_vec();
                drop(input.splice(start..start, line));
            }
            _ => input[at] = b",;\t0.19_ \n#x"[random.below(12)],
        }
    }
}

/// Runs a parser on mutated input.
fn fuzz(name: &str, seed: u64, corpus: &[Vec<u8>], target: impl Fn(&[u8])) {
    fuzz_with(mutate, name, seed, corpus, target);
}

/// What changes a member of a corpus.
type Mutate = fn(&mut Random, &[Vec<u8>], &mut Vec<u8>);

fn fuzz_with(mutate: Mutate, name: &str, seed: u64, corpus: &[Vec<u8>], target: impl Fn(&[u8])) {
    let asked = std::env::var("SUDOKU_LAB_FUZZ").ok().and_then(|text| text.parse().ok());
    let executions = asked.unwrap_or(EXECUTIONS);
    let mut random = Random::new(seed);
    let mut input = Vec::new();
    for execution in 0..executions {
        mutate(&mut random, corpus, &mut input);
        let result = catch_unwind(AssertUnwindSafe(|| target(&input)));
        if let Err(panic) = result {
            eprintln!("{name}, execution {execution}: {}", escape(&input, usize::MAX));
            resume_unwind(panic);
        }
    }
    println!("{name}: {executions} executions");
}

/// An error has a known reason and a message.
fn check_error(kind: &ParseErrorKind) {
    assert!(ParseErrorKind::REASONS.contains(&kind.reason()));
    assert!(!kind.to_string().is_empty());
}

#[test]
fn lines_of_every_dialect() {
    fuzz("parse_line", 1, &corpus(), |input| {
        let (first, rest) = input.split_at(input.iter().position(|&b| b == b'\n').unwrap_or(0));
        let dialect = Dialect::of_first_line(first);
        for line in [first, rest] {
            for dialect in [dialect, Dialect::Plain] {
                match parse_line(line, dialect) {
                    Ok(None) => {}
                    Ok(Some(puzzle)) => {
                        let cells = to_line(puzzle.grid());
                        assert_eq!(parse_cells(cells.as_bytes()).as_ref(), Ok(&puzzle));
                    }
                    Err(kind) => check_error(&kind),
                }
            }
        }
    });
}

#[test]
fn cells_alone() {
    fuzz("parse_cells", 2, &corpus(), |input| match parse_cells(input) {
        Ok(puzzle) => assert!(puzzle.grid().values().len() <= input.len()),
        Err(kind) => check_error(&kind),
    });
}

#[test]
fn escapes() {
    fuzz("escape", 3, &corpus(), |input| {
        let escaped = escape(input, 200);
        assert!(escaped.chars().all(|c| !c.is_control()));
        assert!(escape(input, usize::MAX).starts_with(&escaped));
    });
}

#[test]
fn strategy_cases() {
    let mut corpus = corpus();
    let path = format!("{TESTS}/fixtures/strategies/xyz-wing.txt");
    let cases = std::fs::read(path).unwrap();
    corpus.extend(cases.split(|&byte| byte == b'\n').map(<[u8]>::to_vec));
    fuzz("parse_case", 6, &corpus, |input| {
        if let Err(error) = parse_case(&String::from_utf8_lossy(input)) {
            assert!(!error.to_string().is_empty());
        }
    });
}

#[test]
fn replies_of_sat_solvers() {
    let model = (1..=64).map(|v| if v % 4 == 1 { v.to_string() } else { format!("-{v}") });
    let model: Vec<String> = model.collect();
    let (literals, middle) = (model.join(" "), model[..32].join(" "));
    let texts = [
        format!("SAT\n{literals} 0\n"),
        format!("c by hand\ns SATISFIABLE\nv {middle}\nv {} 0\n", model[32..].join(" ")),
        "UNSAT\n".to_owned(),
        "s UNKNOWN\nv 729 99999999999 -2147483648 0\n".to_owned(),
    ];
    let mut corpus = corpus();
    corpus.extend(texts.map(String::into_bytes));
    fuzz("parse_reply", 7, &corpus, |input| match parse_reply(&String::from_utf8_lossy(input)) {
        Ok(Reply::Model(model)) => {
            for layout in [None, Some(Layout::nine())] {
                if let Ok(grid) = grid_of_model(&model, layout) {
                    assert!(layout.is_none_or(|layout| grid.layout() == layout));
                }
            }
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    });
}

/// The lines a reader gives, up to the last that is not blank, and whether it fails at the
/// end. Blank ones may be passed over.
fn lines(input: &[u8], block_lines: usize) -> (Vec<Vec<u8>>, bool) {
    let stream = Box::new(Cursor::new(input.to_vec()));
    let Ok(mut reader) = BlockReader::over(stream, block_lines) else {
        return (Vec::new(), true);
    };
    let mut lines: Vec<Vec<u8>> = Vec::new();
    let all = |mut lines: Vec<Vec<u8>>| {
        let content = lines.iter().rposition(|line| !line.is_empty());
        lines.truncate(content.map_or(0, |last| last + 1));
        lines
    };
    loop {
        match reader.next_block() {
            Ok(None) => return (all(lines), false),
            Err(_) => return (all(lines), true),
            Ok(Some(block)) => {
                // A block ends where a drawing does.
                assert!(!block.is_empty() && block.len() < block_lines + 1200);
                assert!(block.first_line() > lines.len() as u64);
                lines.resize(block.first_line() as usize - 1, Vec::new());
                for (number, line) in block.lines() {
                    assert_eq!(number, lines.len() as u64 + 1);
                    assert!(line.len() <= MAX_LINE + 1);
                    let is_blank = line.trim_ascii().is_empty();
                    lines.push(if is_blank { Vec::new() } else { line.to_vec() });
                }
                for line in block.puzzles() {
                    if let Err(kind) = line.puzzle {
                        check_error(&kind);
                    }
                }
            }
        }
    }
}

#[test]
fn blocks_of_plain_text() {
    fuzz("blocks", 4, &corpus(), |input| {
        // Lines do not depend on how they are grouped.
        assert_eq!(lines(input, 1), lines(input, 5));
    });
}

#[test]
fn blocks_of_sheets() {
    fuzz_with(mistype, "sheets", 8, &sheets(), |input| drop(lines(input, 64)));
}

#[test]
fn blocks_of_archives() {
    let gz = |text: &Vec<u8>| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let zst = |text: &Vec<u8>| zstd::encode_all(&text[..], 3).unwrap();
    let texts = corpus();
    let packed: Vec<Vec<u8>> = texts.iter().map(gz).chain(texts.iter().map(zst)).collect();
    for (archive, text) in packed.iter().zip(texts.iter().chain(&texts)) {
        assert_eq!(lines(archive, 3), lines(text, 3));
    }
    fuzz("archives", 5, &packed, |input| drop(lines(input, 3)));
}

#[test]
fn a_gigabyte_without_a_line_end_is_one_bad_line() {
    for byte in [0, b'.', 0xff] {
        let stream = Box::new(std::io::repeat(byte).take(1 << 30));
        let mut reader = BlockReader::over(stream, 10).unwrap();
        let block = reader.next_block().unwrap().unwrap();
        assert!(block.len() == 1 && block.text().len() <= MAX_LINE + 2);
        let line = block.puzzles().next().unwrap();
        assert_eq!(line.puzzle.unwrap_err().reason(), "too_long");
        assert!(reader.next_block().unwrap().is_none());
    }
}
