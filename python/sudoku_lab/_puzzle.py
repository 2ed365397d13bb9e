"""Puzzles that draw themselves in a notebook."""

from __future__ import annotations

import html
from typing import Any

from ._convert import convert
from ._questions import explain

# The cells of each size, and the rows and columns of its boxes.
_BOXES = {16: (2, 2), 36: (2, 3), 81: (3, 3), 144: (3, 4), 256: (4, 4), 625: (5, 5)}
_SIDE = 36


class Puzzle(str):
    """A puzzle: its line, which a notebook shows as a board.

    Raises:
        ValueError: the text is no puzzle, or one with pencilmarks, which has no board here.

    >>> puzzle = Puzzle("1234341221......")
    >>> puzzle
    Puzzle('1234341221......')
    >>> puzzle.steps()[0], puzzle.svg()[:4]
    (<Step 1: Full House: R4C1 is 4.>, '<svg')
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Puzzle:
        line = convert(str(text), "line")
        if len(line) not in _BOXES:
            raise ValueError("a pencilmark puzzle has no board here")
        return super().__new__(cls, line)

    def steps(
        self, *, order: str | None = None, strategies: list[str] | None = None
    ) -> list[Step]:
        """The steps that solve it, as :func:`explain` finds them."""
        document = explain(str(self), order=order, strategies=strategies)
        return [Step(self, step) for step in document["steps"]]

    def svg(self) -> str:
        """The board as SVG."""
        return _svg(self, self, None, {})

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Puzzle({str.__repr__(self)})"


class Step:
    """A step of a puzzle, which a notebook shows as the grid before it, its text beside."""

    def __init__(self, puzzle: Puzzle, facts: dict[str, Any]) -> None:
        self.puzzle = puzzle
        #: What ``docs/EXPLAIN.md`` says of a step.
        self.facts = facts

    def svg(self) -> str:
        """The grid before the step as SVG: what is placed green, what is removed red."""
        before = self.facts["before"]
        marks = {}
        for colour, kind in (("#c33", "eliminations"), ("#183", "placements")):
            for one in self.facts[kind]:
                marks[one["cell"], one["digit"]] = colour
        for one in self.facts["pattern"]["marks"]:
            marks.setdefault((one["cell"], one["digit"]), "#26c")
        return _svg(self.puzzle, before["values"], before["candidates"], marks)

    def _repr_html_(self) -> str:
        facts = self.facts
        reason = html.escape(facts.get("reason") or "")
        text = f"<b>{facts['number']}. {html.escape(facts['title'])}</b>"
        text += f"<br>{html.escape(facts['conclusion'])}<br>{reason}"
        return (
            '<div style="display:flex;gap:1em;align-items:center">'
            f'{self.svg()}<div style="max-width:24em">{text}</div></div>'
        )

    def __repr__(self) -> str:
        return f"<Step {self.facts['number']}: {self.facts['title']}: {self.facts['conclusion']}>"


def _symbol(value: int) -> str:
    return str(value) if value < 10 else chr(ord("a") + value - 10)


def _svg(
    puzzle: str, values: str, candidates: list[str] | None, marks: dict[tuple[str, int], str]
) -> str:
    """A board: givens bold, and candidates in empty cells, those that are marked in colour."""
    rows, columns = _BOXES[len(puzzle)]
    order = rows * columns
    size = order * _SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 4}" height="{size + 4}" '
        f'viewBox="-2 -2 {size + 4} {size + 4}" font-family="sans-serif" text-anchor="middle" '
        f'role="img"><title>{puzzle}</title>'
        f'<rect width="{size}" height="{size}" fill="#fff"/>'
    ]
    for line in range(order + 1):
        for is_row, every in ((True, rows), (False, columns)):
            at, width = line * _SIDE, 2 if line % every == 0 else 0.5
            ends = (0, at, size, at) if is_row else (at, 0, at, size)
            x1, y1, x2, y2 = ends
            parts.append(
                f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#222" '
                f'stroke-width="{width}"/>'
            )
    for place, value in enumerate(values):
        row, column = divmod(place, order)
        x, y = column * _SIDE, row * _SIDE
        if value != ".":
            weight = "bold" if puzzle[place] != "." else "normal"
            parts.append(
                f'<text x="{x + _SIDE / 2}" y="{y + _SIDE * 0.7}" font-size="{_SIDE * 0.6}" '
                f'font-weight="{weight}">{value}</text>'
            )
        elif candidates is not None:
            for digit in range(1, order + 1):
                if _symbol(digit) not in candidates[place]:
                    continue
                down, across = divmod(digit - 1, columns)
                colour = marks.get((f"R{row + 1}C{column + 1}", digit), "#888")
                weight = "normal" if colour == "#888" else "bold"
                parts.append(
                    f'<text x="{x + (across + 0.5) * _SIDE / columns:.1f}" '
                    f'y="{y + (down + 0.8) * _SIDE / rows:.1f}" fill="{colour}" '
                    f'font-size="{_SIDE * 0.8 / max(rows, columns):.1f}" '
                    f'font-weight="{weight}">{_symbol(digit)}</text>'
                )
    return "".join(parts) + "</svg>"
