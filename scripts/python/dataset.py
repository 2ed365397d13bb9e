"""The steps of scripts/dataset.sh that no command of sudoku-lab does.

    dataset.py short RATED PER RATING…      prints those of the ratings that fewer than PER puzzles of the
                                            run RATED have, no two on one grid
    dataset.py choose RATED PER FILE        the lines of up to PER puzzles of each rating of the run
                                            RATED, the first in its order, no two on one grid
    dataset.py table RUN FILE.parquet       what the run RUN says of its puzzles, as one table
    dataset.py finish RUN FOLDER PER HOW    FOLDER/puzzles holds the parts that `split` made: adds
                                            their steps, the card with the text HOW, load.py and
                                            SHA256SUMS
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

import polars as pl

ROOT = Path(__file__).resolve().parents[2]
PARTS = ["train", "validation", "test"]
LOADER = Path(__file__).with_name("load_dataset.py")

#: The columns of the table of puzzles, and what they say.
PUZZLES = {
    "id": "number of the puzzle in this data set",
    "puzzle": "81 cells row by row, `.` for an empty one",
    "solution": "the only solution",
    "clues": "givens",
    "ser": "rating of Sudoku Explainer 1.2.1 (ER), in tenths",
    "ser_pearl": "rating up to the first placement (EP), in tenths",
    "ser_diamond": "rating up to the first elimination (ED), in tenths",
    "solved": "whether the solver `logic` solves it",
    "hardest": "of the strategies that `logic` used, the one with the highest level, then score",
    "hardest_in_order": "of these, the one that it tries last",
    "puzzle_key": "key of the puzzle: equal for puzzles that are the same up to symmetry",
    "core_key": "key of what singles leave: equal if only redundant clues differ",
    "grid_key": "key of the solution grid",
    "automorphisms": "symmetries that leave the puzzle as it is",
}
#: The columns of the table of steps, and what they say.
STEPS = {
    "id": "the puzzle",
    "step": "number of the step, from 1",
    "strategy": "the strategy applied",
    "level": "its level",
    "placements": "digits placed, as `R1C5=3 R2C2=7`",
    "eliminations": "candidates removed, as `R2C3<>48` (neither 4 nor 8 in row 2, column 3)",
    "candidates_left": "candidates in empty cells after it",
}


def read(run, table):
    return pl.read_parquet(f"{run}/{table}/*.parquet").sort("puzzle_id", maintain_order=True)


def on_grids(rated):
    """The rated puzzles of a run, one for each solution grid."""
    puzzles = read(rated, "puzzles").filter(pl.col("ser") > 0)
    return puzzles.unique("grid_key", keep="first", maintain_order=True)


def short(rated, per, *ratings):
    counts = dict(on_grids(rated).group_by("ser").len().iter_rows())
    print(*(rating for rating in ratings if counts.get(round(10 * float(rating)), 0) < int(per)))


def choose(rated, per, path):
    puzzles = on_grids(rated)
    chosen = puzzles.group_by("ser", maintain_order=True).head(int(per))
    chosen = chosen.sort("ser", "puzzle_id")
    Path(path).write_text("".join(f"{line}\n" for line in chosen["puzzle"]))


def table(run, path):
    logic = read(run, "solves").filter(pl.col("solver") == "logic").select(
        "puzzle_id", "hardest", "hardest_in_order", (pl.col("status") == "unique").alias("solved")
    )  # fmt: skip
    puzzles = read(run, "puzzles").join(logic, on="puzzle_id", how="left")
    puzzles.rename({"puzzle_id": "id"}).select(*PUZZLES).write_parquet(path)


def finish(run, folder, per, how):
    folder = Path(folder)
    steps = read(run, "steps").rename({"puzzle_id": "id"}).select(*STEPS)
    wrong = read(run, "steps").filter(~pl.col("step_ok")).height
    assert wrong == 0, f"{wrong} steps do not hold"
    (folder / "steps").mkdir(exist_ok=True)
    parts = {}
    for part in PARTS:
        puzzles = parts[part] = pl.read_parquet(folder / "puzzles" / f"{part}.parquet")
        steps.join(puzzles.select("id"), on="id", how="semi", maintain_order="left").write_parquet(
            folder / "steps" / f"{part}.parquet"
        )
    shutil.copy(LOADER, folder / "load.py")
    (folder / "puzzles" / "split.json").rename(folder / "split.json")
    manifest = json.loads(Path(run, "manifest.json").read_text())
    card = write_card(parts, int(per), how, manifest)
    (folder / "README.md").write_text(card)
    (folder / "ratings.svg").write_text(picture(pl.concat(parts.values()), int(per)))
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n"
        for path in files
        if path.name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(sums))


def write_card(parts, per, how, manifest):
    puzzles = pl.concat(parts.values())
    assert puzzles["grid_key"].n_unique() == puzzles.height, "two puzzles share a grid"
    count = puzzles.height
    sizes = [(1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**9, "100K<n<1M")]
    size = next(name for most, name in sizes if count < most)
    configs = "".join(config(name) for name in ["puzzles", "steps"])
    of_part = ", ".join(f"{parts[part].height:,} {part}" for part in PARTS)
    strata = puzzles.group_by("ser").len().sort("ser")
    short = [
        f"{rating / 10:.1f}: {number:,}" for rating, number in strata.iter_rows() if number < per
    ]
    full = strata.filter(pl.col("len") >= per).height
    return f"""---
license: cc0-1.0
pretty_name: Sudoku puzzles graded by Sudoku Explainer's rating
tags:
- sudoku
- puzzles
- reasoning
size_categories:
- {size}
configs:
{configs}---

# Sudoku puzzles graded by Sudoku Explainer's rating

{count:,} minimal 9×9 puzzles ({of_part}), made from seeds by sudoku-lab \
{manifest["version"]}: up to {per:,} of each rating from {strata["ser"].min() / 10:.1f} to \
{strata["ser"].max() / 10:.1f}. {full} of {strata.height} ratings have that many; too few were met of \
{"; ".join(short) or "none"}. A rating that is not named was not met at all.

No two puzzles have the same solution grid up to symmetry, so the parts share no board at any level: \
compare `grid_key`. Each part has its share of each rating. Solutions were checked by code that \
shares nothing with the solvers, and each step against the solution.

Puzzles are minimal: each given is needed. Within a rating they are the first that the generator \
made (random removal from random grids), so that their numbers of givens are those of that \
generator and not those among all minimal puzzles. Where these were too few, the others were made to order \
(`generate --rating`, by exchanges of givens towards the rating), which is a further bias.

![Puzzles of each rating](ratings.svg)

## `puzzles`

{describe(PUZZLES)}
## `steps`

What the solver `logic` does, step by step, with its strategies that presume no single solution.

{describe(STEPS)}
## Load it

`python load.py` loads both tables with `datasets`, pandas, polars and duckdb, and checks `SHA256SUMS`.

```python
import polars as pl
puzzles = pl.read_parquet("puzzles/*.parquet")
steps = pl.read_parquet("steps/train.parquet")
```

## Make it

```sh
{how}
```

Licence: CC0 1.0, no rights reserved.
"""


def picture(puzzles, per):
    """How many puzzles there are of each rating, as SVG."""
    counts = dict(puzzles.group_by("ser").len().iter_rows())
    width, height, left = 8, 200, 40
    low, high = min(counts), max(counts)
    right = left + width * (high - low + 2)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right} {height + 60}" '
    parts = [head + 'font-family="sans-serif" font-size="10">']
    parts.append(f'<rect width="{right}" height="{height + 60}" fill="white"/>')
    parts.append(f'<text x="{left}" y="12">Puzzles of each rating (ER), at most {per:,}</text>')
    for value in range(low, high + 1):
        x, tall = left + width * (value - low), height * counts.get(value, 0) / per
        parts.append(f'<rect x="{x}" y="{height + 25 - tall:.1f}" width="{width - 1}" height="{tall:.1f}" fill="#0072B2"/>')
        if value % 10 == 0:
            parts.append(f'<text x="{x}" y="{height + 40}">{value / 10:.1f}</text>')
    parts.append(f'<text x="2" y="32">{per:,}</text><text x="2" y="{height + 25}">0</text></svg>')
    return "\n".join(parts) + "\n"


def config(name):
    default = "  default: true\n" if name == "puzzles" else ""
    files = "".join(f"  - split: {part}\n    path: {name}/{part}.parquet\n" for part in PARTS)
    return f"- config_name: {name}\n{default}  data_files:\n{files}"


def describe(columns):
    rows = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in columns.items())
    return f"| column | meaning |\n|---|---|\n{rows}"


if __name__ == "__main__":
    {"short": short, "choose": choose, "table": table, "finish": finish}[sys.argv[1]](*sys.argv[2:])
