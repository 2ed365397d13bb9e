// Drawing: the grid, its candidates and the pattern of a step, as SVG.
//
// Marks differ in shape as well as in colour. One candidate has a slot of the
// box's own shape in its cell; a cell is always square.

const SVG = "http://www.w3.org/2000/svg";
const SLOT = 20;
const MARGIN = 26;
const PADDING = 2;

/** The look of each kind of mark: shape, colour, and whether it is filled. */
const LOOKS = {
  base: () => ["circle", "blue", true],
  fin: () => ["diamond", "orange", true],
  on: () => ["circle", "blue", true],
  off: () => ["square", "orange", false],
  colour: ({ number, side }) => [
    [["circle", "blue", true], ["square", "orange", true]],
    [["hexagon", "purple", true], ["triangle", "green", true]],
    [["circle", "blue", false], ["square", "orange", false]],
    [["hexagon", "purple", false], ["triangle", "green", false]],
  ][number % 4][side],
  set: ({ number }) => [
    ["circle", "blue", true], ["square", "orange", true], ["hexagon", "purple", true],
    ["triangle", "green", true], ["diamond", "sky", true],
  ][number % 5],
  placed: () => ["circle", "green", true],
  removed: () => ["cross", "red", false],
};

const PLACED = { name: "placed", meaning: "placed" };
const REMOVED = { name: "removed", meaning: "removed" };

function element(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

/** Draws the mark of a paint around a point. */
function drawMark(parent, paint, x, y, size) {
  const [shape, colour, filled] = LOOKS[paint.name](paint);
  const attributes = { class: `mark ${colour} ${filled ? "filled" : "hollow"}` };
  const polygon = (corners, turn, reach) => {
    const corner = (_, i) => {
      const angle = 2 * Math.PI * (i + turn) / corners;
      return `${(x + reach * size * Math.sin(angle)).toFixed(2)},${(y - reach * size * Math.cos(angle)).toFixed(2)}`;
    };
    element(parent, "polygon", { ...attributes, points: Array.from({ length: corners }, corner).join(" ") });
  };
  if (shape === "circle") element(parent, "circle", { ...attributes, cx: x, cy: y, r: 0.46 * size });
  if (shape === "square") polygon(4, 0.5, 0.6);
  if (shape === "diamond") polygon(4, 0, 0.6);
  if (shape === "hexagon") polygon(6, 0.5, 0.52);
  if (shape === "triangle") polygon(3, 0, 0.66);
  if (shape === "cross") {
    const r = 0.42 * size;
    element(parent, "rect", { class: "wash red", x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 3 });
    element(parent, "path", { class: "strike", d: `M${x - r} ${y + r}L${x + r} ${y - r}` });
  }
}

class Board {
  constructor(svg, shape) {
    Object.assign(this, { svg, shape });
    const { order, boxRows, boxColumns } = shape;
    this.side = SLOT * Math.max(boxRows, boxColumns);
    this.slotWidth = (this.side - 2 * PADDING) / boxColumns;
    this.slotHeight = (this.side - 2 * PADDING) / boxRows;
    this.size = order * this.side;
    const whole = this.size + MARGIN + 4;
    svg.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
    // Below this width candidates cannot be read; the frame scrolls instead.
    svg.style.minWidth = `${Math.round(whole / SLOT * 8.5)}px`;
  }

  left(cell) {
    return MARGIN + cell % this.shape.order * this.side;
  }

  top(cell) {
    return MARGIN + Math.floor(cell / this.shape.order) * this.side;
  }

  /** The middle of a candidate's slot. */
  spot([cell, digit]) {
    const columns = this.shape.boxColumns;
    return [
      this.left(cell) + PADDING + ((digit - 1) % columns + 0.5) * this.slotWidth,
      this.top(cell) + PADDING + (Math.floor((digit - 1) / columns) + 0.5) * this.slotHeight,
    ];
  }

  /** Draws a grid with the step that comes next, and what the reader wants to see. */
  draw(grid, givens, step, { candidates, pattern, solution }) {
    this.svg.replaceChildren();
    const shown = pattern ? step : undefined;
    this.drawGround(grid, givens, shown);
    this.drawLines();
    this.drawValues(grid, givens, solution);
    if (shown) this.drawMarks(shown, grid);
    this.drawCandidates(grid, shown, candidates, solution);
    if (shown) this.drawLinks(shown);
  }

  drawGround(grid, givens, step) {
    const { order, boxRows, boxColumns, cells } = this.shape;
    element(this.svg, "rect", { class: "paper", x: MARGIN, y: MARGIN, width: this.size, height: this.size });
    const square = (cell, name) => element(this.svg, "rect", {
      class: name, x: this.left(cell), y: this.top(cell), width: this.side, height: this.side,
    });
    for (let cell = 0; cell < cells; cell++) if (givens[cell] !== ".") square(cell, "given-ground");
    for (const house of step?.houses ?? []) for (const cell of this.shape.houses[house]) square(cell, "house-ground");
    const of = (candidates) => new Set((candidates ?? []).map(([cell]) => cell));
    for (const cell of of(step?.marks.map(({ at }) => at))) square(cell, "pattern-ground");
    for (const cell of of(step?.placed)) square(cell, "placed-ground");
    for (let i = 0; i < order; i++) {
      const middle = MARGIN + (i + 0.5) * this.side;
      element(this.svg, "text", { class: "label", x: middle, y: MARGIN - 8 }, `C${i + 1}`);
      element(this.svg, "text", { class: "label", x: MARGIN / 2 - 1, y: middle }, `R${i + 1}`);
    }
  }

  drawLines() {
    const { order, boxRows, boxColumns } = this.shape;
    const end = MARGIN + this.size;
    const line = (i, every, horizontal) => {
      const at = MARGIN + i * this.side;
      const d = horizontal ? `M${MARGIN} ${at}H${end}` : `M${at} ${MARGIN}V${end}`;
      element(this.svg, "path", { class: i % every === 0 ? "line strong" : "line", d });
    };
    for (const strong of [false, true]) {
      for (let i = 0; i <= order; i++) {
        if ((i % boxRows === 0) === strong) line(i, boxRows, true);
        if ((i % boxColumns === 0) === strong) line(i, boxColumns, false);
      }
    }
  }

  drawValues(grid, givens, solution) {
    const size = 0.64 * this.side;
    for (let cell = 0; cell < this.shape.cells; cell++) {
      const value = grid.values[cell];
      const digit = value || (solution ? SYMBOLS.indexOf(solution[cell]) : 0);
      if (digit === 0) continue;
      const kind = value === 0 ? "foreseen" : givens[cell] === "." ? "found" : "given";
      const [x, y] = [this.left(cell) + this.side / 2, this.top(cell) + this.side / 2];
      element(this.svg, "text", { class: `value ${kind}`, x, y, "font-size": size, "data-cell": cell }, SYMBOLS[digit]);
    }
  }

  drawMarks(step, grid) {
    const size = Math.min(this.slotWidth, this.slotHeight);
    for (const { at, paint } of step.marks) if (grid.has(...at)) drawMark(this.svg, paint, ...this.spot(at), size);
    for (const at of step.removed) if (grid.has(...at)) drawMark(this.svg, REMOVED, ...this.spot(at), size);
    for (const at of step.placed) if (grid.has(...at)) drawMark(this.svg, PLACED, ...this.spot(at), size);
  }

  drawCandidates(grid, step, all, solution) {
    const kinds = new Map();
    const mark = (candidates, name) => {
      for (const [cell, digit] of candidates) kinds.set(32 * cell + digit, name);
    };
    for (const { at, paint } of step?.marks ?? []) {
      const [, colour, filled] = LOOKS[paint.name](paint);
      mark([at], filled ? `on-${colour}` : "marked");
    }
    mark(step?.removed ?? [], "gone");
    mark(step?.placed ?? [], "on-green");
    for (let cell = 0; cell < this.shape.cells; cell++) {
      for (let digit = 1; digit <= this.shape.order; digit++) {
        if (!grid.has(cell, digit)) continue;
        const kind = kinds.get(32 * cell + digit);
        if (!kind && (!all || solution)) continue;
        const [x, y] = this.spot([cell, digit]);
        element(this.svg, "text", { class: `candidate ${kind ?? ""}`, x, y }, SYMBOLS[digit]);
      }
    }
  }

  /** Links of a chain: solid where one end or the other is true, dashed where at
      most one is. They bend so that they do not hide one another. */
  drawLinks(step) {
    const middle = (candidates) => {
      const spots = candidates.map((at) => this.spot(at));
      return [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
    };
    for (const { from, to, strong } of step.links) {
      for (const group of [from, to]) if (group.length > 1) this.drawGroup(group);
      const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const gap = Math.min(0.5 * SLOT, 0.35 * length);
      const bend = Math.min(0.14 * length, 24);
      const start = [x1 + gap * ux, y1 + gap * uy];
      const end = [x2 - gap * ux, y2 - gap * uy];
      const control = [(x1 + x2) / 2 - bend * uy, (y1 + y2) / 2 + bend * ux];
      const path = [start, control, end].map((point) => point.map((n) => n.toFixed(1)).join(" "));
      element(this.svg, "path", { class: `link ${strong ? "strong" : "weak"}`, d: `M${path[0]}Q${path[1]} ${path[2]}` });
    }
  }

  /** A line around candidates that act as one. */
  drawGroup(candidates) {
    const spots = candidates.map((at) => this.spot(at));
    const range = (axis) => {
      const values = spots.map((spot) => spot[axis]);
      return [Math.min(...values) - SLOT / 2, Math.max(...values) + SLOT / 2];
    };
    const [[left, right], [top, bottom]] = [range(0), range(1)];
    element(this.svg, "rect", {
      class: "group", x: left, y: top, width: right - left, height: bottom - top, rx: SLOT / 2,
    });
  }
}
