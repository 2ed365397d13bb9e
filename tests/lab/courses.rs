//! What refutations and forcing nets tell of their trials, held against a trial made here:
//! every digit told is a single when its turn comes, with nothing but what was told before,
//! and the contradiction is there at the end.

use sudoku_lab::grid::{CandidateGrid, Cell, Digit, House};
use sudoku_lab::strategy::{Deduction, STRATEGIES, Step, Strategy, Studied, find_all};

use super::fixtures::{self, Fixture};

fn strategy(name: &str) -> &'static Strategy {
    STRATEGIES.iter().find(|strategy| strategy.name == name).unwrap()
}

fn candidate(grid: &CandidateGrid, digit: &str, cell: &str) -> (Cell, Digit) {
    let cell = grid.layout().cells().iter().find(|known| known.to_string() == cell).unwrap();
    (*cell, Digit::new(digit.parse().unwrap()))
}

fn house(grid: &CandidateGrid, name: &str) -> House {
    *grid.layout().houses().iter().find(|house| house.to_string() == name).unwrap()
}

/// What is told, clause by clause: `place 3 in R1C1 and 4 in R2C2`.
fn clauses(course: &str) -> Vec<(String, Vec<[String; 2]>)> {
    let mut clauses: Vec<(String, Vec<[String; 2]>)> = Vec::new();
    let text = course.replace(", and ", ", ").replace(" and ", ", ");
    for part in text.split(", ") {
        let words: Vec<&str> = part.split(' ').collect();
        let [verb @ .., digit, "in", cell] = &words[..] else { continue };
        if !verb.is_empty() {
            clauses.push((verb.join(" "), Vec::new()));
        }
        let object = [digit.to_string(), cell.to_string()];
        clauses.last_mut().unwrap().1.push(object);
    }
    clauses
}

fn is_single(grid: &CandidateGrid, cell: Cell, digit: Digit) -> bool {
    let candidates = grid.candidates(cell);
    let hidden = |&house: &House| grid.positions(house, digit).count_ones() == 1;
    candidates.contains(digit)
        && (candidates.len() == 1 || grid.layout().houses_at(cell).iter().any(hidden))
}

/// Trial and error, as plain as can be: whether the grid comes to a contradiction.
fn fails(mut grid: CandidateGrid, depth: u8) -> bool {
    let all: Vec<(Cell, Digit)> = grid
        .layout()
        .cells()
        .iter()
        .flat_map(|&cell| Digit::all(9).map(move |digit| (cell, digit)))
        .collect();
    loop {
        if grid.is_contradictory() {
            return true;
        }
        let open: Vec<_> =
            all.iter().filter(|&&(cell, digit)| grid.candidates(cell).contains(digit)).collect();
        if let Some(&&(cell, digit)) = open.iter().find(|c| is_single(&grid, c.0, c.1)) {
            grid.place(cell, digit);
        } else {
            let refuted = |&&&(cell, digit): &&&(Cell, Digit)| {
                let mut under = grid.clone();
                under.place(cell, digit);
                depth > 0 && fails(under, depth - 1)
            };
            let Some(&&(cell, digit)) = open.iter().find(refuted) else { return false };
            grid.eliminate(cell, digit);
        }
    }
}

/// Follows a course. Returns the grid at its end.
fn follow(grid: &CandidateGrid, assumed: (Cell, Digit), course: &str) -> CandidateGrid {
    let mut under = grid.clone();
    under.place(assumed.0, assumed.1);
    let mut told = clauses(course);
    let leave = told.pop_if(|(verb, _)| verb.starts_with("leave"));
    for (verb, objects) in told {
        for [digit, cell] in objects {
            assert!(!under.is_contradictory(), "{course} goes on too long");
            let (cell, digit) = candidate(grid, &digit, &cell);
            let Some(depth) = verb.strip_prefix("refute") else {
                assert_eq!(verb, "place");
                assert!(is_single(&under, cell, digit), "{digit} in {cell}: {course}");
                under.place(cell, digit);
                continue;
            };
            let depth: u8 = depth.strip_prefix(" to depth ").map_or(1, |d| d.parse().unwrap());
            let mut refuted = under.clone();
            refuted.place(cell, digit);
            assert!(fails(refuted, depth - 1), "{digit} in {cell}: {course}");
            under.eliminate(cell, digit);
        }
    }
    assert!(leave.is_none(), "{course}");
    under
}

/// Follows a course to the contradiction that it ends with.
fn follow_to_contradiction(grid: &CandidateGrid, assumed: (Cell, Digit), course: &str) {
    let (course, end) = course.rsplit_once("leave ").unwrap();
    let under =
        follow(grid, assumed, course.trim_end_matches([' ', ',']).trim_end_matches(", and"));
    let empty = match end.strip_prefix("no place for ") {
        Some(rest) => {
            let (digit, place) = rest.split_once(" in ").unwrap();
            let digit = Digit::new(digit.parse().unwrap());
            let house = house(grid, place);
            !under.placed(house).contains(digit) && under.positions(house, digit) == 0
        }
        None => {
            let cell = end.strip_suffix(" without a candidate").unwrap();
            let (cell, _) = candidate(grid, "1", cell);
            under.digit(cell).is_none() && under.candidates(cell).is_empty()
        }
    };
    assert!(empty, "{course} does not leave {end}");
}

fn check_refutation(grid: &CandidateGrid, step: &Step, text: &str) {
    let (_, course) = text.split_once(" would ").unwrap();
    let [Deduction::Eliminate(cell, digit)] = step.deductions[..] else { panic!("{step:?}") };
    follow_to_contradiction(grid, (cell, digit), course.strip_suffix('.').unwrap());
}

fn check_net(grid: &CandidateGrid, step: &Step, text: &str) {
    let (_, branches) = text.strip_suffix('.').unwrap().split_once(": if ").unwrap();
    let branches: Vec<&str> = branches.split("; if ").collect();
    assert_eq!(branches.len(), step.pattern.marks.len());
    for (mark, branch) in step.pattern.marks.iter().zip(branches) {
        let (_, course) = branch.split_once(", ").unwrap();
        let assumed = (mark.cell, mark.digit);
        let course = course.strip_prefix("singles ").unwrap_or("");
        if let Some(course) = course.strip_suffix(", a contradiction") {
            follow_to_contradiction(grid, assumed, course);
        } else {
            let under = follow(grid, assumed, course);
            for gone in &step.deductions {
                let digits = under
                    .digit(gone.cell())
                    .map_or(under.candidates(gone.cell()), |d| std::iter::once(d).collect());
                assert!(!digits.contains(gone.digit()), "{gone:?} is left by {branch}");
            }
        }
    }
}

#[test]
fn what_is_told_of_a_trial_happens() {
    type Check = fn(&CandidateGrid, &Step, &str);
    let checks: [(&str, Check); 5] = [
        ("refute-1", check_refutation),
        ("refute-2", check_refutation),
        ("refute-3", check_refutation),
        ("cell-forcing-net", check_net),
        ("house-forcing-net", check_net),
    ];
    let grids: Vec<Fixture> =
        checks.iter().flat_map(|(name, _)| fixtures::of_strategy(name)).collect();
    for (name, check) in checks {
        let mut count = 0;
        for Fixture { case, .. } in &grids {
            for step in
                find_all(strategy(name), &Studied::new(&case.grid, &|| false)).into_iter().take(10)
            {
                let text = (strategy(name).explain)(&step, &Studied::new(&case.grid, &|| false));
                check(&case.grid, &step, &text);
                count += 1;
            }
        }
        assert!(count >= 30, "{name}: {count}");
    }
}
