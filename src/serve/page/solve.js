// The page Solve: shows the state of the session, and changes it as the reader asks.

import { fields, write } from "./address.js";
import { Latest, get, post } from "./api.js";
import { BoardView, drawable, gridOf, legend, stateOf } from "./board-view.js";
import { find, isTyped, make, say, several, tell } from "./dom.js";
import { SYMBOLS } from "./drawing.js";
import { PuzzleList } from "./puzzle-list.js";
import * as session from "./session.js";
import { start } from "./start.js";
import { StrategiesPanel } from "./strategies-panel.js";
import { Tools } from "./tools.js";

const EXAMPLE = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.";
const LOOKING = "Looking…";
const ENDINGS = {
  solved: ["Solved", "Every cell is filled."],
  stalled: ["Stalled", "The ticked strategies find nothing more. Tick others to go on."],
  contradiction: ["Contradiction", "A cell or a digit has nowhere left to go."],
};

class Page {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.latest = new Latest();
    this.history = new session.History();
    this.state = null;
    this.view = new BoardView(find("frame"), {
      digit: (cell, digit, event) => this.type(cell, digit, event.shiftKey),
      erase: (cell) => this.erase(cell),
    });
    this.panel = new StrategiesPanel(catalogue, (ticks, order) => this.change((state) => session.forget(state, { ticks, order })));
    this.puzzles = new PuzzleList((line) => this.load(line));
    this.tools = new Tools(this);
    this.bind();
  }

  bind() {
    const acts = {
      n: ["next", () => this.next()], b: ["back", () => this.back()], a: ["all", () => this.all()], u: ["undo", () => this.undo()],
      f: ["find-all", () => this.findAll()],
    };
    for (const [id, act] of Object.values(acts)) find(id).addEventListener("click", act);
    const toggles = { c: "candidates", p: "pattern", s: "solution", e: "edit" };
    for (const id of Object.values(toggles)) find(id).addEventListener("change", () => this.draw());
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("textarea")) {
        event.preventDefault();
        return this.undo();
      }
      if (isTyped(event)) return;
      if (event.key in acts && !find(acts[event.key][0]).disabled) acts[event.key][1]();
      else if (event.key in toggles) find(toggles[event.key]).click();
      else if (event.key === "[") this.puzzles.walk(-1);
      else if (event.key === "]") this.puzzles.walk(1);
      else if (event.key === "?") find("help").showModal();
    });
    addEventListener("hashchange", () => this.openAddress());
  }

  /** Shows what the address asks for; without that an example. */
  async openAddress() {
    const given = fields();
    const known = (name) => this.panel.boxes.has(name);
    const order = this.catalogue.orders.some(({ name }) => name === given.get("o")) ? given.get("o") : "ladder";
    const ticks = new Set(given.has("t") ? given.get("t").split(",").filter(known) : this.panel.namesOf(order));
    const place = { values: given.get("v") ?? undefined, candidates: given.get("c")?.split(",") };
    await this.load(given.get("p") ?? EXAMPLE, { ticks, order, place });
  }

  /** Replaces the state by what `make` makes of it, which can be undone, and looks for the next step. */
  change(make) {
    if (!this.state) return;
    this.history.keep(this.state);
    this.state = make(this.state);
    this.draw();
    return this.look();
  }

  /** Asks the server; what goes wrong is told under the step. */
  async ask(path, question) {
    const timer = setTimeout(() => find("step").classList.add("waiting"), 200);
    find("step").setAttribute("aria-busy", "true");
    try {
      const answer = await this.latest.ask((signal) => post(path, question, signal));
      if (answer !== undefined) tell(find("message"), "");
      return answer;
    } catch (error) {
      tell(find("message"), error.message, true);
      if (find("strategy").textContent === LOOKING) find("strategy").textContent = "No step known";
    } finally {
      clearTimeout(timer);
      find("step").classList.remove("waiting");
      find("step").removeAttribute("aria-busy");
    }
  }

  /** Shows a puzzle, with a position of it if one is given. */
  async load(puzzle, { ticks = this.state?.ticks, order = this.state?.order, place = {} } = {}) {
    const info = await this.ask("/api/board", { puzzle });
    if (!info) return false;
    const moved = place.values || place.candidates ? await this.ask("/api/board", { puzzle, ...place }) : info;
    if (this.state) this.history.keep(this.state);
    this.view.setShape(info);
    this.state = session.begin(info, ticks, order, (moved ?? info).state);
    const trouble = moved ? "" : find("message").textContent;
    this.draw();
    await this.look();
    if (trouble !== "") tell(find("message"), trouble, true);
    return true;
  }

  /** Finds the step after the last one known, if it is what is to be shown. */
  async look() {
    const { state } = this;
    if (state.at < state.trail.length || state.ending) return;
    const answer = await this.ask("/api/step", session.question(state, this.catalogue));
    if (!answer || this.state !== state) return;
    const trail = answer.step ? [...state.trail, { step: answer.step, after: answer.after }] : state.trail;
    this.state = { ...state, trail, ending: answer.step ? null : answer.ending, leftOut: answer };
    this.draw();
  }

  async next() {
    const { state } = this;
    if (state.at === state.trail.length) return this.look();
    this.history.keep(state);
    this.state = { ...state, at: state.at + 1, aside: [] };
    this.draw();
    await this.look();
    const step = session.shown(this.state);
    say(step ? `${step.title}: ${step.conclusion}` : ENDINGS[this.state.ending]?.[0] ?? "");
  }

  back() {
    if (this.state.at === 0) return;
    this.latest.stop();
    this.history.keep(this.state);
    this.state = { ...this.state, at: this.state.at - 1, aside: [] };
    this.draw();
  }

  jump(at) {
    this.latest.stop();
    this.history.keep(this.state);
    this.state = { ...this.state, at, aside: [] };
    this.draw();
    this.look();
  }

  async all() {
    const { state } = this;
    const end = { ...state, at: state.trail.length };
    if (state.ending) return this.jump(end.at);
    const answer = await this.ask("/api/steps", session.question(end, this.catalogue));
    if (!answer || this.state !== state) return;
    this.history.keep(state);
    const shape = this.view.shape;
    let grid = gridOf(shape, session.position(end));
    const more = answer.steps.map((step) => {
      grid = grid.after(drawable(shape, step));
      return { step, after: stateOf(grid) };
    });
    const trail = [...state.trail, ...more];
    this.state = { ...end, trail, at: trail.length, ending: answer.ending, leftOut: answer, aside: [] };
    this.draw();
    if (!answer.ending) tell(find("message"), "The time for one question was over; press All steps to go on.");
    say(`${several(trail.length, "step")}. ${ENDINGS[answer.ending]?.[0] ?? ""}`);
  }

  async findAll() {
    const { state } = this;
    const answer = await this.ask("/api/find", session.question(state, this.catalogue));
    if (!answer || this.state !== state) return;
    this.state = { ...state, aside: answer.steps };
    this.draw();
    say(`${several(answer.steps.length, "step")} found here`);
    if (answer.steps.length === 0) tell(find("message"), "The ticked strategies find nothing here.");
  }

  undo() {
    const before = this.history.back();
    if (!before) return;
    this.latest.stop();
    this.view.setShape(before.info);
    this.state = before;
    tell(find("message"), "");
    this.draw();
    this.look();
  }

  /** A digit typed into a cell: a given, a value, or with Shift a candidate. */
  async type(cell, digit, isCandidate) {
    const { state, view } = this;
    const symbol = SYMBOLS[digit];
    if (find("edit").checked) return this.setGiven(cell, symbol);
    const place = session.position(state);
    if (place.values[cell] !== ".") return tell(find("message"), "This cell is filled. Backspace empties it, if it is no given.");
    const base = stateOf(view.grid);
    if (isCandidate) {
      const { candidates } = await this.leaves(base.values);
      const has = base.candidates[cell].includes(symbol);
      if (!has && !candidates[cell].includes(symbol)) return tell(find("message"), `${symbol} stands in a house of this cell already.`);
      const all = has ? [...base.candidates[cell]].filter((other) => other !== symbol) : [...base.candidates[cell], symbol];
      base.candidates[cell] = all.sort((a, b) => SYMBOLS.indexOf(a) - SYMBOLS.indexOf(b)).join("");
    } else {
      if (!base.candidates[cell].includes(symbol)) return tell(find("message"), `${symbol} is no candidate of ${view.shape.name(cell)}.`);
      const grid = gridOf(view.shape, base);
      grid.place(cell, digit);
      Object.assign(base, stateOf(grid));
    }
    tell(find("message"), "");
    return this.change(() => session.edited(state, base));
  }

  async erase(cell) {
    const { state } = this;
    if (find("edit").checked) return this.setGiven(cell, ".");
    const { values } = session.position(state);
    if (values[cell] === "." || state.info.state.values[cell] !== ".") return;
    const base = await this.leaves(`${values.slice(0, cell)}.${values.slice(cell + 1)}`);
    return this.change(() => session.edited(state, base));
  }

  /** What a puzzle's values leave. */
  async leaves(values) {
    const found = await this.ask("/api/board", { puzzle: this.state.info.puzzle, values });
    return found?.state ?? session.position(this.state);
  }

  setGiven(cell, symbol) {
    if (this.state.info.marks) return tell(find("message"), "A pencilmark puzzle is edited as text.");
    const line = this.state.info.state.values;
    if (line[cell] === symbol) return undefined;
    return this.load(`${line.slice(0, cell)}${symbol}${line.slice(cell + 1)}`);
  }

  draw() {
    const { state, view } = this;
    const step = session.shown(state);
    const grid = gridOf(view.shape, session.position(state));
    const drawn = step && drawable(view.shape, step);
    const isOn = (id) => find(id).checked;
    view.show(grid, {
      givens: state.info.state.values, step: isOn("pattern") ? drawn : undefined, candidates: isOn("candidates"),
      solution: isOn("solution") ? state.info.solution : undefined, same: !step,
    });
    find("legend").replaceChildren(...legend(isOn("pattern") ? drawn : undefined));
    this.tellPuzzle();
    this.tellStep(step);
    this.listSteps();
    this.panel.show(state.ticks, state.order);
    this.panel.mark(step?.strategy);
    find("back").disabled = state.at === 0;
    find("undo").disabled = this.history.isEmpty;
    find("next").disabled = state.at === state.trail.length && state.ending !== null;
    find("all").disabled = find("next").disabled;
    find("find-all").disabled = state.ending === "solved" && state.at === state.trail.length;
    this.writeAddress();
  }

  tellPuzzle() {
    const { size, box_rows, box_columns, clues, solutions, marks } = this.state.info;
    const told = solutions === null ? "number of solutions not known" : ["no solution", "one solution", "several solutions"][solutions];
    const kind = marks ? "pencilmarks" : several(clues, "given");
    find("about").textContent = `${size}×${size}, boxes ${box_rows}×${box_columns}, ${kind}, ${told}`;
    find("solution").disabled = !this.state.info.solution;
  }

  tellStep(step) {
    const { at, ending, ticks, leftOut } = this.state;
    const [title, reason] = ENDINGS[ending] ?? ["", ""];
    find("kicker").textContent = step ? `Step ${at + 1} · ${step.level} · ${step.score}` : `After ${several(at, "step")}`;
    find("strategy").textContent = step ? step.title : title || (ticks.size === 0 ? "No strategy ticked" : LOOKING);
    find("reason").textContent = step ? step.reason : reason;
    find("conclusion").textContent = step ? step.conclusion : "";
    const titles = (names) => names.map((name) => this.catalogue.strategies.find((row) => row.name === name)?.title ?? name).join(", ");
    const parts = [];
    if (leftOut?.withheld?.length) parts.push(`Left out, as they presume one solution: ${titles(leftOut.withheld)}.`);
    if (leftOut?.of_other_sizes?.length) parts.push(`Not for this size: ${titles(leftOut.of_other_sizes)}.`);
    tell(find("left-out"), parts.join(" "));
  }

  listSteps() {
    const { trail, at, aside } = this.state;
    const row = (step, number, name, act) => {
      const button = make("button", { type: "button", class: name },
        make("span", { class: "number", textContent: number }), make("span", { class: "name", textContent: step.title }),
        make("span", { class: "what", textContent: step.conclusion }));
      if (name === "current") button.setAttribute("aria-current", "step");
      button.addEventListener("click", act);
      return make("li", {}, button);
    };
    const isAside = aside.length > 0;
    find("list-title").textContent = isAside ? `Found here: ${several(aside.length, "step")}` : "Steps";
    const items = isAside
      ? aside.map((step, place) => row(step, place + 1, "", () => this.take(step)))
      : trail.map(({ step }, place) => row(step, place + 1, place === at ? "current" : place < at ? "done" : "", () => this.jump(place)));
    const list = find("steps");
    list.replaceChildren(...items);
    const current = list.querySelector(".current") ?? list.lastElementChild;
    if (current && !isAside) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /** Shows one of the steps found here as the next one. */
  take(step) {
    const drawn = drawable(this.view.shape, step);
    this.latest.stop();
    this.history.keep(this.state);
    this.state = session.choose(this.state, this.view.shape, step, drawn);
    this.draw();
  }

  writeAddress() {
    const { state } = this;
    const { info, ticks, order } = state;
    const place = session.position(state);
    const moved = (field) => String(place[field]) !== String(info.state[field]);
    const preset = this.panel.namesOf(order);
    const isPreset = preset.length === ticks.size && preset.every((name) => ticks.has(name));
    write({
      p: info.puzzle, v: moved("values") ? place.values : "", c: moved("candidates") ? place.candidates.join(",") : "",
      o: order === "ladder" ? "" : order, t: isPreset ? undefined : [...ticks].join(",") || "none",
    });
  }
}

start(async () => new Page(await get("/api/catalogue")));
