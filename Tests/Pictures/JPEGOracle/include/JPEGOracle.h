// libjpeg as an oracle: it writes files of any sampling, reads them, in full and at 1/8 scale, and
// judges them.

#ifndef JPEG_ORACLE_H
#define JPEG_ORACLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t quality;
  int32_t components;         // 1 or 3
  int32_t columns[3];         // sampling factors
  int32_t rows[3];
  int32_t restart_interval;   // MCUs; 0: none
  int32_t optimizes_codes;
  int32_t is_progressive;
  int32_t is_arithmetic;
} oracle_options;

typedef enum {
  ORACLE_SOUND,     // all rows, without a warning
  ORACLE_WARNED,    // all rows, and a warning
  ORACLE_REFUSED,   // an error
  ORACLE_UNJUDGED,  // more pixels or scans than were allowed
} oracle_verdict;

// Writes RGB or grey samples without padding. Free the bytes with oracle_free.
uint8_t *oracle_encode(const uint8_t *samples, uint32_t width, uint32_t height,
                       oracle_options options, size_t *count);

// Reads a file at 1/8 scale, plainly replicated, as RGBA. NULL where libjpeg fails or warns.
uint8_t *oracle_outline(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

// Reads a file in full, as libjpeg does by default, as RGBA. NULL where libjpeg fails or warns.
uint8_t *oracle_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

// Reads a file to its end, as libjpeg does by default.
oracle_verdict oracle_judge(const uint8_t *bytes, size_t count, uint64_t most_pixels,
                            int32_t most_scans);

void oracle_free(uint8_t *bytes);

#endif
