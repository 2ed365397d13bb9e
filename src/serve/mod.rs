//! The laboratory in a browser: a small server of pages and of their questions, on the loopback
//! interface only.
//!
//! One file per concept: [`server`](Server) listens, `patient` drops clients that take nothing,
//! `guard` refuses what does not come from our pages, `work` limits what a question may cost,
//! `position` reads what is asked about, `solve`, `rate`, `texts` and `generate` answer, `refusal`
//! is why not, `pages` holds what a browser loads. `shelf` finds the runs under the folders that
//! are served, `runs` tells of them, `live` as they go on; what takes long is `remembered`.

mod generate;
mod guard;
mod live;
mod pages;
mod patient;
mod position;
mod rate;
mod refusal;
mod remembered;
mod runs;
mod server;
mod shelf;
mod solve;
mod texts;
mod work;

pub use server::Server;
