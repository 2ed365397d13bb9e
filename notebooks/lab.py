"""What the notebooks share: reading runs, statistics that respect limits, and the look of plots.

A solver that reached its limit would have needed more than it was measured to need. Nothing here
averages such rows as if they had finished: quantiles say whether they are exact or lower bounds,
and curves count such puzzles as not answered. Quantiles and bounds are defined as in the program's
summaries, and a test compares the two.

The times of a solver that takes many puzzles together are means of a batch, and not a single
puzzle's: quantiles of its times are of these means, and are marked (`Run.batches`); its times are
not compared puzzle by puzzle.
"""

import csv
import json
import os
from pathlib import Path

import matplotlib
import numpy as np
import polars as pl
from IPython import get_ipython
from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

ROOT = Path(__file__).resolve().parent.parent
#: Where the runs are; figures go to the folder `figures` in it.
RESULTS = Path(os.environ.get("SUDOKU_LAB_RESULTS", ROOT / "results"))

#: Statuses of an attempt that ended with a verdict on the puzzle.
ANSWERED = ["unique", "first", "multiple", "none"]
#: What these claim of the number of solutions, as `n_solutions` has it; `first` claims nothing.
CLAIMED = {"none": 0, "unique": 1, "multiple": 2}
#: `n_solutions` where the reference solver does not know it.
UNKNOWN = 255
#: Statuses of an attempt whose time and effort are known from below only.
LIMITED = ["limit"]
#: Statuses without an attempt, or with one that tells nothing of a time.
NOTHING = ["unsupported", "panic", "wrong"]

#: Signs of bounds, by their names in an experiment's table.
SIGNS = {"lower": "≥ ", "upper": "≤ ", "unknown": "? "}

# Okabe and Ito's palette, which survives the common kinds of colour blindness.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#222222",
)  # fmt: skip
GREY = "#B4BAC1"

plt.rcParams.update({
    "figure.dpi": 100,
    "savefig.dpi": 160,
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#E3E6EA",
    "axes.axisbelow": True,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    # The same figure gives the same file.
    "svg.hashsalt": "sudoku-lab",
})


_is_skipping = False


def section(*names):
    """Begins a part of a notebook that reads these runs and experiments, in a cell of its own.

    What is not there is named, and the cells up to the next section are left out.
    """
    global _is_skipping
    missing = [name for name in names if not _is_there(RESULTS / name)]
    _is_skipping = bool(missing)
    for name in missing:
        print(f"left out: there is no {RESULTS / name}; scripts/notebooks.sh makes it")


def _is_there(folder):
    is_experiment = (folder / "table.csv").exists() and (folder / "run" / "_SUCCESS").exists()
    return is_experiment or (folder / "_SUCCESS").exists()


def _left_out(lines):
    begins = any(line.startswith("lab.section(") for line in lines)
    return lines if begins or not _is_skipping else []


_shell = get_ipython()
if _shell is not None:
    _shell.input_transformers_cleanup.append(_left_out)


class Run:
    """The tables of a run, scanned when they are needed."""

    def __init__(self, *path):
        self.folder = RESULTS.joinpath(*path)
        if not (self.folder / "_SUCCESS").exists():
            raise FileNotFoundError(
                f"there is no finished run in {self.folder}: scripts/notebooks.sh makes it"
            )
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        damage = list(self._damage())
        if damage:
            raise ValueError(f"{self.folder} is damaged: {'; '.join(damage)}")

    def _damage(self):
        """What of the tables is not as the manifest says."""
        parts = {part["path"]: part["bytes"] for part in self.manifest["parts"]}
        for path, size in parts.items():
            file = self.folder / path
            if not file.is_file():
                yield f"{path} is gone"
            elif file.stat().st_size != size:
                yield f"{path} has {file.stat().st_size} bytes, and had {size}"
        for table in {path.split("/")[0] for path in parts}:
            for file in (self.folder / table).glob("*.parquet"):
                if f"{table}/{file.name}" not in parts:
                    yield f"{table}/{file.name} is of no unit of the run"

    def table(self, name):
        """A table as a lazy frame, Enum columns as text."""
        frame = pl.scan_parquet(self.folder / name / "*.parquet")
        enums = [c for c, kind in frame.collect_schema().items() if isinstance(kind, pl.Enum)]
        return frame.with_columns(pl.col(enums).cast(pl.String))

    @property
    def puzzles(self):
        return self.table("puzzles")

    @property
    def all_solves(self):
        """One row per puzzle and solver, with `answered`, `limited`, `refuted` and `time_is_bound`.

        Neither of the first two is true where it stalled, failed or was wrong, does not take the
        puzzle, or is refuted: it claims another number of solutions than the puzzle has. A time is a
        lower bound where it is limited, and so is the mean of a batch of which one puzzle is.
        """
        batch = ["solver", "batch", "cpu_ns"]
        known = self.table("puzzles").select("puzzle_id", "n_solutions")
        claimed = pl.col("status").replace_strict(CLAIMED, default=None, return_dtype=pl.Int64)
        refuted = (pl.col("n_solutions") != UNKNOWN) & (claimed != pl.col("n_solutions"))
        frame = self.table("solves").join(known, on="puzzle_id", maintain_order="left")
        frame = frame.with_columns(refuted=refuted.fill_null(False)).drop("n_solutions")
        frame = frame.with_columns(
            answered=pl.col("status").is_in(ANSWERED) & ~pl.col("refuted"),
            limited=pl.col("status").is_in(LIMITED),
        )
        is_cut = (pl.col("batch") > 1) & pl.col("limited").any().over(batch)
        return frame.with_columns(time_is_bound=pl.col("limited") | is_cut)

    @property
    def solves(self):
        """The same for times and effort: without what was not attempted, failed, was wrong or refuted."""
        return self.all_solves.filter(~(pl.col("status").is_in(NOTHING) | pl.col("refuted")))

    @property
    def strategies(self):
        return self.table("strategies")

    def solvers(self):
        """The run's solvers, in its order."""
        return self.manifest["config"]["solvers"]

    def batches(self):
        """The solvers whose times are means of a batch of puzzles, with the most of one batch."""
        summary = pl.read_parquet(self.folder / "summary" / "solvers.parquet")
        batched = summary.filter(pl.col("batch") > 1).select(pl.col("solver").cast(pl.String), "batch")
        return dict(batched.rows())


def experiment(name):
    """The table of an experiment: ours and the published figures, by set and column."""
    path = RESULTS / name / "table.csv"
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}: scripts/notebooks.sh makes it")
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    numbers = ["measured", "standard_error", "published"]
    frame = pl.DataFrame(rows, schema=header, orient="row")
    if "bound" not in frame.columns:
        # Tables of earlier versions know lower bounds only.
        frame = frame.with_columns(
            bound=pl.col("is_lower_bound").replace({"true": "lower", "false": ""})
        ).drop("is_lower_bound")
    return frame.with_columns(pl.col(numbers).cast(pl.Float64, strict=False))


def three_digits(values, down):
    """Values rounded to three digits: down where `down` says so, else to the nearest."""
    rounded = np.array(values, float)
    sized = np.isfinite(rounded) & (rounded > 0)
    value, unit = rounded[sized], 10.0 ** (np.floor(np.log10(rounded[sized])) - 2)
    # A quotient may lie a little below the whole number that it is.
    rounded[sized] = np.floor(value / unit + np.where(down[sized], 1e-9, 0.5)) * unit
    return rounded


def quantile(values, limited, share):
    """The smallest value with this share of the values at or below it, and whether that is exact.

    Limited values are at least what they are: the quantile is exact where, to three digits, enough
    other values are at or below it, and a lower bound elsewhere.
    """
    values, limited = np.asarray(values, float), np.asarray(limited, bool)
    if len(values) == 0:
        return float("nan"), False
    rank = max(int(np.ceil(share * len(values) * (1 - 1e-12))), 1)
    rounded = three_digits(values, down=limited)
    known = np.count_nonzero(rounded[~limited] <= np.sort(rounded)[rank - 1])
    return float(np.sort(values)[rank - 1]), bool(known >= rank)


def quantiles(frame, keys, value, shares=(0.1, 0.5, 0.9)):
    """Quantiles of a column by group: `q50` and so on, with `q50_exact`."""
    bound = "time_is_bound" if value.endswith("_ns") else "limited"
    rows = []
    for key, group in frame.group_by(keys, maintain_order=True):
        row = dict(zip(keys, key)) | {"puzzles": len(group), "limited": int(group["limited"].sum())}
        for share in shares:
            name = f"q{round(100 * share)}"
            row[name], row[f"{name}_exact"] = quantile(group[value], group[bound], share)
        rows.append(row)
    return pl.DataFrame(rows).sort(keys)


def answered_by(values, answered, points=120):
    """The curve of answers: values in rising order, and the share answered by then.

    Of more values than `points` that many are kept, evenly and with the last, each with its share.
    """
    values, answered = np.asarray(values, float), np.asarray(answered, bool)
    rising = np.sort(values[answered])
    kept = np.unique(np.linspace(0, len(rising) - 1, min(points, len(rising))).astype(int))
    return rising[kept], (kept + 1) / max(len(values), 1)


def needs_more(values, answered):
    """The survival curve: the share not answered with so much."""
    points, share = answered_by(values, answered)
    return points, 1 - share


def bootstrap(statistic, *columns, seed=1, resamples=1000):
    """A statistic of paired columns with its 95 % interval over resampled rows."""
    columns = [np.asarray(column) for column in columns]
    random = np.random.default_rng(seed)
    rows = len(columns[0])
    picks = (random.integers(0, rows, rows) for _ in range(resamples))
    again = [statistic(*(column[pick] for column in columns)) for pick in picks]
    low, high = np.nanquantile(np.array(again, float), [0.025, 0.975], axis=0)
    return statistic(*columns), low, high


def ranks(values):
    """Ranks from 1, ties sharing their mean."""
    return pl.Series(np.asarray(values, float)).rank("average").to_numpy()


def spearman(*columns):
    """The matrix of rank correlations."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.corrcoef(np.array([ranks(column) for column in columns]))


def difference_quantiles(pair, value, shares=(0.1, 0.5, 0.9)):
    """Quantiles of the first solver's value less the other's, puzzle by puzzle: `q50` and so on.

    Where the first is limited the difference may be any larger one, where the other is any smaller
    one: `q50_exact` is whether the quantile is the same whatever the limits hide.
    """
    difference = (pair[value].cast(pl.Int64) - pair[f"{value}_other"].cast(pl.Int64)).to_numpy()
    lowest = np.sort(np.where(pair["limited_other"], -np.inf, difference))
    highest = np.sort(np.where(pair["limited"], np.inf, difference))
    row = {"puzzles": len(pair)}
    for share in shares:
        place = max(int(np.ceil(share * len(pair) * (1 - 1e-12))), 1) - 1
        name = f"q{round(100 * share)}"
        row[name] = int(np.sort(difference)[place])
        row[f"{name}_exact"] = bool(lowest[place] == highest[place])
    return row


def paired(run, first, second, value):
    """Two solvers on the same puzzles: their values and whether they answered."""
    batched = [name for name in (first, second) if value.endswith("_ns") and name in run.batches()]
    if batched:
        raise ValueError(f"a time of {batched[0]} is the mean of a batch, not a single puzzle's")
    columns = ["puzzle_id", "set", "clues", value, "answered", "limited"]
    one, other = (
        run.solves.filter(pl.col("solver") == name).select(columns) for name in (first, second)
    )
    return one.join(other, on=["puzzle_id", "set", "clues"], suffix="_other").collect()


# Plots


def duration(ns, _=None):
    """Nanoseconds as a short text."""
    for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if ns >= unit:
            return f"{ns / unit:g} {name}"
    return f"{ns:g} ns"


def time_axis(axis, what="CPU time per puzzle"):
    """A logarithmic axis of nanoseconds."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(duration))
    axis.set_minor_formatter(NullFormatter())
    axis.set_label_text(what)


def log_axis(axis, what):
    """A logarithmic axis of counts, named at powers of ten only."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_minor_formatter(NullFormatter())
    axis.set_label_text(what)


def whole(axis, what):
    """An axis of whole numbers."""
    axis.set_major_locator(MaxNLocator(integer=True))
    axis.set_label_text(what)


def band(axes, table, x, colour, label, scale=1.0):
    """Medians with the band from the 10th to the 90th percentile; what limits hide is marked."""
    table = table.sort(x)
    places = table[x].to_numpy()
    low, middle, high = (scale * table[name].to_numpy() for name in ("q10", "q50", "q90"))
    axes.fill_between(places, low, high, color=colour, alpha=0.16, linewidth=0)
    axes.plot(places, middle, color=colour, label=label, marker="o", markersize=3)
    hidden = ~table["q50_exact"].to_numpy()
    axes.plot(places[hidden], middle[hidden], "o", markersize=6, mfc="white", mec=colour)
    cut = ~table["q90_exact"].to_numpy()
    axes.plot(places[cut], high[cut], linestyle="", marker=matplotlib.markers.CARETUPBASE,
              markersize=5, color=colour)  # fmt: skip


#: What `band` draws, in words for a caption.
BAND = "Line: median; band: 10 % to 90 %; hollow dot or arrow: at least this, a limit hides the rest"


def save(figure, name):
    """Writes a figure to `figures/` as SVG and PNG."""
    folder = RESULTS / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", metadata={"Software": None})
    return figure


def numbers(frame, name):
    """Writes figures that a test compares with the program's own."""
    folder = RESULTS / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    frame.write_csv(folder / f"{name}.csv")
    return frame
