"""Writes the table of claims in results/README.md.

    scripts/python/claims.py                 from results/experiments/NAME/claims.csv
    scripts/python/claims.py --trial FOLDER  what was published, from FOLDER/NAME/claims.csv of a
                                             trial; what runs say is left to be measured
    scripts/python/claims.py --check         exits with 1 if the table is not what it would write

One row per claim of every file in experiments, in their order, with the three judgements. A judgement
on many sets is shortened to the number of sets in which it holds and the range of the figures; the
archived README.md of the experiment has all of them.
"""

import csv
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "results" / "README.md"
BEGIN, END = "<!-- claims: scripts/python/claims.py -->\n", "<!-- /claims -->\n"
#: In the order of the sources, then what follows from them.
NAMES = ["hr12-9x9", "hr12-strategies", "hr12-16x16", "aw15", "php16-first", "php16", "b09"]
TO_MEASURE = "*to be measured*"


def names():
    """Every experiment: those above first."""
    others = sorted(path.stem for path in (ROOT / "experiments").glob("*.toml"))
    return NAMES + [name for name in others if name not in NAMES]


def shortened(figures):
    """The figures of a judgement, without a list of many sets."""
    head = figures.partition(": ")[0]
    values = [float(v) for v in re.findall(r"(?:^|, )\S[^:]*: (?:≥ )?(-?[\d.]+)", figures[len(head) + 2 :])]
    held = re.search(r"holds in (\d+) of (\d+) sets", figures)
    whole = re.search(r"(?:and is|is) (-?[\d.]+ ± [\d.]+|-?[\d.]+)$", head)
    if whole:
        return whole[1]
    if not values:
        return figures
    low, high = min(values), max(values)
    span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return f"{held[1]} of {held[2]} sets; {span}" if held else span


def judged(ruling, figures):
    if ruling == "no data":
        return "no data"
    short = shortened(figures)
    return f"{ruling} ({short})" if short else ruling


def rows(name, trial):
    with open(ROOT / "experiments" / f"{name}.toml", "rb") as file:
        experiment = tomllib.load(file)
    claims = [claim["text"] for claim in experiment["claims"]]
    is_published = any("published" in column for column in experiment["columns"])
    path = (trial or ROOT / "results" / "experiments") / name / "claims.csv"
    found = {}
    if path.exists():
        with open(path, newline="") as file:
            found = {row["claim"]: row for row in csv.DictReader(file)}
    for text in claims:
        row = found.get(text)
        published = judged(row["published"], row["published_figures"]) if row else TO_MEASURE
        published = published if is_published else "no data"
        runs = [TO_MEASURE] * 3
        if row and not trial:
            runs = [judged(row["as_source"], row["as_source_figures"]),
                    judged(row["ours"], row["our_figures"]), f"**{row['verdict']}**"]  # fmt: skip
        cells = [name, text, published, *runs]
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def table(trial):
    lines = [
        "| `experiment` | claim | published | as the source did it | ours | verdict |\n",
        "|---|---|---|---|---|---|\n",
    ]
    for name in names():
        lines += rows(name, trial)
    return "".join(lines)


def main(arguments):
    trial = Path(arguments[1]) if arguments[:1] == ["--trial"] else None
    text = README.read_text()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    new = before + BEGIN + table(trial) + END + after
    if arguments[:1] == ["--check"]:
        return int(new != text)
    README.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
