// The checksum of PNG chunks, CRC-32.
//
// Where a processor multiplies without carries, 64 bytes are folded into 64 at a time, which is
// several times as fast as zlib's tables: V. Gopal et al., "Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction", Intel, 2009, with the constants that the paper gives
// for this polynomial in reflected order.
#include <zlib.h>

#include "CImageShims.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <emmintrin.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <wmmintrin.h>

static bool has_carryless_multiply(void) {
  static atomic_int known;  // 1 for no, 2 for yes
  int found = atomic_load_explicit(&known, memory_order_relaxed);
  if (found == 0) {
    unsigned a, b, c, d;
    found = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_PCLMUL) ? 2 : 1;
    atomic_store_explicit(&known, found, memory_order_relaxed);
  }
  return found == 2;
}

#define FOLDING static inline __attribute__((always_inline, target("pclmul")))

FOLDING __m128i load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

// What 16 bytes are as many bytes further on as the constants stand for, added to what is there.
FOLDING __m128i fold(__m128i bytes, __m128i constants, __m128i there) {
  __m128i low = _mm_clmulepi64_si128(bytes, constants, 0x00);
  __m128i high = _mm_clmulepi64_si128(bytes, constants, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), there);
}

// Of a multiple of 16 bytes, at least 64; `state` is the complement of a checksum.
static __attribute__((target("pclmul"))) uint32_t fold_blocks(uint32_t state, const uint8_t *bytes,
                                                              size_t count) {
  const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const __m128i by8 = _mm_set_epi64x(0, 0x163cd6124);
  const __m128i polynomial = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  const __m128i low_words = _mm_set_epi32(0, -1, 0, -1);
  __m128i x0 = _mm_xor_si128(load(bytes), _mm_cvtsi32_si128((int)state));
  __m128i x1 = load(bytes + 16), x2 = load(bytes + 32), x3 = load(bytes + 48);
  for (bytes += 64, count -= 64; count >= 64; bytes += 64, count -= 64) {
    x0 = fold(x0, by64, load(bytes));
    x1 = fold(x1, by64, load(bytes + 16));
    x2 = fold(x2, by64, load(bytes + 32));
    x3 = fold(x3, by64, load(bytes + 48));
  }
  x0 = fold(x0, by16, x1);
  x0 = fold(x0, by16, x2);
  x0 = fold(x0, by16, x3);
  for (; count >= 16; bytes += 16, count -= 16) x0 = fold(x0, by16, load(bytes));
  // 128 bits become 64, and those 32 by Barrett's reduction.
  x0 = _mm_xor_si128(_mm_srli_si128(x0, 8), _mm_clmulepi64_si128(x0, by16, 0x10));
  x0 = _mm_xor_si128(_mm_srli_si128(x0, 4),
                     _mm_clmulepi64_si128(_mm_and_si128(x0, low_words), by8, 0x00));
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(x0, low_words), polynomial, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low_words), polynomial, 0x00);
  return (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(_mm_xor_si128(x0, quotient), 4));
}
#endif

uint32_t cimage_crc32(uint32_t before, const uint8_t *bytes, size_t count) {
#if defined(__x86_64__)
  if (count >= 64 && has_carryless_multiply()) {
    size_t folded = count & ~(size_t)15;
    before = ~fold_blocks(~before, bytes, folded);
    bytes += folded;
    count -= folded;
  }
#endif
  return (uint32_t)crc32_z(before, bytes, count);
}
