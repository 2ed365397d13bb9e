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
# # HR12: brute force, a human method, and SAT
#
# Tables A.1 to A.4 and figures 1 to 4 of R. Hedin and J. Rydh (KTH 2012), ours over theirs. Their
# times are wall milliseconds of Java in 2012, MiniSat's with files; ours are CPU time, MiniSat in
# process. So shapes are compared, not heights; and effort, which depends on no machine, is shown
# beside time. Published means are drawn as they are; of ours, medians and bands, and means only
# where no limit hides part of them.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

NAMES = {"brute-force": "brute force", "human": "human", "sat-hr12": "SAT"}
COLOURS = {"brute-force": lab.RED, "human": lab.BLUE, "sat-hr12": lab.GREEN}


def levels(name):
    """A run of an experiment: attempts with the number of givens of their set."""
    run = lab.Run(name, "run")
    return run.solves.with_columns(givens=pl.col("clues").cast(pl.Int64)).collect()


def published(table, title):
    """A published column by givens, in ns."""
    rows = table.filter(pl.col("column") == title).with_columns(pl.col("set").cast(pl.Int64))
    return rows.sort("set").select("set", ns=1e6 * pl.col("published"), ours="measured",
                                   bound=pl.col("bound") != "")  # fmt: skip


# %% [markdown]
# ## Tables A.1 and A.2, figures 2 and 3: 9×9

# %%
lab.section("hr12-9x9")

# %%
table = lab.experiment("hr12-9x9")
solves = levels("hr12-9x9")
times = lab.quantiles(solves, ["solver", "givens"], "cpu_ns")
checks = lab.quantiles(solves, ["solver", "givens"], "checks")
wide = table.filter(pl.col("column").str.ends_with("ms")).with_columns(
    pl.concat_str(pl.col("bound").replace(lab.SIGNS),
                  pl.col("measured").round_sig_figs(3)).alias("ours, ms"),
    pl.col("published").alias("published, ms"),
)  # fmt: skip
with pl.Config(tbl_rows=30):
    print(wide.pivot("column", index="set", values=["ours, ms", "published, ms"]))

# %%
figure, grid = plt.subplots(1, 3, figsize=(12, 4))
for solver, name in NAMES.items():
    theirs = published(table, f"{name}, ms")
    grid[0].plot(theirs["set"], theirs["ns"], color=COLOURS[solver], label=name, marker="s", ms=3)
    one = times.filter(pl.col("solver") == solver)
    lab.band(grid[1], one, "givens", COLOURS[solver], name)
    one = checks.filter(pl.col("solver") == solver)
    lab.band(grid[2], one, "givens", COLOURS[solver], name)
grid[0].set_title("Published: mean wall time, 2012")
grid[1].set_title("Ours: CPU time")
grid[2].set(title="Ours: effort", yscale="symlog", ylabel="checks of each solver's own kind")
for axes, what in ((grid[0], "mean time"), (grid[1], "median time")):
    lab.time_axis(axes.yaxis, what)
for axes in grid:
    lab.whole(axes.xaxis, "givens")
grid[0].legend()
lab.save(figure, "hr12-figure-2");

# %% [markdown]
# Table A.1 and figure 3: brute force minus human, puzzle by puzzle. The published figure is the
# difference of means; ours is the median difference with its band from 10 % to 90 %, hollow or with an
# arrow where a limit hides it, and the share of boards on which the human method was faster with a
# 95 % interval (bootstrap, seed 1).

# %%
both = lab.paired(lab.Run("hr12-9x9", "run"), "brute-force", "human", "cpu_ns")
rows = []
for (clues,), group in both.group_by("clues", maintain_order=True):
    wins = (group["answered_other"] & (group["cpu_ns_other"] < group["cpu_ns"])).to_numpy()
    share, low, high = lab.bootstrap(np.mean, wins, resamples=400)
    rows.append({"givens": clues, "share": share, "low": low, "high": high,
                 "hidden": int((group["limited"] & group["limited_other"]).sum())})  # fmt: skip
wins = lab.numbers(pl.DataFrame(rows).sort("givens"), "hr12-human-wins")
gain = lab.numbers(
    pl.DataFrame(
        {"givens": clues} | lab.difference_quantiles(group, "cpu_ns")
        for (clues,), group in both.group_by("clues")
    ).sort("givens"),
    "hr12-difference",
)  # fmt: skip
brute, human = (published(table, f"{name}, ms") for name in ("brute force", "human"))
figure, grid = plt.subplots(1, 3, figsize=(13, 3.8))
grid[0].bar(brute["set"], (brute["ns"] - human["ns"]) / 1e6, color=lab.GREY)
grid[0].set(title="Published: brute force minus human", ylabel="ms")
lab.band(grid[1], gain, "givens", lab.BLUE, "median difference", scale=1e-6)
grid[1].axhline(0, color=lab.BLACK, linewidth=0.8)
grid[1].set_yscale("symlog", linthresh=0.01)
grid[1].set(title="Ours: brute force minus human, by board", ylabel="median and band, ms")
grid[2].fill_between(wins["givens"], 100 * wins["low"], 100 * wins["high"], alpha=0.2, lw=0)
grid[2].plot(wins["givens"], 100 * wins["share"], color=lab.BLUE, marker="o", ms=3)
for axes in grid:
    lab.whole(axes.xaxis, "givens")
grid[2].axhline(50, color=lab.BLACK, linewidth=0.8)
grid[2].set(title="Ours: boards on which human is faster",
            ylabel="boards, %, with 95 % interval", ylim=(0, 100))  # fmt: skip
lab.save(figure, "hr12-figure-3");

# %% [markdown]
# ## Table A.3, figure 1: strategies in combinations, and what S4 was
#
# The listing's S4 looks for two digits confined to the same two cells of a row or column and
# removes them from the other cells, where they cannot be: it never removes anything. So “no
# difference without S4” is a finding about the listing. `human-hr12-listing` is the method as it
# was measured, `human` as the text describes it.

# %%
lab.section("hr12-strategies")

# %%
table = lab.experiment("hr12-strategies")
solves = levels("hr12-strategies")
guesses = lab.quantiles(solves, ["solver", "givens"], "guesses")
times = lab.quantiles(solves, ["solver", "givens"], "cpu_ns")
variants = {
    "human": ("all, ms", lab.BLACK), "human-s1": ("S1, ms", lab.RED),
    "human-s12": ("S1 S2, ms", lab.ORANGE), "human-s123": ("S1 S2 S3, ms", lab.BLUE),
    "human-s124": ("S1 S2 S4, ms", lab.GREEN), "human-hr12-listing": ("", lab.PURPLE),
}  # fmt: skip
figure, grid = plt.subplots(1, 3, figsize=(12, 4))
for solver, (title, colour) in variants.items():
    if title:
        theirs = published(table, title)
        grid[0].plot(theirs["set"], theirs["ns"], color=colour, marker="s", ms=3, label=title[:-4])
    label = "all as printed" if solver == "human-hr12-listing" else title[:-4]
    style = "--" if solver == "human-hr12-listing" else "-"
    for axes, frame in ((grid[1], times), (grid[2], guesses)):
        one = frame.filter(pl.col("solver") == solver).sort("givens")
        axes.plot(one["givens"], one["q50"], color=colour, linestyle=style, label=label)
        hidden = one.filter(~pl.col("q50_exact"))
        axes.plot(hidden["givens"], hidden["q50"], "o", mfc="white", mec=colour)
lab.time_axis(grid[0].yaxis, "mean time")
lab.time_axis(grid[1].yaxis, "median time")
grid[2].set(yscale="symlog", ylabel="median guesses", title="Ours: guesses")
grid[0].set_title("Published: mean wall time, 2012")
grid[1].set_title("Ours: CPU time")
for axes in grid:
    lab.whole(axes.xaxis, "givens")
grid[1].legend(fontsize=8)
lab.save(figure, "hr12-figure-1");

# %% [markdown]
# **The S4 finding.** Per board, does leaving S4 out change the number of guesses? As printed it
# cannot, and does not; as described it does.

# %%
run = lab.Run("hr12-strategies", "run")
rows = []
without = {"human-hr12-listing": "human-hr12-listing-s123", "human": "human-s123"}
there = set(run.solvers())
for name in [name for name in without if {name, without[name]} <= there]:
    pair = lab.paired(run, without[name], name, "guesses")
    known = pair.filter("answered", "answered_other")
    change = (known["guesses"] != known["guesses_other"]).to_numpy()
    share, low, high = lab.bootstrap(np.mean, change, resamples=400)
    rows.append({"with S4": name, "boards": len(known), "changed": share, "low": low, "high": high,
                 "guesses without": known["guesses"].sum(),
                 "guesses with": known["guesses_other"].sum()})  # fmt: skip
finding = lab.numbers(pl.DataFrame(rows), "hr12-s4")
listing = finding.filter(pl.col("with S4") == "human-hr12-listing")
assert (listing["guesses without"] == listing["guesses with"]).all(), "the listing's S4 fired"
finding

# %% [markdown]
# ## Table A.4, figure 4: 16×16

# %%
lab.section("hr12-16x16")

# %%
table = lab.experiment("hr12-16x16")
solves = levels("hr12-16x16")
times = lab.quantiles(solves, ["solver", "givens"], "cpu_ns")
figure, grid = plt.subplots(1, 2, figsize=(10, 4))
for solver, name in NAMES.items():
    theirs = published(table, f"{name}, ms")
    grid[0].plot(theirs["set"], theirs["ns"], color=COLOURS[solver], label=name, marker="s", ms=3)
    lab.band(grid[1], times.filter(pl.col("solver") == solver), "givens", COLOURS[solver], name)
grid[0].set_title("Published: mean wall time, 2012")
grid[1].set_title("Ours: CPU time, limit 2 s")
for axes, what in ((grid[0], "mean time"), (grid[1], "median time")):
    lab.time_axis(axes.yaxis, what)
    lab.whole(axes.xaxis, "givens")
grid[0].legend()
lab.save(figure, "hr12-figure-4")
limited = solves.group_by("solver").agg(limited=100 * pl.col("limited").mean()).sort("solver")
print("attempts that met the limit, %:", dict(limited.rows()))

# %% [markdown]
# ## The CNF finding
#
# The listing's box loops run to `sqrt − 1`, so only (s − 1)² of the s² boxes are constrained, and
# its header says 78,976 clauses whatever the size. The numbers of clauses follow by arithmetic:

# %%
lab.section()

# %%


def clauses(n, boxes):
    """Clauses without givens: a digit per cell; no digit twice in a row, a column, a box."""
    pairs = n * (n - 1) // 2
    return n * n + (2 * n + boxes) * n * pairs


sizes = pl.DataFrame(
    {"size": n, "by the text": clauses(n, n), "as printed": clauses(n, (int(n**0.5) - 1) ** 2)}
    for n in (9, 16, 25)
)
assert sizes["by the text"].to_list() == [8829, 92416, 563125]
assert sizes["as printed"].to_list() == [7209, 78976, 495625]
sizes
