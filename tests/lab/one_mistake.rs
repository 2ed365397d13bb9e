//! Drawn 9×9 puzzles in layouts by chance, one ordinary mistake in each file: no puzzle is read that was not
//! drawn.
//!
//! The files are those of a seed, a few hundred of them; for more:
//!
//! ```sh
//! SUDOKU_LAB_FUZZ=100000 cargo test --release --test lab -- one_mistake:: --nocapture
//! ```

use std::io::Cursor;

use sudoku_lab::source::BlockReader;
use sudoku_lab::text::to_line;

use super::puzzles::Random;
use super::support::unique_puzzles;

/// Files unless the environment says otherwise.
const FILES: usize = 600;

/// How puzzles are drawn.
struct Layout {
    /// An empty cell, what stands between cells, and between boxes.
    sign: &'static str,
    mark: &'static str,
    bar: &'static str,
    /// Between bands, if anything does.
    ruler: Option<&'static str>,
    title: Option<&'static str>,
    /// Lines between puzzles.
    between: Vec<&'static str>,
}

impl Layout {
    fn by_chance(random: &mut Random) -> Layout {
        let mut one_of = |all: &[&'static str]| all[random.below(all.len())];
        let mark = one_of(&["", "", " ", ",", ";", "\t"]);
        let is_sheet = [",", ";", "\t"].contains(&mark);
        let sign = one_of(if is_sheet { &["", "", ".", "0"] } else { &[".", ".", "0", "_", "*"] });
        let bar = one_of(if is_sheet { &[""] } else { &["", "", "|"] });
        let ruler = match one_of(&["", "", "", "-", "=", "_"]) {
            "" => None,
            _ if is_sheet => None,
            "_" => (bar.is_empty()).then_some(""),
            "-" => Some("-----------"),
            _ => Some("==========="),
        };
        let title = match one_of(&["", "", "Puzzle", "Grid", "#"]) {
            "" => None,
            title => Some(title),
        };
        let line = match (one_of(&["", "", "nothing", "---"]), mark) {
            ("nothing", ",") => ",,,,,,,,",
            ("nothing", ";") => ";;;;;;;;",
            ("nothing", "\t") => "\t\t\t\t\t\t\t\t",
            ("---", _) => "---",
            _ => "",
        };
        let count = one_of(&["", "a", "a", "aa"]).len();
        Layout { sign, mark, bar, ruler, title, between: vec![line; count] }
    }

    /// The lines of a file.
    fn draw(&self, puzzles: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, puzzle) in (1..).zip(puzzles) {
            lines.extend(self.title.map(|title| format!("{title} {number}")));
            let cells: Vec<&str> = (0..81)
                .map(|at| &puzzle[at..=at])
                .map(|cell| if cell == "." { self.sign } else { cell })
                .collect();
            for (place, row) in cells.chunks(9).enumerate() {
                let boxes: Vec<String> = row.chunks(3).map(|three| three.join(self.mark)).collect();
                let between = format!("{}{}", self.bar, self.mark);
                lines.push(boxes.join(if self.bar.is_empty() { self.mark } else { &between }));
                lines.extend(self.ruler.filter(|_| place == 2 || place == 5).map(str::to_owned));
            }
            if number < puzzles.len() {
                lines.extend(self.between.iter().map(|&line| line.to_owned()));
            }
        }
        lines
    }
}

/// One change to a line, as people and programs make them.
fn spoil(random: &mut Random, lines: &mut Vec<String>) {
    let at = random.below(lines.len());
    let line = lines[at].clone();
    let place = random.below(line.len() + 1);
    match random.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, line),
        2 => lines.insert(at, String::new()),
        3 => lines.insert(at, ["hello", "see page 12", "???", "12"][random.below(4)].into()),
        4 if place < line.len() => drop(lines[at].remove(place)),
        5 if place < line.len() => lines[at].insert_str(place, &line[place..=place]),
        6 if place < line.len() => lines[at].replace_range(place..=place, "?"),
        7 if at + 1 < lines.len() => {
            let next = lines.remove(at + 1);
            lines[at].push_str(&next);
        }
        _ => {
            lines[at].truncate(place);
            lines.insert(at + 1, line[place..].to_owned());
        }
    }
}

fn read(text: &str) -> Vec<String> {
    let stream = Box::new(Cursor::new(text.as_bytes().to_vec()));
    let mut reader = BlockReader::over(stream, 1024).unwrap();
    let mut found = Vec::new();
    while let Ok(Some(block)) = reader.next_block() {
        let puzzles = block.puzzles().filter_map(|line| line.puzzle.ok());
        found.extend(puzzles.map(|puzzle| to_line(puzzle.grid())));
    }
    found
}

/// Whether a puzzle is one of these, or has one given fewer: of a sheet without signs nothing tells that.
fn is_known(puzzle: &str, drawn: &[String]) -> bool {
    let is_near = |one: &String| {
        let mut others = one.bytes().zip(puzzle.bytes()).filter(|(was, is)| was != is);
        others.next().is_none_or(|(_, is)| is == b'.') && others.next().is_none()
    };
    drawn.iter().any(is_near)
}

#[test]
fn no_other_puzzle_is_read() {
    let asked = std::env::var("SUDOKU_LAB_FUZZ").ok().and_then(|text| text.parse().ok());
    let all: Vec<String> = unique_puzzles(40).iter().map(|one| to_line(one.grid())).collect();
    let mut random = Random::new(23);
    let mut whole = 0;
    for file in 0..asked.unwrap_or(FILES) {
        let layout = Layout::by_chance(&mut random);
        let first = random.below(all.len() - 6);
        let drawn = &all[first..first + 2 + random.below(4)];
        let mut lines = layout.draw(drawn);
        if file % 10 == 0 {
            let text = lines.join("\n") + "\n";
            assert_eq!(read(&text), drawn, "file {file}:\n{text}");
        }
        spoil(&mut random, &mut lines);
        let text = lines.join("\n") + "\n";
        let found = read(&text);
        whole += found.iter().filter(|one| drawn.contains(one)).count();
        let other = found.iter().find(|one| !is_known(one, drawn));
        assert_eq!(other, None, "file {file}:\n{text}");
    }
    // It says nothing where nothing is read.
    assert!(whole > FILES, "{whole}");
}
