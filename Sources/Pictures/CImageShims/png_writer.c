// Writes PNG: filters rows, deflates them in bands that need nothing of each other, and frames
// chunks.
//
// Not libpng: it deflates a picture as one stream on one thread, and refuses colour profiles that
// other programs read without complaint. A band is a run of raw deflate blocks that ends on a byte
// (Z_SYNC_FLUSH), so that bands made on several threads, put together in order, are one zlib
// stream; their Adler-32 checksums combine likewise.

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "report.h"

static cimage_status fail_for_memory(cimage_report *report) {
  cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for a PNG");
  return report->status;
}

// Filters.

enum { FILTERS = 5 };  // none, sub, up, average, Paeth: PNG (W3C, third edition), 9.2

typedef struct {
  uint8_t *memory;
  uint8_t *current, *above;    // packed rows, after `depth` zeros: the pixel left of the first
  uint8_t *filtered[FILTERS];  // each behind the byte that names it
  size_t row_bytes;
  int depth;  // bytes a pixel
} row_filter;

static bool filter_open(row_filter *filter, uint32_t width, int depth) {
  filter->depth = depth;
  filter->row_bytes = (size_t)width * (size_t)depth;
  size_t line = filter->row_bytes + 8;
  filter->memory = calloc(FILTERS + 2, line);
  if (!filter->memory) return false;
  filter->current = filter->memory + 8;
  filter->above = filter->memory + line + 8;
  for (int i = 0; i < FILTERS; i++) {
    filter->filtered[i] = filter->memory + (size_t)(i + 2) * line;
    filter->filtered[i][0] = (uint8_t)i;
  }
  return true;
}

static void pack_row(const uint8_t *rgba, uint8_t *packed, uint32_t width, int depth) {
  if (depth == 4) {
    memcpy(packed, rgba, (size_t)4 * width);
    return;
  }
  for (uint32_t x = 0; x < width; x++) {
    packed[3 * x] = rgba[4 * x];
    packed[3 * x + 1] = rgba[4 * x + 1];
    packed[3 * x + 2] = rgba[4 * x + 2];
  }
}

static uint8_t paeth(int left, int above, int corner) {
  int to_left = abs(above - corner), to_above = abs(left - corner);
  int to_corner = abs(left + above - 2 * corner);
  int nearest = to_above <= to_corner ? above : corner;
  return (uint8_t)(to_left <= to_above && to_left <= to_corner ? left : nearest);
}

// The sum of differences as signed bytes: what is small deflates well (the heuristic of the
// standard's section 12.7).
static uint64_t cost_of(const uint8_t *bytes, size_t count) {
  uint64_t total = 0;
  while (count > 0) {
    size_t step = count < 65536 ? count : 65536;
    uint32_t sum = 0;
    for (size_t i = 0; i < step; i++) sum += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
    total += sum;
    bytes += step;
    count -= step;
  }
  return total;
}

// Filters the current row in each way; gives the cheapest.
static const uint8_t *filter_row(row_filter *filter) {
  const uint8_t *row = filter->current, *above = filter->above;
  const uint8_t *left = row - filter->depth, *corner = above - filter->depth;
  size_t count = filter->row_bytes;
  uint8_t *none = filter->filtered[0] + 1, *sub = filter->filtered[1] + 1;
  uint8_t *up = filter->filtered[2] + 1, *average = filter->filtered[3] + 1;
  uint8_t *predicted = filter->filtered[4] + 1;
  memcpy(none, row, count);
  for (size_t i = 0; i < count; i++) sub[i] = (uint8_t)(row[i] - left[i]);
  for (size_t i = 0; i < count; i++) up[i] = (uint8_t)(row[i] - above[i]);
  for (size_t i = 0; i < count; i++) average[i] = (uint8_t)(row[i] - (left[i] + above[i]) / 2);
  for (size_t i = 0; i < count; i++) {
    predicted[i] = (uint8_t)(row[i] - paeth(left[i], above[i], corner[i]));
  }
  int best = 0;
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < FILTERS; i++) {
    uint64_t cost = cost_of(filter->filtered[i] + 1, count);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  return filter->filtered[best];
}

// Deflating.

// Deflates into memory that grows with it.
static bool deflate_into(z_stream *stream, const uint8_t *bytes, size_t count, int flush,
                         cimage_growing *output) {
  stream->next_in = (z_const Bytef *)(uintptr_t)bytes;
  do {
    size_t step = count < 1u << 30 ? count : 1u << 30;
    count -= step;
    stream->avail_in = (uInt)step;
    do {
      if (!cimage_reserve(output, 65536)) return false;
      stream->next_out = output->bytes + output->count;
      stream->avail_out = 65536;
      int result = deflate(stream, count > 0 ? Z_NO_FLUSH : flush);
      if (result == Z_STREAM_ERROR) return false;
      output->count += 65536 - stream->avail_out;
    } while (stream->avail_out == 0);
  } while (count > 0);
  return true;
}

static bool deflate_rows(const cimage_png_band *band, row_filter *filter, z_stream *stream,
                         cimage_growing *output, uint32_t *adler) {
  if (band->above) pack_row(band->above, filter->above, band->width, filter->depth);
  uLong sum = adler32(0, NULL, 0);
  for (uint32_t y = 0; y < band->count; y++) {
    pack_row(band->rows + y * band->stride, filter->current, band->width, filter->depth);
    const uint8_t *line = filter->filtered[0];
    if (band->compression_level > 0) {
      line = filter_row(filter);
    } else {
      memcpy(filter->filtered[0] + 1, filter->current, filter->row_bytes);
    }
    sum = adler32_z(sum, line, filter->row_bytes + 1);
    bool is_end = y + 1 == band->count;
    int flush = !is_end ? Z_NO_FLUSH : band->is_last ? Z_FINISH : Z_SYNC_FLUSH;
    if (!deflate_into(stream, line, filter->row_bytes + 1, flush, output)) return false;
    uint8_t *spent = filter->above;
    filter->above = filter->current;
    filter->current = spent;
  }
  *adler = (uint32_t)sum;
  return true;
}

cimage_status cimage_png_deflate(cimage_png_band band, uint8_t **bytes, size_t *count,
                                 uint32_t *adler, cimage_report *report) {
  *bytes = NULL;
  *count = 0;
  row_filter filter;
  cimage_growing output = {0};
  z_stream stream = {0};
  if (!filter_open(&filter, band.width, band.drops_alpha ? 3 : 4)) return fail_for_memory(report);
  // Raw deflate; filtered rows are mostly small numbers, which Z_FILTERED is for.
  int strategy = band.compression_level > 0 ? Z_FILTERED : Z_DEFAULT_STRATEGY;
  bool is_open = deflateInit2(&stream, band.compression_level, Z_DEFLATED, -15, 8, strategy) == Z_OK;
  bool is_done = is_open && deflate_rows(&band, &filter, &stream, &output, adler);
  if (is_open) deflateEnd(&stream);
  free(filter.memory);
  if (!is_done) {
    free(output.bytes);
    return fail_for_memory(report);
  }
  *bytes = output.bytes;
  *count = output.count;
  return CIMAGE_OK;
}

uint32_t cimage_png_join_adler(uint32_t before, uint32_t after, uint64_t after_count) {
  return (uint32_t)adler32_combine(before, after, (z_off_t)after_count);
}

// Chunks.

cimage_status cimage_deflate_block(cimage_block block, uint8_t **bytes, size_t *count,
                                   cimage_report *report) {
  *bytes = NULL;
  *count = 0;
  uLong bound = compressBound((uLong)block.count);
  *bytes = malloc(bound);
  if (!*bytes || compress2(*bytes, &bound, block.bytes, (uLong)block.count, 9) != Z_OK) {
    free(*bytes);
    *bytes = NULL;
    return fail_for_memory(report);
  }
  *count = bound;
  return CIMAGE_OK;
}
