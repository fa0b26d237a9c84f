// Palettes and effects on another thread, so that a page never waits.
//
//   import { startWorker } from "dominantcolor/worker.js";
//   const worker = await startWorker();
//   await worker.palette(blob, { count: 5 });
//   const picture = worker.keep(pixels);      // sent once, for many calls
//   await picture.show({ hue: 20 });
//   worker.end();

import { called } from "./worker-caller.js";

/** Starts a thread with `palette`, `show`, `hide`, `keep` and `end`. Arrays are copied to it. */
export async function startWorker() {
  // In one expression, by which bundlers see a thread with files of its own.
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module", name: "dominantcolor" });
  return called(worker, (receive, fail) => {
    worker.addEventListener("message", (event) => receive(event.data));
    worker.addEventListener("error", (event) => fail(event.message || "The worker failed to start."));
  });
}
