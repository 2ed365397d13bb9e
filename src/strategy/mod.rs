//! Human strategies: pure functions that find deductions on a candidate grid.
//!
//! A *strategy* recognises a *pattern* of candidates and concludes from it that
//! some cell holds a digit (a *placement*) or that some candidates are impossible
//! (*eliminations*). One such conclusion is a [`Step`]. A strategy never changes
//! the grid; the caller applies the step. It never guesses.
//!
//! [`STRATEGIES`] is the only list of them: the command line, the Parquet columns,
//! the documentation and the tests iterate it. To add a strategy, write its file,
//! one `mod` line and one row. A family that differs only in size or direction is
//! one file with a row for each.
//!
//! [`find_first`] and [`find_all`] run a strategy on a [`Studied`] grid, and [`walk`] solves
//! a puzzle with several; it keeps a [`Memory`] of where they found nothing. What a strategy saw
//! is a [`Pattern`] for its explanation and for whoever draws it. Every search that can take
//! long asks the grid now and then whether it should stop.
//!
//! Strategies use `grid` and, where an assumption is tried, `lanes`, and nothing else: no
//! clock, no randomness, no printing.

mod aligned_pair;
mod almost_locked;
mod als;
mod avoidable_rectangle;
mod board;
mod bug;
mod chain;
mod choice;
mod colors;
mod conclusion;
mod course;
mod cover;
mod death_blossom;
mod empty_rectangle;
mod fish;
mod forcing_net;
mod general_x_wing;
mod hash;
mod hidden_rectangle;
mod implied;
mod kraken;
mod locked;
mod memory;
mod multi_colors;
mod multivalue_x_wing;
mod nishio;
mod order;
mod outcomes;
mod part;
mod rectangle;
mod refute;
mod restricted;
mod row;
mod seen;
mod singles;
mod step;
mod steps;
mod stop;
mod strong_link;
mod studied;
mod subset;
mod sue_de_coq;
mod suspects;
mod table;
mod template;
mod turbot;
mod unique_rectangle;
mod w_wing;
mod walk;
mod words;
mod xy_wing;
mod xyz_wing;
mod y_wing_chain;

pub use memory::Memory;
pub use order::{
    B09, FULL, HODOKU, LADDER, Measure, ORDERS, Order, SE, find_order, places, select,
};
pub use row::{Explain, Find, FindIn, Level, Search, SizesSearched, Strategy};
pub use step::{Deduction, Mark, Pattern, Role, Step};
pub use steps::Steps;
pub use studied::Studied;
pub use table::{STRATEGIES, find_all, find_first, visit_steps};
pub use walk::{Ending, first_step, walk};
