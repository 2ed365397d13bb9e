// Puzzles made to order: what is wished goes to the generator as it stands.

import { Latest, post } from "./api.js";
import { find, make, several, tell } from "./dom.js";

const WISHES = { level: "level", symmetry: "symmetry", clues: "clues", rating: "rating", needs: "needs", "max-strategy": "max_strategy" };

export class Orders {
  /** `take` is given the puzzle that was made. */
  constructor(catalogue, take) {
    Object.assign(this, { take, latest: new Latest() });
    const titles = new Map(catalogue.strategies.map(({ name, title }) => [name, title]));
    const ladder = catalogue.orders.find(({ name }) => name === "ladder").strategies;
    for (const id of ["needs", "max-strategy"]) {
      find(id).append(...ladder.map(({ name }) => make("option", { value: name, textContent: titles.get(name) ?? name })));
    }
    find("make").addEventListener("click", () => this.make());
  }

  async make() {
    const button = find("make");
    const question = { size: find("size").value };
    for (const [id, field] of Object.entries(WISHES)) {
      const wish = find(id).value.trim();
      if (wish !== "") question[field] = wish;
    }
    const seed = find("seed").value.trim();
    question.seed = /^\d{1,15}$/.test(seed) ? Number(seed) : Math.floor(Math.random() * 2 ** 32);
    button.disabled = true;
    tell(find("new-message"), "");
    find("made").textContent = "Looking for one…";
    try {
      const made = await this.latest.ask((signal) => post("/api/generate", question, signal));
      if (!made) return;
      find("made").textContent = `Seed ${made.seed}, ${several(made.tried ?? 1, "grid")} tried`;
      await this.take(made);
    } catch (error) {
      find("made").textContent = "";
      tell(find("new-message"), error.message, true);
    } finally {
      button.disabled = false;
    }
  }
}
