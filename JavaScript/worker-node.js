// The same as worker.js for Node.

import { Worker } from "node:worker_threads";
import { called } from "./worker-caller.js";

/** Starts a thread with `palette`, `show`, `hide`, `keep` and `end`. Arrays are copied to it. */
export async function startWorker() {
  const worker = new Worker(new URL("./worker-thread-node.js", import.meta.url));
  return called(worker, (receive, fail) => {
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
    worker.on("exit", () => fail("The worker has ended."));
  });
}
