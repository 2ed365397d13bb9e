//! The searches in the order in which they are asked.

use super::als::Sets;
use super::als_steps;
use super::board::Board;
use super::fish::Barren;
use super::loops::{self, Trees};
use super::nets::Nets;
use super::step::Step;
use super::sue_de_coq::Quiet;
use super::{
    bug, cell_chains, colors, digit_chains, fish, forcing, franken, locked, rectangles,
    single_digit,
};
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

impl Rung {
    /// Whether its steps presume that there is one solution.
    pub fn presumes(&self) -> bool {
        let presumes = ["unique-", "hidden-rectangle", "avoidable-", "bug-"];
        presumes.iter().any(|start| self.name.starts_with(start))
    }
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

/// What a search leaves for those that are asked after it on the same board.
#[derive(Default)]
pub struct Memory {
    /// Of each search for fish.
    barren: [Barren; 13],
    quiet: Quiet,
    rectangles: Vec<Step>,
    sets: Sets,
    trees: Trees,
    nets: Nets,
}

impl Memory {
    fn first_rectangle(&mut self, board: &Board, kind: &'static str) -> Option<Step> {
        self.rectangles = rectangles::unique(board);
        self.rectangle(kind)
    }

    fn rectangle(&mut self, kind: &'static str) -> Option<Step> {
        self.rectangles.iter().find(|step| step.kind == kind).cloned()
    }

    fn sets(&mut self, board: &Board) -> &Sets {
        self.sets = Sets::of(board);
        &self.sets
    }
}

/// All searches, first asked first.
pub const RUNGS: &[Rung] = rungs! {
    "full-house" Easy 4 |b, _| singles::full_house(b);
    "naked-single" Easy 4 |b, _| singles::naked(b);
    "hidden-single" Easy 14 |b, _| singles::hidden(b);
    "locked-pair" Medium 40 |b, _| subsets::locked(b, 2);
    "locked-triple" Medium 60 |b, _| subsets::locked(b, 3);
    "pointing" Medium 50 |b, _| locked::pointing(b);
    "claiming" Medium 50 |b, _| locked::claiming(b);
    "naked-pair" Medium 60 |b, _| subsets::naked(b, 2);
    "naked-triple" Medium 80 |b, _| subsets::naked(b, 3);
    "hidden-pair" Medium 70 |b, _| subsets::hidden(b, 2);
    "hidden-triple" Medium 100 |b, _| subsets::hidden(b, 3);
    "naked-quad" Hard 120 |b, _| subsets::naked(b, 4);
    "hidden-quad" Hard 150 |b, _| subsets::hidden(b, 4);
    "x-wing" Hard 140 |b, m| fish::basic(b, &mut m.barren[0], 2, "x-wing");
    "swordfish" Hard 150 |b, m| fish::basic(b, &mut m.barren[1], 3, "swordfish");
    "jellyfish" Hard 160 |b, m| fish::basic(b, &mut m.barren[2], 4, "jellyfish");
    "remote-pair" Hard 110 |b, _| cell_chains::remote(b);
    "bug-plus-one" Hard 100 |b, _| bug::plus_one(b);
    "skyscraper" Hard 130 |b, _| single_digit::skyscraper(b);
    "two-string-kite" Hard 150 |b, _| single_digit::two_string_kite(b);
    "turbot-fish" Hard 120 |b, _| digit_chains::turbot(b);
    "empty-rectangle" Hard 120 |b, _| single_digit::empty_rectangle(b);
    "w-wing" Hard 150 |b, _| wings::w(b);
    "xy-wing" Hard 160 |b, _| wings::xy(b);
    "xyz-wing" Hard 180 |b, _| wings::xyz(b);
    "unique-rectangle-1" Hard 100 |b, m| m.first_rectangle(b, "unique-rectangle-1");
    "unique-rectangle-2" Hard 100 |_, m| m.rectangle("unique-rectangle-2");
    "unique-rectangle-3" Hard 100 |_, m| m.rectangle("unique-rectangle-3");
    "unique-rectangle-4" Hard 100 |_, m| m.rectangle("unique-rectangle-4");
    "unique-rectangle-5" Hard 100 |_, m| m.rectangle("unique-rectangle-5");
    "unique-rectangle-6" Hard 100 |_, m| m.rectangle("unique-rectangle-6");
    "hidden-rectangle" Hard 100 |_, m| m.rectangle("hidden-rectangle");
    "avoidable-rectangle-1" Hard 100
        |b, _| of_kind(rectangles::avoidable(b), "avoidable-rectangle-1");
    "avoidable-rectangle-2" Hard 100
        |b, _| of_kind(rectangles::avoidable(b), "avoidable-rectangle-2");
    "finned-x-wing" Hard 130 |b, m| fish::finned(b, &mut m.barren[3], 2, "finned-x-wing");
    "sashimi-x-wing" Hard 150 |b, m| fish::sashimi(b, &mut m.barren[4], 2, "sashimi-x-wing");
    "finned-swordfish" Unfair 200 |b, m| fish::finned(b, &mut m.barren[5], 3, "finned-swordfish");
    "sashimi-swordfish" Unfair 240 |b, m| fish::sashimi(b, &mut m.barren[6], 3, "sashimi-swordfish");
    "finned-jellyfish" Unfair 250 |b, m| fish::finned(b, &mut m.barren[7], 4, "finned-jellyfish");
    "sashimi-jellyfish" Unfair 260 |b, m| fish::sashimi(b, &mut m.barren[8], 4, "sashimi-jellyfish");
    "sue-de-coq" Unfair 250 |b, m| sue_de_coq::find(b, &mut m.quiet);
    "simple-colors" Hard 150 |b, _| colors::simple(b);
    "multi-colors" Hard 200 |b, _| colors::multi(b);
    "x-chain" Unfair 260 |b, _| digit_chains::x(b);
    "xy-chain" Unfair 260 |b, _| cell_chains::xy(b);
    "nice-loop" Unfair 280 |b, m| loops::plain(b, &mut m.trees);
    "grouped-nice-loop" Unfair 300 |b, m| loops::grouped(b, &mut m.trees);
    "als-xz" Unfair 300 |b, m| als_steps::xz(m.sets(b));
    "als-xy-wing" Unfair 320 |_, m| als_steps::xy_wing(&m.sets);
    "als-xy-chain" Unfair 340 |_, m| als_steps::xy_chain(&m.sets);
    "franken-x-wing" Unfair 300 |b, m| franken::find(b, &mut m.barren[9], false, 2, "franken-x-wing");
    "franken-swordfish" Unfair 350 |b, m| franken::find(b, &mut m.barren[10], false, 3, "franken-swordfish");
    "finned-franken-x-wing" Unfair 390
        |b, m| franken::find(b, &mut m.barren[11], true, 2, "finned-franken-x-wing");
    "finned-franken-swordfish" Unfair 410
        |b, m| franken::find(b, &mut m.barren[12], true, 3, "finned-franken-swordfish");
    "forcing-chain" Extreme 500 |b, m| forcing::chains(b, &mut m.trees);
    "forcing-net" Extreme 700 |b, m| forcing::nets(b, &mut m.trees.links, &mut m.nets);
};

/// When no search has a step: the middle one of the cells without value is placed.
pub static GUESS: Rung =
    Rung { name: "brute-force", score: 10_000, level: Level::Extreme, find: |_, _| None };
