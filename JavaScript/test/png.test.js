// The PNG reader and writer of the page without a server, against what libpng made of each file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { openPNG } from "../page/png-reader.js";
import { writePNG } from "../page/png-writer.js";
import { headOf } from "../page/picture-head.js";
import { made, sha256 } from "./pictures.js";

const corpus = new URL("../../Tests/Fixtures/Corpus/", import.meta.url);
const [head, ...lines] = readFileSync(new URL("expectations.csv", corpus), "utf8").trim().split("\n");
const columns = head.split(",");
const entries = lines.map((line) => Object.fromEntries(line.split(",").map((value, place) => [columns[place], value])));
const fileOf = (name) => new Blob([readFileSync(new URL(name, corpus))]);

async function pixelsOf(png, pixels = 700) {
  const data = new Uint8Array(4 * png.width * png.height);
  for await (const band of png.bands(pixels)) data.set(band.data, 4 * png.width * band.y);
  return data;
}

test("every valid PNG of the fixtures has libpng's pixels", async () => {
  let count = 0;
  for (const entry of entries) {
    if (!entry.file.endsWith(".png") || entry.expected !== "decode") continue;
    const png = await openPNG(fileOf(entry.file));
    if (!png) continue;
    assert.deepEqual([png.width, png.height], [Number(entry.width), Number(entry.height)], entry.file);
    assert.equal(sha256(await pixelsOf(png)), entry.sha256_of_rgba8_as_decoded_by_reference, entry.file);
    count += 1;
  }
  assert.ok(count > 100, `${count} files were compared`);
});

test("a damaged PNG ends in an error or is left to the browser, and never hangs", async () => {
  const bytes = readFileSync(new URL("photos/chelsea.png", corpus));
  for (let place = 8; place < bytes.length; place += 4999) {
    const damaged = Buffer.from(bytes);
    damaged[place] ^= 0x55;
    for (const file of [damaged, bytes.subarray(0, place)]) {
      const png = await openPNG(new Blob([file]));
      if (png && png.width * png.height < 1e7) await pixelsOf(png).catch((error) => assert.ok(error instanceof Error));
    }
  }
});

test("what is written is read again", async () => {
  for (const [name, width, height, isOpaque] of [["noise", 37, 29, false], ["ramp", 64, 50, true], ["few", 1, 9, false]]) {
    const picture = made(name, width, height);
    const rows = 7;
    async function* bands() {
      for (let y = 0; y < height; y += rows) {
        const data = picture.data.slice(4 * width * y, 4 * width * Math.min(height, y + rows));
        yield { y, rows: data.length / (4 * width), data };
      }
    }
    const file = await writePNG({ width, height, isOpaque }, bands());
    assert.equal(sha256(await pixelsOf(await openPNG(file))), sha256(picture.data));
  }
});

test("sizes are read from the beginnings of files", async () => {
  let count = 0;
  for (const entry of entries) {
    if (entry.expected !== "decode" || entry.file.startsWith("corrupt/")) continue;
    const found = await headOf(fileOf(entry.file));
    assert.equal(found.format, entry.file.endsWith("png") ? "png" : "jpg", entry.file);
    assert.deepEqual([found.width, found.height], [Number(entry.width), Number(entry.height)], entry.file);
    count += 1;
  }
  assert.ok(count > 100, `${count} files were read`);
  assert.deepEqual(await headOf(new Blob(["no picture"])), { format: "", width: null, height: null, hasOwnColours: false });
});
