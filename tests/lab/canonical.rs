//! The canonical form against enumeration of every symmetry.
//!
//! The enumeration shares nothing with the library: lines are permuted with plain
//! arithmetic. At 4×4 it also tries every labelling; at 6×6 and 9×9, with 3,456
//! and 3,359,232 arrangements of the lines, the smallest labelling of each is the
//! one that numbers digits as they are met.

use sudoku_lab::generate::{Generator, Recipe, Requirement};
use sudoku_lab::grid::{Grid, Layout, Puzzle, Symmetry, canonical, canonical_form};
use sudoku_lab::text::parse_cells;

use super::puzzles::{Random, solutions};

/// Every order of n lines that keeps groups of g together.
fn line_orders(n: usize, g: usize) -> Vec<Vec<usize>> {
    let inner = permutations(g);
    let mut orders = Vec::new();
    for groups in permutations(n / g) {
        let mut partial = vec![Vec::new()];
        for group in groups {
            partial = partial
                .iter()
                .flat_map(|start: &Vec<usize>| {
                    inner.iter().map(move |lines| {
                        let lines = lines.iter().map(|line| group * g + line);
                        start.iter().copied().chain(lines).collect()
                    })
                })
                .collect();
        }
        orders.extend(partial);
    }
    orders
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for next in 0..n {
        all = all
            .iter()
            .flat_map(|start: &Vec<usize>| {
                (0..=next).map(move |place| {
                    let mut longer = start.clone();
                    longer.insert(place, next);
                    longer
                })
            })
            .collect();
    }
    all
}

/// Calls with every arrangement of the lines: the cell it takes for (row, column).
fn arrangements(layout: &Layout, mut each: impl FnMut(&dyn Fn(usize, usize) -> usize)) {
    let n = layout.order();
    let rows = line_orders(n, layout.box_rows());
    let columns = line_orders(n, layout.box_columns());
    for row in &rows {
        for column in &columns {
            each(&|r, c| row[r] * n + column[c]);
            if layout.box_rows() == layout.box_columns() {
                each(&|r, c| column[c] * n + row[r]);
            }
        }
    }
}

/// The smallest image over every arrangement, digits numbered as they are met.
fn smallest(puzzle: &Puzzle) -> Vec<u8> {
    let (n, values) = (puzzle.layout().order(), puzzle.values());
    let mut smallest = vec![u8::MAX; n * n];
    arrangements(puzzle.layout(), |cell| {
        let (mut labels, mut met, mut less) = ([0; 26], 0, false);
        for place in 0..n * n {
            let value = usize::from(values[cell(place / n, place % n)]);
            if value > 0 && labels[value] == 0 {
                met += 1;
                labels[value] = met;
            }
            if !less && labels[value] > smallest[place] {
                return;
            }
            less |= labels[value] < smallest[place];
            smallest[place] = labels[value];
        }
    });
    smallest
}

/// The smallest image over every arrangement and every labelling.
fn smallest_of_all_labellings(puzzle: &Puzzle) -> Vec<u8> {
    let (n, values) = (puzzle.layout().order(), puzzle.values());
    let mut smallest = vec![u8::MAX; n * n];
    for labels in permutations(n) {
        arrangements(puzzle.layout(), |cell| {
            let label = |value: u8| match value {
                0 => 0,
                value => labels[usize::from(value) - 1] as u8 + 1,
            };
            let image: Vec<u8> = (0..n * n).map(|i| label(values[cell(i / n, i % n)])).collect();
            smallest = image.min(std::mem::take(&mut smallest));
        });
    }
    smallest
}

/// The arrangements of the lines that make the puzzle of itself when digits are relabelled.
fn automorphisms(puzzle: &Puzzle) -> u64 {
    let values = puzzle.values();
    let (n, mut count) = (puzzle.layout().order(), 0);
    arrangements(puzzle.layout(), |cell| {
        let (mut to, mut from) = ([0; 26], [0; 26]);
        let fits = |place: usize| {
            let (a, b) = (values[place], values[cell(place / n, place % n)]);
            let (to, from) = (&mut to[usize::from(a)], &mut from[usize::from(b)]);
            if *to == 0 && *from == 0 {
                (*to, *from) = (b + 1, a + 1);
            }
            (a == 0) == (b == 0) && (*to, *from) == (b + 1, a + 1)
        };
        count += u64::from((0..n * n).all(fits));
    });
    count
}

/// A random part of a solution; with few clues, of any kind.
fn part(random: &mut Random, solution: &Grid, clues: usize) -> Puzzle {
    let cells = solution.layout().cells();
    let mut places: Vec<usize> = (0..cells.len()).collect();
    random.shuffle(&mut places);
    let mut grid = Grid::empty(solution.layout());
    for place in &places[..clues] {
        grid.set(cells[*place], solution.digit(cells[*place]));
    }
    Puzzle::new(grid).unwrap()
}

fn solution(random: &mut Random, layout: &'static Layout) -> Grid {
    let mut first: Vec<u8> = (1..=layout.order() as u8).collect();
    random.shuffle(&mut first);
    first.resize(layout.cells().len(), 0);
    Grid::new(layout, &solutions(layout, &first, 1)[0])
}

fn values(puzzle: &Puzzle) -> Vec<u8> {
    canonical(puzzle).expect("few ties").values().to_vec()
}

#[test]
fn order_4_agrees_with_every_symmetry_of_every_labelling() {
    let mut random = Random::new(1);
    let layout = Layout::of_order(4).unwrap();
    for round in 0..300 {
        let solution = solution(&mut random, layout);
        let puzzle = part(&mut random, &solution, round % 17);
        assert_eq!(values(&puzzle), smallest_of_all_labellings(&puzzle), "{puzzle:?}");
        assert_eq!(values(&puzzle), smallest(&puzzle), "{puzzle:?}");
        assert_eq!(canonical_form(&puzzle).unwrap().automorphisms, automorphisms(&puzzle));
    }
}

#[test]
fn order_6_agrees_with_every_arrangement() {
    let mut random = Random::new(2);
    let layout = Layout::of_order(6).unwrap();
    for round in 0..222 {
        let solution = solution(&mut random, layout);
        let puzzle = part(&mut random, &solution, round % 37);
        assert_eq!(values(&puzzle), smallest(&puzzle), "{puzzle:?}");
        assert_eq!(canonical_form(&puzzle).unwrap().automorphisms, automorphisms(&puzzle));
    }
}

#[test]
fn order_9_agrees_with_every_arrangement() {
    let mut random = Random::new(3);
    for clues in [0, 1, 2, 5, 17, 24, 81] {
        let solution = solution(&mut random, Layout::nine());
        let puzzle = part(&mut random, &solution, clues);
        assert_eq!(values(&puzzle), smallest(&puzzle), "{puzzle:?}");
    }
}

/// The most symmetric of all grids, with 648 (E. Russell and F. Jarvis, *Mathematics of
/// Sudoku II*, 2006); one whose rows are shifted by one from band to band; few digits; none.
#[test]
fn symmetric_grids_have_their_automorphisms() {
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let shifted =
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let few = format!("1...5...9{}", ".".repeat(72));
    let none = ".".repeat(81);
    for (line, known) in
        [(most, Some(648)), (shifted, None), (&few, None), (&none, Some(2 * 6u64.pow(8)))]
    {
        let puzzle = parse_cells(line.as_bytes()).unwrap();
        let found = canonical_form(&puzzle).unwrap().automorphisms;
        assert_eq!(found, automorphisms(&puzzle), "{line}");
        assert!(known.is_none_or(|known| found == known), "{line}: {found}");
    }
}

#[test]
fn equivalent_puzzles_have_one_form() {
    let mut generator = Generator::new(Recipe::nine(17..=34, Requirement::Any, 5)).unwrap();
    let mut forms = Vec::new();
    for index in 0..1_000 {
        let puzzle = generator.puzzles(index..index + 1).remove(0).unwrap();
        let found = canonical_form(&puzzle).unwrap();
        let form = canonical(&puzzle).unwrap();
        assert_eq!((form.values(), &form), (&found.values[..], &found.symmetry.apply(&puzzle)));
        for seed in 0..100 {
            let image = Symmetry::random(puzzle.layout(), 100 * index + seed).apply(&puzzle);
            assert_eq!(canonical(&image).as_ref(), Some(&form), "{puzzle:?}, {image:?}");
        }
        forms.push(form.values().to_vec());
    }
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), 1_000, "other puzzles have other forms");
}

#[test]
fn other_sizes_have_one_form_too() {
    let mut random = Random::new(6);
    for layout in Layout::all() {
        let (n, r, c) = (layout.order(), layout.box_rows(), layout.box_columns());
        let shifted = |i: usize| ((i / n % r * c + i / n / r + i % n) % n + 1) as u8;
        let grid = Grid::new(layout, &(0..n * n).map(shifted).collect::<Vec<_>>());
        for seed in 0..30 {
            let clues = [n * n * 2 / 5, n * n * 4 / 5, n * n - 1, n * n];
            let puzzle = part(&mut random, &grid, clues[seed as usize % 4]);
            let image = Symmetry::random(layout, seed).apply(&puzzle);
            assert_eq!(values(&puzzle), values(&image), "{puzzle:?}");
        }
    }
}

#[test]
fn the_two_inequivalent_grids_of_order_4_are_told_apart() {
    let layout = Layout::of_order(4).unwrap();
    let grids = solutions(layout, &[0; 16], 1_000);
    assert_eq!(grids.len(), 288);
    let form = |grid: &Vec<u8>| values(&Puzzle::new(Grid::new(layout, grid)).unwrap());
    let mut forms: Vec<Vec<u8>> = grids.iter().map(form).collect();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), 2);
}

#[test]
fn the_form_is_the_smallest_in_row_major_order() {
    let puzzle = parse_cells(super::support::PHP16.as_bytes()).unwrap();
    let image = Symmetry::random(puzzle.layout(), 1).apply(&puzzle);
    assert!(values(&puzzle) < image.values().to_vec());
    assert_eq!(values(&puzzle)[..9], [0, 0, 0, 0, 0, 0, 0, 0, 0]);
}
