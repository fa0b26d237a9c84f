// What colours are good for: roles by lightness and chroma in OKLCH, as SwatchRole and PaletteRoles have them.

const VIBRANT = 0.1, LIGHT = 0.75, DARK = 0.45;
const MEANINGS = {
  vibrant: "strong and of middle lightness", lightVibrant: "strong and light", darkVibrant: "strong and dark",
  muted: "weak and of middle lightness", lightMuted: "weak and light", darkMuted: "weak and dark",
};

const linear = level => level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4;

function oklch([red, green, blue]) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
    chroma: Math.hypot(1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s),
  };
}

/** Swatches with their `chroma` and `role`. */
export function judged(swatches) {
  return swatches.map(swatch => {
    const {lightness, chroma} = oklch(swatch.rgb);
    const kind = chroma >= VIBRANT ? "vibrant" : "muted";
    const capital = kind[0].toUpperCase() + kind.slice(1);
    const role = lightness >= LIGHT ? `light${capital}` : lightness < DARK ? `dark${capital}` : kind;
    return {...swatch, chroma, role};
  });
}

/** The strong colours that the page offers, in the palette's order: none that is scattered like noise. */
export const accentsOf = swatches => swatches.filter(({scattered, chroma}) => !scattered && chroma >= VIBRANT).slice(0, 4);

// The first of those with the most.
const most = (swatches, value) => swatches.reduce((best, one) => best && value(best) >= value(one) ? best : one, null);

/** Each role with its swatch, or `absence`. */
export function rolesOf(swatches) {
  const roles = Object.entries(MEANINGS).map(([role, meaning]) => {
    const swatch = most(swatches.filter(one => one.role === role), one => one.count);
    return swatch ? {role, swatch} : {role, absence: absenceOf(swatches, `no colour of the palette is ${meaning}`)};
  });
  const strong = swatches.filter(({chroma}) => chroma >= VIBRANT);
  const together = strong.filter(({scattered}) => !scattered);
  const accent = most(together.filter(({population}) => population < 0.5), one => one.chroma);
  roles.push(accent ? {role: "accent", swatch: accent} : {role: "accent", absence: absenceOf(swatches,
    strong.length === 0 ? "no colour of the palette is strong" : together.length > 0
      ? "the only strong colour covers half of the picture or more" : "the strong colours are scattered like noise")});
  return roles;
}

const absenceOf = (swatches, reason) => swatches.length === 0 ? "the palette has no colours" : reason;
