//! Kraken fish: a basic fish with fins anywhere, and a chain from each fin.
//!
//! Take as many columns as rows, whatever places for the digit the rows have outside them:
//! the *fins*. Either a fin is true, or the fish is without fins and each column holds
//! its digit in one of the rows. (And the same with rows and columns exchanged.)
//!
//! - **Type 1**: a candidate that the fish would eliminate without its fins, and that a
//!   chain from every fin turns off, is false.
//! - **Type 2**: a candidate, of any digit, that chains turn off from every fin and from
//!   every place of the rows in one of the columns, is false: one of these is true.
//!
//! ```text
//!      C2   C7
//! R1   4    4
//! R8   4    4    R8C3     a fin: if R8C3 is 4, R7C2 is not 4, R7C5 is 4, … and R5C2 is
//! R5   x                  not 4. The fish alone says so, too: R5C2 is not 4 (type 1).
//! ```
//!
//! What sees all the fins is a [finned fish's](super::fish) matter, and places
//! among which some house must hold the digit are a
//! [forcing chain's](super::chain) choice; neither is reported. The base is two to four
//! lines. Source: HoDoKu's documentation, Kraken Fish.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::chain::{Assumed, choice_in_words, common};
use super::cover::members;
use super::seen::cells_of;
use super::{Deduction, Mark, Pattern, Role, Step, Steps, Studied, words};
use crate::grid::{Cell, CellSet, Digit, House, HouseKind};

/// The lines of a fish.
const SIZES: std::ops::RangeInclusive<usize> = 2..=4;

/// A basic fish but for its fins.
struct FinnedFish<'a> {
    grid: &'a Studied<'a>,
    digit: Digit,
    base: Vec<House>,
    cover: Vec<House>,
    /// The digit's places in the base, and those of them outside the cover.
    places: CellSet,
    fins: CellSet,
}

/// One of these candidates is true, or the candidates to eliminate are false anyhow.
struct Argument {
    choice: CellSet,
    eliminated: Vec<(Cell, Digit)>,
}

pub(super) fn type_1(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find(grid, by_fish, steps)
}

pub(super) fn type_2(grid: &Studied<'_>, steps: &mut Steps<'_>) -> ControlFlow<()> {
    find(grid, by_cover, steps)
}

/// Reports what the arguments of a type conclude, each conclusion once.
fn find(
    grid: &Studied<'_>,
    arguments: fn(&FinnedFish<'_>, &Assumed<'_>) -> Vec<Argument>,
    steps: &mut Steps<'_>,
) -> ControlFlow<()> {
    let mut assumed = Assumed::new(grid)?;
    let mut known = HashSet::new();
    for size in SIZES {
        for digit in Digit::all(grid.order()) {
            for kinds in [[HouseKind::Row, HouseKind::Column], [HouseKind::Column, HouseKind::Row]]
            {
                visit(grid, digit, kinds, size, &mut |fish| {
                    for Argument { choice, eliminated } in arguments(&fish, &assumed) {
                        for target in eliminated {
                            if known.insert(target) {
                                steps.add([Deduction::Eliminate(target.0, target.1)], || {
                                    fish.pattern(choice, target, &mut assumed)
                                })?;
                            }
                        }
                    }
                    ControlFlow::Continue(())
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the fish of a digit with fins, of this many lines of the first kind covered by
/// lines of the second.
fn visit(
    grid: &Studied<'_>,
    digit: Digit,
    kinds: [HouseKind; 2],
    size: usize,
    visit: &mut dyn FnMut(FinnedFish<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let layout = grid.layout();
    let places = |house: House| grid.places(digit) & layout.house_set(house);
    let [lines, across] = kinds.map(|kind| {
        let open = layout.houses_of(kind).iter().copied().filter(|&h| places(h).is_plural());
        open.collect::<Vec<House>>()
    });
    let union = |houses: &[House]| cells_of(layout, houses.iter().copied()) & grid.places(digit);
    let choices = |of: &[House]| {
        let chosen = (0_u32..1 << of.len()).filter(|bits| bits.count_ones() as usize == size);
        let chosen = chosen.map(|bits| members(bits).map(|i| of[i]).collect());
        chosen.collect::<Vec<Vec<House>>>()
    };
    let covers: Vec<(Vec<House>, CellSet)> =
        choices(&across).into_iter().map(|cover| (cover.clone(), union(&cover))).collect();
    for base in choices(&lines) {
        let inside = union(&base);
        for (cover, covered) in &covers {
            grid.poll()?;
            let fins = inside - *covered;
            // A line that is nothing but fins, or a cover without a place, is none of it.
            let regular = base.iter().all(|&line| places(line).meets(*covered))
                && cover.iter().all(|&line| places(line).meets(inside));
            if !fins.is_empty() && regular {
                let (base, cover) = (base.clone(), cover.clone());
                visit(FinnedFish { grid, digit, base, cover, places: inside, fins })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn by_fish(fish: &FinnedFish<'_>, assumed: &Assumed<'_>) -> Vec<Argument> {
    let regular = fish.regular();
    let off = fish.off_by_all(fish.fins, assumed);
    let eliminated = off.into_iter().filter(|&(cell, digit)| {
        digit == fish.digit && regular.contains(cell) && !fish.seen_by_fins().contains(cell)
    });
    fish.argument(fish.fins, eliminated.collect()).into_iter().collect()
}

fn by_cover(fish: &FinnedFish<'_>, assumed: &Assumed<'_>) -> Vec<Argument> {
    if fish.off_by_all(fish.fins, assumed).is_empty() {
        return Vec::new();
    }
    let regular = fish.regular();
    let arguments = fish.cover.iter().filter_map(|&house| {
        let choice = fish.fins | (fish.places & fish.grid.layout().house_set(house));
        let off = fish.off_by_all(choice, assumed);
        let eliminated =
            off.into_iter().filter(|&(cell, digit)| digit != fish.digit || !regular.contains(cell));
        fish.argument(choice, eliminated.collect())
    });
    arguments.collect()
}

impl FinnedFish<'_> {
    /// What the fish would eliminate without its fins.
    fn regular(&self) -> CellSet {
        let cover = cells_of(self.grid.layout(), self.cover.iter().copied());
        (cover & self.grid.places(self.digit)) - self.places
    }

    fn seen_by_fins(&self) -> CellSet {
        self.grid.layout().common_peers(self.fins)
    }

    /// What is off whichever of these cells holds the digit.
    fn off_by_all(&self, cells: CellSet, assumed: &Assumed<'_>) -> Vec<(Cell, Digit)> {
        let cells = cells.cells(self.grid.layout());
        let nodes = common(cells.map(|cell| &assumed.of((cell, self.digit)).off));
        assumed.candidates(&nodes)
    }

    /// The argument from a choice, unless it eliminates nothing or some house has no other
    /// place for the digit, and so needs no fish.
    fn argument(&self, choice: CellSet, eliminated: Vec<(Cell, Digit)>) -> Option<Argument> {
        let (layout, places) = (self.grid.layout(), self.grid.places(self.digit));
        let needs_fish = || {
            let of_house = |&house: &House| places & layout.house_set(house);
            let mut open = layout.houses().iter().map(of_house).filter(|cells| !cells.is_empty());
            !open.any(|cells| cells.is_subset(choice))
        };
        (!eliminated.is_empty() && needs_fish()).then_some(Argument { choice, eliminated })
    }

    fn pattern(
        &self,
        choice: CellSet,
        target: (Cell, Digit),
        assumed: &mut Assumed<'_>,
    ) -> Pattern {
        let (layout, digit) = (self.grid.layout(), self.digit);
        let places = self.places.cells(layout);
        let mark = |cell: Cell| {
            let role = if self.fins.contains(cell) { Role::Fin } else { Role::Base };
            Mark { cell, digit, role }
        };
        let houses = self.base.iter().chain(&self.cover).copied();
        let mut pattern = Pattern::new([digit], places.clone(), houses).marked(places.map(mark));
        let choice: Vec<(Cell, Digit)> = choice.cells(layout).map(|cell| (cell, digit)).collect();
        assumed.add_paths(&mut pattern, &choice, target, false);
        pattern
    }
}

pub(super) fn explain_1(step: &Step, _: &Studied<'_>) -> String {
    explain(step, |_, _, _| "the fish eliminates the candidate, and".into())
}

pub(super) fn explain_2(step: &Step, _: &Studied<'_>) -> String {
    explain(step, |digit, base, cover| format!("{cover} have their {digit} in {base}, and"))
}

/// `without_fins` says of the digit, the base and the cover what follows if no fin is true.
fn explain(step: &Step, without_fins: fn(&str, &str, &str) -> String) -> String {
    let Pattern { houses, marks, .. } = &step.pattern;
    let (base, cover) = houses.split_at(houses.len() / 2);
    let fish = marks.iter().take_while(|mark| matches!(mark.role, Role::Base | Role::Fin)).count();
    let (fish, chains) = marks.split_at(fish);
    let fins = words::fins(step.pattern.cells_of(Role::Fin));
    let digit = words::list(fish.first().map(|mark| mark.digit));
    let (base, cover) = (words::houses(base), words::houses(cover));
    format!(
        "The places for {digit} of {base} lie in {cover} but for the {fins}. If no fin is true, \
         {} {}. So {}.",
        without_fins(&digit, &base, &cover),
        choice_in_words(chains, true),
        words::list(&step.deductions),
    )
}
