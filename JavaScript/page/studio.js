// The thread that reads pictures, finds their colours and writes them changed. It is sent one task at a time.

import {analyse} from "./analyse.js";
import {change} from "./change.js";
import {startCounting} from "./counting.js";
import {isLackOfMemory} from "./lack-of-memory.js";

const TASKS = {analyse, change};

startCounting();

addEventListener("message", async ({data: {task, ...request}}) => {
  try {
    postMessage({result: await TASKS[task](request, (part, given) => postMessage(part, given ?? []))});
  } catch (error) {
    // After a lack of memory the thread ends, so that its memory comes back.
    const isMemory = isLackOfMemory(error);
    postMessage({
      problem: isMemory ? "There is not enough memory for this picture. Close other tabs, or choose a smaller one."
        : error.message,
      isUsable: !isMemory,
    });
  }
});
