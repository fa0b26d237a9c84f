// Writes PNG files row by row: 8 bits a channel, with alpha where it is needed. The compression is the browser's.

const CRC = Uint32Array.from({length: 256}, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
  return value;
});

function chunk(kind, body) {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = kind.charCodeAt(index);
  bytes.set(body, 8);
  let crc = 0xffffffff;
  for (let at = 4; at < 8 + body.length; at++) crc = CRC[(crc ^ bytes[at]) & 255] ^ crc >>> 8;
  view.setUint32(8 + body.length, ~crc >>> 0);
  return bytes;
}

/**
 * A picture as a PNG file.
 *
 * @param picture `{width, height, isOpaque, colourChunks}`; chunks of colour are copied as they are
 * @param bands `{rows, data}` with RGBA, from top to bottom
 */
export async function writePNG({width, height, isOpaque, colourChunks = []}, bands) {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  const parts = ["\x89PNG\r\n\x1a\n"].map(text => Uint8Array.from(text, letter => letter.charCodeAt(0)));
  parts.push(chunk("IHDR", header), ...colourChunks);
  const {readable, writable} = new CompressionStream("deflate");
  const collected = collect(readable, parts);
  const writer = writable.getWriter();
  // A failure of the stream arrives by `collected` too; here it must not count as unhandled.
  writer.closed.catch(() => {});
  const lines = filtering(width, isOpaque ? 3 : 4);
  for await (const {rows, data} of bands) await writer.write(lines(data, rows));
  await writer.close();
  await collected;
  parts.push(chunk("IEND", new Uint8Array(0)));
  return new Blob(parts, {type: "image/png"});
}

async function collect(readable, parts) {
  for (const reader = readable.getReader();;) {
    const {value, done} = await reader.read();
    if (done) return;
    parts.push(chunk("IDAT", value));
  }
}

// Rows with the filter Sub or Up, whichever leaves less.
function filtering(width, channels) {
  const stride = width * channels;
  let above = new Uint8Array(stride), row = new Uint8Array(stride);
  return (data, rows) => {
    const lines = new Uint8Array(rows * (stride + 1));
    for (let y = 0, at = 0; y < rows; y++, at += stride + 1) {
      [above, row] = [row, above];
      const start = 4 * width * y;
      if (channels === 4) row.set(data.subarray(start, start + stride));
      else {
        for (let x = 0, from = start; x < stride; x += 3, from += 4) {
          row[x] = data[from];
          row[x + 1] = data[from + 1];
          row[x + 2] = data[from + 2];
        }
      }
      let sub = 0, up = 0;
      for (let x = channels; x < stride; x++) {
        sub += Math.abs((row[x] - row[x - channels]) << 24 >> 24);
        up += Math.abs((row[x] - above[x]) << 24 >> 24);
      }
      lines[at] = up < sub ? 2 : 1;
      if (up < sub) for (let x = 0; x < stride; x++) lines[at + 1 + x] = row[x] - above[x];
      else {
        for (let x = 0; x < channels && x < stride; x++) lines[at + 1 + x] = row[x];
        for (let x = channels; x < stride; x++) lines[at + 1 + x] = row[x] - row[x - channels];
      }
    }
    return lines;
  };
}
