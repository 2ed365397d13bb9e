//! Sue de Coq: cells where a box and a line cross, with sets in the rest of both.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{HOUSE_SETS, bits};

/// The candidates by cell of a board on which there was nothing.
pub struct Quiet([u16; 81]);

impl Default for Quiet {
    fn default() -> Quiet {
        Quiet([0; 81])
    }
}

/// The first Sue de Coq: rows before columns, then boxes.
pub fn find(board: &Board, quiet: &mut Quiet) -> Option<Step> {
    let differs = |&cell: &usize| board.cells[cell] != quiet.0[cell];
    let changed = (0..81).filter(differs).fold(0u128, |set, cell| set | 1 << cell);
    let found = find_in(board, changed);
    if found.is_none() {
        quiet.0 = board.cells;
    }
    found
}

/// The first where one of these cells is in the line or the box.
fn find_in(board: &Board, changed: u128) -> Option<Step> {
    (0..18).find_map(|line| {
        (18..27).find_map(|block| {
            let (line, block) = (HOUSE_SETS[line], HOUSE_SETS[block]);
            if (line | block) & changed == 0 || line & block == 0 {
                return None;
            }
            let (line, block) = (line & board.empty, block & board.empty);
            let crossing: Vec<usize> = bits(line & block).collect();
            for (i, &one) in crossing.iter().enumerate() {
                for (j, &two) in crossing.iter().enumerate().skip(i + 1) {
                    let pair = 1u128 << one | 1 << two;
                    let rest = crossing[j + 1..].iter().map(|&three| pair | 1 << three);
                    let sets = std::iter::once(pair).chain(rest);
                    let step = sets.map(|cells| Crossing::new(board, line, block, cells));
                    let step = step.filter(|one| one.surplus >= 2).find_map(|one| one.find());
                    if step.is_some() {
                        return step;
                    }
                }
            }
            None
        })
    })
}

fn digits(board: &Board, cells: u128) -> u16 {
    bits(cells).fold(0, |digits, cell| digits | board.cells[cell])
}

struct Crossing<'a> {
    board: &'a Board,
    line: u128,
    block: u128,
    cells: u128,
    digits: u16,
    /// How many digits more than cells there are.
    surplus: i32,
}

/// A set of cells, the digits in it, and how many of these the crossing lacks.
type Part = (u128, u16, i32);

impl Crossing<'_> {
    fn new(board: &Board, line: u128, block: u128, cells: u128) -> Crossing<'_> {
        let digits = digits(board, cells);
        let surplus = digits.count_ones() as i32 - cells.count_ones() as i32;
        Crossing { board, line, block, cells, digits, surplus }
    }

    fn find(&self) -> Option<Step> {
        let rest: Vec<usize> = bits(self.line & !self.cells).collect();
        self.subsets(&rest, 0, (0, 0), 0x1ff, &mut |(cells, digits, extra)| {
            let own = cells.count_ones() as i32 - extra;
            if own <= 0 || own >= self.surplus {
                return None;
            }
            let rest: Vec<usize> = bits(self.block & !self.cells & !cells).collect();
            // The box may share with the line's part what the crossing has not.
            let allowed = !(digits & self.digits) & 0x1ff;
            self.subsets(&rest, 0, (0, 0), allowed, &mut |(others, theirs, extra)| {
                let enough = others.count_ones() as i32 - extra == self.surplus - own;
                if enough { self.step((cells, digits), (others, theirs)) } else { None }
            })
        })
    }

    /// Subsets of cells that have a digit in common with the crossing and none that is not
    /// allowed: each before those that contain it.
    fn subsets(
        &self,
        cells: &[usize],
        start: usize,
        (set, digits): (u128, u16),
        allowed: u16,
        found: &mut dyn FnMut(Part) -> Option<Step>,
    ) -> Option<Step> {
        for (index, &cell) in cells.iter().enumerate().skip(start) {
            let (set, digits) = (set | 1 << cell, digits | self.board.cells[cell]);
            if digits & !allowed != 0 {
                continue;
            }
            let extra = (digits & !self.digits).count_ones() as i32;
            let mut step = None;
            if digits & self.digits != 0 {
                step = found((set, digits, extra));
            }
            let deeper = || self.subsets(cells, index + 1, (set, digits), allowed, found);
            let step = step.or_else(deeper);
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn step(&self, line: (u128, u16), block: (u128, u16)) -> Option<Step> {
        let shared = line.1 & block.1;
        let mut removals = Removals::default();
        let in_block = (self.digits | block.1) & !line.1 | shared;
        removals.of(self.board, self.block & !block.0 & !self.cells, in_block);
        let in_line = (self.digits | line.1) & !block.1 | shared;
        removals.of(self.board, self.line & !line.0 & !self.cells, in_line);
        removals.step("sue-de-coq")
    }
}
