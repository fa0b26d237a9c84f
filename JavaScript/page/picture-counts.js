// The counts of a picture that comes in bands, by the WebAssembly module: its hues and its colours, of one copy of the pixels.

import {paletteFrom} from "./dominantcolor/answers.js";
import {load} from "./dominantcolor/module.js";
import {question} from "./dominantcolor/options.js";

const COLOURS = question({method: "kmeans", count: 8});
const HUES = question({method: "hue"});

export class Counts {
  static async begin() { return new Counts(await load()); }

  constructor(core) {
    this.core = core;
    this.colours = core.exports.dc_count(core.ask(COLOURS));
    this.hues = core.exports.dc_histogram(core.ask(HUES));
  }

  /** Adds a band of RGBA. */
  add(data, width, rows) {
    const {core} = this;
    const place = core.band(width * rows);
    core.bytes(place, data.length).set(data);
    core.exports.dc_count_add(this.colours, place, width, rows);
    if (!core.exports.dc_histogram_add(this.hues, core.ask(HUES), place, width, rows)) {
      throw new RangeError("the hues cannot be counted");
    }
  }

  /** Ends the counts: the bytes of the histogram of hues, and the palette. */
  end(width, height) {
    const {core, core: {exports}} = this;
    exports.dc_histogram_write(this.hues);
    const length = exports.dc_histogram_length(this.hues);
    const place = core.allocate(length);
    exports.dc_histogram_copy(this.hues, place);
    const bytes = core.bytes(place, length).slice();
    exports.dc_release(place);
    this.drop();
    return {bytes, found: paletteFrom(core.numbers(), width, height)};
  }

  /** Gives their memory back. */
  drop() {
    const {exports, answer} = this.core;
    if (this.hues) exports.dc_histogram_end(this.hues);
    if (this.colours) exports.dc_count_end(this.colours, answer);
    this.hues = this.colours = 0;
  }
}
