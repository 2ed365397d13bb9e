//! The searches in the order in which they are asked.

use super::als_steps;
use super::board::Board;
use super::fish::{self, Shape};
use super::loops::{self, Memory};
use super::step::Step;
use super::{bug, cell_chains, colors, digit_chains, forcing, franken, locked, rectangles, single_digit};
use super::{singles, subsets, sue_de_coq, wings};
use crate::strategy::Level;

/// One search of HoDoKu's default configuration.
pub struct Rung {
    /// Its name where programs read it.
    pub name: &'static str,
    /// What a step of it adds to the score.
    pub score: u32,
    /// The least level of a puzzle that has such a step.
    pub level: Level,
    /// The step it takes on a board. Singles take theirs out of a queue.
    pub(super) find: fn(&mut Board, &mut Memory) -> Option<Step>,
}

macro_rules! rungs {
    ($($name:literal $level:ident $score:literal $find:expr;)*) => {
        &[$(Rung { name: $name, score: $score, level: Level::$level, find: $find }),*]
    };
}

/// The first of these steps that is of this kind.
fn of_kind(steps: Vec<Step>, kind: &'static str) -> Option<Step> {
    steps.into_iter().find(|step| step.kind == kind)
}

/// The first step of a kind of rectangle.
fn unique(board: &Board, kind: &'static str) -> Option<Step> {
    of_kind(rectangles::unique(board), kind)
}

/// All searches, first asked first.
pub const RUNGS: &[Rung] = rungs! {
    "full-house" Easy 4 |b, _| singles::full_house(b);
    "naked-single" Easy 4 |b, _| singles::naked(b);
    "hidden-single" Easy 14 |b, _| singles::hidden(b);
    "locked-pair" Medium 40 |b, _| subsets::locked(b, 2);
    "locked-triple" Medium 60 |b, _| subsets::locked(b, 3);
    "locked-candidates-1" Medium 50 |b, _| locked::pointing(b);
    "locked-candidates-2" Medium 50 |b, _| locked::claiming(b);
    "naked-pair" Medium 60 |b, _| subsets::naked(b, 2);
    "naked-triple" Medium 80 |b, _| subsets::naked(b, 3);
    "hidden-pair" Medium 70 |b, _| subsets::hidden(b, 2);
    "hidden-triple" Medium 100 |b, _| subsets::hidden(b, 3);
    "naked-quadruple" Hard 120 |b, _| subsets::naked(b, 4);
    "hidden-quadruple" Hard 150 |b, _| subsets::hidden(b, 4);
    "x-wing" Hard 140 |b, _| fish::find(b, Shape::Basic, 2, "x-wing");
    "swordfish" Hard 150 |b, _| fish::find(b, Shape::Basic, 3, "swordfish");
    "jellyfish" Hard 160 |b, _| fish::find(b, Shape::Basic, 4, "jellyfish");
    "remote-pair" Hard 110 |b, _| cell_chains::remote(b);
    "bug-plus-1" Hard 100 |b, _| bug::plus_one(b);
    "skyscraper" Hard 130 |b, _| single_digit::skyscraper(b);
    "two-string-kite" Hard 150 |b, _| single_digit::two_string_kite(b);
    "turbot-fish" Hard 120 |b, _| digit_chains::turbot(b);
    "empty-rectangle" Hard 120 |b, _| single_digit::empty_rectangle(b);
    "w-wing" Hard 150 |b, _| wings::w(b);
    "xy-wing" Hard 160 |b, _| wings::xy(b);
    "xyz-wing" Hard 180 |b, _| wings::xyz(b);
    "uniqueness-1" Hard 100 |b, _| unique(b, "uniqueness-1");
    "uniqueness-2" Hard 100 |b, _| unique(b, "uniqueness-2");
    "uniqueness-3" Hard 100 |b, _| unique(b, "uniqueness-3");
    "uniqueness-4" Hard 100 |b, _| unique(b, "uniqueness-4");
    "uniqueness-5" Hard 100 |b, _| unique(b, "uniqueness-5");
    "uniqueness-6" Hard 100 |b, _| unique(b, "uniqueness-6");
    "hidden-rectangle" Hard 100 |b, _| unique(b, "hidden-rectangle");
    "avoidable-rectangle-1" Hard 100
        |b, _| of_kind(rectangles::avoidable(b), "avoidable-rectangle-1");
    "avoidable-rectangle-2" Hard 100
        |b, _| of_kind(rectangles::avoidable(b), "avoidable-rectangle-2");
    "finned-x-wing" Hard 130 |b, _| fish::find(b, Shape::Finned, 2, "finned-x-wing");
    "sashimi-x-wing" Hard 150 |b, _| fish::find(b, Shape::Sashimi, 2, "sashimi-x-wing");
    "finned-swordfish" Unfair 200 |b, _| fish::find(b, Shape::Finned, 3, "finned-swordfish");
    "sashimi-swordfish" Unfair 240 |b, _| fish::find(b, Shape::Sashimi, 3, "sashimi-swordfish");
    "finned-jellyfish" Unfair 250 |b, _| fish::find(b, Shape::Finned, 4, "finned-jellyfish");
    "sashimi-jellyfish" Unfair 260 |b, _| fish::find(b, Shape::Sashimi, 4, "sashimi-jellyfish");
    "sue-de-coq" Unfair 250 |b, _| sue_de_coq::find(b);
    "simple-colors" Hard 150 |b, _| colors::simple(b);
    "multi-colors" Hard 200 |b, _| colors::multi(b);
    "x-chain" Unfair 260 |b, _| digit_chains::x(b);
    "xy-chain" Unfair 260 |b, _| cell_chains::xy(b);
    "nice-loop" Unfair 280 |b, memory| loops::plain(b, memory);
    "grouped-nice-loop" Unfair 300 |b, memory| loops::grouped(b, memory);
    "als-xz" Unfair 300 |b, _| als_steps::xz(b);
    "als-xy-wing" Unfair 320 |b, _| als_steps::xy_wing(b);
    "als-xy-chain" Unfair 340 |b, _| als_steps::xy_chain(b);
    "franken-x-wing" Unfair 300 |b, _| franken::find(b, false, 2, "franken-x-wing");
    "franken-swordfish" Unfair 350 |b, _| franken::find(b, false, 3, "franken-swordfish");
    "finned-franken-x-wing" Unfair 390
        |b, _| franken::find(b, true, 2, "finned-franken-x-wing");
    "finned-franken-swordfish" Unfair 410
        |b, _| franken::find(b, true, 3, "finned-franken-swordfish");
    "forcing-chain" Extreme 500 |b, memory| forcing::chains(b, memory);
    "forcing-net" Extreme 700 |b, memory| forcing::nets(b, memory);
};

/// When no search has a step: the middle one of the cells without value is placed.
pub static GUESS: Rung = Rung {
    name: "brute-force",
    score: 10_000,
    level: Level::Extreme,
    find: |_, _| None,
};
