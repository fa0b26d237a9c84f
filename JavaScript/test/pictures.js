// The pictures of the tests: made as `record.py` makes them, or read from PNG files.

import { inflateSync } from "node:zlib";
import { createHash } from "node:crypto";

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Pixels of a kind; `record.py` says the same. */
export function made(name, width, height) {
  const data = new Uint8ClampedArray(4 * width * height);
  const few = [[212, 84, 36, 255], [20, 60, 160, 255], [250, 250, 250, 127]];
  const columns = name === "frame" ? Math.floor(width / 10) : 0;
  const rows = name === "frame" || name === "letterbox" ? Math.floor(height / 10) : 0;
  const below = name === "below" ? Math.floor(height / 5) : rows;
  const isBar = (x, y) => x < columns || x >= width - columns || y < rows || y >= height - below;
  let state = 1;
  for (let y = 0, place = 0; y < height; y++) {
    for (let x = 0; x < width; x++, place += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grey = state >>> 24;
      data.set(
        name === "noise" ? [grey, (state >>> 16) & 255, (state >>> 8) & 255, (state >>> 20) & 255]
        : name === "ramp" ? [Math.floor((x * 255) / width), Math.floor((y * 255) / height), state >>> 27, 255]
        : name === "few" ? few[(Math.floor(x / 7) + Math.floor(y / 5)) % 3]
        : ["letterbox", "frame", "below"].includes(name)
        ? isBar(x, y) ? [30, 20, 90, 255] : [grey, (state >>> 17) & 127, (state >>> 9) & 63, 255]
        : name === "grey" ? [grey, grey, grey, 255]
        : [grey, 0, 0, 0], place);
    }
  }
  return { data, width, height };
}

/** A PNG with 8 bits a channel that is not interlaced, as RGBA. */
export function png(file) {
  let at = 8, header, palette, alpha = [];
  const parts = [];
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const kind = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") header = body;
    if (kind === "PLTE") palette = body;
    if (kind === "tRNS") alpha = body;
    if (kind === "IDAT") parts.push(body);
    at += 12 + length;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[header[9]];
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = new Uint8ClampedArray(4 * width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    const row = Uint8Array.from(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x++) {
      const a = x < channels ? 0 : row[x - channels], b = above[x], c = x < channels ? 0 : above[x - channels];
      const p = a + b - c, [da, db, dc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
      row[x] += [0, a, b, (a + b) >> 1, da <= db && da <= dc ? a : db <= dc ? b : c][filter];
    }
    for (let x = 0; x < width; x++) {
      const v = row.subarray(x * channels, (x + 1) * channels);
      data.set(
        header[9] === 3 ? [...palette.subarray(3 * v[0], 3 * v[0] + 3), alpha[v[0]] ?? 255]
        : channels < 3 ? [v[0], v[0], v[0], v[1] ?? 255]
        : [v[0], v[1], v[2], v[3] ?? 255], 4 * (y * width + x));
    }
    above = row;
  }
  return { data, width, height };
}
