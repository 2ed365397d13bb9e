//! Summary tables as text for a terminal.

use comfy_table::TableComponent::{HeaderLines, MiddleHeaderIntersections};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};

use super::schema::Column;
use super::summary_table::{Field, SummaryTable};
use crate::readable::{batched, bounded, bounded_duration, count};

/// Columns that are said in another way: by a `≥` or by a note.
const UNSHOWN: [&str; 6] = [
    "first_limit_ns",
    "median_is_lower_bound",
    "p95_is_lower_bound",
    "batch",
    "puzzles_is_lower_bound",
    "applications_is_lower_bound",
];

/// What is said of a column under the table.
const NOTES: [(&str, &str); 2] = [
    ("first", "first: one solution found, uniqueness not tested"),
    ("stalled", "stalled: no deduction left"),
];

/// A summary as text: times in ns as readable durations, zero counts left out, a `≥`
/// before lower bounds, and what needs a word under it.
pub fn to_text(summary: &SummaryTable) -> String {
    let shown = |(place, column): &(usize, &Column)| {
        let is_empty = |row: &Vec<Field>| show(row[*place], column, false).is_empty();
        !UNSHOWN.contains(&column.name.as_str()) && !summary.rows.iter().all(is_empty)
    };
    let columns: Vec<_> = summary.table.columns.iter().enumerate().filter(shown).collect();
    let mut table = Table::new();
    table.load_preset(NOTHING).set_style(HeaderLines, '═');
    table.set_style(MiddleHeaderIntersections, '═');
    table.set_header(columns.iter().map(|(_, column)| column.name.trim_end_matches("_ns")));
    for row in &summary.rows {
        table.add_row(columns.iter().map(|&(place, column)| {
            show(row[place], column, is_lower_bound(summary, row, &column.name))
        }));
    }
    let gaps = (1..columns.len()).map(|_| 2).chain([0]);
    for (((_, shown), column), gap) in columns.iter().zip(table.column_iter_mut()).zip(gaps) {
        column.set_padding((0, gap));
        if !["solver", "strategy"].contains(&shown.name.as_str()) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{}\n", table.trim_fmt());
    let noted = |name: &str| columns.iter().any(|(_, column)| column.name == name);
    let notes = NOTES.iter().filter(|(name, _)| noted(name)).map(|&(_, note)| note.to_owned());
    let bounds = summary.bounds.iter().filter(|_| text.contains('≥'));
    let bounds: Vec<String> = bounds.map(|&bound| bound.to_owned()).collect();
    for note in bounds.into_iter().chain(notes).chain(remarks(summary)) {
        text += &format!("{note}\n");
    }
    text
}

/// Which puzzles the times and counts leave out, and which times are no puzzle's own.
fn remarks(summary: &SummaryTable) -> impl Iterator<Item = String> {
    let of_row = |row: &Vec<Field>| {
        let name = row[0].to_text(&summary.table.columns[0]);
        let left_out = |column, why| {
            let puzzles = number(summary, row, column);
            let (all, s) = (count(puzzles), if puzzles == 1 { "" } else { "s" });
            let note = format!("{name}: times and counts leave out {all} puzzle{s} {why}");
            (puzzles > 0).then_some(note)
        };
        let batch = number(summary, row, "batch");
        [
            left_out("unsupported", "whose size or kind it does not take"),
            left_out("panic", "on which it failed"),
            left_out("wrong", "for which it gave a grid that is no solution"),
            left_out("refuted", "of which it claimed another number of solutions than there are"),
            (batch > 1).then(|| batched(&name, batch as u32)),
        ]
    };
    summary.rows.iter().flat_map(of_row).flatten()
}

/// Whether a limit hides part of a value.
fn is_lower_bound(summary: &SummaryTable, row: &[Field], name: &str) -> bool {
    match name {
        "median_ns" | "p95_ns" => number(summary, row, &name.replace("_ns", "_is_lower_bound")) > 0,
        "total_ns" | "checks" => number(summary, row, "limit") > 0,
        "share" => number(summary, row, "puzzles_is_lower_bound") > 0,
        _ => number(summary, row, &format!("{name}_is_lower_bound")) > 0,
    }
}

/// A number or flag of a row by its column's name; 0 if there is none.
fn number(summary: &SummaryTable, row: &[Field], name: &str) -> u64 {
    match summary.table.columns.iter().zip(row).find(|(column, _)| column.name == name) {
        Some((_, &Field::Number(number))) => number,
        Some((_, &Field::Flag(flag))) => flag.into(),
        _ => 0,
    }
}

fn show(field: Field, column: &Column, is_lower_bound: bool) -> String {
    match field {
        Field::Number(0) => String::new(),
        Field::Number(ns) if column.name.ends_with("_ns") => bounded_duration(ns, is_lower_bound),
        Field::Share(share) if is_lower_bound => {
            // Seven tenths of 32 bits are a little less.
            bounded(&format!("{:.1} %", (1000.0 * f64::from(share) + 1e-4).floor() / 10.0), true)
        }
        Field::Share(share) => format!("{:.1} %", 100.0 * share),
        _ => bounded(&field.to_text(column), is_lower_bound),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::pipeline::record::Status;
    use crate::readable::{BEYOND_COUNT, BOUND};
    use crate::solver::Verdict;
    use crate::strategy::STRATEGIES;
    use crate::table::statistics::{
        AttemptEnd, Bucket, SetStatistics, SolverInSet, SolverStatistics, Statistics,
    };
    use crate::table::{Summary, b09_text, schema};

    /// Of 10 puzzles 4 reached the limit, on one of them naked pairs had been used.
    #[test]
    fn strategies_of_limited_attempts_are_lower_bounds() {
        let place = |solver| schema::solvers().iter().position(|&name| name == solver).unwrap();
        let mut human = SolverStatistics { batch: 1, ..Default::default() };
        human.statuses.add(Status::Verdict(Verdict::First), 6);
        human.statuses.add(Status::Verdict(Verdict::Limit), 4);
        human.statuses.add(Status::Unsupported, 2);
        let strategy = |name| STRATEGIES.iter().position(|row| row.name == name).unwrap();
        let (single, pair) = (strategy("naked-single"), strategy("naked-pair"));
        (0..10).for_each(|_| human.strategies.by_strategy[single].add(3.0, 1));
        (0..2).for_each(|_| human.strategies.by_strategy[pair].add(1.0, 1));
        human.strategies.puzzles = 10;
        human.strategies.limited = 4;
        human.strategies.used_before_limit[single] = 4;
        human.strategies.used_before_limit[pair] = 1;
        let set = SetStatistics {
            solvers: BTreeMap::from([(
                place("human"),
                SolverInSet {
                    statuses: human.statuses,
                    strategies: human.strategies.clone(),
                    ..Default::default()
                },
            )]),
            ..Default::default()
        };
        let sets = BTreeMap::from([("a.txt".to_owned(), set)]);
        let solvers = BTreeMap::from([(place("human"), human)]);
        let statistics = Statistics { sets, solvers, ..Statistics::default() };
        let text = Summary::of_statistics(&statistics).to_text();
        let row = |name| text.lines().find(|line| line.contains(name)).unwrap();
        let cells = |name| row(name).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(cells("naked-single"), "human naked-single 10 100.0 % ≥ 30", "{text}");
        assert_eq!(cells("naked-pair"), "human naked-pair ≥ 2 ≥ 20.0 % ≥ 2", "{text}");
        assert!(text.contains(BOUND), "{text}");
        let b09 = b09_text(&statistics);
        for line in [
            "  human: 6 (60.00 %) solved, 4 (40.00 %) unsolved, 4 of them at the limit; 2 puzzles \
             of sizes that it does not take are left out",
            "    Naked Single                 10 (100.00 %)",
            "    Naked Pair                   ≥ 2 (20.00 %)",
            BOUND,
        ] {
            assert!(b09.lines().any(|one| one == line), "{line}\n{b09}");
        }
    }

    /// No limit was reached, but a puzzle has more applications than its column counts.
    #[test]
    fn applications_beyond_their_count_are_lower_bounds() {
        let place = |solver| schema::solvers().iter().position(|&name| name == solver).unwrap();
        let single = STRATEGIES.iter().position(|row| row.name == "naked-single").unwrap();
        let mut human = SolverStatistics { batch: 1, ..Default::default() };
        human.statuses.add(Status::Verdict(Verdict::First), 1);
        human.strategies.puzzles = 1;
        human.strategies.by_strategy[single].add(65_535.0, 1);
        human.strategies.beyond_count[single] = 1;
        let solvers = BTreeMap::from([(place("human"), human)]);
        let text =
            Summary::of_statistics(&Statistics { solvers, ..Statistics::default() }).to_text();
        let row = text.lines().find(|line| line.contains("naked-single")).unwrap();
        let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(row, "human naked-single 1 100.0 % ≥ 65535", "{text}");
        assert!(text.contains(BEYOND_COUNT) && !text.contains(BOUND), "{text}");
    }

    #[test]
    fn a_rule_under_the_names_and_what_it_means_under_the_rows() {
        let place = |solver| schema::solvers().iter().position(|&name| name == solver).unwrap();
        let mut fast = SolverStatistics { checks: 707, batch: 256, ..Default::default() };
        fast.statuses.add(Status::Verdict(Verdict::First), 503);
        fast.statuses.add(Status::Unsupported, 1_200);
        fast.all.time.add(Bucket::of(406), AttemptEnd::Answered, false, 503, 256);
        let mut logic = SolverStatistics { checks: 26_235, batch: 1, ..Default::default() };
        logic.statuses.add(Status::Verdict(Verdict::Limit), 21);
        logic.all.time.add(Bucket::of(13_800), AttemptEnd::Limit, false, 21, 1);
        let solvers = BTreeMap::from([(place("fast"), fast), (place("logic-b09"), logic)]);
        let expected = "\
solver      puzzles   first   limit   unsupported      median         p95    checks
═══════════════════════════════════════════════════════════════════════════════════
logic-b09        21              21                 ≥ 13.8 µs   ≥ 13.8 µs   ≥ 26235
fast           1703     503                  1200      406 ns      406 ns       707
≥: some puzzles reached the limit; the true value may be higher
first: one solution found, uniqueness not tested
fast: times and counts leave out 1,200 puzzles whose size or kind it does not take
fast: each time is the mean of a batch of up to 256 puzzles, not a single puzzle's; so are \
medians, p95 and comparisons
";
        let summary = Summary::of_statistics(&Statistics { solvers, ..Statistics::default() });
        assert_eq!(summary.to_text(), expected);
        let empty = Statistics::default();
        assert_eq!(Summary::of_statistics(&empty).to_text(), "the run has no puzzles\n");
        assert_eq!(b09_text(&empty), "the run has no puzzles\n");
    }
}
