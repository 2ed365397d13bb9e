"""Results equal the command line's, row by row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars
import pytest
from conftest import COUNT, KINDS, command

import sudoku_lab as lab

Column = list[str | None]


def rows(table: lab.Table) -> list[dict[str, Any]]:
    return [table.row(place) for place in range(len(table))]


@pytest.mark.parametrize("count", [1, 2])
def test_solve(puzzles: Column, table: Path, count: int) -> None:
    lines = command("solve", table, "--count", count, "--stats").splitlines()
    ours = rows(lab.solve(puzzles, count=count))
    assert len(lines) == len(ours) == len(puzzles)
    for number, (line, row) in enumerate(zip(lines, ours, strict=True), 1):
        first, *stats = line.split("\t")
        facts = dict(stat.split("=") for stat in stats)
        if row["reason"] is not None:
            assert first == f"# line {number}: {row['reason']}"
            continue
        assert row["status"] == facts["status"]
        assert first == (row["solution"] or f"# line {number}: {row['status']}")
        for name in ("solutions", "checks", "guesses"):
            assert row[name] == int(facts[name])


def test_every_solver(puzzles: Column, table: Path, kind: str) -> None:
    for solver in lab.solvers():
        name = solver["name"]
        if "file" in name:
            continue
        few, limit = puzzles[:12], 20_000
        lines = command(
            "solve", table, "--solver", name, "--max-checks", limit, "--stats"
        ).splitlines()[: len(few)]
        ours = rows(lab.solve(few, solver=name, max_checks=limit))
        for number, (line, row) in enumerate(zip(lines, ours, strict=True), 1):
            why = row["reason"] or row["status"]
            assert line.split("\t")[0] == (row["solution"] or f"# line {number}: {why}"), name
            if row["reason"] is None:
                assert f"\tstatus={row['status']}\t" in line, name
        assert lines, f"{name} answers nothing for {kind}"


def test_check(puzzles: Column, table: Path) -> None:
    lines = command("check", table).splitlines()
    for row, line in zip(rows(lab.check(puzzles)), lines, strict=True):
        verdict = row["verdict"] if row["reason"] is None else f"invalid: {row['reason']}"
        assert line.split("\t")[1] == verdict


@pytest.mark.parametrize("order", [None, *(order["name"] for order in lab.orders())])
def test_rate(puzzles: Column, table: Path, order: str | None) -> None:
    if order not in (None, "hodoku", "ser"):
        puzzles = puzzles[:20]
    arguments = ["--max-checks", "3000", *(["--order", order] if order else [])]
    if order == "ser":
        arguments.append("--invariant")
    header, *lines = command("rate", table, *arguments).splitlines()
    names = header.split("\t")
    ours = rows(lab.rate(puzzles, order=order, max_checks=3000, invariant=order == "ser"))
    for row, line in zip(ours, lines, strict=order in (None, "hodoku", "ser")):
        theirs = dict(zip(names, line.split("\t"), strict=True))
        reason = row.pop("reason")
        status = row.pop("status")
        assert theirs["status"] == (status if reason is None else f"invalid: {reason}")
        for name, value in row.items():
            text = theirs[name].removeprefix(">=")
            if name == "solved" and value is None:
                assert text == "false"
            elif isinstance(value, bool):
                assert text == str(value).lower(), name
            else:
                assert text == ("-" if value is None else str(value)), name
    assert set(names) - {"puzzle", "set", "line", "status"} == set(ours[0]) - {"status"}


def test_keys(puzzles: Column, table: Path) -> None:
    lines = command("convert", table, "--to", "keys").splitlines()
    for number, (row, line) in enumerate(zip(rows(lab.keys(puzzles)), lines, strict=True), 1):
        if row["reason"] is not None:
            assert line == f"# line {number}: {row['reason']}"
        else:
            names = ("puzzle_key", "core_key", "grid_key")
            keys = [row[name] or "-" for name in names]
            assert line == "\t".join([*keys, str(row["automorphisms"])])


@pytest.mark.parametrize("to", ["line", "ericson", "canonical", "marks"])
def test_convert(puzzles: Column, table: Path, to: str) -> None:
    lines = command("convert", table, "--to", to).splitlines()
    for number, (row, line) in enumerate(
        zip(rows(lab.convert(puzzles, to)), lines, strict=True), 1
    ):
        assert line == (row["text"] or f"# line {number}: {row['reason']}")


def test_rearrange(puzzles: Column, table: Path) -> None:
    lines = command("convert", table, "--rearrange", 7).splitlines()
    ours = lab.convert(puzzles, rearrange=7)["text"].to_pylist()
    assert [line for line in lines if line[0] != "#"] == [text for text in ours if text]


def test_augment(puzzles: Column, table: Path) -> None:
    text = command("augment", table, "--count", 3, "--seed", 11, "--transformation")
    ours = rows(lab.augment(puzzles, 3, seed=11))
    for row, line in zip(ours, text.splitlines(), strict=True):
        if row["reason"] is not None:
            assert line == f"# line {row['row'] + 1}: {row['reason']}"
        else:
            assert line == f"{row['puzzle']}\t{row['transformation']}"


@pytest.mark.parametrize("order", [None, "hodoku", "ser"])
def test_explain(puzzles: Column, tmp_path: Path, order: str | None) -> None:
    few = puzzles[:25]
    path = tmp_path / "few.parquet"
    polars.DataFrame({"puzzle": few}, schema={"puzzle": polars.String}).write_parquet(path)
    option = ["--order", order] if order else []
    documents = [
        json.loads(line)
        for line in command("explain", path, "--format", "json", *option).splitlines()
    ]
    ours = rows(lab.explain(few, order=order))
    for place, document in enumerate(documents):
        mine = [row for row in ours if row["row"] == place]
        if "rejected" in document:
            assert [row["reason"] for row in mine] == [document["rejected"]["detail"]]
            continue
        assert len(mine) == len(document["steps"])
        for row, step in zip(mine, document["steps"], strict=True):
            assert row["step"] == step["number"]
            assert row["strategy"] == step["strategy"]
            assert row["conclusion"] == step["conclusion"]
            assert row["explanation"] == step.get("reason")
        one = few[place]
        assert one is not None
        single = lab.explain(one, order=order)
        assert single | {"set": 0, "line": 0} == document | {"set": 0, "line": 0}


@pytest.mark.parametrize("by", ["exact", "puzzle", "core", "grid"])
def test_dedup(puzzles: Column, table: Path, by: str) -> None:
    lines = command("dedup", table, "--by", by, "--format", "csv").splitlines()
    ours = lab.dedup(puzzles, by=by)
    assert lines == ["puzzle", *ours["puzzle"].to_pylist()]
    assert [puzzles[row] for row in ours["row"].to_pylist()] == ours["puzzle"].to_pylist()


@pytest.mark.parametrize("stratify", [None, "clues"])
def test_split(puzzles: Column, table: Path, tmp_path: Path, stratify: str | None) -> None:
    out = tmp_path / "parts"
    option = ["--stratify", stratify] if stratify else []
    shares = ["--train", 0.6, "--validation", 0.2, "--seed", 4]
    command("split", table, "--by", "puzzle", *shares, "--format", "csv", "--out", out, *option)
    ours = lab.split(puzzles, by="puzzle", train=0.6, validation=0.2, seed=4, stratify=stratify)
    parts = ours["part"].to_pylist()
    for name in ("train", "validation", "test"):
        theirs = (out / f"{name}.csv").read_text().splitlines()[1:]
        assert theirs == [one for one, part in zip(puzzles, parts, strict=True) if part == name]
    for part, reason in zip(parts, ours["reason"].to_pylist(), strict=True):
        assert (part is None) == (reason is not None)


def test_audit(puzzles: Column, table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    half = puzzles[: len(puzzles) // 2]
    polars.DataFrame({"puzzle": half}, schema={"puzzle": polars.String}).write_parquet(other)
    theirs = json.loads(command("audit", table, other, "--format", "json", "--examples", 0))
    ours = lab.audit({"a": puzzles, "b": half}, examples=0)

    def unnamed(document: Any) -> Any:
        if isinstance(document, dict):
            skipped = ("set", "sets", "version")
            return {
                name: unnamed(value)
                for name, value in document.items()
                if name not in skipped or isinstance(value, list) and name == "levels"
            }
        return [unnamed(one) for one in document] if isinstance(document, list) else document

    assert unnamed(ours) == unnamed(theirs)
    assert [one["puzzles"] for one in ours["sets"]] == [one["puzzles"] for one in theirs["sets"]]


def test_generate(kind: str) -> None:
    options: list[object] = []
    for name, value in KINDS[kind].items():
        if name == "require":
            options += {"minimal": ["--minimal"], "any": ["--any"], "marks": ["--minimal", "--marks"]}[
                str(value)
            ]
        else:
            options += [f"--{name}", value]
    lines = command("generate", "--count", COUNT, "--seed", 5, *options).splitlines()
    assert list(lab.generate(COUNT, seed=5, **KINDS[kind])) == lines
    assert lab.generate(COUNT, seed=5, **KINDS[kind]).table()["puzzle"].to_pylist() == lines


def test_single_puzzles(puzzles: Column, table: Path) -> None:
    """A single puzzle's answer is its row's, and what is none has the same reason."""
    verdicts = lab.check(puzzles)
    for place, puzzle in enumerate(puzzles[:40]):
        if puzzle is None:
            continue
        reason = verdicts["reason"][place]
        if reason is None:
            assert lab.check(puzzle) == verdicts["verdict"][place]
            continue
        for function in (lab.check, lab.solve, lab.rate, lab.keys, lab.explain, lab.convert):
            with pytest.raises(ValueError) as caught:
                function(puzzle)
            assert str(caught.value) == reason
