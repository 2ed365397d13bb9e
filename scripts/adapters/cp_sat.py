"""OR-tools' CP-SAT: a variable for each cell, all different in each house (package `ortools`).

    sudoku-lab run sets/ --out results/cp --external cp-sat:count='python3 scripts/adapters/cp_sat.py'
"""

from ortools.sat.python import cp_model
from protocol import houses, serve


def solve(order, givens, count):
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, order, "") for _ in range(order * order)]
    for house in houses(order):
        model.add_all_different(cells[cell] for cell in house)
    for cell, digit in givens:
        model.add(cells[cell] == digit)
    solver = cp_model.CpSolver()
    # One thread, so that its effort is the same every time.
    solver.parameters.num_workers = 1
    found, effort = [], {"conflicts": 0, "decisions": 0}
    while len(found) < count and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.append([solver.value(cell) for cell in cells])
        effort["conflicts"] += solver.num_conflicts
        effort["decisions"] += solver.num_branches
        differs = [model.new_bool_var("") for _ in cells]
        for cell, digit, other in zip(cells, found[-1], differs):
            model.add(cell != digit).only_enforce_if(other)
        model.add_bool_or(differs)
    return found, effort


serve(solve)
