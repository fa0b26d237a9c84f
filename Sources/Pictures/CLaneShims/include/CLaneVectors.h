// Names for the same steps with vectors of 256 bits or of 512, by what a module is compiled for.

#ifndef C_LANE_VECTORS_H
#define C_LANE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define CLANE_INLINE __attribute__((always_inline)) static inline

#if defined(__AVX2__)

// The same steps with vectors of 256 bits or of 512.
#if defined(__AVX512BW__)
typedef __m512i clane_vector;
#define CLANE_OP(name) _mm512_##name
#define CLANE_EACH(part) _mm512_broadcast_i32x4(part)
#define CLANE_LOAD(address) _mm512_loadu_si512(address)
#define CLANE_STORE(address, vector) _mm512_storeu_si512(address, vector)
#define CLANE_LOAD_HALF(address) _mm256_loadu_si256((const __m256i *)(address))
#define CLANE_OR(a, b) _mm512_or_si512(a, b)
#define CLANE_XOR(a, b) _mm512_xor_si512(a, b)
#define CLANE_TWICE(half) _mm512_broadcast_i64x4(half)
#define CLANE_IS_ZERO(vector) (_mm512_test_epi64_mask(vector, vector) == 0)
#else
typedef __m256i clane_vector;
#define CLANE_OP(name) _mm256_##name
#define CLANE_EACH(part) _mm256_broadcastsi128_si256(part)
#define CLANE_LOAD(address) _mm256_loadu_si256((const __m256i *)(address))
#define CLANE_STORE(address, vector) _mm256_storeu_si256((__m256i *)(address), vector)
#define CLANE_LOAD_HALF(address) _mm_loadu_si128((const __m128i *)(address))
#define CLANE_OR(a, b) _mm256_or_si256(a, b)
#define CLANE_XOR(a, b) _mm256_xor_si256(a, b)
#define CLANE_TWICE(half) (half)
#define CLANE_IS_ZERO(vector) _mm256_testz_si256(vector, vector)
#endif

#endif

#endif
