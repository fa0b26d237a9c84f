/* libdominantcolor: the dominant colours of picture files, of pixels and of whole corpora.
 *
 *   dominantcolor_options options;
 *   dominantcolor_options_init(&options, sizeof options);
 *   const dominantcolor_palette *palette;
 *   dominantcolor_error error;
 *   if (dominantcolor_palette_of_file("photo.jpg", &options, &palette, &error)) {
 *     fprintf(stderr, "%s\n", error.message);
 *   } else {
 *     if (palette->swatch_count > 0) {
 *       printf("%s, mostly %s\n", palette->swatches[0].hex, palette->dominant.hex);
 *     }
 *     dominantcolor_palette_free(palette);
 *   }
 *
 * Rules that hold for all functions:
 *
 * - Nothing has to be initialised or shut down. All functions may be called from any number of
 *   threads at once. The library starts no thread, installs no signal handler, reads no environment
 *   variable and prints nothing. A process may fork while threads are in a call, and go on calling it
 *   in the child: fork waits for calls under way, five seconds at most, and new calls wait for it.
 * - A function that can fail returns a dominantcolor_status, 0 for success, and then describes the
 *   failure in *error, unless that is NULL. On failure outputs are NULL or zero.
 * - Text is UTF-8. Paths are UTF-8 without NUL.
 * - Answers are exact integers and the same on every machine.
 * - Structs that a caller fills begin with their size, so that programs and libraries of different
 *   versions work together. Structs that the library fills may grow at their end.
 */
#ifndef DOMINANTCOLOR_H
#define DOMINANTCOLOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Within a major version functions and fields are only added. */
#define DOMINANTCOLOR_VERSION_MAJOR 0
#define DOMINANTCOLOR_VERSION_MINOR 3
#define DOMINANTCOLOR_VERSION_PATCH 0
/* Empty in a release; "-dev" in the sources on the way to this version. */
#define DOMINANTCOLOR_VERSION_SUFFIX "-dev"

/* The version of the library, such as "0.1.0", or "0.2.0-dev" before it is released. */
const char *dominantcolor_version(void);

/* Failures ------------------------------------------------------------------------------------ */

typedef int32_t dominantcolor_status;

enum {
  DOMINANTCOLOR_OK = 0,
  /* A caller's mistake: a NULL pointer, an option out of its range, an impossible shape. */
  DOMINANTCOLOR_INVALID_ARGUMENT = 1,
  /* The file or bytes are of no format that is read. */
  DOMINANTCOLOR_NOT_AN_IMAGE = 2,
  /* The image data ends too early. */
  DOMINANTCOLOR_TRUNCATED = 3,
  /* The image data contradicts its format. */
  DOMINANTCOLOR_DAMAGED = 4,
  /* A valid file of a kind that is not decoded, or whose library this machine lacks. */
  DOMINANTCOLOR_UNSUPPORTED = 5,
  /* A limit of the options was exceeded. */
  DOMINANTCOLOR_LIMIT_EXCEEDED = 6,
  /* The system gave no memory. */
  DOMINANTCOLOR_OUT_OF_MEMORY = 7,
  /* The file does not exist, may not be opened or could not be read. */
  DOMINANTCOLOR_FILE_ACCESS = 8,
  /* The bytes are not a serialised histogram that this version reads. */
  DOMINANTCOLOR_INVALID_HISTOGRAM = 9,
  /* The histograms were counted with different rules, or their sum would be too large. */
  DOMINANTCOLOR_INCOMPATIBLE = 10
};

/* What went wrong. This struct never changes. */
typedef struct dominantcolor_error {
  dominantcolor_status status;
  /* A sentence with the cause, the value and the limit; cut short where it is longer. */
  char message[1020];
} dominantcolor_error;

/* Options ------------------------------------------------------------------------------------- */

enum {
  DOMINANTCOLOR_AUTOMATIC = -1, /* exact colours of pictures that consist of few, of others distinct */
  DOMINANTCOLOR_HISTOGRAM = 0, /* the densest small cubes of colour space */
  DOMINANTCOLOR_KMEANS = 1,    /* clusters of similar colours in OKLab */
  DOMINANTCOLOR_HUE = 2,       /* the fullest bins of hue, greys apart */
  DOMINANTCOLOR_DISTINCT = 3   /* colours that differ clearly, small vivid ones too */
};

enum {
  DOMINANTCOLOR_STANDARD = 0, /* 16 cells a channel */
  DOMINANTCOLOR_FINE = 1      /* 32 cells a channel */
};

enum {
  DOMINANTCOLOR_REGION_PIXELS = 0, /* a region in pixels */
  DOMINANTCOLOR_REGION_PERCENT = 1 /* in hundredths of the picture's width and height */
};

enum {
  DOMINANTCOLOR_BACKGROUND_IGNORED = 0, /* the background is not looked for */
  DOMINANTCOLOR_BACKGROUND_TOLD = 1,    /* the answer says what it is; a file is decoded twice */
  DOMINANTCOLOR_BACKGROUND_LEFT_OUT = 2 /* and its pixels are filtered, where there is one */
};

enum {
  DOMINANTCOLOR_SRGB = 0,      /* colours are counted in sRGB */
  DOMINANTCOLOR_DISPLAY_P3 = 1 /* of files that name other colours, in Display P3; every pixel counts */
};

enum {
  DOMINANTCOLOR_COUNT_AUTOMATIC = -1 /* as a count: as many colours as differ clearly and matter, up to 12; by distinct */
};

/* What to ask, and what an answer may cost. */
typedef struct dominantcolor_options {
  size_t size;            /* sizeof(dominantcolor_options), set by dominantcolor_options_init */
  int32_t method;         /* DOMINANTCOLOR_AUTOMATIC; for histograms the same as distinct */
  int32_t precision;      /* DOMINANTCOLOR_STANDARD; of method histogram, and of the dominant colour */
  int32_t count;          /* the most colours, 1 to 64; 0: 6, 8 for k-means, 5 for histogram and hue;
                           * or DOMINANTCOLOR_COUNT_AUTOMATIC */
  int32_t minimum_alpha;  /* 128: the least alpha of a visible pixel, 0 to 255 */
  int32_t white_above;    /* ignore pixels whose smallest channel is above this; -1: keep them */
  int32_t black_below;    /* ignore pixels whose largest channel is below this; -1: keep them */
  int32_t grey_within;    /* ignore pixels whose channels differ by at most this; -1: keep them */
  int32_t hue_bins;       /* 360: bins around the circle, 1 to 1536; only for method hue */
  int32_t grey_threshold; /* 16: channels that differ by less are grey; only for method hue */
  int32_t exact;          /* 0; not 0: method histogram counts every pixel of large JPEGs too */
  int32_t allow_partial;  /* 0; not 0: use the rows that a damaged file still has */
  int32_t max_scans;      /* 100: scans of a JPEG */
  int64_t max_pixels;     /* 400000000: pixels of a picture */
  int64_t max_file_bytes; /* 1000000000: bytes of an encoded file */
  int64_t max_memory_bytes;  /* 4000000000: bytes for pixels, rows and coefficients */
  int64_t max_profile_bytes; /* 16000000: bytes of a colour profile */
  double max_seconds;        /* 60: processor time for decoding one file */
  /* The part of each picture that is looked at, every pixel of it, in coordinates of the picture
   * turned upright; what lies outside of the picture is cut off. Width and height 0: all of it. */
  double region_x;      /* 0: the left edge, 0 or more */
  double region_y;      /* 0: the upper edge, 0 or more */
  double region_width;  /* 0 */
  double region_height; /* 0 */
  int32_t region_unit;  /* DOMINANTCOLOR_REGION_PIXELS */
  int32_t background;   /* DOMINANTCOLOR_BACKGROUND_IGNORED; of palettes of pictures and pixels only */
  /* 0; not 0: methods distinct and histogram too give pictures that consist of few colours, such as logos,
   * pixel art and screenshots, those very colours: up to 16 that hold 0.5 % of the pixels each, or as `count`
   * says. Such a picture has at most 512, which do not run into each other as those of a grey photo
   * or a gradient do. JPEGs have no exact colours, and histograms do not ask. */
  int32_t few_colors;
  int32_t with_places;    /* 0; not 0: a second look at every pixel finds where each swatch is */
  double color_tolerance; /* 1: what a dominant colour that a sample proves may differ by from the
                           * exact one, in CIEDE2000, 0.1 to 1 */
  uint64_t seed;          /* 0: chooses that sample; draw one where pictures are hostile */
  /* DOMINANTCOLOR_SRGB; in Display P3, colours stay apart that sRGB lacks, and palette->display_p3 says
   * what they are. Of palettes of pictures and pixels only; pixels in memory are sRGB. */
  int32_t gamut;
  /* 0; not 0: bars at the edges count, too. Else uniform bars of a picture or of pixels, such as those of a letterbox
   * or the margins of a scan, are left out of palettes where no region is given, and palette->bars says what they are. */
  int32_t whole;
} dominantcolor_options;

/* Sets every option to its default. `size` is sizeof(dominantcolor_options). */
void dominantcolor_options_init(dominantcolor_options *options, size_t size);

/* Leaves colours out by the words that `showhide --without` takes: "white", "black", "grey" and
 * "background", with commas between; "white=250" sets the level, which is otherwise 240, 24 and 16. Sets
 * white_above, black_below, grey_within and background of options that were initialised, as far as words
 * name them. An answer that leaves every visible pixel out has DOMINANTCOLOR_ALL_FILTERED. */
dominantcolor_status dominantcolor_options_leave_out(
    dominantcolor_options *options, const char *words, dominantcolor_error *error);

/* Palettes ------------------------------------------------------------------------------------ */

/* One colour and the pixels that it stands for. This struct never changes. */
typedef struct dominantcolor_swatch {
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  char hex[13];      /* "#rrggbb" and a NUL */
  uint64_t count;    /* pixels */
  double population; /* their share of the counted pixels, 0 to 1 */
} dominantcolor_swatch;

/* Where the pixels of a swatch are, in pixels of the picture turned upright. This struct never
 * changes. A pixel is that of the swatch which looks most like it, within 0.1 of OKLab, or of the
 * very colour where swatches are exact colours. */
typedef struct dominantcolor_place {
  double center_x; /* the mean of its pixels' middles */
  double center_y;
  int64_t x; /* the box of all its pixels; of swatches that are means, without 0.5 % on each side */
  int64_t y;
  int64_t width; /* 0: no pixel is the swatch's */
  int64_t height;
} dominantcolor_place;

/* A swatch's colour in Display P3, as color(display-p3 …) of CSS takes it. This struct never changes. */
typedef struct dominantcolor_display_p3 {
  double red; /* 0 to 1, encoded by the curve of sRGB */
  double green;
  double blue;
  int32_t is_in_srgb; /* 1: sRGB has this colour; 0: the swatch has the nearest that it has */
  int32_t reserved;
} dominantcolor_display_p3;

/* Uniform bars at the edges of a picture turned upright. This struct never changes. */
typedef struct dominantcolor_bars {
  int64_t left; /* columns; all 0 where there are no bars */
  int64_t top;  /* rows */
  int64_t right;
  int64_t bottom;
  uint8_t red; /* the colour that all of them have, but for noise */
  uint8_t green;
  uint8_t blue;
  uint8_t reserved[5];
} dominantcolor_bars;

/* Why there is no dominant colour. */
enum {
  DOMINANTCOLOR_PRESENT = 0,         /* there is one */
  DOMINANTCOLOR_NO_PIXELS = 1,       /* the image has no pixels */
  DOMINANTCOLOR_ALL_TRANSPARENT = 2, /* every pixel is transparent */
  DOMINANTCOLOR_ALL_FILTERED = 3,    /* filters remove every visible pixel */
  DOMINANTCOLOR_ALL_GREY = 4         /* method hue, and every visible pixel is grey */
};

/* What colours are good for: vibrant from a chroma of 0.10 in OKLCH, light from a lightness of 0.75,
 * dark below 0.45. */
enum {
  DOMINANTCOLOR_VIBRANT = 0,
  DOMINANTCOLOR_LIGHT_VIBRANT = 1,
  DOMINANTCOLOR_DARK_VIBRANT = 2,
  DOMINANTCOLOR_MUTED = 3,
  DOMINANTCOLOR_LIGHT_MUTED = 4,
  DOMINANTCOLOR_DARK_MUTED = 5,
  DOMINANTCOLOR_ACCENT = 6,     /* the strongest colour that covers less than half; where
                                 * options.background asks, none that is scattered like noise */
  DOMINANTCOLOR_BACKGROUND = 7, /* what fills the border; options.background asks for it */
  DOMINANTCOLOR_FOREGROUND = 8, /* what reads best on the background */
  DOMINANTCOLOR_BRAND = 9,      /* the colour that stands for a logo or a product; where options.background asks,
                                 * of all colours besides the ground, else of the swatches */
  DOMINANTCOLOR_ROLE_COUNT = 10 /* of this header; palette->role_count is the library's */
};

/* A role with its colour, or the reason why no colour of the picture has it. */
typedef struct dominantcolor_role {
  dominantcolor_swatch color; /* all 0 where there is none; of the background: of all visible pixels */
  const char *absence;        /* why there is none, in words; NULL where there is one */
} dominantcolor_role;

enum {
  DOMINANTCOLOR_PIXELS = 0, /* not from a file */
  DOMINANTCOLOR_PNG = 1,
  DOMINANTCOLOR_JPEG = 2,
  DOMINANTCOLOR_WEBP = 3,
  DOMINANTCOLOR_GIF = 4,
  DOMINANTCOLOR_AVIF = 5,
  DOMINANTCOLOR_HEIC = 6,
  DOMINANTCOLOR_TIFF = 7,
  DOMINANTCOLOR_BMP = 8
};

/* Why a palette has fewer colours than options.count asked for. */
enum {
  DOMINANTCOLOR_NOT_SHORT = 0,          /* it has as many, or no number was asked for, or there are none */
  DOMINANTCOLOR_NO_FURTHER_COLORS = 1,  /* the picture has no further ones */
  DOMINANTCOLOR_OTHERS_ARE_NEAR = 2,    /* further ones do not differ clearly from these */
  DOMINANTCOLOR_CHOSEN = 3              /* DOMINANTCOLOR_COUNT_AUTOMATIC: further ones cover too little, or do not differ clearly */
};

/* An answer, with everything it points to. Free it with dominantcolor_palette_free. */
typedef struct dominantcolor_palette {
  size_t size; /* bytes of this struct in the library's version; read no field beyond */
  const dominantcolor_swatch *swatches; /* most pixels first; of distinct only the first two, then by importance */
  size_t swatch_count;                  /* 0: no dominant colour, an ordinary answer */
  const char *absence;                  /* why there is none, in words; NULL when there is one */
  const char *const *warnings;          /* what was odd about the file */
  size_t warning_count;
  uint64_t counted;     /* pixels that count */
  uint64_t transparent; /* pixels below the minimum alpha */
  uint64_t filtered;    /* visible pixels that filters removed */
  int64_t width;        /* of the picture turned upright; 0 for a histogram */
  int64_t height;
  int32_t absence_code; /* DOMINANTCOLOR_PRESENT, … */
  int32_t format;       /* DOMINANTCOLOR_PIXELS, … */
  int32_t is_exact;     /* 0: a large JPEG by the means of its blocks; counts are estimates */
  int32_t hue_bin;      /* method hue: the fullest bin, counted from red; otherwise -1 */
  double hue_degrees;   /* the middle of that bin */
  uint64_t grey_count;  /* method hue: counted pixels that are grey */
  uint8_t mean_saturation; /* method hue: of the bin's pixels, 0 to 255 */
  uint8_t mean_brightness;
  uint8_t is_gradient;     /* the background's colours differ from place to place */
  uint8_t reserved[5];
  const dominantcolor_role *roles; /* one for each of DOMINANTCOLOR_VIBRANT, … in their order */
  size_t role_count;
  int64_t distinct_colors; /* how many colours the picture has, where its swatches are some of them as
                            * they are (few_colors); 0 where swatches are means */
  const dominantcolor_place *places; /* one for each swatch where with_places asked; else NULL */
  const dominantcolor_display_p3 *display_p3; /* one for each swatch where options.gamut asked; else NULL */
  /* The dominant colour: the first of method histogram, among the pixels of any method but hue, where it is
   * the first swatch; all 0 where there is none. */
  dominantcolor_swatch dominant;
  dominantcolor_display_p3 dominant_display_p3; /* where options.gamut asked; else all 0 */
  dominantcolor_bars bars; /* what was left out of everything above but width and height (options.whole) */
  int32_t shortage;        /* DOMINANTCOLOR_NOT_SHORT, …; of a histogram always that */
  int32_t reserved_too;
} dominantcolor_palette;

/* Frees an answer; NULL is ignored. */
void dominantcolor_palette_free(const dominantcolor_palette *palette);

/* The palette of an encoded picture in memory. A PNG, JPEG or BMP is decoded row by row and never
 * held whole; WebP, GIF, AVIF, HEIC and TIFF are held, and all but GIF take a library of the system,
 * which is opened at run time.
 * options may be NULL: the defaults. */
dominantcolor_status dominantcolor_palette_of_bytes(
    const void *bytes, size_t count, const dominantcolor_options *options,
    const dominantcolor_palette **palette, dominantcolor_error *error);

/* The palette of a picture file, as dominantcolor_palette_of_bytes has it; read piece by piece. */
dominantcolor_status dominantcolor_palette_of_file(
    const char *path, const dominantcolor_options *options,
    const dominantcolor_palette **palette, dominantcolor_error *error);

/* Pixels in memory ---------------------------------------------------------------------------- */

enum {
  DOMINANTCOLOR_GREY = 1,
  DOMINANTCOLOR_GREY_ALPHA = 2,
  DOMINANTCOLOR_RGB = 3,
  DOMINANTCOLOR_RGBA = 4
};

/* Pixels with 8 bits a sample and straight alpha, in any layout that strides describe: packed or
 * padded rows, planes, every other pixel, upside down. They are borrowed during a call. */
typedef struct dominantcolor_pixels {
  size_t size;            /* sizeof(dominantcolor_pixels) */
  const void *data;       /* the first sample of the first pixel of the first row */
  int64_t width;          /* 0 or more */
  int64_t height;         /* 0 or more */
  int64_t row_stride;     /* bytes from a row to the next; any sign */
  int64_t pixel_stride;   /* bytes from a pixel to the next; any sign */
  int64_t channel_stride; /* bytes from a sample to the next; any sign */
  int32_t channels;       /* DOMINANTCOLOR_GREY … DOMINANTCOLOR_RGBA */
  int32_t reserved;       /* 0 */
} dominantcolor_pixels;

/* Describes packed pixels. `size` is sizeof(dominantcolor_pixels). */
void dominantcolor_pixels_init(
    dominantcolor_pixels *pixels, size_t size, const void *data, int64_t width, int64_t height,
    int32_t channels);

/* The palette of pixels. */
dominantcolor_status dominantcolor_palette_of_pixels(
    const dominantcolor_pixels *pixels, const dominantcolor_options *options,
    const dominantcolor_palette **palette, dominantcolor_error *error);

/* What a colour is ----------------------------------------------------------------------------- */

/* A name and the colour that it stands for. */
typedef struct dominantcolor_name {
  char text[40]; /* in lower case, such as "teal" or "dusty rose" */
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  uint8_t reserved[5];
  double difference; /* CIEDE2000 between this colour and the one asked about */
} dominantcolor_name;

/* Words for many colours: the bits of `families`. A colour may have several, or none. */
enum {
  DOMINANTCOLOR_RED = 1 << 0,
  DOMINANTCOLOR_ORANGE = 1 << 1,
  DOMINANTCOLOR_YELLOW = 1 << 2,
  DOMINANTCOLOR_GREEN = 1 << 3,
  DOMINANTCOLOR_TEAL = 1 << 4,
  DOMINANTCOLOR_BLUE = 1 << 5,
  DOMINANTCOLOR_PURPLE = 1 << 6,
  DOMINANTCOLOR_PINK = 1 << 7,
  DOMINANTCOLOR_BROWN = 1 << 8,
  DOMINANTCOLOR_BLACK = 1 << 9,
  DOMINANTCOLOR_GREY_TONE = 1 << 10,
  DOMINANTCOLOR_WHITE = 1 << 11,
  DOMINANTCOLOR_PASTEL = 1 << 12,
  DOMINANTCOLOR_DARK = 1 << 13,
  DOMINANTCOLOR_LIGHT = 1 << 14,
  DOMINANTCOLOR_VIVID = 1 << 15
};

/* A colour in words and in OKLCH. This struct never changes. */
typedef struct dominantcolor_description {
  dominantcolor_name css;  /* the nearest of CSS's 148 names */
  dominantcolor_name xkcd; /* the nearest of over 900 names of the xkcd colour survey */
  double lightness;        /* of OKLCH, 0 to 1 */
  double chroma;           /* 0 to 0.32 */
  double hue;              /* degrees, 0 to 360 */
  double contrast_with_white; /* of text on the colour, by WCAG 2: 1 to 21 */
  double contrast_with_black;
  uint32_t families; /* DOMINANTCOLOR_RED | … */
  int32_t role;      /* DOMINANTCOLOR_VIBRANT … DOMINANTCOLOR_DARK_MUTED */
} dominantcolor_description;

/* Describes an sRGB colour. */
dominantcolor_status dominantcolor_describe(
    uint8_t red, uint8_t green, uint8_t blue, dominantcolor_description *description,
    dominantcolor_error *error);

/* The lists of names. */
enum {
  DOMINANTCOLOR_NAMES_OF_CSS = 0,
  DOMINANTCOLOR_NAMES_OF_XKCD = 1
};

/* The name of one of several colours that are shown together. This struct never changes. */
typedef struct dominantcolor_palette_name {
  char text[64];              /* such as "teal" or "darker teal" */
  dominantcolor_name nearest; /* the name of a list that it is or ends in */
  int32_t list;               /* DOMINANTCOLOR_NAMES_OF_CSS, … */
  int32_t reserved;
} dominantcolor_palette_name;

/* Names colours that are shown together, such as those of a palette: no two have the same name.
 * `colors` holds red, green and blue of each; `names` has room for `count`, which is 0 to 64. */
dominantcolor_status dominantcolor_name_colors(
    const uint8_t *colors, size_t count, dominantcolor_palette_name *names,
    dominantcolor_error *error);

/* Averages ------------------------------------------------------------------------------------ */

/* The mean colour of a picture's pixels, for placeholders. This struct never changes. */
typedef struct dominantcolor_average {
  /* The mean of linear light, encoded again as sRGB: what the picture looks like from far away, or
   * scaled down rightly to one pixel. Red, green and blue. */
  uint8_t light[3];
  /* The mean of the encoded levels, which is darker where light and dark meet. */
  uint8_t levels[3];
  uint8_t is_present; /* 0: no pixel counts, and the colours are 0 */
  uint8_t reserved;
  uint64_t counted;     /* pixels that count, each alike whatever its alpha */
  uint64_t transparent; /* pixels below the minimum alpha */
  uint64_t filtered;    /* visible pixels that filters removed */
} dominantcolor_average;

/* The mean colour of every pixel of an encoded picture in memory. Of the options the minimum alpha,
 * the filters, the region and the limits are used; they may be NULL: the defaults. */
dominantcolor_status dominantcolor_average_of_bytes(
    const void *bytes, size_t count, const dominantcolor_options *options,
    dominantcolor_average *average, dominantcolor_error *error);

/* The mean colour of a picture file. */
dominantcolor_status dominantcolor_average_of_file(
    const char *path, const dominantcolor_options *options, dominantcolor_average *average,
    dominantcolor_error *error);

/* The mean colour of pixels. */
dominantcolor_status dominantcolor_average_of_pixels(
    const dominantcolor_pixels *pixels, const dominantcolor_options *options,
    dominantcolor_average *average, dominantcolor_error *error);

/* BlurHash ------------------------------------------------------------------------------------ */

/* A picture as some waves of colour, in a text that pages decode to a blurred placeholder
 * (https://blurha.sh). This struct never changes. */
typedef struct dominantcolor_blurhash {
  char text[176]; /* 4 + 2 * across * down characters and a NUL; empty where no pixel counts */
} dominantcolor_blurhash;

/* The BlurHash of an encoded picture in memory, turned upright, with 1 to 9 waves across and down; 4
 * and 3 are usual. Of the options the minimum alpha, the filters, the region and the limits are used:
 * what does not count is taken to have the mean colour of what does. */
dominantcolor_status dominantcolor_blurhash_of_bytes(
    const void *bytes, size_t count, int32_t across, int32_t down,
    const dominantcolor_options *options, dominantcolor_blurhash *hash, dominantcolor_error *error);

/* The BlurHash of a picture file. */
dominantcolor_status dominantcolor_blurhash_of_file(
    const char *path, int32_t across, int32_t down, const dominantcolor_options *options,
    dominantcolor_blurhash *hash, dominantcolor_error *error);

/* The BlurHash of pixels. */
dominantcolor_status dominantcolor_blurhash_of_pixels(
    const dominantcolor_pixels *pixels, int32_t across, int32_t down,
    const dominantcolor_options *options, dominantcolor_blurhash *hash, dominantcolor_error *error);

/* Histograms ---------------------------------------------------------------------------------- */

/* Counted pixels of one picture or a whole corpus, for all methods but kmeans. Histograms of
 * the same rules add up in any order to the same bytes and the same palette. Several threads may
 * use one histogram at once. */
typedef struct dominantcolor_histogram dominantcolor_histogram;

/* Makes an empty histogram. The options say which pixels count, and limit what is added. */
dominantcolor_status dominantcolor_histogram_new(
    const dominantcolor_options *options, dominantcolor_histogram **histogram,
    dominantcolor_error *error);

/* Frees a histogram; NULL is ignored. */
void dominantcolor_histogram_free(dominantcolor_histogram *histogram);

/* Adds every pixel of a picture in memory; on failure nothing is added. */
dominantcolor_status dominantcolor_histogram_add_bytes(
    dominantcolor_histogram *histogram, const void *bytes, size_t count,
    dominantcolor_error *error);

/* Adds every pixel of a picture file; on failure nothing is added. */
dominantcolor_status dominantcolor_histogram_add_file(
    dominantcolor_histogram *histogram, const char *path, dominantcolor_error *error);

/* Adds pixels. */
dominantcolor_status dominantcolor_histogram_add_pixels(
    dominantcolor_histogram *histogram, const dominantcolor_pixels *pixels,
    dominantcolor_error *error);

/* Adds the pixels of another histogram of the same rules. */
dominantcolor_status dominantcolor_histogram_merge(
    dominantcolor_histogram *histogram, const dominantcolor_histogram *other,
    dominantcolor_error *error);

/* Writes a histogram as bytes for another process or machine, in a versioned and canonical format:
 * equal histograms give equal bytes. Free them with dominantcolor_bytes_free. */
dominantcolor_status dominantcolor_histogram_serialize(
    const dominantcolor_histogram *histogram, uint8_t **bytes, size_t *count,
    dominantcolor_error *error);

/* Reads such bytes, which may come from anyone: they are checked. Of the options only the limits
 * and the count are used; NULL: the defaults. */
dominantcolor_status dominantcolor_histogram_deserialize(
    const void *bytes, size_t count, const dominantcolor_options *options,
    dominantcolor_histogram **histogram, dominantcolor_error *error);

/* The palette of a histogram: at most `count` colours, 1 to 64, or DOMINANTCOLOR_COUNT_AUTOMATIC; 0: as the options said. */
dominantcolor_status dominantcolor_histogram_palette(
    const dominantcolor_histogram *histogram, int32_t count,
    const dominantcolor_palette **palette, dominantcolor_error *error);

/* What a histogram was counted with: sets method, precision, minimum_alpha, the filters, hue_bins
 * and grey_threshold of the options, which must have been initialised, and nothing else. */
dominantcolor_status dominantcolor_histogram_rules(
    const dominantcolor_histogram *histogram, dominantcolor_options *options,
    dominantcolor_error *error);

/* Frees bytes that the library made; NULL is ignored. */
void dominantcolor_bytes_free(uint8_t *bytes);

/* Batches in Apache Arrow's C data interface -------------------------------------------------- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* The palettes of a column of encoded pictures, one row each.
 *
 * The input is an array of type binary ("z"), large binary ("Z") or binary view ("vz"); it is
 * borrowed and not released. The output is a struct array of as many rows with these columns, which
 * the caller releases:
 *
 *   color        utf8     "#rrggbb" of the dominant colour; null when there is none
 *   count        uint64   its pixels
 *   population   float64  its share of the counted pixels
 *   swatches     list<struct<color: utf8, count: uint64, population: float64>>
 *   counted, transparent, filtered   uint64
 *   width, height                    int64, of the picture turned upright
 *   exact        bool     false: a large JPEG by the means of its blocks
 *   absence      utf8     why there is no dominant colour
 *   warnings     list<utf8>
 *   status       int32    0, or the dominantcolor_status of this row
 *   error        utf8     why there is no palette
 *
 * A picture that cannot be decoded is a row with a status and an error and fails nothing else. A null
 * in the input is a null row in the output. */
dominantcolor_status dominantcolor_palettes_of_arrow(
    const struct ArrowSchema *input_schema, const struct ArrowArray *input,
    const dominantcolor_options *options, struct ArrowSchema *output_schema,
    struct ArrowArray *output, dominantcolor_error *error);

#ifdef __cplusplus
}
#endif

#endif
