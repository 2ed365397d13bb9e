"""Races: several processes on one folder, with pauses by chance before their calls.

Cases: `race COMMAND STATE LOCKS KILLED SEED`. LOCKS: `locks`; `no-locks` (flock fails);
`no-links` (flock and link fail). KILLED: whether one of them is killed on its way.
"""

import random

from calls import ALL
from machine import ERRNO, KILLED, Violation

RACES = [
    ("run", "nothing"), ("run", "half"), ("run", "done"), ("resume", "half"), ("work", "planned"),
    ("work", "started"), ("finalize", "worked"), ("merge", "nothing"),
]
LOCKS = {
    "locks": {},
    "no-locks": {"NO_LOCKS": ERRNO["ENOLCK"]},
    "no-links": {"NO_LOCKS": ERRNO["ENOTSUP"], "NO_LINKS": 1},
}


def cases(lab, seed):
    chance = random.Random(seed)
    for _ in range(12):
        for name, state in RACES:
            if name not in lab.facts["commands"]:
                continue
            for locks in LOCKS:
                for killed in ("killed", "whole"):
                    yield f"race {name} {state} {locks} {killed} {chance.randint(0, 10**6)}"


def race(box, name, state, locks, killed, seed):
    chance = random.Random(seed)
    box.begin(state)
    processes = []
    for number in range(chance.choice([2, 2, 3])):
        faults = {"JITTER_US": chance.choice([200, 500, 1500]), **LOCKS[locks]}
        if killed == "killed" and number == 0:
            faults |= {"CLASS": "write", "AT": chance.randint(5, 150), "DO": "kill-before"}
        processes.append(box.machine.begin(box.words(name), faults))
    # All of them end, whatever the first one broke.
    broken, ends = None, []
    for process in processes:
        try:
            ends.append(box.machine.end(process))
        except Violation as violation:
            broken = broken or violation
    if broken:
        raise broken
    codes = [end.code for end in ends]
    if locks == "locks" and not set(codes) <= {0, 74, 75, KILLED}:
        raise Violation(f"exit codes {codes}")
    if locks == "locks" and 0 not in codes and killed == "whole":
        raise Violation(f"nobody did it: exit codes {codes}")
    box.check()
    if 0 in codes:
        if name == "work":
            box.check_rows("one of them ended with 0")
        elif not (box.run / "_SUCCESS").exists():
            raise Violation(f"exit codes {codes}, and no _SUCCESS")
    box.complete(ALL[name, state])
