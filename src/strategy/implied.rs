//! What follows from every candidate at once, by strong links, groups and almost locked sets.
//!
//! A chain leads from a candidate that is true to others that are false: through *alternatives*
//! of which at most one can be missing, as the places of a digit in a house, or the digits of
//! an almost locked set. Here all candidates are followed together, each by a bit, and a
//! group or a set is missing a digit as soon as all its places are false, whatever made them
//! so. That follows more than chains do, never less: where a candidate does not come to
//! contradict itself here, no chain and no petals around a cell rule it out.

use super::almost_locked::SetsAndSeen;
use super::stop::Stop;
use crate::grid::{CandidateGrid, Cell, CellSet, Digit, DigitSet, HouseKind};
use crate::lanes::{Kernel, run_wide};

/// Candidates followed at once, by a bit each.
const STARTS: usize = 256;

type Starts = [u64; STARTS / 64];

const NONE: Starts = [0; STARTS / 64];

/// Candidates as numbers from 0, in a list that they share with others.
type Numbers = std::ops::Range<u32>;

/// One alternative: it is missing when all its candidates are false, and makes its targets
/// false when it is there.
struct Alternative {
    candidates: Numbers,
    targets: Numbers,
}

/// The alternatives of a grid, those of which at most one is missing side by side.
struct Alternatives<'a> {
    grid: &'a CandidateGrid,
    /// By cell and digit.
    numbers: Vec<u16>,
    candidates: Vec<(Cell, Digit)>,
    listed: Vec<u16>,
    all: Vec<Alternative>,
    /// Where those of each set end.
    ends: Vec<u32>,
}

/// By cell and digit the rounds that it takes until the candidate contradicts itself; 0 where it
/// does not, or where the search was stopped before.
pub(super) fn contradicted(
    grid: &CandidateGrid,
    sets: &SetsAndSeen<'_>,
    stop: &Stop<'_>,
) -> Vec<u8> {
    run_wide(Contradicted { grid, sets, stop })
}

/// The search for them, to be compiled for wide registers.
struct Contradicted<'a> {
    grid: &'a CandidateGrid,
    sets: &'a SetsAndSeen<'a>,
    stop: &'a Stop<'a>,
}

impl Kernel for Contradicted<'_> {
    type Output = Vec<u8>;

    #[inline(always)]
    fn run(self) -> Vec<u8> {
        let Contradicted { grid, sets, stop } = self;
        let alternatives = Alternatives::of(grid, sets);
        let order = grid.order();
        let mut found = vec![0; grid.layout().cells().len() * order];
        for first in (0..alternatives.candidates.len()).step_by(STARTS) {
            if stop.poll().is_break() {
                break;
            }
            let last = alternatives.candidates.len().min(first + STARTS);
            let rounds = alternatives.follow(first..last);
            for (&rounds, &(cell, digit)) in rounds.iter().zip(&alternatives.candidates[first..]) {
                found[cell.index() * order + digit.index()] = rounds;
            }
        }
        found
    }
}

impl<'a> Alternatives<'a> {
    #[inline(always)]
    fn of(grid: &'a CandidateGrid, sets: &SetsAndSeen<'_>) -> Alternatives<'a> {
        let (layout, order) = (grid.layout(), grid.order());
        let mut numbers = vec![0; layout.cells().len() * order];
        let mut candidates = Vec::with_capacity(STARTS);
        for &cell in layout.cells() {
            for digit in grid.candidates(cell) {
                numbers[cell.index() * order + digit.index()] = candidates.len() as u16;
                candidates.push((cell, digit));
            }
        }
        let (listed, all) = (Vec::with_capacity(1 << 14), Vec::with_capacity(1 << 11));
        let ends = Vec::with_capacity(1 << 10);
        let mut alternatives = Alternatives { grid, numbers, candidates, listed, all, ends };
        alternatives.add_houses();
        for (set, seen) in sets.iter() {
            for digit in set.digits {
                let places = grid.places(digit) & set.cells;
                alternatives.add(digit, places, seen[digit.index()], None);
            }
            alternatives.close();
        }
        alternatives
    }

    /// The places of each digit in each house, where they are two cells or groups.
    #[inline(always)]
    fn add_houses(&mut self) {
        let (grid, layout) = (self.grid, self.grid.layout());
        // Of two groups.
        let widest = 2 * layout.box_rows().max(layout.box_columns());
        for &house in layout.houses() {
            let crossing: &[HouseKind] = match house.kind() {
                HouseKind::Box => &[HouseKind::Row, HouseKind::Column],
                _ => &[HouseKind::Box],
            };
            let crossing = crossing.iter().flat_map(|&kind| layout.houses_of(kind));
            let in_house = layout.house_set(house);
            let crossing: Vec<CellSet> = crossing
                .map(|&other| layout.house_set(other) & in_house)
                .filter(|cells| !cells.is_empty())
                .collect();
            for digit in Digit::all(grid.order()) {
                let places = grid.places(digit) & in_house;
                if !places.is_plural() || places.len() > widest {
                    continue;
                }
                let is_node = |cells: CellSet| {
                    !cells.is_empty()
                        && (!cells.is_plural()
                            || crossing.iter().any(|&part| part & places == cells))
                };
                let singles = places.cells(layout).map(CellSet::only);
                let groups = crossing.iter().map(|&part| part & places);
                for one in singles.chain(groups.filter(|group| group.is_plural())) {
                    let other = places - one;
                    // Each pair is met twice.
                    if is_node(other) && one < other {
                        for cells in [one, other] {
                            let seen = layout.common_peers(cells) & grid.places(digit);
                            let cell = cells.first(layout).filter(|_| !cells.is_plural());
                            self.add(digit, cells, seen, cell);
                        }
                        self.close();
                    }
                }
            }
        }
    }

    /// Adds an alternative to the set that is being made: a digit in some cells, the cells
    /// that see it, and the cell that it fills.
    #[inline(always)]
    fn add(&mut self, digit: Digit, cells: CellSet, seen: CellSet, fills: Option<Cell>) {
        let (layout, order) = (self.grid.layout(), self.grid.order());
        let (numbers, listed) = (&self.numbers, &mut self.listed);
        let number = |cell: Cell, digit: Digit| numbers[cell.index() * order + digit.index()];
        let start = listed.len() as u32;
        // One by one: `extend` would not be compiled for wide registers.
        cells.cells(layout).for_each(|cell| listed.push(number(cell, digit)));
        let middle = listed.len() as u32;
        seen.cells(layout).for_each(|cell| listed.push(number(cell, digit)));
        if let Some(cell) = fills {
            let others = self.grid.candidates(cell) - DigitSet::only(digit);
            others.for_each(|other| listed.push(number(cell, other)));
        }
        let (candidates, targets) = (start..middle, middle..listed.len() as u32);
        self.all.push(Alternative { candidates, targets });
    }

    #[inline(always)]
    fn close(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    #[inline(always)]
    fn listed(&self, numbers: &Numbers) -> &[u16] {
        &self.listed[numbers.start as usize..numbers.end as usize]
    }

    /// The rounds until some candidates contradict themselves, or 0.
    #[inline(always)]
    fn follow(&self, starts: std::ops::Range<usize>) -> [u8; STARTS] {
        let (grid, order) = (self.grid, self.grid.order());
        let mut off = vec![NONE; self.candidates.len()];
        for (bit, &(cell, digit)) in self.candidates[starts.clone()].iter().enumerate() {
            let mut exclude = |cell: Cell, digit: Digit| {
                let number = self.numbers[cell.index() * order + digit.index()];
                off[usize::from(number)][bit / 64] |= 1 << (bit % 64);
            };
            for other in grid.candidates(cell) - DigitSet::only(digit) {
                exclude(cell, other);
            }
            let layout = grid.layout();
            for peer in (layout.peer_set(cell) & grid.places(digit)).cells(layout) {
                exclude(peer, digit);
            }
        }
        // A set is looked at again when something in it has changed since, and its targets when
        // there is more to make false than the last time.
        let mut clock = 1u32;
        let mut changed = vec![1u32; self.candidates.len()];
        let mut looked = vec![0u32; self.ends.len()];
        let mut told = vec![NONE; self.all.len()];
        let mut is_open = true;
        let mut refuted = NONE;
        let mut rounds = [0; STARTS];
        let mut round = 0_u8;
        while is_open {
            is_open = false;
            round = round.saturating_add(1);
            // Who has contradicted itself need not be followed any further.
            for (bit, number) in starts.clone().enumerate() {
                let now = off[number][bit / 64] >> (bit % 64) & 1;
                if now == 1 && rounds[bit] == 0 {
                    rounds[bit] = round;
                    refuted[bit / 64] |= 1 << (bit % 64);
                }
            }
            let followed = refuted.map(|word| !word);
            let mut first = 0;
            for (&end, looked) in self.ends.iter().zip(&mut looked) {
                let set = first..end as usize;
                first = set.end;
                let parts = &self.all[set.clone()];
                let is_new = |&number: &u16| changed[usize::from(number)] > *looked;
                let numbers = |part: &Alternative| self.listed(&part.candidates);
                if !parts.iter().any(|part| numbers(part).iter().any(is_new)) {
                    continue;
                }
                *looked = clock;
                clock += 1;
                let mut missing = [NONE; CellSet::MAX_ORDER];
                let (mut one, mut two) = (NONE, NONE);
                for (missing, part) in missing.iter_mut().zip(parts) {
                    let places = numbers(part).iter();
                    *missing = places.fold(followed, |all, &at| and(all, &off[usize::from(at)]));
                    two = or(&two, &and(one, missing));
                    one = or(&one, missing);
                }
                for ((part, missing), told) in parts.iter().zip(&missing).zip(&mut told[set]) {
                    // What makes another part missing, and that was not told before.
                    let others = std::array::from_fn(|word| {
                        (one[word] & !missing[word] | two[word]) & !told[word]
                    });
                    if others == NONE {
                        continue;
                    }
                    *told = or(told, &others);
                    for &target in self.listed(&part.targets) {
                        let target = usize::from(target);
                        // Without a branch: no processor could foretell it.
                        let now = or(&off[target], &others);
                        let is_new = now != off[target];
                        off[target] = now;
                        changed[target] = if is_new { clock } else { changed[target] };
                        is_open |= is_new;
                    }
                }
            }
        }
        // A candidate that leaves a cell nothing.
        let by_cell = self.candidates.chunk_by(|one, other| one.0 == other.0);
        let mut first = 0;
        for cell in by_cell {
            let here = &off[first..first + cell.len()];
            first += cell.len();
            refuted = or(&refuted, &here.iter().fold([!0; STARTS / 64], and));
        }
        for bit in 0..starts.len() {
            if refuted[bit / 64] >> (bit % 64) & 1 == 1 && rounds[bit] == 0 {
                rounds[bit] = u8::MAX;
            }
        }
        rounds
    }
}

#[inline(always)]
fn and(a: Starts, b: &Starts) -> Starts {
    std::array::from_fn(|word| a[word] & b[word])
}

#[inline(always)]
fn or(a: &Starts, b: &Starts) -> Starts {
    std::array::from_fn(|word| a[word] | b[word])
}
