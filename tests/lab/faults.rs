//! Puzzles drawn directly below one another, one of which has a fault: no other puzzle is made of their rows.

use std::io::Write;

use sudoku_lab::text::to_line;

use super::drawings::{check, converted, rows};
use super::sheets::fields;
use super::support::{command, full_line, small_puzzles, unique_puzzles, without_row};

/// Puzzles in lines, and all their rows.
fn lines_and_rows(count: u64) -> (Vec<String>, Vec<String>) {
    let lines: Vec<String> = unique_puzzles(count).iter().map(|one| to_line(one.grid())).collect();
    let all: String = lines.iter().map(|line| rows(line, 9)).collect();
    (lines, all.lines().map(str::to_owned).collect())
}

/// A row too many among drawn puzzles, or a missing one, costs the puzzles in which it may be: no others are
/// made of their rows.
#[test]
fn a_row_more_or_fewer_makes_no_other_puzzle() {
    let lines: Vec<String> =
        unique_puzzles(5).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    let all: String = lines[..3].iter().map(|line| rows(line, 9)).collect();
    let all: Vec<&str> = all.lines().collect();
    let [above, below] = [&lines[3], &lines[4]].map(|line| rows(line, 9));
    let mut found = 0;
    for (place, shift) in (0..27).flat_map(|place| [(place, 1), (place, 0), (place, -1)]) {
        let mut faulty = all.clone();
        match shift {
            1 => faulty.insert(place, "........."),
            0 => faulty.insert(place, all[place]),
            _ => drop(faulty.remove(place)),
        }
        let text = format!("{above}\n{}\n\n{below}", faulty.join("\n"));
        let read = converted(&text);
        assert!(read.iter().all(|line| lines.contains(line)), "{text}");
        assert!(read.contains(&lines[3]) && read.contains(&lines[4]), "{text}");
        let whole = (0..3).filter(|puzzle| place / 9 != *puzzle);
        found += whole.filter(|&puzzle| read.contains(&lines[puzzle])).count();
        // Of one puzzle nothing tells which row it is.
        let row = place % 9;
        let faulty = if shift == 1 { "........." } else { all[row] };
        let one = [&all[..row], &[faulty], &all[row..9]].concat().join("\n");
        assert_eq!(converted(&format!("{above}\n{one}\n\n{below}")), lines[3..], "{one}");
    }
    assert!(found > 81, "{found} of 162");
}

/// A row that a sheet lacks, or one too many, makes no other puzzle, though a row of another one is empty.
#[test]
fn a_row_more_or_fewer_in_a_sheet_with_empty_rows_makes_no_other_puzzle() {
    let mut lines: Vec<String> =
        unique_puzzles(4).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    lines[2] = without_row(3, 0);
    let sheet = |line: &String| -> Vec<String> {
        let row =
            |place: usize| line[9 * place..9 * place + 9].replace("", ",")[1..18].replace('.', "");
        (0..9).map(row).collect()
    };
    let rows: Vec<String> = lines.iter().flat_map(sheet).collect();
    for place in 0..36 {
        let (mut fewer, mut more) = (rows.clone(), rows.clone());
        drop(fewer.remove(place));
        more.insert(place, rows[(place + 5) % 36].clone());
        for text in [fewer, more].map(|rows| rows.join("\n")) {
            let read = converted(&text);
            assert!(read.iter().all(|line| lines.contains(line)), "{place}: {text}");
        }
    }
    assert_eq!(converted(&rows.join("\n")), lines);
}

/// A blank line within a puzzle, or a row that is cut, costs that one.
#[test]
fn a_line_that_cuts_a_puzzle_costs_no_other() {
    let (lines, all) = lines_and_rows(5);
    for (place, is_blank) in (9..36).flat_map(|place| [(place, true), (place, false)]) {
        let mut faulty = all.clone();
        match is_blank {
            true => faulty.insert(place, String::new()),
            false => faulty[place].truncate(4),
        }
        let read = converted(&faulty.join("\n"));
        let others = |&(puzzle, _): &(usize, &String)| puzzle != place / 9;
        let whole: Vec<&String> =
            lines.iter().enumerate().filter(others).map(|one| one.1).collect();
        match place % 9 {
            0 if is_blank => assert_eq!(read, lines),
            // Of one row or two nothing tells of which puzzle they are.
            1 | 2 | 7 | 8 => assert!(read.iter().all(|line| whole.contains(&line)), "{place}"),
            _ => assert_eq!(read.iter().collect::<Vec<_>>(), whole, "{place} {is_blank}"),
        }
    }
}

/// In a long block it is found where puzzles go on below a fault.
#[test]
fn a_fault_in_a_long_block_costs_few_puzzles() {
    let (lines, all) = lines_and_rows(40);
    for place in [200, 257] {
        let mut faulty = all.clone();
        drop(faulty.remove(place));
        let read = converted(&faulty.join("\n"));
        assert!(read.iter().all(|line| lines.contains(line)), "{place}");
        assert!(read.len() >= 32, "{place}: {}", read.len());
    }
}

/// A row without givens may look as a ruler; it is one of the puzzle, or stands between two.
#[test]
fn rows_that_may_be_rulers_are_told_by_solutions() {
    let (lines, _) = lines_and_rows(8);
    let has_empty = |line: &&String| line.as_bytes().chunks(9).any(|row| row == b".........");
    let puzzles: Vec<&String> = lines.iter().filter(has_empty).take(1).chain(&lines[..2]).collect();
    for (sign, ruler) in ["_", "*"].into_iter().flat_map(|sign| [(sign, ""), (sign, "_________\n")])
    {
        let drawn = |line: &&String| rows(&line.replace('.', sign), 9);
        for row in 0..9 {
            let first = rows(&lines[3].replace('.', sign), 9);
            let first: String = first
                .lines()
                .enumerate()
                .filter(|(nth, _)| *nth != row)
                .map(|(_, row)| format!("{row}\n"))
                .collect();
            let others: Vec<String> = puzzles.iter().map(drawn).collect();
            let text = format!("{first}{ruler}{}", others.join(ruler));
            let read = converted(&text);
            assert_eq!(read.iter().collect::<Vec<_>>(), puzzles, "{text}");
        }
    }
}

/// Where frames tell which puzzle has a row too many, it is that one.
#[test]
fn a_row_too_many_in_a_frame_is_told() {
    let (lines, _) = lines_and_rows(3);
    let border = "+-------+-------+-------+";
    let framed = |cells: &str| {
        let bands = cells.chars().collect::<Vec<_>>();
        let group =
            |three: &[char]| three.iter().map(|cell| format!("{cell} ")).collect::<String>();
        bands
            .chunks(9)
            .map(|row| format!("| {}|", row.chunks(3).map(group).collect::<Vec<_>>().join("| ")))
            .collect::<Vec<_>>()
    };
    let empty = framed(&".".repeat(9)).remove(0);
    // Above the first row it is a head.
    for place in 1..=9 {
        let mut text = String::new();
        for (nth, line) in lines.iter().enumerate() {
            for (row, drawn) in framed(line).into_iter().enumerate() {
                if row % 3 == 0 {
                    text += &format!("{border}\n");
                }
                if (nth, row) == (1, place) {
                    text += &format!("{empty}\n");
                }
                text += &format!("{drawn}\n");
            }
            if (nth, place) == (1, 9) {
                text += &format!("{empty}\n");
            }
            text += &format!("{border}\n");
        }
        let read = converted(&text);
        assert!(read.iter().all(|line| lines.contains(line)), "{place}: {text}{read:?}");
        assert!([0, 2].iter().all(|&at: &usize| read.contains(&lines[at])), "{place}: {text}");
        assert!(check(&text).iter().any(|(_, verdict)| verdict.starts_with("invalid")), "{place}");
    }
}

/// A row that ends with a mark, where empty cells have signs, may be cut there.
#[test]
fn a_row_cut_behind_a_mark_is_no_row() {
    let (lines, all) = lines_and_rows(1);
    let fields = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(",");
    let mut sheet: Vec<String> = all.iter().map(fields).collect();
    assert_eq!(converted(&sheet.join("\n")), lines);
    sheet[4].pop();
    assert_eq!(converted(&sheet.join("\n")), [""; 0]);
}

/// The sheet of some puzzles, with a title above each and a line of nothing below it.
fn titled(lines: &[String], mark: &str) -> Vec<String> {
    let nothing = mark.repeat(8);
    let one = |(number, line): (usize, &String)| {
        let row = |row: &str| row.replace('.', " ").replace("", mark)[1..18].replace(' ', "");
        let rows = rows(line, 9).lines().map(row).collect::<Vec<_>>();
        [vec![format!("Puzzle {number}{nothing}")], rows, vec![nothing.clone()]].concat()
    };
    (1..).zip(lines).flat_map(one).collect()
}

/// Of a titled sheet one row has a mistake, or is missing: no other puzzle is made of its rows and a line of
/// nothing, also where a row of it is empty; and all others are read.
#[test]
fn a_mistake_in_a_titled_sheet_costs_its_puzzle() {
    let (mut lines, _) = lines_and_rows(3);
    lines[1] = without_row(3, 1);
    for mark in [",", ";", "\t"] {
        let sheet = titled(&lines, mark);
        assert_eq!(converted(&sheet.join("\n")), lines);
        for (row, mistake) in (0..9).flat_map(|row| [(row, 0), (row, 1), (row, 2)]) {
            let mut faulty = sheet.clone();
            let at = 12 + row;
            match mistake {
                0 => faulty[at] = faulty[at].replacen(mark, "", 1),
                1 => faulty[at].insert(0, '?'),
                _ => drop(faulty.remove(at)),
            }
            let read = converted(&faulty.join("\n"));
            let has_others = [0, 2].iter().all(|&other| read.contains(&lines[other]));
            let is_known = |line: &String| {
                // An empty row is the line of nothing below it.
                lines.contains(line) || mistake < 2 && line[..9 * row] == lines[1][..9 * row]
            };
            assert!(has_others && read.iter().all(is_known), "{}", faulty.join("\n"));
        }
    }
}

/// An empty first row that lost a mark is no line between puzzles.
#[test]
fn a_row_of_nothing_that_lost_a_mark_is_a_row() {
    let (mut lines, _) = lines_and_rows(2);
    lines[1].replace_range(..9, ".........");
    let mut sheet = titled(&lines, ";");
    sheet[12].pop();
    assert_eq!(converted(&sheet.join("\n")), lines[..1]);
    assert_eq!(converted(&sheet[11..].join("\n")), [""; 0]);
}

/// A line of `-` between puzzles whose empty cells are `-` is no row of one that lacks a row.
#[test]
fn a_line_between_puzzles_is_no_row() {
    let (lines, _) = lines_and_rows(4);
    let drawn: Vec<String> = lines.iter().map(|line| rows(&line.replace('.', "-"), 9)).collect();
    let text = drawn.join("---------\n");
    let known: Vec<String> = lines.iter().map(|line| line.replace('-', ".")).collect();
    assert_eq!(converted(&text), known);
    let foreign = |row| {
        let mut faulty: Vec<&str> = text.lines().collect();
        faulty.remove(row);
        converted(&faulty.join("\n")).iter().filter(|line| !known.contains(line)).count()
    };
    // Eight rows and a line between have exactly one solution by chance.
    let foreign: usize = (0..36).map(|row| row + row / 9).map(foreign).sum();
    assert!(foreign <= 2, "{foreign}");
}

/// A row with a mark after its last cell that lacks a cell is no row with an empty last one.
#[test]
fn a_row_that_lacks_a_cell_before_a_mark_is_told() {
    let (lines, all) = lines_and_rows(1);
    let fields = |row: &String| row.replace('.', "0").replace("", ",")[1..].to_owned();
    let sheet: Vec<String> = all.iter().map(fields).collect();
    assert_eq!(converted(&sheet.join("\n")), lines);
    for (row, cell) in (0..9).flat_map(|row| (0..9).map(move |cell| (row, cell))) {
        let mut faulty = sheet.clone();
        faulty[row].replace_range(2 * cell..2 * cell + 2, "");
        assert_eq!(converted(&faulty.join("\n")), [""; 0], "{}", faulty.join("\n"));
    }
}

/// A first row with one given is no number above rows of which one too many is empty.
#[test]
fn a_first_row_with_one_given_is_no_number_above_a_row_of_nothing() {
    let (mut lines, _) = lines_and_rows(3);
    lines[1].replace_range(..9, "......7..");
    let sheet = titled(&lines, ",");
    for at in 13..20 {
        let mut faulty = sheet.clone();
        faulty.insert(at, ",".repeat(8));
        let read = converted(&faulty.join("\n"));
        assert_eq!(read, [&lines[0][..], &lines[2]], "{}", faulty.join("\n"));
        assert_eq!(converted(&faulty[12..22].join("\n")), [""; 0]);
    }
}

/// Two lines of a set that have come into one are told, whatever stands beside their puzzles.
#[test]
fn lines_that_have_run_together_are_told() {
    let lines: Vec<String> = lines_and_rows(3).0;
    for beside in [" easy", " 2.3", ",123456789", &format!(",{}", "123456789".repeat(9))] {
        let all: Vec<String> = lines.iter().map(|line| format!("{line}{beside}\n")).collect();
        assert_eq!(converted(&all.concat()), lines, "{beside}");
        let text = [&all[0], all[1].trim_end(), &all[2]].concat();
        assert_eq!(check(&text).len(), 2, "{text}");
        assert_eq!(converted(&text), lines[..1], "{text}");
    }
    // A solution, and the next puzzle.
    let full = full_line(0);
    for name in ["", "Puzzle: "] {
        let both = |line: &String| format!("{name}{line}\nSolution: {full}\n");
        let text: String = lines.iter().map(both).collect();
        assert_eq!(converted(&text), lines, "{text}");
        let text = text.replacen(&format!("{full}\n"), &full, 1);
        assert_eq!(check(&text).len(), 3, "{text}");
        assert_eq!(converted(&text), [&lines[0][..], &lines[2]], "{text}");
        let text = format!("{}Solution: {}.\n", both(&lines[0]), &full[1..]);
        assert_eq!(converted(&text), lines[..1], "{text}");
    }
}

/// A numbered puzzle with a wrong cell, or without one, is a reject, and no comment.
#[test]
fn a_numbered_puzzle_with_a_mistake_is_told() {
    for puzzle in [
        "1_2_3__4____1_3_",
        "1020300400001030",
        "1-2-3--4----1-3-",
        &format!("12{}", "_".repeat(34)),
        &format!("12{}3", "-".repeat(33)),
        &format!("12{}", "0".repeat(34)),
        &lines_and_rows(1).0[0],
    ] {
        let numbered = |numbers: std::ops::Range<u32>| -> String {
            numbers.map(|number| format!("#{number} {puzzle}\n")).collect()
        };
        assert_eq!(check(&numbered(1..4)).len(), 3);
        let row = puzzle.len().isqrt();
        let wrong = [
            puzzle[1..].to_owned(),
            puzzle[row..].to_owned(),
            format!("{}o{}", &puzzle[..9], &puzzle[10..]),
        ];
        for wrong in wrong {
            let said = check(&format!("{}#4 {wrong}\n{}", numbered(1..4), numbered(5..7)));
            assert!(said.len() == 6 && said[3].1.starts_with("invalid"), "{wrong}: {said:?}");
        }
    }
}

/// Where blank lines stand between bands and between puzzles, a doubled row makes no puzzle of the bands of two;
/// of small ones neither does a row with a cell too few.
#[test]
fn bands_of_two_puzzles_are_none() {
    let (lines, all) = lines_and_rows(3);
    let banded = |rows: &[String]| rows.chunks(3).map(|band| band.join("\n") + "\n\n").collect();
    let bands: Vec<String> = all.chunks(9).map(banded).collect();
    assert_eq!(converted(&bands.concat()), lines);
    for row in 0..9 {
        let mut first: Vec<&str> = bands[0].lines().collect();
        let at = row + row / 3;
        first.insert(at, first[at]);
        let text = format!("{}\n{}{}", first.join("\n"), bands[1], bands[2]);
        let read = converted(&text);
        assert!(read.iter().all(|line| lines.contains(line)), "{text}");
    }
    let small = "0,0,4,2\n4,3,1\n0,0,0,4\n0,0,2,0\n\n0,1,0,2\n0,3,0,0\n0,0,4,3\n0,4,2,1\n";
    assert!(!converted(small).iter().any(|line| line.starts_with("...4..2.")));
}

/// Below a line of nothing too many, the last row of a small puzzle looks as the number of the next one, which has
/// one solution by chance.
#[test]
fn a_last_row_of_a_small_puzzle_is_no_number() {
    let small = |extra: &str| {
        format!(
            ",,1,4\n,,,\n,3,,\n1,,3,\n,,,\n{extra}1,,,\n,3,4,1\n,,,2\n,,1,\n,,,\n,,,\n,,4,1\n1,,2,\n,,,3\n"
        )
    };
    let read = converted(&small(""));
    let faulty = converted(&small(",,,\n"));
    assert!(faulty.iter().all(|line| read.contains(line)), "{faulty:?} of {read:?}");
}

/// A puzzle that lacks a row, below another one, does not make rows of their numbers.
#[test]
fn numbers_of_small_puzzles_of_which_one_lacks_a_row_are_no_rows() {
    let first = "1,,,,,\n,5,,,,\n6,,2,,,\n,,5,,,\n,1,,3,,\n,,6,,,\n4,,,5,2,\n";
    let second = "2,,,,,\n3,,,,6,\n,,5,4,,\n,,,,,6\n,,1,,5,\n,,,,,\n";
    let read = converted(&format!("{first}{second}"));
    assert!(read.iter().all(|line| line.starts_with(".5....6.2...")), "{read:?}");
}

/// The solution of an object over several lines is no puzzle, where the text is no JSON.
#[test]
fn a_solution_that_is_named_in_quotes_is_no_puzzle() {
    let (puzzle, full) = (&unique_puzzles(1)[0], full_line(1));
    let object = format!(
        " {{\n  \"puzzle\": \"{}\",\n  \"solution\": \"{full}\"\n }}",
        to_line(puzzle.grid())
    );
    let said = check(&format!("puzzles = [\n{object},\n{object}\n]\n"));
    assert!(said.iter().all(|one| one.1.starts_with("invalid")), "{said:?}");
}

/// A digit that was lost between two marks is no empty cell, where empty cells have signs.
#[test]
fn a_cell_with_nothing_among_ones_with_signs_is_told() {
    let (lines, _) = lines_and_rows(3);
    for (mark, sign) in
        [",", ";", "\t"].into_iter().flat_map(|mark| [(mark, '.'), (mark, '*'), (mark, '0')])
    {
        let drawn = |line: &str| -> String {
            let cells: Vec<String> =
                line.replace('.', &sign.to_string()).chars().map(String::from).collect();
            cells.chunks(9).map(|row| row.join(mark) + "\n").collect::<String>() + "\n"
        };
        let sheet: Vec<String> = lines.iter().map(|line| drawn(line)).collect();
        assert_eq!(converted(&sheet.concat()), lines);
        for (at, digit) in sheet[1].match_indices(|cell: char| ('1'..='9').contains(&cell)) {
            let mut faulty = sheet[1].clone();
            faulty.replace_range(at..at + digit.len(), "");
            let text = format!("{}{faulty}{}", sheet[0], sheet[2]);
            assert_eq!(converted(&text), [&lines[0][..], &lines[2]], "{text}");
        }
        let line = sheet[1].trim_end().replace('\n', mark);
        assert_eq!(converted(&line), lines[1..2]);
        let digit = line.find(|cell: char| ('1'..='8').contains(&cell)).expect("one given");
        assert_eq!(converted(&format!("{}{}", &line[..digit], &line[digit + 1..])), [""; 0]);
    }
}

/// Of puzzles in a sheet with lines of nothing, one that does not have exactly one solution may have lost a row.
#[test]
fn a_row_lost_in_a_sheet_makes_no_other_puzzle() {
    let (lines, _) = lines_and_rows(3);
    let nothing = ",".repeat(8);
    let sheet = |lines: &[String], above: usize, below: usize| -> Vec<String> {
        let mut all = vec![nothing.clone(); above];
        for line in lines {
            all.extend(rows(line, 9).lines().map(|row| fields(",", row)));
            all.extend(vec![nothing.clone(); below]);
        }
        all
    };
    for (above, below) in [(0, 1), (0, 2), (1, 0), (1, 1)] {
        let whole = sheet(&lines, above, below);
        assert_eq!(converted(&whole.join("\n")), lines);
        for lost in above..whole.len() - 9 - below {
            let mut faulty = whole.clone();
            faulty.remove(lost);
            let read = converted(&faulty.join("\n"));
            assert!(read.iter().all(|line| lines.contains(line)), "{}", faulty.join("\n"));
        }
    }
    // One alone may have any number of solutions.
    let open = vec![lines[0].replace(['1', '2'], ".")];
    assert_eq!(converted(&sheet(&open, 1, 1).join("\n")), open);
}

/// A number below a fault tells where the next puzzle begins, if one more follows.
#[test]
fn the_second_number_of_a_sheet_is_known_below_a_fault() {
    let (lines, _) = lines_and_rows(3);
    for mark in ["", ".", ")"] {
        let mut all = Vec::new();
        for (number, line) in (1..).zip(&lines) {
            all.push(format!("{number}{mark},,,,,,,,"));
            all.extend(rows(line, 9).lines().map(|row| fields(",", row)));
        }
        assert_eq!(converted(&all.join("\n")), lines);
        all.remove(4);
        assert_eq!(converted(&all.join("\n")), lines[1..], "{}", all.join("\n"));
    }
}

/// Where blank lines stand between bands, one below what is left of a puzzle tells nothing.
#[test]
fn a_word_within_a_band_makes_no_other_puzzle() {
    let (lines, all) = lines_and_rows(4);
    let banded = |rows: &[String]| rows.chunks(3).map(|band| band.join("\n") + "\n\n").collect();
    let bands: Vec<String> = all.chunks(9).map(banded).collect();
    for row in 0..9 {
        for word in ["12", "hello", "see page 12"] {
            let mut first: Vec<&str> = bands[0].lines().collect();
            first.insert(row + row / 3, word);
            let text = format!("{}\n\n{}", first.join("\n"), bands[1..].concat());
            let read = converted(&text);
            assert!(read.iter().all(|line| lines.contains(line)), "{text}");
        }
    }
}

/// What an archive holds above a break is read as at the end of a file.
#[test]
fn puzzles_above_the_break_of_an_archive_are_read() {
    let (lines, all) = lines_and_rows(4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.txt.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all((all.join("\n") + "\n").as_bytes()).unwrap();
    let mut bytes = packed.finish().unwrap();
    bytes.truncate(bytes.len() - 4);
    std::fs::write(&path, bytes).unwrap();
    let output = command("convert").arg(&path).args(["--to", "line"]).output().unwrap();
    let read = String::from_utf8(output.stdout).unwrap();
    assert_eq!(read.lines().collect::<Vec<_>>(), lines);
    assert_eq!(output.status.code(), Some(65));
}

/// Three cells of a row with a bar between any two are no three boxes.
#[test]
fn a_row_cut_to_three_cells_is_told() {
    let (lines, all) = lines_and_rows(2);
    let drawn: Vec<String> = all
        .iter()
        .map(|row| {
            let cells = row.replace('.', " ");
            let cells: Vec<String> = cells.chars().map(|cell| format!(" {cell} ")).collect();
            format!("|{}|", cells.join("|"))
        })
        .collect();
    assert_eq!(converted(&format!("{}\n", drawn.join("\n"))), lines);
    for row in 0..9 {
        let mut faulty = drawn.clone();
        faulty[row].truncate(13);
        let text = format!("{}\n\n{}\n", faulty[..9].join("\n"), faulty[9..].join("\n"));
        assert_eq!(converted(&text), lines[1..], "{text}");
    }
}

/// Small puzzles in a sheet with lines of nothing between, one too many or a row too few: where they can be read as
/// whole puzzles otherwise, the number of solutions tells.
#[test]
fn a_line_of_nothing_too_many_in_a_small_sheet_is_told() {
    let (mut files, mut silent) = (0, 0);
    for order in [4, 6] {
        let all = small_puzzles(order, 20);
        let nothing = ",".repeat(order - 1);
        for puzzles in all.chunks(order - 1) {
            let lines: Vec<String> = puzzles.iter().map(|one| to_line(one.grid())).collect();
            let mut sheet: Vec<String> = Vec::new();
            for line in &lines {
                let rows = line.as_bytes().chunks(order);
                sheet.extend(rows.map(|row| fields(",", std::str::from_utf8(row).unwrap())));
                sheet.push(nothing.clone());
            }
            sheet.pop();
            for at in 0..sheet.len() {
                let (mut longer, mut shorter) = (sheet.clone(), sheet.clone());
                longer.insert(at, nothing.clone());
                shorter.remove(at);
                for faulty in [longer.join("\n"), shorter.join("\n")] {
                    let are_known = converted(&faulty).iter().all(|line| lines.contains(line));
                    let is_told = || check(&faulty).iter().any(|one| one.1.starts_with("invalid"));
                    files += 1;
                    silent += usize::from(!are_known && !is_told());
                }
            }
        }
    }
    // Few are puzzles with one solution by chance.
    assert!(files > 400 && silent * 25 < files, "{silent} of {files}");
}

/// A row with one given directly below a title with a number is no number.
#[test]
fn a_first_row_below_a_numbered_title_is_a_row() {
    let all: Vec<String> = small_puzzles(4, 60).iter().map(|one| to_line(one.grid())).collect();
    let has_one = |line: &&String| line[..4].bytes().filter(|&cell| cell != b'.').count() == 1;
    let firsts: Vec<&String> = all.iter().filter(has_one).collect();
    assert!(firsts.len() > 4);
    for first in firsts {
        let lines = [first, &all[0], &all[1], &all[2]];
        let drawn = |(line, number): (&&String, u32)| -> String {
            let rows = line.as_bytes().chunks(4);
            let rows = rows.map(|row| fields(",", std::str::from_utf8(row).unwrap()) + "\n");
            format!("Sudoku {number},,,\n{},,,\n", rows.collect::<String>())
        };
        let text: String = lines.iter().zip(1..).map(drawn).collect();
        for place in 2..6 {
            let mut faulty: Vec<&str> = text.lines().collect();
            faulty.insert(place, ",,,");
            let faulty = faulty.join("\n");
            let read = converted(&faulty);
            let is_near = |line: &String| lines.contains(&line) || line[..4] == first[..4];
            assert!(read.iter().all(is_near) && read.len() > 2, "{faulty}");
        }
    }
}
