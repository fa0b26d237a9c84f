#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "stopwatch.h"
#include "stream.h"

struct cimage_png_reader {
  png_structp png;
  png_infop info;
  cimage_stream stream;
  cimage_stopwatch stopwatch;
  const uint8_t *next;  // what is left of the stream's last piece
  size_t left;
  cimage_report *report;
  bool ran_out;
  uint64_t maximum_memory, memory;  // of all that libpng asked for; what it gives back counts on
  cimage_status memory_failure;     // CIMAGE_OK while it got everything
  bool is_interlaced;
  uint32_t width, height;
  uint32_t next_row;
  uint32_t delivered;  // kept here, because a longjmp loses changed local variables
};

static void on_error(png_structp png, png_const_charp text) {
  cimage_png_reader *reader = png_get_error_ptr(png);
  cimage_status status = CIMAGE_DAMAGED;
  if (reader->stream.error) {
    status = CIMAGE_UNREADABLE;
    text = strerror(reader->stream.error);
  } else if (reader->ran_out) {
    status = CIMAGE_TRUNCATED;
  } else if (reader->memory_failure != CIMAGE_OK) {
    status = reader->memory_failure;
  }
  cimage_take_error(reader->report, status, text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  cimage_png_reader *reader = png_get_error_ptr(png);
  cimage_take_warning(reader->report, 0, text);
}

// libpng words a lack of memory in several ways; that an allocation failed is a fact.
static png_voidp take_memory(png_structp png, png_alloc_size_t count) {
  cimage_png_reader *reader = png_get_mem_ptr(png);
  if (count > reader->maximum_memory - reader->memory) {
    reader->memory_failure = CIMAGE_MEMORY_LIMIT;
    return NULL;
  }
  png_voidp memory = malloc(count);
  if (memory) reader->memory += count;
  if (!memory) reader->memory_failure = CIMAGE_OUT_OF_MEMORY;
  return memory;
}

static void give_memory(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  cimage_png_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->left == 0) reader->left = cimage_stream_next(&reader->stream, &reader->next);
    if (reader->left == 0) {
      reader->ran_out = true;
      png_error(png, "the data ends early");
    }
    size_t step = count < reader->left ? count : reader->left;
    memcpy(bytes, reader->next, step);
    reader->next += step;
    reader->left -= step;
    bytes += step;
    count -= step;
  }
}

// Makes a reader that skips, without storing or inflating, every chunk but those that make the
// pixels (IHDR, PLTE, tRNS, IDAT, IEND): what is not read cannot be a bomb.
static cimage_png_reader *make_reader(cimage_input input, uint64_t maximum_memory,
                                      cimage_report *report) {
  cimage_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader || !cimage_stream_open(&reader->stream, input)) {
    free(reader);
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for a PNG reader");
    return NULL;
  }
  reader->report = report;
  reader->maximum_memory = maximum_memory;
  reader->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning,
                                         reader, take_memory, give_memory);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    cimage_take_error(report,
                      reader->memory_failure ? reader->memory_failure : CIMAGE_OUT_OF_MEMORY,
                      "libpng could not be set up");
    cimage_png_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    cimage_png_close(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read_bytes);
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  // The caller limits pixels, knowing both sides; libpng's limits are for each side alone. A
  // chunk that is skipped takes no memory, so its length needs no limit either.
  png_set_user_limits(reader->png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(reader->png, 0);
  return reader;
}

cimage_png_reader *cimage_png_open(cimage_input input, uint64_t maximum_memory,
                                   cimage_png_header *header, cimage_report *report) {
  cimage_png_reader *reader = make_reader(input, maximum_memory, report);
  if (!reader) return NULL;
  if (setjmp(png_jmpbuf(reader->png))) {
    cimage_png_close(reader);
    return NULL;
  }
  png_read_info(reader->png, reader->info);
  header->width = png_get_image_width(reader->png, reader->info);
  header->height = png_get_image_height(reader->png, reader->info);
  header->bit_depth = png_get_bit_depth(reader->png, reader->info);
  header->color_type = png_get_color_type(reader->png, reader->info);
  header->has_transparency = (header->color_type & PNG_COLOR_MASK_ALPHA) != 0 ||
                             png_get_valid(reader->png, reader->info, PNG_INFO_tRNS) != 0;
  header->is_interlaced =
      png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
  // The row before, as it is in the file, and this one at its widest: RGBA, perhaps of 16 bits.
  header->row_bytes = png_get_rowbytes(reader->png, reader->info) +
                      (uint64_t)header->width * (header->bit_depth == 16 ? 8 : 4);
  header->filtered_bytes =
      (png_get_rowbytes(reader->png, reader->info) + (header->is_interlaced ? 0u : 1u)) *
      (uint64_t)header->height;
  reader->width = header->width;
  reader->height = header->height;
  reader->is_interlaced = header->is_interlaced;
  return reader;
}

uint32_t cimage_png_palette(cimage_png_reader *reader, uint32_t colors[256]) {
  png_colorp palette = NULL;
  png_bytep alphas = NULL;
  int count = 0, alpha_count = 0;
  if (!png_get_PLTE(reader->png, reader->info, &palette, &count) || count < 0) return 0;
  png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, NULL);
  if (count > 256) count = 256;
  for (int i = 0; i < count; i++) {
    const uint8_t bytes[4] = {palette[i].red, palette[i].green, palette[i].blue,
                              alphas && i < alpha_count ? alphas[i] : 255};
    memcpy(&colors[i], bytes, 4);
  }
  return (uint32_t)count;
}

cimage_status cimage_png_start(cimage_png_reader *reader, cimage_time time) {
  png_structp png = reader->png;
  cimage_stopwatch_set(&reader->stopwatch, time);
  if (setjmp(png_jmpbuf(png))) return reader->report->status;
  png_set_palette_to_rgb(png);
  if (png_get_color_type(png, reader->info) == PNG_COLOR_TYPE_GRAY) {
    png_set_expand_gray_1_2_4_to_8(png);
  }
  if (png_get_valid(png, reader->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (size_t)4 * reader->width) {
    png_error(png, "rows do not come out as RGBA");
  }
  return CIMAGE_OK;
}

// Reads a row, unless the time is over.
static void read_row(cimage_png_reader *reader, uint8_t *row) {
  // A row costs something, however narrow it is.
  enum { PIXELS_WORTH_OF_A_ROW = 16 };
  png_read_row(reader->png, row, NULL);
  if (!cimage_stopwatch_is_over(&reader->stopwatch, reader->width + PIXELS_WORTH_OF_A_ROW)) return;
  cimage_take_error(reader->report, CIMAGE_TIME_LIMIT, "its rows take too long");
  png_longjmp(reader->png, 1);
}

// Each pass adds its pixels to the rows of the earlier ones; a row is whole after the last.
static void read_interlaced(cimage_png_reader *reader, uint8_t *rows, size_t stride) {
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (uint32_t y = 0; y < reader->height; y++) {
      read_row(reader, rows + y * stride);
      if (pass == PNG_INTERLACE_ADAM7_PASSES - 1) reader->delivered = y + 1;
    }
  }
}

cimage_status cimage_png_read_rows(cimage_png_reader *reader, uint8_t *rows, size_t stride,
                                   uint32_t count, uint32_t *delivered) {
  reader->delivered = 0;
  *delivered = 0;
  if (count > reader->height - reader->next_row) count = reader->height - reader->next_row;
  if (reader->is_interlaced && count != reader->height) {
    cimage_take_error(reader->report, CIMAGE_UNSUPPORTED, "interlaced rows come all at once");
    return reader->report->status;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    *delivered = reader->delivered;
    return reader->report->status;
  }
  cimage_stopwatch_enter(&reader->stopwatch);
  if (reader->is_interlaced) {
    read_interlaced(reader, rows, stride);
  } else {
    for (; reader->delivered < count; reader->delivered++) {
      read_row(reader, rows + reader->delivered * stride);
    }
  }
  cimage_stopwatch_leave(&reader->stopwatch);
  reader->next_row += reader->delivered;
  *delivered = reader->delivered;
  return CIMAGE_OK;
}

cimage_status cimage_png_finish(cimage_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->report->status;
  png_read_end(reader->png, NULL);
  return CIMAGE_OK;
}

void cimage_png_close(cimage_png_reader *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  cimage_stream_close(&reader->stream);
  free(reader);
}
