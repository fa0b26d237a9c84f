// The counts of a picture that comes in bands, by the WebAssembly module: its hues and its colours, of one copy of the pixels.
// Bars at its edges are left out.

import {barsFrom, hex, paletteFrom} from "./dominantcolor/answers.js";
import {load} from "./dominantcolor/module.js";
import {question} from "./dominantcolor/options.js";

const DEGREES = 360;
// As AccentColors: among eight colours small things are found that six do not have.
const PALETTE = {method: "distinct", count: 8};

// Why there is no brand colour, by the module's numbers.
const NO_BRAND = {
  0: "the palette has no colours", 2: "the picture has no colours but greys", 3: "the colours that are no greys are scattered like noise",
};

/** One picture's counts. What is begun must be dropped. */
export class PictureCounts {
  /** Begins; `words` such as `white` say what does not count, `hasHues` whether hues are counted too. */
  static async begin(picture) { return new PictureCounts(await load(), picture); }

  constructor(core, {words: given, width, height, hasExactColours, hasHues}) {
    const words = given.filter(word => word !== "whole");
    Object.assign(this, {core, words, width, height, hasExactColours, hasHues, finder: 0, background: 0, handle: 0, few: 0});
    this.barLook = given.includes("whole") ? 0 : core.exports.dc_bars(core.ask(question({})), width, height);
    // The row at which the look for bars goes on; nothing is looked at twice.
    this.row = 0;
    this.bars = null;
    this.looks = this.#looks();
    this.#beginBackground(width, height);
  }

  #beginBackground(width, height) {
    const {core} = this;
    if (this.words.includes("background")) this.finder = core.exports.dc_background(core.ask(question({})), width, height);
  }

  /** Looks for the background in a band that begins at row `y`. Bands are counted after all of them are looked at. */
  look(band) {
    this.#withPixels(band, (place, width, rows, y) => this.core.exports.dc_background_add(this.finder, place, width, rows, y));
  }

  /** Counts a band. */
  add(band) {
    this.#withPixels(band, (place, width, rows) => this.core.exports.dc_picture_add(this.#picture, place, width, rows));
  }

  /** Looks for bars in a band. */
  again(band) { this.#withPixels(band, () => {}); }

  /** Counts the colours of a band one by one. */
  addFew(band) {
    this.#withPixels(band, (place, width, rows) => this.core.exports.dc_count_add(this.few, place, width, rows));
  }

  /** What is to be done with all bands, after all were counted: the task's name, or null where nothing is. */
  further() { return this.looks.next().value ?? null; }

  *#looks() {
    const {core, core: {exports}, width, height} = this;
    if (!this.barLook) return;
    let answer = exports.dc_bars_find(this.barLook, core.answer);
    if (answer === 2) {
      this.row = 0;
      yield "again";
      answer = exports.dc_bars_find(this.barLook, core.answer);
    }
    if (answer !== 1) return;
    const bars = barsFrom(core.numbers());
    // A picture of few exact colours has no bars.
    if (this.hasExactColours) {
      this.few = exports.dc_count(core.ask(question({})));
      yield "few";
      if (this.#endFew().distinctColors !== null) return;
    }
    this.#dropCounts();
    this.bars = bars;
    this.#beginBackground(width - bars.left - bars.right, height - bars.top - bars.bottom);
    if (this.finder) yield "look";
    yield "add";
  }

  #endFew() {
    const {core} = this;
    core.exports.dc_count_end(this.few, core.answer);
    this.few = 0;
    return paletteFrom(core.numbers(), this.width, this.height);
  }

  // What is counted into; with the first band the background is known.
  get #picture() {
    const {core, core: {exports}} = this;
    if (this.handle) return this.handle;
    if (this.finder) this.background = exports.dc_background_find(this.finder);
    this.finder = 0;
    const {bars} = this;
    const [width, height] = bars ? [this.width - bars.left - bars.right, this.height - bars.top - bars.bottom] : [this.width, this.height];
    return this.handle = exports.dc_picture(core.ask(question({without: this.words})), width, height, Number(this.hasHues), this.background);
  }

  /** The palette. */
  palette() { return this.#found().palette; }

  /** Its colours, of which `scattered` says whether they are noise. */
  distinct() {
    const {palette, bits} = this.#found();
    return palette.swatches.map((swatch, index) => ({...swatch, scattered: (bits >> index & 1) === 1}));
  }

  /** The colour that stands for a logo or a product, `{swatch}`, or why there is none, `{absence}`. */
  brand() {
    const {core} = this;
    const answer = core.exports.dc_picture_brand(this.#picture, core.answer);
    if (answer !== 1) return {absence: NO_BRAND[answer]};
    const [red, green, blue, count, of] = core.numbers();
    return {swatch: {rgb: [red, green, blue], hex: hex(red << 16 | green << 8 | blue), count, population: count / of}};
  }

  #found() {
    const {core, core: {exports}, width, height} = this;
    const picture = this.#picture;
    const bits = exports.dc_picture_palette(picture, core.ask(question(PALETTE)), core.answer);
    return {palette: {...paletteFrom(core.numbers(), width, height), bars: this.bars}, bits};
  }

  /** `{hues, greys, counted, hue}`: pixels of each degree, and the degree that people see as the colour or null. */
  hues(tolerance) {
    const {core, core: {exports}} = this;
    const picture = this.#picture;
    const place = core.allocate(8 * (2 + DEGREES));
    exports.dc_picture_hues(picture, tolerance, place);
    const [hue, greys, ...hues] = new Float64Array(exports.memory.buffer, place, 2 + DEGREES);
    exports.dc_release(place);
    return {hues, greys, counted: hues.reduce((sum, count) => sum + count, greys), hue: hue < 0 ? null : hue};
  }

  /** Gives the memory back. */
  drop() {
    this.#dropCounts();
    if (this.few) this.#endFew();
    if (this.barLook) this.core.exports.dc_bars_end(this.barLook);
    this.barLook = 0;
  }

  #dropCounts() {
    const {exports} = this.core;
    if (this.handle) exports.dc_picture_end(this.handle);
    if (this.finder) exports.dc_background_find(this.finder);
    if (this.background) exports.dc_background_end(this.background);
    this.handle = this.finder = this.background = 0;
  }

  // Copies a band, or what bars leave of it, and looks for bars in it.
  #withPixels({y, rows, data}, body) {
    const {core, width} = this;
    const place = core.band(width * rows);
    if (!this.bars) {
      core.bytes(place, data.length).set(data);
      if (this.barLook && y === this.row) {
        this.row += rows;
        core.exports.dc_bars_add(this.barLook, place, width, rows);
      }
      return body(place, width, rows, y);
    }
    const {left, top, right, bottom} = this.bars;
    const first = Math.max(y, top), end = Math.min(y + rows, this.height - bottom);
    if (first >= end) return;
    const inner = width - left - right, pixels = core.bytes(place, 4 * inner * (end - first));
    for (let row = first; row < end; row++) {
      const start = 4 * ((row - y) * width + left);
      pixels.set(data.subarray(start, start + 4 * inner), 4 * (row - first) * inner);
    }
    body(place, inner, end - first, first - top);
  }
}
