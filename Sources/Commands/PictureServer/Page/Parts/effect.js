// Showing and hiding a range of hues, in integers: the formula of the library (Effect, ColorSelection and
// Luma), so that a preview is what is saved, only smaller.

import {hueOf, weights} from "./hues.js";

// How much weak colours count where a selection has a feather (WeakColors): in 256ths, by what their channels differ.
const GREY_THRESHOLD = 16;
const weak = Uint16Array.from({length: 256}, (_, delta) => Math.min(4 * Math.max(delta - GREY_THRESHOLD, 0), 256));

// What stays the same for every selection: each pixel's hue, strength and grey.
export function prepare(image) {
  const {data, width, height} = image;
  const count = width * height;
  const hues = new Int16Array(count);
  const strengths = new Uint16Array(count);
  const greys = new Uint8Array(count);
  for (let i = 0, p = 0; i < count; i++, p += 4) {
    const red = data[p], green = data[p + 1], blue = data[p + 2];
    hues[i] = hueOf(red, green, blue);
    strengths[i] = weak[Math.max(red, green, blue) - Math.min(red, green, blue)];
    greys[i] = (2126 * red + 7152 * green + 722 * blue + 5000) / 10000;
  }
  return {width, height, data, hues, strengths, greys};
}

export function apply(prepared, effect, selection, target) {
  const {data, hues, strengths, greys} = prepared;
  const table = weights(selection);
  const shows = effect === "show";
  const isHard = selection.feather === 0;
  for (let i = 0, p = 0; i < hues.length; i++, p += 4) {
    const whole = hues[i] < 0 ? 0 : table[hues[i]];
    const weight = isHard ? whole : whole * strengths[i] >> 8;
    const kept = shows ? weight : 256 - weight;
    const grey = greys[i] * (256 - kept) + 128;
    target[p] = (data[p] * kept + grey) >> 8;
    target[p + 1] = (data[p + 1] * kept + grey) >> 8;
    target[p + 2] = (data[p + 2] * kept + grey) >> 8;
    target[p + 3] = data[p + 3];
  }
}
