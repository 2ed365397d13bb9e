//! Pencilmark puzzles: lines and tables of candidates as givens, and what commands make of them.

use std::fs;
use std::io::Cursor;

use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{
    CandidateGrid, Digit, DigitSet, Grid, Layout, Puzzle, Symmetry, canonical, is_solution,
};
use sudoku_lab::keys::Keyer;
use sudoku_lab::lanes::{Answer, Backend, Limit as LaneLimit, Solver as LaneSolver};
use sudoku_lab::rate::Rater;
use sudoku_lab::solver::{Limit, SOLVERS, Verdict, board, find_solver};
use sudoku_lab::source::BlockReader;
use sudoku_lab::strategy::STRATEGIES;
use sudoku_lab::text::{Dialect, Rows, parse_line, push_marks, puzzle_line};

use super::program::read;
use super::support::{program, shifted_puzzle, stdout, unique_puzzles};

/// What `generate --minimal --marks --count 3 --seed 20` writes, which takes long.
const NINE: &str = include_str!("../fixtures/minimal-marks.txt");

/// Puzzles that are minimal in what they exclude; of 9×9 at most three.
fn own(layout: &'static Layout, count: u64) -> Vec<Puzzle> {
    if layout == Layout::nine() {
        return NINE.lines().take(count as usize).map(|line| parsed(line).unwrap()).collect();
    }
    let clues = 0..=layout.cells().len();
    let recipe = Recipe { layout, ..Recipe::nine(clues, Requirement::MinimalMarks, 20) };
    Generator::new(recipe).unwrap().puzzles(0..count).into_iter().map(Result::unwrap).collect()
}

fn parsed(line: &str) -> Result<Puzzle, String> {
    let parsed = parse_line(line.as_bytes(), Dialect::Plain);
    parsed.map(Option::unwrap).map_err(|kind| format!("{}: {kind}", kind.reason()))
}

fn marks_line(puzzle: &Puzzle) -> String {
    let mut text = Vec::new();
    push_marks(&mut text, puzzle);
    String::from_utf8(text).unwrap()
}

/// The same puzzle with other digits in a cell.
fn with(puzzle: &Puzzle, cell: usize, digits: DigitSet) -> Puzzle {
    let mut marks = puzzle.marks().unwrap().to_vec();
    marks[cell] = digits;
    Puzzle::of_marks(puzzle.layout(), &marks).unwrap()
}

fn solution(puzzle: &Puzzle) -> Grid {
    let answer = (find_solver("dlx").unwrap().build)().solve(puzzle, &Limit::solutions(2));
    assert_eq!(answer.verdict, Verdict::Unique);
    answer.solution.unwrap()
}

#[test]
fn lines_and_puzzles_are_the_same() {
    for order in [4, 6, 9] {
        for (seed, puzzle) in (0..).zip(own(Layout::of_order(order).unwrap(), 3)) {
            let line = puzzle_line(&puzzle);
            assert_eq!(line.len(), order * order * order);
            for text in [line.clone(), line.replace('.', "0"), format!("  {line}\t7.1 # hard")] {
                assert_eq!(parsed(&text).unwrap(), puzzle);
            }
            let csv = Dialect::of_first_line(b"id,puzzle");
            assert_eq!(parse_line(format!("7,{line}").as_bytes(), csv).unwrap().unwrap(), puzzle);
            let symmetry = Symmetry::random(puzzle.layout(), seed);
            let image = symmetry.apply(&puzzle);
            assert!(image != puzzle && symmetry.inverse().apply(&image) == puzzle);
            let of_solution = symmetry.apply(&Puzzle::new(solution(&puzzle)).unwrap());
            assert_eq!(&solution(&image), of_solution.grid());
        }
    }
}

/// Marks that say no more than the givens do are no marks.
#[test]
fn an_ordinary_puzzle_in_marks_is_itself() {
    for layout in Layout::all().iter().filter(|layout| layout.order() <= 16) {
        let puzzle = shifted_puzzle(layout, 3);
        assert_eq!(parsed(&marks_line(&puzzle)).unwrap(), puzzle);
    }
    let puzzle = &unique_puzzles(1)[0];
    let grid = CandidateGrid::new(puzzle);
    let marks = |cell| grid.digit(cell).map_or(grid.candidates(cell), DigitSet::only);
    let marks: Vec<DigitSet> = Layout::nine().cells().iter().map(|&cell| marks(cell)).collect();
    let left = Puzzle::of_marks(Layout::nine(), &marks).unwrap();
    assert!(!left.has_marks() && left.clues() >= puzzle.clues());
    assert_eq!(solution(&left), solution(puzzle));
}

#[test]
fn broken_lines_have_their_reasons() {
    let all = "123456789".repeat(81);
    let broken = |range: std::ops::Range<usize>, text: &str| {
        let mut line = all.clone();
        line.replace_range(range, text);
        parsed(&line).unwrap_err()
    };
    let wrong = broken(12..13, "5");
    assert_eq!(wrong, "symbol: `5` at column 13 stands where a pencilmark puzzle has 4 or `.`");
    assert_eq!(broken(12..13, "x")[..22], wrong.replace('5', "x")[..22]);
    assert_eq!(broken(18..27, "........."), "conflict: R1C3 has no candidate");
    let twice = broken(0..18, "1........1........");
    assert_eq!(twice, "conflict: digit 1 stands twice in row 1");
    // Of another length, or no puzzle of this kind at all.
    for other in [&all[1..], &"987654321".repeat(81), &".".repeat(729)] {
        assert!(parsed(other).unwrap_err().starts_with("length: "), "{other}");
    }
    assert!(parsed(&all).unwrap() == Puzzle::empty(Layout::nine()));
}

/// The table of candidates that programs export.
fn table(puzzle: &Puzzle, frame: bool) -> String {
    let mut text = String::new();
    for (number, row) in puzzle.marks().unwrap().chunks(9).enumerate() {
        if frame && number % 3 == 0 {
            text += if number == 0 { ".-----.-----.-----.\n" } else { ":-----+-----+-----:\n" };
        }
        for (column, digits) in row.iter().enumerate() {
            let bar = if frame && column % 3 == 0 { "| " } else { "" };
            let digits: String = digits.map(Digit::symbol).collect();
            text += &format!("{bar}{digits:<9} ");
        }
        text += if frame { "|\n" } else { "\n" };
    }
    text + if frame { "'-----'-----'-----'\n" } else { "" }
}

/// What a reader finds in a text: puzzles, or why there is none.
fn joined(text: &str) -> Vec<Result<Puzzle, String>> {
    let mut reader = BlockReader::over(Box::new(Cursor::new(text.to_owned())), 1000).unwrap();
    let block = reader.next_block().unwrap().unwrap();
    block.puzzles().map(|line| line.puzzle.map_err(|kind| kind.reason().into())).collect()
}

#[test]
fn tables_of_candidates_are_read() {
    let puzzles = own(Layout::nine(), 2);
    let ordinary = &unique_puzzles(1)[0];
    let drawn: String = ordinary
        .values()
        .chunks(9)
        .map(|row| row.iter().map(|value| format!("{value} ")).collect::<String>() + "\n")
        .collect();
    for frame in [true, false] {
        let [one, two] = [&puzzles[0], &puzzles[1]].map(|puzzle| table(puzzle, frame));
        assert!(Rows::begin_with(one.lines().next().unwrap().as_bytes()));
        let text = format!("{one}\n{two}\n{drawn}\n{one}");
        let expected = [&puzzles[0], &puzzles[1], ordinary, &puzzles[0]];
        assert_eq!(joined(&text), expected.map(|puzzle| Ok(puzzle.clone())), "{text}");
    }
    // A table that is cut short, and one with a row that says nothing of its cells.
    let whole = table(&puzzles[0], false);
    let cut: String = whole.lines().take(7).map(|line| format!("{line}\n")).collect();
    assert_eq!(joined(&format!("{cut}\n{drawn}")), [Err("length".into()), Ok(ordinary.clone())]);
    assert_eq!(joined(&(cut + ". . . . . . . . 1\n. . . . . . . 1 .\n")), [Err("length".into())]);
    // A full row may begin one.
    let mut values = puzzles[0].marks().unwrap().to_vec();
    let known = solution(&puzzles[0]);
    for (digits, &value) in values.iter_mut().zip(known.values()).take(9) {
        *digits = DigitSet::only(Digit::new(value));
    }
    let begun = Puzzle::of_marks(Layout::nine(), &values).unwrap();
    assert_eq!(joined(&table(&begun, true)), [Ok(begun)]);
}

/// What all solvers say that take such puzzles; one that does not guess may stall.
fn all_agree(puzzle: &Puzzle, expected: Verdict) {
    for row in SOLVERS.iter().filter(|row| row.takes(puzzle)) {
        // A strategy tried costs more than a digit, and so does a conflict.
        let is_dear = row.counts_strategies || row.name.starts_with("sat");
        let checks = if is_dear { 300 } else { 3_000_000 };
        let limit = Limit { checks, ..Limit::solutions(2) };
        let answer = (row.build)().solve(puzzle, &limit);
        if !matches!(answer.verdict, Verdict::Stalled | Verdict::Limit) {
            assert_eq!(answer.verdict, expected, "{} on {puzzle:?}", row.name);
        }
        if let Some(solution) = &answer.solution {
            assert!(is_solution(solution, puzzle), "{} on {puzzle:?}", row.name);
        }
    }
}

#[test]
fn the_solvers_that_take_marks_agree() {
    let names: Vec<&str> =
        SOLVERS.iter().filter(|row| row.takes_marks && row.in_all).map(|row| row.name).collect();
    assert_eq!(names, ["brute-force", "logic-b09", "logic", "sat", "dlx", "fast"]);
    for (order, count) in [(4, 20), (6, 10), (9, 3)] {
        let layout = Layout::of_order(order).unwrap();
        let all = DigitSet::all(order);
        for puzzle in own(layout, count) {
            let (known, marks) = (solution(&puzzle), puzzle.marks().unwrap());
            assert!(is_solution(&known, &puzzle));
            all_agree(&puzzle, Verdict::Unique);
            // It is minimal: any candidate more makes several solutions.
            let poorer = (0..marks.len()).find(|&cell| marks[cell] != all).unwrap();
            let more = (all - marks[poorer]).first().unwrap();
            let richer = with(&puzzle, poorer, marks[poorer] | DigitSet::only(more));
            all_agree(&richer, Verdict::Multiple);
            // Without the solution's digit in a cell there is none.
            let cell = (0..marks.len()).find(|&cell| marks[cell].len() > 2).unwrap();
            let digit = DigitSet::only(known.digit(layout.cells()[cell]).unwrap());
            let hopeless = with(&puzzle, cell, marks[cell] - digit);
            assert!(!is_solution(&known, &hopeless));
            all_agree(&hopeless, Verdict::None);
        }
    }
}

#[test]
fn boards_have_the_same_answers_on_every_back_end() {
    let mut puzzles = own(Layout::nine(), 3);
    puzzles.extend(unique_puzzles(40));
    let boards: Vec<_> = puzzles.iter().map(board).collect();
    let mut expected: Option<Vec<Answer>> = None;
    for backend in Backend::available() {
        let mut answers = vec![Answer::default(); boards.len()];
        let mut solver = LaneSolver::with(backend).unwrap();
        solver.solve_boards(&boards, LaneLimit::solutions(2), &mut answers);
        assert_eq!(*expected.get_or_insert(answers.clone()), answers, "{backend}");
        // A board without marks is a puzzle.
        let cells = puzzles[3..].iter().map(|puzzle| puzzle.values().try_into().unwrap());
        let cells: Vec<[u8; 81]> = cells.collect();
        let mut plain = vec![Answer::default(); cells.len()];
        solver.solve_batch(&cells, LaneLimit::solutions(2), &mut plain);
        assert_eq!(plain, answers[3..], "{backend}");
    }
    for (puzzle, answer) in puzzles.iter().zip(expected.unwrap()) {
        assert_eq!((answer.solutions, &answer.solution[..]), (1, solution(puzzle).values()));
    }
}

#[test]
fn nothing_takes_the_givens_of_marks_for_the_puzzle() {
    let puzzles = own(Layout::nine(), 3);
    let mut seen = std::collections::HashSet::new();
    for puzzle in &puzzles {
        assert_eq!(canonical(puzzle), None);
        let keys = Keyer::default().solve(std::slice::from_ref(puzzle), &Limit::solutions(2))[0];
        assert!(keys.puzzle.is_none() && keys.core.is_none() && keys.automorphisms == 0);
        assert!(keys.grid.is_some() && seen.insert(sudoku_lab::keys::Key::of_givens(puzzle)));
        // Marks may exclude the exchange that a uniqueness strategy argues with.
        let rating = Rater::default().rate(puzzle, 2_000, &|| false);
        assert!(!rating.used_uniqueness());
    }
    let uniqueness: Vec<usize> =
        (0..STRATEGIES.len()).filter(|&place| STRATEGIES[place].uniqueness).collect();
    let mut explainer = sudoku_lab::explain::Explainer::new(uniqueness.clone());
    let explanation = explainer.explain(&puzzles[0], &|| false).unwrap();
    assert_eq!((explanation.withheld, explanation.steps.len()), (uniqueness, 0));
}

#[test]
fn every_command_takes_marks_or_refuses_them_by_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    let generate = format!("generate --minimal --marks --count 1 --seed 20 --out {at}/own.txt");
    stdout(&program(&generate));
    let own: Vec<Puzzle> = own(Layout::nine(), 3);
    let lines: Vec<String> = own.iter().map(puzzle_line).collect();
    assert_eq!(fs::read_to_string(format!("{at}/own.txt")).unwrap(), format!("{}\n", lines[0]));
    assert_eq!(
        program("generate --minimal --marks --size 16 --count 1 --seed 1").status.code(),
        Some(64)
    );
    let ordinary = puzzle_line(&unique_puzzles(1)[0]);
    let broken = lines[0].replacen(|c: char| c != '.', "x", 1);
    fs::write(format!("{at}/set.txt"), format!("{}\n{ordinary}\n{broken}\n", lines[0])).unwrap();
    let out = |arguments: &str| {
        let output = program(&arguments.replace("SET", &format!("{at}/set.txt")));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let solved = sudoku_lab::text::to_line(&solution(&own[0]));
    assert_eq!(out("solve SET")[0], solved);
    let unsupported = &out("solve SET --solver human")[0];
    assert!(unsupported.contains("human does not take pencilmark puzzles of"), "{unsupported}");
    let checked = out("check SET");
    assert_eq!(checked[..2], ["1\tunique", "2\tunique"]);
    assert!(checked[2].contains("invalid: `x`"), "{checked:?}");
    assert!(out("rate SET --max-checks 100")[1].starts_with(&lines[0]));
    assert!(out("rate SET --order ser")[1].ends_with("\tunsupported"));
    let near = &out("rate SET --order hodoku --max-checks 100")[1];
    assert!(!near.ends_with("\tinvalid"), "{near}");
    let explained = out("explain SET --limit 1 --strategies naked-single --brief");
    assert!(explained[0].contains("pencilmark puzzle") && explained.contains(&lines[0]));
    assert!(out("explain SET --limit 1 --order ser")[0].contains("not rated: a pencilmark puzzle"));
    assert!(
        out("explain SET --limit 1 --format html").join("").contains("which a page cannot show")
    );
    let converted = out("convert SET --to marks");
    assert_eq!(converted[0], lines[0]);
    assert_eq!(parsed(&converted[1]).unwrap(), parsed(&ordinary).unwrap());
    for format in ["line", "block", "ericson", "canonical"] {
        let refused = &out(&format!("convert SET --to {format}"))[0];
        assert!(refused.starts_with("# line 1: a pencilmark puzzle"), "{format}: {refused}");
    }
    assert!(out("convert SET --to csv")[1].contains("--to marks can"));
    assert!(out("convert SET --to keys")[0].starts_with("-\t-\t"));
    fs::write(format!("{at}/one.txt"), &lines[0]).unwrap();
    for encoding in ["complete", "hr12"] {
        let formula = program(&format!("convert {at}/one.txt --to dimacs --encoding {encoding}"));
        assert!(stdout(&formula).lines().any(|clause| clause.starts_with('-')
            && clause.ends_with(" 0")
            && clause.split(' ').count() == 2));
    }
    let images = out("augment SET --count 2 --seed 3");
    assert!(images[0] != lines[0] && parsed(&images[0]).unwrap().has_marks());
    // Alike are those with the same marks, and no others.
    let image = &images[0];
    fs::write(
        format!("{at}/twice.txt"),
        [&lines[0], image, &lines[1], &lines[0]].map(|line| line.to_owned() + "\n").concat(),
    )
    .unwrap();
    for level in ["exact", "puzzle", "core"] {
        let kept = stdout(&program(&format!("dedup {at}/twice.txt --by {level}")));
        assert_eq!(kept.lines().count(), 3, "{level}");
    }
    assert_eq!(stdout(&program(&format!("dedup {at}/twice.txt --by grid"))).lines().count(), 2);
    assert!(program(&format!("audit {at}/twice.txt {at}/own.txt")).status.success());
}

#[test]
fn a_run_has_rows_of_marks() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display().to_string();
    let own = own(Layout::nine(), 3);
    let lines: String = own.iter().map(|puzzle| puzzle_line(puzzle) + "\n").collect();
    let ordinary = puzzle_line(&unique_puzzles(1)[0]);
    fs::write(format!("{at}/set.txt"), format!("{lines}{ordinary}\n")).unwrap();
    let options = "--solvers fast,dlx,sat,brute-force,logic-b09,human --max-checks 200000 --count 2 \
                   --keys --rate ser --steps=logic-b09 --quiet";
    let run = program(&format!("run {at}/set.txt --out {at}/run {options}"));
    stdout(&run);
    assert!(run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
    let path = folder.path().join("run");
    let puzzles = read(&path, "puzzles");
    let text = |name: &str| -> Vec<String> {
        let column = puzzles.column(name).unwrap();
        (0..puzzles.height())
            .map(|row| column.get(row).unwrap().to_string().replace('"', ""))
            .collect()
    };
    let clues: Vec<String> = own.iter().map(|puzzle| puzzle.clues().to_string()).collect();
    assert_eq!(text("puzzle")[..3].join("\n") + "\n", lines);
    assert_eq!((&text("puzzle")[3], &text("clues")[..3]), (&ordinary, &clues[..]));
    assert_eq!(text("n_solutions"), ["1"; 4]);
    for (row, puzzle) in own.iter().enumerate() {
        assert_eq!(text("solution")[row], sudoku_lab::text::to_line(&solution(puzzle)));
        let marks = puzzle.marks().unwrap();
        let grid = CandidateGrid::new(puzzle);
        let left: usize =
            puzzle.layout().cells().iter().map(|&cell| grid.candidates(cell).len()).sum();
        let mean = left as f32 / grid.empty_cells() as f32;
        assert!(left <= marks.iter().map(|digits| digits.len()).sum());
        assert!((text("candidates_per_cell")[row].parse::<f32>().unwrap() - mean).abs() < 1e-3);
    }
    let empty =
        |name: &str| text(name).iter().map(|key| key.is_empty() || key == "0").collect::<Vec<_>>();
    for name in ["puzzle_key", "core_key", "automorphisms", "ser"] {
        assert_eq!(empty(name), [true, true, true, false], "{name}");
    }
    assert_eq!(empty("grid_key"), [false; 4]);
    let solves = read(&path, "solves");
    let of = |name: &str, row: usize| {
        solves.column(name).unwrap().get(row).unwrap().to_string().replace('"', "")
    };
    for row in 0..solves.height() {
        let (solver, status, ok) = (of("solver", row), of("status", row), of("solution_ok", row));
        let marked = of("puzzle_id", row) != "3";
        match solver.as_str() {
            "human" => assert_eq!(status == "unsupported", marked),
            "fast" | "sat" => assert_eq!((&status[..], &ok[..]), ("unique", "true")),
            _ => {
                assert!(["unique", "stalled", "limit"].contains(&&status[..]), "{solver}: {status}")
            }
        }
    }
    let steps = read(&path, "steps");
    let right = steps.column("step_ok").unwrap();
    assert!(
        steps.height() > 0
            && (0..steps.height()).all(|row| right.get(row).unwrap().to_string() == "true")
    );
}
