//! Why a request is not answered.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A status and a sentence, sent as `{"error": …}`.
pub(super) struct Refusal(pub StatusCode, pub String);

impl Refusal {
    /// What was sent is wrong.
    pub fn wrong(why: impl Into<String>) -> Refusal {
        Refusal(StatusCode::BAD_REQUEST, why.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}
