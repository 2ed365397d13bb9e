//! Explanations: what they say, in each of their forms.

use serde_json::Value;
use sudoku_lab::explain::{Ending, Explainer, Explanation, json, page, text};
use sudoku_lab::grid::{Layout, Puzzle};
use sudoku_lab::solver::{Limit, find_solver};
use sudoku_lab::strategy::{B09, STRATEGIES};
use sudoku_lab::text::{parse_cells, parse_line};

use super::puzzles::{Random, puzzle, solutions};
use super::support::{PHP16, any_puzzles, program, shifted_puzzle, stdout};

const PLAIN: text::Style = text::Style { colours: false, grids: true };

const SMALL: &str = "...4.1....2.3...";
/// Generated; takes pairs and locked candidates, then stalls.
const HARD: &str =
    "8.1...4...5.......7.6........8.5.1...75..694....9..5.2....2.69.4.38...1....41.8..";
/// A bad name for a set.
const EVIL: &str = "<script>alert(1)</script>";

fn explain(puzzle: &Puzzle) -> Explanation {
    Explainer::new(B09.strategies.to_vec()).explain(puzzle, &|| false).unwrap()
}

fn small() -> Explanation {
    explain(&parse_cells(SMALL.as_bytes()).unwrap())
}

/// Compares with a file of the fixtures. After a change that is meant, run the test
/// with `UPDATE_FIXTURES` set and read the difference.
fn assert_fixture(name: &str, actual: &str) {
    let path = format!("{}/fixtures/explain/{name}", super::TESTS);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert_eq!(actual, expected, "{name}");
}

#[test]
fn text_is_as_it_was() {
    assert_fixture("small.txt", &text::write(&small(), "a set", 7, PLAIN));
    let hard = parse_line(HARD.as_bytes(), Default::default()).unwrap().unwrap();
    assert_fixture("hard.txt", &text::write(&explain(&hard), "a set", 8, PLAIN));
}

#[test]
fn json_is_as_it_was() {
    let mut object: Value = serde_json::from_str(&json::write(&small(), "a set", 7)).unwrap();
    object["tool"] = "any".into();
    assert_fixture("small.json", &(serde_json::to_string_pretty(&object).unwrap() + "\n"));
    let kind = parse_line(b"1.1.............", Default::default()).unwrap_err();
    let object: Value = serde_json::from_str(&json::write_rejected(&kind, EVIL, 3)).unwrap();
    assert_eq!(object["rejected"]["reason"], "conflict");
    assert_eq!((&object["set"], &object["line"]), (&EVIL.into(), &3.into()));
}

#[test]
fn steps_are_the_solvers_own_and_lead_to_the_solution() {
    let mut solver = (find_solver("logic-b09").unwrap().build)();
    let mut random = Random::new(42);
    for layout in Layout::all().iter().filter(|layout| layout.order() <= 9) {
        for _ in 0..20 {
            let puzzle = puzzle(&mut random, layout, 0);
            let explanation = explain(&puzzle);
            let answer = solver.solve(&puzzle, &Limit::solutions(1));
            let mut counts = vec![0; STRATEGIES.len()];
            explanation.steps.iter().for_each(|step| counts[step.strategy] += 1);
            assert_eq!(answer.usage.counts()[..], counts[..]);
            let solution = solutions(layout, puzzle.values(), 2).remove(0);
            assert_eq!(explanation.solution.as_ref().unwrap().values(), solution);
            let last = explanation.last_grid();
            assert_eq!((explanation.ending == Some(Ending::Solved)), last.is_solved());
            let agrees = |(&value, &right): (&u8, &u8)| value == 0 || value == right;
            assert!(last.grid().values().iter().zip(&solution).all(agrees));
        }
    }
}

#[test]
fn the_states_of_json_follow_from_its_steps() {
    let puzzle = parse_cells(HARD.as_bytes()).unwrap();
    let object: Value = serde_json::from_str(&json::write(&explain(&puzzle), "", 0)).unwrap();
    let steps = object["steps"].as_array().unwrap();
    let states = steps.iter().map(|step| &step["before"]).chain([&object["last"]]);
    let states: Vec<_> = states.collect();
    let place = |candidate: &Value| {
        let name = candidate["cell"].as_str().unwrap().as_bytes();
        let (row, column) = (usize::from(name[1] - b'1'), usize::from(name[3] - b'1'));
        let digit = char::from(b'0' + candidate["digit"].as_u64().unwrap() as u8);
        (row, column, digit)
    };
    for (step, pair) in steps.iter().zip(states.windows(2)) {
        let mut values: Vec<char> = pair[0]["values"].as_str().unwrap().chars().collect();
        let candidates = pair[0]["candidates"].as_array().unwrap();
        let mut candidates: Vec<String> =
            candidates.iter().map(|text| text.as_str().unwrap().into()).collect();
        for (row, column, digit) in step["eliminations"].as_array().unwrap().iter().map(place) {
            assert!(candidates[9 * row + column].contains(digit));
            candidates[9 * row + column].retain(|symbol| symbol != digit);
        }
        for (row, column, digit) in step["placements"].as_array().unwrap().iter().map(place) {
            assert!(candidates[9 * row + column].contains(digit));
            values[9 * row + column] = digit;
            candidates[9 * row + column].clear();
            for (cell, candidates) in candidates.iter_mut().enumerate() {
                let (r, c) = (cell / 9, cell % 9);
                if r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3) {
                    candidates.retain(|symbol| symbol != digit);
                }
            }
        }
        assert_eq!(pair[1]["values"], values.into_iter().collect::<String>());
        assert_eq!(pair[1]["candidates"], Value::from(candidates));
        assert!(step["reason"].as_str().unwrap().ends_with('.'));
    }
}

#[test]
fn what_presumes_one_solution_is_withheld_from_puzzles_with_several() {
    let all: Vec<usize> = (0..STRATEGIES.len()).collect();
    let presuming = STRATEGIES.iter().filter(|strategy| strategy.uniqueness).count();
    let several = any_puzzles(40);
    let explanations = several
        .iter()
        .map(|puzzle| Explainer::new(all.clone()).explain(puzzle, &|| false).unwrap());
    let several: Vec<_> = explanations.filter(|e| e.solutions == Some(2)).take(2).collect();
    assert_eq!(several.len(), 2);
    for explanation in several {
        assert_eq!((explanation.withheld.len(), explanation.solution), (presuming, None));
    }
}

#[test]
fn every_size_has_its_grid() {
    for layout in Layout::all() {
        let puzzle = shifted_puzzle(layout, 3);
        let text = text::write(&explain(&puzzle), "", 0, PLAIN);
        let last = text.lines().rev().skip_while(|line| !line.contains('└')).skip(1);
        let rows: Vec<&str> = last.take_while(|line| !line.contains('┌')).collect();
        let borders = layout.order() / layout.box_rows() - 1;
        assert_eq!(rows.len(), layout.order() + borders, "{layout:?}");
        let widths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{layout:?}");
        assert!(text.contains(&format!("C{}", layout.order())));
    }
}

/// Chains name their cells by the size of the grid.
#[test]
fn cells_are_named_by_the_size_of_the_grid() {
    let layout = Layout::of_order(6).unwrap();
    let singles = ["full-house", "hidden-single", "naked-single"];
    let place = |name: &str| STRATEGIES.iter().position(|row| row.name == name).unwrap();
    let mut random = Random::new(66);
    let mut steps = 0;
    for chain in ["x-chain", "xy-chain", "aic", "grouped-aic", "als-aic", "cell-forcing-chain"] {
        let strategies: Vec<usize> = singles.into_iter().chain([chain]).map(place).collect();
        let mut explainer = Explainer::new(strategies);
        for _ in 0..60 {
            for application in
                explainer.explain(&puzzle(&mut random, layout, 0), &|| false).unwrap().steps
            {
                let step = &application.step;
                let marks = step.pattern.marks.iter().map(|mark| mark.cell);
                let deduced = step.deductions.iter().map(|deduction| deduction.cell());
                for cell in step.pattern.cells.iter().copied().chain(marks).chain(deduced) {
                    assert_eq!(cell, layout.cells()[cell.index()], "{}", application.reason);
                }
                steps += usize::from(application.row().name == chain);
            }
        }
    }
    assert!(steps > 20, "{steps}");
}

#[test]
fn a_stopped_explanation_is_none() {
    let puzzle = parse_cells(PHP16.as_bytes()).unwrap();
    let mut explainer = Explainer::new((0..STRATEGIES.len()).collect());
    assert_eq!(explainer.explain(&puzzle, &|| true), None);
}

#[test]
fn pages_show_names_and_lines_as_text_only() {
    let kind = parse_line(&"<img src=x>".repeat(9).as_bytes()[..81], Default::default());
    let sheets =
        [page::sheet(&small(), EVIL, 1), page::rejected_sheet(&kind.unwrap_err(), EVIL, 2)];
    let page = page::write(EVIL, B09.strategies, &sheets, 0);
    assert!(!page.contains("<script>alert") && !page.contains("<img"));
    assert_eq!(page.matches("<script").count(), 4);
    assert_eq!(page.matches("</script").count(), 4);
    assert!(page.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt; explained</title>"));
    // The only address is the name of SVG's namespace.
    assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/2000/svg").count());
}

#[test]
fn pages_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.txt");
    super::support::write_puzzles(&path, &any_puzzles(6));
    let page = |threads| {
        stdout(&program(&format!(
            "explain {} --order b09 --format html --threads {threads}",
            path.display()
        )))
    };
    assert_eq!(page(1), page(3));
}

#[test]
fn the_command_takes_puzzles_and_files() {
    let explained = stdout(&program(&format!("explain {PHP16} --order b09 --brief")));
    assert!(explained.contains("Solved in 55 steps. Naked Single 40, Hidden Single 15."));
    assert!(!explained.contains('\x1b'), "output is no terminal");
    let coloured = stdout(&program(&format!("explain {PHP16} --order b09 --color always")));
    assert!(coloured.contains("\x1b[1m"));
    let code = |arguments: String| program(&arguments).status.code().unwrap();
    assert_eq!(code(format!("explain 66{}", &PHP16[2..])), 65);
    assert_eq!(code("explain no-such-file".into()), 66);
    assert_eq!(code(format!("explain {PHP16} --strategies wishful-thinking")), 64);
    assert_eq!(code(format!("explain {PHP16} --order wishful")), 64);
}
