// The module's memory: apart, so that no other test has used it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { hide, Histogram, palette, show } from "../node.js";
import { made } from "./pictures.js";

test("memory is bounded and used again", async () => {
  const module = await WebAssembly.compile(readFileSync(new URL("../dominantcolor.wasm", import.meta.url)));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const { load: loadModule } = await import("../module.js");
  const { memory } = (await loadModule()).exports;
  const picture = made("noise", 1023, 601);
  const work = async () => {
    for (const method of ["histogram", "kmeans", "hue", "distinct"]) await palette(picture, { method });
    await show(picture, { near: "#c85a28" });
    await hide(picture);
    (await Histogram.of(picture)).end();
  };
  // Twice: only then is every size of block there.
  await work();
  await work();
  const before = memory.buffer.byteLength;
  assert.ok(before < 40 << 20, `${before} bytes`);
  for (let round = 0; round < 5; round++) await work();
  assert.equal(memory.buffer.byteLength, before);
});
