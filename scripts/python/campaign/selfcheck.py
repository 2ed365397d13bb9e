"""The campaign's own check: what is broken on purpose must be found.

Cases: `self DEED`. Each breaks what a case finds after an undisturbed command, and is itself a
violation if nobody notices.
"""

import json
import shutil

import polars as pl

import disk
from machine import Violation

DEEDS = ["row", "missing-row", "part", "twice", "no-success", "manifest", "outside", "hang", "panic", "unsynced"]


def cases():
    return [f"self {deed}" for deed in DEEDS]


def check(box, deed):
    box.begin("done")
    end = box.do("run", {})
    box.check_end("run", end)
    try:
        broken(box, deed)
        box.check_end("run", end)
    except Violation:
        return
    if box.machine.problems:
        box.machine.problems.clear()
        return
    raise Violation(f"the campaign does not notice: {deed}")


def broken(box, deed):
    part = box.run / "solves/part-000001.parquet"
    if deed == "row":
        frame = pl.read_parquet(part)
        frame.with_columns(pl.col("checks") + 1).write_parquet(part)
    elif deed == "missing-row":
        pl.read_parquet(part)[1:].write_parquet(part)
    elif deed == "part":
        part.unlink()
    elif deed == "twice":
        shutil.copy(part, part.with_name("part-000007.parquet"))
    elif deed == "no-success":
        (box.run / "_SUCCESS").unlink()
    elif deed == "manifest":
        path = box.run / "manifest.json"
        manifest = json.loads(path.read_text())
        manifest["parts"].pop()
        path.write_text(json.dumps(manifest))
    elif deed == "outside":
        (box.place / "beside/notes.txt").write_text("changed")
    elif deed == "hang":
        box.machine.end(box.machine.begin(box.words("run"), {"SLOW_MS": 5000}), 1)
    elif deed == "panic":
        box.machine.program = "/bin/sh"
        box.machine.end(box.machine.begin(["-c", "exit 101"]))
    elif deed == "unsynced":
        # A power cut at the end of a run that syncs nothing: all names, no data.
        made, end = disk.record(box, "run/nothing")
        disk.build(box, "nothing", [change for change in made if change[0] != "s"], "names", 0)
        assert (box.run / "_SUCCESS").exists()
