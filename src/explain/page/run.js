// Walking through a puzzle: its data, decoded, and where the reader is.

/** One puzzle's data. */
class Sheet {
  constructor(data) {
    Object.assign(this, data);
    this.shape = new Shape(data.order, data.boxRows, data.boxColumns);
    const paints = data.paints.map(([name, number, side, meaning]) => ({ name, number, side, meaning }));
    const candidate = (code) => [code >> 5, code & 31];
    this.steps = data.steps.map(([strategy, reason, conclusion, placed, removed, marks, links, houses]) => ({
      strategy,
      reason,
      conclusion,
      placed: placed.map(candidate),
      removed: removed.map(candidate),
      marks: marks.flatMap((code, i) =>
        i % 2 === 0 ? [{ at: candidate(code), paint: paints[marks[i + 1]] }] : []),
      links: links.map(([from, to, strong]) =>
        ({ from: from.map(candidate), to: to.map(candidate), strong: strong === 1 })),
      houses,
    }));
  }
}

/** The grids before each step and after the last, and where the reader is. */
class Run {
  constructor(sheet) {
    this.sheet = sheet;
    this.at = 0;
    this.steps = sheet.steps;
    this.grids = [Grid.ofLine(sheet.shape, sheet.givens)];
    for (const step of this.steps) this.grids.push(this.grids.at(-1).after(step));
  }

  get grid() {
    return this.grids[this.at];
  }

  /** The step that comes next, or nothing at the end. */
  get step() {
    return this.steps[this.at];
  }

  /** Goes to a place. */
  go(place) {
    this.at = Math.max(0, Math.min(place, this.steps.length));
  }
}
