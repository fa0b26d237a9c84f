// What Swift cannot say: a number that the optimiser knows nothing about.

#ifndef C_LANE_SHIMS_H
#define C_LANE_SHIMS_H

#include <stdint.h>

// The same number. Arithmetic on a condition stays arithmetic with it: the optimiser would make a
// branch of a block's end, which no predictor foresees and which would stop all lanes of a core.
static inline uint64_t clane_opaque(uint64_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

#endif
