// Hues of colours, how far a selection takes them, and their names: the scale of the library (HueScale, SoftEdge), in
// integers.

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

const NAMES = ["red", "orange", "yellow", "yellow-green", "green", "sea green", "cyan", "azure", "blue", "violet",
  "magenta", "rose"];

export function nameOfHue(hue) {
  return NAMES[Math.round(hue / 30) % 12];
}
