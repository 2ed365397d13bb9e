//! `augment`: images of puzzles under random symmetries.

use std::io::Write as _;

use crate::grid::{MAX_ORDER, Symmetry};
use crate::interrupt::Interrupt;
use crate::source::Block;
use crate::text::push_puzzle_line;

/// What a cell's value is written as, in the order of values.
const SYMBOLS: &[u8; MAX_ORDER + 1] = b".123456789abcdefghijklmnop";

/// What images are made.
#[derive(Clone, Copy)]
pub struct Augment {
    /// Images of each puzzle.
    pub count: u64,
    /// The seed of the symmetries; besides it they depend on the number of the line and of
    /// the image only.
    pub seed: u64,
    /// Whether each image comes with its symmetry, tab-separated.
    pub transformation: bool,
}

impl Augment {
    /// The images of a block's puzzles, a line each. A line that holds no puzzle has its
    /// place in a comment. When interrupted, the images of the first of them.
    pub fn block(&self, block: &Block, interrupt: &Interrupt) -> Vec<u8> {
        let mut text = Vec::new();
        for line in block.puzzles().take_while(|_| !interrupt.is_set()) {
            match line.puzzle {
                Ok(puzzle) => {
                    for image in 0..self.count {
                        let layout = puzzle.layout();
                        let symmetry =
                            Symmetry::image_of_line(layout, self.seed, line.number, image);
                        match puzzle.has_marks() {
                            false => symmetry.append_image(puzzle.values(), SYMBOLS, &mut text),
                            true => push_puzzle_line(&mut text, &symmetry.apply(&puzzle)),
                        }
                        if self.transformation {
                            write!(text, "\t{symmetry}").expect("a vector takes any text");
                        }
                        text.push(b'\n');
                    }
                }
                Err(kind) => writeln!(text, "# line {}: {kind}", line.number)
                    .expect("a vector takes any text"),
            }
        }
        text
    }
}
