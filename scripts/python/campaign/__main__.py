"""The campaign against a run's folder: see scripts/campaign.sh."""

import argparse
import json
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import calls
import damage
import disk
import inputs
import life
import races
import selfcheck
from lab import Box, Lab
from worker import begin_worker, run_case

# Cases of each kind in `quick`; of the others there are all.
QUICK = {
    "kill": 110, "again": 20, "fail": 140, "cut": 110, "damage": 70, "source": 10, "race": 12, "input": 40,
}
# Cases of each kind in `full`, at least; those that there are more of are drawn by chance.
FULL = {"kill": 5000, "again": 2500, "fail": 6500, "cut": 2500, "damage": 2000, "race": 300}


def all_cases(lab, seed, wanted):
    """The cases of the wanted kinds, or of every kind."""
    box = Box(lab, "count")
    counts = calls.count(box) if not wanted or {"kill", "again", "fail"} & set(wanted) else {}
    kinds = {
        "self": lambda: selfcheck.cases(),
        "kill": lambda: calls.kills(counts, seed),
        "again": lambda: calls.kills_again(counts, seed),
        "fail": lambda: calls.fails(counts, seed),
        "cut": lambda: disk.cases(box, seed),
        "damage": lambda: damage.damages(lab, seed),
        "source": lambda: damage.sources(lab, seed),
        "foreign": lambda: damage.foreigns(lab),
        "race": lambda: races.cases(lab, seed),
        "input": lambda: inputs.cases(lab),
        "life": lambda: life.cases(),
    }
    return {kind: list(kinds[kind]()) for kind in wanted or kinds}


def chosen(cases, limits, seed):
    """As many of each kind as wanted, spread over all of them."""
    for kind, all_of in cases.items():
        limit = limits.get(kind, len(all_of))
        if len(all_of) > limit:
            all_of = random.Random(f"{seed} {kind}").sample(all_of, limit)
        yield kind, all_of


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", nargs="?", default="quick", choices=["quick", "full"])
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--kind", help="only these kinds, with commas between them")
    parser.add_argument("--case", action="append", help="only this case, as a violation names it")
    parser.add_argument("--most", type=int, default=10**9, help="at most this many cases of each kind")
    parser.add_argument("--figures", help="a file that takes the figures, as a JSON line")
    parser.add_argument("--list", action="store_true", help="only print the cases")
    arguments = parser.parse_args()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    base = Path(tempfile.mkdtemp(prefix="campaign-", dir=memory))
    try:
        sys.exit(campaign(arguments, base))
    finally:
        shutil.rmtree(base, ignore_errors=True)


def campaign(arguments, base):
    start = time.monotonic()
    shared = (base, Path(arguments.program).resolve(), Path(arguments.library).resolve(), arguments.seed)
    lab = Lab(*shared)
    lab.prepare()
    if arguments.case:
        todo = {"case": arguments.case}
    else:
        cases = all_cases(lab, arguments.seed, arguments.kind and arguments.kind.split(","))
        limits = QUICK if arguments.mode == "quick" else FULL
        limits = {kind: min(arguments.most, limits.get(kind, arguments.most)) for kind in cases}
        todo = dict(chosen(cases, limits, arguments.seed))
    if arguments.list:
        print("\n".join(case for of_kind in todo.values() for case in of_kind))
        return 0
    figures, broken = {}, []
    context = multiprocessing.get_context("spawn")
    with context.Pool(arguments.jobs, begin_worker, shared) as pool:
        for kind, of_kind in todo.items():
            began, before, hits = time.monotonic(), len(broken), 0
            for case, number, problem in pool.imap_unordered(run_case, of_kind, chunksize=1):
                hits += number
                if problem:
                    broken.append(case)
                    repeat = f"    reproduce: scripts/campaign.sh {arguments.mode} --case '{case}'"
                    print(f"VIOLATION {problem}\n{repeat}", flush=True)
            found, seconds = len(broken) - before, round(time.monotonic() - began, 1)
            figures[kind] = {"cases": len(of_kind), "disturbances": hits, "violations": found, "seconds": seconds}
            print(f"{kind}: {len(of_kind)} cases, {found} violations", flush=True)
    show(figures, broken, time.monotonic() - start)
    if arguments.figures:
        line = {"mode": arguments.mode, "seed": arguments.seed, "kinds": figures, "broken": broken}
        Path(arguments.figures).write_text(json.dumps(line) + "\n")
    return 1 if broken else 0


def show(figures, broken, seconds):
    columns = ["cases", "disturbances", "violations", "seconds"]
    total = {name: sum(row[name] for row in figures.values()) for name in columns}
    print(f"\n{'kind':8}" + "".join(f"{name:>14}" for name in columns))
    for kind, row in [*figures.items(), ("all", total | {"seconds": round(seconds, 1)})]:
        print(f"{kind:8}" + "".join(f"{row[name]:14}" for name in columns))
    scenes = Counter(" ".join(case.split()[:2]) for case in broken)
    for scene, number in sorted(scenes.items()):
        print(f"  violations in {scene}: {number}")


if __name__ == "__main__":
    main()
