// What a thread of a browser runs; worker.js starts it.

import { answer } from "./worker-answers.js";

const post = (message, moved = []) => globalThis.postMessage(message, moved);
globalThis.addEventListener("message", (event) => answer(event.data, post));
