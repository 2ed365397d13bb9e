"""One process of the campaign: takes cases, and says what each broke."""

import os
import traceback

import calls
import damage
import disk
import inputs
import life
import races
import selfcheck
from lab import Box, Lab
from machine import Violation

KINDS = {
    "kill": calls.kill,
    "again": calls.again,
    "fail": calls.fail,
    "cut": disk.cut,
    "damage": damage.damage,
    "source": damage.source,
    "foreign": damage.foreign,
    "race": races.race,
    "input": inputs.changed,
    "life": life.life,
    "self": selfcheck.check,
}

# Kinds whose disturbance may not take place: a later run may have fewer calls.
COUNTED = ["kill", "again", "fail", "damage", "source"]

box = None


def begin_worker(base, program, library, seed):
    global box
    lab = Lab(base, program, library, seed).load()
    box = Box(lab, os.getpid())


def run_case(case):
    """Runs a case. Returns it, how many disturbances took place, and what was broken, if
    anything was."""
    kind, *words = case.split()
    box.begin("nothing")
    try:
        KINDS[kind](box, *words)
    except Violation as violation:
        box.machine.problems.append(str(violation))
    except Exception:
        box.machine.problems.append(f"the campaign itself failed: {traceback.format_exc()}")
    hits = box.machine.hits if kind in COUNTED else 1
    if not box.machine.problems:
        return case, hits, None
    ends = "\n".join(str(end) for end in box.machine.ends[-6:])
    return case, hits, "; ".join(dict.fromkeys(box.machine.problems)) + "\n" + ends
