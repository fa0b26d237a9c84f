#include "JPEGOracle.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
} errors;

static void on_error(j_common_ptr info) { longjmp(((errors *)info->err)->escape, 1); }

static void on_message(j_common_ptr info, int level) {
  if (level < 0) info->err->num_warnings++;
}

uint8_t *oracle_encode(const uint8_t *samples, uint32_t width, uint32_t height,
                       oracle_options options, size_t *count) {
  struct jpeg_compress_struct info;
  errors handler;
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  info.err = jpeg_std_error(&handler.manager);
  handler.manager.error_exit = on_error;
  if (setjmp(handler.escape)) {
    jpeg_destroy_compress(&info);
    free(bytes);
    return NULL;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = width;
  info.image_height = height;
  info.input_components = options.components;
  info.in_color_space = options.components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, options.quality, TRUE);
  for (int i = 0; i < options.components; i++) {
    info.comp_info[i].h_samp_factor = options.columns[i];
    info.comp_info[i].v_samp_factor = options.rows[i];
  }
  info.restart_interval = (unsigned)options.restart_interval;
  info.optimize_coding = options.optimizes_codes != 0;
  info.arith_code = options.is_arithmetic != 0;
  if (options.is_progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < height) {
    JSAMPROW row =
        (JSAMPROW)samples + (size_t)info.next_scanline * width * (size_t)options.components;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *count = size;
  return bytes;
}

static uint8_t *decode(const uint8_t *bytes, size_t count, unsigned scale, uint32_t *width,
                       uint32_t *height) {
  struct jpeg_decompress_struct info;
  errors handler;
  uint8_t *volatile pixels = NULL;
  info.err = jpeg_std_error(&handler.manager);
  handler.manager.error_exit = on_error;
  handler.manager.emit_message = on_message;
  if (setjmp(handler.escape)) {
    jpeg_destroy_decompress(&info);
    free(pixels);
    return NULL;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.scale_num = 1;
  info.scale_denom = scale;
  info.do_fancy_upsampling = scale == 1;
  info.out_color_space = info.num_components == 4 ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&info);
  *width = info.output_width;
  *height = info.output_height;
  pixels = malloc((size_t)info.output_width * info.output_height * 4);
  while (pixels && info.output_scanline < info.output_height) {
    JSAMPROW row = pixels + (size_t)info.output_scanline * info.output_width * 4;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  int warnings = (int)handler.manager.num_warnings;
  jpeg_destroy_decompress(&info);
  if (warnings == 0) return pixels;
  free(pixels);
  return NULL;
}

uint8_t *oracle_outline(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  return decode(bytes, count, 8, width, height);
}

uint8_t *oracle_decode(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  return decode(bytes, count, 1, width, height);
}

typedef struct {
  struct jpeg_progress_mgr manager;
  int most_scans;
} scan_watch;

static const int unjudged = -1;

static void on_progress(j_common_ptr info) {
  j_decompress_ptr decompress = (j_decompress_ptr)info;
  if (decompress->input_scan_number <= ((scan_watch *)info->progress)->most_scans) return;
  longjmp(((errors *)info->err)->escape, unjudged);
}

oracle_verdict oracle_judge(const uint8_t *bytes, size_t count, uint64_t most_pixels,
                            int32_t most_scans) {
  struct jpeg_decompress_struct info;
  errors handler;
  uint8_t *volatile row_memory = NULL;
  scan_watch watch = {.manager = {.progress_monitor = on_progress}, .most_scans = most_scans};
  info.err = jpeg_std_error(&handler.manager);
  handler.manager.error_exit = on_error;
  handler.manager.emit_message = on_message;
  int jump = setjmp(handler.escape);
  if (jump) {
    jpeg_destroy_decompress(&info);
    free(row_memory);
    return jump == unjudged ? ORACLE_UNJUDGED : ORACLE_REFUSED;
  }
  jpeg_create_decompress(&info);
  info.progress = &watch.manager;
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  if ((uint64_t)info.image_width * info.image_height > most_pixels) {
    longjmp(handler.escape, unjudged);
  }
  jpeg_start_decompress(&info);
  row_memory = malloc((size_t)info.output_width * (size_t)info.output_components);
  while (row_memory && info.output_scanline < info.output_height) {
    JSAMPROW row = row_memory;
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  int warnings = (int)handler.manager.num_warnings;
  jpeg_destroy_decompress(&info);
  free(row_memory);
  return warnings == 0 ? ORACLE_SOUND : ORACLE_WARNED;
}

void oracle_free(uint8_t *bytes) { free(bytes); }
