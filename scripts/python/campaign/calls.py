"""Kills and failed calls: each command on each state, disturbed at its N-th call, then resumed.

Cases: `kill SCENE CLASS N before|after`, `fail SCENE CLASS N ERROR once|stay`, and
`again SCENE N M THREADS`: killed at change N, and the resumed command at its change M.
"""

import random

from machine import ERRNO, KILLED, Violation

# Command and state it begins with → the commands that come to the end after it.
ALL = {
    ("run", "nothing"): ["run"],
    ("run", "half"): ["run"],
    ("run", "late"): ["run"],
    ("run", "done"): ["run"],
    ("resume", "half"): ["resume"],
    ("resume", "late"): ["resume"],
    ("resume", "done"): ["resume"],
    ("plan", "nothing"): ["plan", "work", "finalize"],
    ("plan", "planned"): ["plan", "work", "finalize"],
    ("plan", "started"): ["plan", "work", "finalize"],
    ("work", "planned"): ["work", "finalize"],
    ("work", "started"): ["work", "finalize"],
    ("work", "worked"): ["work", "finalize"],
    ("finalize", "worked"): ["finalize"],
    ("finalize", "final"): ["finalize"],
    ("finalize", "started"): ["work", "finalize"],
    ("merge", "nothing"): ["merge"],
    ("merge", "joining"): ["merge"],
    ("merge", "merged"): ["merge"],
}
SCENES = {f"{name}/{state}": (name, state, steps) for (name, state), steps in ALL.items()}
ERRORS = {"write": ["EIO", "ENOSPC", "EACCES", "ESTALE"], "read": ["EIO", "ESTALE", "EACCES", "EMFILE"]}
SHORT = ["SHORT", "SHORT-ENOSPC"]


def scenes(lab):
    """The scenes of the commands that the program has."""
    return {scene: parts for scene, parts in SCENES.items() if parts[0] in lab.facts["commands"]}


def count(box):
    """Counts the calls of every scene: scene → class → the calls' names, in order."""
    counts = {}
    for scene, (name, state, _) in scenes(box.lab).items():
        box.begin(state)
        calls = box.machine.calls(box.words(name))
        counts[scene] = {kind: [call for k, call, _ in calls if k == kind] for kind in ("write", "read")}
    return counts


def kills(counts, seed):
    for scene, calls in counts.items():
        for kind in ("write", "read"):
            for n in range(1, len(calls[kind]) + 1):
                yield f"kill {scene} {kind} {n} before"
                if kind == "write":
                    yield f"kill {scene} {kind} {n} after"


def kills_again(counts, seed):
    chance = random.Random(seed)
    for scene, calls in counts.items():
        changes = len(calls["write"])
        for _ in range(changes * 3):
            first, second, threads = [chance.randint(1, most) for most in (changes, changes, 3)]
            yield f"again {scene} {first} {second} {threads}"


def fails(counts, seed):
    for scene, calls in counts.items():
        for kind in ("write", "read"):
            for n, call in enumerate(calls[kind], 1):
                for error in ERRORS[kind]:
                    yield f"fail {scene} {kind} {n} {error} once"
                    yield f"fail {scene} {kind} {n} {error} stay"
                if call in ("read", "write"):
                    for error in SHORT:
                        yield f"fail {scene} {kind} {n} {error} once"


def kill(box, scene, kind, n, when):
    name, state, steps = SCENES[scene]
    box.begin(state)
    end = box.do(name, {"CLASS": kind, "AT": n, "DO": f"kill-{when}"})
    if end.code not in (0, 75, KILLED):
        raise Violation(f"exit code {end.code} of what was only killed")
    box.check_end(name, end)
    box.complete(steps)


def again(box, scene, first, second, threads):
    name, state, steps = SCENES[scene]
    box.begin(state)
    box.threads = threads
    for n in (first, second):
        box.check_end(name, box.do(name, {"CLASS": "write", "AT": n, "DO": "kill-before"}))
    box.complete(steps)


def fail(box, scene, kind, n, error, how):
    name, state, steps = SCENES[scene]
    box.begin(state)
    faults = {"CLASS": kind, "AT": n, "DO": "fail"}
    if error.startswith("SHORT"):
        faults["DO"] = "short"
        faults |= {"ERRNO": ERRNO["ENOSPC"]} if error == "SHORT-ENOSPC" else {}
    else:
        faults["ERRNO"] = ERRNO[error]
    if how == "stay":
        faults["STAY"] = 1
    box.check_end(name, box.do(name, faults))
    box.complete(steps)
