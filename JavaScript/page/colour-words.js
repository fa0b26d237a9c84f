// Colours in words, and palettes as other programs read them: as `showhide palette --names` writes them.

export const lists = fetch(new URL("names.json", import.meta.url)).then(answer => answer.json());

const hex = rgb => `#${rgb.map(value => value.toString(16).padStart(2, "0")).join("")}`;
const linear = level => level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4;

// --- CIELAB and CIEDE2000 (Sharma, Wu and Dalal 2005), as in CIELAB+Difference.swift ---

export function lab([red, green, blue]) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const f = ratio => ratio > (6 / 29) ** 3 ? Math.cbrt(ratio) : ratio / (3 * (6 / 29) ** 2) + 4 / 29;
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / (0.4124564 + 0.3575761 + 0.1804375));
  const y = f((0.2126729 * r + 0.7151522 * g + 0.0721750 * b) / (0.2126729 + 0.7151522 + 0.0721750));
  const z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / (0.0193339 + 0.1191920 + 0.9503041));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const radians = degrees => degrees * Math.PI / 180;
const chromaWeight = chroma => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
const hueAngle = (a, b) => a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * 180 / Math.PI + 360) % 360;

export function deltaE00([l1, a1, b1], [l2, a2, b2]) {
  const g = 0.5 * (1 - chromaWeight((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hueAngle(p1, b1), hueAngle(p2, b2)];
  let turn = 0, middle = h1 + h2;
  if (c1 * c2 > 0) {
    turn = h2 - h1;
    if (turn > 180) turn -= 360;
    else if (turn < -180) turn += 360;
    middle = Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
  }
  const chroma = (c1 + c2) / 2;
  const t = 1 - 0.17 * Math.cos(radians(middle - 30)) + 0.24 * Math.cos(radians(2 * middle))
    + 0.32 * Math.cos(radians(3 * middle + 6)) - 0.20 * Math.cos(radians(4 * middle - 63));
  const fromFifty = ((l1 + l2) / 2 - 50) ** 2;
  const l = (l2 - l1) / (1 + 0.015 * fromFifty / Math.sqrt(20 + fromFifty));
  const c = (c2 - c1) / (1 + 0.045 * chroma);
  const h = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2)) / (1 + 0.015 * chroma * t);
  const rotation = -2 * chromaWeight(chroma) * Math.sin(radians(60 * Math.exp(-(((middle - 275) / 25) ** 2))));
  return Math.sqrt(Math.max(0, l * l + c * c + h * h + rotation * c * h));
}

function nearest(list, color) {
  let best = null;
  for (const [name, value] of list) {
    const rgb = [value >> 16, value >> 8 & 255, value & 255];
    const distance = deltaE00(color, lab(rgb));
    if (!best || distance < best.deltaE00) best = {name, color: hex(rgb), deltaE00: distance};
  }
  return best;
}

/** A colour alone in words: its nearest names in both lists, and the text that reads best on it with its contrast. */
export async function describe(rgb) {
  const {css: ofCSS, xkcd: ofSurvey} = await lists;
  const color = lab(rgb);
  const [css, xkcd] = [nearest(ofCSS, color), nearest(ofSurvey, color)];
  const light = 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
  const [black, white] = [(light + 0.05) / 0.05, 1.05 / (light + 0.05)];
  const [list, {name, deltaE00}] = css.deltaE00 <= xkcd.deltaE00 ? ["css", css] : ["xkcd", xkcd];
  return {
    name, list, deltaE00, css, xkcd,
    text: black >= white ? "#000000" : "#ffffff", contrast: Math.max(black, white),
  };
}

/** What the page shows of a colour; `hue` is its degree, or null for a grey. */
export function swatch({rgb, count, population, words, hue, displayP3}) {
  return {
    ...displayP3 && !displayP3.inSRGB && {wide: displayP3.css},
    color: hex(rgb), share: population, count, hue, name: words.name, text: words.text,
    contrast: `${(Math.floor(words.contrast * 10) / 10).toFixed(1)}:1`,
  };
}

const percent = share => share > 0 && share < 0.0005 ? "< 0.1 %" : `${(Math.round(1000 * share) / 10).toFixed(1)} %`;

/** The palette for other programs: CSS, JSON (schema 1), GIMP's palettes, and Adobe's swatches as bytes. */
export function copiesOf(found, colours) {
  const isWide = colours.some(({displayP3}) => displayP3 && !displayP3.inSRGB);
  const named = colours.map(({rgb, population, words, displayP3}, index) =>
    ({rgb, color: hex(rgb), share: percent(population), number: index + 1, name: words.name, wide: displayP3?.css}));
  return {
    css: [":root {", "  /* picture */",
      ...named.map(({color, number, name}) => `  --picture-${number}: ${color};  /* ${name} */`), "}", "",
      ...isWide ? ["@supports (color: color(display-p3 0 0 0)) {", "  :root {",
        ...named.map(({number, wide}) => `    --picture-${number}: ${wide};`), "  }", "}", ""] : []].join("\n"),
    json: `{"schema":1,"images":[\n${JSON.stringify({
      path: "picture", width: found.width, height: found.height, visible: found.counted, exact: true,
      ...found.bars && {bars: barsOf(found)}, warnings: [],
      ...found.dominant && {dominant: dominantOf(found.dominant, isWide)},
      swatches: colours.map(({rgb, count, population, words, displayP3}) =>
        ({color: hex(rgb), count, population, ...isWide && {displayP3}, ...words})),
    })}\n]}\n`,
    gpl: ["GIMP Palette", "Name: showhide", "Columns: 8", "#",
      ...named.map(({rgb, share, number, name}) =>
        `${rgb.map(value => String(value).padStart(3)).join(" ")}\tpicture ${number} (${share}), ${name}`), ""].join("\n"),
    ase: swatchExchange(named),
  };
}

/** The bars that were left out, as JSON has them; null where there are none. */
export const barsOf = ({bars, width, height}) => bars && {
  color: bars.hex, left: bars.left, top: bars.top, right: bars.right, bottom: bars.bottom,
  content: [bars.left, bars.top, width - bars.left - bars.right, height - bars.top - bars.bottom]};

const dominantOf = ({rgb, count, population, displayP3}, isWide) =>
  ({color: hex(rgb), count, population, ...isWide && {displayP3}});

// Big-endian: the signature, version 1.0, the number of blocks, then a named group of colours.
function swatchExchange(named) {
  const bytes = [];
  const write = (value, count) => { for (let shift = 8 * (count - 1); shift >= 0; shift -= 8) bytes.push(value >>> shift & 255); };
  const float = value => new DataView(Float32Array.of(value).buffer).getUint32(0, true);
  const block = (kind, text, rest = []) => {
    write(kind, 2);
    write(text === null ? 0 : 2 + 2 * (text.length + 1) + rest.length, 4);
    if (text === null) return;
    write(text.length + 1, 2);
    for (const letter of `${text}\0`) write(letter.charCodeAt(0), 2);
    bytes.push(...rest);
  };
  for (const letter of "ASEF") bytes.push(letter.charCodeAt(0));
  write(1, 2);
  write(0, 2);
  write(named.length + 2, 4);
  block(0xc001, "picture");
  for (const {rgb, color, share, name} of named) {
    const rest = [..."RGB "].map(letter => letter.charCodeAt(0));
    for (const channel of rgb) for (let shift = 24, bits = float(channel / 255); shift >= 0; shift -= 8) rest.push(bits >>> shift & 255);
    block(1, `${name} ${color} (${share})`, [...rest, 0, 2]);
  }
  block(0xc002, null);
  return Uint8Array.from(bytes);
}
