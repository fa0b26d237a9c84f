// Palettes out of the numbers in which the module answers.

const ABSENCES = [
  null, "the image has no pixels", "every pixel is transparent",
  "filters take out every visible pixel", "every visible pixel is grey, and grey has no hue",
];

/** A colour as `#rrggbb`. */
export const hex = (value) => `#${value.toString(16).padStart(6, "0")}`;

/** The background that numbers stand for (`dc_background_say`). */
export function backgroundFrom([red, green, blue, count, outOf, isGradient]) {
  return {
    rgb: [red, green, blue], hex: hex((red << 16) | (green << 8) | blue), count,
    population: count / outOf, isGradient: isGradient === 1,
  };
}

/** The palette that numbers stand for (`Palette.write` in Questions.swift). */
export function paletteFrom(numbers, width, height) {
  const [counted, transparent, filtered, absence, bin, degrees, grey, saturation, brightness, count] =
    numbers;
  const swatches = [];
  for (let index = 0; index < count; index++) {
    const [red, green, blue, pixels] = numbers.subarray(10 + 4 * index, 14 + 4 * index);
    swatches.push({
      rgb: [red, green, blue], hex: hex((red << 16) | (green << 8) | blue), count: pixels,
      population: pixels / counted,
    });
  }
  return {
    dominant: swatches[0] ?? null, swatches, absence: ABSENCES[absence], counted, transparent,
    filtered, width, height,
    hue: bin < 0 ? null : {
      bin, degrees, greyCount: grey, meanSaturation: saturation, meanBrightness: brightness,
    },
  };
}
