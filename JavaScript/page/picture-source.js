// A chosen file as bands of RGBA pixels, whoever decodes it.

import {isLossy} from "./dominantcolor/pixels.js";
import {headOf} from "./picture-head.js";
import {openPNG} from "./png-reader.js";

// Pixels of a band: four megabytes of memory, whatever the picture is.
const BAND_PIXELS = 1 << 20;
// What a browser decodes whole. Phones end pages that take more memory than they like.
const isSmallDevice = (navigator.deviceMemory ?? 8) <= 4 || /iPhone|iPad|Android/.test(navigator.userAgent);
export const MOST_PIXELS = isSmallDevice ? 50e6 : 200e6;

/**
 * Opens a file: `{format, width, height, note, hasOwnColours, hasExactColours, isOpaque, colourChunks, bands(), small(side), close()}`.
 *
 * A PNG is read by this page, so that its pixels are those in the file; all else is decoded by the browser, turned upright,
 * with colours of sRGB. With a `colorSpace` the browser decodes every format, and converts colours to that. A picture of more than `most` pixels is made smaller, and the note says so.
 */
export async function openPicture(file, {most = MOST_PIXELS, byBrowser = false, colorSpace} = {}) {
  if (file.size === 0) throw new Error("The file is empty.");
  const head = {...await headOf(file), hasExactColours: !(await isLossy(file))};
  if (head.width === 0 || head.height === 0) throw new Error("The picture has no pixels: its size is 0.");
  if (head.format === "png" && !byBrowser && !colorSpace && typeof DecompressionStream === "function") {
    const png = await openPNG(file);
    if (png) return {...png, ...head, note: "", bands: () => png.bands(BAND_PIXELS), close() {}};
  }
  return openByBrowser(file, head, most, colorSpace);
}

async function openByBrowser(file, {format, width, height, hasOwnColours, hasExactColours}, most, colorSpace) {
  const options = format === "png" && !colorSpace ? {colorSpaceConversion: "none", premultiplyAlpha: "none"} : {};
  const scale = Math.min(1, Math.sqrt(most / ((width ?? 0) * (height ?? 0) || 1)));
  // A picture may be turned, and its size is that of the file: one side decides for both.
  if (scale < 1) Object.assign(options, {resizeWidth: Math.floor(width * scale), resizeQuality: "medium"});
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, options);
    if (bitmap.width * bitmap.height > most) bitmap = await smaller(bitmap, most);
  } catch {
    throw new Error(undecodable(format, width, height));
  }
  const note = scale < 1
    ? ` It has ${megapixels(width * height)} megapixels, too many for this browser: it is worked on at ${bitmap.width} × ${bitmap.height}.`
    : "";
  return {
    format, width: bitmap.width, height: bitmap.height, note, hasOwnColours, hasExactColours, colourChunks: [], isOpaque: format === "jpg" || format === "heic",
    bands: () => drawn(bitmap, colorSpace), small: (width, height) => shrunk(bitmap, width, height), close: () => bitmap.close(),
  };
}

const megapixels = pixels => Math.round(pixels / 1e6);

function undecodable(format, width, height) {
  const names = {jpg: "JPEG", png: "PNG", webp: "WebP", gif: "GIF", avif: "AVIF", heic: "HEIC"};
  if (!format) return "This is no picture that this browser knows. Choose a JPEG, PNG, WebP, GIF or AVIF file.";
  if (format === "heic") return "This browser does not decode HEIC. Safari does; or save the photo as JPEG first.";
  const size = width ? ` of ${width} × ${height} pixels` : "";
  return `This browser cannot decode this ${names[format]} file${size}: it is damaged, too large, or of a kind that it does not know.`;
}

async function smaller(bitmap, most) {
  const scale = Math.sqrt(most / (bitmap.width * bitmap.height));
  const result = await createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.floor(bitmap.width * scale)),
    resizeHeight: Math.max(1, Math.floor(bitmap.height * scale)), resizeQuality: "medium"});
  bitmap.close();
  return result;
}

function surface(width, height, colorSpace = "srgb") {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", {willReadFrequently: true, colorSpace});
  if (!context) throw new RangeError("no canvas");
  return context;
}

async function* drawn(bitmap, colorSpace) {
  const {width, height} = bitmap;
  const most = Math.max(1, Math.min(height, Math.floor(BAND_PIXELS / width)));
  const context = surface(width, most, colorSpace);
  context.globalCompositeOperation = "copy";
  for (let y = 0; y < height; y += most) {
    const rows = Math.min(most, height - y);
    context.drawImage(bitmap, 0, -y);
    yield {y, rows, data: context.getImageData(0, 0, width, rows).data};
  }
}

async function shrunk(bitmap, width, height) {
  const small = await createImageBitmap(bitmap, {resizeWidth: width, resizeHeight: height, resizeQuality: "medium"});
  const context = surface(width, height);
  context.drawImage(small, 0, 0);
  small.close();
  return context.getImageData(0, 0, width, height).data;
}
