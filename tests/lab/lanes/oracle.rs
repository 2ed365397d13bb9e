//! An independent solver to check against: plain arrays of candidate sets, naked and
//! hidden singles, fewest candidates first. Shares no code with the lane engine.

type Puzzle = [u8; 81];
type Grid = [u16; 81];

/// The 27 houses as lists of cells.
fn houses() -> Vec<[usize; 9]> {
    let mut houses = Vec::new();
    for h in 0..9 {
        houses.push(std::array::from_fn(|i| 9 * h + i));
        houses.push(std::array::from_fn(|i| 9 * i + h));
        houses.push(std::array::from_fn(|i| 27 * (h / 3) + 3 * (h % 3) + 9 * (i / 3) + i % 3));
    }
    houses
}

pub struct Oracle {
    houses: Vec<[usize; 9]>,
    peers: Vec<Vec<usize>>,
}

impl Default for Oracle {
    fn default() -> Oracle {
        let houses = houses();
        let peers = |cell: usize| {
            let near = houses.iter().filter(|house| house.contains(&cell));
            let mut peers: Vec<usize> = near.flatten().copied().filter(|&c| c != cell).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        };
        let peers = (0..81).map(peers).collect();
        Oracle { houses, peers }
    }
}

impl Oracle {
    /// The number of solutions, counted up to `limit`.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u32) -> u32 {
        let mut found = 0;
        self.search(start(puzzle), &mut |_| {
            found += 1;
            found < limit
        });
        found
    }

    pub fn first(&mut self, puzzle: &Puzzle) -> Option<Puzzle> {
        let mut first = None;
        self.search(start(puzzle), &mut |grid| {
            first = Some(grid.map(|digit| digit.trailing_zeros() as u8 + 1));
            false
        });
        first
    }

    /// Calls `found` with each solution until it says stop; whether to go on.
    fn search(&self, mut grid: Grid, found: &mut dyn FnMut(&Grid) -> bool) -> bool {
        if !self.singles(&mut grid) {
            return true;
        }
        let open = (0..81).filter(|&cell| grid[cell].count_ones() > 1);
        let Some(cell) = open.min_by_key(|&cell| grid[cell].count_ones()) else {
            return found(&grid);
        };
        (0..9).filter(|digit| grid[cell] >> digit & 1 == 1).all(|digit| {
            let mut next = grid;
            next[cell] = 1 << digit;
            self.search(next, found)
        })
    }

    /// Naked and hidden singles to the fixpoint; false on a contradiction.
    fn singles(&self, grid: &mut Grid) -> bool {
        loop {
            let before = *grid;
            for cell in 0..81 {
                if grid[cell].count_ones() == 1 {
                    for &peer in &self.peers[cell] {
                        grid[peer] &= !grid[cell];
                    }
                }
            }
            if grid.contains(&0) {
                return false;
            }
            for house in &self.houses {
                for digit in 0..9 {
                    let places = house.iter().filter(|&&cell| grid[cell] >> digit & 1 == 1);
                    let places: Vec<&usize> = places.collect();
                    match places[..] {
                        [] => return false,
                        [&cell] => grid[cell] = 1 << digit,
                        _ => {}
                    }
                }
            }
            if *grid == before {
                return true;
            }
        }
    }
}

fn start(puzzle: &Puzzle) -> Grid {
    puzzle.map(|value| if value == 0 { 0x1ff } else { 1 << (value - 1) })
}

/// The candidates after naked and hidden singles, or none on a contradiction.
pub fn singles(puzzle: &Puzzle) -> Option<Grid> {
    let mut grid = start(puzzle);
    Oracle::default().singles(&mut grid).then_some(grid)
}

pub fn is_solution(puzzle: &Puzzle, solution: &Puzzle) -> bool {
    let kept = puzzle.iter().zip(solution).all(|(&given, &value)| given == 0 || given == value);
    kept && houses().iter().all(|house| {
        let digits = house.iter().fold(0u32, |set, &cell| set | 1 << solution[cell]);
        digits == 0x3fe
    })
}

pub fn parse(line: &str) -> Option<Puzzle> {
    let cells: &[u8; 81] = line.as_bytes().first_chunk()?;
    let valid = cells.iter().all(|c| c.is_ascii_digit() || *c == b'.');
    valid.then(|| cells.map(|c| if c == b'.' { 0 } else { c - b'0' }))
}

/// SplitMix64: small, seeded, the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A full grid: the first solution of three random boxes on the diagonal.
    pub fn full_grid(&mut self) -> Puzzle {
        let mut puzzle = [0; 81];
        for b in 0..3 {
            let mut digits: [u8; 9] = std::array::from_fn(|i| i as u8 + 1);
            self.shuffle(&mut digits);
            for (i, digit) in digits.into_iter().enumerate() {
                puzzle[30 * b + 9 * (i / 3) + i % 3] = digit;
            }
        }
        let solution = Oracle::default().first(&puzzle);
        solution.expect("boxes on the diagonal do not touch")
    }
}
