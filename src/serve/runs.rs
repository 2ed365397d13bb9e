//! What the page Runs asks: which runs there are, how far they are, what their tables say.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::live::{Followers, told};
use super::refusal::Refusal;
use super::remembered::Remembered;
use super::shelf::{Shelf, Shelved};
use super::work::Workers;
use crate::report::{WANTED, page_policy, report};
use crate::run::{self, Error, have_same_inputs, parts_of, statistics, status};
use crate::store::is_finished;
use crate::table::page::{CountedPart, puzzle_rows, reject_rows};
use crate::table::statistics::{Bounded, SolverStatistics, Statistics, Wanted};
use crate::table::{SummaryError, solver_names};

/// Work that pages ask for again and again takes one part of the time in so many.
const RARELY: u32 = 1000;

/// Rows that are sent at most.
const MOST_ROWS: usize = 500;

/// What the answers are made from.
#[derive(Clone)]
struct Shop {
    shelf: Shelf,
    workers: Workers,
    followers: Followers,
    /// What the solvers of runs did: for that all of a run's tables are read.
    solvers: Remembered<Value>,
    /// How finished runs stand in the list: for that all of a run's files are looked at.
    finished: Remembered<Value>,
}

/// The rows that are asked for.
#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    from: u64,
    #[serde(default = "most_rows")]
    count: usize,
}

fn most_rows() -> usize {
    MOST_ROWS
}

/// Two runs.
#[derive(Deserialize)]
struct Pair {
    a: String,
    b: String,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        Refusal::wrong(rejection.body_text())
    }
}

impl From<SummaryError> for Refusal {
    fn from(error: SummaryError) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

/// The addresses of the page.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(
    shelf: Shelf,
    workers: Workers,
) -> Router<S> {
    Router::new()
        .route("/api/runs", get(list))
        .route("/api/runs/{id}", get(one))
        .route("/api/runs/{id}/live", get(live))
        .route("/api/runs/{id}/report", get(page))
        .route("/api/runs/{id}/puzzles", get(puzzles))
        .route("/api/runs/{id}/rejects", get(rejects))
        .route("/api/compare", get(compare))
        .with_state(Shop {
            shelf,
            workers,
            followers: Followers::new(),
            solvers: Remembered::new(),
            finished: Remembered::new(),
        })
}

impl Shop {
    /// What is made of the run of this name.
    async fn of_run<T: Send + 'static>(
        self,
        id: String,
        make: impl FnOnce(&Shelved) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let Shop { shelf, workers, .. } = self;
        workers.work(move |_| make(&shelf.find(&id)?)).await
    }
}

async fn list(State(shop): State<Shop>) -> Result<Json<Value>, Refusal> {
    let Shop { shelf, workers, finished, .. } = shop;
    let folders = workers.work(move |end| {
        let folder = |(name, runs): (String, Vec<Shelved>)| {
            let rarely = RARELY.saturating_mul(runs.len() as u32);
            let row = |run: &Shelved| match run.expect_no_links() {
                Err(Refusal(_, why)) => broken(run, &why),
                Ok(()) if !is_finished(&run.root) => in_list(run),
                Ok(()) => finished.get(&run.id, None, rarely, || in_list(run)),
            };
            let runs = runs.iter().take_while(|_| !end.is_set()).map(row);
            json!({ "name": name, "runs": runs.collect::<Vec<_>>() })
        };
        Ok(shelf.folders().map(folder).collect::<Vec<_>>())
    });
    Ok(Json(json!({ "folders": folders.await? })))
}

/// A run in the list.
fn in_list(run: &Shelved) -> Value {
    match status(&run.root, false) {
        Ok(status) => json!({
            "id": run.id, "path": run.path, "state": status.state, "started": status.started,
            "puzzles": status.puzzles, "problem": status.problems.first(),
        }),
        Err(error) => broken(run, &error.to_string()),
    }
}

/// A run in the list of which nothing else can be said.
fn broken(run: &Shelved, why: &str) -> Value {
    json!({ "id": run.id, "path": run.path, "state": "broken", "problem": why })
}

async fn one(State(shop): State<Shop>, Path(id): Path<String>) -> Result<Json<Value>, Refusal> {
    let remembered = shop.solvers.clone();
    let all = move |run: &Shelved| {
        let mut all = told(run);
        let is_running = all["status"]["state"] == json!(run::State::Running);
        // As long as units are added, an older answer will do.
        let units = all["status"]["units_done"].to_string();
        let of = (!is_running).then_some(units.as_str());
        all["solvers"] = remembered.get(&run.id, of, RARELY, || {
            // A run that is broken has no statistics, and its status says why.
            let all = statistics(&run.root, Wanted::default(), false);
            all.map(|all| solvers(&all)).unwrap_or_default().into()
        });
        Ok(Json(all))
    };
    shop.of_run(id, all).await
}

fn solvers(statistics: &Statistics) -> Vec<Value> {
    let row = |(&number, solver): (&usize, &SolverStatistics)| {
        let mut row = figures(solver);
        row["solver"] = solver_names::name(number).into();
        row
    };
    statistics.solvers.iter().map(row).collect()
}

/// The figures of a solver; times are those of its batches if it works in such.
fn figures(solver: &SolverStatistics) -> Value {
    let counts = &solver.statuses;
    let quantile = |share| solver.all.time.quantile(share).map(Bounded::value);
    let (solved, attempted) = (counts.solved(), counts.attempted());
    let share = (attempted > 0).then(|| solved as f64 / attempted as f64);
    json!({
        "puzzles": counts.puzzles(), "solved": solved, "share_solved": share,
        "median_ns": quantile(0.5), "p95_ns": quantile(0.95), "max_ns": quantile(1.0),
    })
}

async fn live(State(shop): State<Shop>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let followers = shop.followers.clone();
    let run = shop.of_run(id, |run| Ok(run.clone())).await?;
    Ok(followers.follow(run)?.into_response())
}

async fn page(State(shop): State<Shop>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let page = |run: &Shelved| Ok(report(&run.root, &statistics(&run.root, WANTED, false)?));
    let text = shop.of_run(id, page).await?;
    let policy = page_policy() + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let kind = "text/html; charset=utf-8".to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)];
    Ok((headers, text).into_response())
}

async fn puzzles(
    State(shop): State<Shop>,
    Path(id): Path<String>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    rows(shop, id, page?.0, "puzzles", puzzle_rows).await
}

async fn rejects(
    State(shop): State<Shop>,
    Path(id): Path<String>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    rows(shop, id, page?.0, "rejects", reject_rows).await
}

/// Rows of a run's table, read so, and how many it has.
async fn rows<R: Serialize + 'static>(
    shop: Shop,
    id: String,
    Page { from, count }: Page,
    table: &'static str,
    read: impl Fn(&[CountedPart], u64, usize) -> Result<Vec<R>, SummaryError> + Send + 'static,
) -> Result<Json<Value>, Refusal> {
    let made = move |run: &Shelved| {
        let parts = parts_of(&run.root, table)?;
        let total: u64 = parts.iter().map(|part| part.1).sum();
        let rows = read(&parts, from, count.min(MOST_ROWS))?;
        Ok(Json(json!({ "total": total, table: rows })))
    };
    shop.of_run(id, made).await
}

async fn compare(
    State(shop): State<Shop>,
    pair: Result<Query<Pair>, QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let Query(Pair { a, b }) = pair?;
    let Shop { shelf, workers, .. } = shop;
    let compared = workers.work(move |_| {
        let (one, other) = (shelf.find(&a)?, shelf.find(&b)?);
        let of = |run: &Shelved| statistics(&run.root, Wanted::default(), false);
        let (of_one, of_other) = (of(&one)?, of(&other)?);
        let both = of_one.solvers.iter().filter_map(|(number, solver)| {
            let other = figures(of_other.solvers.get(number)?);
            let one = figures(solver);
            let median = |figures: &Value| figures["median_ns"].as_f64().filter(|&ns| ns > 0.0);
            let ratio = median(&other).zip(median(&one)).map(|(other, one)| other / one);
            let name = solver_names::name(*number);
            Some(json!({ "solver": name, "a": one, "b": other, "ratio_median": ratio }))
        });
        let same = have_same_inputs(&one.root, &other.root)?;
        Ok(json!({
            "a": { "id": one.id, "path": one.path }, "b": { "id": other.id, "path": other.path },
            "solvers": both.collect::<Vec<_>>(), "same_puzzles": same,
        }))
    });
    Ok(Json(compared.await?))
}
