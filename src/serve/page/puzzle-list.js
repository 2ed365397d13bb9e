// The puzzles of a text or file, and the way from one to the next.

import { post } from "./api.js";
import { count, find, tell } from "./dom.js";

const LARGEST = 7 * 2 ** 20;

export class PuzzleList {
  /** `show` shows a puzzle, given as a line. */
  constructor(show) {
    Object.assign(this, { show, puzzles: [], more: 0, place: 0, name: "" });
    find("load").addEventListener("click", () => this.read(find("text").value, ""));
    find("text").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.read(find("text").value, "");
    });
    find("choose-file").addEventListener("click", () => find("file").click());
    find("file").addEventListener("change", () => this.readFile(find("file").files[0]));
    find("empty").addEventListener("click", () => this.empty(Number(find("size").value)));
    find("previous").addEventListener("click", () => this.walk(-1));
    find("following").addEventListener("click", () => this.walk(1));
  }

  async readFile(file) {
    if (!file) return;
    // The same file may be chosen again after it has changed.
    const text = file.size <= LARGEST ? await file.text() : undefined;
    find("file").value = "";
    if (text === undefined) tell(find("source-message"), `${file.name} is larger than 7 MiB.`, true);
    else await this.read(text, file.name);
  }

  async read(text, name) {
    try {
      const { puzzles, more } = await post("/api/read", { text });
      if (puzzles.length === 0) throw new Error("There is no puzzle in it.");
      Object.assign(this, { puzzles, more, name, place: 0 });
      await this.open();
    } catch (error) {
      tell(find("source-message"), error.message, true);
    }
  }

  async empty(size) {
    Object.assign(this, { puzzles: [], more: 0, place: 0 });
    this.tellPlace();
    find("edit").checked = true;
    await this.show(".".repeat(size * size));
  }

  async walk(by) {
    const to = this.place + by;
    if (to < 0 || to >= this.puzzles.length) return;
    this.place = to;
    await this.open();
  }

  async open() {
    const { line, puzzle, rejected, detail } = this.puzzles[this.place];
    tell(find("source-message"), rejected ? `Line ${line} is no puzzle: ${detail}` : "", true);
    this.tellPlace();
    find("edit").checked = false;
    if (!rejected) await this.show(puzzle);
  }

  tellPlace() {
    const { puzzles, place, more, name } = this;
    find("walk").hidden = puzzles.length < 2;
    if (puzzles.length < 2) return;
    const rest = more > 0 ? ` (and ${count(more)} more)` : "";
    find("place").textContent = `${count(place + 1)} of ${count(puzzles.length)}${rest}`;
    find("place").title = `${name} line ${puzzles[place].line}`.trim();
    find("previous").disabled = place === 0;
    find("following").disabled = place === puzzles.length - 1;
  }
}
