// Tick boxes for all strategies, grouped by level, and orders that tick their own.

import { find, make, several } from "./dom.js";

export class StrategiesPanel {
  /** `changed` is told the names ticked and the order. */
  constructor(catalogue, changed) {
    Object.assign(this, { catalogue, changed, boxes: new Map(), groups: [] });
    this.order = find("order");
    const known = new Set(catalogue.strategies.map(({ name }) => name));
    for (const { name, strategies } of catalogue.orders) {
      if (strategies.every((row) => !known.has(row.name))) continue;
      this.order.append(make("option", { value: name, textContent: name }));
    }
    const levels = Map.groupBy(catalogue.strategies, ({ level }) => level);
    find("strategies").replaceChildren(...[...levels].map(([level, rows]) => this.group(level, rows)));
    this.order.addEventListener("change", () => this.preset(this.order.value));
    find("tick-all").addEventListener("click", () => this.tick([...this.boxes.keys()], true));
    find("tick-none").addEventListener("click", () => this.tick([...this.boxes.keys()], false));
  }

  group(level, rows) {
    const names = rows.map(({ name }) => name);
    const boxes = rows.map((row) => {
      const box = make("input", { type: "checkbox", value: row.name });
      box.addEventListener("change", () => this.tell());
      this.boxes.set(row.name, box);
      const presumes = row.uniqueness ? make("abbr", { title: "presumes that there is exactly one solution", textContent: "1!" }) : null;
      return make("label", { title: row.source }, box, make("span", { class: "name", textContent: row.title }), presumes);
    });
    const both = (text, on) => {
      const button = make("button", { type: "button", textContent: text, class: "small", "aria-label": `${text} of level ${level}` });
      button.addEventListener("click", () => this.tick(names, on));
      return button;
    };
    const head = make("legend", {}, `${level[0].toUpperCase()}${level.slice(1)} `);
    const told = make("span", { class: "soft" });
    head.append(told, both("All", true), both("None", false));
    this.groups.push({ names, told });
    return make("fieldset", {}, head, make("div", { class: "ticks" }, ...boxes));
  }

  /** The strategies of an order that this program can search for by themselves. */
  namesOf(order) {
    const row = this.catalogue.orders.find(({ name }) => name === order);
    return row.strategies.map(({ name }) => name).filter((name) => this.boxes.has(name));
  }

  preset(order) {
    const names = new Set(this.namesOf(order));
    for (const [name, box] of this.boxes) box.checked = names.has(name);
    this.tell();
  }

  tick(names, on) {
    for (const name of names) this.boxes.get(name).checked = on;
    this.tell();
  }

  tell() {
    const ticks = new Set([...this.boxes].filter(([, box]) => box.checked).map(([name]) => name));
    this.show(ticks, this.order.value);
    this.changed(ticks, this.order.value);
  }

  /** Shows what is ticked. */
  show(ticks, order) {
    this.order.value = order;
    for (const [name, box] of this.boxes) box.checked = ticks.has(name);
    for (const { names, told } of this.groups) {
      told.textContent = `${names.filter((name) => ticks.has(name)).length} of ${names.length}`;
    }
    find("ticked").textContent = `${several(ticks.size, "strategy").replace(/ys$/, "ies")} ticked`;
  }

  /** Marks the strategy of the step shown. */
  mark(current) {
    for (const [name, box] of this.boxes) box.parentElement.classList.toggle("current", name === current);
  }
}
