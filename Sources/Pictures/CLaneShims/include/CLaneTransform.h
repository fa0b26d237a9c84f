// The transform of `BlockPass`, sixteen blocks of one component side by side, in numbers of 16 bits whose
// products are added up in 32. What does not fit is reported: then other decoders disagree with each other.
//
// Products of neighbours are added up in one step here, and numbers packed, which Swift cannot say.

#ifndef C_LANE_TRANSFORM_H
#define C_LANE_TRANSFORM_H

#include "CLaneVectors.h"

#if defined(__AVX2__)
CLANE_INLINE bool clane_has_transform(void) { return true; }

// Columns, and then rows, that a vector holds of all blocks.
#define CLANE_LINES ((int)(sizeof(clane_vector) / 32))

// Two vectors' numbers in turns, times two factors, added in pairs: the lower and the upper half.
typedef struct {
  clane_vector low, high;
} clane_sums;

CLANE_INLINE clane_sums clane_multiply(clane_vector a, clane_vector b, int first, int second) {
  const clane_vector factors =
      CLANE_OP(set1_epi32)((int)((uint32_t)second << 16 | (uint16_t)(int16_t)first));
  const clane_sums sums = {
      CLANE_OP(madd_epi16)(CLANE_OP(unpacklo_epi16)(a, b), factors),
      CLANE_OP(madd_epi16)(CLANE_OP(unpackhi_epi16)(a, b), factors)};
  return sums;
}

CLANE_INLINE clane_sums clane_plus(clane_sums a, clane_sums b) {
  const clane_sums sums = {CLANE_OP(add_epi32)(a.low, b.low), CLANE_OP(add_epi32)(a.high, b.high)};
  return sums;
}

CLANE_INLINE clane_sums clane_minus(clane_sums a, clane_sums b) {
  const clane_sums sums = {CLANE_OP(sub_epi32)(a.low, b.low), CLANE_OP(sub_epi32)(a.high, b.high)};
  return sums;
}

// The last step of the transform in one direction: sums and differences, shifted right.
CLANE_INLINE void clane_add_halves(const clane_sums *even, const clane_sums *odd, clane_vector *out,
                                   int shift) {
  for (int i = 0; i < 4; i++) {
    const clane_sums upper = clane_plus(even[3 - i], odd[3 - i]);
    const clane_sums lower = clane_minus(even[3 - i], odd[3 - i]);
    out[i] = CLANE_OP(packs_epi32)(CLANE_OP(srai_epi32)(upper.low, (unsigned)shift),
                                   CLANE_OP(srai_epi32)(upper.high, (unsigned)shift));
    out[7 - i] = CLANE_OP(packs_epi32)(CLANE_OP(srai_epi32)(lower.low, (unsigned)shift),
                                       CLANE_OP(srai_epi32)(lower.high, (unsigned)shift));
  }
}

// Eight numbers through the transform in one direction (`BlockPass.transform`), shifted right.
CLANE_INLINE void clane_transform_eight(const clane_vector *in, clane_vector *out, int added,
                                        int shift) {
  const clane_vector round = CLANE_OP(set1_epi32)(added);
  const clane_sums rounds = {round, round};
  const clane_sums even0 = clane_plus(clane_multiply(in[0], in[4], 8192, 8192), rounds);
  const clane_sums even1 = clane_plus(clane_multiply(in[0], in[4], 8192, -8192), rounds);
  const clane_sums even2 = clane_multiply(in[2], in[6], 4433, -10704);
  const clane_sums even3 = clane_multiply(in[2], in[6], 10703, 4433);
  const clane_vector a = CLANE_OP(add_epi16)(in[7], in[3]);
  const clane_vector b = CLANE_OP(add_epi16)(in[5], in[1]);
  const clane_sums z3 = clane_multiply(a, b, -6436, 9633);
  const clane_sums z4 = clane_multiply(a, b, 9633, 6437);
  const clane_sums odd[4] = {clane_plus(clane_multiply(in[7], in[1], -4927, -7373), z3),
                             clane_plus(clane_multiply(in[5], in[3], -4176, -20995), z4),
                             clane_plus(clane_multiply(in[5], in[3], -20995, 4177), z3),
                             clane_plus(clane_multiply(in[7], in[1], -7373, 4926), z4)};
  const clane_sums even[4] = {clane_minus(even0, even3), clane_minus(even1, even2),
                              clane_plus(even1, even2), clane_plus(even0, even3)};
  clane_add_halves(even, odd, out, shift);
}

// The same of four numbers, where the others are 0: sums of two products each.
CLANE_INLINE void clane_transform_four(const clane_vector *in, clane_vector *out, int added,
                                       int shift) {
  const clane_vector round = CLANE_OP(set1_epi32)(added);
  const clane_sums rounds = {round, round};
  const clane_sums even[4] = {clane_plus(clane_multiply(in[0], in[2], 8192, -10703), rounds),
                              clane_plus(clane_multiply(in[0], in[2], 8192, -4433), rounds),
                              clane_plus(clane_multiply(in[0], in[2], 8192, 4433), rounds),
                              clane_plus(clane_multiply(in[0], in[2], 8192, 10703), rounds)};
  const clane_sums odd[4] = {clane_multiply(in[1], in[3], 9633 - 7373, -6436),
                             clane_multiply(in[1], in[3], 6437, 9633 - 20995),
                             clane_multiply(in[1], in[3], 9633, 4177 - 6436),
                             clane_multiply(in[1], in[3], 6437 + 4926, 9633)};
  clane_add_halves(even, odd, out, shift);
}

// The coefficients of one place, or of two, and what they are multiplied with.
typedef struct {
  clane_vector own, factors;
} clane_places;

CLANE_INLINE clane_places clane_load_places(const int16_t *numbers, const int16_t *factors,
                                            const uint8_t *order, bool hasSecond) {
  const __m256i first = _mm256_loadu_si256((const __m256i *)(numbers + 16 * order[0]));
#if defined(__AVX512BW__)
  int32_t both;
  memcpy(&both, factors, sizeof both);
  const __m512i side = _mm512_inserti64x4(_mm512_set1_epi16(0x0100), _mm256_set1_epi16(0x0302), 1);
  const __m256i second =
      hasSecond ? _mm256_loadu_si256((const __m256i *)(numbers + 16 * order[1]))
                : _mm256_setzero_si256();
  const clane_places places = {_mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1),
                               _mm512_shuffle_epi8(_mm512_set1_epi32(both), side)};
#else
  (void)hasSecond;
  const clane_places places = {first, _mm256_set1_epi16(factors[0])};
#endif
  return places;
}

// Transforms blocks into samples. Not 0 where numbers grow larger than libjpeg's ways of computing agree on.
//
// `numbers` are 64 times sixteen coefficients, in the order of the data; of `side` 4 only the first ten
// count. `factors` are what they are multiplied with, row by row, 8191 at most. `firsts` are sixteen. Each of
// `count` targets has room for eight rows.
CLANE_INLINE uint32_t clane_transform(const int16_t *numbers, const int16_t *factors,
                                      const int32_t *firsts, const void *targets, size_t count,
                                      size_t stride, int side) {
  // For each place, row by row, the number of its coefficient in the data (ITU-T T.81, figure 5).
  static const uint8_t order[64] = {
      0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
      41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
      46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};
  const clane_vector zero = CLANE_OP(set1_epi16)(0);
  clane_vector rows[8][8], wide = zero, far = zero, sums = zero, levels = zero;
  for (int column = 0; column < side; column += CLANE_LINES) {
    clane_vector in[8], out[8], others = zero;
    for (int row = 0; row < 8; row++) {
      // Behind the few, there may be those of other groups.
      if (row >= side || (side < 8 && row + column >= side)) {
        in[row] = zero;
        continue;
      }
      const int at = 8 * row + column;
      const clane_places places = clane_load_places(
          numbers, factors + at, order + at, side == 8 || row + column + 1 < side);
      const clane_vector product = CLANE_OP(mullo_epi16)(places.own, places.factors);
      // The upper half of the product is its sign where it fits in 16 bits.
      far = CLANE_OR(far, CLANE_XOR(CLANE_OP(mulhi_epi16)(places.own, places.factors),
                                    CLANE_OP(srai_epi16)(product, 15)));
      wide = CLANE_OR(wide, CLANE_OP(add_epi16)(product, CLANE_OP(set1_epi16)(4096)));
      in[row] = product;
      if (row > 0) others = CLANE_OR(others, in[row]);
    }
    if (CLANE_IS_ZERO(others)) {
      // (v << 13 + 1024) >> 11, the same in all rows. Most columns of chroma are so.
      const clane_vector same = CLANE_OP(slli_epi16)(in[0], 2);
      for (int row = 0; row < 8; row++) rows[row][column] = same;
      sums = CLANE_OR(sums, CLANE_OP(add_epi16)(same, CLANE_OP(set1_epi16)(8192)));
      continue;
    }
    if (side == 8) {
      clane_transform_eight(in, out, 1024, 11);
    } else {
      clane_transform_four(in, out, 1024, 11);
    }
    for (int row = 0; row < 8; row++) {
      rows[row][column] = out[row];
      sums = CLANE_OR(sums, CLANE_OP(add_epi16)(out[row], CLANE_OP(set1_epi16)(8192)));
    }
  }
  // What rounds the results, and the middle of samples: (1 << 17 + 128 << 18) >> 13.
  const __m256i middle = _mm256_set1_epi32(4112);
  const __m256i *place = (const __m256i *)firsts;
  const __m256i packed = _mm256_packs_epi32(
      _mm256_add_epi32(_mm256_slli_epi32(_mm256_loadu_si256(place), 2), middle),
      _mm256_add_epi32(_mm256_slli_epi32(_mm256_loadu_si256(place + 1), 2), middle));
  // Packing goes by halves of a vector.
  const clane_vector first = CLANE_TWICE(_mm256_permute4x64_epi64(packed, 0xD8));
  uint64_t samples[8 * 16];
  for (int row = 0; row < 8; row += CLANE_LINES) {
    clane_vector in[8], out[8];
    for (int column = 0; column < 8; column++) {
      if (column >= side) {
        in[column] = zero;
        continue;
      }
#if defined(__AVX512BW__)
      const clane_vector upper = rows[row][column & ~1], lower = rows[row + 1][column & ~1];
      in[column] = column % 2 == 0 ? _mm512_shuffle_i64x2(upper, lower, 0x44)
                                   : _mm512_shuffle_i64x2(upper, lower, 0xEE);
#else
      in[column] = rows[row][column];
#endif
    }
    in[0] = CLANE_OP(add_epi16)(in[0], first);
    if (side == 8) {
      clane_transform_eight(in, out, 0, 18);
    } else {
      clane_transform_four(in, out, 0, 18);
    }
    for (int column = 0; column < 8; column++) {
      levels = CLANE_OR(levels, CLANE_OP(add_epi16)(out[column], CLANE_OP(set1_epi16)(384)));
    }
    // Bytes of neighbouring columns side by side, then pairs of these, then all eight.
    const clane_vector a = CLANE_OP(packus_epi16)(out[0], out[2]);
    const clane_vector b = CLANE_OP(packus_epi16)(out[1], out[3]);
    const clane_vector c = CLANE_OP(packus_epi16)(out[4], out[6]);
    const clane_vector d = CLANE_OP(packus_epi16)(out[5], out[7]);
    const clane_vector ab[2] = {CLANE_OP(unpacklo_epi8)(a, b), CLANE_OP(unpackhi_epi8)(a, b)};
    const clane_vector cd[2] = {CLANE_OP(unpacklo_epi8)(c, d), CLANE_OP(unpackhi_epi8)(c, d)};
    const clane_vector left[2] = {CLANE_OP(unpacklo_epi16)(ab[0], ab[1]),
                                  CLANE_OP(unpackhi_epi16)(ab[0], ab[1])};
    const clane_vector right[2] = {CLANE_OP(unpacklo_epi16)(cd[0], cd[1]),
                                   CLANE_OP(unpackhi_epi16)(cd[0], cd[1])};
    uint64_t *found = samples + 16 * row;
    for (int half = 0; half < 2; half++) {
      CLANE_STORE(found, CLANE_OP(unpacklo_epi32)(left[half], right[half]));
      CLANE_STORE(found + 4 * CLANE_LINES, CLANE_OP(unpackhi_epi32)(left[half], right[half]));
      found += 8 * CLANE_LINES;
    }
  }
  // Each vector has two blocks of the first eight and two of the others, of its first row and then of its second.
  uint8_t *const *places = targets;
  for (size_t block = 0; block < count; block++) {
    const uint64_t *found =
        samples + 4 * CLANE_LINES * (block % 8 / 2) + 2 * (block / 8) + block % 2;
    uint8_t *target = places[block];
    for (size_t row = 0; row < 8; row++) {
      const size_t line = row % CLANE_LINES;
      memcpy(target + row * stride, found + 16 * (row - line) + 4 * line, sizeof *found);
    }
  }
  const clane_vector excess =
      CLANE_OR(CLANE_OR(far, CLANE_OP(srli_epi16)(wide, 13)),
               CLANE_OR(CLANE_OP(srli_epi16)(sums, 14), CLANE_OP(srli_epi16)(levels, 10)));
  return !CLANE_IS_ZERO(excess);
}
#else
CLANE_INLINE bool clane_has_transform(void) { return false; }

// Not called where there is none: says that it has not done it.
CLANE_INLINE uint32_t clane_transform(const int16_t *numbers, const int16_t *factors,
                                      const int32_t *firsts, const void *targets, size_t count,
                                      size_t stride, int side) {
  (void)numbers, (void)factors, (void)firsts, (void)targets, (void)count, (void)stride, (void)side;
  return 1;
}
#endif

#endif
