// Times the package beside Color Thief 3's own JavaScript, on pixels that both have already, in turns.
//
// Usage, with a checkout of https://github.com/lokesh/color-thief (its sources are TypeScript, which Deno runs as they are):
//
//     make deno-test       # puts Deno into .venv-deno
//     .venv-deno/bin/deno run --no-check --unstable-sloppy-imports --allow-read --allow-env \
//       --v8-flags=--max-old-space-size=6000 JavaScript/test/beside_color_thief.js CHECKOUT
//
// Color Thief looks at every tenth pixel unless `quality` is 1, and divides OKLCH unless `colorSpace` is `rgb`. The least
// time of all rounds is said, and what it is to the package's slowest method.

import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

import { load, palette } from "../node.js";
import { made } from "./pictures.js";

const [checkout] = process.argv.slice(2);
if (!checkout) {
  console.error("Usage: beside_color_thief.js CHECKOUT");
  process.exit(64);
}
const source = (name) => import(pathToFileURL(path.resolve(checkout, "src", name)).href);
const { MmcqQuantizer } = await source("quantizers/mmcq.ts");
const { extractPalette, validateOptions } = await source("pipeline.ts");

const COLOURS = 10, ROUNDS = 4;
const quantizer = new MmcqQuantizer();
const colorThief = (options) => ({ data, width, height }) =>
  extractPalette(data, width, height, validateOptions({ colorCount: COLOURS, ...options }), quantizer);
const METHODS = Object.fromEntries(
  ["histogram", "hue", "kmeans", "distinct"].map((method) => [method, (picture) => palette(picture, { method, count: COLOURS })]));
const OTHERS = {
  "Color Thief, all pixels, RGB": colorThief({ quality: 1, colorSpace: "rgb" }),
  "Color Thief, every tenth, RGB": colorThief({ colorSpace: "rgb" }),
  "Color Thief, as it comes": colorThief({}),
};

await load();
for (const name of ["ramp", "noise"]) {
  const picture = made(name, 4000, 3000);
  const least = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [question, answer] of Object.entries({ ...METHODS, ...OTHERS })) {
      // A call of the package is as short as a disturbance.
      for (let call = 0; call < (question in METHODS ? 3 : 1); call++) {
        const start = performance.now();
        await answer(picture);
        least[question] = Math.min(least[question] ?? Infinity, performance.now() - start);
      }
    }
  }
  const slowest = Math.max(...Object.keys(METHODS).map((method) => least[method]));
  console.log(`${name} 4000 × 3000, milliseconds`);
  for (const [question, time] of Object.entries(least)) {
    console.log(`  ${question.padEnd(30)}${time.toFixed(1).padStart(10)}${question in METHODS ? "" : ` (× ${(time / slowest).toFixed(1)})`}`);
  }
}
