// Calls that TypeScript accepts, and such that it refuses.

import { Histogram, load, palette, show, type Options, type Source } from "dominantcolor";
import { startWorker, type PictureWorker } from "dominantcolor/worker.js";

const pixels: Source = { data: new Uint8Array(4), width: 1, height: 1 };
const options: Options = { method: "kmeans", count: 3, without: ["white"], gamut: "p3" };

export async function right(): Promise<string | undefined> {
  await load(new ArrayBuffer(8));
  const worker: PictureWorker = await startWorker();
  const changed = await worker.keep(pixels).show({ hue: 20 });
  const bytes: Uint8ClampedArray = changed.data;
  const total: Histogram = await Histogram.of(pixels, { method: "hue" });
  total.merge(await Histogram.fromBytes(total.toBytes()));
  worker.end();
  const { dominant, absence } = await palette(pixels, options);
  return bytes.length > 0 ? dominant?.hex : absence ?? undefined;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error
  await palette("photo.jpg");
  // @ts-expect-error
  await palette(pixels, { method: "median" });
  // @ts-expect-error
  await palette(pixels, { colors: 3 });
  // @ts-expect-error
  await show(pixels, { hue: "red" });
  // @ts-expect-error
  new Histogram();
  // @ts-expect-error
  const hex: string = (await palette(pixels)).dominant.hex;
  await load(hex);
}
