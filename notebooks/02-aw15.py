# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # AW15: backtracking with and without human strategies
#
# Figures 5 to 10 of S. Alam and M. Wong (KTH 2015): 99 puzzles with one solution for each of 17 to
# 21 givens. The captions of its figures 5 and 6 are swapped; that is put right here. Its program
# places naked singles only, although its text says hidden ones too: `singles-aw15-listing` is what
# it measured, `singles` what it describes. Its puzzles are not published; ours come from another
# generator, and means of so few puzzles with tails this heavy depend on the puzzles.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

NAMES = {
    "brute-force": ("backtracking", lab.RED),
    "singles-aw15-listing": ("with naked singles", lab.BLUE),
    "singles": ("with hidden singles too", lab.GREEN),
}

# %%
lab.section("aw15")

# %%
table = lab.experiment("aw15").with_columns(givens=pl.col("set").cast(pl.Int64))
classes = table["givens"].unique().sort().to_list()
run = lab.Run("aw15", "run")
solves = run.solves.with_columns(givens=pl.col("clues").cast(pl.Int64)).collect()
with pl.Config(tbl_rows=40):
    print(table.select("givens", "column", "measured", "is_lower_bound", "published"))

# %% [markdown]
# ## Figures 5, 6 and 9: times

# %%
times = lab.quantiles(solves, ["solver", "givens"], "cpu_ns")
checks = lab.quantiles(solves, ["solver", "givens"], "checks")
figure, grid = plt.subplots(1, 3, figsize=(12, 4))
for solver, (name, colour) in NAMES.items():
    theirs = table.filter(pl.col("column") == f"{name}, ms", pl.col("published").is_not_null())
    if len(theirs):
        grid[0].plot(theirs["givens"], 1e6 * theirs["published"], color=colour, marker="s", ms=4)
    lab.band(grid[1], times.filter(pl.col("solver") == solver), "givens", colour, name)
    lab.band(grid[2], checks.filter(pl.col("solver") == solver), "givens", colour, name)
lab.time_axis(grid[0].yaxis, "mean time")
lab.time_axis(grid[1].yaxis, "median time")
grid[0].set_title("Published: mean wall time, 2015")
grid[1].set_title("Ours: CPU time")
grid[2].set(title="Ours: effort", yscale="log", ylabel="checks of each solver's own kind")
for axes in grid:
    axes.set_xlabel("givens")
    axes.set_xticks(classes)
grid[1].legend(fontsize=8)
lab.save(figure, "aw15-figure-9");

# %% [markdown]
# ## Figure 10: how much time is saved
#
# The published figure compares means. Ours is paired: for each puzzle the time with singles over
# the time without, its median with a 95 % interval (bootstrap, seed 1), over the puzzles that
# neither solver left at its limit.

# %%
theirs = {
    name: table.filter(pl.col("column") == f"{name}, ms").sort("givens")["published"].to_numpy()
    for name in ("backtracking", "with naked singles")
}
saved = 100 * (1 - theirs["with naked singles"] / theirs["backtracking"])
rows = []
for solver in ("singles-aw15-listing", "singles"):
    pair = lab.paired(run, solver, "brute-force", "cpu_ns")
    for (clues,), group in pair.group_by("clues", maintain_order=True):
        known = group.filter(~pl.col("limited"), ~pl.col("limited_other"))
        ratio = 100 * (1 - known["cpu_ns"] / known["cpu_ns_other"]).to_numpy()
        if len(ratio):
            median, low, high = lab.bootstrap(np.median, ratio, resamples=400)
            rows.append({"solver": solver, "givens": clues, "puzzles": len(ratio),
                         "hidden": len(group) - len(known), "saved": median, "low": low,
                         "high": high})  # fmt: skip
saving = lab.numbers(pl.DataFrame(rows).sort("solver", "givens"), "aw15-saved")
figure, axes = plt.subplots(figsize=(7, 3.8))
axes.bar(classes, saved, color=lab.GREY, width=0.5, label="published, of means")
for shift, solver in ((-0.08, "singles-aw15-listing"), (0.08, "singles")):
    one = saving.filter(pl.col("solver") == solver)
    name, colour = NAMES[solver]
    reach = np.abs(np.array([one["low"], one["high"]]) - one["saved"].to_numpy())
    axes.errorbar(one["givens"] + shift, one["saved"], yerr=reach, fmt="o", color=colour,
                  capsize=3, label=f"ours, {name}")  # fmt: skip
axes.axhline(0, color=lab.BLACK, linewidth=0.8)
axes.set_xticks(classes)
axes.set(xlabel="givens", ylabel="time saved, %", title="Time saved by human strategies")
axes.legend(fontsize=8)
lab.save(figure, "aw15-figure-10");

# %% [markdown]
# ## Figures 7 and 8: what a puzzle offers before any search
#
# Singles placed before the search, and candidates per empty cell.

# %%
puzzles = run.puzzles.with_columns(givens=pl.col("clues").cast(pl.Int64), limited=False).collect()
figure, grid = plt.subplots(1, 2, figsize=(10, 3.6))
for axes, column, title, what in (
    (grid[0], "singles_at_start", "singles", "naked singles per puzzle"),
    (grid[1], "candidates_per_cell", "candidates per cell", "candidates per empty cell"),
):
    theirs = table.filter(pl.col("column") == title).sort("givens")
    axes.plot(theirs["givens"], theirs["published"], "s", color=lab.BLACK, label="published, mean")
    ours = puzzles.group_by("givens").agg(pl.col(column).mean()).sort("givens")
    axes.plot(ours["givens"], ours[column], "o", color=lab.BLUE, label="ours, mean")
    spread = lab.quantiles(puzzles, ["givens"], column)
    axes.fill_between(spread["givens"], spread["q10"], spread["q90"], color=lab.BLUE, alpha=0.16,
                      linewidth=0, label="ours, 10 % to 90 %")  # fmt: skip
    axes.set(xlabel="givens", ylabel=what)
    axes.set_xticks(classes)
grid[0].legend(fontsize=8)
lab.save(figure, "aw15-figures-7-8");
