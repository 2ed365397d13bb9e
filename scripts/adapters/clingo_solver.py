"""Clingo: answer sets in which each cell has a digit, each house each digit (package `clingo`).

    sudoku-lab run sets/ --out results/asp --external clingo:count='python3 scripts/adapters/clingo_solver.py'
"""

from functools import cache

import clingo
from protocol import houses, serve

RULES = """
#defined given/2.
1 { x(C,D) : D = 1..n } 1 :- in(C,_).
:- in(C,H), in(E,H), C < E, x(C,D), x(E,D).
:- H = 0..m-1, D = 1..n, not 1 { x(C,D) : in(C,H) }.
:- given(C,D), not x(C,D).
#show x/2.
"""


@cache
def places(order):
    numbered = enumerate(houses(order))
    return "".join(f"in({cell},{number})." for number, house in numbered for cell in house)


def solve(order, givens, count):
    control = clingo.Control([f"-c n={order}", f"-c m={3 * order}", f"--models={count}"])
    facts = "".join(f"given({cell},{digit})." for cell, digit in givens)
    control.add("base", [], RULES + places(order) + facts)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            digits = [0] * (order * order)
            for atom in model.symbols(shown=True):
                digits[atom.arguments[0].number] = atom.arguments[1].number
            found.append(digits)
    counts = control.statistics["solving"]["solvers"]
    return found, {"conflicts": int(counts["conflicts"]), "decisions": int(counts["choices"])}


serve(solve)
