// What Swift cannot say: a number that the optimiser knows nothing about, and bytes shuffled between
// vectors.

#ifndef C_LANE_SHIMS_H
#define C_LANE_SHIMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The same number. Arithmetic on a condition stays arithmetic with it: the optimiser would make a
// branch of a block's end, which no predictor foresees and which would stop all lanes of a core.
static inline uint64_t clane_opaque(uint64_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

typedef uint8_t clane_bytes __attribute__((vector_size(16)));
typedef uint16_t clane_words __attribute__((vector_size(16)));
typedef uint32_t clane_longs __attribute__((vector_size(16)));
typedef uint64_t clane_pairs __attribute__((vector_size(16)));

#define CLANE_LOW_BYTES(a, b)                                                                  \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define CLANE_HIGH_BYTES(a, b)                                                                 \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define CLANE_LOW_WORDS(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define CLANE_HIGH_WORDS(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define CLANE_LOW_LONGS(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define CLANE_HIGH_LONGS(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)

// A row of 8 bytes of each of sixteen blocks, which come column by column: byte b of vector x goes to
// byte x of row b.
static inline void clane_transpose_rows(const uint8_t *columns, uint64_t *rows) {
  clane_bytes c[8];
  memcpy(c, columns, sizeof c);
  for (int half = 0; half < 2; half++) {
    clane_words pairs[4];
    for (int i = 0; i < 4; i++) {
      pairs[i] = half ? (clane_words)CLANE_HIGH_BYTES(c[2 * i], c[2 * i + 1])
                      : (clane_words)CLANE_LOW_BYTES(c[2 * i], c[2 * i + 1]);
    }
    clane_longs low[2] = {(clane_longs)CLANE_LOW_WORDS(pairs[0], pairs[1]),
                          (clane_longs)CLANE_LOW_WORDS(pairs[2], pairs[3])};
    clane_longs high[2] = {(clane_longs)CLANE_HIGH_WORDS(pairs[0], pairs[1]),
                           (clane_longs)CLANE_HIGH_WORDS(pairs[2], pairs[3])};
    clane_pairs found[4] = {(clane_pairs)CLANE_LOW_LONGS(low[0], low[1]),
                            (clane_pairs)CLANE_HIGH_LONGS(low[0], low[1]),
                            (clane_pairs)CLANE_LOW_LONGS(high[0], high[1]),
                            (clane_pairs)CLANE_HIGH_LONGS(high[0], high[1])};
    memcpy(rows + 8 * half, found, sizeof found);
  }
}

#endif
