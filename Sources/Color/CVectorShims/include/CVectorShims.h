// The vector vocabulary of Sources/Color/SIMDBodies/Vectors/Lanes.swift, as header-inline functions.
//
// Why C: Swift's SIMD types have no lane shuffle, no mask-to-bits and no compress; their integer
// operators (Swift 6.3) are unrolled lane by lane and put together again only when the optimiser
// recognises them, which in a long loop it does not; and cpuid is an instruction. Each function
// below is one step; there is no loop over pixels and no policy here. Being `static inline`, they
// are compiled into the importing Swift module with that module's -march, so one Swift body gives
// SSE2, AVX2, AVX-512, NEON or WebAssembly code. Plain clang vector extensions serve every target;
// an #if is used only where one instruction decides.

#ifndef C_VECTOR_SHIMS_H
#define C_VECTOR_SHIMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define CV_INLINE static inline __attribute__((always_inline))

// Sixteen pixels or sixteen counters. Imported by Swift as SIMD16<UInt32>.
typedef uint32_t cv_u32x16 __attribute__((ext_vector_type(16)));
typedef uint32_t cv_u32x8 __attribute__((ext_vector_type(8)));
typedef uint32_t cv_u32x4 __attribute__((ext_vector_type(4)));
typedef int32_t cv_i32x16 __attribute__((ext_vector_type(16)));
typedef float cv_f32x16 __attribute__((ext_vector_type(16)));
typedef uint16_t cv_u16x32 __attribute__((ext_vector_type(32)));
typedef int16_t cv_i16x32 __attribute__((ext_vector_type(32)));
typedef uint64_t cv_u64x8 __attribute__((ext_vector_type(8)));
typedef uint8_t cv_u8x4 __attribute__((ext_vector_type(4)));
typedef uint8_t cv_u8x8 __attribute__((ext_vector_type(8)));
typedef uint8_t cv_u8x64 __attribute__((ext_vector_type(64)));

// Begins to fetch what is at any address into the nearest cache, and waits for nothing.
CV_INLINE void cv_prefetch(const void *_Nonnull address) { __builtin_prefetch(address); }

// Tells the processor that a loop waits.
CV_INLINE void cv_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

// Loads 64 bytes from any address.
CV_INLINE cv_u32x16 cv_load(const void *_Nonnull address) {
  cv_u32x16 lanes;
  memcpy(&lanes, address, sizeof lanes);
  return lanes;
}

// Loads every fourth of 64 words from any address, from the fourth on.
CV_INLINE cv_u32x16 cv_load_fourths(const void *_Nonnull address) {
  cv_u32x16 quarters[4];
  memcpy(quarters, address, sizeof quarters);
  cv_u32x8 low = __builtin_shufflevector(quarters[0], quarters[1], 3, 7, 11, 15, 19, 23, 27, 31);
  cv_u32x8 high = __builtin_shufflevector(quarters[2], quarters[3], 3, 7, 11, 15, 19, 23, 27, 31);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// Loads `count` words (0 to 16) from any address; the other lanes are 0.
CV_INLINE cv_u32x16 cv_load_first(const void *_Nonnull address, uint32_t count) {
  cv_u32x16 lanes = 0;
  memcpy(&lanes, address, 4 * (size_t)count);
  return lanes;
}

// Stores 64 bytes to any address.
CV_INLINE void cv_store(void *_Nonnull address, cv_u32x16 lanes) {
  memcpy(address, &lanes, sizeof lanes);
}

// The lanes' numbers.
CV_INLINE cv_u32x16 cv_indices(void) {
  return (cv_u32x16){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

// One bit a lane, lane 0 lowest: set where the lanes differ.
CV_INLINE uint32_t cv_differing_bits(cv_u32x16 left, cv_u32x16 right) {
#if defined(__AVX512F__)
  return _mm512_cmpneq_epi32_mask((__m512i)left, (__m512i)right);
#elif defined(__AVX2__)
  __m256i low = _mm256_cmpeq_epi32((__m256i)left.lo, (__m256i)right.lo);
  __m256i high = _mm256_cmpeq_epi32((__m256i)left.hi, (__m256i)right.hi);
  uint32_t equal = (uint32_t)_mm256_movemask_ps((__m256)low) |
                   (uint32_t)_mm256_movemask_ps((__m256)high) << 8;
  return equal ^ 0xFFFF;
#elif defined(__SSE2__)
  cv_u32x16 equal = (cv_u32x16)(left == right);
  __m128i low = _mm_packs_epi32((__m128i)equal.lo.lo, (__m128i)equal.lo.hi);
  __m128i high = _mm_packs_epi32((__m128i)equal.hi.lo, (__m128i)equal.hi.hi);
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) ^ 0xFFFF;
#elif defined(__wasm_simd128__)
  cv_u32x16 equal = (cv_u32x16)(left == right);
  v128_t low = wasm_i16x8_narrow_i32x4((v128_t)equal.lo.lo, (v128_t)equal.lo.hi);
  v128_t high = wasm_i16x8_narrow_i32x4((v128_t)equal.hi.lo, (v128_t)equal.hi.hi);
  return (uint32_t)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high)) ^ 0xFFFF;
#elif defined(__aarch64__)
  const cv_u32x16 equal = (cv_u32x16)(left == right);
  // The lanes' low halves, then a bit of its own for each, whose sum is all of them.
  const uint16x8_t low = vuzp1q_u16((uint16x8_t)equal.lo.lo, (uint16x8_t)equal.lo.hi);
  const uint16x8_t high = vuzp1q_u16((uint16x8_t)equal.hi.lo, (uint16x8_t)equal.hi.hi);
  const uint16x8_t bits = {1, 2, 4, 8, 16, 32, 64, 128};
  return vaddvq_u16(vsliq_n_u16(vandq_u16(low, bits), vandq_u16(high, bits), 8)) ^ 0xFFFFu;
#else
  typedef _Bool cv_bits16 __attribute__((ext_vector_type(16)));
  cv_i32x16 differs = left != right;
  cv_bits16 bits = __builtin_convertvector(differs, cv_bits16);
  uint16_t word;
  memcpy(&word, &bits, sizeof word);
  return word;
#endif
}

// lanes + (left == right ? other : 0), lane by lane, modulo 2^32.
CV_INLINE cv_u32x16 cv_add_where_equal(
    cv_u32x16 lanes, cv_u32x16 other, cv_u32x16 left, cv_u32x16 right) {
#if defined(__AVX512F__)
  // By the mask that cv_differing_bits makes of the same lanes, so that one comparison does both.
  __mmask16 differs = _mm512_cmpneq_epi32_mask((__m512i)left, (__m512i)right);
  return (cv_u32x16)_mm512_mask_mov_epi32((__m512i)(lanes + other), differs, (__m512i)lanes);
#else
  return lanes + (other & (cv_u32x16)(left == right));
#endif
}

// Each lane's bytes b0 to b3 to (b0 w0 + b1 w1) p0 + (b2 w2 + b3 w3) p1. `bytes` holds the weights
// w0 to w3, `pairs` p0 in its low half and p1 in its high half; all are 0 to 127.
CV_INLINE cv_u32x16 cv_weigh(cv_u32x16 lanes, uint32_t bytes, uint32_t pairs) {
#if defined(__AVX512BW__)
  return (cv_u32x16)_mm512_madd_epi16(
      _mm512_maddubs_epi16((__m512i)lanes, _mm512_set1_epi32((int)bytes)),
      _mm512_set1_epi32((int)pairs));
#elif defined(__AVX2__)
  const __m256i w = _mm256_set1_epi32((int)bytes), p = _mm256_set1_epi32((int)pairs);
  cv_u32x16 sums;
  sums.lo = (cv_u32x8)_mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)lanes.lo, w), p);
  sums.hi = (cv_u32x8)_mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)lanes.hi, w), p);
  return sums;
#else
  const uint32_t p0 = pairs & 0xFFFF, p1 = pairs >> 16;
  const uint32_t even = (bytes & 0xFF) * p0 | (bytes >> 16 & 0xFF) * p1 << 16;
  const uint32_t odd = (bytes >> 8 & 0xFF) * p0 | (bytes >> 24) * p1 << 16;
#if defined(__SSE2__)
  const __m128i e = _mm_set1_epi32((int)even), o = _mm_set1_epi32((int)odd);
  const cv_u32x16 evens = lanes & 0x00FF00FF, odds = lanes >> 8 & 0x00FF00FF;
  cv_u32x16 sums;
#define CV_WEIGH_QUARTER(a, b)                                                \
  sums.a.b = (cv_u32x4)_mm_add_epi32(_mm_madd_epi16((__m128i)evens.a.b, e),   \
                                     _mm_madd_epi16((__m128i)odds.a.b, o))
  CV_WEIGH_QUARTER(lo, lo);
  CV_WEIGH_QUARTER(lo, hi);
  CV_WEIGH_QUARTER(hi, lo);
  CV_WEIGH_QUARTER(hi, hi);
#undef CV_WEIGH_QUARTER
  return sums;
#elif defined(__wasm_simd128__)
  const v128_t e = wasm_u32x4_splat(even), o = wasm_u32x4_splat(odd);
  const cv_u32x16 evens = lanes & 0x00FF00FF, odds = lanes >> 8 & 0x00FF00FF;
  cv_u32x16 sums;
#define CV_WEIGH_QUARTER(a, b)                                                         \
  sums.a.b = (cv_u32x4)wasm_i32x4_add(wasm_i32x4_dot_i16x8((v128_t)evens.a.b, e),      \
                                      wasm_i32x4_dot_i16x8((v128_t)odds.a.b, o))
  CV_WEIGH_QUARTER(lo, lo);
  CV_WEIGH_QUARTER(lo, hi);
  CV_WEIGH_QUARTER(hi, lo);
  CV_WEIGH_QUARTER(hi, hi);
#undef CV_WEIGH_QUARTER
  return sums;
#else
  return (lanes & 0xFF) * (even & 0xFFFF) + (lanes >> 8 & 0xFF) * (odd & 0xFFFF) +
         (lanes >> 16 & 0xFF) * (even >> 16) + (lanes >> 24) * (odd >> 16);
#endif
#endif
}

// Lane by lane: and, or, exclusive or, sum and difference modulo 2^32.
CV_INLINE cv_u32x16 cv_and(cv_u32x16 left, cv_u32x16 right) { return left & right; }
CV_INLINE cv_u32x16 cv_or(cv_u32x16 left, cv_u32x16 right) { return left | right; }
CV_INLINE cv_u32x16 cv_xor(cv_u32x16 left, cv_u32x16 right) { return left ^ right; }
CV_INLINE cv_u32x16 cv_add(cv_u32x16 left, cv_u32x16 right) { return left + right; }
CV_INLINE cv_u32x16 cv_subtract(cv_u32x16 left, cv_u32x16 right) { return left - right; }

// Every lane moved down by `bits` (0 to 31), zeros moving in.
CV_INLINE cv_u32x16 cv_shift_right(cv_u32x16 lanes, uint32_t bits) { return lanes >> bits; }

// Every lane moved up by `bits` (0 to 31), zeros moving in.
CV_INLINE cv_u32x16 cv_shift_left(cv_u32x16 lanes, uint32_t bits) { return lanes << bits; }

// Every lane set to `value`.
CV_INLINE cv_u32x16 cv_splat(uint32_t value) { return (cv_u32x16)value; }

// All ones where a lane of `left` is under that of `right`, else zero.
CV_INLINE cv_u32x16 cv_less(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)(left < right);
}

// All ones where a lane of `left` is under that of `right`, both taken as signed, else zero: one
// instruction where that of unsigned lanes is three.
CV_INLINE cv_u32x16 cv_less_signed(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_i32x16)left < (cv_i32x16)right);
}

// All ones where the lanes are equal, else zero.
CV_INLINE cv_u32x16 cv_equal(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)(left == right);
}

// The differences of both halves of each lane, modulo 2^16.
CV_INLINE cv_u32x16 cv_subtract_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_u16x32)left - (cv_u16x32)right);
}

// The sum of the squares of each lane's signed halves.
CV_INLINE cv_u32x16 cv_square_halves(cv_u32x16 lanes) {
#if defined(__AVX512BW__)
  return (cv_u32x16)_mm512_madd_epi16((__m512i)lanes, (__m512i)lanes);
#elif defined(__AVX2__)
  cv_u32x16 sums;
  sums.lo = (cv_u32x8)_mm256_madd_epi16((__m256i)lanes.lo, (__m256i)lanes.lo);
  sums.hi = (cv_u32x8)_mm256_madd_epi16((__m256i)lanes.hi, (__m256i)lanes.hi);
  return sums;
#elif defined(__SSE2__)
  cv_u32x16 sums;
#define CV_SQUARE_QUARTER(a, b) \
  sums.a.b = (cv_u32x4)_mm_madd_epi16((__m128i)lanes.a.b, (__m128i)lanes.a.b)
  CV_SQUARE_QUARTER(lo, lo);
  CV_SQUARE_QUARTER(lo, hi);
  CV_SQUARE_QUARTER(hi, lo);
  CV_SQUARE_QUARTER(hi, hi);
#undef CV_SQUARE_QUARTER
  return sums;
#elif defined(__wasm_simd128__)
  cv_u32x16 sums;
#define CV_SQUARE_QUARTER(a, b) \
  sums.a.b = (cv_u32x4)wasm_i32x4_dot_i16x8((v128_t)lanes.a.b, (v128_t)lanes.a.b)
  CV_SQUARE_QUARTER(lo, lo);
  CV_SQUARE_QUARTER(lo, hi);
  CV_SQUARE_QUARTER(hi, lo);
  CV_SQUARE_QUARTER(hi, hi);
#undef CV_SQUARE_QUARTER
  return sums;
#else
  cv_i32x16 low = (cv_i32x16)(lanes << 16) >> 16, high = (cv_i32x16)lanes >> 16;
  return (cv_u32x16)(low * low + high * high);
#endif
}

// Eight 64-bit sums, one for each two lanes: what they were, and the products of both lanes.
CV_INLINE cv_u32x16 cv_add_products(cv_u32x16 sums, cv_u32x16 left, cv_u32x16 right) {
  const cv_u64x8 l = (cv_u64x8)left, r = (cv_u64x8)right;
  return (cv_u32x16)((cv_u64x8)sums + (l & 0xFFFFFFFF) * (r & 0xFFFFFFFF) + (l >> 32) * (r >> 32));
}

// The sum of eight 64-bit sums, modulo 2^64.
CV_INLINE uint64_t cv_sum_long(cv_u32x16 sums) { return __builtin_reduce_add((cv_u64x8)sums); }

// Lanes of `yes` where `mask` is all ones, of `no` where it is zero.
CV_INLINE cv_u32x16 cv_select(cv_u32x16 mask, cv_u32x16 yes, cv_u32x16 no) {
  return (mask & yes) | (~mask & no);
}

// The larger of each pair of bytes.
CV_INLINE cv_u32x16 cv_max_bytes(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)__builtin_elementwise_max((cv_u8x64)left, (cv_u8x64)right);
}

// The smaller of each pair of bytes.
CV_INLINE cv_u32x16 cv_min_bytes(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)__builtin_elementwise_min((cv_u8x64)left, (cv_u8x64)right);
}

// The smaller of each pair of bytes, for a least byte of each channel over all lanes: where registers are
// few the first four lanes gather it, and the others stay as they are in `so_far`.
CV_INLINE cv_u32x16 cv_least_bytes(cv_u32x16 so_far, cv_u32x16 lanes) {
#if defined(__wasm_simd128__)
  v128_t low = wasm_u8x16_min((v128_t)lanes.lo.lo, (v128_t)lanes.lo.hi);
  v128_t high = wasm_u8x16_min((v128_t)lanes.hi.lo, (v128_t)lanes.hi.hi);
  so_far.lo.lo = (cv_u32x4)wasm_u8x16_min((v128_t)so_far.lo.lo, wasm_u8x16_min(low, high));
  return so_far;
#else
  return (cv_u32x16)__builtin_elementwise_min((cv_u8x64)so_far, (cv_u8x64)lanes);
#endif
}

// By how much each pair of bytes differs by more than `step`: 0 where it does not.
CV_INLINE cv_u32x16 cv_excess_bytes(cv_u32x16 left, cv_u32x16 right, uint8_t step) {
  const cv_u8x64 larger = __builtin_elementwise_max((cv_u8x64)left, (cv_u8x64)right);
  const cv_u8x64 smaller = __builtin_elementwise_min((cv_u8x64)left, (cv_u8x64)right);
  const cv_u8x64 most = step;
  return (cv_u32x16)__builtin_elementwise_sub_sat(larger - smaller, most);
}

// Whether any lane is not zero.
CV_INLINE int cv_any_nonzero(cv_u32x16 lanes) {
#if defined(__AVX512F__)
  return _mm512_test_epi32_mask((__m512i)lanes, (__m512i)lanes) != 0;
#elif defined(__wasm_simd128__)
  return wasm_v128_any_true((v128_t)((lanes.lo.lo | lanes.lo.hi) | (lanes.hi.lo | lanes.hi.hi)));
#else
  return __builtin_reduce_or(lanes) != 0;
#endif
}

#if defined(__AVX2__) && !defined(__AVX512F__)
// For each byte of mask, the indices of its set bits, one a byte, packed into 64 bits.
extern const uint64_t cv_compress_indices[256];

CV_INLINE void cv_compress_half(uint32_t *_Nonnull to, cv_u32x8 lanes, uint32_t mask) {
  __m256i order = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)&cv_compress_indices[mask]));
  _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32((__m256i)lanes, order));
}
#endif

#if defined(__wasm_simd128__) || defined(__aarch64__)
// For each four bits, the places of the bytes of the words whose bit is set.
extern const uint8_t cv_compress_places[16][16];

CV_INLINE void cv_compress_quarter(uint32_t *_Nonnull to, cv_u32x4 lanes, uint32_t mask) {
  const uint8_t *places = cv_compress_places[mask & 15];
#if defined(__wasm_simd128__)
  wasm_v128_store(to, wasm_i8x16_swizzle((v128_t)lanes, wasm_v128_load(places)));
#else
  vst1q_u32(to, vreinterpretq_u32_u8(vqtbl1q_u8((uint8x16_t)lanes, vld1q_u8(places))));
#endif
}
#endif

// Writes the lanes whose bit in `mask` is set, in order, from `to` on. Up to 16 words from `to` on
// may be overwritten; only the first popcount(mask) mean anything.
CV_INLINE void cv_compress_store(uint32_t *_Nonnull to, cv_u32x16 lanes, uint32_t mask) {
#if defined(__AVX512F__)
  // Compress in a register, then store whole: compressing into memory is microcoded on Zen 4.
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)mask, (__m512i)lanes));
#elif defined(__AVX2__)
  uint32_t low = mask & 0xFF;
  cv_compress_half(to, lanes.lo, low);
  cv_compress_half(to + __builtin_popcount(low), lanes.hi, mask >> 8);
#elif defined(__SSE2__)
  // Two lanes at a time: the second moves down where the first is dropped.
  __m128i quarters[4];
  memcpy(quarters, &lanes, sizeof quarters);
  uint32_t kept = 0;
#pragma clang loop unroll(full)
  for (uint32_t pair = 0; pair < 8; pair++) {
    __m128i both = quarters[pair / 2];
    if (pair % 2) both = _mm_unpackhi_epi64(both, both);
    uint32_t first = mask >> 2 * pair & 1, second = mask >> (2 * pair + 1) & 1;
    both = _mm_srl_epi64(both, _mm_cvtsi32_si128((int)((first ^ 1) << 5)));
    _mm_storel_epi64((__m128i_u *)(to + kept), both);
    kept += first + second;
  }
#elif defined(__wasm_simd128__) || defined(__aarch64__)
  cv_compress_quarter(to, lanes.lo.lo, mask);
  cv_compress_quarter(to + __builtin_popcount(mask & 0xF), lanes.lo.hi, mask >> 4);
  cv_compress_quarter(to + __builtin_popcount(mask & 0xFF), lanes.hi.lo, mask >> 8);
  cv_compress_quarter(to + __builtin_popcount(mask & 0xFFF), lanes.hi.hi, mask >> 12);
#else
  uint32_t all[16];
  memcpy(all, &lanes, sizeof all);
  uint32_t kept = 0;
#pragma clang loop unroll(full)
  for (uint32_t lane = 0; lane < 16; lane++) {
    to[kept] = all[lane];
    kept += (mask >> lane) & 1;
  }
#endif
}

// Adds the four bytes of `word`, lowest first, to the four 32-bit words at `row` (16-byte aligned).
CV_INLINE void cv_add_bytes(void *_Nonnull row, uint32_t word) {
  cv_u8x4 bytes;
  memcpy(&bytes, &word, sizeof bytes);
  *(cv_u32x4 *)row += __builtin_convertvector(bytes, cv_u32x4);
}

// Adds the four bytes of words[0] to the four 32-bit words at `first` and those of words[1] to
// those at `second` (both 16-byte aligned; they may be the same).
CV_INLINE void cv_add_bytes_to_two(
    void *_Nonnull first, void *_Nonnull second, const uint32_t *_Nonnull words) {
  cv_u8x8 bytes;
  memcpy(&bytes, words, sizeof bytes);
  cv_u32x8 wide = __builtin_convertvector(bytes, cv_u32x8);
  *(cv_u32x4 *)first += wide.lo;
  *(cv_u32x4 *)second += wide.hi;
}

// Adds the eight bytes at `bytes` to the eight 32-bit words at `row` (32-byte aligned).
CV_INLINE void cv_add_eight_bytes(void *_Nonnull row, const uint32_t *_Nonnull bytes) {
  cv_u8x8 narrow;
  memcpy(&narrow, bytes, sizeof narrow);
  *(cv_u32x8 *)row += __builtin_convertvector(narrow, cv_u32x8);
}

// Halves: each lane as two 16-bit numbers, the low one first.

// All halves set to `value`.
CV_INLINE cv_u32x16 cv_splat_halves(uint32_t value) {
  return (cv_u32x16)((value & 0xFFFF) | value << 16);
}

// Sums, products, and what is left after subtracting, modulo 2^16 (cv_subtract_halves above).
CV_INLINE cv_u32x16 cv_add_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_u16x32)left + (cv_u16x32)right);
}
CV_INLINE cv_u32x16 cv_multiply_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_u16x32)left * (cv_u16x32)right);
}

// Every half moved down by `bits` (0 to 15), zeros moving in.
CV_INLINE cv_u32x16 cv_shift_right_halves(cv_u32x16 lanes, uint32_t bits) {
  return (cv_u32x16)((cv_u16x32)lanes >> (uint16_t)bits);
}

// Every half moved up by `bits` (0 to 15), zeros moving in.
CV_INLINE cv_u32x16 cv_shift_left_halves(cv_u32x16 lanes, uint32_t bits) {
  return (cv_u32x16)((cv_u16x32)lanes << (uint16_t)bits);
}

// The larger, and the smaller, of each pair of halves, taken as signed.
CV_INLINE cv_u32x16 cv_max_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)__builtin_elementwise_max((cv_i16x32)left, (cv_i16x32)right);
}
CV_INLINE cv_u32x16 cv_min_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)__builtin_elementwise_min((cv_i16x32)left, (cv_i16x32)right);
}

// The sizes of signed halves above -2^15.
CV_INLINE cv_u32x16 cv_size_halves(cv_u32x16 lanes) {
  return (cv_u32x16)__builtin_elementwise_abs((cv_i16x32)lanes);
}

// left - right, or 0 where that is negative, of unsigned halves.
CV_INLINE cv_u32x16 cv_excess_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)__builtin_elementwise_sub_sat((cv_u16x32)left, (cv_u16x32)right);
}

// All ones where a half of `left` is under that of `right`, both taken as signed, else zero.
CV_INLINE cv_u32x16 cv_less_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_i16x32)left < (cv_i16x32)right);
}

// All ones where halves are equal, else zero.
CV_INLINE cv_u32x16 cv_equal_halves(cv_u32x16 left, cv_u32x16 right) {
  return (cv_u32x16)((cv_u16x32)left == (cv_u16x32)right);
}

// The low halves of both vectors, those of `first` low; and the high halves. Each is the other's
// inverse: of the results, cv_low_halves and cv_high_halves are `first` and `second` again.
CV_INLINE cv_u32x16 cv_low_halves(cv_u32x16 first, cv_u32x16 second) {
  return (first & 0xFFFF) | second << 16;
}
CV_INLINE cv_u32x16 cv_high_halves(cv_u32x16 first, cv_u32x16 second) {
  return first >> 16 | (second & 0xFFFF0000);
}

// Applies an instruction of two vectors to the parts of lanes that registers hold.
#if defined(__AVX512BW__)
#define CV_BINARY(sse, avx2, avx512, wasm, left, right) \
  return (cv_u32x16)avx512((__m512i)left, (__m512i)right)
#elif defined(__AVX2__)
#define CV_BINARY(sse, avx2, avx512, wasm, left, right)                  \
  cv_u32x16 both;                                                        \
  both.lo = (cv_u32x8)avx2((__m256i)left.lo, (__m256i)right.lo);         \
  both.hi = (cv_u32x8)avx2((__m256i)left.hi, (__m256i)right.hi);         \
  return both
#elif defined(__SSE2__)
#define CV_BINARY(sse, avx2, avx512, wasm, left, right)                  \
  cv_u32x16 all;                                                         \
  all.lo.lo = (cv_u32x4)sse((__m128i)left.lo.lo, (__m128i)right.lo.lo);  \
  all.lo.hi = (cv_u32x4)sse((__m128i)left.lo.hi, (__m128i)right.lo.hi);  \
  all.hi.lo = (cv_u32x4)sse((__m128i)left.hi.lo, (__m128i)right.hi.lo);  \
  all.hi.hi = (cv_u32x4)sse((__m128i)left.hi.hi, (__m128i)right.hi.hi);  \
  return all
#elif defined(__wasm_simd128__)
// What are single instructions elsewhere.
CV_INLINE v128_t cv_wasm_low_pairs(v128_t left, v128_t right) {
  return wasm_i16x8_shuffle(left, right, 0, 8, 1, 9, 2, 10, 3, 11);
}
CV_INLINE v128_t cv_wasm_high_pairs(v128_t left, v128_t right) {
  return wasm_i16x8_shuffle(left, right, 4, 12, 5, 13, 6, 14, 7, 15);
}
CV_INLINE v128_t cv_wasm_low_word_pairs(v128_t left, v128_t right) {
  return wasm_i32x4_shuffle(left, right, 0, 4, 1, 5);
}
CV_INLINE v128_t cv_wasm_high_word_pairs(v128_t left, v128_t right) {
  return wasm_i32x4_shuffle(left, right, 2, 6, 3, 7);
}
CV_INLINE v128_t cv_wasm_high_products(v128_t left, v128_t right) {
  return wasm_i16x8_shuffle(
      wasm_u32x4_extmul_low_u16x8(left, right), wasm_u32x4_extmul_high_u16x8(left, right), 1, 3, 5,
      7, 9, 11, 13, 15);
}
#define CV_BINARY(sse, avx2, avx512, wasm, left, right)                  \
  cv_u32x16 all;                                                         \
  all.lo.lo = (cv_u32x4)wasm((v128_t)left.lo.lo, (v128_t)right.lo.lo);   \
  all.lo.hi = (cv_u32x4)wasm((v128_t)left.lo.hi, (v128_t)right.lo.hi);   \
  all.hi.lo = (cv_u32x4)wasm((v128_t)left.hi.lo, (v128_t)right.hi.lo);   \
  all.hi.hi = (cv_u32x4)wasm((v128_t)left.hi.hi, (v128_t)right.hi.hi);   \
  return all
#endif

// Halves of both vectors paired, `first` low: first those that a half of the pairs is made of, then
// the rest. Which come first is the instruction set's choice; cv_narrow puts them back.
CV_INLINE cv_u32x16 cv_pairs_first(cv_u32x16 first, cv_u32x16 second) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_unpacklo_epi16, _mm256_unpacklo_epi16, _mm512_unpacklo_epi16, cv_wasm_low_pairs,
      first, second);
#else
  return cv_low_halves(first, second);
#endif
}
CV_INLINE cv_u32x16 cv_pairs_second(cv_u32x16 first, cv_u32x16 second) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_unpackhi_epi16, _mm256_unpackhi_epi16, _mm512_unpackhi_epi16, cv_wasm_high_pairs,
      first, second);
#else
  return cv_high_halves(first, second);
#endif
}

// Lanes of both vectors paired, `first` low: first those that a half of the pairs is made of, then
// the rest. Which come first is the instruction set's choice.
CV_INLINE cv_u32x16 cv_word_pairs_first(cv_u32x16 first, cv_u32x16 second) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_unpacklo_epi32, _mm256_unpacklo_epi32, _mm512_unpacklo_epi32, cv_wasm_low_word_pairs,
      first, second);
#else
  return __builtin_shufflevector(
      first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
#endif
}
CV_INLINE cv_u32x16 cv_word_pairs_second(cv_u32x16 first, cv_u32x16 second) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_unpackhi_epi32, _mm256_unpackhi_epi32, _mm512_unpackhi_epi32, cv_wasm_high_word_pairs,
      first, second);
#else
  return __builtin_shufflevector(
      first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
#endif
}

// Signed lanes as signed halves, for lanes from -2^15 to 2^15 - 1; lanes beyond keep their sign. In
// the order of the halves whose pairs the lanes are of: `first` of cv_pairs_first.
CV_INLINE cv_u32x16 cv_narrow(cv_u32x16 first, cv_u32x16 second) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_packs_epi32, _mm256_packs_epi32, _mm512_packs_epi32, wasm_i16x8_narrow_i32x4,
      first, second);
#else
  const cv_i32x16 most = 0x7FFF, least = -0x8000;
  return cv_low_halves(
      (cv_u32x16)__builtin_elementwise_max(__builtin_elementwise_min((cv_i32x16)first, most), least),
      (cv_u32x16)__builtin_elementwise_max(
          __builtin_elementwise_min((cv_i32x16)second, most), least));
#endif
}

// The sum of the products of both signed halves of each lane.
CV_INLINE cv_u32x16 cv_multiply_add_halves(cv_u32x16 left, cv_u32x16 right) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_madd_epi16, _mm256_madd_epi16, _mm512_madd_epi16, wasm_i32x4_dot_i16x8,
      left, right);
#else
  const cv_i32x16 l = (cv_i32x16)left, r = (cv_i32x16)right;
  return (cv_u32x16)((l << 16 >> 16) * (r << 16 >> 16) + (l >> 16) * (r >> 16));
#endif
}

// The high halves of the products of unsigned halves.
CV_INLINE cv_u32x16 cv_multiply_high_halves(cv_u32x16 left, cv_u32x16 right) {
#if defined(CV_BINARY)
  CV_BINARY(
      _mm_mulhi_epu16, _mm256_mulhi_epu16, _mm512_mulhi_epu16, cv_wasm_high_products,
      left, right);
#else
  return cv_high_halves((left & 0xFFFF) * (right & 0xFFFF), (left >> 16) * (right >> 16));
#endif
}
#undef CV_BINARY

// The whole part of number / divisor, both at least 0 and under 2^24, the divisor at least 1.
//
// Exact in `float`: a quotient that is not whole is at least 1 / divisor under the next whole number,
// and with a dividend under 2^24 that is more than division can be off.
CV_INLINE cv_u32x16 cv_whole_quotient(cv_u32x16 number, cv_u32x16 divisor) {
  cv_f32x16 dividend = __builtin_convertvector((cv_i32x16)number, cv_f32x16);
  cv_f32x16 below = __builtin_convertvector((cv_i32x16)divisor, cv_f32x16);
  return (cv_u32x16)__builtin_convertvector(dividend / below, cv_i32x16);
}

// The whole part of lanes * scale + more in `float`, lanes taken as signed, sums at least 0.
CV_INLINE cv_u32x16 cv_scaled(cv_u32x16 lanes, float scale, float more) {
  cv_f32x16 scaled = __builtin_convertvector((cv_i32x16)lanes, cv_f32x16) * scale + more;
  return (cv_u32x16)__builtin_convertvector(scaled, cv_i32x16);
}

// Stores the first `count` lanes (0 to 16) to any address.
CV_INLINE void cv_store_first(void *_Nonnull address, cv_u32x16 lanes, uint32_t count) {
  memcpy(address, &lanes, 4 * (size_t)count);
}

// Whether gathering numbers from memory is faster than loading them one by one: 1 or 0. (AVX-512 also has
// the look-up of halves below, without which a loop that gathers is not worth it.)
CV_INLINE int cv_gathers(void) {
#if defined(__AVX512BW__)
  return 1;
#else
  return 0;
#endif
}

// The words of a table at the indexes, which are under 2^31.
CV_INLINE cv_u32x16 cv_gather_words(const uint32_t *_Nonnull table, cv_u32x16 indexes) {
#if defined(__AVX512F__)
  return (cv_u32x16)_mm512_i32gather_epi32((__m512i)indexes, table, 4);
#else
  cv_u32x16 found;
  for (int lane = 0; lane < 16; lane++) found[lane] = table[indexes[lane]];
  return found;
#endif
}

// The 16-bit numbers of a table at the indexes, which are under 2^31, as low halves; the high halves mean
// nothing. The table must have one number more than the indexes reach.
CV_INLINE cv_u32x16 cv_gather_halves(const uint16_t *_Nonnull table, cv_u32x16 indexes) {
#if defined(__AVX512F__)
  return (cv_u32x16)_mm512_i32gather_epi32((__m512i)indexes, table, 2);
#else
  cv_u32x16 found;
  for (int lane = 0; lane < 16; lane++) found[lane] = table[indexes[lane]];
  return found;
#endif
}

// The halves of a table of 256 at the low bytes of the indexes, which are halves.
CV_INLINE cv_u32x16 cv_look_up_halves(const uint16_t *_Nonnull table, cv_u32x16 indexes) {
#if defined(__AVX512BW__)
  // Each instruction looks up 64 halves by the low six bits; the other two bits choose between four.
  const __m512i at = (__m512i)indexes;
  const __m512i *rows = (const __m512i *)table;
  const __mmask32 odd = _mm512_test_epi16_mask(at, _mm512_set1_epi16(64));
  const __mmask32 upper = _mm512_test_epi16_mask(at, _mm512_set1_epi16(128));
#define CV_ROWS(n) \
  _mm512_permutex2var_epi16(_mm512_loadu_si512(rows + n), at, _mm512_loadu_si512(rows + n + 1))
  const __m512i low = _mm512_mask_mov_epi16(CV_ROWS(0), odd, CV_ROWS(2));
  const __m512i high = _mm512_mask_mov_epi16(CV_ROWS(4), odd, CV_ROWS(6));
#undef CV_ROWS
  return (cv_u32x16)_mm512_mask_mov_epi16(low, upper, high);
#else
  cv_u16x32 found = (cv_u16x32)indexes & 0xFF;
  for (int half = 0; half < 32; half++) found[half] = table[found[half]];
  return (cv_u32x16)found;
#endif
}

// Each half moved down by its counterpart, 0 to 15 bits, zeros moving in.
CV_INLINE cv_u32x16 cv_shift_right_each_half(cv_u32x16 lanes, cv_u32x16 bits) {
  return (cv_u32x16)((cv_u16x32)lanes >> (cv_u16x32)bits);
}

// Eight numbers of double precision, and what Swift has no one instruction for.
typedef double cv_f64x8 __attribute__((ext_vector_type(8)));
typedef float cv_f32x8 __attribute__((ext_vector_type(8)));
typedef int32_t cv_i32x8 __attribute__((ext_vector_type(8)));
typedef int64_t cv_i64x8 __attribute__((ext_vector_type(8)));
typedef uint16_t cv_u16x8 __attribute__((ext_vector_type(8)));

// Eight numbers from any address that is one of a double.
CV_INLINE cv_f64x8 cv_load_reals(const double *_Nonnull address) {
  cv_f64x8 numbers;
  memcpy(&numbers, address, sizeof numbers);
  return numbers;
}

// Stores eight numbers to any address that is one of a double.
CV_INLINE void cv_store_reals(double *_Nonnull address, cv_f64x8 numbers) {
  memcpy(address, &numbers, sizeof numbers);
}

// The largest whole numbers that are at most `numbers`, which lie between -2^31 and 2^31.
CV_INLINE cv_f64x8 cv_floor_reals(cv_f64x8 numbers) {
#if defined(__SSE2__) && !defined(__SSE4_1__)
  // Without an instruction for it clang calls a function for each lane.
  cv_f64x8 whole =
      __builtin_convertvector(__builtin_convertvector(numbers, cv_i32x8), cv_f64x8);
  return whole > numbers ? whole - 1 : whole;
#else
  return __builtin_elementwise_floor(numbers);
#endif
}

// Square roots, rounded as IEEE 754 says.
CV_INLINE cv_f64x8 cv_square_roots(cv_f64x8 numbers) {
  return __builtin_elementwise_sqrt(numbers);
}

// Cube roots of numbers from 0 to 2^60, those from 1 right to 2^-48 of themselves.
//
// By their reciprocals, which need no division. A third of the exponent gives a start r within 5 %
// (as Kahan, "Computing a real cube root", 1991). With h = 1 - x r^3, at most 0.16, what r lacks is
// a factor of (1 - h)^(-1/3), whose series up to h^3 leaves an error of a seventh of h^4: 1e-4 in
// `float`, and then nothing but rounding in double precision.
CV_INLINE cv_f64x8 cv_cube_roots(cv_f64x8 numbers) {
  const cv_f32x8 x = __builtin_convertvector(numbers, cv_f32x8);
  const cv_f32x8 bits =
      1420054156.0f - __builtin_convertvector((cv_i32x8)x, cv_f32x8) * (1.0f / 3);
  const cv_f32x8 start = (cv_f32x8)__builtin_convertvector(bits, cv_i32x8);
  const cv_f32x8 h = 1 - (x * start) * (start * start);
  const cv_f32x8 near = start + start * (h * (1.0f / 3 + h * (2.0f / 9 + h * (14.0f / 81))));
  const cv_f64x8 r = __builtin_convertvector(near, cv_f64x8);
  const cv_f64x8 rest = 1 - (numbers * r) * (r * r);
  const cv_f64x8 better =
      r + r * (rest * (1.0 / 3 + rest * (2.0 / 9 + rest * (14.0 / 81))));
  return numbers * better * better;
}

// Eight whole numbers under 2^53 from any address that is one of a 64-bit word.
CV_INLINE cv_f64x8 cv_load_wholes(const uint64_t *_Nonnull address) {
  cv_i64x8 numbers;
  memcpy(&numbers, address, sizeof numbers);
  return __builtin_convertvector(numbers, cv_f64x8);
}

// Between a table's numbers: places are whole, 256 of them from one to the next; rounded half up.
CV_INLINE cv_u32x8 cv_linear_light(cv_f64x8 places, const uint32_t *_Nonnull table) {
  const cv_u32x8 whole = (cv_u32x8)__builtin_convertvector(places, cv_i32x8);
  const cv_u32x8 entry = whole >> 8;
  cv_u32x8 low, next;
#pragma clang loop unroll(full)
  for (int lane = 0; lane < 8; lane++) {
    low[lane] = table[entry[lane]];
    next[lane] = table[entry[lane] + 1];
  }
  return low + (((next - low) * (whole & 255) + 128) >> 8);
}

// The sums of three numbers, each times its weight under 2^32, modulo 2^64.
CV_INLINE cv_u64x8 cv_weigh_three(
    cv_u32x8 first, cv_u32x8 second, cv_u32x8 third, uint32_t of_first, uint32_t of_second,
    uint32_t of_third) {
  return __builtin_convertvector(first, cv_u64x8) * of_first +
         __builtin_convertvector(second, cv_u64x8) * of_second +
         __builtin_convertvector(third, cv_u64x8) * of_third;
}

// Whole numbers under 2^63 in double precision.
CV_INLINE cv_f64x8 cv_reals_of_wholes(cv_u64x8 numbers) {
  return __builtin_convertvector((cv_i64x8)numbers, cv_f64x8);
}

// The largest whole numbers whose cubes are at most `numbers`, which are at most 2^54; `roots` are
// their cube roots, right to a quarter: a quarter less, its whole part is the number or the one
// before.
CV_INLINE cv_f64x8 cv_whole_cube_roots(cv_u64x8 numbers, cv_f64x8 roots) {
  const cv_i32x8 least = __builtin_convertvector(roots - 0.25, cv_i32x8);
  const cv_u64x8 next = __builtin_convertvector((cv_u32x8)(least + 1), cv_u64x8);
  const cv_i64x8 fits = (cv_i64x8)(next * next * next) <= (cv_i64x8)numbers;
  return __builtin_convertvector(least - __builtin_convertvector(fits, cv_i32x8), cv_f64x8);
}

// Of three whole numbers of 16 bits with their signs: the first two as halves, the third alone.
CV_INLINE void cv_store_components(
    uint32_t *_Nonnull firsts, uint32_t *_Nonnull thirds, cv_f64x8 low, cv_f64x8 high,
    cv_f64x8 third) {
  const cv_u32x8 first = ((cv_u32x8)__builtin_convertvector(low, cv_i32x8) & 0xFFFF) |
                         (cv_u32x8)__builtin_convertvector(high, cv_i32x8) << 16;
  const cv_u32x8 last = (cv_u32x8)__builtin_convertvector(third, cv_i32x8) & 0xFFFF;
  memcpy(firsts, &first, sizeof first);
  memcpy(thirds, &last, sizeof last);
}

// sum + left * right, in one rounding where the processor has that.
CV_INLINE cv_f64x8 cv_add_product_reals(cv_f64x8 sum, cv_f64x8 left, cv_f64x8 right) {
  return sum + left * right;
}

// The numbers, whole and from 0 to 2^16 - 1, but 2^16 - 1 where `doubt` is at most `limit`.
CV_INLINE void cv_store_unless(
    uint16_t *_Nonnull address, cv_f64x8 numbers, cv_f64x8 doubt, double limit) {
  cv_u16x8 kept = __builtin_convertvector(__builtin_convertvector(numbers, cv_i32x8), cv_u16x8);
  kept |= __builtin_convertvector((cv_i64x8)(doubt <= limit), cv_u16x8);
  memcpy(address, &kept, sizeof kept);
}

// The larger, and the smaller, of each pair of numbers.
CV_INLINE cv_f64x8 cv_max_reals(cv_f64x8 left, cv_f64x8 right) {
  return left > right ? left : right;
}
CV_INLINE cv_f64x8 cv_min_reals(cv_f64x8 left, cv_f64x8 right) {
  return left < right ? left : right;
}

// The sizes of numbers.
CV_INLINE cv_f64x8 cv_size_reals(cv_f64x8 numbers) { return __builtin_elementwise_abs(numbers); }

// The lanes from the second or third on, and then the first ones of `next`.
CV_INLINE cv_u32x16 cv_without_first(cv_u32x16 lanes, cv_u32x16 next) {
  return __builtin_shufflevector(lanes, next, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}
CV_INLINE cv_u32x16 cv_without_two(cv_u32x16 lanes, cv_u32x16 next) {
  return __builtin_shufflevector(lanes, next, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
}

// The larger of each pair of lanes, and the largest lane.
CV_INLINE cv_u32x16 cv_larger(cv_u32x16 left, cv_u32x16 right) {
  return __builtin_elementwise_max(left, right);
}
CV_INLINE uint32_t cv_largest(cv_u32x16 lanes) { return __builtin_reduce_max(lanes); }

// The sum of all lanes modulo 2^32.
CV_INLINE uint32_t cv_sum(cv_u32x16 lanes) {
  return __builtin_reduce_add(lanes);
}

// The instruction sets that the processor and the operating system together allow, asked of cpuid and
// xgetbv: bit n for case n of Swift's InstructionSet.allCases. Bit 0 is always set.
uint32_t cv_detect_instruction_sets(void);

// The processor's name as text, ended by a zero; empty when the system does not say. (In C because
// cpuid is an instruction.)
void cv_processor_name(char *_Nonnull buffer, size_t capacity);

// The processor's features as hexadecimal words, ended by a zero; equal for processors that run
// the same instructions.
void cv_processor_features(char *_Nonnull buffer, size_t capacity);

#endif
