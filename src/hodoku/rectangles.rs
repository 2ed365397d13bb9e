//! Unique rectangles, hidden rectangles and avoidable rectangles.

use super::board::Board;
use super::step::{Removals, Step};
use super::tables::{
    HOUSE_SETS, HOUSES, PEERS, bits, block, column, common_peers, first, members, row,
};

/// The rectangles that were looked at, by a number that two of them may share, so that the
/// second is passed over.
#[derive(Default)]
struct Seen(Vec<u32>);

impl Seen {
    const MOST: usize = 400;

    fn is_new(&mut self, mut corners: [usize; 4]) -> bool {
        corners.sort_unstable();
        let number = corners.iter().fold(0, |number, &cell| number * 10 + cell as u32);
        if self.0.contains(&number) {
            return false;
        }
        if self.0.len() < Seen::MOST {
            self.0.push(number);
        }
        true
    }
}

/// The other cells of the box in line with this one, with the cells of the two lines through
/// both that go out of the box, pair by pair.
fn partners(cell: usize) -> impl Iterator<Item = (usize, impl Iterator<Item = [usize; 2]>)> {
    let home = block(cell);
    let others = HOUSES[18 + home].iter().map(|&other| usize::from(other));
    others.filter(move |&other| other != cell).filter_map(move |other| {
        let same_row = row(cell) == row(other);
        if !same_row && column(cell) != column(other) {
            return None;
        }
        let line = |cell| if same_row { 9 + column(cell) } else { row(cell) };
        let lines = [line(cell), line(other)];
        let ends = (0..9).map(move |index| lines.map(|line| usize::from(HOUSES[line][index])));
        Some((other, ends.filter(move |ends| block(ends[0]) != home)))
    })
}

/// All steps of unique and hidden rectangles, as they are found.
pub fn unique(board: &Board) -> Vec<Step> {
    let allowed = board.allowed();
    let (mut seen, mut steps) = (Seen::default(), Vec::new());
    for cell in bits(board.bivalue()) {
        let pair = board.cells[cell];
        let low = pair.trailing_zeros() as usize;
        let high = 15 - pair.leading_zeros() as usize;
        let may = |digit: usize, cell: usize| allowed[digit] >> cell & 1 == 1;
        for (other, ends) in partners(cell) {
            if !may(low, other) || !may(high, other) {
                continue;
            }
            for [across, end] in ends {
                // The second digit is asked for in one of the two only.
                if may(low, across)
                    && may(low, end)
                    && may(high, end)
                    && seen.is_new([cell, other, across, end])
                {
                    let corners = 1 << cell | 1 << other | 1 << across | 1 << end;
                    Rectangle::new(board, corners, low, high).collect(&mut steps);
                }
            }
        }
    }
    steps
}

/// Four corners that could be exchanged.
struct Rectangle<'a> {
    board: &'a Board,
    digits: [usize; 2],
    /// Both digits.
    pair: u16,
    corners: u128,
    /// The corners without other candidates.
    plain: u128,
    /// The others.
    roof: u128,
}

impl Rectangle<'_> {
    fn new(board: &Board, corners: u128, low: usize, high: usize) -> Rectangle<'_> {
        let pair = 1 << low | 1 << high;
        let is_plain = |&cell: &usize| board.cells[cell] & !pair == 0;
        let plain = bits(corners).filter(is_plain).fold(0, |set, cell| set | 1 << cell);
        let roof = corners & !plain;
        Rectangle { board, digits: [low, high], pair, corners, plain, roof }
    }

    fn collect(&self, steps: &mut Vec<Step>) {
        let plain = self.plain.count_ones();
        if plain == 3 {
            let mut removals = Removals::default();
            removals.of(self.board, self.roof, self.pair);
            steps.extend(removals.step("unique-rectangle-1"));
        }
        if plain == 1 || plain == 2 {
            steps.extend(self.one_more());
        }
        if plain == 2 {
            self.sets(steps);
            steps.extend(self.four());
            steps.extend(self.six());
        }
        if plain == 1 || plain == 2 && self.diagonal(self.plain) {
            for corner in bits(self.plain) {
                self.hidden(corner, steps);
            }
        }
    }

    fn diagonal(&self, two: u128) -> bool {
        let (one, other) = (first(two), first(two & (two - 1)));
        row(one) != row(other) && column(one) != column(other)
    }

    /// Types 2 and 5: one digit more in the roof.
    fn one_more(&self) -> Option<Step> {
        let more = bits(self.roof).fold(0, |more, cell| more | self.board.cells[cell]) & !self.pair;
        if !more.is_power_of_two() {
            return None;
        }
        let digit = more.trailing_zeros() as usize;
        let five = self.roof.count_ones() == 3 || self.diagonal(self.roof);
        let kind = if five { "unique-rectangle-5" } else { "unique-rectangle-2" };
        Step::digit(kind, digit, common_peers(self.roof) & self.board.places[digit])
    }

    /// Type 3: naked sets with the roof as one cell, in row, column and box.
    fn sets(&self, steps: &mut Vec<Step>) {
        let more = bits(self.roof).fold(0, |more, cell| more | self.board.cells[cell]) & !self.pair;
        let (one, two) = (first(self.roof), first(self.roof & (self.roof - 1)));
        let lines: [fn(usize) -> usize; 3] =
            [row, |cell| 9 + column(cell), |cell| 18 + block(cell)];
        for line in lines.iter().filter(|line| line(one) == line(two)) {
            let house = line(one);
            let rest = HOUSE_SETS[house] & self.board.empty & !self.corners;
            let free = |&cell: &usize| self.board.cells[cell] & self.pair == 0;
            let cells: Vec<usize> = bits(rest).filter(free).collect();
            self.grow(house, &cells, more, self.roof, steps);
        }
    }

    fn grow(&self, house: usize, cells: &[usize], digits: u16, set: u128, steps: &mut Vec<Step>) {
        for (index, &cell) in cells.iter().enumerate() {
            let (digits, set) = (digits | self.board.cells[cell], set | 1 << cell);
            let in_line = (0..18).any(|line| set & !HOUSE_SETS[line] == 0);
            if !(house >= 18 && in_line) && digits.count_ones() + 1 == set.count_ones() {
                let mut removals = Removals::default();
                removals.of(self.board, HOUSE_SETS[house] & !set, digits);
                let home = HOUSE_SETS[18 + block(cell)];
                if !removals.0.is_empty() && house < 18 && set & !home == 0 {
                    removals.of(self.board, home & !set, digits);
                }
                steps.extend(removals.step("unique-rectangle-3"));
            }
            self.grow(house, &cells[index + 1..], digits, set, steps);
        }
    }

    /// Type 4: one of the digits cannot be elsewhere in what both cells of the roof see.
    fn four(&self) -> Option<Step> {
        if self.diagonal(self.roof) {
            return None;
        }
        let seen = common_peers(self.roof);
        let [low, high] = self.digits;
        let removed = match [low, high].map(|digit| seen & self.board.places[digit] == 0) {
            [true, _] => high,
            [_, true] => low,
            _ => return None,
        };
        Step::digit("unique-rectangle-4", removed, self.roof & self.board.places[removed])
    }

    /// Type 6: the roof on a diagonal, one digit nowhere else in all four lines.
    fn six(&self) -> Option<Step> {
        if !self.diagonal(self.roof) {
            return None;
        }
        let lines = bits(self.roof)
            .fold(0, |lines, cell| lines | HOUSE_SETS[row(cell)] | HOUSE_SETS[9 + column(cell)]);
        let elsewhere = lines & !self.corners;
        let bound = |&&digit: &&usize| elsewhere & self.board.places[digit] == 0;
        let &digit = self.digits.iter().find(bound)?;
        Step::digit("unique-rectangle-6", digit, self.roof & self.board.places[digit])
    }

    /// Hidden rectangles: opposite a plain corner a digit has no other place in row and column.
    fn hidden(&self, corner: usize, steps: &mut Vec<Step>) {
        let (one, two) = (first(self.roof), first(self.roof & (self.roof - 1)));
        let opposite = |line: fn(usize) -> usize| {
            if line(one) == line(corner) { line(two) } else { line(one) }
        };
        let (row, column) = (opposite(row), opposite(column));
        let cell = row * 9 + column;
        let [low, high] = self.digits;
        for (bound, removed) in [(low, high), (high, low)] {
            let places = self.board.places[bound] & !self.corners;
            if places & (HOUSE_SETS[row] | HOUSE_SETS[9 + column]) == 0 {
                let there = 1 << cell & self.board.places[removed];
                steps.extend(Step::digit("hidden-rectangle", removed, there));
            }
        }
    }
}

/// All steps of avoidable rectangles, as they are found: of corners that were found, not given.
pub fn avoidable(board: &Board) -> Vec<Step> {
    let found = !board.empty & !board.given;
    let is_found = |cell: usize| found >> cell & 1 == 1;
    let value = |cell: usize| usize::from(board.values[cell]).wrapping_sub(1);
    let (mut seen, mut steps) = (Seen::default(), Vec::new());
    for cell in (0..81).filter(|&cell| is_found(cell)) {
        let one = value(cell);
        for (other, ends) in partners(cell).filter(|(other, _)| is_found(*other)) {
            let two = value(other);
            for [across, end] in ends {
                let open = |cell: usize, digit: usize| {
                    board.values[cell] == 0 && board.has(cell, digit) && board.count(cell) == 2
                };
                let crossed = is_found(across) && value(across) == two;
                let ended = is_found(end) && value(end) == one;
                let fits = crossed && open(end, one)
                    || ended && open(across, two)
                    || open(across, two) && open(end, one);
                if fits && seen.is_new([cell, other, across, end]) {
                    steps.extend(avoid(board, [across, end], [two, one]));
                }
            }
        }
    }
    steps
}

/// `digits`: what the two cells must not both be.
fn avoid(board: &Board, cells: [usize; 2], digits: [usize; 2]) -> Option<Step> {
    let place = |index: usize| (1 << cells[index]) & board.places[digits[index]];
    if board.values[cells[0]] != 0 {
        return Step::digit("avoidable-rectangle-1", digits[1], place(1));
    }
    if board.values[cells[1]] != 0 {
        return Step::digit("avoidable-rectangle-1", digits[0], place(0));
    }
    let more = board.cells[cells[0]] & !(1 << digits[0]);
    let digit = members(more).next()?;
    let seen = PEERS[cells[0]] & PEERS[cells[1]] & board.places[digit];
    if board.has(cells[1], digit) {
        Step::digit("avoidable-rectangle-2", digit, seen)
    } else {
        None
    }
}
