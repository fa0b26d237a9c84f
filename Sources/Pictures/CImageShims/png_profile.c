// The colour profile of a PNG, inflated.
//
// Not through libpng, which inflates profiles only together with judging them, and drops many that
// other programs read without complaint; what is wrong with one is for those who use it to say.

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "report.h"
#include "stream.h"

// Inflates what comes from the stream until the compressed data ends.
static cimage_status inflate_profile(cimage_stream *source, z_stream *stream, uint64_t left,
                                     size_t limit, cimage_growing *output, cimage_report *report) {
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    if (stream->avail_in == 0) {
      const uint8_t *piece;
      size_t count = left > 0 ? cimage_stream_next(source, &piece) : 0;
      if (count > left) count = (size_t)left;
      if (count > 1u << 30) count = 1u << 30;
      if (count == 0) {
        bool failed = source->error != 0;
        cimage_take_error(report, failed ? CIMAGE_UNREADABLE : CIMAGE_DAMAGED,
                          failed ? strerror(source->error) : "the colour profile ends early");
        return report->status;
      }
      left -= count;
      stream->next_in = (z_const Bytef *)(uintptr_t)piece;
      stream->avail_in = (uInt)count;
    }
    if (!cimage_reserve(output, 65536)) {
      cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for the colour profile");
      return report->status;
    }
    stream->next_out = output->bytes + output->count;
    stream->avail_out = 65536;
    result = inflate(stream, Z_NO_FLUSH);
    output->count += 65536 - stream->avail_out;
    if (output->count > limit) {
      cimage_take_error(report, CIMAGE_PROFILE_LIMIT, "the colour profile is too large");
      return report->status;
    }
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      cimage_take_error(report, result == Z_MEM_ERROR ? CIMAGE_OUT_OF_MEMORY : CIMAGE_DAMAGED,
                        "the colour profile cannot be inflated");
      return report->status;
    }
  }
  return CIMAGE_OK;
}

cimage_status cimage_png_inflate(cimage_input input, uint64_t offset, uint64_t count, size_t limit,
                                 uint8_t **profile, size_t *profile_count, cimage_report *report) {
  *profile = NULL;
  *profile_count = 0;
  cimage_stream source;
  z_stream stream = {0};
  cimage_growing output = {0};
  if (!cimage_stream_open(&source, input) || inflateInit(&stream) != Z_OK) {
    cimage_stream_close(&source);
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for the colour profile");
    return report->status;
  }
  cimage_stream_skip(&source, offset);
  cimage_status status = inflate_profile(&source, &stream, count, limit, &output, report);
  inflateEnd(&stream);
  cimage_stream_close(&source);
  if (status != CIMAGE_OK) {
    free(output.bytes);
    return status;
  }
  *profile = output.bytes;
  *profile_count = output.count;
  return CIMAGE_OK;
}
