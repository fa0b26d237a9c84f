// Palettes and effects on another thread, so that a page never waits.
//
// In a page:                       In Node:
//   import { startWorker } from "dominantcolor/worker.js";
//   const worker = await startWorker();
//   await worker.palette(blob, { count: 5 });
//   const picture = worker.keep(pixels);      // sent once, for many calls
//   await picture.show({ hue: 20 });
//   worker.end();
//
// The same file is what the thread runs.

import { hide, palette, show } from "./index.js";

const FUNCTIONS = { palette, show, hide };
const isNode = Boolean(globalThis.process?.versions?.node);
const threads = isNode ? await import("node:worker_threads") : null;
const port = isNode
  ? threads.workerData === "dominantcolor" ? threads.parentPort : null
  : globalThis.name === "dominantcolor" && typeof document === "undefined" ? globalThis : null;

// Pictures that were sent to stay, by number.
const pictures = new Map();

async function answer({ id, name, kept, source, options }) {
  if (!name) return source === undefined ? pictures.delete(kept) : pictures.set(kept, source);
  try {
    const result = await FUNCTIONS[name](kept === undefined ? source : pictures.get(kept), options);
    port.postMessage({ id, result }, result.data ? [result.data.buffer] : []);
  } catch (error) {
    port.postMessage({ id, error: { name: error.name, message: error.message } });
  }
}

if (port && isNode) port.on("message", answer);
else if (port) port.addEventListener("message", (event) => answer(event.data));

/** Starts a thread with `palette`, `show`, `hide`, `keep` and `end`. Arrays are copied to it. */
export async function startWorker() {
  const url = new URL(import.meta.url);
  const worker = isNode
    ? new threads.Worker(url, { workerData: "dominantcolor" })
    : new Worker(url, { type: "module", name: "dominantcolor" });
  const waiting = new Map();
  let next = 0;
  let end = null;

  const failAll = (reason) => {
    end ??= reason;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const receive = ({ id, result, error }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (!error) return call?.resolve(result);
    const type = { TypeError, RangeError }[error.name] ?? Error;
    return call?.reject(new type(error.message));
  };
  if (isNode) {
    worker.on("message", receive);
    worker.on("error", (error) => failAll(error.message));
    worker.on("exit", () => failAll("The worker has ended."));
  } else {
    worker.addEventListener("message", (event) => receive(event.data));
    worker.addEventListener("error", (event) => failAll(event.message || "The worker failed to start."));
  }

  const post = (message) => {
    if (end) throw new Error(end);
    try {
      worker.postMessage(message);
    } catch (error) {
      throw new TypeError(`The picture cannot go to a worker: ${error.message}`);
    }
  };
  const send = (message) =>
    new Promise((resolve, reject) => {
      const id = next++;
      post({ id, ...message });
      waiting.set(id, { resolve, reject });
    });
  const call = (name) => (source, options = {}) => send({ name, source: plain(source), options });
  return {
    palette: call("palette"), show: call("show"), hide: call("hide"),
    keep(source) {
      const kept = next++;
      let isDropped = false;
      post({ kept, source: plain(source) });
      const ask = (name) => async (options = {}) => {
        if (isDropped) throw new Error("The picture was dropped.");
        return send({ name, kept, options });
      };
      return {
        palette: ask("palette"), show: ask("show"), hide: ask("hide"),
        drop() {
          isDropped = true;
          if (!end) post({ kept });
        },
      };
    },
    end() {
      worker.terminate();
      failAll("The worker has ended.");
    },
  };
}

// ImageData and arrays as what every thread has.
const plain = (source) =>
  source && typeof source === "object" && "data" in source && !ArrayBuffer.isView(source)
    ? { data: source.data, width: source.width, height: source.height, colorSpace: source.colorSpace }
    : source;
