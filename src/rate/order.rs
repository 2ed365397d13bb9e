//! What `--order` names: an order of strategies, or the exact catalogue of another program.

use crate::hodoku::{GUESS, RUNGS};
use crate::ser::PRODUCERS;
use crate::strategy::{HODOKU, ORDERS, Order, STRATEGIES};

/// A way to rate and explain puzzles.
#[derive(Clone, Copy)]
pub enum Way {
    /// By strategies, tried in this order.
    Strategies(&'static Order),
    /// As HoDoKu 2.2.0 does, exactly; puzzles of other sizes by our strategies in its order.
    Hodoku,
    /// As Sudoku Explainer 1.2.1 does, exactly.
    Ser,
}

impl Way {
    /// All ways.
    pub fn all() -> impl Iterator<Item = Way> {
        let way = |order: &'static Order| {
            if order.name == HODOKU.name { Way::Hodoku } else { Way::Strategies(order) }
        };
        ORDERS.iter().map(way).chain([Way::Ser])
    }

    /// The way of this name.
    pub fn find(name: &str) -> Option<Way> {
        Way::all().find(|way| way.name() == name)
    }

    /// The order of strategies that it tries where they are all that can be tried.
    pub fn strategies(self) -> Option<&'static Order> {
        match self {
            Way::Strategies(order) => Some(order),
            Way::Hodoku => Some(&HODOKU),
            Way::Ser => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Way::Strategies(order) => order.name,
            Way::Hodoku => HODOKU.name,
            Way::Ser => "ser",
        }
    }

    /// Where it comes from.
    pub fn source(self) -> &'static str {
        match self {
            Way::Strategies(order) => order.source,
            Way::Hodoku => "HoDoKu 2.2.0, exactly",
            Way::Ser => "Sudoku Explainer 1.2.1, exactly",
        }
    }

    /// The names of what is tried, first tried first, each with what a step counts; nothing where
    /// that depends on the step.
    pub fn rungs(self) -> Vec<(&'static str, Option<u16>)> {
        match self {
            Way::Strategies(order) => {
                order.rungs().map(|(place, score)| (STRATEGIES[place].name, Some(score))).collect()
            }
            Way::Hodoku => {
                let rungs = RUNGS.iter().chain([&GUESS]);
                rungs.map(|rung| (rung.name, Some(rung.score as u16))).collect()
            }
            Way::Ser => PRODUCERS.iter().map(|producer| (producer.name, None)).collect(),
        }
    }
}
