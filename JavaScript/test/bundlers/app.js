// What an application does with the package, for bundlers: it asks here and on another thread.

import { palette } from "dominantcolor";
import { startWorker } from "dominantcolor/worker.js";

async function answers() {
  const data = new Uint8Array(4 * 64).fill(255);
  for (let pixel = 0; pixel < 40; pixel++) data.set([212, 84, 36], 4 * pixel);
  const picture = { data, width: 8, height: 8 };
  const worker = await startWorker();
  const found = [await palette(picture), await worker.palette(picture)];
  worker.end();
  return found.map(({ swatches }) => swatches.map(({ hex, count }) => `${hex} ${count}`));
}

const said = await answers().catch((error) => `${error.stack}`);
if (typeof document === "undefined") console.log(JSON.stringify(said));
else document.title = JSON.stringify(said);
