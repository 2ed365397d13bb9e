"""What the Python adapters share: a puzzle per line in, an answer per line out (docs/EXTERNAL.md)."""

import os
import sys

SYMBOLS = "123456789abcdefghijklmnop"
#: Rows and columns of a box, by the digits of a puzzle.
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}
#: How many solutions are asked for: 2 to find out whether there is only one.
COUNT = int(os.environ.get("SUDOKU_LAB_COUNT", "1"))


def houses(order):
    """The rows, columns and boxes, each a list of cells, which are numbered from 0 row by row."""
    high, wide = BOXES[order]
    rows = [[row * order + column for column in range(order)] for row in range(order)]
    columns = [list(column) for column in zip(*rows)]
    boxes = [
        [(top + row) * order + left + column for row in range(high) for column in range(wide)]
        for top in range(0, order, high)
        for left in range(0, order, wide)
    ]
    return rows + columns + boxes


def serve(solve):
    """Answers every line of standard input.

    `solve(order, givens, count)` takes the givens as pairs of a cell and a digit from 1, and returns
    a list of up to `count` different solutions, each a list of digits, and a dictionary of effort.
    """
    for line in sys.stdin:
        cells = line.strip()
        order = round(len(cells) ** 0.5)
        givens = [(cell, SYMBOLS.index(c) + 1) for cell, c in enumerate(cells) if c != "."]
        solutions, effort = solve(order, givens, COUNT)
        words = ["none"] if not solutions else ["multiple"] if len(solutions) > 1 else []
        words += ["".join(SYMBOLS[digit - 1] for digit in solution) for solution in solutions[:1]]
        print(*words, *(f"{name}={value}" for name, value in effort.items()), flush=True)
