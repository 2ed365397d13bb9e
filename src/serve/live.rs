//! A run as it goes on: events that a browser is sent whenever something has changed.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use futures_core::Stream;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::refusal::Refusal;
use super::shelf::Shelved;
use crate::run::status;

/// Runs that are followed at once, each by whoever asks.
const FOLLOWED: usize = 64;
/// Time between two looks at a run.
const PAUSE: Duration = Duration::from_millis(500);
/// Looks are made so rarely that they take this share of the time at most, as far as the longest
/// pause allows.
const SHARE: u32 = 100;
const LONGEST_PAUSE: Duration = Duration::from_millis(1_500);
/// After so long without an event the client is sent a comment, which tells whether it is there.
const QUIET: Duration = Duration::from_secs(10);

/// Who may follow a run.
#[derive(Clone)]
pub(super) struct Followers(Arc<Semaphore>);

/// The events of a run.
pub(super) struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Event, Infallible>>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Followers {
    pub fn new() -> Followers {
        Followers(Arc::new(Semaphore::new(FOLLOWED)))
    }

    /// What is told of a run, now and whenever it changes.
    ///
    /// # Errors
    /// When too many follow runs already.
    pub fn follow(self, run: Shelved) -> Result<Sse<Events>, Refusal> {
        let busy = |_| Refusal(StatusCode::SERVICE_UNAVAILABLE, "too many follow runs".into());
        let place = self.0.try_acquire_owned().map_err(busy)?;
        let (send, events) = mpsc::channel(1);
        tokio::spawn(watch(run, send, place));
        Ok(Sse::new(Events(events)))
    }
}

/// Looks at a run until nobody listens.
async fn watch(run: Shelved, send: mpsc::Sender<Event>, _place: OwnedSemaphorePermit) {
    let (mut last, mut sent) = (Value::Null, Instant::now());
    while !send.is_closed() {
        let (looked, asked) = (Instant::now(), run.clone());
        let Ok(told) = spawn_blocking(move || told(&asked)).await else { return };
        let pause = (looked.elapsed() * SHARE).clamp(PAUSE, LONGEST_PAUSE);
        let event = match told != last {
            true => Some(Event::default().event("status").data(told.to_string())),
            false if sent.elapsed() >= QUIET => Some(Event::default().comment("")),
            false => None,
        };
        last = told;
        if let Some(event) = event {
            sent = Instant::now();
            if send.send(event).await.is_err() {
                return;
            }
        }
        sleep(pause).await;
    }
}

/// What can be told of a run without its tables.
pub(super) fn told(run: &Shelved) -> Value {
    let status = match status(&run.root, false) {
        Ok(status) => json!(status),
        Err(error) => json!({ "state": "broken", "problems": [error.to_string()] }),
    };
    json!({ "id": run.id, "path": run.path, "status": status })
}
