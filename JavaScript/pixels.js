// Pictures of every kind as bands of RGBA8 pixels.

import { convertToSRGB } from "./display-p3.js";
import { shown } from "./options.js";

// Pixels of a band: one megabyte, whatever the picture is.
const BAND_PIXELS = 1 << 18;
// What one picture may hold: what a canvas and an array of JavaScript can.
const MOST_PIXELS = 1 << 30;

const is = (value, name) => typeof globalThis[name] === "function" && value instanceof globalThis[name];

/**
 * What is needed to read a picture: its size, and a function that hands over its bands.
 *
 * Encoded pictures (`Blob`) are decoded by the browser, which takes time: a promise. Pixels are in sRGB; where wide
 * ones are asked for they are in Display P3, as `isInDisplayP3` says, but for arrays that are in sRGB themselves.
 */
export async function opened(source, isWide = false) {
  if (is(source, "Blob")) {
    if (typeof createImageBitmap !== "function") {
      throw new TypeError(
        "This host does not decode pictures. Decode the Blob and pass { data, width, height }.");
    }
    let bitmap;
    try {
      bitmap = await createImageBitmap(source);
    } catch (error) {
      throw new TypeError(
        `The browser cannot decode this picture (${source.type || "of unknown type"}).`,
        { cause: error });
    }
    const picture = drawn(bitmap, bitmap.width, bitmap.height, isWide);
    return { ...picture, close: () => bitmap.close() };
  }
  return openedNow(source, isWide);
}

// What tells a WebP without loss from one with: the name of its picture's chunk, which is near the beginning.
const HEAD_BYTES = 4096;

/** Whether a file keeps no colour as it was drawn: JPEG, AVIF, HEIC, and WebP unless it says that it is without loss. */
export async function isLossy(source) {
  if (!is(source, "Blob")) return false;
  const head = new Uint8Array(await source.slice(0, HEAD_BYTES).arrayBuffer());
  const text = String.fromCharCode(...head);
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return !text.includes("VP8L");
  return text.startsWith("\xff\xd8\xff") || text.startsWith("ftyp", 4);
}

/** As `opened`, of pictures whose pixels are there already. */
export function openedNow(source, isWide = false) {
  if (source === null || typeof source !== "object") {
    throw new TypeError(`A picture is needed, not ${shown(source)}.`);
  }
  if (typeof source.getContext === "function") {
    return canvas(source, isWide);
  }
  if (is(source, "ImageBitmap") || is(source, "VideoFrame")) {
    return drawn(
      source, source.width ?? source.displayWidth, source.height ?? source.displayHeight, isWide);
  }
  if (is(source, "HTMLImageElement")) {
    if (!source.complete || source.naturalWidth === 0) throw new TypeError("The image has not loaded: await image.decode() first.");
    return drawn(source, source.naturalWidth, source.naturalHeight, isWide);
  }
  if (is(source, "HTMLVideoElement")) return drawn(source, source.videoWidth, source.videoHeight, isWide);
  if ("data" in source) return array(source, isWide);
  throw new TypeError(
    "A picture is a Blob, ImageData, ImageBitmap, image, canvas, or { data, width, height }, not " +
      `${shown(Object.prototype.toString.call(source))}.`);
}

function checkSize(width, height) {
  for (const [name, value] of [["width", width], ["height", height]]) {
    if (!Number.isInteger(value) || value < 0) {
      throw new RangeError(`${name} takes a whole number of 0 or more, not ${shown(value)}.`);
    }
  }
  if (width * height > MOST_PIXELS) {
    throw new RangeError(
      `The picture has ${width} × ${height} pixels; the most are ${MOST_PIXELS}.`);
  }
}

/** Pixels in an array: RGBA, RGB or grey, by their number; in sRGB, or in the `colorSpace` that ImageData has. */
function array({ data, width, height, colorSpace = "srgb" }, isWide) {
  checkSize(width, height);
  if (!(data instanceof Uint8ClampedArray || data instanceof Uint8Array)) {
    throw new TypeError(
      `data takes a Uint8ClampedArray or Uint8Array, not ${shown(Object.prototype.toString.call(data))}.`);
  }
  if (data.buffer.detached || (data.buffer.byteLength === 0 && width * height > 0)) {
    throw new TypeError("data was detached: its buffer has been transferred to another thread.");
  }
  const channels = width * height === 0 ? 4 : data.length / (width * height);
  if (![1, 3, 4].includes(channels)) {
    throw new RangeError(
      `${width} × ${height} pixels take ${4 * width * height} bytes (RGBA), ` +
        `${3 * width * height} (RGB) or ${width * height} (grey), not ${data.length}.`);
  }
  if (colorSpace !== "srgb" && colorSpace !== "display-p3") {
    throw new TypeError(`The pixels are in ${shown(colorSpace)}, neither "srgb" nor "display-p3".`);
  }
  const isInP3 = colorSpace === "display-p3";
  return {
    width, height, isArray: true, isInDisplayP3: isInP3 && isWide,
    read(start, count, to) {
      if (channels === 4) {
        to.set(data.subarray(4 * start, 4 * (start + count)));
        if (isInP3 && !isWide) convertToSRGB(to);
        return;
      }
      for (let pixel = 0, from = channels * start; pixel < count; pixel++, from += channels) {
        to[4 * pixel] = data[from];
        to[4 * pixel + 1] = data[channels === 3 ? from + 1 : from];
        to[4 * pixel + 2] = data[channels === 3 ? from + 2 : from];
        to[4 * pixel + 3] = 255;
      }
      if (isInP3 && !isWide) convertToSRGB(to);
    },
  };
}

// What canvases are asked for; those of older browsers know sRGB only and ignore it.
const colorSpaceOf = (isWide) => (isWide ? "display-p3" : "srgb");

/** A canvas, read by rows. */
function canvas(source, isWide) {
  const { width, height } = source;
  checkSize(width, height);
  const context = source.getContext("2d", { willReadFrequently: true });
  if (!context) {
    throw new TypeError("The canvas has another context than 2d: draw it into a canvas of its own.");
  }
  const settings = { colorSpace: colorSpaceOf(isWide) };
  return {
    width, height,
    isInDisplayP3: isWide && context.getImageData(0, 0, 1, 1, settings).colorSpace === "display-p3",
    read(start, count, to) {
      to.set(context.getImageData(0, start / width, width, count / width, settings).data);
    },
  };
}

/** What a browser can draw, drawn band by band. */
function drawn(source, width, height, isWide) {
  checkSize(width, height);
  if (typeof OffscreenCanvas !== "function") {
    throw new TypeError("This host has no OffscreenCanvas: pass { data, width, height }.");
  }
  const rows = rowsOfBand(width, height);
  const surface = new OffscreenCanvas(Math.max(width, 1), Math.max(rows, 1));
  const context = surface.getContext("2d", { willReadFrequently: true, colorSpace: colorSpaceOf(isWide) });
  return {
    width, height, isInDisplayP3: isWide && context.getContextAttributes?.().colorSpace === "display-p3",
    read(start, count, to) {
      context.clearRect(0, 0, surface.width, surface.height);
      context.drawImage(source, 0, -start / width);
      to.set(context.getImageData(0, 0, width, count / width).data);
    },
  };
}

/** What bars leave of a picture. */
export function without({ left, top, right, bottom }, picture) {
  const width = picture.width - left - right;
  const height = picture.height - top - bottom;
  if (width === picture.width) {
    return { ...picture, height, read: (start, count, to) => picture.read(start + top * width, count, to) };
  }
  return {
    ...picture, width, height, isArray: false,
    read(start, count, to) {
      // Bands are whole rows.
      const [first, rows] = [top + start / width, count / width];
      const all = new Uint8ClampedArray(4 * rows * picture.width);
      picture.read(first * picture.width, rows * picture.width, all);
      for (let row = 0; row < rows; row++) {
        const place = row * picture.width + left;
        to.set(all.subarray(4 * place, 4 * (place + width)), 4 * row * width);
      }
    },
  };
}

const rowsOfBand = (width, height) =>
  Math.min(height, Math.max(1, Math.floor(BAND_PIXELS / Math.max(width, 1))));

/**
 * A picture's bands, each as its first pixel, its width and its height. Bands are whole rows; only a row in an
 * array that is longer than a band is cut.
 */
export function* bands({ width, height, isArray }) {
  const all = width * height;
  if (isArray && width > BAND_PIXELS) {
    for (let start = 0; start < all; start += BAND_PIXELS) {
      yield [start, Math.min(BAND_PIXELS, all - start), 1];
    }
    return;
  }
  const rows = rowsOfBand(width, height);
  for (let y = 0; y < height && width > 0; y += rows) {
    yield [y * width, width, Math.min(rows, height - y)];
  }
}

/** A picture's bands of whole rows, however long a row is. */
export function* wholeRows(picture) {
  const { width, height } = picture;
  if (width <= BAND_PIXELS) return yield* bands(picture);
  for (let y = 0; y < height; y++) yield [y * width, width, 1];
}

/** Pixels of the largest band of a picture. */
export function largestBand({ width, height, isArray }) {
  return isArray && width > BAND_PIXELS ? BAND_PIXELS : width * rowsOfBand(width, height);
}
