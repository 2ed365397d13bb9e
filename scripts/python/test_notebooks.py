"""The notebooks run without a word on stderr, and say what the program says.

SUDOKU_LAB_RESULTS: the folder of the runs that they read; SUDOKU_LAB: the program. The figures
that the notebooks make stay in the folder `figures` there.
"""

import csv
import io
import itertools
import os
import re
import shutil
import subprocess
from pathlib import Path

import jupytext
import polars as pl
import pytest
from nbclient import NotebookClient

RESULTS = Path(os.environ["SUDOKU_LAB_RESULTS"])
NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("[0-9]*.py"))


def third_digit(value):
    """What one more in the third digit of a whole number is worth."""
    return 10 ** max(len(str(value)) - 3, 0)


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", NAMES)
def test_pairs_agree_and_hold_no_outputs(name):
    script, notebook = (jupytext.read(NOTEBOOKS / f"{name}.{end}") for end in ("py", "ipynb"))
    assert [cell.source for cell in script.cells] == [cell.source for cell in notebook.cells]
    assert all(not cell.get("outputs") for cell in notebook.cells)


def outputs(name):
    """What a notebook says on stdout and on stderr."""
    notebook = jupytext.read(NOTEBOOKS / f"{name}.py")
    resources = {"metadata": {"path": str(NOTEBOOKS)}}
    NotebookClient(notebook, timeout=3600, resources=resources).execute()
    all_outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return ["".join(o.text for o in all_outputs if o.get("name") == to) for to in ("stdout", "stderr")]


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_run_silently(name):
    said, troubles = outputs(name)
    assert not troubles, troubles
    assert "left out: there is no" not in said, said


@pytest.mark.parametrize("name", [name for name in NAMES if name != "08-python"])
def test_notebooks_without_runs_name_them(name, monkeypatch, tmp_path):
    monkeypatch.setenv("SUDOKU_LAB_RESULTS", str(tmp_path))
    said, troubles = outputs(name)
    assert not troubles, troubles
    assert f"left out: there is no {tmp_path}/" in said, said
    assert list(tmp_path.iterdir()) == []


def test_notebooks_run_with_what_is_there(monkeypatch, tmp_path):
    monkeypatch.setenv("SUDOKU_LAB_RESULTS", str(tmp_path))
    (tmp_path / "hr12-strategies").symlink_to(RESULTS / "hr12-strategies")
    said, troubles = outputs("01-hr12")
    assert not troubles, troubles
    missing = re.findall(r"left out: there is no .*/(.*); ", said)
    assert missing == ["hr12-9x9", "hr12-16x16"]
    figures = {path.name for path in (tmp_path / "figures").iterdir()}
    assert figures == {"hr12-figure-1.svg", "hr12-figure-1.png", "hr12-s4.csv"}


def test_times_of_batches_are_marked_and_not_compared_by_puzzle(monkeypatch):
    monkeypatch.syspath_prepend(NOTEBOOKS)
    import lab

    rows = table(RESULTS / "figures" / "tour-times.csv")
    assert [row["solver"] for row in rows if int(row["batch"]) > 1] == ["fast"]
    with pytest.raises(ValueError, match="mean of a batch"):
        lab.paired(lab.Run("demo"), "human", "fast", "cpu_ns")
    assert len(lab.paired(lab.Run("demo"), "human", "fast", "checks")) > 0


def test_a_limit_makes_bounds_of_all_times_of_its_batch(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(NOTEBOOKS)
    import lab

    monkeypatch.setattr(lab, "RESULTS", tmp_path)
    puzzles = NOTEBOOKS.parent / "data" / "demo" / "hard.txt"
    options = ["--solvers", "fast", "--max-checks", "3", "--out", tmp_path / "cut", "--quiet"]
    subprocess.run([os.environ["SUDOKU_LAB"], "run", puzzles, *options], check=True)
    solves = lab.Run("cut").solves.collect()
    (times,) = lab.quantiles(solves, ["solver"], "cpu_ns").to_dicts()
    assert 0 < times["limited"] < times["puzzles"] // 10
    assert not any(times[f"q{share}_exact"] for share in (10, 50, 90))
    (checks,) = lab.quantiles(solves, ["solver"], "checks").to_dicts()
    assert checks["q50_exact"]


def test_a_false_claim_is_no_answer(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(NOTEBOOKS)
    import lab

    monkeypatch.setattr(lab, "RESULTS", tmp_path)
    puzzles = NOTEBOOKS.parent / "data" / "demo" / "hard.txt"
    denies = "denies=sed -u s/.*/none/"
    options = ["--solvers", "fast", "--external", denies, "--limit", "9", "--out", tmp_path / "lies", "--quiet"]
    ended = subprocess.run([os.environ["SUDOKU_LAB"], "run", puzzles, *options])
    assert ended.returncode == 70
    run = lab.Run("lies")
    solves = run.all_solves.group_by("solver").agg(pl.col("answered", "refuted").sum()).collect()
    assert set(solves.rows()) == {("fast", 9, 0), ("denies", 0, 9)}
    assert set(run.solves.collect()["solver"]) == {"fast"}


def test_a_damaged_run_is_not_read(monkeypatch, tmp_path):
    monkeypatch.setenv("SUDOKU_LAB_RESULTS", str(tmp_path))
    monkeypatch.syspath_prepend(NOTEBOOKS)
    import lab

    monkeypatch.setattr(lab, "RESULTS", tmp_path)
    shutil.copytree(RESULTS / "demo", tmp_path / "demo")
    lab.Run("demo")
    part = tmp_path / "demo" / "solves" / "part-000000.parquet"
    shutil.copy(part, part.with_name("part-000099.parquet"))
    part.unlink()
    with pytest.raises(ValueError, match="part-000000.parquet is gone.*part-000099.parquet is of no unit"):
        lab.Run("demo")


def test_figure_3_draws_the_median_difference():
    rows = table(RESULTS / "figures" / "hr12-difference.csv")
    assert len(rows) == 21
    for row in rows:
        assert int(row["q10"]) <= int(row["q50"]) <= int(row["q90"])


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
            is_bound = ours[theirs.replace("_ns", "_is_lower_bound")]
            assert row[f"{mine}_exact"] == {"true": "false", "false": "true"}[is_bound], row
            exact, rounded = int(float(row[mine])), int(ours[theirs])
            # Bounds are rounded down: one step for the digits, one for answers that were rounded up.
            steps = (0, 2) if is_bound == "true" else (-0.5, 0.5)
            low, high = (exact - step * third_digit(exact) for step in reversed(steps))
            assert low <= rounded <= high, row


def test_strategies_of_the_tour_are_those_of_summarize():
    program = table(RESULTS / "demo" / "summary" / "strategies.csv")
    program = {(r["solver"], r["strategy"]): (r["puzzles"], r["applications"]) for r in program}
    rows = table(RESULTS / "figures" / "tour-strategies.csv")
    assert {(r["solver"], r["strategy"]): (r["puzzles"], r["times"]) for r in rows} == program


def test_the_ranking_is_that_of_the_report(tmp_path):
    page = tmp_path / "page.html"
    command = [os.environ["SUDOKU_LAB"], "report", RESULTS / "hardness" / "run", "--out", page]
    subprocess.run(command, check=True)
    section = re.search(r'<section id="standings">.*?</table>', page.read_text(), re.DOTALL)[0]
    rows = re.findall(r"<tr>(.*?)</tr>", section.split("<tbody>")[1], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    cells = {name.removesuffix("*"): values for name, *values in cells}
    mine = table(RESULTS / "figures" / "bench-ranking.csv")
    halves = {row["solver"]: float(row["half"]) for row in mine}
    assert halves.keys() == cells.keys()
    assert list(halves.values()) == sorted(halves.values())
    # The report knows factors to three digits: what is the same there may stand either way round here.
    for before, after in itertools.pairwise(halves[name] for name in cells):
        assert after >= before * (1 - 0.012), list(cells)
    for row in mine:
        factor, *shares = cells[row["solver"]]
        factor = factor.split("<")[0]
        median, is_bound = float(row["median"]), row["is_bound"] == "true"
        if factor == "–":
            assert is_bound and median < 1.01, row
        else:
            number = float("inf") if "∞" in factor else float(re.sub("[^0-9.]", "", factor))
            assert factor.startswith("≥") == is_bound, (row, factor)
            assert number == pytest.approx(median, rel=0.012), (row, factor)
        names = ["within_1", "within_2", "within_10", "within_100", "answered"]
        for name, share in zip(names, shares, strict=True):
            share = float(re.sub("[^0-9.]", "", share)) / 100
            assert share == pytest.approx(float(row[name]), abs=0.0006), (row, name, share)


def test_every_figure_is_there_twice():
    figures = RESULTS / "figures"
    for name in {path.stem for path in figures.glob("*.svg")} | {p.stem for p in figures.glob("*.png")}:
        assert (figures / f"{name}.svg").stat().st_size > 5_000, name
        assert (figures / f"{name}.png").stat().st_size > 5_000, name
