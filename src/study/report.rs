//! An experiment's table beside the published one, and its claims, as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::claim::Claim;
use super::experiment::{Column, Experiment};
use super::judge::Judgement;
use super::measure::{Measure, shown};
use super::verdict::{BASES, Verdict};
use crate::readable::BOUND;
use crate::solver::find_solver;
use crate::table::csv_text;
use crate::table::statistics::Estimate;

/// What was measured: by column, by set, in the experiment's order; `None` for no data.
pub type Table = Vec<Vec<Option<Estimate>>>;

/// What is said under every table.
const MEANS: &str = "Means ± standard error, which is not known of a time measured once, of a single \
                     generated puzzle, and of generated puzzles that do not differ.";

/// What is said of shares that a solver solved within its limit.
const CAPPED: &str = " Solved: within the limit.";

/// What is said of the signs of bounds.
const BOUNDS: [(&str, &str); 3] = [
    ("≥ ", BOUND),
    ("≤ ", "≤: some puzzles reached the limit; the true value may be lower"),
    ("? ", "?: some puzzles reached the limit; the true value may be lower or higher"),
];

/// The table and the verdicts as Markdown; `facts` are lines for its head.
pub fn to_markdown(
    experiment: &Experiment,
    facts: &[String],
    table: &Table,
    verdicts: &[Verdict],
) -> String {
    let mut text = format!(
        "# {}: {}\n\nAfter {}. {}\n\n",
        experiment.name,
        plain(&experiment.title),
        unmarked(&experiment.source),
        unmarked(&experiment.about)
    );
    let mut line = |words: String| writeln!(text, "{words}").expect("a string takes any text");
    facts.iter().for_each(|fact| line(format!("- {fact}")));
    let heading = |column: &Column| match column.published.is_empty() {
        true => format!(" {} |", in_cell(&column.title)),
        false => format!(" {} | published |", in_cell(&column.title)),
    };
    let headings: String = experiment.columns.iter().map(heading).collect();
    line(format!("\n| set |{headings}"));
    let columns = experiment.columns.iter().map(|column| match column.published.is_empty() {
        true => "--:|",
        false => "--:|--:|",
    });
    line(format!("|---|{}", columns.collect::<String>()));
    for (row, set) in experiment.sets().enumerate() {
        let cells = experiment.columns.iter().zip(table).map(|(column, estimates)| {
            let measured = format!(" {} |", shown(estimates[row]));
            match column.published.get(row) {
                Some(value) if !value.get_ref().is_nan() => {
                    format!("{measured} {} |", experiment.printed(value))
                }
                Some(_) => format!("{measured} |"),
                None => measured,
            }
        });
        line(format!("| {} |{}", in_cell(set), cells.collect::<String>()));
    }
    let claims = claims_to_markdown(experiment, verdicts);
    let is_capped = |column: &Column| column.measure == Measure::CappedSolved;
    let capped = if experiment.columns.iter().any(is_capped) { CAPPED } else { "" };
    let judged = verdicts.iter().flat_map(Verdict::all).flat_map(|judgement| &judgement.figures);
    let figures = table.iter().flatten().flatten().chain(judged);
    let bounds: BTreeSet<&str> = figures.map(|figure| figure.bound().sign()).collect();
    let notes = BOUNDS.into_iter().filter(|&(sign, _)| bounds.contains(sign));
    let notes: String = notes.map(|(_, note)| format!(" {note}.")).collect();
    text + "\n" + MEANS + capped + &notes + "\n\n" + &claims
}

/// A text of the file, in which nothing is HTML.
fn unmarked(text: &str) -> String {
    text.replace('<', "\\<")
}

/// The same in one line.
fn plain(text: &str) -> String {
    unmarked(text).replace('\n', " ")
}

/// The same in a cell of a table.
fn in_cell(text: &str) -> String {
    plain(text).replace('|', "\\|")
}

fn claims_to_markdown(experiment: &Experiment, verdicts: &[Verdict]) -> String {
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{words}").expect("a string takes any text");
    for (claim, verdict) in experiment.claims.iter().zip(verdicts) {
        line(format!("- **{}**: {}", verdict.name(), plain(&claim.text)));
        if let Some(units) = unlike_checks(claim) {
            line(format!("  - {units}"));
        }
        for (basis, judgement) in BASES.iter().zip(verdict.all()) {
            let why = match figures(judgement) {
                "" => String::new(),
                why => format!(" ({})", unmarked(why)),
            };
            line(format!("  - {basis}: {}{why}", judgement.ruling.name()));
        }
    }
    text
}

/// What a claim sets beside each other that are no numbers of the same things: checks of two solvers.
fn unlike_checks(claim: &Claim) -> Option<String> {
    let [(_, one, Measure::Checks | Measure::NsPerCheck), (_, other, _)] = claim.figures()[..]
    else {
        return None;
    };
    let [check, others] = [one, other].map(|name| find_solver(name).map(|row| row.check));
    let (check, others) = (check?, others?);
    (check != others)
        .then(|| format!("unlike checks are compared: of {one} {check}; of {other} {others}"))
}

/// Why, without the stop.
fn figures(judgement: &Judgement) -> &str {
    judgement.why.trim_end_matches('.')
}

/// The verdicts as CSV, one line per claim.
pub fn claims_to_csv(experiment: &Experiment, verdicts: &[Verdict]) -> String {
    let names = [
        "experiment",
        "claim",
        "verdict",
        "published",
        "published_figures",
        "as_source",
        "as_source_figures",
        "ours",
        "our_figures",
    ];
    let mut records = vec![names.map(String::from).to_vec()];
    for (claim, verdict) in experiment.claims.iter().zip(verdicts) {
        let mut record = vec![experiment.name.clone(), claim.text.clone(), verdict.name().into()];
        for judgement in verdict.all() {
            record.extend([judgement.ruling.name().into(), figures(judgement).into()]);
        }
        records.push(record);
    }
    csv_text(records)
}

/// The table as CSV, one line per set and column; what was not measured or published, or is
/// not known, is empty.
pub fn to_csv(experiment: &Experiment, table: &Table) -> String {
    let names = ["set", "column", "measured", "standard_error", "bound", "published"];
    let mut records = vec![names.map(String::from).to_vec()];
    for (row, set) in experiment.sets().enumerate() {
        for (column, estimates) in experiment.columns.iter().zip(table) {
            let estimate = estimates[row];
            let number = |number: Option<f64>| {
                number.filter(|n| n.is_finite()).map(|n| n.to_string()).unwrap_or_default()
            };
            records.push(vec![
                set.to_owned(),
                column.title.clone(),
                number(estimate.map(|estimate| estimate.value)),
                number(estimate.map(|estimate| estimate.error)),
                estimate.map_or("", |estimate| estimate.bound().name()).into(),
                number(column.published.get(row).map(|value| *value.get_ref())),
            ]);
        }
    }
    csv_text(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Ruling;

    #[test]
    fn unlike_checks_are_told() {
        let said = |test: &str| {
            let text = format!(
                "title = 'x'\nsource = 'x'\nabout = 'x'\nrun = {{ solvers = ['dlx', 'human'], count = 1 }}\n\
                 columns = []\n[[inputs]]\nsets = ['a']\npuzzles = ['1...............']\n\
                 [[inputs]]\nsets = ['b']\npuzzles = ['2...............']\n\
                 [[claims]]\ntext = 'x'\ntest = {{ {test} }}\n"
            );
            unlike_checks(&Experiment::parse("x", &text).unwrap().claims[0]).is_some()
        };
        let peak = "peak = { over = 'dlx', under = 'human', at = ['a'], measure = 'checks' }";
        let less = "less = { left = 'dlx', right = 'human', measure = 'checks' }";
        assert!(said(peak) && said(less));
        assert!(!said(&peak.replace("checks", "cpu-ms")));
    }

    #[test]
    fn figures_stand_beside_the_published_ones() {
        let experiment = Experiment::parse(
            "x",
            "title = 'Is it ≤ ? Speed'\nsource = 'X99'\nabout = 'As it was.'\n\
             run = { solvers = ['dlx'], count = 1 }\n\
             [[inputs]]\nsets = ['a']\npuzzles = ['1...............']\n\
             [[inputs]]\nsets = ['b']\npuzzles = ['2...............']\n\
             [[inputs]]\nsets = ['c']\npuzzles = ['3...............']\n\
             [[columns]]\ntitle = 'time, ms'\nmeasure = 'cpu-ms'\nsolver = 'dlx'\npublished = [2, nan, nan]\n\
             [[claims]]\ntext = 'It is fast.'\n\
             test = { flat = { solver = 'dlx', within = 2.0 } }\n",
        )
        .unwrap();
        let estimate = Estimate { error: 0.25, ..Estimate::exactly(1.5) };
        let bound = Estimate::exactly(20.0).or_more();
        let table = vec![vec![Some(estimate), Some(bound), None]];
        let verdict = Verdict {
            published: Judgement::of(Ruling::NoData, ""),
            as_source: Judgement::of(Ruling::NoData, "`dlx` has no control."),
            ours: Judgement::of(Ruling::Undecided, "so."),
        };
        let verdicts = [verdict];
        let text = to_markdown(&experiment, &["fact".into()], &table, &verdicts);
        assert!(text.starts_with("# x: Is it ≤ ? Speed\n\nAfter X99. As it was.\n\n- fact\n"));
        assert!(
            text.contains("| set | time, ms | published |\n|---|--:|--:|\n| a | 1.50 ± 0.25 | 2 |")
        );
        assert!(text.contains("| b | ≥ 20.0 | |\n| c | no data | |"));
        // A sign of a bound is explained where a figure has it.
        assert!(text.contains(" ≥: ") && !text.contains(" ≤: ") && !text.contains(" ?: "));
        assert!(
            text.ends_with(
                "- **undecided**: It is fast.\n  - published: no data\n  \
                 - as the source did it: no data (`dlx` has no control)\n  \
                 - ours: undecided (so)\n"
            ),
            "{text}"
        );
        let exact = vec![vec![Some(estimate), None, None]];
        let mut judged = verdicts.clone();
        assert!(!to_markdown(&experiment, &[], &exact, &judged).contains("≥: "));
        judged[0].ours.figures.push(bound);
        assert!(to_markdown(&experiment, &[], &exact, &judged).contains(" ≥: "));
        let claims = claims_to_csv(&experiment, &verdicts);
        let expected =
            "\nx,It is fast.,undecided,no data,,no data,`dlx` has no control,undecided,so\n";
        assert!(claims.ends_with(expected), "{claims}");
        let once = Estimate { error: f64::INFINITY, ..Estimate::exactly(3.5) };
        let csv = to_csv(&experiment, &vec![vec![Some(once), None, None]]);
        assert!(csv.contains("\na,\"time, ms\",3.5,,,2\n"), "{csv}");
        let csv = to_csv(&experiment, &table);
        assert!(csv.ends_with(
            "a,\"time, ms\",1.5,0.25,,2\nb,\"time, ms\",20,0,lower,\nc,\"time, ms\",,,,\n"
        ));
    }
}
