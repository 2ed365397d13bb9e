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
# solution: the number of empty cells, checks of brute force, guesses of the human method and of the
# lanes, conflicts of MiniSat, the scores of the strategies needed, and, where they are at hand, the
# depth of trial and error, HoDoKu's score and Sudoku Explainer's rating (SER, exact: `docs/SER.md`).
# How well do their orders agree, and what does each say that the others do not?
#
# The run is `results/hardness/run`; `scripts/notebooks.sh` makes it. Beside it may lie `rate.tsv`,
# `rate-hodoku.tsv` and `rate-ser.tsv` (the output of `sudoku-lab rate`, and with `--order hodoku`
# and `--order ser`); a measure that is not there is left out, and said so. So may `published.tsv`
# (`puzzle`, `ser`), with which SER is compared.

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
    "empty cells": puzzles.select(
        "puzzle_id", (81 - pl.col("clues").cast(pl.Float64)).alias("empty cells")
    ),
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
# The strategy score is the sum over all steps of the score that HoDoKu gives their strategy, for
# the most complete logic solver of the run. A puzzle it cannot finish is harder than all it can.

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


def rated(file, column, name):
    """A column of a table of ratings by puzzle, what was not found out above all else."""
    path = run.folder.parent / file
    if not path.exists():
        return None
    rows = pl.read_csv(path, separator="\t", infer_schema=False)
    rows = rows.filter(pl.col("status").is_in(["ok", "stalled", "limit"]))
    known = pl.when(pl.col("status") == "ok").then(pl.col(column).cast(pl.Float64, strict=False))
    puzzle = pl.col("puzzle").str.replace_all("0", ".")
    return rows.select(puzzle, known.fill_null(HARDEST).alias(name)).unique("puzzle")


for file, column, name in (
    ("rate.tsv", "te_depth", "T&E depth"),
    ("rate-hodoku.tsv", "score", "HoDoKu score"),
    ("rate-ser.tsv", "ser", "SER"),
):
    rows = rated(file, column, name)
    if rows is None:
        missing.append(name)
    else:
        table = table.join(rows, on="puzzle")
published = run.folder.parent / "published.tsv"
if published.exists() and "SER" in table.columns:
    rows = pl.read_csv(published, separator="\t", schema_overrides={"puzzle": pl.String})
    rows = table.join(rows, on="puzzle")
    equal = (rows["SER"] == (10 * rows["ser"]).round()).sum()
    print(f"SER is the published one on {equal:,} of {len(rows):,} puzzles")
names = [name for name in table.columns[3:] if table[name].n_unique() > 1]
missing += [f"{name} (the same for all)" for name in table.columns[3:] if name not in names]
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
# ## What each explains of the others
#
# R² is the share of the variance of a measure's ranks that the ranks of all others together
# explain; the best one alone explains ρ² of it. A partial correlation is what is left between two
# measures when all others are held fixed: of ranks, with 95 % intervals as above.

# %%
resamples = 200 if len(table) > 5000 else 500


def partial(*columns):
    """The matrix of partial rank correlations, with R² by all others on its diagonal."""
    inverse = np.linalg.pinv(lab.spearman(*columns))
    scale = np.sqrt(np.diag(inverse))
    matrix = -inverse / np.outer(scale, scale)
    np.fill_diagonal(matrix, 1 - 1 / np.diag(inverse))
    return matrix


part, part_low, part_high = lab.bootstrap(
    partial, *(table[name] for name in names), resamples=resamples
)
rows = []
for i, name in enumerate(names):
    others = [j for j in range(len(names)) if j != i]
    best = max(others, key=lambda j: rho[i, j] ** 2)
    left = max(others, key=lambda j: abs(part[i, j]))
    rows.append({
        "measure": name, "R² by all others": part[i, i],
        "low": part_low[i, i], "high": part_high[i, i],
        "best alone": names[best], "ρ² of it": rho[i, best] ** 2,
        "largest partial": names[left], "partial ρ": part[i, left],
        "partial low": part_low[i, left], "partial high": part_high[i, left],
    })  # fmt: skip
explained = pl.DataFrame(rows).sort("R² by all others", descending=True)
lab.numbers(explained, "hardness-explained")

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

# %% [markdown]
# ## How hard random minimal puzzles are
#
# SER of the run `results/hardness/ser`: minimal puzzles of our own (`generate --minimal`), which
# takes givens from random full grids. Such puzzles are drawn with a bias: of all minimal puzzles
# those with many clues come too rarely. So the shares are also given with each number of clues
# weighted by its share among all minimal puzzles, as D. Berthier estimates it. Beside them stand the
# shares published for 21,375 puzzles of his controlled-bias collection, and the mean and standard
# deviation published for a million of two generators that work like ours: 3.77 and 2.42.

# %%
lab.section("hardness/ser")

# %%
ESTIMATED = {20: 1.32e-7, 21: 3.4e-5, 22: 0.00348, 23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91,
             27: 32.71, 28: 15.48, 29: 3.598, 30: 0.41, 31: 0.0241, 32: 0.00102}  # fmt: skip
PUBLISHED = {2.3: 40.7, 2.8: 48.1, 4.4: 55.5, 7.2: 91.1, 8.5: 99.5, 9.1: 100.0}

rated_run = lab.Run("hardness", "ser")
counts = (
    rated_run.puzzles.filter(pl.col("ser") > 0).group_by("clues", "ser").len().collect()
)
of_clues = counts.group_by("clues").agg(pl.col("len").sum().alias("of_clues"))
estimated = pl.DataFrame(
    {"clues": list(ESTIMATED), "estimated": list(ESTIMATED.values())},
    schema_overrides={"clues": counts.schema["clues"]},
)
counts = counts.join(of_clues, on="clues").join(estimated, on="clues", how="left")
counts = counts.with_columns(
    (pl.col("len") / pl.col("of_clues") * pl.col("estimated").fill_null(0)).alias("weight")
)
weighed = counts.unique("clues")["estimated"].sum()
shares = counts.group_by("ser").agg(pl.col("len").sum(), pl.col("weight").sum()).sort("ser")
shares = shares.select(
    (pl.col("ser") / 10).round(1).alias("SER"),
    pl.col("len").alias("puzzles"),
    (100 * pl.col("len").cum_sum() / pl.col("len").sum()).alias("% up to it"),
    (100 * pl.col("weight").cum_sum() / pl.col("weight").sum()).alias("% up to it, weighted"),
)
lab.numbers(shares, "hardness-ser")
total = shares["puzzles"].sum()
mean = (shares["SER"] * shares["puzzles"]).sum() / total
spread = np.sqrt(((shares["SER"] - mean) ** 2 * shares["puzzles"]).sum() / total)
print(f"{total:,} puzzles; mean {mean:.3f}, standard deviation {spread:.3f}; "
      f"highest {shares['SER'].max()}; clues seen stand for {weighed:.2f} % of all minimal puzzles")

# %%
figure, axes = plt.subplots(figsize=(8, 4))
axes.bar(shares["SER"], 100 * shares["puzzles"] / total, width=0.08, color=lab.BLUE, alpha=0.6)
axes.set(xlabel="SER", ylabel="% of puzzles (bars)", title=f"{total:,} random minimal puzzles")
sums = axes.twinx()
sums.step(shares["SER"], shares["% up to it"], where="post", color=lab.BLUE, label="as drawn")
sums.step(shares["SER"], shares["% up to it, weighted"], where="post", color=lab.BLACK,
          linestyle="--", label="clues weighted as among all")
sums.plot(list(PUBLISHED), list(PUBLISHED.values()), "o", color=lab.RED, label="published, 21,375")
sums.set(ylabel="% up to a rating (lines)", ylim=(0, 103))
sums.grid(visible=False)
sums.legend(loc="lower right")
lab.save(figure, "hardness-ser");
