"""Propagation and search in plain Python, after P. Norvig, Solving Every Sudoku Puzzle.

    sudoku-lab run sets/ --out results/py --external norvig:count='python3 scripts/adapters/norvig.py'
"""

from protocol import houses, serve

HOUSES = {}


def known(order):
    """Of each cell, its houses and its peers."""
    if order not in HOUSES:
        own = [[house for house in houses(order) if cell in house] for cell in range(order * order)]
        peers = [set().union(*of) - {cell} for cell, of in enumerate(own)]
        HOUSES[order] = own, peers
    return HOUSES[order]


def place(cells, cell, digit, own, peers):
    return all(remove(cells, cell, other, own, peers) for other in cells[cell] - {digit})


def remove(cells, cell, digit, own, peers):
    """Removes a candidate and what then follows; False if nothing is left for a cell or a house."""
    if digit not in cells[cell]:
        return True
    cells[cell] = cells[cell] - {digit}
    if not cells[cell]:
        return False
    if len(cells[cell]) == 1:
        (last,) = cells[cell]
        if not all(remove(cells, peer, last, own, peers) for peer in peers[cell]):
            return False
    for house in own[cell]:
        places = [place for place in house if digit in cells[place]]
        if not places or len(places) == 1 and not place(cells, places[0], digit, own, peers):
            return False
    return True


def search(cells, count, effort, own, peers):
    open_cells = [cell for cell, digits in enumerate(cells) if len(digits) > 1]
    if not open_cells:
        return [[min(digits) for digits in cells]]
    cell = min(open_cells, key=lambda cell: len(cells[cell]))
    found = []
    for digit in sorted(cells[cell]):
        effort["guesses"] += 1
        copy = cells[:]
        if place(copy, cell, digit, own, peers):
            found += search(copy, count - len(found), effort, own, peers)
        if len(found) >= count:
            return found
        effort["backtracks"] += 1
    return found


def solve(order, givens, count):
    own, peers = known(order)
    cells = [frozenset(range(1, order + 1))] * (order * order)
    effort = {"guesses": 0, "backtracks": 0}
    fits = all(digit in cells[cell] and place(cells, cell, digit, own, peers) for cell, digit in givens)
    return search(cells, count, effort, own, peers) if fits else [], effort


serve(solve)
