// The vector steps of Sources/Pictures/RowBodies, as header-inline functions.
//
// Why C: Swift's SIMD types have no lane shuffle, no minimum of vectors that becomes one
// instruction, and their integer operators are unrolled lane by lane. Each function is one step;
// there is no loop over pixels here. Being `static inline`, they are compiled into the importing
// Swift module with that module's -march. Plain clang vector extensions serve every target; an #if
// is used only where one instruction decides.

#ifndef C_ROW_SHIMS_H
#define C_ROW_SHIMS_H

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define CROW_INLINE static inline __attribute__((always_inline))

typedef uint8_t crow_u8x4 __attribute__((ext_vector_type(4)));
// Eight pixels of four bytes, one of each of eight rows, or any other 32 bytes.
typedef uint8_t crow_u8x32 __attribute__((ext_vector_type(32)));
typedef uint32_t crow_u32x8 __attribute__((ext_vector_type(8)));

CROW_INLINE crow_u8x32 crow_bytes(crow_u32x8 pixels) { return (crow_u8x32)pixels; }

// Pixels with the bits of another one set in each.
CROW_INLINE crow_u32x8 crow_pixels(crow_u8x32 bytes, uint32_t bits) {
  return (crow_u32x8)bytes | bits;
}

// The pixels of lanes 0 to 6 moved on to lanes 1 to 7; lane 0 is another one.
CROW_INLINE crow_u8x32 crow_move_on(crow_u8x32 pixels, uint32_t first) {
  crow_u32x8 words = (crow_u32x8)pixels, other = {first, 0, 0, 0, 0, 0, 0, 0};
  return (crow_u8x32)__builtin_shufflevector(words, other, 8, 0, 1, 2, 3, 4, 5, 6);
}

// The same; lane 0 is lane 7 of other pixels.
CROW_INLINE crow_u8x32 crow_move_on_behind(crow_u8x32 pixels, crow_u8x32 before) {
  return (crow_u8x32)__builtin_shufflevector((crow_u32x8)pixels, (crow_u32x8)before, 15, 0, 1, 2, 3,
                                             4, 5, 6);
}

CROW_INLINE crow_u8x32 crow_and(crow_u8x32 left, crow_u8x32 right) { return left & right; }

// Modulo 256.
CROW_INLINE crow_u8x32 crow_add(crow_u8x32 left, crow_u8x32 right) { return left + right; }

// `yes` where the mask is all ones, `no` where it is 0. A macro, because functions of this file
// cannot hand vectors to each other where they are wider than registers.
#if defined(__AVX2__)
#define CROW_SELECT(mask, yes, no) \
  (crow_u8x32) _mm256_blendv_epi8((__m256i)(no), (__m256i)(yes), (__m256i)(mask))
#else
#define CROW_SELECT(mask, yes, no) (((mask) & (yes)) | (~(mask) & (no)))
#endif

CROW_INLINE crow_u8x32 crow_select(crow_u8x32 mask, crow_u8x32 yes, crow_u8x32 no) {
  return CROW_SELECT(mask, yes, no);
}

// The whole part of the mean of two bytes.
CROW_INLINE crow_u8x32 crow_mean(crow_u8x32 left, crow_u8x32 right) {
  return (left & right) + ((left ^ right) >> 1);
}

// Paeth's predictor: of left, above and above left, the one nearest to left + above − above left;
// the first of them in a tie.
//
// That sum is as far from `left` as `above` is from `corner`, and the other way round. It is nearer
// to `corner` than to both only where these lie on different sides of it: their distances from it
// then have to be subtracted, which needs no more than 8 bits.
CROW_INLINE crow_u8x32 crow_paeth(crow_u8x32 left, crow_u8x32 above, crow_u8x32 corner) {
  crow_u8x32 left_over = __builtin_elementwise_sub_sat(left, corner);
  crow_u8x32 left_under = __builtin_elementwise_sub_sat(corner, left);
  crow_u8x32 above_over = __builtin_elementwise_sub_sat(above, corner);
  crow_u8x32 above_under = __builtin_elementwise_sub_sat(corner, above);
  crow_u8x32 to_left = above_over | above_under, to_above = left_over | left_under;
  crow_u8x32 least = __builtin_elementwise_min(to_left, to_above);
  crow_u8x32 most = __builtin_elementwise_max(to_left, to_above);
  crow_u8x32 apart = __builtin_elementwise_min(left_over, above_under) |
                     __builtin_elementwise_min(left_under, above_over);
  crow_u8x32 to_corner = (most - least) | (crow_u8x32)(apart == 0);
  crow_u8x32 side_is_nearer =
      (crow_u8x32)(__builtin_elementwise_max(to_corner, least) == to_corner);
  crow_u8x32 left_is_nearer = (crow_u8x32)(least == to_left);
  const crow_u8x32 side = CROW_SELECT(left_is_nearer, left, above);
  return CROW_SELECT(side_is_nearer, side, corner);
}

// Eight pixels of eight rows, of which each is so many bytes behind the one above: first as they lie,
// then pixel by pixel, all rows in one vector, or the other way round. Of each row four pixels lie
// beside those of the fourth row below, so that no lane of 16 bytes is crossed.
// Whether that pays: not where a shuffle of bytes is many instructions.
CROW_INLINE int crow_has_eight(void) {
#if defined(__AVX2__)
  return 1;
#else
  return 0;
#endif
}

//     rows[0]   a0 a1 a2 a3 | e0 e1 e2 e3     rows a to h, of each four pixels of eight
//     rows[1]   b0 b1 b2 b3 | f0 f1 f2 f3
//     even      a0 b0 a1 b1 | e0 f0 e1 f1
//     rows[0]   a0 b0 c0 d0 | e0 f0 g0 h0     afterwards: pixel 0 of all rows
CROW_INLINE void crow_turn(crow_u32x8 *_Nonnull eight) {
  for (int half = 0; half < 8; half += 4) {
    crow_u32x8 *rows = eight + half;
    crow_u32x8 even = __builtin_shufflevector(rows[0], rows[1], 0, 8, 1, 9, 4, 12, 5, 13);
    crow_u32x8 odd = __builtin_shufflevector(rows[0], rows[1], 2, 10, 3, 11, 6, 14, 7, 15);
    crow_u32x8 even_below = __builtin_shufflevector(rows[2], rows[3], 0, 8, 1, 9, 4, 12, 5, 13);
    crow_u32x8 odd_below = __builtin_shufflevector(rows[2], rows[3], 2, 10, 3, 11, 6, 14, 7, 15);
    rows[0] = __builtin_shufflevector(even, even_below, 0, 1, 8, 9, 4, 5, 12, 13);
    rows[1] = __builtin_shufflevector(even, even_below, 2, 3, 10, 11, 6, 7, 14, 15);
    rows[2] = __builtin_shufflevector(odd, odd_below, 0, 1, 8, 9, 4, 5, 12, 13);
    rows[3] = __builtin_shufflevector(odd, odd_below, 2, 3, 10, 11, 6, 7, 14, 15);
  }
}

// Of pixels of four bytes.
CROW_INLINE void crow_read_four(void *_Nonnull vectors, const uint8_t *_Nonnull address,
                                long step) {
  crow_u32x8 *eight = vectors;
  for (int row = 0; row < 4; row++) {
    const uint8_t *upper = address + row * step, *lower = upper + 4 * step;
    memcpy(&eight[row], upper, 16);
    memcpy((uint8_t *)&eight[row] + 16, lower, 16);
    memcpy(&eight[row + 4], upper + 16, 16);
    memcpy((uint8_t *)&eight[row + 4] + 16, lower + 16, 16);
  }
  crow_turn(eight);
}

// Of pixels of three bytes; reads no others.
CROW_INLINE void crow_read_three(void *_Nonnull vectors, const uint8_t *_Nonnull address,
                                 long step) {
  crow_u32x8 *eight = vectors;
  for (int row = 0; row < 4; row++) {
    const uint8_t *upper = address + row * step, *lower = upper + 4 * step;
    crow_u8x32 first, last;
    memcpy(&first, upper, 16);
    memcpy((uint8_t *)&first + 16, lower, 16);
    memcpy(&last, upper + 8, 16);
    memcpy((uint8_t *)&last + 16, lower + 8, 16);
    eight[row] = (crow_u32x8)__builtin_shufflevector(
        first, first, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11, 16, 17, 18, 18, 19, 20, 21,
        21, 22, 23, 24, 24, 25, 26, 27, 27);
    eight[row + 4] = (crow_u32x8)__builtin_shufflevector(
        last, last, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15, 15, 20, 21, 22, 22, 23, 24,
        25, 25, 26, 27, 28, 28, 29, 30, 31, 31);
  }
  crow_turn(eight);
}

// Of pixels of one byte, which becomes each of four.
CROW_INLINE void crow_read_one(void *_Nonnull vectors, const uint8_t *_Nonnull address, long step) {
  crow_u32x8 *eight = vectors;
  for (int row = 0; row < 4; row++) {
    const uint8_t *upper = address + row * step, *lower = upper + 4 * step;
    crow_u8x32 bytes = {0};
    memcpy(&bytes, upper, 8);
    memcpy((uint8_t *)&bytes + 16, lower, 8);
    eight[row] = (crow_u32x8)__builtin_shufflevector(
        bytes, bytes, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 16, 16, 16, 16, 17, 17, 17,
        17, 18, 18, 18, 18, 19, 19, 19, 19);
    eight[row + 4] = (crow_u32x8)__builtin_shufflevector(
        bytes, bytes, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 20, 20, 20, 20, 21, 21, 21,
        21, 22, 22, 22, 22, 23, 23, 23, 23);
  }
  crow_turn(eight);
}

// The step is in pixels.
CROW_INLINE void crow_write_eight(void *_Nonnull vectors, uint32_t *_Nonnull address, long step) {
  crow_u32x8 *eight = vectors;
  crow_turn(eight);
  for (int row = 0; row < 4; row++) {
    uint32_t *upper = address + row * step, *lower = upper + 4 * step;
    memcpy(upper, &eight[row], 16);
    memcpy(lower, (uint8_t *)&eight[row] + 16, 16);
    memcpy(upper + 4, &eight[row + 4], 16);
    memcpy(lower + 4, (uint8_t *)&eight[row + 4] + 16, 16);
  }
}

// For each 4 of 32 bytes the sum, and the sum of each byte times its weight: how often it counts
// in what follows of the 32, from 32 for the first down to 1.
CROW_INLINE crow_u32x8 crow_sum_bytes(crow_u8x32 bytes) {
#if defined(__AVX2__)
  return (crow_u32x8)_mm256_sad_epu8((__m256i)bytes, _mm256_setzero_si256());
#else
  crow_u32x8 words = (crow_u32x8)bytes;
  return (words & 0xFF) + (words >> 8 & 0xFF) + (words >> 16 & 0xFF) + (words >> 24);
#endif
}

CROW_INLINE crow_u32x8 crow_weigh_bytes(crow_u8x32 bytes) {
#if defined(__AVX2__)
  const __m256i weights =
      _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                       13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  return (crow_u32x8)_mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)bytes, weights),
                                       _mm256_set1_epi16(1));
#else
  const crow_u32x8 first = {32, 28, 24, 20, 16, 12, 8, 4};
  crow_u32x8 words = (crow_u32x8)bytes;
  return (words & 0xFF) * first + (words >> 8 & 0xFF) * (first - 1) +
         (words >> 16 & 0xFF) * (first - 2) + (words >> 24) * (first - 3);
#endif
}

CROW_INLINE crow_u8x32 crow_load_bytes(const void *_Nonnull address) {
  crow_u8x32 bytes;
  memcpy(&bytes, address, sizeof bytes);
  return bytes;
}

// Of samples of 16 bits, given as their high and low bytes, the nearest of 8 bits in place of the
// high ones. A sample is 257 · high + (low − high), so that the nearest is the high byte, one less
// where low − high is under −128, or one more where it is above 128.
#define CROW_ROUND(high, low)                                                  \
  ((high) + (crow_round_mask)(__builtin_elementwise_sub_sat((high), (low)) > 128) - \
   (crow_round_mask)(__builtin_elementwise_sub_sat((low), (high)) > 128))

CROW_INLINE void crow_round_eight(void *_Nonnull high_pixels, const void *_Nonnull low_pixels) {
  typedef crow_u8x32 crow_round_mask;
  crow_u8x32 high, low;
  memcpy(&high, high_pixels, sizeof high);
  memcpy(&low, low_pixels, sizeof low);
  high = CROW_ROUND(high, low);
  memcpy(high_pixels, &high, sizeof high);
}

CROW_INLINE void crow_round_one(void *_Nonnull high_pixel, const void *_Nonnull low_pixel) {
  typedef crow_u8x4 crow_round_mask;
  crow_u8x4 high, low;
  memcpy(&high, high_pixel, sizeof high);
  memcpy(&low, low_pixel, sizeof low);
  high = CROW_ROUND(high, low);
  memcpy(high_pixel, &high, sizeof high);
}

CROW_INLINE crow_u32x8 crow_add_words(crow_u32x8 left, crow_u32x8 right) { return left + right; }

CROW_INLINE uint64_t crow_total(crow_u32x8 words) {
  uint64_t total = 0;
  for (int i = 0; i < 8; i++) total += words[i];
  return total;
}

#endif
