// Formats and sizes of pictures, as the beginnings of their files say them: to know before decoding how large they are.

// As much of a file as is looked at: the sizes of photos with large previews and profiles come late.
const HEAD_BYTES = 1 << 20;

const FORMATS = {jpg: jpeg, png, webp, gif, heif};

/**
 * The format, and the size where it is found: `{format, width, height, hasOwnColours}`. The format is "" for one not known
 * here. Colours are a file's own where a profile or numbers in it say something else than sRGB.
 */
export async function headOf(file) {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const format = formatOf(bytes);
  let size = null;
  try {
    size = FORMATS[format === "avif" || format === "heic" ? "heif" : format]?.(view, bytes) ?? null;
  } catch (error) {
    // A size that lies beyond the end is not known.
    if (!(error instanceof RangeError)) throw error;
  }
  return {format, width: size?.[0] ?? null, height: size?.[1] ?? null, hasOwnColours: hasOwnColours(bytes, format)};
}

// Where a profile begins in a file of each format, and primaries by number (ITU-T H.273).
const PROFILE = {jpg: "ICC_PROFILE\0", png: "iCCP", webp: "ICCP", avif: "colrprof", heic: "colrprof"};
const NUMBERS = {png: "cICP", avif: "colrnclx", heic: "colrnclx"};
const WIDE_PRIMARIES = [9, 11, 12];
// As far as the description of a profile is looked for, which names sRGB where the profile is that.
const DESCRIPTION_BYTES = 4096;

function hasOwnColours(bytes, format) {
  const numbers = find(bytes, NUMBERS[format]);
  if (numbers >= 0) return WIDE_PRIMARIES.includes(bytes[numbers + NUMBERS[format].length + (format === "png" ? 0 : 1)]);
  const profile = find(bytes, PROFILE[format]);
  if (profile >= 0) {
    const letters = bytes.subarray(profile, profile + DESCRIPTION_BYTES).filter(byte => byte !== 0);
    return !text(letters, 0, letters.length).includes("sRGB");
  }
  // A gamma and primaries are what sRGB comes to in files of old programs.
  return format === "png" && find(bytes, "sRGB") < 0 && find(bytes, "cHRM") >= 0;
}

function find(bytes, word) {
  if (!word) return -1;
  const codes = Array.from(word, letter => letter.charCodeAt(0));
  for (let at = bytes.indexOf(codes[0]); at >= 0; at = bytes.indexOf(codes[0], at + 1)) {
    if (codes.every((code, index) => bytes[at + index] === code)) return at;
  }
  return -1;
}

const text = (bytes, from, to) => String.fromCharCode(...bytes.subarray(from, to));

function formatOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "jpg";
  if (text(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP") return "webp";
  if (text(bytes, 0, 4) === "GIF8") return "gif";
  if (text(bytes, 4, 8) === "ftyp") return /avi[fs]/.test(text(bytes, 8, 12)) ? "avif" : "heic";
  return "";
}

function png(view) {
  return [view.getUint32(16), view.getUint32(20)];
}

function gif(view) {
  return [view.getUint16(6, true), view.getUint16(8, true)];
}

function webp(view, bytes) {
  const three = at => bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16;
  switch (text(bytes, 12, 16)) {
    case "VP8X": return [1 + three(24), 1 + three(27)];
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + (bits >>> 14 & 0x3fff)];
    }
    case "VP8 ": return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  }
  return null;
}

// The frame of a JPEG stands behind whatever segments there are.
function jpeg(view) {
  let at = 2;
  for (;;) {
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 6), view.getUint16(at + 4)];
    if (marker === 0xd9 || marker === 0xda) return null;
    at += 1 + view.getUint16(at + 1);
  }
}

// AVIF and HEIC hold pictures in parts: the largest size is that of the whole.
function heif(view, bytes) {
  let best = null;
  for (let at = 4; at + 16 <= bytes.length; at++) {
    if (bytes[at] !== 0x69 || text(bytes, at, at + 4) !== "ispe") continue;
    const size = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (!best || size[0] * size[1] > best[0] * best[1]) best = size;
    if (at > 1 << 16) break;
  }
  return best;
}
