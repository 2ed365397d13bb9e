//! An experiment's table beside the published one, and its claims, as text.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::{Estimate, Experiment, Finding, Verdict};

/// What was measured: by column, by set, in the experiment's order.
pub type Table = Vec<Vec<Estimate>>;

/// The table and the findings as Markdown; `facts` are lines for its head.
pub fn to_markdown(
    name: &str,
    experiment: &Experiment,
    facts: &[String],
    table: &Table,
    findings: &[Finding],
) -> String {
    let mut text = format!(
        "# {name}: {}\n\nAfter {}. {}\n\n",
        experiment.title, experiment.source, experiment.about
    );
    let mut line = |words: String| writeln!(text, "{words}").expect("a string takes any text");
    facts.iter().for_each(|fact| line(format!("- {fact}")));
    let heading = |column: &super::Column| match column.published.is_empty() {
        true => format!(" {} |", column.title),
        false => format!(" {} | published |", column.title),
    };
    let headings: String = experiment.columns.iter().map(heading).collect();
    line(format!("\n| set |{headings}"));
    line(format!("|---|{}", "--:|".repeat(headings.matches('|').count())));
    for (row, set) in experiment.sets().enumerate() {
        let cells = experiment.columns.iter().zip(table).map(|(column, estimates)| {
            let measured = format!(" {} |", shown(estimates[row]));
            match column.published.get(row) {
                Some(published) if !published.is_nan() => format!("{measured} {published} |"),
                Some(_) => format!("{measured} |"),
                None => measured,
            }
        });
        line(format!("| {set} |{}", cells.collect::<String>()));
    }
    line("\nMeans ± standard error; `≥` where puzzles met the solver's limit.\n".into());
    for (claim, finding) in experiment.claims.iter().zip(findings) {
        let verdict = match finding.verdict {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::Undecided => "undecided",
        };
        line(format!("- **{verdict}**: {} ({})", claim.text, finding.why.trim_end_matches('.')));
    }
    text
}

/// The table as CSV, one line per set and column.
pub fn to_csv(experiment: &Experiment, table: &Table) -> String {
    let mut text = "set,column,measured,standard_error,is_lower_bound,published\n".to_owned();
    for (row, set) in experiment.sets().enumerate() {
        for (column, estimates) in experiment.columns.iter().zip(table) {
            let Estimate { value, error, is_bound } = estimates[row];
            let published = column.published.get(row).filter(|value| !value.is_nan());
            let published = published.map(f64::to_string).unwrap_or_default();
            let title = field(&column.title);
            writeln!(text, "{set},{title},{value},{error},{is_bound},{published}")
                .expect("a string takes any text");
        }
    }
    text
}

/// A field of a CSV line, in quotes where it holds a comma.
fn field(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// An estimate with three significant digits or so, and its error.
pub(super) fn shown(estimate: Estimate) -> String {
    let digits = match estimate.value.abs() {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    let bound = if estimate.is_bound { "≥ " } else { "" };
    match estimate.error {
        0.0 => format!("{bound}{:.digits$}", estimate.value),
        error => format!("{bound}{:.digits$} ± {error:.digits$}", estimate.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_beside_the_published_ones() {
        let experiment = Experiment::parse(
            "title = 'Speed'\nsource = 'X99'\nabout = 'As it was.'\nrun = ''\n\
             [[inputs]]\nsets = ['a', 'b']\npuzzles = ['....']\n\
             [[columns]]\ntitle = 'time, ms'\nmeasure = 'cpu-ms'\nsolver = 'dlx'\npublished = [2, nan]\n\
             [[claims]]\ntext = 'It is fast.'\n\
             test = { flat = { solver = 'dlx', within = 2.0 } }\n",
        )
        .unwrap();
        let estimate = Estimate { value: 1.5, error: 0.25, is_bound: false };
        let bound = Estimate { value: 20.0, error: 0.0, is_bound: true };
        let table = vec![vec![estimate, bound]];
        let finding = Finding { verdict: Verdict::Undecided, why: "so.".into() };
        let text = to_markdown("x", &experiment, &["fact".into()], &table, &[finding]);
        assert!(text.starts_with("# x: Speed\n\nAfter X99. As it was.\n\n- fact\n"));
        assert!(
            text.contains("| set | time, ms | published |\n|---|--:|--:|\n| a | 1.50 ± 0.25 | 2 |")
        );
        assert!(text.contains("| b | ≥ 20.0 | |\n"));
        assert!(text.ends_with("- **undecided**: It is fast. (so)\n"));
        let csv = to_csv(&experiment, &table);
        assert!(csv.ends_with("a,\"time, ms\",1.5,0.25,false,2\nb,\"time, ms\",20,0,true,\n"));
    }
}
