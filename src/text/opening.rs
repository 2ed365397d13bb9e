//! Lists whose first row stands in the line that begins them.
//!
//! ```text
//! grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0],      int grid[9][9] = {{0, 0, 3, 0, 2, 0, 6, 0, 0},
//! problem(1, [[_,_,3,_,2,_,6,_,_],          A = [5 3 0 0 7 0 0 0 0;
//! rows = ["53..7....",                       text = """53..7....
//! ```

use super::heading::is_solution_name;
use super::row::is_plainly_row;
use super::separated;

/// The first row of a list that begins in this line, and whether the list is called a solution.
pub(super) fn opening(content: &[u8]) -> Option<(bool, &[u8])> {
    if !content.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_bracket = |byte: u8| matches!(byte, b'[' | b'{' | b'(');
    let begins = |byte: u8| is_bracket(byte) || matches!(byte, b'"' | b'\'');
    let places = (1..content.len()).filter(|&place| begins(content[place]));
    let mut lists = places.map(|place| content.split_at(place));
    let (name, row) = lists.find(|(before, row)| {
        let is_inner =
            before.trim_ascii_end().last().is_some_and(|&last| is_bracket(last) || last == b'=');
        is_inner && (is_plainly_row(row) || separated::row(row, None).is_some())
    })?;
    let mut words = name.split(|byte| !byte.is_ascii_alphanumeric());
    Some((words.any(is_solution_name), row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_may_stand_behind_a_name() {
        for before in [
            "grid = [",
            "int grid[9][9] = {",
            "let grid: [[u8; 9]; 9] = [",
            "np.array([",
            "x = ",
            "problem(1, [",
        ] {
            for row in
                ["[5,3,0,0,7,0,0,0,0],", "{5, 3,0,0,7,0,0,0,0}},", "\"53..7....\",", "'''53..7...."]
            {
                let line = format!("{before}{row}");
                let (is_solution, found) = opening(line.as_bytes()).unwrap();
                let outer = found.strip_suffix(row.as_bytes()).unwrap();
                assert!(!is_solution && outer.len() < 2, "{line}");
            }
        }
        let solution = opening(b"int solution[4][4] = {{1,2,3,4},");
        assert_eq!(solution, Some((true, &b"{{1,2,3,4},"[..])));
        for line in
            ["grid = [[", "[[5,3,0,0],", "Puzzle (1,2,3,4)", "a = [1,2,3,5]", "a,b[4]", "f(x)"]
        {
            assert_eq!(opening(line.as_bytes()), None, "{line}");
        }
    }
}
