//! What a question may cost: 8 MiB of body within 10 s, 10 s of work, as many at once as cores.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::refusal::Refusal;
use crate::interrupt::Interrupt;

const BODY: usize = 8 << 20;
const TIME: Duration = Duration::from_secs(10);

/// Answers a question; asks the closure now and then whether it should end.
pub(super) type Answerer = fn(&Value, &dyn Fn() -> bool) -> Result<Value, Refusal>;

/// Runs questions on threads of their own.
#[derive(Clone)]
pub(super) struct Workers {
    turns: Arc<Semaphore>,
    interrupt: Interrupt,
}

/// Stops the work when the request is dropped, as a client that goes away does.
struct Dropped(Arc<AtomicBool>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Workers {
    /// Workers that end their work when the interrupt is set.
    pub fn new(interrupt: Interrupt) -> Workers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Workers { turns: Arc::new(Semaphore::new(cores)), interrupt }
    }

    /// The answer to a request whose body is JSON.
    pub async fn answer(self, request: Request, answer: Answerer) -> Result<Json<Value>, Refusal> {
        let question = question(request).await?;
        let late = || Refusal(StatusCode::SERVICE_UNAVAILABLE, "too many ask at once".into());
        let turn = timeout(TIME, self.turns.acquire_owned()).await.map_err(|_| late())?;
        let gone = Arc::new(AtomicBool::new(false));
        let (_dropped, interrupt) = (Dropped(Arc::clone(&gone)), self.interrupt);
        let work = spawn_blocking(move || {
            // The turn is held until the work has really ended.
            let (_turn, end) = (turn, Instant::now() + TIME);
            let stop =
                || gone.load(Ordering::Relaxed) || interrupt.is_set() || Instant::now() >= end;
            answer(&question, &stop)
        });
        let defect = |_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal error".into());
        work.await.map_err(defect)?.map(Json)
    }
}

async fn question(request: Request) -> Result<Value, Refusal> {
    let headers = request.headers();
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or("").trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let why = "the content type is not application/json".into();
        return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let large = || Refusal(StatusCode::PAYLOAD_TOO_LARGE, "the body is over 8 MiB".into());
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if length.and_then(|length| length.parse().ok()).is_some_and(|length: u64| length > BODY as u64)
    {
        return Err(large());
    }
    let body: Body = request.into_body();
    let slow = |_| Refusal(StatusCode::REQUEST_TIMEOUT, "the body took over 10 s".into());
    let body = timeout(TIME, to_bytes(body, BODY)).await.map_err(slow)?.map_err(|_| large())?;
    serde_json::from_slice(&body).map_err(|error| Refusal::wrong(format!("no JSON: {error}")))
}
