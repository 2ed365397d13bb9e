// The state in the address: what stands behind `#` makes the same page again. Nothing of it
// reaches the server before the page asks.

/** The fields behind `#`. */
export const fields = () => new URLSearchParams(location.hash.slice(1));

/** Puts fields behind `#`, without a new entry in the browser's history. */
export function write(entries) {
  const given = Object.entries(entries).filter(([, value]) => value !== undefined && value !== "");
  const text = given.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&");
  history.replaceState(null, "", text === "" ? location.pathname : `#${text}`);
}

/** The address of a page that shows a puzzle. */
export const linkTo = (page, puzzle) => `${page}#p=${encodeURIComponent(puzzle)}`;
