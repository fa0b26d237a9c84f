// From samples to pixels: chroma enlarged to the picture's columns, and YCbCr converted to RGBA.
//
// Lanes are shuffled, multiplied with rounding and packed here, which Swift cannot say. What an instruction set
// has no function for is spelled out at the end.

#ifndef C_LANE_PIXELS_H
#define C_LANE_PIXELS_H

#include "CLaneVectors.h"

#if defined(__AVX2__)

// Pixels that are made at a time.
CLANE_INLINE size_t clane_pixel_count(void) { return sizeof(clane_vector) / 2; }

// Samples of chroma that are added up at a time.
CLANE_INLINE size_t clane_sum_count(void) { return sizeof(clane_vector); }

// For each of some samples of chroma, 3 near + far + `added` of red and then of blue.
CLANE_INLINE void clane_sum_chroma(const uint8_t *near_red, const uint8_t *far_red,
                                   const uint8_t *near_blue, const uint8_t *far_blue, int added,
                                   int16_t *sums) {
  // Each lane gets four samples of each quarter, so that what goes by lanes below ends up in order.
#if defined(__AVX512BW__)
  const clane_vector order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
#define CLANE_LOAD_IN_ORDER(address) _mm512_permutexvar_epi32(order, CLANE_LOAD(address))
#else
  const clane_vector order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
#define CLANE_LOAD_IN_ORDER(address) _mm256_permutevar8x32_epi32(CLANE_LOAD(address), order)
#endif
  const clane_vector near[2] = {CLANE_LOAD_IN_ORDER(near_red), CLANE_LOAD_IN_ORDER(near_blue)};
  const clane_vector far[2] = {CLANE_LOAD_IN_ORDER(far_red), CLANE_LOAD_IN_ORDER(far_blue)};
  clane_vector low[2], high[2];
  for (int i = 0; i < 2; i++) {
    low[i] = CLANE_OP(unpacklo_epi8)(near[i], far[i]);
    high[i] = CLANE_OP(unpackhi_epi8)(near[i], far[i]);
  }
  const clane_vector pairs[4] = {
      CLANE_OP(unpacklo_epi16)(low[0], low[1]), CLANE_OP(unpackhi_epi16)(low[0], low[1]),
      CLANE_OP(unpacklo_epi16)(high[0], high[1]), CLANE_OP(unpackhi_epi16)(high[0], high[1])};
  const clane_vector factors = CLANE_OP(set1_epi16)(1 << 8 | 3);
  const clane_vector constant = CLANE_OP(set1_epi16)((int16_t)added);
  for (int i = 0; i < 4; i++) {
    CLANE_STORE(sums + sizeof(clane_vector) / 2 * (size_t)i,
                CLANE_OP(add_epi16)(CLANE_OP(maddubs_epi16)(pairs[i], factors), constant));
  }
}

// Two vectors of pixels as RGBA, each lane with four.
typedef struct {
  clane_vector first, second;
} clane_pixel_pair;

// Pixels of chroma less 128, red and blue in turns, and of luma twice for each pixel and once for all of
// both vectors, lane by lane. By libjpeg's constants (jdcolor.c), which are 65536ths there and 32768ths here:
// 91881 / 2 is 32768 + 13172.5, which rounds as 13175 does for every sample, 116130 / 2 is 32768 + 25297.
CLANE_INLINE clane_pixel_pair clane_convert(const clane_vector *chroma, const clane_vector *twice,
                                            clane_vector luma) {
  const clane_vector outer = CLANE_OP(set1_epi32)(25297 << 16 | 13175);
  const clane_vector green = CLANE_OP(set1_epi32)((int)((uint32_t)-11277 << 16 | (uint16_t)-23401));
  const clane_vector half = CLANE_OP(set1_epi32)(1 << 14);
  clane_vector outers[2], greens[2];
  for (int i = 0; i < 2; i++) {
    const clane_vector more = CLANE_OP(mulhrs_epi16)(chroma[i], outer);
    outers[i] = CLANE_OP(add_epi16)(CLANE_OP(add_epi16)(more, chroma[i]), twice[i]);
    const clane_vector sums = CLANE_OP(madd_epi16)(chroma[i], green);
    greens[i] = CLANE_OP(srai_epi32)(CLANE_OP(add_epi32)(sums, half), 15);
  }
  const clane_vector inner =
      CLANE_OP(add_epi16)(CLANE_OP(packs_epi32)(greens[0], greens[1]), luma);
  const clane_vector opaque = CLANE_OP(unpacklo_epi8)(CLANE_OP(packus_epi16)(inner, inner),
                                                      CLANE_OP(set1_epi8)(-1));
  const clane_vector bytes = CLANE_OP(packus_epi16)(outers[0], outers[1]);
  const clane_pixel_pair pair = {CLANE_OP(unpacklo_epi8)(bytes, opaque),
                                 CLANE_OP(unpackhi_epi8)(bytes, opaque)};
  return pair;
}

// Stores pixels of which one vector has the first four of each eight, the other one the others.
CLANE_INLINE void clane_store_fours(clane_vector first, clane_vector second, uint32_t *pixels) {
#if defined(__AVX512BW__)
  CLANE_STORE(pixels, _mm512_permutex2var_epi64(
                          first, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), second));
  CLANE_STORE(pixels + 16, _mm512_permutex2var_epi64(
                               first, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), second));
#else
  CLANE_STORE(pixels, _mm256_permute2x128_si256(first, second, 0x20));
  CLANE_STORE(pixels + 8, _mm256_permute2x128_si256(first, second, 0x31));
#endif
}

// Pixels of YCbCr samples, which are as many of chroma as of luma.
CLANE_INLINE void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
                                    uint32_t *pixels) {
  const clane_vector middle = CLANE_OP(set1_epi16)(128);
  const clane_vector y = CLANE_OP(cvtepu8_epi16)(CLANE_LOAD_HALF(luma));
  const clane_vector cb =
      CLANE_OP(sub_epi16)(CLANE_OP(cvtepu8_epi16)(CLANE_LOAD_HALF(blue)), middle);
  const clane_vector cr =
      CLANE_OP(sub_epi16)(CLANE_OP(cvtepu8_epi16)(CLANE_LOAD_HALF(red)), middle);
  const clane_vector chroma[2] = {CLANE_OP(unpacklo_epi16)(cr, cb),
                                  CLANE_OP(unpackhi_epi16)(cr, cb)};
  const clane_vector twice[2] = {CLANE_OP(unpacklo_epi16)(y, y), CLANE_OP(unpackhi_epi16)(y, y)};
  const clane_pixel_pair pair = clane_convert(chroma, twice, y);
  clane_store_fours(pair.first, pair.second, pixels);
}

// Pixels of luma and of sums of chroma, from the one before the first pixel's on: of each sample they make
// two, (3 sum + sum before) / 16 and (3 sum + sum after + odd) / 16, less 128 by what was added to them.
CLANE_INLINE void clane_enlarge_pixels(const uint8_t *luma, const int16_t *sums, int odd,
                                       uint32_t *pixels) {
  const clane_vector own = CLANE_LOAD(sums + 2);
  const clane_vector triple = CLANE_OP(add_epi16)(CLANE_OP(add_epi16)(own, own), own);
  const clane_vector after =
      CLANE_OP(add_epi16)(CLANE_LOAD(sums + 4), CLANE_OP(set1_epi16)((int16_t)odd));
  const clane_vector chroma[2] = {
      CLANE_OP(srai_epi16)(CLANE_OP(add_epi16)(triple, CLANE_LOAD(sums)), 4),
      CLANE_OP(srai_epi16)(CLANE_OP(add_epi16)(triple, after), 4)};
  // Two pixels in four bytes, of which the first or the second is taken twice.
  const clane_vector y = CLANE_OP(cvtepu16_epi32)(CLANE_LOAD_HALF(luma));
  const clane_vector even = CLANE_EACH(
      _mm_setr_epi8(0, -1, 0, -1, 4, -1, 4, -1, 8, -1, 8, -1, 12, -1, 12, -1));
  const clane_vector uneven = CLANE_EACH(
      _mm_setr_epi8(1, -1, 1, -1, 5, -1, 5, -1, 9, -1, 9, -1, 13, -1, 13, -1));
  const clane_vector apart = CLANE_EACH(
      _mm_setr_epi8(0, -1, 4, -1, 8, -1, 12, -1, 1, -1, 5, -1, 9, -1, 13, -1));
  const clane_vector twice[2] = {CLANE_OP(shuffle_epi8)(y, even),
                                 CLANE_OP(shuffle_epi8)(y, uneven)};
  const clane_pixel_pair pair =
      clane_convert(chroma, twice, CLANE_OP(shuffle_epi8)(y, apart));
#if defined(__AVX512BW__)
  CLANE_STORE(pixels, _mm512_permutex2var_epi32(pair.first,
                                                _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                                                  5, 21, 6, 22, 7, 23),
                                                pair.second));
  CLANE_STORE(pixels + 16, _mm512_permutex2var_epi32(pair.first,
                                                     _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27,
                                                                       12, 28, 13, 29, 14, 30, 15,
                                                                       31),
                                                     pair.second));
#else
  clane_store_fours(_mm256_unpacklo_epi32(pair.first, pair.second),
                    _mm256_unpackhi_epi32(pair.first, pair.second), pixels);
#endif
}

#else

CLANE_INLINE size_t clane_pixel_count(void) { return 16; }
CLANE_INLINE size_t clane_sum_count(void) { return 16; }

CLANE_INLINE void clane_sum_chroma(const uint8_t *near_red, const uint8_t *far_red,
                                   const uint8_t *near_blue, const uint8_t *far_blue, int added,
                                   int16_t *sums) {
  for (int i = 0; i < 16; i++) {
    sums[2 * i] = (int16_t)(3 * near_red[i] + far_red[i] + added);
    sums[2 * i + 1] = (int16_t)(3 * near_blue[i] + far_blue[i] + added);
  }
}

#if defined(__SSE2__)
// What does not fit a factor of 16 bits is taken out as a whole multiple: 91881 is 65536 + 26345, 116130 is
// 131072 - 14942, -46802 is -65536 + 18734; and (x + 32768) >> 16 is ((2x >> 16) + 1) >> 1.
CLANE_INLINE void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
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
CLANE_INLINE void clane_make_pixels(const uint8_t *luma, const uint8_t *blue, const uint8_t *red,
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

CLANE_INLINE void clane_enlarge_pixels(const uint8_t *luma, const int16_t *sums, int odd,
                                       uint32_t *pixels) {
  uint8_t chroma[2][16];
  for (int color = 0; color < 2; color++) {
    const int16_t *own = sums + 2 + color;
    for (int i = 0; i < 8; i++) {
      const int triple = 3 * own[2 * i];
      chroma[color][2 * i] = (uint8_t)(((triple + own[2 * i - 2]) >> 4) + 128);
      chroma[color][2 * i + 1] = (uint8_t)(((triple + own[2 * i + 2] + odd) >> 4) + 128);
    }
  }
  clane_make_pixels(luma, chroma[1], chroma[0], pixels);
}

#endif

#endif
