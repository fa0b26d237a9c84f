// The WebAssembly module against the native library's answers (expected.json), and bad input.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { hide, Histogram, load, palette, show } from "../node.js";
import { startWorker } from "../worker-node.js";
import { made, png, sha256 } from "./pictures.js";

const expected = JSON.parse(readFileSync(new URL("./expected.json", import.meta.url)));
const corpus = new URL("../../Tests/Fixtures/Corpus/", import.meta.url);
const FUNCTIONS = { show, hide };

// The options of Python, in JavaScript's spelling.
const spelled = (options) => Object.fromEntries(Object.entries(options).map(
  ([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]));

async function check(picture, { pixels, answers, effects = [] }) {
  assert.equal(sha256(picture.data), pixels, "the pixels are those that were recorded");
  for (const answer of answers) {
    const options = spelled(answer.question);
    const found = await palette(picture, options);
    assert.deepEqual(found.swatches.map(({ hex, count }) => [hex, count]), answer.swatches);
    assert.deepEqual([found.counted, found.transparent, found.filtered], answer.tally);
    assert.deepEqual(found.dominant && [found.dominant.hex, found.dominant.count], answer.dominant);
    assert.equal(found.absence, answer.absence);
    assert.equal(found.distinctColors, answer.distinct);
    const { bars } = found;
    assert.deepEqual(bars && [bars.hex, bars.left, bars.top, bars.right, bars.bottom], answer.bars);
    const { hue } = found;
    assert.deepEqual(
      hue && [hue.bin, hue.greyCount, hue.meanSaturation, hue.meanBrightness], answer.hue);
    if (answer.background !== undefined) {
      const ground = found.background;
      assert.deepEqual(ground && [ground.rgb, ground.count, ground.population, ground.isGradient], answer.background);
    }
    if (!answer.histogram) continue;
    const histogram = await Histogram.of(picture, options);
    assert.equal(sha256(histogram.toBytes()), answer.histogram);
    const copy = await Histogram.fromBytes(histogram.toBytes());
    assert.deepEqual(copy.rules, histogram.rules);
    // A histogram counts bars, and has no exact colours.
    const means = found.distinctColors === null && !bars
      ? found : await palette(picture, { ...options, method: options.method ?? "distinct", whole: true });
    assert.deepEqual(copy.palette(options.count ?? null).swatches, means.swatches);
    histogram.end();
    copy.end();
    assert.throws(() => copy.toBytes(), /has ended/);
  }
  for (const { effect, selection, pixels: changed } of effects) {
    const result = await FUNCTIONS[effect](picture, selection);
    assert.equal(sha256(result.data), changed, `${effect} ${JSON.stringify(selection)}`);
  }
}

// The first answer is that of the command, C, Python and Swift. Of the table, this test reads PNGs without gAMA.
const fixtures = new URL("../../Tests/Fixtures/", import.meta.url);
const table = readFileSync(new URL("FirstAnswers/answers.tsv", fixtures), "utf8").trim().split("\n").slice(1);
for (const line of table.filter((line) => /^(Reports|Corpus\/photos)\/[^\t]*\.png\t/.test(line))) {
  const [name] = line.split("\t");
  test(`the first answer of ${name}`, async () => {
    const { distinctColors, dominant, swatches } = await palette(png(readFileSync(new URL(name, fixtures))));
    const colors = swatches.map(({ hex, count }) => `${hex} ${count}`).join(" ");
    assert.equal([name, distinctColors ?? "-", dominant?.hex ?? "-", colors || "-"].join("\t"), line);
  });
}

for (const entry of expected.made) {
  test(`${entry.name} ${entry.width}×${entry.height}`, () =>
    check(made(entry.name, entry.width, entry.height), entry));
}
for (const entry of expected.files) {
  test(entry.name, () => check(png(readFileSync(new URL(entry.name, corpus))), entry));
}

test("the example in Node or Deno", () => {
  const { data } = made("ramp", 64, 64);
  const example = fileURLToPath(new URL("../../Examples/JavaScript/palette.mjs", import.meta.url));
  const before = globalThis.Deno ? ["run", "--allow-read"] : [];
  const run = (height) => spawnSync(process.execPath, [...before, example, "64", height], { input: data, encoding: "utf8" });
  const entry = expected.made.find(({ name, width }) => name === "ramp" && width === 64);
  const [[hex]] = entry.answers[0].swatches;
  assert.ok(run("64").stdout.startsWith(hex));
  assert.match(run("65").stderr, /64 × 65 pixels take 16640 bytes/);
  assert.equal(run("65").status, 65);
});

test("a picture without pixels has an answer", async () => {
  const found = await palette({ data: new Uint8Array(0), width: 0, height: 7 });
  assert.equal(found.absence, "the image has no pixels");
  assert.equal(found.dominant, null);
  const { data } = await show({ data: new Uint8Array(0), width: 0, height: 0 });
  assert.equal(data.length, 0);
});

test("arrays of RGB and grey", async () => {
  const { dominant } = await palette({ data: new Uint8Array([212, 84, 36, 212, 84, 36]), width: 2, height: 1 });
  assert.equal(dominant.hex, "#d45424");
  const grey = await palette({ data: new Uint8Array([7, 7, 7]), width: 1, height: 3 });
  assert.equal(grey.dominant.hex, "#070707");
});

test("rows longer than a band", async () => {
  const width = 700_001;
  const { data } = made("noise", 1000, 701);
  const wide = { data: data.subarray(0, 4 * width), width, height: 1 };
  const tall = { ...wide, width: 1, height: width };
  assert.deepEqual((await palette(wide)).swatches, (await palette(tall)).swatches);
});

test("method distinct counts neighbours, of rows longer than a band too, and in histograms", async () => {
  const width = 600_000;
  const data = new Uint8Array(4 * width).fill(255);
  // Three tones in parts of the row, and one red pixel in fifty.
  for (let x = 0; x < width; x++) {
    const tone = [60, 120, 180][Math.floor(3 * x / width)];
    data.set(x % 50 === 7 ? [206, 40, 48] : [tone + 9, tone, tone - 8], 4 * x);
  }
  const wide = { data, width, height: 1 };
  // The red pixels of a row stand beside those of the next, and each lies alone.
  const rows = { data, width: 960, height: 625 };
  for (const picture of [wide, rows]) {
    const found = await palette(picture, { method: "distinct", count: 3 });
    assert.deepEqual(found.swatches.map(({ hex }) => hex).sort(), ["#453c34", "#817870", "#bdb4ac"]);
    const histogram = await Histogram.of(picture, { method: "distinct" });
    const copy = await Histogram.fromBytes(histogram.toBytes());
    assert.deepEqual([copy.rules.method, copy.palette(3).swatches], ["distinct", found.swatches]);
    const chosen = await palette(picture, { method: "distinct", count: "auto" });
    assert.deepEqual(chosen.swatches, found.swatches);
    assert.deepEqual(copy.palette("auto").swatches, found.swatches);
    const all = await palette(picture, { method: "distinct" });
    assert.deepEqual([all.swatches.length, all.swatches.at(-1).hex], [4, "#ce2830"]);
  }
});

test("a background is left out, of rows longer than a band too", async () => {
  for (const width of [40, 300_000]) {
    const data = new Uint8Array(4 * 40 * width).fill(255);
    for (let y = 10; y < 30; y++) {
      for (let x = width / 4; x < width * 3 / 4; x++) data.set([200, 16, 46], 4 * (y * width + x));
    }
    const found = await palette({ data, width, height: 40 }, { without: ["background"] });
    assert.equal(found.dominant.hex, "#c8102e");
    assert.deepEqual([found.background.hex, found.background.count, found.background.isGradient], ["#ffffff", 30 * width, false]);
    assert.equal(found.filtered, 30 * width);
    const byLevel = await palette({ data, width, height: 40 }, { without: "white=254" });
    assert.deepEqual([byLevel.swatches, "background" in byLevel], [found.swatches, false]);
    const all = await palette({ data, width, height: 40 }, { without: "background,grey=255" });
    assert.equal(all.absence, "filters take out every visible pixel");
  }
});

test("colours are told in Display P3, and wide pixels become those of sRGB", async () => {
  const flat = (colors, more) => ({
    data: Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255])), width: colors.length, height: 1, ...more });
  const red = flat([[255, 0, 0]]);
  const wanted = { css: "color(display-p3 0.9175 0.2003 0.1386)", components: [0.9175, 0.2003, 0.1386], inSRGB: true };
  const { dominant } = await palette(red, { gamut: "p3" });
  assert.deepEqual([dominant.hex, dominant.displayP3], ["#ff0000", wanted]);
  assert.equal((await palette(red)).dominant.displayP3, undefined);
  // As `showhide palette --gamut p3` says of Tests/Fixtures/Reports/p3-red.png.
  const wide = flat(Array(9).fill([200, 60, 50]), { colorSpace: "display-p3" });
  const found = (await palette(wide, { gamut: "p3", without: "white" })).dominant;
  assert.deepEqual([found.hex, found.displayP3.css, found.displayP3.inSRGB], ["#d92a27", "color(display-p3 0.7843 0.2353 0.1961)", true]);
  assert.equal((await palette(wide)).dominant.hex, "#d92a27");
  assert.equal((await palette({ ...wide, data: wide.data.filter((_, place) => place % 4 < 3) })).dominant.hex, "#d92a27");
  // Colours that are one in sRGB stay apart.
  const greens = flat([[0, 255, 0], [0, 255, 0], [60, 255, 30]], { colorSpace: "display-p3" });
  assert.deepEqual((await palette(greens)).swatches.map(({ hex }) => hex), ["#00ff00"]);
  const both = (await palette(greens, { method: "histogram", gamut: "p3" })).swatches;
  assert.deepEqual(both.map(({ hex, count, displayP3 }) => [hex, count, displayP3.inSRGB]), [["#00ff00", 2, false], ["#00ff00", 1, false]]);
  await assert.rejects(palette(red, { gamut: "p4" }), /There is no gamut "p4"\. Choose one of srgb, p3\./);
  await assert.rejects(palette({ ...red, colorSpace: "rec2020" }), /neither "srgb" nor "display-p3"/);
  await assert.rejects(Histogram.of(red, { gamut: "p3" }), /counted in sRGB/);
});

test("histograms add up in any order", async () => {
  const [one, two] = [made("noise", 64, 64), made("ramp", 700, 500)];
  const sum = await Histogram.of(one);
  await sum.add(two);
  const other = await Histogram.of(two);
  other.merge(await Histogram.of(one));
  assert.deepEqual(sum.toBytes(), other.toBytes());
});

test("bad input is refused in a sentence", async () => {
  const one = { data: new Uint8Array(4), width: 1, height: 1 };
  const cases = [
    [() => palette(null), TypeError, /A picture is needed, not null/],
    [() => palette({}), TypeError, /A picture is a Blob/],
    [() => palette({ data: [1, 2, 3, 4], width: 1, height: 1 }), TypeError, /Uint8ClampedArray or Uint8Array/],
    [() => palette({ ...one, width: 2 }), RangeError, /2 × 1 pixels take 8 bytes \(RGBA\).* not 4/],
    [() => palette({ ...one, width: -1 }), RangeError, /width takes a whole number/],
    [() => palette({ ...one, width: 1.5 }), RangeError, /width takes a whole number/],
    [() => palette({ ...one, width: 1 << 20, height: 1 << 20 }), RangeError, /the most are 1073741824/],
    [() => palette(one, { count: "auto", method: "hue" }), RangeError, /count "auto" takes method distinct, not hue/],
    [() => palette(one, { count: 65 }), RangeError, /count takes a whole number of 1 to 64 or null, not 65/],
    [() => palette(one, { count: "5" }), TypeError, /not "5"/],
    [() => palette(one, { method: "median" }), RangeError, /Choose one of histogram, kmeans/],
    [() => palette(one, { minimum_alpha: 3 }), TypeError, /Did you mean minimumAlpha\?/],
    [() => palette(one, { without: "red" }), RangeError, /white, black, grey or background, not "red"/],
    [() => palette(one, { without: 5 }), TypeError, /without takes words such as "white", not 5/],
    [() => palette(one, { without: "white=256" }), RangeError, /without white takes a level of 0 to 255, not 256/],
    [() => palette(one, { without: ["background=3"] }), RangeError, /background takes no level, not 3/],
    [() => Histogram.of(one, { without: "background" }), RangeError, /counts backgrounds too/],
    [() => palette(one, 5), TypeError, /Options are an object/],
    [() => show(one, { near: "red" }), TypeError, /near takes a colour such as/],
    [() => show(one, { near: "#ff0000", hue: 3 }), TypeError, /not both/],
    [() => hide(one, { hue: 360 }), RangeError, /0 to 359/],
    [() => Histogram.of(one, { method: "kmeans" }), RangeError, /Method kmeans has no histogram/],
    [() => Histogram.fromBytes(new Uint8Array(40)), RangeError, /does not begin with DCHG/],
    [() => Histogram.fromBytes("DCHG"), TypeError, /Uint8Array/],
  ];
  for (const [call, type, message] of cases) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof type, String(error));
      assert.match(error.message, message);
      return true;
    });
  }
  const sent = new Uint8Array(4);
  structuredClone(sent.buffer, { transfer: [sent.buffer] });
  await assert.rejects(palette({ data: sent, width: 1, height: 1 }), /detached/);
});

// Sentences are put together without strings where the core has no system: see Sentence.swift.
test("histograms that do not merge, or are none, say why as the native library does", async () => {
  const one = made("few", 8, 8);
  const merged = async (left, right) => {
    const histogram = await Histogram.of(one, left);
    histogram.merge(await Histogram.of(one, right));
  };
  const read = async (change) => {
    const bytes = (await Histogram.of(one)).toBytes();
    change(bytes);
    await Histogram.fromBytes(bytes);
  };
  const unlike = (difference) =>
    `These histograms do not merge: they were counted with different rules (${difference}).`;
  const cases = [
    [merged({}, { method: "hue" }), unlike("method distinct and hue")],
    [merged({ method: "histogram" }, { method: "histogram", precision: "fine" }), unlike("precision standard and fine")],
    [merged({ method: "hue" }, { method: "hue", hueBins: 36 }), unlike("360 and 36 hue bins")],
    [merged({ method: "hue", greyThreshold: 0 }, { method: "hue" }), unlike("grey threshold 0 and 16")],
    [merged({ minimumAlpha: 1 }, {}), unlike("minimum alpha 1 and 128")],
    [merged({}, { whiteAbove: 250 }), unlike("white filter none and 250")],
    [merged({ greyWithin: 7 }, { greyWithin: 10 }), unlike("grey filter 7 and 10")],
    [read((bytes) => bytes[4] = 200),
      "The serialised histogram has format version 200; this library reads version 1. Read it with a newer " +
        "version of the library."],
    [read((bytes) => bytes[20] ^= 1), /^The bytes are not a valid serialised histogram: its checksum is wrong \(at byte \d+\)\.$/],
  ];
  for (const [call, message] of cases) {
    await assert.rejects(call, { name: "RangeError", message });
  }
});

test("damaged histograms never do harm", async () => {
  const bytes = (await Histogram.of(made("noise", 64, 64))).toBytes();
  for (let place = 0; place < bytes.length; place += 97) {
    const damaged = bytes.slice();
    damaged[place] ^= 0x55;
    await assert.rejects(Histogram.fromBytes(damaged), RangeError);
    await assert.rejects(Histogram.fromBytes(bytes.subarray(0, place)), RangeError);
  }
});

test("a host without WebAssembly SIMD gets a sentence", async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    const { load: fresh } = await import("../module.js?without");
    await assert.rejects(fresh(), /no WebAssembly with SIMD/);
  } finally {
    WebAssembly.validate = validate;
  }
});

test("a worker answers alike, and its errors arrive", async () => {
  await load();
  const worker = await startWorker();
  const picture = made("ramp", 64, 64);
  assert.deepEqual(await worker.palette(picture), await palette(picture));
  assert.deepEqual(await worker.hide(picture, { hue: 20 }), await hide(picture, { hue: 20 }));
  await assert.rejects(worker.palette({ ...picture, width: 3 }), RangeError);
  const kept = worker.keep(picture);
  for (const options of [{ hue: 20 }, { hue: 200, tolerance: 40 }]) {
    assert.deepEqual(await kept.show(options), await show(picture, options));
  }
  assert.deepEqual(await kept.hide({ hue: 20 }), await hide(picture, { hue: 20 }));
  assert.deepEqual(await kept.palette({ count: 2 }), await palette(picture, { count: 2 }));
  // What is asked before a picture is dropped is answered.
  const last = kept.palette();
  kept.drop();
  assert.deepEqual(await last, await palette(picture));
  await assert.rejects(kept.palette(), /was dropped/);
  await assert.rejects(worker.keep({ ...picture, width: 3 }).palette(), RangeError);
  assert.throws(() => worker.keep({ data: () => 1 }), TypeError);
  const waiting = worker.palette(picture);
  worker.end();
  await assert.rejects(waiting, /has ended/);
  await assert.rejects(worker.palette(picture), /has ended/);
  assert.throws(() => worker.keep(picture), /has ended/);
});
