// One run: how far it is, what its solvers did, its puzzles and rejects, another run beside it.

import { linkTo } from "./address.js";
import { Latest, get } from "./api.js";
import { count, find, make, several, tell } from "./dom.js";
import { duration, moment, ratio, share, text, timeLeft, whole } from "./figures.js";
import { Live } from "./run-live.js";
import { isOver, stateMark } from "./run-states.js";
import { PagedTable, table } from "./tables.js";

/** Statistics are worked out anew for every asker: so many ms pass between two questions. */
const PAUSE = 3000;

const STATISTICS = [
  ["puzzles", "Puzzles", whole], ["solved", "Solved", whole], ["share_solved", "Share solved", share], ["median_ns", "Median", duration],
  ["p95_ns", "p95", duration], ["max_ns", "Longest", duration],
];

const figure = (title, of) => ({ title, of, isFigure: true });

/** The name of an input, cut off where it is long. */
const input = { title: "Input", of: (row) => make("span", { class: "input", title: text(row.set), textContent: text(row.set) }) };

const PUZZLES = [
  figure("Id", (row) => count(row.puzzle_id)),
  { title: "Puzzle", of: (row) => make("a", { href: linkTo("/", row.puzzle), class: "line", title: "Open in Solve" }, row.puzzle) },
  figure("Givens", (row) => whole(row.clues)), figure("Solutions", (row) => whole(row.n_solutions)), figure("Line", (row) => whole(row.line)), input,
];

const REJECTS = [
  figure("Line", (row) => whole(row.line)), input, { title: "Reason", of: (row) => text(row.reason) },
  { title: "Detail", of: (row) => text(row.detail), class: "text" },
  { title: "Text", of: (row) => make("span", { class: "line", textContent: row.text ?? "" }) },
];

export class RunView {
  /** `changed` is told the id of a run and its status. */
  constructor(changed) {
    Object.assign(this, { changed, id: null, latest: new Latest(), comparing: new Latest(), asked: 0, seen: "" });
    this.live = new Live((found) => this.tellLive(found), (isSilent) => this.tellSilence(isSilent));
    this.puzzles = new PagedTable("puzzles", { label: "puzzles", field: "puzzles", columns: PUZZLES, empty: "No unit is done yet." });
    this.rejects = new PagedTable("rejects", { label: "rejects", field: "rejects", columns: REJECTS, empty: "Every line is a puzzle." });
    find("other").addEventListener("change", () => this.compare());
    for (const [id, rows] of [["puzzles-box", "puzzles"], ["rejects-box", "rejects"]]) {
      find(id).addEventListener("toggle", () => this.load(id, rows));
    }
  }

  path(part = "") {
    return `/api/runs/${encodeURIComponent(this.id)}${part}`;
  }

  /** Shows a run; `others` are those it can be compared with. */
  async open(id, others) {
    this.close();
    Object.assign(this, { id, asked: 0, seen: "" });
    find("run").hidden = false;
    find("report").href = this.path("/report");
    for (const place of ["statistics", "compared"]) find(place).replaceChildren();
    for (const box of ["puzzles-box", "rejects-box"]) find(box).open = false;
    tell(find("run-message"), "");
    const option = ({ id: value, path }) => make("option", { value, textContent: path || "." });
    find("other").replaceChildren(make("option", { value: "", textContent: "no other run" }), ...others.map(option));
    find("other").disabled = others.length === 0;
    this.live.follow(id);
    await this.look();
  }

  close() {
    this.live.stop();
    this.latest.stop();
    this.comparing.stop();
    clearTimeout(this.timer);
    this.puzzles.close();
    this.rejects.close();
    this.id = null;
    find("run").hidden = true;
  }

  /** Asks for all of the run, its statistics among it. */
  async look() {
    clearTimeout(this.timer);
    this.timer = null;
    this.asked = performance.now();
    const { seen } = this;
    try {
      const found = await this.latest.ask((signal) => get(this.path(), signal));
      if (!found) return;
      // What has been told of the run meanwhile is newer.
      if (this.seen === seen) this.tellRun(found);
      this.tellSolvers(found.solvers ?? []);
      tell(find("run-message"), "");
    } catch (error) {
      tell(find("run-message"), error.message, true);
    }
  }

  /** Shows what has changed; what takes the server longer is asked for after a pause. */
  tellLive(found) {
    this.tellRun(found);
    if (isOver(found.status.state)) this.live.stop();
    const { state, units_done: units, puzzles } = found.status;
    const seen = `${state} ${units} ${puzzles}`;
    if (seen === this.seen) return;
    const isFirst = this.seen === "";
    this.seen = seen;
    if (isFirst || this.timer) return;
    this.timer = setTimeout(() => this.look(), Math.max(0, this.asked + PAUSE - performance.now()));
  }

  tellSilence(isSilent) {
    tell(find("silence"), isSilent ? "The server does not answer; what is shown may be old. Asking again…" : "", true);
  }

  tellRun({ path, status, disagreements = status.disagreements }) {
    find("run-title").textContent = path || ".";
    // It is spoken when it changes, and only then.
    if (find("state").dataset.of !== status.state) find("state").replaceChildren(stateMark(status.state));
    find("state").dataset.of = status.state;
    this.tellProgress(status);
    const { units_done: done, units_planned: planned } = status;
    const ofWork = isOver(status.state) ? [] : [
      ["In work", whole(status.puzzles_in_work)], ["Puzzles per second", whole(status.puzzles_per_second)], ["Time left", timeLeft(status.seconds_left)],
    ];
    const facts = [
      ["Begun", moment(status.started)], ["Inputs", whole(status.inputs)],
      ["Units done", planned === null ? whole(done) : `${count(done)} of ${count(planned)}`],
      ["Puzzles", status.puzzles_planned === null ? whole(status.puzzles) : `${count(status.puzzles)} of ${count(status.puzzles_planned)}`],
      ...ofWork, ["Rejects", whole(status.rejects)], ["Disagreements", whole(disagreements)],
    ];
    find("facts").replaceChildren(...facts.map(([name, told]) => make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: told }))));
    const problems = status.problems ?? [];
    find("problems").replaceChildren(...problems.map((problem) => make("li", { textContent: problem })));
    find("problems").hidden = problems.length === 0;
    find("rejects-title").textContent = `Rejects (${count(status.rejects)})`;
    find("puzzles-title").textContent = `Puzzles (${count(status.puzzles)})`;
    this.changed(this.id, status);
  }

  /** How much of the run is done: of its plan's puzzles, or else of its inputs' bytes. */
  tellProgress({ state, puzzles, puzzles_planned: planned, bytes_read: read, bytes, units_done: units, units_planned: all }) {
    const bar = find("progress");
    const parts = [[puzzles, planned], [read, bytes]].find(([, whole]) => whole > 0);
    const done = state === "finished" ? 1 : parts && Math.min(1, parts[0] / parts[1]);
    if (done === undefined) bar.removeAttribute("value");
    else bar.value = done;
    const told = all === null ? several(units, "unit") : `${count(units)} of ${several(all, "unit")}`;
    find("progress-told").textContent = `${done === undefined ? "" : `${share(done)}, `}${told} done`;
  }

  tellSolvers(solvers) {
    const known = STATISTICS.filter(([name]) => solvers.some((row) => row[name] !== undefined));
    const columns = known.map(([name, title, tell]) => {
      if (name !== "share_solved") return figure(title, (row) => tell(row[name]));
      return { title, class: "share", of: (row) => shareBar(row[name], row.solver) };
    });
    const solver = { title: "Solver", of: (row) => make("b", { textContent: row.solver }) };
    const none = make("p", { class: "soft", textContent: "No unit is done yet." });
    find("statistics").replaceChildren(solvers.length === 0 ? none : table("statistics of the solvers", [solver, ...columns], solvers));
  }

  /** Loads a table when it is unfolded for the first time. */
  load(box, rows) {
    if (find(box).open && this.id !== null && this[rows].address === undefined) this[rows].open(this.path(`/${rows}`));
  }

  async compare() {
    const other = find("other").value;
    const place = find("compared");
    place.replaceChildren();
    if (other === "") return this.comparing.stop();
    try {
      const [a, b] = [this.id, other].map(encodeURIComponent);
      const found = await this.comparing.ask((signal) => get(`/api/compare?a=${a}&b=${b}`, signal));
      if (!found) return;
      const same = found.same_puzzles ? "Both read the same puzzles." : "They did not read the same puzzles: figures tell of the puzzles, too.";
      const of = (side, name, tell) => (row) => tell(row[side]?.[name]);
      const columns = [
        { title: "Solver", of: (row) => make("b", { textContent: row.solver }) },
        figure("Median here", of("a", "median_ns", duration)), figure("Median there", of("b", "median_ns", duration)),
        figure("There, times as long", (row) => ratio(row.ratio_median)),
        figure("Solved here", of("a", "share_solved", share)), figure("Solved there", of("b", "share_solved", share)),
      ];
      place.replaceChildren(make("p", { class: "soft", textContent: same }), table("comparison of two runs", columns, found.solvers));
    } catch (error) {
      const message = make("p", { class: "message error", role: "alert", textContent: error.message });
      place.replaceChildren(message);
    }
  }
}

/** A share as a bar with its figure. */
function shareBar(value, name) {
  if (value === null || value === undefined) return text(value);
  const bar = make("meter", { min: 0, max: 1, value, "aria-label": `Share solved by ${name}` });
  return make("span", { class: "figures" }, bar, ` ${share(value)}`);
}
