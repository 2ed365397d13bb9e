//! The producers in the order in which they are asked.

use super::board::Board;
use super::chain::{Ask as _, Depth, Engine, Limit, Memory};
use super::hint::Hint;
use super::{aligned, bug, fish, locking, loops, sets, singles, wings};

/// One producer.
pub struct Producer {
    /// Its name where programs read it.
    pub name: &'static str,
    /// Its name in a sentence.
    pub title: &'static str,
    /// The least rating of its hints, in tenths: rises with its place.
    pub least: u16,
    /// Its first hint on a board, or of chains its best one.
    pub(super) find: fn(&Board, &mut Engine) -> Option<Hint>,
}

impl Producer {
    /// Asks this producer alone, on the board of these 81 values (1–9, or 0 for none) without the
    /// candidates that are gone (cell, and digit 0–8). None also where the limit is reached.
    pub fn ask(
        &self,
        values: &[u8],
        gone: &[(usize, usize)],
        memory: &mut Memory,
        limit: Limit<'_>,
    ) -> Option<Hint> {
        let mut board = Board::new(values);
        for &(cell, digit) in gone {
            board.remove(cell, digit);
        }
        let mut engine = Engine::new(memory, limit);
        (self.find)(&board, &mut engine).filter(|_| !engine.ended())
    }
}

/// The producers that can have a hint of up to this rating, in tenths.
pub fn producers_up_to(most: u16) -> &'static [Producer] {
    &PRODUCERS[..PRODUCERS.partition_point(|producer| producer.least <= most)]
}

const fn dynamic(level: u8) -> Depth {
    Depth { dynamic: true, nishio: false, level }
}

const NISHIO: Depth = Depth { nishio: true, ..dynamic(0) };

macro_rules! producers {
    ($($name:literal $title:literal $least:literal $find:expr;)*) => {
        &[$(Producer { name: $name, title: $title, least: $least, find: $find }),*]
    };
}

/// All producers, first asked first.
pub const PRODUCERS: &[Producer] = producers! {
    "hidden-single" "Hidden single" 10 |board, _| singles::hidden(board);
    "direct-locking" "Locked candidates and a hidden single" 17 |board, _| locking::direct(board);
    "direct-hidden-pair" "Hidden pair and a hidden single" 20 |board, _| sets::direct(board, 2);
    "naked-single" "Naked single" 23 |board, _| singles::naked(board);
    "direct-hidden-triplet" "Hidden triplet and a hidden single" 25 |board, _| sets::direct(board, 3);
    "locking" "Locked candidates" 26 |board, _| locking::find(board);
    "naked-pair" "Naked pair" 30 |board, _| sets::naked(board, 2);
    "x-wing" "X-wing" 32 |board, _| fish::find(board, 2);
    "hidden-pair" "Hidden pair" 34 |board, _| sets::hidden(board, 2);
    "naked-triplet" "Naked triplet" 36 |board, _| sets::naked(board, 3);
    "swordfish" "Swordfish" 38 |board, _| fish::find(board, 3);
    "hidden-triplet" "Hidden triplet" 40 |board, _| sets::hidden(board, 3);
    "xy-wing" "XY-wing" 42 |board, _| wings::find(board, 2);
    "xyz-wing" "XYZ-wing" 44 |board, _| wings::find(board, 3);
    "unique-loop" "Unique rectangle or loop" 45 |board, _| loops::find(board);
    "naked-quad" "Naked quad" 50 |board, _| sets::naked(board, 4);
    "jellyfish" "Jellyfish" 52 |board, _| fish::find(board, 4);
    "hidden-quad" "Hidden quad" 54 |board, _| sets::hidden(board, 4);
    "bug" "Bivalue universal grave" 56 |board, _| bug::find(board);
    "aligned-pair-exclusion" "Aligned pair exclusion" 62 |board, _| aligned::pair(board);
    "short-chain" "Cycle or forcing chain" 65 |board, engine| engine.short(board);
    "aligned-triplet-exclusion" "Aligned triplet exclusion" 75 |board, _| aligned::triplet(board);
    "nishio" "Nishio" 75 |board, engine| engine.dynamic(board, NISHIO, 7.5);
    "multiple-chains" "Multiple forcing chains" 80 |board, engine| engine.multiple(board);
    "dynamic-chains" "Dynamic forcing chains" 85
        |board, engine| engine.dynamic(board, dynamic(0), 8.5);
    "dynamic-chains-plus" "Dynamic forcing chains with patterns" 90
        |board, engine| engine.dynamic(board, dynamic(1), 9.0);
    "nested-chains-2" "Dynamic forcing chains with forcing chains" 95
        |board, engine| engine.dynamic(board, dynamic(2), 9.5);
    "nested-chains-3" "Dynamic forcing chains with multiple forcing chains" 100
        |board, engine| engine.dynamic(board, dynamic(3), 10.0);
    "nested-chains-4" "Dynamic forcing chains with dynamic forcing chains" 105
        |board, engine| engine.dynamic(board, dynamic(4), 10.5);
    "nested-chains-5" "Dynamic forcing chains with nested forcing chains" 110
        |board, engine| engine.dynamic(board, dynamic(5), 11.0);
};
