//! What a browser loads: pages, scripts and style sheets, all held in the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The pages: path, type, text.
pub(super) const PAGES: [(&str, &str, &str); 3] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/play", HTML, include_str!("page/play.html")),
    ("/runs", HTML, include_str!("page/runs.html")),
];

/// The drawing of boards, as the page of `explain` has it in one script, as a module.
const DRAWING: &str = concat!(
    include_str!("../explain/page/grid.js"),
    include_str!("../explain/page/board.js"),
    "export { Board, Grid, LOOKS, SYMBOLS, Shape, drawMark };\n",
);

/// What pages load from `/assets/NAME`: name, type, text. A new asset is a line.
const ASSETS: &[(&str, &str, &str)] = &[
    ("board.css", CSS, include_str!("../explain/page/board.css")),
    ("style.css", CSS, include_str!("page/style.css")),
    ("runs.css", CSS, include_str!("page/runs.css")),
    ("drawing.js", SCRIPT, DRAWING),
    ("address.js", SCRIPT, include_str!("page/address.js")),
    ("api.js", SCRIPT, include_str!("page/api.js")),
    ("board-view.js", SCRIPT, include_str!("page/board-view.js")),
    ("clock.js", SCRIPT, include_str!("page/clock.js")),
    ("dom.js", SCRIPT, include_str!("page/dom.js")),
    ("figures.js", SCRIPT, include_str!("page/figures.js")),
    ("game.js", SCRIPT, include_str!("page/game.js")),
    ("orders.js", SCRIPT, include_str!("page/orders.js")),
    ("pictures.js", SCRIPT, include_str!("page/pictures.js")),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("puzzle-list.js", SCRIPT, include_str!("page/puzzle-list.js")),
    ("run-live.js", SCRIPT, include_str!("page/run-live.js")),
    ("run-states.js", SCRIPT, include_str!("page/run-states.js")),
    ("run-view.js", SCRIPT, include_str!("page/run-view.js")),
    ("runs.js", SCRIPT, include_str!("page/runs.js")),
    ("runs-list.js", SCRIPT, include_str!("page/runs-list.js")),
    ("session.js", SCRIPT, include_str!("page/session.js")),
    ("solve.js", SCRIPT, include_str!("page/solve.js")),
    ("start.js", SCRIPT, include_str!("page/start.js")),
    ("strategies-panel.js", SCRIPT, include_str!("page/strategies-panel.js")),
    ("tables.js", SCRIPT, include_str!("page/tables.js")),
    ("tools.js", SCRIPT, include_str!("page/tools.js")),
];

/// A text with its type.
pub(super) fn typed(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// The asset of this name; it is looked up in the table, never on the disk.
pub(super) async fn asset(Path(name): Path<String>) -> Result<Response, Refusal> {
    let found = ASSETS.iter().find(|asset| asset.0 == name);
    let refusal = || Refusal(StatusCode::NOT_FOUND, "there is no such asset".into());
    found.map(|asset| typed(asset.1, asset.2)).ok_or_else(refusal)
}
