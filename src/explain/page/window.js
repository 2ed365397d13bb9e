// The window: buttons, keys, and the words beside the grid.

const $ = (id) => document.getElementById(id);
const about = JSON.parse($("about").textContent);
const sheets = [...document.querySelectorAll("script.sheet")];
let current = 0;
let run;
let board;

function make(parent, name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  parent.append(made);
  return made;
}

function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Opens the puzzle at a place in the file. */
function open(place) {
  current = Math.max(0, Math.min(place, sheets.length - 1));
  const data = JSON.parse(sheets[current].textContent);
  $("puzzle").value = current + 1;
  $("previous-puzzle").disabled = current === 0;
  $("next-puzzle").disabled = current === sheets.length - 1;
  document.body.classList.toggle("rejected", data.rejected !== undefined);
  const where = data.line > 0 ? `${data.set}, line ${data.line}` : data.set;
  if (data.rejected !== undefined) {
    run = undefined;
    $("about-puzzle").textContent = where;
    $("message").textContent = `This line is no puzzle: ${data.rejected}.`;
    return;
  }
  $("message").textContent = "";
  $("about-puzzle").textContent = where ? `${where}: ${data.heading}.` : `${data.heading}.`;
  const sheet = new Sheet(data);
  $("solution-label").hidden = !sheet.solution;
  board = new Board($("board"), sheet.shape);
  run = new Run(sheet);
  fillSteps();
  show();
}

/** Shows the run where it is. */
function show() {
  if (!run) return;
  const { sheet, grid, step, steps, at } = run;
  const solution = $("show-solution").checked ? sheet.solution : undefined;
  board.draw(grid, sheet.givens, step, {
    candidates: $("show-candidates").checked, pattern: $("show-pattern").checked, solution,
  });
  $("board").setAttribute("aria-label", step
    ? `Grid before step ${at + 1}: ${about.strategies[step.strategy].title}`
    : `Grid after ${plural(at, "step")}`);
  showStep(step);
  showLegend(step);
  $("start").disabled = $("back").disabled = at === 0;
  $("next").disabled = $("solve").disabled = at === steps.length;
  $("place").max = steps.length;
  $("place").value = at;
  $("place").style.setProperty("--done", steps.length === 0 ? 1 : at / steps.length);
  showPlace();
}

function showStep(step) {
  const strategy = step && about.strategies[step.strategy];
  $("kicker").textContent = step
    ? `Step ${run.at + 1} of ${run.steps.length} · ${strategy.level}`
    : `After ${plural(run.at, "step")}`;
  $("strategy").textContent = strategy ? strategy.title : ending();
  $("reason").textContent = step ? step.reason : remark();
  $("conclusion").textContent = step ? step.conclusion : "";
}

function ending() {
  if (run.grid.isContradictory()) return "Contradiction";
  return run.grid.isSolved() ? "Solved" : "Stalled";
}

/** What there is to say at the end. */
function remark() {
  if (run.grid.isContradictory()) return "A cell or a digit has nowhere left to go: there is no solution.";
  if (run.grid.isSolved()) return "Every row, column and box holds each digit once.";
  const empty = `${plural(run.grid.emptyCells(), "cell")} ${run.grid.emptyCells() === 1 ? "is" : "are"} empty.`;
  return `None of the strategies finds anything more. ${empty}`;
}

function showLegend(step) {
  const entries = new Map();
  const put = (paint) => entries.set(paint.meaning, paint);
  if (step && $("show-pattern").checked) {
    step.marks.forEach(({ paint }) => put(paint));
    if (step.placed.length > 0) put(PLACED);
    if (step.removed.length > 0) put(REMOVED);
  }
  $("legend").replaceChildren();
  for (const [meaning, paint] of entries) {
    const item = make($("legend"), "li", {});
    const icon = element(item, "svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
    drawMark(icon, paint, 10, 10, 18);
    item.append(meaning);
  }
  if (step?.links.length > 0 && $("show-pattern").checked) {
    for (const [name, meaning] of [["strong", "one or the other is true"], ["weak", "not both are true"]]) {
      const item = make($("legend"), "li", {});
      const icon = element(item, "svg", { viewBox: "0 0 32 20", class: "long", "aria-hidden": "true" });
      element(icon, "path", { class: `link ${name}`, d: "M2 10H30" });
      item.append(meaning);
    }
  }
}

/** The list of a puzzle's steps. */
function fillSteps() {
  $("steps").replaceChildren();
  run.steps.forEach(({ strategy, reason, conclusion }, place) => {
    const button = make(make($("steps"), "li", {}), "button", { type: "button" });
    make(button, "span", { className: "number" }, String(place + 1));
    make(button, "span", { className: "name" }, about.strategies[strategy].title);
    make(button, "span", { className: "why" }, reason);
    make(button, "span", { className: "what" }, conclusion);
    button.addEventListener("click", () => go(place));
  });
  $("steps-title").textContent = plural(run.steps.length, "step");
}

/** Marks the steps done and the one shown. */
function showPlace() {
  const list = $("steps");
  [...list.children].forEach((item, place) => {
    item.className = place < run.at ? "done" : place === run.at ? "current" : "";
    if (place === run.at) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
  });
  const item = list.children[Math.min(run.at, list.children.length - 1)];
  if (item) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
}

function go(place) {
  if (!run) return;
  run.go(place);
  show();
}

/** What keys do, unless they are meant for the field they are typed into. */
function onKey(event) {
  const field = event.target.matches?.("input[type=number], input[type=range]");
  if (field || event.ctrlKey || event.altKey || event.metaKey) return;
  const toggle = (id) => () => $(id).click();
  const actions = {
    ArrowRight: () => (event.shiftKey ? open(current + 1) : go(run.at + 1)),
    ArrowLeft: () => (event.shiftKey ? open(current - 1) : go(run.at - 1)),
    Home: () => go(0),
    End: () => go(run.steps.length),
    c: toggle("show-candidates"),
    p: toggle("show-pattern"),
    s: toggle("show-solution"),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || (!run && !event.shiftKey)) return;
  event.preventDefault();
  action();
}

$("title").textContent = about.title;
$("puzzle-count").textContent = `of ${sheets.length}`;
$("puzzle").max = sheets.length;
$("puzzles").hidden = sheets.length < 2;
$("colophon").textContent = `Made by sudoku-lab ${about.tool}; nothing is loaded from the network.` +
  (about.leftOut > 0 ? ` ${plural(about.leftOut, "puzzle")} of the input left out: a page has its limits.` : "");
$("start").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(run.at - 1));
$("next").addEventListener("click", () => go(run.at + 1));
$("solve").addEventListener("click", () => go(run.steps.length));
$("place").addEventListener("input", () => go(Number($("place").value)));
$("previous-puzzle").addEventListener("click", () => open(current - 1));
$("next-puzzle").addEventListener("click", () => open(current + 1));
$("puzzle").addEventListener("change", () => open(Number($("puzzle").value) - 1));
for (const id of ["show-candidates", "show-pattern", "show-solution"]) $(id).addEventListener("change", show);
document.addEventListener("keydown", onKey);
open(0);
