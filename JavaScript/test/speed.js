// Times the module against the plain loop of JavaScript, which counts cells of 16 levels and their sums.
//
// Usage: node speed.js

import { load, palette } from "../index.js";
import { made } from "./pictures.js";

function plain({ data }) {
  const counts = new Uint32Array(4096), sums = new Float64Array(3 * 4096);
  for (let place = 0; place < data.length; place += 4) {
    if (data[place + 3] < 128) continue;
    const [r, g, b] = [data[place], data[place + 1], data[place + 2]];
    const cell = ((r >> 4) << 8) | (g & 0xf0) | (b >> 4);
    counts[cell]++;
    sums[3 * cell] += r;
    sums[3 * cell + 1] += g;
    sums[3 * cell + 2] += b;
  }
  return [counts, sums];
}

async function best(rounds, body) {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await body();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

await load();
for (const [name, width, height, rounds] of [["ramp", 4000, 3000, 15], ["noise", 4000, 3000, 9], ["ramp", 64, 64, 4000]]) {
  const picture = made(name, width, height);
  const loop = await best(rounds, () => plain(picture));
  const line = [`${name} ${width}×${height}: plain loop ${loop.toFixed(3)} ms`];
  for (const method of ["histogram", "hue", "kmeans", "distinct"]) {
    line.push(`${method} ${(await best(rounds, () => palette(picture, { method }))).toFixed(3)} ms`);
  }
  console.log(line.join(", "));
}
