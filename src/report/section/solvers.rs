//! Every solver in a row: how its attempts ended, and their time and effort.

use maud::{Markup, html};

use crate::pipeline::record::Status;
use crate::readable::{batched, bounded_duration, count, share};
use crate::report::axes::{self, time_range};
use crate::report::chart::{Chart, Size};
use crate::report::names;
use crate::report::page::{Section, note};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::solver::Verdict;
use crate::table::statistics::{AttemptEnd, Bounded, Distribution, SolverStatistics, Statistics};

/// The section; none if no solver ran.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let content = html! {
        (spreads(statistics))
        (key())
        (table(statistics))
        @for (&place, solver) in &statistics.solvers {
            @for remark in remarks(names::solver(place), solver) { p { (remark) } }
        }
        (note(TERMS))
    };
    let title = "Solvers";
    (!statistics.solvers.is_empty()).then_some(Section { id: "solvers", title, content })
}

const TERMS: &str = "CPU time of the thread, per puzzle, until the solver ended: with an answer, \
    stalled, or at its limit. A puzzle that reached the limit \
    took more than was measured. A quantile is \
    shown as a number where it is the same whatever the limits hide, and as “≥” elsewhere; in \
    brackets the 95 % confidence interval of the median. Means are not shown: they would need \
    what the limits hide. Checks are each solver's own unit of work and not comparable between \
    solvers; point at a number, or see `list solvers`, for the unit.";

/// A line per solver: from the 5th to the 95th percentile of its time, the middle
/// half thick, the median a dot.
fn spreads(statistics: &Statistics) -> Markup {
    let rows = statistics.solvers.len() as f64;
    let (low, high) = time_range(statistics);
    let x = axes::time("CPU time per puzzle", Scale::log(low, high));
    let solvers = statistics.solvers.iter();
    let y = axes::rows(solvers.map(|(&place, of)| names::starred(place, of)));
    let size = Size { width: 400.0, height: 26.0 * rows + 52.0, left: 112.0 };
    let mut chart = Chart::new(size, &x, &y);
    for (row, solver) in statistics.solvers.values().rev().enumerate() {
        spread(&mut chart, &solver.all.time, row as f64);
    }
    let caption = "Dot: median. Thick: the middle half. Thin: 5 % to 95 %. Hollow dot or arrow: at \
                   least this, a limit hides the rest. *: means of batches, not of single puzzles.";
    chart.figure("Time per puzzle. ", caption, "CPU time per puzzle of every solver, as quantiles")
}

fn spread(chart: &mut Chart, distribution: &Distribution, row: f64) {
    let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| distribution.quantile(share));
    let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = quantiles else { return };
    let x = |quantile: Bounded| quantile.value() as f64;
    chart.line("whisker", &[(x(least), row), (x(most), row)]);
    chart.line("box", &[(x(low), row), (x(high), row)]);
    if most.is_lower() {
        chart.open_right("arrow", (x(most), row));
    }
    let class = if middle.is_lower() { "dot open" } else { "dot" };
    chart.dot(class, (x(middle), row), 4.5);
}

fn table(statistics: &Statistics) -> Markup {
    let mut sheet = Sheet::new([
        "solver",
        "ended",
        "#puzzles",
        "#answered",
        "#stalled",
        "#limit",
        "#median time",
        "#95 %",
        "#all puzzles",
        "#median checks",
        "#95 %",
    ]);
    for (&place, solver) in &statistics.solvers {
        let puzzles = solver.statuses.puzzles();
        let of = |count| sheet::figure(&share(count, puzzles));
        let [answered, stalled, limit] = AttemptEnd::ALL.map(|end| solver.all.time.ended(end));
        let unit = format!("one check: {}", names::check(place));
        let checks = |share| {
            let number = sheet::known(solver.all.checks.quantile(share), count);
            html! { td.number title=(unit) { (number) } }
        };
        sheet.row([
            html! { th scope="row" title=(names::title(place)) { (names::starred(place, solver)) } },
            html! { td { (ends(solver)) } },
            sheet::figure(&count(puzzles)),
            of(answered),
            of(stalled),
            of(limit),
            median(&solver.all.time),
            sheet::figure(&sheet::known_time(solver.all.time.quantile(0.95))),
            sheet::figure(&bounded_duration(solver.total_ns, limit > 0)),
            checks(0.5),
            checks(0.95),
        ]);
    }
    sheet.finish("Solvers")
}

/// What the table cannot show: said in words, and only if there is any.
fn remarks(name: &str, solver: &SolverStatistics) -> impl Iterator<Item = String> {
    let some = |puzzles: u64| Some(puzzles).filter(|&puzzles| puzzles > 0).map(count);
    let of = |status| some(solver.statuses.of(status));
    let unsupported = of(Status::Unsupported)
        .map(|puzzles| format!("{name} does not take the size or kind of {puzzles} puzzles."));
    let failed = of(Status::Panicked).map(|puzzles| format!("{name} failed on {puzzles} puzzles."));
    let wrong = of(Status::Wrong)
        .map(|puzzles| format!("{name} gave grids that are no solutions of {puzzles} puzzles."));
    let refuted = some(solver.statuses.refuted()).map(|puzzles| {
        format!("{name} claimed another number of solutions than there are of {puzzles} puzzles.")
    });
    let exact = match of(Status::Verdict(Verdict::Limit)) {
        Some(_) => "All of them are lower bounds where a limit ended one of the batch",
        None => "Its total and its checks are exact",
    };
    let batches =
        (solver.batch > 1).then(|| format!("* {}. {exact}.", batched(name, solver.batch)));
    [unsupported, failed, wrong, refuted, batches].into_iter().flatten()
}

fn median(distribution: &Distribution) -> Markup {
    let median = sheet::known_time(distribution.quantile(0.5));
    match distribution.median_interval() {
        Some((low, high)) => {
            let [low, high] = [low, high].map(|end| sheet::known_time(Some(end)));
            sheet::figures(&median, &format!("[{low}, {high}]"))
        }
        None => sheet::figure(&median),
    }
}

/// What the colours of the bars mean.
fn key() -> Markup {
    let names = ["answered", "stalled: no deduction left", "limit reached"];
    html! {
        p.note.key {
            @for (name, class) in names.into_iter().zip(ENDS) {
                svg.swatch viewBox="0 0 1 1" aria-hidden="true" {
                    rect class=(class) width="1" height="1" {}
                }
                span { (name) }
            }
        }
    }
}

/// The classes that colour [`AttemptEnd::ALL`].
const ENDS: [&str; 3] = ["answered", "stalled", "limit"];

/// A bar of how the attempts ended.
fn ends(solver: &SolverStatistics) -> Markup {
    let puzzles = solver.statuses.puzzles().max(1) as f64;
    let widths = AttemptEnd::ALL.map(|end| 100.0 * solver.all.time.ended(end) as f64 / puzzles);
    let starts = [0.0, widths[0], widths[0] + widths[1]];
    html! {
        svg.bar viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true" {
            @for ((class, start), width) in ENDS.into_iter().zip(starts).zip(widths) {
                rect class=(class) x=(start) width=(width) height="14" {}
            }
        }
    }
}
