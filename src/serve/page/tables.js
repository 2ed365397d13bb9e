// Tables, and tables of which the server sends a page at a time.

import { Latest, get } from "./api.js";
import { count, find, make, tell } from "./dom.js";

const ROWS = 50;

/** A table of rows. A column is {title, of(row): text or element, isFigure}. */
export function table(label, columns, rows) {
  const cell = (column, row) => {
    const content = column.of(row);
    return make("td", { class: column.isFigure ? "figures right" : column.class ?? "" }, content);
  };
  const head = make("tr", {}, ...columns.map(({ title, isFigure }) => make("th", { scope: "col", class: isFigure ? "right" : "", textContent: title })));
  const body = rows.map((row) => make("tr", {}, ...columns.map((column) => cell(column, row))));
  const made = make("table", {}, make("caption", { class: "spoken", textContent: label }), make("thead", {}, head), make("tbody", {}, ...body));
  // What is wider than the page scrolls, by keyboard, too.
  return make("div", { class: "wide-table", role: "region", "aria-label": label, tabIndex: 0 }, made);
}

/** The rows of a table of which `field` is one page of the answer. */
export class PagedTable {
  /** `id` is the place on the page; `empty` says that there are no rows. */
  constructor(id, { label, field, columns, empty }) {
    Object.assign(this, { id, label, field, columns, empty, latest: new Latest(), from: 0, total: 0 });
    const button = (text, told, act) => {
      const made = make("button", { type: "button", class: "small", textContent: text, "aria-label": `${told} of the ${label}` });
      made.addEventListener("click", act);
      return made;
    };
    this.before = button("‹ Previous", "Previous page", () => this.show(this.from - ROWS));
    this.after = button("Next ›", "Next page", () => this.show(this.from + ROWS));
    this.number = make("input", { type: "text", inputMode: "numeric", autocomplete: "off", class: "number", "aria-label": `First row shown of the ${label}` });
    this.number.addEventListener("change", () => this.jump());
    this.place = make("span", { class: "soft figures" });
    this.message = make("p", { class: "message", role: "alert", hidden: true });
    this.body = make("div");
    this.walk = make("div", { class: "row" }, this.before, this.number, this.place, this.after);
    find(id).replaceChildren(this.walk, this.message, this.body);
  }

  /** Shows the rows at this address of the server. */
  open(address) {
    Object.assign(this, { address, from: 0, total: 0 });
    this.body.replaceChildren();
    return this.show(0);
  }

  close() {
    this.latest.stop();
    this.address = undefined;
  }

  /** Goes to the row whose number was typed; from 1. */
  jump() {
    const row = Number(this.number.value.replaceAll(",", ""));
    if (Number.isInteger(row) && row > 0 && row <= this.total) this.show(row - 1);
    else this.number.value = this.total === 0 ? "" : count(this.from + 1);
  }

  async show(from) {
    try {
      const found = await this.latest.ask((signal) => get(`${this.address}?from=${Math.max(0, from)}&count=${ROWS}`, signal));
      if (!found) return;
      Object.assign(this, { from: Math.max(0, from), total: found.total });
      tell(this.message, "");
      this.draw(found[this.field]);
    } catch (error) {
      tell(this.message, error.message, true);
    }
  }

  draw(rows) {
    const { from, total } = this;
    this.walk.hidden = total <= ROWS;
    this.before.disabled = from === 0;
    this.after.disabled = from + rows.length >= total;
    this.number.value = total === 0 ? "" : count(from + 1);
    this.place.textContent = `to ${count(from + rows.length)} of ${count(total)}`;
    const none = () => make("p", { class: "soft", textContent: this.empty });
    this.body.replaceChildren(rows.length === 0 ? none() : table(this.label, this.columns, rows));
  }
}
