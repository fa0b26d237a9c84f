// The hues of a picture, read out of the bytes of a histogram (HistogramFormat), and the one that people see as its colour.

const BINS = 360;

/** `{hues, greys, counted, hue}` of a histogram of method `hue`; `hue` is null where every visible pixel is grey. */
export function hueCounts(bytes, tolerance) {
  let at = 16;
  const next = () => {
    let value = 0;
    for (let factor = 1;; factor *= 128) {
      const byte = bytes[at++];
      value += factor * (byte & 127);
      if (byte < 128) return value;
    }
  };
  const hues = new Array(BINS).fill(0), chromas = new Array(BINS).fill(0);
  next();
  next();
  const greys = next();
  const occupied = next();
  let counted = greys;
  for (let cell = 0, bin = -1; cell < occupied; cell++) {
    bin += 1 + next();
    hues[bin] = next();
    counted += hues[bin];
    const [red, green, blue] = [next(), next(), next()];
    next();
    next();
    chromas[bin] = Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return {hues, greys, counted, hue: mostVivid(hues, chromas, tolerance)};
}

// As HueHistogram.mostVividRange: the middle of the range of most chroma, which counts the less the farther it is.
function mostVivid(hues, chromas, tolerance) {
  const weights = new Array(BINS).fill(0);
  for (let bin = 0; bin < BINS; bin++) {
    if (hues[bin] === 0) continue;
    for (let step = -tolerance; step <= tolerance; step++) {
      weights[(bin + step + BINS) % BINS] += chromas[bin] * (tolerance + 1 - Math.abs(step));
    }
  }
  const most = Math.max(...weights);
  return most > 0 ? weights.indexOf(most) : null;
}
