#include "stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

bool cimage_stream_open(cimage_stream *stream, cimage_input input) {
  stream->input = input;
  stream->offset = 0;
  stream->error = 0;
  stream->piece = NULL;
  if (input.bytes) return true;
  stream->piece = malloc(CIMAGE_PIECE_BYTES);
  return stream->piece != NULL;
}

void cimage_stream_close(cimage_stream *stream) {
  free(stream->piece);
  stream->piece = NULL;
}

// pread, so that readers of one file need not agree on its position. Not mmap: a file that is cut
// short while it is mapped ends the process.
static size_t read_piece(cimage_stream *stream, size_t wanted) {
  size_t filled = 0;
  while (filled < wanted) {
    ssize_t got = pread(stream->input.file, stream->piece + filled, wanted - filled,
                        (off_t)(stream->offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) stream->error = errno;
    if (got <= 0) break;
    filled += (size_t)got;
  }
  return filled;
}

size_t cimage_stream_next(cimage_stream *stream, const uint8_t **piece) {
  uint64_t left = stream->input.count - stream->offset;
  size_t count = left > SIZE_MAX ? SIZE_MAX : (size_t)left;
  if (stream->input.bytes) {
    *piece = stream->input.bytes + stream->offset;
  } else {
    if (count > CIMAGE_PIECE_BYTES) count = CIMAGE_PIECE_BYTES;
    *piece = stream->piece;
    if (count > 0) count = read_piece(stream, count);
    if (count == 0) stream->input.count = stream->offset;  // shorter than it was said to be
  }
  stream->offset += count;
  return count;
}

void cimage_stream_skip(cimage_stream *stream, uint64_t count) {
  uint64_t left = stream->input.count - stream->offset;
  stream->offset += count < left ? count : left;
}
