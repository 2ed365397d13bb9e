//! Every solver in a row: how its attempts ended, and their time and effort.

use crate::html::{Element, element};
use crate::pipeline::record::Status;
use crate::report::axes::{self, time_range};
use crate::report::chart::{Axis, Chart, Size, figure};
use crate::report::names;
use crate::report::page::{Section, note, paragraph};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{Bound, Distribution, End, SolverStatistics, Statistics};
use crate::words::{count, duration, share};

/// The section; none if no solver ran.
pub fn section(statistics: &Statistics) -> Option<Section> {
    (!statistics.solvers.is_empty()).then(|| Section {
        id: "solvers",
        title: "Solvers",
        content: [
            vec![spreads(statistics), key(), table(statistics)],
            others(statistics),
            vec![note(TERMS)],
        ]
        .concat(),
    })
}

const TERMS: &str = "CPU time of the thread, per puzzle, until the solver ended: with an answer, \
    stalled, or at its limit. A row that met its limit is known only from below. A quantile is \
    shown as a number where it is the same whatever the limits hide, and as “≥” elsewhere; in \
    brackets the 95 % confidence interval of the median. Means are not shown: they would need \
    what the limits hide. Checks are each solver's own unit of work and not comparable between \
    solvers; point at a number, or see `list solvers`, for the unit.";

/// A line per solver: from the 5th to the 95th percentile of its time, the middle
/// half thick, the median a dot.
fn spreads(statistics: &Statistics) -> Element {
    let rows = statistics.solvers.len() as f64;
    let (low, high) = time_range(statistics);
    let x = axes::time("CPU time per puzzle", Scale::log(low, high));
    let places = statistics.solvers.keys().rev().enumerate();
    let named = places.map(|(row, &solver)| (row as f64, names::solver(solver).name.to_owned()));
    let y = Axis {
        scale: Scale::linear(-0.6, rows - 0.4),
        title: String::new(),
        ticks: named.collect(),
    };
    let size = Size { width: 400.0, height: 26.0 * rows + 52.0, left: 112.0 };
    let mut chart = Chart::new(size, &x, &y);
    for (row, solver) in statistics.solvers.values().rev().enumerate() {
        spread(&mut chart, &solver.all.time, row as f64);
    }
    let caption = element("span")
        .child(element("b").text("Time per puzzle. "))
        .text("Dot: median. Thick: the middle half. Thin: 5 % to 95 %. Hollow dot or arrow: at least this, a limit hides the rest.");
    figure(caption, chart.finish("CPU time per puzzle of every solver, as quantiles"))
}

fn spread(chart: &mut Chart, distribution: &Distribution, row: f64) {
    let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| distribution.quantile(share));
    let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = quantiles else { return };
    let x = |quantile: Bound| quantile.value() as f64;
    chart.line("whisker", &[(x(least), row), (x(most), row)]);
    chart.line("box", &[(x(low), row), (x(high), row)]);
    if matches!(most, Bound::AtLeast(_)) {
        chart.open_right("arrow", (x(most), row));
    }
    let class = if matches!(middle, Bound::Exactly(_)) { "dot" } else { "dot open" };
    chart.dot(class, (x(middle), row), 4.5);
}

fn table(statistics: &Statistics) -> Element {
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
        let row = names::solver(place);
        let puzzles = solver.statuses.puzzles();
        let of = |count| sheet::figure(&share(count, puzzles));
        let [answered, stalled, limit] = End::ALL.map(|end| solver.all.time.ended(end));
        let total = duration(solver.total_ns);
        let checks = |share| {
            let text = sheet::known(solver.all.checks.quantile(share), count);
            sheet::figure(&text).attribute("title", format!("one check: {}", row.check))
        };
        sheet.row([
            sheet::name(row.name).attribute("title", row.title),
            element("td").child(ends(solver)),
            sheet::figure(&count(puzzles)),
            of(answered),
            of(stalled),
            of(limit),
            median(&solver.all.time),
            sheet::figure(&sheet::known(solver.all.time.quantile(0.95), duration)),
            sheet::figure(&if limit > 0 { format!("≥ {total}") } else { total }),
            checks(0.5),
            checks(0.95),
        ]);
    }
    sheet.finish("Solvers")
}

/// What did not end in one of the three ways: said in words, and only if there is
/// any.
fn others(statistics: &Statistics) -> Vec<Element> {
    let said = |(&place, solver): (&usize, &SolverStatistics)| {
        let name = names::solver(place).name;
        let of =
            |status| (solver.statuses.of(status) > 0).then(|| count(solver.statuses.of(status)));
        let unsupported = of(Status::Unsupported)
            .map(|n| format!("{name} does not take the size of {n} puzzles."));
        let failed = of(Status::Panicked).map(|n| format!("{name} failed on {n} puzzles."));
        [unsupported, failed]
    };
    statistics.solvers.iter().flat_map(said).flatten().map(|text| paragraph(&text)).collect()
}

fn median(distribution: &Distribution) -> Element {
    let text = sheet::known(distribution.quantile(0.5), duration);
    let cell = sheet::figure(&text);
    match distribution.median_interval() {
        Some((low, high)) => {
            let shown = |bound| sheet::known(Some(bound), duration);
            let interval = format!("[{}, {}]", shown(low), shown(high));
            cell.child(element("small").text(interval))
        }
        None => cell,
    }
}

/// What the colours of the bars mean.
fn key() -> Element {
    let names = ["answered", "stalled: no deduction left", "limit met"];
    let entries = names.into_iter().zip(ENDS).flat_map(|(name, class)| {
        let swatch = element("svg").class("swatch").attribute("viewBox", "0 0 1 1");
        let square = element("rect").class(class).attribute("width", 1).attribute("height", 1);
        [swatch.attribute("aria-hidden", "true").child(square), element("span").text(name)]
    });
    element("p").class("note key").children(entries)
}

/// The classes that colour [`End::ALL`].
const ENDS: [&str; 3] = ["answered", "stalled", "limit"];

/// A bar of how the attempts ended.
fn ends(solver: &SolverStatistics) -> Element {
    let puzzles = solver.statuses.puzzles().max(1) as f64;
    let mut bar = element("svg").class("bar").attribute("viewBox", "0 0 100 14");
    bar = bar.attribute("preserveAspectRatio", "none").attribute("aria-hidden", "true");
    let mut from = 0.0;
    for (end, class) in End::ALL.into_iter().zip(ENDS) {
        let width = 100.0 * solver.all.time.ended(end) as f64 / puzzles;
        let part = element("rect").class(class).attribute("x", from).attribute("width", width);
        bar = bar.child(part.attribute("height", 14));
        from += width;
    }
    bar
}
