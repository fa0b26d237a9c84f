#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "report.h"

struct cimage_jpeg_writer {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf escape;
  cimage_growing output;
  cimage_report *report;
  JSAMPARRAY row;  // libjpeg's own memory
  uint8_t background[3];
};

static void on_error(j_common_ptr info) {
  cimage_jpeg_writer *writer = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  cimage_take_error(
      writer->report,
      info->err->msg_code == JERR_OUT_OF_MEMORY ? CIMAGE_OUT_OF_MEMORY : CIMAGE_UNSUPPORTED, text);
  longjmp(writer->escape, 1);
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;  // tracing
  cimage_jpeg_writer *writer = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  cimage_take_warning(writer->report, info->err->msg_code, text);
}

enum { OUTPUT_STEP = 1 << 16 };

static void give_room(j_compress_ptr info) {
  cimage_jpeg_writer *writer = info->client_data;
  if (!cimage_reserve(&writer->output, OUTPUT_STEP)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  info->dest->next_output_byte = writer->output.bytes + writer->output.count;
  info->dest->free_in_buffer = writer->output.capacity - writer->output.count;
}

static void on_init_destination(j_compress_ptr info) { give_room(info); }

// libjpeg calls this when the room given is full, whatever free_in_buffer says.
static boolean on_full(j_compress_ptr info) {
  cimage_jpeg_writer *writer = info->client_data;
  writer->output.count = writer->output.capacity;
  give_room(info);
  return TRUE;
}

static void on_end_destination(j_compress_ptr info) {
  cimage_jpeg_writer *writer = info->client_data;
  writer->output.count = writer->output.capacity - info->dest->free_in_buffer;
}

// libjpeg-turbo takes pixels of four bytes as they are; other libraries want three.
#ifdef JCS_EXTENSIONS
enum { PIXEL_BYTES = 4 };
static const J_COLOR_SPACE PIXELS = JCS_EXT_RGBX;
#else
enum { PIXEL_BYTES = 3 };
static const J_COLOR_SPACE PIXELS = JCS_RGB;
#endif

// Segments that are whole, one after the other: FF, the marker, their length with its own two bytes.
static void write_segments(j_compress_ptr info, const cimage_block *segments) {
  size_t place = 0;
  while (place + 4 <= segments->count) {
    const uint8_t *segment = segments->bytes + place;
    size_t length = (size_t)segment[2] << 8 | segment[3];
    if (length < 2 || length + 2 > segments->count - place) return;
    jpeg_write_marker(info, segment[1], segment + 4, (unsigned)(length - 2));
    place += length + 2;
  }
}

// A marker holds 65,533 bytes: a profile is cut into numbered parts.
static void write_metadata(j_compress_ptr info, const cimage_jpeg_options *options) {
  static const uint8_t profile_name[12] = "ICC_PROFILE";
  enum { PART = 65519 };
  write_segments(info, &options->segments);
  size_t left = options->color_profile.count;
  const uint8_t *next = options->color_profile.bytes;
  unsigned parts = (unsigned)((left + PART - 1) / PART);
  for (unsigned part = 1; left > 0; part++) {
    size_t length = left < PART ? left : PART;
    jpeg_write_m_header(info, JPEG_APP0 + 2, (unsigned)(length + sizeof profile_name + 2));
    for (size_t i = 0; i < sizeof profile_name; i++) jpeg_write_m_byte(info, profile_name[i]);
    jpeg_write_m_byte(info, (int)part);
    jpeg_write_m_byte(info, (int)parts);
    for (size_t i = 0; i < length; i++) jpeg_write_m_byte(info, next[i]);
    next += length;
    left -= length;
  }
}

static uint8_t blend(uint32_t color, uint32_t background, uint32_t alpha) {
  return (uint8_t)((color * alpha + background * (255 - alpha) + 127) / 255);
}

static void flatten_row(const uint8_t *rgba, const uint8_t *background, uint8_t *out,
                        uint32_t width) {
  for (uint32_t x = 0; x < width; x++, rgba += 4, out += PIXEL_BYTES) {
    out[0] = blend(rgba[0], background[0], rgba[3]);
    out[1] = blend(rgba[1], background[1], rgba[3]);
    out[2] = blend(rgba[2], background[2], rgba[3]);
  }
}

static bool is_opaque(const uint8_t *rgba, uint32_t width) {
  uint8_t least = UINT8_MAX;
  for (uint32_t x = 0; x < width; x++) least &= rgba[4 * x + 3];
  return least == UINT8_MAX;
}

static void set_parameters(j_compress_ptr info, const cimage_jpeg_options *options) {
  info->image_width = options->width;
  info->image_height = options->height;
  info->input_components = PIXEL_BYTES;
  info->in_color_space = PIXELS;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, options->quality, TRUE);
  int factor = options->halves_chroma ? 2 : 1;
  info->comp_info[0].h_samp_factor = factor;
  info->comp_info[0].v_samp_factor = factor;
  if (options->is_progressive) jpeg_simple_progression(info);
  info->restart_interval = options->restart_interval;
  if (options->density[0] && options->density[1]) {
    info->density_unit = 1;
    info->X_density = options->density[0];
    info->Y_density = options->density[1];
  }
}

cimage_jpeg_writer *cimage_jpeg_writer_open(cimage_jpeg_options options, cimage_report *report) {
  cimage_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for a JPEG writer");
    return NULL;
  }
  j_compress_ptr info = &writer->info;
  writer->report = report;
  memcpy(writer->background, options.background, sizeof writer->background);
  info->client_data = writer;
  info->err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  if (setjmp(writer->escape)) {
    cimage_jpeg_writer_close(writer);
    return NULL;
  }
  jpeg_create_compress(info);
  writer->destination.init_destination = on_init_destination;
  writer->destination.empty_output_buffer = on_full;
  writer->destination.term_destination = on_end_destination;
  info->dest = &writer->destination;
  set_parameters(info, &options);
  jpeg_start_compress(info, TRUE);
  write_metadata(info, &options);
  writer->row = info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE,
                                          PIXEL_BYTES * options.width, 1);
  return writer;
}

cimage_status cimage_jpeg_write_head(cimage_jpeg_writer *writer) {
  if (setjmp(writer->escape)) return writer->report->status;
  jpeg_write_scanlines(&writer->info, NULL, 0);
  return CIMAGE_OK;
}

cimage_status cimage_jpeg_write_rows(cimage_jpeg_writer *writer, const uint8_t *rows, size_t stride,
                                     uint32_t count) {
  if (setjmp(writer->escape)) return writer->report->status;
  j_compress_ptr info = &writer->info;
  for (uint32_t y = 0; y < count; y++) {
    const uint8_t *pixels = rows + y * stride;
    if (PIXEL_BYTES == 4 && is_opaque(pixels, info->image_width)) {
      JSAMPROW row = (JSAMPROW)pixels;  // libjpeg only reads it
      jpeg_write_scanlines(info, &row, 1);
    } else {
      flatten_row(pixels, writer->background, writer->row[0], info->image_width);
      jpeg_write_scanlines(info, writer->row, 1);
    }
  }
  return CIMAGE_OK;
}

cimage_status cimage_jpeg_writer_finish(cimage_jpeg_writer *writer) {
  if (setjmp(writer->escape)) return writer->report->status;
  jpeg_finish_compress(&writer->info);
  return CIMAGE_OK;
}

size_t cimage_jpeg_writer_take(cimage_jpeg_writer *writer, const uint8_t **bytes) {
  size_t count = writer->output.capacity - writer->destination.free_in_buffer;
  *bytes = writer->output.bytes;
  writer->output.count = 0;
  writer->destination.next_output_byte = writer->output.bytes;
  writer->destination.free_in_buffer = writer->output.capacity;
  return count;
}

void cimage_jpeg_writer_close(cimage_jpeg_writer *writer) {
  if (!writer) return;
  jpeg_destroy_compress(&writer->info);
  free(writer->output.bytes);
  free(writer);
}

uint32_t cimage_jpeg_maximum_side(void) { return JPEG_MAX_DIMENSION; }
