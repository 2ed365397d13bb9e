//! The rules of Sudoku on a block of boards: one pass of propagation.
//!
//! See the module's front page for the rule in words and the picture of a band.
//! A pass walks the three bands, then the three stacks, and updates the cells in
//! place. The two halves share the work instead of repeating it:
//!
//! - in a **band**, a cell with one candidate takes it from the rest of its box,
//!   then locked digits leave the row's and the box's other minirows;
//! - in a **stack**, locked digits leave the column's and the box's other minicolumns,
//!   and where a locked digit has one cell of its minicolumn it is placed.
//!
//! Nothing is lost by that. A naked single is, after the first half, the only place
//! of its digit in the box, so its minirow and minicolumn are locked, and that clears
//! its row and column. A digit with one place in a row is locked in its minirow, so
//! the first half leaves it one place in its box, and the second half places it.
//!
//! Every step only removes candidates, so passes end in a fixpoint, and every pass does
//! the same in all lanes: what becomes of a board never depends on its lane or on its
//! neighbours. A contradiction, once found, is found again in every later pass, and a
//! pass that changes nothing has checked everything.

use super::board::{ALL, Board};
use super::vector::{ByLane, Simd, each};

/// Sum of the 81 candidate sets of a solved board: 1 + 2 + 4 + … + 256 per row.
const SOLVED_SUM: u16 = 9 * ALL;

/// Boards side by side: `cells[9 * row + column]` holds that cell of every board.
#[repr(C, align(64))]
pub struct Block<S: Simd> {
    pub cells: [S::Row; 81],
    /// Sum of each board's cells at the end of the last pass. It falls whenever a
    /// candidate goes, so it tells boards that changed from boards that did not.
    sums: S::Row,
}

/// What a pass found, one bit per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// A cell without candidate or a house without place for a digit.
    pub failed: u32,
    /// No candidate removed: the fixpoint. (Also set in lanes that failed.)
    pub settled: u32,
    /// Settled with one candidate in every cell. Only true if not failed.
    pub solved: u32,
}

impl<S: Simd> Block<S> {
    /// Empty grids in all lanes.
    pub fn new(simd: S) -> Block<S> {
        Block { cells: [simd.row(ALL); 81], sums: simd.row(0) }
    }

    /// Writes the boards of some lanes, each from the place of its lane.
    #[inline(always)]
    pub fn load_all(&mut self, simd: S, lanes: u32, boards: &ByLane) {
        simd.scatter(&mut self.cells, lanes, boards);
        for lane in each(lanes) {
            self.touch(lane);
        }
    }

    /// Writes a board into a lane.
    pub fn load(&mut self, lane: usize, board: &Board) {
        for (row, &candidates) in self.cells.iter_mut().zip(&board.0) {
            row.as_mut()[lane] = candidates;
        }
        self.touch(lane);
    }

    /// Writes one board into all lanes.
    pub fn load_everywhere(&mut self, simd: S, board: &Board) {
        for (row, &candidates) in self.cells.iter_mut().zip(&board.0) {
            *row = simd.row(candidates);
        }
        self.sums = simd.row(0);
    }

    /// Writes the board of one lane into some others.
    #[inline(always)]
    pub fn spread(&mut self, simd: S, from: usize, lanes: u32) {
        let wanted = simd.load(&simd.lanes(lanes));
        for row in &mut self.cells {
            let all = simd.and(simd.splat(row.as_ref()[from]), wanted);
            simd.store(row, simd.replace(simd.load(row), wanted, all));
        }
        for lane in each(lanes) {
            self.touch(lane);
        }
    }

    /// Deletes a candidate from all boards.
    #[inline(always)]
    pub fn delete(&mut self, simd: S, cell: usize, digit: u16) {
        let row = &mut self.cells[cell];
        simd.store(row, simd.and_not(simd.load(row), simd.splat(digit)));
        self.sums = simd.row(0);
    }

    /// Reads a lane's board.
    pub fn save(&self, lane: usize, board: &mut Board) {
        for (row, candidates) in self.cells.iter().zip(&mut board.0) {
            *candidates = row.as_ref()[lane];
        }
    }

    /// Replaces the candidates of one cell.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, cell: usize, candidates: u16) {
        self.cells[cell].as_mut()[lane] = candidates;
        self.touch(lane);
    }

    /// Marks a lane as changed: 0 is no board's sum but a dead one's.
    #[inline(always)]
    fn touch(&mut self, lane: usize) {
        self.sums.as_mut()[lane] = 0;
    }

    /// One pass over all bands and stacks; with `triples`, minilines of three digits lock them.
    #[inline(always)]
    pub fn pass(&mut self, simd: S, triples: bool) -> Verdict {
        // `dead`: bit 15 for an empty cell, a digit's bit if two cells of a box have
        // only that digit. `present`: digits that have a place in every house.
        let mut dead = simd.splat(0);
        let mut present = simd.splat(ALL);
        for band in 0..3 {
            let (d, p) = self.band(simd, 27 * band, triples);
            dead = simd.or(dead, d);
            present = simd.and(present, p);
        }
        let mut sum = simd.splat(0);
        for stack in 0..3 {
            let (s, p) = self.stack(simd, 3 * stack, triples);
            sum = simd.add(sum, s);
            present = simd.and(present, p);
        }
        self.judge(simd, dead, present, sum)
    }

    /// One pass of naked and hidden singles over all houses, nothing else. Rows come
    /// last, so that their sum is that of the board.
    #[inline(always)]
    pub fn singles_pass(&mut self, simd: S) -> Verdict {
        let mut dead = simd.splat(0);
        let mut present = simd.splat(ALL);
        let mut sum = dead;
        for h in 0..27 {
            let (d, p, s) = self.house(simd, |i| match h / 9 {
                0 => 27 * (h / 3) + 3 * (h % 3) + 9 * (i / 3) + i % 3,
                1 => 9 * i + h % 9,
                _ => 9 * (h % 9) + i,
            });
            dead = simd.or(dead, d);
            present = simd.and(present, p);
            if h >= 18 {
                sum = simd.add(sum, s);
            }
        }
        self.judge(simd, dead, present, sum)
    }

    /// The verdicts of a pass from its contradictions, the digits present in every
    /// house and the boards' sums.
    #[inline(always)]
    fn judge(&mut self, simd: S, dead: S::Vector, present: S::Vector, sum: S::Vector) -> Verdict {
        let before = simd.load(&self.sums);
        simd.store(&mut self.sums, sum);
        let lanes = u32::MAX >> (32 - S::LANES);
        let failed = simd.differing(dead, simd.splat(0)) | simd.differing(present, simd.splat(ALL));
        let settled = lanes & !simd.differing(sum, before);
        let solved = settled & !failed & !simd.differing(sum, simd.splat(SOLVED_SUM));
        Verdict { failed, settled, solved }
    }

    /// Naked singles in the boxes of a band, then its locked minirows. Returns the
    /// contradictions (bit 15: an empty cell; else the digits that are the only
    /// candidate of two cells in a box) and the digits present in all rows and boxes.
    #[inline(always)]
    fn band(&mut self, simd: S, start: usize, triples: bool) -> (S::Vector, S::Vector) {
        let zero = simd.splat(0);
        let minus_one = simd.splat(!0);
        let mut lowest = zero;
        let mut twice = zero;
        // minirow[3 * r + b]: the digits of row r within box b.
        let mut minirow = [zero; 9];
        for b in 0..3 {
            let mut cell = [zero; 9];
            let mut single = [zero; 9];
            for i in 0..9 {
                let x = simd.load(&self.cells[start + 9 * (i / 3) + 3 * b + i % 3]);
                let lowered = simd.add(x, minus_one);
                lowest = simd.or(lowest, lowered);
                cell[i] = x;
                single[i] = simd.where_disjoint(x, lowered);
            }
            let mut row_singles = [zero; 3];
            for r in 0..3 {
                let (x, y, z) = (single[3 * r], single[3 * r + 1], single[3 * r + 2]);
                row_singles[r] = simd.or3(x, y, z);
                twice = simd.or(twice, simd.majority(x, y, z));
            }
            let [x, y, z] = row_singles;
            let singles = simd.or3(x, y, z);
            twice = simd.or(twice, simd.majority(x, y, z));
            for r in 0..3 {
                let i = 3 * r;
                let x = simd.replace(cell[i], singles, single[i]);
                let y = simd.replace(cell[i + 1], singles, single[i + 1]);
                let z = simd.replace(cell[i + 2], singles, single[i + 2]);
                minirow[3 * r + b] = simd.or3(x, y, z);
                for (k, x) in [x, y, z].into_iter().enumerate() {
                    simd.store(&mut self.cells[start + 9 * r + 3 * b + k], x);
                }
            }
        }
        let (locked, present) = lock(simd, &minirow, triples, true);
        let out = evict(simd, &locked);
        for (m, &(by_row, by_box)) in out.iter().enumerate() {
            for k in 0..3 {
                let row = &mut self.cells[start + 9 * (m / 3) + 3 * (m % 3) + k];
                let x = simd.load(row);
                simd.store(row, simd.and_nor(x, by_row, by_box));
            }
        }
        // Only an empty cell has bit 15 when lowered by one.
        let empty = simd.and(lowest, simd.splat(1 << 15));
        (simd.or(empty, twice), present)
    }

    /// Locked minicolumns of a stack and the placement of hidden singles. Returns
    /// the sum of its cells and the digits present in all its columns.
    #[inline(always)]
    fn stack(&mut self, simd: S, start: usize, triples: bool) -> (S::Vector, S::Vector) {
        let zero = simd.splat(0);
        // minicolumn[3 * c + b]: the digits of column c within box b.
        let mut minicolumn = [zero; 9];
        let mut once = [zero; 9];
        for m in 0..9 {
            let at = |k: usize| start + 9 * (3 * (m % 3) + k) + m / 3;
            let x = simd.load(&self.cells[at(0)]);
            let y = simd.load(&self.cells[at(1)]);
            let z = simd.load(&self.cells[at(2)]);
            minicolumn[m] = simd.or3(x, y, z);
            once[m] = simd.once(x, y, z);
        }
        let (locked, present) = lock(simd, &minicolumn, triples, false);
        let out = evict(simd, &locked);
        let mut sum = zero;
        for (m, &(by_column, by_box)) in out.iter().enumerate() {
            let placed = simd.and(locked[m], once[m]);
            for k in 0..3 {
                let row = &mut self.cells[start + 9 * (3 * (m % 3) + k) + m / 3];
                let x = simd.and_nor(simd.load(row), by_column, by_box);
                let x = simd.restrict(x, placed);
                simd.store(row, x);
                sum = simd.add(sum, x);
            }
        }
        (sum, present)
    }

    /// Naked and hidden singles of one house, whose cells are `at(0)` to `at(8)`.
    /// Returns its contradictions, its digits, and the sum of its cells.
    #[inline(always)]
    fn house(&mut self, simd: S, at: impl Fn(usize) -> usize) -> (S::Vector, S::Vector, S::Vector) {
        let zero = simd.splat(0);
        let minus_one = simd.splat(!0);
        let mut cell = [zero; 9];
        let mut single = [zero; 9];
        let (mut lowest, mut dead) = (zero, zero);
        let mut singles = zero;
        for i in 0..9 {
            cell[i] = simd.load(&self.cells[at(i)]);
            let lowered = simd.add(cell[i], minus_one);
            lowest = simd.or(lowest, lowered);
            single[i] = simd.where_disjoint(cell[i], lowered);
            dead = simd.or(dead, simd.and(singles, single[i]));
            singles = simd.or(singles, single[i]);
        }
        let (mut seen, mut twice) = (zero, zero);
        for (x, single) in cell.iter_mut().zip(single) {
            *x = simd.replace(*x, singles, single);
            twice = simd.or(twice, simd.and(seen, *x));
            seen = simd.or(seen, *x);
        }
        let once = simd.and_not(seen, twice);
        let mut sum = zero;
        for (i, x) in cell.into_iter().enumerate() {
            // Two digits that both have this one place are a contradiction.
            let placed = simd.and(x, once);
            dead = simd.or(dead, simd.and(placed, simd.add(placed, minus_one)));
            let x = simd.restrict(x, once);
            simd.store(&mut self.cells[at(i)], x);
            sum = simd.add(sum, x);
        }
        dead = simd.or(dead, simd.and(lowest, simd.splat(1 << 15)));
        (dead, seen, sum)
    }
}

/// The locked digits of the nine minilines of a band or stack, `3 * line + box`:
/// those missing from the rest of the line, or from the rest of the box; with `triples`
/// also the digits of a miniline that has no more than three. Also the digits present in
/// every line and, if asked, in every box.
#[inline(always)]
fn lock<S: Simd>(
    simd: S,
    m: &[S::Vector; 9],
    triples: bool,
    boxes: bool,
) -> ([S::Vector; 9], S::Vector) {
    let (in_line, in_box) = others(simd, m);
    let mut locked = [simd.splat(0); 9];
    for i in 0..9 {
        locked[i] = simd.and_nand(m[i], in_line[i], in_box[i]);
        if triples {
            locked[i] = simd.or(locked[i], simd.where_three(m[i]));
        }
    }
    let line = |l: usize| simd.or(m[3 * l], in_line[3 * l]);
    let mut present = simd.and3(line(0), line(1), line(2));
    if boxes {
        let a_box = |b: usize| simd.or(m[b], in_box[b]);
        present = simd.and(present, simd.and3(a_box(0), a_box(1), a_box(2)));
    }
    (locked, present)
}

/// For each of nine minilines the digits that must leave it: those locked elsewhere
/// in its line, and those locked elsewhere in its box.
#[inline(always)]
fn evict<S: Simd>(simd: S, locked: &[S::Vector; 9]) -> [(S::Vector, S::Vector); 9] {
    let (in_line, in_box) = others(simd, locked);
    std::array::from_fn(|i| (in_line[i], in_box[i]))
}

/// For each miniline the union of the two others of its line, and of its box.
#[inline(always)]
fn others<S: Simd>(simd: S, m: &[S::Vector; 9]) -> ([S::Vector; 9], [S::Vector; 9]) {
    let mut in_line = [simd.splat(0); 9];
    let mut in_box = in_line;
    for i in 0..9 {
        let (line, b) = (i / 3, i % 3);
        in_line[i] = simd.or(m[3 * line + (b + 1) % 3], m[3 * line + (b + 2) % 3]);
        in_box[i] = simd.or(m[3 * ((line + 1) % 3) + b], m[3 * ((line + 2) % 3) + b]);
    }
    (in_line, in_box)
}
