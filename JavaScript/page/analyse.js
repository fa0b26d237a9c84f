// What there is to know of a picture: size, a small picture, hues and colours, counted over every pixel.

import {BoxMean} from "./box-mean.js";
import {copiesOf, describe, swatch} from "./colour-words.js";
import {hueCounts} from "./hue-counts.js";
import {hueOf} from "./hues.js";
import {openPicture} from "./picture-source.js";
import {Counts} from "./picture-counts.js";

const SIDE = 1280;
// How many degrees to either side of a hue the page selects at first.
const USUAL_TOLERANCE = 20;

/** Tells the events that the page's module `work.js` describes. */
export async function analyse({file}, tell) {
  let picture = await openPicture(file);
  try {
    let counted;
    try {
      counted = await count(picture, tell);
    } catch (error) {
      if (picture.format !== "png" || picture.small) throw error;
      // What this page cannot read of a PNG, the browser may.
      picture = await openPicture(file, {byBrowser: true});
      counted = await count(picture, tell);
    }
    const {small, hues, found, times} = counted;
    tell({event: "decoded", pixels: small, ...hues, warnings: []}, [small.data.buffer]);
    const colours = await Promise.all(found.swatches.map(async ({rgb, count, population}) => {
      const hue = hueOf(...rgb);
      return {rgb, count, population, hue: hue < 0 ? null : hue, words: await describe(rgb)};
    }));
    tell({event: "analysed", swatches: colours.map(swatch), absence: found.absence, copies: copiesOf(found, colours), times});
    return {};
  } finally {
    picture.close();
  }
}

async function count(picture, tell) {
  const {format, width, height, note} = picture;
  tell({event: "opened", format, width, height, note});
  const counts = await Counts.begin();
  const mean = new BoxMean(width, height, SIDE);
  // A small picture is made by the browser where it has decoded the large one.
  const isShrunk = Boolean(picture.small) && !mean.isWhole;
  const smallData = isShrunk ? picture.small(mean.smallWidth, mean.smallHeight) : null;
  let milliseconds = 0;
  const start = performance.now();
  try {
    for await (const band of picture.bands()) {
      const begun = performance.now();
      counts.add(band.data, width, band.rows);
      if (!isShrunk) mean.add(band);
      milliseconds += performance.now() - begun;
      tell({event: "progress", done: (band.y + band.rows) / height});
    }
    const begun = performance.now();
    const {bytes, found} = counts.end(width, height);
    const hues = hueCounts(bytes, USUAL_TOLERANCE);
    const small = isShrunk
      ? {width: mean.smallWidth, height: mean.smallHeight, data: await smallData} : mean.picture();
    milliseconds += performance.now() - begun;
    return {small, hues, found, times: {counting: milliseconds, reading: performance.now() - start - milliseconds}};
  } catch (error) {
    counts.drop();
    throw error;
  }
}
