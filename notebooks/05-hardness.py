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
# # Hardness: do the measures agree?
#
# What one solver finds hard another may find easy. Measures of the same 9×9 puzzles with one
# solution: checks of brute force, guesses of the human method and of the lanes, conflicts of
# MiniSat, the score of the strategies needed, and, where they are at hand, the depth of trial and
# error, the rating of the hardest step in Sudoku Explainer's order, and the rating that Sudoku
# Explainer itself gives (SER). How well do their orders agree?
#
# The run is `results/hardness/run`; `scripts/notebooks.sh` makes it. Beside it may lie
# `published.tsv` (`puzzle`, `ser`), `rate.tsv` and `rate-se.tsv` (the output of `sudoku-lab rate`
# and `sudoku-lab rate --order se`); a measure that is not there is left out, and said so.

# %%
import json

import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

# %%
lab.section("hardness/run")

# %%
run = lab.Run("hardness", "run")
puzzles = run.puzzles.filter((pl.col("n_solutions") == 1) & (pl.col("size") == 9)).select(
    "puzzle_id", "puzzle", "clues"
)

# %% [markdown]
# An attempt that met its limit, or that stalled, has no value: it is harder than all that have
# one. In ranks that is exact up to the order among such puzzles, which share a rank.

# %%
HARDEST = 1e18


def measure(solver, column, name):
    """A column of a solver by puzzle, what was not answered above all else."""
    value = pl.when("answered").then(pl.col(column).cast(pl.Float64)).otherwise(HARDEST)
    rows = run.solves.filter(pl.col("solver") == solver)
    return rows.select("puzzle_id", value.alias(name))


measures = {
    "brute-force checks": measure("brute-force", "checks", "brute-force checks"),
    "human guesses": measure("human", "guesses", "human guesses"),
    "lanes guesses": measure("fast", "guesses", "lanes guesses"),
    "SAT conflicts": measure("sat", "conflicts", "SAT conflicts"),
}
measures = {
    name: rows for name, rows in measures.items()
    if rows.select(pl.len()).collect().item() > 0
}  # fmt: skip

# %% [markdown]
# The strategy score is HoDoKu's: the sum over all steps of the score of their strategy, for the
# most complete logic solver of the run. A puzzle it cannot finish is harder than all it can.

# %%
scores = pl.DataFrame(json.loads((run.folder.parent / "strategies.json").read_text()))
score = dict(zip(scores["name"].str.replace_all("-", "_"), scores["score"]))
logic = "logic" if "logic" in run.solvers() else "logic-b09"
counts = [name for name in run.strategies.collect_schema().names() if name.startswith("n_")]
total = pl.sum_horizontal(
    pl.col(name).cast(pl.Float64) * score[name.removeprefix("n_")] for name in counts
)
steps = run.strategies.filter(pl.col("solver") == logic).select("puzzle_id", total.alias("score"))
solved = run.solves.filter(pl.col("solver") == logic).select("puzzle_id", "answered")
value = pl.when("answered").then("score").otherwise(HARDEST)
measures["strategy score"] = steps.join(solved, on="puzzle_id").select(
    "puzzle_id", value.alias("strategy score")
)
print(f"strategies of {logic}")

# %%
table = puzzles
for rows in measures.values():
    table = table.join(rows, on="puzzle_id")
table = table.collect()
missing = []
for file, column, name in (
    ("rate.tsv", "te_depth", "T&E depth"),
    ("rate-se.tsv", "score", "hardest step"),
    ("published.tsv", "ser", "SER"),
):
    path = run.folder.parent / file
    if path.exists():
        rows = pl.read_csv(path, separator="\t", schema_overrides={"puzzle": pl.String})
        rows = rows.select("puzzle", pl.col(column).cast(pl.Float64).alias(name))
        rows = rows.with_columns(pl.col("puzzle").str.replace_all("0", "."))
        table = table.join(rows.unique("puzzle"), on="puzzle")
    else:
        missing.append(name)
names = table.columns[3:]
print(f"{len(table):,} puzzles; left out, since not at hand: {', '.join(missing) or 'nothing'}")

# %% [markdown]
# ## Rank correlations
#
# Spearman's ρ for every pair, with 95 % intervals over resampled puzzles (seed 1).

# %%
rho, low, high = lab.bootstrap(
    lab.spearman, *(table[name] for name in names), resamples=200 if len(table) > 5000 else 500
)
pairs = pl.DataFrame(
    {"first": names[i], "second": names[j], "rho": rho[i, j], "low": low[i, j], "high": high[i, j]}
    for i in range(len(names))
    for j in range(i + 1, len(names))
)
lab.numbers(pairs.sort("rho", descending=True), "hardness-correlations")

# %%
figure, axes = plt.subplots(figsize=(1.15 * len(names) + 2, 0.85 * len(names) + 1.6))
image = axes.imshow(rho, vmin=-1, vmax=1, cmap="PuOr_r")
for i in range(len(names)):
    for j in range(len(names)):
        text = "1" if i == j else f"{rho[i, j]:.2f}\n[{low[i, j]:.2f}, {high[i, j]:.2f}]"
        colour = "white" if abs(rho[i, j]) > 0.7 else lab.BLACK
        axes.text(j, i, text, ha="center", va="center", fontsize=7.5, color=colour)
axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
axes.set_yticks(range(len(names)), names)
axes.grid(visible=False)
axes.spines[:].set_visible(False)
axes.set_title(f"Rank correlation of hardness, {len(table):,} puzzles")
figure.colorbar(image, label="Spearman's ρ", shrink=0.8)
lab.save(figure, "hardness-correlations");

# %% [markdown]
# ## Pair by pair
#
# Each measure against the strategy score (or SER, where it is known). Puzzles without a value are
# drawn at the edge, in red.

# %%
against = "SER" if "SER" in names else "strategy score"
others = [name for name in names if name != against]
columns = min(3, len(others))
rows = -(-len(others) // columns)
figure, grid = plt.subplots(rows, columns, figsize=(3.3 * columns, 2.9 * rows), squeeze=False)
random = np.random.default_rng(1)
sample = table if len(table) <= 4000 else table.sample(4000, seed=1)
for axes, name in zip(grid.flat, others):
    x, y = sample[against].to_numpy(), sample[name].to_numpy()
    edge = {}
    for values in (x, y):
        known = values[values < HARDEST]
        edge[id(values)] = 2 * max(known.max(), 1) if len(known) else 1.0
    beyond = (x >= HARDEST) | (y >= HARDEST)
    x = np.minimum(x, edge[id(x)])
    # Whole numbers lie on top of each other: moved a little, by a seeded draw.
    y = np.minimum(y, edge[id(y)]) * np.exp(random.normal(0, 0.02, len(y)))
    axes.plot(x[~beyond], y[~beyond], ".", markersize=2.5, color=lab.BLUE, alpha=0.5)
    axes.plot(x[beyond], y[beyond], ".", markersize=2.5, color=lab.RED, alpha=0.5)
    axes.set(xlabel=against, ylabel=name, yscale="symlog")
    if against != "SER":
        lab.log_axis(axes.xaxis, against)
for axes in list(grid.flat)[len(others) :]:
    axes.set_visible(False)
lab.save(figure, "hardness-pairs");

# %% [markdown]
# ## Where they disagree
#
# The puzzles whose rank by one measure is farthest from their rank by another: easy for the one,
# hard for the other. Ranks run from 0 (easiest) to 100 % (hardest).

# %%
percent = {name: 100 * (lab.ranks(table[name]) - 0.5) / len(table) for name in names}
rows = []
for easy in names:
    for hard in names:
        if easy != hard:
            gap = percent[hard] - percent[easy]
            place = int(np.argmax(gap))
            rows.append({
                "easy for": easy, "hard for": hard, "gap": gap[place],
                "rank, easy": percent[easy][place], "rank, hard": percent[hard][place],
                "puzzle": table["puzzle"][place],
            })  # fmt: skip
disagreements = pl.DataFrame(rows).sort("gap", descending=True)
lab.numbers(disagreements, "hardness-disagreements")
with pl.Config(fmt_str_lengths=90, tbl_rows=12):
    print(disagreements.head(10))
