//! Experiments with limits: figures are bounds of those without, and no claim is ruled otherwise.

use sudoku_lab::interrupt::Interrupt;
use sudoku_lab::study::{Experiment, Findings, Ruling, Sample, Study};
use sudoku_lab::table::statistics::Bound;

/// Puzzles, solvers with a limit that few attempts stay below, columns, and claims without text.
fn limited(solvers: &str, limit: u64, columns: &[&str], claims: &[&str]) -> String {
    let column = |column: &&str| {
        format!("[[columns]]\ntitle = '{}'\n{column}\n", column.replace(['\'', '\n'], " "))
    };
    let columns: String = columns.iter().map(column).collect();
    let claim = |test: &&str| format!("[[claims]]\ntext = 'x'\ntest = {{ {test} }}\n");
    let claims: String = claims.iter().map(claim).collect();
    format!(
        "title = 't'\nsource = 's'\nabout = 'a'\nrun = {{ solvers = [{solvers}], count = 1, \
         max_checks = {limit} }}\n[[inputs]]\nsets = ['24', '30']\ngenerate = {{ clues = '{{set}}', \
         seed = '1{{set}}', count = 40 }}\n{columns}{claims}"
    )
}

/// What a limited run of an experiment says, and that one without a limit says it too.
fn with_and_without(solvers: &str, limit: u64, columns: &[&str], claims: &[&str]) -> Findings {
    let complete = |limit| {
        let folder = tempfile::tempdir().unwrap();
        let experiment = Experiment::parse("x.toml", &limited(solvers, limit, columns, claims));
        let study = Study::begin(experiment.unwrap(), folder.path(), Sample::of(1.0), 2).unwrap();
        study.complete(&|_| (), &Interrupt::default()).unwrap().unwrap()
    };
    let (bound, truth) = (complete(limit), complete(1_000_000_000));
    for (ours, truth) in bound.table.iter().flatten().zip(truth.table.iter().flatten()) {
        let (Some(ours), Some(truth)) = (ours, truth) else { continue };
        let is_inside = (ours.least..=ours.most).contains(&(truth.value * (1.0 - 1e-12)));
        assert!(is_inside || ours.least == truth.value, "{ours:?} {truth:?}\n{}", bound.report);
        assert_eq!(truth.bound(), Bound::Exact);
    }
    for (ours, truth) in bound.verdicts.iter().zip(&truth.verdicts) {
        let (ours, truth) = (ours.ours.ruling, truth.ours.ruling);
        assert!(ours == truth || ours == Ruling::Undecided, "{ours:?} {truth:?} {}", bound.report);
    }
    bound
}

#[test]
fn a_ratio_over_what_met_a_limit_is_an_upper_bound() {
    let columns = [
        "measure = 'checks'\nsolver = 'dlx'\nover = 'backtracking'",
        "measure = 'checks'\nsolver = 'backtracking'\nover = 'dlx'",
        "measure = 'checks'\nsolver = 'backtracking'\nover = 'lists-naked'",
        "measure = 'checks'\nsolver = 'dlx'",
    ];
    let claims = [
        "less = { left = 'dlx', right = 'backtracking', measure = 'checks' }",
        "less = { left = 'lists-naked', right = 'backtracking', measure = 'checks', factor = 1.01 }",
        "close = { left = 'dlx', right = 'backtracking', measure = 'checks', within = 9999.0 }",
    ];
    let solvers = "'backtracking', 'lists-naked', 'dlx'";
    let findings = with_and_without(solvers, 3000, &columns, &claims);
    let bounds = findings.table.iter().map(|column| column[0].unwrap().bound());
    let expected = [Bound::Upper, Bound::Lower, Bound::Unknown, Bound::Exact];
    assert_eq!(bounds.collect::<Vec<_>>(), expected, "{}", findings.report);
    let rulings: Vec<Ruling> = findings.verdicts.iter().map(|one| one.ours.ruling).collect();
    let expected = [Ruling::Confirmed, Ruling::Undecided, Ruling::Undecided];
    assert_eq!(rulings, expected, "{}", findings.report);
}

#[test]
fn strategies_and_solutions_of_limited_attempts_are_bounds() {
    let columns = [
        "measure = 'used naked-pair'\nsolver = 'human'",
        "measure = 'applied naked-single'\nsolver = 'human'",
        "measure = 'applied naked-pair'\nsolver = 'human'",
        "measure = 'solved'\nsolver = 'logic-b09'",
    ];
    let claims = [
        "near = { solver = 'human', measure = 'used naked-pair', values = [0], within = 33 }",
        "near = { solver = 'human', measure = 'applied naked-single', values = [0], within = 20 }",
        "near = { solver = 'logic-b09', measure = 'solved', values = [0], within = 50 }",
    ];
    let findings = with_and_without("'human', 'logic-b09'", 25, &columns, &claims);
    let bounds = findings.table.iter().map(|column| column[0].unwrap().bound());
    let expected = [Bound::Lower, Bound::Unknown, Bound::Unknown, Bound::Lower];
    assert_eq!(bounds.collect::<Vec<_>>(), expected, "{}", findings.report);
    let rulings = findings.verdicts.iter().map(|one| one.ours.ruling);
    assert!(rulings.eq([Ruling::Undecided; 3]), "{}", findings.report);
}
/// Over the same puzzles the ruling without the limit is another.
#[test]
fn a_rank_correlation_with_limits_decides_nothing() {
    let range = "measure = 'checks', between = [-0.1, 0.1]";
    let claim = format!("correlation = {{ solver = 'backtracking', {range} }}");
    let columns = ["measure = 'checks'\nsolver = 'backtracking'"];
    for limit in [300, 5000] {
        let findings = with_and_without("'backtracking'", limit, &columns, &[&claim]);
        let ours = &findings.verdicts[0].ours;
        assert_eq!(ours.ruling, Ruling::Undecided, "{}", ours.why);
        assert!(ours.why.contains(" of 80 attempts met the limit."), "{}", ours.why);
    }
}
