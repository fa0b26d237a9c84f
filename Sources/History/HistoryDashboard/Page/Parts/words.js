// Numbers in words: units, percent, dates.

/** About three digits that count. */
function digits(value, count = 3) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(count - 1).replace("e+", "e");
  const places = Math.max(0, Math.min(7, count - 1 - Math.floor(Math.log10(size) + 1e-9)));
  return value.toFixed(places).replace("-", "−");
}

const timeUnits = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];

/** The units of time, in nanoseconds; the micro sign and the Greek letter look alike. */
const nanoseconds = { ns: 1, us: 1e3, "\u00b5s": 1e3, "\u03bcs": 1e3, ms: 1e6, s: 1e9 };
const isTime = (unit) => Object.hasOwn(nanoseconds, unit);

/** The unit that leaves one to three digits before the point: [name, divisor]. */
function scaleOf(value, unit) {
  if (!isTime(unit)) return [unit, 1];
  const own = nanoseconds[unit];
  const [name, size] = timeUnits.find((one) => Math.abs(value) * own >= 0.9995 * one[1]) || timeUnits[3];
  return [name, size / own];
}

/** A value with its unit: 7.91 ms. */
function quantity(value, unit, count = 3) {
  if (!Number.isFinite(value)) return "–";
  const [name, size] = scaleOf(value, unit);
  return name ? `${digits(value / size, count)} ${name}` : digits(value / size, count);
}

/** Two ends with the unit said once: 7.87 – 7.95 ms. */
function quantityRange(low, high, unit, count = 3) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return "–";
  const [name, size] = scaleOf(high, unit);
  return `${digits(low / size, count)} – ${digits(high / size, count)}${name ? " " + name : ""}`;
}

/** A relative change with its sign: +4.8 %. */
function percent(effect, places) {
  const value = effect * 100;
  const size = Math.abs(value);
  const digitsBehind = places ?? (size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
  return `${value > 0 ? "+" : value < 0 ? "−" : "±"}${size.toFixed(digitsBehind)} %`;
}

/** The style of a change: worse and better are the code's, moved is the machine's. */
const changeStyle = (change) => (change.cause === "environment" ? "moved" : change.isWorse ? "worse" : "better");

/** The name of a change's colour. */
const changeColor = (change) => (change.cause === "environment" ? "elsewhere" : change.isWorse ? "slower" : "faster");

/** A size on an axis: 4k, 24M. */
function sizeWords(size) {
  const [unit, divisor] = [["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]].find(([, one]) => size >= one * 0.9995) || ["", 1];
  return `${Number(digits(size / divisor))}${unit}`;
}

/** 2026-03-12 02:00, in UTC. */
function moment(seconds, withTime = true) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "–";
  return date.toISOString().replace("T", " ").slice(0, withTime ? 16 : 10);
}

/** How many times as long: 1.94×, and no more digits than count of a large number. */
const multiple = (ratio) => `${digits(Number(ratio.toPrecision(3)))}×`;

const shortCommit = (commit) => (/^[0-9a-f]{12,}$/.test(commit) ? commit.slice(0, 10) : commit);

const causeWords = {
  environment: "environment: same code, same input",
  work: "work: another number of instructions",
  layout: "layout: other code, same number of instructions",
  unexplained: "another build, or not known",
};
