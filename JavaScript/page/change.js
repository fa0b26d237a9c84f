// The whole picture changed, band by band, and written.

import {load} from "./dominantcolor/module.js";
import {selection} from "./dominantcolor/options.js";
import {openPicture} from "./picture-source.js";
import {writePNG} from "./png-writer.js";

const JPEG_QUALITY = 0.92;

/** `{blob, note}`; tells how much is done. */
export async function change({file, settings, format}, tell) {
  return format === "jpg" ? asJPEG(file, settings, tell) : asPNG(file, settings, tell);
}

async function asPNG(file, settings, tell) {
  const picture = await openPicture(file);
  try {
    try {
      return {blob: await writePNG(picture, changed(picture, settings, tell)), note: picture.note};
    } catch (error) {
      if (picture.format !== "png" || picture.small) throw error;
      const other = await openPicture(file, {byBrowser: true});
      try {
        return {blob: await writePNG(other, changed(other, settings, tell)), note: other.note};
      } finally {
        other.close();
      }
    }
  } finally {
    picture.close();
  }
}

// Browsers write a JPEG of a canvas as large as the picture; where there is none, of a smaller one.
async function asJPEG(file, settings, tell) {
  let picture = await openPicture(file);
  try {
    const size = [picture.width, picture.height];
    let canvas = canvasFor(...size);
    for (let most = 32e6; !canvas; most /= 2) {
      if (most < 1e6) throw new RangeError("no canvas");
      if (picture.width * picture.height <= most) continue;
      picture.close();
      picture = await openPicture(file, {most});
      canvas = canvasFor(picture.width, picture.height);
    }
    const context = canvas.getContext("2d");
    for await (const {y, data} of changed(picture, settings, tell)) {
      context.putImageData(new ImageData(data, picture.width), 0, y);
    }
    const blob = await canvas.convertToBlob({type: "image/jpeg", quality: JPEG_QUALITY});
    const isSmaller = picture.width !== size[0] || picture.note;
    const note = isSmaller
      ? ` It has ${picture.width} × ${picture.height} pixels, the most that this browser writes as JPEG; PNG keeps more.` : "";
    return {blob, note};
  } finally {
    picture.close();
  }
}

// A canvas, if the browser makes one of this size: some give one that stays empty.
function canvasFor(width, height) {
  try {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.fillRect(width - 1, height - 1, 1, 1);
    return context.getImageData(width - 1, height - 1, 1, 1).data[3] === 255 ? canvas : null;
  } catch {
    return null;
  }
}

async function* changed(picture, {effect, hue, tolerance, feather}, tell) {
  const core = await load();
  const {kind, value, ...edge} = selection({hue, tolerance, feather});
  const handle = core.exports.dc_effect(effect === "hide" ? 1 : 0, kind, value, edge.tolerance, edge.feather);
  try {
    for await (const {y, rows, data} of picture.bands()) {
      const place = core.band(picture.width * rows);
      const bytes = core.bytes(place, data.length);
      bytes.set(data);
      core.exports.dc_effect_run(handle, place, picture.width * rows);
      data.set(bytes);
      yield {y, rows, data};
      tell({done: (y + rows) / picture.height});
    }
  } finally {
    core.exports.dc_effect_end(handle);
  }
}
