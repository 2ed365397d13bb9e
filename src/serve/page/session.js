// What the page Solve knows: a puzzle, the steps taken from where they began, and the
// strategies ticked. A state is never changed, only replaced, so that undoing is going back.

import { gridOf, stateOf } from "./board-view.js";

const MOST = 500;

/** A puzzle as the server tells it, and no step yet. */
export function begin(info, ticks, order, base = info.state) {
  return { info, base, trail: [], at: 0, ending: null, ticks, order, note: "", aside: [] };
}

/** The values and candidates where the reader is. */
export const position = (state) => (state.at === 0 ? state.base : state.trail[state.at - 1].after);

/** The step that is shown, if one is known. */
export const shown = (state) => state.trail[state.at]?.step;

/** The question about the position that a state is at. */
export function question(state, catalogue) {
  return { puzzle: state.info.puzzle, ...position(state), strategies: inOrder(state, catalogue) };
}

/** The ticked strategies in the order of trying: the order's own, then the table's. */
export function inOrder({ ticks, order }, { orders, strategies }) {
  const names = orders.find(({ name }) => name === order).strategies.map(({ name }) => name);
  const all = [...names, ...strategies.map(({ name }) => name).filter((name) => !names.includes(name))];
  return all.filter((name) => ticks.has(name));
}

/** What becomes of the state when the steps that follow are not known any more. */
export const forget = (state, changes = {}) => ({
  ...state, trail: state.trail.slice(0, state.at), ending: null, note: "", aside: [], ...changes,
});

/** A step that the reader chose among those found; what follows it is worked out here. */
export function choose(state, shape, step, drawn) {
  const after = stateOf(gridOf(shape, position(state)).after(drawn));
  return { ...forget(state), trail: [...state.trail.slice(0, state.at), { step, after }] };
}

/** An edit by hand: the position it leads to begins a new trail. */
export const edited = (state, base) => forget(state, { base, trail: [], at: 0 });

/** The states before, to go back to. */
export class History {
  #past = [];

  keep(state) {
    this.#past.push(state);
    if (this.#past.length > MOST) this.#past.shift();
  }

  get isEmpty() {
    return this.#past.length === 0;
  }

  back() {
    return this.#past.pop();
  }
}
