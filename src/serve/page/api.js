// Questions to the server.

/** Why a question was not answered, as a sentence. */
export class Refused extends Error {}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer. Is `sudoku-lab serve` still running?");
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  throw new Refused(body.error ?? `The server answers with status ${response.status}.`);
}

export const get = (path, signal) => answer(fetch(path, { signal }));

export const post = (path, question, signal) => answer(fetch(path, {
  method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
}));

/** Asks one question at a time: a new one ends the one before, whose answer is dropped. */
export class Latest {
  #now = null;

  /** Drops the answer that is waited for. */
  stop() {
    this.#now?.abort();
    this.#now = null;
  }

  /** The answer; undefined if another question has taken its place. */
  async ask(send) {
    this.stop();
    const now = new AbortController();
    this.#now = now;
    try {
      const found = await send(now.signal);
      return this.#now === now ? found : undefined;
    } catch (error) {
      if (this.#now !== now) return undefined;
      throw error;
    } finally {
      if (this.#now === now) this.#now = null;
    }
  }
}
