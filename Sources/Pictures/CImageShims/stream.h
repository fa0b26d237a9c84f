// Bytes of a file, a piece at a time: what the readers of both formats take them from.

#ifndef C_IMAGE_STREAM_H
#define C_IMAGE_STREAM_H

#include "CImageShims.h"

enum { CIMAGE_PIECE_BYTES = 1 << 16 };

typedef struct {
  cimage_input input;
  uint64_t offset;      // where in the input the next piece begins
  int error;            // errno of the read that failed, or 0
  uint8_t *piece;       // memory for pieces of a file; NULL when the input is memory
} cimage_stream;

// false: no memory.
bool cimage_stream_open(cimage_stream *stream, cimage_input input);
void cimage_stream_close(cimage_stream *stream);

// The next piece, valid until the next call; 0 bytes at the end, and where reading failed.
size_t cimage_stream_next(cimage_stream *stream, const uint8_t **piece);

// Leaves out bytes; past the end is the end.
void cimage_stream_skip(cimage_stream *stream, uint64_t count);

#endif
