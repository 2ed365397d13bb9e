"""Measures `generate` with targets, for scripts/bench-generate.sh.

    bench_generate.py PROGRAM FOLDER [PART…]

Writes a table FOLDER/PART.md for each part. Times are CPU seconds, user and system, of the program; what has
not made all its puzzles by a limit is stopped. Every puzzle is checked again, by `explain` and `rate`.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
SEED = 1


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def cpu_of(process):
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def made(command, limit):
    """The puzzles that a command makes, and its CPU seconds, at most about `limit`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, text=True)
        while process.poll() is None:
            if cpu_of(process.pid) > limit:
                process.terminate()
                process.wait()
            time.sleep(0.02)
        out.seek(0)
        lines = out.read().split()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return lines, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def generate(options, count=100, limit=60, threads=1):
    command = [PROGRAM, "generate", "--seed", str(SEED), "--count", str(count)]
    return made([*command, "--threads", str(threads), *options.split()], limit)


def each(cpu, puzzles):
    return f"{cpu / len(puzzles):.3f}" if puzzles else "–"


def file_of(puzzles):
    file = tempfile.NamedTemporaryFile("w", suffix=".txt")
    file.write("".join(f"{puzzle}\n" for puzzle in puzzles))
    file.flush()
    return file


def rated(puzzles, *options):
    """What `rate` says of each puzzle."""
    if not puzzles:
        return []
    with file_of(puzzles) as file:
        lines = program("rate", file.name, *options).splitlines()
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines[1:]]


def distinct(puzzles):
    """Puzzles that no symmetry takes to one another."""
    if not puzzles:
        return 0
    with file_of(puzzles) as file:
        return len(program("dedup", file.name).split())


def endings(puzzles, strategies):
    """How each ends with these strategies of the ladder."""
    if not puzzles or not strategies:
        return []
    with file_of(puzzles) as file:
        text = program("explain", file.name, "--format", "json", "--strategies", ",".join(strategies))
    return [(line["ending"], line["solutions"]) for line in map(json.loads, text.splitlines())]


def write(part, head, rows, notes=""):
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [head, ["---"] * len(head), *rows]
    table = "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)
    (FOLDER / f"{part}.md").write_text(table + (f"\n{notes}\n" if notes else ""))


def needs():
    """100 puzzles that need each strategy: solved with it, not without it."""
    orders = json.loads(program("list", "orders", "--json"))
    ladder = next(order for order in orders if order["name"] == "ladder")["strategies"]
    ladder = [strategy["name"] for strategy in ladder]
    rows = []
    for place, name in enumerate(ladder):
        puzzles, cpu = generate(f"--needs {name}")
        with_it, without = endings(puzzles, ladder[: place + 1]), endings(puzzles, ladder[:place])
        right = len(with_it) == len(puzzles) > 0 and all(end == ("solved", 1) for end in with_it)
        right &= all(end == ("stalled", 1) for end in without) and distinct(puzzles) == len(puzzles)
        rows.append([name, len(puzzles), f"{cpu:.1f}", each(cpu, puzzles), "yes" if right else "NO"])
        print(*rows[-1], flush=True)
        write("needs", ["strategy", "puzzles", "CPU s", "CPU s each", "all as wanted"], rows)


def ratings():
    """100 puzzles of each range of Sudoku Explainer's rating."""
    ranges = [(12, 19), *((low, low + 9) for low in range(20, 90, 10)), (90, 94)]
    rows = []
    for low, high in ranges:
        text = f"{low / 10}..={high / 10}"
        puzzles, cpu = generate(f"--rating {text}", limit=120)
        values = [int(row["ser"]) for row in rated(puzzles, "--order", "ser")]
        right = all(low <= value <= high for value in values) and distinct(puzzles) == len(puzzles)
        rows.append([text, len(puzzles), f"{cpu:.1f}", each(cpu, puzzles), "yes" if right else "NO"])
        print(*rows[-1], flush=True)
        write("ratings", ["rating", "puzzles", "CPU s", "CPU s each", "all as wanted"], rows)


#: 26 cells: the diagonals and nine more. And the cells of a puzzle that `generate` made.
MASK = "x.......x.x.x.x.x...x...x.....x.x.x.x...x...x.x.x.x.....x...x...x.x.x.x.x...x...x"


def others():
    """Symmetric puzzles, a mask, and other sizes by level."""
    puzzle = program("generate", "--seed", "26", "--count", "1", "--clues", "26").strip()
    orders = ["--symmetry rotate --needs x-wing --max-strategy x-wing"]
    orders += [f"--givens-from {mask}" for mask in (puzzle, MASK)]
    orders += [f"--size {size} --level {level}" for size in (6, 12, 16) for level in ("easy", "medium", "hard")]
    rows = []
    for order in orders:
        count = 1000 if "rotate" in order else 1 if "givens" in order else 100
        puzzles, cpu = generate(order, count, limit=240 if count > 1 else 60)
        right = distinct(puzzles) == len(puzzles)
        if "--level" in order:
            right &= all(row["level"] == order.split()[-1] for row in rated(puzzles))
        rows.append([f"`{order}`", len(puzzles), f"{cpu:.1f}", each(cpu, puzzles), "yes" if right else "NO"])
        print(*rows[-1], flush=True)
        write("others", ["options", "puzzles", "CPU s", "CPU s each", "all as wanted"], rows)


def depth():
    """The hunt for puzzles of T&E depth 2 from generated puzzles."""
    rows = []
    for seed in (1, 2, 3):
        command = [PROGRAM, "generate", "--hunt", "--te-depth", "2", "--count", "100", "--threads", "1"]
        puzzles, cpu = made([*command, "--seed", str(seed)], 300)
        depths = {row["te_depth"] for row in rated(puzzles)}
        right = depths <= {"2"} and distinct(puzzles) == len(puzzles)
        rows.append([seed, len(puzzles), f"{cpu:.1f}", "yes" if right else f"NO: {depths}"])
        print(*rows[-1], flush=True)
        write("depth", ["seed", "puzzles", "CPU s", "all as wanted"], rows)


#: What Python packages make, and our like: a target of each, and the options of the like.
PEERS = [
    ("hodoku-py", "MEDIUM", "--level medium --symmetry rotate"),
    ("hodoku-py", "HARD", "--level hard --symmetry rotate"),
    ("pencilmark", "Medium", "--level medium"),
    ("pencilmark", "require X-wing", "--needs x-wing --max-strategy x-wing"),
]
#: Makes puzzles of a package until so much CPU time is spent, one a line.
PEER = """
import sys, time
package, target, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
if package == "hodoku-py":
    from hodoku.api import Generator
    from hodoku.core.types import DifficultyType
    make = lambda seed: Generator().generate(DifficultyType[target])
else:
    import pencilmark.gen
    spec = {"require": ["XWG"]} if target.startswith("require") else {"target_band": target}
    make = lambda seed: pencilmark.gen.generate({"size": 9, "seed": seed, "time_limit": 60, **spec})["puzzle"]["numbers"]
seed = 0
while time.process_time() < limit:
    seed += 1
    try:
        print(make(seed), flush=True)
    except RuntimeError:
        pass
"""


def peers():
    """Beside Python packages with a target. Each has its own scale, so the targets are alike, not equal."""
    python = os.environ.get("SUDOKU_LAB_PEERS")
    rows = []
    for package, target, options in PEERS if python else []:
        theirs, their_cpu = made([python, "-c", PEER, package, target, "30"], 60)
        ours, cpu = generate(options)
        numbers = [f"{len(theirs) / their_cpu:.2f}", f"{len(ours) / cpu:.0f}"]
        rows.append([package, target, len(theirs), f"`{options}`", len(ours), *numbers])
        print(*rows[-1], flush=True)
        head = ["package", "its target", "puzzles", "ours", "puzzles", "its puzzles a CPU s", "ours"]
        write("peers", head, rows)


PARTS = {part.__name__: part for part in (needs, ratings, others, depth, peers)}
for part in sys.argv[3:] or PARTS:
    PARTS[part]()
