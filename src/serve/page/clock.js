// How long a game has been played: it stands still while the page is hidden or paused.

export class Clock {
  constructor(place) {
    Object.assign(this, { place, played: 0, since: null, isPaused: false });
    document.addEventListener("visibilitychange", () => this.run());
    setInterval(() => this.show(), 1000);
  }

  /** Milliseconds played. */
  get time() {
    return this.played + (this.since === null ? 0 : performance.now() - this.since);
  }

  restart(seconds = 0) {
    Object.assign(this, { played: 1000 * seconds, since: null, isPaused: false });
    this.run();
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.run();
  }

  run() {
    const runs = !this.isPaused && !document.hidden;
    if (runs !== (this.since !== null)) {
      this.played = this.time;
      this.since = runs ? performance.now() : null;
    }
    this.show();
  }

  show() {
    const seconds = Math.floor(this.time / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    this.place.textContent = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  }
}
