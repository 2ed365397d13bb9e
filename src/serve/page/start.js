// How every page begins.

import { find, setUpHelp, tell } from "./dom.js";

/** Makes the page and shows what its address asks for; what goes wrong is told on it. */
export async function start(make) {
  setUpHelp();
  try {
    const page = await make();
    await page.openAddress();
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    tell(find("message"), error.message, true);
  }
}
