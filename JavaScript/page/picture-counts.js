// The counts of a picture that comes in bands, by the WebAssembly module: its hues and its colours, of one copy of the pixels.

import {paletteFrom} from "./dominantcolor/answers.js";
import {load} from "./dominantcolor/module.js";
import {question} from "./dominantcolor/options.js";

/** What does not count: words such as `white`, and perhaps a background. */
export class LeftOut {
  /** Finds the background in the bands of a picture where `words` name it. */
  static async begin(words, {width, height, bands}) {
    const core = await load();
    if (!words.includes("background")) return new LeftOut(core, words, 0);
    const {exports} = core;
    const finder = exports.dc_background(core.ask(question({})), width, height);
    let background = null;
    try {
      for await (const {y, rows, data} of bands()) {
        exports.dc_background_add(finder, filled(core, data, width, rows), width, rows, y);
      }
    } finally {
      background = exports.dc_background_find(finder);
    }
    return new LeftOut(core, words, background);
  }

  constructor(core, words, background) {
    Object.assign(this, {core, words, background});
  }

  /** Gives its memory back. */
  end() {
    if (this.background) this.core.exports.dc_background_end(this.background);
    this.background = 0;
  }
}

const PALETTE = {method: "kmeans", count: 8};

/** The palette of a picture alone. */
export async function paletteOf(picture, words) {
  const leftOut = await LeftOut.begin(words, picture);
  const {core, core: {exports}, background} = leftOut;
  const count = exports.dc_count(core.ask(question({...PALETTE, without: leftOut.words})));
  try {
    if (background) exports.dc_count_without(count, background);
    for await (const {rows, data} of picture.bands()) {
      exports.dc_count_add(count, filled(core, data, picture.width, rows), picture.width, rows);
    }
  } finally {
    exports.dc_count_end(count, core.answer);
    leftOut.end();
  }
  return paletteFrom(core.numbers(), picture.width, picture.height);
}

export class Counts {
  static async begin(leftOut) { return new Counts(await load(), leftOut); }

  constructor(core, leftOut) {
    const {exports} = core;
    Object.assign(this, {core, leftOut});
    const ask = options => question({...options, without: leftOut.words});
    this.hueWords = ask({method: "hue"});
    this.colours = exports.dc_count(core.ask(ask(PALETTE)));
    // As AccentColors: among eight colours small things are found that six do not have.
    this.distinct = exports.dc_count(core.ask(ask({method: "distinct", count: 8})));
    this.neighbours = exports.dc_neighbours(core.question);
    this.hues = exports.dc_histogram(core.ask(this.hueWords));
    if (!leftOut.background) return;
    for (const count of [this.colours, this.distinct]) exports.dc_count_without(count, leftOut.background);
  }

  /** Adds a band of RGBA. */
  add(data, width, rows) {
    const {core, core: {exports}, leftOut: {background}} = this;
    const place = filled(core, data, width, rows);
    exports.dc_count_add(this.colours, place, width, rows);
    exports.dc_count_add(this.distinct, place, width, rows);
    exports.dc_neighbours_add(this.neighbours, place, width, rows);
    const words = core.ask(this.hueWords);
    const isAdded = background
      ? exports.dc_histogram_add_without(this.hues, words, place, width, rows, background)
      : exports.dc_histogram_add(this.hues, words, place, width, rows);
    if (!isAdded) throw new RangeError("the hues cannot be counted");
  }

  /**
   * Ends the counts: the bytes of the histogram of hues, the palette, and the clearly different colours, of which
   * `scattered` says whether they are noise.
   */
  end(width, height) {
    const {core, core: {exports}} = this;
    exports.dc_histogram_write(this.hues);
    const length = exports.dc_histogram_length(this.hues);
    const place = core.allocate(length);
    exports.dc_histogram_copy(this.hues, place);
    const bytes = core.bytes(place, length).slice();
    exports.dc_release(place);
    const bits = exports.dc_neighbours_end(this.neighbours, this.distinct);
    this.neighbours = 0;
    exports.dc_count_end(this.distinct, core.answer);
    this.distinct = 0;
    const distinct = paletteFrom(core.numbers(), width, height).swatches
      .map((swatch, index) => ({...swatch, scattered: (bits >> index & 1) === 1}));
    this.drop();
    return {bytes, distinct, found: paletteFrom(core.numbers(), width, height)};
  }

  /** Gives their memory back. */
  drop() {
    const {exports, answer} = this.core;
    if (this.neighbours) exports.dc_neighbours_end(this.neighbours, this.distinct);
    if (this.hues) exports.dc_histogram_end(this.hues);
    for (const count of [this.distinct, this.colours]) if (count) exports.dc_count_end(count, answer);
    this.neighbours = this.hues = this.distinct = this.colours = 0;
  }
}

function filled(core, data, width, rows) {
  const place = core.band(width * rows);
  core.bytes(place, data.length).set(data);
  return place;
}
