// The vector steps of Sources/RowBodies, as header-inline functions.
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

// Four pixels, one of each of four rows: four channels of 16 bits each, of which the low 8 count.
typedef uint16_t crow_u16x16 __attribute__((ext_vector_type(16)));
typedef int16_t crow_i16x16 __attribute__((ext_vector_type(16)));
typedef uint8_t crow_u8x4 __attribute__((ext_vector_type(4)));
typedef uint8_t crow_u8x16 __attribute__((ext_vector_type(16)));
typedef uint8_t crow_u8x32 __attribute__((ext_vector_type(32)));
typedef uint32_t crow_u32x4 __attribute__((ext_vector_type(4)));
typedef uint32_t crow_u32x8 __attribute__((ext_vector_type(8)));
typedef uint64_t crow_u64x4 __attribute__((ext_vector_type(4)));

// Four pixels of four bytes, widened.
CROW_INLINE crow_u16x16 crow_widen(crow_u32x4 pixels) {
  return __builtin_convertvector((crow_u8x16)pixels, crow_u16x16);
}

// Four pixels narrowed; channels are under 256.
CROW_INLINE crow_u32x4 crow_narrow(crow_u16x16 pixels) {
#if defined(__SSE2__)
  return (crow_u32x4)_mm_packus_epi16((__m128i)pixels.lo, (__m128i)pixels.hi);
#else
  return (crow_u32x4)__builtin_convertvector(pixels, crow_u8x16);
#endif
}

// The pixels of lanes 0 to 2 moved on to lanes 1 to 3; lane 0 from the first or last
// lane of another vector.
CROW_INLINE crow_u16x16 crow_move_on_after_first(crow_u16x16 pixels, crow_u16x16 before) {
  crow_u64x4 p = (crow_u64x4)pixels, b = (crow_u64x4)before;
  return (crow_u16x16)__builtin_shufflevector(p, b, 4, 0, 1, 2);
}
CROW_INLINE crow_u16x16 crow_move_on_after_last(crow_u16x16 pixels, crow_u16x16 before) {
  crow_u64x4 p = (crow_u64x4)pixels, b = (crow_u64x4)before;
  return (crow_u16x16)__builtin_shufflevector(p, b, 7, 0, 1, 2);
}

CROW_INLINE crow_u16x16 crow_and(crow_u16x16 left, crow_u16x16 right) { return left & right; }

// left + right modulo 256 in each channel.
CROW_INLINE crow_u16x16 crow_add_bytes(crow_u16x16 left, crow_u16x16 right) {
  return (left + right) & 0xFF;
}

// All ones in each channel that is not 0.
CROW_INLINE crow_u16x16 crow_fill(crow_u16x16 channels) {
  return (crow_u16x16)(channels != 0);
}

// `yes` where the mask is all ones, `no` where it is 0. A macro, because functions of this file
// cannot hand vectors to each other where they are wider than registers.
#if defined(__AVX2__)
#define CROW_SELECT(mask, yes, no) \
  (crow_u16x16) _mm256_blendv_epi8((__m256i)(no), (__m256i)(yes), (__m256i)(mask))
#else
#define CROW_SELECT(mask, yes, no) (((mask) & (yes)) | (~(mask) & (no)))
#endif

CROW_INLINE crow_u16x16 crow_select(crow_u16x16 mask, crow_u16x16 yes, crow_u16x16 no) {
  return CROW_SELECT(mask, yes, no);
}

// The whole part of the mean of two bytes.
CROW_INLINE crow_u16x16 crow_mean(crow_u16x16 left, crow_u16x16 right) {
  return (left + right) >> 1;
}

// Paeth's predictor: of left, above and above left, the one nearest to left + above − above left;
// the first of them in a tie.
CROW_INLINE crow_u16x16 crow_paeth(crow_u16x16 left, crow_u16x16 above, crow_u16x16 corner) {
  crow_i16x16 a = (crow_i16x16)left, b = (crow_i16x16)above, c = (crow_i16x16)corner;
  crow_i16x16 to_left = b - c, to_above = a - c, to_corner = to_left + to_above;
  to_left = __builtin_elementwise_abs(to_left);
  to_above = __builtin_elementwise_abs(to_above);
  to_corner = __builtin_elementwise_abs(to_corner);
  crow_i16x16 least = __builtin_elementwise_min(to_left, to_above);
  crow_u16x16 corner_is_nearer = (crow_u16x16)(to_corner < least);
  crow_u16x16 above_is_nearer = (crow_u16x16)(to_above < to_left);
  const crow_u16x16 side = CROW_SELECT(above_is_nearer, above, left);
  return CROW_SELECT(corner_is_nearer, corner, side);
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
