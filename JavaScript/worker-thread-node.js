// What a thread of Node runs; worker-node.js starts it.

import { parentPort } from "node:worker_threads";
import "./node.js";
import { answer } from "./worker-answers.js";

parentPort.on("message", (message) => answer(message, (answered, moved = []) => parentPort.postMessage(answered, moved)));
