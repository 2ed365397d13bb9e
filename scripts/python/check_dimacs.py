"""External SAT programs on the formulas of `convert --to dimacs`.

    scripts/python/check_dimacs.py [--binary PATH] [--count 200] PROGRAM…

PROGRAM: `minisat` (which writes its reply to a file) or one that prints `s` and `v` lines, such
as `cadical`, `kissat`, `picosat`, `glucose`. Debian has minisat, cadical and picosat.

A third of the puzzles have one solution, a third may have several, and a third have none: a
puzzle with one solution and a wrong digit in an empty cell. For each encoding and program the
verdict is found as a user would: solve the formula, forbid the model, solve again. It must be
`check`'s verdict, and the model, read back by `convert --from dimacs-model`, must be the grid that
`solve` gives where there is only one. Exit code 1 on any difference.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENCODINGS = ["complete", "hr12", "hr12-listing", "efficient", "sequential"]


def run(*command, text=""):
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode not in (0, 10, 20):
        sys.exit(f"{' '.join(map(str, command))}: {result.stderr}")
    return result.stdout


def puzzles(binary, count):
    """Lines of puzzles, one kind after the other."""
    third = str(count - 2 * (count // 3))
    unique = run(binary, "generate", "--count", third, "--clues", "24..=32", "--seed", "1")
    several = run(
        binary, "generate", "--any", "--count", third, "--clues", "20..=32", "--seed", "2"
    )
    lines = unique.split()
    solutions = run(binary, "solve", text=unique).split()
    spoiled = []
    for line, solution in zip(lines, solutions):
        empty = [cell for cell, digit in enumerate(line) if digit == "."]
        for cell in empty:
            for digit in "123456789".replace(solution[cell], ""):
                spoiled.append(line[:cell] + digit + line[cell + 1 :])
    checked = run(binary, "check", text="\n".join(spoiled)).splitlines()
    none = [line for line, verdict in zip(spoiled, checked) if verdict.endswith("\tnone")]
    third = count // 3
    return lines[: count - 2 * third] + several.split()[:third] + none[:: len(none) // third][:third]


def solve(program, formula):
    """The reply of a program, as text, and the literals of its model if there is one."""
    if Path(program).name == "minisat":
        with tempfile.NamedTemporaryFile("r", suffix=".out") as reply:
            run(program, "-verb=0", formula, reply.name)
            text = reply.read()
    else:
        text = run(program, formula)
    words = [line.removeprefix("v ").split() for line in text.splitlines() if line[:1] not in "cs"]
    literals = [int(word) for line in words for word in line if word.lstrip("-").isdigit()]
    return text, [literal for literal in literals if literal > 0]


def verdict(program, formula):
    """`none`, `unique` or `multiple`, and the first reply."""
    text, model = solve(program, formula)
    if not model:
        return "none", text
    header, clauses = formula.read_text().split("\np cnf ", 1)
    sizes, clauses = clauses.split("\n", 1)
    variables, count = map(int, sizes.split())
    other = " ".join(str(-literal) for literal in model)
    again = formula.with_suffix(".again.cnf")
    again.write_text(f"{header}\np cnf {variables} {count + 1}\n{clauses}{other} 0\n")
    return ("multiple" if solve(program, again)[1] else "unique"), text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default="target/release/sudoku-lab")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()
    lines = puzzles(arguments.binary, arguments.count)
    text = "\n".join(lines) + "\n"
    checks = [line.split("\t")[1] for line in run(arguments.binary, "check", text=text).splitlines()]
    solutions = run(arguments.binary, "solve", text=text).splitlines()
    counts = {verdict: checks.count(verdict) for verdict in sorted(set(checks))}
    print(f"{len(lines)} puzzles: {counts}")
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "puzzles.txt")
        source.write_text(text)
        for encoding in ENCODINGS:
            out = Path(folder, encoding)
            run(arguments.binary, "convert", source, "--to", "dimacs", "--encoding", encoding, "--out", out)
            formulas = sorted(out.glob("*.cnf"))
            assert len(formulas) == len(lines)
            for program in arguments.programs:
                same, start = 0, time.monotonic()
                for formula, check, solution in zip(formulas, checks, solutions):
                    said, reply = verdict(program, formula)
                    fine = said == check
                    if said == "unique":
                        convert = ["convert", "--from", "dimacs-model", "--size", "9"]
                        grid = run(arguments.binary, *convert, text=reply).strip()
                        fine = fine and grid == solution
                    same += fine
                    if not fine:
                        print(f"{program}, {encoding}: {said}, not {check}: {formula}")
                differences += len(lines) - same
                wall = time.monotonic() - start
                print(f"{encoding:<14} {program:<10} {same} of {len(lines)} the same, {wall:.0f} s")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
