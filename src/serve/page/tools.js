// What can be asked about a puzzle as a whole, and how the board leaves the page.

import { Latest, post } from "./api.js";
import { count, download, find, make, tell } from "./dom.js";
import { pngOf, svgText } from "./pictures.js";
import * as session from "./session.js";

const OWN = [["json", "JSON of the steps"], ["svg", "SVG"], ["png", "PNG"]];

export class Tools {
  constructor(page) {
    Object.assign(this, { page, latest: new Latest() });
    const { solvers, orders, formats } = page.catalogue;
    const fill = (id, rows) => find(id).append(...rows.map(([value, text]) => make("option", { value, textContent: text })));
    fill("solver", solvers.map(({ name }) => [name, name]));
    fill("rate-order", [["", "usual rating"], ...orders.map(({ name }) => [name, name])]);
    fill("format", [...formats.filter((row) => row.written ?? true).map((row) => row.name ?? row).map((name) => [name, name]), ...OWN]);
    for (const id of ["solve", "rate", "count", "export"]) find(id).addEventListener("click", () => this.run(this[id]));
  }

  /** Runs a tool; its answer, or what went wrong, stands under the buttons. */
  async run(tool) {
    const place = find("answer");
    place.setAttribute("aria-busy", "true");
    try {
      const found = await tool.call(this, this.page.state.info.puzzle);
      if (found) place.replaceChildren(found);
    } catch (error) {
      const message = make("p");
      tell(message, error.message, true);
      message.classList.add("message");
      place.replaceChildren(message);
    }
    place.removeAttribute("aria-busy");
  }

  ask(path, question) {
    return this.latest.ask((signal) => post(path, question, signal));
  }

  async solve(puzzle) {
    const solver = find("solver").value;
    const { state } = this.page;
    const found = await this.ask("/api/solve", { puzzle, solver, count: 2 });
    if (!found) return undefined;
    if (found.solution && this.page.state === state) {
      const base = { values: found.solution, candidates: Array(found.solution.length).fill("") };
      this.page.change(() => session.edited(state, base));
    }
    const { verdict, solutions, checks, guesses } = found;
    return table({ solver, verdict, solutions, checks, guesses });
  }

  async rate(puzzle) {
    const found = await this.ask("/api/rate", { puzzle, order: find("rate-order").value || undefined });
    return found && table(this.withLevels(found.rated));
  }

  /** A rating whose steps by level are told in words. */
  withLevels(rated) {
    if (!rated.steps_by_level) return rated;
    const levels = [...new Set(this.page.catalogue.strategies.map(({ level }) => level))];
    const told = rated.steps_by_level.flatMap((steps, level) => (steps > 0 ? [`${levels[level]} ${count(steps)}`] : []));
    return { ...rated, steps_by_level: told.join(", ") || "none" };
  }

  async count(puzzle) {
    const found = await this.ask("/api/count", { puzzle, limit: Number(find("most").value) });
    if (!found) return undefined;
    const { solutions, complete } = found;
    const told = `${complete ? "" : "At least "}${count(solutions)} solution${solutions === 1 ? "" : "s"}`;
    return make("p", { textContent: told });
  }

  async export(puzzle) {
    const format = find("format").value;
    const svg = find("board");
    if (format === "svg") return this.send("sudoku.svg", svgText(svg), "image/svg+xml");
    if (format === "png") return this.send("sudoku.png", await pngOf(svg), "image/png");
    const { state } = this.page;
    if (format === "json") {
      const steps = state.trail.map(({ step }) => step);
      const told = { puzzle, strategies: session.inOrder(state, this.page.catalogue), start: state.base, steps, ending: state.ending };
      return this.send("sudoku.json", `${JSON.stringify(told, null, 2)}\n`, "application/json");
    }
    const found = await this.ask("/api/export", { puzzle, values: session.position(state).values, format });
    if (!found) return undefined;
    const text = make("pre", { textContent: found.text, tabIndex: 0, "aria-label": `The board as ${format}`, role: "region" });
    const save = make("button", { type: "button", class: "small", textContent: "Save as a file" });
    save.addEventListener("click", () => this.send("sudoku.txt", found.text, "text/plain"));
    const copy = make("button", { type: "button", class: "small", textContent: "Copy" });
    copy.addEventListener("click", () => navigator.clipboard.writeText(found.text));
    return make("div", {}, text, make("div", { class: "row" }, copy, save));
  }

  send(name, content, type) {
    download(name, content instanceof Blob ? content : new Blob([content], { type }));
    return make("p", { textContent: `${name} is in your downloads.` });
  }
}

/** Fields and values as a list of pairs. */
function table(row) {
  const cells = Object.entries(row).map(([name, value]) => {
    const told = typeof value === "number" ? count(value) : value === null ? "–" : String(value);
    return make("div", {}, make("dt", { textContent: name.replaceAll("_", " ") }), make("dd", { textContent: told }));
  });
  return make("dl", { class: "facts" }, ...cells);
}
