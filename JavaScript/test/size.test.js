// What a page has to download.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";

// 1 % above what it was when this was written; smaller is better. Noise in both directions, the ring of a border and
// the dominant colour beside every palette added 7 kB to 79.5, exact colours of pictures that consist of few 5, bars
// at the edges 5, and the brand colour of the page's roles 4. Benchmarks/Notes/JavaScript.md says how to look for bytes.
const MOST_BYTES = 103_800;

test(`the module has at most ${MOST_BYTES} bytes with gzip`, () => {
  const module = readFileSync(new URL("../dominantcolor.wasm", import.meta.url));
  const { length } = gzipSync(module, { level: 9 });
  assert.ok(length <= MOST_BYTES, `${length} bytes with gzip, ${module.length} without`);
});
