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

// The byte in which a place's bit is: 21 bits from the third on, in one instruction where there is
// one.
static inline uint32_t clane_byte(uint32_t place) {
#if defined(__x86_64__) && defined(__BMI__)
  return __builtin_ia32_bextr_u32(place, 21 << 8 | 3);
#else
  return place >> 3 & 0x1FFFFF;
#endif
}

#endif
