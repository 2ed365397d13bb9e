"""Inputs that change between the commands of a run.

Cases: `input WHEN CHANGE UNITS`. WHEN is a state and the command that meets the change; what
ends with 0 has the rows of the old inputs or those of the new ones, never of both. UNITS says
which units `work` is asked for: `all`, or each of the `missing` ones alone.
"""

import gzip

from calls import ALL, scenes
from machine import Violation

CHANGES = ["first", "comment", "last", "swapped", "packed", "longer", "shorter", "gone", "folder", "empty"]


def cases(lab):
    for name, state, _ in scenes(lab).values():
        if state == "nothing" or name == "merge":
            continue
        for change in CHANGES:
            yield f"input {name}/{state} {change} all"
            if name in ("plan", "work"):
                yield f"input {name}/{state} {change} missing"


def change(folder, how):
    plain, packed = folder / "a.txt", folder / "b.txt.gz"
    lines = plain.read_text().splitlines()
    puzzles = [n for n, line in enumerate(lines) if len(line) == 81]
    if how in ("first", "last"):
        # A puzzle of the same length with other digits.
        place = puzzles[0 if how == "first" else -1]
        lines[place] = lines[place].translate(str.maketrans("123456789", "234567891"))
    elif how == "comment":
        lines[puzzles[0]] = "#" + lines[puzzles[0]][1:]
    elif how == "swapped":
        a, b = puzzles[0], puzzles[-1]
        lines[a], lines[b] = lines[b], lines[a]
    elif how == "longer":
        lines.append(lines[puzzles[0]])
    elif how == "shorter":
        lines.pop()
    elif how == "packed":
        size = packed.stat().st_size
        text = gzip.decompress(packed.read_bytes()).replace(b"another", b"anothre")
        packed.write_bytes(gzip.compress(text, mtime=0)[:size].ljust(size, b"\0"))
        return
    plain.write_text("\n".join(lines) + "\n" if how != "empty" else "")
    if how in ("gone", "folder"):
        plain.unlink()
    if how == "folder":
        plain.mkdir()


def rows_of_new(box):
    """The rows of an undisturbed run on the changed inputs."""
    run = box.place / "new"
    words = [run if word == box.run else word for word in box.words("run")]
    end = box.machine.end(box.machine.begin(words))
    return box.lab.rows(run) if end.code == 0 else None


def do(box, step, units):
    """One command; the exit code. `missing`: `work` for each missing unit alone."""
    if step != "work" or units == "all":
        return box.do(step, {}).code
    missing = box.machine.end(box.machine.begin(["status", box.run, "--missing"])).out.split()
    words = ["work", box.run, "--threads", 1, "--quiet", "--unit"]
    return max((box.machine.do([*words, unit], {}).code for unit in missing), default=0)


def changed(box, scene, how, units):
    name, state = scene.split("/")
    box.begin(state, inputs=True)
    change(box.inputs, how)
    box.before = box.outside()
    steps = ["plan", "work", "finalize"] if name == "plan" else ALL[name, state]
    done = 0
    for step in steps:
        if do(box, step, units) != 0:
            break
        done += 1
    new = rows_of_new(box)
    if done == len(steps) or (box.run / "_SUCCESS").exists():
        old = box.lab.different(box.run)
        if old and (new is None or box.lab.different(box.run, new)):
            codes = f"{done} of {len(steps)} commands ended with 0"
            raise Violation(f"{codes}, and the rows are of neither input: {old}")
    # With the old inputs again, everything that is done is done right, or refused.
    if done < len(steps):
        for name in ("a.txt", "b.txt.gz"):
            path = box.inputs / name
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
            path.write_bytes((box.lab.inputs / name).read_bytes())
        ends = [do(box, step, units) for step in steps]
        if ends == [0] * len(steps):
            box.check_rows("with the old inputs again all ended with 0")
