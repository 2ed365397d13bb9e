// The runs under the folders that are served, as links.

import { find, make, several } from "./dom.js";
import { moment } from "./figures.js";
import { stateMark } from "./run-states.js";

export const address = (id) => `#run=${encodeURIComponent(id)}`;

export class RunsList {
  constructor() {
    this.runs = [];
    this.links = new Map();
  }

  /** Shows the folders with their runs. */
  show(folders, chosen) {
    this.runs = folders.flatMap((folder) => folder.runs);
    this.links.clear();
    const groups = folders.map((folder) => make("section", { class: "folder", "aria-label": folder.name },
      make("h3", { textContent: folder.name }),
      folder.runs.length > 0 ? make("ul", {}, ...folder.runs.map((run) => this.item(run))) : make("p", { class: "soft", textContent: "There is no run in it." })));
    find("runs").replaceChildren(...groups);
    find("count").textContent = several(this.runs.length, "run");
    find("no-folders").hidden = folders.length > 0;
    this.mark(chosen);
  }

  item(run) {
    const link = make("a", { href: address(run.id) });
    this.links.set(String(run.id), link);
    this.fill(link, run);
    return make("li", {}, link);
  }

  fill(link, { path, state, started, puzzles, problem }) {
    const told = problem ?? [moment(started), several(puzzles ?? 0, "puzzle")].join(" · ");
    link.replaceChildren(make("span", { class: "name", textContent: path || "." }), stateMark(state),
      make("span", { class: "soft what", textContent: told }));
  }

  /** A run is in another state than the list says. */
  update(id, { state, puzzles }) {
    const run = this.runs.find((row) => String(row.id) === String(id));
    if (!run || (run.state === state && run.puzzles === puzzles)) return;
    Object.assign(run, { state, puzzles });
    this.fill(this.links.get(String(id)), run);
  }

  mark(chosen) {
    for (const [id, link] of this.links) {
      if (id === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** The run beside another one in the list. */
  beside(id, by) {
    const at = this.runs.findIndex((run) => String(run.id) === id);
    return this.runs[at < 0 ? 0 : at + by];
  }
}
