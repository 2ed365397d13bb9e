//! Lines above and between the rows of drawn puzzles: rulers, heads, blank lines, and rows that look like them.

use sudoku_lab::grid::Layout;
use sudoku_lab::text::to_line;

use super::drawings::{check, converted, lines_and_drawings, rows};
use super::support::unique_puzzles;

/// A line between drawn puzzles or bands may be as many signs as a row has that stand for empty cells.
#[test]
fn rulers_of_signs_for_empty_cells_are_no_rows() {
    let nothing =
        "4...5.76............123.5............85.471..1.4...2...193...4...3.....6...91..5.";
    let puzzles = unique_puzzles(2).into_iter().map(|puzzle| to_line(puzzle.grid()));
    let puzzles: Vec<String> = puzzles.chain([nothing.to_owned()]).collect();
    let places = [[0, 3, 6, 9], [3, 6, 6, 6], [0, 0, 0, 0], [0, 9, 9, 9], [0, 3, 6, 6]];
    for (puzzles, end) in [(&puzzles[..], ""), (&puzzles[..], "\n"), (&puzzles[2..], "")] {
        for (empty, between) in [(".", ""), ("_", " "), ("-", ""), ("-", "|"), ("-", "3")] {
            for ruler in ["---------", "_________", "*** *** ***"] {
                for places in places {
                    let ruler_at = |row| {
                        if places.contains(&row) { format!("{ruler}\n") } else { String::new() }
                    };
                    let row = |(place, cells): (usize, &[u8])| {
                        let cells = String::from_utf8_lossy(cells).replace('.', empty);
                        let each = if between == "3" { 3 } else { 1 };
                        let groups: Vec<&str> =
                            (0..9).step_by(each).map(|at| &cells[at..at + each]).collect();
                        let between = between.replace('3', " ");
                        format!("{}{}\n", ruler_at(place), groups.join(&between))
                    };
                    let drawn = |line: &String| -> String {
                        let rows: String = line.as_bytes().chunks(9).enumerate().map(row).collect();
                        rows + &ruler_at(9) + end
                    };
                    let text: String = puzzles.iter().map(drawn).collect();
                    assert_eq!(converted(&text), puzzles, "{text}");
                }
            }
        }
    }
    // An empty first row is none above another sign.
    let above = format!("{}{}", ".".repeat(9), &puzzles[0][9..]);
    for ruler in ["_________", "*********", "---------"] {
        assert_eq!(
            converted(&format!("{}{ruler}\n", rows(&above, 9))),
            [above.as_str()],
            "{ruler}"
        );
    }
    let said = check(&format!("{}.........\n", rows(&above, 9)));
    assert!(said.len() == 1 && said[0].1.contains("invalid"), "{said:?}");
}

/// One that is as long as a drawn row may have as many signs as a row of a larger puzzle.
#[test]
fn rulers_may_be_as_long_as_rows_of_larger_puzzles() {
    let puzzles: Vec<String> =
        unique_puzzles(2).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    let small = ["1...34...2....1.".to_owned()];
    for (sign, indent, places) in [
        ("_", "", &[0, 1, 2, 3][..]),
        ("*", "\t", &[0, 1, 2, 3]),
        ("_", "\t", &[1, 2]),
        ("*", "  ", &[0, 3]),
    ] {
        for (puzzles, box_columns, length, side) in
            [(&puzzles[..], 3, 25, "| "), (&small, 2, 9, "")]
        {
            let order = box_columns * box_columns;
            let ruler = format!("{indent}{}\n", sign.repeat(length));
            let row = |cells: &[u8]| {
                let cells = cells.chunks(box_columns).map(|group| {
                    group.iter().map(|&cell| format!("{} ", char::from(cell))).collect::<String>()
                });
                let row = cells.collect::<Vec<_>>().join("| ");
                format!("{indent}{}\n", format!("{side}{row}{side}").trim_end())
            };
            let ruler_at = |band| if places.contains(&band) { ruler.as_str() } else { "" };
            let drawn = |line: &String| -> String {
                let bands = line.as_bytes().chunks(box_columns * order).enumerate();
                let bands = bands.map(|(band, cells)| {
                    let rows: String = cells.chunks(order).map(row).collect();
                    format!("{}{rows}", ruler_at(band))
                });
                bands.collect::<String>() + ruler_at(3)
            };
            let text: String = puzzles.iter().map(drawn).collect();
            assert_eq!(converted(&text), puzzles, "{text}");
        }
    }
    // None is drawn here, and no tab is a column.
    let ruler = format!("\t{}\n", "_".repeat(16));
    let said = check(&format!("{ruler}\tno puzzle\n{ruler}"));
    assert!(said.iter().all(|(_, status)| status != "multiple"), "{said:?}");
}

/// A puzzle between such lines that lacks a row takes none of them for it.
#[test]
fn a_ruler_is_not_the_row_that_a_puzzle_lacks() {
    let puzzles: Vec<String> =
        unique_puzzles(3).into_iter().map(|puzzle| to_line(puzzle.grid())).collect();
    for (ruler, empty) in
        ["_", "*"].into_iter().flat_map(|ruler| [".", "0", "_", "*"].map(|empty| (ruler, empty)))
    {
        for (short, lacks) in (0..3).flat_map(|short| [0, 4, 8].map(|lacks| (short, lacks))) {
            let drawn = |(place, line): (usize, &String)| -> String {
                let rows = rows(&line.replace('.', empty), 9);
                let is_there = |(row, _): &(usize, &str)| (place, *row) != (short, lacks);
                rows.split_inclusive('\n')
                    .enumerate()
                    .filter(is_there)
                    .map(|(_, row)| row)
                    .collect()
            };
            let drawn: Vec<String> = puzzles.iter().enumerate().map(drawn).collect();
            let text = drawn.join(&format!("{}\n", ruler.repeat(9)));
            let whole = puzzles.iter().enumerate().filter(|(place, _)| *place != short);
            assert_eq!(
                converted(&text),
                whole.map(|(_, line)| line.as_str()).collect::<Vec<_>>(),
                "{text}"
            );
            assert!(
                check(&text).iter().any(|(_, verdict)| verdict.starts_with("invalid")),
                "{text}"
            );
        }
    }
}

/// A first row without an empty cell is no number above the puzzle.
#[test]
fn a_first_row_may_be_full() {
    let solution =
        "652319748348257916917468325125973684768542193493681572239174856581736429674825431";
    let [first, rest] = [&solution[..9], ".".repeat(72).as_str()].map(str::to_owned);
    for text in
        [rows(&format!("{first}{rest}"), 9), format!("Grid 01\n{}", rows(&(first + &rest), 9))]
    {
        let said = check(&text);
        assert_eq!(said.len(), 1, "{said:?}");
        assert_eq!(said[0].1, "multiple", "{said:?}");
    }
}

/// It may have its digits in rising order, as columns are numbered, or few of them, as a count has.
#[test]
fn a_first_row_may_be_the_digits_in_order() {
    let nine = "1234567894..7.9.2..8.1...5......4..75...9.2....72....431.....7.64..78...9...12..5";
    let full = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let twelve = format!("123456789abc{}", ".".repeat(132));
    for (line, order) in [
        (nine, 9),
        (full, 9),
        ("21344.....4.....", 4),
        ("1234....4.......", 4),
        ("213456..............................", 6),
        (&twelve, 12),
    ] {
        let drawn = rows(line, order);
        let band = order * Layout::of_order(order).unwrap().box_rows();
        let moved = format!("{}{}", &line[band..], &line[..band]);
        let other = rows(&moved, order);
        for head in ["", "# one\n", "Puzzle 1\n", "Grid 01\n\n"] {
            assert_eq!(converted(&format!("{head}{drawn}")), [line], "{head}{drawn}");
            for gap in ["", "\n"] {
                let text = format!("{head}{drawn}{gap}{other}");
                assert_eq!(converted(&text), [line, &moved], "{text}");
                let text = format!("{head}{other}{gap}{drawn}{gap}{other}");
                assert_eq!(converted(&text), [&moved[..], line, &moved], "{text}");
            }
        }
    }
}

/// A row of nothing, or of the numbers of columns, with as many rows as a puzzle has below it.
#[test]
fn heads_above_drawn_puzzles_are_no_rows() {
    let mut lines: Vec<String> =
        unique_puzzles(4).iter().map(|one| to_line(one.grid()).replace('0', ".")).collect();
    lines[2].replace_range(..9, ".........");
    let bars =
        |row: &str| format!("| {} |\n", row.split("").collect::<Vec<_>>()[1..10].join(" | "));
    let blanks = |row: &str| bars(row).replace('.', " ");
    let spaced = |row: &str| row.split("").collect::<Vec<_>>().join(" ").trim().to_owned() + "\n";
    let drawn = |head: &str, of: &dyn Fn(&str) -> String| -> String {
        let rows = |line: &String| -> String {
            line.as_bytes().chunks(9).map(|row| of(str::from_utf8(row).unwrap())).collect()
        };
        lines.iter().map(|line| format!("{head}{}\n", rows(line))).collect()
    };
    let rule = format!("|{}\n", "---|".repeat(9));
    for text in [
        drawn(&format!("{}|\n{rule}", "| ".repeat(9)), &blanks),
        drawn(&format!("{}{rule}", blanks(".........")), &blanks),
        drawn(&format!("{}{rule}", bars("123456789")), &blanks),
        drawn(&spaced("123456789"), &spaced),
        drawn("", &blanks),
        drawn("", &bars),
        drawn("", &spaced),
    ] {
        assert_eq!(converted(&text), lines, "{text}");
    }
}

/// Its other bands are no puzzle's, and the puzzles below it are read.
#[test]
fn a_band_that_lacks_a_row_is_one() {
    let lines: Vec<String> = unique_puzzles(5).iter().map(|one| to_line(one.grid())).collect();
    let bands = |line: &String| -> Vec<Vec<String>> {
        let rows: Vec<String> = rows(line, 9).lines().map(|row| format!("{row}\n")).collect();
        rows.chunks(3).map(<[String]>::to_vec).collect()
    };
    let all: Vec<Vec<Vec<String>>> = lines.iter().map(bands).collect();
    for (hurt, band, is_more) in
        [(0, 0, false), (0, 2, false), (2, 0, false), (2, 1, false), (2, 0, true), (3, 1, true)]
    {
        let mut all = all.clone();
        let rows = &mut all[hurt][band];
        let row = rows.remove(1);
        if is_more {
            rows.extend([row.clone(), row]);
        }
        let text = all.concat().iter().map(|rows| rows.concat() + "\n").collect::<String>();
        let rest = [&lines[..hurt], &lines[hurt + 1..]].concat();
        assert_eq!(converted(&text), rest, "{text}");
    }
}

/// An empty first row, and a row of the next puzzle like it.
#[test]
fn an_empty_first_row_is_no_head_of_several_puzzles() {
    let empty = |line: String, row: usize| -> String {
        line.chars()
            .enumerate()
            .map(|(place, cell)| if place / 9 == row { '.' } else { cell })
            .collect()
    };
    let lines: Vec<String> = unique_puzzles(3).iter().map(|one| to_line(one.grid())).collect();
    let lines = [empty(lines[0].clone(), 0), empty(lines[1].clone(), 1), lines[2].clone()];
    let drawn = lines.iter().flat_map(|line| {
        let rows = rows(line, 9);
        let rows: Vec<String> = rows
            .lines()
            .map(|row| format!("| {} | {} | {} |\n", &row[..3], &row[3..6], &row[6..]))
            .collect();
        rows
    });
    let text: String = drawn.collect();
    assert_eq!(converted(&text), lines, "{text}");
}

/// Where blank lines stand between bands, as between puzzles.
#[test]
fn an_empty_row_of_a_band_is_no_ruler() {
    let line = to_line(unique_puzzles(1)[0].grid());
    for (empty, sign) in (0..9).flat_map(|row| ["*", "_", "-"].map(|sign| (row, sign))) {
        let mut cells = line.clone();
        cells.replace_range(9 * empty..9 * empty + 9, &".".repeat(9));
        let row = |row: &str, mark: &str| {
            let boxes = [&row[..3], &row[3..6], &row[6..]];
            boxes.join(mark).replace('.', sign) + "\n"
        };
        for mark in ["", " "] {
            let drawn: Vec<String> =
                rows(&cells, 9).lines().map(|cells| row(cells, mark)).collect();
            let bands: Vec<String> = drawn.chunks(3).map(<[String]>::concat).collect();
            let text = bands.join("\n");
            assert_eq!(converted(&text), [&cells[..]], "{text}");
            assert_eq!(converted(&format!("{text}\n{text}")), [&cells[..]; 2], "{text}");
        }
    }
}

/// Where `-` is an empty cell, a row of nothing else is no border.
#[test]
fn empty_rows_of_dashes_are_rows() {
    let sparse = [
        "---95-3--",
        "6--81--7-",
        "---23--9-",
        "8-1-6-2-3",
        "---------",
        "---3--5--",
        "7-3---6--",
        "-56---9-1",
        "1--------",
    ]
    .concat();
    let boxes = |form: &dyn Fn(&str) -> String, bar: &str, rule: &str| -> String {
        let row = |row: &[u8]| {
            let boxes = row.chunks(3).map(|three| form(str::from_utf8(three).unwrap()));
            boxes.collect::<Vec<_>>().join(bar) + "\n"
        };
        let bands = sparse.as_bytes().chunks(27).map(|band| band.chunks(9).map(row).collect());
        bands.collect::<Vec<String>>().join(rule)
    };
    let apart = |three: &str| three.split("").collect::<Vec<_>>().join(" ").trim().to_owned();
    let close = |three: &str| three.to_owned();
    for drawn in [
        boxes(&apart, " | ", "------+-------+------\n"),
        boxes(&close, "|", "---+---+---\n"),
        boxes(&apart, "  ", ""),
    ] {
        let read = converted(&format!("{drawn}\n{drawn}"));
        assert_eq!(read, vec![sparse.replace('-', "."); 2], "{drawn}");
    }
}

#[test]
fn numbers_above_a_frame_are_no_row() {
    for (line, _) in lines_and_drawings(3) {
        let row = |row: &[u8]| {
            let boxes = row.chunks(3).map(|three| {
                let three: Vec<String> =
                    three.iter().map(|&cell| char::from(cell).into()).collect();
                three.join(" ")
            });
            format!("| {} |\n", boxes.collect::<Vec<_>>().join(" | "))
        };
        let rule = "+-------+-------+-------+\n";
        let bands = line.as_bytes().chunks(27).map(|band| band.chunks(9).map(row).collect());
        let drawn = format!("{rule}{}{rule}", bands.collect::<Vec<String>>().join(rule));
        for above in ["  1 2 3   4 5 6   7 8 9\n", "  1 2 3 | 4 5 6 | 7 8 9\n"] {
            let read = converted(&format!("{above}{drawn}").repeat(2));
            assert_eq!(read, vec![line.clone(); 2], "{above}{drawn}");
        }
    }
}
