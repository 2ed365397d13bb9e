//! What experiments call published is what their sources printed.

use sudoku_lab::study::{EXPERIMENTS, Experiment};

/// The published tables, by source.
const PUBLISHED: [(&str, &str); 4] = [
    ("hr12", include_str!("../../experiments/published/hr12.toml")),
    ("aw15", include_str!("../../experiments/published/aw15.toml")),
    ("php16", include_str!("../../experiments/published/php16.toml")),
    ("b09", include_str!("../../experiments/published/b09.toml")),
];

/// A column of a published table: source, table and column, separated by dots.
fn published(path: &str) -> Vec<f64> {
    let [source, table, column] = path.split('.').collect::<Vec<_>>()[..] else { panic!("{path}") };
    let text = PUBLISHED.iter().find(|(name, _)| *name == source).expect(path).1;
    let tables: toml::Table = text.parse().expect(path);
    let values = tables[table][column].as_array().expect(path).iter();
    let number =
        |value: &toml::Value| value.as_float().or_else(|| Some(value.as_integer()? as f64));
    values.map(|value| number(value).expect(path)).collect()
}

/// Where the values of a column stand among the rows of the experiment's table, and how
/// they are made of published ones.
fn expected(rows: usize, first: usize, values: Vec<f64>) -> Vec<f64> {
    let mut all = vec![f64::NAN; rows];
    all[first..first + values.len()].copy_from_slice(&values);
    all
}

/// Every published value of every experiment is one of the tables of `experiments/published`,
/// which were checked against the documents.
#[test]
fn published_columns_are_what_was_published() {
    let times = |path, unit: f64| -> Vec<f64> {
        published(path).into_iter().map(|value| (value * unit * 1e6).round() / 1e6).collect()
    };
    let ms = |path| times(path, 1000.0);
    let rest = |path| -> Vec<f64> { published(path).into_iter().map(|x| 100.0 - x).collect() };
    let over = published("aw15.figures-5-and-6.human").into_iter();
    let over = over.zip(published("aw15.figures-5-and-6.backtracking"));
    let over: Vec<f64> = over.map(|(one, other)| (one / other * 1e3).round() / 1e3).collect();
    let both = |classes: Vec<f64>, all| {
        let mut values = expected(7, 0, classes);
        values[5] = published(all)[0];
        values
    };
    let php = |path| expected(6, 0, published(path));
    let mut php_ms = expected(6, 0, ms("php16.output.seconds"));
    php_ms[4..].copy_from_slice(&[ms("php16.output.seconds")[0], ms("php16.text.seconds")[0]]);
    let columns = [
        ("hr12-9x9", "brute force, ms", published("hr12.table-A-2.brute-force")),
        ("hr12-9x9", "human, ms", published("hr12.table-A-2.human")),
        ("hr12-9x9", "SAT, ms", published("hr12.table-A-2.sat")),
        ("hr12-strategies", "all, ms", published("hr12.table-A-3.all")),
        ("hr12-strategies", "S1, ms", published("hr12.table-A-3.s1")),
        ("hr12-strategies", "S1 S2, ms", published("hr12.table-A-3.s1-s2")),
        ("hr12-strategies", "S1 S2 S3, ms", published("hr12.table-A-3.s1-s2-s3")),
        ("hr12-strategies", "S1 S2 S4, ms", published("hr12.table-A-3.s1-s2-s4")),
        ("hr12-strategies", "brute force, ms", published("hr12.table-A-2.brute-force")),
        ("hr12-16x16", "brute force, ms", published("hr12.table-A-4.brute-force")),
        ("hr12-16x16", "human, ms", published("hr12.table-A-4.human")),
        ("hr12-16x16", "SAT, ms", published("hr12.table-A-4.sat")),
        ("aw15", "backtracking, ms", ms("aw15.figures-5-and-6.backtracking")),
        ("aw15", "with naked singles, ms", ms("aw15.figures-5-and-6.human")),
        ("aw15", "naked singles over backtracking as the source", over),
        ("aw15", "singles", published("aw15.figure-7.singles")),
        ("aw15", "most singles", published("aw15.figure-7.most")),
        ("aw15", "candidates per cell", published("aw15.figure-8.candidates")),
        ("php16", "checks", php("php16.output.done-after")),
        ("php16", "ms", php_ms),
        ("php16-first", "checks", published("php16.output.solved-after")),
        (
            "b09",
            "naked single, % solved",
            both(vec![100.0 - published("b09.classes.unsolved")[0]], "b09.all.naked"),
        ),
        (
            "b09",
            "naked and hidden single, % solved",
            both(rest("b09.classes.unsolved-with-singles"), "b09.all.singles"),
        ),
        ("b09", "all but hidden single, % solved", both(vec![], "b09.all.no-hidden")),
        ("b09", "all eight, % solved", both(rest("b09.classes.unsolved"), "b09.all.eight")),
        (
            "b09",
            "hidden single used, %",
            expected(7, 0, published("b09.classes.hidden-single-used")),
        ),
    ];
    let mut known = 0;
    for (name, text) in EXPERIMENTS {
        let experiment = Experiment::parse(name, text).unwrap();
        for column in experiment.columns.iter().filter(|column| !column.published.is_empty()) {
            let is_it = |&&(of, title, _): &&(&str, &str, Vec<f64>)| {
                (of, title) == (*name, column.title.as_str())
            };
            let expected = &columns.iter().find(is_it).expect(&column.title).2;
            let is_same = |(a, b): (&f64, &f64)| a == b || (a.is_nan() && b.is_nan());
            let here: Vec<f64> = column.published.iter().map(|value| *value.get_ref()).collect();
            let there = expected;
            assert_eq!(here.len(), there.len(), "{name}: {}", column.title);
            assert!(here.iter().zip(there).all(is_same), "{name}: {}: {here:?}", column.title);
            known += 1;
        }
    }
    assert_eq!(known, columns.len());
    // A.1 is what A.2 says, with what rounding leaves.
    let (brute, human) = ("hr12.table-A-2.brute-force", "hr12.table-A-2.human");
    let differences = published(brute).into_iter().zip(published(human)).map(|(a, b)| a - b);
    let printed = published("hr12.table-A-1.difference");
    assert!(differences.zip(printed).all(|(ours, printed)| (ours - printed).abs() <= 1.0));
}
