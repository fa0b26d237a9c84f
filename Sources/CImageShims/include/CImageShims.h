// PNG and JPEG through libpng and libjpeg, in plain types.
//
// Why C: both libraries report a fatal error by longjmp, which must never cross a Swift frame
// (Swift's cleanups would be skipped), and both are reached through macros and structures whose
// layout depends on how the library was built. Every function here that can meet such an error
// sets its own jump target, so that an error is always a return value. Nothing here calls back
// into Swift: bytes come from memory or an open file, and rows are pulled, a few at a time, into the
// caller's memory. No function keeps global state; two readers may work on two threads.
//
// A reader is used in this order: open (reads the header), start, read rows, finish, close.
// After a status other than CIMAGE_OK the only calls left are the ones that ask why, and close.

#ifndef C_IMAGE_SHIMS_H
#define C_IMAGE_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a call ended.
typedef enum {
  CIMAGE_OK = 0,
  CIMAGE_TRUNCATED,      // the bytes end before the picture does
  CIMAGE_DAMAGED,        // the bytes contradict the format
  CIMAGE_UNSUPPORTED,    // valid, but nothing this library decodes
  CIMAGE_OUT_OF_MEMORY,  // the system or the limit gives no more
  CIMAGE_SCAN_LIMIT,     // more progressive scans than allowed
  CIMAGE_PROFILE_LIMIT,  // a larger colour profile than allowed
  CIMAGE_TIME_LIMIT,     // more processor time than allowed
  CIMAGE_UNREADABLE,     // the system could not read the file
} cimage_status;

enum { CIMAGE_TEXT_BYTES = 200, CIMAGE_WARNINGS_KEPT = 8 };

// What a library said. Zero it before use; it must outlive the reader it is given to.
typedef struct {
  cimage_status status;
  int32_t warnings_kept;
  char error[CIMAGE_TEXT_BYTES];
  char warnings[CIMAGE_WARNINGS_KEPT][CIMAGE_TEXT_BYTES];  // each text once
} cimage_report;

const char *cimage_error_text(const cimage_report *report);
const char *cimage_warning_text(const cimage_report *report, int32_t index);

// Where the bytes of a picture are. Memory, or an open regular file, must outlive the reader.
typedef struct {
  const uint8_t *bytes;  // NULL: in the file
  uint64_t count;        // how many; a file is not read beyond
  int file;              // a descriptor, whose position does not matter and does not change
} cimage_input;

// How long a reader may work, from its start on: processor time of the threads that call it, in its
// calls alone, so that neither a busy machine nor what the caller does between rows counts.
typedef struct {
  uint64_t nanoseconds;  // UINT64_MAX: as long as it takes
  uint64_t step;         // above 0: a clock for tests, which moves on by so much at every look
} cimage_time;

// PNG in.

typedef struct cimage_png_reader cimage_png_reader;

typedef struct {
  uint32_t width, height;
  uint8_t bit_depth;
  uint8_t color_type;  // as in the file: 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA
  bool has_transparency;
  bool is_interlaced;
  // Memory for the rows that libpng holds while it unfilters and widens them.
  uint64_t row_bytes;
} cimage_png_header;

// NULL on failure.
cimage_png_reader *cimage_png_open(cimage_input input, cimage_png_header *header,
                                   cimage_report *report);
cimage_status cimage_png_start(cimage_png_reader *reader, cimage_time time);
// Reads the next `count` rows as RGBA, `stride` bytes apart. An interlaced picture takes all its
// rows in one call. `delivered` counts the rows that are whole, also after a failure.
cimage_status cimage_png_read_rows(cimage_png_reader *reader, uint8_t *rows, size_t stride,
                                   uint32_t count, uint32_t *delivered);
// Reads what follows the last row.
cimage_status cimage_png_finish(cimage_png_reader *reader);
void cimage_png_close(cimage_png_reader *reader);

// The colour profile, inflated, at most `limit` bytes; `*profile` stays NULL when there is none.
// Free it with cimage_free.
cimage_status cimage_png_color_profile(cimage_input input, size_t limit, uint8_t **profile,
                                       size_t *profile_count, cimage_report *report);

// JPEG in.

typedef struct cimage_jpeg_reader cimage_jpeg_reader;

typedef enum {
  CIMAGE_JPEG_OTHER = 0,
  CIMAGE_JPEG_GREY,
  CIMAGE_JPEG_RGB,
  CIMAGE_JPEG_YCBCR,
  CIMAGE_JPEG_CMYK,
  CIMAGE_JPEG_YCCK,
} cimage_jpeg_colors;

typedef struct {
  uint32_t width, height;
  uint8_t bit_depth;
  uint8_t components;
  cimage_jpeg_colors colors;
  bool is_progressive;
  bool is_arithmetic;
  // Memory for coefficients, which a picture in several scans needs whole; else 0.
  uint64_t coefficient_bytes;
} cimage_jpeg_header;

// NULL on failure.
cimage_jpeg_reader *cimage_jpeg_open(cimage_input input, cimage_jpeg_header *header,
                                     cimage_report *report);

enum { CIMAGE_OUTLINE_STEP = 8 };

typedef struct {
  uint32_t maximum_scans;
  uint64_t maximum_memory;
  cimage_time time;
  // One pixel for each 8 × 8, its mean: from the first coefficients alone. Of a progressive
  // picture only the scans up to those that bring them are read.
  bool outline;
} cimage_jpeg_wish;

// Reads all scans of a picture that has several (or as many as an outline takes), else none.
cimage_status cimage_jpeg_start(cimage_jpeg_reader *reader, cimage_jpeg_wish wish);
// Whether the bytes end before the detail of a picture whose rows have all begun to arrive.
bool cimage_jpeg_lacks_detail(const cimage_jpeg_reader *reader);
// Reads the next `count` rows as RGBA, `stride` bytes apart. CIMAGE_TRUNCATED or CIMAGE_DAMAGED
// when the coded data of a row ended early: the `delivered` rows before it are whole, and those
// from it on are zeroed.
cimage_status cimage_jpeg_read_rows(cimage_jpeg_reader *reader, uint8_t *rows, size_t stride,
                                    uint32_t count, uint32_t *delivered);
// Reads what follows the last row.
cimage_status cimage_jpeg_finish(cimage_jpeg_reader *reader);
void cimage_jpeg_close(cimage_jpeg_reader *reader);

// Colours, through Little CMS, whose pixel formats are macros.

typedef struct cimage_conversion cimage_conversion;

// From the colours of an ICC profile of RGB to sRGB, relative colorimetric. NULL where the profile is
// damaged, of other colours, or there is no memory.
cimage_conversion *cimage_conversion_open(const uint8_t *profile, size_t count);
// Converts RGBA pixels in place, their alpha kept.
void cimage_conversion_run(const cimage_conversion *conversion, uint8_t *pixels, uint32_t count);
void cimage_conversion_close(cimage_conversion *conversion);

// Out. On CIMAGE_OK `*bytes` is the file; free it with cimage_free.

typedef struct {
  const uint8_t *pixels;  // RGBA, rows `stride` bytes apart
  uint32_t width, height;
  size_t stride;
} cimage_pixels;

typedef struct {
  const uint8_t *bytes;
  size_t count;  // 0: none
} cimage_block;

typedef struct {
  int32_t compression_level;  // 0 to 9
  bool drops_alpha;
  cimage_block color_profile;
  cimage_block exif;  // TIFF structure
} cimage_png_options;

cimage_status cimage_png_encode(cimage_pixels image, cimage_png_options options, uint8_t **bytes,
                                size_t *count, cimage_report *report);

typedef struct {
  int32_t quality;  // 1 to 100
  bool halves_chroma;
  bool is_progressive;
  uint8_t background[3];  // what shows through transparent pixels
  cimage_block color_profile;
  cimage_block exif;  // TIFF structure
} cimage_jpeg_options;

cimage_status cimage_jpeg_encode(cimage_pixels image, cimage_jpeg_options options,
                                 uint8_t **bytes, size_t *count, cimage_report *report);

// The most columns or rows that libjpeg writes.
uint32_t cimage_jpeg_maximum_side(void);

void cimage_free(uint8_t *bytes);

#endif
