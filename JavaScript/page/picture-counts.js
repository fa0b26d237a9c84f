// The counts of a picture that comes in bands, by the WebAssembly module: its hues and its colours, of one copy of the pixels.

import {paletteFrom} from "./dominantcolor/answers.js";
import {load} from "./dominantcolor/module.js";
import {question} from "./dominantcolor/options.js";

const DEGREES = 360;
// As AccentColors: among eight colours small things are found that six do not have.
const PALETTE = {method: "distinct", count: 8};

/** One picture's counts. What is begun must be dropped. */
export class PictureCounts {
  /** Begins; `words` such as `white` say what does not count, `hasHues` whether hues are counted too. */
  static async begin(picture) { return new PictureCounts(await load(), picture); }

  constructor(core, {words, width, height, hasHues}) {
    Object.assign(this, {core, words, width, height, hasHues, finder: 0, background: 0, handle: 0});
    if (words.includes("background")) this.finder = core.exports.dc_background(core.ask(question({})), width, height);
  }

  /** Looks for the background in a band that begins at row `y`. Bands are counted after all of them are looked at. */
  look({y, rows, data}) {
    this.core.exports.dc_background_add(this.finder, this.#filled(data, rows), this.width, rows, y);
  }

  /** Counts a band. */
  add({rows, data}) {
    this.core.exports.dc_picture_add(this.#picture, this.#filled(data, rows), this.width, rows);
  }

  // What is counted into; with the first band the background is known.
  get #picture() {
    const {core, core: {exports}} = this;
    if (this.handle) return this.handle;
    if (this.finder) this.background = exports.dc_background_find(this.finder);
    this.finder = 0;
    return this.handle = exports.dc_picture(core.ask(question({without: this.words})), Number(this.hasHues), this.background);
  }

  /** The palette. */
  palette() { return this.#found().palette; }

  /** Its colours, of which `scattered` says whether they are noise. */
  distinct() {
    const {palette, bits} = this.#found();
    return palette.swatches.map((swatch, index) => ({...swatch, scattered: (bits >> index & 1) === 1}));
  }

  #found() {
    const {core, core: {exports}, width, height} = this;
    const picture = this.#picture;
    const bits = exports.dc_picture_palette(picture, core.ask(question(PALETTE)), core.answer);
    return {palette: paletteFrom(core.numbers(), width, height), bits};
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
    const {exports} = this.core;
    if (this.handle) exports.dc_picture_end(this.handle);
    if (this.finder) exports.dc_background_find(this.finder);
    if (this.background) exports.dc_background_end(this.background);
    this.handle = this.finder = this.background = 0;
  }

  #filled(data, rows) {
    const place = this.core.band(this.width * rows);
    this.core.bytes(place, data.length).set(data);
    return place;
  }
}
