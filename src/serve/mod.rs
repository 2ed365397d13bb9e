//! The laboratory in a browser: a small server of pages and of their questions, on the loopback
//! interface only.
//!
//! One file per concept: [`server`](Server) listens, `patient` drops clients that take nothing,
//! `guard` refuses what does not come from our pages, `work` limits what a question may cost,
//! `position` reads what is asked about, `solve`, `rate`, `texts` and `generate` answer, `refusal`
//! is why not, `pages` holds what a browser loads.

mod generate;
mod guard;
mod pages;
mod patient;
mod position;
mod rate;
mod refusal;
mod server;
mod solve;
mod texts;
mod work;

pub use server::Server;
