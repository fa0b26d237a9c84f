// Palettes out of the numbers in which the module answers.

import { described, fromSRGB, toSRGB } from "./display-p3.js";

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

/** The bars that numbers stand for (`dc_bars_find`). */
export function barsFrom([left, top, right, bottom, red, green, blue]) {
  return { rgb: [red, green, blue], hex: hex((red << 16) | (green << 8) | blue), left, top, right, bottom };
}

/** The same colours in sRGB, and in Display P3 beside them; they were counted in sRGB or in Display P3. */
export function inDisplayP3(found, isCountedInP3) {
  const both = (color) => {
    const channels = isCountedInP3 ? color.rgb.map((level) => level / 255) : fromSRGB(color.rgb);
    const rgb = isCountedInP3 ? toSRGB(channels) : color.rgb;
    return { ...color, rgb, hex: hex((rgb[0] << 16) | (rgb[1] << 8) | rgb[2]), displayP3: described(channels) };
  };
  const swatches = found.swatches.map(both);
  const background = found.background ? { background: both(found.background) } : {};
  const bars = found.bars && barsInSRGB(found.bars, isCountedInP3);
  return { ...found, ...background, bars, dominant: found.dominant && both(found.dominant), swatches };
}

function barsInSRGB(bars, isCountedInP3) {
  const rgb = isCountedInP3 ? toSRGB(bars.rgb.map((level) => level / 255)) : bars.rgb;
  return { ...bars, rgb, hex: hex((rgb[0] << 16) | (rgb[1] << 8) | rgb[2]) };
}

/** The palette that numbers stand for (`Palette.write` in Questions.swift). */
export function paletteFrom(numbers, width, height) {
  const [counted, transparent, filtered, absence, bin, degrees, grey, saturation, brightness, count] =
    numbers;
  const swatchAt = (place) => {
    const [red, green, blue, pixels] = numbers.subarray(place, place + 4);
    return {
      rgb: [red, green, blue], hex: hex((red << 16) | (green << 8) | blue), count: pixels,
      population: pixels / counted,
    };
  };
  const swatches = Array.from({ length: count }, (_, index) => swatchAt(15 + 4 * index));
  return {
    dominant: count > 0 ? swatchAt(10) : null, swatches, distinctColors: numbers[14] || null, absence: ABSENCES[absence], counted, transparent,
    filtered, width, height,
    hue: bin < 0 ? null : {
      bin, degrees, greyCount: grey, meanSaturation: saturation, meanBrightness: brightness,
    },
  };
}
