// zlib as an oracle: it writes streams in any of its ways, and judges streams.

#ifndef ZLIB_ORACLE_H
#define ZLIB_ORACLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t level;         // 0 to 9
  int32_t strategy;      // 0: usual, 1: filtered, 2: codes alone, 3: runs, 4: fixed codes
  int32_t memory;        // 1 to 9; blocks have 2^(memory + 6) symbols at most
  int32_t flush;         // 1: partial, 2: sync, 3: full, 5: a block ends
  size_t flushed_bytes;  // after how many bytes each; 0: never
} zlib_oracle_options;

// Compresses bytes. NULL where zlib fails. Free it with zlib_oracle_free.
uint8_t *zlib_oracle_deflate(const uint8_t *bytes, size_t count, zlib_oracle_options options,
                             size_t *found);

// Inflates a stream of at most `most` bytes. NULL where zlib refuses it, it is longer, or bytes follow it.
uint8_t *zlib_oracle_inflate(const uint8_t *bytes, size_t count, size_t most, size_t *found);

void zlib_oracle_free(uint8_t *bytes);

#endif
