// The WebAssembly module: found, checked, compiled once.

// A function that returns a vector: what a host without WebAssembly SIMD refuses.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

let loaded;
let readFile = null;

/** Says what reads a file where `fetch` reads none: node.js does. */
export function readFilesBy(reader) {
  readFile = reader;
}

/**
 * Loads the module; later calls return the same one.
 *
 * @param source where it is: a URL, a Response, bytes or a WebAssembly.Module; by default the file beside
 *   this one
 */
export function load(source) {
  loaded ??= instantiate(source).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

// In one expression, by which bundlers see that the file belongs to the package.
const beside = () => new URL("./dominantcolor.wasm", import.meta.url);

async function instantiate(source = beside()) {
  if (typeof WebAssembly !== "object" || !WebAssembly.validate(SIMD_PROBE)) {
    throw new Error(
      "This host has no WebAssembly with SIMD. Browsers have it since Chrome 91, Firefox 89 and " +
        "Safari 16.4, Node since version 16.4.");
  }
  const module =
    source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytes(source));
  return new Core((await WebAssembly.instantiate(module, {})).exports);
}

async function bytes(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = source instanceof URL || typeof source === "string" ? new URL(source, beside()) : null;
  if (url?.protocol === "file:" && readFile) return readFile(url);
  const response = url ? await fetch(url) : await source;
  if (!response.ok) throw new Error(`${response.url} answers with status ${response.status}.`);
  return response.arrayBuffer();
}

// The numbers of an answer: ten, four for the dominant colour, how many there are, then four for each of 64 colours.
const ANSWER_BYTES = 8 * (10 + 4 + 1 + 4 * 64);

/** An instance of the module, with memory for questions, answers and one band of pixels. */
class Core {
  #band = 0;
  #bandPixels = 0;

  constructor(exports) {
    this.exports = exports;
    this.question = exports.dc_allocate(4 * 9);
    this.answer = exports.dc_allocate(ANSWER_BYTES);
  }

  /** Writes the nine numbers of a question. */
  ask(words) {
    new Int32Array(this.exports.memory.buffer, this.question, 9).set(words);
    return this.question;
  }

  /** Memory for a band of so many pixels, which stays for the next picture. */
  band(pixels) {
    if (pixels > this.#bandPixels) {
      if (this.#band) this.exports.dc_release(this.#band);
      [this.#band, this.#bandPixels] = [0, 0];
      this.#band = this.allocate(4 * pixels);
      this.#bandPixels = pixels;
    }
    return this.#band;
  }

  /** Takes memory; throws where there is none. */
  allocate(count) {
    const place = this.exports.dc_allocate(Math.max(count, 1));
    if (!place) throw new RangeError(`There is no memory for ${count} bytes.`);
    return place;
  }

  /** The bytes at a place: valid until the module takes memory. */
  bytes(place, count) {
    return new Uint8Array(this.exports.memory.buffer, place, count);
  }

  /** The numbers of the last answer. */
  numbers() {
    return new Float64Array(this.exports.memory.buffer, this.answer, ANSWER_BYTES / 8);
  }
}
