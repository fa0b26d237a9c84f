// Rows as libjpeg gives them, made RGBA in place.

#ifndef C_IMAGE_JPEG_PIXELS_H
#define C_IMAGE_JPEG_PIXELS_H

#include <stdint.h>
#include <string.h>

typedef uint8_t cimage_bytes __attribute__((vector_size(16)));
typedef uint16_t cimage_words __attribute__((vector_size(32)));

// Four pixels of inks, made RGBA.
static inline cimage_bytes cimage_rgba_of_inks(cimage_bytes inks) {
  cimage_words values = __builtin_convertvector(inks, cimage_words);
  cimage_words blacks = __builtin_shufflevector(values, values, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11,
                                                11, 15, 15, 15, 15);
  // (values * blacks + 127) / 255: x / 255 is (x + 1 + (x >> 8)) >> 8 for every x under 65535, and
  // these are at most 65152.
  cimage_words sums = values * blacks + 127;
  cimage_bytes colors = __builtin_convertvector((sums + 1 + (sums >> 8)) >> 8, cimage_bytes);
  const cimage_bytes opaque = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255};
  return colors | opaque;
}

// The four inks are stored inverted (Adobe's way): 255 is no ink. Multiplying each with the
// black channel gives red, green and blue; in place, a pixel has four bytes before and after.
static inline void cimage_turn_inks_to_rgba(uint8_t *row, uint32_t width) {
  while (width > 0) {
    const uint32_t count = width < 4 ? width : 4;
    cimage_bytes pixels = {0};
    // Of a known size where it can be, so that it is one load.
    if (count == 4) {
      memcpy(&pixels, row, sizeof pixels);
      pixels = cimage_rgba_of_inks(pixels);
      memcpy(row, &pixels, sizeof pixels);
    } else {
      memcpy(&pixels, row, 4 * count);
      pixels = cimage_rgba_of_inks(pixels);
      memcpy(row, &pixels, 4 * count);
    }
    row += 4 * (uint64_t)count;
    width -= count;
  }
}

// From the last pixel backwards, so that the three bytes a pixel are read before they are
// overwritten by the four of a pixel before them.
static inline void cimage_spread_rgb_to_rgba(uint8_t *row, uint32_t width) {
  for (uint32_t x = width; x-- > 0;) {
    uint8_t red = row[3 * x], green = row[3 * x + 1], blue = row[3 * x + 2];
    row[4 * x] = red;
    row[4 * x + 1] = green;
    row[4 * x + 2] = blue;
    row[4 * x + 3] = 255;
  }
}

#endif
