// Lists the largest functions of the module as the linker left it, with their bytes and their bytes with gzip.
//
// Usage: node functions.js .build-wasm/linked.wasm [HOW MANY]

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [file, count = "50"] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node functions.js LINKED.wasm [HOW MANY]");
  process.exit(64);
}
const bytes = readFileSync(file);
let place = 8;

function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[place++];
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
}

function text() {
  const length = number();
  return bytes.toString("utf8", place, (place += length));
}

const bodies = [], names = new Map();
let imports = 0;
while (place < bytes.length) {
  const kind = bytes[place++], size = number(), end = place + size;
  if (kind === 2) imports = number();
  if (kind === 10) {
    for (let left = number(); left > 0; left--) {
      const length = number();
      bodies.push(bytes.subarray(place, (place += length)));
    }
  }
  if (kind === 0 && text() === "name") {
    while (place < end) {
      const part = bytes[place++], last = number() + place;
      if (part === 1) for (let left = number(); left > 0; left--) names.set(number(), text());
      place = last;
    }
  }
  place = end;
}

const packed = (body) => gzipSync(body, { level: 9 }).length;
const largest = bodies.map((body, index) => ({ body, name: names.get(index + imports) ?? `function ${index}` }))
  .sort((one, other) => other.body.length - one.body.length);
console.log(`${bodies.length} functions, ${largest.reduce((sum, { body }) => sum + body.length, 0)} bytes`);
const shown = largest.slice(0, Number(count));
const { stdout } = spawnSync("swift-demangle", ["-simplified"], { input: shown.map(({ name }) => name).join("\n"), encoding: "utf8" });
const readable = stdout ? stdout.split("\n") : [];
for (const [index, { body, name }] of shown.entries()) {
  console.log(`${String(body.length).padStart(7)} ${String(packed(body)).padStart(6)}  ${readable[index] ?? name}`);
}
