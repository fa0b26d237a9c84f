/* Prints the palettes of files, and the palette of all of them together.
 *
 *   cc palette.c $(pkg-config --cflags --libs dominantcolor) -o palette
 *   ./palette photo.jpg drawing.png
 */
#include <dominantcolor.h>
#include <stdio.h>

static void print_palette(const char *name, const dominantcolor_palette *palette) {
  printf("%s:", name);
  if (palette->absence) printf(" no dominant colour: %s", palette->absence);
  for (size_t i = 0; i < palette->swatch_count; i++) {
    printf(" %s %.1f%%", palette->swatches[i].hex, 100 * palette->swatches[i].population);
  }
  printf("\n");
}

int main(int count, char **names) {
  dominantcolor_options options;
  dominantcolor_options_init(&options, sizeof options);
  options.count = 3;
  options.exact = 1;

  dominantcolor_error error;
  dominantcolor_histogram *corpus;
  if (dominantcolor_histogram_new(&options, &corpus, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  int failures = 0;
  for (int i = 1; i < count; i++) {
    const dominantcolor_palette *palette;
    if (dominantcolor_palette_of_file(names[i], &options, &palette, &error) ||
        dominantcolor_histogram_add_file(corpus, names[i], &error)) {
      fprintf(stderr, "%s\n", error.message);
      failures++;
    } else {
      print_palette(names[i], palette);
    }
    dominantcolor_palette_free(palette);
  }
  const dominantcolor_palette *palette;
  if (dominantcolor_histogram_palette(corpus, 0, &palette, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  print_palette("all", palette);
  dominantcolor_palette_free(palette);
  dominantcolor_histogram_free(corpus);
  return failures > 0;
}
