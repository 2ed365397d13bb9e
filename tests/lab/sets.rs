//! `audit`, `dedup` and `split`: what sets share, and sets that share nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use polars::prelude::{
    Column, DataFrame, DataType, FrozenCategories, IdxCa, NamedFrom as _, ParquetReader,
    ParquetWriter, SerReader as _, Series,
};
use serde_json::Value;
use sudoku_lab::grid::{Digit, Layout, Puzzle, Symmetry};
use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::keys::{Key, Keyer};
use sudoku_lab::sets::{Audit, AuditFormat, AuditSet, Level, Workspace};
use sudoku_lab::solver::{Limit, ReferenceSolver, Verdict};
use sudoku_lab::source::expand;
use sudoku_lab::text::to_line;

use super::support::{any_puzzles, program, shifted_puzzle, stdout, unique_puzzles, write_puzzles};

fn image(puzzle: &Puzzle, seed: u64) -> Puzzle {
    Symmetry::random(puzzle.layout(), seed).apply(puzzle)
}

/// The puzzle with a clue more that singles give, if they give one.
fn with_redundant_clue(puzzle: &Puzzle) -> Option<Puzzle> {
    let core = Keyer::default().cores(std::slice::from_ref(puzzle)).remove(0)?;
    let cells = puzzle.layout().cells();
    let &cell = cells.iter().find(|&&cell| core.given(cell) != puzzle.given(cell))?;
    let mut grid = puzzle.grid().clone();
    grid.set(cell, core.given(cell));
    Puzzle::new(grid).ok()
}

/// A minimal puzzle of the same grid: clues of the solution are taken away from the last cell on
/// as long as there is one solution.
fn other_of_grid(puzzle: &Puzzle) -> Puzzle {
    let mut solver = ReferenceSolver::default();
    let mut answer = |puzzle: &Puzzle| {
        solver.decide(std::slice::from_ref(puzzle), &Limit::solutions(2)).remove(0)
    };
    let mut grid = answer(puzzle).solution.expect("it has one");
    for &cell in puzzle.layout().cells().iter().rev() {
        let digit: Option<Digit> = grid.digit(cell);
        grid.set(cell, None);
        if answer(&Puzzle::new(grid.clone()).unwrap()).verdict != Verdict::Unique {
            grid.set(cell, digit);
        }
    }
    Puzzle::new(grid).unwrap()
}

/// The keys of puzzles at a level, line by line.
fn keys(level: Level, puzzles: &[Puzzle]) -> Vec<Option<Key>> {
    let keys = Keyer::default().solve(puzzles, &Limit::solutions(2));
    let key = |(puzzle, keys): (&Puzzle, sudoku_lab::keys::Keys)| match level {
        Level::Exact => Some(Key::of_givens(puzzle)),
        Level::Puzzle => keys.puzzle,
        Level::Core => keys.core,
        Level::Grid => keys.grid,
    };
    puzzles.iter().zip(keys).map(key).collect()
}

/// A level, and a line of each of two sets, from 0.
type Plant = (Level, usize, usize);

/// Two sets, and of each pair of lines that is planted the level, the line in the first set and
/// the line in the second, from 0.
fn planted() -> ([Vec<Puzzle>; 2], Vec<Plant>) {
    let all = unique_puzzles(400);
    let (mut own, rest) = (all[..300].to_vec(), &all[300..]);
    let (mut other, mut plants) = (rest.to_vec(), Vec::new());
    for (place, puzzle) in own.iter().enumerate() {
        let (level, copy) = match place % 6 {
            0 => (Level::Exact, Some(puzzle.clone())),
            1 => (Level::Puzzle, Some(image(puzzle, place as u64))),
            2 => (Level::Core, with_redundant_clue(puzzle).map(|copy| image(&copy, 7))),
            3 => (Level::Grid, Some(image(&other_of_grid(puzzle), 8))),
            _ => continue,
        };
        if let Some(copy) = copy {
            plants.push((level, place, other.len()));
            other.push(copy);
        }
    }
    // Within a set, of other sizes, with several solutions, and with singles that contradict
    // each other.
    own.extend([image(&own[4], 3), own[4].clone()]);
    let six = shifted_puzzle(Layout::of_order(6).unwrap(), 2);
    let open = any_puzzles(20);
    let impossible = |puzzle: &Puzzle| {
        let mut grid = puzzle.grid().clone();
        let empty = puzzle.layout().cells().iter().filter(|cell| puzzle.given(**cell).is_none());
        empty.into_iter().for_each(|&cell| {
            let fits = (1..=9).rev().find(|&digit| {
                let mut one = grid.clone();
                one.set(cell, Some(Digit::new(digit)));
                Puzzle::new(one).is_ok()
            });
            grid.set(cell, fits.map(Digit::new));
        });
        Puzzle::new(grid).unwrap()
    };
    own.extend([six.clone(), impossible(&own[5])]);
    own.extend(open.clone());
    other.extend([image(&six, 2), image(&impossible(&own[5]), 1)]);
    other.extend(open.iter().map(|puzzle| image(puzzle, 5)));
    ([own, other], plants)
}

#[test]
fn an_audit_finds_all_that_is_planted_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (sets, plants) = planted();
    let paths = ["own.txt", "other.txt"].map(|name| folder.path().join(name));
    for (path, puzzles) in paths.iter().zip(&sets) {
        write_puzzles(path, puzzles);
    }
    fs::write(&paths[0], fs::read_to_string(&paths[0]).unwrap() + "12345\n").unwrap();
    let [own, other] = paths.each_ref().map(|path| path.to_str().unwrap());
    let audit = |options: &str| stdout(&program(&format!("audit {own} {other} {options}")));
    let text = audit("--format json --examples 1000 --threads 1");
    assert_eq!(text, audit("--format json --examples 1000 --threads 3"));
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["sets"][0]["rejects"], 1);
    assert_eq!(found["sets"][1]["puzzles"], sets[1].len());
    for (place, level) in Level::ALL.into_iter().enumerate() {
        let found = &found["levels"][place];
        // By key: the lines of each set.
        let mut groups: BTreeMap<Key, [Vec<usize>; 2]> = BTreeMap::new();
        for (set, puzzles) in sets.iter().enumerate() {
            let keys = keys(level, puzzles);
            for (line, key) in keys.iter().enumerate() {
                key.iter().for_each(|&key| groups.entry(key).or_default()[set].push(line));
            }
            let keyed = keys.iter().flatten().count();
            assert_eq!(found["within"][set]["keyed"], keyed);
            let keys = groups.values().filter(|lines| !lines[set].is_empty()).count();
            assert_eq!(found["within"][set]["keys"], keys);
            let repeated = groups.values().map(|lines| lines[set].len()).filter(|&n| n > 1);
            assert_eq!(found["within"][set]["repeated_keys"], repeated.clone().count());
            assert_eq!(found["within"][set]["lines"], repeated.sum::<usize>());
            let twice = groups.values().filter_map(|lines| lines[set].first_chunk::<2>());
            let mut twice: Vec<[usize; 2]> = twice.copied().collect();
            twice.sort_unstable();
            let path = [own, other][set];
            let pairs = twice.iter().map(|pair| pair.map(|l| format!("{path}:{}", l + 1)).to_vec());
            let pairs: Vec<Vec<String>> = pairs.collect();
            assert_eq!(found["within"][set]["examples"], serde_json::json!(pairs));
        }
        let shared = groups.values().filter(|lines| lines.iter().all(|lines| !lines.is_empty()));
        let shared: Vec<&[Vec<usize>; 2]> = shared.collect();
        let between = &found["between"][0];
        assert_eq!(between["keys"], shared.len(), "{level:?}");
        let lines = |set: usize| shared.iter().map(|lines| lines[set].len()).sum::<usize>();
        assert_eq!(between["lines"], Value::from([lines(0), lines(1)].to_vec()));
        let line = |path: &str, line: usize| Value::from(format!("{path}:{}", line + 1));
        let mut expected: Vec<[usize; 2]> =
            shared.iter().map(|lines| lines.each_ref().map(|lines| lines[0])).collect();
        expected.sort_unstable();
        let expected: Vec<Value> = expected
            .iter()
            .map(|&[one, two]| Value::from(vec![line(own, one), line(other, two)]))
            .collect();
        assert_eq!(between["examples"], Value::from(expected));
        for &(at, one, two) in plants.iter().filter(|plant| plant.0 <= level) {
            let keys = [&sets[0][one], &sets[1][two]]
                .map(|puzzle| keys(level, std::slice::from_ref(puzzle))[0]);
            assert!(keys[0].is_some() && keys[0] == keys[1], "{at:?} {one} {two} at {level:?}");
        }
        // What is alike at a level only is not alike at the level before.
        for &(at, one, two) in plants.iter().filter(|plant| plant.0 > level) {
            let is_shared = shared.iter().any(|l| l[0].contains(&one) && l[1].contains(&two));
            let by_chance = level == Level::Core && at == Level::Grid;
            assert!(!is_shared || by_chance, "{at:?} {one} {two} at {level:?}");
        }
    }
    let planted = |level| plants.iter().filter(|plant| plant.0 == level).count();
    assert!(Level::ALL.into_iter().all(|level| planted(level) > 20));
    assert!(found["levels"][3]["between"][0]["keys"].as_u64() >= Some(plants.len() as u64));
    // Tables have the same numbers, and an overlap can be an error.
    let table = audit("--by grid,exact");
    let row = |start: &str| table.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((row("grid"), row("exact"), row("puzzle")), (7, 7, 0), "{table}");
    let csv = audit("--by exact --format csv");
    let exact = &found["levels"][0]["between"][0];
    let expected = format!("exact,{own},{other},{},{},", exact["keys"], exact["lines"][0]);
    assert!(csv.lines().any(|line| line.starts_with(&expected)), "{csv}");
    let strict = |sets: &str| program(&format!("audit {sets} --by exact --strict")).status.code();
    assert_eq!([strict(&format!("{own} {other}")), strict(own)], [Some(65), Some(0)]);
}

#[test]
fn an_audit_comes_to_the_same_on_disk_as_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, _) = planted();
    let names = ["own.txt", "other.txt"].map(|name| folder.path().join(name));
    names.iter().zip(&puzzles).for_each(|(path, puzzles)| write_puzzles(path, puzzles));
    let set = |path: &Path| AuditSet::new(path.as_os_str(), expand(&[path], &[]).unwrap().inputs);
    let sets: Vec<AuditSet> = names.iter().map(|path| set(path)).collect();
    let scratch = tempfile::tempdir().unwrap();
    let audit = |memory| {
        let workspace = Workspace { folder: scratch.path().into(), memory, threads: 2 };
        let audit = Audit { sets: &sets, levels: &Level::ALL, examples: 2, workspace: &workspace };
        let audited = audit.run(&Interrupt::default(), &|_| ()).unwrap().0.unwrap();
        audited.to_text(AuditFormat::Json)
    };
    assert_eq!(audit(4 * 24 * 10), audit(1 << 20));
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    let nowhere = Workspace { folder: "/nowhere".into(), memory: 1, threads: 1 };
    let audit = Audit { sets: &sets, levels: &Level::ALL, examples: 2, workspace: &nowhere };
    let error = audit.run(&Interrupt::default(), &|_| ()).unwrap_err().to_string();
    assert!(error.contains("cannot use the folder /nowhere"), "{error}");
    let interrupt = Interrupt::default();
    interrupt.set(2);
    assert!(
        Audit { workspace: &Workspace { folder: ".".into(), memory: 1, threads: 1 }, ..audit }
            .run(&interrupt, &|_| ())
            .unwrap()
            .0
            .is_none()
    );
}

/// What a puzzle's group is at a level: its key, or else its puzzle's.
fn groups(level: Level, puzzles: &[Puzzle]) -> Vec<Key> {
    let instead = keys(Level::Puzzle, puzzles);
    let own = keys(level, puzzles).into_iter().zip(instead);
    own.map(|(key, instead)| key.or(instead).expect("each has one")).collect()
}

/// The lines, from 0, of the first of each group.
fn firsts(level: Level, puzzles: &[Puzzle]) -> Vec<usize> {
    let groups = groups(level, puzzles);
    (0..puzzles.len()).filter(|&line| !groups[..line].contains(&groups[line])).collect()
}

#[test]
fn the_first_of_alike_lines_stays_as_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let ([own, other], _) = planted();
    let puzzles: Vec<Puzzle> = own.into_iter().chain(other).collect();
    let line = |(place, puzzle): (usize, &Puzzle)| match place % 3 {
        0 => format!("{}  # rated {place}", to_line(puzzle.grid())),
        1 => format!("{} {place}\r", to_line(puzzle.grid()).replace('.', "0")),
        _ => to_line(puzzle.grid()),
    };
    let lines: Vec<String> = puzzles.iter().enumerate().map(line).collect();
    fs::write(folder.path().join("a.txt"), format!("# all\n{}\n12\n", lines.join("\n"))).unwrap();
    for level in Level::ALL {
        let by = format!("dedup {at}/a.txt --memory 1 --by {}", level.name());
        let output = program(&by);
        let kept = firsts(level, &puzzles);
        let expected: Vec<&str> = kept.iter().map(|&l| lines[l].trim_end()).collect();
        assert_eq!(stdout(&output).lines().collect::<Vec<_>>(), expected, "{level:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        let removed = puzzles.len() - kept.len();
        let expected = format!("{} kept, {removed} removed; 1 line", kept.len());
        assert!(told.contains(&expected), "{told}");
    }
    // A file that is there stays, and so does an input; a pipe cannot be read twice.
    let code = |arguments: &str| program(&format!("dedup {arguments}")).status.code();
    let to = |out: &str| code(&format!("{at}/a.txt --out {at}/{out}"));
    assert_eq!([to("b.txt"), to("b.txt"), to("b.txt --force")], [Some(0), Some(74), Some(0)]);
    assert_eq!([to("a.txt --force"), code("-")], [Some(64), Some(64)]);
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "nothing else is left");
}

/// Texts that are not UTF-8 would not be the same in Parquet; in CSV they stay, each a stratum.
#[test]
fn other_texts_than_utf_8_stay_or_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let level =
        |place: usize| if place.is_multiple_of(2) { &b"m\xe4\xdfig"[..] } else { b"m\xf6\xdfig" };
    let puzzles = unique_puzzles(20);
    let records = puzzles.iter().enumerate().map(|(place, puzzle)| {
        [to_line(puzzle.grid()).as_bytes(), b";", level(place), b"\n"].concat()
    });
    let text = [b"puzzle;level\n".to_vec(), records.collect::<Vec<_>>().concat()].concat();
    fs::write(folder.path().join("a.csv"), &text).unwrap();
    let refused = program(&format!("dedup {at}/a.csv --out {at}/a.parquet"));
    assert_eq!(refused.status.code(), Some(65));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a record is not UTF-8"));
    assert!(!folder.path().join("a.parquet").exists());
    stdout(&program(&format!("dedup {at}/a.csv --out {at}/b.csv")));
    assert_eq!(fs::read(folder.path().join("b.csv")).unwrap(), text);
    stdout(&program(&format!("split {at}/a.csv --by puzzle --stratify level --out {at}/parts")));
    let summary = fs::read_to_string(folder.path().join("parts/split.json")).unwrap();
    for stratum in ["m\\\\xe4\\\\xdfig", "m\\\\xf6\\\\xdfig"] {
        assert!(summary.contains(stratum), "{summary}");
    }
}

/// What stands before a puzzle, too.
#[test]
fn keyed_lines_stay_as_they_stood() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let puzzles = unique_puzzles(12);
    for key in ["p-", "7.", "Name 0: "] {
        let keyed = |(number, puzzle): (usize, &Puzzle)| match key {
            "p-" => format!("p-{number}  {}  7.{number}\n", to_line(puzzle.grid())),
            _ => format!("{key}{number} {}\n", to_line(puzzle.grid())),
        };
        let text: String = puzzles.iter().enumerate().map(keyed).collect();
        fs::write(folder.path().join("keyed.txt"), &text).unwrap();
        assert_eq!(stdout(&program(&format!("dedup {at}/keyed.txt --by exact"))), text);
    }
}

/// The brackets of a list in a program are no lines of a set.
#[test]
fn of_a_list_in_a_program_its_lines_stay() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let lines = |puzzle: &Puzzle| format!("    \"{}\",\n", to_line(puzzle.grid()));
    let lines: String = unique_puzzles(12).iter().map(lines).collect();
    fs::write(folder.path().join("list.py"), format!("puzzles = [\n{lines}]\n")).unwrap();
    assert_eq!(stdout(&program(&format!("dedup {at}/list.py --by exact"))), lines);
}

/// A file of an earlier time does not pass for the result.
#[test]
fn of_nothing_comes_a_file_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let header = "id,puzzle\n";
    for (name, text, left) in [
        ("a.txt", "", ""),
        ("b.txt", "# nothing\n", ""),
        ("c.csv", header, header),
        ("d.json", "[]", "puzzle,set,line\n"),
    ] {
        let ending = if left.is_empty() { "txt" } else { "csv" };
        fs::write(folder.path().join(name), text).unwrap();
        let out = folder.path().join(format!("out.{ending}"));
        fs::write(&out, "of an earlier time").unwrap();
        stdout(&program(&format!("dedup {at}/{name} --out {at}/out.{ending} --force")));
        let found = fs::read_to_string(&out).unwrap();
        // Without lines there are no columns.
        assert!(found == left || found.is_empty() && name == "d.json", "{name}: {found}");
        fs::create_dir_all(folder.path().join(name).with_extension("parts")).unwrap();
        let parts = folder.path().join(name).with_extension("parts");
        fs::write(parts.join(format!("train.{ending}")), "of an earlier time").unwrap();
        let split = format!("split {at}/{name} --by grid --force --out {}", parts.display());
        stdout(&program(&format!(
            "{split} --format {}",
            ["lines", "csv"][(ending == "csv") as usize]
        )));
        assert_eq!(fs::read_to_string(parts.join(format!("train.{ending}"))).unwrap(), found);
    }
    // A table of no rows keeps its columns.
    for (from, to) in [("c.csv", "e.parquet"), ("e.parquet", "f.parquet")] {
        stdout(&program(&format!("dedup {at}/{from} --out {at}/{to}")));
        let file = fs::File::open(folder.path().join(to)).unwrap();
        let frame = ParquetReader::new(file).finish().unwrap();
        assert_eq!(frame.get_column_names(), ["id", "puzzle"]);
        assert_eq!(frame.height(), 0);
    }
}

#[test]
fn tables_keep_their_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let mut puzzles = unique_puzzles(60);
    let images: Vec<Puzzle> = puzzles.iter().step_by(2).map(|puzzle| image(puzzle, 9)).collect();
    puzzles.extend(images);
    let kept = firsts(Level::Puzzle, &puzzles);
    assert_eq!(kept.len(), 60);
    let cells = |line: usize| to_line(puzzles[line].grid());
    // CSV, with delimiters, quotes and ends of lines in its fields, and a row without a puzzle.
    let note = |line: usize| format!("\"a, \"\"{line}\"\",\nb\"");
    let record = |line: usize| format!("{line},{},{}", note(line), cells(line));
    let records = |lines: &[usize]| lines.iter().map(|&l| record(l) + "\n").collect::<String>();
    let head = "id,note,puzzle\n";
    let all: Vec<usize> = (0..puzzles.len()).collect();
    let text = format!("{head}{}7,none,12\n{}", records(&all[..50]), records(&all[50..]));
    fs::write(folder.path().join("a.csv"), &text).unwrap();
    let expected = format!("{head}{}", records(&kept));
    assert_eq!(stdout(&program(&format!("dedup {at}/a.csv"))), expected);
    stdout(&program(&format!("dedup {at}/a.csv --out {at}/csv.parquet")));
    let frame = |name: &str| {
        let file = fs::File::open(folder.path().join(name)).unwrap();
        ParquetReader::new(file).finish().unwrap()
    };
    let of_csv = frame("csv.parquet");
    assert_eq!(of_csv.get_column_names(), ["id", "note", "puzzle"]);
    for (row, &line) in kept.iter().enumerate() {
        let text = |name: &str| of_csv.column(name).unwrap().str().unwrap().get(row).unwrap();
        let note = format!("a, \"{line}\",\nb");
        assert_eq!(
            (text("id"), text("note"), text("puzzle")),
            (&*line.to_string(), &*note, &*cells(line))
        );
    }
    // A name that stands there twice.
    let text = format!("note,puzzle,note,note_2,\n1,{},2,3,4\n", cells(0));
    fs::write(folder.path().join("twice.csv"), text).unwrap();
    stdout(&program(&format!("dedup {at}/twice.csv --out {at}/twice.parquet")));
    let names = ["note", "puzzle", "note_3", "note_2", "column_5"];
    assert_eq!(frame("twice.parquet").get_column_names(), names);
    // Without a header, the puzzle first.
    let listed = |line: usize| format!("{};{line};easy\n", cells(line));
    let text: String = (0..puzzles.len()).map(listed).collect();
    fs::write(folder.path().join("listed.csv"), text).unwrap();
    let expected: String = kept.iter().map(|&line| listed(line)).collect();
    for format in ["csv", "lines"] {
        assert_eq!(stdout(&program(&format!("dedup {at}/listed.csv --format {format}"))), expected);
    }
    stdout(&program(&format!("dedup {at}/listed.csv --out {at}/listed.parquet")));
    let of_lines = frame("listed.parquet");
    assert_eq!(of_lines.get_column_names(), ["puzzle", "column_2", "column_3"]);
    let texts = of_lines.column("column_2").unwrap().str().unwrap();
    let numbers: Vec<String> = kept.iter().map(usize::to_string).collect();
    assert_eq!(texts.iter().map(Option::unwrap).collect::<Vec<_>>(), numbers);
    // Parquet, of several kinds of columns, in small row groups.
    let ids: Vec<i32> = all.iter().map(|&line| line as i32 * 3).collect();
    let rated: Vec<Option<f64>> =
        all.iter().map(|&line| (line % 7 > 0).then_some(line as f64 / 8.0)).collect();
    let lists: Vec<Series> =
        ids.iter().map(|id| Series::new("".into(), vec![*id; *id as usize % 3])).collect();
    let kinds = FrozenCategories::new(["un,known", "easy", "hard"]).unwrap();
    let mut table = DataFrame::new_infer_height(vec![
        Column::new("id".into(), &ids),
        Column::new("rated".into(), &rated),
        Column::new("grid".into(), all.iter().map(|&l| cells(l)).collect::<Vec<_>>()),
        Column::new("list".into(), &lists),
        Column::new("kind".into(), all.iter().map(|&line| kind(line)).collect::<Vec<_>>())
            .cast(&DataType::from_frozen_categories(kinds))
            .unwrap(),
    ])
    .unwrap();
    let file = fs::File::create(folder.path().join("a.parquet")).unwrap();
    ParquetWriter::new(file).with_row_group_size(Some(17)).finish(&mut table).unwrap();
    stdout(&program(&format!("dedup {at}/a.parquet --out {at}/b.parquet")));
    let rows: Vec<u32> = kept.iter().map(|&line| line as u32).collect();
    let expected = table.take(&IdxCa::from_vec("".into(), rows)).unwrap();
    assert!(frame("b.parquet").equals_missing(&expected), "{:?}", frame("b.parquet"));
    let csv = stdout(&program(&format!("dedup {at}/b.parquet --format lines")));
    assert_eq!(
        csv.lines().map(str::to_owned).collect::<Vec<_>>(),
        kept.iter().map(|&l| cells(l)).collect::<Vec<_>>()
    );
    // Tables of different columns are one only as lines.
    let both = format!("dedup {at}/a.csv {at}/a.parquet --format");
    assert_eq!(program(&format!("{both} parquet --out {at}/c.parquet")).status.code(), Some(65));
    assert_eq!(stdout(&program(&format!("{both} lines"))).lines().count(), 60);
}

/// What the column `kind` of a line says.
fn kind(line: usize) -> &'static str {
    ["easy", "hard", "un,known"][line % 7 % 3]
}

/// Of two splits at once into a folder the parts would be mixed.
#[test]
fn a_folder_takes_one_split_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    write_puzzles(&folder.path().join("a.txt"), &unique_puzzles(30));
    let split = || {
        program(&format!("split {at}/a.txt --by grid --seed 1 --out {at}/parts --force"))
            .status
            .code()
    };
    assert_eq!(split(), Some(0));
    let other = fs::File::open(folder.path().join("parts")).unwrap();
    other.lock().unwrap();
    assert_eq!(split(), Some(75));
    drop(other);
    assert_eq!(split(), Some(0));
}

#[test]
fn parts_share_no_key_and_have_their_shares() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let mut puzzles = Vec::new();
    for (place, puzzle) in unique_puzzles(1_000).iter().enumerate() {
        puzzles.push(puzzle.clone());
        puzzles.extend((0..place as u64 % 4).map(|seed| image(puzzle, seed)));
        puzzles.extend((place % 9 == 0).then(|| image(&other_of_grid(puzzle), 3)));
    }
    puzzles.extend(any_puzzles(40).iter().flat_map(|puzzle| [puzzle.clone(), image(puzzle, 1)]));
    let record =
        |line: usize| format!("{line},\"{}\",{}", kind(line), to_line(puzzles[line].grid()));
    let records: Vec<String> = (0..puzzles.len()).map(record).collect();
    let text = format!("id,kind,puzzle\n{}\n", records.join("\n"));
    fs::write(folder.path().join("a.csv"), text).unwrap();
    write_puzzles(&folder.path().join("a.txt"), &puzzles);
    let split = |input: &str, out: &str, options: &str| {
        let output = program(&format!("split {at}/{input} --out {at}/{out} {options}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for level in [Level::Puzzle, Level::Grid] {
        let out = level.name();
        let options = format!("--by {out} --stratify kind --train 0.8 --validation 0.05");
        split("a.csv", out, &format!("{options} --threads 1"));
        split("a.csv", "again", &format!("{options} --threads 3 --memory 1"));
        let groups = groups(level, &puzzles);
        let mut part_of = BTreeMap::new();
        let mut seen = vec![false; puzzles.len()];
        let summary: Value = serde_json::from_str(&read(&format!("{out}/split.json"))).unwrap();
        assert_eq!(read("again/split.json"), read(&format!("{out}/split.json")));
        for (part, share) in [("train", 0.8), ("validation", 0.05), ("test", 0.15)] {
            let text = read(&format!("{out}/{part}.csv"));
            assert_eq!(text, read(&format!("again/{part}.csv")), "the same on any threads");
            let (head, rest) = text.split_once('\n').unwrap();
            assert_eq!(head, "id,kind,puzzle");
            let mut kinds: BTreeMap<&str, f64> = BTreeMap::new();
            let mut last = None;
            for row in rest.lines() {
                let line: usize = row.split(',').next().unwrap().parse().unwrap();
                assert_eq!(row, record(line));
                assert!(last.replace(line) < Some(line), "in the order of the input");
                assert!(!std::mem::replace(&mut seen[line], true));
                assert_eq!(*part_of.entry(groups[line]).or_insert(part), part, "line {line}");
                *kinds.entry(kind(line)).or_default() += 1.0;
            }
            for (kind_name, &count) in &kinds {
                let all = (0..puzzles.len()).filter(|&line| self::kind(line) == *kind_name).count()
                    as f64;
                assert!(
                    (count - share * all).abs() <= (all / 100.0).max(2.0),
                    "{part} {kind_name} {count} of {all}"
                );
            }
            let parts = summary["parts"].as_array().unwrap();
            let own = parts.iter().find(|own| own["part"] == part).unwrap();
            assert_eq!(own["strata"]["un,known"], kinds["un,known"] as u64);
        }
        assert!(seen.iter().all(|&seen| seen));
        fs::remove_dir_all(folder.path().join("again")).unwrap();
    }
    // Strata by the number of givens; other formats; another seed.
    split("a.txt", "clues", "--by core --stratify clues --format parquet");
    let audit = |a: &str, b: &str| {
        let sets = format!("{at}/{a} {at}/{b} --by exact,puzzle,core --strict");
        program(&format!("audit {sets}")).status.code()
    };
    assert_eq!(audit("clues/train.parquet", "clues/test.parquet"), Some(0));
    assert_eq!(audit("a.txt", "clues/test.parquet"), Some(65));
    split("a.txt", "lines", "--by core --seed 6");
    split("a.txt", "other", "--by core --seed 7");
    assert_ne!(read("lines/test.txt"), read("other/test.txt"));
    let code =
        |options: &str| program(&format!("split {at}/a.csv --out {at}/no {options}")).status.code();
    assert_eq!(code("--by grid --stratify nothing"), Some(64));
    assert_eq!([code("--by grid --train 1"), code("--train 0.5")], [Some(64); 2]);
    // A part of another split would share keys with these: it is not left beside them.
    let three = "--by core --train 0.5 --validation 0.2 --seed 6 --force";
    split("a.txt", "lines", three);
    for (options, left) in
        [("--seed 7", "validation.txt"), ("--format csv --train 0.5 --validation 0.2", "train.txt")]
    {
        let before = read("lines/train.txt");
        let output =
            program(&format!("split {at}/a.txt --out {at}/lines --by core --force {options}"));
        assert_eq!(output.status.code(), Some(74));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(&format!("lines/{left} is there, a part that")), "{said}");
        assert_eq!(read("lines/train.txt"), before);
    }
    // A folder that is refused is not made.
    assert!(!folder.path().join("no").exists());
}
