#include "ZlibOracle.h"

#include <stdlib.h>
#include <zlib.h>

uint8_t *zlib_oracle_deflate(const uint8_t *bytes, size_t count, zlib_oracle_options options,
                             size_t *found) {
  z_stream stream = {0};
  if (deflateInit2(&stream, options.level, Z_DEFLATED, 15, options.memory, options.strategy) != Z_OK)
    return NULL;
  size_t step = options.flushed_bytes == 0 ? count + 1 : options.flushed_bytes;
  // Each flush adds a few bytes, and ends a block that could have gone on.
  size_t room = deflateBound(&stream, (uLong)count) + (count / step + 2) * 400;
  uint8_t *result = malloc(room);
  int status = result == NULL ? Z_MEM_ERROR : Z_OK;
  if (result != NULL) {
    stream.next_out = result;
    stream.avail_out = (uInt)room;
    size_t at = 0;
    while (status == Z_OK) {
      size_t part = count - at < step ? count - at : step;
      stream.next_in = (Bytef *)bytes + at;
      stream.avail_in = (uInt)part;
      at += part;
      status = deflate(&stream, at == count ? Z_FINISH : options.flush);
      if (status == Z_OK && stream.avail_in > 0) status = Z_BUF_ERROR;
    }
  }
  *found = room - stream.avail_out;
  deflateEnd(&stream);
  if (status == Z_STREAM_END) return result;
  free(result);
  return NULL;
}

uint8_t *zlib_oracle_inflate(const uint8_t *bytes, size_t count, size_t most, size_t *found) {
  z_stream stream = {0};
  uint8_t *result = malloc(most + 1);
  if (result == NULL || inflateInit(&stream) != Z_OK) {
    free(result);
    return NULL;
  }
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = result;
  stream.avail_out = (uInt)(most + 1);
  int status = inflate(&stream, Z_FINISH);
  *found = stream.total_out;
  int is_whole = status == Z_STREAM_END && stream.avail_in == 0 && *found <= most;
  inflateEnd(&stream);
  if (is_whole) return result;
  free(result);
  return NULL;
}

void zlib_oracle_free(uint8_t *bytes) { free(bytes); }
