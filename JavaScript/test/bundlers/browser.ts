// What only a browser has.

import { load, palette, show } from "dominantcolor";

export async function right(file: File, canvas: HTMLCanvasElement, image: HTMLImageElement): Promise<ImageData> {
  await load(new URL("dominantcolor.wasm", document.baseURI));
  await load(await fetch("dominantcolor.wasm"));
  for (const source of [file, canvas, image]) await palette(source);
  const { data, width, height } = await show(file);
  return new ImageData(data, width, height);
}

export async function wrong(text: HTMLParagraphElement): Promise<void> {
  // @ts-expect-error
  await palette(text);
}
