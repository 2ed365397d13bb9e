"""Z3: an integer for each cell, all distinct in each house (package `z3-solver`).

    sudoku-lab run sets/ --out results/z3 --external z3:count='python3 scripts/adapters/z3_solver.py'
"""

import z3
from protocol import houses, serve


def solve(order, givens, count):
    solver = z3.SolverFor("QF_FD")
    cells = [z3.Int(f"c{cell}") for cell in range(order * order)]
    solver.add([z3.And(cell >= 1, cell <= order) for cell in cells])
    solver.add([z3.Distinct([cells[cell] for cell in house]) for house in houses(order)])
    solver.add([cells[cell] == digit for cell, digit in givens])
    found = []
    while len(found) < count and solver.check() == z3.sat:
        model = solver.model()
        found.append([model[cell].as_long() for cell in cells])
        solver.add(z3.Or([cell != digit for cell, digit in zip(cells, found[-1])]))
    counts = dict(zip(solver.statistics().keys(), (value for _, value in solver.statistics())))
    effort = {"conflicts": "sat conflicts", "decisions": "sat decisions"}
    return found, {ours: int(counts.get(theirs, 0)) for ours, theirs in effort.items()}


serve(solve)
