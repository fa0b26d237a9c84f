// Colours of Display P3 (CSS Color 4, 10.3 and 17): what they are in sRGB, and the reverse. Both have the same white and the same curve.

const FROM_SRGB = [
  [0.822461968714363, 0.177538031285637, 0],
  [0.033194198850962, 0.966805801149038, 0],
  [0.017082630704001, 0.072397440662963, 0.910519928633036],
];
const TO_SRGB = [
  [1.224940176280561, -0.224940176280561, 0],
  [-0.042056954709688, 1.042056954709688, 0],
  [-0.019637554590334, -0.078636045550633, 1.098273600140967],
];

// Light of a signal, and back (IEC 61966-2-1).
const light = (signal) => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4);
const signal = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

const clamped = (value) => Math.min(Math.max(value, 0), 1);
const converted = (matrix, channels) => {
  const [red, green, blue] = channels.map(light);
  return matrix.map((row) => signal(clamped(row[0] * red + row[1] * green + row[2] * blue)));
};

/** A colour of sRGB, levels of 0 to 255, in Display P3, channels of 0 to 1. */
export const fromSRGB = (levels) => converted(FROM_SRGB, levels.map((level) => level / 255));

/** The levels of sRGB for channels of Display P3; of a colour outside of it each level is the nearest. */
export const toSRGB = (channels) => converted(TO_SRGB, channels).map((channel) => Math.round(255 * channel));

/** A colour as `Swatch.displayP3` has it. */
export function described(channels) {
  const components = channels.map((channel) => Math.round(10000 * channel) / 10000);
  const nearest = fromSRGB(toSRGB(channels));
  return {
    css: `color(display-p3 ${components.map((channel) => channel.toFixed(4)).join(" ")})`, components,
    inSRGB: channels.every((channel, index) => Math.abs(channel - nearest[index]) <= 1 / 255),
  };
}

const STEPS = 65535;
let tables;

/** Converts RGBA of Display P3 to sRGB, in place. */
export function convertToSRGB(pixels) {
  tables ??= {
    light: Float64Array.from({ length: 256 }, (_, level) => light(level / 255)),
    level: Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * signal(step / STEPS))),
  };
  const { light: lights, level } = tables;
  const [[rr, rg], [gr, gg], [br, bg, bb]] = TO_SRGB;
  const encoded = (value) => level[Math.round(STEPS * clamped(value))];
  for (let place = 0; place < pixels.length; place += 4) {
    const [red, green, blue] = [lights[pixels[place]], lights[pixels[place + 1]], lights[pixels[place + 2]]];
    pixels[place] = encoded(rr * red + rg * green);
    pixels[place + 1] = encoded(gr * red + gg * green);
    pixels[place + 2] = encoded(br * red + bg * green + bb * blue);
  }
}
