# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Puzzles as arrays
#
# The other notebooks read runs that the program has written. This one needs none: the package
# `sudoku_lab` solves, names, rates and makes puzzles here (`docs/PYTHON.md`). It takes a table of
# 20,000 puzzles (fewer in tests), finds repetitions, cuts it into parts that share nothing, rates
# one part, and makes an endless stream for training.

# %%
import os

import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab
import sudoku_lab

# %%
count = int(os.environ.get("SUDOKU_LAB_PUZZLES", "20000"))
made = sudoku_lab.generate(count, seed=1, clues="24..=32").table()
# A tenth of them once more, under a symmetry: a set as people collect it.
again = sudoku_lab.augment(made["puzzle"].to_pylist()[: count // 10], seed=2)
puzzles = pl.concat([pl.DataFrame(made), pl.DataFrame(again).select("puzzle")])
puzzles = puzzles.with_columns(clues=81 - pl.col("puzzle").str.count_matches(".", literal=True))
print(f"{len(puzzles):,} puzzles")

# %% [markdown]
# ## Solutions and keys
#
# `solve` with `count=2` proves that a solution is the only one. A *key* is the same for all puzzles
# that a symmetry takes to one another.

# %%
solved = pl.DataFrame(sudoku_lab.solve(puzzles, count=2)).select("solution", "status")
keys = pl.DataFrame(sudoku_lab.keys(puzzles)).drop("reason")
puzzles = pl.concat([puzzles, solved, keys], how="horizontal")
print(puzzles.group_by("status").len())
print(f"{len(puzzles) - puzzles['puzzle_key'].n_unique():,} are equivalent to another one")

# %% [markdown]
# ## Parts that share nothing
#
# Each part has its share of each number of givens, and no two parts have a solution grid in common.

# %%
kept = puzzles[sudoku_lab.dedup(puzzles["puzzle"])["row"].to_pylist()]
parts = sudoku_lab.split(kept["puzzle"], by="grid", train=0.8, validation=0.1, stratify="clues")
kept = kept.with_columns(part=pl.Series(parts["part"]))
print(kept.group_by("part").agg(pl.len(), pl.mean("clues").round(2)).sort("part"))
sets = {name: part["puzzle"] for (name,), part in kept.group_by("part")}
shared = sudoku_lab.audit(sets, by=["grid"])["levels"][0]["between"]
print("keys that two parts share:", sum(pair["keys"] for pair in shared))

# %% [markdown]
# ## Ratings

# %%
test = kept.filter(pl.col("part") == "test")
ratings = pl.DataFrame(sudoku_lab.rate(test["puzzle"]))
exact = pl.DataFrame(sudoku_lab.rate(test["puzzle"], order="ser"))
test = test.with_columns(ratings["level", "score"], ser=exact["ser"] / 10)
print(test.group_by("level").agg(pl.len(), pl.mean("ser").round(2)).sort("len", descending=True))

# %%
figure, axes = plt.subplots(figsize=(7, 3.6))
levels = ["easy", "medium", "hard", "unfair", "extreme"]
bins = np.arange(1.0, 9.6, 0.5)
groups = [test.filter(pl.col("level") == level)["ser"].to_numpy() for level in levels]
axes.hist(groups, bins=bins, stacked=True, label=levels)
axes.set(
    xlabel="Sudoku Explainer's rating", ylabel="puzzles", title="Ratings of the test part, by level"
)
axes.legend(title="our level")
lab.save(figure, "python-1-ratings");

# %% [markdown]
# ## A puzzle, and why its first step holds

# %%
hardest = sudoku_lab.Puzzle(test.sort("ser", descending=True)["puzzle"][0])
steps = hardest.steps()
steps[0]

# %% [markdown]
# ## A stream for training
#
# Every puzzle of the training part, each round under a new symmetry, without an end.
# `python/examples/dataset.py` has this as a data set for torch's `DataLoader`.

# %%
train = kept.filter(pl.col("part") == "train")["puzzle"]
stream = sudoku_lab.augmented(train, seed=3)
batch = [next(stream)[1] for _ in range(256)]
digits = np.array([list(line.replace(".", "0")) for line in batch], dtype=np.uint8)
solutions = sudoku_lab.solve(digits)["solution"].to_pylist()
print(digits.reshape(-1, 9, 9).shape, None not in solutions)
