// Method `histogram` in C, to show what Swift costs: the contract in ARCHITECTURE.md, written twice.
//
// A table has a row of four 32-bit words for each of 16 x 16 x 16 cells: the sums of red's, green's
// and blue's lower four bits, and the count. Images under 2^28 pixels fit. No filters; pixels with
// an alpha under 128 do not count.

#ifndef PEERS_CONTRACT_H
#define PEERS_CONTRACT_H

#include <stddef.h>
#include <stdint.h>

enum { CELLS = 4096, MINIMUM_ALPHA = 128 };

// One swatch: a colour and how many pixels its window holds.
struct swatch {
  uint8_t red, green, blue, unused;
  uint32_t count;
};

// Adds every pixel to the table; `table` has 4 * CELLS words, zeroed by the caller.
void plain_histogram(const uint8_t *pixels, size_t width, size_t height, uint32_t *table);

// Words of memory that run_histogram needs, aligned to 64 bytes and zeroed once; its first
// 4 * CELLS words are the table, which the caller zeroes again before the next call.
size_t run_histogram_words(void);
void run_histogram(const uint8_t *pixels, size_t width, size_t height, uint32_t *memory);

// The fullest windows of a table, at most `limit`; returns how many.
size_t find_windows(const uint32_t *table, size_t limit, struct swatch *swatches);

#endif
