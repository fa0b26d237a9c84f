// Times modules against each other and against the plain loop of JavaScript, which counts cells of 16 levels and
// their sums.
//
// Usage: node speed.js [MODULE...]      by default the module of the package
//
// Every module has a thread of its own, and all of them take turns, round by round, so that what else the machine
// does meanwhile falls on all alike. The least time of a round is said, and what it is to the first module's.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { load, palette, show } from "../node.js";
import { made } from "./pictures.js";

// Name, width, height and rounds. A round is calls for a millisecond at least.
const PICTURES = [["ramp", 4000, 3000, 12], ["noise", 4000, 3000, 8], ["ramp", 64, 64, 60]];
const QUESTIONS = {
  "plain loop": plain,
  ...Object.fromEntries(
    ["histogram", "hue", "kmeans", "distinct"].map((method) => [method, (picture) => palette(picture, { method })])),
  "show by hue": (picture) => show(picture, { hue: 20, tolerance: 20, feather: 10 }),
  "show by colour": (picture) => show(picture, { near: "#d45424" }),
};

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

/** Times rounds for the main thread, one for each message. */
async function work() {
  await load(await readFile(workerData));
  let picture, number = -1;
  parentPort.on("message", async ([question, which, calls]) => {
    if (which !== number) [picture, number] = [made(...PICTURES[which]), which];
    const start = performance.now();
    for (let call = 0; call < calls; call++) await QUESTIONS[question](picture);
    parentPort.postMessage((performance.now() - start) / calls);
  });
}

async function compare(modules) {
  const workers = modules.map((module) => new Worker(fileURLToPath(import.meta.url), { workerData: module }));
  const answer = async (worker, message) => {
    worker.postMessage(message);
    const [time] = await once(worker, "message");
    return time;
  };
  for (const [which, [name, width, height, rounds]] of PICTURES.entries()) {
    console.log(`${name} ${width} × ${height}, milliseconds`);
    for (const question of Object.keys(QUESTIONS)) {
      // The first round is not counted: code is compiled in it, and memory taken.
      const first = await Promise.all(workers.map((worker) => answer(worker, [question, which, 1])));
      const calls = Math.max(1, Math.ceil(1 / Math.min(...first)));
      const least = modules.map(() => Infinity);
      for (let round = 0; round < rounds; round++) {
        for (const [place, worker] of workers.entries()) {
          least[place] = Math.min(least[place], await answer(worker, [question, which, calls]));
        }
      }
      const times = least.map((time, place) =>
        time.toFixed(3).padStart(10) + (place > 0 ? ` (× ${(time / least[0]).toFixed(2)})` : ""));
      console.log(`  ${question.padEnd(15)}${times.join("")}`);
    }
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
}

if (isMainThread) {
  const modules = process.argv.slice(2);
  await compare(modules.length ? modules : [fileURLToPath(new URL("../dominantcolor.wasm", import.meta.url))]);
} else {
  await work();
}
