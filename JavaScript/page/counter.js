// The thread that counts a picture's bands while the thread that reads them reads the next ones. It is sent one picture at
// a time, and answers each message in turn.

import {load} from "./dominantcolor/module.js";
import {isLackOfMemory} from "./lack-of-memory.js";
import {PictureCounts} from "./picture-counts.js";

let counts = null, milliseconds = 0;

const TASKS = {
  async begin(picture) {
    milliseconds = 0;
    counts = await PictureCounts.begin(picture);
  },
  look(band) { counts.look(band); },
  add(band) { counts.add(band); },
  again(band) { counts.again(band); },
  few(band) { counts.addFew(band); },
  further() { return counts.further(); },
  end(tolerance) {
    const found = {palette: counts.palette()};
    if (tolerance !== null) Object.assign(found, {hues: counts.hues(tolerance), distinct: counts.distinct(), brand: counts.brand()});
    TASKS.drop();
    return found;
  },
  drop() {
    counts?.drop();
    counts = null;
  },
};

// The module is loaded before there is a picture; who counts one is told what went wrong.
let turn = load().then(() => {}, () => {});

addEventListener("message", ({data: {task, value}}) => {
  turn = turn.then(async () => {
    const begun = performance.now();
    try {
      const result = await TASKS[task](value);
      milliseconds += performance.now() - begun;
      postMessage({result, milliseconds});
    } catch (error) {
      postMessage({problem: error.message, isMemory: isLackOfMemory(error)});
    }
  });
});
