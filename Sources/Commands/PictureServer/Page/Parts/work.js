// Where the work is done: by the server. The page without a server has another file of this name, with the same
// functions (JavaScript/page/work.js), in which the browser does it.

import {analyse as ask, bytesOf, change as make, pixelsOf} from "./analysis.js";
import {apply, prepare} from "./effect.js";
export {onOpen, showAddress as showGallery} from "./gallery.js";

// The table of the states of the work on a picture.
export const table = fetch("machine.json").then(answer => answer.json());

// Whether the page shows files themselves while they are read.
export const showsFiles = true;

// What the page can leave out of a picture's colours.
export const canLeaveOut = ["white", "black", "grey", "background"];

// Takes what shows a problem that is not one picture's; with a server there is none.
export function onTrouble() {}

// Finds out what there is to know of a picture, and hands over each part as it comes: an object with an `event`,
// `opened` (width, height, format, perhaps a note), `progress` (done), `decoded` (pixels, hue, hues, accents, greys,
// counted, warnings), `analysed` (swatches, absence, perhaps bars, roles, copies) or `failed` (problem). `without` lists
// what does not count: white, black, grey, background; with `whole` bars at the edges do.
export async function analyse(file, without, signal, onWait, take) {
  await ask(file, without, signal, onWait, async line => {
    if (line.event === "decoded") line.pixels = prepare(await pixelsOf(line.preview));
    if (line.event === "analysed") line.copies.ase = bytesOf(line.copies.ase);
    await take(line);
  });
}

// The small picture changed: an ImageData.
export async function preview(pixels, effect, settings) {
  const result = new ImageData(pixels.width, pixels.height);
  apply(pixels, effect, settings, result.data);
  return result;
}

// The whole picture changed, as a file; a note says what is special about it.
export async function change(file, settings, format, signal, onWait) {
  return {blob: await make(file, settings, format, signal, onWait), note: ""};
}
