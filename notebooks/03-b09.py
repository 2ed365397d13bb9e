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
# # B09: what can be solved without a guess
#
# Figures 22 to 27 of A. Bónizs (Debrecen 2009): for each class of puzzles, in how many a strategy
# was used and how many stayed unsolved; then the ablations. B09's 459 puzzles were classed by
# their publishers and are not at hand; our classes are by number of givens, and minimal puzzles,
# so shares are ours and only what follows from the strategies can be tested.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

SOLVERS = {
    "logic-b09-naked": "naked single", "logic-b09-singles": "both singles",
    "logic-b09-no-hidden": "all but hidden single", "logic-b09": "all eight",
}  # fmt: skip
#: B09's order, figures 22 to 27 from below.
STRATEGIES = ["naked-single", "hidden-single", "naked-pair", "hidden-pair", "pointing", "claiming",
              "x-wing", "xy-wing"]  # fmt: skip

# %%
lab.section("b09")

# %%
run = lab.Run("b09", "run")
solves = run.solves.with_columns(pl.col("set").str.strip_suffix(".txt")).collect()
sets = list(solves["set"].unique(maintain_order=True))

# %% [markdown]
# ## Figures 22 to 27: strategies used, and puzzles unsolved, by class
#
# Full houses are naked singles here, as in B09.

# %%
columns = [f"n_{name.replace('-', '_')}" for name in STRATEGIES]
usage = run.strategies.filter(pl.col("solver") == "logic-b09").with_columns(
    pl.col("set").str.strip_suffix(".txt"),
    n_naked_single=pl.col("n_naked_single") + pl.col("n_full_house"),
)
used = usage.group_by("set").agg((pl.col(columns) > 0).mean() * 100).collect()
unsolved = (
    solves.filter(pl.col("solver") == "logic-b09")
    .group_by("set")
    .agg(unsolved=100 * (1 - pl.col("answered").mean()))
)
share = used.join(unsolved, on="set")
lab.numbers(share.sort("set"), "b09-usage")

# %%
rows = -(-len(sets) // 3)
figure, grid = plt.subplots(rows, 3, figsize=(11, 2.8 * rows), sharey=True, sharex=True)
labels = [name.replace("-", " ") for name in STRATEGIES] + ["unsolved"]
for axes, name in zip(grid.flat, sets):
    row = share.filter(pl.col("set") == name).row(0, named=True)
    values = [row[column] for column in columns] + [row["unsolved"]]
    axes.barh(labels, values, color=[lab.BLUE] * len(columns) + [lab.RED])
    axes.grid(axis="y", visible=False)
    axes.set(title=f"{name} givens" if name.isdigit() else name, xlim=(0, 100))
for axes in list(grid.flat)[len(sets) :]:
    axes.set_visible(False)
for axes in grid[-1]:
    axes.set_xlabel("puzzles, %")
lab.save(figure, "b09-figures-22-27");

# %% [markdown]
# ## The ablations
#
# Published, over all 459 puzzles: 28.98 % solved with naked singles only, 78.21 % with both
# singles, 81.7 % with all but hidden singles, 95 % with all eight. Ours by class, with 95 %
# intervals (bootstrap, seed 1).

# %%
published = {"logic-b09-naked": 28.98, "logic-b09-singles": 78.21, "logic-b09-no-hidden": 81.7,
             "logic-b09": 95.0}  # fmt: skip
rows = []
for (name, solver), group in solves.group_by(["set", "solver"], maintain_order=True):
    solved, low, high = lab.bootstrap(np.mean, group["answered"].to_numpy(), resamples=400)
    rows.append({"set": name, "solver": solver, "solved": 100 * solved, "low": 100 * low,
                 "high": 100 * high})  # fmt: skip
ablation = lab.numbers(pl.DataFrame(rows), "b09-ablations")
figure, axes = plt.subplots(figsize=(9, 4))
colours = [lab.SKY, lab.BLUE, lab.ORANGE, lab.BLACK]
for place, ((solver, label), colour) in enumerate(zip(SOLVERS.items(), colours)):
    one = ablation.filter(pl.col("solver") == solver)
    one = one.sort(pl.col("set").replace_strict({name: i for i, name in enumerate(sets)}))
    at = np.arange(len(one)) + 0.2 * (place - 1.5)
    reach = np.abs(np.array([one["low"], one["high"]]) - one["solved"].to_numpy())
    axes.bar(at, one["solved"], width=0.18, color=colour, label=label, yerr=reach, ecolor=lab.GREY)
    axes.bar(len(sets) + 0.2 * (place - 1.5), published[solver], width=0.18, color=colour,
             hatch="//", edgecolor="white")  # fmt: skip
names = [f"{name} givens" if name.isdigit() else name for name in sets] + ["B09,\npublished"]
axes.set_xticks(range(len(names)), names)
axes.grid(axis="x", visible=False)
axes.set(ylabel="solved, %", ylim=(0, 105), title="Solved without a guess")
axes.legend(fontsize=8, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.14))
lab.save(figure, "b09-ablations");
