//! One fault in a table: records that have run together, and one that lost a field.

use sudoku_lab::grid::Layout;
use sudoku_lab::text::to_line;

use super::drawings::{check, converted, rows};
use super::support::{command, full_line, shifted_puzzle, unique_puzzles, without_row};

fn lines(count: u64) -> Vec<String> {
    unique_puzzles(count).iter().map(|one| to_line(one.grid())).collect()
}

/// A header that has run together with the first record, and two lines of any size, are told.
#[test]
fn lines_of_a_table_and_large_puzzles_that_have_run_together_are_told() {
    let lines = lines(2);
    for (header, mark) in
        [("id,puzzle,level", ","), ("puzzle;level", ";"), ("puzzle\tsolution", "\t")]
    {
        let record = |line: &String| match header.starts_with("id") {
            true => format!("1{mark}{line}{mark}easy\n"),
            false => format!("{line}{mark}easy\n"),
        };
        let [one, two] = [&lines[0], &lines[1]].map(record);
        assert_eq!(converted(&format!("{header}\n{one}{two}")), lines);
        let said = check(&format!("{header}{mark}{one}{two}"));
        assert!(said[0].1.starts_with("invalid") && said.len() == 2, "{said:?}");
    }
    for order in [12, 16, 25] {
        let puzzle = shifted_puzzle(Layout::of_order(order).unwrap(), 3);
        let line = to_line(puzzle.grid());
        let said = check(&format!("{line}\t1.5{line}\t2.5\n{line}\t2.5\n"));
        assert!(said[0].1.starts_with("invalid") && said.len() == 2, "{said:?}");
    }
}

/// Two records that have run together are told, wherever they stand.
#[test]
fn records_that_have_run_together_are_told() {
    let lines = lines(24);
    let plain =
        |mark: &str, number: usize, line: &String| format!("{number}{mark}{line}{mark}{number}.5");
    let quoted = |mark: &str, _: usize, line: &String| format!("\"{line}\"{mark}\"easy, nice\"");
    for mark in [",", ";", "\t"] {
        for header in ["", "id,puzzle,rating\n", "puzzle,level\n"] {
            let all = |record: &dyn Fn(&str, usize, &String) -> String| -> Vec<String> {
                (1..).zip(&lines).map(|(number, line)| record(mark, number, line)).collect()
            };
            let records = if header.starts_with("puzzle") { all(&quoted) } else { all(&plain) };
            let header = header.replace(',', mark);
            let whole = format!("{header}{}\n", records.join("\n"));
            assert_eq!(converted(&whole), lines, "{whole}");
            // Of a first record stderr tells it, without a header.
            for seam in [1 + usize::from(header.is_empty()), 8, 9, 20] {
                let (above, below) = records.split_at(seam);
                let text = format!("{header}{}{}\n", above.join("\n"), below.join("\n"));
                let rest = [&lines[..seam - 1], &lines[seam + 1..]].concat();
                assert_eq!(converted(&text), rest, "{seam} {text}");
                assert!(check(&text).iter().any(|one| one.1.starts_with("invalid")), "{text}");
            }
        }
    }
}

/// Of any size, and whatever sign empty cells have, where the next line follows with nothing between.
#[test]
fn a_puzzle_that_has_run_into_a_word_is_told() {
    for order in [4, 6, 9] {
        let layout = Layout::of_order(order).unwrap();
        let lines = [2, 3, 5].map(|stride| to_line(shifted_puzzle(layout, stride).grid()));
        for (sign, mark) in [(".", ","), ("0", ";"), ("-", ","), ("-", ";"), ("_", "\t")] {
            let [one, two, three] = lines.each_ref().map(|line| line.replace('.', sign));
            for header in ["puzzle,level", "grid,level"].map(|header| header.replace(',', mark)) {
                let below = format!("{mark}7\n{two}{mark}7\n");
                assert_eq!(converted(&format!("{header}\n{one}{below}")), lines[..2]);
                let said = check(&format!("{header}{one}{below}"));
                assert!(said.len() == 2 && said[0].1.starts_with("invalid"), "{one}: {said:?}");
            }
            let said = check(&format!("{one}{mark}name{two}{mark}name\n{three}{mark}name\n"));
            assert!(said.len() == 2 && said[0].1.starts_with("invalid"), "{one}: {said:?}");
        }
    }
}

/// A comment without a line end stood above the puzzles. A puzzle that stands alone in one is left out.
#[test]
fn a_puzzle_that_has_run_into_a_comment_is_told() {
    let [one, two] = [2, 3].map(|stride| to_line(shifted_puzzle(Layout::nine(), stride).grid()));
    for form in ["{}", "{},7", "{} hard"] {
        let [one, two] = [&one, &two].map(|puzzle| form.replace("{}", puzzle));
        for title in ["# from a friend", "#2", "# 2", "#2-", "# puzzle 2", "# 2024-05-03"] {
            let said = check(&format!("{title}{one}\n{two}\n"));
            assert!(
                said.len() == 2 && said[0].1.starts_with("invalid: a puzzle of 81"),
                "{said:?}"
            );
        }
        assert_eq!(check(&format!("# was {one}\n#{one}\n{two}\n")).len(), 1, "{form}");
    }
    for sign in [".", "*", "-", "_", "0"].map(|sign| sign.repeat(100)) {
        assert_eq!(check(&format!("#{sign}\n# {sign}#\n{one}\n")).len(), 1, "{sign}");
    }
}

/// A spreadsheet keeps 15 digits of a number, and may write zeros for the others.
#[test]
fn a_number_of_15_digits_and_zeros_is_told() {
    for (start, cells) in [("371900400020000", 81), ("300000000010", 81), ("120560003400005", 36)] {
        let rounded = format!("{start}{}", "0".repeat(cells - start.len()));
        let whole = rounded.replace('0', ".");
        for form in ["{}\n", "id,puzzle\n1,{}\n", "easy {}\n", "{\"puzzle\": \"{}\"}\n"] {
            let said = check(&form.replace("{}", &rounded));
            assert!(said[0].1.starts_with("invalid: no digit after the 15th"), "{form}: {said:?}");
            let said = check(&form.replace("{}", &whole));
            assert!(!said[0].1.starts_with("invalid"), "{form}: {said:?}");
        }
    }
    let row = format!("123456789{}", "0".repeat(72));
    assert_eq!(check(&format!("{row}\n{}\n", "0".repeat(81))).len(), 2);
    assert!(check(&row)[0].1 == "multiple");
}

/// The first line of a file, whose columns have several words.
#[test]
fn a_second_puzzle_among_the_words_of_a_column_is_told() {
    let [one, two] = [2, 3].map(|stride| to_line(shifted_puzzle(Layout::nine(), stride).grid()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.txt");
    std::fs::write(&path, format!("Monday\t{one}, k7\t{two}\n")).unwrap();
    let output = command("check").arg(&path).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("read from column 3; column 2 holds puzzles, too"), "{said}");
}

/// A puzzle and its solution have changed places: in a table that is a reject, elsewhere stderr says so.
#[test]
fn a_record_whose_solution_stands_first_is_told() {
    let (open, full) = (without_row(3, 0), full_line(1));
    let folder = tempfile::tempdir().unwrap();
    let check = |options: &str, text: &str| {
        let path = folder.path().join("f.csv");
        std::fs::write(&path, text).unwrap();
        let output = command(&format!("check {options}")).arg(&path).output().unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let table = |row: &dyn Fn(&str, &str) -> String| {
        format!("{}{}{}", row(&open, &full).repeat(12), row(&full, &open), row(&open, &full))
    };
    for header in ["puzzle,solution", "givens,answer"] {
        let text = format!("{header}\n{}", table(&|one, two| format!("{one},{two}\n")));
        let told = "14\tinvalid: a full grid in the place of a puzzle, which stands in column 2\n";
        assert!(check("", &text)[0].contains(told), "{text}");
        let [found, _] = check(&format!("--column {}", header.rsplit(',').next().unwrap()), &text);
        assert!(!found.contains("invalid"), "{found}");
    }
    let object = |one: &str, two: &str| format!("{{\"puzzle\":\"{one}\",\"end\":\"{two}\"}}\n");
    let [_, told] = check("", &table(&object));
    assert!(told.contains("line 13 is read as a puzzle, and has no empty cell"), "{told}");
}

/// The first two records below a header, whatever it calls its columns; the header tells how many there are.
#[test]
fn first_records_that_have_run_together_are_told() {
    let (lines, full) = (lines(3), full_line(1));
    let [one, two, three] = &lines[..] else { unreachable!() };
    for mark in [",", ";", "\t"] {
        for header in ["grid,rating", "givens,full", "puzzle,level"] {
            for (above, below) in [
                (format!("{one},1.2 {two},3.4"), format!("{three},2")),
                (format!("\"{one}\",\"{full}\"\"{two}\",\"{full}\""), format!("{three},{full}")),
            ] {
                let text = format!("{header}\n{above}\n{below}\n").replace(',', mark);
                let said = check(&text);
                assert!(said.len() == 2 && said[0].1.starts_with("invalid: more"), "{said:?}");
            }
        }
    }
}

/// In lines of words, too, wherever they stand.
#[test]
fn numbered_lines_that_have_run_together_are_told() {
    let (lines, full) = (lines(24), full_line(1));
    type Way<'a> = dyn Fn(usize, &String) -> String + 'a;
    let ways: [&Way<'_>; 5] = [
        &|number, line| format!("{number}. {line}"),
        &|number, line| format!("{number} {line} 4.5"),
        &|number, line| format!("Easy {number}: {line} very easy"),
        &|number, line| format!("{number}) {line} {full}"),
        &|number, line| format!("p{number} {full} {line}"),
    ];
    for way in ways {
        let all: Vec<String> = (1..).zip(&lines).map(|(at, line)| way(at, line)).collect();
        assert_eq!(converted(&(all.join("\n") + "\n")), lines);
        for (seam, between) in [(1, " "), (4, " "), (9, " "), (20, " "), (20, "")] {
            let (above, below) = all.split_at(seam);
            let text = format!("{}{between}{}\n", above.join("\n"), below.join("\n"));
            let said = check(&text);
            let wrong = said.iter().filter(|one| one.1.starts_with("invalid"));
            assert!(wrong.count() > 0 && said.len() >= 23, "{text}: {said:?}");
        }
    }
}

/// So are puzzles with separators after their rows, and pencilmark puzzles.
#[test]
fn lines_of_other_formats_that_have_run_together_are_told() {
    let lines = lines(3);
    let ericson = |line: &String| {
        let rows = (0..9).map(|row| {
            format!("{}-{}", &line[9 * row..9 * row + 9], if row % 3 == 2 { "!" } else { "" })
        });
        rows.collect::<String>()
    };
    let marks = |line: &String| -> String {
        let cell = |cell: char| match cell.to_digit(10) {
            None => "123456789".to_owned(),
            Some(digit) => (1..10).map(|at| if at == digit { cell } else { '.' }).collect(),
        };
        line.chars().map(cell).collect()
    };
    let ways: [&dyn Fn(&String) -> String; 2] = [&ericson, &marks];
    for way in ways {
        let [one, two, three] = [&lines[0], &lines[1], &lines[2]].map(way);
        assert_eq!(check(&format!("{one}\n{two}\n{three}\n")).len(), 3);
        for between in [" ", "\t", " easy "] {
            for text in [
                format!("{one}{between}{two}\n{three}\n"),
                format!("{three}\n{one}{between}{two}\n"),
            ] {
                let said = check(&text);
                let wrong = said.iter().filter(|one| one.1.starts_with("invalid")).count();
                assert!((said.len(), wrong) == (2, 1), "{text}: {said:?}");
            }
        }
    }
}

/// A line of a puzzle and its solution has lost the first.
#[test]
fn a_solution_that_stands_alone_in_a_line_is_no_puzzle() {
    let full = full_line(1);
    for (line, lost) in [
        (format!("{},{full}\n", without_row(3, 0)), format!("{full}\n")),
        (format!("{};{full}\n", without_row(3, 0)), format!(";{full}\n")),
        (format!("{} {full} 1.5\n", without_row(3, 0)), format!(" {full} 1.5\n")),
        (format!("7 {} {full}\n", without_row(3, 0)), format!("7 {full}\n")),
    ] {
        let said = check(&(line.repeat(1100) + &lost + &line));
        assert!(said.len() == 1102 && said[1100].1.starts_with("invalid"), "{:?}", said[1100]);
        // Beside its solution a full grid is one.
        let whole = lost.replace(&full, &format!("{full} {full}"));
        if !lost.starts_with([';', ' ']) {
            assert!(check(&(line.clone() + &whole)).iter().all(|one| one.1 == "unique"), "{whole}");
        }
    }
}

/// A name in a record may begin with `#`, and a field of it may end in a line below.
#[test]
fn a_record_of_two_lines_whose_name_begins_with_a_hash_is_whole() {
    let lines = lines(3);
    let [one, two, three] = &lines[..] else { unreachable!() };
    let text = format!(
        "name,puzzle,note\n# a comment, \"and a quote\na,{one},x\n#c,{two},\"y\nz\"\nd,{three},\n"
    );
    assert_eq!(converted(&text), lines);
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = ["f.csv", "t.csv"].map(|name| folder.path().join(name));
    std::fs::write(&from, &text).unwrap();
    let mut dedup = command("dedup --by puzzle --out");
    assert!(dedup.arg(&to).arg(&from).output().unwrap().status.success());
    assert!(std::fs::read_to_string(&to).unwrap().contains(&format!("#c,{two},\"y\nz\"\n")));
}

/// Of two lists that are declared in one line none is read.
#[test]
fn two_declarations_in_one_line_are_told() {
    let (lines, full) = (lines(2), full_line(1));
    let listed = |line: &str| {
        let cells: Vec<String> = line.replace('.', "0").chars().map(String::from).collect();
        cells.join(",")
    };
    let [one, two, full] = [&lines[0], &lines[1], &full].map(|line| listed(line));
    for text in [
        format!("const a = [{one}];const b = [{two}];\n"),
        format!("int a[] = {{{one}}};int b[] = {{{two}}};\n"),
        format!("int a[] = {{{one}}}; int b[] = {{{two}}};\n"),
    ] {
        let said = check(&text);
        assert!(said.len() == 1 && said[0].1.starts_with("invalid: more than one"), "{said:?}");
    }
    for text in [
        format!("const a = [{one}];\n"),
        format!("int a[] = {{{one}}}; int solution[] = {{{full}}};\n"),
    ] {
        assert_eq!(converted(&text), lines[..1], "{text}");
    }
}

/// Records of small puzzles, too, of which the solution and the next puzzle are one word then.
#[test]
fn small_records_that_have_run_together_are_told() {
    for order in [4, 6] {
        let layout = Layout::of_order(order).unwrap();
        let [puzzle, other] = [2, 3].map(|stride| to_line(shifted_puzzle(layout, stride).grid()));
        // Only the first cell is empty, of which the digit is 1.
        let full = to_line(shifted_puzzle(layout, usize::MAX).grid()).replace('.', "1");
        let text = format!("puzzle,answer\n{puzzle},{full}\n{other},{full}{puzzle},{full}\n");
        let said = check(&text);
        assert!(said.len() == 2 && said[1].1.starts_with("invalid"), "{said:?}");
    }
}

/// A full grid in the place of a puzzle that a record lacks is no puzzle; one in a whole record is.
#[test]
fn a_record_that_lacks_its_puzzle_is_told() {
    let (open, full) = (without_row(3, 0), full_line(1));
    for mark in [",", ";", "\t"] {
        let text = |header: &str, last: &str| {
            let record = ["7", &open, &full, "easy"].join(mark);
            let last = last.replace(',', mark);
            format!("{}\n{record}\n{last}\n{record}\n", header.replace(',', mark))
        };
        for header in ["id,puzzle,solution,level", "id,grid,answer,level"] {
            let said = check(&text(header, &format!("8,{full},easy")));
            assert!(said.len() == 3 && said[1].1.starts_with("invalid: 3 fields"), "{said:?}");
            for whole in [format!("8,{full},{full},easy"), format!("8,{full},\"{full}\n\",easy")] {
                assert_eq!(converted(&text(header, &whole)), [&*open, &full, &open]);
            }
        }
    }
}

/// A first puzzle with letters in it is no header, whatever stands in its line.
#[test]
fn a_large_first_puzzle_with_a_fault_is_no_header() {
    for order in [12, 16] {
        let line = to_line(shifted_puzzle(Layout::of_order(order).unwrap(), 3).grid());
        let line = line.replace('.', "_");
        let cut = |at: usize| format!("{},{}", &line[..at], &line[at..]);
        for first in [cut(3), cut(57), cut(130), format!("grid,level\"{line}\",7")] {
            let below = format!("\"{line}\",7\n");
            let said = check(&format!("{first}\n{below}{below}"));
            assert!(said.len() == 3 && said[0].1.starts_with("invalid"), "{first}: {said:?}");
        }
    }
}

/// What stands in the fields of a table does not hide a second puzzle: cells with marks, lines or lists.
#[test]
fn cells_in_the_fields_of_records_are_puzzles() {
    let (lines, folder) = (lines(6), tempfile::tempdir().unwrap());
    let spaced = |line: &String, mark: &str| {
        let cells: Vec<&str> = line.split("").filter(|cell| !cell.is_empty()).collect();
        cells.join(mark).replace('.', "0")
    };
    let drawn = |line: &String| rows(line, 9).trim_end().to_owned();
    let nested = |line: &String| {
        let rows =
            (0..9).map(|row| format!("[{}]", spaced(&line[9 * row..9 * row + 9].into(), ", ")));
        format!("[{}]", rows.collect::<Vec<_>>().join(", "))
    };
    let ways: [&dyn Fn(&String) -> String; 4] =
        [&|line| spaced(line, ","), &|line| spaced(line, " "), &drawn, &nested];
    for way in ways {
        let records: Vec<String> = (1..)
            .zip(&lines)
            .map(|(number, line)| format!("{number},\"{}\",x", way(line)))
            .collect();
        let whole = format!("id,grid,level\n{}\n", records.join("\n"));
        assert_eq!(converted(&whole), lines, "{whole}");
        let joined = whole.replace(&format!("x\n{}", records[3]), &format!("x{}", records[3]));
        let others = [&lines[..2], &lines[4..]].concat();
        assert_eq!(converted(&joined), others, "{joined}");
        assert!(check(&joined).iter().any(|one| one.1.starts_with("invalid")), "{joined}");
        let both =
            lines.chunks(2).map(|two| format!("\"{}\",\"{}\"\n", way(&two[0]), way(&two[1])));
        let path = folder.path().join("two.csv");
        std::fs::write(&path, format!("easy,hard\n{}", both.collect::<String>())).unwrap();
        let output = command("check").arg(&path).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("column 2 holds puzzles, too"), "{told}");
    }
}

/// Where a header names the cells, and something else, a record that lost a cell is no puzzle of the others.
#[test]
fn a_record_of_cells_that_lacks_one_is_told() {
    for (mark, order) in [(",", 4), (";", 4), ("\t", 6)] {
        let puzzle = to_line(shifted_puzzle(Layout::of_order(order).unwrap(), 3).grid());
        let cells: Vec<String> = puzzle.replace('.', "0").chars().map(String::from).collect();
        let names = (0..puzzle.len()).map(|cell| format!("c{cell}"));
        let header = ["id".to_owned()].into_iter().chain(names).collect::<Vec<_>>().join(mark);
        let whole = format!("{header}\n1{mark}{}\n", cells.join(mark));
        let lacking = format!("{whole}2{mark}{}\n", cells[1..].join(mark));
        assert!(check(&lacking).iter().all(|one| one.1.starts_with("invalid")), "{lacking}");
        // Without another column they are puzzles.
        let (_, header) = header.split_once(mark).unwrap();
        assert_eq!(
            converted(&format!("{header}\n{0}\n{0}\n", cells.join(mark))),
            [&puzzle[..], &puzzle]
        );
    }
}
