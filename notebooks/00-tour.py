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
# # A tour of a run
#
# A run of `sudoku-lab` is a folder of Parquet tables: `puzzles`, `solves` (one row per puzzle and
# solver), `strategies` and `rejects`. This notebook opens one in polars, pandas and duckdb and
# asks it five questions. The run is `results/demo`, which `scripts/demo.sh` makes.

# %%
import duckdb
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl

import lab

# %%
lab.section("demo")

# %%
run = lab.Run("demo")
print({name: run.manifest[name] for name in ("version", "puzzles", "rejects")})
print(run.manifest["config"])

# %% [markdown]
# ## 1. How did the attempts end?
#
# The same count by three readers. They see the same table.

# %%
by_polars = run.table("solves").group_by("solver", "status").len().collect()

frame = pd.read_parquet(run.folder / "solves", columns=["solver", "status"])
by_pandas = frame.astype(str).value_counts(["solver", "status"])

by_duckdb = duckdb.sql(
    f"select solver, status, count(*) from '{run.folder}/solves/*.parquet' group by all"
).fetchall()

counts = {(solver, status): count for solver, status, count in by_polars.rows()}
assert counts == by_pandas.to_dict() == {(s, e): count for s, e, count in by_duckdb}
by_polars.pivot("status", index="solver", values="len").fill_null(0).sort("solver")

# %%
solvers = run.solvers()
puzzles = run.manifest["puzzles"]
kinds = {
    "answered": (lab.ANSWERED, lab.BLUE),
    "stalled: no deduction left": (["stalled"], lab.ORANGE),
    "limit met": (lab.LIMITED, lab.RED),
}
figure, axes = plt.subplots(figsize=(7, 0.4 * len(solvers) + 1.4))
left = np.zeros(len(solvers))
for label, (statuses, colour) in kinds.items():
    share = [100 * sum(counts.get((s, e), 0) for e in statuses) / puzzles for s in solvers]
    axes.barh(solvers, share, left=left, color=colour, label=label)
    left += share
axes.invert_yaxis()
axes.grid(axis="y", visible=False)
axes.set(xlabel="puzzles, %", title="How the attempts ended", xlim=(0, 100))
axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.2), ncols=3)
lab.save(figure, "tour-1-ends");

# %% [markdown]
# ## 2. How long does a solver take?
#
# Quantiles rather than means: the tails are heavy, and where a solver met its limit the mean is
# not known. A quantile that a limit touches is a lower bound and marked as one. Each time of a solver
# that takes many puzzles together is the mean of a batch of up to `batch` puzzles, not a single
# puzzle's time: so are its quantiles and curves, marked with a star.

# %%
shares = (0.05, 0.25, 0.5, 0.75, 0.95)
solves = run.solves.collect()
times = lab.quantiles(solves, ["solver"], "cpu_ns", shares)
order = {solver: place for place, solver in enumerate(solvers)}
times = times.sort(pl.col("solver").replace_strict(order))
batches = run.batches()
names = {solver: f"{solver} *" if solver in batches else solver for solver in solvers}
times = times.with_columns(batch=pl.col("solver").replace_strict(batches, default=1))
lab.numbers(times, "tour-times")

# %%
figure, axes = plt.subplots(figsize=(7, 0.4 * len(solvers) + 1.2))
for place, row in enumerate(times.rows(named=True)):
    axes.plot([row["q5"], row["q95"]], [place, place], color=lab.BLUE, linewidth=1.5)
    axes.plot([row["q25"], row["q75"]], [place, place], color=lab.BLUE, linewidth=7, alpha=0.5,
              solid_capstyle="butt")  # fmt: skip
    fill = lab.BLUE if row["q50_exact"] else "white"
    axes.plot(row["q50"], place, "o", color=lab.BLUE, mfc=fill)
    if not row["q95_exact"]:
        axes.plot(row["q95"], place, ">", color=lab.RED)
axes.set_yticks(range(len(times)), [names[solver] for solver in times["solver"]])
axes.invert_yaxis()
axes.grid(axis="y", visible=False)
lab.time_axis(axes.xaxis)
axes.set_title("Time per puzzle: median, middle half, 5 % to 95 % (*: means of batches)")
lab.save(figure, "tour-2-times");

# %% [markdown]
# ## 3. How soon is a puzzle answered?
#
# The share of all puzzles that a solver has answered within a time. Attempts that stalled, failed, were
# wrong or met their limit, and puzzles that a solver does not take, count as not answered, so no curve
# flatters. *: means of batches, not of single puzzles.

# %%
rows = -(-len(solvers) // 3)
figure, grid = plt.subplots(rows, 3, figsize=(9, 2.3 * rows), sharex=True, sharey=True)
curves = {
    solver: lab.answered_by(group["cpu_ns"], group["answered"])
    for (solver,), group in run.all_solves.collect().group_by("solver")
}
for axes, solver in zip(grid.flat, solvers):
    for other in solvers:
        axes.step(curves[other][0], 100 * curves[other][1], where="post", color=lab.GREY, lw=0.7)
    axes.step(curves[solver][0], 100 * curves[solver][1], where="post", color=lab.BLUE)
    axes.set_title(names[solver])
    lab.time_axis(axes.xaxis, "CPU time")
for axes in list(grid.flat)[len(solvers) :]:
    axes.set_visible(False)
for axes in grid[:, 0]:
    axes.set_ylabel("answered, %")
lab.save(figure, "tour-3-answers");

# %% [markdown]
# ## 4. Do fewer clues make a puzzle harder?
#
# For brute force, in its own checks, which do not depend on the machine.

# %%
brute = solves.filter(pl.col("solver") == "brute-force").filter(pl.len().over("clues") >= 5)
by_clues = lab.quantiles(brute, ["clues"], "checks")
figure, axes = plt.subplots(figsize=(7, 3.6))
lab.band(axes, by_clues, "clues", lab.BLUE, "brute-force")
axes.set(yscale="log", xlabel="clues", ylabel="checks (PHP16's Verify)")
axes.set_title("Effort of brute force by clues")
axes.annotate(lab.BAND, (0, -0.2), xycoords="axes fraction", fontsize=8, va="top")
lab.save(figure, "tour-4-clues");

# %% [markdown]
# ## 5. Which strategies do puzzles need?
#
# The table `strategies` is wide, one column `n_…` per strategy. Unpivoting makes it long:

# %%
usage = (
    run.strategies.unpivot(
        on=pl.selectors.starts_with("n_"),
        index=["puzzle_id", "set", "solver"],
        variable_name="strategy",
        value_name="times",
    )
    .filter(pl.col("times") > 0)
    .with_columns(pl.col("strategy").str.strip_prefix("n_").str.replace_all("_", "-"))
)
used = usage.group_by("solver", "strategy").agg(pl.len().alias("puzzles"), pl.col("times").sum())
used = used.sort("solver", "puzzles", "strategy", descending=[False, True, False]).collect()
lab.numbers(used, "tour-strategies")

# %%
logic = used.filter(pl.col("solver") == "logic-b09")
figure, axes = plt.subplots(figsize=(7, 0.32 * len(logic) + 1.2))
axes.barh(logic["strategy"], 100 * logic["puzzles"] / puzzles, color=lab.BLUE)
axes.invert_yaxis()
axes.grid(axis="y", visible=False)
axes.set(xlabel="puzzles that needed it, %", title="B09's eight strategies on the demo puzzles")
lab.save(figure, "tour-5-strategies");

# %% [markdown]
# ## And solver against solver
#
# Each puzzle is its own control: the human method against brute force, puzzle by puzzle, with a
# 95 % interval over resampled puzzles (seeded). Where a limit hides who was faster, the puzzle
# counts for neither.

# %%
both = lab.paired(run, "human", "brute-force", "cpu_ns")
faster = both["answered"] & (both["cpu_ns"] < both["cpu_ns_other"])
slower = both["answered_other"] & (both["cpu_ns"] > both["cpu_ns_other"])
for name, wins in (("human is faster", faster), ("brute force is faster", slower)):
    share, low, high = lab.bootstrap(np.mean, wins.to_numpy())
    print(f"{name} on {100 * share:.1f} % of the puzzles [{100 * low:.1f}, {100 * high:.1f}]")
