// The plainest loop: what a C programmer writes first.

#include "contract.h"

void plain_histogram(const uint8_t *pixels, size_t width, size_t height, uint32_t *table) {
  for (size_t i = 0; i < width * height; i++) {
    const uint8_t *p = pixels + 4 * i;
    if (p[3] < MINIMUM_ALPHA) continue;
    uint32_t *row = table + 4 * ((p[0] >> 4) * 256 + (p[1] >> 4) * 16 + (p[2] >> 4));
    row[0] += p[0] & 15;
    row[1] += p[1] & 15;
    row[2] += p[2] & 15;
    row[3] += 1;
  }
}
