// Small helpers over the document. Text from outside is only ever set as text.

export const find = (id) => document.getElementById(id);

/** A new element: properties are set as properties, `class`, `data-…` and `aria-…` as attributes. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key === "class" || key === "role" || key === "for" || key.includes("-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** Says something to screen readers. */
export function say(text) {
  find("live").textContent = text;
}

/** Shows a sentence in its place; an empty one hides it. */
export function tell(place, text, isError = false) {
  place.textContent = text;
  place.hidden = text === "";
  place.classList.toggle("error", isError);
}

/** Gives the reader a file. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** "12,345" for 12345. */
export const count = (number) => Number(number).toLocaleString("en");

/** "1 step", "2 steps". */
export const several = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Opens and closes the help dialog of a page. */
export function setUpHelp() {
  const dialog = find("help");
  find("open-help").addEventListener("click", () => dialog.showModal());
  find("close-help").addEventListener("click", () => dialog.close());
}

/** Whether a key belongs to what has the focus, and is no shortcut. */
export function isTyped(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (target.closest("dialog")) return true;
  if (target.matches("textarea, select")) return true;
  return target.matches("input") && !["checkbox", "radio", "button"].includes(target.type);
}
