// Walking through a puzzle with some strategies on.
//
// A sheet holds states (grids) joined by steps, and for each state which strategies
// were tried on it. While they tell what the first strategy that is on finds, the
// next step is the solver's own. Elsewhere any step holds that was found on a grid
// with all the candidates of this one: less is possible here, so what was argued
// there from what is impossible is still true.

/** One puzzle's data, decoded. Ranks are places in the page's list of strategies. */
class Sheet {
  constructor(data, ranks) {
    Object.assign(this, data);
    this.shape = new Shape(data.order, data.boxRows, data.boxColumns);
    this.ranks = data.strategies.map((name) => ranks.get(name));
    this.paints = data.paints.map(([name, number, side, meaning]) => ({ name, number, side, meaning }));
    const candidate = (code) => [code >> 5, code & 31];
    this.steps = data.steps.map(([rank, reason, conclusion, placed, removed, marks, links, houses]) => ({
      rank: this.ranks[rank],
      reason,
      conclusion,
      placed: placed.map(candidate),
      removed: removed.map(candidate),
      marks: marks.flatMap((code, i) =>
        i % 2 === 0 ? [{ at: candidate(code), paint: this.paints[marks[i + 1]] }] : []),
      links: links.map(([from, to, strong]) =>
        ({ from: from.map(candidate), to: to.map(candidate), strong: strong === 1 })),
      houses,
    }));
    this.states = data.states.map(([unknown, end, ...found]) => {
      const state = { tried: new Set(), found: new Map() };
      for (let rank = 0; rank < end; rank++) if (!unknown.includes(rank)) state.tried.add(this.ranks[rank]);
      for (let i = 0; i < found.length; i += 2) {
        state.found.set(this.steps[found[i]].rank, { step: this.steps[found[i]], to: found[i + 1] });
      }
      return state;
    });
  }

  firstGrid() {
    return Grid.ofLine(this.shape, this.givens);
  }

  /** The grid of every state. */
  get grids() {
    const grids = [this.firstGrid()];
    this.states.forEach((state, from) => {
      for (const { step, to } of state.found.values()) grids[to] ??= grids[from].after(step);
    });
    Object.defineProperty(this, "grids", { value: grids });
    return grids;
  }

  /** The state with this grid, if there is one. */
  stateOf(grid) {
    if (!this.index) this.index = new Map(this.grids.map((known, state) => [known.key(), state]));
    return this.index.get(grid.key());
  }

  /** Every step with the state it was found at, by rank, the most solved grids first. */
  get findings() {
    const openness = this.grids.map((grid) => grid.openness());
    const findings = new Map();
    this.states.forEach((state, at) => {
      for (const [rank, { step }] of state.found) {
        if (!findings.has(rank)) findings.set(rank, []);
        findings.get(rank).push({ step, at });
      }
    });
    for (const list of findings.values()) list.sort((a, b) => openness[a.at] - openness[b.at]);
    Object.defineProperty(this, "findings", { value: findings });
    return findings;
  }
}

/** The grids and steps of one way through a puzzle, and where the reader is. */
class Run {
  constructor(sheet, on) {
    this.sheet = sheet;
    this.on = on;
    this.at = 0;
    this.kept = 0;
    this.moves = [];
    this.grids = [sheet.firstGrid()];
    this.states = [0];
    this.plan();
  }

  get grid() {
    return this.grids[this.at];
  }

  /** The step that comes next, or nothing at the end. */
  get move() {
    return this.moves[this.at];
  }

  /** Goes to a place. Steps that were found with other strategies on are given up
      by going back before them. */
  go(place) {
    this.at = Math.max(0, Math.min(place, this.moves.length));
    if (this.at < this.kept) this.choose(this.on);
  }

  /** Switches strategies; what was done so far stays. */
  choose(on) {
    this.on = on;
    this.kept = this.at;
    this.moves.length = this.at;
    this.grids.length = this.at + 1;
    this.states.length = this.at + 1;
    this.plan();
  }

  /** Works out everything that comes next. */
  plan() {
    for (;;) {
      const grid = this.grids.at(-1);
      const state = this.states.at(-1) ?? this.sheet.stateOf(grid);
      if (grid.isSolved() || grid.isContradictory()) {
        this.exactEnd = true;
        return;
      }
      const move = this.found(state) ?? this.borrowed(grid);
      this.exactEnd = move.exact;
      if (!move.step) return;
      this.moves.push(move);
      this.grids.push(grid.after(move.step));
      this.states.push(move.to);
    }
  }

  /** What the solver does at a known state, as far as that was worked out. */
  found(state) {
    if (state === undefined) return undefined;
    const { tried, found } = this.sheet.states[state];
    for (const rank of this.sheet.ranks) {
      if (!this.on.has(rank)) continue;
      if (found.has(rank)) return { ...found.get(rank), exact: true };
      if (!tried.has(rank)) return undefined;
    }
    return { exact: true };
  }

  /** A step found on a more open grid, which holds here too. */
  borrowed(grid) {
    for (const rank of this.sheet.ranks) {
      if (!this.on.has(rank)) continue;
      const holds = ({ step, at }) => grid.canTake(step) && grid.isWithin(this.sheet.grids[at]);
      const finding = (this.sheet.findings.get(rank) ?? []).find(holds);
      if (finding) return { step: finding.step, exact: false };
    }
    return { exact: false };
  }
}
