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
# # PHP16: the checks of brute force
#
# PHP16 counts calls of `Verify` and does not stop at a solution. For its puzzle it prints 156,380
# checks; the solution is reached after 116,070. Both are reproduced exactly. Then the same count
# over whole sets: how many checks to the first solution, how many to exhaustion, and how heavy the
# tail is.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

# %% [markdown]
# ## The published count

# %%
lab.section("php16")

# %%
published = lab.experiment("php16").filter(pl.col("column") == "checks")
published = published.drop_nulls("published")
assert len(published) == 1
assert (published["measured"] == published["published"]).all()
published.select("set", "measured", "published")

# %% [markdown]
# ## Over the sets: to the first solution, and to exhaustion
#
# Two runs over the same puzzles, `--count 1` and `--count 2`. A puzzle with several solutions is
# left out of the comparison: the second run stops at its second solution.

# %%
lab.section("php16-sets/first", "php16-sets/exhausted")

# %%
first, proof = lab.Run("php16-sets", "first"), lab.Run("php16-sets", "exhausted")
unique = proof.puzzles.filter(pl.col("n_solutions") == 1).select("puzzle_id")
columns = ["puzzle_id", "set", "clues", "checks", "answered", "limited"]
one, other = (r.solves.select(columns).join(unique, on="puzzle_id") for r in (first, proof))
both = one.join(other, on=["puzzle_id", "set", "clues"], suffix="_proof").collect()
limit = first.manifest["config"]["max_checks"]
summary = pl.concat(
    lab.quantiles(
        both.select("set", "puzzle_id", checks=name, limited=flag), ["set"], "checks",
        (0.05, 0.5, 0.95),
    ).insert_column(1, pl.lit(what).alias("to"))
    for what, name, flag in (
        ("first solution", "checks", "limited"), ("exhaustion", "checks_proof", "limited_proof"),
    )
)  # fmt: skip
lab.numbers(summary.sort("set", "to"), "php16-quantiles")

# %% [markdown]
# The quantile of a set is exact where `…_exact` says so, and otherwise at least the value: the
# puzzles that met the limit need more.

# %%
sets = sorted(both["set"].unique())
colours = dict(zip(sets, [lab.BLUE, lab.ORANGE, lab.GREEN, lab.RED, lab.PURPLE, lab.SKY] * 9))
figure, grid = plt.subplots(1, 2, figsize=(10, 4), sharey=True, sharex=True)
for axes, title, name, flag in (
    (grid[0], "To the first solution", "checks", "answered"),
    (grid[1], "To exhaustion", "checks_proof", "answered_proof"),
):
    for place, name_of_set in enumerate(sets):
        group = both.filter(pl.col("set") == name_of_set)
        points, share = lab.needs_more(group[name], group[flag])
        share = np.maximum(share, 1 / (2 * len(group)))
        style = ["-", "--", ":", "-."][place % 4]
        axes.step(points, 100 * share, where="post", color=colours[name_of_set], linestyle=style,
                  label=f"{name_of_set} ({len(group):,})")  # fmt: skip
    axes.axvline(limit, color=lab.BLACK, linewidth=0.8)
    axes.set(xscale="log", yscale="log", title=title, xlabel="checks (PHP16's Verify)")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_formatter(lambda value, _: "")
    axes.set_ylim(100 / (2 * len(both)), 130)
grid[0].set_ylabel("puzzles that need more, %")
grid[0].legend(fontsize=8, title="set (puzzles)")
grid[1].annotate("limit", (limit, 100), rotation=90, va="top", ha="right", fontsize=8)
lab.save(figure, "php16-survival");

# %% [markdown]
# ## How heavy is the tail?
#
# If the share that needs more than $x$ checks falls like $x^{-\alpha}$, the mean over many puzzles
# is carried by few of them; below $\alpha = 1$ there is no mean at all. Hill's estimate of
# $\alpha$ from the hardest fifth of a set; puzzles that met the limit count as above it, not at
# it. With a seeded bootstrap interval; a set whose hardest fifth is all beyond the limit has none.


# %%
def hill(values, answered):
    """Hill's tail exponent for values censored at a limit: exceedances over log excess."""
    threshold = np.quantile(values, 0.8)
    tail = values >= threshold
    excess = np.log(values[tail] / threshold).sum()
    return answered[tail].sum() / excess if excess > 0 else np.nan


rows = []
for name_of_set in sets:
    group = both.filter(pl.col("set") == name_of_set)
    if len(group) >= 50 and group["limited_proof"].mean() < 0.15:
        values = group["checks_proof"].cast(pl.Float64)
        estimate = lab.bootstrap(hill, values, group["answered_proof"], resamples=400)
        rows.append({"set": name_of_set} | dict(zip(["alpha", "low", "high"], estimate)))
schema = {"set": pl.String, "alpha": pl.Float64, "low": pl.Float64, "high": pl.Float64}
lab.numbers(pl.DataFrame(rows, schema), "php16-tail")

# %% [markdown]
# ## What does the proof cost?
#
# The share of the whole search that is spent before the solution is found, among puzzles whose
# search ended.

# %%
ended = both.filter("answered", "answered_proof")
ended = ended.with_columns(share=pl.col("checks") / pl.col("checks_proof"))
figure, axes = plt.subplots(figsize=(7, 3.6))
axes.hist(100 * ended["share"], bins=np.arange(0, 101, 5), color=lab.BLUE, edgecolor="white")
axes.set(xlabel="checks to the first solution, % of all checks", ylabel="puzzles")
median = float(ended["share"].median())
axes.set_title(f"Half the puzzles find it within {100 * median:.0f} % of the search")
lab.save(figure, "php16-first-of-all");
print(f"{len(both) - len(ended):,} of {len(both):,} puzzles met the limit of {limit:,} checks")
