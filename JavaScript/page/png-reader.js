// Reads PNG files row by row, with the pixels that are in them: what a browser hands out of a canvas has been through its
// colour management and, where a pixel is half transparent, through a loss.
//
// The format is that of the PNG specification (W3C, third edition); its compression is the browser's.

// Larger files are left to the browser, which need not hold them in an array.
const MOST_BYTES = 1 << 28;
// Pixels of an interlaced picture, which is held whole.
const MOST_INTERLACED = 1 << 26;

const CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4};
const DEPTHS = {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]};
// What says how colours are meant; a changed picture keeps it.
const COLOUR_CHUNKS = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"];
// First column, first row, and the steps of each pass.
const ADAM7 = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]];

/**
 * Opens a PNG file: `{width, height, isOpaque, colourChunks, bands(pixels)}`, or null for a file that is left to the browser.
 *
 * `bands` gives `{y, rows, data}` with RGBA of 8 bits from top to bottom; it throws where the file is damaged.
 */
export async function openPNG(file) {
  if (file.size > MOST_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const picture = {palette: null, alpha: null, colourChunks: [], data: []};
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.length) return null;
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR" && length === 13) readHeader(picture, view, at + 8);
    else if (kind === "PLTE") picture.palette = body;
    else if (kind === "tRNS") picture.alpha = body;
    else if (kind === "IDAT") picture.data.push(body);
    // A picture that is to be turned, or that moves.
    else if (kind === "eXIf" || kind === "acTL") return null;
    else if (COLOUR_CHUNKS.includes(kind)) picture.colourChunks.push(bytes.subarray(at, at + 12 + length));
    else if (kind === "IEND") break;
    at += 12 + length;
  }
  if (!isSound(picture)) return null;
  const {width, height, colourChunks, kind, alpha} = picture;
  const isOpaque = kind < 4 && !alpha;
  return {width, height, colourChunks, isOpaque, bands: pixels => bands(picture, pixels)};
}

function readHeader(picture, view, at) {
  Object.assign(picture, {
    width: view.getUint32(at), height: view.getUint32(at + 4), depth: view.getUint8(at + 8),
    kind: view.getUint8(at + 9), isInterlaced: view.getUint8(at + 12) === 1,
    isKnown: view.getUint8(at + 10) === 0 && view.getUint8(at + 11) === 0 && view.getUint8(at + 12) < 2});
}

function isSound({width, height, depth, kind, isInterlaced, isKnown, palette, data}) {
  return Boolean(isKnown && width > 0 && height > 0 && DEPTHS[kind]?.includes(depth) && data.length > 0
    && (kind !== 3 || palette) && !(isInterlaced && width * height > MOST_INTERLACED));
}

async function* bands(picture, pixels) {
  const {width, height, isInterlaced} = picture;
  const source = bytesOf(picture.data);
  try {
    if (isInterlaced) {
      yield {y: 0, rows: height, data: await interlaced(picture, source)};
      return;
    }
    const most = Math.max(1, Math.min(height, Math.floor(pixels / width)));
    const rows = scanlines(picture, width, height, source);
    const turn = converter(picture);
    for (let y = 0; y < height; y += most) {
      const count = Math.min(most, height - y);
      const data = new Uint8ClampedArray(4 * width * count);
      for (let row = 0; row < count; row++) turn(await rows.next(), data, 4 * width * row, width);
      yield {y, rows: count, data};
    }
  } finally {
    source.cancel();
  }
}

async function interlaced(picture, source) {
  const {width, height} = picture;
  const data = new Uint8ClampedArray(4 * width * height);
  const whole = new Uint32Array(data.buffer);
  const turn = converter(picture);
  for (const [left, top, across, down] of ADAM7) {
    const columns = Math.ceil((width - left) / across), count = Math.ceil((height - top) / down);
    if (columns <= 0 || count <= 0) continue;
    const rows = scanlines(picture, columns, count, source);
    const row = new Uint8ClampedArray(4 * columns), pixels = new Uint32Array(row.buffer);
    for (let y = 0; y < count; y++) {
      turn(await rows.next(), row, 0, columns);
      const start = (top + y * down) * width + left;
      for (let x = 0; x < columns; x++) whole[start + x * across] = pixels[x];
    }
  }
  return data;
}

// The bytes of the compressed parts, in pieces of the sizes that are asked for. What comes out is never more than was asked
// for, whatever the file says.
function bytesOf(parts) {
  let next = 0;
  const stream = new ReadableStream({
    pull(controller) {
      if (next < parts.length) controller.enqueue(parts[next++]);
      else controller.close();
    },
  }).pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  let piece = new Uint8Array(0), at = 0;
  return {
    // Bytes that are there already, or null.
    have(count) {
      if (at + count > piece.length) return null;
      at += count;
      return piece.subarray(at - count, at);
    },
    async take(count) {
      const bytes = new Uint8Array(count);
      for (let filled = 0; filled < count;) {
        if (at === piece.length) {
          const {value, done} = await reader.read();
          if (done) throw new Error("The picture ends early.");
          [piece, at] = [value, 0];
        }
        const more = Math.min(count - filled, piece.length - at);
        bytes.set(piece.subarray(at, at + more), filled);
        filled += more;
        at += more;
      }
      return bytes;
    },
    cancel() { reader.cancel().catch(() => {}); },
  };
}

// Rows without their filters.
function scanlines({depth, kind}, width, height, source) {
  const stride = Math.ceil(width * CHANNELS[kind] * depth / 8);
  const step = Math.max(1, CHANNELS[kind] * depth / 8);
  let above = new Uint8Array(stride), row = new Uint8Array(stride);
  return {
    async next() {
      const line = source.have(stride + 1) ?? await source.take(stride + 1);
      [above, row] = [row, above];
      row.set(line.subarray(1));
      unfilter(line[0], row, above, step);
      return row;
    },
  };
}

function unfilter(filter, row, above, step) {
  const length = row.length;
  switch (filter) {
    case 0: return;
    case 1:
      for (let x = step; x < length; x++) row[x] += row[x - step];
      return;
    case 2:
      for (let x = 0; x < length; x++) row[x] += above[x];
      return;
    case 3:
      for (let x = 0; x < step; x++) row[x] += above[x] >> 1;
      for (let x = step; x < length; x++) row[x] += (row[x - step] + above[x]) >> 1;
      return;
    case 4:
      for (let x = 0; x < step; x++) row[x] += above[x];
      for (let x = step; x < length; x++) {
        const a = row[x - step], b = above[x], c = above[x - step];
        let da = b - c, db = a - c, dc = da + db;
        if (da < 0) da = -da;
        if (db < 0) db = -db;
        if (dc < 0) dc = -dc;
        row[x] += da <= db && da <= dc ? a : db <= dc ? b : c;
      }
      return;
  }
  throw new Error("A row of the picture has a filter that does not exist.");
}

// A function that writes a row as RGBA: `(row, data, at, width)`.
function converter({depth, kind, palette, alpha}) {
  if (depth === 8 && kind === 6) return (row, data, at) => data.set(row, at);
  if (depth === 8 && kind === 2 && !alpha) {
    return (row, data, at, width) => {
      for (let x = 0, from = 0; x < width; x++, from += 3, at += 4) {
        data[at] = row[from];
        data[at + 1] = row[from + 1];
        data[at + 2] = row[from + 2];
        data[at + 3] = 255;
      }
    };
  }
  const channels = CHANNELS[kind];
  const most = 2 ** depth - 1;
  if (kind === 3) return indexed(depth, palette, alpha);
  const sample = sampler(depth);
  const level = value => Math.floor((255 * value + (most >> 1)) / most);
  // One colour that is transparent, as its samples are in the file.
  const key = alpha
    ? Array.from({length: channels}, (_, index) => alpha[2 * index] << 8 | alpha[2 * index + 1]) : null;
  return (row, data, at, width) => {
    for (let x = 0; x < width; x++, at += 4) {
      const first = sample(row, channels * x);
      const isGrey = channels < 3;
      const green = isGrey ? first : sample(row, channels * x + 1);
      const blue = isGrey ? first : sample(row, channels * x + 2);
      data[at] = level(first);
      data[at + 1] = level(green);
      data[at + 2] = level(blue);
      const isKey = key && key[0] === first && (isGrey || (key[1] === green && key[2] === blue));
      data[at + 3] = channels % 2 === 0 ? level(sample(row, channels * x + channels - 1)) : isKey ? 0 : 255;
    }
  };
}

const sampler = depth => depth === 16 ? (row, index) => row[2 * index] << 8 | row[2 * index + 1]
  : depth === 8 ? (row, index) => row[index]
  : (row, index) => row[index * depth >> 3] >> (8 - depth - (index * depth & 7)) & (2 ** depth - 1);

function indexed(depth, palette, alpha) {
  const colours = new Uint8ClampedArray(4 * 256);
  for (let index = 0; index < 256; index++) {
    colours.set(palette.subarray(3 * index, 3 * index + 3), 4 * index);
    colours[4 * index + 3] = alpha?.[index] ?? 255;
  }
  const pixels = new Uint32Array(colours.buffer);
  const sample = sampler(depth);
  return (row, data, at, width) => {
    const target = new Uint32Array(data.buffer, at, width);
    for (let x = 0; x < width; x++) target[x] = pixels[sample(row, x)];
  };
}
