// What a browser says of pictures of every kind; browser_site.py compares it with the native library's answers.

import { Histogram, palette, show } from "../index.js";
import { startWorker } from "../worker.js";

/** Every kind of source gives the palette of the same pixels; then what only a browser has. */
export async function answers() {
  const blob = await (await fetch("/Tests/Fixtures/Corpus/photos/chelsea.png")).blob();
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const image = document.createElement("img");
  image.src = "/Tests/Fixtures/Corpus/photos/chelsea.png";
  await image.decode();
  const data = context.getImageData(0, 0, canvas.width, canvas.height);
  const worker = await startWorker();
  const found = {};
  for (const [name, source] of Object.entries({ blob, bitmap, canvas, image, data })) {
    found[name] = (await palette(source)).swatches.map(({ hex, count }) => [hex, count]);
  }
  for (const [name, source] of Object.entries({ blob, data })) {
    found[`worker ${name}`] = (await worker.palette(source)).swatches.map(
      ({ hex, count }) => [hex, count]);
  }
  found.histogram = (await Histogram.of(blob)).palette().swatches.map(
    ({ hex, count }) => [hex, count]);
  const shown = await show(blob, { near: "#c85a28" });
  const refused = [];
  const gl = document.createElement("canvas");
  gl.getContext("bitmaprenderer");
  for (const source of [new Blob(["no picture"], { type: "image/heic" }), gl, new Image()]) {
    try { await palette(source); refused.push("accepted"); } catch (error) { refused.push(error.message); }
  }
  const wide = await (await fetch("/Tests/Fixtures/Reports/p3-red.png")).blob();
  const wideBitmap = await createImageBitmap(wide);
  const wideCanvas = document.createElement("canvas");
  [wideCanvas.width, wideCanvas.height] = [wideBitmap.width, wideBitmap.height];
  const wideContext = wideCanvas.getContext("2d", { colorSpace: "display-p3" });
  wideContext.drawImage(wideBitmap, 0, 0);
  const wideData = wideContext.getImageData(0, 0, 8, 8);
  const inP3 = {};
  for (const [name, source] of Object.entries({ wide, wideBitmap, wideCanvas, wideData })) {
    const { rgb, displayP3 } = (await palette(source, { gamut: "p3" })).dominant;
    inP3[name] = [rgb, displayP3.components.map((channel) => Math.round(255 * channel)), (await palette(source)).dominant.rgb];
  }
  inP3.worker = [inP3.wide[0], inP3.wide[1], (await worker.palette(wideData)).dominant.rgb];
  const empty = document.createElement("canvas");
  [empty.width, empty.height] = [0, 5];
  const absence = (await palette(empty)).absence;
  const big = { data: new Uint8ClampedArray(48e6).fill(255), width: 4000, height: 3000 };
  await palette(big);
  worker.end();
  return { found, inP3, refused, absence, size: [shown.width, shown.height, shown.data.length] };
}

// A browser that only opens an address sends what it found.
if (document.documentElement.dataset.sends !== undefined) {
  const found = await answers().catch((error) => ({ failed: `${error}` }));
  await fetch("/answers", { method: "POST", body: JSON.stringify(found) });
}
