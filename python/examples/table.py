"""A table of puzzles, with what is known of them beside it."""

from __future__ import annotations

import polars

import sudoku_lab as lab

puzzles = lab.generate(500, seed=1, clues="24..=30").table()
frame = polars.concat(
    [
        polars.DataFrame(puzzles),
        polars.DataFrame(lab.solve(puzzles, count=2).select(["solution", "status"])),
        polars.DataFrame(lab.keys(puzzles).select(["puzzle_key", "grid_key"])),
        polars.DataFrame(lab.rate(puzzles).select(["level", "score", "hardest"])),
        polars.DataFrame(lab.split(puzzles, by="grid", stratify="clues").select(["part"])),
    ],
    how="horizontal",
)
print(frame)
print(frame.group_by("part", "level").agg(polars.len(), polars.mean("score")).sort("part", "level"))
