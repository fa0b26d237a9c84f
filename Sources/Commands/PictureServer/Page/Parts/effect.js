// Showing and hiding a range of hues, in integers: the formula of the library (Effect, ColorSelection,
// SoftEdge, HueScale and Luma), so that a preview is what is saved, only smaller.

export const BINS = 360;
const GREY_THRESHOLD = 16;

export function hueOf(red, green, blue) {
  const largest = Math.max(red, green, blue);
  const delta = largest - Math.min(red, green, blue);
  if (delta < GREY_THRESHOLD) return -1;
  let numerator;
  if (largest === red) numerator = green >= blue ? green - blue : 6 * delta + green - blue;
  else if (largest === green) numerator = 2 * delta + blue - red;
  else numerator = 4 * delta + red - green;
  return Math.floor(BINS * numerator / (6 * delta));
}

// What stays the same for every selection: each pixel's hue and grey.
export function prepare(image) {
  const {data, width, height} = image;
  const count = width * height;
  const hues = new Int16Array(count);
  const greys = new Uint8Array(count);
  for (let i = 0, p = 0; i < count; i++, p += 4) {
    const red = data[p], green = data[p + 1], blue = data[p + 2];
    hues[i] = hueOf(red, green, blue);
    greys[i] = (2126 * red + 7152 * green + 722 * blue + 5000) / 10000;
  }
  return {width, height, data, hues, greys};
}

// For each hue how much it is selected, in 256ths; the last place is for greys.
export function weights({hue, tolerance, feather}) {
  const table = new Uint16Array(BINS + 1);
  if (hue === null) return table;
  const width = feather + 1;
  for (let bin = 0; bin < BINS; bin++) {
    const steps = Math.abs(bin - hue);
    const distance = Math.min(steps, BINS - steps);
    const left = Math.min(Math.max(tolerance + width - distance, 0), width);
    table[bin] = Math.floor((512 * left + width) / (2 * width));
  }
  return table;
}

export function apply(prepared, effect, selection, target) {
  const {data, hues, greys} = prepared;
  const table = weights(selection);
  const shows = effect === "show";
  for (let i = 0, p = 0; i < hues.length; i++, p += 4) {
    const weight = hues[i] < 0 ? 0 : table[hues[i]];
    const kept = shows ? weight : 256 - weight;
    const grey = greys[i] * (256 - kept) + 128;
    target[p] = (data[p] * kept + grey) >> 8;
    target[p + 1] = (data[p + 1] * kept + grey) >> 8;
    target[p + 2] = (data[p + 2] * kept + grey) >> 8;
    target[p + 3] = data[p + 3];
  }
}

const NAMES = ["red", "orange", "yellow", "yellow-green", "green", "sea green", "cyan", "azure", "blue", "violet",
  "magenta", "rose"];

export function nameOfHue(hue) {
  return NAMES[Math.round(hue / 30) % 12];
}
