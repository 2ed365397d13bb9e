//! Who may ask: only pages that this server sent, to the address it serves; and, where other
//! machines can reach it, only who has the token.
//!
//! A foreign `Host` is a name that an attacker made to mean this machine (DNS rebinding); a
//! foreign `Origin` or a `Sec-Fetch-Site` of `cross-site` is another page's request.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src \
         'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Where a browser keeps the token.
const COOKIE: &str = "sudoku-lab-token";

/// What a request has to know.
#[derive(Clone)]
pub(super) struct Door {
    /// The address that is served.
    pub address: SocketAddr,
    /// What is asked for beside it, if anything.
    pub token: Option<Arc<str>>,
}

/// Refuses what does not come from our pages, and gives every answer its headers.
pub(super) async fn guard(State(door): State<Door>, request: Request, next: Next) -> Response {
    let passed = check(&door, &request).and_then(|()| door.admit(&request));
    let mut response = match passed {
        Ok(None) => next.run(request).await,
        Ok(Some(welcome)) => welcome,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        // A page that the server did not write has a policy of its own.
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

impl Door {
    /// Whether a host is the one that is served. One that listens on all addresses is served by
    /// any, but by no name.
    fn is_ours(&self, host: &str) -> bool {
        let Door { address, .. } = self;
        let is_any = || {
            let asked: Option<SocketAddr> = host.parse().ok();
            address.ip().is_unspecified() && asked.is_some_and(|one| one.port() == address.port())
        };
        [address.to_string(), format!("localhost:{}", address.port())]
            .iter()
            .any(|our| our.eq_ignore_ascii_case(host))
            || is_any()
    }

    /// Lets a request pass that has the token. One that has it in its address is sent on to the
    /// same without, and keeps it.
    fn admit(&self, request: &Request) -> Result<Option<Response>, Refusal> {
        let Some(token) = &self.token else { return Ok(None) };
        let is_it = |given: &str| {
            // As long for any that is wrong.
            let differing = given.bytes().zip(token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
            given.len() == token.len() && differing == 0
        };
        let cookies = request.headers().get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|cookies| cookies.to_str().ok());
        let mut kept = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='));
        if kept.any(is_it) {
            return Ok(None);
        }
        let query = request.uri().query().unwrap_or_default();
        match query.strip_prefix("token=").is_some_and(is_it) {
            true => {
                let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
                let path = request.uri().path().to_owned();
                let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, path)];
                Ok(Some((StatusCode::SEE_OTHER, headers).into_response()))
            }
            false => {
                let why = "the address that the server printed has a token, which is wanted here";
                Err(Refusal(StatusCode::UNAUTHORIZED, why.into()))
            }
        }
    }
}

fn check(door: &Door, request: &Request) -> Result<(), Refusal> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let known = host.is_some_and(|host| door.is_ours(host));
    if !known || hosts.next().is_some() {
        let why = "this server is not the host that was asked for".into();
        return Err(Refusal(StatusCode::MISDIRECTED_REQUEST, why));
    }
    let foreign = || Refusal(StatusCode::FORBIDDEN, "the request comes from another site".into());
    for origin in request.headers().get_all(header::ORIGIN) {
        let from = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        // The page's own origin: the very host that it asks.
        if from.is_none() || from != host {
            return Err(foreign());
        }
    }
    let cross = |site: &HeaderValue| site == "cross-site" || site == "same-site";
    match request.headers().get_all("sec-fetch-site").iter().any(cross) {
        true => Err(foreign()),
        false => Ok(()),
    }
}
