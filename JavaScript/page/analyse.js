// What there is to know of a picture: size, a small picture, hues and colours, counted over every pixel.

import {BoxMean} from "./box-mean.js";
import {barsOf, copiesOf, swatch} from "./colour-words.js";
import {count} from "./counting.js";
import {hueOf} from "./hues.js";
import {meantColours} from "./meant-colours.js";
import {openPicture} from "./picture-source.js";
import {describeAll} from "./palette-names.js";
import {accentsOf, judged, rolesOf} from "./roles.js";

const SIDE = 1280;
// How many degrees to either side of a hue the page selects at first.
const USUAL_TOLERANCE = 20;

/** Tells the events that the page's module `work.js` describes. */
export async function analyse({file, without, isWideScreen}, tell) {
  let picture = await openPicture(file);
  try {
    let found;
    try {
      found = await counted(picture, without, tell);
    } catch (error) {
      if (picture.format !== "png" || picture.small) throw error;
      // What this page cannot read of a PNG, the browser may.
      picture = await openPicture(file, {byBrowser: true});
      found = await counted(picture, without, tell);
    }
    const {small, hues, times} = found;
    const distinct = judged(found.distinct);
    const accents = (await named(accentsOf(distinct))).map(swatch);
    tell({event: "decoded", pixels: small, ...hues, accents, warnings: []}, [small.data.buffer]);
    const palette = await meantColours(file, picture, without, isWideScreen) ?? found.palette;
    const colours = await named(palette.swatches);
    const roles = await Promise.all([...rolesOf(distinct), {role: "brand", ...found.brand}].map(async ({role, swatch: one, absence}) => one
      ? {role, color: one.hex, share: one.population, name: (await named([one]))[0].words.name} : {role, absence}));
    tell({event: "analysed", swatches: colours.map(swatch), absence: palette.absence, bars: barsOf(palette), roles, copies: copiesOf(palette, colours),
      times});
    return {};
  } finally {
    picture.close();
  }
}

// Swatches with their hues, and names of which no two are the same.
async function named(swatches) {
  const words = await describeAll(swatches.map(({rgb}) => rgb));
  return swatches.map(({rgb, count, population, displayP3}, index) => {
    const hue = hueOf(...rgb);
    return {rgb, count, population, displayP3, hue: hue < 0 ? null : hue, words: words[index]};
  });
}

async function counted(picture, without, tell) {
  const {format, width, height, note} = picture;
  tell({event: "opened", format, width, height, note});
  const mean = new BoxMean(width, height, SIDE);
  // A small picture is made by the browser where it has decoded the large one.
  const isShrunk = Boolean(picture.small) && !mean.isWhole;
  const smallData = isShrunk ? picture.small(mean.smallWidth, mean.smallHeight) : null;
  const found = await count(picture, without, USUAL_TOLERANCE, band => {
    if (!isShrunk) mean.add(band);
    tell({event: "progress", done: (band.y + band.rows) / height});
  });
  const small = isShrunk
    ? {width: mean.smallWidth, height: mean.smallHeight, data: await smallData} : mean.picture();
  return {small, ...found};
}
