// The dominant colours of pictures; see README.md.

import { backgroundFrom, barsFrom, hex, inDisplayP3, paletteFrom } from "./answers.js";
import { load as loadModule } from "./module.js";
import {
  countWord, countsBars, countsInDisplayP3, leavesOutBackground, METHODS, question, questionOfHistogram, rules, selection, shown, takesWholeRows,
} from "./options.js";
import { bands, isLossy, largestBand, opened, wholeRows, without } from "./pixels.js";

/** Loads the module ahead of the first call, or from another place than beside this file. */
export async function load(source) {
  await loadModule(source);
}

/** The colours of a picture. */
export async function palette(source, options = {}) {
  let words = question(options);
  const isWhole = countsBars(options);
  // A lossy file has no exact colours.
  const hasExactColors = !(await isLossy(source));
  if (options.method == null && !hasExactColors) words = question({ ...options, method: "distinct" });
  const count = leavesOutBackground(options) ? paletteOfSubject : paletteOfAll;
  const isWide = countsInDisplayP3(options);
  const core = await loadModule();
  return withPicture(source, (picture) => {
    const found = isWhole
      ? { ...count(core, picture, words), bars: null } : withoutBars(core, picture, words, hasExactColors, count);
    return isWide ? inDisplayP3(found, picture.isInDisplayP3) : found;
  }, isWide);
}

/**
 * What is counted of a picture without its bars: whole rows are looked at while all are counted, and what bars leave is
 * counted again. A picture of few exact colours has none.
 */
function withoutBars(core, picture, words, hasExactColors, count) {
  const { exports } = core;
  const look = exports.dc_bars(core.ask(words), picture.width, picture.height);
  try {
    const found = count(core, picture, words, look);
    let answer = exports.dc_bars_find(look, core.answer);
    if (answer === 2) {
      for (const [start, width, height] of wholeRows(picture)) {
        exports.dc_bars_add(look, filled(core, picture, start, width * height), width, height);
      }
      answer = exports.dc_bars_find(look, core.answer);
    }
    const bars = answer === 1 ? barsFrom(core.numbers()) : null;
    if (!bars || (hasExactColors && isOfFewColors(core, picture, words))) return { ...found, bars: null };
    const inner = count(core, without(bars, picture), words);
    return { ...inner, width: picture.width, height: picture.height, bars };
  } finally {
    exports.dc_bars_end(look);
  }
}

/** Whether a picture consists of few exact colours, whatever a question leaves out but for its least alpha. */
const isOfFewColors = (core, picture, words) =>
  paletteOfAll(core, picture, question({ minimumAlpha: words[3] })).distinctColors !== null;

/** The bands to count: whole rows where it matters which pixels are neighbours. */
const counted = (picture, words) => (takesWholeRows(words) ? wholeRows : bands)(picture);

/** The palette of all pixels, at which a look for bars is taken, too. */
function paletteOfAll(core, picture, words, look = 0) {
  const { exports } = core;
  const pieces = [...(look ? wholeRows(picture) : counted(picture, words))];
  if (pieces.length <= 1) {
    const [start, width, height] = pieces[0] ?? [0, 0, 0];
    const place = filled(core, picture, start, width * height);
    if (look && height > 0) exports.dc_bars_add(look, place, width, height);
    exports.dc_palette(core.ask(words), place, width, height, core.answer);
  } else {
    const count = exports.dc_count(core.ask(words));
    try {
      for (const [start, width, height] of pieces) {
        const place = filled(core, picture, start, width * height);
        if (look) exports.dc_bars_add(look, place, width, height);
        exports.dc_count_add(count, place, width, height);
      }
    } finally {
      exports.dc_count_end(count, core.answer);
    }
  }
  return paletteFrom(core.numbers(), picture.width, picture.height);
}

/** The palette of what is not background: the picture is read twice. */
function paletteOfSubject(core, picture, words, look = 0) {
  const { exports } = core;
  const finder = exports.dc_background(core.ask(words), picture.width, picture.height);
  let background = 0;
  try {
    for (const [start, width, height] of wholeRows(picture)) {
      const place = filled(core, picture, start, width * height);
      if (look) exports.dc_bars_add(look, place, width, height);
      exports.dc_background_add(finder, place, width, height, start / width);
    }
  } finally {
    background = exports.dc_background_find(finder);
  }
  const count = exports.dc_count(core.ask(words));
  let said = null;
  try {
    if (background) {
      exports.dc_count_without(count, background);
      exports.dc_background_say(background, core.answer);
      said = backgroundFrom(core.numbers());
    }
    for (const [start, width, height] of wholeRows(picture)) {
      exports.dc_count_add(count, filled(core, picture, start, width * height), width, height);
    }
  } finally {
    exports.dc_count_end(count, core.answer);
    if (background) exports.dc_background_end(background);
  }
  return { ...paletteFrom(core.numbers(), picture.width, picture.height), background: said };
}

/** The picture with the selected colours kept and the others grey: new RGBA pixels. */
export async function show(source, options = {}) {
  return changed(source, options, 0);
}

/** The picture with the selected colours grey and the others kept: new RGBA pixels. */
export async function hide(source, options = {}) {
  return changed(source, options, 1);
}

async function changed(source, options, hides) {
  const wanted = selection(options);
  const core = await loadModule();
  return withPicture(source, (picture) => {
    const { exports } = core;
    let { kind, value } = wanted;
    if (value === null) {
      const hues = exports.dc_hues();
      try {
        for (const [start, width, height] of bands(picture)) {
          exports.dc_hues_add(hues, filled(core, picture, start, width * height), width, height);
        }
      } finally {
        value = exports.dc_hues_end(hues, wanted.tolerance);
      }
      // A picture without a hue: nothing is selected.
      if (value < 0) [kind, value] = [0, null];
    }
    const data = new Uint8ClampedArray(4 * picture.width * picture.height);
    const effect = exports.dc_effect(hides, kind, value ?? 0, wanted.tolerance, wanted.feather);
    try {
      for (const [start, width, height] of bands(picture)) {
        const count = width * height;
        const place = filled(core, picture, start, count);
        exports.dc_effect_run(effect, place, count);
        data.set(core.bytes(place, 4 * count), 4 * start);
      }
    } finally {
      exports.dc_effect_end(effect);
    }
    const selected = kind === 2 ? { near: hex(value) } : { hue: value };
    return { data, width: picture.width, height: picture.height, ...selected };
  });
}

async function withPicture(source, body, isWide = false) {
  const picture = await opened(source, isWide);
  try {
    return body(picture);
  } finally {
    picture.close?.();
  }
}

/** Copies a band into the module's memory. */
function filled(core, picture, start, count) {
  const place = core.band(Math.max(largestBand(picture), count, 1));
  if (count > 0) picture.read(start, count, core.bytes(place, 4 * count));
  return place;
}

const KEY = Symbol("made here");

// Gives back the histograms of objects that nobody refers to any more.
const forgotten = new FinalizationRegistry(({ core, handle }) => core.exports.dc_histogram_end(handle));

/** Counted pixels that add up, of one picture or many, with the bytes of the C library and Python. */
export class Histogram {
  #core;
  #handle;
  #words;

  /** Use `Histogram.empty`, `Histogram.of` or `Histogram.fromBytes`: the module has to be loaded. */
  constructor(core, words, key) {
    if (key !== KEY) throw new TypeError("Histograms are made by await Histogram.empty(options).");
    this.#core = core;
    this.#words = words;
    this.#handle = core.exports.dc_histogram(core.ask(words));
    if (!this.#handle) {
      throw new RangeError(
        `Method ${rules(words).method} has no histogram. Use method histogram, hue or distinct.`);
    }
    forgotten.register(this, { core, handle: this.#handle }, this);
  }

  /** A histogram without pixels. */
  static async empty(options = {}) {
    const words = questionOfHistogram(options);
    if (countsInDisplayP3(options)) {
      throw new RangeError("A histogram is counted in sRGB. Ask for Display P3 of a palette: palette(picture, options).");
    }
    countsBars(options);
    if (leavesOutBackground(options)) {
      throw new RangeError("A histogram counts backgrounds too. Leave them out of a palette: palette(picture, options).");
    }
    return new Histogram(await loadModule(), words, KEY);
  }

  /** The histogram of a picture. */
  static async of(source, options = {}) {
    const histogram = await Histogram.empty(options);
    await histogram.add(source);
    return histogram;
  }

  /** Reads what `toBytes` wrote, here or in another language; the bytes may come from anyone. */
  static async fromBytes(bytes) {
    if (!(bytes instanceof Uint8Array)) {
      throw new TypeError(`A histogram is read from a Uint8Array, not ${shown(bytes)}.`);
    }
    const histogram = await Histogram.empty();
    histogram.#read(bytes);
    return histogram;
  }

  #read(bytes) {
    const core = this.#core;
    const place = core.allocate(bytes.length);
    try {
      core.bytes(place, bytes.length).set(bytes);
      this.#check(core.exports.dc_histogram_read(this.#handle, place, bytes.length));
    } finally {
      core.exports.dc_release(place);
    }
    const words = core.ask(new Int32Array(9));
    core.exports.dc_histogram_rules(this.#handle, words);
    this.#words = new Int32Array(core.exports.memory.buffer, words, 9).slice();
  }

  /** Adds every pixel of a picture; when that fails, nothing is added. */
  async add(source) {
    const part = new Histogram(this.#core, this.#words, KEY);
    try {
      await withPicture(source, (picture) => part.#count(picture));
      this.merge(part);
    } finally {
      part.end();
    }
  }

  #count(picture) {
    const { exports } = this.#core;
    for (const [start, width, height] of counted(picture, this.#words)) {
      const place = filled(this.#core, picture, start, width * height);
      const words = this.#core.ask(this.#words);
      this.#check(exports.dc_histogram_add(this.#open, words, place, width, height));
    }
  }

  /** Adds the pixels of another histogram of the same rules. */
  merge(other) {
    if (!(other instanceof Histogram)) throw new TypeError("merge takes a Histogram.");
    this.#check(this.#core.exports.dc_histogram_merge(this.#open, other.#open));
  }

  /** The palette of all pixels. */
  palette(count = null) {
    const most = countWord(count, METHODS[this.#words[0]]);
    this.#core.exports.dc_histogram_palette(this.#open, most, this.#core.answer);
    return paletteFrom(this.#core.numbers(), 0, 0);
  }

  /** What the pixels were counted by; only histograms of equal rules add up. */
  get rules() {
    return rules(this.#words);
  }

  /** The histogram in a versioned and canonical format: equal histograms, equal bytes. */
  toBytes() {
    this.#core.exports.dc_histogram_write(this.#open);
    return this.#said();
  }

  get #open() {
    if (!this.#handle) throw new TypeError("The histogram has ended.");
    return this.#handle;
  }

  /** Gives the memory back at once, and not only when the object is forgotten; no other call may follow. */
  end() {
    forgotten.unregister(this);
    if (this.#handle) this.#core.exports.dc_histogram_end(this.#handle);
    this.#handle = 0;
  }

  #said() {
    const { exports } = this.#core;
    const length = exports.dc_histogram_length(this.#handle);
    const place = this.#core.allocate(length);
    exports.dc_histogram_copy(this.#handle, place);
    const bytes = this.#core.bytes(place, length).slice();
    exports.dc_release(place);
    return bytes;
  }

  #check(isDone) {
    if (!isDone) throw new RangeError(new TextDecoder().decode(this.#said()));
  }
}

