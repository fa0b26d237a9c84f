// The search for the fullest windows of 2 x 2 x 2 cells, and their exact means.

#include <string.h>

#include "contract.h"

enum { SIDE = 16, POSITIONS = 15 };

size_t find_windows(const uint32_t *table, size_t limit, struct swatch *swatches) {
  uint64_t counts[CELLS], windows[CELLS];
  for (size_t i = 0; i < CELLS; i++) counts[i] = table[4 * i + 3];
  memcpy(windows, counts, sizeof windows);
  for (size_t step = 1; step < CELLS; step *= SIDE)
    for (size_t i = 0; i < CELLS; i++) windows[i] += i + step < CELLS ? windows[i + step] : 0;
  size_t found = 0;
  while (found < limit) {
    size_t best = 0;
    uint64_t most = 0;
    for (size_t r = 0; r < POSITIONS; r++)
      for (size_t g = 0; g < POSITIONS; g++)
        for (size_t b = 0; b < POSITIONS; b++) {
          size_t i = (r * SIDE + g) * SIDE + b;
          if (windows[i] > most) most = windows[i], best = i;
        }
    if (most == 0) break;
    uint64_t sums[3] = {0};
    for (size_t corner = 0; corner < 8; corner++) {
      size_t r = best / 256 + (corner >> 2), g = best / 16 % 16 + (corner >> 1 & 1),
             b = best % 16 + (corner & 1), i = (r * SIDE + g) * SIDE + b;
      uint64_t count = counts[i];
      if (count == 0) continue;
      sums[0] += table[4 * i] + 16 * r * count;
      sums[1] += table[4 * i + 1] + 16 * g * count;
      sums[2] += table[4 * i + 2] + 16 * b * count;
      counts[i] = 0;
      for (size_t wr = r - (r > 0); wr <= r; wr++)
        for (size_t wg = g - (g > 0); wg <= g; wg++)
          for (size_t wb = b - (b > 0); wb <= b; wb++)
            windows[(wr * SIDE + wg) * SIDE + wb] -= count;
    }
    swatches[found++] = (struct swatch){
        .red = (uint8_t)((2 * sums[0] + most) / (2 * most)),
        .green = (uint8_t)((2 * sums[1] + most) / (2 * most)),
        .blue = (uint8_t)((2 * sums[2] + most) / (2 * most)),
        .count = (uint32_t)most};
  }
  return found;
}
