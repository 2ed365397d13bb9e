// The page Play: a game with its clock, hints and puzzles made to order.

import { fields, linkTo, write } from "./address.js";
import { Latest, get, post } from "./api.js";
import { BoardView, cellOf, drawable, stateOf } from "./board-view.js";
import { Clock } from "./clock.js";
import { find, isTyped, make, say, several, tell } from "./dom.js";
import { Grid, SYMBOLS } from "./drawing.js";
import * as games from "./game.js";
import { Orders } from "./orders.js";
import { History } from "./session.js";
import { start } from "./start.js";

const STRENGTHS = ["which", "where", "what"];

class Page {
  constructor(catalogue) {
    this.latest = new Latest();
    this.history = new History();
    this.clock = new Clock(find("clock"));
    this.ladder = catalogue.orders.find(({ name }) => name === "ladder").strategies.map(({ name }) => name);
    this.orders = new Orders(catalogue, (made) => this.open(made.puzzle));
    this.view = new BoardView(find("frame"), {
      digit: (cell, digit, event) => this.type(cell, digit, event.shiftKey),
      erase: (cell) => this.erase(cell),
    });
    this.hint = null;
    this.asked = -1;
    this.bind();
  }

  bind() {
    const click = (id, act) => find(id).addEventListener("click", act);
    click("notes", () => this.toggleNotes());
    click("erase", () => this.erase(this.view.cell));
    click("undo", () => this.undo());
    click("pause", () => this.pause(!this.clock.isPaused));
    click("take", () => this.take());
    STRENGTHS.forEach((name, strength) => click(`hint-${name}`, () => this.ask(strength)));
    find("mistakes").addEventListener("change", () => this.draw());
    const acts = {
      n: () => this.toggleNotes(), " ": () => this.toggleNotes(), u: () => this.undo(), m: () => find("mistakes").click(),
      h: () => this.ask(Math.min(this.asked + 1, 2)), p: () => this.pause(!this.clock.isPaused),
      "?": () => find("help").showModal(),
    };
    document.addEventListener("keydown", (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input, textarea");
      if (!isUndo && (isTyped(event) || !(event.key in acts))) return;
      if (event.key === " " && !event.target.matches("[role=gridcell]")) return;
      event.preventDefault();
      if (isUndo) this.undo();
      else acts[event.key]();
    });
    addEventListener("hashchange", () => this.openAddress());
  }

  /** The game of the address; without that a new one. */
  async openAddress() {
    const given = fields();
    if (given.has("p")) await this.open(given.get("p"), given);
    else await this.orders.make();
  }

  async open(puzzle, given = new URLSearchParams()) {
    try {
      const info = await this.latest.ask((signal) => post("/api/board", { puzzle }, signal));
      if (!info) return;
      if (info.marks) throw new Error("Pencilmark puzzles are not played.");
      this.history = new History();
      this.view.setShape(info);
      this.game = games.withFields(games.begin(info), given);
      this.wasSolved = false;
      this.pause(false);
      this.clock.restart(Number(given.get("s")) || 0);
      this.showPad(info.size);
      this.forgetHint();
      tell(find("message"), "");
      this.draw();
      const empty = this.game.values.indexOf(0);
      this.view.choose(Math.max(empty, 0), false);
      say(`A puzzle of ${several(info.clues, "given")}`);
    } catch (error) {
      tell(find("message"), error.message, true);
    }
  }

  showPad(size) {
    const pad = find("pad");
    pad.style.setProperty("--pad", size <= 10 ? size : Math.ceil(size / 2));
    this.keys = Array.from({ length: size }, (_, place) => {
      const left = make("span", { class: "left" });
      const button = make("button", { type: "button" }, SYMBOLS[place + 1], left);
      button.addEventListener("click", () => this.type(this.view.cell, place + 1, false));
      return { button, left };
    });
    pad.replaceChildren(...this.keys.map(({ button }) => button));
  }

  change(game) {
    if (game === this.game) return;
    this.history.keep(this.game);
    this.game = game;
    this.forgetHint();
    this.draw();
    const isSolved = games.isFull(game) && games.wrong(game, this.view.shape).size === 0;
    if (isSolved && !this.wasSolved) {
      this.clock.pause(true);
      tell(find("message"), `Solved in ${find("clock").textContent}.`);
    } else if (games.isFull(game) && !isSolved) tell(find("message"), "The board is full, but not all is right.");
    else tell(find("message"), "");
    this.wasSolved = isSolved;
  }

  get isStill() {
    return !this.game || find("pause").getAttribute("aria-pressed") === "true";
  }

  type(cell, digit, isNote) {
    if (this.isStill || games.isGiven(this.game, cell)) return;
    const notes = isNote || find("notes").getAttribute("aria-pressed") === "true";
    const { game, view: { shape } } = this;
    this.change(notes ? games.note(game, cell, digit) : games.fill(game, shape, cell, digit, find("tidy").checked));
  }

  erase(cell) {
    if (!this.isStill && !games.isGiven(this.game, cell)) this.change(games.erase(this.game, cell));
  }

  undo() {
    const before = this.history.back();
    if (!before) return;
    this.game = before;
    if (this.wasSolved) this.clock.pause(false);
    this.wasSolved = false;
    this.forgetHint();
    tell(find("message"), "");
    this.draw();
  }

  toggleNotes() {
    const button = find("notes");
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOn));
    say(isOn ? "Notes on" : "Notes off");
  }

  pause(isPaused) {
    find("pause").setAttribute("aria-pressed", String(isPaused));
    document.body.classList.toggle("paused", isPaused);
    if (!this.wasSolved) this.clock.pause(isPaused);
    say(isPaused ? "Paused" : "");
  }

  forgetHint() {
    this.latest.stop();
    this.hint = null;
    this.asked = -1;
    find("hint").replaceChildren();
    find("take").hidden = true;
  }

  /** A hint of this strength: 0 names the strategy, 1 shows its cells, 2 says all. */
  async ask(strength) {
    if (this.isStill) return;
    // The answer may come after a stronger hint has been asked for.
    this.asked = strength;
    const { game, view: { shape } } = this;
    const mistakes = games.wrong(game, shape);
    if (mistakes.size > 0) {
      const where = strength === 0 ? "" : `: ${[...mistakes].map((cell) => shape.name(cell)).join(", ")}`;
      return this.tellHint("There is a mistake", [`${several(mistakes.size, "cell")} wrong${where}.`]);
    }
    try {
      if (!this.hint) {
        const question = { puzzle: game.info.puzzle, ...stateOf(games.known(game, shape)), strategies: this.ladder };
        const found = await this.latest.ask((signal) => post("/api/step", question, signal));
        if (!found || this.game !== game) return;
        if (!found.step) return this.tellHint(found.ending === "solved" ? "Solved" : "No hint", found.ending === "solved" ? [] : ["No strategy finds anything here."]);
        this.hint = { step: found.step, drawn: drawable(shape, found.step) };
      }
      this.hint.strength = strength;
      this.showHint();
    } catch (error) {
      tell(find("message"), error.message, true);
    }
  }

  showHint() {
    const { step, strength } = this.hint;
    const { houses, cells, digits } = step.pattern;
    const look = houses.length > 0 ? houses.join(", ") : cells.join(", ");
    const told = [[], [`Look at ${look}${digits.length > 0 && strength > 0 ? `, digit ${digits.map((digit) => SYMBOLS[digit]).join(", ")}` : ""}.`], [step.reason, step.conclusion]];
    this.tellHint(step.title, told[strength]);
    find("take").hidden = strength < 2;
    this.draw();
  }

  tellHint(title, sentences) {
    find("hint").replaceChildren(make("h2", { textContent: title }), ...sentences.map((textContent) => make("p", { textContent })));
  }

  take() {
    const { game, hint, view: { shape } } = this;
    this.change(games.take(game, shape, hint.drawn, find("tidy").checked));
  }

  /** What the board shows of the hint, and the candidates that it needs. */
  drawnHint() {
    if (!this.hint || this.hint.strength === 0) return undefined;
    const { drawn, strength } = this.hint;
    if (strength === 2) return drawn;
    const cells = drawn.cells.map((name) => cellOf(this.view.shape, name));
    return { ...drawn, marks: [], links: [], removed: [], placed: drawn.houses.length === 0 ? cells.map((cell) => [cell, 0]) : [] };
  }

  draw() {
    const { game, view } = this;
    const { shape } = view;
    const step = this.drawnHint();
    const isFullHint = step && this.hint.strength === 2;
    const notes = new Grid(shape, game.values, game.notes);
    const grid = isFullHint ? games.known(game, shape) : notes;
    const wrong = find("mistakes").checked ? games.wrong(game, shape) : new Set();
    view.show(grid, { givens: game.info.state.values, step, wrong, candidates: true, plainNotes: !isFullHint });
    const { size, box_rows, box_columns, clues } = game.info;
    const left = game.values.filter((value) => value === 0).length;
    find("about").textContent = `${size}×${size}, boxes ${box_rows}×${box_columns}, ${several(clues, "given")}, ${left} to fill`;
    this.keys.forEach(({ button, left: place }, at) => {
      const rest = size - game.values.filter((value) => value === at + 1).length;
      place.textContent = rest > 0 ? rest : "✓";
      button.setAttribute("aria-label", `${SYMBOLS[at + 1]}, ${rest} left`);
    });
    find("undo").disabled = this.history.isEmpty;
    find("open-solve").href = linkTo("/", game.info.puzzle);
    write({ ...games.toFields(game), s: Math.floor(this.clock.time / 1000) || "" });
  }
}

start(async () => new Page(await get("/api/catalogue")));
