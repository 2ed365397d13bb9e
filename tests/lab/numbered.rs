//! Numbers above puzzles, in cells of a spreadsheet or alone in a line, and first rows with one given that look as them.

use sudoku_lab::text::to_line;

use super::drawings::{check, converted, rows};
use super::sheets::{fields, puzzles_with_empty_sides};
use super::support::{unique_puzzles, without_row};

/// It stands in a cell above each.
#[test]
fn numbers_of_puzzles_are_no_row() {
    let [one, other] = puzzles_with_empty_sides();
    for mark in [",", ";", "\t"] {
        for (before, first) in [("", 1), ("", 9), ("", 17), (&mark.repeat(4)[..], 3)] {
            for between in ["".into(), "\n".into(), format!("{}\n", mark.repeat(8))] {
                let of = |(line, number): (&String, usize)| {
                    let title = format!("{before}{number}{}\n", mark.repeat(8 - before.len()));
                    let row = |all: String, row: &str| all + &fields(mark, row) + "\n";
                    title + &rows(line, 9).lines().fold(String::new(), row)
                };
                // Of two lines of nothing below a last row nothing tells which is one.
                let is_marked = between.starts_with(mark);
                let lines = if is_marked { [&other; 3] } else { [&one, &other, &one] };
                let drawn: Vec<String> = lines.into_iter().zip(first..).map(of).collect();
                let text = drawn.join(&between);
                assert_eq!(converted(&text), lines.map(String::as_str), "{text}");
            }
        }
    }
    let numbered = |sign: &str| {
        let row = |row: &str| row.replace("", ",")[1..18].replace('.', sign) + "\n";
        let drawn: Vec<String> = rows(&one, 9).lines().map(row).collect();
        let bands: Vec<String> = drawn.chunks(3).map(<[String]>::concat).collect();
        (1..4).fold(String::new(), |text, number| {
            format!("{text}{number},,,,,,,,\n{}\n", bands.join(",,,,,,,,\n"))
        })
    };
    for sign in ["", ".", "0"] {
        assert_eq!(converted(&numbered(sign)), [&one[..]; 3], "{sign}");
    }
    // With a line of nothing between bands it is a given.
    assert_eq!(converted(",,3,\n,3,,2\n,,,\n,2,,\n1,,,3\n"), ["..3..3.2.2..1..3"]);
    let given = format!("...5.....{}", &without_row(0, 1)[9..]);
    let banded = |line: &String| {
        let row = |row: &str| fields(",", row) + "\n";
        let all: Vec<String> = rows(line, 9).lines().map(row).collect();
        all.chunks(3).map(|band| band.concat()).collect::<Vec<_>>().join(",,,,,,,,\n")
    };
    let text = [&other, &given, &given].map(banded).join("\n");
    assert_eq!(converted(&text), [&other[..], &given, &given], "{text}");
}

/// A number stands above its puzzle with lines of nothing between; a fault costs the puzzle that has it.
#[test]
fn numbers_stand_apart_from_their_puzzles() {
    let lines: Vec<String> = unique_puzzles(4).iter().map(|one| to_line(one.grid())).collect();
    for way in 0..16 {
        let (mark, first) = [(",", 1), (";", 7), ("\t", 99)][way % 3];
        let nothing = format!("{}\n", mark.repeat(8));
        let (gap, after, bands) = (way / 4, way % 4, way % 5 == 0);
        let of = |(line, number): (&String, usize)| -> Vec<String> {
            let drawn = rows(line, 9);
            let drawn = drawn.lines().enumerate().flat_map(|(row, cells)| {
                let between = (bands && row > 0 && row % 3 == 0).then(|| nothing.clone());
                between.into_iter().chain([fields(mark, cells) + "\n"])
            });
            let number = format!("{number}{nothing}");
            let above = [number].into_iter().chain(vec![nothing.clone(); gap]);
            above.chain(drawn).chain(vec![nothing.clone(); after]).collect()
        };
        let all: Vec<Vec<String>> = lines.iter().zip(first..).map(of).collect();
        assert_eq!(converted(&all.concat().concat()), lines, "{gap} {after} {bands}");
        assert_eq!(converted(&all[0].concat()), lines[..1], "{gap} {after} {bands}");
        for hurt in 0..4 {
            let mut all = all.clone();
            all[hurt].remove(gap + 2);
            let rest = [&lines[..hurt], &lines[hurt + 1..]].concat();
            let read = converted(&all.concat().concat());
            assert!(read.iter().all(|line| rest.contains(line)), "{gap} {after} {bands} {hurt}");
            assert!(read.len() > 1 || hurt > 1 || bands, "{gap} {after} {bands} {hurt}: {read:?}");
        }
    }
}

/// The lines of nothing above or below them may be rows of all: the givens tell, or nothing.
#[test]
fn puzzles_below_numbers_may_all_begin_or_end_empty() {
    let nothing = format!("{}\n", ",".repeat(8));
    let digit = |cell: usize| (3 * (cell / 9 % 3) + cell / 27 + cell % 9) % 9 + 1;
    let full = (0..72).map(|cell| digit(cell).to_string()).collect::<String>() + &".".repeat(9);
    let [last, first] = puzzles_with_empty_sides();
    let mut read = 0;
    for line in [last, first, full.clone(), full.chars().rev().collect()] {
        let drawn: String = rows(&line, 9).lines().map(|row| fields(",", row) + "\n").collect();
        for (gap, after) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)] {
            let (above, below) = (nothing.repeat(gap), nothing.repeat(after));
            let one = |number| format!("{number}{nothing}{above}{drawn}{below}");
            let told = converted(&(1..4).map(one).collect::<String>());
            assert!(told.iter().all(|told| *told == line), "{gap} {after}: {told:?}");
            read += usize::from(told.len() == 3);
        }
    }
    assert_eq!(read, 4 * 5);
}

/// A number alone in the first row of a puzzle is none of the puzzle's.
#[test]
fn a_first_row_with_one_given_is_no_number() {
    let lines = ["..1..4..2..3....", "3......2.1..4..."];
    let drawn = lines
        .map(|line| rows(line, 4).lines().map(|row| fields(",", row) + "\n").collect::<String>());
    let nothing = ",,,\n";
    for count in 0..4 {
        assert_eq!(converted(&(drawn[0].clone() + &nothing.repeat(count))), [lines[0]], "{count}");
    }
    // The next number, though in another column; what is above it may be read in two ways.
    let next = "...2";
    let two = drawn[0].clone() + nothing + &drawn[1].replacen("3,,,", &fields(",", next), 1);
    let read = converted(&two);
    assert!(read.iter().all(|one| *one == lines[0] || one.starts_with(next)), "{two}{read:?}");
}

/// Where numbers stand above puzzles, they need not count: a puzzle that ends with an empty row stands as others.
#[test]
fn numbers_above_puzzles_may_be_any() {
    let nothing = ",".repeat(8);
    let mut lines: Vec<String> = unique_puzzles(3).iter().map(|one| to_line(one.grid())).collect();
    lines[1] = without_row(8, 1);
    for place in 0..3 {
        lines.rotate_left(1);
        for (numbers, after) in [
            (["3", "2", "1"], ""),
            (["1", "2", "3"], ""),
            (["1.0", "2.0", "3.0"], ","),
            (["1.5", "3.0", "3.0"], ","),
            (["12", "4805", "30"], ""),
            (["2", "9", "4"], ","),
        ] {
            let between = if after.is_empty() { "" } else { &nothing };
            let one = |(line, number): (&String, &str)| {
                let drawn: Vec<String> =
                    rows(line, 9).lines().map(|row| fields(",", row)).collect();
                format!("{number}{nothing}\n{}\n", drawn.join("\n"))
            };
            let text: Vec<String> = lines.iter().zip(numbers).map(one).collect();
            let text = text.join(&format!("{between}\n"));
            let read = converted(&text);
            assert!(read.iter().all(|line| lines.contains(line)), "{place} {numbers:?} {text}");
            assert!(read == lines || !after.is_empty(), "{place} {numbers:?} {text}");
        }
    }
}

/// Where the number of the only puzzle may be its first row, solutions tell.
#[test]
fn a_number_that_may_be_a_row_is_told_by_solutions() {
    let empty = ".".repeat(9);
    let nothing = ",".repeat(8);
    let mut found = 0;
    for line in unique_puzzles(60).iter().map(|one| to_line(one.grid())) {
        let drawn = rows(&line, 9);
        let mut drawn: Vec<&str> = drawn.lines().collect();
        let Some(place) = drawn.iter().position(|row| *row == empty) else { continue };
        // The rows of a band may be exchanged, and bands may be.
        let first = place / 3 * 3;
        drawn[first..first + 3].rotate_left(place % 3 + 1);
        drawn.rotate_left(first + 3);
        let sheet: Vec<String> = drawn.iter().map(|row| fields(",", row)).collect();
        let sheet = sheet.join("\n");
        assert_eq!(converted(&format!("1{nothing}\n{sheet}\n")), [drawn.concat()]);
        assert_eq!(converted(&format!("{sheet}\n{nothing}\n")), [drawn.concat()]);
        found += 1;
    }
    assert!(found > 2, "{found}");
}

/// Where a blank line cuts a numbered puzzle in two, the next ones are read from their numbers on.
#[test]
fn a_blank_line_in_a_numbered_puzzle_costs_no_other() {
    let lines: Vec<String> = unique_puzzles(4).iter().map(|one| to_line(one.grid())).collect();
    let nothing = ",".repeat(8);
    for (cut, row) in (0..4).flat_map(|cut| (1..9).map(move |row| (cut, row))) {
        let one = |(nth, line): (usize, &String)| {
            let mut drawn: Vec<String> =
                rows(line, 9).lines().map(|row| fields(",", row)).collect();
            if nth == cut {
                drawn.insert(row, String::new());
            }
            format!("{}{nothing}\n{}\n", nth + 1, drawn.join("\n"))
        };
        let text: String = lines.iter().enumerate().map(one).collect();
        let read = converted(&text);
        let whole = [&lines[..cut], &lines[cut + 1..]].concat();
        assert!(read.iter().all(|line| whole.contains(line)), "{cut} {row}: {read:?}");
        // Of one puzzle alone below a band nothing tells.
        assert!(read == whole || (cut, row) == (2, 2), "{cut} {row}: {read:?}");
    }
}

/// Of a small grid a first row may be the number 1, and that of the next one 2.
#[test]
fn small_grids_have_first_rows_that_count() {
    let [one, two] = ["1....3..2.3...12", "2.....12.4.....3"];
    for mark in [",", ";", "\t"] {
        let text = [one, two].map(|line| -> String {
            let row = |row: &str| row.replace("", mark)[1..8].replace('.', "") + "\n";
            rows(line, 4).lines().map(row).collect()
        });
        let text = text.join(&format!("{}\n", mark.repeat(3)));
        assert_eq!(converted(&text), [one, two], "{text}");
    }
}

/// A number alone in a line above a drawn puzzle is no row, and no reject.
#[test]
fn numbers_above_drawn_puzzles_are_not_rejects() {
    let lines: Vec<String> = unique_puzzles(4).iter().map(|one| to_line(one.grid())).collect();
    for (end, between) in ["", ".", ")"].into_iter().flat_map(|end| [(end, ""), (end, "\n")]) {
        let one = |(number, line): (usize, &String)| format!("{number}{end}\n{}", rows(line, 9));
        let text = (1..).zip(&lines).map(one).collect::<Vec<_>>().join(between);
        assert_eq!(converted(&text), lines, "{text}");
        assert_eq!(check(&text).len(), 4, "{text}");
    }
}
