// Figures as people read them.

import { count } from "./dom.js";

const NONE = "–";
const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

/** What tells a value, where there is one. */
const orNone = (tell) => (value) => (value === null || value === undefined ? NONE : tell(value));

export const whole = orNone(count);
export const text = orNone(String);

/** "3.1 %" for 0.031. */
export const share = orNone((value) => `${(100 * value).toLocaleString("en", { maximumFractionDigits: 1 })} %`);

/** A time in ns to three digits: "10.5 µs". */
export const duration = orNone((ns) => {
  const [size, unit] = UNITS.find(([size]) => ns >= size) ?? UNITS.at(-1);
  return `${Number((ns / size).toPrecision(3)).toLocaleString("en")} ${unit}`;
});

/** "1.25 ×" for how many times as long something took. */
export const ratio = orNone((value) => `${Number(value.toPrecision(3)).toLocaleString("en")} ×`);

/** Seconds that are left: "2 h 5 min", "4 min", "12 s". */
export const timeLeft = orNone((seconds) => {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
});

/** A moment of the server, in this place's time. */
export const moment = orNone((stamp) => {
  const date = new Date(stamp);
  return Number.isNaN(date.getTime()) ? stamp : date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
});
