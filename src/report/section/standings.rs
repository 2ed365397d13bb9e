//! All solvers together: how many times as long each takes as the first.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::answers::answered;
use crate::readable::{bounded, count, counted, rounded_down, share, short_count};
use crate::report::axes;
use crate::report::chart::{Axis, Chart, Size};
use crate::report::names;
use crate::report::page::{Section, details, gallery, note};
use crate::report::scale::Scale;
use crate::report::sheet::{self, Sheet};
use crate::table::statistics::{
    AttemptEnd, Bounded, Distribution, Standings, Statistics, Stratum, UNIT, within,
};

const TERMS: &str = "On each puzzle that some solver answered, a solver's factor is its CPU time \
    over the least of those who answered: 1 for the first. In order of the factor within which half \
    of the puzzles were answered; solvers that did not answer half of them follow by the share that \
    they answered. The median has its 95 % confidence interval in brackets and is rounded up to three \
    digits. A solver that stalls, fails, answers wrongly or does not take the puzzle never answers \
    (∞); of one at its limit a lower bound is known (≥), or nothing (–). *: means of batches, not of single puzzles.";

const CURVES: &str = "Share of these puzzles that were answered within a factor of the first: the \
    performance profiles of Dolan and Moré. Grey: the other solvers. The left end is the share of \
    puzzles on which the solver was first, the right end the share that it answered.";

/// Factors above this are not drawn.
const MOST: f64 = 10_000.0;

/// A stratum is shown where there are this many puzzles.
const ENOUGH: u64 = 10;

const SIZE: Size = Size { width: 330.0, height: 200.0, left: 58.0 };

/// The section; none with fewer than two solvers.
pub fn section(statistics: &Statistics) -> Option<Section> {
    let all = statistics.standings.get(&Stratum::All)?;
    if all.factors.len() < 2 {
        return None;
    }
    let title = "All solvers together";
    let content = html! {
        (ranking(statistics, all, title))
        (note(TERMS))
        @if all.unanswered > 0 { p { (count(all.unanswered)) " puzzles were answered by none." } }
        (gallery(all.factors.iter().map(|(&place, of)| profile(statistics, all, place, of))))
        (note(CURVES))
        (strata(statistics))
    };
    Some(Section { id: "standings", title, content })
}

fn starred(statistics: &Statistics, place: usize) -> String {
    statistics
        .solvers
        .get(&place)
        .map_or_else(|| names::solver(place).to_owned(), |of| names::starred(place, of))
}

fn ranking(statistics: &Statistics, standings: &Standings, title: &str) -> Markup {
    let mut sheet = Sheet::new([
        "solver",
        "#median factor",
        "#first",
        "#within 2×",
        "#within 10×",
        "#within 100×",
        "#answered",
    ]);
    for (place, of) in standings.ranked() {
        let shares = [1, 2, 10, 100].map(|factor| percent(within(of, factor)));
        let answered = share(of.ended(AttemptEnd::Answered), of.total());
        let cells = shares.into_iter().chain([answered]).map(|share| sheet::figure(&share));
        let median = sheet::figures(&factor(of.quantile(0.5)), &interval(of));
        let name = sheet::name(&starred(statistics, place));
        sheet.row([name, median].into_iter().chain(cells));
    }
    sheet.finish(title)
}

/// A share; what is not nothing is never shown as 0, and what is not all never as 100.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if share > 0.0 && percent < 0.05 => "< 0.1 %".into(),
        percent if share < 1.0 && percent > 99.95 => "> 99.9 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

/// A factor; what is above all times never comes, and that of a limit below 1 says nothing.
fn factor(factor: Option<Bounded>) -> String {
    match factor {
        None => "–".into(),
        Some(Bounded::AtLeast(bound)) if bound < UNIT => "–".into(),
        Some(factor) if factor.value() > u64::MAX / 2 => "∞".into(),
        Some(factor) => {
            let digits = rounded_down(factor.value() as f64 / UNIT as f64, 3);
            bounded(&format!("{digits}×"), factor.is_lower())
        }
    }
}

fn interval(of: &Distribution) -> String {
    let interval = of.median_interval();
    let ends = interval.map(|(low, high)| [low, high].map(|end| factor(Some(end))));
    ends.map_or(String::new(), |[low, high]| format!("({low} to {high})"))
}

fn profile(
    statistics: &Statistics,
    standings: &Standings,
    place: usize,
    of: &Distribution,
) -> Markup {
    let x = Axis::new("times as long as the first", Scale::log(1.0, MOST), 5, |x| {
        format!("{}×", short_count(x))
    });
    let mut chart = Chart::new(SIZE, &x, &axes::shares("puzzles answered"));
    let curve = |of: &Distribution| -> Vec<(f64, f64)> {
        let points = answered(of, standings.puzzles);
        let points = points.into_iter().map(|(value, share)| (value / UNIT as f64, share));
        let mut points: Vec<_> = points.filter(|&(value, _)| value <= MOST).collect();
        // What is answered within the last factor drawn holds up to it.
        points.extend(points.last().map(|&(_, share)| (MOST, share)));
        points
    };
    for (_, other) in standings.factors.iter().filter(|&(&other, _)| other != place) {
        chart.steps("other", &curve(other));
    }
    chart.steps("curve", &curve(of));
    let name = starred(statistics, place);
    let caption = format!(": first on {}", percent(within(of, 1)));
    chart.figure(&name, &caption, &format!("{name}: share answered within a factor of the first"))
}

/// Who is best where: the first three of each stratum.
fn strata(statistics: &Statistics) -> Markup {
    let strata = statistics.standings.iter();
    let strata = strata.filter(|(stratum, of)| **stratum != Stratum::All && of.puzzles >= ENOUGH);
    let mut sheet = Sheet::new(["puzzles", "#count", "best", "second", "third"]);
    let mut best_at = BTreeMap::<usize, Vec<String>>::new();
    for (&stratum, of) in strata {
        let ranked = of.ranked();
        let cell = |rank: usize| match ranked.get(rank) {
            Some((place, of)) => html! {
                td {
                    (starred(statistics, *place))
                    small { (factor(of.quantile(0.5))) ", first on " (percent(within(of, 1))) }
                }
            },
            None => sheet::words(""),
        };
        let head = [sheet::name(&name(stratum)), sheet::figure(&count(of.puzzles))];
        sheet.row(head.into_iter().chain([0, 1, 2].map(cell)));
        if let Some((place, _)) = ranked.first() {
            best_at.entry(*place).or_default().push(name(stratum));
        }
    }
    let few = statistics.standings.values().filter(|of| of.puzzles < ENOUGH).count() as u64;
    let unrated = unrated(statistics);
    let title = "Who is best where";
    html! {
        h3 { (title) }
        (sheet.finish(title))
        @if few > 0 {
            (note(&format!("{} of fewer than {ENOUGH} puzzles left out.", counted(few, "row"))))
        }
        @if unrated > 0 {
            (note(&format!(
                "{} in no row of ratings: a limit cut theirs short, or they have none.",
                counted(unrated, "puzzle")
            )))
        }
        @if !best_at.is_empty() { (details("What each is best at", &html! {
            ul {
                @for (&place, strata) in &best_at {
                    li { (starred(statistics, place)) " is best at: " (strata.join("; ")) "." }
                }
            }
        })) }
    }
}

/// The puzzles in no row of ratings, if there are such rows.
fn unrated(statistics: &Statistics) -> u64 {
    let rated = statistics.standings.iter().filter(|(one, _)| matches!(one, Stratum::Rating(_)));
    let rated = rated.map(|(_, of)| of.puzzles).sum();
    let all = statistics.standings.get(&Stratum::All).map_or(0, |of| of.puzzles);
    if rated > 0 { all.saturating_sub(rated) } else { 0 }
}

fn name(stratum: Stratum) -> String {
    match stratum {
        Stratum::All => "all".into(),
        Stratum::Givens { order, from, to } if from == to => {
            format!("{order}×{order}, {from} givens")
        }
        Stratum::Givens { order, from, to } => format!("{order}×{order}, {from} to {to} givens"),
        Stratum::Rating(whole) => format!("rating {whole}.0 to {whole}.9"),
    }
}
