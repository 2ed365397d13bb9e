// What a run does now: the server tells when something has changed.

const SLOW = 4000;

/** Follows one run at a time. */
export class Live {
  /** `changed` is given what the server says of a run, `silent` whether it says nothing. */
  constructor(changed, silent) {
    Object.assign(this, { changed, silent, source: null });
  }

  follow(id) {
    this.stop();
    const source = new EventSource(`/api/runs/${encodeURIComponent(id)}/live`);
    this.source = source;
    source.addEventListener("status", (event) => {
      this.silent(false);
      this.changed(JSON.parse(event.data));
    });
    // The browser tries again by itself, unless the server has refused.
    source.addEventListener("error", () => {
      this.silent(true);
      if (source.readyState === EventSource.CLOSED && this.source === source) {
        this.again = setTimeout(() => this.follow(id), SLOW);
      }
    });
  }

  stop() {
    clearTimeout(this.again);
    this.source?.close();
    this.source = null;
  }
}
