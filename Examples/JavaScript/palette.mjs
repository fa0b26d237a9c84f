// Prints the colours of raw RGBA pixels, as other tools write them:
//
//   convert photo.jpg -depth 8 RGBA:- | node palette.mjs 4000 3000
//   deno run --allow-read palette.mjs 4000 3000 < pixels.rgba

import { palette } from "../../JavaScript/node.js";
import { Buffer } from "node:buffer";
import process from "node:process";

const [width, height] = process.argv.slice(2).map(Number);
const parts = [];
for await (const part of process.stdin) parts.push(part);
const data = new Uint8Array(Buffer.concat(parts));
try {
  const { swatches, absence } = await palette({ data, width, height });
  for (const { hex, population } of swatches) console.log(hex, `${(100 * population).toFixed(1)} %`);
  if (absence) console.log(absence);
} catch (error) {
  console.error(error.message);
  process.exitCode = 65;
}
