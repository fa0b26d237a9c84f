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

/** The unit that leaves one to three digits before the point: [name, divisor]. */
function scaleOf(value, unit) {
  if (unit !== "ns") return [unit, 1];
  return timeUnits.find(([, size]) => Math.abs(value) >= 0.9995 * size) || timeUnits[3];
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

/** The style of a change: up and down are the code's, moved is the machine's. */
const changeStyle = (effect, cause) => (cause === "environment" ? "moved" : effect > 0 ? "up" : "down");

function pixelWords(pixels) {
  if (!pixels) return "";
  return pixels < 100000 ? `${pixels} px` : `${Number(digits(pixels / 1e6))} MP`;
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
