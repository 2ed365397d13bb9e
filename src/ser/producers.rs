//! The producers in the order in which they are asked, and the rating they come to.

use super::board::Board;
use super::chain::{Depth, Engine, Memory};
use super::hint::Hint;
use super::{aligned, bug, fish, locking, loops, sets, singles, wings};

/// One producer: its name, and its first or best hint on a board.
pub struct Producer {
    pub name: &'static str,
    find: fn(&Board, &mut Engine) -> Option<Hint>,
}

const fn dynamic(level: u8) -> Depth {
    Depth { dynamic: true, nishio: false, level }
}

const NISHIO: Depth = Depth { nishio: true, ..dynamic(0) };

macro_rules! producers {
    ($($name:literal: |$board:pat_param, $engine:pat_param| $find:expr;)*) => {
        &[$(Producer { name: $name, find: |$board, $engine| $find }),*]
    };
}

/// All producers, first asked first.
pub const PRODUCERS: &[Producer] = producers! {
    "hidden single": |board, _| singles::hidden(board);
    "direct locking": |board, _| locking::direct(board);
    "direct hidden pair": |board, _| sets::direct(board, 2);
    "naked single": |board, _| singles::naked(board);
    "direct hidden triplet": |board, _| sets::direct(board, 3);
    "locking": |board, _| locking::find(board);
    "naked pair": |board, _| sets::naked(board, 2);
    "X-wing": |board, _| fish::find(board, 2);
    "hidden pair": |board, _| sets::hidden(board, 2);
    "naked triplet": |board, _| sets::naked(board, 3);
    "swordfish": |board, _| fish::find(board, 3);
    "hidden triplet": |board, _| sets::hidden(board, 3);
    "XY-wing": |board, _| wings::find(board, 2);
    "XYZ-wing": |board, _| wings::find(board, 3);
    "unique loop": |board, _| loops::find(board);
    "naked quad": |board, _| sets::naked(board, 4);
    "jellyfish": |board, _| fish::find(board, 4);
    "hidden quad": |board, _| sets::hidden(board, 4);
    "BUG": |board, _| bug::find(board);
    "aligned pair exclusion": |board, _| aligned::pair(board);
    "cycle or forcing chain": |board, engine| engine.short(board);
    "aligned triplet exclusion": |board, _| aligned::triplet(board);
    "Nishio": |board, engine| engine.dynamic(board, NISHIO, 7.5);
    "multiple forcing chains": |board, engine| engine.multiple(board);
    "dynamic forcing chains": |board, engine| engine.dynamic(board, dynamic(0), 8.5);
    "dynamic forcing chains plus": |board, engine| engine.dynamic(board, dynamic(1), 9.0);
    "nested forcing chains, level 2": |board, engine| engine.dynamic(board, dynamic(2), 9.5);
    "nested forcing chains, level 3": |board, engine| engine.dynamic(board, dynamic(3), 10.0);
    "nested forcing chains, level 4": |board, engine| engine.dynamic(board, dynamic(4), 10.5);
    "nested forcing chains, level 5": |board, engine| engine.dynamic(board, dynamic(5), 11.0);
};

/// The ratings of a puzzle in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratings {
    /// The hardest step: ER.
    pub ser: u16,
    /// The hardest step up to the first digit placed: EP.
    pub pearl: u16,
    /// The first step: ED.
    pub diamond: u16,
}

/// A rating in tenths, as Sudoku Explainer prints it.
pub fn tenths(rating: f64) -> u16 {
    ((rating + 0.05) * 10.0).floor() as u16
}

/// Rates.
pub fn rate(values: &[u8; 81], memory: &mut Memory, stop: &dyn Fn() -> bool, mut visit: impl FnMut(usize, &Hint, &Board)) -> Option<Ratings> {
    let mut board = Board::new(values);
    let mut engine = Engine::new(memory, stop);
    let (mut er, mut ep, mut ed) = (0.0f64, 0.0, 0.0);
    while board.empty != 0 {
        let found = PRODUCERS.iter().enumerate().find_map(|(i, p)| Some((i, (p.find)(&board, &mut engine)?)));
        if engine.stopped() {
            return None;
        }
        let Some((place, hint)) = found else {
            er = 20.0;
            break;
        };
        visit(place, &hint, &board);
        er = er.max(hint.rating);
        if ed == 0.0 {
            ed = hint.rating;
        }
        if ep == 0.0 && hint.placement.is_some() {
            ep = er;
        }
        hint.apply(&mut board);
    }
    Some(Ratings { ser: tenths(er), pearl: tenths(ep), diamond: tenths(ed) })
}
