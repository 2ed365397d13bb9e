// The states of a run: each has a word, a sign and a colour, so that none is told by colour alone.

import { make } from "./dom.js";

const SIGNS = { finished: "✓", running: "▶", stopped: "■", damaged: "✗", broken: "✗", "to be finalised": "…", planned: "○" };

/** The sign and the word of a state. */
export function stateMark(state) {
  const name = state === "damaged" ? "broken" : state.replaceAll(" ", "-");
  const sign = make("span", { "aria-hidden": "true", class: "mark", textContent: SIGNS[state] ?? "?" });
  return make("span", { class: `state ${name}` }, sign, make("span", { textContent: state === "damaged" ? "broken" : state }));
}

/** Whether nothing more happens to a run in this state by itself. */
export const isOver = (state) => state === "finished";
