// Rows of RGBA from the colours of a matrix and three curves to those of sRGB's curve.
//
// Why C: gathers, tables looked up in registers, sums of products and packing with saturation are
// instructions that Swift cannot name. `MatrixColors` in Swift is the specification; every loop here
// gives its bytes.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "CImageShims.h"

//     light     0 … 4095     4096 … 65535
//     place     light        3840 + light / 16: 4096 … 7935
enum {
  LEVELS = CIMAGE_LEVEL_PLACES,
  BENT_AT = 4096,                         // light from which on 16 of it share a place
  BENT_BY = BENT_AT - BENT_AT / 16,       // so that both lines meet there
  AROUND = 4,                             // bytes that a read of four may take beyond the levels
};

struct cimage_matrix_rows {
  // What each level of a channel adds to the three sums.
  int32_t parts[3][256][4];
  // Light less 32,768, as the halves of a word that are multiplied: those of green are the high ones.
  uint32_t lights[3][256];
  // The same, low bytes and high bytes.
  uint8_t bytes[3][2][256];
  uint8_t bordered_levels[AROUND + LEVELS + AROUND];
  int16_t weights[3][3];
  int32_t starts[3];
  int32_t shift;
};

cimage_matrix_rows *cimage_matrix_rows_make(const uint16_t *lights, const int16_t *weights,
                                            int32_t shift, const uint8_t *levels) {
  cimage_matrix_rows *rows = NULL;
  if (posix_memalign((void **)&rows, 64, sizeof *rows) != 0) return NULL;
  memset(rows, 0, sizeof *rows);
  memcpy(rows->bordered_levels + AROUND, levels, LEVELS);
  memcpy(rows->weights, weights, sizeof rows->weights);
  rows->shift = shift;
  for (int to = 0; to < 3; to++) {
    rows->starts[to] = 1 << (shift - 1);
    for (int from = 0; from < 3; from++) rows->starts[to] += rows->weights[to][from] * 32768;
  }
  for (int from = 0; from < 3; from++) {
    for (int level = 0; level < 256; level++) {
      const int32_t light = lights[256 * from + level] - 32768;
      const uint32_t half = (uint32_t)light & 0xFFFF;
      rows->lights[from][level] = from == 1 ? half << 16 : half;
      rows->bytes[from][0][level] = (uint8_t)half;
      rows->bytes[from][1][level] = (uint8_t)(half >> 8);
      for (int to = 0; to < 3; to++) {
        rows->parts[from][level][to] =
            (from == 0 ? rows->starts[to] : 0) + rows->weights[to][from] * light;
      }
    }
  }
  return rows;
}

void cimage_matrix_rows_free(cimage_matrix_rows *rows) { free(rows); }

static inline const uint8_t *levels_of(const cimage_matrix_rows *rows) {
  return rows->bordered_levels + AROUND;
}

// MARK: Any processor

typedef int32_t sums __attribute__((vector_size(16)));
typedef uint32_t plain_sums __attribute__((vector_size(16)));

// Three sums of products. Their parts may exceed 32 bits, which they themselves do not.
static inline sums sums_of(const cimage_matrix_rows *rows, uint8_t red, uint8_t green,
                           uint8_t blue) {
  const plain_sums *parts[3] = {(const plain_sums *)rows->parts[0][red],
                                (const plain_sums *)rows->parts[1][green],
                                (const plain_sums *)rows->parts[2][blue]};
  return (sums)(*parts[0] + *parts[1] + *parts[2]) >> rows->shift;
}

static void convert_one(const cimage_matrix_rows *rows, uint8_t *pixel) {
  const sums light = sums_of(rows, pixel[0], pixel[1], pixel[2]);
  for (int to = 0; to < 3; to++) {
    const int32_t bounded = light[to] < 0 ? 0 : light[to] > 65535 ? 65535 : light[to];
    pixel[to] = levels_of(rows)[bounded < BENT_AT ? bounded : BENT_BY + bounded / 16];
  }
}

#if defined(__SSE2__)
#include <emmintrin.h>

static inline void set_levels(const cimage_matrix_rows *rows, uint8_t *pixel, uint64_t places) {
  pixel[0] = levels_of(rows)[places & 0xFFFF];
  pixel[1] = levels_of(rows)[places >> 16 & 0xFFFF];
  pixel[2] = levels_of(rows)[places >> 32 & 0xFFFF];
}

static void convert_two(const cimage_matrix_rows *rows, uint8_t *pixels) {
  const __m128i middle = _mm_set1_epi32(32768), top = _mm_set1_epi16(-32768);
  const sums first = sums_of(rows, pixels[0], pixels[1], pixels[2]);
  const sums second = sums_of(rows, pixels[4], pixels[5], pixels[6]);
  // Signed numbers of 16 bits are those that SSE2 bounds and compares.
  const __m128i light =
      _mm_packs_epi32(_mm_sub_epi32((__m128i)first, middle), _mm_sub_epi32((__m128i)second, middle));
  const __m128i bent = _mm_add_epi16(_mm_srli_epi16(_mm_xor_si128(light, top), 4),
                                     _mm_set1_epi16((int16_t)(BENT_BY - 32768)));
  const __m128i places = _mm_xor_si128(_mm_min_epi16(light, bent), top);
  set_levels(rows, pixels, (uint64_t)_mm_cvtsi128_si64(places));
  set_levels(rows, pixels + 4, (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(places, places)));
}

static void convert_anywhere(const cimage_matrix_rows *rows, uint8_t *pixels, size_t count) {
  for (; count >= 2; count -= 2, pixels += 8) convert_two(rows, pixels);
  if (count > 0) convert_one(rows, pixels);
}
#else
static void convert_anywhere(const cimage_matrix_rows *rows, uint8_t *pixels, size_t count) {
  const sums none = {0, 0, 0, 0}, all = none + 65535;
  for (; count > 0; count--, pixels += 4) {
    const sums light = __builtin_elementwise_min(
        __builtin_elementwise_max(sums_of(rows, pixels[0], pixels[1], pixels[2]), none), all);
    const sums places = __builtin_elementwise_min(light, (light >> 4) + BENT_BY);
    for (int to = 0; to < 3; to++) pixels[to] = levels_of(rows)[places[to]];
  }
}
#endif

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static inline uint32_t pair(int16_t low, int16_t high) {
  return (uint16_t)low | (uint32_t)(uint16_t)high << 16;
}

// MARK: AVX2

#define WITH_AVX2 __attribute__((target("avx2")))

static inline WITH_AVX2 __m256i lights_of(const cimage_matrix_rows *rows, int from, __m256i levels) {
  return _mm256_i32gather_epi32((const int *)rows->lights[from],
                                _mm256_and_si256(levels, _mm256_set1_epi32(255)), 4);
}

static inline WITH_AVX2 __m256i bent(__m256i light) {
  return _mm256_min_epu16(
      light, _mm256_add_epi16(_mm256_srli_epi16(light, 4), _mm256_set1_epi16(BENT_BY)));
}

// The levels of eight places, each as the byte of a word that channel `to` has. A gather reads four bytes
// from `to` before the one meant.
#define LEVELS_OF(rows, to, places)                                                           \
  _mm256_and_si256(                                                                           \
      _mm256_i32gather_epi32((const int *)(levels_of(rows) - (to)), places, 1),                \
      _mm256_set1_epi32(255 << 8 * (to)))

static WITH_AVX2 void convert_with_avx2(const cimage_matrix_rows *rows, uint8_t *pixels,
                                        size_t count) {
  const __m128i shift = _mm_cvtsi32_si128(rows->shift);
  const __m256i zero = _mm256_setzero_si256();
  __m256i first[3], last[3], start[3];
  for (int to = 0; to < 3; to++) {
    first[to] = _mm256_set1_epi32((int)pair(rows->weights[to][0], rows->weights[to][1]));
    last[to] = _mm256_set1_epi32((int)pair(rows->weights[to][2], 0));
    start[to] = _mm256_set1_epi32(rows->starts[to]);
  }
  for (; count >= 8; count -= 8, pixels += 32) {
    const __m256i words = _mm256_loadu_si256((const __m256i *)pixels);
    const __m256i red = lights_of(rows, 0, words);
    const __m256i green = lights_of(rows, 1, _mm256_srli_epi32(words, 8));
    const __m256i blue = lights_of(rows, 2, _mm256_srli_epi32(words, 16));
    const __m256i both = _mm256_or_si256(red, green);
    __m256i light[3];
#pragma clang loop unroll(full)
    for (int to = 0; to < 3; to++) {
      const __m256i sum = _mm256_add_epi32(_mm256_madd_epi16(both, first[to]), start[to]);
      light[to] =
          _mm256_sra_epi32(_mm256_add_epi32(sum, _mm256_madd_epi16(blue, last[to])), shift);
    }
    const __m256i two = bent(_mm256_packus_epi32(light[0], light[1]));
    const __m256i one = bent(_mm256_packus_epi32(light[2], light[2]));
    __m256i changed = _mm256_and_si256(words, _mm256_set1_epi32((int)0xFF000000));
    changed = _mm256_or_si256(changed, LEVELS_OF(rows, 0, _mm256_unpacklo_epi16(two, zero)));
    changed = _mm256_or_si256(changed, LEVELS_OF(rows, 1, _mm256_unpackhi_epi16(two, zero)));
    changed = _mm256_or_si256(changed, LEVELS_OF(rows, 2, _mm256_unpacklo_epi16(one, zero)));
    _mm256_storeu_si256((__m256i *)pixels, changed);
  }
  convert_anywhere(rows, pixels, count);
}

// MARK: AVX-512

#define WITH_AVX512 \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vnni")))

// The bytes of 64 levels in a table of 256.
static inline WITH_AVX512 __m512i looked_up(const uint8_t *table, __m512i levels,
                                            __mmask64 is_high) {
  const __m512i low = _mm512_permutex2var_epi8(_mm512_loadu_si512(table), levels,
                                               _mm512_loadu_si512(table + 64));
  const __m512i high = _mm512_permutex2var_epi8(_mm512_loadu_si512(table + 128), levels,
                                                _mm512_loadu_si512(table + 192));
  return _mm512_mask_mov_epi8(low, is_high, high);
}

// `words` with the levels of sixteen places as channel `to`.
#define WITH_LEVELS(words, rows, to, places)                                                  \
  _mm512_ternarylogic_epi32(                                                                  \
      words, _mm512_i32gather_epi32(places, (const int *)(levels_of(rows) - (to)), 1),         \
      _mm512_set1_epi32(255 << 8 * (to)), 0xF8)

static WITH_AVX512 void convert_with_avx512(const cimage_matrix_rows *rows, uint8_t *pixels,
                                            size_t count) {
  const __m128i shift = _mm_cvtsi32_si128(rows->shift);
  const __m512i zero = _mm512_setzero_si512();
  const __m512i alpha = _mm512_set1_epi32((int)0xFF000000);
  // The bytes of each channel of four pixels beside each other.
  const __m512i by_channel = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  __m512i first[3], last[3], start[3];
  for (int to = 0; to < 3; to++) {
    first[to] = _mm512_set1_epi32((int)pair(rows->weights[to][0], rows->weights[to][1]));
    last[to] = _mm512_set1_epi32((int)pair(rows->weights[to][2], 0));
    start[to] = _mm512_set1_epi32(rows->starts[to]);
  }
  for (; count >= 64; count -= 64, pixels += 256) {
    __m512i words[4], parts[4];
#pragma clang loop unroll(full)
    for (int part = 0; part < 4; part++) {
      words[part] = _mm512_loadu_si512(pixels + 64 * part);
      parts[part] = _mm512_shuffle_epi8(words[part], by_channel);
    }
    const __m512i low_first = _mm512_unpacklo_epi32(parts[0], parts[1]);
    const __m512i low_last = _mm512_unpacklo_epi32(parts[2], parts[3]);
    const __m512i high_first = _mm512_unpackhi_epi32(parts[0], parts[1]);
    const __m512i high_last = _mm512_unpackhi_epi32(parts[2], parts[3]);
    const __m512i levels[3] = {_mm512_unpacklo_epi64(low_first, low_last),
                               _mm512_unpackhi_epi64(low_first, low_last),
                               _mm512_unpacklo_epi64(high_first, high_last)};
    __m512i lights[3][2];
#pragma clang loop unroll(full)
    for (int from = 0; from < 3; from++) {
      const __mmask64 is_high = _mm512_movepi8_mask(levels[from]);
      const __m512i low = looked_up(rows->bytes[from][0], levels[from], is_high);
      const __m512i high = looked_up(rows->bytes[from][1], levels[from], is_high);
      lights[from][0] = _mm512_unpacklo_epi8(low, high);
      lights[from][1] = _mm512_unpackhi_epi8(low, high);
    }
#pragma clang loop unroll(full)
    for (int half = 0; half < 2; half++) {
      // Every step between bytes and words keeps to lanes of 16 bytes, so that pixels come out in order.
      const __m512i both[2] = {_mm512_unpacklo_epi16(lights[0][half], lights[1][half]),
                               _mm512_unpackhi_epi16(lights[0][half], lights[1][half])};
      const __m512i blue[2] = {_mm512_unpacklo_epi16(lights[2][half], zero),
                               _mm512_unpackhi_epi16(lights[2][half], zero)};
      __m512i changed[2] = {_mm512_and_si512(words[2 * half], alpha),
                            _mm512_and_si512(words[2 * half + 1], alpha)};
#pragma clang loop unroll(full)
      for (int to = 0; to < 3; to++) {
        __m512i light[2];
        for (int side = 0; side < 2; side++) {
          const __m512i sum = _mm512_dpwssd_epi32(start[to], both[side], first[to]);
          light[side] = _mm512_sra_epi32(_mm512_dpwssd_epi32(sum, blue[side], last[to]), shift);
        }
        __m512i places = _mm512_packus_epi32(light[0], light[1]);
        places = _mm512_min_epu16(
            places, _mm512_add_epi16(_mm512_srli_epi16(places, 4), _mm512_set1_epi16(BENT_BY)));
        changed[0] = WITH_LEVELS(changed[0], rows, to, _mm512_unpacklo_epi16(places, zero));
        changed[1] = WITH_LEVELS(changed[1], rows, to, _mm512_unpackhi_epi16(places, zero));
      }
      _mm512_storeu_si512(pixels + 128 * half, changed[0]);
      _mm512_storeu_si512(pixels + 128 * half + 64, changed[1]);
    }
  }
  convert_with_avx2(rows, pixels, count);
}

// MARK: Choosing

static uint64_t enabled_state(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (uint64_t)high << 32 | low;
}

static int32_t count_loops(void) {
  uint32_t a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return 1;
  const uint64_t state = enabled_state();
  if ((state & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2)) {
    return 1;
  }
  const uint32_t base = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
  const uint32_t more = bit_AVX512VBMI | bit_AVX512VNNI;
  return (state & 0xE6) == 0xE6 && (b & base) == base && (c & more) == more ? 3 : 2;
}
#else
static int32_t count_loops(void) { return 1; }
#endif

int32_t cimage_matrix_loops(void) {
  static atomic_int known;  // 0 before the first call
  int32_t count = atomic_load_explicit(&known, memory_order_relaxed);
  if (count == 0) {
    count = count_loops();
    atomic_store_explicit(&known, count, memory_order_relaxed);
  }
  return count;
}

void cimage_matrix_rows_run(const cimage_matrix_rows *rows, int32_t loop, uint8_t *pixels,
                            size_t count) {
  switch (loop) {
#if defined(__x86_64__)
    case 2: convert_with_avx512(rows, pixels, count); break;
    case 1: convert_with_avx2(rows, pixels, count); break;
#endif
    default: convert_anywhere(rows, pixels, count);
  }
}
