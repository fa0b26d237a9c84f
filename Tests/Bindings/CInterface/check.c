/* Checks of libdominantcolor through its header alone, run with and without the address sanitizer.
 *
 * Usage: check PICTURES...    PNG or JPEG files; each is also cut short and changed
 */
#include <dominantcolor.h>

#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      failures++;                                                    \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

/* A status together with the words that belong to it. */
#define FAILS(call, expected, words)                                                      \
  do {                                                                                    \
    dominantcolor_error error;                                                            \
    dominantcolor_status status = (call);                                                 \
    if (status != (expected) || error.status != status || !strstr(error.message, words)) { \
      failures++;                                                                         \
      fprintf(stderr, "%s:%d: %d '%s'\n", __FILE__, __LINE__, status, error.message);     \
    }                                                                                     \
  } while (0)

static dominantcolor_options defaults(void) {
  dominantcolor_options options;
  memset(&options, 0xAA, sizeof options);
  dominantcolor_options_init(&options, sizeof options);
  return options;
}

static void check_options(void) {
  const dominantcolor_palette *palette;
  const uint8_t pixel[4] = {1, 2, 3, 255};
  dominantcolor_pixels pixels;
  dominantcolor_pixels_init(&pixels, sizeof pixels, pixel, 1, 1, DOMINANTCOLOR_RGBA);
  dominantcolor_options options = defaults();
  CHECK(options.size == sizeof options && options.max_pixels == 400000000 && options.count == 0);
  CHECK(options.max_seconds == 60 && options.minimum_alpha == 128 && options.white_above == -1);

#define REFUSES(field, value, words)                                                      \
  options = defaults();                                                                   \
  options.field = (value);                                                                \
  FAILS(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error),             \
        DOMINANTCOLOR_INVALID_ARGUMENT, words);                                           \
  CHECK(palette == NULL)

  REFUSES(count, 1000000, "count takes 1 to 64, not 1000000.");
  REFUSES(count, -2, "count takes 1 to 64, not -2.");
  REFUSES(method, 4, "method takes 0 to 3");
  REFUSES(precision, -1, "precision");
  REFUSES(minimum_alpha, 256, "minimum_alpha takes 0 to 255, not 256.");
  REFUSES(white_above, -2, "white_above takes 0 to 255 or -1, not -2.");
  REFUSES(black_below, 300, "black_below");
  REFUSES(grey_within, 256, "grey_within");
  REFUSES(hue_bins, 0, "hue_bins takes 1 to 1536");
  REFUSES(grey_threshold, -1, "grey_threshold");
  REFUSES(max_scans, -1, "max_scans takes 0 or more, not -1.");
  REFUSES(max_pixels, -1, "max_pixels");
  REFUSES(max_file_bytes, -5, "max_file_bytes");
  REFUSES(max_memory_bytes, -5, "max_memory_bytes");
  REFUSES(max_profile_bytes, -5, "max_profile_bytes");
  REFUSES(max_seconds, -0.5, "max_seconds");
  REFUSES(max_seconds, 0.0 / 0.0, "max_seconds");
  REFUSES(region_x, -1, "region_x takes 0 to 1000000000, not -1.0.");
  REFUSES(region_height, 0.0 / 0.0, "region_height");
  REFUSES(region_width, 3, "A region has a width and a height above 0, not 3.0 and 0.0.");
  REFUSES(region_unit, 2, "region_unit takes 0 to 1, not 2.");
  REFUSES(background, 3, "background takes 0 to 2, not 3.");
  REFUSES(gamut, 2, "gamut takes 0 to 1, not 2.");
  REFUSES(color_tolerance, 0.05, "color_tolerance takes 0.1 to 1, not 0.05.");
  REFUSES(color_tolerance, 0.0 / 0.0, "color_tolerance");
  REFUSES(size, 0, "has 96 bytes or more, not 0. Initialise it first.");
  REFUSES(size, (size_t)-1, "Initialise it first");

  /* A newer header: more bytes, of which this version knows the first. */
  struct {
    dominantcolor_options options;
    int64_t newer;
  } larger;
  memset(&larger, 0xAA, sizeof larger);
  dominantcolor_options_init(&larger.options, sizeof larger);
  CHECK(larger.newer == 0 && larger.options.size == sizeof larger);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &larger.options, &palette, NULL) == 0);
  dominantcolor_palette_free(palette);
  larger.newer = 1;
  FAILS(dominantcolor_palette_of_pixels(&pixels, &larger.options, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "a field that this version of the library does not have");
}

/* Bars at the edges of busy pixels are left out and told, unless the whole is asked for. */
static void check_bars(void) {
  enum { WIDTH = 80, HEIGHT = 100, BAR = 20 };
  static uint8_t memory[4 * WIDTH * HEIGHT];
  uint32_t state = 1;
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    const int is_bar = i < BAR * WIDTH || i >= (HEIGHT - BAR) * WIDTH;
    for (int channel = 0; channel < 3; channel++) {
      state = state * 1664525 + 1013904223;
      memory[4 * i + channel] = is_bar ? 0 : (uint8_t)(60 + (state >> 24) % 150);
    }
    memory[4 * i + 3] = 255;
  }
  const dominantcolor_palette *palette = NULL;
  dominantcolor_options options = defaults();
  dominantcolor_error error;
  dominantcolor_pixels pixels;
  dominantcolor_pixels_init(&pixels, sizeof pixels, memory, WIDTH, HEIGHT, DOMINANTCOLOR_RGBA);
  options.with_places = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->bars.top == BAR && palette->bars.bottom == BAR && palette->bars.left == 0);
  CHECK(palette->bars.right == 0 && palette->bars.red == 0 && palette->bars.blue == 0);
  CHECK(palette->counted == WIDTH * (HEIGHT - 2 * BAR) && palette->height == HEIGHT);
  CHECK(palette->places[0].y >= BAR);
  dominantcolor_palette_free(palette);
  options.whole = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->bars.top == 0 && palette->counted == WIDTH * HEIGHT);
  dominantcolor_palette_free(palette);
}

/* Colours are left out by words, with the levels of `showhide --without`. */
static void check_leaving_out(void) {
  const dominantcolor_palette *palette = NULL;
  dominantcolor_options options = defaults();
  dominantcolor_error error;
  CHECK(dominantcolor_options_leave_out(&options, "white", &error) == 0);
  CHECK(options.white_above == 240 && options.black_below == -1 && options.background == 0);
  CHECK(dominantcolor_options_leave_out(&options, "Black=30,grey,background", NULL) == 0);
  CHECK(options.white_above == 240 && options.black_below == 30 && options.grey_within == 16);
  CHECK(options.background == DOMINANTCOLOR_BACKGROUND_LEFT_OUT);
  const uint8_t pixels_of_two[8] = {250, 250, 250, 255, 200, 20, 30, 255};
  dominantcolor_pixels pixels;
  dominantcolor_pixels_init(&pixels, sizeof pixels, pixels_of_two, 2, 1, DOMINANTCOLOR_RGBA);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->swatch_count == 1 && palette->filtered == 1);
  CHECK(strcmp(palette->swatches[0].hex, "#c8141e") == 0);
  dominantcolor_palette_free(palette);
  CHECK(dominantcolor_options_leave_out(&options, "grey=255", &error) == 0);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->swatch_count == 0 && palette->absence_code == DOMINANTCOLOR_ALL_FILTERED);
  dominantcolor_palette_free(palette);
  dominantcolor_options before = options;
  FAILS(dominantcolor_options_leave_out(&options, "white=0,teal", &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "There is no 'teal' to leave out");
  FAILS(dominantcolor_options_leave_out(&options, "white=256", &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "white takes a level of 0 to 255, not 256.");
  FAILS(dominantcolor_options_leave_out(&options, "background=1", &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "background takes no level, not 1.");
  FAILS(dominantcolor_options_leave_out(&options, "\xff", &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "not UTF-8");
  FAILS(dominantcolor_options_leave_out(&options, NULL, &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "NULL");
  FAILS(dominantcolor_options_leave_out(NULL, "white", &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "NULL");
  CHECK(memcmp(&before, &options, sizeof options) == 0);
  /* A caller of the first version has no background that could be set. */
  options.size = 96;
  FAILS(dominantcolor_options_leave_out(&options, "background", &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "have no background");
  CHECK(dominantcolor_options_leave_out(&options, "white=7", &error) == 0);
  CHECK(options.white_above == 7);
}

/* Options of the first version have no region, and those of this one cut it out of any layout. */
static void check_regions(void) {
  const dominantcolor_palette *palette = NULL;
  dominantcolor_pixels pixels;
  dominantcolor_options options = defaults();
  dominantcolor_error error;
  uint8_t *memory = malloc(4 * 6 * 5 * 3);
  CHECK(options.region_width == 0 && options.region_height == 0 && options.region_unit == 0);
  options.size = 96;
  options.region_x = -7;
  dominantcolor_pixels_init(&pixels, sizeof pixels, memory, 6, 5, DOMINANTCOLOR_RGBA);
  memset(memory, 255, 4 * 6 * 5 * 3);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->counted == 30);
  dominantcolor_palette_free(palette);

  for (int channels = 1; channels <= 4; channels++) {
    dominantcolor_pixels_init(&pixels, sizeof pixels, memory, 6, 5, channels);
    for (int pixel = 0; pixel < 30; pixel++) {
      int is_inside = pixel % 6 >= 2 && pixel % 6 < 5 && pixel / 6 >= 1 && pixel / 6 < 3;
      memset(memory + pixel * channels, is_inside ? 200 : 10, channels);
    }
    options = defaults();
    options.minimum_alpha = 0;
    options.region_x = 2, options.region_y = 1, options.region_width = 3, options.region_height = 2;
    CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
    CHECK(palette->counted == 6 && palette->swatch_count == 1 && palette->width == 6);
    CHECK(strcmp(palette->swatches[0].hex, "#c8c8c8") == 0);
    dominantcolor_palette_free(palette);
    options.region_unit = DOMINANTCOLOR_REGION_PERCENT;
    options.region_x = 50, options.region_y = 0, options.region_width = 50;
    options.region_height = 1e9;
    CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
    CHECK(palette->counted == 15);
    dominantcolor_palette_free(palette);
    options.region_x = 300;
    CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
    CHECK(palette->counted == 0 && palette->absence_code == DOMINANTCOLOR_NO_PIXELS);
    dominantcolor_palette_free(palette);
  }
  free(memory);
}

/* Few colours are kept as they are where that is asked for, and means add up. */
static void check_few_colors(void) {
  const dominantcolor_palette *palette = NULL;
  dominantcolor_options options = defaults();
  dominantcolor_pixels pixels;
  dominantcolor_average average;
  dominantcolor_error error;
  uint8_t memory[4 * 3];
  for (int pixel = 0; pixel < 4; pixel++) {
    memcpy(memory + 3 * pixel, pixel == 3 ? "\x42\x8b\xec" : "\x42\x85\xf4", 3);
  }
  dominantcolor_pixels_init(&pixels, sizeof pixels, memory, 2, 2, DOMINANTCOLOR_RGB);
  CHECK(options.method == DOMINANTCOLOR_AUTOMATIC);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->distinct_colors == 2 && palette->swatch_count == 2);
  dominantcolor_palette_free(palette);
  options.method = DOMINANTCOLOR_DISTINCT;
  CHECK(options.few_colors == 0 && options.color_tolerance == 1 && options.seed == 0);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->distinct_colors == 0 && palette->swatch_count == 1);
  dominantcolor_palette_free(palette);
  options.few_colors = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->distinct_colors == 2 && palette->swatch_count == 2 && palette->counted == 4);
  CHECK(strcmp(palette->swatches[0].hex, "#4285f4") == 0 && palette->swatches[0].count == 3);
  CHECK(strcmp(palette->swatches[1].hex, "#428bec") == 0 && palette->places == NULL);
  dominantcolor_palette_free(palette);
  options.with_places = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->places[0].x == 0 && palette->places[0].width == 2);
  CHECK(palette->places[1].x == 1 && palette->places[1].y == 1 && palette->places[1].width == 1);
  CHECK(palette->places[1].height == 1 && palette->places[1].center_x == 1.5);
  dominantcolor_palette_free(palette);
  options.region_x = options.region_y = options.region_width = options.region_height = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->swatch_count == 1 && palette->places[0].x == 1 && palette->places[0].y == 1);
  dominantcolor_palette_free(palette);
  options = defaults();
  options.few_colors = 1;
  options.method = DOMINANTCOLOR_KMEANS;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->distinct_colors == 0);
  dominantcolor_palette_free(palette);

  /* Pixels in memory are sRGB, all of which Display P3 has. */
  memcpy(memory, "\xff\x00\x00\xff\x00\x00\xff\x00\x00\xff\x00\x00", 12);
  options = defaults();
  CHECK(options.gamut == DOMINANTCOLOR_SRGB && options.whole == 0);
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->swatch_count == 1 && palette->display_p3 == NULL);
  dominantcolor_palette_free(palette);
  options.gamut = DOMINANTCOLOR_DISPLAY_P3;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(strcmp(palette->swatches[0].hex, "#ff0000") == 0 && palette->display_p3[0].is_in_srgb == 1);
  CHECK(palette->display_p3[0].red > 0.9174 && palette->display_p3[0].red < 0.9176);
  CHECK(palette->display_p3[0].green > 0.2 && palette->display_p3[0].blue < 0.14);
  dominantcolor_palette_free(palette);

  memset(memory, 0, sizeof memory);
  memset(memory, 255, 6);
  CHECK(dominantcolor_average_of_pixels(&pixels, NULL, &average, &error) == 0);
  CHECK(average.is_present == 1 && average.counted == 4 && average.light[0] == 0xBC);
  CHECK(average.levels[2] == 0x80 && average.transparent == 0 && average.filtered == 0);
  options = defaults();
  options.region_width = options.region_height = 1;
  CHECK(dominantcolor_average_of_pixels(&pixels, &options, &average, &error) == 0);
  CHECK(average.counted == 1 && average.light[1] == 255 && average.levels[1] == 255);
  options.white_above = 250;
  CHECK(dominantcolor_average_of_pixels(&pixels, &options, &average, &error) == 0);
  CHECK(average.is_present == 0 && average.filtered == 1 && average.light[1] == 0);
  FAILS(dominantcolor_average_of_pixels(&pixels, NULL, NULL, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "no place for the average: it is NULL.");
  FAILS(dominantcolor_average_of_bytes("junk", 4, NULL, &average, &error),
        DOMINANTCOLOR_NOT_AN_IMAGE, "not a PNG");
  FAILS(dominantcolor_average_of_file("/nowhere.png", NULL, &average, &error),
        DOMINANTCOLOR_FILE_ACCESS, "/nowhere.png");
}

static void check_blurhash(void) {
  dominantcolor_blurhash hash;
  dominantcolor_error error;
  dominantcolor_pixels pixels;
  uint8_t memory[9 * 13 * 3];
  for (int y = 0; y < 9; y++) {
    for (int x = 0; x < 13; x++) {
      uint8_t *pixel = memory + 3 * (13 * y + x);
      pixel[0] = x * 19, pixel[1] = y * 28, pixel[2] = x * y * 7;
    }
  }
  dominantcolor_pixels_init(&pixels, sizeof pixels, memory, 13, 9, DOMINANTCOLOR_RGB);
  /* Made with the Python package blurhash 1.1.5. */
  CHECK(dominantcolor_blurhash_of_pixels(&pixels, 4, 3, NULL, &hash, &error) == 0);
  CHECK(strcmp(hash.text, "LmF=]k2+sPouunR%jwjKfwfTfTfS") == 0);
  CHECK(dominantcolor_blurhash_of_pixels(&pixels, 9, 9, NULL, &hash, &error) == 0);
  CHECK(strlen(hash.text) == 4 + 2 * 81);
  FAILS(dominantcolor_blurhash_of_pixels(&pixels, 0, 3, NULL, &hash, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "across takes 1 to 9, not 0.");
  FAILS(dominantcolor_blurhash_of_bytes("junk", 4, 4, 3, NULL, &hash, &error),
        DOMINANTCOLOR_NOT_AN_IMAGE, "not a PNG");
  FAILS(dominantcolor_blurhash_of_file("/nowhere.png", 4, 3, NULL, &hash, &error),
        DOMINANTCOLOR_FILE_ACCESS, "/nowhere.png");
  FAILS(dominantcolor_blurhash_of_pixels(&pixels, 4, 3, NULL, NULL, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
}

static void check_descriptions(void) {
  dominantcolor_description about;
  dominantcolor_error error;
  CHECK(dominantcolor_describe(0, 128, 128, &about, &error) == 0);
  CHECK(strcmp(about.css.text, "teal") == 0 && about.css.difference == 0 && about.css.green == 128);
  CHECK(about.xkcd.text[0] != 0 && about.xkcd.difference > 0);
  CHECK((about.families & DOMINANTCOLOR_TEAL) && !(about.families & DOMINANTCOLOR_RED));
  CHECK(about.role == DOMINANTCOLOR_MUTED && about.chroma > 0.09 && about.chroma < 0.1);
  CHECK(about.contrast_with_white > 4.7 && about.contrast_with_white < 4.8);
  CHECK(dominantcolor_describe(255, 255, 255, &about, &error) == 0);
  CHECK(about.families == (DOMINANTCOLOR_WHITE | DOMINANTCOLOR_LIGHT));
  CHECK(about.role == DOMINANTCOLOR_LIGHT_MUTED && about.contrast_with_black == 21);
  CHECK(dominantcolor_describe(120, 20, 10, &about, &error) == 0);
  CHECK((about.families & DOMINANTCOLOR_DARK) && about.role == DOMINANTCOLOR_DARK_VIBRANT);
  FAILS(dominantcolor_describe(1, 2, 3, NULL, &error), DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");

  const uint8_t colors[6] = {0, 128, 128, 0, 128, 128};
  dominantcolor_palette_name names[2];
  CHECK(dominantcolor_name_colors(colors, 2, names, &error) == 0);
  CHECK(strcmp(names[0].text, "teal") == 0 && names[0].list == DOMINANTCOLOR_NAMES_OF_CSS);
  CHECK(names[0].nearest.difference == 0 && strcmp(names[1].text, "teal") != 0);
  CHECK(strstr(names[1].text, names[1].nearest.text) && names[1].nearest.difference > 0);
  CHECK(dominantcolor_name_colors(NULL, 0, NULL, &error) == 0);
  FAILS(dominantcolor_name_colors(NULL, 1, names, &error), DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
  FAILS(dominantcolor_name_colors(colors, 2, NULL, &error), DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
  FAILS(dominantcolor_name_colors(colors, 65, names, &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "At most 64 colours");
}

/* A square on white: the background, and what colours are good for. */
static void check_roles(void) {
  enum { SIDE = 40 };
  static uint8_t bytes[SIDE * SIDE][3];
  for (int i = 0; i < SIDE * SIDE; i++) {
    int x = i % SIDE, y = i / SIDE;
    int inside = x >= 10 && x < 30 && y >= 10 && y < 30;
    bytes[i][0] = inside ? 200 : 255;
    bytes[i][1] = inside ? 20 : 255;
    bytes[i][2] = inside ? 30 : 255;
  }
  const dominantcolor_palette *palette;
  dominantcolor_error error;
  dominantcolor_pixels pixels;
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, SIDE, SIDE, DOMINANTCOLOR_RGB);
  dominantcolor_options options = defaults();
  options.method = DOMINANTCOLOR_DISTINCT;
  for (int use = 0; use <= 2; use++) {
    options.background = use;
    CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
    CHECK(palette->role_count == DOMINANTCOLOR_ROLE_COUNT && !palette->is_gradient);
    const dominantcolor_role *roles = palette->roles;
    CHECK(roles[DOMINANTCOLOR_VIBRANT].absence == NULL);
    CHECK(strcmp(roles[DOMINANTCOLOR_VIBRANT].color.hex, "#c8141e") == 0);
    CHECK(strstr(roles[DOMINANTCOLOR_DARK_MUTED].absence, "weak and dark"));
    CHECK(strcmp(roles[DOMINANTCOLOR_BRAND].color.hex, "#c8141e") == 0);
    CHECK(roles[DOMINANTCOLOR_BRAND].absence == NULL);
    const dominantcolor_role *ground = &roles[DOMINANTCOLOR_BACKGROUND];
    if (use == DOMINANTCOLOR_BACKGROUND_IGNORED) {
      CHECK(strcmp(ground->absence, "the background was not asked for") == 0);
      CHECK(roles[DOMINANTCOLOR_FOREGROUND].absence && ground->color.count == 0);
    } else {
      CHECK(ground->absence == NULL && ground->color.count == 1200 && ground->color.red == 255);
      CHECK(strcmp(roles[DOMINANTCOLOR_FOREGROUND].color.hex, "#c8141e") == 0);
    }
    int left_out = use == DOMINANTCOLOR_BACKGROUND_LEFT_OUT;
    CHECK(palette->swatch_count == (left_out ? 1 : 2));
    CHECK(palette->filtered == (left_out ? 1200 : 0));
    dominantcolor_palette_free(palette);
  }
  /* Planes, so that pixels come in bands. */
  pixels.row_stride = 3;
  pixels.pixel_stride = SIDE * 3;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->swatch_count == 1 && palette->roles[DOMINANTCOLOR_BACKGROUND].color.count == 1200);
  dominantcolor_palette_free(palette);
  /* The exact colours of what remains, and where they are. */
  options.method = DOMINANTCOLOR_HISTOGRAM;
  options.few_colors = options.with_places = 1;
  CHECK(dominantcolor_palette_of_pixels(&pixels, &options, &palette, &error) == 0);
  CHECK(palette->distinct_colors == 1 && palette->swatch_count == 1 && palette->filtered == 1200);
  CHECK(strcmp(palette->swatches[0].hex, "#c8141e") == 0 && palette->counted == 400);
  CHECK(palette->places[0].x == 10 && palette->places[0].y == 10);
  CHECK(palette->places[0].width == 20 && palette->places[0].height == 20);
  CHECK(strcmp(palette->roles[DOMINANTCOLOR_VIBRANT].color.hex, "#c8141e") == 0);
  dominantcolor_palette_free(palette);
}

static void check_pixels(void) {
  const dominantcolor_palette *palette = NULL;
  const dominantcolor_options *none = NULL;
  uint8_t bytes[4 * 6] = {0};
  dominantcolor_pixels pixels;
  dominantcolor_error error;

  /* No pixels, and none visible: ordinary answers. */
  dominantcolor_pixels_init(&pixels, sizeof pixels, NULL, 0, 5, DOMINANTCOLOR_RGB);
  CHECK(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error) == 0);
  CHECK(palette->swatch_count == 0 && palette->absence_code == DOMINANTCOLOR_NO_PIXELS);
  CHECK(strcmp(palette->absence, "the image has no pixels") == 0 && error.message[0] == 0);
  dominantcolor_palette_free(palette);
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, 3, 2, DOMINANTCOLOR_RGBA);
  CHECK(dominantcolor_palette_of_pixels(&pixels, none, &palette, NULL) == 0);
  CHECK(palette->absence_code == DOMINANTCOLOR_ALL_TRANSPARENT && palette->transparent == 6);
  dominantcolor_palette_free(palette);

  /* Every layout of the same six pixels gives the same palette. */
  for (int channels = 1; channels <= 4; channels++) {
    for (int layout = 0; layout < 4; layout++) {
      uint8_t *memory = malloc(6 * channels); /* exactly, so that the sanitizer sees one byte more */
      dominantcolor_pixels_init(&pixels, sizeof pixels, memory, 3, 2, channels);
      if (layout == 1) { /* upside down and mirrored */
        pixels.data = memory + 5 * channels;
        pixels.row_stride = -3 * channels;
        pixels.pixel_stride = -channels;
      } else if (layout == 2) { /* planes */
        pixels.row_stride = 3;
        pixels.pixel_stride = 1;
        pixels.channel_stride = 6;
      } else if (layout == 3) { /* columns first */
        pixels.row_stride = channels;
        pixels.pixel_stride = 2 * channels;
      }
      for (int y = 0; y < 2; y++) {
        for (int x = 0; x < 3; x++) {
          for (int c = 0; c < channels; c++) {
            int is_alpha = (channels == 2 && c == 1) || c == 3;
            *((uint8_t *)pixels.data + y * pixels.row_stride + x * pixels.pixel_stride +
              c * pixels.channel_stride) = is_alpha ? 255 : (uint8_t)(x == 2 ? 10 : 200 + c);
          }
        }
      }
      CHECK(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error) == 0);
      CHECK(palette->counted == 6 && palette->swatch_count == 2 && palette->width == 3);
      CHECK(palette->swatches[0].count == 4 && palette->swatches[0].red == 200);
      CHECK(strcmp(palette->swatches[0].hex, channels < 3 ? "#c8c8c8" : "#c8c9ca") == 0);
      CHECK(strcmp(palette->swatches[1].hex, "#0a0a0a") == 0);
      dominantcolor_palette_free(palette);
      free(memory);
    }
  }

  /* Shapes that are impossible, and one that only pretends to be small. */
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, -1, 2, DOMINANTCOLOR_RGBA);
  FAILS(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "-1 × 2 pixels is impossible");
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, 1, 1, 5);
  FAILS(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "channels takes 1 to 4, not 5.");
  dominantcolor_pixels_init(&pixels, sizeof pixels, NULL, 1, 1, DOMINANTCOLOR_GREY);
  FAILS(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "data is NULL");
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, INT64_MAX, INT64_MAX, DOMINANTCOLOR_RGBA);
  FAILS(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "beyond what can be addressed");
  dominantcolor_pixels_init(&pixels, sizeof pixels, bytes, INT64_MAX, INT64_MAX, DOMINANTCOLOR_GREY);
  pixels.row_stride = pixels.pixel_stride = 0;
  FAILS(dominantcolor_palette_of_pixels(&pixels, none, &palette, &error),
        DOMINANTCOLOR_LIMIT_EXCEEDED, "above the limit of 400000000");
  FAILS(dominantcolor_palette_of_pixels(NULL, none, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
}

static void check_pointers(void) {
  const dominantcolor_palette *palette;
  dominantcolor_histogram *histogram;
  uint8_t *bytes;
  size_t count;
  CHECK(dominantcolor_palette_of_bytes("", 0, NULL, NULL, NULL) == DOMINANTCOLOR_INVALID_ARGUMENT);
  FAILS(dominantcolor_palette_of_bytes(NULL, 5, NULL, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "The bytes are NULL.");
  FAILS(dominantcolor_palette_of_bytes(NULL, 0, NULL, &palette, &error),
        DOMINANTCOLOR_NOT_AN_IMAGE, "empty");
  FAILS(dominantcolor_palette_of_file(NULL, NULL, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "The path is NULL.");
  FAILS(dominantcolor_palette_of_file("", NULL, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "The path is empty.");
  FAILS(dominantcolor_palette_of_file("\xff", NULL, &palette, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "not valid UTF-8");
  FAILS(dominantcolor_palette_of_file("/no/such/file.png", NULL, &palette, &error),
        DOMINANTCOLOR_FILE_ACCESS, "'/no/such/file.png'");
  FAILS(dominantcolor_palette_of_file("/dev/null", NULL, &palette, &error),
        DOMINANTCOLOR_FILE_ACCESS, "device");
  FAILS(dominantcolor_histogram_new(NULL, NULL, &error), DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
  FAILS(dominantcolor_histogram_add_bytes(NULL, "", 0, &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "The histogram is NULL.");
  FAILS(dominantcolor_histogram_serialize(NULL, &bytes, &count, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "The histogram is NULL.");
  FAILS(dominantcolor_histogram_deserialize("DCHG", 4, NULL, &histogram, &error),
        DOMINANTCOLOR_INVALID_HISTOGRAM, "ends in its header");
  dominantcolor_options options = defaults();
  options.method = DOMINANTCOLOR_KMEANS;
  FAILS(dominantcolor_histogram_new(&options, &histogram, &error), DOMINANTCOLOR_INVALID_ARGUMENT,
        "Method kmeans has no histogram.");
  CHECK(histogram == NULL);

  /* A very long message is cut between characters. */
  char path[4096] = "/";
  for (int i = 0; i < 600; i++) strcat(path, "é€");
  dominantcolor_error error;
  CHECK(dominantcolor_palette_of_file(path, NULL, &palette, &error) == DOMINANTCOLOR_FILE_ACCESS);
  size_t length = strlen(error.message);
  CHECK(length >= sizeof error.message - 4 && length < sizeof error.message);

  dominantcolor_palette_free(NULL);
  dominantcolor_histogram_free(NULL);
  dominantcolor_bytes_free(NULL);
}

struct file {
  const char *path;
  uint8_t *bytes;
  size_t count;
};

static struct file load(const char *path) {
  struct file file = {path, NULL, 0};
  FILE *stream = fopen(path, "rb");
  if (!stream || fseek(stream, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  file.count = (size_t)ftell(stream);
  file.bytes = malloc(file.count ? file.count : 1);
  rewind(stream);
  if (fread(file.bytes, 1, file.count, stream) != file.count) exit(2);
  fclose(stream);
  return file;
}

static int same_palette(const dominantcolor_palette *a, const dominantcolor_palette *b) {
  return a->swatch_count == b->swatch_count && a->counted == b->counted && a->width == b->width &&
         memcmp(a->swatches, b->swatches, a->swatch_count * sizeof *a->swatches) == 0;
}

static void check_picture(struct file file) {
  const dominantcolor_palette *of_bytes, *of_file, *of_histogram;
  dominantcolor_histogram *histogram, *read;
  dominantcolor_error error;
  dominantcolor_options options = defaults();
  options.exact = 1;
  for (int method = DOMINANTCOLOR_HISTOGRAM; method <= DOMINANTCOLOR_HUE; method++) {
    options.method = method;
    CHECK(dominantcolor_palette_of_bytes(file.bytes, file.count, &options, &of_bytes, &error) == 0);
    CHECK(dominantcolor_palette_of_file(file.path, &options, &of_file, &error) == 0);
    CHECK(same_palette(of_bytes, of_file) && of_bytes->is_exact);
    CHECK(of_bytes->format == DOMINANTCOLOR_PNG || of_bytes->format == DOMINANTCOLOR_JPEG);
    if (method != DOMINANTCOLOR_KMEANS) {
      uint8_t *bytes, *again;
      size_t count, again_count;
      dominantcolor_options rules = defaults();
      CHECK(dominantcolor_histogram_new(&options, &histogram, &error) == 0);
      CHECK(dominantcolor_histogram_add_bytes(histogram, file.bytes, file.count, &error) == 0);
      CHECK(dominantcolor_histogram_add_bytes(histogram, file.bytes, file.count / 2, NULL) != 0);
      CHECK(dominantcolor_histogram_palette(histogram, 0, &of_histogram, &error) == 0);
      CHECK(of_histogram->counted == of_file->counted &&
            memcmp(of_histogram->swatches, of_file->swatches,
                   of_file->swatch_count * sizeof *of_file->swatches) == 0);
      dominantcolor_palette_free(of_histogram);
      CHECK(dominantcolor_histogram_serialize(histogram, &bytes, &count, &error) == 0);
      CHECK(dominantcolor_histogram_deserialize(bytes, count, NULL, &read, &error) == 0);
      CHECK(dominantcolor_histogram_serialize(read, &again, &again_count, &error) == 0);
      CHECK(count == again_count && memcmp(bytes, again, count) == 0);
      CHECK(dominantcolor_histogram_rules(read, &rules, &error) == 0 && rules.method == method);
      CHECK(dominantcolor_histogram_merge(histogram, histogram, &error) == 0);
      CHECK(dominantcolor_histogram_add_file(read, file.path, &error) == 0);
      dominantcolor_bytes_free(again);
      CHECK(dominantcolor_histogram_serialize(histogram, &again, &again_count, &error) == 0);
      dominantcolor_bytes_free(bytes);
      CHECK(dominantcolor_histogram_serialize(read, &bytes, &count, &error) == 0);
      CHECK(count == again_count && memcmp(bytes, again, count) == 0);
      dominantcolor_histogram_free(read);
      for (size_t cut = 0; cut < count; cut += count / 50 + 1) {
        CHECK(dominantcolor_histogram_deserialize(bytes, cut, NULL, &read, NULL) != 0);
        uint8_t was = bytes[cut];
        bytes[cut] ^= 0x55;
        CHECK(dominantcolor_histogram_deserialize(bytes, count, NULL, &read, NULL) != 0);
        bytes[cut] = was;
      }
      dominantcolor_bytes_free(bytes);
      dominantcolor_bytes_free(again);
      dominantcolor_histogram_free(histogram);
    }
    dominantcolor_palette_free(of_bytes);
    dominantcolor_palette_free(of_file);
  }
  /* Cut and changed copies: a palette or an error with words, never a crash. */
  uint8_t *copy = malloc(file.count);
  for (int step = 0; step < 40; step++) {
    size_t cut = file.count * (size_t)step / 40;
    memcpy(copy, file.bytes, file.count);
    for (int change = 0; change < 8; change++) {
      copy[(cut * 31 + (size_t)change * 7919) % file.count] ^= (uint8_t)(1 << change);
    }
    const size_t counts[] = {cut, file.count};
    for (int kind = 0; kind < 2; kind++) {
      options.method = DOMINANTCOLOR_HISTOGRAM;
      options.allow_partial = step & 1;
      if (dominantcolor_palette_of_bytes(copy, counts[kind], &options, &of_bytes, &error)) {
        CHECK(of_bytes == NULL && error.status != 0 && error.message[0] != 0);
      }
      dominantcolor_palette_free(of_bytes);
    }
  }
  free(copy);
  options = defaults();
  options.max_pixels = 0;
  FAILS(dominantcolor_palette_of_file(file.path, &options, &of_file, &error),
        DOMINANTCOLOR_LIMIT_EXCEEDED, "Raise the limit if you trust the source.");
}

/* Threads and processes ----------------------------------------------------------------------- */

static struct file shared_file;
static const dominantcolor_palette *shared_answer;

static void *work(void *histogram) {
  for (int i = 0; i < 4; i++) {
    const dominantcolor_palette *palette;
    CHECK(dominantcolor_palette_of_bytes(shared_file.bytes, shared_file.count, NULL, &palette,
                                         NULL) == 0);
    CHECK(same_palette(palette, shared_answer));
    dominantcolor_palette_free(palette);
    CHECK(dominantcolor_histogram_add_bytes(histogram, shared_file.bytes, shared_file.count,
                                            NULL) == 0);
  }
  return NULL;
}

/* Children of a process whose threads are at work. Not with GCC's address sanitizer: its allocator
   does not take its own locks at a fork (GCC 12: 38 of 300 children wait for ever; without it none of
   2,600), so check.sh runs this file without sanitizers too. */
static void check_forks(void) {
#if !defined(__SANITIZE_ADDRESS__) || defined(__clang__)
  for (int i = 0; i < 5; i++) {
    pid_t child = fork();
    if (child == 0) {
      dominantcolor_histogram *own;
      int failed = dominantcolor_histogram_new(NULL, &own, NULL);
      failures = 0;
      alarm(60);
      work(own);
      _exit(failed || failures);
    }
    int status = 1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
#endif
}

static void check_threads(void) {
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  dominantcolor_histogram *histogram;
  CHECK(dominantcolor_palette_of_bytes(shared_file.bytes, shared_file.count, NULL, &shared_answer,
                                       NULL) == 0);
  CHECK(dominantcolor_histogram_new(NULL, &histogram, NULL) == 0);
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, histogram);
  check_forks();
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  const dominantcolor_palette *all;
  CHECK(dominantcolor_histogram_palette(histogram, 1, &all, NULL) == 0);
  CHECK(all->counted == 4 * THREADS * shared_answer->counted && all->swatch_count == 1);
  dominantcolor_palette_free(all);
  dominantcolor_palette_free(shared_answer);
  dominantcolor_histogram_free(histogram);
}

/* Arrow --------------------------------------------------------------------------------------- */

static void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray *array) { array->release = NULL; }

static int is_valid(const struct ArrowArray *array, int64_t row) {
  const uint8_t *bits = array->buffers[0];
  return !bits || bits[row / 8] >> (row % 8) & 1;
}

static void check_text(const struct ArrowArray *array, int64_t row, const char *expected) {
  const int32_t *offsets = array->buffers[1];
  const char *text = (const char *)array->buffers[2] + offsets[row];
  size_t length = (size_t)(offsets[row + 1] - offsets[row]);
  CHECK(is_valid(array, row) && strlen(expected) == length && memcmp(text, expected, length) == 0);
}

static void check_arrow(void) {
  /* A row that the offset skips, a picture, null, and bytes that are no picture. */
  const size_t size = shared_file.count;
  uint8_t *data = malloc(size + 8);
  memcpy(data, "skip", 4);
  memcpy(data + 4, shared_file.bytes, size);
  memcpy(data + 4 + size, "junk", 4);
  int32_t offsets[] = {0, 4, (int32_t)(4 + size), (int32_t)(4 + size), (int32_t)(8 + size)};
  uint8_t valid = 0xB;
  const void *buffers[] = {&valid, offsets, data};
  struct ArrowSchema schema = {.format = "z", .release = keep_schema};
  struct ArrowArray array = {.length = 3, .null_count = 1, .offset = 1, .n_buffers = 3,
                             .buffers = buffers, .release = keep_array};
  struct ArrowSchema out_schema;
  struct ArrowArray out;
  dominantcolor_error error;
  const dominantcolor_palette *palette;
  CHECK(dominantcolor_palette_of_bytes(shared_file.bytes, size, NULL, &palette, NULL) == 0);
  CHECK(dominantcolor_palettes_of_arrow(&schema, &array, NULL, &out_schema, &out, &error) == 0);
  CHECK(strcmp(out_schema.format, "+s") == 0 && out_schema.n_children == 14);
  CHECK(out.length == 3 && out.null_count == 1 && out.n_children == 14);
  CHECK(is_valid(&out, 0) && !is_valid(&out, 1) && is_valid(&out, 2));
  for (int64_t i = 0; i < out.n_children; i++) {
    CHECK(out.children[i]->length == 3 && ((uintptr_t)out.children[i]->buffers[1] & 63) == 0);
  }
  CHECK(strcmp(out_schema.children[0]->name, "color") == 0);
  check_text(out.children[0], 0, palette->dominant.hex);
  CHECK(!is_valid(out.children[0], 1) && !is_valid(out.children[0], 2));
  CHECK(((const uint64_t *)out.children[1]->buffers[1])[0] == palette->dominant.count);
  CHECK(((const int32_t *)out.children[3]->buffers[1])[3] == (int32_t)palette->swatch_count);
  CHECK(((const int32_t *)out.children[12]->buffers[1])[2] == DOMINANTCOLOR_NOT_AN_IMAGE);
  CHECK(!is_valid(out.children[13], 0));
  dominantcolor_palette_free(palette);
  CHECK(dominantcolor_palette_of_bytes("junk", 4, NULL, &palette, &error) != 0);
  check_text(out.children[13], 2, error.message);

  /* A consumer may take a child away and release it later. */
  struct ArrowArray moved = *out.children[3];
  out.children[3]->release = NULL;
  out.release(&out);
  CHECK(out.release == NULL);
  moved.release(&moved);
  out_schema.release(&out_schema);

  offsets[1] = (int32_t)(6 + size); /* out of order */
  CHECK(dominantcolor_palettes_of_arrow(&schema, &array, NULL, &out_schema, &out, &error) == 0);
  CHECK(((const int32_t *)out.children[12]->buffers[1])[0] == DOMINANTCOLOR_INVALID_ARGUMENT);
  CHECK(is_valid(out.children[13], 0) && is_valid(out.children[13], 2));
  out.release(&out);
  out_schema.release(&out_schema);
  schema.format = "u";
  FAILS(dominantcolor_palettes_of_arrow(&schema, &array, NULL, &out_schema, &out, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "has the Arrow format 'u'");
  CHECK(out.release == NULL && out_schema.release == NULL);
  array.n_buffers = 2;
  schema.format = "z";
  FAILS(dominantcolor_palettes_of_arrow(&schema, &array, NULL, &out_schema, &out, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "buffers of its type");
  schema.release = NULL;
  FAILS(dominantcolor_palettes_of_arrow(&schema, &array, NULL, &out_schema, &out, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "released");
  FAILS(dominantcolor_palettes_of_arrow(NULL, NULL, NULL, &out_schema, &out, &error),
        DOMINANTCOLOR_INVALID_ARGUMENT, "NULL");
  free(data);
}

int dominantcolor_check(int count, char *const *names) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d%s", DOMINANTCOLOR_VERSION_MAJOR,
           DOMINANTCOLOR_VERSION_MINOR, DOMINANTCOLOR_VERSION_PATCH, DOMINANTCOLOR_VERSION_SUFFIX);
  CHECK(strcmp(dominantcolor_version(), version) == 0);
  check_options();
  check_bars();
  check_leaving_out();
  check_regions();
  check_few_colors();
  check_descriptions();
  check_blurhash();
  check_roles();
  check_pixels();
  check_pointers();
  for (int i = 1; i < count; i++) {
    struct file file = load(names[i]);
    check_picture(file);
    if (i == 1) shared_file = file;
    if (i > 1) free(file.bytes);
  }
  if (count > 1) {
    check_threads();
    check_arrow();
    free(shared_file.bytes);
  }
  if (failures) fprintf(stderr, "check: %d failed\n", failures);
  if (!failures) printf("check: all of libdominantcolor %s as its header says\n", version);
  return failures != 0;
}

/* The Swift tests call the function above; this is for the sanitizers. */
#ifdef CHECK_MAIN
#if !defined(__SANITIZE_ADDRESS__) || defined(__clang__)
/* The answers of each method, with what it uses for the first time. */
static void *use_first(void *unused) {
  (void)unused;
  for (int method = DOMINANTCOLOR_HISTOGRAM; method <= DOMINANTCOLOR_DISTINCT; method++) {
    const dominantcolor_palette *palette;
    dominantcolor_options options = defaults();
    options.method = method;
    CHECK(dominantcolor_palette_of_bytes(shared_file.bytes, shared_file.count, &options, &palette,
                                         NULL) == 0);
    dominantcolor_palette_free(palette);
  }
  return NULL;
}

/* A process that forks while its threads use the library for the first time; whether the child's answers come. */
static int forks_at_first_use(unsigned microseconds) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use_first, NULL);
  usleep(microseconds);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    use_first(NULL);
    _exit(failures != 0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return status == 0 && !failures;
}

/* To be called before anything else, in a process without threads. Without the gate in CForkGate 35 of 40 such
   processes have a child that waits for ever. */
static void check_forks_at_first_use(const char *name) {
  shared_file = load(name);
  for (unsigned i = 0; i < 40; i++) {
    pid_t process = fork();
    if (process == 0) _exit(!forks_at_first_use(i * 50));
    int status = 1;
    waitpid(process, &status, 0);
    CHECK(status == 0);
  }
  free(shared_file.bytes);
}
#else
static void check_forks_at_first_use(const char *name) { (void)name; }
#endif

/* What signals do. A parent may let its children ignore some: a shell those of Ctrl-C, nohup that of a
   closed terminal. */
static void note_signals(struct sigaction actions[32]) {
  for (int number = 1; number < 32; number++) sigaction(number, NULL, &actions[number]);
}

int main(int count, char **names) {
  struct sigaction before[32] = {0}, after[32] = {0};
  note_signals(before);
  if (count > 1) check_forks_at_first_use(names[1]);
  int failed = dominantcolor_check(count, names);
  note_signals(after);
  for (int number = 1; number < 32; number++) {
    CHECK(before[number].sa_handler == after[number].sa_handler);
  }
  return failed || failures;
}
#endif
