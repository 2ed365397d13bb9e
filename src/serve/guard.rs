//! Who may ask: only pages that this server sent, to the address it serves.
//!
//! A foreign `Host` is a name that an attacker made to mean this machine (DNS rebinding); a
//! foreign `Origin` or a `Sec-Fetch-Site` of `cross-site` is another page's request.

use std::net::SocketAddr;

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

/// Refuses what does not come from our pages, and gives every answer its headers.
pub(super) async fn guard(
    State(address): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(address, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        // A page that the server did not write has a policy of its own.
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn check(address: SocketAddr, request: &Request) -> Result<(), Refusal> {
    let ours = [address.to_string(), format!("localhost:{}", address.port())];
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let known = host.is_some_and(|host| ours.iter().any(|our| our.eq_ignore_ascii_case(host)));
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
