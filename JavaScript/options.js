// What may be asked, with the words of the Python package, and what is wrong with what was asked.

export const METHODS = ["histogram", "kmeans", "hue", "distinct"];
export const PRECISIONS = ["standard", "fine"];
export const GAMUTS = ["srgb", "p3"];

// Each whole number: its range, its default, and its place among the nine words of a question.
const NUMBERS = {
  count: { least: 1, most: 64, none: true, place: 2 },
  minimumAlpha: { least: 0, most: 255, usual: 128, place: 3 },
  whiteAbove: { least: 0, most: 255, none: true, place: 4 },
  blackBelow: { least: 0, most: 255, none: true, place: 5 },
  greyWithin: { least: 0, most: 255, none: true, place: 6 },
  hueBins: { least: 1, most: 1536, usual: 360, place: 7 },
  greyThreshold: { least: 0, most: 255, usual: 16, place: 8 },
};

const NAMES = ["method", "precision", "without", "gamut", "whole", ...Object.keys(NUMBERS)];

// The words of `without`, the options that they stand for, and their usual levels.
const LEFT_OUT = {
  white: ["whiteAbove", 240], black: ["blackBelow", 24], grey: ["greyWithin", 16], gray: ["greyWithin", 16],
};

// The number of a method where none is named: distinct, and exact colours of pictures that consist of few.
const ANY_METHOD = METHODS.length;

/** The nine numbers of a question; throws a `TypeError` or `RangeError` that names the option. */
export function question(options = {}) {
  checkNames(options, NAMES);
  const words = new Int32Array(9).fill(-1);
  words[0] = options.method == null ? ANY_METHOD : choice("method", options.method, METHODS);
  words[1] = choice("precision", options.precision ?? "standard", PRECISIONS);
  const levels = Object.fromEntries(leftOut(options).filter(([name]) => name !== "background"));
  for (const [name, { least, most, usual, none, place }] of Object.entries(NUMBERS)) {
    const value = levels[name] ?? options[name] ?? usual;
    if (value === undefined) continue;
    if (name === "count") {
      words[place] = countWord(value, METHODS[words[0]] ?? "distinct");
      continue;
    }
    words[place] = wholeNumber(name, value, least, most, none);
  }
  return words;
}

/** The number of a count: 0 of `"auto"`, which takes method distinct, and -1 of none. */
export function countWord(count, method) {
  if (count == null) return -1;
  if (count !== "auto") {
    const { least, most, none } = NUMBERS.count;
    return wholeNumber("count", count, least, most, none);
  }
  if (method === "distinct") return 0;
  throw new RangeError(`count "auto" takes method distinct, not ${method}.`);
}

/** Whether the method of a question looks at the neighbours of a pixel, so that rows must not be cut. */
export const takesWholeRows = (words) => words[0] >= METHODS.indexOf("distinct");

/** The same question of a histogram, which has no exact colours. */
export function questionOfHistogram(options) {
  const words = question(options);
  if (words[0] === ANY_METHOD) words[0] = METHODS.indexOf("distinct");
  return words;
}

/** Whether colours are counted in Display P3. */
export const countsInDisplayP3 = ({ gamut } = {}) => choice("gamut", gamut ?? "srgb", GAMUTS) === 1;

/** Whether bars at the edges count, too. */
export function countsBars({ whole } = {}) {
  if (whole == null || typeof whole === "boolean") return whole === true;
  throw new TypeError(`whole takes true or false, not ${shown(whole)}.`);
}

/** Whether `without` names the background. */
export const leavesOutBackground = (options = {}) => leftOut(options).some(([name]) => name === "background");

/** The words of `without`: the option that each stands for, or `background`, and its level. */
function leftOut({ without }) {
  if (without == null) return [];
  const words = typeof without === "string" ? without.split(",") : without;
  if (!Array.isArray(words) || words.some((word) => typeof word !== "string")) {
    throw new TypeError(`without takes words such as "white", not ${shown(without)}.`);
  }
  return words.map((word) => {
    const [name, ...level] = word.toLowerCase().split("=");
    if (name === "background") {
      if (level.length > 0) throw new RangeError(`without background takes no level, not ${level.join("=")}.`);
      return [name, null];
    }
    if (!Object.hasOwn(LEFT_OUT, name)) {
      throw new RangeError(`without takes white, black, grey or background, not ${shown(word)}.`);
    }
    const [option, usual] = LEFT_OUT[name];
    if (level.length === 0) return [option, usual];
    if (level.length > 1 || !/^[0-9]{1,3}$/.test(level[0]) || Number(level[0]) > 255) {
      throw new RangeError(`without ${name} takes a level of 0 to 255, not ${level.join("=")}.`);
    }
    return [option, Number(level[0])];
  });
}

/** The options that nine numbers stand for, without the count. */
export function rules(words) {
  const found = { method: METHODS[words[0]], precision: PRECISIONS[words[1]] };
  for (const [name, { place }] of Object.entries(NUMBERS)) {
    if (name !== "count") found[name] = words[place] < 0 ? null : words[place];
  }
  return found;
}

/** Which colours `show` and `hide` select; throws as `question` does. */
export function selection(options = {}) {
  checkNames(options, ["hue", "near", "tolerance", "feather"]);
  const { hue, near } = options;
  if (hue != null && near != null) {
    throw new TypeError("Give hue or near, not both.");
  }
  if (near != null) {
    const color = /^#?([0-9a-f]{6})$/i.exec(near);
    if (!color) throw new TypeError(`near takes a colour such as "#d45424", not ${shown(near)}.`);
    return {
      kind: 2, value: parseInt(color[1], 16),
      tolerance: 10 * wholeNumber("tolerance", options.tolerance ?? 10, 0, 100),
      feather: 10 * wholeNumber("feather", options.feather ?? 5, 0, 100),
    };
  }
  return {
    kind: 1, value: hue == null ? null : wholeNumber("hue", hue, 0, 359),
    tolerance: wholeNumber("tolerance", options.tolerance ?? 20, 0, 180),
    feather: wholeNumber("feather", options.feather ?? 10, 0, 180),
  };
}

function checkNames(options, names) {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`Options are an object such as { count: 5 }, not ${shown(options)}.`);
  }
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const plain = name.toLowerCase().replaceAll("_", "");
    const near = names.find((known) => known.toLowerCase() === plain);
    throw new TypeError(
      `There is no option ${shown(name)}.` +
        (near ? ` Did you mean ${near}?` : ` Options are ${names.join(", ")}.`));
  }
}

function choice(name, value, choices) {
  const index = choices.indexOf(value);
  if (index >= 0) return index;
  throw new RangeError(
    `There is no ${name} ${shown(value)}. Choose one of ${choices.join(", ")}.`);
}

/** A whole number in its range. */
export function wholeNumber(name, value, least, most, none = false) {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = `${least} to ${most}${none ? " or null" : ""}`;
  throw new (typeof value === "number" ? RangeError : TypeError)(
    `${name} takes a whole number of ${range}, not ${shown(value)}.`);
}

/** A value as it is written in code, cut where it is long. */
export function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
