//! The laboratory in a browser: a small server of pages and of their questions, on the loopback
//! interface only.
//!
//! One file per concept: [`server`](Server) listens, `guard` refuses what does not come from our
//! pages, `work` limits what a question may cost, `position` reads what is asked about, `solve`
//! answers, `pages` holds what a browser loads.

mod guard;
mod pages;
mod position;
mod refusal;
mod server;
mod solve;
mod work;

pub use server::Server;
