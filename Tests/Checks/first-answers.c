/* Prints what the C library answers without an option, as Tests/Fixtures/FirstAnswers/answers.tsv has it.
 *
 * Usage: first-answers PICTURE...
 */
#include <dominantcolor.h>
#include <inttypes.h>
#include <stdio.h>

int main(int count, char **names) {
  for (int name = 1; name < count; name++) {
    const dominantcolor_palette *palette;
    dominantcolor_error error;
    if (dominantcolor_palette_of_file(names[name], NULL, &palette, &error)) {
      fprintf(stderr, "%s\n", error.message);
      return 1;
    }
    printf("%s\t", names[name]);
    if (palette->distinct_colors > 0) {
      printf("%" PRId64, (int64_t)palette->distinct_colors);
    } else {
      printf("-");
    }
    printf("\t%s\t", palette->swatch_count > 0 ? palette->dominant.hex : "-");
    for (size_t i = 0; i < palette->swatch_count; i++) {
      printf("%s%s %" PRIu64, i > 0 ? " " : "", palette->swatches[i].hex, palette->swatches[i].count);
    }
    printf("%s\n", palette->swatch_count > 0 ? "" : "-");
    dominantcolor_palette_free(palette);
  }
  return 0;
}
