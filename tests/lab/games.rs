//! Games of SudoCue: a puzzle, and below it what its player has reached.

use std::iter::once;

use super::drawings::{check, converted, lines_and_drawings};

/// The state of a game and its pencil marks are one grid at most: what comes below them is read.
#[test]
fn a_game_has_one_puzzle() {
    let puzzles = lines_and_drawings(6);
    let state = puzzles[0].0.replace('.', "0").replacen('0', "4", 1);
    let drawn = |line: &str| {
        let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
        rows.join("\n") + "\n"
    };
    let marks = "123,4,,9,5678,1,23,4,5\n".repeat(9);
    let framed = format!("+---+\n{}+---+\n", "| 12 4 9 | 9 5678 1 | 23 4 5 |\n".repeat(9));
    let (line, rows) = &puzzles[0];
    let sections = [
        format!("[State]\n{state}\n"),
        format!("[State]\n{}", drawn(&state)),
        format!("[State]\n\n{}[PencilMarks]\n{marks}", drawn(&state)),
        format!("[STATE]\n{state}\n[PencilMarks]\n\n{marks}"),
        format!("[PencilMarks]\n{framed}[state]\n{state}\n"),
        format!("[PencilMarks]\n{}\n", marks.trim_end().replace('\n', ",")),
        "[State]\n".to_owned(),
    ];
    for (section, puzzle) in sections
        .iter()
        .flat_map(|section| [format!("{line}\n"), rows.clone()].map(|one| (section, one)))
    {
        let others = &puzzles[1..];
        let below: [String; 4] = [
            others.iter().map(|(line, _)| format!("{line}\n")).collect(),
            others.iter().map(|(_, rows)| format!("\n{rows}")).collect(),
            others.iter().map(|(_, rows)| format!("Puzzle 2\n{rows}")).collect(),
            others.iter().map(|(line, _)| format!("[Puzzle]\n{line}\n{section}")).collect(),
        ];
        for below in below.iter().skip(if section == "[State]\n" { 2 } else { 0 }) {
            let text = format!("#A me\n[Puzzle]\n{puzzle}{section}{below}");
            let all: Vec<&str> =
                once(line).chain(others.iter().map(|(line, _)| line)).map(String::as_str).collect();
            assert_eq!(converted(&text), all, "{text}");
        }
    }
    // One that is cut short is a reject, and takes no other puzzle with it.
    let short = drawn(&state)[..80].to_owned();
    let text = format!("[Puzzle]\n{rows}[State]\n{short}\n\n{}", puzzles[1].1);
    assert_eq!(converted(&text), [line.as_str(), &puzzles[1].0], "{text}");
    assert!(
        matches!(&check(&text)[..], [_, (19, verdict), _] if verdict.starts_with("invalid")),
        "{text}"
    );
}
