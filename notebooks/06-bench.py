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
# # Who is best where
#
# All solvers of a run on the same puzzles. A solver's *factor* on a puzzle is its CPU time over the
# least time of all that answered: 1 for the first. The share of puzzles with a factor up to a number
# is its performance profile (E. Dolan and J. Moré, 2002). One that stalls, fails, is wrong or does not
# take the puzzle never answers; of one at its limit a lower bound is known. Solvers that take many puzzles together enter with the mean of
# their batch; they are marked `*`.
#
# The run is `results/hardness/run`; `scripts/notebooks.sh` makes it. `sudoku-lab report` shows the
# same of any run.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

# %%
lab.section("hardness/run")

# %%
run = lab.Run("hardness", "run")
batches = run.batches()
attempts = run.all_solves.select("puzzle_id", "solver", "clues", "cpu_ns", "answered", "limited")
attempts = attempts.collect().with_columns(cpu_ns=pl.col("cpu_ns").clip(lower_bound=1))
first = attempts.filter("answered").group_by("puzzle_id").agg(first=pl.col("cpu_ns").min())
factors = attempts.join(first, on="puzzle_id").with_columns(
    factor=pl.when(pl.col("answered") | pl.col("limited"))
    .then(pl.col("cpu_ns") / pl.col("first")).otherwise(np.inf)
)  # fmt: skip
unanswered = attempts["puzzle_id"].n_unique() - len(first)
print(f"{len(first):,} puzzles; {unanswered:,} answered by none")


def starred(solver):
    return f"{solver}*" if solver in batches else solver


def median(values, limited):
    return lab.quantile(values, limited, 0.5)[0]


# %% [markdown]
# ## The ranking
#
# By the factor within which half of the puzzles were answered, then by the share that was; the median
# factor, a lower bound where a limit hides it, has its 95 % interval over resampled puzzles (seed 1).

# %%
def within_half(group):
    """The factor within which half of the puzzles were answered; infinite, if they were not."""
    answered = np.sort(group.filter("answered")["factor"].to_numpy())
    half = len(group) - len(group) // 2
    return float(answered[half - 1]) if len(answered) >= half else np.inf


def standing(group):
    """How a solver stands on some puzzles."""
    values, limited = group["factor"].to_numpy(), group["limited"].to_numpy()
    middle, low, high = lab.bootstrap(median, values, limited, resamples=200)
    answered = group.filter("answered")["factor"].to_numpy()
    within = {f"within_{n}": float((answered <= n).sum() / len(group)) for n in (1, 2, 10, 100)}
    return {
        "half": within_half(group),
        "puzzles": len(group), "median": middle, "low": low, "high": high,
        "is_bound": not lab.quantile(values, limited, 0.5)[1], **within,
        "answered": len(answered) / len(group),
    }  # fmt: skip


groups = factors.group_by("solver", maintain_order=True)
ranking = pl.DataFrame({"solver": key[0]} | standing(group) for key, group in groups)
ranking = lab.numbers(ranking.sort("half", "answered", descending=[False, True]), "bench-ranking")
with pl.Config(tbl_rows=-1, tbl_cols=-1):
    print(ranking)

# %% [markdown]
# ## Performance profiles
#
# The left end is the share of puzzles on which a solver was the first, the right end what it
# answered.

# %%
MOST = 1e5
COLOURS = [lab.BLUE, lab.ORANGE, lab.GREEN, lab.RED, lab.PURPLE, lab.SKY, lab.BLACK]
figure, axes = plt.subplots(figsize=(7.4, 4.4))
for place, solver in enumerate(ranking["solver"]):
    of = factors.filter(pl.col("solver") == solver)
    x, share = lab.answered_by(of["factor"], of["answered"], points=400)
    x, share = np.append(x[x <= MOST], MOST), share[: (x <= MOST).sum()]
    share = np.append(share, share[-1] if len(share) else 0)
    axes.step(x, share, where="post", label=starred(solver),
              color=COLOURS[place % len(COLOURS)], linestyle=["-", "--", ":"][place // len(COLOURS) % 3])  # fmt: skip
lab.log_axis(axes.xaxis, "times as long as the first")
axes.set_xlim(1, MOST)
axes.set_ylabel("share of puzzles answered")
axes.legend(fontsize=8, ncol=1, loc="upper left", bbox_to_anchor=(1, 1))
lab.save(figure, "bench-profiles");

# %% [markdown]
# ## By givens and by rating
#
# Strata with ten puzzles or more: the factor within which each solver answered half of them, on a
# logarithmic scale of colours, the best of each stratum marked. Ratings are Sudoku Explainer's (`rate-ser.tsv`), where
# they are at hand.

# %%
strata = factors.with_columns(
    kind=pl.lit("givens"), stratum=pl.format("{} givens", pl.col("clues")), order=pl.col("clues").cast(pl.Int64)
)
path = lab.RESULTS / "hardness" / "rate-ser.tsv"
if path.exists():
    rated = pl.read_csv(path, separator="\t", infer_schema_length=0)
    rated = rated.select("puzzle", rating=pl.col("ser").cast(pl.Int64, strict=False))
    rated = rated.filter(pl.col("rating") > 0).unique("puzzle")
    known = run.puzzles.select("puzzle_id", "puzzle").collect().join(rated, on="puzzle")
    rated = factors.join(known.select("puzzle_id", "rating"), on="puzzle_id").with_columns(
        kind=pl.lit("rating"), stratum=pl.format("rated {}", pl.col("rating") // 10),
        order=pl.col("rating") // 10,
    ).drop("rating")  # fmt: skip
    strata = pl.concat([strata, rated])
else:
    print(f"left out: ratings, since there is no {path}")
cells = []
for (kind, order, stratum, solver), group in strata.group_by("kind", "order", "stratum", "solver"):
    if len(group) >= 10:
        cells.append({"kind": kind, "order": order, "stratum": stratum, "solver": solver,
                      "puzzles": len(group), "half": within_half(group)})  # fmt: skip
if not cells:
    raise SystemExit("no stratum has ten puzzles")
cells = lab.numbers(pl.DataFrame(cells).sort("kind", "order", "solver"), "bench-strata")

# %%
columns = cells.select("kind", "order", "stratum").unique().sort("kind", "order")["stratum"].to_list()
rows = ranking["solver"].to_list()
grid = np.full((len(rows), len(columns)), np.nan)
for cell in cells.iter_rows(named=True):
    grid[rows.index(cell["solver"]), columns.index(cell["stratum"])] = cell["half"]
figure, axes = plt.subplots(figsize=(2.2 + 0.42 * len(columns), 1.4 + 0.3 * len(rows)))
shown = np.log10(np.clip(grid, 1, MOST))
image = axes.imshow(shown, aspect="auto", cmap="viridis_r", vmin=0, vmax=np.log10(MOST))
for column in range(len(columns)):
    best = int(np.nanargmin(grid[:, column]))
    axes.plot(column, best, "o", color="white", mec=lab.BLACK, markersize=6)
axes.set_xticks(range(len(columns)), columns, rotation=60, ha="right", fontsize=8)
axes.set_yticks(range(len(rows)), [starred(name) for name in rows], fontsize=8)
axes.grid(False)
bar = figure.colorbar(image, ax=axes, label="factor within which half is answered; dot: the best")
bar.set_ticks(range(6), labels=["1", "10", "100", "1,000", "10⁴", "10⁵ or more, or never"])
lab.save(figure, "bench-strata");

# %% [markdown]
# What each is best at.

# %%
best = cells.filter(pl.col("half").is_finite()).sort("half").group_by("kind", "order", "stratum").first().sort("kind", "order")
for (solver,), group in best.group_by("solver", maintain_order=True):
    print(f"{starred(solver)}: {', '.join(group['stratum'])}")
