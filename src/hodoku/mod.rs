//! HoDoKu's rating, on its own path.
//!
//! [`RUNGS`] are asked in a fixed order; the step that the first of them takes is taken, and the
//! search starts again at the top. The steps' scores are added up; the level is that of the
//! hardest step, or higher if the score is. Which of several singles comes first, and which of
//! several chains is taken, decides the path; `docs/HODOKU.md` says it, and what it was compared
//! with. Source: HoDoKu 2.2.0, its default configuration.
//!
//! 9×9 only. The catalogue of [`strategy`](crate::strategy) finds other steps of the same names.

mod als;
mod als_steps;
mod board;
mod bug;
mod cell_chains;
mod choice;
mod closure;
mod colors;
mod course;
mod digit_chains;
mod fish;
mod forcing;
mod franken;
mod links;
mod locked;
mod loops;
mod nets;
mod queue;
mod rectangles;
mod rungs;
mod single_digit;
mod singles;
mod step;
mod subsets;
mod sue_de_coq;
mod tables;
mod wings;

pub use course::{Grade, Limit, MAXIMA, course, course_of};
pub use rungs::{GUESS, Memory, RUNGS, Rung};
pub use step::{Candidate, Step};
