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
# places naked singles only, although its text says hidden ones too: `lists-naked` is what it
# measured, `lists-hidden` what it describes; `-scan` makes each check by a loop over row, column and
# box, as its program does. Its puzzles are not published; ours come from another generator, and
# means of so few puzzles with tails this heavy depend on the puzzles. The last part, `attribution`,
# says what saves how much, over more classes.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

NAMES = {
    "backtracking": ("backtracking", lab.RED),
    "lists-naked": ("with naked singles", lab.BLUE),
    "lists-hidden": ("with hidden singles too", lab.GREEN),
}

# %%
lab.section("aw15")

# %%
table = lab.experiment("aw15").with_columns(givens=pl.col("set").cast(pl.Int64))
classes = table["givens"].unique().sort().to_list()
run = lab.Run("aw15", "run")
solves = run.solves.with_columns(givens=pl.col("clues").cast(pl.Int64)).collect()
with pl.Config(tbl_rows=40):
    print(table.select("givens", "column", "measured", "bound", "published"))

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
grid[2].set(title="Ours: effort", yscale="log", ylabel="digits tried")
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
# neither solver left at its limit; at the source's cost, and at ours.

# %%
theirs = {
    name: table.filter(pl.col("column") == f"{name}, ms").sort("givens")["published"].to_numpy()
    for name in ("backtracking", "with naked singles")
}
saved = 100 * (1 - theirs["with naked singles"] / theirs["backtracking"])
rows = []
PAIRS = {
    "lists-naked-scan": ("backtracking-scan", "naked singles, by loops", lab.ORANGE),
    "lists-naked": ("backtracking", "naked singles, by bits", lab.BLUE),
    "lists-hidden": ("backtracking", "hidden singles too, by bits", lab.GREEN),
}
for solver, (without, _, _) in PAIRS.items():
    pair = lab.paired(run, solver, without, "cpu_ns")
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
for shift, (solver, (_, name, colour)) in zip((-0.12, 0, 0.12), PAIRS.items()):
    one = saving.filter(pl.col("solver") == solver)
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

# %% [markdown]
# ## What saves how much
#
# HR12 and AW15 both say that human strategies pay, and mean different things: HR12 keeps lists of
# candidates and applies its strategies after every guess, AW15 once before the search. Both make
# each check by a loop over row, column and box. Here every part is added in turn, in both ways, and
# made by loops and by operations on bits, on the same puzzles with one solution. Below the line
# at 1 a part pays; where a curve crosses it is the break-even.

# %%
lab.section("attribution")

# %%
parts = {
    "lists": ("lists of candidates", lab.RED),
    "+ naked singles": ("+ naked singles", lab.ORANGE),
    "+ hidden singles": ("+ hidden singles", lab.BLUE),
    "+ naked pairs": ("+ naked pairs", lab.GREEN),
}
table = lab.experiment("attribution").with_columns(givens=pl.col("set").cast(pl.Int64))
panels = (("checks", "Digits tried, however made"), ("loops, time", "Time, made by loops as in the theses"),
          ("bits, time", "Time, made by bits as here"))  # fmt: skip
figure, grid = plt.subplots(1, 3, figsize=(13, 5))
grid[2].sharey(grid[1])
for axes, (end, title) in zip(grid, panels):
    for part, (label, colour) in parts.items():
        for way, style in (("once", "--"), ("throughout", "-")):
            one = table.filter(pl.col("column") == f"{part}, {way}, {end}").sort("givens")
            one = one.drop_nulls("measured").filter(pl.col("measured") > 0)
            at, ratio = one["givens"].to_numpy(), one["measured"].to_numpy()
            error = 2 * one["standard_error"].fill_null(0).to_numpy()
            axes.fill_between(at, np.maximum(ratio - error, ratio / 10), ratio + error,
                              color=colour, alpha=0.10, linewidth=0)  # fmt: skip
            axes.plot(at, ratio, color=colour, linestyle=style, linewidth=1.5)
            bound = one.filter(pl.col("bound") != "")
            axes.plot(bound["givens"], bound["measured"], "o", mfc="white", mec=colour, ms=5)
    axes.axhline(1, color=lab.BLACK, linewidth=1)
    axes.axvspan(16.6, 21.4, color=lab.GREY, alpha=0.18, linewidth=0)
    axes.axvline(25, color=lab.GREY, linewidth=1, linestyle=":")
    axes.set_title(title)
    lab.log_axis(axes.yaxis, "over plain backtracking's" if axes is grid[0] else "")
    lab.whole(axes.xaxis, "givens")
    axes.set_xlim(16.6, 40.4)
for axes in grid:
    axes.text(16.8, 0.99, "AW15", va="top", fontsize=8, transform=axes.get_xaxis_transform())
    axes.text(25.2, 0.99, "HR12's border", va="top", fontsize=8,
              transform=axes.get_xaxis_transform())  # fmt: skip
    axes.text(40.6, 1.1, "costs", va="bottom", fontsize=8)
    axes.text(40.6, 0.9, "saves", va="top", fontsize=8)
lines = [plt.Line2D([], [], color=colour, label=label) for label, colour in parts.values()]
lines += [plt.Line2D([], [], color=lab.BLACK, linestyle=style, label=label) for style, label in
          (("--", "once, before the search (AW15)"), ("-", "after every guess (HR12)"))]  # fmt: skip
figure.legend(handles=lines, loc="outside lower center", ncols=6, fontsize=9)
figure.suptitle("What lists, singles and pairs save of backtracking: ratios of means, bands of two "
                "standard errors, hollow where a limit hides the rest", fontsize=11)  # fmt: skip
lab.save(figure, "attribution");

# %% [markdown]
# Where each part breaks even: the most givens with which it still saves time beyond two
# standard errors.

# %%
rows = []
for part in parts:
    for way in ("once", "throughout"):
        for made in ("loops", "bits"):
            one = table.filter(pl.col("column") == f"{part}, {way}, {made}, time").sort("givens")
            saves = one.filter(pl.col("measured") + 2 * pl.col("standard_error") < 1)
            rows.append({"part": part, "way": way, "made": made,
                         "saves up to": saves["givens"].max(), "in classes": len(saves),
                         "of": len(one)})  # fmt: skip
schema = {"part": pl.String, "way": pl.String, "made": pl.String, "saves up to": pl.Int64,
          "in classes": pl.Int64, "of": pl.Int64}  # fmt: skip
even = lab.numbers(pl.DataFrame(rows, schema=schema), "attribution-break-even")
with pl.Config(tbl_rows=20):
    print(even)
