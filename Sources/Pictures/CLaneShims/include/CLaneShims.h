// What Swift cannot say: a number that the optimiser knows nothing about, bytes shuffled between
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

// Sixteen pixels of YCbCr samples as RGBA, by libjpeg's constants (jdcolor.c) in 65536ths. What does not
// fit a factor of 16 bits is taken out as a whole multiple: 91881 is 65536 + 26345, 116130 is 131072 -
// 14942, -46802 is -65536 + 18734; and (x + 32768) >> 16 is ((2x >> 16) + 1) >> 1.
#if defined(__AVX2__)
static inline void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
                                     uint32_t *pixels) {
  const __m256i middle = _mm256_set1_epi16(128), one = _mm256_set1_epi16(1);
  const __m256i y = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)luma));
  const __m256i cb = _mm256_sub_epi16(
      _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)blue)), middle);
  const __m256i cr = _mm256_sub_epi16(
      _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)red)), middle);
  const __m256i cb2 = _mm256_add_epi16(cb, cb), cr2 = _mm256_add_epi16(cr, cr);
  __m256i r = _mm256_mulhi_epi16(cr2, _mm256_set1_epi16(26345));
  r = _mm256_srai_epi16(_mm256_add_epi16(r, one), 1);
  r = _mm256_add_epi16(_mm256_add_epi16(r, cr), y);
  __m256i b = _mm256_mulhi_epi16(cb2, _mm256_set1_epi16(-14942));
  b = _mm256_srai_epi16(_mm256_add_epi16(b, one), 1);
  b = _mm256_add_epi16(_mm256_add_epi16(b, cb2), y);
  // -22554 to the lower of two numbers, 18734 to the upper.
  const __m256i factors = _mm256_set1_epi32((int)(18734u << 16 | (uint16_t)-22554));
  const __m256i half = _mm256_set1_epi32(32768);
  __m256i low = _mm256_madd_epi16(_mm256_unpacklo_epi16(cb, cr), factors);
  __m256i high = _mm256_madd_epi16(_mm256_unpackhi_epi16(cb, cr), factors);
  low = _mm256_srai_epi32(_mm256_add_epi32(low, half), 16);
  high = _mm256_srai_epi32(_mm256_add_epi32(high, half), 16);
  __m256i g = _mm256_sub_epi16(_mm256_add_epi16(_mm256_packs_epi32(low, high), y), cr);
  const __m256i outer = _mm256_packus_epi16(r, b);
  const __m256i inner = _mm256_packus_epi16(g, _mm256_set1_epi16(255));
  const __m256i rg = _mm256_unpacklo_epi8(outer, inner);
  const __m256i ba = _mm256_unpackhi_epi8(outer, inner);
  const __m256i even = _mm256_unpacklo_epi16(rg, ba), odd = _mm256_unpackhi_epi16(rg, ba);
  _mm256_storeu_si256((__m256i *)pixels, _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256((__m256i *)(pixels + 8), _mm256_permute2x128_si256(even, odd, 0x31));
}
#elif defined(__SSE2__)
static inline void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
                                     uint32_t *pixels) {
  const __m128i middle = _mm_set1_epi16(128), one = _mm_set1_epi16(1), zero = _mm_setzero_si128();
  for (int i = 0; i < 16; i += 8) {
    const __m128i y = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(luma + i)), zero);
    const __m128i cb = _mm_sub_epi16(
        _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(blue + i)), zero), middle);
    const __m128i cr = _mm_sub_epi16(
        _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(red + i)), zero), middle);
    const __m128i cb2 = _mm_add_epi16(cb, cb), cr2 = _mm_add_epi16(cr, cr);
    __m128i r = _mm_mulhi_epi16(cr2, _mm_set1_epi16(26345));
    r = _mm_srai_epi16(_mm_add_epi16(r, one), 1);
    r = _mm_add_epi16(_mm_add_epi16(r, cr), y);
    __m128i b = _mm_mulhi_epi16(cb2, _mm_set1_epi16(-14942));
    b = _mm_srai_epi16(_mm_add_epi16(b, one), 1);
    b = _mm_add_epi16(_mm_add_epi16(b, cb2), y);
    const __m128i factors = _mm_set1_epi32((int)(18734u << 16 | (uint16_t)-22554));
    const __m128i half = _mm_set1_epi32(32768);
    __m128i low = _mm_madd_epi16(_mm_unpacklo_epi16(cb, cr), factors);
    __m128i high = _mm_madd_epi16(_mm_unpackhi_epi16(cb, cr), factors);
    low = _mm_srai_epi32(_mm_add_epi32(low, half), 16);
    high = _mm_srai_epi32(_mm_add_epi32(high, half), 16);
    __m128i g = _mm_sub_epi16(_mm_add_epi16(_mm_packs_epi32(low, high), y), cr);
    const __m128i outer = _mm_packus_epi16(r, b);
    const __m128i inner = _mm_packus_epi16(g, _mm_set1_epi16(255));
    const __m128i rg = _mm_unpacklo_epi8(outer, inner), ba = _mm_unpackhi_epi8(outer, inner);
    _mm_storeu_si128((__m128i *)(pixels + i), _mm_unpacklo_epi16(rg, ba));
    _mm_storeu_si128((__m128i *)(pixels + i + 4), _mm_unpackhi_epi16(rg, ba));
  }
}
#else
static inline void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
                                     uint32_t *pixels) {
  uint8_t *bytes = (uint8_t *)pixels;
  for (int i = 0; i < 16; i++) {
    const int32_t y = luma[i], cb = blue[i] - 128, cr = red[i] - 128;
    const int32_t levels[3] = {y + ((91881 * cr + 32768) >> 16),
                               y + ((-22554 * cb - 46802 * cr + 32768) >> 16),
                               y + ((116130 * cb + 32768) >> 16)};
    for (int c = 0; c < 3; c++) {
      bytes[4 * i + c] = (uint8_t)(levels[c] < 0 ? 0 : levels[c] > 255 ? 255 : levels[c]);
    }
    bytes[4 * i + 3] = 255;
  }
}
#endif

// The transform of `BlockPass`, sixteen blocks of one component side by side, in numbers of 16 bits whose
// products are added up in 32. What does not fit is told: then other decoders disagree with each other.
#if defined(__AVX2__)
static inline bool clane_has_transform(void) { return true; }

// Two vectors' numbers in turns, times two factors, added in pairs: the lower and the upper half.
typedef struct {
  __m256i low, high;
} clane_sums;

__attribute__((always_inline)) static inline clane_sums clane_multiply(__m256i a, __m256i b, int first, int second) {
  const __m256i factors =
      _mm256_set1_epi32((int)((uint32_t)second << 16 | (uint16_t)(int16_t)first));
  const clane_sums sums = {_mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), factors),
                           _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), factors)};
  return sums;
}

static inline clane_sums clane_plus(clane_sums a, clane_sums b) {
  const clane_sums sums = {_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)};
  return sums;
}

static inline clane_sums clane_minus(clane_sums a, clane_sums b) {
  const clane_sums sums = {_mm256_sub_epi32(a.low, b.low), _mm256_sub_epi32(a.high, b.high)};
  return sums;
}

// Eight numbers through the transform in one direction (`BlockPass.transform`), shifted right.
__attribute__((always_inline)) static inline void clane_transform_eight(const __m256i *in, __m256i *out, int added, int shift) {
  const __m256i round = _mm256_set1_epi32(added);
  const clane_sums rounds = {round, round};
  const clane_sums even0 = clane_plus(clane_multiply(in[0], in[4], 8192, 8192), rounds);
  const clane_sums even1 = clane_plus(clane_multiply(in[0], in[4], 8192, -8192), rounds);
  const clane_sums even2 = clane_multiply(in[2], in[6], 4433, -10704);
  const clane_sums even3 = clane_multiply(in[2], in[6], 10703, 4433);
  const __m256i a = _mm256_add_epi16(in[7], in[3]), b = _mm256_add_epi16(in[5], in[1]);
  const clane_sums z3 = clane_multiply(a, b, -6436, 9633);
  const clane_sums z4 = clane_multiply(a, b, 9633, 6437);
  const clane_sums odd[4] = {clane_plus(clane_multiply(in[7], in[1], -4927, -7373), z3),
                             clane_plus(clane_multiply(in[5], in[3], -4176, -20995), z4),
                             clane_plus(clane_multiply(in[5], in[3], -20995, 4177), z3),
                             clane_plus(clane_multiply(in[7], in[1], -7373, 4926), z4)};
  const clane_sums even[4] = {clane_minus(even0, even3), clane_minus(even1, even2),
                              clane_plus(even1, even2), clane_plus(even0, even3)};
  for (int i = 0; i < 4; i++) {
    const clane_sums upper = clane_plus(even[3 - i], odd[3 - i]);
    const clane_sums lower = clane_minus(even[3 - i], odd[3 - i]);
    out[i] = _mm256_packs_epi32(_mm256_srai_epi32(upper.low, shift),
                                _mm256_srai_epi32(upper.high, shift));
    out[7 - i] = _mm256_packs_epi32(_mm256_srai_epi32(lower.low, shift),
                                    _mm256_srai_epi32(lower.high, shift));
  }
}

// Transforms blocks into samples. Not 0 where numbers grow larger than libjpeg's ways of computing agree on.
//
// `numbers` are 64 times sixteen coefficients, in the order of the data; of `side` 4 only the first ten
// count. `factors` are what they are multiplied with, row by row, 8191 at most. `firsts` are sixteen. Each of
// `count` targets has room for eight rows.
__attribute__((always_inline)) static inline uint32_t clane_transform(const int16_t *numbers,
                                       const int16_t *factors, const int32_t *firsts,
                                       const void *targets, size_t count,
                                       size_t stride, int side) {
  // For each place, row by row, the number of its coefficient in the data (ITU-T T.81, figure 5).
  static const uint8_t order[64] = {
      0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
      41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
      46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};
  uint8_t *const *places = targets;
  __m256i rows[8][8], wide = _mm256_setzero_si256(), far = wide, sums = wide, levels = wide;
  const __m256i zero = _mm256_setzero_si256();
  for (int column = 0; column < side; column++) {
    __m256i in[8], out[8], others = zero;
    for (int row = 0; row < 8; row++) {
      // Behind the few, there may be those of other groups.
      if (row >= side || (side < 8 && row + column >= side)) {
        in[row] = zero;
        continue;
      }
      const int at = 8 * row + column;
      const __m256i own = _mm256_loadu_si256((const __m256i *)(numbers + 16 * order[at]));
      const __m256i factor = _mm256_set1_epi16(factors[at]);
      const __m256i product = _mm256_mullo_epi16(own, factor);
      // The upper half of the product is its sign where it fits in 16 bits.
      far = _mm256_or_si256(
          far, _mm256_xor_si256(_mm256_mulhi_epi16(own, factor), _mm256_srai_epi16(product, 15)));
      wide = _mm256_or_si256(wide, _mm256_add_epi16(product, _mm256_set1_epi16(4096)));
      in[row] = product;
      if (row > 0) others = _mm256_or_si256(others, in[row]);
    }
    if (_mm256_testz_si256(others, others)) {
      // (v << 13 + 1024) >> 11, the same in all rows. Most columns of chroma are so.
      const __m256i same = _mm256_slli_epi16(in[0], 2);
      for (int row = 0; row < 8; row++) rows[row][column] = same;
      sums = _mm256_or_si256(sums, _mm256_add_epi16(same, _mm256_set1_epi16(8192)));
      continue;
    }
    clane_transform_eight(in, out, 1024, 11);
    for (int row = 0; row < 8; row++) {
      rows[row][column] = out[row];
      sums = _mm256_or_si256(sums, _mm256_add_epi16(out[row], _mm256_set1_epi16(8192)));
    }
  }
  // What rounds the results, and the middle of samples: (1 << 17 + 128 << 18) >> 13.
  const __m256i middle = _mm256_set1_epi32(4112);
  const __m256i *place = (const __m256i *)firsts;
  const __m256i packed = _mm256_packs_epi32(
      _mm256_add_epi32(_mm256_slli_epi32(_mm256_loadu_si256(place), 2), middle),
      _mm256_add_epi32(_mm256_slli_epi32(_mm256_loadu_si256(place + 1), 2), middle));
  // Packing goes by halves of a vector.
  const __m256i first = _mm256_permute4x64_epi64(packed, 0xD8);
  for (int row = 0; row < 8; row++) {
    __m256i in[8], out[8];
    for (int column = 0; column < 8; column++) {
      in[column] = column < side ? rows[row][column] : zero;
    }
    in[0] = _mm256_add_epi16(in[0], first);
    clane_transform_eight(in, out, 0, 18);
    for (int column = 0; column < 8; column++) {
      levels = _mm256_or_si256(levels, _mm256_add_epi16(out[column], _mm256_set1_epi16(384)));
    }
    // Bytes of neighbouring columns side by side, then pairs of these, then all eight.
    const __m256i a = _mm256_packus_epi16(out[0], out[2]), b = _mm256_packus_epi16(out[1], out[3]);
    const __m256i c = _mm256_packus_epi16(out[4], out[6]), d = _mm256_packus_epi16(out[5], out[7]);
    const __m256i ab[2] = {_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)};
    const __m256i cd[2] = {_mm256_unpacklo_epi8(c, d), _mm256_unpackhi_epi8(c, d)};
    const __m256i left[2] = {_mm256_unpacklo_epi16(ab[0], ab[1]),
                             _mm256_unpackhi_epi16(ab[0], ab[1])};
    const __m256i right[2] = {_mm256_unpacklo_epi16(cd[0], cd[1]),
                              _mm256_unpackhi_epi16(cd[0], cd[1])};
    __m256i found[4];
    for (int half = 0; half < 2; half++) {
      const __m256i even = _mm256_unpacklo_epi32(left[half], right[half]);
      const __m256i odd = _mm256_unpackhi_epi32(left[half], right[half]);
      found[half] = _mm256_permute2x128_si256(even, odd, 0x20);
      found[2 + half] = _mm256_permute2x128_si256(even, odd, 0x31);
    }
    uint64_t samples[16];
    memcpy(samples, found, sizeof samples);
    for (size_t block = 0; block < count; block++) {
      memcpy(places[block] + (size_t)row * stride, samples + block, sizeof samples[0]);
    }
  }
  const __m256i excess = _mm256_or_si256(
      _mm256_or_si256(far, _mm256_srli_epi16(wide, 13)),
      _mm256_or_si256(_mm256_srli_epi16(sums, 14), _mm256_srli_epi16(levels, 10)));
  return !_mm256_testz_si256(excess, excess);
}
#else
static inline bool clane_has_transform(void) { return false; }

// Not called where there is none: says that it has not done it.
__attribute__((always_inline)) static inline uint32_t clane_transform(const int16_t *numbers,
                                       const int16_t *factors, const int32_t *firsts,
                                       const void *targets, size_t count,
                                       size_t stride, int side) {
  (void)numbers, (void)factors, (void)firsts, (void)targets, (void)count, (void)stride, (void)side;
  return 1;
}
#endif

#endif
