"""The notebooks run without a word on stderr, and say what the program says.

SUDOKU_LAB_RESULTS: the folder of the runs that they read; SUDOKU_LAB: the program. The figures
that the notebooks make stay in the folder `figures` there.
"""

import csv
import io
import os
import subprocess
from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

RESULTS = Path(os.environ["SUDOKU_LAB_RESULTS"])
NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("[0-9]*.py"))


def three_digits(value):
    """Rounded as the program's summaries are."""
    return float(f"{float(value):.3g}")


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", NAMES)
def test_pairs_agree_and_hold_no_outputs(name):
    script, notebook = (jupytext.read(NOTEBOOKS / f"{name}.{end}") for end in ("py", "ipynb"))
    assert [cell.source for cell in script.cells] == [cell.source for cell in notebook.cells]
    assert all(not cell.get("outputs") for cell in notebook.cells)


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_run_silently(name):
    notebook = jupytext.read(NOTEBOOKS / f"{name}.py")
    resources = {"metadata": {"path": str(NOTEBOOKS)}}
    client = NotebookClient(notebook, timeout=3600, resources=resources)
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    said = [output.text for output in outputs if output.get("name") == "stderr"]
    assert not said, said


def summary(run):
    command = [os.environ["SUDOKU_LAB"], "summarize", RESULTS / run, "--format", "csv"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {row["solver"]: row for row in csv.DictReader(io.StringIO(text))}


def test_times_of_the_tour_are_those_of_summarize():
    program = summary("demo")
    rows = table(RESULTS / "figures" / "tour-times.csv")
    assert {row["solver"] for row in rows} == set(program)
    for row in rows:
        ours = program[row["solver"]]
        assert int(row["puzzles"]) == int(ours["puzzles"])
        assert int(row["limited"]) == int(ours["limit"])
        for mine, theirs in (("q50", "median_ns"), ("q95", "p95_ns")):
            assert three_digits(row[mine]) == pytest.approx(float(ours[theirs]), rel=0.006), row
            is_bound = ours[theirs.replace("_ns", "_is_lower_bound")]
            assert row[f"{mine}_exact"] == {"true": "false", "false": "true"}[is_bound], row


def test_strategies_of_the_tour_are_those_of_summarize():
    program = table(RESULTS / "demo" / "summary" / "strategies.csv")
    program = {(r["solver"], r["strategy"]): (r["puzzles"], r["applications"]) for r in program}
    rows = table(RESULTS / "figures" / "tour-strategies.csv")
    assert {(r["solver"], r["strategy"]): (r["puzzles"], r["times"]) for r in rows} == program


def test_every_figure_is_there_twice():
    figures = RESULTS / "figures"
    for name in {path.stem for path in figures.glob("*.svg")} | {p.stem for p in figures.glob("*.png")}:
        assert (figures / f"{name}.svg").stat().st_size > 5_000, name
        assert (figures / f"{name}.png").stat().st_size > 5_000, name
