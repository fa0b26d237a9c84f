// Names of a browser's objects stand for nothing where a program is compiled without them.
type Global<Name extends string> =
  typeof globalThis extends { [key in Name]: { prototype: infer Kind } } ? Kind : never;
type CanvasBytes = typeof globalThis extends { ImageData: { prototype: { data: infer Bytes } } }
  ? Extract<Bytes, Uint8ClampedArray> : Uint8ClampedArray;
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Kind } } }
  ? Kind : never;

/** A picture: encoded (`Blob`, decoded by the browser), drawn, or as pixels. */
export type Source =
  | Global<"Blob">
  | Global<"ImageData">
  | Global<"ImageBitmap">
  | Global<"HTMLImageElement">
  | Global<"HTMLCanvasElement">
  | Global<"HTMLVideoElement">
  | Global<"OffscreenCanvas">
  | Pixels;

/** Pixels in an array, row by row: RGBA with straight alpha, RGB, or grey, told apart by their number. */
export interface Pixels {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
  /** `"srgb"`, also where it is missing, or `"display-p3"`, as `ImageData` has it. */
  colorSpace?: string;
}

export interface Options {
  /**
   * Null or left out: pictures that consist of few colours, such as logos, pixel art and screenshots, give those exact
   * colours (`Palette.distinctColors` says so), and others are of method distinct. Otherwise `"histogram"` (the densest small cubes of colour space), `"kmeans"` (clusters of similar
   * colours in OKLab), `"hue"` (the fullest bins of hue, greys apart) or `"distinct"` (colours that differ
   * clearly: the two that cover most, then small vivid areas and others by importance).
   */
  method?: "histogram" | "kmeans" | "hue" | "distinct" | null;
  /**
   * The most colours, 1 to 64; by default 6, for k-means 8, for histogram and hue 5. `"auto"`: as many as differ clearly
   * and matter, up to 12, by method distinct.
   */
  count?: number | "auto" | null;
  /** Of method histogram, and of the dominant colour. */
  precision?: "standard" | "fine";
  /** The least alpha of a visible pixel, 0 to 255; 128. */
  minimumAlpha?: number;
  /** Ignore pixels whose smallest channel is above this. */
  whiteAbove?: number | null;
  /** Ignore pixels whose largest channel is below this. */
  blackBelow?: number | null;
  /** Ignore pixels whose channels differ by at most this. */
  greyWithin?: number | null;
  /**
   * Leave out `"white"`, `"black"`, `"grey"` or `"background"`, one or several; a level may follow, as in
   * `"white=250"`, in place of whiteAbove 240, blackBelow 24 and greyWithin 16. Pixels of the background count as
   * filtered, and `Palette.background` says what it is; only for `palette`, which then reads the picture twice.
   */
  without?: string | string[] | null;
  /**
   * `"srgb"`, or `"p3"` to count in Display P3, which keeps colours apart that sRGB lacks, and to say what they are
   * there (`Swatch.displayP3`); only for `palette`. Arrays of sRGB are counted as they are.
   */
  gamut?: "srgb" | "p3";
  /** Count bars at the edges too, such as those of a letterbox; `palette` leaves them out otherwise, histograms do not. */
  whole?: boolean;
  /** Bins around the circle of hues, 1 to 1536; 360; only for method hue. */
  hueBins?: number;
  /** Channels that differ by less are grey; 16; only for method hue. */
  greyThreshold?: number;
}

/** A colour of Display P3. */
export interface DisplayP3 {
  /** As CSS takes it: `color(display-p3 0.7843 0.2353 0.1961)`. */
  css: string;
  /** Its channels, 0 to 1, with four digits. */
  components: [number, number, number];
  /** Whether sRGB has the colour; otherwise `rgb` is the nearest that it has. */
  inSRGB: boolean;
}

export interface Swatch {
  /** Red, green and blue, 0 to 255. */
  rgb: [number, number, number];
  /** The colour as `#rrggbb`. */
  hex: string;
  /** Pixels that the swatch stands for. */
  count: number;
  /** Their share of the counted pixels, 0 to 1. */
  population: number;
  /** The colour in Display P3, where `gamut: "p3"` asks for it. */
  displayP3?: DisplayP3;
}

export interface Hue {
  /** The fullest bin, counted from red. */
  bin: number;
  /** The middle of the bin, 0 to 360. */
  degrees: number;
  /** Counted pixels that are grey and so in no bin. */
  greyCount: number;
  /** Of the bin's pixels, 0 to 255. */
  meanSaturation: number;
  /** Of the bin's pixels, 0 to 255. */
  meanBrightness: number;
}

/** What fills the border of a picture. */
export interface Background {
  /** The exact mean of its pixels; by method `distinct`, of textured areas that of their most vivid tones. */
  rgb: [number, number, number];
  hex: string;
  /** Its pixels. */
  count: number;
  /** Their share of all visible pixels, 0 to 1. */
  population: number;
  /** Whether its colours differ from place to place. */
  isGradient: boolean;
  /** The colour in Display P3, where `gamut: "p3"` asks for it. */
  displayP3?: DisplayP3;
}

/** Uniform bars at the edges of a picture: columns and rows, 0 where there is none. */
export interface Bars {
  /** The colour that all of them have, but for noise. */
  rgb: [number, number, number];
  hex: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The colours; equal for equal pixels on every machine and in every language. */
export interface Palette {
  /**
   * The dominant colour, the fullest small window of colour: the first one of method histogram, whatever the
   * method (of method hue the first swatch); null when there is none, and `absence` says why.
   */
  dominant: Swatch | null;
  /** The colours, most pixels first; of method distinct only the first two, then by importance. */
  swatches: Swatch[];
  /** How many colours the picture has, where its swatches are some of them as they are; null where they are means. */
  distinctColors: number | null;
  /** Why there is no dominant colour; null when there is one. */
  absence: string | null;
  /** Pixels that count. */
  counted: number;
  /** Pixels below the minimum alpha. */
  transparent: number;
  /** Visible pixels that filters removed. */
  filtered: number;
  /** Pixels a row; 0 for a histogram. */
  width: number;
  /** Rows; 0 for a histogram. */
  height: number;
  /** For method hue, the dominant hue. */
  hue: Hue | null;
  /** What was left out by `without: "background"`, only there; null where the border is busy. */
  background?: Background | null;
  /** The bars that were left out of all this; null where there are none, and with `whole`. */
  bars?: Bars | null;
}

/** Which colours `show` and `hide` select; without `hue` and `near` the picture's own hue. */
export interface Selection {
  /** A degree of the circle of hues, 0 to 359. */
  hue?: number | null;
  /** A colour such as `"#d45424"`. */
  near?: string | null;
  /** How far from it still counts: degrees (20), or percent of the way from black to white (10). */
  tolerance?: number;
  /** Beyond the tolerance, fade out over so many degrees (10) or percent (5); 0 is a hard edge. */
  feather?: number;
}

/** A changed copy, ready for `new ImageData(data, width, height)`. */
export interface Changed {
  data: CanvasBytes;
  width: number;
  height: number;
  /** The hue that was selected; null where the picture has none. */
  hue?: number | null;
  /** The colour that was selected. */
  near?: string;
}

/** Loads the module ahead of the first call, or from another place than beside `index.js`. */
export function load(
  source?: string | Global<"URL"> | Global<"Response"> | ArrayBuffer | ArrayBufferView | CompiledModule,
): Promise<void>;

/** The colours of a picture. */
export function palette(source: Source, options?: Options): Promise<Palette>;

/** The picture with the selected colours kept and the others grey. */
export function show(source: Source, options?: Selection): Promise<Changed>;

/** The picture with the selected colours grey and the others kept. */
export function hide(source: Source, options?: Selection): Promise<Changed>;

/** Counted pixels that add up, with the bytes of the C library and Python. */
export class Histogram {
  private constructor();
  /** A histogram without pixels, for any method but kmeans. */
  static empty(options?: Options): Promise<Histogram>;
  /** The histogram of a picture. */
  static of(source: Source, options?: Options): Promise<Histogram>;
  /** Reads what `toBytes` wrote, here or in another language; the bytes may come from anyone. */
  static fromBytes(bytes: Uint8Array): Promise<Histogram>;
  /** Adds every pixel of a picture; when that fails, nothing is added. */
  add(source: Source): Promise<void>;
  /** Adds the pixels of another histogram of the same rules. */
  merge(other: Histogram): void;
  /** The palette of all pixels: at most `count` colours, 1 to 64, or `"auto"` as in the options. */
  palette(count?: number | "auto" | null): Palette;
  /** What the pixels were counted by; only histograms of equal rules add up. */
  readonly rules: Readonly<Omit<Options, "count">>;
  /** Gives the memory back at once, and not only when the object is forgotten; no other call may follow. */
  end(): void;
  /** The histogram in a versioned and canonical format: equal histograms, equal bytes. */
  toBytes(): Uint8Array;
}
