#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

typedef struct {
  cimage_growing output;
  cimage_report *report;
} png_writer;

static void on_error(png_structp png, png_const_charp text) {
  png_writer *writer = png_get_error_ptr(png);
  cimage_take_error(writer->report,
                    strstr(text, "emory") ? CIMAGE_OUT_OF_MEMORY : CIMAGE_UNSUPPORTED, text);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  png_writer *writer = png_get_error_ptr(png);
  cimage_take_warning(writer->report, text);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  png_writer *writer = png_get_io_ptr(png);
  if (!cimage_reserve(&writer->output, count)) png_error(png, "Out of memory");
  memcpy(writer->output.bytes + writer->output.count, bytes, count);
  writer->output.count += count;
}

static void flush_bytes(png_structp png) { (void)png; }

// Sets up the header and its metadata; libpng reads but never changes the blocks it is given.
static void write_header(png_structp png, png_infop info, const cimage_pixels *image,
                         const cimage_png_options *options) {
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_compression_level(png, options->compression_level);
  png_set_IHDR(png, info, image->width, image->height, 8,
               options->drops_alpha ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (options->color_profile.count) {
    // libpng refuses some widespread sRGB profiles whose white point is wrong; a file that came
    // with one keeps it.
    png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
    png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE,
                 options->color_profile.bytes, (png_uint_32)options->color_profile.count);
  }
  if (options->exif.count) {
    png_set_eXIf_1(png, info, (png_uint_32)options->exif.count,
                   (png_bytep)(uintptr_t)options->exif.bytes);
  }
  png_write_info(png, info);
  if (options->drops_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
}

cimage_status cimage_png_encode(cimage_pixels image, cimage_png_options options, uint8_t **bytes,
                                size_t *count, cimage_report *report) {
  *bytes = NULL;
  *count = 0;
  png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "no memory for a PNG writer");
    return report->status;
  }
  writer->report = report;
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    cimage_take_error(report, CIMAGE_OUT_OF_MEMORY, "libpng could not be set up");
  } else if (!setjmp(png_jmpbuf(png))) {
    png_set_write_fn(png, writer, write_bytes, flush_bytes);
    write_header(png, info, &image, &options);
    for (uint32_t y = 0; y < image.height; y++) {
      png_write_row(png, image.pixels + y * image.stride);
    }
    png_write_end(png, NULL);
  }
  png_destroy_write_struct(&png, &info);
  if (report->status == CIMAGE_OK) {
    *bytes = writer->output.bytes;
    *count = writer->output.count;
  } else {
    free(writer->output.bytes);
  }
  free(writer);
  return report->status;
}
