// A game: a puzzle, the digits and notes filled in, and what hints have ruled out. Like a
// session of Solve it is never changed, only replaced. Digits are numbers, notes are bits.

import { Grid, SYMBOLS } from "./drawing.js";

/** A game that begins: `info` is the server's answer about the puzzle. */
export function begin(info) {
  const values = Uint8Array.from(info.state.values, (symbol) => SYMBOLS.indexOf(symbol));
  return { info, values, notes: new Uint32Array(values.length), ruledOut: new Uint32Array(values.length) };
}

export const isGiven = ({ info }, cell) => info.state.values[cell] !== ".";
export const isFull = ({ values }) => values.every((value) => value !== 0);

/** Fills in a digit, or takes it away again; `tidy` strikes the notes it rules out. */
export function fill(game, shape, cell, digit, tidy) {
  const [values, notes] = [game.values.slice(), game.notes.slice()];
  values[cell] = values[cell] === digit ? 0 : digit;
  if (values[cell] !== 0) {
    notes[cell] = 0;
    if (tidy) for (const peer of shape.peers[cell]) notes[peer] &= ~(1 << digit);
  }
  return { ...game, values, notes };
}

/** Notes a digit, or strikes the note. */
export function note(game, cell, digit) {
  if (game.values[cell] !== 0) return game;
  const notes = game.notes.slice();
  notes[cell] ^= 1 << digit;
  return { ...game, notes };
}

export function erase(game, cell) {
  const [values, notes] = [game.values.slice(), game.notes.slice()];
  [values[cell], notes[cell]] = [0, 0];
  return { ...game, values, notes };
}

/** Cells that are wrong: they differ from the solution, or, where that is not known, repeat a digit. */
export function wrong(game, shape) {
  const { values, info: { solution } } = game;
  const isWrong = (value, cell) => value !== 0 && !isGiven(game, cell) && (solution
    ? SYMBOLS[value] !== solution[cell]
    : shape.peers[cell].some((peer) => values[peer] === value));
  return new Set([...values.keys()].filter((cell) => isWrong(values[cell], cell)));
}

/** What the values leave, less what hints have ruled out. */
export function known(game, shape) {
  const grid = new Grid(shape, new Uint8Array(shape.cells), new Uint32Array(shape.cells).fill(2 ** (shape.order + 1) - 2));
  game.values.forEach((value, cell) => value !== 0 && grid.place(cell, value));
  game.ruledOut.forEach((bits, cell) => { grid.candidates[cell] &= ~bits; });
  return grid;
}

/** Does what a step says. */
export function take(game, shape, step, tidy) {
  let after = game;
  for (const [cell, digit] of step.placed) if (after.values[cell] !== digit) after = fill(after, shape, cell, digit, tidy);
  const [notes, ruledOut] = [after.notes.slice(), after.ruledOut.slice()];
  for (const [cell, digit] of step.removed) {
    notes[cell] &= ~(1 << digit);
    ruledOut[cell] |= 1 << digit;
  }
  return { ...after, notes, ruledOut };
}

/** The fields of an address that shows this game. */
export const toFields = ({ info, values, notes }) => ({
  p: info.puzzle, v: [...values].map((value) => SYMBOLS[value]).join(""),
  n: notes.some((bits) => bits !== 0) ? [...notes].map((bits) => bits.toString(36)).join(",") : "",
});

/** The game of an address's fields; what does not fit is left out. */
export function withFields(game, fields) {
  const values = [...fields.get("v") ?? ""].map((symbol) => SYMBOLS.indexOf(symbol));
  const notes = (fields.get("n") ?? "").split(",").map((bits) => parseInt(bits, 36));
  const { size } = game.info;
  const fits = (numbers, isGood) => numbers.length === game.values.length && numbers.every(isGood);
  const after = { ...game };
  if (fits(values, (value, cell) => value >= 0 && value <= size && (!isGiven(game, cell) || value === game.values[cell]))) after.values = Uint8Array.from(values);
  if (fits(notes, (bits) => bits >= 0 && bits < 2 ** (size + 1) && bits % 2 === 0)) after.notes = Uint32Array.from(notes);
  return after;
}
