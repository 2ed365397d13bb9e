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
# # How hard generated puzzles are, and how biased the generators
#
# Sudoku Explainer's rating (ER) of 9×9 puzzles by how they were made: random minimal puzzles, minimal
# ones whose pattern has a symmetry, puzzles with a wanted number of givens, puzzles made to order
# (`--rating 7.0..=7.9`) and a hunt for the same range. All are made from seeds by
# `scripts/notebooks.sh`.

# %%
import matplotlib.pyplot as plt
import numpy as np
import polars as pl

import lab

# %%
lab.section("made-to-order/run")

# %%
run = lab.Run("made-to-order", "run")
puzzles = run.puzzles.select(
    pl.col("set").cast(pl.String).str.replace(".txt", "", literal=True).alias("made"),
    "puzzle", "clues", "grid_key", (pl.col("ser") / 10).alias("rating"),
).filter(pl.col("rating") > 0).collect()  # fmt: skip
GENERATORS = ["minimal", "rotate", "clues-24", "clues-28", "clues-32", "order", "hunt"]
assert set(puzzles["made"]) == set(GENERATORS), set(puzzles["made"])
parts = {name: puzzles.filter(pl.col("made") == name) for name in GENERATORS}

# %% [markdown]
# ## The distribution of ratings
#
# Shares with their standard errors: of `order` and `hunt` they say only that the target was met.

# %%
rows = []
for name, part in parts.items():
    ratings = part["rating"].to_numpy()
    row = {"generator": name, "puzzles": len(part), "mean givens": part["clues"].mean()}
    row |= {f"q{int(100 * q)}": np.quantile(ratings, q) for q in (0.1, 0.5, 0.9)}
    for least in (2.0, 4.5, 7.0, 8.0):
        share = (ratings >= least).mean()
        row |= {f"{least}+": share, f"{least}+ error": np.sqrt(share * (1 - share) / len(part))}
    rows.append(row)
lab.numbers(pl.DataFrame(rows), "made-to-order-ratings")

# %%
figure, axes = plt.subplots(figsize=(7.2, 4.2))
colours = [lab.BLUE, lab.SKY, lab.ORANGE, lab.GREEN, lab.RED, lab.PURPLE, lab.BLACK]
for name, colour in zip(GENERATORS, colours):
    ratings = np.sort(parts[name]["rating"].to_numpy())
    above = 1 - np.arange(len(ratings)) / len(ratings)
    axes.step(ratings, above, where="pre", color=colour, label=name)
axes.set_yscale("log")
axes.set(
    xlabel="rating (ER) of at least", ylabel="share of the puzzles",
    title="Who makes hard puzzles",
)  # fmt: skip
axes.legend(fontsize=8)
lab.save(figure, "made-to-order-ratings")

# %% [markdown]
# ## The price of a rating
#
# Random minimal puzzles that have to be made and rated for one of each range.

# %%
ratings = parts["minimal"]["rating"].to_numpy()
price = []
for low in np.arange(1, 10):
    met = int(((ratings >= low) & (ratings < low + 0.95)).sum())
    price.append({"rating": f"{low}.x", "met": met, "made for one": len(ratings) / met if met else None})
lab.numbers(pl.DataFrame(price), "made-to-order-price")

# %% [markdown]
# ## The bias within one range
#
# Puzzles of ratings from 7.0 to 7.9, by how they came. An unbiased search would have the givens and the
# ratings that random minimal puzzles of the range have. `kin`: puzzles that share their solution grid, up to
# symmetry, with another of the same file.

# %%
rows = []
for name in ("minimal", "rotate", "order", "hunt"):
    part = parts[name].filter(pl.col("rating").is_between(7.0, 7.9))
    if part.is_empty():
        rows.append({"generator": name, "puzzles": 0})
        continue
    kin = part.filter(pl.len().over("grid_key") > 1).height
    rows.append({
        "generator": name, "puzzles": part.height, "mean rating": part["rating"].mean(),
        "mean givens": part["clues"].mean(), "least givens": part["clues"].min(),
        "most givens": part["clues"].max(), "kin": kin / part.height,
    })  # fmt: skip
lab.numbers(pl.DataFrame(rows), "made-to-order-bias")

# %%
figure, axes = plt.subplots(figsize=(7.2, 3.6))
for name, colour in zip(("minimal", "order", "hunt"), (lab.BLUE, lab.PURPLE, lab.BLACK)):
    part = parts[name].filter(pl.col("rating").is_between(7.0, 7.9))
    count = part.group_by("clues").len().sort("clues")
    axes.plot(count["clues"], count["len"] / max(part.height, 1), "o-", color=colour, label=name)
axes.set(xlabel="givens", ylabel="share", title="Givens of puzzles rated 7.0 to 7.9")
axes.legend(fontsize=8)
lab.save(figure, "made-to-order-givens")
