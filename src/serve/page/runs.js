// The page Runs: the list of runs, and one of them.

import { fields } from "./address.js";
import { get } from "./api.js";
import { find, isTyped, tell } from "./dom.js";
import { RunView } from "./run-view.js";
import { RunsList, address } from "./runs-list.js";
import { start } from "./start.js";

/** Milliseconds after which the list is asked for again. */
const AGAIN = 10000;

class Page {
  constructor() {
    this.list = new RunsList();
    this.view = new RunView((id, status) => this.list.update(id, status));
    addEventListener("hashchange", () => this.choose(true));
    document.addEventListener("keydown", (event) => {
      if (isTyped(event)) return;
      if (event.key === "?") find("help").showModal();
      else if (event.key === "[") this.walk(-1);
      else if (event.key === "]") this.walk(1);
    });
    setInterval(() => document.hidden || this.refresh(), AGAIN);
  }

  get chosen() {
    return fields().get("run");
  }

  async openAddress() {
    await this.refresh();
    await this.choose(false);
  }

  /** Asks for the list; what it says of the run that is shown stays where it is. */
  async refresh() {
    try {
      const { folders } = await get("/api/runs");
      // A list that is the same is not made anew: the focus may be in it.
      const told = JSON.stringify(folders);
      if (told !== this.told) this.list.show(folders, this.chosen);
      this.told = told;
      tell(find("message"), "");
    } catch (error) {
      tell(find("message"), error.message, true);
    }
  }

  walk(by) {
    const run = this.list.beside(this.chosen, by);
    if (run) location.hash = address(run.id);
  }

  /** Shows the run of the address; the focus goes to it when the reader chose it. */
  async choose(isMoved) {
    const { chosen, list, view } = this;
    list.mark(chosen);
    find("no-run").hidden = chosen !== null || list.runs.length === 0;
    if (chosen === null) return view.close();
    const shown = view.open(chosen, list.runs.filter((run) => String(run.id) !== chosen));
    if (isMoved) find("run-title").focus();
    await shown;
  }
}

start(async () => new Page());
