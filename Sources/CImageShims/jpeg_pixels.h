// Rows as libjpeg gives them, made RGBA in place.

#ifndef C_IMAGE_JPEG_PIXELS_H
#define C_IMAGE_JPEG_PIXELS_H

#include <stdint.h>

// The four inks are stored inverted (Adobe's way): 255 is no ink. Multiplying each with the
// black channel gives red, green and blue; in place, a pixel has four bytes before and after.
static inline void cimage_turn_inks_to_rgba(uint8_t *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    uint32_t black = row[3];
    row[0] = (uint8_t)((row[0] * black + 127) / 255);
    row[1] = (uint8_t)((row[1] * black + 127) / 255);
    row[2] = (uint8_t)((row[2] * black + 127) / 255);
    row[3] = 255;
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
