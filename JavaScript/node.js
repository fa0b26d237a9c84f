// The package for Node, which reads the module beside this file without a server.

import { readFile } from "node:fs/promises";
import { readFilesBy } from "./module.js";

readFilesBy(readFile);

export * from "./index.js";
