"""What puzzles are taken in, and that nothing wrong in them ends a batch."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

import sudoku_lab as lab

PUZZLE = "1234341221......"
SOLUTION = "1234341221434321"
# Random inputs of every wrong kind; a million for the whole test.
RANDOM = int(os.environ.get("SUDOKU_LAB_RANDOM", "3000"))

BATCHES: list[Callable[[Any], lab.Table]] = [
    lab.solve,
    lab.check,
    lab.count_solutions,
    lab.rate,
    lambda puzzles: lab.rate(puzzles, order="ser"),
    lab.keys,
    lab.canonical,
    lab.convert,
    lab.explain,
    lambda puzzles: lab.augment(puzzles, seed=1),
    lab.dedup,
    lambda puzzles: lab.split(puzzles, by="puzzle"),
]

CELLS = [[int(cell) for cell in PUZZLE.replace(".", "0")]] * 2


@pytest.mark.parametrize(
    "puzzles",
    [
        [PUZZLE, PUZZLE],
        (PUZZLE, PUZZLE),
        [PUZZLE.encode(), lab.Puzzle(PUZZLE)],
        numpy.array([PUZZLE, PUZZLE]),
        numpy.array([PUZZLE, PUZZLE], dtype="S"),
        numpy.array([PUZZLE, PUZZLE], dtype=object),
        numpy.array(CELLS),
        numpy.array(CELLS, dtype=numpy.uint8).reshape(2, 4, 4),
        pandas.Series([PUZZLE, PUZZLE]),
        pandas.Series([PUZZLE, PUZZLE], dtype=object),
        pandas.Series([PUZZLE, PUZZLE], index=[7, 3]),
        pandas.DataFrame({"id": [1, 2], "puzzle": [PUZZLE, PUZZLE]}),
        polars.Series([PUZZLE, PUZZLE]),
        polars.Series([PUZZLE.encode(), PUZZLE.encode()]),
        polars.DataFrame({"id": ["a", "b"], "puzzle": [PUZZLE, PUZZLE]}),
        polars.concat([polars.Series([PUZZLE]), polars.Series([PUZZLE])], rechunk=False),
        pyarrow.array([PUZZLE, PUZZLE]),
        pyarrow.array([PUZZLE, PUZZLE], pyarrow.large_string()),
        pyarrow.array([PUZZLE, PUZZLE], pyarrow.string_view()),
        pyarrow.array(["x", PUZZLE, PUZZLE])[1:],
        pyarrow.chunked_array([[PUZZLE], [], [PUZZLE]]),
        pyarrow.table({"only": [PUZZLE, PUZZLE]}),
    ],
    ids=lambda puzzles: type(puzzles).__module__,
)
def test_columns(puzzles: Any) -> None:
    assert lab.solve(puzzles)["solution"].to_pylist() == [SOLUTION, SOLUTION]


def test_results_go_on() -> None:
    table = lab.solve([PUZZLE, None])
    frame = polars.DataFrame(table)
    assert frame.columns == table.column_names
    assert frame.to_dict(as_series=False) == table.to_pydict()
    assert pyarrow.table(table).to_pydict() == table.to_pydict()
    assert pandas.DataFrame.from_arrow(table)["solution"][0] == SOLUTION
    assert polars.Series(table["solution"]).to_list() == [SOLUTION, None]
    assert pyarrow.array(table["solutions"]).to_pylist() == [1, None]
    assert lab.check(table.select(["solution"]))["verdict"].to_pylist() == ["unique", "invalid"]
    assert table.to_polars().equals(frame)
    assert table.to_pandas().shape == table.to_pyarrow().shape == (2, 6)
    with pytest.raises(KeyError):
        table["none"]
    with pytest.raises(IndexError):
        table.row(2)
    assert table.row(-1)["solution"] is None


def test_no_rows() -> None:
    for batch in BATCHES:
        for empty in ([], polars.Series([], dtype=polars.String), numpy.array([], dtype=str)):
            assert len(batch(empty)) == 0


@pytest.mark.parametrize("puzzles", [1, None, 1.5, polars.Series([1]), pyarrow.array([[1]]), object()])
def test_what_is_no_column(puzzles: Any) -> None:
    for batch in BATCHES:
        with pytest.raises(TypeError):
            batch(puzzles)


def wrong(chance: random.Random) -> object:
    """A value that is seldom a puzzle."""
    length = chance.choice([0, 1, 15, 16, 17, 36, 80, 81, 82, 256, 729, 5000])
    return chance.choice(
        [
            lambda: None,
            lambda: math.nan,
            lambda: pandas.NA,
            lambda: pandas.NaT,
            lambda: chance.randrange(10**16),
            lambda: -1.5,
            lambda: [PUZZLE],
            lambda: {"puzzle": PUZZLE},
            lambda: object(),
            lambda: type,
            lambda: chance.randbytes(length),
            lambda: "".join(chance.choices("123456789.", k=length)),
            lambda: "".join(chance.choices("0.é\0\n\r|-😀\ud800", k=length)),
            lambda: "." * length,
            lambda: PUZZLE,
            lambda: numpy.str_(PUZZLE),
            lambda: bytearray(PUZZLE.encode()),
        ]
    )()


def test_wrong_values_are_rows() -> None:
    values = [wrong(random.Random(number)) for number in range(RANDOM)]
    verdicts = lab.check(values)
    assert len(verdicts) == len(values)
    for value, verdict, reason in zip(
        values, verdicts["verdict"].to_pylist(), verdicts["reason"].to_pylist(), strict=True
    ):
        assert (reason is None) == (verdict != "invalid"), value
        if isinstance(value, str) and value == PUZZLE:
            assert verdict == "unique"
        if not isinstance(value, (str, bytes)):
            assert verdict == "invalid", value
    for batch in BATCHES:
        if batch in (lab.solve, lab.count_solutions, lab.check, lab.convert, lab.dedup):
            batch(values)
        else:
            batch(values[:300])


def test_single_wrong_values() -> None:
    for number in range(200):
        value = wrong(random.Random(number))
        try:
            lab.check(value)
        except (ValueError, TypeError) as error:
            assert str(error)


@pytest.mark.parametrize(
    "call",
    [
        lambda: lab.solve(PUZZLE, solver="none"),
        lambda: lab.solve(PUZZLE, count=0),
        lambda: lab.solve(PUZZLE, threads=0),
        lambda: lab.solve(PUZZLE, threads=1025),
        lambda: lab.solve(PUZZLE, time_limit=-1.0),
        lambda: lab.rate(PUZZLE, order="none"),
        lambda: lab.rate(PUZZLE, invariant=True),
        lambda: lab.explain(PUZZLE, strategies=["none"]),
        lambda: lab.convert(PUZZLE, "none"),
        lambda: lab.convert(PUZZLE, "csv"),
        lambda: lab.convert(PUZZLE, encoding="minimal"),
        lambda: lab.dedup([PUZZLE], by="none"),
        lambda: lab.split([PUZZLE], by="puzzle", train=1.0),
        lambda: lab.split([PUZZLE], by="puzzle", stratify=["a", "b"]),
        lambda: lab.audit({}),
        lambda: lab.audit({"a": [PUZZLE]}, by=["none"]),
        lambda: lab.generate(1, seed=1),
        lambda: lab.generate(1, seed=1, clues=82),
        lambda: lab.generate(1, seed=1, clues=30, size=7),
        lambda: lab.generate(1, seed=1, clues=30, symmetry="none at all"),
        lambda: lab.generate(1, seed=1, level="none"),
    ],
)
def test_arguments_that_make_no_sense(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        call()


def test_tables_are_iterated() -> None:
    for solver in lab.solvers():
        solved = lab.solve([PUZZLE], solver=solver["name"], max_checks=100_000)
        assert solved["status"][0] in ("first", "unique", "stalled", "unsupported", "none")
        assert solved["solution"][0] in (SOLUTION, None)
    for strategy in lab.strategies():
        explained = lab.explain(PUZZLE, strategies=[strategy["name"]])
        assert {step["strategy"] for step in explained["steps"]} <= {strategy["name"]}
    for order in lab.orders():
        assert lab.rate(PUZZLE, order=order["name"])["status"] in ("ok", "stalled", "unsupported")
    for form in lab.formats():
        try:
            text = lab.convert(PUZZLE, form["name"])
        except ValueError as error:
            assert "to write" in str(error) and form["name"] != "line", form
            continue
        if form["name"] in ("line", "ericson", "marks"):
            assert lab.solve(text) == SOLUTION, form


def test_puzzles_draw_themselves() -> None:
    puzzle = lab.Puzzle(f" {PUZZLE} ")
    assert puzzle == PUZZLE and lab.solve(puzzle) == SOLUTION
    assert puzzle._repr_svg_().startswith("<svg") and "Puzzle" in repr(puzzle)
    step = puzzle.steps()[0]
    page = step._repr_html_()
    assert "<svg" in page and step.facts["conclusion"] in page
    assert lab.Puzzle(lab.convert(PUZZLE, "marks")) == PUZZLE
    for text in ("x", "1" * 16):
        with pytest.raises(ValueError):
            lab.Puzzle(text)
