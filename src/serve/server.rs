//! Listens and serves until it is interrupted.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read as _};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::routing::{get, post};
use axum::{Router, middleware};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use super::guard::{Door, guard};
use super::pages::{PAGES, asset, typed};
use super::patient::Patient;
use super::refusal::Refusal;
use super::runs::routes;
use super::shelf::Shelf;
use super::solve::{QUESTIONS, catalogue};
use super::work::Workers;
use crate::interrupt::Interrupt;
use crate::store::hex;

/// Connections at once.
const CONNECTIONS: usize = 256;
/// How long a request's head may take.
const HEAD: Duration = Duration::from_secs(10);
/// How often the interrupt is asked.
const TICK: Duration = Duration::from_millis(100);

/// A server that has its address and does not answer yet.
pub struct Server {
    listener: TcpListener,
    door: Door,
    shelf: Shelf,
}

/// Bytes of a token.
const TOKEN: usize = 16;

impl Server {
    /// Listens at this address; port 0 lets the system choose. The runs under these folders can be
    /// looked at. If other machines can reach the address, a random token is asked of everybody.
    ///
    /// # Errors
    /// When the port is taken or not allowed.
    pub fn bind(address: SocketAddr, folders: &[PathBuf]) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let token = (!address.ip().is_loopback()).then(token).transpose()?;
        let door = Door { address, token: token.map(Arc::from) };
        Ok(Server { listener, door, shelf: Shelf::new(folders) })
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        let Door { address, token } = &self.door;
        let token = token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{address}/{token}")
    }

    /// Serves until the interrupt is set.
    ///
    /// # Errors
    /// When the system gives no way to wait for connections.
    pub fn run(self, interrupt: &Interrupt) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let router = router(self.door, self.shelf);
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let accepting = accept(&listener, &router);
            tokio::pin!(accepting);
            while !interrupt.is_set() {
                // It never ends by itself: a tick is all that can happen.
                let _ = tokio::time::timeout(TICK, &mut accepting).await;
            }
            Ok(())
        });
        // Requests are dropped, which ends their work; nobody waits for it.
        runtime.shutdown_background();
        served
    }
}

/// A text that nobody can guess.
fn token() -> io::Result<String> {
    let mut bytes = [0; TOKEN];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(hex(&bytes))
}

/// An open connection.
struct Connection {
    task: JoinHandle<()>,
    /// Whether a request of it is being answered.
    busy: Arc<AtomicBool>,
}

/// Says that a connection is no longer busy, also when its request is dropped.
struct Busy(Arc<AtomicBool>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

async fn accept(listener: &tokio::net::TcpListener, router: &Router) {
    let mut open: VecDeque<Connection> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No descriptor is free, say; one may be soon.
            tokio::time::sleep(TICK).await;
            continue;
        };
        open.retain(|connection| !connection.task.is_finished());
        if open.len() >= CONNECTIONS {
            // The oldest that asks nothing makes room; if all ask something, the new one goes.
            let idle = |connection: &Connection| !connection.busy.load(Ordering::Relaxed);
            let Some(place) = open.iter().position(idle) else { continue };
            open.remove(place).inspect(|connection| connection.task.abort());
        }
        open.push_back(connect(stream, router));
    }
}

fn connect(stream: TcpStream, router: &Router) -> Connection {
    let busy = Arc::new(AtomicBool::new(false));
    let (flag, router) = (Arc::clone(&busy), TowerToHyperService::new(router.clone()));
    let service = service_fn(move |request| {
        flag.store(true, Ordering::Relaxed);
        let (busy, answer) = (Busy(Arc::clone(&flag)), router.call(request));
        async move {
            let _busy = busy;
            answer.await
        }
    });
    let task = tokio::spawn(async move {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD);
        // A connection that fails is its client's affair.
        let _ = http.serve_connection(TokioIo::new(Patient::new(stream)), service).await;
    });
    Connection { task, busy }
}

fn router(door: Door, shelf: Shelf) -> Router {
    let workers = Workers::new();
    let tables = catalogue().to_string();
    let json = [(header::CONTENT_TYPE, "application/json")];
    let mut router = Router::new()
        .merge(routes(shelf, workers.clone()))
        .route("/assets/{name}", get(asset))
        .route("/api/catalogue", get(move || std::future::ready((json, tables.clone()))));
    for (path, kind, text) in PAGES {
        router = router.route(path, get(move || async move { typed(kind, text) }));
    }
    for (path, answer) in QUESTIONS {
        let workers = workers.clone();
        let asked = move |request: Request| workers.clone().answer(request, answer);
        router = router.route(path, post(asked));
    }
    let refused = |status, why: &str| {
        let why = why.to_owned();
        move || std::future::ready(Refusal(status, why.clone()))
    };
    router
        .method_not_allowed_fallback(refused(
            StatusCode::METHOD_NOT_ALLOWED,
            "this address is asked in another way",
        ))
        .fallback(refused(StatusCode::NOT_FOUND, "there is no such address"))
        .layer(middleware::from_fn_with_state(door, guard))
}
