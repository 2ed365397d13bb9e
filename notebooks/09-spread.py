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
# # How the givens lie, and how the board is turned
#
# AW15 (6) recommends a study of how the spread of the givens bears on the times of backtracking
# and of human strategies, and argues that lists of candidates turn $9^m$ into $4^m$ to $5^m$ for
# $m$ empty cells. The brute force of PHP16 and HR12 goes through the cells in order, so that a
# board that is turned is another task. All puzzles here are 9×9, generated, with one solution, and
# every search goes on to its end.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

# %% [markdown]
# ## The spread of the givens
#
# At equal numbers of givens: Spearman's ρ of measures of how the givens lie with the effort of
# solving, with 95 % intervals over resampled puzzles (seed 1). Variances are of the numbers of
# givens in the nine rows, columns and boxes, in the three bands and stacks, and by digit.

# %%
lab.section("spread/run")

# %%
run = lab.Run("spread", "run")


def spread(lines):
    """Measures of how the givens of puzzles lie, by name."""
    text = np.array([list(line) for line in lines])
    given = (text != ".").reshape(-1, 9, 9)
    rows, columns = given.sum(axis=2), given.sum(axis=1)
    boxes = given.reshape(-1, 3, 3, 3, 3).sum(axis=(2, 4)).reshape(-1, 9)
    bands = rows.reshape(-1, 3, 3).sum(axis=2)
    stacks = columns.reshape(-1, 3, 3).sum(axis=2)
    digits = np.stack([(text == str(digit)).sum(axis=1) for digit in range(1, 10)], axis=1)
    units = np.concatenate([rows, columns, boxes], axis=1)
    return {
        "variance over rows": rows.var(axis=1),
        "variance over columns": columns.var(axis=1),
        "variance over boxes": boxes.var(axis=1),
        "variance over bands": bands.var(axis=1),
        "variance over stacks": stacks.var(axis=1),
        "empty houses": (units == 0).sum(axis=1),
        "variance over digits": digits.var(axis=1),
        "givens in the first band": bands[:, 0],
        "givens in the first row": rows[:, 0],
    }


EFFORTS = {
    "brute-force checks": ("brute-force", "checks"),
    "checks with lists": ("lists", "checks"),
    "human guesses": ("human", "guesses"),
    "human searches": ("human", "checks"),
}


def efforts(solves, efforts=EFFORTS):
    """A column for each effort; what met a limit is harder than all else."""
    frame = None
    for name, (solver, column) in efforts.items():
        value = pl.when("answered").then(pl.col(column).cast(pl.Float64)).otherwise(1e18)
        rows = solves.filter(pl.col("solver") == solver).select("puzzle_id", value.alias(name))
        frame = rows if frame is None else frame.join(rows, on="puzzle_id")
    return frame


table = run.puzzles.select("puzzle_id", "set", "puzzle", "clues").join(
    efforts(run.solves), on="puzzle_id"
).collect().sort("puzzle_id")  # fmt: skip
measures = spread(table["puzzle"])
table = table.with_columns(pl.Series(name, values) for name, values in measures.items())
clues = sorted(table["clues"].unique())
print(table.group_by("clues").len().sort("clues"))

# %%
rows = []
for number in clues:
    group = table.filter(pl.col("clues") == number)
    for effort in EFFORTS:
        def correlations(values, *others):
            values = lab.ranks(values)
            return [np.corrcoef(values, lab.ranks(other))[0, 1] for other in others]

        with np.errstate(invalid="ignore", divide="ignore"):
            rho, low, high = lab.bootstrap(
                correlations, group[effort], *(group[name] for name in measures), resamples=200
            )
        for place, name in enumerate(measures):
            rows.append({
                "givens": number, "effort": effort, "measure": name, "puzzles": len(group),
                "rho": rho[place], "low": low[place], "high": high[place],
            })  # fmt: skip
correlation = lab.numbers(pl.DataFrame(rows), "spread-correlations")

# %%
figure, grid = plt.subplots(
    1, len(EFFORTS), figsize=(3.1 * len(EFFORTS) + 1.2, 4.2), sharey=True, squeeze=False
)
colours = [lab.BLUE, lab.ORANGE, lab.GREEN, lab.RED, lab.PURPLE]
for axes, effort in zip(grid.flat, EFFORTS):
    for shift, (number, colour) in enumerate(zip(clues, colours)):
        of = correlation.filter((pl.col("givens") == number) & (pl.col("effort") == effort))
        places = np.arange(len(of)) + 0.16 * (shift - (len(clues) - 1) / 2)
        low, high = of["rho"] - of["low"], of["high"] - of["rho"]
        axes.errorbar(of["rho"], places, xerr=[low, high], fmt="o", markersize=3.5, color=colour,
                      label=f"{number} givens")  # fmt: skip
    axes.axvline(0, color=lab.GREY, linewidth=1)
    axes.set_title(effort)
    axes.set_xlabel("Spearman's ρ")
grid[0, 0].set_yticks(range(len(measures)), list(measures))
grid[0, 0].invert_yaxis()
grid[0, -1].legend(loc="lower right")
lab.save(figure, "spread-correlations");

# %% [markdown]
# How much of the variation of the ranks do all measures together explain? The square of the
# multiple correlation of the ranks, fitted to one half of the puzzles and measured on the other.

# %%
for number in clues:
    group = table.filter(pl.col("clues") == number)
    x = np.stack([lab.ranks(group[name]) for name in measures] + [np.ones(len(group))], axis=1)
    halves = np.random.default_rng(1).permutation(len(group)) % 2 == 0
    for effort in EFFORTS:
        y = lab.ranks(group[effort])
        fit = np.linalg.lstsq(x[halves], y[halves], rcond=None)[0]
        rest = y[~halves] - x[~halves] @ fit
        print(f"{number} givens, {effort}: {1 - rest.var() / y[~halves].var():.3f}")

# %% [markdown]
# ## Base to the power of empty cells
#
# AW15 gives backtracking the complexity $O(9^m)$, and with lists of four to five candidates per
# cell nearly $O(4^m)$ to $O(5^m)$. Here the base is measured: the slope of the mean logarithm of
# the checks, one added, over the number of empty cells, as a factor per empty cell, with 95 %
# intervals over resampled puzzles.

# %%
lab.section("spread/clues")

# %%
run = lab.Run("spread", "clues")
searches = {name: (name, "checks") for name in run.solvers()}
growth = run.puzzles.select("puzzle_id", "clues", "candidates_per_cell").join(
    efforts(run.solves, searches), on="puzzle_id"
).collect().sort("puzzle_id").with_columns(empty=81 - pl.col("clues"))  # fmt: skip
limited = {name: int((growth[name] >= 1e18).sum()) for name in searches}
print(f"{len(growth):,} puzzles; met the limit, and are left out: {limited}")


def base(empty, checks):
    """The factor of the checks per empty cell."""
    return np.exp(np.polyfit(empty, np.log1p(checks), 1)[0])


rows = []
for name in searches:
    known = growth.filter(pl.col(name) < 1e18)
    for low_end, high_end in ((45, 59), (45, 52), (52, 59)):
        part = known.filter(pl.col("empty").is_between(low_end, high_end))
        if part["empty"].n_unique() > 1:
            value, low, high = lab.bootstrap(base, part["empty"], part[name], resamples=200)
            rows.append({
                "solver": name, "empty cells": f"{low_end} to {high_end}", "puzzles": len(part),
                "base": value, "low": low, "high": high,
            })  # fmt: skip
bases = lab.numbers(pl.DataFrame(rows), "spread-bases")
with pl.Config(tbl_rows=40):
    print(bases)

# %%
figure, axes = plt.subplots(figsize=(7, 4.2))
for name, colour in zip(searches, [lab.BLUE, lab.ORANGE, lab.GREEN, lab.RED, lab.PURPLE]):
    known = growth.filter(pl.col(name) < 1e18)
    mean = known.group_by("empty").agg((1 + pl.col(name)).log10().mean().alias(name)).sort("empty")
    axes.plot(mean["empty"], 10 ** mean[name], "o-", markersize=3.5, color=colour, label=name)
start = growth["empty"].min()
cells = np.array([start, start + 8])
anchor = 10 ** growth.filter(pl.col("empty") == start)["backtracking"].log10().mean()
for factor in (4, 5, 9):
    axes.plot(cells, anchor * float(factor) ** (cells - start), "--", color=lab.GREY, linewidth=1)
    axes.annotate(f"${factor}^m$", (cells[-1], anchor * float(factor) ** 8), color=lab.BLACK)
lab.log_axis(axes.yaxis, "checks, geometric mean")
lab.whole(axes.xaxis, "empty cells m")
axes.legend()
lab.save(figure, "spread-bases");

# %% [markdown]
# ## Orientation
#
# Each board in several rearrangements: digits relabelled, bands, stacks, rows and columns permuted,
# transposed or not (`convert --rearrange`). Each has the same solution in another look, and the
# same strategies solve it. Of the variance of the logarithm of the effort, which share is the
# board's, and which its orientation's? A one-way analysis of variance with random effects; 95 %
# intervals over resampled boards.

# %%
lab.section("spread/orientation")

# %%
run = lab.Run("spread", "orientation")
turned = run.puzzles.select("puzzle_id", "set", "line").join(
    efforts(run.solves), on="puzzle_id"
).collect().sort("line", "set")  # fmt: skip
views = turned["set"].n_unique()
boards = len(turned) // views
assert len(turned) == boards * views


def shares(*columns):
    """The board's share of the variance, of columns with a rearrangement each."""
    values = np.stack(columns, axis=1)
    between = views * values.mean(axis=1).var(ddof=1)
    within = values.var(axis=1, ddof=1).mean()
    board = max((between - within) / views, 0)
    return board / (board + within), np.sqrt(within)


rows = []
for effort in EFFORTS:
    values = np.log10(1 + np.minimum(turned[effort].to_numpy(), 1e12)).reshape(boards, views)
    (share, factor), low, high = lab.bootstrap(shares, *values.T, resamples=200)
    rows.append({
        "effort": effort, "boards": boards, "views": views,
        "limited": int((turned[effort] >= 1e18).sum()),
        "board": share, "low": low[0], "high": high[0], "orientation": 1 - share,
        "standard deviation of log10 within a board": factor,
    })  # fmt: skip
orientation = lab.numbers(pl.DataFrame(rows), "spread-orientation")
print(orientation)

# %%
figure, axes = plt.subplots(figsize=(6.4, 0.55 * len(rows) + 1.2))
names = orientation["effort"].to_list()
axes.barh(names, orientation["board"], color=lab.BLUE, label="the board")
axes.barh(names, orientation["orientation"], left=orientation["board"], color=lab.ORANGE,
          label="its orientation")  # fmt: skip
error = [orientation["board"] - orientation["low"], orientation["high"] - orientation["board"]]
axes.errorbar(orientation["board"], names, xerr=error, fmt="none", ecolor=lab.BLACK, capsize=3)
axes.invert_yaxis()
axes.set(xlim=(0, 1), xlabel="share of the variance of the logarithm of the effort")
axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.25), ncols=2)
lab.save(figure, "spread-orientation");
