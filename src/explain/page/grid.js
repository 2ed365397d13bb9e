// The grid of the page: values and candidates, and what a step does to them.
// Cells and digits are numbers, candidates are bits; digit d is bit d.

const SYMBOLS = ".123456789abcdefghijklmnop";

/** The geometry of one size: houses (rows, columns, boxes), and peers by cell. */
class Shape {
  constructor(order, boxRows, boxColumns) {
    Object.assign(this, { order, boxRows, boxColumns, cells: order * order });
    this.houses = Array.from({ length: 3 * order }, () => []);
    this.housesAt = [];
    for (let cell = 0; cell < this.cells; cell++) {
      const [row, column] = [Math.floor(cell / order), cell % order];
      const box = Math.floor(row / boxRows) * boxRows + Math.floor(column / boxColumns);
      this.housesAt.push([row, order + column, 2 * order + box]);
      for (const house of this.housesAt[cell]) this.houses[house].push(cell);
    }
    this.peers = this.housesAt.map((houses, cell) => {
      const peers = new Set(houses.flatMap((house) => this.houses[house]));
      peers.delete(cell);
      return [...peers];
    });
  }

  name(cell) {
    return `R${Math.floor(cell / this.order) + 1}C${(cell % this.order) + 1}`;
  }
}

class Grid {
  constructor(shape, values, candidates) {
    Object.assign(this, { shape, values, candidates });
  }

  /** The grid of a puzzle line. */
  static ofLine(shape, line) {
    const all = 2 ** (shape.order + 1) - 2;
    const grid = new Grid(shape, new Uint8Array(shape.cells), new Uint32Array(shape.cells).fill(all));
    for (let cell = 0; cell < shape.cells; cell++) {
      if (line[cell] !== ".") grid.place(cell, SYMBOLS.indexOf(line[cell]));
    }
    return grid;
  }

  copy() {
    return new Grid(this.shape, this.values.slice(), this.candidates.slice());
  }

  place(cell, digit) {
    this.values[cell] = digit;
    this.candidates[cell] = 0;
    for (const peer of this.shape.peers[cell]) this.candidates[peer] &= ~(1 << digit);
  }

  has(cell, digit) {
    return (this.candidates[cell] >> digit & 1) === 1;
  }

  /** The grid after a step. */
  after(step) {
    const grid = this.copy();
    for (const [cell, digit] of step.removed) grid.candidates[cell] &= ~(1 << digit);
    for (const [cell, digit] of step.placed) if (grid.values[cell] === 0) grid.place(cell, digit);
    return grid;
  }

  emptyCells() {
    return this.values.filter((value) => value === 0).length;
  }

  isSolved() {
    return this.values.every((value) => value !== 0);
  }

  /** Whether a cell or a digit has nowhere left to go. */
  isContradictory() {
    const stuck = (cell) => this.values[cell] === 0 && this.candidates[cell] === 0;
    if (this.values.some((_, cell) => stuck(cell))) return true;
    return this.shape.houses.some((cells) => {
      const seen = cells.reduce((bits, cell) => bits | this.candidates[cell] | 1 << this.values[cell], 0);
      return (seen | 1) !== 2 ** (this.shape.order + 1) - 1;
    });
  }
}
