// What Swift cannot express: a number that is opaque to the optimiser, bytes shuffled between
// vectors, and which bytes of a vector are equal.

#ifndef C_LANE_SHIMS_H
#define C_LANE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "CLanePixels.h"
#include "CLaneTransform.h"

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

// Copies bytes up to the first 0xFF, or as many as `limit`, and returns how many there are before it. Behind
// these it may copy others, the 0xFF first: up to 32 from the last multiple of 32 under `limit` are read and written.
static inline size_t clane_copy_plain(const uint8_t *source, uint8_t *target, size_t limit) {
  size_t place = 0;
#ifdef __SSE2__
  const __m128i escape = _mm_set1_epi8((char)0xFF);
  for (; place < limit; place += 32) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(source + place));
    const __m128i high = _mm_loadu_si128((const __m128i *)(source + place + 16));
    _mm_storeu_si128((__m128i *)(target + place), low);
    _mm_storeu_si128((__m128i *)(target + place + 16), high);
    const uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(low, escape)) |
                           (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(high, escape)) << 16;
    if (found != 0) {
      place += (size_t)__builtin_ctz(found);
      break;
    }
  }
#else
  for (; place < limit; place += 8) {
    uint64_t word;
    memcpy(&word, source + place, sizeof word);
    memcpy(target + place, &word, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    // The lowest byte of 0xFF, as the lowest of 0 in the complement.
    const uint64_t found = (~word - UINT64_C(0x0101010101010101)) & word & UINT64_C(0x8080808080808080);
    if (found != 0) {
      place += (size_t)__builtin_ctzll(found) / 8;
      break;
    }
  }
#endif
  return place < limit ? place : limit;
}

typedef int16_t clane_shorts __attribute__((vector_size(16)));
typedef int32_t clane_ints __attribute__((vector_size(16)));

// Numbers as the nearest of 16 bits.
static inline clane_shorts clane_narrow(clane_ints low, clane_ints high) {
#ifdef __SSE2__
  return (clane_shorts)__builtin_ia32_packssdw128(low, high);
#else
  clane_ints both[2] = {low, high};
  clane_shorts result = {0};
  for (int i = 0; i < 8; i++) {
    int32_t number = both[i / 4][i % 4];
    result[i] = (int16_t)(number < INT16_MIN ? INT16_MIN : number > INT16_MAX ? INT16_MAX : number);
  }
  return result;
#endif
}

// Numbers as the nearest of 0 to 255.
static inline clane_bytes clane_clamp(clane_shorts low, clane_shorts high) {
#ifdef __SSE2__
  return (clane_bytes)__builtin_ia32_packuswb128(low, high);
#else
  clane_shorts both[2] = {low, high};
  clane_bytes result = {0};
  for (int i = 0; i < 16; i++) {
    int16_t number = both[i / 8][i % 8];
    result[i] = (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number);
  }
  return result;
#endif
}

// Eight times sixteen numbers, shifted right by 18, as samples. Not 0 where one lies outside of
// -384...639.
static inline uint32_t clane_pack_samples(const int32_t *numbers, uint8_t *samples) {
  clane_words excess = {0};
  const clane_words offset = {384, 384, 384, 384, 384, 384, 384, 384};
  for (int i = 0; i < 8; i++) {
    clane_ints four[4];
    memcpy(four, numbers + 16 * i, sizeof four);
    clane_shorts low = clane_narrow(four[0] >> 18, four[1] >> 18);
    clane_shorts high = clane_narrow(four[2] >> 18, four[3] >> 18);
    excess |= ((clane_words)low + offset) >> 10 | ((clane_words)high + offset) >> 10;
    clane_bytes result = clane_clamp(low, high);
    memcpy(samples + 16 * i, &result, sizeof result);
  }
  clane_pairs found = (clane_pairs)excess;
  return (found[0] | found[1]) != 0;
}

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

// Gathers the numbers of sixteen blocks, eight times `eights` of each, so that those of a place lie side by side.
__attribute__((always_inline)) static inline void clane_gather(const void *blocks, int16_t *numbers,
                                                               size_t eights) {
  const int16_t *const *sources = blocks;
#if defined(__AVX2__)
  for (size_t first = 0; first < 8 * eights; first += 8) {
    __m256i rows[8], pairs[8], fours[8];
    for (int i = 0; i < 8; i++) {
      rows[i] = _mm256_inserti128_si256(
          _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(sources[i] + first))),
          _mm_loadu_si128((const __m128i *)(sources[i + 8] + first)), 1);
    }
    for (int i = 0; i < 8; i += 2) {
      pairs[i] = _mm256_unpacklo_epi16(rows[i], rows[i + 1]);
      pairs[i + 1] = _mm256_unpackhi_epi16(rows[i], rows[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
      fours[i] = _mm256_unpacklo_epi32(pairs[i], pairs[i + 2]);
      fours[i + 1] = _mm256_unpackhi_epi32(pairs[i], pairs[i + 2]);
      fours[i + 2] = _mm256_unpacklo_epi32(pairs[i + 1], pairs[i + 3]);
      fours[i + 3] = _mm256_unpackhi_epi32(pairs[i + 1], pairs[i + 3]);
    }
    for (size_t i = 0; i < 4; i++) {
      int16_t *target = numbers + 16 * (first + 2 * i);
      _mm256_storeu_si256((__m256i *)target, _mm256_unpacklo_epi64(fours[i], fours[i + 4]));
      _mm256_storeu_si256((__m256i *)(target + 16), _mm256_unpackhi_epi64(fours[i], fours[i + 4]));
    }
  }
#else
  for (size_t block = 0; block < 16; block++) {
    for (size_t place = 0; place < 8 * eights; place++) {
      numbers[16 * place + block] = sources[block][place];
    }
  }
#endif
}

#endif
