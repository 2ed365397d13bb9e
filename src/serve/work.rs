//! What a question may cost: 8 MiB of body within 10 s, 10 s of work, as many at once as cores.

use std::sync::Arc;
use std::time::Duration;

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

/// How much longer work may take to notice that its time is over.
const GRACE: Duration = Duration::from_secs(1);

/// Answers a question; ends soon after the interrupt is set.
pub(super) type Answerer = fn(&Value, &Interrupt) -> Result<Value, Refusal>;

/// Runs questions on threads of their own.
#[derive(Clone)]
pub(super) struct Workers(Arc<Semaphore>);

/// Ends the work when the request is dropped, as when its client goes away or the server ends.
struct Dropped(Interrupt);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Workers {
    /// As many as cores, and at least two, so that one long question leaves room for others.
    pub fn new() -> Workers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Workers(Arc::new(Semaphore::new(cores.max(2))))
    }

    /// The answer to a request whose body is JSON.
    pub async fn answer(self, request: Request, answer: Answerer) -> Result<Json<Value>, Refusal> {
        let question = question(request).await?;
        self.work(move |end| answer(&question, end)).await.map(Json)
    }

    /// What this work comes to, on a thread of its own.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&Interrupt) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = || Refusal(StatusCode::SERVICE_UNAVAILABLE, "too many ask at once".into());
        let turn = timeout(TIME, self.0.acquire_owned()).await.map_err(|_| busy())?;
        let end = Interrupt::default();
        let (_dropped, asked) = (Dropped(end.clone()), end.clone());
        let mut working = spawn_blocking(move || {
            // The turn is held until the work has really ended.
            let _turn = turn;
            work(&asked)
        });
        let done = match timeout(TIME, &mut working).await {
            Ok(done) => done,
            Err(_) => {
                end.cancel();
                timeout(GRACE, working).await.map_err(|_| late())?
            }
        };
        let defect = |_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal error".into());
        done.map_err(defect)?
    }
}

/// That the time was not enough.
pub(super) fn late() -> Refusal {
    Refusal(StatusCode::SERVICE_UNAVAILABLE, "that takes longer than 10 s".into())
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
