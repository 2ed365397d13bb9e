// A board that is drawn as SVG and used as a grid: over each cell lies a transparent
// one that takes the focus, the keys and the pointer, and tells screen readers what it holds.

import { Board, Grid, LOOKS, SYMBOLS, Shape, drawMark } from "./drawing.js";
import { make } from "./dom.js";

const MARGIN = 26;
const SVG = "http://www.w3.org/2000/svg";
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The cell that is written like `R3C5`. */
export function cellOf(shape, name) {
  const [, row, column] = /^R(\d+)C(\d+)$/.exec(name);
  return (row - 1) * shape.order + (column - 1);
}

/** The house that is written like `box 2`. */
function houseOf(shape, name) {
  const [kind, number] = name.split(" ");
  return ["row", "column", "box"].indexOf(kind) * shape.order + Number(number) - 1;
}

/** The grid of a server's state. */
export function gridOf(shape, { values, candidates }) {
  const digits = Uint8Array.from(values, (symbol) => SYMBOLS.indexOf(symbol));
  const bits = candidates.map((symbols) => [...symbols].reduce((all, symbol) => all | 1 << SYMBOLS.indexOf(symbol), 0));
  return new Grid(shape, digits, Uint32Array.from(bits));
}

/** The server's state of a grid. */
export function stateOf(grid) {
  const symbols = (bits) => [...SYMBOLS].filter((_, digit) => digit > 0 && bits >> digit & 1).join("");
  return { values: [...grid.values].map((digit) => SYMBOLS[digit]).join(""), candidates: [...grid.candidates].map(symbols) };
}

/** What the drawing needs of a server's step. */
export function drawable(shape, step) {
  const at = ({ cell, digit }) => [cellOf(shape, cell), digit];
  const of = (name) => step.parts.filter((part) => part.class === name).map(at);
  const side = (part) => step.pattern.marks.find((mark) => mark.cell === part.cell && mark.digit === part.digit)?.side;
  const marks = step.parts.filter((part) => !["placed", "removed"].includes(part.class)).map((part) => ({
    at: at(part), paint: { name: part.class, number: part.number ?? 0, side: Number(side(part) ?? 0), meaning: part.meaning },
  }));
  const links = step.links.map(({ from, to, strong }) => ({ from: from.map(at), to: to.map(at), strong }));
  const houses = step.pattern.houses.map((name) => houseOf(shape, name));
  return { marks, links, houses, placed: of("placed"), removed: of("removed"), cells: step.pattern.cells };
}

export class BoardView {
  /** `frame` holds the board; `act` is told of keys: {digit(cell, digit, event), erase(cell), select(cell)}. */
  constructor(frame, act) {
    Object.assign(this, { frame, act, shape: null, cell: 0 });
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.id = "board";
    this.svg.setAttribute("aria-hidden", "true");
    this.cover = make("div", { class: "cover", role: "grid", "aria-label": "Board" });
    this.sheet = make("div", { class: "board" }, this.svg, this.cover);
    frame.replaceChildren(this.sheet);
    this.cover.addEventListener("keydown", (event) => this.onKey(event));
    this.cover.addEventListener("pointerdown", (event) => this.onPointer(event));
    this.cover.addEventListener("focusin", (event) => this.onFocus(event));
  }

  /** Takes the geometry of a puzzle of another size. */
  setShape({ size, box_rows, box_columns }) {
    if (this.shape?.order === size && this.shape.boxRows === box_rows && this.shape.boxColumns === box_columns) return;
    this.shape = new Shape(size, box_rows, box_columns);
    this.drawing = new Board(this.svg, this.shape);
    this.cell = 0;
    const whole = this.drawing.size + MARGIN + 4;
    this.cover.style.setProperty("--order", size);
    this.cover.style.setProperty("--start", `${100 * MARGIN / whole}%`);
    this.cover.style.setProperty("--extent", `${100 * this.drawing.size / whole}%`);
    // Below this width digits cannot be read or met; the frame scrolls instead.
    this.sheet.style.setProperty("min-width", `${size > 9 ? 30 * size : 0}px`);
    this.svg.style.removeProperty("min-width");
    this.cells = Array.from({ length: size * size }, (_, cell) => make("div", { role: "gridcell", "data-cell": cell, tabIndex: -1 }));
    const row = (_, number) => make("div", { role: "row", class: "row" }, ...this.cells.slice(number * size, (number + 1) * size));
    this.cover.replaceChildren(...Array.from({ length: size }, row));
    this.cells[0].tabIndex = 0;
    this.scrollMatters();
  }

  /** A frame that scrolls can be scrolled with keys through its cells; nothing else is needed. */
  scrollMatters() {
    this.frame.classList.toggle("scrolls", this.shape.order > 9);
  }

  /** Shows a grid: `givens` is a line, `step` a drawable step, `wrong` a set of cells. */
  show(grid, { givens, step, candidates = true, solution, wrong = new Set(), same = true, plainNotes = false }) {
    Object.assign(this, { grid, givens, wrong });
    const pattern = step !== undefined;
    this.drawing.draw(grid, givens, step, { candidates, pattern, solution });
    this.sheet.classList.toggle("notes", plainNotes);
    const marked = new Map();
    for (const { at: [cell, digit], paint } of step?.marks ?? []) {
      marked.set(cell, [...marked.get(cell) ?? [], `${SYMBOLS[digit]} ${paint.meaning}`]);
    }
    for (const [name, at] of [["placed", step?.placed], ["removed", step?.removed]]) {
      for (const [cell, digit] of at ?? []) marked.set(cell, [...marked.get(cell) ?? [], `${SYMBOLS[digit]} ${name}`]);
    }
    this.hasSame = same;
    this.cells.forEach((element, cell) => {
      const value = grid.values[cell];
      const parts = [this.shape.name(cell)];
      if (value !== 0) parts.push(givens[cell] === "." ? `${SYMBOLS[value]}` : `given ${SYMBOLS[value]}`);
      else if (solution) parts.push(`empty, solution ${solution[cell]}`);
      else parts.push("empty");
      if (value === 0 && candidates && !solution) {
        const open = [...SYMBOLS].filter((_, digit) => digit > 0 && grid.has(cell, digit));
        parts.push(`${plainNotes ? "notes" : "candidates"} ${open.join(" ") || "none"}`);
      }
      if (wrong.has(cell)) parts.push("wrong");
      parts.push(...marked.get(cell) ?? []);
      element.setAttribute("aria-label", parts.join(", "));
      element.classList.toggle("wrong", wrong.has(cell));
      element.textContent = wrong.has(cell) ? "×" : "";
    });
    this.showSame();
  }

  /** Highlights the cells that hold the digit of the chosen cell. */
  showSame() {
    const value = this.grid?.values[this.cell];
    this.cells.forEach((element, cell) => {
      element.classList.toggle("same", this.hasSame && value > 0 && this.grid.values[cell] === value);
      element.classList.toggle("chosen", cell === this.cell);
      element.setAttribute("aria-selected", String(cell === this.cell));
    });
  }

  choose(cell, focus = true) {
    this.cells[this.cell].tabIndex = -1;
    this.cell = cell;
    this.cells[cell].tabIndex = 0;
    if (focus) this.cells[cell].focus();
    this.showSame();
  }

  onFocus(event) {
    const cell = Number(event.target.dataset.cell);
    if (cell !== this.cell) this.choose(cell, false);
    this.act.select?.(cell);
  }

  onPointer(event) {
    const cell = event.target.dataset.cell;
    if (cell !== undefined) this.choose(Number(cell));
  }

  /** Keys of the grid: arrows, Home and End, digits (letters above 9), Backspace. */
  onKey(event) {
    if (event.ctrlKey || event.metaKey) {
      const ends = { Home: 0, End: this.cells.length - 1 };
      if (event.key in ends) this.take(event, () => this.choose(ends[event.key]));
      return;
    }
    const { order } = this.shape;
    const [row, column] = [Math.floor(this.cell / order), this.cell % order];
    if (event.key in MOVES && !event.shiftKey) {
      const [down, right] = MOVES[event.key];
      const to = [(row + down + order) % order, (column + right + order) % order];
      return this.take(event, () => this.choose(to[0] * order + to[1]));
    }
    if (event.key === "Home") return this.take(event, () => this.choose(row * order));
    if (event.key === "End") return this.take(event, () => this.choose(row * order + order - 1));
    if (["Backspace", "Delete", "0", "."].includes(event.key)) return this.take(event, () => this.act.erase(this.cell));
    // With Shift a digit key gives another character; its place on the keyboard tells the digit.
    const symbol = /^(Digit|Numpad)[1-9]$/.test(event.code) ? event.code.slice(-1) : event.key.toLowerCase();
    const digit = symbol.length === 1 ? SYMBOLS.indexOf(symbol) : -1;
    if (digit > 0 && digit <= order) this.take(event, () => this.act.digit(this.cell, digit, event));
  }

  take(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

/** The signs of a step's drawing with their meanings, for a list under the board. */
export function legend(step) {
  if (!step) return [];
  const paints = new Map();
  for (const { paint } of step.marks) paints.set(`${paint.name} ${paint.number} ${paint.side} ${paint.meaning}`, paint);
  if (step.placed.length > 0) paints.set("placed", { name: "placed", meaning: "placed" });
  if (step.removed.length > 0) paints.set("removed", { name: "removed", meaning: "removed" });
  const items = [...paints.values()].filter(({ name }) => name in LOOKS).map((paint) => {
    const svg = sign("-12 -12 24 24", "sign");
    drawMark(svg, paint, 0, 0, 20);
    return make("li", {}, svg, paint.meaning);
  });
  for (const strong of [true, false]) {
    if (!step.links.some((link) => link.strong === strong)) continue;
    const svg = sign("0 0 32 12", "sign long");
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", strong ? "link strong" : "link weak");
    path.setAttribute("d", "M1 6H31");
    svg.append(path);
    items.push(make("li", {}, svg, strong ? "one of the two is true" : "not both are true"));
  }
  return items;
}

function sign(viewBox, name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}
