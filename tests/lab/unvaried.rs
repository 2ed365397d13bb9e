//! Samples in which nothing varies: what they do not tell.

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::study::{Experiment, Findings, Ruling, Sample, Study};

fn findings(text: &str, inputs: &str, claims: &[&str]) -> Findings {
    findings_in("'32'", text, inputs, claims)
}

fn findings_in(sets: &str, text: &str, inputs: &str, claims: &[&str]) -> Findings {
    let folder = tempfile::tempdir().unwrap();
    let claim = |test: &&str| format!("[[claims]]\ntext = 'x'\ntest = {{ {test} }}\n");
    let claims: String = claims.iter().map(claim).collect();
    let text = format!(
        "title = 't'\nsource = 's'\nabout = 'a'\n\
         run = {{ solvers = ['human', 'fast', 'brute-force'], count = 1 }}\n{text}\n\
         [[inputs]]\nsets = [{sets}]\n{inputs}\n\
         [[columns]]\ntitle = 'ratio'\nmeasure = 'guesses'\nsolver = 'human'\nover = 'fast'\n{claims}"
    );
    let experiment = Experiment::parse("x.toml", &text).unwrap();
    let study = Study::begin(experiment, folder.path(), Sample::of(1.0), 2).unwrap();
    study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap()
}

/// A puzzle, and the same with other digits, in this order for 1 to 9.
fn two_written(digits: &str) -> String {
    let puzzle =
        ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
    let other = |cell: char| match cell.to_digit(10) {
        Some(digit) => char::from(digits.as_bytes()[digit as usize - 1]),
        None => cell,
    };
    let alike: String = puzzle.chars().map(other).collect();
    format!("puzzles = ['{puzzle}', '{alike}']")
}

fn rulings(findings: &Findings) -> Vec<Ruling> {
    findings.verdicts.iter().map(|verdict| verdict.ours.ruling).collect()
}

/// Of 40 puzzles 3 have guesses, each two of `human` to one of `fast`; of 3,000 it is 2.45.
const MADE: &str = "generate = { clues = '{set}', seed = '7{set}', count = 40 }";

#[test]
fn a_ratio_that_does_not_vary_is_not_sure() {
    let close = "close = { left = 'human', right = 'fast', measure = 'guesses', within = 2.001 }";
    // No puzzle differs in this one either, but no puzzle can differ by more than all.
    let solved = "close = { left = 'human', right = 'fast', measure = 'solved', within = 1.5 }";
    let until = "until = { column = 'ratio', relative_error = 0.01, at_most = 2 }";
    let found = findings("", MADE, &[close, solved]);
    let ratio = found.table[0][0].unwrap();
    assert!(ratio.value == 2.0 && !ratio.has_error(), "{ratio:?}");
    assert_eq!(rulings(&found), [Ruling::Undecided, Ruling::Confirmed], "{}", found.report);
    let found = findings(until, MADE, &[close]);
    assert!(found.report.contains("Rounds of fresh puzzles: 2 of at most 2, the most"));
}

#[test]
fn a_mean_that_does_not_vary_is_not_sure() {
    let made =
        MADE.replace("= '{set}', seed = '7{set}', count = 40", "= '36', seed = '436', count = 60");
    let near = "near = { solver = 'human', measure = 'guesses', values = [0], within = 0.001 }";
    let most = "near = { measure = 'most-singles', values = [45], within = 0 }";
    // On whichever side of a comparison.
    let sides = |test: &str| {
        [("human", "brute-force"), ("brute-force", "human")].map(|(left, right)| {
            format!("{test} = {{ left = '{left}', right = '{right}', measure = 'guesses', LAST }}")
        })
    };
    let close = sides("close").map(|test| test.replace("LAST", "within = 1000000"));
    let less = sides("less").map(|test| test.replace("LAST", "factor = 0.000001"));
    let all = [near, most, &close[0], &close[1], &less[0], &less[1]];
    let found = findings("", &made, &all);
    assert_eq!(rulings(&found), [Ruling::Undecided; 6], "{}", found.report);
    assert!(found.report.contains("and of generated puzzles that do not differ."));
    // Those that the file writes out are all there are.
    let written = two_written("213456789");
    let near = "near = { measure = 'singles', values = [81], within = 81 }";
    let found = findings("", &written, &[near]);
    assert_eq!(rulings(&found), [Ruling::Confirmed], "{}", found.report);
}

/// Two puzzles that lie close by chance: their standard error is known as badly as their mean.
#[test]
fn two_puzzles_decide_little() {
    let two = "generate = { clues = '26', seed = '203{set}', count = 2 }";
    let ways = ["rises", "falls"].map(|way| format!("{way} = {{ measure = 'candidates' }}"));
    let near = "near = { measure = 'candidates', values = [3.7], within = 3 }";
    let found = findings_in("'8', '9'", "", two, &[&ways[0], &ways[1], near]);
    let expected = [Ruling::Undecided, Ruling::Undecided, Ruling::Confirmed];
    assert_eq!(rulings(&found), expected, "{}", found.report);
}

/// Of puzzles that the file writes out, too: no guess in any of them, against some that differ, is a difference
/// that differs.
#[test]
fn a_ratio_of_written_puzzles_that_does_not_vary_is_not_sure() {
    let written = two_written("684195237");
    let of = |test: &str| {
        format!("{test} = {{ left = 'human', right = 'brute-force', measure = 'guesses', LAST }}")
    };
    let less = of("less").replace(", LAST", "");
    let close = of("close").replace("LAST", "within = 1000000");
    let flat = "near = { solver = 'human', measure = 'guesses', values = [0], within = 0 }";
    let found = findings("", &written, &[&less, &close, flat]);
    let expected = [Ruling::Undecided, Ruling::Undecided, Ruling::Confirmed];
    assert_eq!(rulings(&found), expected, "{}", found.report);
}
